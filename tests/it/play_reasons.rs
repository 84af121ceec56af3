//! Leads and follows that are refused are refused for the first reason in
//! JUDGE.md's order, and all others are accepted, in all thirteen presets.

use chaodipi::cards::{Card, CardSet, Rank, Suit};
use chaodipi::rules::{Lead, Order, Trump, leads, preset};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use crate::play_oracle::{Oracle, PRESETS, subsets};

/// Positions tried in each preset.
const POSITIONS: usize = 60;
/// Plays tried in each.
const PLAYS: usize = 60;

fn deal(preset_id: &'static str, rng: &mut StdRng) -> (Oracle, Order) {
    let level = *Rank::ALL.choose(rng).expect("thirteen ranks");
    let trump = Suit::ALL
        .choose(rng)
        .copied()
        .filter(|_| rng.random_bool(0.8));
    let oracle = Oracle {
        preset: preset_id,
        level,
        trump,
    };
    let rules = preset(preset_id).expect("a preset");
    let order = Order::new(&rules.play, Trump { suit: trump, level });
    (oracle, order)
}

/// Cards of few kinds, near each other, so that pairs, tractors and 5-10-K come up.
fn hand(oracle: &Oracle, size: usize, rng: &mut StdRng) -> CardSet {
    let mut kinds: Vec<Card> = Card::ALL.to_vec();
    kinds.sort_by_key(|&c| (oracle.side(c), oracle.height(c)));
    let mut hand = CardSet::EMPTY;
    while hand.len() < size {
        let start = rng.random_range(0..kinds.len());
        for &card in kinds.iter().skip(start).take(rng.random_range(1..4)) {
            for _ in 0..rng.random_range(1..=2) {
                if hand.len() < size {
                    hand.insert(card);
                }
            }
        }
        for rank in [Rank::Five, Rank::Ten, Rank::King] {
            if rng.random_bool(0.1) && hand.len() < size {
                hand.insert(Card::new(Suit::Hearts, rank));
            }
        }
    }
    hand
}

fn some(cards: &CardSet, count: usize, rng: &mut StdRng) -> CardSet {
    let mut left = cards.to_vec();
    let mut chosen = CardSet::EMPTY;
    while chosen.len() < count && !left.is_empty() {
        chosen.insert(left.swap_remove(rng.random_range(0..left.len())));
    }
    chosen
}

#[test]
fn a_follow_is_refused_for_the_first_reason() {
    let mut named: Vec<&str> = Vec::new();
    for id in PRESETS {
        let mut rng = StdRng::seed_from_u64(23);
        for _ in 0..POSITIONS {
            let (oracle, order) = deal(id, &mut rng);
            let cards = hand(&oracle, 8, &mut rng);
            let side = oracle.side(cards.iter().next().expect("cards"));
            let of_side = cards.iter().filter(|&c| oracle.side(c) == side);
            let cards = CardSet::from_cards(&of_side.collect::<Vec<_>>()).expect("a hand");
            let lead = Lead::new(&order, &cards).expect("one category");
            let parts = oracle.lead_parts(&cards, side);
            let held = hand(&oracle, 12, &mut rng);
            let follow = lead.follow(&order, &held, false);
            for n in 0..PLAYS {
                let stray = if n % 6 == 0 { 1 } else { 0 };
                let size =
                    (lead.len() + usize::from(n % 7 == 0)).saturating_sub(usize::from(n % 11 == 0));
                let mut play = some(&held, size.saturating_sub(stray), &mut rng);
                if n % 2 == 0 {
                    let own: Vec<Card> = held.iter().filter(|&c| oracle.side(c) == side).collect();
                    let own = CardSet::from_cards(&own).expect("of a hand");
                    play = some(&own, size, &mut rng);
                }
                for _ in 0..stray {
                    play.insert(*Card::ALL.choose(&mut rng).expect("cards"));
                }
                let expected = oracle.reason(&parts, (side, lead.len()), &held, &play);
                let said = follow.check(&play).err().map(|refusal| refusal.as_str());
                assert_eq!(
                    said,
                    expected,
                    "{oracle:?} lead {:?} hand {:?} play {:?}",
                    cards.to_vec(),
                    held.to_vec(),
                    play.to_vec()
                );
                named.extend(said);
            }
        }
    }
    for reason in [
        "not_in_hand",
        "wrong_count",
        "must_follow_suit",
        "must_follow_pair",
        "must_follow_tractor",
    ] {
        assert!(named.contains(&reason), "{reason} never came up");
    }
}

