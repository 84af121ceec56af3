//! From the score of a deal to stage and levels (RULES.md §9).

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::{
    AfterAce, AtBase, BySide, FivesDig, HookAtAce, HookAtJack, HookNeeds, HookRungs, HookThen,
    Order, RuleSet, ScoringRules, Shutout, Side, Trump,
};
use crate::cards::{CardSet, Rank};

/// Where a side stands in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Standing {
    /// Its level.
    pub level: Rank,
    /// Must-play rungs (必打) that it has won as dealers in this game.
    #[serde(default)]
    pub won: BTreeSet<Rank>,
    /// Locked rungs (蒙被): how often each must still be won. No entry is 0.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub locks: BTreeMap<Rank, u8>,
    /// Whether it has passed A and stands on the flag rung (扛旗).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub flag: bool,
}

impl Standing {
    /// Where both sides begin: on the first rung (RULES.md 9.2), or on the
    /// rung of the ladder that the table chose. The rungs below it count as
    /// won; those that must be played from there on must still be won.
    #[must_use]
    pub fn start(scoring: &ScoringRules, chosen: Option<Rank>) -> Standing {
        let rungs = scoring.ladder.rungs();
        let level = chosen.filter(|c| rungs.contains(c)).unwrap_or(rungs[0]);
        let below = rungs.iter().copied().filter(|&rung| rung < level);
        Standing {
            level,
            won: below.filter(|&rung| scoring.must_play.has(rung)).collect(),
            locks: BTreeMap::new(),
            flag: false,
        }
    }
}

/// What a finished deal brings to the levels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealOutcome {
    /// The sides before it.
    pub standings: BySide<Standing>,
    /// The side that was on stage.
    pub dealing_side: Side,
    /// The attackers' final score (RULES.md §8).
    pub score: u16,
    /// Their points from tricks alone.
    pub trick_points: u16,
    /// Trump and level of the deal.
    pub trump: Trump,
    /// The winning play of the last trick.
    pub last: CardSet,
    /// The side that won it.
    pub last_by: Side,
    /// Whether it was the first deal of the game.
    pub first_deal: bool,
    /// Whether nobody had declared.
    pub undeclared: bool,
}

/// What becomes of the stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// The dealers stay.
    Stay,
    /// The attackers take it (换庄).
    Change,
    /// The next deal is seized (抢庄, RULES.md 9.6).
    Seize,
}

/// The outcome of a deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settlement {
    /// What becomes of the stage.
    pub stage: Stage,
    /// The sides after it. A side that has won keeps the level it won on.
    pub standings: BySide<Standing>,
    /// The side that has won the game.
    pub winner: Option<Side>,
    /// Whether the dealers were hooked back, or fell otherwise.
    pub fell: bool,
}

/// Works out stage, levels and the end of the game (RULES.md §9).
#[must_use]
pub fn settle(rules: &RuleSet, deal: &DealOutcome) -> Settlement {
    let end = DealEnd::new(rules, deal);
    let (dealers, attackers) = (deal.dealing_side, deal.dealing_side.other());
    let mut after = Settlement {
        stage: end.stage(),
        standings: deal.standings.clone(),
        winner: None,
        fell: false,
    };
    if after.stage == Stage::Seize {
        return after;
    }
    let fall = end.fall();
    after.fell = fall.is_some();
    let stays = after.stage == Stage::Stay;
    let passed = end.move_dealers(&mut after.standings[dealers], fall, stays);
    if !stays {
        end.move_attackers(&mut after.standings[attackers]);
    }
    let dealers_win = stays && end.dealers_win(passed, &mut after.standings[dealers]);
    if dealers_win {
        after.winner = Some(dealers);
    } else if end.attackers_win() {
        after.winner = Some(attackers);
    }
    end.jump(&mut after);
    after
}

/// A fall of the dealers (钩, RULES.md 9.7 and 9.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Fall {
    to: Rank,
    locks: u8,
    /// Whether dealers who stay rise from there by score.
    rises: bool,
}

