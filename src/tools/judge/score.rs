//! Questions about levels: `score`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Problem, Question, TrumpField};
use crate::cards::{CardSet, Rank};
use crate::rules::levels::{DealOutcome, Stage, Standing, settle};
use crate::rules::{BySide, Side, Trump};

/// The dealers play as this side; which one it is makes no difference.
const DEALERS: Side = Side::EastWest;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Score {
    dealers: Standing,
    attackers: Standing,
    score: u16,
    trick_points: u16,
    trump: TrumpField,
    last: CardSet,
    last_by: Name,
    #[serde(default)]
    first_deal: bool,
    #[serde(default)]
    undeclared: bool,
}

/// A side under the name it had during the deal.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Name {
    Dealers,
    Attackers,
}

impl Name {
    const ALL: [Name; 2] = [Name::Dealers, Name::Attackers];

    const fn side(self) -> Side {
        match self {
            Name::Dealers => DEALERS,
            Name::Attackers => DEALERS.other(),
        }
    }
}

#[derive(Serialize)]
pub(super) struct ScoreAnswer {
    stage: Stage,
    dealers: Rank,
    attackers: Rank,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    locks: BTreeMap<Rank, u8>,
    game: Option<Name>,
    flag: Vec<Name>,
}

/// Answers `score`.
pub(super) fn score(question: Question) -> Result<ScoreAnswer, Problem> {
    let rules = question.rules.clone();
    let asked: Score = question.rest()?;
    let rungs = rules.scoring.ladder.rungs();
    for standing in [&asked.dealers, &asked.attackers] {
        if !rungs.contains(&standing.level) {
            let level = standing.level.letter();
            return Err(Problem(format!("{level} is no level in this ruleset")));
        }
    }
    if asked.last.is_empty() {
        return Err(Problem::new("`last` names no card"));
    }
    let outcome = DealOutcome {
        dealing_side: DEALERS,
        score: asked.score,
        trick_points: asked.trick_points,
        trump: Trump {
            suit: asked.trump.suit(),
            level: asked.dealers.level,
        },
        standings: BySide::new([asked.dealers, asked.attackers]),
        last: asked.last,
        last_by: asked.last_by.side(),
        first_deal: asked.first_deal,
        undeclared: asked.undeclared,
    };
    let settled = settle(&rules, &outcome);
    let after = |name: Name| &settled.standings[name.side()];
    Ok(ScoreAnswer {
        stage: settled.stage,
        dealers: after(Name::Dealers).level,
        attackers: after(Name::Attackers).level,
        locks: after(Name::Dealers).locks.clone(),
        game: Name::ALL
            .into_iter()
            .find(|n| settled.winner == Some(n.side())),
        flag: Name::ALL.into_iter().filter(|&n| after(n).flag).collect(),
    })
}
