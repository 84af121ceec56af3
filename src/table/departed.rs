//! Who has seen a hand of the deal being played and had their data deleted since.
//!
//! Whoever has seen a hand in a deal takes no other seat in it. The game knows
//! people by an internal number, and after a deletion the same person has another
//! one. So until the deal ends, and no longer, the table keeps a digest of the
//! Discord number with a salt of its own. It is asked only whether somebody who
//! sits down is that person; it is erased in the commit that ends the deal.

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::{Person, Timing};
use crate::game::{Game, Illegal};
use crate::rules::Seat;

/// A person who has seen a seat's hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Departed {
    seat: Seat,
    salt: [u8; 16],
    digest: [u8; 32],
}

impl Departed {
    fn new(seat: Seat, salt: [u8; 16], discord: u64) -> Departed {
        Departed {
            seat,
            salt,
            digest: digest(salt, discord),
        }
    }

    fn is(&self, discord: u64) -> bool {
        self.digest == digest(self.salt, discord)
    }
}

fn digest(salt: [u8; 16], discord: u64) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(salt);
    hash.update(discord.to_be_bytes());
    hash.finalize().into()
}

impl Timing {
    /// Keeps which hands a person has seen who is to be forgotten; whether there are any.
    pub(super) fn departs(&mut self, person: &Person, game: &Game, salt: [u8; 16]) -> bool {
        let seen = game.hands_seen(person.player);
        let new = seen.iter().map(|s| Departed::new(*s, salt, person.discord));
        self.departed.extend(new);
        !seen.is_empty()
    }

    /// Whether somebody who sits down on `seat` has seen another hand of this
    /// deal under a number that leads to them no more.
    pub(super) fn may_sit(&self, seat: Seat, discord: u64) -> Result<(), Illegal> {
        let mut others = self.departed.iter().filter(|d| d.seat != seat);
        match others.find(|d| d.is(discord)) {
            Some(departed) => Err(Illegal::SeenHand(departed.seat)),
            None => Ok(()),
        }
    }
}
