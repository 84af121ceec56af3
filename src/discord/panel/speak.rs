//! The panels of the auction: placing, overturning, frying. The questions are
//! worded the same every time, whatever the seat holds; what it may answer stands below.

use super::deal::may_hook_back;
use super::names::seat_name;
use super::parts::deadline;
use super::private::{Controls, Seen};
use crate::cards::{Card, CardSet, Suit};
use crate::discord::custom_id::Verb;
use crate::discord::reply::{Button, Row, Style};
use crate::game::{ClockChoice, PublicPhase, PublicView, SeatView, SpeechKind};
use crate::i18n::{Lang, cards, tr, trump};
use crate::rules::auction::{AuctionAct, DealKind, Named};
use crate::rules::{DeclareJokers, Declaring, HookBackFry, OverturnWith, PairRank};

/// The numbers of the buttons that place a card, as [`placed_cards`] reads them.
const SINGLES: std::ops::Range<usize> = 0..4;
const PAIRS: std::ops::Range<usize> = 4..8;
const JOKER_PAIRS: std::ops::Range<usize> = 8..10;

/// Most options that get a button: four rows; the fifth is for Pass.
const MOST: usize = 20;

/// To place a level card. Every suit has its button at a fixed place, which
/// can be pressed once its card is there.
pub(super) fn place(seen: &Seen, options: &[AuctionAct]) -> Controls {
    let Seen {
        snap,
        view,
        lang,
        ids,
        ..
    } = *seen;
    let rules = &view.public.rules.auction;
    let deal = view.public.deal.as_ref();
    let level = deal.map(|d| d.declares[view.seat.side()]);
    let pairs = rules.secrecy.declares_pairs();
    let jokers = rules.declare_jokers == DeclareJokers::Pair;
    let mut rows = Vec::new();
    for (places, there) in [(SINGLES, true), (PAIRS, pairs), (JOKER_PAIRS, jokers)] {
        let buttons: Vec<Button> = places
            .filter(|_| there)
            .filter_map(|index| {
                let set = placed_cards(level?, index)?;
                let label = declaring_label(view, lang, &set);
                let mut button = ids.button(Verb::Declare, index, &label, Style::Primary);
                button.disabled = !options.contains(&AuctionAct::Declare { cards: set });
                Some(button)
            })
            .collect();
        if !buttons.is_empty() {
            rows.push(Row::Buttons(buttons));
        }
    }
    if options.contains(&AuctionAct::Pass) {
        rows.push(Row::Buttons(vec![pass(seen)]));
    }
    Controls {
        text: vec![
            Some(tr!(
                lang,
                "ask-place",
                level = level.map_or("?", |l| l.label())
            )),
            Some(placing(view, lang)),
            insuring(view, lang),
            jokers.then(|| tr!(lang, "place-jokers")),
            deadline(snap),
        ],
        rows,
        hint: Some(tr!(lang, "hint-declare")),
    }
}

/// Which of the declarations counts. Without a clock nobody races (RULES.md 2.2).
fn placing(view: &SeatView, lang: Lang) -> String {
    let sealed = view.public.clock == ClockChoice::None;
    if one_counts(view) {
        return if sealed {
            tr!(lang, "place-first-drawn")
        } else {
            tr!(lang, "place-first")
        };
    }
    let ranked = if seized(view) {
        tr!(lang, "place-seize")
    } else if declaring(view) == Declaring::PairsBySuit {
        tr!(lang, "place-pairs-by-suit")
    } else {
        tr!(lang, "place-pairs")
    };
    if sealed {
        format!("{ranked}\n{}", tr!(lang, "place-highest-drawn"))
    } else {
        ranked
    }
}

/// Which declaration counts in the deal.
fn declaring(view: &SeatView) -> Declaring {
    let kind = view.public.deal.as_ref().map(|d| d.kind);
    kind.unwrap_or_default()
        .declaring(&view.public.rules.auction)
}

/// Whether nothing goes over the declaration that stands.
fn one_counts(view: &SeatView) -> bool {
    !declaring(view).goes_on()
}

/// That the declarer may add the second card, where it may.
fn insuring(view: &SeatView, lang: Lang) -> Option<String> {
    let insures = declaring(view).insures();
    insures.then(|| tr!(lang, "place-insured"))
}

/// What a seat has placed and what became of it, while that is not told to all.
pub(super) fn placed(seen: &Seen) -> Vec<Option<String>> {
    let Seen {
        snap, view, lang, ..
    } = *seen;
    let waits = view.placed.map(|act| match act {
        AuctionAct::Pass => tr!(lang, "placed-nothing"),
        AuctionAct::Declare { .. }
        | AuctionAct::Overturn { .. }
        | AuctionAct::Bury { .. }
        | AuctionAct::Fry { .. } => tr!(lang, "placed-sealed", cards = said(lang, &act)),
    });
    let before_play = matches!(
        view.public.phase,
        PublicPhase::Drawing { .. }
            | PublicPhase::Overturning { .. }
            | PublicPhase::Burying { .. }
            | PublicPhase::Frying { .. }
    );
    let outdone = snap.outdone[view.seat].filter(|_| before_play).map(|set| {
        let mut spoken = view.public.deal.iter().flat_map(|d| &d.spoken);
        let counts = spoken.rfind(|s| s.kind == SpeechKind::Declared);
        let seat = counts.map_or_else(
            || tr!(lang, "somebody"),
            |speech| seat_name(snap, lang, speech.seat),
        );
        let cards = cards(lang, set.iter());
        if one_counts(view) {
            tr!(lang, "placed-later", cards = cards, seat = seat)
        } else {
            tr!(lang, "placed-lower", cards = cards, seat = seat)
        }
    });
    vec![waits, outdone]
}

