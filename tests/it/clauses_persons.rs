//! Persons at a table as whole games see them: leaving and coming back, votes,
//! pauses, and a table that anything may happen to and that still goes on.

use chaodipi::cards::CardSet;
use chaodipi::game::{
    Action, Actor, Ask, ClockChoice, ComputerLevel, Event, Game, Illegal, Mover, PlayerId,
    PublicPhase, Reason, Wait, decide,
};
use chaodipi::players::{ComputerPlayer, Random, stand_in};
use chaodipi::rules::auction::AuctionAct;
use chaodipi::rules::{PRESETS, Seat, Secrecy, Side};
use chaodipi::tools::simulate::shuffled;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::clauses_support::{Layout, who};
use crate::game_support::{PASS, SEATS, Table, declare, overturn};

const RELAXED: ClockChoice = ClockChoice::Relaxed;
const MANAGER: Actor = Actor::Manager(PlayerId(99));
const HANDS: [&str; 4] = ["S2", "H2 H2", "C2 C2", "D2 D2"];

fn burying(clock: ClockChoice) -> Table {
    let mut table = Table::first_deal("tournament", clock, &Layout::new(HANDS, ""));
    table.placed(0, "S2");
    table.all_pass();
    assert_eq!(table.burier(), Some(0));
    table
}

fn auto(table: &Table, seat: usize) -> bool {
    table.game.public().seats[SEATS[seat]].auto
}

#[test]
fn who_leaves_while_burying_is_played_for_at_no_cost_and_comes_back() {
    let mut table = burying(ClockChoice::Preset);
    table.ok(who(0), Action::Stand);
    let computer = Mover::Computer(ComputerLevel::Good);
    assert_eq!(table.game.mover(SEATS[0]), computer);
    let action = table.move_of(SEATS[0]);
    let late = table.refused(Actor::For(SEATS[0], Reason::TimeOut), action);
    assert_eq!(late, Illegal::NotYourTurn(SEATS[0]), "no time-out");
    table.stand_in(SEATS[0], Reason::Computer);
    table.all_pass();
    let hand = table.game.seat(SEATS[0]).hand;
    assert_eq!(hand.len(), 25);
    // A refused action changes nothing, an accepted one ends auto-play.
    table.refused(who(0), Action::Play(Vec::new()));
    assert!(auto(&table, 0));
    table.plays(1);
    assert!(!auto(&table, 0));
    assert_eq!(table.deal().time_outs[SEATS[0]], 0);
    assert_eq!(table.deal().points, 0);
}

#[test]
fn a_seat_that_was_played_for_is_marked_in_the_result() {
    let mut table = burying(RELAXED);
    table.ok(who(0), Action::Stand);
    table.stand_in(SEATS[0], Reason::Computer);
    table.ok(who(0), Action::Sit(None));
    table.all_pass();
    while let Wait::Play { seat, .. } = table.game.waits() {
        table.plays(seat.index() as i64 + 1);
    }
    let result = table.game.public().result.expect("a result");
    assert_eq!(result.stood_in.into_array(), [true, false, false, false]);
}

#[test]
fn a_person_stays_on_its_seat_and_nobody_else_takes_it() {
    let mut table = burying(RELAXED);
    table.table(Action::Left(SEATS[2]));
    let refused = table.refused(Actor::Player(PlayerId(50)), Action::Sit(Some(SEATS[2])));
    assert_eq!(refused, Illegal::SeatTaken(SEATS[2]));
    let computer = Action::AddComputer(Some(SEATS[2]), ComputerLevel::Easy);
    assert_eq!(table.refused(who(0), computer), Illegal::AlreadyStarted);
    assert_eq!(
        table.refused(who(2), Action::Sit(Some(SEATS[1]))),
        Illegal::AlreadyStarted
    );
    table.ok(who(2), Action::Sit(Some(SEATS[2])));
    assert!(!auto(&table, 2));
}

