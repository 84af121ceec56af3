//! Computer players: legal in every ruleset, honest about what they see, and each
//! rung of the ladder better than the one below.

use std::collections::BTreeMap;

use chaodipi::cards::{Card, CardSet};
use chaodipi::game::{Ask, ClockChoice, ComputerLevel, Event, Game, SeatView};
use chaodipi::players::{
    Act, ComputerPlayer, Greedy, Limit, Memory, Random, Search, player, stand_in,
};
use chaodipi::rules::{BySeat, PRESETS, Seat, preset};
use chaodipi::tools::simulate::{self, Driver, SimulateArgs, simulate};
use rand::SeedableRng;
use rand::rngs::StdRng;

fn players(make: impl Fn(Seat) -> Box<dyn ComputerPlayer>) -> BySeat<Box<dyn ComputerPlayer>> {
    BySeat::from_fn(make)
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

/// Where cards lie: in the hand of a seat, or in the bottom.
type Place = Option<Seat>;

/// The log with one unplayed card of a place instead of one of another.
fn swapped(
    log: &[Event],
    (one, of_one): (Place, Card),
    (two, of_two): (Place, Card),
) -> Vec<Event> {
    let mut log = log.to_vec();
    let dealt = log.iter_mut().rev().find_map(|event| match event {
        Event::Dealt {
            shuffle, starter, ..
        } => Some((shuffle, *starter)),
        _ => None,
    });
    let (shuffle, starter) = dealt.expect("a deal has begun");
    let place = |place: Place, card: Card| {
        let mut drawn: Vec<usize> = match place {
            Some(seat) => (seat.steps_from(starter)..100).step_by(4).collect(),
            None => (100..108).collect(),
        };
        drawn.retain(|&at| shuffle.deck[at] == card);
        drawn.first().copied()
    };
    if let (Some(from), Some(to)) = (place(one, of_one), place(two, of_two)) {
        shuffle.deck.swap(from, to);
    }
    log
}

/// Everything that seats are asked in the beginning of a game between random
/// players, with what they see.
fn each_question(rules: &str, seed: u64, mut see: impl FnMut(&Driver, Seat, &SeatView)) {
    let rules = preset(rules).expect("a preset");
    let random = |_| Box::new(Random) as Box<dyn ComputerPlayer>;
    let mut driver = Driver::new(rules, ClockChoice::Relaxed, players(random), seed);
    for _ in 0..150 {
        for seat in Seat::ALL {
            let view = driver.game.seat(seat);
            let choice = match &view.ask {
                Ask::Nothing | Ask::Ready => false,
                Ask::Place { options } => !options.is_empty(),
                Ask::Overturn { options, answered } | Ask::Fry { options, answered } => {
                    answered.is_none() && !options.is_empty()
                }
                Ask::Bury | Ask::Lead | Ask::Follow { .. } => true,
            };
            if choice {
                see(&driver, seat, &view);
            }
        }
        if !driver.step().expect("the table goes on") {
            break;
        }
    }
}

/// The same table with two cards swapped between seats; `None` where that is none.
fn twin(driver: &Driver, one: Seat, two: Seat) -> Option<Game> {
    let hands = [one, two].map(|s| driver.game.seat(s).hand);
    let (a, b) = hands[0].iter().find_map(|a| {
        let other = |b: &Card| *b != a && b.points() != a.points();
        hands[1].iter().find(other).map(|b| (a, b))
    })?;
    let log = swapped(&driver.log, (Some(one), a), (Some(two), b));
    let twin = Game::from_events(&log).expect("the log opens a table");
    // It may have come by the card from the bottom.
    (twin.seat(one).hand != hands[0]).then_some(twin)
}

/// The same with a card of a seat swapped with one of the bottom, before anybody has
/// taken that up or seen of it; `None` where it is too late for that.
fn bottom_twin(driver: &Driver, one: Seat) -> Option<Game> {
    let public = driver.game.public();
    let phase = driver.game.seat(one).step.phase;
    if !['d', 'o'].contains(&phase) || public.deal.is_none_or(|d| !d.turned.is_empty()) {
        return None;
    }
    let dealt = driver.log.iter().rev().find_map(|event| match event {
        Event::Dealt { shuffle, .. } => Some(shuffle),
        _ => None,
    })?;
    let hand = driver.game.seat(one).hand;
    let card = hand.iter().next()?;
    let other = |b: &&Card| **b != card && b.points() != card.points();
    let below = dealt.deck[100..].iter().find(other)?;
    let log = swapped(&driver.log, (Some(one), card), (None, *below));
    let twin = Game::from_events(&log).expect("the log opens a table");
    (twin.seat(one).hand != hand).then_some(twin)
}

/// What is asked, in a word.
fn kind(ask: &Ask) -> &'static str {
    match ask {
        Ask::Nothing | Ask::Ready => "nothing",
        Ask::Place { .. } => "place",
        Ask::Overturn { .. } => "overturn",
        Ask::Bury => "bury",
        Ask::Fry { .. } => "fry",
        Ask::Lead => "lead",
        Ask::Follow { .. } => "follow",
    }
}

