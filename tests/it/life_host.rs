//! A host who leaves within a sealed round: nobody is told before the round is
//! over, however it ends; then somebody who is there hosts.

use chaodipi::game::{
    Action, Actor, ClockChoice, ComputerLevel, Event, Illegal, Length, Occupant, Pause, PlayerId,
    PublicPhase, Reason, Setup, Wait, evolve,
};

use crate::game_support::{PASS, SEATS, Table, declare, overturn, person, rig};
use crate::record_support::{lines, play};

const RELAXED: ClockChoice = ClockChoice::Relaxed;
const MANAGER: Actor = Actor::Manager(PlayerId(99));
const HANDS: [&str; 4] = ["S2", "H2 H2", "C2 C2", "D2"];
const BEN: Option<PlayerId> = Some(PlayerId(2));
const CARLA: Option<PlayerId> = Some(PlayerId(3));

/// Declaring is sealed: the table has no clock.
fn declaring() -> Table {
    Table::drawn("tournament", ClockChoice::None, HANDS)
}

/// That person has declared; the others are asked to overturn.
fn overturning_of(n: i64, card: &str, clock: ClockChoice) -> Table {
    let mut table = Table::drawn("tournament", clock, HANDS);
    table.declare(n, card);
    close(&mut table);
    table
}

/// The host has declared.
fn overturning() -> Table {
    overturning_of(1, "S2", RELAXED)
}

/// The host has buried.
fn frying() -> Table {
    let mut table = overturning();
    close(&mut table);
    table.plays(1);
    table
}

/// Closes the window with the answers given so far.
fn close(table: &mut Table) -> Vec<Event> {
    match table.game.setup().clock {
        ClockChoice::None => table.ok(MANAGER, Action::Force(false)),
        ClockChoice::Relaxed | ClockChoice::Preset => table.table(Action::CloseWindow),
    }
}

fn host(table: &Table) -> Option<PlayerId> {
    table.game.public().host
}

/// Who becomes host by these events.
fn hosts(events: &[Event]) -> Vec<Option<PlayerId>> {
    let host = |e: &Event| match e {
        Event::HostChanged { host } => Some(*host),
        _ => None,
    };
    events.iter().filter_map(host).collect()
}

/// The host leaves, in a sealed round.
fn leaves(table: &mut Table) {
    assert!(table.game.in_sealed_round());
    let left = Event::AutoChanged {
        seat: SEATS[0],
        auto: true,
        reason: Some(Reason::Auto),
    };
    assert_eq!(table.ok(person(1), Action::Stand), [left]);
    assert_eq!(host(table), Some(PlayerId(1)));
}

#[test]
fn in_a_sealed_round_nobody_is_told_that_the_host_has_left() {
    let ways = [
        (person(1), Action::Stand),
        (Actor::Table, Action::Left(SEATS[0])),
    ];
    for open in [declaring, overturning, frying] {
        for (actor, action) in &ways {
            let (mut stays, mut leaves) = (open(), open());
            assert!(leaves.game.in_sealed_round());
            let events = leaves.ok(*actor, action.clone());
            assert!(hosts(&events).is_empty(), "{events:?}");
            // Nor by what others are answered, whatever only a host may do.
            let tries = [
                Action::Kick(SEATS[0]),
                Action::Kick(SEATS[2]),
                Action::Offer(SEATS[0], PlayerId(8)),
                Action::Host(SEATS[1]),
                Action::Void,
                Action::Force(true),
                Action::End,
                Action::Pause,
            ];
            for action in &tries {
                let told = |table: &mut Table| format!("{:?}", table.try_it(person(2), action));
                assert_eq!(told(&mut leaves), told(&mut stays), "{action:?}");
                assert!(leaves.game.public() == stays.game.public(), "{action:?}");
            }
            assert!(leaves.game.in_sealed_round());
        }
    }
}

#[test]
fn when_the_round_closes_somebody_who_is_there_hosts() {
    // All have answered.
    let mut table = overturning();
    leaves(&mut table);
    for n in 2..=4 {
        assert!(hosts(&table.ok(person(n), PASS)).is_empty());
    }
    let events = close(&mut table);
    assert_eq!(hosts(&events), [BEN]);
    assert!(matches!(events[0], Event::RoundClosed { .. }));
    assert_eq!(host(&table), BEN);
    // The clock runs out: who has not answered is late.
    for open in [overturning, frying] {
        let mut table = open();
        leaves(&mut table);
        assert_eq!(hosts(&close(&mut table)), [BEN]);
    }
    // A manager closes it, at a table without a clock.
    let mut table = declaring();
    leaves(&mut table);
    assert_eq!(hosts(&close(&mut table)), [BEN]);
    // Three votes do.
    let mut table = declaring();
    leaves(&mut table);
    for n in 2..=3 {
        assert!(hosts(&table.ok(person(n), Action::Force(false))).is_empty());
    }
    let events = table.ok(person(4), Action::Force(false));
    assert_eq!(hosts(&events), [BEN]);
    // One vote and the silence of the host, who is gone.
    let mut table = Table::open("tournament", ClockChoice::None);
    for n in 1..=2 {
        table.ok(person(n), Action::Sit(None));
        table.ok(person(n), Action::Ready(true));
    }
    table.ok(person(1), Action::StartFilled(ComputerLevel::Easy));
    table.table(Action::Deal(Box::new(rig(HANDS))));
    table.table(Action::Draw(100));
    table.table(Action::OpenPlacing);
    leaves(&mut table);
    table.ok(person(2), Action::Force(false));
    assert_eq!(hosts(&table.table(Action::Silence)), [BEN]);
}

