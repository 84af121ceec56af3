//! Seats that change hands: who may, when, and what is kept from whom.

use chaodipi::game::{
    Action, Actor, ClockChoice, ComputerLevel, DealResult, Entry, Event, Game, Illegal, Mover,
    Occupant, PlayerId, PublicPhase, Setup, Wait,
};
use chaodipi::rules::{BySeat, Seat};

use crate::game_support::{PASS, SEATS, Table, person, rig};

const RELAXED: ClockChoice = ClockChoice::Relaxed;
const HANDS: [&str; 4] = ["S2", "H2 H2", "C2 C2", "D2"];
const MANAGER: Actor = Actor::Manager(PlayerId(99));
const COMPUTER: Option<Occupant> = Some(Occupant::Computer(ComputerLevel::Good));

fn who(table: &Table, seat: usize) -> Option<Occupant> {
    table.game.public().seats[SEATS[seat]].occupant
}

fn sits(n: i64) -> Option<Occupant> {
    Some(Occupant::Person(PlayerId(n)))
}

/// Seat 0 is to bury.
fn burying() -> Table {
    let mut table = Table::drawn("tournament", RELAXED, HANDS);
    table.declare(1, "S2");
    table.table(Action::CloseWindow);
    for n in 2..=4 {
        table.ok(person(n), PASS);
    }
    table.table(Action::CloseWindow);
    table
}

/// A deal is over.
fn between() -> Table {
    let mut table = burying();
    table.plays(1);
    for n in 2..=4 {
        table.ok(person(n), PASS);
    }
    table.table(Action::CloseWindow);
    while let Wait::Play { seat, .. } = table.game.waits() {
        table.plays(seat.index() as i64 + 1);
    }
    assert_eq!(table.game.public().phase, PublicPhase::Between);
    table
}

#[test]
fn who_leaves_is_played_for_by_a_computer_player_and_may_come_back() {
    let mut table = burying();
    table.ok(person(1), Action::Stand);
    let good = Mover::Computer(ComputerLevel::Good);
    assert_eq!(table.game.mover(SEATS[0]), good);
    assert_eq!(who(&table, 0), sits(1), "the seat stays the person's");
    assert_eq!(table.game.public().host, Some(PlayerId(2)));
    table.ok(person(1), Action::Sit(None));
    assert_eq!(table.game.mover(SEATS[0]), Mover::Person);
    table.plays(1);
}

#[test]
fn between_deals_the_host_replaces_anybody_and_others_need_votes() {
    let mut table = between();
    table.ok(person(1), Action::Kick(SEATS[2]));
    assert_eq!(who(&table, 2), COMPUTER);
    let mut table = between();
    let events = table.ok(person(2), Action::Kick(SEATS[2]));
    assert_eq!(events.len(), 1, "a vote");
    assert_eq!(who(&table, 2), sits(3));
    let again = table.refused(person(2), Action::Kick(SEATS[2]));
    assert_eq!(again, Illegal::VotesNeeded(2));
    let outsider = table.refused(person(9), Action::Kick(SEATS[2]));
    assert_eq!(outsider, Illegal::NotSeated);
}

#[test]
fn during_a_deal_three_votes_or_auto_play_replace() {
    let mut table = burying();
    table.ok(person(1), Action::Kick(SEATS[1]));
    table.ok(person(3), Action::Kick(SEATS[1]));
    assert_eq!(who(&table, 1), sits(2), "the host alone does not");
    table.ok(person(4), Action::Kick(SEATS[1]));
    assert_eq!(who(&table, 1), COMPUTER);

    let mut table = burying();
    table.ok(person(2), Action::Auto(true));
    table.ok(person(1), Action::Kick(SEATS[1]));
    assert_eq!(
        who(&table, 1),
        COMPUTER,
        "the host where a seat is on auto-play"
    );

    let mut table = burying();
    table.ok(MANAGER, Action::Kick(SEATS[0]));
    assert_eq!(who(&table, 0), COMPUTER, "a manager always");
    assert_eq!(table.game.public().host, Some(PlayerId(2)));
}

