//! A player that counts: cards played, voids and missing pairs proven, what
//! nobody can beat any more. Chance plays no part.

mod auction;
mod bury;
mod follow;
mod keep;
mod lead;
#[cfg(test)]
mod tests;
mod weights;

pub(crate) use auction::{speaker, strength, strongest, to_declare};
pub(crate) use bury::{Burial, bury_from};
pub use weights::Weights;

use rand::Rng;

use super::know::{Facts, Seen, Trick};
use super::mind::Mind;
use super::{Act, ComputerPlayer};
use crate::cards::CardSet;
use crate::game::{Ask, SeatView};
use crate::rules::auction::AuctionAct;

/// See the module's text.
#[derive(Clone, Copy, Debug)]
pub struct Memory {
    /// By what it weighs.
    pub weights: Weights,
}

impl Default for Memory {
    fn default() -> Memory {
        Memory {
            weights: Weights::TUNED,
        }
    }
}

impl ComputerPlayer for Memory {
    fn choose(&self, view: &SeatView, _chance: &mut dyn Rng) -> Act {
        choose(view, &self.weights)
    }
}

/// The answer to whatever is asked.
pub(super) fn choose(view: &SeatView, weights: &Weights) -> Act {
    match &view.ask {
        Ask::Nothing | Ask::Ready => Act::Nothing,
        Ask::Place { .. } | Ask::Overturn { .. } | Ask::Fry { .. } => {
            auction::answer(view, weights)
        }
        Ask::Bury => Act::Auction(AuctionAct::Bury {
            cards: bury::bury(view, weights),
        }),
        Ask::Lead | Ask::Follow { .. } => play(view, weights),
    }
}

/// The move in a trick.
pub(super) fn play(view: &SeatView, weights: &Weights) -> Act {
    let Some(facts) = Facts::of(view) else {
        return super::greedy::play(view);
    };
    let Some((seen, trick)) = Seen::of(view, &facts) else {
        return super::greedy::play(view);
    };
    let own = (view.seat, view.hand);
    let mind = Mind::new(&facts, &seen, own, view.buried, view.withheld);
    let cards = play_of(&mind, weights, &trick);
    Act::Play(facts.order.descending(&cards))
}

/// The play of a seat whose turn it is.
pub(crate) fn play_of(mind: &Mind, weights: &Weights, trick: &Trick) -> CardSet {
    if mind.hand.len() == 1 {
        return mind.hand;
    }
    let mut best = CardSet::EMPTY;
    let mut most: Option<f32> = None;
    each_play(mind, weights, trick, &mut |play, value| {
        if most.is_none_or(|m| value > m) {
            most = Some(value);
            best = play;
        }
    });
    best
}

/// The plays worth comparing, with what each is worth to `memory`; one may come
/// twice.
pub(crate) fn each_play(
    mind: &Mind,
    weights: &Weights,
    trick: &Trick,
    see: &mut impl FnMut(CardSet, f32),
) {
    if trick.lead.is_some() {
        follow::each(mind, weights, trick, see);
    } else {
        lead::each(mind, weights, see);
    }
}
