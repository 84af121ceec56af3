//! What the published texts punish and a table makes impossible (RULES.md
//! §11): each breach is tried at a table of each preset and refused for its
//! reason, at no cost and to nobody's knowledge.

use chaodipi::cards::{Card, CardSet};
use chaodipi::game::{Action, ClockChoice, Illegal, SeatView, Wait};
use chaodipi::rules::{BySeat, Refusal};

use crate::clauses_support::{Later, Layout, bury, top_trumps, who};
use crate::game_support::{PASS, SEATS, Table, declare, fry, overturn, set};

const RELAXED: ClockChoice = ClockChoice::Relaxed;
/// The presets whose texts punish breaches.
const STRICT: [&str; 4] = ["tournament", "college", "dark", "knockout"];
const BOTTOM: &str = "H3 H3 H4 H4 H6 H6 H7 H7";
/// Seat 0 holds both D3; seat 1 holds diamonds, a pair among them.
const HANDS: [&str; 4] = ["S2 D3 D3 D4", "D5 D5 DA CA", "D6 D7", "D8 D9"];

/// A first deal that seat 0 has declared; the bottom lies ready for it.
fn burying(rules: &str) -> Table {
    let mut table = Table::first_deal(rules, RELAXED, &Layout::new(HANDS, BOTTOM));
    table.placed(0, "S2");
    while !table.asked().is_empty() {
        table.all_pass();
    }
    assert_eq!(table.burier(), Some(0), "{rules}");
    table
}

/// The same when seat 0 is to lead.
fn playing(rules: &str) -> Table {
    let mut table = burying(rules);
    table.buries(BOTTOM);
    while !table.asked().is_empty() {
        table.all_pass();
    }
    assert!(matches!(table.game.waits(), Wait::Play { .. }), "{rules}");
    table
}

fn counts(table: &Table) -> [u8; 4] {
    table.deal().counts.into_array()
}

fn views(table: &Table) -> BySeat<SeatView> {
    BySeat::from_fn(|seat| table.game.seat(seat))
}

fn play(line: &str) -> Action {
    Action::Play(set(line).to_vec())
}

#[test]
fn nobody_plays_out_of_turn() {
    // tournament 六.4; college 六.2; dark 4.3
    for rules in STRICT {
        let mut table = playing(rules);
        for (seat, card) in [(1, "D5"), (2, "D6"), (3, "D8")] {
            let refused = table.refused(who(seat), play(card));
            assert_eq!(refused, Illegal::NotYourTurn(SEATS[0]), "{rules}");
        }
        table.lays(0, "D3");
        for (seat, card) in [(0, "D4"), (2, "D6"), (3, "D8")] {
            let refused = table.refused(who(seat), play(card));
            assert_eq!(refused, Illegal::NotYourTurn(SEATS[1]), "{rules}");
        }
        assert_eq!(counts(&table), [24, 25, 25, 25], "it costs no card");
        assert_eq!(table.deal().points, 0, "and no points");
    }
}

#[test]
fn what_is_refused_shows_no_card_to_anybody() {
    // tournament 六.1; college 六.1: cards leave a hand only by a play that counts.
    for rules in STRICT {
        let mut table = playing(rules);
        table.lays(0, "D3");
        let before = views(&table);
        for (seat, action, reason) in [
            (1, play("CA"), "must_follow_suit"),
            (1, play("D5 D5"), "wrong_count"),
            (1, play("D3"), "not_in_hand"),
        ] {
            let refused = table.rule(seat, action);
            assert_eq!(refused.as_str(), reason, "{rules}");
        }
        for action in [bury("D5 D5"), declare("D5"), fry("D5 D5")] {
            assert_eq!(table.refused(who(1), action), Illegal::WrongPhase);
        }
        table.refused(who(2), play("D6"));
        assert!(views(&table) == before, "{rules}: nobody sees a thing");
    }
}