/// A deal's end, with what several rules ask of it.
struct DealEnd<'a> {
    scoring: &'a ScoringRules,
    deal: &'a DealOutcome,
    base: u16,
    /// The rank of the highest card of the last trick's winning play, where
    /// the play holds no joker.
    top: Option<Rank>,
    /// Whether the play is a 5-10-K, where the ruleset has it.
    fives: bool,
}

impl<'a> DealEnd<'a> {
    fn new(rules: &'a RuleSet, deal: &'a DealOutcome) -> DealEnd<'a> {
        let order = Order::new(&rules.play, deal.trump);
        let highest = order.descending(&deal.last).first().copied();
        let joker = deal.last.iter().any(|c| c.is_joker());
        let ranks: BTreeSet<_> = deal.last.iter().map(|c| c.rank()).collect();
        let suits: BTreeSet<_> = deal.last.iter().map(|c| c.suit()).collect();
        let fives = BTreeSet::from([Rank::Five, Rank::Ten, Rank::King].map(Some));
        DealEnd {
            scoring: &rules.scoring,
            deal,
            base: rules.scoring.undeclared_base.base(deal.undeclared),
            top: highest.filter(|_| !joker).and_then(|c| c.rank()),
            fives: deal.last.len() == 3 && suits.len() == 1 && ranks == fives,
        }
    }

    fn dug(&self) -> bool {
        self.deal.last_by != self.deal.dealing_side
    }

    fn dealers(&self) -> &Standing {
        &self.deal.standings[self.deal.dealing_side]
    }

    fn stage(&self) -> Stage {
        let deal = self.deal;
        if deal.score == self.base && self.scoring.at_base == AtBase::Seize {
            return Stage::Seize;
        }
        let taken = deal.score >= self.base
            || (self.fives_dug() && self.scoring.fives_dig == FivesDig::AttackersToAce)
            || (self.hooked() && self.scoring.hook_then == HookThen::AttackersTakeStage)
            || self.first_deal_jump();
        if taken { Stage::Change } else { Stage::Stay }
    }

    fn fives_dug(&self) -> bool {
        self.dug() && self.fives && self.scoring.fives_dig != FivesDig::Nothing
    }

    /// Whether the dealers are hooked back (RULES.md 9.8).
    fn hooked(&self) -> bool {
        let level = self.deal.trump.level;
        let falls = match level {
            Rank::Jack => self.scoring.hook_at_jack != HookAtJack::None,
            Rank::Ace => self.scoring.hook_at_ace != HookAtAce::None,
            Rank::Two
            | Rank::Three
            | Rank::Four
            | Rank::Five
            | Rank::Six
            | Rank::Seven
            | Rank::Eight
            | Rank::Nine
            | Rank::Ten
            | Rank::Queen
            | Rank::King => false,
        };
        let enough = match self.scoring.hook_needs {
            HookNeeds::Nothing => true,
            HookNeeds::BaseInTricks => self.deal.trick_points >= self.base,
            HookNeeds::Base => self.deal.score >= self.base,
            HookNeeds::AboveBase => self.deal.score > self.base,
        };
        falls && enough && self.dug() && self.top == Some(level)
    }

    /// Whether attackers above the base won the last trick with an A on top
    /// while the dealers played A (RULES.md 9.7).
    fn hat_knocked_off(&self) -> bool {
        self.scoring.after_ace == AfterAce::Hats
            && self.deal.trump.level == Rank::Ace
            && self.dug()
            && self.deal.score > self.base
            && self.top == Some(Rank::Ace)
    }

    fn fall(&self) -> Option<Fall> {
        let level = self.deal.trump.level;
        let pairs = self.deal.last.pairs().iter();
        let level_pairs = pairs.filter(|c| c.rank() == Some(level)).count();
        if self.hat_knocked_off() {
            return Some(Fall {
                to: Rank::Ten,
                locks: 0,
                rises: false,
            });
        }
        if self.fives_dug() {
            return Some(Fall {
                to: Rank::Two,
                locks: 0,
                rises: true,
            });
        }
        if !self.hooked() {
            return None;
        }
        let (to, locks) = if level == Rank::Jack {
            match self.scoring.hook_at_jack {
                HookAtJack::None => return None,
                HookAtJack::ToTwo => (Rank::Two, 0),
                HookAtJack::ToTwoLocked => (Rank::Two, level_pairs.min(2)),
            }
        } else {
            match self.scoring.hook_at_ace {
                HookAtAce::None => return None,
                HookAtAce::ToJack => (Rank::Jack, 0),
                HookAtAce::PairToTwo | HookAtAce::PairToTwoFourLocked if level_pairs == 0 => {
                    (Rank::Jack, 0)
                }
                HookAtAce::PairToTwo => (Rank::Two, 0),
                HookAtAce::PairToTwoFourLocked => (Rank::Two, level_pairs.min(2) - 1),
            }
        };
        let rises = match self.scoring.hook_then {
            HookThen::StayersDoNotRise | HookThen::AttackersTakeStage => false,
            HookThen::StayersRiseFromTwo => to == Rank::Two,
        };
        Some(Fall {
            to,
            // At most 2, whatever the play.
            locks: locks as u8,
            rises,
        })
    }

    /// Moves the dealers; whether they passed the end of the ladder.
    fn move_dealers(&self, side: &mut Standing, fall: Option<Fall>, stays: bool) -> bool {
        let rungs = self.scoring.rise.dealers(self.deal.score, self.base);
        if let Some(fall) = fall {
            self.drop_to(side, fall);
            if stays && fall.rises {
                self.climb(side, rungs, false);
            }
            return false;
        }
        if !stays {
            return false;
        }
        if !self.win_rung(side) {
            return false;
        }
        let from = side.level;
        let shut_out = self.deal.score == 0 && self.scoring.shutout == Shutout::ToJack;
        if shut_out && from < Rank::Jack {
            side.level = Rank::Jack;
            return false;
        }
        self.climb(side, rungs, self.scoring.must_play.waives_ace(from))
    }

    fn drop_to(&self, side: &mut Standing, fall: Fall) {
        side.level = fall.to;
        // The flag rung is above all that must be won again.
        side.flag = false;
        match self.scoring.hook_rungs {
            HookRungs::WonAgain => side.won.retain(|&rung| rung < fall.to),
            HookRungs::StayWon => {}
        }
        if fall.locks > 0 {
            let lock = side.locks.entry(fall.to).or_insert(0);
            *lock = (*lock).max(fall.locks);
        }
    }

    /// Notes that the rung played is won; `false` when a lock stays on it.
    fn win_rung(&self, side: &mut Standing) -> bool {
        let rung = side.level;
        if let Some(locks) = side.locks.get_mut(&rung) {
            *locks = locks.saturating_sub(1);
            if *locks > 0 {
                return false;
            }
            side.locks.remove(&rung);
        }
        if self.scoring.must_play.has(rung) {
            side.won.insert(rung);
        }
        true
    }

    /// Moves a side up, not past a rung it must win first (RULES.md 9.3);
    /// whether it passed the end of the ladder.
    fn climb(&self, side: &mut Standing, rungs: u16, waive_ace: bool) -> bool {
        for _ in 0..rungs {
            let rung = side.level;
            let waived = waive_ace && rung == Rank::Ace;
            let held = self.scoring.must_play.has(rung) && !side.won.contains(&rung);
            if (held && !waived) || side.locks.contains_key(&rung) {
                return false;
            }
            match self.scoring.ladder.next(rung) {
                Some(next) => side.level = next,
                None => return true,
            }
        }
        false
    }

    fn move_attackers(&self, side: &mut Standing) {
        if self.fives_dug() && self.scoring.fives_dig == FivesDig::AttackersToAce {
            side.level = Rank::Ace;
            return;
        }
        let rungs = self.scoring.rise.attackers(self.deal.score, self.base);
        // Attackers never pass the end of the ladder (RULES.md 9.4).
        self.climb(side, rungs, false);
    }

    fn dealers_win(&self, passed: bool, side: &mut Standing) -> bool {
        match self.scoring.after_ace {
            AfterAce::Win => passed,
            AfterAce::Flag => {
                let carried = self.dealers().flag;
                side.flag |= passed;
                carried
            }
            AfterAce::Hats => {
                self.deal.trump.level == Rank::Ace && !self.dug() && self.top == Some(Rank::Ace)
            }
        }
    }

    /// 反戴帽 (RULES.md 9.7), or an attackers' jump of a first deal (9.5).
    fn attackers_win(&self) -> bool {
        let attackers = &self.deal.standings[self.deal.dealing_side.other()];
        let counter_hat =
            self.hat_knocked_off() && attackers.level == Rank::Ace && self.deal.score >= 125;
        counter_hat || self.first_deal_jump()
    }

    fn first_deal_jump(&self) -> bool {
        self.scoring.shutout == Shutout::Jump
            && self.deal.first_deal
            && self.dug()
            && self.deal.trick_points >= self.base
    }

    /// The jumps of RULES.md 9.5: to A, or to the end of the game.
    fn jump(&self, after: &mut Settlement) {
        if self.scoring.shutout != Shutout::Jump {
            return;
        }
        let dealers = self.deal.dealing_side;
        let shut_out = self.deal.score == 0 && after.stage == Stage::Stay;
        let flooded = self.deal.score >= 200 && !self.deal.first_deal;
        let side = if shut_out {
            dealers
        } else if flooded {
            dealers.other()
        } else {
            if let Some(winner) = after.winner {
                after.standings[winner].level = self.deal.standings[winner].level;
            }
            return;
        };
        if self.deal.first_deal || self.deal.trump.level >= Rank::Jack {
            after.winner = Some(side);
            after.standings[side].level = self.deal.standings[side].level;
        } else {
            after.standings[side].level = Rank::Ace;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::preset;

    /// `side` is level, then won rungs, then `*n` for locks on 2, `!` for the flag.
    fn standing(text: &str) -> Standing {
        let mut words = text.split(' ');
        let rank =
            |t: &str| Rank::from_letter(t.chars().next().expect("a letter")).expect("a rank");
        let mut standing = Standing {
            level: rank(words.next().expect("a level")),
            won: BTreeSet::new(),
            locks: BTreeMap::new(),
            flag: false,
        };
        for word in words {
            match word.strip_prefix('*') {
                Some(n) => {
                    standing
                        .locks
                        .insert(Rank::Two, n.parse().expect("a number"));
                }
                None if word == "!" => standing.flag = true,
                None => {
                    standing.won.insert(rank(word));
                }
            }
        }
        standing
    }

    /// Dealers, attackers, score, the last trick's winning play (`-` before it:
    /// the dealers won it); stage, both after.
    fn check(
        preset_id: &str,
        before: (&str, &str),
        score: u16,
        last: &str,
        after: (Stage, &str, &str),
    ) {
        let rules = preset(preset_id).expect("a preset");
        let dealers_won = last.starts_with('-');
        let cards: Vec<_> = last
            .trim_start_matches('-')
            .split_whitespace()
            .map(|c| c.parse().expect("a card"))
            .collect();
        let before = BySide::new([standing(before.0), standing(before.1)]);
        let deal = DealOutcome {
            dealing_side: Side::EastWest,
            score,
            trick_points: score,
            trump: Trump {
                suit: Some(crate::cards::Suit::Spades),
                level: before[Side::EastWest].level,
            },
            standings: before,
            last: CardSet::from_cards(&cards).expect("two decks"),
            last_by: if dealers_won {
                Side::EastWest
            } else {
                Side::SouthNorth
            },
            first_deal: false,
            undeclared: false,
        };
        let got = settle(&rules, &deal);
        let want = BySide::new([standing(after.1), standing(after.2)]);
        assert_eq!(
            (got.stage, got.standings),
            (after.0, want),
            "{preset_id} {deal:?}"
        );
    }

    use Stage::{Change, Stay};

    #[test]
    fn must_play_rungs_hold_until_won() {
        check("tournament", ("T", "2"), 0, "-S3", (Stay, "J", "2"));
        check("tournament", ("J", "2"), 0, "-S3", (Stay, "A J", "2"));
        check("tournament", ("J", "T"), 120, "S3", (Change, "J", "J"));
        check("tournament", ("J", "J J"), 120, "S3", (Change, "J", "A J"));
        check("college", ("A", "2"), 75, "-S3", (Stay, "A A", "2"));
        check("platform", ("2", "2"), 5, "-S3", (Stay, "T 2", "2"));
    }

    #[test]
    fn rungs_fallen_to_and_above_must_be_won_again() {
        check("hook", ("A J", "5"), 90, "HA", (Change, "J", "6"));
        check("dark", ("A 2 J", "5"), 90, "HA", (Change, "J 2 J", "6"));
        check("knockout", ("A J", "5"), 90, "HA HA", (Change, "2", "6"));
    }

    #[test]
    fn locks_go_one_by_one() {
        check("hook", ("J", "5"), 90, "HJ HJ", (Change, "2 *1", "6"));
        check("hook", ("J", "5"), 40, "HJ HJ SJ SJ", (Stay, "2 *2", "5"));
        check("hook", ("2 *2", "5"), 10, "-S3", (Stay, "2 *1", "5"));
        check("hook", ("2 *1", "5"), 10, "-S3", (Stay, "9", "5"));
        check("hook", ("3", "2 *1"), 120, "-S3", (Change, "3", "2 *1"));
    }

    #[test]
    fn the_flag_is_carried_until_the_game_is_won() {
        check("flag", ("A", "5"), 70, "-S3", (Stay, "A A !", "5"));
        check("flag", ("A A !", "5"), 90, "S3", (Change, "A A !", "6"));
    }

    /// A house rule: hooked back from the flag rung a side carries no flag.
    #[test]
    fn the_flag_falls_with_the_side_that_carried_it() {
        let mut rules = preset("flag").expect("a preset");
        rules.scoring.hook_at_ace = HookAtAce::ToJack;
        assert_eq!(rules.validate(), []);
        let deal = DealOutcome {
            standings: BySide::new([standing("A A !"), standing("5")]),
            dealing_side: Side::EastWest,
            score: 90,
            trick_points: 90,
            trump: Trump {
                suit: None,
                level: Rank::Ace,
            },
            last: CardSet::from_cards(&["HA".parse().expect("a card")]).expect("one"),
            last_by: Side::SouthNorth,
            first_deal: false,
            undeclared: true,
        };
        let after = settle(&rules, &deal);
        let want = BySide::new([standing("J"), standing("6")]);
        assert_eq!((after.stage, after.standings), (Change, want));
    }

    #[test]
    fn both_sides_start_on_the_first_rung() {
        let rules = preset("forty").expect("a preset");
        assert_eq!(Standing::start(&rules.scoring, None), standing("2"));
        // The rungs below the level chosen count as won, the rung itself not.
        let from = |id, level| {
            let rules = preset(id).expect("a preset");
            Standing::start(&rules.scoring, Some(level))
        };
        assert_eq!(from("dark", Rank::Jack), standing("J 2"));
        assert_eq!(from("dark", Rank::Ace), standing("A 2 J"));
        assert_eq!(from("college", Rank::Ace), standing("A"));
        // What is no rung of the ladder is no level to start from.
        assert_eq!(from("forty", Rank::Nine), standing("2"));
    }
}
