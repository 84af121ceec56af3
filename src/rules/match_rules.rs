//! The parameters of clock, checking and match (RULES.md §11 and §12).

use serde::{Deserialize, Serialize};

/// P12: the preset's own clock (RULES.md §11). Times in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ClockRules {
    /// For burying, and for burying again after a fry.
    pub bury: u16,
    /// For a play.
    pub play: u16,
    /// For the questions to overturn and to fry.
    pub ask: u16,
    /// What a time-out costs.
    pub time_out: TimeOut,
}

impl Default for ClockRules {
    fn default() -> ClockRules {
        ClockRules {
            bury: 90,
            play: 20,
            ask: 15,
            time_out: TimeOut::Rising,
        }
    }
}

impl ClockRules {
    /// The relaxed clock that a table may take instead (RULES.md §11).
    #[must_use]
    pub const fn relaxed() -> ClockRules {
        ClockRules {
            bury: 120,
            play: 60,
            ask: 20,
            time_out: TimeOut::Free,
        }
    }
}

/// P12: what a time-out costs. The move is always made for the seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TimeOut {
    /// A warning, then 10, 20, 30 … points per seat and deal. Most presets.
    #[default]
    Rising,
    /// The same; the third of a seat in a game loses it unless its side is
    /// ahead in levels. `college` plays so.
    RisingThirdLoses,
    /// No points; the seat stays on auto-play until its player returns. `tv` plays so.
    AutoPlay,
    /// Nothing. The relaxed clock.
    Free,
}

impl TimeOut {
    /// Points that a seat's time-out costs its side, being its `nth` (from 1)
    /// in the deal; 0 is a warning or nothing.
    #[must_use]
    pub const fn penalty(self, nth: u16) -> u16 {
        match self {
            TimeOut::Rising | TimeOut::RisingThirdLoses => 10 * nth.saturating_sub(1),
            TimeOut::AutoPlay | TimeOut::Free => 0,
        }
    }

    /// Whether a seat's `nth` (from 1) time-out in a game loses the game where
    /// the other side is level or ahead.
    #[must_use]
    pub const fn loses_game(self, nth: u16) -> bool {
        match self {
            TimeOut::RisingThirdLoses => nth >= 3,
            TimeOut::Rising | TimeOut::AutoPlay | TimeOut::Free => false,
        }
    }

    /// Whether one time-out puts the seat on auto-play at once.
    #[must_use]
    pub const fn auto_plays(self) -> bool {
        match self {
            TimeOut::AutoPlay => true,
            TimeOut::Rising | TimeOut::RisingThirdLoses | TimeOut::Free => false,
        }
    }
}

/// Whether a side may have the opponents' plays checked (查牌, RULES.md §11).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Checking {
    /// It may not. Most presets.
    #[default]
    No,
    /// Free once per deal and side, then 10 points a time. `tournament` and
    /// `college` play so.
    FirstFree,
}

impl Checking {
    /// Points that a check costs the side that has checked `before` times in
    /// the deal; it never finds anything.
    #[must_use]
    pub const fn penalty(self, before: usize) -> u16 {
        match self {
            Checking::No => 0,
            Checking::FirstFree => {
                if before == 0 {
                    0
                } else {
                    10
                }
            }
        }
    }
}

/// What a match is (RULES.md §12).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct MatchRules {
    /// When it ends.
    pub length: MatchLength,
    /// Minutes of a round; 0 without a clock.
    pub minutes: u16,
    /// Minutes of a semi-final or a final; 0 without a clock.
    pub final_minutes: u16,
    /// Who wins when it ends with equal levels.
    pub tie: MatchTie,
    /// Minutes after which a pair that is late forfeits.
    pub late: Late,
    /// Whether opponents' plays may be checked.
    pub checking: Checking,
    /// What is given to winners beside the win.
    pub prizes: Prizes,
}

/// When a match ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MatchLength {
    /// With one game. Most presets.
    #[default]
    OneGame,
    /// When a side has won two games. `tournament` and `college` play so.
    BestOfThree,
    /// After six deals, nine in a weekly final. `tv` plays so.
    SixDeals,
}

impl MatchLength {
    /// How many deals, for matches that count them; `last` is a weekly final.
    #[must_use]
    pub const fn deals(self, last: bool) -> Option<u16> {
        match (self, last) {
            (MatchLength::SixDeals, false) => Some(6),
            (MatchLength::SixDeals, true) => Some(9),
            (MatchLength::OneGame | MatchLength::BestOfThree, _) => None,
        }
    }

    /// How many games win it.
    #[must_use]
    pub const fn games_to_win(self) -> u16 {
        match self {
            MatchLength::OneGame | MatchLength::SixDeals => 1,
            MatchLength::BestOfThree => 2,
        }
    }
}

/// Who wins a match that ends with equal levels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MatchTie {
    /// The side that was last on stage. Most presets.
    #[default]
    OnStage,
    /// Each side cuts a golden card, the higher wins. `tv` plays so.
    GoldenCard,
    /// Each seat cuts a card (jokers 0), the higher sum of a side wins.
    /// `double-dig` plays so.
    CutSum,
}

/// When a pair that is late forfeits a match that has a starting time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Late {
    /// After ten minutes. Most presets.
    #[default]
    TenMinutes,
    /// After five. `knockout` plays so.
    FiveMinutes,
}

impl Late {
    /// The minutes.
    #[must_use]
    pub const fn minutes(self) -> u16 {
        match self {
            Late::TenMinutes => 10,
            Late::FiveMinutes => 5,
        }
    }
}

/// What is given to winners beside the win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Prizes {
    /// Nothing. Most presets.
    #[default]
    None,
    /// A champion's fund and a prize board of 25 boxes. `tv` plays so.
    FundAndBoard,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_outs_warn_first_and_then_rise() {
        let costs: Vec<u16> = (1..=4).map(|n| TimeOut::Rising.penalty(n)).collect();
        assert_eq!(costs, [0, 10, 20, 30]);
        assert_eq!(TimeOut::Free.penalty(9), 0);
        assert!(TimeOut::RisingThirdLoses.loses_game(3));
        assert!(!TimeOut::Rising.loses_game(3));
    }
}