#[test]
fn a_card_that_lies_is_not_taken_back() {
    // tournament 六.11
    for rules in STRICT {
        let mut table = Table::first_deal(rules, RELAXED, &Layout::new(["S2", "H2", "", ""], ""));
        table.ok(who(0), declare("S2"));
        assert_eq!(table.rule(0, declare("S2")), Refusal::AlreadyDeclared);
        let mut table = playing(rules);
        let again = table.refused(who(0), bury(BOTTOM));
        assert_eq!(again, Illegal::WrongPhase, "{rules}");
        table.lays(0, "D3");
        let refused = table.refused(who(0), play("D4"));
        assert_eq!(refused, Illegal::NotYourTurn(SEATS[1]), "{rules}");
        let lying = table.deal().trick.expect("a trick").plays[SEATS[0]].clone();
        assert_eq!(lying, Some(set("D3").to_vec()));
        // A sealed answer is final, too.
        let hands = ["S2", "H2 H2", "C2 C2", ""];
        let mut table = Table::first_deal(rules, RELAXED, &Layout::new(hands, ""));
        table.placed(0, "S2");
        table.ok(who(1), PASS);
        let again = table.refused(who(1), overturn("H2 H2"));
        assert_eq!(again, Illegal::AlreadyAnswered, "{rules}");
    }
}

#[test]
fn hands_stay_equal_whatever_is_tried() {
    // tournament 六.3; college 六.6, 六.7; dark 4.8, 4.8/2; knockout 7/3
    for rules in STRICT {
        let mut table = playing(rules);
        assert_eq!(counts(&table), [25; 4], "{rules}");
        table.lays(0, "D3");
        let needed = 1;
        for given in [0, 2] {
            let cards = set("D5 D5").to_vec();
            let refused = table.rule(1, Action::Play(cards[..given].to_vec()));
            assert_eq!(refused, Refusal::WrongCount { needed, given }, "{rules}");
        }
        let missing = set("D3");
        assert_eq!(
            table.not_laid(1, "D3"),
            Refusal::NotInHand { missing },
            "a card that lies already"
        );
        while let Wait::Play { seat, .. } = table.game.waits() {
            table.plays(seat.index() as i64 + 1);
            let deal = table.deal();
            let between = deal
                .trick
                .is_none_or(|t| t.plays.values().all(Option::is_none));
            let counts = counts(&table);
            assert!(
                !between || counts.iter().all(|&c| c == counts[0]),
                "{rules}"
            );
        }
        assert_eq!(counts(&table), [0; 4], "{rules}");
    }
}

#[test]
fn the_draw_leaves_each_seat_25_and_the_bottom_8() {
    // tournament 六.7; college 六.9; knockout 5/2
    for rules in STRICT {
        let mut table = Table::started(rules, RELAXED);
        let shuffle = Layout::new(HANDS, BOTTOM).shuffle(SEATS[0]);
        let bottom = shuffle.deck[100..].to_vec();
        table.table(Action::Deal(Box::new(shuffle)));
        assert_eq!(table.refused(who(0), Action::Draw(8)), Illegal::WrongPhase);
        let over = table.refused(chaodipi::game::Actor::Table, Action::Draw(101));
        assert_eq!(over, Illegal::WrongPhase, "{rules}: eight are left");
        for drawn in 1..=100 {
            table.table(Action::Draw(drawn));
            let held = SEATS.map(|s| table.game.seat(s).hand.len());
            assert_eq!(held.iter().sum::<usize>(), usize::from(drawn));
            assert!(held.iter().all(|h| h.abs_diff(usize::from(drawn) / 4) <= 1));
        }
        table.table(Action::OpenPlacing);
        table.placed(0, "S2");
        while !table.asked().is_empty() {
            table.all_pass();
        }
        let held = SEATS.map(|s| table.game.seat(s).hand.len());
        assert_eq!(held, [33, 25, 25, 25], "{rules}");
        let bottom = CardSet::from_cards(&bottom).expect("cards");
        assert!(table.game.seat(SEATS[0]).hand.contains_all(&bottom));
    }
}

