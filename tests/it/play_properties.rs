//! Random card play in all thirteen presets, held against the slow oracle.

use chaodipi::cards::{BOTTOM, Card, CardSet, HAND, Rank, Suit, two_decks};
use chaodipi::rules::{self, Lead, Order, Trump, preset};
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};

use crate::play_oracle::{Oracle, PRESETS, subsets};

/// Small situations tried in each preset.
const SITUATIONS: usize = 120;
/// Whole deals played in each preset.
const DEALS: usize = 6;

fn deal(preset_id: &'static str, rng: &mut StdRng) -> (Oracle, Order) {
    let level = *Rank::ALL.choose(rng).expect("thirteen ranks");
    let trump = [None, Some(0), Some(1), Some(2), Some(3)];
    let trump = trump.choose(rng).expect("five").map(|i| Suit::ALL[i]);
    let oracle = Oracle {
        preset: preset_id,
        level,
        trump,
    };
    let rules = preset(preset_id).expect("a preset");
    (
        oracle,
        Order::new(&rules.play, Trump { suit: trump, level }),
    )
}

/// Cards of one category, rich in neighbouring pairs.
fn rich(oracle: &Oracle, side: Option<Suit>, size: usize, rng: &mut StdRng) -> CardSet {
    runs(oracle, side, size, 1, rng)
}

/// Cards of one category in short runs, each kind at least `copies` times.
fn runs(
    oracle: &Oracle,
    side: Option<Suit>,
    size: usize,
    copies: usize,
    rng: &mut StdRng,
) -> CardSet {
    let mut kinds: Vec<Card> = Card::ALL
        .into_iter()
        .filter(|&c| oracle.side(c) == side)
        .collect();
    kinds.sort_by_key(|&c| oracle.height(c));
    let mut set = CardSet::EMPTY;
    while set.len() < size && set.len() < 2 * kinds.len() {
        let start = rng.random_range(0..kinds.len());
        let run = rng.random_range(1..=2 + copies);
        for &card in kinds.iter().skip(start).take(run) {
            for _ in 0..rng.random_range(copies..=2) {
                if set.len() < size {
                    set.insert(card);
                }
            }
        }
    }
    set
}

fn some_side(oracle: &Oracle, rng: &mut StdRng) -> Option<Suit> {
    let sides: Vec<Option<Suit>> = Suit::ALL
        .into_iter()
        .filter(|&s| Some(s) != oracle.trump)
        .map(Some)
        .chain([None])
        .collect();
    *sides.choose(rng).expect("a category")
}

#[test]
fn legality_listing_and_counting_agree_with_the_oracle() {
    for id in PRESETS {
        let mut rng = StdRng::seed_from_u64(7);
        for _ in 0..SITUATIONS {
            let (oracle, order) = deal(id, &mut rng);
            let side = some_side(&oracle, &mut rng);
            let size = rng.random_range(1..=6);
            let cards = rich(&oracle, side, size, &mut rng);
            let held = rng.random_range(0..=10);
            let hand = rich(&oracle, side, held, &mut rng);
            let other = some_side(&oracle, &mut rng);
            let rest = rich(&oracle, other, 12 - hand.len(), &mut rng);
            let Some(hand) = hand.plus(&rest) else {
                continue;
            };
            check_follows(&oracle, &order, side, &cards, &hand);
        }
    }
}

#[test]
fn long_tractors_agree_with_the_oracle() {
    for id in PRESETS {
        let mut rng = StdRng::seed_from_u64(13);
        for _ in 0..SITUATIONS / 4 {
            let (oracle, order) = deal(id, &mut rng);
            let side = some_side(&oracle, &mut rng);
            let size = rng.random_range(6..=8);
            let cards = runs(&oracle, side, size, 2, &mut rng);
            let hand = runs(&oracle, side, 12, 2, &mut rng);
            if hand.len() >= cards.len() {
                check_follows(&oracle, &order, side, &cards, &hand);
            }
        }
    }
}

