//! The public message of a deal, from the first card to the first lead. What
//! it says of the auction depends only on what everybody saw happen.

use super::names::seat_name;
use super::parts::{TEXT, deadline, fit, level_label, lines};
use super::{contest, result};
use crate::cards::{BOTTOM, Card, CardSet, Rank, Suit};
use crate::discord::reply::Body;
use crate::game::{PublicDeal, PublicPhase, PublicView, Speech, SpeechKind};
use crate::i18n::{Lang, card, cards, list, seat, side, tr, trump};
use crate::rules::auction::DealKind;
use crate::rules::{HookBackFry, Seat, Side};
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
        kind(deal, lang),
        flips(deal, lang),
        Some(tr!(
            lang,
            "deal-starter",
            seat = seat_name(snap, lang, deal.starter)
        )),
    ];
    text.extend(result::marks(lang, levels).into_iter().map(Some));
    text.extend(spoken(snap, lang, &deal.spoken).into_iter().map(Some));
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

/// What is special about the deal.
fn kind(deal: &PublicDeal, lang: Lang) -> Option<String> {
    match deal.kind {
        DealKind::Plain => None,
        DealKind::Flag => Some(tr!(lang, "deal-flag")),
        DealKind::Seize { .. } => Some(tr!(lang, "deal-seize")),
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

/// Who placed, overturned or fried, one line each; with what once that is open.
pub(super) fn spoken(snap: &Snapshot, lang: Lang, all: &[Speech]) -> Vec<String> {
    (0..all.len()).map(|at| line(snap, lang, all, at)).collect()
}

fn line(snap: &Snapshot, lang: Lang, all: &[Speech], at: usize) -> String {
    let speech = &all[at];
    let who = seat_name(snap, lang, speech.seat);
    let Some((with, made)) = speech.shown else {
        return match speech.kind {
            SpeechKind::Declared => tr!(lang, "spoken-declared", seat = who),
            SpeechKind::Overturned => tr!(lang, "spoken-overturned", seat = who),
            SpeechKind::Fried => tr!(lang, "spoken-fried", seat = who),
        };
    };
    let with = cards(lang, with.iter());
    let made = trump(lang, made.suit);
    match speech.kind {
        SpeechKind::Declared if insures(all, at) => tr!(
            lang,
            "spoken-insured-with",
            seat = who,
            cards = with,
            trump = made
        ),
        SpeechKind::Declared => tr!(
            lang,
            "spoken-declared-with",
            seat = who,
            cards = with,
            trump = made
        ),
        SpeechKind::Overturned => tr!(
            lang,
            "spoken-overturned-with",
            seat = who,
            cards = with,
            trump = made
        ),
        SpeechKind::Fried if hooks_back(&snap.public, all, at) => tr!(
            lang,
            "spoken-hooked-back-with",
            seat = who,
            cards = with,
            trump = made
        ),
        SpeechKind::Fried => tr!(
            lang,
            "spoken-fried-with",
            seat = who,
            cards = with,
            trump = made
        ),
    }
}

/// Whether a declaration adds the second card to the seat's own single.
fn insures(all: &[Speech], at: usize) -> bool {
    let Some(before) = at.checked_sub(1).and_then(|b| all.get(b)) else {
        return false;
    };
    match (before.shown, all[at].shown) {
        (Some((one, _)), Some((two, _))) => {
            before.seat == all[at].seat && one.len() == 1 && two.kinds() == one.kinds()
        }
        (None, _) | (_, None) => false,
    }
}

/// Whether a fry is the first declarer's hook-back (勾回头, RULES.md 10.4).
fn hooks_back(view: &PublicView, all: &[Speech], at: usize) -> bool {
    let fried = &all[at];
    let Some((with, _)) = fried.shown else {
        return false;
    };
    all.first()
        .is_some_and(|first| may_hook_back(view, first, fried.seat, &with))
}

/// Whether that pair in that seat's hand is the hook-back of the `first`
/// declaration.
pub(super) fn may_hook_back(view: &PublicView, first: &Speech, seat: Seat, pair: &CardSet) -> bool {
    let Some((declared, made)) = first.shown else {
        return false;
    };
    let red_five = Card::new(Suit::Hearts, Rank::Five);
    let again = first.seat == seat && declared.kinds() == pair.kinds();
    let single = declared.len() == 1;
    match view.rules.auction.hook_back {
        HookBackFry::None => false,
        HookBackFry::DeclaredSuit => again && single,
        HookBackFry::DeclaredSuitFiveNamesAny => {
            again && (single || (made.level == Rank::Five && pair.has(red_five)))
        }
    }
}

/// What goes on just now, with the time left.
fn now(snap: &Snapshot, lang: Lang) -> [Option<String>; 2] {
    let text = match &snap.public.phase {
        PublicPhase::Drawing {
            drawn, open, asked, ..
        } => {
            if !asked.is_empty() {
                tr!(lang, "now-placing", seats = asked_seats(lang, asked))
            } else if *open {
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
