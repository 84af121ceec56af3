//! A seat's own panel: its hand as a picture, and what it may do just now. All
//! of it comes from that seat's view and draft.

use super::names::{role, seat_name};
use super::parts::{Ids, TEXT, deadline, fit, lasting, lines};
use super::{bury, follow, lead, pause, pictures, speak, trick};
use crate::cards::CardSet;
use crate::discord::custom_id::Verb;
use crate::discord::limits::BUTTONS;
use crate::discord::reply::{Body, Button, Row, Style};
use crate::game::{Ask, Occupant, Pause, PublicPhase, SeatView, SpeechKind};
use crate::i18n::{Lang, cards, category, channel_link, groups, seat as seat_word, tr, trump};
use crate::rules::Seat;
use crate::table::{Personal, Snapshot};

/// How a panel is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PanelOptions {
    /// One line above the panel: a refusal, how typed cards were read, or that
    /// the button was stale.
    pub note: Option<String>,
    /// In a private message, where the header must say which table it is.
    pub direct: bool,
    /// Slash commands cannot be used where the panel is: do not speak of them.
    pub buttons_only: bool,
    /// How often this panel was drawn anew after a click on it. Selects get
    /// other ids each time, so that what was picked in them is forgotten and
    /// the same cards can be picked again (C37, C38).
    pub redraw: u32,
}

/// What a phase adds to the panel.
#[derive(Default)]
pub(super) struct Controls {
    /// Lines of text, those that are there.
    pub text: Vec<Option<String>>,
    /// Rows of controls.
    pub rows: Vec<Row>,
    /// What can be typed instead.
    pub hint: Option<String>,
}

/// Everything a phase needs to make its controls.
pub(super) struct Seen<'a> {
    pub snap: &'a Snapshot,
    pub view: &'a SeatView,
    pub lang: Lang,
    pub ids: Ids,
    /// What the person on the seat has chosen for itself.
    pub personal: Personal,
}

/// The panel of a seat.
#[must_use]
pub fn seat_panel(snap: &Snapshot, seat: Seat, lang: Lang, options: PanelOptions) -> Body {
    panel(snap, seat, lang, options, None)
}

/// The panel of a seat that pressed the overturn or fry number `option`: an
/// answer is final, so it is asked about once. Without the picture, which
/// stays on the message that is edited.
#[must_use]
pub fn asking_panel(
    snap: &Snapshot,
    seat: Seat,
    lang: Lang,
    options: PanelOptions,
    option: usize,
) -> Body {
    Body {
        picture: None,
        ..panel(snap, seat, lang, options, Some(option))
    }
}

fn panel(
    snap: &Snapshot,
    seat: Seat,
    lang: Lang,
    shown: PanelOptions,
    asked: Option<usize>,
) -> Body {
    let view = &*snap.seats[seat];
    let draft = snap.drafts[seat];
    let personal = snap.personal(seat);
    let seen = Seen {
        snap,
        view,
        lang,
        personal,
        ids: Ids {
            table: snap.place.table,
            step: view.step,
            redraw: shown
                .redraw
                .wrapping_add(redraw(&draft, shown.note.as_deref())),
        },
    };
    let controls = match &view.ask {
        Ask::Nothing => waiting(&seen),
        Ask::Ready => ready(&seen),
        Ask::Place { options } => speak::place(&seen, options),
        Ask::Overturn { options, answered } => {
            speak::overturn(&seen, options, answered.as_ref(), asked)
        }
        Ask::Bury => bury::bury(&seen, &draft),
        Ask::Fry { options, answered } => speak::fry(&seen, options, answered.as_ref(), asked),
        Ask::Lead => lead::lead(&seen, &draft),
        Ask::Follow { lead } => follow::follow(&seen, lead, &draft),
    };
    let auto = view.auto;
    let mut text = vec![shown.note, Some(title(&seen, shown.direct))];
    text.push(pause::line(snap, lang));
    text.extend(controls.text);
    text.push(holding(&seen));
    text.push((personal.text_only && holds(view)).then(|| hand_text(&seen)));
    text.push((view.withheld && view.ask == Ask::Lead).then(|| tr!(lang, "panel-withheld")));
    text.extend(own_speech(&seen));
    text.extend(speak::placed(&seen));
    text.push(auto.then(|| tr!(lang, "panel-auto")));
    text.push(controls.hint.filter(|_| !shown.buttons_only));
    let playing = holds(view) && !personal.text_only;
    let mut rows = controls.rows;
    if auto {
        back(&seen, &mut rows);
    }
    Body {
        text: fit(&lines(text), TEXT),
        picture: playing.then(|| pictures::hand(view, &draft, lang, &personal)),
        rows,
        ..Body::default()
    }
}

