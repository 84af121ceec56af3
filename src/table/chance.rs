//! Chance: the operating system's, or a fixed one for the stand-in.

use std::sync::Arc;

use rand::rngs::{StdRng, SysRng};
use rand::seq::SliceRandom as _;
use rand::{Rng as _, SeedableRng as _, TryRng as _};
use sha2::{Digest, Sha256};

use crate::cards::{Card, CardSet, DECK, two_decks};
use crate::error::AppError;
use crate::game::{Shuffle, Step, TableId};
use crate::rules::{BySeat, Seat};

/// Where cards and delays come from. `Debug` shows no seed.
#[derive(Clone)]
pub struct Chance {
    /// Delays and computer players draw from it; never shown.
    secret: [u8; 32],
    /// Whether cards come from it, too: in the sandbox only.
    fixed: bool,
    /// The cards of every table's first deal, where a test fixes them, too.
    first: Option<Arc<[Card]>>,
}

impl Chance {
    /// Cards from the operating system; delays from `secret`, which must stay
    /// the same as long as tables live and be known to nobody.
    #[must_use]
    pub fn system(secret: [u8; 32]) -> Chance {
        Chance {
            secret,
            fixed: false,
            first: None,
        }
    }

    /// Everything from a seed, the same every time. For the sandbox only.
    #[must_use]
    pub fn fixed(seed: u64) -> Chance {
        let mut hash = Sha256::new();
        hash.update(b"sandbox");
        hash.update(seed.to_le_bytes());
        Chance {
            secret: hash.finalize().into(),
            fixed: true,
            first: None,
        }
    }

    /// The same with these cards, in drawing order, in every table's first
    /// deal: their names as in RULES.md §1 between blanks. For the sandbox only.
    ///
    /// # Errors
    /// When they are not the 108 cards of two decks.
    pub fn with_first_deal(mut self, names: &str) -> Result<Chance, AppError> {
        let cards: Option<Vec<Card>> = names.split_whitespace().map(|n| n.parse().ok()).collect();
        let cards = cards.filter(|c| c.len() == DECK && CardSet::from_cards(c).is_some());
        let refused = || AppError::Config("discord.sandbox_cards must name 108 cards".to_owned());
        self.first = Some(cards.ok_or_else(refused)?.into());
        Ok(self)
    }

    /// 32 bytes from the operating system, for [`Chance::system`].
    ///
    /// # Errors
    /// When the system has none to give.
    pub fn new_secret() -> Result<[u8; 32], AppError> {
        let mut secret = [0; 32];
        from_system(&mut secret)?;
        Ok(secret)
    }

    /// The cards of a deal.
    ///
    /// # Errors
    /// When the operating system has no chance to give.
    pub fn shuffle(&self, table: TableId, deal: u32) -> Result<Shuffle, AppError> {
        let mut seed = [0; 32];
        if self.fixed {
            seed = self.derive(b"deal", table, &deal.to_le_bytes());
        } else {
            from_system(&mut seed)?;
        }
        // A generator fit for secrets, seeded with 256 bits of the system's:
        // more than the 108! / 2^54 orders of the cards could be told apart by.
        let mut rng = StdRng::from_seed(seed);
        let mut deck = two_decks();
        deck.shuffle(&mut rng);
        if let Some(first) = self.first.as_deref().filter(|_| deal == 1) {
            deck = first.to_vec();
        }
        let mut flipped = two_decks();
        flipped.shuffle(&mut rng);
        let mut salt = [0; 16];
        if self.fixed {
            rng.fill_bytes(&mut salt);
        } else {
            // Not from the same generator: opening the salt tells nothing of the cards.
            from_system(&mut salt)?;
        }
        Ok(Shuffle {
            deck,
            salt,
            flips: BySeat::from_fn(|s: Seat| flip(&flipped, s)),
        })
    }

    /// A new seating: for each seat, the seat from which its occupant comes.
    ///
    /// # Errors
    /// When the operating system has no chance to give.
    pub(super) fn seating(&self, table: TableId, revision: u64) -> Result<BySeat<Seat>, AppError> {
        let mut seed = [0; 32];
        if self.fixed {
            seed = self.derive(b"seating", table, &revision.to_le_bytes());
        } else {
            from_system(&mut seed)?;
        }
        let mut seats = Seat::ALL;
        seats.shuffle(&mut StdRng::from_seed(seed));
        Ok(BySeat::new(seats))
    }

