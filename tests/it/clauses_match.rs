//! Games and matches (RULES.md §12): best of three, deals, minutes, ties, the
//! prize board; and checking plays (§11).

use chaodipi::cards::Rank;
use chaodipi::game::{
    Action, Actor, ClockChoice, Event, Game, Illegal, Length, MatchBy, MatchEnd, PublicPhase,
    Reason, Setup, Wait, decide, evolve,
};
use chaodipi::players::{ComputerPlayer, Greedy};
use chaodipi::rules::levels::Standing;
use chaodipi::rules::{BySeat, BySide, PRESETS, Side, preset};
use chaodipi::tools::simulate::{Driver, shuffled};
use rand::SeedableRng as _;
use rand::rngs::StdRng;

use crate::game_support::{PASS, SEATS, Table, declare, person};

const LENGTHS: [Length; 5] = [
    Length::Game,
    Length::Match,
    Length::Final,
    Length::Deals(3),
    Length::Minutes(30),
];

/// Four computers at a table that plays for that.
fn driver(rules: &str, length: Length, level: Option<Rank>, seed: u64) -> Driver {
    let players = BySeat::from_fn(|_| -> Box<dyn ComputerPlayer> { Box::new(Greedy) });
    let setup = Setup {
        length,
        level,
        ..Setup::default()
    };
    Driver::new(preset(rules).expect("a preset"), setup, players, seed)
}

fn count(log: &[Event], kind: &str) -> usize {
    log.iter().filter(|e| e.kind() == kind).count()
}

fn ends(log: &[Event]) -> Vec<&MatchEnd> {
    let ends = log.iter().filter_map(|e| match e {
        Event::MatchWon { end } => Some(end),
        _ => None,
    });
    ends.collect()
}

/// Plays until something of that kind has happened or the table is over.
fn until(driver: &mut Driver, kind: &str) {
    let before = count(&driver.log, kind);
    while count(&driver.log, kind) == before && driver.step().expect("goes on") {}
}

fn to_the_end(driver: &mut Driver) -> MatchEnd {
    while driver.step().expect("goes on") {}
    assert!(Game::from_events(&driver.log).expect("opened") == driver.game);
    let found = ends(&driver.log);
    assert_eq!(found.len(), 1);
    assert_eq!(driver.game.public().winner, Some(found[0].winner));
    assert_eq!(driver.game.public().phase, PublicPhase::Finished);
    found[0].clone()
}

/// A table between two deals, the last of which left the sides on those
/// levels, and that side on stage.
fn between(rules: &str, length: Length, levels: [Rank; 2], stage: Side) -> Game {
    let mut driver = driver(rules, length, None, 5);
    until(&mut driver, "Settled");
    let at = driver.log.iter().position(|e| e.kind() == "Settled");
    let at = at.expect("a deal is settled");
    let mut log = driver.log[..=at].to_vec();
    let Some(Event::Settled { result }) = log.last_mut() else {
        panic!("the last event settles the deal");
    };
    let scoring = preset(rules).expect("a preset").scoring;
    result.after = BySide::new(levels.map(|level| Standing::start(&scoring, Some(level))));
    result.stage = stage;
    Game::from_events(&log).expect("opened")
}

fn time_up(game: &Game) -> Vec<Event> {
    decide(game, Actor::Table, &Action::TimeUp).expect("time is over")
}

/// The time of a match is over between two deals.
fn ended(rules: &str, levels: [Rank; 2], stage: Side) -> MatchEnd {
    let length = Length::Minutes(30);
    let mut game = between(rules, length, levels, stage);
    let events = time_up(&game);
    for event in &events {
        evolve(&mut game, event);
    }
    assert_eq!(game.public().phase, PublicPhase::Finished);
    let found = ends(&events);
    assert_eq!(found.len(), 1, "{rules}");
    found[0].clone()
}

