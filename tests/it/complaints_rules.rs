//! What players of other programs of this family complained about, where the
//! rules are concerned: it must not happen here, in any preset. (C73, that
//! `/rules` says what is not played here, is tested where that text is made.)

use std::collections::BTreeSet;

use chaodipi::cards::{Card, CardSet, Rank, Suit};
use chaodipi::game::{ClockChoice, Event};
use chaodipi::players::{ComputerPlayer, Random};
use chaodipi::rules::{
    self, BySeat, Category, FollowDuty, Order, PRESETS, PairRank, RuleSet, Trump,
};
use chaodipi::tools::simulate::Driver;

use crate::clause_questions::answer;
use crate::game_support::set;
use crate::play_oracle::Oracle;

/// The answer that a ruleset gives, named in a failure.
fn asks(rules: &RuleSet, question: &str, expected: &str) {
    assert_eq!(
        answer(rules, question),
        expected,
        "{}: {question}",
        rules.base
    );
}

#[test]
fn c64_a_long_trump_tractor_draws_pairs_of_trump() {
    let question = "follow KS S7 S7 S8 S8 S9 S9 / S2 S2 S3 S4 SJ SJ SQ BJ / S2 S3 S4 SJ SJ SQ";
    for preset in PRESETS.iter() {
        let expected = match preset.rules.play.follow_pairs {
            FollowDuty::Must => "must_follow_pair",
            FollowDuty::Free => "ok",
        };
        asks(&preset.rules, question, expected);
    }
}

#[test]
fn c65_a_throw_is_held_against_its_parts() {
    for preset in PRESETS.iter() {
        // A lower tractor elsewhere stops no pairs, a single no pair.
        let lower = "throw 8S CA CK CK CQ CQ / CT CT CJ CJ / C3 C3 C4 C4 / C6";
        asks(&preset.rules, lower, "stands");
        let single = "throw 8S CA CK CK / CA CQ / C3 C3 / C4";
        asks(&preset.rules, single, "stands");
        let pair = "throw 8S CK CK CT / CA CA / C3 / C4";
        let said = answer(&preset.rules, pair);
        assert!(said.starts_with("CT pays"), "{}: {said}", preset.id);
    }
}

#[test]
fn c66_ruffs_of_a_throw_are_compared_by_its_longest_part() {
    // A pair and two singles: 6622 goes over 55A2 with its pair of sixes.
    let question = "trick 3S HA HA HK HQ / S7 S7 SA S2 / S9 S9 S2 S4 / C4 C4 C6 C7";
    let without = "trick 3S HA HA HK HQ / S7 S7 SA S2 / S9 S8 SA SK / C4 C4 C6 C7";
    let tractor = "trick 3S HJ HJ HT HT H9 / S7 S7 S8 S8 S2 / S9 S9 SQ SQ SA / C4 C4 C6 C7 C8";
    for preset in PRESETS.iter() {
        asks(&preset.rules, question, "3");
        asks(&preset.rules, without, "2");
        asks(&preset.rules, tractor, "2");
    }
}

/// One preset of each way to order and to link cards.
fn ways_to_link() -> Vec<&'static str> {
    let mut seen = Vec::new();
    let mut ids = Vec::new();
    for preset in PRESETS.iter() {
        let way = (preset.rules.play.links, preset.rules.play.permanent_trumps);
        if !seen.contains(&way) {
            seen.push(way);
            ids.push(preset.id);
        }
    }
    ids
}

#[test]
fn c67_every_two_pairs_at_every_level_and_trump() {
    let trumps = [None].into_iter().chain(Suit::ALL.map(Some));
    for (id, level) in ways_to_link()
        .into_iter()
        .flat_map(|id| Rank::ALL.map(|level| (id, level)))
    {
        let rules = rules::preset(id).expect("a preset");
        for suit in trumps.clone() {
            let order = Order::new(&rules.play, Trump { suit, level });
            let oracle = Oracle {
                preset: id,
                level,
                trump: suit,
            };
            for category in Category::ALL {
                every_two(&order, &oracle, category);
            }
        }
    }
}

fn every_two(order: &Order, oracle: &Oracle, category: Category) {
    let kinds: Vec<Card> = order.kinds(category).iter().collect();
    for (n, &one) in kinds.iter().enumerate() {
        for &other in &kinds[n + 1..] {
            let pairs = [one, one, other, other];
            let cards = CardSet::from_cards(&pairs).expect("two decks");
            let (_, profile) = order.profile(&cards).expect("one category");
            let linked = oracle.tractor(one, other);
            assert_eq!(
                profile.tractors() == [2],
                linked,
                "{oracle:?}: {} {}",
                one.name(),
                other.name()
            );
        }
    }
}

#[test]
fn c67_a_pair_is_no_tractor_and_a_rank_pair_digs_as_one() {
    for preset in PRESETS.iter() {
        asks(&preset.rules, "parts 8S S2 S2", "pair");
        asks(&preset.rules, "parts 8S S8 S8", "pair");
    }
    let tv = rules::preset("tv").expect("a preset");
    asks(&tv, "parts 3S H2 H2 H4 H4", "tractor2");
    asks(&tv, "dig 8S S8 S8 H8 H8", "8");
}