#[test]
fn votes_end_with_the_deal_and_with_the_voter() {
    let mut table = burying();
    table.ok(person(3), Action::Kick(SEATS[1]));
    table.ok(person(4), Action::Kick(SEATS[1]));
    // Whoever voted is replaced: the vote is void.
    table.ok(MANAGER, Action::Kick(SEATS[3]));
    table.ok(person(1), Action::Kick(SEATS[1]));
    assert_eq!(who(&table, 1), COMPUTER, "two persons are left besides");
    let mut table = burying();
    table.ok(person(3), Action::Kick(SEATS[1]));
    table.ok(person(4), Action::Kick(SEATS[1]));
    table.plays(1);
    for n in 2..=4 {
        table.ok(person(n), PASS);
    }
    table.table(Action::CloseWindow);
    while let Wait::Play { seat, .. } = table.game.waits() {
        table.plays(seat.index() as i64 + 1);
    }
    table.table(Action::Next);
    table.table(Action::Deal(Box::new(rig(HANDS))));
    table.ok(person(1), Action::Kick(SEATS[1]));
    assert_eq!(who(&table, 1), sits(2));
}

#[test]
fn nobody_is_replaced_while_a_sealed_question_is_open() {
    let mut table = Table::drawn("tournament", RELAXED, HANDS);
    table.declare(1, "S2");
    table.table(Action::CloseWindow);
    table.ok(person(2), Action::Auto(true));
    // The answer is the same whether or not the seat has answered.
    for _ in 0..2 {
        let refused = table.refused(person(1), Action::Kick(SEATS[1]));
        assert_eq!(refused, Illegal::RoundOpen);
        let refused = table.refused(person(1), Action::Offer(SEATS[1], PlayerId(8)));
        assert_eq!(refused, Illegal::RoundOpen);
        table.try_it(person(2), &PASS).ok();
    }
}

#[test]
fn a_seat_is_offered_and_taken() {
    let mut table = between();
    table.ok(person(1), Action::Offer(SEATS[3], PlayerId(8)));
    assert_eq!(who(&table, 3), sits(4), "until it is taken");
    assert_eq!(table.game.public().offers[SEATS[3]], Some(PlayerId(8)));
    let taken = table.refused(person(9), Action::Sit(Some(SEATS[3])));
    assert_eq!(taken, Illegal::SeatTaken(SEATS[3]));
    table.ok(person(8), Action::Sit(None));
    assert_eq!(who(&table, 3), sits(8));
    assert_eq!(table.game.seat_of(PlayerId(4)), None);
    let there = table.refused(person(1), Action::Offer(SEATS[2], PlayerId(8)));
    assert_eq!(there, Illegal::SitsAlready(SEATS[3]));
    // One's own seat may be given away at any time.
    let mut table = burying();
    table.ok(person(2), Action::Offer(SEATS[1], PlayerId(8)));
    table.ok(person(8), Action::Sit(Some(SEATS[1])));
    assert_eq!(who(&table, 1), sits(8));
    table.plays(1);
}

#[test]
fn an_offer_of_the_host_does_not_outlast_the_pause_between_deals() {
    let mut table = between();
    table.ok(person(1), Action::Offer(SEATS[3], PlayerId(8)));
    table.table(Action::Next);
    table.table(Action::Deal(Box::new(rig(HANDS))));
    assert_eq!(table.game.public().offers[SEATS[3]], None);
    let late = table.refused(person(8), Action::Sit(None));
    assert_eq!(late, Illegal::AlreadyStarted);
}

#[test]
fn who_comes_back_keeps_the_seat() {
    let mut table = burying();
    table.ok(person(4), Action::Stand);
    table.ok(person(1), Action::Offer(SEATS[3], PlayerId(8)));
    table.ok(person(4), Action::Sit(None));
    assert_eq!(table.game.public().offers[SEATS[3]], None);
}

