//! One pair of mirrored deals, and what it brought each team.

use std::sync::PoisonError;

use serde::{Deserialize, Serialize};

use super::kinds::{Contender, Thinking};
use super::quality::Quality;
use super::worst::Watch;
use super::{ArenaArgs, Kind};
use crate::cards::{Card, CardSet, HAND, Kinds, Rank};
use crate::game::{Ask, ClockChoice, DealResult, Event, Setup};
use crate::players::{ComputerPlayer, Table};
use crate::rules::levels::Standing;
use crate::rules::{BASE, BySeat, RuleSet, ScoringRules, Seat, Side};
use crate::tools::simulate::{Driver, SimulateError};

/// What a deal brought a team, as the sum of a pair's two.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SideResult {
    /// Deals won; half a one where neither side came out better.
    pub deals: f64,
    /// Rungs risen by the team less those of the other; a stage taken counts half.
    pub levels: f64,
    /// Deals after which it was on stage.
    pub stage: u32,
    /// Points of the attackers beyond 80: for it when it attacked, against it on stage.
    pub points: i64,
    /// Moves that were refused.
    pub illegal: u64,
    /// How well it played, counted cheaply.
    pub quality: Quality,
    /// How often a move took so long: the time is 1.1 to that power, in microseconds.
    pub times: Vec<(u16, u32)>,
    /// Moves with more than one legal choice, and how long they took, in microseconds.
    #[serde(default)]
    pub chosen: (u64, u64),
}

/// A pair of mirrored deals.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairResult {
    /// Its number, from 0.
    pub pair: u64,
    /// What it brought the teams A and B.
    pub teams: [SideResult; 2],
}

/// Plays a pair.
///
/// # Errors
/// When the table stands still.
pub fn play_pair(
    args: &ArenaArgs,
    rules: &RuleSet,
    pair: u64,
) -> Result<PairResult, SimulateError> {
    play_watched(args, rules, pair, None)
}

/// The same, while the moves of team A are looked at.
pub(super) fn play_watched(
    args: &ArenaArgs,
    rules: &RuleSet,
    pair: u64,
    watch: Option<&Watch>,
) -> Result<PairResult, SimulateError> {
    let mut teams = [SideResult::default(), SideResult::default()];
    let open = [args.a, args.b].contains(&Kind::Cheat);
    let thinking = [Thinking::default(), Thinking::default()];
    for mirrored in [false, true] {
        let side_a = if mirrored {
            Side::SouthNorth
        } else {
            Side::EastWest
        };
        let seats = BySeat::from_fn(|seat| usize::from(seat.side() != side_a));
        let table = Table::default();
        let watch = watch.map(|w| w.in_deal(mirrored));
        let players = seats.map(|team| {
            let kind: Kind = if team == 0 { args.a } else { args.b };
            let watch = watch.clone().filter(|_| team == 0);
            let player = Contender::new(kind, args, team == 0, &thinking[team], &table, watch);
            Box::new(player) as Box<dyn ComputerPlayer>
        });
        let own = mix(args.seed ^ 0x5eed, 2 * pair + u64::from(mirrored));
        let setup = Setup {
            level: Some(level(args, rules, pair)),
            ..ClockChoice::Relaxed.into()
        };
        let mut driver = Driver::new(rules.clone(), setup, players, own);
        driver.deal_from(mix(args.seed, pair));
        let result = play_deal(&mut driver, open.then_some(&table))?;
        count(&mut teams, &result, &rules.scoring, side_a);
        for (team, counted) in teams.iter_mut().enumerate() {
            let side = if team == 0 { side_a } else { side_a.other() };
            counted.quality.count(&driver.log, &result, rules, side);
        }
        // Whose they were is not known; a match in which there is one has failed.
        teams[0].illegal += driver.illegal;
    }
    for (team, counted) in teams.iter_mut().enumerate() {
        let times = thinking[team].times();
        counted.times = buckets(times.iter().map(|(time, _)| *time));
        for (time, _) in times.iter().filter(|(_, choice)| *choice) {
            counted.chosen.0 += 1;
            counted.chosen.1 += u64::from(*time);
        }
    }
    Ok(PairResult { pair, teams })
}

/// The rung of a pair: the one asked for, or all of the ladder in turn.
fn level(args: &ArenaArgs, rules: &RuleSet, pair: u64) -> Rank {
    let rungs = rules.scoring.ladder.rungs();
    args.level
        .unwrap_or(rungs[(pair % rungs.len() as u64) as usize])
}