#[test]
fn exactly_eight_are_buried_by_whoever_holds_the_bottom() {
    // tournament 六.2; college 六.8; dark 4.5; knockout 7, 7/2
    for rules in STRICT {
        let mut table = burying(rules);
        for line in ["H3 H3 H4 H4 H6 H6 H7", "H3 H3 H4 H4 H6 H6 H7 H7 S2"] {
            let given = line.split(' ').count();
            let wrong = Refusal::WrongBury { needed: 8, given };
            assert_eq!(table.rule(0, bury(line)), wrong, "{rules}");
        }
        table.buries(BOTTOM);
        // Whoever fries counts eight, too, and gets eight.
        let hands = ["S2", "H2 H2", "", ""];
        let mut table = Table::first_deal(rules, RELAXED, &Layout::new(hands, BOTTOM));
        table.placed(0, "S2");
        table.all_pass();
        table.buries(BOTTOM);
        table.answers(1, fry("H2 H2"));
        assert_eq!(table.game.seat(SEATS[1]).hand.len(), 33, "{rules}");
        let wrong = Refusal::WrongBury {
            needed: 8,
            given: 7,
        };
        assert_eq!(table.rule(1, bury("H3 H3 H4 H4 H6 H6 H7")), wrong);
        table.buries(BOTTOM);
        assert_eq!(counts(&table), [25; 4], "{rules}");
    }
}

#[test]
fn nobody_places_or_fries_with_a_wrong_card() {
    // tournament 六.8; dark 4.6; knockout 6
    for rules in STRICT {
        let hands = ["S2 S9 LJ", "H2 H2 H9 H9", "C2 D2", ""];
        let mut table = Table::first_deal(rules, RELAXED, &Layout::new(hands, BOTTOM));
        let level = chaodipi::cards::Rank::Two;
        for card in ["S9", "LJ"] {
            let wrong = Refusal::NotALevelCard { level };
            assert_eq!(table.rule(0, declare(card)), wrong, "{rules}");
        }
        assert!(table.deal().spoken.is_empty(), "no card lies on the table");
        table.placed(0, "S2");
        table.all_pass();
        table.buries(BOTTOM);
        for (seat, pair, reason) in [
            (1, "H9 H9", "not_a_level_card"),
            (2, "C2 D2", "not_a_pair"),
            (2, "C2 C2", "not_in_hand"),
            (2, "C2", "wrong_count"),
        ] {
            let refused = table.rule(seat, fry(pair));
            assert_eq!(refused.as_str(), reason, "{rules}: {pair}");
        }
        table.all_pass();
        assert_eq!(table.deal().points, 0, "{rules}: the deal is played");
        assert!(matches!(table.game.waits(), Wait::Play { .. }));
    }
}

#[test]
fn what_is_buried_changes_nothing_that_others_see_until_the_end() {
    // tournament 三.2; college 三.2, 七.2; ordered 规则.三/3, 规则.三/4, 规则.四.2/4
    for rules in ["tournament", "college", "ordered", "platform", "dark"] {
        let one = burying(rules);
        let mut two = Table {
            game: one.game.clone(),
            log: one.log.clone(),
        };
        let mut one = one;
        one.buries(BOTTOM);
        two.buries("D3 D4 H3 H4 H4 H6 H6 H7");
        let (seen, other) = (views(&one), views(&two));
        for seat in &SEATS[1..] {
            assert!(seen[*seat] == other[*seat], "{rules} {seat:?}");
        }
        let again = one.try_it(who(0), &bury(BOTTOM));
        assert!(again.is_err(), "{rules}: it is not changed");
        while !one.asked().is_empty() {
            one.all_pass();
        }
        one.play_out([""; 4]);
        let result = one.game.public().result.expect("a result");
        assert!(result.bottom == set(BOTTOM), "{rules}: then all see it");
    }
}

