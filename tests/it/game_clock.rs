//! Time-outs, penalties, auto-play, and tables without a clock (RULES.md §11).

use chaodipi::game::{
    Action, Actor, ClockChoice, Event, Illegal, PlayerId, PublicPhase, Reason, Wait,
};
use chaodipi::rules::{Seat, Side};

use crate::game_support::{PASS, SEATS, Table, declare, fry, person};

const HANDS: [&str; 4] = ["S2", "H2 H2", "C2 C2", "D2"];

/// Seat 0 has declared; everybody is asked to overturn.
fn declared(rules: &str, clock: ClockChoice) -> Table {
    let mut table = Table::drawn(rules, clock, HANDS);
    table.declare(1, "S2");
    table.table(Action::CloseWindow);
    table
}

/// Seat 0 is to bury.
fn burying(rules: &str, clock: ClockChoice) -> Table {
    let mut table = declared(rules, clock);
    for n in 2..=4 {
        table.ok(person(n), PASS);
    }
    table.table(Action::CloseWindow);
    assert_eq!(
        table.game.public().phase,
        PublicPhase::Burying { seat: SEATS[0] }
    );
    table
}

fn penalties(events: &[Event]) -> Vec<(Seat, u16)> {
    let late = |e: &Event| {
        let Event::TimedOut { seat, penalty } = e else {
            return None;
        };
        Some((*seat, *penalty))
    };
    events.iter().filter_map(late).collect()
}

fn auto(table: &Table, seat: usize) -> bool {
    table.game.public().seats[SEATS[seat]].auto
}

#[test]
fn the_first_time_out_warns_and_two_in_a_row_bring_auto_play() {
    let mut table = burying("tournament", ClockChoice::Preset);
    let events = table.stand_in(SEATS[0], Reason::TimeOut);
    assert_eq!(penalties(&events), [(SEATS[0], 0)]);
    assert!(!auto(&table, 0));
    for n in 2..=4 {
        table.ok(person(n), PASS);
    }
    table.table(Action::CloseWindow);
    let events = table.stand_in(SEATS[0], Reason::TimeOut);
    assert_eq!(penalties(&events), [(SEATS[0], 10)]);
    assert!(auto(&table, 0));
    let deal = table.game.public().deal.expect("a deal");
    assert_eq!(
        deal.points, 10,
        "a penalty of the dealers is the attackers'"
    );
    assert_eq!(deal.time_outs[SEATS[0]], 2);
    for n in 2..=4 {
        table.plays(n);
    }
    // Whoever won: play on until seat 0 is to play.
    while let Wait::Play { seat, .. } = table.game.waits() {
        if seat == SEATS[0] {
            break;
        }
        table.plays(seat.index() as i64 + 1);
    }
    let action = table.move_of(SEATS[0]);
    let refused = table.refused(Actor::For(SEATS[0], Reason::TimeOut), action);
    assert_eq!(
        refused,
        Illegal::NotYourTurn(SEATS[0]),
        "auto-play is no time-out"
    );
    let events = table.plays(1);
    assert!(matches!(events[0], Event::AutoChanged { auto: false, .. }));
    assert!(!auto(&table, 0), "whatever a person does ends auto-play");
}

#[test]
fn a_move_in_time_begins_the_count_anew() {
    let mut table = burying("tournament", ClockChoice::Relaxed);
    let events = table.stand_in(SEATS[0], Reason::TimeOut);
    assert_eq!(penalties(&events), [(SEATS[0], 0)]);
    table.table(Action::CloseWindow);
    table.plays(1);
    while let Wait::Play { seat, .. } = table.game.waits() {
        if seat == SEATS[0] {
            break;
        }
        table.plays(seat.index() as i64 + 1);
    }
    let events = table.stand_in(SEATS[0], Reason::TimeOut);
    assert_eq!(
        penalties(&events),
        [(SEATS[0], 0)],
        "the relaxed clock costs nothing"
    );
    assert!(!auto(&table, 0));
}

#[test]
fn in_a_sealed_round_only_seats_before_the_first_yes_are_late() {
    let mut table = burying("tournament", ClockChoice::Preset);
    table.plays(1);
    let asked = vec![SEATS[1], SEATS[2], SEATS[3]];
    assert_eq!(table.game.public().phase, PublicPhase::Frying { asked });
    table.ok(person(3), fry("C2 C2"));
    let refused = table.refused(Actor::For(SEATS[1], Reason::TimeOut), PASS);
    assert_eq!(
        refused,
        Illegal::WrongPhase,
        "the window closes for all at once"
    );
    let events = table.table(Action::CloseWindow);
    assert_eq!(penalties(&events), [(SEATS[1], 0)]);
}

#[test]
fn auto_play_answers_without_a_time_out() {
    let mut table = declared("tournament", ClockChoice::Preset);
    table.ok(person(2), Action::Auto(true));
    table.table(Action::Left(SEATS[2]));
    table.stand_in(SEATS[1], Reason::Auto);
    let events = table.table(Action::CloseWindow);
    assert_eq!(penalties(&events), [(SEATS[3], 0)]);
}

