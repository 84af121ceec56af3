//! House rules by chance: whatever `validate()` lets pass is played without a
//! panic, a refused move, or a game that does not end.

use chaodipi::game::{ClockChoice, Event, Game, Length, Setup};
use chaodipi::players::{ComputerPlayer, Greedy, Random};
use chaodipi::rulebook::params;
use chaodipi::rules::{BySeat, PRESETS, RuleSet};
use chaodipi::tools::simulate::Driver;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};

/// How many rulesets are tried; more in the long run.
fn samples() -> u64 {
    match std::env::var_os("CHAODIPI_FULL") {
        Some(_) => 4_000,
        None => 150,
    }
}

/// A preset of which some parameters have other values, one change after the
/// other, so that far corners of what `validate()` lets pass are reached.
fn variation(chance: &mut StdRng) -> RuleSet {
    loop {
        let base = PRESETS.choose(chance).expect("thirteen presets");
        let mut rules = base.rules.clone();
        let changes = [1, 2, 3, 6, 12, 40][chance.random_range(0..6)];
        for _ in 0..changes {
            let param = params().choose(chance).expect("parameters");
            let values = param.offered(&rules);
            let value = values.choose(chance).expect("values");
            let changed = param.set(&rules, value).expect("an offered value");
            if changed.validate().is_empty() {
                rules = changed;
            }
        }
        if rules != base.rules {
            return rules;
        }
    }
}

fn told(rules: &RuleSet) -> String {
    let base = PRESETS.iter().find(|p| p.id == rules.base);
    let base = base.expect("its preset");
    let differs = params()
        .iter()
        .filter(|p| p.value(rules) != p.value(&base.rules));
    let changes: Vec<String> = differs
        .map(|p| format!("{} = {}", p.path, p.value(rules)))
        .collect();
    format!("{} with {}", rules.base, changes.join(", "))
}

/// Plays one game of those rules, or so many deals of it; whether it is over.
fn play(rules: &RuleSet, seed: u64, deals: usize) -> bool {
    let players = BySeat::from_fn(|seat| -> Box<dyn ComputerPlayer> {
        if (seat.index() as u64 + seed).is_multiple_of(2) {
            Box::new(Random)
        } else {
            Box::new(Greedy)
        }
    });
    let setup = Setup {
        clock: ClockChoice::Relaxed,
        length: if seed.is_multiple_of(5) {
            Length::Match
        } else {
            Length::Game
        },
        ..Setup::default()
    };
    let mut driver = Driver::new(rules.clone(), setup, players, seed);
    let mut settled = 0;
    let mut events = 0;
    while settled < deals {
        let goes_on = driver.step();
        let goes_on = goes_on.unwrap_or_else(|e| panic!("{}: {e}", told(rules)));
        let new = &driver.log[events..];
        settled += new
            .iter()
            .filter(|e| matches!(e, Event::Settled { .. }))
            .count();
        events = driver.log.len();
        assert!(events < 400_000, "{}: no end of a deal", told(rules));
        if !goes_on {
            break;
        }
    }
    assert_eq!(driver.illegal, 0, "{}: a refused move", told(rules));
    let again = Game::from_events(&driver.log).expect("opened");
    assert!(
        again == driver.game,
        "{}: the log is the state",
        told(rules)
    );
    driver.game.is_over()
}

#[test]
fn house_rules_by_chance_are_played_without_a_hitch() {
    let seed = std::env::var("CHAODIPI_SEED").ok();
    let seed = seed.and_then(|s| s.parse().ok()).unwrap_or(0);
    let mut chance = StdRng::seed_from_u64(seed);
    for sample in 0..samples() {
        let rules = variation(&mut chance);
        play(&rules, seed + sample, 3);
    }
}

/// A game ends, even of rules that chance made.
#[test]
fn games_of_house_rules_end() {
    let mut chance = StdRng::seed_from_u64(77);
    for sample in 0..samples() / 50 {
        let rules = variation(&mut chance);
        let over = play(&rules, 2 * sample + 1, 2_000);
        assert!(over, "{}: no end of the game", told(&rules));
    }
}