#[test]
fn one_round_may_follow_another_at_once() {
    // Nobody can bury in between: overturning follows declaring, and itself.
    let mut table = declaring();
    table.ok(person(2), declare("H2"));
    leaves(&mut table);
    assert_eq!(hosts(&close(&mut table)), [BEN]);
    assert!(table.game.in_sealed_round());
    let mut table = overturning();
    leaves(&mut table);
    table.ok(person(3), overturn("C2 C2"));
    assert_eq!(hosts(&close(&mut table)), [BEN]);
    assert!(table.game.in_sealed_round());
    // Whoever hosts in the second one leaves it as silently.
    assert!(hosts(&table.ok(person(2), Action::Stand)).is_empty());
    assert_eq!(hosts(&close(&mut table)), [CARLA]);
}

#[test]
fn a_deal_that_is_broken_off_in_the_round_hands_over_as_well() {
    // `college` 六.10: the third time-out of a seat loses the game.
    for length in [Length::Match, Length::Game] {
        let setup = Setup {
            clock: ClockChoice::Preset,
            length,
            ..Setup::default()
        };
        let mut table = Table::drawn("college", setup, HANDS);
        table.declare(1, "S2");
        close(&mut table);
        for _ in 0..2 {
            let late = Event::TimedOut {
                seat: SEATS[1],
                penalty: 0,
            };
            evolve(&mut table.game, &late);
            table.log.push(late);
        }
        leaves(&mut table);
        let events = close(&mut table);
        let side = SEATS[1].side().other();
        if length == Length::Match {
            assert!(events.contains(&Event::GameWon { side }));
            assert_eq!(hosts(&events), [BEN], "{events:?}");
            assert_eq!(table.game.public().phase, PublicPhase::Between);
        } else {
            assert!(events.contains(&Event::Won { side }));
            assert_eq!(hosts(&events), [], "nobody hosts what is over");
        }
    }
    // Nobody has declared, and the cards are dealt anew.
    let mut table = Table::drawn("double-dig", ClockChoice::None, ["", "", "", ""]);
    leaves(&mut table);
    let events = close(&mut table);
    assert_eq!(hosts(&events), [BEN], "{events:?}");
}

#[test]
fn a_table_that_ends_in_the_round_needs_no_other_host() {
    let ends = [(MANAGER, Action::End), (MANAGER, Action::Void)];
    for (actor, action) in ends {
        let mut table = overturning();
        leaves(&mut table);
        let events = table.ok(actor, action);
        assert!(matches!(events[..], [Event::Ended { .. }]), "{events:?}");
    }
    let mut table = overturning();
    leaves(&mut table);
    for n in 2..=3 {
        assert!(hosts(&table.ok(person(n), Action::End)).is_empty());
    }
    let events = table.ok(person(4), Action::End);
    assert!(table.game.is_over());
    assert!(hosts(&events).is_empty());
    // Nobody comes back to a table that stands still.
    let mut table = overturning();
    leaves(&mut table);
    table.table(Action::Pause);
    let events = table.table(Action::End);
    assert!(matches!(events[..], [Event::Ended { .. }]), "{events:?}");
}

#[test]
fn a_host_who_is_back_before_the_end_stays_host() {
    let backs = [
        Action::Sit(None),
        Action::Auto(false),
        Action::End,
        Action::Pause,
        Action::Force(true),
    ];
    for back in backs {
        let mut table = declaring();
        leaves(&mut table);
        let events = table.ok(person(1), back.clone());
        assert!(hosts(&events).is_empty(), "{events:?}");
        if back == Action::Force(true) {
            assert!(matches!(table.game.waits(), Wait::Bury { .. }));
        } else {
            assert!(hosts(&close(&mut table)).is_empty(), "{back:?}");
        }
        assert_eq!(host(&table), Some(PlayerId(1)));
    }
    // By an answer, which tells so only with the end of the round.
    let mut table = overturning_of(4, "D2", RELAXED);
    leaves(&mut table);
    table.ok(person(1), PASS);
    assert!(hosts(&close(&mut table)).is_empty());
    assert_eq!(host(&table), Some(PlayerId(1)));
    assert!(!table.game.public().seats[SEATS[0]].auto);
    // Who is back and goes again is gone.
    let mut table = overturning();
    leaves(&mut table);
    table.ok(person(1), Action::Sit(None));
    leaves(&mut table);
    assert_eq!(hosts(&close(&mut table)), [BEN]);
}