    /// What goes into a digest of a person's number, so that it says nothing elsewhere.
    ///
    /// # Errors
    /// When the operating system has no chance to give.
    pub(super) fn salt(&self, table: TableId, revision: u64) -> Result<[u8; 16], AppError> {
        let mut seed = [0; 32];
        if self.fixed {
            seed = self.derive(b"departed", table, &revision.to_le_bytes());
        } else {
            from_system(&mut seed)?;
        }
        let mut salt = [0; 16];
        salt.copy_from_slice(&seed[..16]);
        Ok(salt)
    }

    /// Whether everything comes out the same each time.
    pub(super) const fn is_fixed(&self) -> bool {
        self.fixed
    }

    /// The private seed of a table's delays.
    pub(super) fn delays(&self, table: TableId) -> [u8; 32] {
        self.derive(b"delays", table, &[])
    }

    /// The chance a computer player has at one step of its seat.
    pub(super) fn player(&self, table: TableId, seat: Seat, step: Step) -> StdRng {
        let mut at = vec![u8::from(seat)];
        at.extend(step.deal.to_le_bytes());
        at.extend(u32::from(step.phase).to_le_bytes());
        at.extend(step.turn.to_le_bytes());
        StdRng::from_seed(self.derive(b"player", table, &at))
    }

    fn derive(&self, what: &[u8], table: TableId, at: &[u8]) -> [u8; 32] {
        let mut hash = Sha256::new();
        hash.update(self.secret);
        hash.update(what);
        hash.update(table.0.to_le_bytes());
        hash.update(at);
        hash.finalize().into()
    }
}

impl std::fmt::Debug for Chance {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.fixed {
            "Chance(fixed)"
        } else {
            "Chance(system)"
        })
    }
}

fn flip(cards: &[Card], seat: Seat) -> Card {
    cards[seat.index()]
}

fn from_system(bytes: &mut [u8]) -> Result<(), AppError> {
    SysRng.try_fill_bytes(bytes).map_err(|e| AppError::Io {
        what: "random bytes of the operating system".to_owned(),
        source: std::io::Error::other(e.to_string()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shuffle_is_two_decks() {
        for chance in [Chance::fixed(1), Chance::system([7; 32])] {
            let shuffle = chance.shuffle(TableId(1), 1).expect("chance");
            let mut cards = shuffle.deck.clone();
            cards.sort();
            let mut decks = two_decks();
            decks.sort();
            assert_eq!(cards, decks);
        }
    }

    #[test]
    fn a_fixed_seed_repeats_itself_and_nothing_else_does() {
        let shuffle = |chance: &Chance, table, deal| {
            let shuffle = chance.shuffle(TableId(table), deal).expect("chance");
            (shuffle.deck, shuffle.salt)
        };
        let fixed = Chance::fixed(1);
        assert!(shuffle(&fixed, 1, 1) == shuffle(&Chance::fixed(1), 1, 1));
        assert!(shuffle(&fixed, 1, 1) != shuffle(&fixed, 1, 2));
        assert!(shuffle(&fixed, 1, 1) != shuffle(&fixed, 2, 1));
        assert!(shuffle(&fixed, 1, 1) != shuffle(&Chance::fixed(2), 1, 1));
        let system = Chance::system([7; 32]);
        assert!(shuffle(&system, 1, 1) != shuffle(&system, 1, 1));
    }

    #[test]
    fn the_first_deal_can_be_given() {
        let names: Vec<String> = two_decks().into_iter().map(Card::name).collect();
        let chance = Chance::fixed(1).with_first_deal(&names.join("\n"));
        let chance = chance.expect("two decks");
        let deck = |deal| chance.shuffle(TableId(1), deal).expect("chance").deck;
        assert_eq!(deck(1), two_decks());
        assert_ne!(deck(2), two_decks());
        for wrong in ["", "SA HT", &names[1..].join(" "), &"SA ".repeat(108)] {
            assert!(Chance::fixed(1).with_first_deal(wrong).is_err());
        }
    }

    #[test]
    fn debug_shows_no_seed() {
        assert_eq!(format!("{:?}", Chance::fixed(1)), "Chance(fixed)");
    }
}
