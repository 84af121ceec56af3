//! Selects of cards: options with a value for each copy, split where a hand
//! is longer than a select, and read back.

use super::parts::OPTIONS;
use super::pictures::own_groups;
use crate::cards::{Card, CardSet};
use crate::discord::reply::SelectOption;
use crate::game::SeatView;
use crate::i18n::{Lang, card as card_word};
use crate::table::CardOrder;

/// An option for each card of the list, in its order; chosen ones are marked.
/// The two copies of a card have values of their own (`SK.1`, `SK.2`).
#[must_use]
pub fn option_cards(list: &[Card], chosen: &CardSet, lang: Lang) -> Vec<SelectOption> {
    let mut seen = CardSet::EMPTY;
    list.iter()
        .map(|&card| {
            let copy = seen.count(card) + 1;
            seen.insert(card);
            let picked = chosen.count(card) >= copy;
            let mark = if picked { "✓ " } else { "" };
            SelectOption {
                label: format!("{mark}{}", card_word(lang, card)),
                value: format!("{}.{copy}", card.name()),
                picked,
            }
        })
        .collect()
}

/// The cards that values of [`option_cards`] name, whatever their order (C39).
#[must_use]
pub fn picked_cards(values: &[String]) -> Option<CardSet> {
    let mut picked = CardSet::EMPTY;
    for value in values {
        let (name, copy) = value.split_once('.')?;
        let fits = matches!(copy, "1" | "2") && picked.insert(name.parse().ok()?);
        fits.then_some(())?;
    }
    Some(picked)
}

/// The hand of a seat that buries, in as many parts as selects are needed:
/// divided between two groups where that leaves both short enough.
#[must_use]
pub fn bury_parts(view: &SeatView, by: CardOrder) -> Vec<Vec<Card>> {
    let groups = own_groups(view, by);
    let sorted = groups.concat();
    if sorted.len() <= OPTIONS {
        return vec![sorted];
    }
    let middle = sorted.len().div_ceil(2);
    let mut ends = Vec::new();
    let mut end = 0;
    for group in groups {
        end += group.len();
        ends.push(end);
    }
    let cut = ends
        .into_iter()
        .filter(|&e| e <= OPTIONS && sorted.len() - e <= OPTIONS)
        .min_by_key(|e| e.abs_diff(middle))
        .unwrap_or(middle);
    let (first, second) = sorted.split_at(cut);
    // A hand never holds more than 33 cards, but a longer one still fits.
    [first, second]
        .into_iter()
        .flat_map(|part| part.chunks(OPTIONS).map(<[Card]>::to_vec))
        .collect()
}

/// The cards a leader chooses from: the whole hand, 25 at most.
#[must_use]
pub fn lead_part(view: &SeatView, by: CardOrder) -> Vec<Card> {
    let mut sorted = own_groups(view, by).concat();
    sorted.truncate(OPTIONS);
    sorted
}

/// Cards as one value of a select: their names without spaces, 50 of them at most.
pub(super) fn names(set: &CardSet) -> String {
    set.iter().map(Card::name).collect()
}

/// The cards that such a value of a select names: card names without spaces.
#[must_use]
pub fn cards_of_names(text: &str) -> Option<CardSet> {
    let letters: Vec<char> = text.chars().collect();
    let cards: Option<Vec<Card>> = letters
        .chunks(2)
        .map(|c| c.iter().collect::<String>().parse().ok())
        .collect();
    CardSet::from_cards(&cards?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_have_values_of_their_own_and_come_back() {
        let king: Card = "SK".parse().expect("a card");
        let ace: Card = "HA".parse().expect("a card");
        let chosen = CardSet::from_cards(&[king]).expect("one");
        let options = option_cards(&[king, king, ace], &chosen, Lang::En);
        let values: Vec<&str> = options.iter().map(|o| o.value.as_str()).collect();
        assert_eq!(values, ["SK.1", "SK.2", "HA.1"]);
        assert_eq!(options[0].label, "✓ ♠K");
        assert_eq!(options[1].label, "♠K");
        for order in [["SK.1", "SK.2"], ["SK.2", "SK.1"]] {
            let picked = picked_cards(&order.map(String::from)).expect("cards");
            assert_eq!(picked.to_vec(), [king, king]);
        }
        for wrong in ["SK", "SK.3", "XX.1", "SK.1.1"] {
            assert!(picked_cards(&[wrong.to_owned()]).is_none(), "{wrong}");
        }
        let both = CardSet::from_cards(&[king, king, ace]).expect("three");
        assert_eq!(cards_of_names(&names(&both)), Some(both));
        assert_eq!(cards_of_names("SKX"), None);
    }
}
