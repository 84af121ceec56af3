//! Declaring, overturning and frying at a table: what is sealed, what is
//! shown, and when.

use chaodipi::game::{
    Action, Ask, ClockChoice, Event, Illegal, PublicPhase, Reason, SealedKind, SpeechKind, Wait,
};
use chaodipi::rules::auction::AuctionAct;
use chaodipi::rules::{Refusal, Trump};

use crate::game_support::{PASS, SEATS, Table, declare, fry, overturn, person, rig, set};

const RELAXED: ClockChoice = ClockChoice::Relaxed;
/// Seat 0 can declare spades, seat 1 overturn or fry with hearts, seat 2 with
/// clubs, seat 3 with jokers.
const HANDS: [&str; 4] = ["S2", "H2 H2", "C2 C2", "BJ BJ D2"];

fn trump(table: &Table, seat: usize) -> Option<Trump> {
    table.game.seat(SEATS[seat]).trump
}

fn declared() -> Table {
    let mut table = Table::drawn("tournament", RELAXED, HANDS);
    table.declare(1, "S2");
    table.table(Action::CloseWindow);
    table
}

/// Nobody overturns; the dealer buries; the fry round is open.
fn frying() -> Table {
    let mut table = declared();
    for n in 2..=4 {
        table.ok(person(n), PASS);
    }
    table.table(Action::CloseWindow);
    table.plays(1);
    table
}

#[test]
fn a_card_can_be_placed_once_its_step_was_opened() {
    let mut table = Table::started("tournament", RELAXED);
    table.table(Action::Deal(Box::new(rig(HANDS))));
    table.table(Action::Draw(20));
    assert_eq!(table.game.seat(SEATS[0]).hand.len(), 5);
    assert_eq!(table.refused(person(1), declare("S2")), Illegal::TooEarly);
    assert_eq!(
        table.game.seat(SEATS[0]).ask,
        Ask::Place {
            options: Vec::new()
        }
    );
    table.table(Action::OpenPlacing);
    let cards = set("S2");
    let options = vec![AuctionAct::Declare { cards }];
    assert_eq!(table.game.seat(SEATS[0]).ask, Ask::Place { options });
    let missing = table.refused(person(2), declare("S2"));
    assert!(matches!(missing, Illegal::Rule(Refusal::NotInHand { .. })));
    table.declare(1, "S2");
    let refused = table.refused(person(2), declare("H2"));
    assert_eq!(refused, Illegal::Rule(Refusal::AlreadyDeclared));
    let wait = Wait::DrawMore {
        drawn: 20,
        placeable: 20,
        open: false,
    };
    assert_eq!(table.game.waits(), wait);
    table.table(Action::Draw(100));
    assert_eq!(
        table.game.waits(),
        Wait::Close,
        "nobody may declare any more"
    );
}

#[test]
fn the_window_of_drawing_closes_only_when_all_is_placeable() {
    let mut table = Table::started("tournament", RELAXED);
    table.table(Action::Deal(Box::new(rig(HANDS))));
    table.table(Action::Draw(100));
    let refused = table.refused(chaodipi::game::Actor::Table, Action::CloseWindow);
    assert_eq!(refused, Illegal::WrongPhase);
    table.table(Action::OpenPlacing);
    assert_eq!(table.game.waits(), Wait::Grace { declared: 0 });
}

#[test]
fn all_see_who_placed_and_only_the_declarer_what() {
    let table = declared();
    let view = table.game.public();
    let deal = view.deal.expect("a deal");
    assert_eq!(deal.spoken.len(), 1);
    assert_eq!(deal.spoken[0].seat, SEATS[0]);
    assert_eq!(deal.spoken[0].shown, None);
    assert_eq!(deal.trump, None);
    assert!(trump(&table, 0).is_some());
    assert_eq!([1, 2, 3].map(|s| trump(&table, s)), [None; 3]);
    assert!(table.game.seat(SEATS[0]).own_speech[0].shown.is_some());
    assert!(table.game.seat(SEATS[1]).own_speech.is_empty());
}

#[test]
fn the_first_yes_in_asking_order_counts_and_the_rest_is_dropped() {
    let mut table = declared();
    let asked = vec![SEATS[1], SEATS[2], SEATS[3]];
    assert_eq!(
        table.game.public().phase,
        PublicPhase::Overturning { asked }
    );
    table.ok(person(3), overturn("C2 C2"));
    table.ok(person(2), PASS);
    assert_eq!(table.refused(person(3), PASS), Illegal::AlreadyAnswered);
    let events = table.table(Action::CloseWindow);
    let Event::RoundClosed { persons } = &events[0] else {
        panic!("the round closes first");
    };
    assert_eq!(*persons, [SEATS[1], SEATS[2]]);
    let deal = table.game.public().deal.expect("a deal");
    assert_eq!(
        deal.dealer,
        Some(SEATS[2]),
        "who overturns in a first deal is dealer"
    );
    assert_eq!(deal.spoken[1].kind, SpeechKind::Overturned);
    assert_eq!(
        trump(&table, 0),
        None,
        "its own card does not stand any more"
    );
    assert!(trump(&table, 2).is_some());
    let asked = vec![SEATS[3], SEATS[1]];
    assert_eq!(
        table.game.public().phase,
        PublicPhase::Overturning { asked }
    );
}

