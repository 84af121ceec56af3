//! Every refusal as a sentence in the reader's language, which says what must
//! be done instead. Nothing was lost by any of them.

use super::auction_refusal;
use super::card_text::CardTextError;
use super::typed::seats;
use crate::cards::CardSet;
use crate::discord::panel::seat_name;
use crate::game::{Illegal, PlayerId};
use crate::i18n::{Lang, card, cards, category, escape_name, list, seat as seat_word, tr};
use crate::rules::Refusal;
use crate::table::{ActError, Snapshot};

/// Why a table did not do what was asked.
#[must_use]
pub fn act_error(lang: Lang, error: &ActError, snap: &Snapshot) -> String {
    match error {
        ActError::Illegal(illegal) => illegal_text(lang, illegal, snap),
        ActError::Stale => tr!(lang, "refused-stale"),
        ActError::ElsewhereSeated(table) => tr!(lang, "refused-elsewhere", table = table.0),
        ActError::Store(_) => tr!(lang, "refused-store"),
    }
}

fn illegal_text(lang: Lang, illegal: &Illegal, snap: &Snapshot) -> String {
    match illegal {
        Illegal::Rule(refusal) => refusal_text(lang, refusal, snap),
        Illegal::NotSeated => tr!(lang, "refused-not-seated"),
        Illegal::SeatTaken(seat) => {
            tr!(
                lang,
                "refused-seat-taken",
                seat = seat_name(snap, lang, *seat)
            )
        }
        Illegal::TableFull => tr!(lang, "refused-table-full"),
        Illegal::AlreadyStarted => tr!(lang, "refused-started"),
        Illegal::NotStarted => tr!(lang, "refused-not-started"),
        Illegal::NotReady { free, waiting } => {
            let mut parts = Vec::new();
            if !free.is_empty() {
                parts.push(tr!(lang, "refused-free", seats = seats(lang, free)));
            }
            if !waiting.is_empty() {
                parts.push(tr!(lang, "refused-waiting", seats = seats(lang, waiting)));
            }
            tr!(lang, "refused-not-ready", why = list(lang, &parts))
        }
        Illegal::NotYourTurn(seat) => {
            tr!(lang, "refused-turn", seat = seat_name(snap, lang, *seat))
        }
        Illegal::WrongPhase => tr!(lang, "refused-phase"),
        Illegal::TooEarly => tr!(lang, "refused-too-early"),
        Illegal::AlreadyAnswered => tr!(lang, "refused-answered"),
        Illegal::NotHost(host) => match host.and_then(|h| name_of(snap, h)) {
            Some(name) => tr!(lang, "refused-not-host", name = name),
            None => tr!(lang, "refused-not-manager"),
        },
        // The table shuffles for itself; nobody can ask for this.
        Illegal::BadShuffle => tr!(lang, "refused-phase"),
        Illegal::NoChecking => tr!(lang, "refused-no-checking"),
        Illegal::CheckedEnough => tr!(lang, "refused-checked-enough"),
        Illegal::Paused => tr!(lang, "refused-paused"),
        Illegal::Unshown => tr!(lang, "refused-unshown"),
        Illegal::RoundOpen => tr!(lang, "refused-round-open"),
        Illegal::SeenHand(seat) => tr!(lang, "refused-seen-hand", seat = seat_word(lang, *seat)),
        Illegal::InvitedOnly => match snap.public.host.and_then(|h| name_of(snap, h)) {
            Some(name) => tr!(lang, "refused-invited-only", name = name),
            None => tr!(lang, "refused-invited-nobody"),
        },
        Illegal::SeatKept(seat) => tr!(lang, "refused-seat-kept", seat = seat_word(lang, *seat)),
        Illegal::NoPerson(seat) => tr!(lang, "refused-no-person", seat = seat_word(lang, *seat)),
        Illegal::OwnSeat => tr!(lang, "refused-own-seat"),
        Illegal::SitsAlready(seat) => {
            tr!(
                lang,
                "refused-sits-already",
                seat = seat_name(snap, lang, *seat)
            )
        }
        Illegal::OtherSide => tr!(lang, "refused-other-side"),
        Illegal::NoBreak => tr!(lang, "refused-no-break"),
        Illegal::BetweenDeals => tr!(lang, "refused-between-deals"),
        Illegal::Over => tr!(lang, "refused-table-over"),
        Illegal::VotesNeeded(more) => tr!(lang, "refused-votes", more = *more),
    }
}

