//! Burying, overturning and frying by trying them out.

use rand::{Rng, RngExt};

use super::bidding::Contract;
use super::compare::Comparison;
use super::run::Run;
use super::world::{Place, World, spread};
use super::worth::value;
use super::{Search, Tried};
use crate::cards::{BOTTOM, CardSet, HAND, Rank, Suit};
use crate::game::{Ask, PublicDeal, SeatView};
use crate::players::Act;
use crate::players::bury::order_of;
use crate::players::greedy::named_suit;
use crate::players::know::{Facts, Seen, Trick, all_cards, last_burier};
use crate::players::memory::{Burial, Weights, bury_from, speaker, strength};
use crate::rules::auction::AuctionAct;
use crate::rules::{BySeat, Order, Seat, Side, Trump};

/// So many burials are tried out.
const BURIALS: usize = 7;
/// So many pairs to overturn or fry with.
const PAIRS: usize = 3;

/// Tries it out, `first` first; `None` where there is nothing to try.
pub(super) fn tried(
    search: &Search,
    view: &SeatView,
    first: &Act,
    chance: &mut dyn Rng,
) -> Option<Tried> {
    let deal = view.public.deal.as_ref()?;
    let Act::Auction(first) = first else {
        return None;
    };
    let mut choices = vec![*first];
    match &view.ask {
        Ask::Bury => add(&mut choices, burials(search, view, deal), BURIALS),
        Ask::Overturn { options, .. } | Ask::Fry { options, .. } => {
            let strongest = strongest(view, deal, options);
            add(
                &mut choices,
                [AuctionAct::Pass].into_iter().chain(strongest),
                PAIRS + 1,
            );
        }
        Ask::Nothing | Ask::Ready | Ask::Place { .. } | Ask::Lead | Ask::Follow { .. } => {}
    }
    if choices.len() < 2 {
        return None;
    }
    let trial = Trial {
        search,
        view,
        deal,
        dealer: deal.dealer.unwrap_or(view.seat),
    };
    let mut comparison = Comparison::new(choices.len());
    let mut worlds = 0;
    while search.limit.allows(worlds) {
        let world = search.peek().unwrap_or_else(|| trial.world(chance));
        let weights = search.weights(chance);
        let standing = trial.trump(&world, chance);
        for choice in comparison.open() {
            let worth = trial.worth(&choices[choice], &world, standing, &weights);
            comparison.add(choice, worth);
        }
        worlds += 1;
        comparison.prune();
    }
    Some(Tried {
        choices: choices.into_iter().map(Act::Auction).collect(),
        comparison,
    })
}

fn add(choices: &mut Vec<AuctionAct>, more: impl IntoIterator<Item = AuctionAct>, most: usize) {
    for act in more {
        if choices.len() < most && !choices.contains(&act) {
            choices.push(act);
        }
    }
}

/// The burials that `memory` likes most.
fn burials(search: &Search, view: &SeatView, deal: &PublicDeal) -> Vec<AuctionAct> {
    let order = order_of(view);
    let dealing = deal.dealer.map_or(view.seat, |d| d).side() == view.seat.side();
    let burial = Burial {
        order: &order,
        hand: view.hand,
        free: view.hand,
        forced: CardSet::EMPTY,
        dealing,
    };
    let mut found: Vec<(f32, CardSet)> = Vec::new();
    burial.each(&search.weights, |cost, cards| {
        if found.iter().all(|(_, c)| *c != cards) {
            found.push((cost, cards));
        }
    });
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    let acts = found
        .into_iter()
        .map(|(_, cards)| AuctionAct::Bury { cards });
    acts.collect()
}

/// The options under which the hand is strongest.
pub(super) fn strongest(
    view: &SeatView,
    deal: &PublicDeal,
    options: &[AuctionAct],
) -> Vec<AuctionAct> {
    let mut found: Vec<(f32, AuctionAct)> = options
        .iter()
        .filter_map(|act| {
            let trump = Trump {
                suit: named_suit(act)?,
                level: level(view, deal),
            };
            let order = Order::new(&view.public.rules.play, trump);
            Some((strength(&order, &view.hand), *act))
        })
        .collect();
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    found.into_iter().map(|(_, act)| act).collect()
}

fn level(view: &SeatView, deal: &PublicDeal) -> Rank {
    deal.level.unwrap_or(deal.declares[view.seat.side()])
}

/// What a seat has shown.
pub(super) fn shown_by(deal: &PublicDeal, seat: Seat) -> CardSet {
    let shown = deal.spoken.iter().filter(|s| s.seat == seat);
    let mut cards = shown.filter_map(|s| Some(s.shown?.0));
    cards.next_back().unwrap_or_default()
}

/// What a contract is worth to one's own side, played to the end.
pub(super) fn played_out(weights: &Weights, view: &SeatView, contract: &Contract) -> f32 {
    let dealer = contract.dealer;
    let facts = Facts::new(
        &view.public.rules,
        contract.trump,
        dealer.side(),
        contract.burier,
    );
    let seen = Seen::new(HAND as u8);
    let mut run = Run::new(&contract.world, &seen, Trick::new(dealer));
    let sign = if view.seat.side() == dealer.side() {
        1.0
    } else {
        -1.0
    };
    let ending = run.finish(&facts, weights);
    ending.map_or(0.0, |end| {
        let undeclared = contract.undeclared;
        sign * value(&view.public, &facts.order, dealer.side(), &end, undeclared)
    })
}