#[test]
fn one_time_out_brings_auto_play_where_the_clock_says_so() {
    let mut table = declared("tv", ClockChoice::Preset);
    table.table(Action::CloseWindow);
    assert!([1, 2, 3].into_iter().all(|s| auto(&table, s)));
    assert!(!auto(&table, 0));
}

#[test]
fn the_third_time_out_of_a_seat_loses_where_the_clock_says_so() {
    let mut table = burying("college", ClockChoice::Preset);
    table.stand_in(SEATS[0], Reason::TimeOut);
    for n in 2..=4 {
        table.ok(person(n), PASS);
    }
    table.table(Action::CloseWindow);
    table.stand_in(SEATS[0], Reason::TimeOut);
    table.ok(person(1), Action::Auto(false));
    while let Wait::Play { seat, .. } = table.game.waits() {
        if seat == SEATS[0] {
            break;
        }
        table.plays(seat.index() as i64 + 1);
    }
    let events = table.stand_in(SEATS[0], Reason::TimeOut);
    assert_eq!(penalties(&events), [(SEATS[0], 20)]);
    let side = Side::SouthNorth;
    assert!(
        events.last() == Some(&Event::Won { side }),
        "both are level"
    );
    assert_eq!(table.game.public().phase, PublicPhase::Finished);
    assert_eq!(table.game.public().winner, Some(side));
}

#[test]
fn without_a_clock_three_votes_or_the_host_close_a_phase() {
    // Declaring is sealed here, so that seat 0's card waits for the others.
    let mut table = Table::drawn("tournament", ClockChoice::None, HANDS);
    table.ok(person(1), declare("S2"));
    table.ok(person(1), Action::Force(false));
    table.ok(person(2), Action::Force(false));
    assert_eq!(
        table.refused(person(1), Action::Force(false)),
        Illegal::VotesNeeded(1)
    );
    let events = table.ok(person(3), Action::Force(false));
    assert!(penalties(&events).is_empty());
    let asked = vec![SEATS[1], SEATS[2], SEATS[3]];
    assert_eq!(
        table.game.public().phase,
        PublicPhase::Overturning { asked }
    );
    // The host after a day, a manager at any time.
    table.ok(person(1), Action::Force(true));
    assert_eq!(
        table.game.public().phase,
        PublicPhase::Burying { seat: SEATS[0] }
    );
    table.ok(Actor::Manager(PlayerId(9)), Action::Force(false));
    assert!(auto(&table, 0), "who is to bury is played for");
    table.stand_in(SEATS[0], Reason::Auto);
    assert!(matches!(table.game.waits(), Wait::Sealed { .. }));
}

#[test]
fn a_table_with_a_clock_cannot_be_forced() {
    let mut table = declared("tournament", ClockChoice::Relaxed);
    let refused = table.refused(Actor::Manager(PlayerId(9)), Action::Force(true));
    assert_eq!(refused, Illegal::WrongPhase);
}

#[test]
fn a_deal_without_a_person_is_noticed_and_the_next_one_comes() {
    let mut table = Table::started("tournament", ClockChoice::Relaxed);
    for seat in SEATS {
        table.table(Action::Left(seat));
    }
    let shuffle = crate::game_support::rig(["S3", "H3", "C3", "D3"]);
    table.table(Action::Deal(Box::new(shuffle)));
    table.table(Action::Draw(100));
    table.table(Action::OpenPlacing);
    table.table(Action::CloseWindow);
    while let Wait::Bury { seat, .. } | Wait::Play { seat, .. } = table.game.waits() {
        table.stand_in(seat, Reason::Computer);
    }
    let waiting = Vec::new();
    assert_eq!(
        table.game.waits(),
        Wait::Between {
            waiting,
            human: false
        }
    );
    table.table(Action::Pause);
    // Nobody else is waited for: whoever goes on is ready for the next deal too.
    table.ok(person(2), Action::Resume);
    assert_eq!(table.game.waits(), Wait::NeedDeal);
}

#[test]
fn the_next_deal_comes_when_all_persons_are_ready() {
    let mut table = burying("tournament", ClockChoice::Relaxed);
    table.plays(1);
    table.table(Action::CloseWindow);
    while let Wait::Play { seat, .. } = table.game.waits() {
        table.plays(seat.index() as i64 + 1);
    }
    let result = table.game.public().result.expect("a result");
    assert_eq!(result.dealer, SEATS[0]);
    for n in 1..=3 {
        table.ok(person(n), Action::Ready(true));
    }
    assert!(matches!(
        table.game.waits(),
        Wait::Between { human: true, .. }
    ));
    let waiting = vec![SEATS[3]];
    let free = Vec::new();
    let refused = table.refused(person(1), Action::Next);
    assert_eq!(refused, Illegal::NotReady { free, waiting });
    table.ok(person(4), Action::Ready(true));
    assert_eq!(table.game.waits(), Wait::NeedDeal);
    let shuffle = Box::new(crate::game_support::rig(HANDS));
    let events = table.table(Action::Deal(shuffle));
    let Some(Event::Dealt { deal, context, .. }) = events.first() else {
        panic!("dealt");
    };
    assert_eq!(deal.0, 2);
    assert_eq!(context.level, result.after[result.stage].level);
}