#[test]
fn an_ended_table_counts_no_unfinished_deal() {
    let mut table = burying(RELAXED);
    table.ok(who(2), Action::End);
    table.ok(who(0), Action::End);
    assert_eq!(
        table.game.public().phase,
        PublicPhase::Burying { seat: SEATS[0] }
    );
    let events = table.ok(who(1), Action::End);
    assert!(events.last() == Some(&Event::Ended { void: false }));
    assert!(!table.log.iter().any(|e| matches!(e, Event::Settled { .. })));
    assert_eq!(table.game.public().result, None);
    assert_eq!(table.game.public().winner, None);
}

#[test]
fn votes_to_end_do_not_outlive_the_deal() {
    let mut table = burying(RELAXED);
    table.ok(who(2), Action::End);
    table.plays(1);
    table.all_pass();
    while let Wait::Play { seat, .. } = table.game.waits() {
        table.plays(seat.index() as i64 + 1);
    }
    assert_eq!(table.game.public().end_votes, []);
}

#[test]
fn the_table_or_a_manager_pauses_at_once_and_anybody_there_resumes() {
    let mut table = burying(RELAXED);
    table.ok(MANAGER, Action::Pause);
    for action in [
        table.move_of(SEATS[0]),
        Action::CloseWindow,
        Action::Ready(true),
    ] {
        let actor = if action == Action::CloseWindow {
            Actor::Table
        } else {
            who(0)
        };
        assert_eq!(table.refused(actor, action), Illegal::Paused);
    }
    let outsider = Actor::Player(PlayerId(50));
    assert_eq!(table.refused(outsider, Action::Resume), Illegal::NotSeated);
    table.ok(who(3), Action::Resume);
    assert_eq!(table.burier(), Some(0));
    table.plays(1);
}

#[test]
fn without_a_clock_the_declaring_round_is_closed_by_votes() {
    let clock = ClockChoice::None;
    let mut table = Table::first_deal("tournament", clock, &Layout::new(HANDS, ""));
    table.ok(who(2), declare("C2"));
    let early = table.refused(Actor::Table, Action::CloseWindow);
    assert_eq!(early, Illegal::WrongPhase);
    for n in [0, 1] {
        table.ok(who(n), Action::Force(false));
        assert!(table.deal().spoken.is_empty());
    }
    let events = table.ok(who(3), Action::Force(false));
    assert!(!events.iter().any(|e| matches!(e, Event::TimedOut { .. })));
    assert_eq!(table.dealer(), Some(2), "who had answered counts");
    assert_eq!(table.asked(), [3, 0, 1]);
    // Nobody has answered: all of them passed.
    table.ok(MANAGER, Action::Force(false));
    assert_eq!(table.burier(), Some(2));
    // Nobody's card placed at all: the bottom decides.
    let layout = Layout::new([""; 4], "SA H2");
    let mut table = Table::first_deal("tournament", clock, &layout);
    table.ok(MANAGER, Action::Force(false));
    assert_eq!(table.burier(), Some(1));
}

#[test]
fn without_a_clock_all_four_answers_close_a_round() {
    let layout = Layout::new(HANDS, "");
    let mut table = Table::first_deal("tournament", ClockChoice::None, &layout);
    for (seat, answer) in [(2, PASS), (0, declare("S2")), (3, PASS), (1, PASS)] {
        table.ok(who(seat), answer);
    }
    table.table(Action::CloseWindow);
    table.all_pass();
    table.plays(1);
    assert_eq!(table.asked(), [1, 2, 3]);
    table.ok(who(3), PASS);
    table.ok(who(1), PASS);
    let early = table.refused(Actor::Table, Action::CloseWindow);
    assert_eq!(early, Illegal::WrongPhase);
    table.ok(who(2), PASS);
    table.table(Action::CloseWindow);
    assert!(matches!(table.game.waits(), Wait::Play { .. }));
}

