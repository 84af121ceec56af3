//! What a match came to, for people and for programs.

use std::collections::BTreeMap;
use std::io::Write;

use serde::Serialize;

use super::pair::{PairResult, SideResult};
use super::quality::Quality;
use super::stats::{mean, quantile};
use super::{ArenaArgs, Design, Kind};
use crate::cards::Rank;

/// A mean with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Share {
    /// The mean.
    pub mean: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// What a match came to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The players.
    pub a: Kind,
    /// The others.
    pub b: Kind,
    /// The ruleset.
    pub rules: String,
    /// The design.
    pub design: Design,
    /// The rung on which all pairs started, where it was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<Rank>,
    /// The seed.
    pub seed: u64,
    /// Worlds of `search`.
    pub worlds: u32,
    /// Milliseconds a move of `search` on side A instead.
    pub budget_a: Option<u64>,
    /// Pairs played.
    pub pairs: usize,
    /// Share of deals won by A, in per cent.
    pub deals_won: Share,
    /// Share of pairs in which A won more levels, in per cent; equal ones half.
    pub pairs_won: Share,
    /// Levels of A above B, a deal.
    pub levels: Share,
    /// Points of A above B, a deal.
    pub points: Share,
    /// Share of deals after which A was on stage, in per cent.
    pub stage: Share,
    /// Moves refused; there must be none.
    pub illegal: u64,
    /// The teams.
    pub teams: [TeamReport; 2],
}

/// What is counted of a team.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TeamReport {
    /// Mistakes, in all.
    pub quality: Quality,
    /// Half of the moves took less, in milliseconds.
    pub p50_ms: f64,
    /// All but one of twenty did.
    pub p95_ms: f64,
    /// What a move with more than one legal choice took on average.
    pub choice_ms: f64,
}

impl Report {
    pub(super) fn new(args: &ArenaArgs, pairs: &[PairResult]) -> Report {
        let share = |value: &dyn Fn(&PairResult) -> f64| {
            let values: Vec<f64> = pairs.iter().map(value).collect();
            let (mean, low, high) = mean(&values);
            Share { mean, low, high }
        };
        let first = |p: &PairResult| p.teams[0].clone();
        Report {
            a: args.a,
            b: args.b,
            rules: args.rules.clone(),
            design: args.design,
            level: args.level,
            seed: args.seed,
            worlds: args.worlds,
            budget_a: args.budget_a,
            pairs: pairs.len(),
            deals_won: share(&|p| 50.0 * first(p).deals),
            pairs_won: share(&|p| won(first(p).levels)),
            levels: share(&|p| first(p).levels / 2.0),
            points: share(&|p| first(p).points as f64 / 2.0),
            stage: share(&|p| 50.0 * f64::from(first(p).stage)),
            illegal: pairs.iter().map(|p| p.teams[0].illegal).sum(),
            teams: [0, 1].map(|team| TeamReport::new(pairs.iter().map(|p| &p.teams[team]))),
        }
    }

    /// Writes it for people.
    ///
    /// # Errors
    /// When `out` cannot be written.
    pub fn write(&self, out: &mut dyn Write) -> std::io::Result<()> {
        let (a, b) = (self.a.name(), self.b.name());
        let design = match self.design {
            Design::Whole => "whole deals",
            Design::Contract => "fixed contract",
        };
        writeln!(
            out,
            "{a} v {b}, {}, {design}, seed {}",
            self.rules, self.seed
        )?;
        writeln!(out, "pairs          {}", self.pairs)?;
        for (name, share) in [
            ("deals won      ", self.deals_won),
            ("pairs won      ", self.pairs_won),
            ("on stage       ", self.stage),
            ("levels a deal  ", self.levels),
            ("points a deal  ", self.points),
        ] {
            let Share { mean, low, high } = share;
            writeln!(out, "{name}{mean:.2} ({low:.2} to {high:.2})")?;
        }
        writeln!(out, "illegal moves  {}", self.illegal)?;
        for (name, team) in [a, b].into_iter().zip(&self.teams) {
            let q = team.quality;
            writeln!(
                out,
                "{name}: {:.2} ms a move, p95 {:.2} ms, {:.2} ms on average where there is a choice; failed throws {}, points fed {}, pairs broken {}, winners burnt {}",
                team.p50_ms,
                team.p95_ms,
                team.choice_ms,
                q.failed_throws,
                q.points_fed,
                q.pairs_broken,
                q.winners_burnt
            )?;
        }
        writeln!(out, "{}", self.row())
    }

    /// The match as a row of the table in docs/players.md.
    #[must_use]
    pub fn row(&self) -> String {
        let Share { mean, low, high } = self.deals_won;
        let mut command = format!("`--pairs {} --seed {}", self.pairs, self.seed);
        if self.design == Design::Contract {
            command += " --design contract";
        }
        if let Some(level) = self.level {
            command += &format!(" --level {}", level.letter());
        }
        if [self.a, self.b].iter().any(|k| k.has_worlds()) {
            command += &format!(" --worlds {}", self.worlds);
        }
        if let Some(budget) = self.budget_a {
            command += &format!(" --budget-a {budget}");
        }
        format!(
            "| {} v {} | {} | {command}` | {mean:.2} ({low:.2} to {high:.2}) |",
            self.a.name(),
            self.b.name(),
            self.rules,
        )
    }
}

fn won(levels: f64) -> f64 {
    if levels > 0.0 {
        100.0
    } else if levels < 0.0 {
        0.0
    } else {
        50.0
    }
}

impl TeamReport {
    fn new<'p>(results: impl Iterator<Item = &'p SideResult>) -> TeamReport {
        let mut quality = Quality::default();
        let mut times: BTreeMap<u16, u32> = BTreeMap::new();
        let mut chosen = (0u64, 0u64);
        for result in results {
            chosen.0 += result.chosen.0;
            chosen.1 += result.chosen.1;
            quality.add(&result.quality);
            for (bucket, count) in &result.times {
                *times.entry(*bucket).or_insert(0) += count;
            }
        }
        let times: Vec<(u16, u32)> = times.into_iter().collect();
        TeamReport {
            quality,
            p50_ms: quantile(&times, 0.5) / 1000.0,
            p95_ms: quantile(&times, 0.95) / 1000.0,
            choice_ms: chosen.1 as f64 / 1000.0 / chosen.0.max(1) as f64,
        }
    }
}