#[test]
fn whoever_fries_buries_unseen() {
    // ordered 规则.四.2/3, 规则.四.2/4, 规则.四.3/9
    let later = Later {
        starter: 0,
        dealer: 0,
        stayed: true,
        levels: ["8", "5"],
    };
    let layout = Layout::new(["H8", "D8 D8 C3 C4", "", "S8 S8"], BOTTOM);
    let fried = |eight: &str| {
        let mut table = Table::later_deal("ordered", RELAXED, &later, &layout);
        table.placed(0, "H8");
        table.buries(BOTTOM);
        table.answers(3, fry("S8 S8"));
        assert!(table.game.seat(SEATS[3]).hand.contains_all(&set(BOTTOM)));
        assert_eq!(table.dealer(), Some(2), "the dealer does not change");
        table.buries(eight);
        table
    };
    let one = views(&fried(BOTTOM));
    let two = views(&fried("S8 S8 H4 H4 H6 H6 H7 H7"));
    for seat in &SEATS[..3] {
        assert!(one[*seat] == two[*seat], "{seat:?}");
    }
}

#[test]
fn the_poorest_hand_is_played() {
    // tournament 七.1; college 七.1: no trump, no points, and no throwing in.
    let poor = "H3 H3 H4 H4 H6 H6 H7 H7 H8 H8 H9 H9 HJ HJ HQ HQ HA HA C3 C3 C4 C4 C6 C6 C7";
    for rules in STRICT {
        let dealer = format!("S2 {}", top_trumps('2', 24));
        let layout = Layout::new([&dealer, poor, "", ""], "C8 C8 C9 C9 CJ CJ D3 D3");
        let mut table = Table::first_deal(rules, RELAXED, &layout);
        table.placed(0, "S2");
        table.all_pass();
        table.buries("C8 C8 C9 C9 CJ CJ D3 D3");
        table.all_pass();
        let hand = table.game.seat(SEATS[1]).hand;
        assert_eq!((hand.len(), hand.points()), (25, 0), "{rules}");
        // One seat alone ends nothing: it has one vote.
        table.ok(who(1), Action::End);
        assert!(matches!(table.game.waits(), Wait::Play { .. }), "{rules}");
        table.play_out([""; 4]);
        let result = table.game.public().result.expect("it was played");
        assert_eq!(result.sum.tricks, 0, "{rules}");
    }
}

#[test]
fn attackers_penalties_go_down_to_nothing() {
    // dark 4.1
    let dealer = format!("S2 {} D3", top_trumps('2', 23));
    let hands = [&dealer, "DA DA DQ DJ C3", "D6 DK DK", "D7 D7 D8 D8"];
    let bottom = BOTTOM;
    let mut table = Table::first_deal("dark", RELAXED, &Layout::new(hands, bottom));
    table.placed(0, "S2");
    table.all_pass();
    table.buries(bottom);
    table.all_pass();
    for (seat, card) in [(0, "D3"), (1, "DA"), (2, "D6"), (3, "D7")] {
        table.lays(seat, card);
    }
    table.lays(1, "DQ DJ");
    assert_eq!(table.deal().points, 0, "4.1: never below 0");
    table.play_out([""; 4]);
    let sum = table.game.public().result.expect("a result").sum;
    assert_eq!(sum.attackers_penalty, 20, "4.2: ten for each card thrown");
    assert!(sum.tricks < 20);
    assert_eq!(sum.score, 0);
}

#[test]
fn a_seat_sees_its_own_plays_again() {
    // knockout 10; tournament 七.2; college 七.2
    for rules in STRICT {
        let mut table = playing(rules);
        for (seat, card) in [(0, "D3"), (1, "DA"), (2, "D6"), (3, "D8")] {
            table.lays(seat, card);
        }
        let own: [Vec<Vec<Card>>; 4] = SEATS.map(|s| table.game.seat(s).own_plays);
        let expected = ["D3", "DA", "D6", "D8"].map(|c| vec![set(c).to_vec()]);
        assert_eq!(own, expected, "{rules}");
    }
}
