//! Computer players: legal in every ruleset, honest about what they see, and each
//! rung of the ladder better than the one below.

use chaodipi::cards::{Card, CardSet};
use chaodipi::game::{Ask, ClockChoice, Event, Game, SeatView};
use chaodipi::players::{Act, ComputerPlayer, Limit, Memory, Random, Search};
use chaodipi::rules::{BySeat, PRESETS, Seat, preset};
use chaodipi::tools::arena::{ArenaArgs, ArenaError, Design, Kind, play};
use chaodipi::tools::simulate::{self, Driver, SimulateArgs, simulate};
use rand::SeedableRng;
use rand::rngs::StdRng;

fn players(make: impl Fn(Seat) -> Box<dyn ComputerPlayer>) -> BySeat<Box<dyn ComputerPlayer>> {
    BySeat::from_fn(make)
}

fn arguments(a: Kind, b: Kind, pairs: u64) -> ArenaArgs {
    ArenaArgs {
        a,
        b,
        pairs,
        rules: "tournament".into(),
        seed: 20,
        design: Design::Whole,
        level: None,
        worlds: 4,
        budget_a: None,
        threads: Some(2),
        resume: None,
        json: false,
    }
}

#[test]
fn memory_makes_no_illegal_move_in_any_ruleset() {
    use simulate::Kind::{Greedy, Memory, Random};
    for preset in PRESETS.iter() {
        for seats in [[Memory; 4], [Memory, Random, Greedy, Memory]] {
            let args = SimulateArgs {
                rules: preset.id.to_string(),
                deals: 4,
                seed: 11,
                seats: seats.to_vec(),
                record: None,
                json: false,
            };
            let report = simulate(&args).expect("simulates");
            assert_eq!((report.deals, report.illegal), (4, 0), "{}", preset.id);
            // It throws only what nobody can beat.
            let careful = seats == [Memory; 4];
            assert!(!careful || report.failed_throws == 0, "{}", preset.id);
        }
    }
}

/// The log with one unplayed card of a seat in place of one of another.
fn swapped(log: &[Event], (one, of_one): (Seat, Card), (two, of_two): (Seat, Card)) -> Vec<Event> {
    let mut log = log.to_vec();
    let dealt = log.iter_mut().rev().find_map(|event| match event {
        Event::Dealt {
            shuffle, starter, ..
        } => Some((shuffle, *starter)),
        _ => None,
    });
    let (shuffle, starter) = dealt.expect("a deal has begun");
    let place = |seat: Seat, card: Card| {
        let first = seat.steps_from(starter);
        let drawn = (first..100).step_by(4);
        drawn.into_iter().find(|&at| shuffle.deck[at] == card)
    };
    if let (Some(from), Some(to)) = (place(one, of_one), place(two, of_two)) {
        shuffle.deck.swap(from, to);
    }
    log
}

/// Steps of a game with a view of a seat that is to play.
fn each_move(rules: &str, seed: u64, mut see: impl FnMut(&Driver, Seat, &SeatView)) {
    let rules = preset(rules).expect("a preset");
    let random = |_| Box::new(Random) as Box<dyn ComputerPlayer>;
    let mut driver = Driver::new(rules, ClockChoice::Relaxed, players(random), seed);
    for _ in 0..150 {
        for seat in Seat::ALL {
            let view = driver.game.seat(seat);
            if matches!(view.ask, Ask::Lead | Ask::Follow { .. }) {
                see(&driver, seat, &view);
            }
        }
        if !driver.step().expect("the table goes on") {
            break;
        }
    }
}

#[test]
fn swapping_cards_a_player_does_not_see_never_changes_its_move() {
    let mut compared = 0;
    for (rules, seed) in [("tournament", 5), ("red-five", 6), ("double-dig", 7)] {
        each_move(rules, seed, |driver, seat, view| {
            let [one, _, two] = seat.others();
            let hands = [one, two].map(|s| driver.game.seat(s).hand);
            let pair = hands[0].iter().find_map(|a| {
                let other = hands[1]
                    .iter()
                    .find(|&b| b != a && b.points() != a.points());
                other.map(|b| (a, b))
            });
            let Some((a, b)) = pair else {
                return;
            };
            let log = swapped(&driver.log, (one, a), (two, b));
            let twin = Game::from_events(&log).expect("the log opens a table");
            if twin.seat(one).hand == hands[0] {
                // It came by the card from the bottom.
                return;
            }
            let seen = twin.seat(seat);
            let mut chance = StdRng::seed_from_u64(3);
            let mut again = StdRng::seed_from_u64(3);
            let first = Memory::default().choose(view, &mut chance);
            let second = Memory::default().choose(&seen, &mut again);
            assert!(first == second, "{rules}: the move depends on unseen cards");
            compared += 1;
            // Trying out takes longer, so only some moves.
            if compared % 12 == 0 {
                let search = Search::new(Limit::Worlds(2));
                let [mut chance, mut again] = [7, 7].map(StdRng::seed_from_u64);
                let first = search.choose(view, &mut chance);
                let second = search.choose(&seen, &mut again);
                assert!(first == second, "{rules}: search sees unseen cards");
            }
        });
    }
    assert!(compared > 100, "{compared} moves were compared");
}