#[test]
fn whoever_has_seen_a_hand_takes_no_other_seat_in_that_deal() {
    let mut table = burying();
    table.ok(MANAGER, Action::Kick(SEATS[1]));
    table.ok(MANAGER, Action::Offer(SEATS[3], PlayerId(2)));
    let refused = table.refused(person(2), Action::Sit(None));
    assert_eq!(refused, Illegal::SeenHand(SEATS[1]));
    // The same seat again is no secret.
    table.ok(MANAGER, Action::Offer(SEATS[1], PlayerId(2)));
    table.ok(person(2), Action::Sit(Some(SEATS[1])));
    // Somebody who took over a seat has seen it, too.
    table.ok(MANAGER, Action::Offer(SEATS[1], PlayerId(8)));
    table.ok(person(8), Action::Sit(Some(SEATS[1])));
    table.ok(MANAGER, Action::Kick(SEATS[1]));
    table.ok(MANAGER, Action::Offer(SEATS[2], PlayerId(8)));
    let refused = table.refused(person(8), Action::Sit(None));
    assert_eq!(refused, Illegal::SeenHand(SEATS[1]));
    // After the deal everything is open.
    table.plays(1);
    while !matches!(table.game.waits(), Wait::Between { .. }) {
        match table.game.waits() {
            Wait::Play { seat, .. } => match table.game.mover(seat) {
                Mover::Computer(_) => {
                    table.stand_in(seat, chaodipi::game::Reason::Computer);
                }
                Mover::Person | Mover::Auto => {
                    table.plays(seat.index() as i64 + 1);
                }
            },
            _ => {
                table.table(Action::CloseWindow);
            }
        }
    }
    table.ok(MANAGER, Action::Offer(SEATS[2], PlayerId(8)));
    table.ok(person(8), Action::Sit(None));
    assert_eq!(who(&table, 2), sits(8));
}

#[test]
fn a_late_comer_takes_a_computer_players_seat_between_deals() {
    let mut table = between();
    table.ok(person(1), Action::Kick(SEATS[2]));
    table.ok(person(7), Action::Sit(None));
    assert_eq!(who(&table, 2), sits(7));
    let mut table = burying();
    table.ok(MANAGER, Action::Kick(SEATS[2]));
    let refused = table.refused(person(7), Action::Sit(Some(SEATS[2])));
    assert_eq!(refused, Illegal::AlreadyStarted, "not within a deal");
}

#[test]
fn seats_are_swapped_when_both_agree() {
    let mut table = Table::open("tournament", RELAXED);
    for n in 1..=3 {
        table.ok(person(n), Action::Sit(None));
        table.ok(person(n), Action::Ready(true));
    }
    table.ok(person(1), Action::Swap(SEATS[1]));
    assert_eq!(who(&table, 0), sits(1));
    table.ok(person(2), Action::Swap(SEATS[0]));
    assert_eq!((who(&table, 0), who(&table, 1)), (sits(2), sits(1)));
    assert!(!table.game.public().seats[SEATS[0]].ready);
    assert!(table.game.public().seats[SEATS[2]].ready);
    table.ok(person(1), Action::Swap(SEATS[3]));
    assert_eq!(who(&table, 3), sits(1), "nobody need agree to a free seat");
    let mut table = between();
    table.ok(person(1), Action::Swap(SEATS[1]));
    table.ok(person(2), Action::Swap(SEATS[0]));
    assert_eq!(who(&table, 0), sits(2));
    let mut table = burying();
    let refused = table.refused(person(1), Action::Swap(SEATS[1]));
    assert_eq!(refused, Illegal::BetweenDeals);
}

#[test]
fn the_host_has_the_seats_drawn_by_lot_and_hands_over() {
    let mut table = Table::open("tournament", RELAXED);
    for n in 1..=4 {
        table.ok(person(n), Action::Sit(None));
    }
    let lot = BySeat::new([SEATS[2], SEATS[0], SEATS[3], SEATS[1]]);
    let refused = table.refused(person(2), Action::ShuffleSeats(lot));
    assert_eq!(refused, Illegal::NotHost(Some(PlayerId(1))));
    table.ok(person(1), Action::ShuffleSeats(lot));
    for (seat, n) in [(0, 3), (1, 1), (2, 4), (3, 2)] {
        assert_eq!(who(&table, seat), sits(n));
    }
    let twice = BySeat::new([SEATS[0]; 4]);
    table.refused(person(1), Action::ShuffleSeats(twice));
    table.refused(person(2), Action::Host(SEATS[0]));
    table.ok(person(1), Action::Host(SEATS[0]));
    assert_eq!(table.game.public().host, Some(PlayerId(3)));
    table.refused(person(1), Action::ShuffleSeats(lot));
}

