//! The public message of a deal, from the first card to the first lead. What
//! it says of the auction depends only on what everybody saw happen.

use super::contest;
use super::names::seat_name;
use super::parts::{TEXT, deadline, fit, level_label, lines};
use crate::cards::BOTTOM;
use crate::discord::reply::Body;
use crate::game::{PublicDeal, PublicPhase, Speech, SpeechKind};
use crate::i18n::{Lang, card, cards, list, seat, side, tr, trump};
use crate::rules::{Seat, Side};
use crate::table::Snapshot;

/// The deal's message.
pub(super) fn deal(snap: &Snapshot, lang: Lang) -> Body {
    let Some(deal) = &snap.public.deal else {
        return Body::default();
    };
    // The levels as they were when the deal was drawn, whatever came of it.
    let settled = snap.public.result.as_ref();
    let levels = settled.map_or(&snap.public.standings, |r| &r.before);
    let mut text = vec![
        Some(tr!(
            lang,
            "deal-title",
            deal = deal.number.0,
            level = level_label(&snap.public),
            east_west = side(lang, Side::EastWest),
            east_west_level = levels[Side::EastWest].level.label(),
            south_north = side(lang, Side::SouthNorth),
            south_north_level = levels[Side::SouthNorth].level.label()
        )),
        contest::score(snap, lang),
        flips(deal, lang),
        Some(tr!(
            lang,
            "deal-starter",
            seat = seat_name(snap, lang, deal.starter)
        )),
    ];
    text.extend(deal.spoken.iter().map(|s| Some(spoken(snap, lang, s))));
    text.push(turned(deal, lang));
    text.push(
        deal.dealer
            .map(|d| tr!(lang, "deal-dealer", seat = seat_name(snap, lang, d))),
    );
    text.push(
        deal.trump
            .map(|t| tr!(lang, "deal-trump", trump = trump(lang, t.suit))),
    );
    text.push(deal.redrawn.then(|| tr!(lang, "deal-redrawn")));
    text.extend(now(snap, lang));
    text.push(Some(tr!(
        lang,
        "deal-commitment",
        hash = deal.commitment.clone()
    )));
    Body {
        text: fit(&lines(text), TEXT),
        ..Body::default()
    }
}

fn flips(deal: &PublicDeal, lang: Lang) -> Option<String> {
    let flips = deal.flips?;
    let shown: Vec<String> = flips
        .iter()
        .map(|(s, &c)| format!("{} {}", seat(lang, s), card(lang, c)))
        .collect();
    Some(tr!(lang, "deal-flips", flips = list(lang, &shown)))
}

fn turned(deal: &PublicDeal, lang: Lang) -> Option<String> {
    (!deal.turned.is_empty()).then(|| {
        tr!(
            lang,
            "deal-turned",
            cards = cards(lang, deal.turned.iter().copied())
        )
    })
}

/// Who placed, overturned or fried; with what once that is open.
pub(super) fn spoken(snap: &Snapshot, lang: Lang, speech: &Speech) -> String {
    let who = seat_name(snap, lang, speech.seat);
    match (speech.kind, &speech.shown) {
        (SpeechKind::Declared, None) => tr!(lang, "spoken-declared", seat = who),
        (SpeechKind::Overturned, None) => tr!(lang, "spoken-overturned", seat = who),
        (SpeechKind::Fried, None) => tr!(lang, "spoken-fried", seat = who),
        (kind, Some((with, made))) => {
            let with = cards(lang, with.iter());
            let made = trump(lang, made.suit);
            match kind {
                SpeechKind::Declared => {
                    tr!(
                        lang,
                        "spoken-declared-with",
                        seat = who,
                        cards = with,
                        trump = made
                    )
                }
                SpeechKind::Overturned => {
                    tr!(
                        lang,
                        "spoken-overturned-with",
                        seat = who,
                        cards = with,
                        trump = made
                    )
                }
                SpeechKind::Fried => {
                    tr!(
                        lang,
                        "spoken-fried-with",
                        seat = who,
                        cards = with,
                        trump = made
                    )
                }
            }
        }
    }
}

/// What goes on just now, with the time left.
fn now(snap: &Snapshot, lang: Lang) -> [Option<String>; 2] {
    let text = match &snap.public.phase {
        PublicPhase::Drawing { drawn, open, .. } => {
            if *open {
                tr!(lang, "now-drawing", drawn = *drawn)
            } else {
                tr!(lang, "now-drawing-closed", drawn = *drawn)
            }
        }
        PublicPhase::Overturning { asked } => {
            tr!(lang, "now-overturning", seats = asked_seats(lang, asked))
        }
        PublicPhase::Burying { seat } => tr!(
            lang,
            "now-burying",
            seat = seat_name(snap, lang, *seat),
            cards = BOTTOM
        ),
        PublicPhase::Frying { asked } => {
            tr!(lang, "now-frying", seats = asked_seats(lang, asked))
        }
        PublicPhase::Lobby
        | PublicPhase::Shuffling
        | PublicPhase::Playing { .. }
        | PublicPhase::Between
        | PublicPhase::Finished
        | PublicPhase::Ended => return [None, None],
    };
    [Some(text), deadline(snap)]
}

fn asked_seats(lang: Lang, asked: &[Seat]) -> String {
    let names: Vec<String> = asked.iter().map(|&s| seat(lang, s)).collect();
    list(lang, &names)
}