#[test]
fn who_buries_is_not_told_the_trump_that_another_made() {
    let mut table = frying();
    table.ok(person(2), fry("H2 H2"));
    table.table(Action::CloseWindow);
    assert_eq!(
        table.game.waits(),
        Wait::Bury {
            seat: SEATS[1],
            round: 4
        }
    );
    assert!(trump(&table, 1).is_some());
    table.plays(2);
    // The bridge rule: after somebody else fried, the declarer is asked too.
    let asked = vec![SEATS[2], SEATS[3], SEATS[0]];
    assert_eq!(table.game.public().phase, PublicPhase::Frying { asked });
    assert_eq!(trump(&table, 0), None);
}

#[test]
fn the_trump_is_shown_when_nobody_fries_and_the_overtaken_only_at_the_end() {
    let mut table = frying();
    table.ok(person(2), fry("H2 H2"));
    table.table(Action::CloseWindow);
    table.plays(2);
    table.table(Action::CloseWindow);
    let deal = table.game.public().deal.expect("a deal");
    assert!(deal.trump.is_some());
    assert_eq!(
        deal.spoken[0].shown, None,
        "what was overtaken stays hidden"
    );
    assert_eq!(deal.spoken[1].shown.map(|s| s.0), Some(set("H2 H2")));
    assert!(Seat::all(&table), "every seat knows the trump");
    while let Wait::Play { seat, .. } = table.game.waits() {
        table.plays(seat.index() as i64 + 1);
    }
    let view = table.game.public();
    assert_eq!(view.phase, PublicPhase::Between);
    let spoken = view.deal.expect("the deal").spoken;
    assert!(spoken.iter().all(|s| s.shown.is_some()));
    assert_eq!(view.result.expect("a result").spoken, spoken);
}

/// Helps to read an assertion.
struct Seat;

impl Seat {
    fn all(table: &Table) -> bool {
        (0..4).all(|s| trump(table, s).is_some())
    }
}

#[test]
fn auto_marks_stand_still_inside_a_sealed_round() {
    let mut table = declared();
    let marks = |t: &Table| t.game.public().seats.map(|s| s.auto);
    table.ok(person(2), Action::Auto(true));
    assert!(!marks(&table)[SEATS[1]]);
    assert!(table.game.seat(SEATS[1]).auto, "the seat itself is told");
    table.stand_in(SEATS[1], Reason::Auto);
    table.table(Action::CloseWindow);
    assert!(marks(&table)[SEATS[1]]);
    // In the next round the person answers and so comes back, unseen.
    table.plays(1);
    let before = table.game.public();
    table.ok(person(2), PASS);
    assert!(table.game.public() == before);
    table.table(Action::CloseWindow);
    assert!(!marks(&table)[SEATS[1]]);
}

#[test]
fn without_a_clock_declaring_is_sealed_and_the_earliest_card_counts() {
    // Seat 2 draws its level card first, seat 1 third.
    let hands = ["S3 S4 S5 S2", "S3 S4 H2", "C2", "S5"];
    let mut table = Table::drawn("tournament", ClockChoice::None, hands);
    let asked = SEATS.to_vec();
    let wait = Wait::Sealed {
        kind: SealedKind::Declare,
        asked,
        answered: Vec::new(),
        round: 0,
    };
    assert_eq!(table.game.waits(), wait);
    for (n, action) in [(1, declare("S2")), (2, declare("H2")), (4, PASS)] {
        let before = table.game.public();
        table.ok(person(n), action);
        assert!(table.game.public() == before);
    }
    let table_closes = chaodipi::game::Actor::Table;
    let refused = table.refused(table_closes, Action::CloseWindow);
    assert_eq!(refused, Illegal::WrongPhase, "nobody is cut short");
    table.ok(person(3), declare("C2"));
    assert_eq!(table.game.seat(SEATS[2]).ask, Ask::Nothing);
    table.table(Action::CloseWindow);
    let deal = table.game.public().deal.expect("a deal");
    assert_eq!(deal.spoken.len(), 1);
    assert_eq!(deal.spoken[0].seat, SEATS[2]);
}

#[test]
fn in_ranked_presets_the_highest_declaration_counts() {
    let hands = ["S2", "H3 H2 H2", "C3", "D3"];
    let mut table = Table::drawn("flag", ClockChoice::None, hands);
    table.ok(person(1), declare("S2"));
    table.ok(person(2), declare("H2 H2"));
    table.ok(person(3), PASS);
    table.ok(person(4), PASS);
    table.table(Action::CloseWindow);
    let deal = table.game.public().deal.expect("a deal");
    assert_eq!(deal.spoken.len(), 1);
    assert_eq!(deal.spoken[0].seat, SEATS[1]);
}