#[test]
fn c68_cards_of_two_categories_never_win() {
    for preset in PRESETS.iter() {
        asks(
            &preset.rules,
            "trick 8- H9 HT HJ / CA CK CQ / BJ LJ C2 / D3 DA DK",
            "1",
        );
        asks(&preset.rules, "trick 8- H9 H9 / CA CA / DA DA / H3 H4", "1");
        // The last to play may still ruff.
        asks(&preset.rules, "trick 8- H9 H9 / CA CA / DA DA / LJ LJ", "4");
        asks(
            &preset.rules,
            "follow 8- H9 H9 / LJ LJ D3 D4 C6 / LJ LJ",
            "ok",
        );
    }
}

#[test]
fn c69_what_goes_over_what_is_a_strict_order_with_an_end() {
    for rank in [
        PairRank::Suits,
        PairRank::SuitsThenRedFive,
        PairRank::SuitsThenFives,
    ] {
        for level in Rank::ALL {
            let pairs = Card::ALL.into_iter().filter_map(|c| rank.height(c, level));
            let pairs: Vec<_> = pairs.collect();
            let heights: BTreeSet<_> = pairs.iter().copied().collect();
            assert_eq!(
                heights.len(),
                pairs.len(),
                "{rank:?} at {level:?}: no equals"
            );
            for &height in &heights {
                assert!(!rank.tops(height, height), "{rank:?}: over itself");
            }
        }
    }
    // Unranked pairs end because a seat uses each of its pairs once.
    let again = "auction T stayed: 1 d CT, close, pass, bury, 3 f HT HT, bury, 0 f ST ST, bury, \
                 1 f HT HT, bury, 2 p, 3 f HT HT ? trump";
    for preset in PRESETS.iter().filter(|p| !p.rules.auction.rank.is_ranked()) {
        asks(&preset.rules, again, "already_used");
    }
}

#[test]
fn c70_asking_begins_anew_after_whoever_took_the_bottom() {
    for preset in PRESETS.iter() {
        let begun = "auction T stayed: 1 d CT, close, pass, bury";
        let staying = answer(&preset.rules, &format!("{begun} ? dealer")) == "0";
        let fryer = if staying { 2 } else { 3 };
        let fried = format!("{begun}, {fryer} f HT HT, bury");
        let asked = if staying { "3 0 1" } else { "0 1 2" };
        asks(&preset.rules, &format!("{fried} ? asked"), asked);
        // Nobody goes over what it said itself.
        let own = format!("{fried}, {fryer} f ST ST ? trump");
        asks(&preset.rules, &own, "not_your_turn");
    }
}

#[test]
fn c71_no_rise_passes_a_rung_that_must_be_played() {
    for preset in PRESETS.iter() {
        let scoring = &preset.rules.scoring;
        let held =
            scoring.ladder.rungs().contains(&Rank::Jack) && scoring.must_play.has(Rank::Jack);
        let said = answer(&preset.rules, "levels 5 2 / T 2 / 195 / S4");
        assert_eq!(said == "change 5 2 / J 2", held, "{}: {said}", preset.id);
        let said = answer(&preset.rules, "levels 5 2 / K 2 J / 195 / S4");
        assert_eq!(said, "change 5 2 / A 2 J", "{}", preset.id);
    }
}

#[test]
fn c72_hands_are_sorted_before_the_trump_is_known() {
    for preset in PRESETS.iter() {
        for level in Rank::ALL {
            let order = Order::unknown_trump(&preset.rules.play, level);
            let hand = set("S3 H9 BJ D4 HQ C6 LJ")
                .plus(&CardSet::from_cards(&[Card::new(Suit::Diamonds, level)]).expect("a card"));
            let groups = order.groups(&hand.expect("two decks"));
            let trumps = &groups[0];
            assert_eq!(trumps.category, Category::Trump, "{}", preset.id);
            let jokers = [Card::BIG_JOKER, Card::LITTLE_JOKER];
            assert_eq!(trumps.cards[..2], jokers, "{} {level:?}", preset.id);
            assert!(trumps.cards.iter().any(|c| c.rank() == Some(level)));
            let suits: Vec<Category> = groups[1..].iter().map(|g| g.category).collect();
            assert!(suits.is_sorted_by_key(|c| c.index()), "{}", preset.id);
        }
    }
}

#[test]
fn c72_the_log_alone_says_who_won_each_trick() {
    for (at, preset) in PRESETS.iter().enumerate() {
        let players = BySeat::from_fn(|_| -> Box<dyn ComputerPlayer> { Box::new(Random) });
        let rules = preset.rules.clone();
        let mut driver = Driver::new(rules, ClockChoice::Relaxed, players, 720 + at as u64);
        let settled = |log: &[Event]| {
            log.iter().find_map(|e| match e {
                Event::Settled { result } => Some(result.trump),
                _ => None,
            })
        };
        while settled(&driver.log).is_none() && driver.step().expect("goes on") {}
        let trump = settled(&driver.log).expect("a deal was played");
        let order = Order::new(&preset.rules.play, trump);
        let mut plays = Vec::new();
        let mut tricks = 0;
        for event in &driver.log {
            match event {
                Event::Played { seat, cards, .. } => plays.push((*seat, cards.clone())),
                Event::TrickWon { seat, points } => {
                    let sets = plays.iter().map(|(_, c)| CardSet::from_cards(c));
                    let sets: Vec<CardSet> = sets.map(|s| s.expect("two decks")).collect();
                    let winner = plays[rules::winner(&order, &sets)].0;
                    assert_eq!(
                        (winner, rules::points(&sets)),
                        (*seat, *points),
                        "{}",
                        preset.id
                    );
                    plays.clear();
                    tricks += 1;
                }
                _ => {}
            }
        }
        assert!(tricks > 0, "{}", preset.id);
    }
}
