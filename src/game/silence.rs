//! Votes that nobody holds up but people who do not answer.

use serde::{Deserialize, Serialize};

use crate::game::state::Stage;
use crate::game::{ClockChoice, Game};
use crate::rules::{BySeat, Seat};

/// What is voted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Motion {
    /// To close the phase of a table without a clock.
    Close,
    /// To replace the person on that seat.
    Replace(Seat),
    /// To end the table.
    End,
}

/// A vote that all have given but one whom the table waits for, and people who
/// are on auto-play. If none of them does anything for
/// [`SILENCE`](crate::game::durations::SILENCE), it is carried without them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeldUp {
    /// What is voted for.
    pub motion: Motion,
    /// Whose votes are missing, or whose answer.
    pub silent: BySeat<bool>,
}

impl HeldUp {
    /// The seats that are silent.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + '_ {
        Seat::ALL.into_iter().filter(|&s| self.silent[s])
    }
}

impl Game {
    /// The vote that is held up. In a sealed round that says nothing of who
    /// has answered or left: it asks who has voted, sat there and was on auto-play
    /// when the round began.
    #[must_use]
    pub fn held_up(&self) -> Option<HeldUp> {
        if self.paused.is_some() || !matches!(self.stage, Stage::Deal | Stage::Between) {
            return None;
        }
        let closing = (self.clock == ClockChoice::None).then(|| self.held(Motion::Close));
        let replacing = Seat::ALL.map(|seat| self.held(Motion::Replace(seat)));
        let ending = self.held(Motion::End);
        closing
            .flatten()
            .into_iter()
            .chain(replacing.into_iter().flatten())
            .chain(ending)
            .next()
    }

    fn held(&self, motion: Motion) -> Option<HeldUp> {
        let votes = match motion {
            Motion::Close => self.force_votes,
            Motion::Replace(seat) => self.kicks[seat],
            Motion::End => self.end_votes,
        };
        let voted = Seat::ALL.into_iter().any(|s| votes[s]);
        // Seats do not change in a sealed round, nor does a table end by silence
        // in one: it closes first, by its own vote or by its clock.
        let sealed = self.in_sealed_round();
        if !voted || (sealed && motion != Motion::Close) {
            return None;
        }
        let silent =
            BySeat::from_fn(|s| self.person(s).is_some() && !self.seats[s].gone_shown && !votes[s]);
        let mut there = Seat::ALL
            .into_iter()
            .filter(|&s| silent[s] && !self.seats[s].auto_shown);
        let at_fault = match (there.next(), there.next()) {
            (Some(one), None) => {
                let voted_on = match motion {
                    Motion::Replace(seat) => seat == one,
                    Motion::Close | Motion::End => true,
                };
                voted_on && (sealed || self.is_waited_for(one))
            }
            // Whoever is there agrees.
            (None, _) => Seat::ALL.into_iter().any(|s| silent[s]),
            (Some(_), Some(_)) => false,
        };
        at_fault.then_some(HeldUp { motion, silent })
    }

    fn is_waited_for(&self, seat: Seat) -> bool {
        match self.stage {
            Stage::Deal => self.to_act() == Some(seat),
            Stage::Between => self.unready().contains(&seat),
            Stage::Lobby | Stage::Shuffling | Stage::Finished | Stage::Ended => false,
        }
    }
}
