//! An auction that goes on in one's head: `memory` on all four seats, by the rules
//! of the real one.

use crate::cards::{Card, CardSet, HAND};
use crate::game::{PublicDeal, SeatView};
use crate::players::memory::{Burial, Weights, bury_from, strongest, to_declare};
use crate::rules::auction::{Auction, AuctionAct, AuctionContext, AuctionPhase, AuctionStep};
use crate::rules::auction::{StageHeld, next_dealer};
use crate::rules::{BySeat, DealerRule, Order, RuleSet, Seat, Side, Trump};

use super::world::World;

/// So many cards each seat draws between two chances to declare.
const STEP: usize = 5;
/// No auction has more steps than this.
const STEPS: usize = 200;

/// The cards of a deal as they may come.
pub(super) struct Cards {
    /// Each seat's, in the order in which it draws them.
    pub order: BySeat<Vec<Card>>,
    /// The bottom, in the order in which it would be turned up.
    pub bottom: Vec<Card>,
    /// Who is first to place where several could, and wins the lot.
    pub first: Seat,
}

impl Cards {
    /// The first so many cards of a seat.
    fn drawn(&self, seat: Seat, count: usize) -> CardSet {
        let order = &self.order[seat];
        CardSet::from_cards(&order[..count.min(order.len())]).unwrap_or_default()
    }
}

/// What is played in the end, and where the cards lie then.
pub(super) struct Contract {
    pub world: World,
    pub trump: Trump,
    pub dealer: Seat,
    pub burier: Seat,
    /// Whether nobody declared.
    pub undeclared: bool,
}

/// How an auction ends.
pub(super) enum Outcome {
    Played(Contract),
    /// The cards are dealt anew; the side of that seat steps down.
    Redealt(Option<Seat>),
}

/// See the module's text.
pub(super) struct Bidding<'a> {
    rules: &'a RuleSet,
    weights: &'a Weights,
    cards: &'a Cards,
    auction: Auction,
    hands: BySeat<CardSet>,
    bottom: Vec<Card>,
    burier: Option<Seat>,
    stepped_down: Option<Seat>,
}

/// The auction of a deal in which cards are still declared, as a seat knows it;
/// `None` where it does not know what was declared.
pub(super) fn begun(view: &SeatView, deal: &PublicDeal) -> Option<Auction> {
    let rules = &view.public.rules;
    let context = AuctionContext {
        level: deal.level.unwrap_or(deal.declares[view.seat.side()]),
        starter: deal.starter,
        stage: view
            .public
            .stage
            .map(|side| held(rules.auction.dealer, deal.dealer, side)),
        kind: deal.kind,
    };
    let mut auction = Auction::new(rules, context);
    for speech in &deal.spoken {
        let (cards, _) = speech.shown?;
        let act = AuctionAct::Declare { cards };
        let steps = auction.check(&cards, speech.seat, &act).ok()?;
        steps.iter().for_each(|step| auction.apply(step));
    }
    Some(auction)
}

/// A stage from which that dealer follows: who dealt last matters for no more.
fn held(rule: DealerRule, dealer: Option<Seat>, side: Side) -> StageHeld {
    let dealer = dealer.unwrap_or(side.seats()[0]);
    let stayed = |last_dealer| StageHeld {
        side,
        last_dealer,
        stayed: true,
    };
    let follows = |seat: &Seat| next_dealer(rule, stayed(*seat)) == dealer;
    stayed(Seat::ALL.into_iter().find(follows).unwrap_or(dealer))
}