fn seized(view: &SeatView) -> bool {
    let kind = view.public.deal.as_ref().map(|d| d.kind);
    matches!(kind, Some(DealKind::Seize { .. }))
}

/// A pair that only adds the second card to the seat's own single insures it.
fn declaring_label(view: &SeatView, lang: Lang, set: &CardSet) -> String {
    let named = cards(lang, set.iter());
    let own = view.own_speech.last().and_then(|s| s.shown);
    let adds = own.is_some_and(|(one, _)| one.len() == 1 && one.kinds() == set.kinds());
    if adds && set.len() == 2 && declaring(view).insures() {
        tr!(lang, "said-insure", cards = named)
    } else {
        named
    }
}

/// How the pairs are ranked, and what goes over all of them, where they are.
fn ranking(view: &SeatView, lang: Lang) -> Vec<Option<String>> {
    let rules = &view.public.rules.auction;
    let order = match rules.rank {
        PairRank::Unranked => None,
        PairRank::Suits => Some(tr!(lang, "pairs-order-suits")),
        PairRank::SuitsThenRedFive => Some(tr!(lang, "pairs-order-red-five")),
        PairRank::SuitsThenFives => Some(tr!(lang, "pairs-order-fives")),
    };
    let hook = match rules.hook_back {
        HookBackFry::None => None,
        HookBackFry::DeclaredSuit | HookBackFry::DeclaredSuitFiveNamesAny => {
            Some(tr!(lang, "pairs-order-hook-back"))
        }
    };
    vec![order, hook]
}

/// The cards that the button number `index` places: a single of each suit
/// (0-3), a pair of each (4-7), the pair of small and of big jokers (8, 9).
#[must_use]
pub fn placed_cards(level: crate::cards::Rank, index: usize) -> Option<CardSet> {
    let card = match index {
        8 => Card::LITTLE_JOKER,
        9 => Card::BIG_JOKER,
        _ => Card::new(*Suit::ALL.get(index % 4)?, level),
    };
    let copies = match index {
        0..4 => 1,
        4..10 => 2,
        _ => return None,
    };
    CardSet::from_cards(&[card, card][..copies])
}

pub(super) fn overturn(
    seen: &Seen,
    options: &[AuctionAct],
    answered: Option<&AuctionAct>,
    asked: Option<usize>,
) -> Controls {
    let lang = seen.lang;
    let question = if seized(seen.view) {
        tr!(lang, "ask-seize")
    } else {
        tr!(lang, "ask-overturn")
    };
    let hint = tr!(lang, "hint-overturn");
    speak(
        seen,
        Verb::Overturn,
        question,
        hint,
        options,
        answered,
        asked,
    )
}

pub(super) fn fry(
    seen: &Seen,
    options: &[AuctionAct],
    answered: Option<&AuctionAct>,
    asked: Option<usize>,
) -> Controls {
    let lang = seen.lang;
    let question = tr!(lang, "ask-fry");
    let hint = tr!(lang, "hint-fry");
    speak(seen, Verb::Fry, question, hint, options, answered, asked)
}

fn speak(
    seen: &Seen,
    verb: Verb,
    question: String,
    hint: String,
    options: &[AuctionAct],
    answered: Option<&AuctionAct>,
    asked: Option<usize>,
) -> Controls {
    let Seen {
        snap,
        view,
        lang,
        ids,
        ..
    } = *seen;
    let mut text = vec![Some(question), deadline(snap)];
    if !seized(view) {
        text.extend(ranking(view, lang));
    }
    if let Some(answer) = answered {
        let answer = said_by(view, lang, answer);
        text.push(Some(tr!(lang, "answered", answer = answer)));
        return Controls {
            text,
            ..Controls::default()
        };
    }
    let mut offered = options
        .iter()
        .enumerate()
        .filter(|(_, o)| !matches!(o, AuctionAct::Pass))
        .take(MOST)
        .peekable();
    // Nobody but the seat itself reads this.
    let what = || serves(lang, &view.public).0;
    text.push(
        offered
            .peek()
            .is_none()
            .then(|| tr!(lang, "none-serves", what = what())),
    );
    let mut buttons: Vec<Button> = Vec::new();
    match asked.and_then(|i| Some((i, options.get(i)?))) {
        Some((index, option)) => {
            let what = said_by(view, lang, option);
            text.push(Some(tr!(lang, "ask-sure", cards = what.clone())));
            let label = tr!(lang, "button-sure", what = what);
            buttons.push(ids.button(Verb::Sure, index, &label, Style::Danger));
            let back = tr!(lang, "button-no");
            buttons.push(ids.button(Verb::Hand, 1, &back, Style::Secondary));
        }
        None => {
            for (index, option) in offered {
                buttons.push(ids.button(verb, index, &said_by(view, lang, option), Style::Primary));
            }
            buttons.push(pass(seen));
        }
    }
    Controls {
        text,
        rows: buttons
            .chunks(5)
            .map(|c| Row::Buttons(c.to_vec()))
            .collect(),
        hint: Some(hint),
    }
}