/// `tournament` 一.2, `college` 一.2: 三局两胜.
#[test]
fn best_of_three_is_won_with_two_games_and_each_begins_anew() {
    for (id, seed) in [("tournament", 1), ("college", 2), ("tournament", 3)] {
        let mut driver = driver(id, Length::Match, Some(Rank::Ace), seed);
        until(&mut driver, "GameWon");
        let view = driver.game.public();
        assert_eq!(view.contest.games.values().sum::<u16>(), 1);
        for side in Side::ALL {
            assert_eq!(view.standings[side].level, Rank::Ace, "begun anew");
        }
        assert_eq!(view.stage, None);
        assert_eq!(view.phase, PublicPhase::Between);
        until(&mut driver, "Dealt");
        let deal = driver.game.public().deal.expect("a deal");
        assert!(deal.flips.is_some(), "the start is flipped for again");
        let end = to_the_end(&mut driver);
        assert_eq!(end.by, MatchBy::Games);
        assert_eq!(end.games[end.winner], 2);
        assert!(end.games[end.winner.other()] < 2);
        let won = usize::from(end.games.values().sum::<u16>());
        assert_eq!(count(&driver.log, "GameWon"), won);
        assert_eq!(count(&driver.log, "Won"), 0);
        let deals = &driver.game.public().contest.deals;
        assert_eq!(deals.len(), count(&driver.log, "Settled"));
        assert_eq!(usize::from(deals[deals.len() - 1].game), won);
    }
}

/// `tournament` 一.2: 若双方摸牌在手而时间到，则打完本副牌后判领先方获胜.
#[test]
fn cards_in_hand_are_played_when_the_time_is_over() {
    for at in ["Drawn", "Played"] {
        let mut driver = driver("tournament", Length::Match, None, 7);
        until(&mut driver, at);
        driver.act(Actor::Table, &Action::TimeUp).expect("accepted");
        assert!(driver.game.public().contest.time_up);
        assert!(!driver.game.is_over());
        let again = decide(&driver.game, Actor::Table, &Action::TimeUp);
        assert_eq!(again.err(), Some(Illegal::WrongPhase), "said once");
        let end = to_the_end(&mut driver);
        assert_eq!(count(&driver.log, "Settled"), 1, "no further deal");
        let levels = end.levels;
        let [one, other] = Side::ALL;
        if levels[one] == levels[other] {
            assert_eq!(end.by, MatchBy::OnStage);
        } else {
            assert_eq!(end.by, MatchBy::Ahead);
            assert!(levels[end.winner] > levels[end.winner.other()]);
        }
    }
}

/// `tournament` 一.2: 升级相同时，以最后台上方获胜; `college` 一.2; `knockout` 1: 同级时，台上一方获胜.
#[test]
fn who_is_ahead_wins_and_of_equals_who_was_last_on_stage() {
    for id in ["tournament", "college", "knockout"] {
        let end = ended(id, [Rank::Five, Rank::Six], Side::EastWest);
        assert_eq!((end.winner, end.by), (Side::SouthNorth, MatchBy::Ahead));
        for stage in Side::ALL {
            let end = ended(id, [Rank::Six, Rank::Six], stage);
            assert_eq!((end.winner, end.by), (stage, MatchBy::OnStage), "{id}");
        }
    }
}

/// `tournament` 一.2: 上局成绩可计入下局.
#[test]
fn games_won_earlier_count_before_levels() {
    let length = Length::Match;
    let mut game = between("tournament", length, [Rank::Six, Rank::Six], Side::EastWest);
    let won = Event::GameWon {
        side: Side::SouthNorth,
    };
    evolve(&mut game, &won);
    let events = time_up(&game);
    let end = ends(&events)[0].clone();
    assert_eq!((end.winner, end.by), (Side::SouthNorth, MatchBy::Ahead));
    assert_eq!(end.games, BySide::new([0, 1]));
    // One game each, and the third not begun: who won the last deal.
    let won = Event::GameWon {
        side: Side::EastWest,
    };
    evolve(&mut game, &won);
    let events = time_up(&game);
    let end = ends(&events)[0].clone();
    assert_eq!((end.winner, end.by), (Side::EastWest, MatchBy::OnStage));
}

