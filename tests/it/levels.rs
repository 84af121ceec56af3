//! Levels after random deals in every preset, held against what must always be true.

use std::collections::BTreeSet;

use chaodipi::cards::{Card, CardSet, Rank, Suit};
use chaodipi::rules::levels::{DealOutcome, Settlement, Stage, Standing, settle};
use chaodipi::rules::{BySide, PRESETS, RuleSet, Side, Trump};

/// Deals of a game at most; a game by dice is over much sooner.
const MOST_DEALS: usize = 2000;
const GAMES: u64 = 30;

struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides as u64) as usize
    }
}

/// A winning play of a last trick: one or two cards of a kind, often of the level.
fn last_play(dice: &mut Dice, level: Rank) -> CardSet {
    let any = Card::from_index(dice.roll(Card::COUNT)).expect("a card");
    let of_level = Card::new(Suit::ALL[dice.roll(4)], level);
    let card = if dice.roll(2) == 0 { any } else { of_level };
    let mut play = CardSet::EMPTY;
    for _ in 0..=dice.roll(2) {
        play.insert(card);
    }
    play
}

fn check(rules: &RuleSet, deal: &DealOutcome, after: &Settlement) {
    let scoring = &rules.scoring;
    let (dealers, attackers) = (deal.dealing_side, deal.dealing_side.other());
    for (side, standing) in after.standings.iter() {
        let before = &deal.standings[side];
        assert!(scoring.ladder.rungs().contains(&standing.level));
        let rungs = standing.won.iter().chain(standing.locks.keys());
        let on_ladder: BTreeSet<_> = scoring.ladder.rungs().iter().collect();
        assert!(rungs.into_iter().all(|r| on_ladder.contains(r)));
        assert!(!before.flag || standing.flag, "a flag is never lost");
        assert!(standing.locks.values().all(|&l| l > 0));
    }
    let stayed = after.stage == Stage::Stay;
    assert!(after.standings[attackers].level >= deal.standings[attackers].level);
    if stayed {
        assert_eq!(after.standings[attackers], deal.standings[attackers]);
    } else if !after.fell {
        assert_eq!(after.standings[dealers], deal.standings[dealers]);
    }
    match after.winner {
        Some(side) if side == dealers => assert!(stayed),
        Some(_) => assert_ne!(after.stage, Stage::Stay),
        None => {}
    }
}

#[test]
fn any_game_comes_to_an_end_by_the_ladder() {
    for preset in PRESETS.iter() {
        let rules = &preset.rules;
        for game in 0..GAMES {
            let mut dice = Dice(5 + game);
            play(rules, &mut dice);
        }
    }
}

fn play(rules: &RuleSet, dice: &mut Dice) {
    let start = Standing::start(&rules.scoring, None);
    let mut standings = BySide::new([start.clone(), start]);
    let mut stage = Side::EastWest;
    for n in 0..MOST_DEALS {
        let level = standings[stage].level;
        let tricks = 5 * dice.roll(44) as u16;
        let flag = standings[stage].flag;
        let deal = DealOutcome {
            dealing_side: stage,
            score: tricks,
            trick_points: tricks.min(200),
            trump: Trump {
                suit: (!flag).then(|| Suit::ALL[dice.roll(4)]),
                level,
            },
            standings: standings.clone(),
            last: last_play(dice, level),
            last_by: Side::ALL[dice.roll(2)],
            first_deal: n == 0,
            undeclared: dice.roll(5) == 0,
        };
        let after = settle(rules, &deal);
        check(rules, &deal, &after);
        if after.winner.is_some() {
            return;
        }
        if after.stage != Stage::Stay {
            stage = stage.other();
        }
        standings = after.standings;
    }
    panic!("{}: no end after {MOST_DEALS} deals", rules.base);
}