/// What serves to overturn or to fry, else to declare; whether it takes a pair.
#[must_use]
pub fn serves(lang: Lang, view: &PublicView) -> (String, bool) {
    let rules = &view.rules.auction;
    let by_rank = || match rules.rank {
        PairRank::Unranked | PairRank::Suits => tr!(lang, "serves-joker-pairs"),
        PairRank::SuitsThenRedFive => tr!(lang, "serves-red-five"),
        PairRank::SuitsThenFives => tr!(lang, "serves-fives"),
    };
    let deal = view.deal.as_ref();
    let overturning = if deal.is_some_and(|d| d.flips.is_some()) {
        rules.overturn_first.with
    } else {
        rules.overturn_later.with
    };
    let seized = deal.is_some_and(|d| matches!(d.kind, DealKind::Seize { .. }));
    match view.phase {
        PublicPhase::Overturning { .. } if seized => (tr!(lang, "serves-level-pairs"), true),
        PublicPhase::Overturning { .. } => match overturning {
            OverturnWith::LevelPairs => (tr!(lang, "serves-level-pairs"), true),
            OverturnWith::LevelOrJokerPairs => (tr!(lang, "serves-joker-pairs"), true),
            OverturnWith::FryingPairs => (by_rank(), true),
        },
        PublicPhase::Frying { .. } => (by_rank(), true),
        PublicPhase::Lobby
        | PublicPhase::Shuffling
        | PublicPhase::Drawing { .. }
        | PublicPhase::Burying { .. }
        | PublicPhase::Playing { .. }
        | PublicPhase::Between
        | PublicPhase::Finished
        | PublicPhase::Ended => match rules.declare_jokers {
            DeclareJokers::No => (tr!(lang, "serves-level"), false),
            DeclareJokers::Pair => (tr!(lang, "serves-level-jokers"), false),
        },
    }
}

fn pass(seen: &Seen) -> Button {
    let label = tr!(seen.lang, "button-pass");
    seen.ids.button(Verb::Pass, 0, &label, Style::Secondary)
}

/// The cards of an act; none for a pass.
#[must_use]
pub fn act_cards(act: &AuctionAct) -> CardSet {
    match act {
        AuctionAct::Declare { cards }
        | AuctionAct::Overturn { cards, .. }
        | AuctionAct::Bury { cards }
        | AuctionAct::Fry { cards, .. } => *cards,
        AuctionAct::Pass => CardSet::EMPTY,
    }
}

/// The same, by a seat whose fry may be the hook-back.
fn said_by(view: &SeatView, lang: Lang, act: &AuctionAct) -> String {
    let named = said(lang, act);
    let first = view.public.deal.as_ref().and_then(|d| d.spoken.first());
    let hooks = |cards: &CardSet| {
        first.is_some_and(|first| may_hook_back(&view.public, first, view.seat, cards))
    };
    match act {
        AuctionAct::Fry { cards, .. } if hooks(cards) => {
            tr!(lang, "said-hook-back", cards = named)
        }
        AuctionAct::Fry { .. }
        | AuctionAct::Declare { .. }
        | AuctionAct::Overturn { .. }
        | AuctionAct::Bury { .. }
        | AuctionAct::Pass => named,
    }
}

/// An act in few words: its cards, and the trump where one is named.
#[must_use]
pub fn said(lang: Lang, act: &AuctionAct) -> String {
    let named = match act {
        AuctionAct::Overturn { name, .. } | AuctionAct::Fry { name, .. } => *name,
        AuctionAct::Declare { .. } | AuctionAct::Bury { .. } => None,
        AuctionAct::Pass => return tr!(lang, "button-pass"),
    };
    let shown = cards(lang, act_cards(act).iter());
    match named.map(Named::suit) {
        Some(suit) => format!("{shown} → {}", trump(lang, suit)),
        None => shown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Rank;

    #[test]
    fn every_number_places_its_own_cards() {
        let names = |index| {
            let cards = placed_cards(Rank::Eight, index)?;
            let names: Vec<String> = cards.iter().map(Card::name).collect();
            Some(names.join(" "))
        };
        let all: Vec<Option<String>> = (0..11).map(names).collect();
        let expected = [
            Some("S8"),
            Some("H8"),
            Some("D8"),
            Some("C8"),
            Some("S8 S8"),
            Some("H8 H8"),
            Some("D8 D8"),
            Some("C8 C8"),
            Some("LJ LJ"),
            Some("BJ BJ"),
            None,
        ];
        assert_eq!(all, expected.map(|e| e.map(str::to_string)));
    }
}