fn name_of(snap: &Snapshot, player: PlayerId) -> Option<String> {
    let person = snap.person(player)?;
    Some(escape_name(&person.name))
}

fn refusal_text(lang: Lang, refusal: &Refusal, snap: &Snapshot) -> String {
    match refusal {
        Refusal::WrongPhase => tr!(lang, "refused-phase"),
        Refusal::NotInHand { missing } => {
            tr!(
                lang,
                "refused-not-in-hand",
                cards = cards(lang, missing.iter())
            )
        }
        Refusal::WrongBury { needed, given } => {
            tr!(lang, "refused-wrong-bury", needed = *needed, given = *given)
        }
        Refusal::WrongCount { needed, given } => {
            tr!(
                lang,
                "refused-wrong-count",
                needed = *needed,
                given = *given
            )
        }
        Refusal::MixedCategories => tr!(lang, "refused-mixed"),
        Refusal::MustFollowSuit {
            category: led,
            needed,
            cards: held,
        } => tr!(
            lang,
            "refused-follow-suit",
            category = category(lang, *led),
            needed = *needed,
            cards = cards(lang, held.iter())
        ),
        Refusal::MustFollowPair {
            needed,
            pairs: held,
        } => tr!(
            lang,
            "refused-follow-pair",
            needed = *needed,
            pairs = pairs(lang, held)
        ),
        Refusal::MustFollowTractor {
            lengths,
            cards: held,
        } => {
            let lengths: Vec<String> = lengths
                .iter()
                .map(|&pairs| tr!(lang, "tractor-of", pairs = pairs))
                .collect();
            tr!(
                lang,
                "refused-follow-tractor",
                lengths = list(lang, &lengths),
                pairs = pairs(lang, held)
            )
        }
        Refusal::MustFollowFives { cards: due } => {
            tr!(
                lang,
                "refused-follow-fives",
                cards = cards(lang, due.iter())
            )
        }
        Refusal::MustPlayHighest { cards: due } => {
            tr!(lang, "refused-highest", cards = cards(lang, due.iter()))
        }
        Refusal::FivesWithheld => tr!(lang, "refused-withheld"),
        Refusal::OwnDeclaration => tr!(lang, "refused-own"),
        Refusal::NeedsBridge => tr!(lang, "refused-bridge"),
        Refusal::DealersOnly => tr!(lang, "refused-dealers-only"),
        Refusal::DealerOnly => tr!(lang, "refused-dealer-only"),
        Refusal::NotYourTurn => tr!(lang, "refused-not-asked"),
        Refusal::NotALevelCard { level } => auction_refusal::level_card(lang, *level, &snap.public),
        Refusal::NotAPair => tr!(lang, "refused-not-a-pair"),
        Refusal::AlreadyDeclared => auction_refusal::declared(lang, snap),
        Refusal::AlreadyUsed => tr!(lang, "refused-used"),
        Refusal::NotHigher => auction_refusal::not_higher(lang, &snap.public),
        Refusal::NotAllowed => tr!(lang, "refused-not-allowed"),
    }
}

/// Cards of which every second is the other of a pair, each pair as one word.
fn pairs(lang: Lang, set: &CardSet) -> String {
    let pairs: Vec<String> = set
        .pairs()
        .iter()
        .map(|pair| auction_refusal::pair(lang, pair))
        .collect();
    pairs.join(" ")
}

/// Why a text could not be read as cards.
#[must_use]
pub fn card_text_error(lang: Lang, error: &CardTextError) -> String {
    match error {
        CardTextError::Empty => tr!(lang, "cards-empty"),
        CardTextError::Unknown(part) => tr!(lang, "cards-unknown", part = escape_name(part)),
        CardTextError::NoRank(suit) => {
            tr!(lang, "cards-no-rank", suit = suit.symbol().to_string())
        }
        CardTextError::NoSuit { rank, fits } if fits.is_empty() => {
            tr!(lang, "cards-no-such-rank", rank = rank.label())
        }
        CardTextError::NoSuit { rank, fits } => {
            let fits: Vec<String> = fits
                .iter()
                .map(|s| format!("{}{}", s.symbol(), rank.label()))
                .collect();
            tr!(
                lang,
                "cards-no-suit",
                rank = rank.label(),
                cards = list(lang, &fits)
            )
        }
        CardTextError::Third(third) => tr!(lang, "cards-third", card = card(lang, *third)),
    }
}