/// `tv` 一.12/2, 一.12/3: 每日只打6局（周冠军赛为9局），停留牌级高的组获胜，同级的金牌制胜.
#[test]
fn six_deals_are_played_and_nine_in_a_final() {
    for (length, most) in [(Length::Match, 6), (Length::Final, 9)] {
        let mut whole = 0;
        for seed in 0..6 {
            let mut driver = driver("tv", length, None, seed);
            let end = to_the_end(&mut driver);
            let deals = count(&driver.log, "Settled");
            if end.by == MatchBy::Games {
                assert!(deals <= most);
            } else {
                assert_eq!(deals, most);
                whole += 1;
            }
            assert!(
                decide(&driver.game, Actor::Table, &Action::TimeUp).is_err(),
                "it has no clock"
            );
        }
        assert!(whole > 0);
    }
}

/// `tv` 一.12/3: 同级的金牌制胜.
#[test]
fn equal_sides_cut_a_golden_card_until_one_is_higher() {
    let end = ended("tv", [Rank::Nine, Rank::Nine], Side::EastWest);
    let MatchBy::GoldenCard(cuts) = &end.by else {
        panic!("{:?}", end.by);
    };
    let (last, before) = cuts.split_last().expect("a cut");
    assert_eq!(chaodipi::rules::golden_card(last), Some(end.winner));
    assert!(
        before
            .iter()
            .all(|c| chaodipi::rules::golden_card(c).is_none())
    );
    assert_eq!(end, ended("tv", [Rank::Nine, Rank::Nine], Side::EastWest));
}

/// `double-dig` 二.(一), (十五): 30 minutes, the first hat or the higher level; equal: the
/// higher sum of the cards that the seats cut (RULES.md §12).
#[test]
fn double_dig_is_thirty_minutes_and_equal_sides_cut_sums() {
    let end = ended("double-dig", [Rank::Ten, Rank::Jack], Side::EastWest);
    assert_eq!((end.winner, end.by), (Side::SouthNorth, MatchBy::Ahead));
    let end = ended("double-dig", [Rank::Ten, Rank::Ten], Side::EastWest);
    let MatchBy::CutSum(cuts) = &end.by else {
        panic!("{:?}", end.by);
    };
    let (last, before) = cuts.split_last().expect("a cut");
    assert_eq!(chaodipi::rules::cut_sum(last), Some(end.winner));
    assert!(before.iter().all(|c| chaodipi::rules::cut_sum(c).is_none()));
    let mut driver = driver("double-dig", Length::Match, Some(Rank::Ace), 3);
    assert_eq!(driver.game.match_minutes(), Some(30));
    let end = to_the_end(&mut driver);
    assert_eq!((end.by, end.games[end.winner]), (MatchBy::Games, 1));
}

/// `tv` 三/2, 三/3, 三/4: 每局牌结束后由获胜方抽奖一次; 25个抽奖格中有3个空白格.
#[test]
fn the_winners_of_each_deal_open_a_box_in_the_rulesets_own_match_only() {
    let mut driver = driver("tv", Length::Match, None, 4);
    to_the_end(&mut driver);
    let winners: Vec<Side> = driver
        .log
        .iter()
        .filter_map(|e| match e {
            Event::Settled { result } => Some(result.stage),
            _ => None,
        })
        .collect();
    let contest = driver.game.public().contest;
    let opened: Vec<Side> = contest.boxes.iter().map(|b| b.side).collect();
    assert_eq!(opened, winners);
    let mut numbers: Vec<u8> = contest.boxes.iter().map(|b| b.number).collect();
    numbers.sort_unstable();
    numbers.dedup();
    assert_eq!(numbers.len(), winners.len(), "a box is opened once");
    let mut other = self::driver("tv", Length::Deals(2), None, 4);
    to_the_end(&mut other);
    assert_eq!(count(&other.log, "BoxOpened"), 0);
}

#[test]
fn so_many_deals_are_played_whatever_game_is_won_meanwhile() {
    let mut games = 0;
    for seed in 0..4 {
        let mut driver = driver("forty", Length::Deals(12), Some(Rank::King), seed);
        let end = to_the_end(&mut driver);
        assert_eq!(count(&driver.log, "Settled"), 12);
        games += end.games.values().sum::<u16>();
    }
    assert!(games > 0);
}

