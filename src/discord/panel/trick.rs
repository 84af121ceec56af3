//! The public message of one trick.

use super::contest;
use super::names::{seat_name, team};
use super::parts::{TEXT, deadline, fit, level_label, lines};
use super::pictures;
use crate::discord::reply::Body;
use crate::game::{FailedThrow, PublicPhase, PublicTrick};
use crate::i18n::{Lang, cards, seat, tr, trump};
use crate::table::Snapshot;

/// A trick: cards in playing order, who stands, points, whose turn it is.
pub(super) fn trick(snap: &Snapshot, lang: Lang, trick: &PublicTrick) -> Body {
    let finished = trick.plays.values().all(Option::is_some);
    let points = snap.public.deal.as_ref().map_or(0, |d| d.points);
    let mut text = vec![Some(title(snap, lang, trick))];
    text.extend(plays(snap, lang, trick).into_iter().map(Some));
    text.push(trick.failed.as_ref().map(|f| failed(lang, f)));
    if finished {
        text.push(trick.standing.map(|s| {
            tr!(
                lang,
                "trick-won",
                seat = seat_name(snap, lang, s),
                points = trick.points
            )
        }));
    } else {
        text.push(Some(tr!(
            lang,
            "trick-points",
            points = trick.points,
            total = points
        )));
        if let PublicPhase::Playing { seat } = snap.public.phase {
            let turn = seat_name(snap, lang, seat);
            text.push(Some(if seat == trick.leader {
                tr!(lang, "trick-leads", seat = turn)
            } else {
                tr!(lang, "trick-turn", seat = turn)
            }));
            text.push(deadline(snap));
        }
    }
    // Last, so that however many there are, whose turn it is stands above them.
    let checks = contest::checks(snap, lang, trick.number);
    text.extend(checks.into_iter().map(Some));
    let empty = trick.plays.values().all(Option::is_none);
    Body {
        text: fit(&lines(text), TEXT),
        picture: (!empty).then(|| pictures::trick(&snap.public, trick, lang)),
        ..Body::default()
    }
}

fn title(snap: &Snapshot, lang: Lang, trick: &PublicTrick) -> String {
    let made = snap.public.deal.as_ref().and_then(|d| d.trump);
    tr!(
        lang,
        "trick-title",
        deal = snap.public.deal.as_ref().map_or(0, |d| d.number.0),
        trick = trick.number,
        level = level_label(&snap.public),
        trump = trump(lang, made.and_then(|t| t.suit))
    )
}

/// A line for each seat that has played, the leader first.
pub(super) fn plays(snap: &Snapshot, lang: Lang, trick: &PublicTrick) -> Vec<String> {
    let dealing = snap.public.deal.as_ref().and_then(|d| d.dealer);
    trick
        .leader
        .round()
        .into_iter()
        .filter_map(|s| {
            let play = trick.plays[s].as_ref()?;
            let star = if trick.standing == Some(s) {
                " ★"
            } else {
                ""
            };
            let crown = if dealing == Some(s) { "♛" } else { "" };
            let auto = if snap.public.seats[s].auto {
                tr!(lang, "auto-mark")
            } else {
                String::new()
            };
            let who = format!("{}{crown} {}{auto}", team(s), seat_name(snap, lang, s));
            Some(tr!(
                lang,
                "trick-play",
                who = who,
                cards = cards(lang, play.iter().copied()),
                star = star.to_owned()
            ))
        })
        .collect()
}

/// A failed throw: what was tried, what stays, the penalty; never who could
/// have beaten it.
pub(super) fn failed(lang: Lang, failed: &FailedThrow) -> String {
    tr!(
        lang,
        "throw-failed",
        seat = seat(lang, failed.seat),
        tried = cards(lang, failed.tried.iter().copied()),
        forced = cards(lang, failed.forced.iter().copied()),
        penalty = failed.penalty
    )
}
