//! Refusals of the auction that need more than their own reason to be
//! explained: what lies there, what would serve, who spoke.

use crate::cards::{Card, Rank, Suit};
use crate::discord::panel::{seat_name, serves};
use crate::game::{PublicPhase, PublicView, SpeechKind};
use crate::i18n::{Lang, card, cards, tr};
use crate::rulebook::param;
use crate::table::Snapshot;

/// Two identical cards as one word: `♥4♥4`, but `BJ BJ`.
pub(super) fn pair(lang: Lang, of: Card) -> String {
    let name = card(lang, of);
    let space = if of.is_joker() { " " } else { "" };
    format!("{name}{space}{name}")
}

/// What serves instead of cards that are of another rank.
pub(super) fn level_card(lang: Lang, level: Rank, view: &PublicView) -> String {
    let (what, in_pairs) = serves(lang, view);
    let named: Vec<String> = Suit::ALL
        .into_iter()
        .map(|suit| Card::new(suit, level))
        .map(|c| {
            if in_pairs {
                pair(lang, c)
            } else {
                card(lang, c)
            }
        })
        .collect();
    tr!(
        lang,
        "refused-level-card",
        level = level.label(),
        what = what,
        cards = named.join(" ")
    )
}

/// Who has declared already.
pub(super) fn declared(lang: Lang, snap: &Snapshot) -> String {
    let spoken = snap.public.deal.iter().flat_map(|d| &d.spoken);
    let first = spoken.into_iter().find(|s| s.kind == SpeechKind::Declared);
    let seat = match first {
        Some(speech) => seat_name(snap, lang, speech.seat),
        None => tr!(lang, "somebody"),
    };
    tr!(lang, "refused-declared", seat = seat)
}

/// What stands, and which order it stands in. Where there is an order the
/// cards lie open.
pub(super) fn not_higher(lang: Lang, view: &PublicView) -> String {
    let last = view.deal.as_ref().and_then(|d| d.spoken.last());
    let stands = match last.and_then(|speech| speech.shown.as_ref()) {
        Some((shown, _)) => cards(lang, shown.iter()),
        None => tr!(lang, "stands-unseen"),
    };
    let path = match view.phase {
        PublicPhase::Drawing { .. } => "auction.declaring",
        PublicPhase::Lobby
        | PublicPhase::Shuffling
        | PublicPhase::Overturning { .. }
        | PublicPhase::Burying { .. }
        | PublicPhase::Frying { .. }
        | PublicPhase::Playing { .. }
        | PublicPhase::Between
        | PublicPhase::Finished
        | PublicPhase::Ended => "auction.rank",
    };
    let order = param(path).map(|p| p.says(lang, &view.rules));
    tr!(
        lang,
        "refused-not-higher",
        stands = stands,
        order = order.unwrap_or_default()
    )
}
