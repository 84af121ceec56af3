//! `tournament`, clause by clause of its published text: placing, overturning,
//! burying and frying, all by `decide`.

use chaodipi::cards::{Rank, Suit};
use chaodipi::game::{Action, ClockChoice, Illegal, SpeechKind};
use chaodipi::rules::auction::{AuctionAct, Named};
use chaodipi::rules::{Refusal, Trump};

use crate::clauses_support::{Later, Layout, bury, who};
use crate::game_support::{PASS, SEATS, Table, declare, fry, overturn, set};

const T: &str = "tournament";
const CLOCK: ClockChoice = ClockChoice::Relaxed;
/// Seat 0 can declare, every other seat holds a pair of 2s or jokers.
const FIRST: [&str; 4] = ["S2", "H2 H2 LJ LJ", "C2 C2", "BJ BJ D2 D2"];
/// At level 8: seats 0 and 2 are on stage.
const EIGHTS: [&str; 4] = ["S8", "H8 H8", "C8 C8 BJ BJ", "D8 D8 LJ LJ"];

fn first() -> Table {
    Table::first_deal(T, CLOCK, &Layout::new(FIRST, ""))
}

/// Seats 0 and 2 play level 8; seat 0 was dealer and drew first.
fn eights(hands: [&str; 4]) -> Table {
    let later = Later {
        starter: 0,
        dealer: 0,
        stayed: true,
        levels: ["8", "5"],
    };
    Table::later_deal(T, CLOCK, &later, &Layout::new(hands, ""))
}

fn trump(table: &Table, seat: usize) -> Option<(Option<Suit>, Rank)> {
    let trump: Option<Trump> = table.game.seat(SEATS[seat]).trump;
    trump.map(|t| (t.suit, t.level))
}

/// A first deal in which seat 0 has declared, nobody overturned, and seat 0
/// has buried: the first round of frying is open.
fn frying(layout: &Layout, buried: &str) -> Table {
    let mut table = Table::first_deal(T, CLOCK, layout);
    table.placed(0, "S2");
    table.all_pass();
    table.buries(buried);
    table
}

#[test]
fn tournament_3_1_first_deal_placer_is_dealer() {
    // tournament 三.1
    for (seat, card) in [(0, "S2"), (1, "H2"), (2, "C2"), (3, "D2")] {
        let mut table = first();
        table.ok(who(seat), declare(card));
        assert_eq!(table.dealer(), Some(seat));
        table.table(Action::CloseWindow);
        table.all_pass();
        assert_eq!(table.burier(), Some(seat));
        assert_eq!(table.game.seat(SEATS[seat]).hand.len(), 33);
    }
}

#[test]
fn tournament_3_1_the_first_placed_in_the_servers_order_stands() {
    // tournament 三.1
    let mut table = first();
    table.ok(who(3), declare("D2"));
    for (seat, card) in [(0, "S2"), (1, "H2"), (2, "C2"), (3, "D2")] {
        let refused = table.rule(seat, declare(card));
        assert_eq!(refused, Refusal::AlreadyDeclared);
    }
    assert_eq!(table.dealer(), Some(3));
    assert_eq!(table.deal().spoken.len(), 1);
    assert_eq!(table.deal().spoken[0].shown, None, "it lies face down");
}

#[test]
fn tournament_3_1_only_a_single_level_card_that_was_drawn_is_placed() {
    // tournament 三.1
    let mut table = first();
    let level = Rank::Two;
    let not_level = Refusal::NotALevelCard { level };
    assert_eq!(table.rule(1, declare("LJ")), not_level);
    assert_eq!(table.rule(3, declare("BJ")), not_level);
    let two = Refusal::WrongCount {
        needed: 1,
        given: 2,
    };
    assert_eq!(table.rule(3, declare("BJ BJ")), two);
    assert_eq!(table.rule(1, declare("H2 H2")), two);
    let missing = set("H2");
    assert_eq!(table.rule(0, declare("H2")), Refusal::NotInHand { missing });
    assert_eq!(
        table.refused(who(0), PASS),
        Illegal::Rule(Refusal::WrongPhase)
    );
    assert!(
        table.deal().spoken.is_empty(),
        "a refused act costs nothing"
    );
}

