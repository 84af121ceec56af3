//! The parameters of levels: ladder, rises, rungs that must be played, hook-backs (RULES.md §9).

use serde::{Deserialize, Serialize};

use crate::cards::Rank;

/// What a ruleset decides about levels (RULES.md §9). The default is what
/// most presets play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ScoringRules {
    /// P6: rungs by score.
    pub rise: RiseTable,
    /// P6: the base when nobody declared.
    pub undeclared_base: UndeclaredBase,
    /// What a score of 0, or one of 200 and more, brings beyond the table (9.1, 9.5).
    pub shutout: Shutout,
    /// What a score of exactly 80 does (9.6).
    pub at_base: AtBase,
    /// The ranks that are played (9.2).
    pub ladder: Ladder,
    /// The rungs that must be played (9.3).
    pub must_play: MustPlay,
    /// How the game is won from A (9.4, 9.7).
    pub after_ace: AfterAce,
    /// Where dealers fall whose J is hooked (9.8).
    pub hook_at_jack: HookAtJack,
    /// Where dealers fall whose A is hooked (9.8).
    pub hook_at_ace: HookAtAce,
    /// What a hook-back needs (9.8).
    pub hook_needs: HookNeeds,
    /// Stage and rise after a hook-back (9.8).
    pub hook_then: HookThen,
    /// What becomes of the rungs already won (9.8).
    pub hook_rungs: HookRungs,
    /// What a dig with 5-10-K does (9.8).
    pub fives_dig: FivesDig,
}

/// The score at which the attackers take the stage (RULES.md 9.1).
pub const BASE: u16 = 80;

/// P6: how many rungs the sides rise (RULES.md 9.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RiseTable {
    /// Ten points a rung, 9 for a score of 0. Most presets.
    #[default]
    Ten,
    /// The same, attackers 9 at most. `tv` plays so.
    TenCapped,
    /// Only full tens below 80 count. `college` plays so.
    TenFloor,
    /// Ten points a rung below the base, begun tens count; one more for 0.
    /// `knockout` plays so.
    TenFromBase,
    /// Twenty points a rung, for dealers begun ones count. `red-five` and
    /// `five-ten-king` play so.
    Twenty,
    /// Forty points a rung. `forty` plays so.
    Forty,
    /// Two rungs up to 40; attackers from 125 on. `double-dig` plays so.
    Three,
}

impl RiseTable {
    /// Rungs for dealers who stay with that score, which is below `base`.
    #[must_use]
    pub const fn dealers(self, score: u16, base: u16) -> u16 {
        match self {
            RiseTable::Ten | RiseTable::TenCapped => match score {
                0 => 9,
                _ => 8_u16.saturating_sub(score / 10),
            },
            RiseTable::TenFloor => base.saturating_sub(score) / 10,
            RiseTable::TenFromBase => {
                base.saturating_sub(score).div_ceil(10) + if score == 0 { 1 } else { 0 }
            }
            RiseTable::Twenty => base.saturating_sub(score).div_ceil(20),
            RiseTable::Forty => match score {
                0 => 3,
                1..=35 => 2,
                _ => 1,
            },
            RiseTable::Three => match score {
                0 => 3,
                1..=40 => 2,
                _ => 1,
            },
        }
    }

    /// Rungs for attackers who take the stage with that score, `base` or more.
    #[must_use]
    pub const fn attackers(self, score: u16, base: u16) -> u16 {
        let over = score.saturating_sub(base);
        match self {
            RiseTable::Ten | RiseTable::TenFloor | RiseTable::TenFromBase => over / 10,
            RiseTable::TenCapped => {
                if over >= 90 {
                    9
                } else {
                    over / 10
                }
            }
            RiseTable::Twenty => over / 20,
            RiseTable::Forty => over / 40,
            RiseTable::Three => match over {
                0..=40 => 0,
                41..=80 => 1,
                _ => 2,
            },
        }
    }
}

