//! Pictures of hands, tricks and finished deals, with their alt texts.

use super::parts::{ALT, HAND_PICTURE, fit};
use crate::cards::{Card, CardSet, Rank};
use crate::discord::reply::Picture;
use crate::game::{DealResult, PublicTrick, PublicView, SeatView};
use crate::i18n::{Lang, cards, groups, seat, tr};
use crate::render::{DealSheet, Face, HandSheet, Labels, Palette, Played, Sheet, TableSheet};
use crate::rules::{BySeat, Category, Group, Order, Seat, Trump};
use crate::table::{CardOrder, Personal};

/// The order of the cards as far as the trump is known.
pub(super) fn order(view: &PublicView, trump: Option<Trump>) -> Order {
    let rules = &view.rules.play;
    let level = view.deal.as_ref().and_then(|d| d.level);
    match trump {
        Some(trump) => Order::new(rules, trump),
        None => Order::unknown_trump(rules, level.unwrap_or(Rank::Two)),
    }
}

/// The order by which a seat's hand is sorted: what the seat knows, no more.
#[must_use]
pub fn seat_order(view: &SeatView) -> Order {
    order(&view.public, view.trump)
}

/// Cards of a seat from the strongest down, as far as the seat knows.
#[must_use]
pub fn descending(view: &SeatView, set: &CardSet) -> Vec<Card> {
    seat_order(view).descending(set)
}

/// A seat's hand in the groups and the order in which its person wants it.
pub(super) fn own_groups(view: &SeatView, by: CardOrder) -> Vec<Vec<Card>> {
    arranged(view, &view.hand, by)
}

/// Some cards of a seat in the order in which its person wants them.
pub(super) fn own_order(view: &SeatView, set: &CardSet, by: CardOrder) -> Vec<Card> {
    arranged(view, set, by).concat()
}

fn arranged(view: &SeatView, set: &CardSet, by: CardOrder) -> Vec<Vec<Card>> {
    let mut groups: Vec<Group> = seat_order(view).groups(set);
    if by.trumps_right {
        // The side suits keep their order among themselves.
        groups.sort_by_key(|group| group.category == Category::Trump);
    }
    let cards = groups.into_iter().map(|group| group.cards);
    if by.low_first {
        let turned = cards.map(|cards| cards.into_iter().rev().collect());
        return turned.collect();
    }
    cards.collect()
}

/// A hand in the groups in which it is shown to everybody.
pub(super) fn hand_groups(order: &Order, hand: &CardSet) -> Vec<Vec<Card>> {
    order.groups(hand).into_iter().map(|g| g.cards).collect()
}

/// The picture of a seat's hand; chosen cards are raised. The alt text lists
/// exactly the cards.
pub(super) fn hand(view: &SeatView, draft: &CardSet, lang: Lang, by: &Personal) -> Picture {
    let order = seat_order(view);
    let shown = own_groups(view, by.order);
    let mut left = *draft;
    let faces = shown
        .iter()
        .map(|group| {
            group
                .iter()
                .map(|&card| Face {
                    chosen: left.remove(card),
                    ..face(&order, card)
                })
                .collect()
        })
        .collect();
    let sheet = HandSheet {
        groups: faces,
        labels: labels(lang),
        palette: if by.two_colours {
            Palette::TwoColour
        } else {
            Palette::FourColour
        },
        large: by.large,
    };
    let alt = fit(&groups(lang, &shown), ALT);
    Picture::new(HAND_PICTURE, Sheet::Hand(sheet), alt)
}

fn face(order: &Order, card: Card) -> Face {
    Face {
        card,
        trump: order.is_trump(card),
        level: card.rank() == Some(order.trump().level),
        chosen: false,
    }
}

pub(super) fn faces(order: &Order, list: impl IntoIterator<Item = Card>) -> Vec<Face> {
    list.into_iter().map(|c| face(order, c)).collect()
}

pub(super) const fn labels(lang: Lang) -> Labels {
    match lang {
        Lang::ZhCn => Labels::Chinese,
        Lang::ZhTw => Labels::Traditional,
        Lang::En => Labels::Latin,
    }
}

/// The picture of a trick, whose trump is public.
pub(super) fn trick(view: &PublicView, trick: &PublicTrick, lang: Lang) -> Picture {
    let order = order(view, view.deal.as_ref().and_then(|d| d.trump));
    let sheet = TableSheet {
        plays: Seat::ALL.map(|s| {
            trick.plays[s].as_ref().map(|play| Played {
                faces: faces(&order, play.iter().copied()),
            })
        }),
        leader: trick.leader.index(),
        standing: trick.standing.map(Seat::index),
        labels: labels(lang),
        palette: Palette::FourColour,
    };
    let plays: Vec<String> = trick
        .leader
        .round()
        .into_iter()
        .filter_map(|s| {
            let play = trick.plays[s].as_ref()?;
            let mark = if trick.standing == Some(s) { "★" } else { "" };
            Some(format!(
                "{}{mark} {}",
                seat(lang, s),
                cards(lang, play.iter().copied())
            ))
        })
        .collect();
    let alt = fit(&plays.join(" · "), ALT);
    Picture::new("trick.png", Sheet::Table(sheet), alt)
}

/// The picture of a finished deal: the bottom and four hands.
pub(super) fn deal(view: &PublicView, result: &DealResult, lang: Lang) -> Picture {
    let order = order(view, Some(result.trump));
    open_hands(&order, &result.bottom, &result.hands, lang)
}

/// The picture of a bottom and four hands of a finished deal.
pub(super) fn open_hands(
    order: &Order,
    bottom: &CardSet,
    hands: &BySeat<CardSet>,
    lang: Lang,
) -> Picture {
    let sheet = DealSheet {
        bottom: faces(order, order.descending(bottom)),
        hands: Seat::ALL.map(|s| faces(order, order.descending(&hands[s]))),
        labels: labels(lang),
        palette: Palette::FourColour,
    };
    let mut alt = vec![tr!(
        lang,
        "alt-bottom",
        cards = cards(lang, order.descending(bottom))
    )];
    for s in Seat::ALL {
        let held = groups(lang, &hand_groups(order, &hands[s]));
        alt.push(format!("{} {held}", seat(lang, s)));
    }
    let alt = fit(&alt.join("\n"), ALT);
    Picture::new("deal.png", Sheet::Deal(sheet), alt)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::preset;

    #[test]
    fn seats_are_signed_as_their_reader_writes() {
        let signs = [Labels::Chinese, Labels::Traditional, Labels::Latin];
        assert_eq!(Lang::ALL.map(labels), signs);
        let rules = preset("tournament").expect("a preset");
        let order = Order::unknown_trump(&rules.play, Rank::Two);
        let (bottom, hands) = (CardSet::EMPTY, BySeat::default());
        let drawn = Lang::ALL.map(|lang| open_hands(&order, &bottom, &hands, lang));
        let [one, two, three] = drawn.map(|picture| picture.png().to_vec());
        assert!(one != two && one != three && two != three);
    }
}
