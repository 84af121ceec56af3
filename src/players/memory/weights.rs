//! The numbers by which `memory` weighs its plays, in points of a trick.

use rand::{Rng, RngExt};

/// See the module's text. Tuned in the arena; docs/players.md says how.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// Any trump.
    pub trump: f32,
    /// A trump above which none is out, on top of that.
    pub trump_top: f32,
    /// How fast that falls with the trumps above it.
    pub trump_fall: f32,
    /// A side card above which none is out.
    pub side_top: f32,
    /// How fast that falls with the cards above it.
    pub side_fall: f32,
    /// Breaking a pair.
    pub pair: f32,
    /// Breaking a pair above which none is out, on top of that.
    pub pair_top: f32,
    /// A low card of a side suit of one or two cards is better gone.
    pub short: f32,
    /// Winning a trick, beside its points.
    pub tempo: f32,
    /// Of a card's points, how much is to be feared or hoped for if it is kept.
    pub own: f32,
    /// Leading trumps as the stronger side in them.
    pub draw: f32,
    /// Leading a card of a short side suit, with trumps to ruff with.
    pub open: f32,
    /// What the last trick brings, as a share of the bottom's points.
    pub last: f32,
    /// Points a partner who has yet to play gives, in cards of middling points.
    pub feed: f32,
    /// The same of an opponent.
    pub forced: f32,
    /// Cards a throw takes along that would win anyway.
    pub throw: f32,
    /// Burying a point that may be dug, on stage.
    pub bury_point: f32,
    /// The same for attackers, who fried.
    pub bury_point_attacking: f32,
    /// Burying the last card of a side suit.
    pub bury_void: f32,
    /// Strength of 25 cards from which it declares.
    pub declare: f32,
    /// Strength from which it overturns.
    pub overturn: f32,
    /// Strength from which it fries.
    pub fry: f32,
    /// How much more it takes to change a partner's trump.
    pub partner: f32,
}

impl Weights {
    /// The same, those for the play of the cards up to a quarter more or less.
    pub(in crate::players) fn varied(&self, chance: &mut dyn Rng) -> Weights {
        let mut about = |weight: f32| weight * chance.random_range(0.75..1.25);
        Weights {
            trump: about(self.trump),
            trump_top: about(self.trump_top),
            side_top: about(self.side_top),
            pair: about(self.pair),
            pair_top: about(self.pair_top),
            short: about(self.short),
            tempo: about(self.tempo),
            own: about(self.own),
            draw: about(self.draw),
            open: about(self.open),
            last: about(self.last),
            feed: about(self.feed),
            forced: about(self.forced),
            throw: about(self.throw),
            ..*self
        }
    }

    /// As tuned.
    pub const TUNED: Weights = Weights {
        trump: 1.6,
        trump_top: 3.9,
        trump_fall: 0.25,
        side_top: 1.9,
        side_fall: 0.9,
        pair: 1.0,
        pair_top: 4.0,
        short: 1.0,
        tempo: 3.0,
        own: 0.5,
        draw: 2.7,
        open: 1.5,
        last: 0.4,
        feed: 2.0,
        forced: 0.5,
        throw: 1.35,
        bury_point: 0.5,
        bury_point_attacking: 0.0,
        bury_void: 15.0,
        declare: 16.0,
        overturn: 20.0,
        fry: 12.0,
        partner: 4.0,
    };
}
