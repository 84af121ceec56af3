//! The public message of a table where people sit down, and the closing one.

use super::names::{both, seat_name, team};
use super::parts::{TEXT, fit, lasting, lines};
use super::{contest, pause};
use crate::discord::custom_id::Verb;
use crate::discord::reply::{Body, Row, Style};
use crate::game::{ClockChoice, Entry, Occupant, PublicPhase, PublicView};
use crate::i18n::{Lang, list, person_name, seat, side, tr};
use crate::rulebook::{base_name, change_lines, changes, fitting, preset_name};
use crate::rules::{ClockRules, Seat, Side, preset};
use crate::table::Snapshot;

/// Characters for what house rules change: a lobby is to be read at a glance,
/// and its button for the rules tells all of them.
const HOUSE_RULES: usize = 900;

/// The lobby; without controls once the game has begun.
pub(super) fn lobby(snap: &Snapshot, lang: Lang) -> Body {
    let open = snap.public.phase == PublicPhase::Lobby;
    let mut text = vec![
        Some(tr!(
            lang,
            "lobby-title",
            rules = preset_name(lang, &snap.public.rules),
            table = snap.place.table.0
        )),
        Some(clock(lang, snap.public.clock)),
        contest::length(lang, &snap.public),
        contest::starts(lang, &snap.public).filter(|_| open),
        start(lang, &snap.public),
    ];
    for at in Seat::ALL {
        text.push(Some(seat_line(snap, lang, at, open)));
    }
    text.push(Some(tr!(
        lang,
        "lobby-sides",
        east_west = side(lang, Side::EastWest),
        south_north = side(lang, Side::SouthNorth)
    )));
    if open {
        text.push(host(snap, lang));
        let invited = snap.public.entry == Entry::Invited;
        text.push(invited.then(|| tr!(lang, "lobby-invited")));
        text.push(missing(snap, lang));
        text.push(Some(tr!(lang, "lobby-how")));
    }
    let text = lines(text);
    Body {
        text: fit(&with_house_rules(snap, lang, text), TEXT),
        picture: None,
        rows: if open { rows(snap, lang) } else { Vec::new() },
        ..Body::default()
    }
}

/// Below it what house rules change, as much of it as fits.
fn with_house_rules(snap: &Snapshot, lang: Lang, text: String) -> String {
    let rules = &snap.public.rules;
    let Some(base) = preset(&rules.base).filter(|_| rules.house) else {
        return text;
    };
    let title = tr!(lang, "lobby-house", base = base_name(lang, &rules.base));
    let text = format!("{text}\n{title}");
    let room = TEXT.saturating_sub(text.encode_utf16().count() + 1);
    let room = room.min(HOUSE_RULES);
    let changed = change_lines(lang, &changes(lang, &base, rules), false);
    format!("{text}\n{}", fitting(lang, &changed, room).join("\n"))
}

fn seat_line(snap: &Snapshot, lang: Lang, at: Seat, open: bool) -> String {
    let info = snap.public.seats[at];
    let mark = match (info.occupant.is_some(), info.ready || !open) {
        (false, _) => "",
        (true, true) => " ✅",
        (true, false) => " …",
    };
    let kept = pause::kept(snap, lang, at).unwrap_or_default();
    format!("{} **{}**{mark}{kept}", team(at), seat_name(snap, lang, at))
}

/// Who is missing before the game can start, in words.
fn missing(snap: &Snapshot, lang: Lang) -> Option<String> {
    let view = &*snap.public;
    let which = |seats: Vec<Seat>| {
        let names: Vec<String> = seats.into_iter().map(|s| seat(lang, s)).collect();
        (!names.is_empty()).then(|| list(lang, &names))
    };
    let parts: Vec<String> = [
        which(free(view)).map(|seats| tr!(lang, "refused-free", seats = seats)),
        which(waiting(view)).map(|seats| tr!(lang, "refused-waiting", seats = seats)),
    ]
    .into_iter()
    .flatten()
    .collect();
    Some(if parts.is_empty() {
        tr!(lang, "lobby-all-there")
    } else {
        tr!(lang, "lobby-missing", why = list(lang, &parts))
    })
}

/// The seats that nobody has.
fn free(view: &PublicView) -> Vec<Seat> {
    let free = |s: &Seat| view.seats[*s].occupant.is_none();
    Seat::ALL.into_iter().filter(free).collect()
}

/// The seats of persons who are not ready.
fn waiting(view: &PublicView) -> Vec<Seat> {
    let waits = |s: &Seat| is_person(view, *s) && !view.seats[*s].ready;
    Seat::ALL.into_iter().filter(waits).collect()
}

fn is_person(view: &PublicView, at: Seat) -> bool {
    matches!(view.seats[at].occupant, Some(Occupant::Person(_)))
}

fn host(snap: &Snapshot, lang: Lang) -> Option<String> {
    let host = snap.public.host?;
    let person = snap.person(host)?;
    Some(tr!(
        lang,
        "lobby-host",
        name = person_name(lang, &person.name)
    ))
}

