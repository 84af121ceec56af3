//! `tournament`, clause by clause of its published text: who draws first, and
//! what the bottom decides when nobody has placed a card.

use chaodipi::cards::{Rank, Suit};
use chaodipi::game::{Action, Actor, ClockChoice, Illegal};
use chaodipi::rules::BySeat;

use crate::clauses_support::{Later, Layout, who};
use crate::game_support::{SEATS, Table, fry, set};

const T: &str = "tournament";
const CLOCK: ClockChoice = ClockChoice::Relaxed;
/// Seat 0 can declare, every other seat holds a pair of 2s or jokers.
const FIRST: [&str; 4] = ["S2", "H2 H2 LJ LJ", "C2 C2", "BJ BJ D2 D2"];

#[test]
fn tournament_2_2_the_highest_flip_draws_first() {
    // tournament 二.2; college 二.2
    for (rules, flips, starter) in [
        (T, ["S3", "BJ", "LJ", "SA"], 1),
        (T, ["SA", "LJ", "LJ", "SK"], 1),
        (T, ["CA", "DA", "HA", "S2"], 2),
        (T, ["SK", "HA", "SA", "SA"], 2),
        (T, ["S2", "D3", "C4", "C4"], 2),
        ("college", ["S3", "LJ", "BJ", "SA"], 2),
        ("college", ["CA", "SK", "HA", "DA"], 2),
    ] {
        let mut table = Table::started(rules, CLOCK);
        let mut shuffle = Layout::new(FIRST, "").shuffle(SEATS[0]);
        shuffle.flips = BySeat::new(flips.map(|c| c.parse().expect("a card")));
        table.table(Action::Deal(Box::new(shuffle)));
        assert_eq!(table.deal().starter, SEATS[starter], "{flips:?}");
        assert_eq!(table.deal().level, Some(Rank::Two));
        assert!(table.deal().flips.is_some(), "everybody sees them");
        table.table(Action::Draw(2));
        let drawn = SEATS.map(|s| table.game.seat(s).hand.len());
        assert_eq!(drawn[starter], 1);
        assert_eq!(drawn[(starter + 1) % 4], 1, "cards go round");
        assert_eq!(drawn.iter().sum::<usize>(), 2);
    }
}

#[test]
fn tournament_2_3_the_two_dealers_take_turns_to_draw_first() {
    // tournament 二.3; college 二.3
    for (rules, starter, dealer, stayed, expected) in [
        (T, 0, 0, true, 2),
        (T, 2, 0, true, 0),
        (T, 0, 2, true, 2),
        (T, 1, 0, true, 0),
        (T, 0, 0, false, 1),
        (T, 2, 0, false, 1),
        (T, 1, 3, false, 0),
        ("college", 0, 0, true, 2),
        ("college", 2, 0, false, 1),
    ] {
        let later = Later {
            starter,
            dealer,
            stayed,
            levels: ["8", "5"],
        };
        let empty = Layout::new([""; 4], "");
        let table = Table::later_deal(rules, CLOCK, &later, &empty);
        let deal = table.deal();
        assert_eq!(
            deal.starter, SEATS[expected],
            "{starter} {dealer} {stayed}: §2.1"
        );
        assert_eq!(deal.flips, None);
        let on_stage = if stayed { dealer } else { dealer + 1 } % 2;
        let level = [Rank::Eight, Rank::Five][on_stage];
        assert_eq!(deal.level, Some(level), "the level of the side on stage");
        assert_eq!(deal.dealer, None, "placing decides it");
    }
}

#[test]
fn tournament_3_4_the_first_level_card_turned_up_is_trump() {
    // tournament 三.4
    let bottom = "SA BJ H2 S2 D3 D4 D5 D6";
    let mut table = Table::first_deal(T, CLOCK, &Layout::new([""; 4], bottom));
    table.table(Action::CloseWindow);
    let deal = table.deal();
    // Turned up by seats 0, 1, 2: seat 2 is dealer of a first deal.
    assert_eq!(deal.turned.len(), 3);
    assert_eq!(deal.trump.and_then(|t| t.suit), Some(Suit::Hearts));
    assert_eq!(table.burier(), Some(2));
    assert!(SEATS.iter().all(|&s| table.game.seat(s).trump.is_some()));
    let hand = table.game.seat(SEATS[2]).hand;
    assert!(hand.contains_all(&set(bottom)));
    table.buries(bottom);
    assert_eq!(table.asked(), [0; 0], "翻底牌选主后不得炒牌");
    assert_eq!(
        table.refused(who(2), fry("H2 H2")),
        Illegal::WrongPhase,
        "no frying"
    );
    assert_eq!(table.deal().trick.expect("a trick").leader, SEATS[2]);
}

#[test]
fn tournament_3_4_else_the_highest_and_earliest_without_jokers() {
    // tournament 三.4
    let bottom = "BJ SQ DK LJ CK H3 H4 HK";
    let mut table = Table::first_deal(T, CLOCK, &Layout::new([""; 4], bottom));
    table.table(Action::CloseWindow);
    assert_eq!(table.deal().turned.len(), 8);
    assert_eq!(
        table.deal().trump.and_then(|t| t.suit),
        Some(Suit::Diamonds)
    );
    assert_eq!(table.burier(), Some(2), "the third card was seat 2's");
}

#[test]
fn tournament_3_4_later_the_starter_is_dealer() {
    // tournament 三.4
    let later = Later {
        starter: 0,
        dealer: 0,
        stayed: true,
        levels: ["8", "5"],
    };
    let layout = Layout::new([""; 4], "SA D8 H2 S2 D3 D4 D5 D6");
    let mut table = Table::later_deal(T, CLOCK, &later, &layout);
    table.table(Action::CloseWindow);
    assert_eq!(table.deal().starter, SEATS[2]);
    assert_eq!(
        table.deal().trump.and_then(|t| t.suit),
        Some(Suit::Diamonds)
    );
    assert_eq!(table.deal().turned.len(), 2, "turned up by seats 2 and 3");
    assert_eq!(table.burier(), Some(2));
}

#[test]
fn tournament_3_4_a_draw_without_cards_open_does_not_end() {
    // tournament 三.4
    let mut table = Table::started(T, CLOCK);
    let shuffle = Layout::new(FIRST, "").shuffle(SEATS[0]);
    table.table(Action::Deal(Box::new(shuffle)));
    table.table(Action::Draw(99));
    table.table(Action::OpenPlacing);
    let early = table.refused(Actor::Table, Action::CloseWindow);
    assert_eq!(early, Illegal::WrongPhase);
}
