//! `chaodipi verify`: checks that the cards of a finished deal are those that
//! its commitment bound before the first card was drawn.

use std::io::Write;

use crate::cards::{Card, CardError, CardSet, DECK};
use crate::game::commitment_of;

/// What `chaodipi verify` is given.
#[derive(Clone, Debug, clap::Args)]
pub struct VerifyArgs {
    /// The commitment posted before the deal: 64 hexadecimal digits.
    pub hash: String,
    /// The salt opened after the deal: 32 hexadecimal digits.
    pub salt: String,
    /// The 108 cards in drawing order, as opened after the deal.
    #[arg(required = true)]
    pub cards: Vec<String>,
}

/// Why a commitment could not be checked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VerifyError {
    /// The salt is not 32 hexadecimal digits.
    #[error("the salt must be 32 hexadecimal digits")]
    Salt,
    /// The hash is not 64 hexadecimal digits.
    #[error("the commitment must be 64 hexadecimal digits")]
    Hash,
    /// A word is no card.
    #[error(transparent)]
    Card(#[from] CardError),
    /// The cards are not two decks.
    #[error("the cards are not the {DECK} cards of two decks")]
    NotTwoDecks,
}

/// Whether the hash binds that salt and those cards.
///
/// # Errors
/// When hash, salt or cards are not well formed.
pub fn verify(hash: &str, salt: &str, cards: &str) -> Result<bool, VerifyError> {
    let hash = hash.trim();
    if hash.len() != 64 || !hash.bytes().all(|b| b.is_ascii_hexdigit()) {
        return Err(VerifyError::Hash);
    }
    let salt = parse_salt(salt).ok_or(VerifyError::Salt)?;
    let words = cards.split(|c: char| c.is_whitespace() || c == ',');
    let cards = words
        .filter(|w| !w.is_empty())
        .map(str::parse)
        .collect::<Result<Vec<Card>, _>>()?;
    if cards.len() != DECK || CardSet::from_cards(&cards).is_none() {
        return Err(VerifyError::NotTwoDecks);
    }
    Ok(commitment_of(&salt, &cards) == hash.to_ascii_lowercase())
}

/// The 16 bytes that 32 hexadecimal digits write.
#[must_use]
pub fn parse_salt(text: &str) -> Option<[u8; 16]> {
    let text = text.trim();
    if text.len() != 32 || !text.is_ascii() {
        return None;
    }
    let mut salt = [0; 16];
    for (i, byte) in salt.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * i..2 * i + 2], 16).ok()?;
    }
    Some(salt)
}

/// Runs the subcommand; `true` when the commitment holds.
///
/// # Errors
/// When the input is malformed ([`VerifyError`]) or `out` cannot be written.
pub fn run(args: &VerifyArgs, out: &mut dyn Write) -> std::io::Result<bool> {
    let holds = verify(&args.hash, &args.salt, &args.cards.join(" "))
        .map_err(|e| std::io::Error::new(std::io::ErrorKind::InvalidInput, e))?;
    let word = if holds {
        "the cards are those that were bound"
    } else {
        "NOT the cards that were bound"
    };
    writeln!(out, "{word}")?;
    Ok(holds)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::two_decks;

    const SALT: &str = "00112233445566778899aabbccddeeff";

    fn cards() -> String {
        let names: Vec<String> = two_decks().iter().map(|c| c.name()).collect();
        names.join(" ")
    }

    #[test]
    fn the_cards_that_were_bound_hold_and_others_do_not() {
        let salt = parse_salt(SALT).expect("a salt");
        let hash = commitment_of(&salt, &two_decks());
        assert_eq!(verify(&hash, SALT, &cards()), Ok(true));
        assert_eq!(verify(&hash.to_uppercase(), SALT, &cards()), Ok(true));
        let mut swapped = two_decks();
        swapped.swap(0, 107);
        let names: Vec<String> = swapped.iter().map(|c| c.name()).collect();
        assert_eq!(verify(&hash, SALT, &names.join(" ")), Ok(false));
    }

    #[test]
    fn malformed_input_is_named() {
        let hash = "0".repeat(64);
        assert_eq!(verify("xyz", SALT, &cards()), Err(VerifyError::Hash));
        assert_eq!(verify(&hash, "12", &cards()), Err(VerifyError::Salt));
        assert_eq!(verify(&hash, SALT, "SA SK"), Err(VerifyError::NotTwoDecks));
        assert!(matches!(
            verify(&hash, SALT, "S1"),
            Err(VerifyError::Card(_))
        ));
    }
}