#[test]
fn the_marks_at_the_end_of_the_round_say_who_hosts() {
    // The next in order has left as well.
    let mut table = overturning();
    leaves(&mut table);
    table.ok(person(2), Action::Stand);
    assert_eq!(hosts(&close(&mut table)), [CARLA]);
    // It has, but is back with its answer.
    let mut table = overturning();
    leaves(&mut table);
    table.ok(person(2), Action::Stand);
    table.ok(person(2), PASS);
    assert_eq!(hosts(&close(&mut table)), [BEN]);
    // All have left: somebody must be able to end it.
    let mut table = overturning();
    leaves(&mut table);
    for n in 2..=4 {
        table.ok(person(n), Action::Stand);
    }
    assert!(hosts(&close(&mut table)).is_empty());
    assert_eq!(host(&table), Some(PlayerId(1)));
    // Computer players do not host.
    let mut table = overturning();
    table.ok(MANAGER, Action::Kick(SEATS[1]));
    leaves(&mut table);
    assert_eq!(hosts(&close(&mut table)), [CARLA]);
}

#[test]
fn a_host_who_is_replaced_in_the_round_is_followed_at_once_by_who_seems_there() {
    let replaced = [
        (MANAGER, Action::Kick(SEATS[0])),
        (Actor::Table, Action::Forget(PlayerId(1))),
    ];
    for (actor, action) in replaced {
        for host_left in [false, true] {
            let mut table = overturning();
            if host_left {
                leaves(&mut table);
            }
            // That the next in order has left is told with the end of the round.
            table.ok(person(2), Action::Stand);
            let events = table.ok(actor, action.clone());
            assert_eq!(hosts(&events), [BEN]);
            let good = Some(Occupant::Computer(ComputerLevel::Good));
            assert_eq!(table.game.public().seats[SEATS[0]].occupant, good);
            assert_eq!(hosts(&close(&mut table)), [CARLA]);
        }
    }
}

#[test]
fn a_host_hands_over_to_who_seems_there() {
    let mut table = overturning();
    table.ok(person(2), Action::Stand);
    let events = table.ok(person(1), Action::Host(SEATS[1]));
    assert_eq!(hosts(&events), [BEN]);
    assert_eq!(hosts(&close(&mut table)), [CARLA]);
    // Who has left comes back by it, and the round tells neither.
    let mut table = overturning();
    leaves(&mut table);
    table.ok(person(1), Action::Host(SEATS[2]));
    assert!(hosts(&close(&mut table)).is_empty());
    assert_eq!(host(&table), CARLA);
    let refused = table.refused(person(1), Action::Host(SEATS[0]));
    assert_eq!(refused, Illegal::NotHost(CARLA));
}

#[test]
fn a_break_that_begins_with_the_end_of_the_round_comes_after_it() {
    let mut table = overturning();
    leaves(&mut table);
    table.ok(person(3), Action::Pause);
    let events = close(&mut table);
    let pause = Pause::Break;
    let last = [Event::HostChanged { host: BEN }, Event::Paused { pause }];
    assert_eq!(events[events.len() - 2..], last);
    // A table that is held within the round closes it when it goes on.
    let mut table = overturning();
    table.table(Action::Hold);
    leaves(&mut table);
    assert!(hosts(&table.table(Action::Resume)).is_empty());
    assert_eq!(hosts(&close(&mut table)), [BEN]);
}

/// Plays the deal to its end.
fn to_the_end(table: &mut Table) {
    while table.game.public().phase != PublicPhase::Between {
        match table.game.waits() {
            Wait::Play { seat, .. } | Wait::Bury { seat, .. } => {
                table.plays(seat.index() as i64 + 1);
            }
            _ => {
                close(table);
            }
        }
    }
}

/// Plays the record again that such events make.
fn plays_again(log: &[Event]) {
    let lines = lines(log);
    let outcome = play(&lines).unwrap_or_else(|misfit| panic!("{misfit}"));
    assert_eq!(outcome.lines, lines.len());
}

#[test]
fn records_of_it_play_again_and_older_ones_do() {
    let mut table = overturning();
    leaves(&mut table);
    let left = table.log.len();
    close(&mut table);
    to_the_end(&mut table);
    plays_again(&table.log);
    // The host changed when it left.
    let mut older = table.log.clone();
    let at = older
        .iter()
        .position(|e| matches!(e, Event::HostChanged { .. }));
    let changed = older.remove(at.expect("somebody hosts"));
    older.insert(left, changed);
    plays_again(&older);
    // Who was gone when all had left stayed host, whoever came back.
    let mut table = overturning();
    for n in 2..=4 {
        table.ok(person(n), Action::Stand);
    }
    leaves(&mut table);
    table.ok(person(3), Action::Sit(None));
    close(&mut table);
    assert_eq!(host(&table), CARLA);
    to_the_end(&mut table);
    plays_again(&table.log);
    let mut older = table.log.clone();
    older.retain(|e| !matches!(e, Event::HostChanged { .. }));
    plays_again(&older);
}