#[test]
fn five_ten_king_agrees_with_the_oracle() {
    for id in ["five-ten-king", "red-five"] {
        let mut rng = StdRng::seed_from_u64(11);
        for _ in 0..SITUATIONS {
            let (oracle, order) = deal(id, &mut rng);
            let suit = *Suit::ALL.choose(&mut rng).expect("four suits");
            let side = Some(suit).filter(|_| oracle.trump != Some(suit));
            let fives = [Rank::Five, Rank::Ten, Rank::King].map(|r| Card::new(suit, r));
            if oracle.fives(suit).is_none() {
                continue;
            }
            let cards = CardSet::from_cards(&fives).expect("three kinds");
            let mut hand = rich(&oracle, side, 6, &mut rng);
            for card in fives {
                if rng.random_bool(0.7) {
                    hand.insert(card);
                }
            }
            for _ in 0..4 {
                hand.insert(*Card::ALL.choose(&mut rng).expect("cards"));
            }
            check_follows(&oracle, &order, side, &cards, &hand);
        }
    }
}

fn check_follows(
    oracle: &Oracle,
    order: &Order,
    side: Option<Suit>,
    cards: &CardSet,
    hand: &CardSet,
) {
    let situation = || {
        format!(
            "{oracle:?} lead {:?} hand {:?}",
            cards.to_vec(),
            hand.to_vec()
        )
    };
    let lead = Lead::new(order, cards).unwrap_or_else(|| panic!("{}", situation()));
    let parts = oracle.lead_parts(cards, side);
    let profile = lead.profile();
    let lengths: Vec<usize> = profile.tractors().iter().map(|&k| k as usize).collect();
    assert_eq!(lengths, parts.tractors, "{}", situation());
    assert_eq!(profile.pairs as usize, parts.pairs, "{}", situation());
    assert_eq!(profile.singles as usize, parts.singles, "{}", situation());
    if hand.len() < lead.len() {
        return;
    }
    let follow = lead.follow(order, hand, false);
    let listed = follow.plays(usize::MAX);
    assert!(
        listed.complete && !listed.plays.is_empty(),
        "{}",
        situation()
    );
    assert_eq!(follow.count(), listed.plays.len() as u64, "{}", situation());
    let mut digits = cards.kinds().bits() as usize;
    let picked = follow.pick(|n| {
        digits = digits / 3 + 1;
        digits % n
    });
    assert!(follow.allows(&picked), "{}", situation());
    let choices = follow.choices();
    let mut must = *hand;
    let mut may = CardSet::EMPTY;
    let mut legal = 0;
    for play in subsets(hand, lead.len()) {
        let expected = oracle.follows(&parts, side, hand, &play);
        let said = follow.check(&play);
        assert_eq!(
            said.is_ok(),
            expected,
            "{} play {:?}",
            situation(),
            play.to_vec()
        );
        assert_eq!(follow.allows(&play), expected, "{}", situation());
        assert_eq!(listed.plays.contains(&play), expected, "{}", situation());
        if expected {
            legal += 1;
            must = must.minus(&must.minus(&play));
            may = may.plus(&play.minus(&may)).expect("cards of the hand");
        }
    }
    assert_eq!(listed.plays.len(), legal, "{}", situation());
    assert_eq!(choices.must.to_vec(), must.to_vec(), "{}", situation());
    assert_eq!(choices.may.to_vec(), may.to_vec(), "{}", situation());
}

#[test]
fn the_winner_agrees_with_the_oracle() {
    for id in PRESETS {
        let mut rng = StdRng::seed_from_u64(3);
        for _ in 0..SITUATIONS {
            let (oracle, order) = deal(id, &mut rng);
            let side = some_side(&oracle, &mut rng);
            let size = rng.random_range(1..=8);
            let lead = rich(&oracle, side, size, &mut rng);
            let mut plays = vec![lead];
            for _ in 0..3 {
                let own = if rng.random_bool(0.5) { side } else { None };
                plays.push(rich(&oracle, own, lead.len(), &mut rng));
            }
            let parts = oracle.lead_parts(&lead, side);
            let mut best = (0, oracle.key(&lead, &parts, side, &lead));
            for (seat, play) in plays.iter().enumerate().skip(1) {
                let key = oracle.key(&lead, &parts, side, play);
                if key.is_some() && key > best.1 {
                    best = (seat, key);
                }
            }
            let lists: Vec<Vec<Card>> = plays.iter().map(CardSet::to_vec).collect();
            assert_eq!(
                rules::winner(&order, &plays),
                best.0,
                "{oracle:?} {lists:?}"
            );
        }
    }
}

