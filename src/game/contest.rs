//! The match that a table plays: its length, the games and deals so far, and
//! how it ended. All of it is public.

use serde::{Deserialize, Serialize};

use crate::cards::{Card, Rank};
use crate::game::{DealNumber, DealResult};
use crate::rules::{BySeat, BySide, MatchLimits, MatchRules, OpenedBox, Side};

/// What a table plays for (RULES.md §12).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Length {
    /// One game, without a match clock.
    #[default]
    Game,
    /// The ruleset's own match.
    Match,
    /// The ruleset's own match, as long as its finals are.
    Final,
    /// So many deals.
    Deals(u16),
    /// So many minutes.
    Minutes(u16),
}

impl Length {
    /// Most deals or minutes that can be chosen.
    pub const MOST: u16 = 600;

    /// What ends such a match under those rules; `None`: it is one game, and
    /// no match.
    #[must_use]
    pub fn limits(self, rules: &MatchRules) -> Option<MatchLimits> {
        let none = MatchLimits::default();
        match self {
            Length::Game => None,
            Length::Match => Some(rules.limits(false)),
            Length::Final => Some(rules.limits(true)),
            Length::Deals(deals) => Some(MatchLimits {
                deals: Some(deals),
                ..none
            }),
            Length::Minutes(minutes) => Some(MatchLimits {
                minutes: Some(minutes),
                ..none
            }),
        }
    }

    /// Whether it is one game, and so no match.
    #[must_use]
    pub const fn is_game(&self) -> bool {
        match self {
            Length::Game => true,
            Length::Match | Length::Final | Length::Deals(_) | Length::Minutes(_) => false,
        }
    }

    /// Whether it is the ruleset's own match, with what belongs to that.
    #[must_use]
    pub const fn is_own_match(self) -> bool {
        match self {
            Length::Match | Length::Final => true,
            Length::Game | Length::Deals(_) | Length::Minutes(_) => false,
        }
    }
}

/// The games and deals of a table so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contest {
    /// Games won.
    pub games: BySide<u16>,
    /// Every deal played to its end, oldest first.
    pub deals: Vec<DealLine>,
    /// The side that was last on stage.
    pub on_stage: Option<Side>,
    /// Whether the match's minutes are over; the deal being played is finished.
    pub time_up: bool,
    /// The boxes of the prize board that are open, in the order of opening.
    pub boxes: Vec<OpenedBox>,
    /// The side that has won a game while a deal was being played, until the
    /// next deal begins: that deal was broken off.
    pub broken: Option<Side>,
    /// How the match ended.
    pub end: Option<MatchEnd>,
}

/// A deal of a match in short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DealLine {
    /// The number of its game, from 1.
    pub game: u16,
    /// Its own number.
    pub deal: DealNumber,
    /// The dealing side.
    pub dealing: Side,
    /// The level played.
    pub level: Rank,
    /// The attackers' score.
    pub score: u16,
    /// Whether the attackers took the stage.
    pub change: bool,
}

impl Contest {
    /// The number of the game being played, from 1.
    #[must_use]
    pub fn game(&self) -> u16 {
        1 + self.games.values().sum::<u16>()
    }

    /// Notes a deal that is over.
    pub(super) fn add(&mut self, result: &DealResult) {
        self.deals.push(DealLine {
            game: self.game(),
            deal: result.deal,
            dealing: result.dealing_side,
            level: result.level,
            score: result.sum.score,
            change: result.change,
        });
        self.on_stage = Some(result.stage);
    }
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchEnd {
    /// Who has won it.
    pub winner: Side,
    /// By what.
    pub by: MatchBy,
    /// Games won.
    pub games: BySide<u16>,
    /// The levels when it ended.
    pub levels: BySide<Rank>,
}

/// By what a match was won.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MatchBy {
    /// As many games as win it.
    Games,
    /// More games or a higher level when its time or its deals were over.
    Ahead,
    /// Equal, but last on stage.
    OnStage,
    /// The other pair was not there when the match was to start, nor so much later.
    Late,
    /// Equal; each side has cut a golden card. All cuts, the last one decides.
    GoldenCard(Vec<BySide<Card>>),
    /// Equal; each seat has cut a card. All cuts, the last one decides.
    CutSum(Vec<BySeat<Card>>),
}