#[test]
fn only_a_match_with_minutes_has_a_time_that_can_be_over() {
    for length in LENGTHS {
        for preset in PRESETS.iter() {
            let driver = driver(preset.id, length, None, 1);
            let timed = driver.game.match_minutes().is_some();
            let said = decide(&driver.game, Actor::Table, &Action::TimeUp);
            assert_eq!(said.is_ok(), timed, "{} {length:?}", preset.id);
            let person = decide(
                &driver.game,
                Actor::Player(chaodipi::game::PlayerId(0)),
                &Action::TimeUp,
            );
            assert_eq!(person.err(), Some(Illegal::WrongPhase));
        }
    }
}

/// Before a card is drawn nobody has cards in hand: the match ends, and where
/// nobody was on stage a golden card decides.
#[test]
fn time_that_is_over_before_the_first_card_ends_the_match_by_a_cut() {
    let mut driver = driver("knockout", Length::Match, None, 1);
    driver.act(Actor::Table, &Action::TimeUp).expect("accepted");
    assert!(!driver.game.is_over(), "a cut needs the deal's chance");
    let shuffle = shuffled(&mut StdRng::seed_from_u64(3));
    let deal = Action::Deal(Box::new(shuffle));
    driver.act(Actor::Table, &deal).expect("accepted");
    let end = to_the_end(&mut driver);
    assert!(matches!(end.by, MatchBy::GoldenCard(_)));
    assert_eq!(count(&driver.log, "Settled"), 0);
}

/// Every length in every preset comes to an end, and its log is its state.
#[test]
fn matches_of_every_length_end_in_every_preset() {
    for (at, preset) in PRESETS.iter().enumerate() {
        let last = *preset.rules.scoring.ladder.rungs().last().expect("a rung");
        for length in LENGTHS {
            let mut driver = driver(preset.id, length, Some(last), at as u64);
            let mut deals = 0;
            while driver.step().expect("goes on") {
                let settled = count(&driver.log, "Settled");
                if settled > deals {
                    deals = settled;
                    assert!(deals < 2000);
                }
                let timed = driver.game.match_minutes().is_some();
                if timed && deals == 3 && !driver.game.is_time_up() {
                    driver.act(Actor::Table, &Action::TimeUp).expect("accepted");
                }
            }
            assert_eq!(driver.illegal, 0);
            assert!(driver.game.public().winner.is_some(), "{}", preset.id);
            let games = usize::from(length == Length::Game);
            assert_eq!(count(&driver.log, "Won"), games);
            assert_eq!(count(&driver.log, "MatchWon"), 1 - games);
            let lines: Vec<String> = driver
                .log
                .iter()
                .map(|e| serde_json::to_string(e).expect("serialises"))
                .collect();
            let read: Vec<Event> = lines
                .iter()
                .map(|l| serde_json::from_str(l).expect("reads"))
                .collect();
            assert!(Game::from_events(&read).expect("opened") == driver.game);
        }
    }
}

/// `college` 六.10: in a match the third time-out loses the game, not the match.
#[test]
fn a_third_time_out_loses_a_game_of_the_match_and_breaks_the_deal_off() {
    let setup = Setup {
        clock: ClockChoice::Preset,
        length: Length::Match,
        ..Setup::default()
    };
    let mut table = Table::drawn("college", setup, ["S2", "", "", ""]);
    table.ok(person(1), declare("S2"));
    table.table(Action::CloseWindow);
    for n in 2..=4 {
        table.ok(person(n), PASS);
    }
    table.table(Action::CloseWindow);
    table.stand_in(SEATS[0], Reason::TimeOut);
    for n in 2..=4 {
        table.ok(person(n), PASS);
    }
    table.table(Action::CloseWindow);
    table.stand_in(SEATS[0], Reason::TimeOut);
    table.ok(person(1), Action::Auto(false));
    while let Wait::Play { seat, .. } = table.game.waits()
        && seat != SEATS[0]
    {
        table.plays(seat.index() as i64 + 1);
    }
    let events = table.stand_in(SEATS[0], Reason::TimeOut);
    let side = Side::SouthNorth;
    assert!(events.last() == Some(&Event::GameWon { side }));
    let view = table.game.public();
    assert_eq!(view.phase, PublicPhase::Between);
    assert_eq!(view.contest.broken, Some(side));
    assert_eq!(view.contest.games[side], 1);
    for n in 1..=4 {
        let _ = table.try_it(person(n), &Action::Ready(true));
    }
    if table.game.public().phase == PublicPhase::Between {
        table.table(Action::Next);
    }
    assert_eq!(table.game.waits(), Wait::NeedDeal);
}