#[test]
fn invited_people_only() {
    let setup = Setup {
        entry: Entry::Invited,
        ..Setup::default()
    };
    let mut table = Table::open("tournament", setup);
    assert_eq!(
        table.refused(person(2), Action::Sit(None)),
        Illegal::InvitedOnly
    );
    table.ok(person(1), Action::Sit(None));
    table.refused(person(3), Action::Invite(PlayerId(2)));
    table.ok(person(1), Action::Invite(PlayerId(2)));
    table.ok(person(2), Action::Sit(None));
    // A seat kept for somebody is an invitation.
    table.ok(person(1), Action::Offer(SEATS[3], PlayerId(4)));
    let kept = table.refused(person(2), Action::Sit(Some(SEATS[3])));
    assert_eq!(kept, Illegal::SeatKept(SEATS[3]));
    table.ok(person(4), Action::Sit(None));
    assert_eq!(who(&table, 3), sits(4));
    // The host takes back what is kept, and whom it invited.
    table.ok(person(1), Action::Offer(SEATS[2], PlayerId(5)));
    table.ok(person(1), Action::Kick(SEATS[2]));
    assert_eq!(table.game.public().offers[SEATS[2]], None);
    table.ok(person(1), Action::Kick(SEATS[3]));
    assert_eq!(who(&table, 3), None);
}

#[test]
fn the_same_people_play_again() {
    let mut table = between();
    table.ok(person(1), Action::Kick(SEATS[2]));
    table.ok(MANAGER, Action::End);
    assert!(table.game.again(PlayerId(3)).is_none(), "replaced before");
    let events = table.game.again(PlayerId(2)).expect("sat there");
    let next = Game::from_events(&events).expect("opened");
    let view = next.public();
    assert_eq!(view.phase, PublicPhase::Lobby);
    assert_eq!(view.host, Some(PlayerId(2)));
    assert!(*view.rules == *table.game.public().rules);
    assert_eq!(view.seats[SEATS[1]].occupant, sits(2));
    assert_eq!(view.seats[SEATS[2]].occupant, COMPUTER);
    for (seat, n) in [(0, 1), (3, 4)] {
        assert_eq!(view.seats[SEATS[seat]].occupant, None);
        assert_eq!(view.offers[SEATS[seat]], Some(PlayerId(n)));
    }
    let mut table = Table {
        game: next,
        log: events,
    };
    table.ok(person(4), Action::Sit(None));
    assert_eq!(who(&table, 3), sits(4), "each comes to the own seat");
}

/// What happens to a seat between two plays.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Change {
    /// A manager puts a computer player there.
    Replaced,
    /// Its person leaves the server.
    Dropped,
}

/// The bottom is buried, and nobody fries.
fn leading() -> Table {
    let mut table = burying();
    table.plays(1);
    for n in 2..=4 {
        table.ok(person(n), PASS);
    }
    table.table(Action::CloseWindow);
    table
}

/// Plays a deal to its end in which `changed` changes before that turn; who
/// played, turn by turn, who won each trick, and the result.
fn played(changed: Seat, turn: usize, change: Change) -> (Vec<Seat>, Vec<Seat>, DealResult) {
    let mut table = leading();
    let mut turns = Vec::new();
    while let Wait::Play { seat, .. } = table.game.waits() {
        if turns.len() == turn {
            match change {
                Change::Replaced => table.ok(MANAGER, Action::Kick(changed)),
                Change::Dropped => table.table(Action::Left(changed)),
            };
        }
        turns.push(seat);
        match table.game.mover(seat) {
            Mover::Computer(_) => {
                table.stand_in(seat, chaodipi::game::Reason::Computer);
            }
            Mover::Person | Mover::Auto => {
                table.plays(seat.index() as i64 + 1);
            }
        }
    }
    let won = |e: &Event| match e {
        Event::TrickWon { seat, .. } => Some(*seat),
        _ => None,
    };
    let won = table.log.iter().filter_map(won).collect();
    let result = table.log.iter().rev().find_map(|e| match e {
        Event::Settled { result } => Some(result.clone()),
        _ => None,
    });
    (turns, won, *result.expect("the deal was played to its end"))
}

/// Drops and replacements at every seat and turn keep the order of play (C12).
#[test]
fn the_order_of_play_outlives_every_change_of_seat() {
    for changed in Seat::ALL {
        for change in [Change::Replaced, Change::Dropped] {
            for turn in 0..9 {
                let (turns, won, result) = played(changed, turn, change);
                let mut leader = turns[0];
                for (trick, winner) in turns.chunks(4).zip(&won) {
                    assert_eq!(trick, [0, 1, 2, 3].map(|n| leader.after(n)), "{change:?}");
                    leader = *winner;
                }
                assert_eq!(turns.len(), 4 * won.len());
                let computer = result.occupants[changed] == COMPUTER;
                assert_eq!(computer, change == Change::Replaced);
                assert!(result.stood_in[changed], "{change:?} before turn {turn}");
            }
        }
    }
}