/// Kinds of question of which a player must have been asked enough.
const KINDS: [&str; 6] = ["place", "overturn", "bury", "fry", "lead", "follow"];

#[test]
fn swapping_cards_a_player_does_not_see_never_changes_its_move() {
    let search = Search::new(Limit::Worlds(2));
    let (memory, random) = (Memory::default(), Random);
    let quick: [(&str, &dyn ComputerPlayer); 3] = [
        ("random", &random),
        ("greedy", &Greedy),
        ("memory", &memory),
    ];
    let mut compared: BTreeMap<&str, i32> = BTreeMap::new();
    let mut searched = BTreeMap::new();
    let mut bottoms = 0;
    for (preset, seed) in PRESETS.iter().zip(5..) {
        each_question(preset.id, seed, |driver, seat, view| {
            let asked = kind(&view.ask);
            let [one, two, three] = seat.others();
            let pairs = [(one, three), (one, two), (two, three)];
            let (left, right) = pairs[compared.get(asked).map_or(0, |n| *n as usize % 3)];
            let twins = [twin(driver, left, right), bottom_twin(driver, left)];
            if twins.iter().all(Option::is_none) {
                return;
            }
            bottoms += usize::from(twins[1].is_some());
            let twins = twins.into_iter().flatten();
            let seen: Vec<SeatView> = twins.map(|twin| twin.seat(seat)).collect();
            let same = |name: &str, player: &dyn ComputerPlayer| {
                let chance = || StdRng::seed_from_u64(7);
                let first = player.choose(view, &mut chance());
                for seen in &seen {
                    let second = player.choose(seen, &mut chance());
                    assert!(first == second, "{}: {name} sees unseen cards", preset.id);
                }
            };
            for (name, player) in quick {
                same(name, player);
            }
            let count = compared.entry(asked).or_insert(0);
            *count += 1;
            // Trying out takes longer, so only some moves.
            if *count % 40 == 1 {
                same("search", &search);
                *searched.entry(asked).or_insert(0) += 1;
            }
        });
    }
    for kind in KINDS {
        let times = |of: &BTreeMap<&str, i32>| of.get(kind).copied().unwrap_or_default();
        assert!(times(&compared) >= 5, "{kind}: {compared:?}");
        assert!(times(&searched) >= 1, "{kind}: {searched:?}");
    }
    assert!(bottoms > 20, "{bottoms} with a card of the bottom");
}

#[test]
fn swapping_its_own_cards_never_changes_when_a_player_is_asked() {
    // A delay is drawn from table, deal, seat, step and a private seed, for every
    // level alike; of these only the step could tell of cards.
    let mut compared = BTreeMap::new();
    for (rules, seed) in [("tournament", 8), ("red-five", 9), ("double-dig", 10)] {
        each_question(rules, seed, |driver, seat, view| {
            if let Some(twin) = twin(driver, seat, seat.next()) {
                assert_eq!(twin.seat(seat).step, view.step);
                *compared.entry(kind(&view.ask)).or_insert(0) += 1;
            }
        });
    }
    for kind in KINDS {
        assert!(compared.contains_key(kind), "{kind}: {compared:?}");
    }
}

#[test]
fn auto_play_and_who_plays_for_an_absent_person_play_as_memory_does() {
    let good = player(ComputerLevel::Good);
    let mut plays = 0;
    for (preset, seed) in PRESETS.iter().zip(40..) {
        each_question(preset.id, seed, |_, _, view| {
            if let Ask::Lead | Ask::Follow { .. } = view.ask {
                let chance = || StdRng::seed_from_u64(1);
                let memory = Memory::default().choose(view, &mut chance());
                assert!(stand_in(view, &CardSet::EMPTY) == memory, "{}", preset.id);
                assert!(good.choose(view, &mut chance()) == memory, "{}", preset.id);
                plays += 1;
            }
        });
    }
    assert!(plays > 200, "{plays}");
}

#[test]
fn a_burier_remembers_the_bottom_until_another_takes_it() {
    let rules = preset("tournament").expect("a preset");
    let memory = |_| Box::new(Memory::default()) as Box<dyn ComputerPlayer>;
    let mut driver = Driver::new(rules, ClockChoice::Relaxed, players(memory), 4);
    let mut remembered = 0;
    let mut taken = 0;
    for _ in 0..2_000 {
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
        // What it buried lies with whoever took it up, until that is played.
        for seat in Seat::ALL {
            let view = driver.game.seat(seat);
            let Some(cards) = view.taken_up else {
                continue;
            };
            assert!(view.buried.is_none());
            let by = Seat::ALL.map(|s| driver.game.seat(s));
            let by = by.iter().find(|v| v.buried.is_some()).expect("another");
            let played = by.own_plays.concat();
            let all = [by.hand.to_vec(), by.buried.expect("it").to_vec(), played];
            let all = CardSet::from_cards(&all.concat()).expect("its cards");
            assert!(all.contains_all(&cards), "{seat} remembers other cards");
            taken += 1;
        }
        if !driver.step().expect("the table goes on") {
            break;
        }
    }
    assert!(remembered > 50 && taken > 30, "{remembered}, {taken}");
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