#[test]
fn tournament_3_1_a_card_whose_step_is_not_open_cannot_be_placed() {
    // tournament 三.1
    let mut table = Table::started(T, CLOCK);
    let shuffle = Layout::new(["S3 S2", "H3 H2", "C3", "D3"], "").shuffle(SEATS[0]);
    table.table(Action::Deal(Box::new(shuffle)));
    table.table(Action::Draw(6));
    table.table(Action::OpenPlacing);
    table.table(Action::Draw(20));
    table.ok(who(1), declare("H2"));
    let mut table = Table::started(T, CLOCK);
    let shuffle = Layout::new(["S3 S3 S2", "", "", ""], "").shuffle(SEATS[0]);
    table.table(Action::Deal(Box::new(shuffle)));
    table.table(Action::Draw(6));
    table.table(Action::OpenPlacing);
    let missing = set("S2");
    assert_eq!(
        table.rule(0, declare("S2")),
        Refusal::NotInHand { missing },
        "not drawn yet"
    );
    table.table(Action::Draw(20));
    assert_eq!(table.refused(who(0), declare("S2")), Illegal::TooEarly);
    table.table(Action::OpenPlacing);
    table.ok(who(0), declare("S2"));
}

#[test]
fn tournament_3_1_who_overturns_a_first_deal_is_dealer() {
    // tournament 三.1
    let mut table = first();
    table.placed(0, "S2");
    assert_eq!(table.asked(), [1, 2, 3]);
    let level = Rank::Two;
    let not_level = Refusal::NotALevelCard { level };
    assert_eq!(table.rule(1, overturn("LJ LJ")), not_level, "no jokers yet");
    assert_eq!(table.rule(3, overturn("BJ BJ")), not_level, "no jokers yet");
    assert_eq!(
        table.rule(1, overturn("H2")),
        Refusal::WrongCount {
            needed: 2,
            given: 1
        }
    );
    table.answers(2, overturn("C2 C2"));
    assert_eq!(table.dealer(), Some(2));
    assert_eq!(trump(&table, 2), Some((Some(Suit::Clubs), Rank::Two)));
    assert_eq!(table.asked(), [3, 1], "the declarer may not");
    table.answers(1, overturn("H2 H2"));
    assert_eq!(table.dealer(), Some(1));
    assert_eq!(table.asked(), [2, 3]);
    assert_eq!(
        table.rule(2, overturn("C2 C2")),
        Refusal::AlreadyUsed,
        "a pair overturns once"
    );
    table.all_pass();
    assert_eq!(table.burier(), Some(1));
}

#[test]
fn tournament_3_1_the_declarer_never_overturns() {
    // tournament 三.1
    let mut table = Table::first_deal(T, CLOCK, &Layout::new(["S2 S2", "H2 H2", "", ""], ""));
    table.placed(0, "S2");
    assert_eq!(table.rule(0, overturn("S2 S2")), Refusal::OwnDeclaration);
    table.answers(1, overturn("H2 H2"));
    assert_eq!(table.asked(), [2, 3]);
    assert_eq!(table.rule(0, overturn("S2 S2")), Refusal::OwnDeclaration);
}

#[test]
fn tournament_3_1_who_fries_a_first_deal_is_not_dealer() {
    // tournament 三.1
    let layout = Layout::new(FIRST, "C3 C3 C4 C4 C6 C6 C7 C7");
    let mut table = frying(&layout, "C3 C3 C4 C4 C6 C6 C7 C7");
    table.answers(1, fry("H2 H2"));
    table.buries("C3 C3 C4 C4 C6 C6 C7 C7");
    table.all_pass();
    let deal = table.deal();
    assert_eq!(deal.dealer, Some(SEATS[0]));
    let leader = deal.trick.expect("a trick").leader;
    assert_eq!(leader, SEATS[0], "the dealer leads");
    assert_eq!(deal.trump.and_then(|t| t.suit), Some(Suit::Hearts));
}

#[test]
fn tournament_3_1_placing_decides_who_is_dealer() {
    // tournament 三.1
    // 自放自打: a seat on stage that placed; 上放下打: an attacker's next.
    for (seat, card, dealer) in [(0, "S8", 0), (1, "H8", 2), (2, "C8", 2), (3, "D8", 0)] {
        let mut table = eights(EIGHTS);
        table.placed(seat, card);
        assert_eq!(table.dealer(), Some(dealer), "seat {seat} placed");
        table.all_pass();
        assert_eq!(table.burier(), Some(dealer));
    }
}

#[test]
fn tournament_3_1_only_the_dealing_side_overturns_later() {
    // tournament 三.1
    let mut table = eights(EIGHTS);
    table.placed(1, "H8");
    assert_eq!(table.asked(), [2, 0]);
    assert_eq!(
        table.rule(3, overturn("D8 D8")),
        Refusal::DealersOnly,
        "an attacker"
    );
    assert_eq!(table.rule(1, overturn("H8 H8")), Refusal::OwnDeclaration);
    table.answers(2, overturn("BJ BJ"));
    assert_eq!(table.dealer(), Some(2));
    assert_eq!(trump(&table, 2), Some((None, Rank::Eight)), "no trump");
    assert_eq!(table.asked(), [0]);
    table.all_pass();
    assert_eq!(table.burier(), Some(2));
}