#[test]
fn a_computer_has_no_vote_and_no_time() {
    let mut table = Table::open("tournament", ClockChoice::Preset);
    table.ok(who(0), Action::Sit(None));
    for _ in 0..3 {
        table.ok(who(0), Action::AddComputer(None, ComputerLevel::Easy));
    }
    table.ok(who(0), Action::Ready(true));
    table.ok(who(0), Action::Start);
    table.deals(&Layout::new(HANDS, ""));
    table.placed(0, "S2");
    assert_eq!(table.asked(), [1, 2, 3]);
    let pass = Actor::For(SEATS[1], Reason::Auto);
    let refused = table.refused(pass, PASS);
    assert_eq!(refused, Illegal::NotYourTurn(SEATS[1]));
    table.ok(Actor::For(SEATS[1], Reason::Computer), overturn("H2 H2"));
    let events = table.table(Action::CloseWindow);
    assert!(!events.iter().any(|e| matches!(e, Event::TimedOut { .. })));
    let events = table.table(Action::CloseWindow);
    assert!(!events.iter().any(|e| matches!(e, Event::TimedOut { .. })));
    assert_eq!(table.burier(), Some(1));
    table.ok(who(0), Action::End);
    assert_eq!(table.game.waits(), Wait::Over);
}

/// Anything a person, the table or a manager might try.
fn anything(game: &Game, chance: &mut StdRng) -> (Actor, Action) {
    let seat = SEATS[chance.random_range(0..4)];
    let player = who(seat.index());
    let moves = Random.choose(&game.seat(seat), chance).into_action();
    let act = |action| (player, action);
    match chance.random_range(0..60) {
        0 => act(Action::Stand),
        1 | 2 => act(Action::Sit(None)),
        3 => act(Action::Auto(true)),
        4 => act(Action::Auto(false)),
        5 => (Actor::Table, Action::Left(seat)),
        6 => (MANAGER, Action::Pause),
        7..=10 => act(Action::Resume),
        11 => act(Action::Force(chance.random_bool(0.3))),
        12 => (MANAGER, Action::Force(false)),
        13 => act(Action::Next),
        14 => act(Action::Play(game.seat(seat).hand.iter().take(2).collect())),
        15 => act(PASS),
        16 => {
            let cards = game.seat(seat).hand.to_vec();
            let cards = CardSet::from_cards(&cards[..cards.len().min(8)]).expect("its own");
            act(Action::Auction(AuctionAct::Bury { cards }))
        }
        17 => act(Action::Ready(chance.random_bool(0.5))),
        18 => (Actor::Table, Action::CloseWindow),
        19 => (Actor::Table, Action::Next),
        20 => act(Action::CloseWindow),
        21 => act(Action::Draw(100)),
        22 => (Actor::Table, Action::Draw(chance.random_range(0..102))),
        23 => (Actor::For(seat, Reason::TimeOut), moves.unwrap_or(PASS)),
        24 => (Actor::For(seat, Reason::Auto), moves.unwrap_or(PASS)),
        25 => (Actor::For(seat, Reason::Computer), moves.unwrap_or(PASS)),
        _ => act(moves.unwrap_or(Action::Ready(true))),
    }
}

/// What the table does when nobody does anything.
fn onward(game: &Game, chance: &mut StdRng) -> Option<(Actor, Action)> {
    let moved = |seat: Seat| {
        let reason = match game.mover(seat) {
            Mover::Person if game.public().clock == ClockChoice::None => {
                return (MANAGER, Action::Force(false));
            }
            Mover::Person => Reason::TimeOut,
            Mover::Computer(_) => Reason::Computer,
            Mover::Auto => Reason::Auto,
        };
        let act = stand_in(&game.seat(seat), &CardSet::EMPTY).into_action();
        (Actor::For(seat, reason), act.expect("something is asked"))
    };
    let table = |action| Some((Actor::Table, action));
    match game.waits() {
        Wait::Over | Wait::Lobby => None,
        Wait::Paused => Some((MANAGER, Action::Resume)),
        Wait::NeedDeal => table(Action::Deal(Box::new(shuffled(chance)))),
        Wait::DrawMore {
            drawn,
            placeable,
            open,
        } if open && placeable < drawn => table(Action::OpenPlacing),
        Wait::DrawMore { .. } => table(Action::Draw(100)),
        Wait::Grace { .. } | Wait::Close => table(Action::CloseWindow),
        Wait::Sealed {
            asked, answered, ..
        } => {
            let sealed = |s: &&Seat| !answered.contains(s) && game.mover(**s) != Mover::Person;
            match asked.iter().find(sealed) {
                Some(&seat) => Some(moved(seat)),
                None if game.public().clock == ClockChoice::None => {
                    Some((MANAGER, Action::Force(false)))
                }
                None => table(Action::CloseWindow),
            }
        }
        Wait::Bury { seat, .. } | Wait::Play { seat, .. } => Some(moved(seat)),
        Wait::Between { .. } => table(Action::Next),
    }
}