impl<'a> Bidding<'a> {
    pub(super) fn new(
        rules: &'a RuleSet,
        weights: &'a Weights,
        auction: Auction,
        cards: &'a Cards,
    ) -> Bidding<'a> {
        Bidding {
            rules,
            weights,
            cards,
            auction,
            hands: BySeat::from_fn(|seat| cards.drawn(seat, HAND)),
            bottom: cards.bottom.clone(),
            burier: None,
            stepped_down: None,
        }
    }

    /// A seat does that; `None` where it may not.
    pub(super) fn act(&mut self, seat: Seat, act: &AuctionAct) -> Option<()> {
        let steps = self.auction.check(&self.hands[seat], seat, act).ok()?;
        self.take(&steps);
        Some(())
    }

    fn take(&mut self, steps: &[AuctionStep]) {
        for step in steps {
            step.move_cards(&mut self.hands, &mut self.bottom);
            self.auction.apply(step);
            if let AuctionStep::Buried { seat, .. } = step {
                self.burier = Some(*seat);
            }
            if let AuctionStep::Redeal { stepped_down } = step {
                self.stepped_down = *stepped_down;
            }
        }
    }

    /// The cards go round to the end, and whoever wants to declares; `spoken` has
    /// done so, or not, for the cards it holds by now.
    pub(super) fn draw_on(&mut self, held: usize, spoken: Seat) {
        let mut count = held;
        while self.auction.may_declare_further() {
            for seat in self.cards.first.round() {
                if count > held || seat != spoken {
                    self.may_declare(seat, count);
                }
            }
            if count >= HAND {
                return;
            }
            count = (count + STEP).min(HAND);
        }
    }

    fn may_declare(&mut self, seat: Seat, count: usize) {
        if !self.auction.may_declare_further() {
            return;
        }
        let hand = self.cards.drawn(seat, count);
        let options = self.auction.options(seat, &hand);
        let wanted = to_declare(self.weights, hand.len());
        let level = self.auction.level_for(seat);
        if let Some(act) = strongest(&self.rules.play, level, &hand, &options, wanted) {
            // What is among the options is accepted.
            let _ = self.act(seat, &act);
        }
    }

    /// Overturning, burying and frying, until the first card is led.
    pub(super) fn finish(mut self) -> Option<Outcome> {
        for _ in 0..STEPS {
            match self.auction.phase() {
                AuctionPhase::Declaring => {
                    let steps = self.auction.close(&self.bottom).ok()?;
                    self.take(&steps);
                }
                AuctionPhase::Overturning => self.answer(self.weights.overturn)?,
                AuctionPhase::Frying => self.answer(self.weights.fry)?,
                AuctionPhase::Lot => {
                    let steps = self.auction.draw_lot(self.cards.first)?;
                    self.take(&steps);
                }
                AuctionPhase::Burying(seat) => self.bury(seat)?,
                AuctionPhase::Done => return self.contract().map(Outcome::Played),
                AuctionPhase::Redeal => return Some(Outcome::Redealt(self.stepped_down)),
            }
        }
        None
    }

    fn answer(&mut self, wanted: f32) -> Option<()> {
        let seat = *self.auction.asked().first()?;
        let hand = self.hands[seat];
        let options = self.auction.options(seat, &hand);
        let partner = self
            .auction
            .stands()
            .is_some_and(|s| s.seat == seat.partner());
        let more = if partner { self.weights.partner } else { 0.0 };
        let level = self.auction.level_for(seat);
        let found = strongest(&self.rules.play, level, &hand, &options, wanted + more);
        self.act(seat, &found.unwrap_or(AuctionAct::Pass))
    }

    fn bury(&mut self, seat: Seat) -> Option<()> {
        let order = match self.auction.trump_known_to(seat) {
            Some(trump) => Order::new(&self.rules.play, trump),
            None => Order::unknown_trump(&self.rules.play, self.auction.level_for(seat)),
        };
        let hand = self.hands[seat];
        let burial = Burial {
            order: &order,
            hand,
            free: hand,
            forced: CardSet::EMPTY,
            dealing: self.auction.dealing_side() == Some(seat.side()),
        };
        let cards = bury_from(&burial, self.weights);
        self.act(seat, &AuctionAct::Bury { cards })
    }

    fn contract(&self) -> Option<Contract> {
        let dealer = self.auction.dealer()?;
        Some(Contract {
            world: World {
                hands: self.hands,
                bottom: CardSet::from_cards(&self.bottom)?,
            },
            trump: self.auction.trump()?,
            dealer,
            burier: self.burier.unwrap_or(dealer),
            undeclared: self.auction.undeclared(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::{Suit, two_decks};
    use crate::rules::auction::DealKind;
    use crate::rules::{PRESETS, preset};

    fn deal(turn: usize) -> Cards {
        let mut deck = two_decks();
        deck.rotate_left(turn);
        // Every 37th card: each seat and the bottom get some of all suits.
        let deck: Vec<Card> = (0..108).map(|n| deck[n * 37 % 108]).collect();
        Cards {
            order: BySeat::from_fn(|seat| deck[25 * seat.index()..][..25].to_vec()),
            bottom: deck[100..].to_vec(),
            first: Seat::ALL[turn % 4],
        }
    }

    fn context(stage: Option<StageHeld>, rules: &RuleSet) -> AuctionContext {
        AuctionContext {
            level: rules.scoring.ladder.rungs()[0],
            starter: Seat::ALL[2],
            stage,
            kind: DealKind::Plain,
        }
    }

    #[test]
    fn an_auction_ends_with_a_contract_under_every_ruleset() {
        let mut played = 0;
        for preset in PRESETS.iter() {
            let rules = preset_rules(preset.id);
            for (turn, later) in (0..24).zip([false, true].into_iter().cycle()) {
                let stage = later.then(|| held(rules.auction.dealer, None, Side::EastWest));
                let auction = Auction::new(&rules, context(stage, &rules));
                let cards = deal(turn);
                let mut bidding = Bidding::new(&rules, &Weights::TUNED, auction, &cards);
                bidding.draw_on(10, Seat::ALL[1]);
                match bidding.finish().expect("it ends") {
                    Outcome::Played(contract) => {
                        let World { hands, bottom } = contract.world;
                        assert_eq!(hands.map(|h| h.len()).into_array(), [25; 4]);
                        assert_eq!(bottom.len(), 8);
                        let staged = stage.is_none_or(|s| s.side == contract.dealer.side());
                        assert!(staged, "{}", preset.id);
                        played += 1;
                    }
                    Outcome::Redealt(_) => assert_eq!(preset.id, "double-dig"),
                }
            }
        }
        assert!(played > 200, "{played}");
    }

    fn preset_rules(id: &str) -> RuleSet {
        preset(id).expect("a preset")
    }

    #[test]
    fn a_dealer_who_is_known_before_the_draw_stays_the_dealer() {
        for rule in [DealerRule::Rotating, DealerRule::Staying] {
            for dealer in Seat::ALL {
                let stage = held(rule, Some(dealer), dealer.side());
                assert_eq!(next_dealer(rule, stage), dealer);
                assert_eq!(stage.side, dealer.side());
            }
        }
    }

    #[test]
    fn what_is_declared_makes_the_trump_unless_somebody_changes_it() {
        let rules = preset_rules("five-ten-king");
        let cards = deal(3);
        let mut auction = Auction::new(&rules, context(None, &rules));
        let level = rules.scoring.ladder.rungs()[0];
        let seat = Seat::ALL[0];
        let suit = Suit::ALL
            .into_iter()
            .find(|s| cards.drawn(seat, HAND).has(Card::new(*s, level)))
            .expect("a card of the level");
        let card = CardSet::from_cards(&[Card::new(suit, level)]).expect("one card");
        let act = AuctionAct::Declare { cards: card };
        let hand = cards.drawn(seat, HAND);
        let steps = auction.check(&hand, seat, &act).expect("accepted");
        steps.iter().for_each(|step| auction.apply(step));
        // Nobody fries for less than this.
        let calm = Weights {
            fry: f32::INFINITY,
            ..Weights::TUNED
        };
        let mut bidding = Bidding::new(&rules, &calm, auction, &cards);
        bidding.draw_on(HAND, seat);
        let Some(Outcome::Played(contract)) = bidding.finish() else {
            panic!("no contract");
        };
        assert_eq!(contract.trump.suit, Some(suit));
        assert_eq!((contract.dealer, contract.burier), (seat, seat));
        assert!(!contract.undeclared);
    }
}
