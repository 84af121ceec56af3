//! Where a table stands, in a few lines that anybody may read.

use super::contest;
use super::lobby::clock;
use super::names::{seat_name, team};
use super::parts::{TEXT, deadline, fit, level_label, lines};
use super::{pause, trick};
use crate::game::{PublicPhase, SeatView};
use crate::i18n::{Lang, cards, channel_link, side, tr, trump};
use crate::rulebook::preset_name;
use crate::rules::{Seat, Side};
use crate::table::Snapshot;

/// The table as everybody may see it. Nothing in it depends on who has
/// answered a sealed question.
#[must_use]
pub fn status(snap: &Snapshot, lang: Lang) -> String {
    fit(&lines(state(snap, lang).into_iter().map(Some)), TEXT)
}

/// The same, line by line.
pub(super) fn state(snap: &Snapshot, lang: Lang) -> Vec<String> {
    let view = &*snap.public;
    let mut text = vec![
        Some(tr!(
            lang,
            "status-title",
            table = snap.place.table.0,
            place = channel_link(snap.place.guild, snap.place.channel),
            rules = preset_name(lang, &view.rules)
        )),
        Some(clock(lang, view.clock)),
        contest::length(lang, view),
        contest::starts(lang, view).filter(|_| view.phase == PublicPhase::Lobby),
        contest::score(snap, lang),
        Some(phase(snap, lang)),
        deadline(snap),
        pause::line(snap, lang),
    ];
    if let Some(deal) = &view.deal {
        text.push(Some(tr!(
            lang,
            "status-deal",
            deal = deal.number.0,
            level = level_label(view),
            tricks = deal.tricks,
            points = deal.points
        )));
        text.push(
            deal.trump
                .map(|t| tr!(lang, "deal-trump", trump = trump(lang, t.suit))),
        );
    }
    for s in Side::ALL {
        text.push(Some(tr!(
            lang,
            "level-stays",
            side = side(lang, s),
            level = view.standings[s].level.label()
        )));
    }
    for at in Seat::ALL {
        let auto = if view.seats[at].auto {
            tr!(lang, "auto-mark")
        } else {
            String::new()
        };
        text.push(Some(format!(
            "{} {}{auto}",
            team(at),
            seat_name(snap, lang, at)
        )));
    }
    if !view.end_votes.is_empty() {
        text.push(Some(tr!(
            lang,
            "status-end-votes",
            votes = view.end_votes.len()
        )));
    }
    text.extend(contest::newest_deals(lang, view).into_iter().map(Some));
    text.into_iter().flatten().collect()
}

fn phase(snap: &Snapshot, lang: Lang) -> String {
    let who = |s| seat_name(snap, lang, s);
    match &snap.public.phase {
        PublicPhase::Lobby => tr!(lang, "status-lobby"),
        PublicPhase::Shuffling => tr!(lang, "wait-shuffling"),
        PublicPhase::Drawing { asked, .. } if !asked.is_empty() => tr!(lang, "wait-placing"),
        PublicPhase::Drawing { .. } => tr!(lang, "status-drawing"),
        PublicPhase::Overturning { .. } => tr!(lang, "wait-overturning"),
        PublicPhase::Burying { seat } => tr!(lang, "wait-burying", seat = who(*seat)),
        PublicPhase::Frying { .. } => tr!(lang, "wait-frying"),
        PublicPhase::Playing { seat } => tr!(lang, "wait-playing", seat = who(*seat)),
        PublicPhase::Between => tr!(lang, "wait-between"),
        PublicPhase::Finished | PublicPhase::Ended => tr!(lang, "wait-over"),
    }
}

/// The last finished trick of the deal.
#[must_use]
pub fn last_trick(snap: &Snapshot, lang: Lang) -> String {
    let last = snap.public.deal.as_ref().and_then(|d| d.finished.last());
    let Some(last) = last else {
        return tr!(lang, "no-last-trick");
    };
    let mut text = vec![Some(tr!(
        lang,
        "panel-last-trick",
        trick = last.number,
        points = last.points
    ))];
    text.extend(trick::plays(snap, lang, last).into_iter().map(Some));
    text.push(last.failed.as_ref().map(|f| trick::failed(lang, f)));
    fit(&lines(text), TEXT)
}

/// A seat's own plays in this deal, oldest first (RULES.md §11).
#[must_use]
pub fn own_plays(view: &SeatView, lang: Lang) -> Option<String> {
    if view.own_plays.is_empty() {
        return None;
    }
    let plays: Vec<String> = view
        .own_plays
        .iter()
        .map(|p| cards(lang, p.iter().copied()))
        .collect();
    Some(tr!(lang, "own-plays", plays = plays.join(" · ")))
}