/// 10.1: nobody knows a trump that another has made face down.
fn keeps_secrets(game: &Game) {
    let public = game.public();
    let Some(deal) = public.deal.filter(|d| d.trump.is_none()) else {
        return;
    };
    let secret = public.rules.auction.secrecy == Secrecy::Secret;
    for seat in SEATS.into_iter().filter(|_| secret) {
        if game.seat(seat).trump.is_some() {
            assert_eq!(deal.spoken.last().map(|s| s.seat), Some(seat));
        }
    }
    let over = matches!(public.phase, PublicPhase::Ended | PublicPhase::Finished);
    if secret && !over && public.phase != PublicPhase::Between {
        assert!(deal.spoken.iter().all(|s| s.shown.is_none()));
    }
}

#[test]
fn whatever_people_do_the_table_goes_on() {
    let clocks = [ClockChoice::Relaxed, ClockChoice::Preset, ClockChoice::None];
    let mut refused = 0;
    for (at, preset) in PRESETS.iter().enumerate() {
        for clock in clocks {
            let mut chance = StdRng::seed_from_u64(7 + at as u64);
            let mut table = Table::started(preset.id, clock);
            let mut settled = 0;
            for step in 0..4000 {
                let wild = chance.random_bool(0.6);
                let (actor, action) = if wild {
                    anything(&table.game, &mut chance)
                } else {
                    match onward(&table.game, &mut chance) {
                        Some(next) => next,
                        None => break,
                    }
                };
                match decide(&table.game, actor, &action) {
                    Ok(events) => {
                        for event in events {
                            settled += u32::from(matches!(event, Event::Settled { .. }));
                            table.fold(event);
                        }
                    }
                    Err(why) => {
                        refused += 1;
                        let id = preset.id;
                        assert!(wild, "{id} {clock:?} {step}: {actor:?} {action:?} {why:?}");
                    }
                }
                keeps_secrets(&table.game);
                if settled == 2 {
                    break;
                }
            }
            let over = table.game.public().winner.is_some();
            assert!(settled == 2 || over, "{} {clock:?}: {settled}", preset.id);
            assert!(Game::from_events(&table.log).expect("opened") == table.game);
        }
    }
    assert!(refused > 1000, "{refused}");
}

#[test]
fn college_ends_the_game_at_a_third_time_out_unless_the_side_is_ahead() {
    // college 六.10
    for (levels, ends) in [(["8", "8"], true), (["8", "5"], false), (["5", "8"], true)] {
        let later = crate::clauses_support::Later {
            starter: 0,
            dealer: 0,
            stayed: true,
            levels,
        };
        let layout = Layout::new([""; 4], "");
        let clock = ClockChoice::Preset;
        let mut table = Table::later_deal("college", clock, &later, &layout);
        table.table(Action::CloseWindow);
        let dealer = table.burier().expect("nobody declared");
        let mut events = table.stand_in(SEATS[dealer], Reason::TimeOut);
        for _ in 0..2 {
            table.ok(who(dealer), Action::Auto(true));
            table.ok(who(dealer), Action::Auto(false));
            while let Wait::Play { seat, .. } = table.game.waits()
                && seat.index() != dealer
            {
                table.plays(seat.index() as i64 + 1);
            }
            assert!(matches!(
                table.game.seat(SEATS[dealer]).ask,
                Ask::Lead | Ask::Follow { .. }
            ));
            events = table.stand_in(SEATS[dealer], Reason::TimeOut);
        }
        let side = Side::SouthNorth;
        assert_eq!(events.contains(&Event::Won { side }), ends, "{levels:?}");
        assert_eq!(table.game.public().winner.is_some(), ends);
    }
}