/// P6: the base of a deal in which nobody declared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum UndeclaredBase {
    /// 80, as in any deal. Most presets.
    #[default]
    Eighty,
    /// 60. `knockout` plays so.
    Sixty,
}

impl UndeclaredBase {
    /// The score at which the attackers take the stage.
    #[must_use]
    pub const fn base(self, undeclared: bool) -> u16 {
        match self {
            UndeclaredBase::Sixty if undeclared => 60,
            UndeclaredBase::Eighty | UndeclaredBase::Sixty => BASE,
        }
    }
}

/// What the extremes of the score bring beyond the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shutout {
    /// Nothing. Most presets.
    #[default]
    ByTable,
    /// A score of 0 puts dealers below J straight on J. `five-ten-king` plays so.
    ToJack,
    /// Jumps to A or to the end of the game (9.5). `dark` plays so.
    Jump,
}

/// What a score of exactly the base does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AtBase {
    /// The attackers take the stage. Most presets.
    #[default]
    Change,
    /// Nobody rises; the next deal is seized (抢庄, 9.6). `double-dig` plays so.
    Seize,
}

/// The ranks that are played, from the first rung to the last (RULES.md 9.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ladder {
    /// 2 to A. Most presets.
    #[default]
    Full,
    /// 2, 5, 10, K, A. `forty` plays so.
    PointRanks,
    /// 2, 5, 10, J, K, A. `double-dig` plays so.
    PointRanksAndJack,
}

impl Ladder {
    /// The rungs, lowest first.
    #[must_use]
    pub const fn rungs(self) -> &'static [Rank] {
        use Rank::{Ace, Five, Jack, King, Ten, Two};
        match self {
            Ladder::Full => &Rank::ALL,
            Ladder::PointRanks => &[Two, Five, Ten, King, Ace],
            Ladder::PointRanksAndJack => &[Two, Five, Ten, Jack, King, Ace],
        }
    }

    /// The rung after that one; `None` after the last.
    #[must_use]
    pub fn next(self, rung: Rank) -> Option<Rank> {
        self.rungs().iter().copied().find(|&r| r > rung)
    }
}

/// The rungs that a side must have won as dealers before it rises past them
/// (必打, RULES.md 9.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MustPlay {
    /// J and A. Most presets.
    #[default]
    JackAce,
    /// A. `college`, `flag` and `forty` play so.
    Ace,
    /// 2, J and A. `dark`, `platform` and `double-dig` play so.
    TwoJackAce,
    /// 2, J and A; A is waived when one rise from J carries past it. `tv` plays so.
    TwoJackAceUnlessPassed,
}

impl MustPlay {
    /// Whether that rung must be played.
    #[must_use]
    pub const fn has(self, rung: Rank) -> bool {
        match self {
            MustPlay::JackAce => matches!(rung, Rank::Jack | Rank::Ace),
            MustPlay::Ace => matches!(rung, Rank::Ace),
            MustPlay::TwoJackAce | MustPlay::TwoJackAceUnlessPassed => {
                matches!(rung, Rank::Two | Rank::Jack | Rank::Ace)
            }
        }
    }

    /// Whether dealers who rise from `from` may pass A without playing it.
    #[must_use]
    pub const fn waives_ace(self, from: Rank) -> bool {
        match self {
            MustPlay::JackAce | MustPlay::Ace | MustPlay::TwoJackAce => false,
            MustPlay::TwoJackAceUnlessPassed => matches!(from, Rank::Jack),
        }
    }
}

/// How dealers on A win the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AfterAce {
    /// By rising. Most presets.
    #[default]
    Win,
    /// They carry the flag (扛旗): staying on stage in a no-trump deal wins
    /// (9.4). `flag` plays so.
    Flag,
    /// By a hat: winning the last trick with an A (9.7). `double-dig` plays so.
    Hats,
}

/// Where dealers on J fall when attackers win the last trick with a J (9.8).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HookAtJack {
    /// Nowhere. Presets without hook-back.
    #[default]
    None,
    /// To 2. `dark`, `knockout`, `five-ten-king`, `red-five` and `double-dig` play so.
    ToTwo,
    /// To 2; a pair locks it, four lock it twice. `hook` plays so.
    ToTwoLocked,
}

