//! Matches with a starting time (RULES.md §12): who is late forfeits.

use chaodipi::game::{
    Action, Actor, ClockChoice, ComputerLevel, Event, Illegal, Length, MatchBy, PublicPhase, Setup,
    StartTime, Wait,
};
use chaodipi::rules::{PRESETS, Side, preset};

use crate::game_support::{SEATS, Table, person};

/// A match that is to start at a time of which the game knows nothing.
fn agreed(rules: &str) -> Table {
    let setup = Setup {
        length: Length::Match,
        starts: Some(StartTime(1_000)),
        ..Setup::default()
    };
    Table::open(rules, setup)
}

/// Persons sit down, and get ready where that is said.
fn come(table: &mut Table, who: &[(i64, bool)]) {
    for &(n, ready) in who {
        let seat = SEATS[n as usize - 1];
        table.ok(person(n), Action::Sit(Some(seat)));
        if ready {
            table.ok(person(n), Action::Ready(true));
        }
    }
}

fn end(table: &Table) -> Option<(Side, MatchBy)> {
    let end = table.game.public().contest.end.clone()?;
    Some((end.winner, end.by))
}

/// `tournament` 七.3, `college` 七.3 (迟到10分钟者判为弃权), `knockout` 1/2
/// (迟到5分钟按弃权处理): after how many minutes the table stops waiting.
#[test]
fn a_pair_is_late_after_ten_minutes_in_knockout_after_five() {
    for preset in PRESETS.iter() {
        let late = preset.rules.match_rules.late.minutes();
        let expected = if preset.id == "knockout" { 5 } else { 10 };
        assert_eq!(late, expected, "{}", preset.id);
    }
}

/// `tournament` 七.3, `college` 七.3, `knockout` 1/2.
#[test]
fn a_pair_that_is_not_there_forfeits_to_one_that_is() {
    for id in ["tournament", "college", "knockout"] {
        for (there, winner) in [
            (&[(1, true), (3, true)][..], Side::EastWest),
            (&[(2, true), (4, true), (1, true)], Side::SouthNorth),
            // Sitting there without being ready is not being there.
            (
                &[(1, true), (3, true), (2, true), (4, false)],
                Side::EastWest,
            ),
        ] {
            let mut table = agreed(id);
            come(&mut table, there);
            let events = table.table(Action::Late);
            assert_eq!(events.len(), 1, "{id}");
            assert_eq!(end(&table), Some((winner, MatchBy::Late)), "{id} {there:?}");
            let view = table.game.public();
            assert_eq!(view.phase, PublicPhase::Finished);
            assert_eq!(view.winner, Some(winner));
            assert!(view.deal.is_none(), "not a card was dealt");
            assert_eq!(
                table.refused(person(1), Action::Start),
                Illegal::Over,
                "the match is over"
            );
        }
    }
}

/// `tournament` 七.3: nobody forfeits to a pair that is late as well.
#[test]
fn where_both_pairs_are_late_the_match_does_not_take_place() {
    for there in [
        &[][..],
        &[(1, true)],
        &[(1, true), (2, true)],
        &[(1, true), (3, false), (2, true), (4, false)],
    ] {
        let mut table = agreed("tournament");
        come(&mut table, there);
        table.table(Action::Late);
        assert_eq!(end(&table), None, "{there:?}");
        assert_eq!(table.game.public().phase, PublicPhase::Ended);
        assert_eq!(table.game.public().winner, None);
    }
}

#[test]
fn where_all_are_there_the_match_begins_at_the_latest_then() {
    let mut table = agreed("tournament");
    come(&mut table, &[(1, true), (2, true), (3, true), (4, true)]);
    assert!(table.table(Action::Late) == [Event::Started]);
    assert_eq!(table.game.waits(), Wait::NeedDeal);
    assert_eq!(
        table.try_it(Actor::Table, &Action::Late).err(),
        Some(Illegal::WrongPhase),
        "once begun nobody is late any more"
    );
    // Nobody has to wait for the clock.
    let mut table = agreed("tournament");
    come(&mut table, &[(1, true), (2, true), (3, true), (4, true)]);
    table.ok(person(2), Action::Start);
    assert_eq!(table.game.waits(), Wait::NeedDeal);
}

#[test]
fn computer_players_are_never_late() {
    let mut table = agreed("tournament");
    come(&mut table, &[(1, true)]);
    for seat in [SEATS[1], SEATS[3]] {
        let computer = Action::AddComputer(Some(seat), ComputerLevel::Easy);
        table.ok(person(1), computer);
    }
    table.table(Action::Late);
    assert_eq!(end(&table), Some((Side::SouthNorth, MatchBy::Late)));
}

/// §12: lateness forfeits only a match that was created with a starting time.
#[test]
fn without_a_starting_time_nobody_is_late() {
    for length in [Length::Game, Length::Match, Length::Deals(3)] {
        let setup = Setup {
            clock: ClockChoice::Preset,
            length,
            ..Setup::default()
        };
        let mut table = Table::open_by(preset("knockout").expect("a preset"), setup);
        come(&mut table, &[(1, true), (3, true)]);
        let late = table.try_it(Actor::Table, &Action::Late);
        assert_eq!(late.err(), Some(Illegal::WrongPhase), "{length:?}");
    }
    let mut table = agreed("knockout");
    come(&mut table, &[(1, true), (3, true)]);
    let by_a_person = table.refused(person(1), Action::Late);
    assert_eq!(by_a_person, Illegal::WrongPhase, "only the table says so");
}