#[test]
fn throws_agree_with_the_oracle() {
    for id in PRESETS {
        let mut rng = StdRng::seed_from_u64(17);
        for _ in 0..SITUATIONS {
            let (oracle, order) = deal(id, &mut rng);
            let side = some_side(&oracle, &mut rng);
            let cards = rich(&oracle, side, 6, &mut rng);
            let others = [3, 5, 8].map(|size| rich(&oracle, side, size, &mut rng));
            let lead = Lead::new(&order, &cards).expect("one category");
            let parts = order.parts(&cards).expect("one category").parts;
            let beaten: Vec<CardSet> = parts
                .iter()
                .map(|part| part.cards)
                .filter(|part| others.iter().any(|hand| oracle.beaten(side, part, hand)))
                .filter(|_| parts.len() > 1)
                .collect();
            let lowest = |part: &&CardSet| {
                let heights = part.iter().map(|c| oracle.height(c)).max();
                (part.len(), heights, part.iter().next())
            };
            let forced = beaten.iter().min_by_key(lowest).copied();
            let failed = lead.fails_against(&order, &others);
            assert_eq!(
                failed.map(|f| f.forced.to_vec()),
                forced.map(|f| f.to_vec())
            );
            if let (Some(failed), Some(forced)) = (failed, forced) {
                let sum = beaten.iter().map(CardSet::len).sum();
                let penalty = oracle.penalty(cards.len(), forced.len(), sum);
                assert_eq!(failed.penalty as usize, penalty, "{oracle:?}");
            }
        }
    }
}

#[test]
fn random_deals_come_to_their_end() {
    for id in PRESETS {
        let mut rng = StdRng::seed_from_u64(5);
        for _ in 0..DEALS {
            let (_, order) = deal(id, &mut rng);
            let mut deck = two_decks();
            deck.shuffle(&mut rng);
            let bottom = CardSet::from_cards(&deck[..BOTTOM]).expect("a deck");
            let mut hands: Vec<CardSet> = deck[BOTTOM..]
                .chunks(HAND)
                .map(|cards| CardSet::from_cards(cards).expect("a deck"))
                .collect();
            let mut points = bottom.points();
            let mut leader = 0;
            while !hands[leader].is_empty() {
                let leads = rules::leads(&order, &hands[leader], false);
                let mut cards = *leads.choose(&mut rng).expect("a lead");
                if rng.random_bool(0.3) {
                    let category = order.category(cards.iter().next().expect("a card"));
                    cards = hands[leader].within(order.kinds(category));
                }
                let mut lead = Lead::check(&order, &hands[leader], &cards, false).expect("legal");
                let others = [1, 2, 3].map(|i| hands[(leader + i) % 4]);
                if let Some(failed) = lead.fails_against(&order, &others) {
                    assert!(cards.contains_all(&failed.forced) && failed.forced != cards);
                    assert!(failed.penalty >= 10);
                    lead = Lead::new(&order, &failed.forced).expect("one category");
                    assert!(!lead.is_throw());
                }
                let mut plays = vec![lead.cards()];
                for hand in others {
                    let follow = lead.follow(&order, &hand, false);
                    assert!(!follow.plays(1).plays.is_empty());
                    let play = follow.pick(|n| rng.random_range(0..n));
                    assert_eq!(follow.check(&play), Ok(()));
                    plays.push(play);
                }
                for (i, play) in plays.iter().enumerate() {
                    let hand = &mut hands[(leader + i) % 4];
                    assert!(hand.contains_all(play));
                    *hand = hand.minus(play);
                }
                points += rules::points(&plays);
                leader = (leader + rules::winner(&order, &plays)) % 4;
            }
            assert!(hands.iter().all(CardSet::is_empty));
            assert_eq!(points, 200);
        }
    }
}