/// Where dealers on A fall when attackers win the last trick with an A (9.8).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HookAtAce {
    /// Nowhere. Presets without hook-back; `double-dig`, whose hats say it.
    #[default]
    None,
    /// To J. `red-five` plays so.
    ToJack,
    /// To J, by a pair to 2. `dark`, `knockout` and `five-ten-king` play so.
    PairToTwo,
    /// To J, by a pair to 2, by four to 2 and locked. `hook` plays so.
    PairToTwoFourLocked,
}

/// What a hook-back needs beside the winning play (9.8).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HookNeeds {
    /// Nothing. `hook`, `five-ten-king` and `red-five` play so.
    #[default]
    Nothing,
    /// 80 or more in tricks alone. `dark` plays so.
    BaseInTricks,
    /// The base of the deal. `knockout` plays so.
    Base,
    /// More than 80. `double-dig` plays so.
    AboveBase,
}

/// What becomes of the stage and the rise after a hook-back (9.8).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HookThen {
    /// By score; dealers who stay do not rise. `hook`, `five-ten-king`,
    /// `knockout` and `double-dig` play so.
    #[default]
    StayersDoNotRise,
    /// By score; dealers who stay rise from 2 when hooked at J, not at A.
    /// `red-five` plays so.
    StayersRiseFromTwo,
    /// The attackers take the stage. `dark` plays so.
    AttackersTakeStage,
}

/// What becomes of rungs already won at and above the one fallen to (9.8).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HookRungs {
    /// They must be won again. Most presets.
    #[default]
    WonAgain,
    /// They stay won. `dark` plays so.
    StayWon,
}

/// What it does when attackers win the last trick with a 5-10-K (9.8).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FivesDig {
    /// Nothing. Most presets.
    #[default]
    Nothing,
    /// Attackers go to A and take the stage whatever the score, dealers to 2.
    /// `five-ten-king` plays so.
    AttackersToAce,
    /// Dealers to 2; stage and rise by score, dealers who stay rise from 2.
    /// `red-five` plays so.
    DealersToTwo,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rises_follow_the_tables_of_9_1() {
        // Scores, then what dealers (below 80) or attackers (from 80 on) rise.
        let scores = [0, 5, 10, 35, 40, 45, 75, 80, 90, 120, 125, 160, 165, 300];
        let check = |table: RiseTable, rises: [u16; 14]| {
            for (score, rise) in scores.into_iter().zip(rises) {
                let got = if score < BASE {
                    table.dealers(score, BASE)
                } else {
                    table.attackers(score, BASE)
                };
                assert_eq!(got, rise, "{table:?} {score}");
            }
        };
        check(RiseTable::Ten, [9, 8, 7, 5, 4, 4, 1, 0, 1, 4, 4, 8, 8, 22]);
        check(
            RiseTable::TenCapped,
            [9, 8, 7, 5, 4, 4, 1, 0, 1, 4, 4, 8, 8, 9],
        );
        check(
            RiseTable::TenFloor,
            [8, 7, 7, 4, 4, 3, 0, 0, 1, 4, 4, 8, 8, 22],
        );
        check(
            RiseTable::TenFromBase,
            [9, 8, 7, 5, 4, 4, 1, 0, 1, 4, 4, 8, 8, 22],
        );
        check(
            RiseTable::Twenty,
            [4, 4, 4, 3, 2, 2, 1, 0, 0, 2, 2, 4, 4, 11],
        );
        check(RiseTable::Forty, [3, 2, 2, 2, 1, 1, 1, 0, 0, 1, 1, 2, 2, 5]);
        check(RiseTable::Three, [3, 2, 2, 2, 2, 1, 1, 0, 0, 0, 1, 1, 2, 2]);
        assert_eq!(RiseTable::TenFromBase.dealers(0, 60), 7);
        assert_eq!(RiseTable::TenFromBase.dealers(55, 60), 1);
    }
}