/// Plays until a deal is counted.
fn play_deal(driver: &mut Driver, table: Option<&Table>) -> Result<DealResult, SimulateError> {
    let mut at = 0;
    loop {
        if let Some(table) = table {
            lay_open(driver, table);
        }
        if !driver.step()? {
            return Err(SimulateError::Stuck);
        }
        for event in &driver.log[at..] {
            if let Event::Settled { result } = event {
                return Ok(result.as_ref().clone());
            }
        }
        at = driver.log.len();
    }
}

/// Shows the cheat where the cards lie.
fn lay_open(driver: &Driver, table: &Table) {
    let views = BySeat::from_fn(|seat| driver.game.seat(seat));
    let buried = views.values().find_map(|v| v.buried);
    let placing = views.values().any(|v| matches!(v.ask, Ask::Place { .. }));
    let drawn = placing.then(|| all_drawn(&driver.log)).flatten();
    let hands = drawn.unwrap_or_else(|| views.map(|v| v.hand));
    // Until somebody has taken it up, the bottom is what nobody holds.
    let all = CardSet::from_kinds(Kinds::ALL, Kinds::ALL);
    let unseen = || hands.values().fold(all, |rest, hand| rest.minus(hand));
    let bottom = buried.unwrap_or_else(unseen);
    let mut open = table.lock().unwrap_or_else(PoisonError::into_inner);
    *open = (hands, bottom);
}

/// The hands as they will be once all cards of the last deal are drawn.
fn all_drawn(log: &[Event]) -> Option<BySeat<CardSet>> {
    let dealt = |event: &Event| {
        if let Event::Dealt {
            shuffle, starter, ..
        } = event
        {
            Some((shuffle.clone(), *starter))
        } else {
            None
        }
    };
    let (shuffle, starter) = log.iter().rev().find_map(dealt)?;
    let drawn = |seat: Seat| {
        let cards = shuffle.deck[..4 * HAND]
            .iter()
            .skip(seat.steps_from(starter));
        let cards: Vec<Card> = cards.step_by(4).copied().collect();
        CardSet::from_cards(&cards).unwrap_or_default()
    };
    Some(BySeat::from_fn(drawn))
}

fn count(teams: &mut [SideResult; 2], result: &DealResult, scoring: &ScoringRules, side_a: Side) {
    let signed = signed_levels(result, scoring, side_a);
    let attacks = result.dealing_side != side_a;
    let points = (i64::from(result.sum.score) - i64::from(BASE)) * if attacks { 1 } else { -1 };
    for (team, counted) in teams.iter_mut().enumerate() {
        let (sign, side) = if team == 0 {
            (1.0, side_a)
        } else {
            (-1.0, side_a.other())
        };
        let levels = sign * signed;
        counted.levels += levels;
        counted.deals += if levels > 0.0 {
            1.0
        } else if levels < 0.0 {
            0.0
        } else {
            0.5
        };
        counted.stage += u32::from(result.stage == side);
        counted.points += if team == 0 { points } else { -points };
    }
}

/// Rungs that a side rose less those of the other; a stage taken counts half, a
/// game won as one rung more.
fn signed_levels(result: &DealResult, scoring: &ScoringRules, side: Side) -> f64 {
    let rise = |side: Side| {
        let won = if result.winner == Some(side) {
            1.0
        } else {
            0.0
        };
        height(&result.after[side], scoring) - height(&result.before[side], scoring) + won
    };
    let stage = if !result.change {
        0.0
    } else if result.stage == side {
        0.5
    } else {
        -0.5
    };
    rise(side) - rise(side.other()) + stage
}

/// The number of the rung; the flag is one more.
fn height(standing: &Standing, scoring: &ScoringRules) -> f64 {
    let rungs = scoring.ladder.rungs();
    let at = rungs.iter().position(|&r| r == standing.level);
    at.unwrap_or(0) as f64 + if standing.flag { 1.0 } else { 0.0 }
}

fn buckets(times: impl Iterator<Item = u32>) -> Vec<(u16, u32)> {
    let mut counts = std::collections::BTreeMap::new();
    for time in times {
        let bucket = f64::from(time.max(1)).log(1.1).round() as u16;
        *counts.entry(bucket).or_insert(0) += 1;
    }
    counts.into_iter().collect()
}

/// A seed out of two numbers.
pub(super) fn mix(seed: u64, number: u64) -> u64 {
    let mut x = seed
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .wrapping_add(number.wrapping_mul(0xbf58_476d_1ce4_e5b9));
    x ^= x >> 31;
    x = x.wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 29
}