/// The button that ends auto-play, in place of the one that begins it: whatever
/// else there is to press, the panel names it.
fn back(seen: &Seen, rows: &mut Vec<Row>) {
    let label = tr!(seen.lang, "button-back");
    let back = seen.ids.button(Verb::Auto, 0, &label, Style::Success);
    match rows.last_mut() {
        Some(Row::Buttons(buttons)) => {
            buttons.retain(|b| b.id != seen.ids.id(Verb::Auto, 1));
            buttons.insert(0, back);
            buttons.truncate(BUTTONS);
        }
        Some(_) | None => rows.push(Row::Buttons(vec![back])),
    }
}

/// Part of the ids of a panel's controls. It changes with the draft and with
/// what is said above the panel, so that a select comes back without what was
/// picked in it, and the same cards can be picked again (C37, C38).
fn redraw(draft: &CardSet, note: Option<&str>) -> u32 {
    if draft.is_empty() && note.is_none() {
        return 0;
    }
    let cards = draft.iter().map(|c| c.index() as u32 + 1);
    let text = note.unwrap_or_default().bytes().map(u32::from);
    cards
        .chain(text)
        .fold(17, |hash: u32, n| hash.wrapping_mul(31).wrapping_add(n))
}

/// What an old panel is edited to: it shows no card any more.
#[must_use]
pub fn closed_panel(lang: Lang) -> Body {
    Body {
        text: tr!(lang, "panel-closed"),
        ..Body::default()
    }
}

/// A short post that calls the person on a seat that is to act; `None` for
/// everybody else. In a sealed round it depends only on who was asked, never
/// on who has answered.
#[must_use]
pub fn ping(snap: &Snapshot, seat: Seat) -> Option<Body> {
    let lang = snap.place.language;
    let Some(Occupant::Person(_)) = snap.public.seats[seat].occupant else {
        return None;
    };
    if snap.public.paused.is_some() || snap.public.seats[seat].auto {
        return None;
    }
    let person = snap.people[seat].as_ref()?;
    let name = format!("<@{}>", person.discord);
    let text = match &snap.public.phase {
        PublicPhase::Playing { seat: turn } if *turn == seat => {
            tr!(lang, "ping-play", name = name)
        }
        PublicPhase::Burying { seat: turn } if *turn == seat => {
            tr!(lang, "ping-bury", name = name)
        }
        PublicPhase::Overturning { asked } if asked.contains(&seat) => {
            tr!(lang, "ping-overturn", name = name)
        }
        PublicPhase::Frying { asked } if asked.contains(&seat) => {
            tr!(lang, "ping-fry", name = name)
        }
        PublicPhase::Playing { .. }
        | PublicPhase::Burying { .. }
        | PublicPhase::Overturning { .. }
        | PublicPhase::Frying { .. }
        | PublicPhase::Lobby
        | PublicPhase::Shuffling
        | PublicPhase::Drawing { .. }
        | PublicPhase::Between
        | PublicPhase::Finished
        | PublicPhase::Ended => return None,
    };
    // Whoever does not want to be called is named all the same, by the same
    // text at the same time: only Discord is not asked to call.
    let pings = if person.personal.ping {
        vec![person.discord]
    } else {
        Vec::new()
    };
    Some(Body {
        text,
        pings,
        ..Body::default()
    })
}

