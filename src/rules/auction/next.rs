//! From one deal to the auction of the next (RULES.md 2.1, 9.4, 9.6, 10.5).

use super::{AuctionContext, DealKind, LastDeal, StageHeld, next_starter};
use crate::rules::levels::{Settlement, Stage, Standing};
use crate::rules::{BySide, RuleSet, Seat, Side};

impl AuctionContext {
    /// A game's first deal.
    #[must_use]
    pub fn first(rules: &RuleSet, starter: Seat) -> AuctionContext {
        AuctionContext {
            level: rules.scoring.ladder.rungs()[0],
            starter,
            stage: None,
            kind: DealKind::Plain,
        }
    }

    /// The deal after a settled one that `dealer` dealt. A seize deal is drawn
    /// from a seat that is cut for: set `starter` by [`super::cut_seat`].
    #[must_use]
    pub fn after(&self, rules: &RuleSet, settled: &Settlement, dealer: Seat) -> AuctionContext {
        let stayed = settled.stage == Stage::Stay;
        let side = if stayed {
            dealer.side()
        } else {
            dealer.side().other()
        };
        let mut next = self.on_stage(rules, &settled.standings, side, dealer, stayed);
        if settled.stage == Stage::Seize {
            next.kind = DealKind::Seize {
                levels: settled.standings.each_ref().map(|s| s.level),
            };
        }
        next
    }

    /// The deal that is drawn in place of one that was not played:
    /// `stepped_down` as [`super::AuctionStep::Redeal`] tells it.
    #[must_use]
    pub fn redealt(
        &self,
        rules: &RuleSet,
        standings: &BySide<Standing>,
        stepped_down: Option<Seat>,
    ) -> AuctionContext {
        match stepped_down {
            None => self.clone(),
            Some(dealer) => {
                let side = dealer.side().other();
                self.on_stage(rules, standings, side, dealer, false)
            }
        }
    }

    fn on_stage(
        &self,
        rules: &RuleSet,
        standings: &BySide<Standing>,
        side: Side,
        last_dealer: Seat,
        stayed: bool,
    ) -> AuctionContext {
        let stage = StageHeld {
            side,
            last_dealer,
            stayed,
        };
        let last = LastDeal {
            starter: self.starter,
            stage,
        };
        let kind = if standings[side].flag {
            DealKind::Flag
        } else {
            DealKind::Plain
        };
        AuctionContext {
            level: standings[side].level,
            starter: next_starter(rules.auction.dealer, last),
            stage: Some(stage),
            kind,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Rank;
    use crate::rules::preset;

    fn seat(n: usize) -> Seat {
        Seat::new(n).expect("a seat")
    }

    fn settled(rules: &RuleSet, stage: Stage, levels: [Rank; 2], flag: bool) -> Settlement {
        let standing = |level| Standing {
            level,
            flag,
            ..Standing::start(&rules.scoring)
        };
        Settlement {
            stage,
            standings: BySide::new(levels.map(standing)),
            winner: None,
            fell: false,
        }
    }

    #[test]
    fn the_next_deal_is_of_the_level_of_the_side_on_stage() {
        let rules = preset("tournament").expect("a preset");
        let first = AuctionContext::first(&rules, seat(0));
        let levels = [Rank::Five, Rank::Nine];
        let after = |stage| {
            let next = first.after(&rules, &settled(&rules, stage, levels, false), seat(2));
            (next.level, next.starter)
        };
        // Seat 0 started, so its partner is next; or the last dealer's next.
        assert_eq!(after(Stage::Stay), (Rank::Five, seat(2)));
        assert_eq!(after(Stage::Change), (Rank::Nine, seat(3)));
    }

    #[test]
    fn flag_and_seize_deals_are_special() {
        let levels = [Rank::Ace, Rank::Five];
        let rules = preset("flag").expect("a preset");
        let first = AuctionContext::first(&rules, seat(0));
        let flag = first.after(&rules, &settled(&rules, Stage::Stay, levels, true), seat(0));
        assert_eq!(flag.kind, DealKind::Flag);
        let rules = preset("double-dig").expect("a preset");
        let seize = settled(&rules, Stage::Seize, levels, false);
        let seize = first.after(&rules, &seize, seat(0));
        let levels = BySide::new(levels);
        assert_eq!(seize.kind, DealKind::Seize { levels });
    }

    #[test]
    fn who_steps_down_is_followed_by_its_next() {
        let rules = preset("double-dig").expect("a preset");
        let start = Standing::start(&rules.scoring);
        let standings = BySide::new([start.clone(), start]);
        let first = AuctionContext::first(&rules, seat(0));
        assert_eq!(first.redealt(&rules, &standings, None), first);
        let next = first.redealt(&rules, &standings, Some(seat(1)));
        assert_eq!(next.starter, seat(2));
        assert_eq!(next.stage.map(|s| s.side), Some(Side::EastWest));
    }
}