/// The rung to start from, where it is not the first of the ladder.
fn start(lang: Lang, view: &PublicView) -> Option<String> {
    let first = view.rules.scoring.ladder.rungs().first();
    let level = view.start.label();
    (first != Some(&view.start)).then(|| tr!(lang, "lobby-level", level = level))
}

pub(super) fn clock(lang: Lang, clock: ClockChoice) -> String {
    match clock {
        ClockChoice::Relaxed => {
            let relaxed = ClockRules::relaxed();
            tr!(
                lang,
                "clock-relaxed",
                play = relaxed.play,
                bury = relaxed.bury,
                ask = relaxed.ask
            )
        }
        ClockChoice::Preset => tr!(lang, "clock-preset"),
        ClockChoice::None => tr!(lang, "clock-none"),
    }
}

fn rows(snap: &Snapshot, lang: Lang) -> Vec<Row> {
    let mut first: Vec<_> = Seat::ALL
        .into_iter()
        .map(|at| {
            let label = tr!(lang, "button-sit", seat = seat(lang, at));
            let index = u16::from(u8::from(at));
            let mut button = lasting(snap, Verb::Sit, index, &label);
            button.disabled = snap.public.seats[at].occupant.is_some();
            button
        })
        .collect();
    // Before anybody sits down nobody can stand up, nor start by filling up.
    let view = &*snap.public;
    let is_ready = |at: &Seat| is_person(view, *at) && view.seats[*at].ready;
    let empty = !Seat::ALL.iter().any(|at| is_person(view, *at));
    let full = free(view).is_empty();
    let mut stand = lasting(snap, Verb::Stand, 0, &tr!(lang, "button-stand"));
    stand.disabled = empty;
    first.push(stand);
    let mut ready = lasting(snap, Verb::Ready, 1, &tr!(lang, "button-ready"));
    ready.style = Style::Success;
    let mut start = lasting(snap, Verb::Start, 0, &tr!(lang, "button-start"));
    if full && waiting(view).is_empty() {
        start.style = Style::Primary;
    }
    let mut fill = lasting(snap, Verb::Fill, 0, &tr!(lang, "button-fill"));
    fill.style = Style::Primary;
    fill.disabled = empty || full;
    let second = vec![
        ready,
        lasting(snap, Verb::Bot, 0, &tr!(lang, "button-bot")),
        start,
        fill,
        lasting(snap, Verb::Rules, 0, &tr!(lang, "button-rules")),
    ];
    let mut unready = lasting(snap, Verb::Ready, 0, &tr!(lang, "button-not-ready"));
    unready.disabled = !Seat::ALL.iter().any(is_ready);
    let third = vec![
        unready,
        lasting(snap, Verb::Shuffle, 0, &tr!(lang, "button-shuffle")),
        lasting(snap, Verb::Invite, 0, &tr!(lang, "button-invite")),
    ];
    vec![
        Row::Buttons(first),
        Row::Buttons(second),
        Row::Buttons(third),
    ]
}

/// Who has won the game: with its last deal, or because the other side let its
/// time run out too often.
fn won(snap: &Snapshot, lang: Lang, winner: Side) -> String {
    let (side, names) = (side(lang, winner), both(snap, lang, winner));
    let by_play = snap.public.result.as_ref().and_then(|r| r.winner) == Some(winner);
    if by_play {
        tr!(lang, "end-won", side = side, names = names)
    } else {
        tr!(lang, "end-won-time", side = side, names = names)
    }
}

/// The last message of a table.
pub(super) fn end(snap: &Snapshot, lang: Lang) -> Body {
    let view = &*snap.public;
    let mut text = match (&view.contest.end, view.winner) {
        (Some(end), _) => contest::end(snap, lang, end),
        (None, Some(winner)) => vec![won(snap, lang, winner)],
        (None, None) if view.void => vec![tr!(lang, "end-void")],
        (None, None) => vec![tr!(lang, "end-ended")],
    };
    // What comes next is always said, however long the match was.
    let next = tr!(lang, "end-next");
    let room = TEXT - next.chars().count() - 1;
    text = vec![fit(&text.join("\n"), room), next];
    let mut again = lasting(snap, Verb::Again, 0, &tr!(lang, "button-again"));
    again.style = Style::Primary;
    // Only where a deal was finished, and counts, is there anything to look back at.
    let replay = lasting(snap, Verb::Game, 0, &tr!(lang, "button-replay"));
    let seated = snap.people.values().any(Option::is_some);
    let played = !view.contest.deals.is_empty() && !view.void;
    let mut buttons = Vec::new();
    buttons.extend(seated.then_some(again));
    buttons.extend(played.then_some(replay));
    let row = (!buttons.is_empty()).then_some(Row::Buttons(buttons));
    Body {
        text: lines(text.into_iter().map(Some)),
        rows: row.into_iter().collect(),
        ..Body::default()
    }
}