#[test]
fn swapping_its_own_cards_never_changes_when_a_player_is_asked() {
    // A delay is drawn from table, deal, seat, step and a private seed; of these
    // only the step could tell of cards.
    let mut compared = 0;
    each_move("tournament", 8, |driver, seat, view| {
        let other = seat.next();
        let hands = [seat, other].map(|s| driver.game.seat(s).hand);
        let pair = hands[0].iter().zip(hands[1].iter()).find(|(a, b)| a != b);
        if let Some((a, b)) = pair {
            let log = swapped(&driver.log, (seat, a), (other, b));
            let twin = Game::from_events(&log).expect("the log opens a table");
            assert_eq!(twin.seat(seat).step, view.step);
            compared += 1;
        }
    });
    assert!(compared > 40, "{compared} steps were compared");
}

#[test]
fn a_burier_remembers_the_bottom_until_another_takes_it() {
    let rules = preset("tournament").expect("a preset");
    let memory = |_| Box::new(Memory::default()) as Box<dyn ComputerPlayer>;
    let mut driver = Driver::new(rules, ClockChoice::Relaxed, players(memory), 4);
    let mut remembered = 0;
    for _ in 0..400 {
        let knows: Vec<Seat> = Seat::ALL
            .into_iter()
            .filter(|s| driver.game.seat(*s).buried.is_some())
            .collect();
        assert!(knows.len() <= 1, "two seats remember one bottom");
        for seat in knows {
            let view = driver.game.seat(seat);
            let bottom = view.buried.expect("it remembers");
            assert_eq!(bottom.len(), 8);
            remembered += 1;
        }
        if !driver.step().expect("the table goes on") {
            break;
        }
    }
    assert!(remembered > 50);
}

#[test]
fn the_arena_mirrors_deals_and_each_rung_beats_the_one_below() {
    let mut out = Vec::new();
    let same = play(&arguments(Kind::Greedy, Kind::Greedy, 6), &mut out).expect("plays");
    // The same players on both sides of the same cards come out even.
    assert!((same.deals_won.mean - 50.0).abs() < 1e-9);
    assert!(same.levels.mean.abs() < 1e-9 && same.points.mean.abs() < 1e-9);
    let ladder = [(Kind::Greedy, Kind::Random), (Kind::Memory, Kind::Random)];
    for (better, worse) in ladder {
        let report = play(&arguments(better, worse, 10), &mut out).expect("plays");
        assert_eq!(report.illegal, 0);
        assert!(report.deals_won.mean > 70.0, "{:?}", report.deals_won);
    }
}

#[test]
fn search_makes_no_illegal_move() {
    let mut out = Vec::new();
    for rules in ["knockout", "five-ten-king", "double-dig"] {
        let mut args = arguments(Kind::Search, Kind::Cheat, 1);
        args.rules = rules.into();
        args.worlds = 1;
        let report = play(&args, &mut out).expect("plays");
        assert_eq!(report.illegal, 0, "{rules}");
        assert_eq!(report.teams[0].quality.failed_throws, 0, "{rules}");
    }
}

#[test]
fn a_match_goes_on_where_it_was_interrupted() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("match.jsonl");
    let mut out = Vec::new();
    let mut args = arguments(Kind::Memory, Kind::Greedy, 6);
    args.design = Design::Contract;
    let whole = play(&args, &mut out).expect("plays");
    args.resume = Some(file.clone());
    args.pairs = 3;
    play(&args, &mut out).expect("plays half");
    let half = std::fs::read_to_string(&file).expect("was kept");
    assert_eq!(half.lines().count(), 1 + 3);
    // The last line was cut off.
    std::fs::write(&file, &half[..half.len() - 9]).expect("writes");
    args.pairs = 6;
    let resumed = play(&args, &mut out).expect("plays the rest");
    assert_eq!(resumed.deals_won, whole.deals_won);
    assert_eq!(resumed.levels, whole.levels);
    assert_eq!(resumed.points, whole.points);
    args.seed += 1;
    let other = play(&args, &mut out);
    assert!(matches!(other, Err(ArenaError::OtherMatch(_))));
}

#[test]
fn a_player_does_nothing_where_it_is_not_asked() {
    let rules = preset("platform").expect("a preset");
    let random = |_| Box::new(Random) as Box<dyn ComputerPlayer>;
    let driver = Driver::new(rules, ClockChoice::Relaxed, players(random), 1);
    let view = driver.game.seat(Seat::ALL[0]);
    let mut chance = StdRng::seed_from_u64(1);
    assert!(Memory::default().choose(&view, &mut chance) == Act::Nothing);
    assert_eq!(view.hand, CardSet::EMPTY);
}