#[test]
fn tournament_3_1_a_partners_overturn_takes_the_deal() {
    // tournament 三.1
    let mut table = eights(["S8 S8", "H8 H8", "C8 C8 BJ BJ", "D8 D8"]);
    table.placed(0, "S8");
    assert_eq!(table.asked(), [2], "自放后不得自正");
    assert_eq!(table.rule(0, overturn("S8 S8")), Refusal::OwnDeclaration);
    table.answers(2, overturn("C8 C8"));
    assert_eq!(table.dealer(), Some(2));
    assert_eq!(table.burier(), Some(2), "nobody else may overturn any more");
}

#[test]
fn tournament_3_2_exactly_eight_are_buried_once_and_not_looked_at() {
    // tournament 三.2
    let mut table = first();
    table.placed(0, "S2");
    table.all_pass();
    let hand = table.game.seat(SEATS[0]).hand.to_vec();
    let line = |n: usize| {
        let names: Vec<String> = hand[..n].iter().map(|c| c.name()).collect();
        names.join(" ")
    };
    for given in [0, 7, 9] {
        let wrong = Refusal::WrongBury { needed: 8, given };
        assert_eq!(table.rule(0, bury(&line(given))), wrong);
    }
    let other = table.game.seat(SEATS[1]).hand.to_vec();
    let other: Vec<String> = other[..8].iter().map(|c| c.name()).collect();
    assert_eq!(table.rule(1, bury(&other.join(" "))), Refusal::NotYourTurn);
    table.ok(who(0), bury(&line(8)));
    let again = table.rule(0, bury(&line(8)));
    assert_eq!(again, Refusal::WrongPhase);
    for seat in SEATS {
        let view = table.game.seat(seat);
        assert_eq!(view.hand.len(), 25, "nobody holds the bottom");
        assert_eq!(view.public.result, None);
    }
}

#[test]
fn tournament_3_3_the_next_of_whoever_buried_is_asked_first() {
    // tournament 三.3
    let bottom = "C3 C3 C4 C4 C6 C6 C7 C7";
    let layout = Layout::new(["S2", "H2 H2", "C2 C2", "D2 D2 BJ BJ"], bottom);
    let mut table = frying(&layout, bottom);
    assert_eq!(table.asked(), [1, 2, 3]);
    // 后面的可以炒前面的: suits have no rank, and all go on until all have passed.
    table.answers(3, fry("D2 D2"));
    table.buries(bottom);
    assert_eq!(table.asked(), [0, 1, 2]);
    table.answers(2, fry("C2 C2"));
    table.buries(bottom);
    assert_eq!(table.asked(), [3, 0, 1]);
    assert_eq!(table.rule(3, fry("D2 D2")), Refusal::AlreadyUsed);
    table.answers(3, fry("BJ BJ"));
    table.buries(bottom);
    assert_eq!(table.asked(), [0, 1, 2]);
    table.answers(1, fry("H2 H2"));
    table.buries(bottom);
    assert_eq!(table.asked(), [2, 3, 0]);
    table.all_pass();
    let deal = table.deal();
    assert_eq!(deal.trump.and_then(|t| t.suit), Some(Suit::Hearts));
    let fries = deal.spoken.iter().filter(|s| s.kind == SpeechKind::Fried);
    assert_eq!(
        fries.map(|s| s.seat.index()).collect::<Vec<_>>(),
        [3, 2, 3, 1]
    );
}

#[test]
fn tournament_3_3_a_joker_pair_makes_no_trump() {
    // tournament 三.3
    for (seat, pair) in [(1, "LJ LJ"), (3, "BJ BJ")] {
        let bottom = "C3 C3 C4 C4 C6 C6 C7 C7";
        let mut table = frying(&Layout::new(FIRST, bottom), bottom);
        table.answers(seat, fry(pair));
        table.buries(bottom);
        assert_eq!(trump(&table, seat), Some((None, Rank::Two)));
        table.all_pass();
        let trump = table.deal().trump.expect("shown");
        assert_eq!((trump.suit, trump.level), (None, Rank::Two));
    }
}

#[test]
fn tournament_3_3_no_pair_names_another_suit() {
    // tournament 三.3
    let bottom = "C3 C3 C4 C4 C6 C6 C7 C7";
    let mut table = frying(&Layout::new(FIRST, bottom), bottom);
    for (seat, pair) in [(3, "BJ BJ"), (1, "H2 H2")] {
        let act = AuctionAct::Fry {
            cards: set(pair),
            name: Some(Named::Suit(Suit::Spades)),
        };
        assert_eq!(table.rule(seat, Action::Auction(act)), Refusal::NotAllowed);
    }
    let level = Rank::Two;
    let refused = table.rule(2, fry("C8 C9"));
    assert!(
        matches!(refused, Refusal::NotALevelCard { level: l } if l == level)
            || matches!(refused, Refusal::NotInHand { .. })
    );
}

