//! Sitting, standing, starting, votes, pauses: everything about persons.

use chaodipi::game::{
    Action, Actor, ClockChoice, ComputerLevel, Illegal, Occupant, Pause, PlayerId, PublicPhase,
    Wait,
};

use crate::game_support::{SEATS, Table, person};

const RELAXED: ClockChoice = ClockChoice::Relaxed;

fn who(table: &Table, seat: usize) -> Option<Occupant> {
    table.game.public().seats[SEATS[seat]].occupant
}

#[test]
fn people_sit_move_and_stand_in_the_lobby() {
    let mut table = Table::open("tournament", RELAXED);
    table.ok(person(1), Action::Sit(Some(SEATS[2])));
    assert_eq!(who(&table, 2), Some(Occupant::Person(PlayerId(1))));
    table.ok(person(2), Action::Sit(None));
    assert_eq!(who(&table, 0), Some(Occupant::Person(PlayerId(2))));
    let taken = table.refused(person(3), Action::Sit(Some(SEATS[0])));
    assert_eq!(taken, Illegal::SeatTaken(SEATS[0]));
    table.ok(person(1), Action::Sit(Some(SEATS[3])));
    assert_eq!(who(&table, 2), None);
    table.ok(person(2), Action::Stand);
    assert_eq!(who(&table, 0), None);
    assert_eq!(table.refused(person(2), Action::Stand), Illegal::NotSeated);
}

#[test]
fn the_host_hands_over_when_standing_up() {
    let mut table = Table::open("tournament", RELAXED);
    table.ok(person(1), Action::Sit(None));
    table.ok(person(2), Action::Sit(None));
    table.ok(person(1), Action::Stand);
    assert_eq!(table.game.public().host, Some(PlayerId(2)));
    table.ok(person(2), Action::Stand);
    assert_eq!(table.game.public().host, None);
    table.ok(person(3), Action::Sit(None));
    assert_eq!(table.game.public().host, Some(PlayerId(3)));
}

#[test]
fn a_game_starts_with_four_seats_and_all_persons_ready() {
    let mut table = Table::open("tournament", RELAXED);
    table.ok(person(1), Action::Sit(None));
    table.ok(person(2), Action::Sit(Some(SEATS[1])));
    let free = vec![SEATS[2], SEATS[3]];
    let waiting = vec![SEATS[0], SEATS[1]];
    let refused = table.refused(person(1), Action::Start);
    assert_eq!(refused, Illegal::NotReady { free, waiting });
    for seat in [None, Some(SEATS[3])] {
        table.ok(person(1), Action::AddComputer(seat, ComputerLevel::Easy));
    }
    let full = Action::AddComputer(None, ComputerLevel::Easy);
    assert_eq!(table.refused(person(1), full), Illegal::TableFull);
    table.ok(person(1), Action::Ready(true));
    table.ok(person(2), Action::Ready(true));
    assert_eq!(table.refused(person(9), Action::Start), Illegal::NotSeated);
    table.ok(person(2), Action::Start);
    assert_eq!(table.game.waits(), Wait::NeedDeal);
    let late = table.refused(person(9), Action::Sit(None));
    assert_eq!(late, Illegal::AlreadyStarted);
}

#[test]
fn one_who_sits_starts_at_once_with_computers_on_the_free_seats() {
    let start = || Action::StartFilled(ComputerLevel::Easy);
    let mut table = Table::open("tournament", RELAXED);
    assert_eq!(table.refused(person(1), start()), Illegal::NotSeated);
    table.ok(person(1), Action::Sit(Some(SEATS[2])));
    table.ok(person(1), start());
    assert_eq!(table.game.waits(), Wait::NeedDeal);
    assert_eq!(who(&table, 2), Some(Occupant::Person(PlayerId(1))));
    let computer = Some(Occupant::Computer(ComputerLevel::Easy));
    for seat in [0, 1, 3] {
        assert_eq!(who(&table, seat), computer);
    }
    assert_eq!(table.refused(person(1), start()), Illegal::AlreadyStarted);

    // Nobody else is taken to be ready.
    let mut table = Table::open("tournament", RELAXED);
    table.ok(person(1), Action::Sit(None));
    table.ok(person(2), Action::Sit(Some(SEATS[1])));
    let (free, waiting) = (Vec::new(), vec![SEATS[1]]);
    let refused = table.refused(person(1), start());
    assert_eq!(refused, Illegal::NotReady { free, waiting });
    table.ok(person(2), Action::Ready(true));
    table.ok(person(1), start());
    assert_eq!(table.game.waits(), Wait::NeedDeal);
}