fn title(seen: &Seen, direct: bool) -> String {
    let Seen {
        snap, view, lang, ..
    } = *seen;
    let place = if direct {
        format!(" · {}", channel_link(snap.place.guild, snap.place.channel))
    } else {
        String::new()
    };
    let mut you = seat_word(lang, view.seat);
    if let Some(role) = role(&view.public, lang, view.seat) {
        you = tr!(lang, "seat-and-role", seat = you, role = role);
    }
    match &view.public.deal {
        Some(deal) => tr!(
            lang,
            "panel-title-deal",
            table = snap.place.table.0,
            place = place,
            deal = deal.number.0,
            level = deal.level.map_or("?", |l| l.label()),
            seat = you
        ),
        None => tr!(
            lang,
            "panel-title",
            table = snap.place.table.0,
            place = place,
            seat = you
        ),
    }
}

/// Whether there are cards to show: of a deal that was broken off none are.
fn holds(view: &SeatView) -> bool {
    !view.hand.is_empty() && !view.public.phase.is_over()
}

/// How many cards and points, how many of each category, the trump as far as
/// the seat knows it.
fn holding(seen: &Seen) -> Option<String> {
    let Seen { view, lang, .. } = *seen;
    if !holds(view) {
        return None;
    }
    let order = pictures::seat_order(view);
    let counts: Vec<String> = order
        .groups(&view.hand)
        .iter()
        .map(|g| format!("{} {}", category(lang, g.category), g.cards.len()))
        .collect();
    let known = match view.trump {
        Some(known) => tr!(lang, "panel-trump", trump = trump(lang, known.suit)),
        None => tr!(lang, "panel-trump-unknown"),
    };
    Some(tr!(
        lang,
        "panel-holding",
        cards = view.hand.len(),
        points = view.hand.points(),
        counts = counts.join(" · "),
        trump = known
    ))
}

/// The hand in words, for whoever wants no picture.
fn hand_text(seen: &Seen) -> String {
    let shown = pictures::own_groups(seen.view, seen.personal.order);
    groups(seen.lang, &shown)
}

/// With what the seat spoke itself, while that is nobody else's business.
fn own_speech(seen: &Seen) -> Vec<Option<String>> {
    let Seen { view, lang, .. } = *seen;
    let drawing = matches!(view.public.phase, PublicPhase::Drawing { .. });
    let open = view.public.deal.as_ref().is_some_and(|d| d.trump.is_some());
    if open && !drawing {
        return Vec::new();
    }
    view.own_speech
        .iter()
        .map(|s| {
            let (with, made) = s.shown?;
            let cards = cards(lang, with.iter());
            let trump = trump(lang, made.suit);
            Some(match s.kind {
                SpeechKind::Declared if open => {
                    tr!(lang, "panel-own-open", cards = cards, trump = trump)
                }
                SpeechKind::Declared => {
                    tr!(lang, "panel-own-placed", cards = cards, trump = trump)
                }
                SpeechKind::Overturned | SpeechKind::Fried => {
                    tr!(lang, "panel-own-speech", cards = cards, trump = trump)
                }
            })
        })
        .collect()
}

/// The trick as far as it goes, so that one can play from a private message.
pub(super) fn trick_lines(seen: &Seen) -> Vec<Option<String>> {
    let Some(deal) = &seen.view.public.deal else {
        return Vec::new();
    };
    let mut text = Vec::new();
    let before = deal.finished.last();
    let open = deal
        .trick
        .as_ref()
        .filter(|t| t.plays.values().any(Option::is_some));
    if let Some(shown) = open.or(before) {
        let points = shown.points;
        text.push(Some(if open.is_some() {
            tr!(
                seen.lang,
                "panel-trick",
                trick = shown.number,
                points = points
            )
        } else {
            tr!(
                seen.lang,
                "panel-last-trick",
                trick = shown.number,
                points = points
            )
        }));
        text.extend(
            trick::plays(seen.snap, seen.lang, shown)
                .into_iter()
                .map(Some),
        );
        text.push(shown.failed.as_ref().map(|f| trick::failed(seen.lang, f)));
    }
    text.push(Some(tr!(seen.lang, "panel-points", points = deal.points)));
    text
}

/// The row under the controls of playing.
pub(super) fn play_row(seen: &Seen) -> Vec<Button> {
    let Seen { lang, ids, .. } = *seen;
    vec![
        ids.button(Verb::Type, 0, &tr!(lang, "button-type"), Style::Secondary),
        ids.button(Verb::Last, 0, &tr!(lang, "button-last"), Style::Secondary),
        ids.button(Verb::Auto, 1, &tr!(lang, "button-auto"), Style::Secondary),
    ]
}