#[test]
fn tournament_3_3_the_declarer_fries_only_after_another() {
    // tournament 三.3
    let bottom = "C3 C3 C4 C4 C6 C6 C7 C7";
    let layout = Layout::new(["S2 S2 LJ LJ", "H2 H2", "C2 C2", "D2 D2"], bottom);
    let mut table = frying(&layout, bottom);
    assert_eq!(table.rule(0, fry("S2 S2")), Refusal::NeedsBridge);
    assert_eq!(table.rule(0, fry("LJ LJ")), Refusal::NeedsBridge);
    table.answers(2, fry("C2 C2"));
    table.buries(bottom);
    assert_eq!(table.asked(), [3, 0, 1]);
    // 另一张与暗放主牌同色的主牌: the single placed is half of the pair.
    table.answers(0, fry("S2 S2"));
    table.buries(bottom);
    assert_eq!(trump(&table, 0), Some((Some(Suit::Spades), Rank::Two)));
    assert_eq!(table.asked(), [1, 2, 3]);
}

#[test]
fn tournament_3_3_dealer_and_declarer_are_both_bound_by_the_bridge() {
    // tournament 三.3
    let bottom = "C3 C3 C4 C4 C6 C6 C7 C7";
    let later = Later {
        starter: 0,
        dealer: 0,
        stayed: true,
        levels: ["8", "5"],
    };
    let layout = Layout::new(["S8 S8", "H8 H8", "C8 C8 BJ BJ", "D8 D8 LJ LJ"], bottom);
    let mut table = Table::later_deal(T, CLOCK, &later, &layout);
    table.placed(1, "H8");
    table.all_pass();
    table.buries(bottom);
    assert_eq!(table.asked(), [3, 0], "not the dealer, not the declarer");
    assert_eq!(table.rule(1, fry("H8 H8")), Refusal::NeedsBridge);
    assert_eq!(table.rule(2, fry("C8 C8")), Refusal::NeedsBridge);
    table.answers(0, fry("S8 S8"));
    table.buries(bottom);
    assert_eq!(table.asked(), [1, 2, 3], "now both may");
    table.answers(1, fry("H8 H8"));
    table.buries(bottom);
    table.answers(2, fry("BJ BJ"));
    table.buries(bottom);
    assert_eq!(table.asked(), [3, 0, 1]);
    assert_eq!(table.dealer(), Some(2));
}

#[test]
fn tournament_3_3_what_lies_in_the_bottom_does_not_fry() {
    // tournament 三.3
    let bottom = "C3 C3 C4 C4 C6 C6 C7 C7";
    let layout = Layout::new(["S2 S2", "H2 H2", "C2 C2", "D2 D2"], bottom);
    // Half of the pair with which the dealer declared, then all of it.
    for (buried, missing) in [
        ("S2 C3 C4 C4 C6 C6 C7 C7", "S2"),
        ("S2 S2 C4 C4 C6 C6 C7 C7", "S2 S2"),
    ] {
        let mut table = frying(&layout, buried);
        table.answers(1, fry("H2 H2"));
        table.buries(buried);
        assert_eq!(table.asked(), [2, 3, 0]);
        let missing = set(missing);
        assert_eq!(
            table.rule(0, fry("S2 S2")),
            Refusal::NotInHand { missing },
            "in the bottom"
        );
        // Whoever takes it up may fry with it.
        table.answers(2, fry("C2 C2"));
        table.buries("C4 C4 C6 C6 C7 C7 C2 C2");
        table.answers(3, fry("D2 D2"));
        table.buries("C4 C4 C6 C6 C7 C7 D2 D2");
        let both = buried.starts_with("S2 S2");
        let tried = table.try_it(who(2), &fry("S2 S2"));
        assert_eq!(tried.is_ok(), both);
    }
}

#[test]
fn tournament_3_3_a_pair_taken_up_from_the_bottom_fries_again() {
    // tournament 三.3
    let bottom = "C3 C3 C4 C4 C6 C6 C7 C7";
    let layout = Layout::new(["S2", "H2 H2", "C2 C2", "D2 D2"], bottom);
    let mut table = frying(&layout, bottom);
    table.answers(1, fry("H2 H2"));
    table.buries("H2 H2 C4 C4 C6 C6 C7 C7");
    table.answers(2, fry("C2 C2"));
    table.buries("C2 C2 C4 C4 C6 C6 C7 C7");
    table.answers(3, fry("D2 D2"));
    table.buries("C2 C2 C4 C4 C6 C6 C7 C7");
    assert_eq!(table.asked(), [0, 1, 2]);
    table.answers(2, fry("H2 H2"));
    table.buries("C2 C2 C4 C4 C6 C6 C7 C7");
    assert_eq!(trump(&table, 2), Some((Some(Suit::Hearts), Rank::Two)));
}