/// What is tried out.
struct Trial<'a> {
    search: &'a Search,
    view: &'a SeatView,
    deal: &'a PublicDeal,
    dealer: Seat,
}

impl Trial<'_> {
    /// The cards as they may lie: all but one's own are unseen, save what was shown.
    fn world(&self, chance: &mut dyn Rng) -> World {
        let me = self.view.seat;
        let mut places = [Place::of(0); 4];
        let mut unseen = all_cards().minus(&self.view.hand);
        let buried = self.view.buried.unwrap_or_default();
        unseen = unseen.minus(&buried);
        let burying = matches!(self.view.ask, Ask::Bury);
        for (place, seat) in places.iter_mut().zip(me.others()) {
            let shown = shown_by(self.deal, seat).within(unseen.kinds());
            *place = Place::of(HAND.saturating_sub(shown.len()));
            place.cards = shown;
            unseen = unseen.minus(&shown);
        }
        let taker = last_burier(self.deal).filter(|s| *s != me && !burying);
        let joint = matches!(self.view.ask, Ask::Fry { .. })
            .then(|| me.others().into_iter().position(|s| Some(s) == taker))
            .flatten();
        match joint {
            Some(at) => places[at].room += BOTTOM,
            None if burying || !buried.is_empty() => {}
            None => places[3].room = BOTTOM,
        }
        let drawn = spread(&places, &unseen, chance);
        let mut world = World {
            hands: BySeat::default(),
            bottom: if buried.is_empty() { drawn[3] } else { buried },
        };
        world.hands[me] = self.view.hand;
        for (cards, seat) in drawn.into_iter().zip(me.others()) {
            world.hands[seat] = cards;
        }
        if let (Some(_), Some(taker)) = (joint, taker) {
            let order = order_of(self.view);
            world.bottom = self.bury(&order, &world.hands[taker], taker.side());
            world.hands[taker] = world.hands[taker].minus(&world.bottom);
        }
        world
    }

    fn bury(&self, order: &Order, hand: &CardSet, side: Side) -> CardSet {
        let burial = Burial {
            order,
            hand: *hand,
            free: *hand,
            forced: CardSet::EMPTY,
            dealing: side == self.dealer.side(),
        };
        bury_from(&burial, &self.search.weights)
    }

    /// The trump that stands, as far as it is known; else what the seat that spoke
    /// last might have made of its cards.
    fn trump(&self, world: &World, chance: &mut dyn Rng) -> Trump {
        if let Some(trump) = self.view.trump {
            return trump;
        }
        let level = level(self.view, self.deal);
        let speaker = speaker(self.view).unwrap_or(self.dealer);
        let hand = world.hands[speaker];
        let mut best: Option<(f32, Suit)> = None;
        for suit in Suit::ALL {
            if hand.has(crate::cards::Card::new(suit, level)) {
                let order = Order::new(
                    &self.view.public.rules.play,
                    Trump {
                        suit: Some(suit),
                        level,
                    },
                );
                let strength = strength(&order, &hand);
                if best.is_none_or(|(most, _)| strength > most) {
                    best = Some((strength, suit));
                }
            }
        }
        let any = Suit::ALL[chance.random_range(0..4)];
        Trump {
            suit: Some(best.map_or(any, |(_, suit)| suit)),
            level,
        }
    }

    /// What an answer is worth to one's own side in a world.
    fn worth(&self, act: &AuctionAct, world: &World, standing: Trump, weights: &Weights) -> f32 {
        let me = self.view.seat;
        let mut world = *world;
        let mut dealer = self.dealer;
        let mut burier = last_burier(self.deal).unwrap_or(dealer);
        let mut trump = standing;
        match act {
            AuctionAct::Bury { cards } => {
                world.hands[me] = world.hands[me].minus(cards);
                world.bottom = *cards;
                burier = me;
            }
            AuctionAct::Overturn { .. } => {
                trump.suit = named_suit(act).flatten();
                if self.overturner_deals() {
                    dealer = me;
                }
                burier = dealer;
                self.take_bottom(&mut world, dealer, trump);
            }
            AuctionAct::Fry { .. } => {
                trump.suit = named_suit(act).flatten();
                burier = me;
                self.take_bottom(&mut world, me, trump);
            }
            AuctionAct::Pass | AuctionAct::Declare { .. } => {
                if matches!(self.view.ask, Ask::Overturn { .. }) {
                    burier = dealer;
                    self.take_bottom(&mut world, dealer, trump);
                }
            }
        }
        let contract = Contract {
            world,
            trump,
            dealer,
            burier,
            undeclared: self.deal.spoken.is_empty(),
        };
        played_out(weights, self.view, &contract)
    }

    /// A seat takes the bottom up and buries as `memory` does.
    fn take_bottom(&self, world: &mut World, seat: Seat, trump: Trump) {
        let order = Order::new(&self.view.public.rules.play, trump);
        let all = world.hands[seat].plus(&world.bottom);
        let hand = all.unwrap_or(world.hands[seat]);
        world.bottom = self.bury(&order, &hand, seat.side());
        world.hands[seat] = hand.minus(&world.bottom);
    }

    fn overturner_deals(&self) -> bool {
        use crate::rules::OverturnDealer;
        let rules = &self.view.public.rules.auction;
        let overturn = if self.view.public.stage.is_none() {
            &rules.overturn_first
        } else {
            &rules.overturn_later
        };
        overturn.dealer == OverturnDealer::Overturner
    }
}