/// A deal in play at a table of that preset, seat 0 to lead.
fn playing(rules: &str) -> Table {
    let mut table = Table::drawn(rules, ClockChoice::Relaxed, ["S2", "", "", ""]);
    table.ok(person(1), declare("S2"));
    for _ in 0..40 {
        match table.game.waits() {
            Wait::Play { .. } => return table,
            Wait::Sealed { asked, .. } => {
                for seat in asked {
                    table.ok(person(seat.index() as i64 + 1), PASS);
                }
                table.table(Action::CloseWindow);
            }
            Wait::Bury { seat, .. } => {
                table.plays(seat.index() as i64 + 1);
            }
            _ => {
                table.table(Action::CloseWindow);
            }
        }
    }
    panic!("{rules} does not come to play");
}

/// `tournament` 七.2, `college` 七.2 (查牌): free once per deal and side, then 10
/// points a time when it finds nothing; it never does.
#[test]
fn checking_plays_is_free_once_a_deal_and_side_then_costs_ten() {
    for id in ["tournament", "college"] {
        let mut table = playing(id);
        let points = |table: &Table| table.game.public().deal.expect("a deal").points;
        let penalty = |events: Vec<Event>| match events.last() {
            Some(Event::Checked { penalty, .. }) => *penalty,
            _ => panic!("nothing was checked"),
        };
        let dealing = table.game.public().deal.expect("a deal").dealer;
        let dealing = dealing.expect("a dealer").side();
        let [mine, partner] = dealing.seats().map(|s| s.index() as i64 + 1);
        let other = dealing.other().seats()[0].index() as i64 + 1;
        assert_eq!(penalty(table.ok(person(mine), Action::Check)), 0, "{id}");
        assert_eq!(penalty(table.ok(person(other), Action::Check)), 0);
        assert_eq!(points(&table), 0);
        // The side has checked, whichever of its seats asks again.
        assert_eq!(penalty(table.ok(person(partner), Action::Check)), 10);
        assert_eq!(points(&table), 10, "the attackers get it");
        assert_eq!(penalty(table.ok(person(other), Action::Check)), 10);
        assert_eq!(points(&table), 0, "and lose it again");
        let checks = table.game.public().deal.expect("a deal").checks;
        assert_eq!(checks.len(), 4);
        assert!(checks.iter().all(|c| c.trick == 1));
        // However often somebody asks, the channel and the score stay whole.
        for _ in 2..10 {
            table.ok(person(other), Action::Check);
        }
        let refused = table.refused(person(other), Action::Check);
        assert_eq!(refused, Illegal::CheckedEnough);
    }
}

#[test]
fn plays_are_checked_only_where_the_rules_say_so_and_while_cards_are_played() {
    for preset in PRESETS.iter() {
        let mut table = Table::drawn(preset.id, ClockChoice::Relaxed, ["S2", "", "", ""]);
        let allowed = matches!(preset.id, "tournament" | "college");
        let why = if allowed {
            Illegal::WrongPhase
        } else {
            Illegal::NoChecking
        };
        assert_eq!(
            table.refused(person(1), Action::Check),
            why,
            "{}",
            preset.id
        );
        assert_eq!(table.refused(person(9), Action::Check), Illegal::NotSeated);
    }
}