#[test]
fn five_ten_king_is_refused_for_the_first_reason() {
    let mut named: Vec<&str> = Vec::new();
    for id in ["five-ten-king", "red-five"] {
        let mut rng = StdRng::seed_from_u64(29);
        for _ in 0..4 * POSITIONS {
            let (oracle, order) = deal(id, &mut rng);
            let suit = *Suit::ALL.choose(&mut rng).expect("four suits");
            let side = Some(suit).filter(|_| oracle.trump != Some(suit));
            let Some((cards, _)) = oracle.fives(suit) else {
                continue;
            };
            let lead = Lead::new(&order, &cards).expect("one category");
            let parts = oracle.lead_parts(&cards, side);
            let mut held = hand(&oracle, 9, &mut rng);
            for card in cards.iter() {
                if rng.random_bool(0.7) {
                    held.insert(card);
                }
            }
            let follow = lead.follow(&order, &held, false);
            for play in subsets(&held, 3) {
                let expected = oracle.reason(&parts, (side, 3), &held, &play);
                let said = follow.check(&play).err().map(|refusal| refusal.as_str());
                assert_eq!(
                    said,
                    expected,
                    "{oracle:?} {:?} {:?}",
                    held.to_vec(),
                    play.to_vec()
                );
                named.extend(said);
            }
        }
    }
    for reason in ["must_follow_suit", "must_follow_fives", "must_play_highest"] {
        assert!(named.contains(&reason), "{reason} never came up");
    }
}

#[test]
fn leads_are_judged_and_listed_as_brute_force_finds_them() {
    for id in PRESETS {
        let mut rng = StdRng::seed_from_u64(31);
        for n in 0..POSITIONS / 2 {
            let (oracle, order) = deal(id, &mut rng);
            let held = hand(&oracle, 8, &mut rng);
            let withheld = n % 3 == 0;
            let listed = leads(&order, &held, withheld);
            let mut single_parts = 0;
            for size in 0..=held.len() {
                for play in subsets(&held, size) {
                    let expected = lead_reason(&oracle, &held, &play, withheld);
                    let said = Lead::check(&order, &held, &play, withheld);
                    let said = said.err().map(|refusal| refusal.as_str());
                    let position = || format!("{oracle:?} {:?} {:?}", held.to_vec(), play.to_vec());
                    assert_eq!(said, expected, "{}", position());
                    let one_part = expected.is_none() && !is_throw(&oracle, &play);
                    single_parts += usize::from(one_part);
                    assert_eq!(listed.contains(&play), one_part, "{}", position());
                }
            }
            assert_eq!(listed.len(), single_parts, "each is listed once");
            let mut stray = held;
            while !stray.insert(*Card::ALL.choose(&mut rng).expect("cards")) {}
            let said = Lead::check(&order, &held, &stray, withheld);
            assert_eq!(said.err().map(|r| r.as_str()), Some("not_in_hand"));
        }
    }
}

fn is_throw(oracle: &Oracle, play: &CardSet) -> bool {
    let side = oracle.led(play).expect("one category");
    let parts = oracle.lead_parts(play, side);
    parts.fives + parts.tractors.len() + parts.pairs + parts.singles > 1
}

/// The first reason of JUDGE.md's order that speaks against a lead.
fn lead_reason(
    oracle: &Oracle,
    held: &CardSet,
    play: &CardSet,
    withheld: bool,
) -> Option<&'static str> {
    if !held.contains_all(play) {
        return Some("not_in_hand");
    }
    if play.is_empty() {
        return Some("wrong_count");
    }
    let Some(side) = oracle.led(play) else {
        return Some("mixed_categories");
    };
    let of_hearts = side == Some(Suit::Hearts) && oracle.lead_parts(play, side).fives > 0;
    (withheld && of_hearts).then_some("fives_withheld")
}