#[test]
fn a_person_takes_the_seat_of_a_computer_in_the_lobby() {
    let mut table = Table::open("tournament", RELAXED);
    table.ok(person(1), Action::AddComputer(None, ComputerLevel::Easy));
    table.ok(person(1), Action::Sit(Some(SEATS[0])));
    assert_eq!(who(&table, 0), Some(Occupant::Person(PlayerId(1))));
}

#[test]
fn only_the_host_or_a_manager_ends_a_lobby() {
    let mut table = Table::open("tournament", RELAXED);
    table.ok(person(2), Action::Sit(None));
    let refused = table.refused(person(2), Action::End);
    assert_eq!(refused, Illegal::NotHost(Some(PlayerId(1))));
    table.ok(person(1), Action::End);
    assert_eq!(table.game.public().phase, PublicPhase::Ended);
    assert_eq!(table.refused(person(2), Action::Stand), Illegal::Over);
    let mut table = Table::open("tournament", RELAXED);
    table.ok(Actor::Manager(PlayerId(7)), Action::End);
    assert_eq!(table.game.waits(), Wait::Over);
}

#[test]
fn a_game_ends_by_host_and_opponent_or_by_three_seats() {
    let mut table = Table::started("tournament", RELAXED);
    table.ok(person(1), Action::End);
    table.ok(person(3), Action::End);
    assert_eq!(table.game.public().end_votes, [SEATS[0], SEATS[2]]);
    let again = table.refused(person(1), Action::End);
    assert_eq!(again, Illegal::VotesNeeded(1));
    table.ok(person(2), Action::End);
    assert_eq!(table.game.public().phase, PublicPhase::Ended);

    let mut table = Table::started("tournament", RELAXED);
    table.ok(person(2), Action::End);
    table.ok(person(1), Action::End);
    assert_eq!(table.game.public().phase, PublicPhase::Ended);

    let mut table = Table::started("tournament", RELAXED);
    table.ok(person(2), Action::End);
    table.ok(person(3), Action::End);
    assert_ne!(table.game.public().phase, PublicPhase::Ended);
    table.ok(person(4), Action::End);
    assert_eq!(table.game.public().phase, PublicPhase::Ended);
}

#[test]
fn a_person_alone_with_computers_can_end_the_game() {
    let mut table = Table::open("tournament", RELAXED);
    table.ok(person(1), Action::Sit(None));
    table.ok(person(1), Action::Ready(true));
    for _ in 0..3 {
        table.ok(person(1), Action::AddComputer(None, ComputerLevel::Easy));
    }
    table.ok(person(1), Action::Start);
    table.ok(person(1), Action::End);
    assert_eq!(table.game.waits(), Wait::Over);
}

#[test]
fn who_stands_up_in_a_game_is_played_for_and_may_come_back() {
    let mut table = Table::started("tournament", RELAXED);
    table.ok(person(1), Action::Stand);
    let view = table.game.public();
    assert!(view.seats[SEATS[0]].auto);
    assert_eq!(
        view.seats[SEATS[0]].occupant,
        Some(Occupant::Person(PlayerId(1)))
    );
    assert_eq!(view.host, Some(PlayerId(2)), "somebody present hosts");
    table.ok(person(1), Action::Sit(None));
    assert!(!table.game.public().seats[SEATS[0]].auto);
    table.ok(Actor::Table, Action::Left(SEATS[3]));
    assert!(table.game.public().seats[SEATS[3]].auto);
    table.ok(person(4), Action::End);
    assert!(
        !table.game.public().seats[SEATS[3]].auto,
        "any action brings back"
    );
}

#[test]
fn a_paused_table_only_lets_people_come_and_go() {
    let mut table = Table::started("tournament", RELAXED);
    table.ok(Actor::Table, Action::Pause);
    assert_eq!(table.game.waits(), Wait::Paused);
    assert_eq!(table.game.public().paused, Some(Pause::Idle));
    let refused = table.refused(person(1), Action::Play(Vec::new()));
    assert_eq!(refused, Illegal::Paused);
    table.ok(person(2), Action::Auto(true));
    table.ok(person(3), Action::Resume);
    assert_eq!(table.game.waits(), Wait::NeedDeal);
}