/// The button that asks for a suggestion, for whoever wants such, at a table that
/// makes them.
pub(super) fn suggest_button(seen: &Seen) -> Option<Button> {
    let Seen {
        view, lang, ids, ..
    } = *seen;
    let label = tr!(lang, "button-suggest");
    let button = ids.button(Verb::Suggest, 0, &label, Style::Secondary);
    (seen.personal.suggestions && !view.public.unaided).then_some(button)
}

/// Others are to act.
fn waiting(seen: &Seen) -> Controls {
    let Seen {
        snap,
        view,
        lang,
        ids,
        ..
    } = *seen;
    let who = |s| seat_name(snap, lang, s);
    let dealt = view.public.deal.is_some();
    let mut rows = Vec::new();
    let text = match &view.public.phase {
        PublicPhase::Lobby => tr!(lang, "wait-lobby"),
        PublicPhase::Shuffling => tr!(lang, "wait-shuffling"),
        PublicPhase::Drawing { asked, .. } if !asked.is_empty() => tr!(lang, "wait-placing"),
        PublicPhase::Drawing { .. } => tr!(lang, "wait-drawing"),
        PublicPhase::Overturning { .. } => tr!(lang, "wait-overturning"),
        PublicPhase::Burying { seat } => tr!(lang, "wait-burying", seat = who(*seat)),
        PublicPhase::Frying { .. } => tr!(lang, "wait-frying"),
        PublicPhase::Playing { seat } => tr!(lang, "wait-playing", seat = who(*seat)),
        PublicPhase::Between => tr!(lang, "wait-between"),
        PublicPhase::Finished | PublicPhase::Ended => tr!(lang, "wait-over"),
    };
    let mut all = vec![Some(text), deadline(snap)];
    if matches!(view.public.phase, PublicPhase::Playing { .. }) {
        all.extend(trick_lines(seen));
    }
    if dealt && holds(view) {
        let auto = tr!(lang, "button-auto");
        let mut row = vec![ids.button(Verb::Auto, 1, &auto, Style::Secondary)];
        if matches!(view.public.phase, PublicPhase::Playing { .. }) {
            let last = tr!(lang, "button-last");
            row.push(ids.button(Verb::Last, 0, &last, Style::Secondary));
        }
        rows.push(Row::Buttons(row));
    }
    Controls {
        text: all,
        rows,
        hint: None,
    }
}

/// To get ready, in the lobby or between deals, or to go on after a pause.
fn ready(seen: &Seen) -> Controls {
    let Seen {
        snap, view, lang, ..
    } = *seen;
    let paused = view.public.paused;
    let waits = paused.is_none_or(Pause::ends_by_ready);
    let is_ready = waits && view.public.seats[view.seat].ready;
    // The same words as on the public buttons that do the same.
    let (question, label) = match (paused, &view.public.phase) {
        (Some(_), _) => (None, tr!(lang, "button-resume")),
        (None, PublicPhase::Between) => (Some(tr!(lang, "ask-next")), tr!(lang, "button-next")),
        (None, _) => (Some(tr!(lang, "ask-ready")), tr!(lang, "button-ready")),
    };
    let button = match paused {
        _ if is_ready => Some(lasting(
            snap,
            Verb::Ready,
            0,
            &tr!(lang, "button-not-ready"),
        )),
        None | Some(Pause::Break | Pause::Agreed) => Some(lasting(snap, Verb::Ready, 1, &label)),
        Some(Pause::Idle) => Some(lasting(snap, Verb::Resume, 0, &label)),
        // It goes on by itself.
        Some(Pause::Unshown) => None,
    };
    let mut buttons: Vec<Button> = button.into_iter().collect();
    if !is_ready {
        for button in &mut buttons {
            button.style = Style::Success;
        }
    }
    buttons.push(lasting(snap, Verb::Stand, 0, &tr!(lang, "button-stand")));
    let text = if is_ready {
        Some(tr!(lang, "ask-ready-done"))
    } else {
        question
    };
    Controls {
        text: vec![text, deadline(snap)],
        rows: vec![Row::Buttons(buttons)],
        hint: waits.then(|| tr!(lang, "hint-ready")),
    }
}
