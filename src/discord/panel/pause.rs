//! What everybody is told of a pause, and the short posts that call somebody: to
//! a seat, to swap places, or to do anything before a vote is carried.

use super::names::{ready, seat_name};
use super::parts::lasting;
use crate::discord::custom_id::Verb;
use crate::discord::reply::{Body, Row, Style};
use crate::game::{Motion, Pause, PlayerId, PublicPhase};
use crate::i18n::{Lang, escape_name, list, moment, seat as seat_word, time_left, tr};
use crate::rules::Seat;
use crate::table::{Silence, Snapshot};

/// Why the table stands still and what lets it go on, or that a break is to begin.
pub(super) fn line(snap: &Snapshot, lang: Lang) -> Option<String> {
    let view = &*snap.public;
    if view.phase.is_over() {
        return None;
    }
    let asked = view.pause_asked;
    let Some(pause) = view.paused else {
        let seat = seat_name(snap, lang, asked?.seat);
        return Some(tr!(lang, "pause-asked", seat = seat));
    };
    let ends = snap.deadline.and_then(|d| d.at);
    let until = ends.map_or(String::new(), moment);
    Some(match pause {
        Pause::Idle => tr!(lang, "paused"),
        Pause::Unshown => tr!(lang, "paused-unshown", until = until),
        Pause::Break => tr!(
            lang,
            "paused-break",
            seat = asked.map_or(String::new(), |a| seat_name(snap, lang, a.seat)),
            until = ends.map_or(String::new(), time_left),
            ready = ready(snap, lang)
        ),
        Pause::Agreed => tr!(
            lang,
            "paused-agreed",
            until = until,
            ready = ready(snap, lang)
        ),
    })
}

/// A post that calls somebody: its key, which names who and what for, and what
/// it says. It is deleted when it has no object any more.
pub struct Call {
    /// Names it among the calls of its table.
    pub key: String,
    /// What it says.
    pub body: Body,
}

/// Who is called to take a seat, to come to the table, to answer somebody who
/// wants to swap places, or to do anything at all before a vote is carried.
#[must_use]
pub fn calls(snap: &Snapshot) -> Vec<Call> {
    let view = &*snap.public;
    if view.phase.is_over() {
        return Vec::new();
    }
    let lang = snap.place.language;
    let mut calls = Vec::new();
    for seat in Seat::ALL {
        calls.extend(view.offers[seat].and_then(|p| offered(snap, lang, seat, p)));
        calls.extend(view.swaps[seat].and_then(|with| asked_to_swap(snap, lang, seat, with)));
    }
    calls.extend(silent(snap, lang));
    if view.phase == PublicPhase::Lobby {
        let here = |p: &&PlayerId| snap.seat_of(**p).is_none() && !is_offered(snap, **p);
        let invited = view.invited.iter().filter(here);
        calls.extend(invited.filter_map(|&p| invitation(snap, lang, p)));
    }
    calls
}

fn is_offered(snap: &Snapshot, player: PlayerId) -> bool {
    snap.public.offers.values().any(|&p| p == Some(player))
}

fn offered(snap: &Snapshot, lang: Lang, seat: Seat, player: PlayerId) -> Option<Call> {
    let discord = snap.person(player)?.discord;
    let name = seat_word(lang, seat);
    let label = tr!(lang, "button-sit", seat = name.clone());
    let mut sit = lasting(snap, Verb::Sit, u16::from(u8::from(seat)), &label);
    sit.style = Style::Primary;
    Some(Call {
        key: format!("ping.call.seat.{seat}.{}", player.0),
        body: Body {
            text: tr!(
                lang,
                "call-seat",
                name = mention(discord),
                seat = name,
                table = snap.place.table.0
            ),
            rows: vec![Row::Buttons(vec![sit])],
            pings: vec![discord],
            ..Body::default()
        },
    })
}

fn asked_to_swap(snap: &Snapshot, lang: Lang, seat: Seat, with: Seat) -> Option<Call> {
    let person = snap.people[with].as_ref()?;
    let label = tr!(lang, "button-swap");
    let mut swap = lasting(snap, Verb::Swap, u16::from(u8::from(seat)), &label);
    swap.style = Style::Primary;
    Some(Call {
        key: format!("ping.call.swap.{seat}.{with}.{}", person.player.0),
        body: Body {
            text: tr!(
                lang,
                "call-swap",
                name = mention(person.discord),
                seat = seat_name(snap, lang, seat)
            ),
            rows: vec![Row::Buttons(vec![swap])],
            pings: vec![person.discord],
            ..Body::default()
        },
    })
}

/// The warning to those who hold up a vote by doing nothing. It stays as it is
/// while they do, so that it calls them once.
fn silent(snap: &Snapshot, lang: Lang) -> Option<Call> {
    let Silence { vote, began, .. } = snap.silence?;
    let people = vote.seats().filter_map(|s| snap.people[s].as_ref());
    let pings: Vec<u64> = people.map(|p| p.discord).collect();
    let names: Vec<String> = pings.iter().map(|&p| mention(p)).collect();
    let name = list(lang, &names);
    let (word, text) = match vote.motion {
        Motion::Close => match snap.public.phase {
            PublicPhase::Burying { .. } | PublicPhase::Playing { .. } => {
                ("close", tr!(lang, "call-silent-close", name = name))
            }
            PublicPhase::Between => ("next", tr!(lang, "call-silent-next", name = name)),
            PublicPhase::Lobby
            | PublicPhase::Shuffling
            | PublicPhase::Drawing { .. }
            | PublicPhase::Overturning { .. }
            | PublicPhase::Frying { .. }
            | PublicPhase::Finished
            | PublicPhase::Ended => ("round", tr!(lang, "call-silent-round", name = name)),
        },
        Motion::Replace(_) => ("replace", tr!(lang, "call-silent-replace", name = name)),
        Motion::End => ("end", tr!(lang, "call-silent-end", name = name)),
    };
    let who: Vec<String> = vote.seats().map(|s| s.to_string()).collect();
    Some(Call {
        key: format!("ping.call.silent.{word}.{}.{}", who.concat(), began.0),
        body: Body {
            text,
            pings,
            ..Body::default()
        },
    })
}

fn invitation(snap: &Snapshot, lang: Lang, player: PlayerId) -> Option<Call> {
    let discord = snap.person(player)?.discord;
    Some(Call {
        key: format!("ping.call.invited.{}", player.0),
        body: Body {
            text: tr!(
                lang,
                "call-invited",
                name = mention(discord),
                table = snap.place.table.0
            ),
            pings: vec![discord],
            ..Body::default()
        },
    })
}

fn mention(discord: u64) -> String {
    format!("<@{discord}>")
}

/// For whom a seat is kept, behind its name in the lobby.
pub(super) fn kept(snap: &Snapshot, lang: Lang, seat: Seat) -> Option<String> {
    let person = snap.person(snap.public.offers[seat]?)?;
    Some(tr!(lang, "lobby-kept", name = escape_name(&person.name)))
}
