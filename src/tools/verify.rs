//! `chaodipi verify`: checks that the cards of a finished deal are those that
//! its commitment bound before the first card was drawn.

use std::io::{self, BufRead, Write};
use std::path::PathBuf;

use serde::Deserialize;
use serde_json::Value;

use super::files;
use super::lines::{self, LineRead};
use crate::cards::{Card, CardError, CardSet, DECK};
use crate::game::commitment_of;

/// What `chaodipi verify` is given.
#[derive(Clone, Debug, clap::Args)]
pub struct VerifyArgs {
    /// Check every deal of an exported record instead; `-` reads standard input.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["hash", "salt", "cards"])]
    pub record: Option<PathBuf>,
    /// The commitment posted before the deal: 64 hexadecimal digits.
    #[arg(required_unless_present = "record")]
    pub hash: Option<String>,
    /// The salt opened after the deal: 32 hexadecimal digits.
    #[arg(required_unless_present = "record")]
    pub salt: Option<String>,
    /// The 108 cards in drawing order, as opened after the deal.
    #[arg(required_unless_present = "record")]
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
    /// A line of a record cannot be read.
    #[error("line {0} of the record cannot be read")]
    Line(usize),
    /// A line of a record is longer than any.
    #[error("{}", lines::too_long(*.0))]
    TooLong(usize),
    /// A record without a deal.
    #[error("the record has no deal in it")]
    NoDeal,
}

impl From<VerifyError> for io::Error {
    fn from(error: VerifyError) -> io::Error {
        io::Error::new(io::ErrorKind::InvalidInput, error)
    }
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
    binds(hash, &salt, &cards)
}

fn binds(hash: &str, salt: &[u8], cards: &[Card]) -> Result<bool, VerifyError> {
    if cards.len() != DECK || CardSet::from_cards(cards).is_none() {
        return Err(VerifyError::NotTwoDecks);
    }
    Ok(commitment_of(salt, cards) == hash.to_ascii_lowercase())
}

/// A line of a record that deals cards (docs/record.md).
#[derive(Deserialize)]
struct Dealt {
    deal: u32,
    shuffle: Opened,
    commitment: String,
}

/// What was opened of a shuffle.
#[derive(Deserialize)]
struct Opened {
    deck: Vec<Card>,
    salt: [u8; 16],
}

/// The deals of a record by number, and whether each was played with the cards that were bound.
///
/// # Errors
/// When a line cannot be read, or no deal is there ([`VerifyError`]), and what
/// reading reports.
pub fn verify_record(mut input: impl BufRead) -> io::Result<Vec<(u32, bool)>> {
    let mut deals = Vec::new();
    let mut line = Vec::new();
    for at in 1.. {
        match lines::read_line(&mut input, &mut line)? {
            LineRead::None => break,
            LineRead::Whole => {}
            LineRead::TooLong => return Err(VerifyError::TooLong(at).into()),
        }
        let event: Value = serde_json::from_slice(&line).map_err(|_| VerifyError::Line(at))?;
        if event["event"] != "dealt" {
            continue;
        }
        let dealt: Dealt = serde_json::from_value(event).map_err(|_| VerifyError::Line(at))?;
        let held = binds(&dealt.commitment, &dealt.shuffle.salt, &dealt.shuffle.deck)?;
        deals.push((dealt.deal, held));
    }
    if deals.is_empty() {
        return Err(VerifyError::NoDeal.into());
    }
    Ok(deals)
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

/// Runs the subcommand; `true` when the commitment holds, or all of a record do.
///
/// # Errors
/// When hash, salt or cards are malformed ([`VerifyError`]), a record cannot be
/// read, or `out` cannot be written.
pub fn run(args: &VerifyArgs, out: &mut dyn Write) -> std::io::Result<bool> {
    if let Some(record) = &args.record {
        let read = if record.as_os_str() == "-" {
            verify_record(io::stdin().lock())
        } else {
            verify_record(files::open(record)?)
        };
        let deals = match read {
            Ok(deals) => deals,
            Err(error) if is_broken(&error) => {
                writeln!(out, "{error}")?;
                return Ok(false);
            }
            Err(error) => return Err(error),
        };
        for (deal, held) in &deals {
            writeln!(out, "deal {deal}: {}", verdict(*held))?;
        }
        return Ok(deals.iter().all(|(_, held)| *held));
    }
    let hash = args.hash.as_deref().unwrap_or_default();
    let salt = args.salt.as_deref().unwrap_or_default();
    let holds = verify(hash, salt, &args.cards.join(" "))?;
    writeln!(out, "{}", verdict(holds))?;
    Ok(holds)
}

/// Whether it is the record itself that is wrong, as when a commitment does not hold.
fn is_broken(error: &io::Error) -> bool {
    let error = error.get_ref().and_then(|e| e.downcast_ref());
    error.is_some_and(|error| match error {
        VerifyError::Line(_)
        | VerifyError::NoDeal
        | VerifyError::Card(_)
        | VerifyError::NotTwoDecks => true,
        VerifyError::Salt | VerifyError::Hash | VerifyError::TooLong(_) => false,
    })
}

const fn verdict(holds: bool) -> &'static str {
    if holds {
        "the cards are those that were bound"
    } else {
        "NOT the cards that were bound"
    }
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
    fn every_deal_of_a_record_is_checked() {
        let salt = parse_salt(SALT).expect("a salt");
        let hash = commitment_of(&salt, &two_decks());
        let dealt = |deal: u32, commitment: &str| {
            let event = serde_json::json!({
                "event": "dealt", "deal": deal, "commitment": commitment, "sum": "0",
                "shuffle": { "deck": two_decks(), "salt": salt, "starter": 0 },
            });
            event.to_string()
        };
        let first = r#"{"record":"chaodipi","format":1,"table":1,"sum":"0"}"#;
        let text = [first, &dealt(1, &hash), &dealt(2, &"0".repeat(64))].join("\n");
        let checked = |text: &str| verify_record(text.as_bytes()).map_err(|e| e.to_string());
        let refused = |error: VerifyError| Err(error.to_string());
        assert_eq!(checked(&text), Ok(vec![(1, true), (2, false)]));
        assert_eq!(checked(first), refused(VerifyError::NoDeal));
        assert_eq!(checked("{}\nno"), refused(VerifyError::Line(2)));
        let long = format!("{{}}\n{}", " ".repeat(lines::LONGEST_LINE + 1));
        assert_eq!(checked(&long), refused(VerifyError::TooLong(2)));
        let short = first.replace("record\":", "event\":\"dealt\",\"record\":");
        assert_eq!(checked(&short), refused(VerifyError::Line(1)));
        // The record beside its documentation holds, too.
        let kept = include_str!("../../docs/example.record.jsonl");
        assert_eq!(checked(kept), Ok(vec![(1, true)]));
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
