//! Where the unseen cards may lie: deals of them that agree with all that a seat
//! knows, drawn by chance.

use rand::{Rng, RngExt};

use crate::cards::{BOTTOM, Card, CardSet, Kinds};
use crate::players::memory::{Burial, Weights, bury_from};
use crate::players::mind::Mind;
use crate::rules::{BySeat, Seat};

/// So often a deal is begun anew when it came to a dead end.
const TRIES: usize = 12;

/// The four hands and the bottom as they may be.
#[derive(Clone, Copy)]
pub(crate) struct World {
    pub hands: BySeat<CardSet>,
    pub bottom: CardSet,
}

/// One place where unseen cards lie.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    /// How many cards are still missing there.
    pub room: usize,
    /// Kinds that cannot be there.
    pub absent: Kinds,
    /// Kinds that cannot be there twice.
    pub unpaired: Kinds,
    /// What lies there for sure, and then what was drawn.
    pub cards: CardSet,
}

impl Place {
    pub(crate) const fn of(room: usize) -> Place {
        Place {
            room,
            absent: Kinds::NONE,
            unpaired: Kinds::NONE,
            cards: CardSet::EMPTY,
        }
    }

    fn takes(&self, card: Card) -> bool {
        let twin = self.unpaired.has(card) && self.cards.has(card);
        !self.absent.has(card) && !twin
    }
}

/// Deals the cards to the places so that each takes what it can hold; the last
/// try takes no heed of that.
pub(crate) fn spread(places: &[Place; 4], cards: &CardSet, chance: &mut dyn Rng) -> [CardSet; 4] {
    let mut order = cards.to_vec();
    shuffle(&mut order, chance);
    let open = |card: Card| {
        places
            .iter()
            .filter(|p| p.room > 0 && p.takes(card))
            .count()
    };
    order.sort_by_key(|&c| open(c));
    for _ in 0..TRIES {
        let mut tried = *places;
        if order.iter().all(|&c| lay(&mut tried, c, chance)) {
            return tried.map(|p| p.cards);
        }
    }
    let mut free = places.map(|p| Place {
        absent: Kinds::NONE,
        unpaired: Kinds::NONE,
        ..p
    });
    for &card in &order {
        lay(&mut free, card, chance);
    }
    free.map(|p| p.cards)
}

/// Lays a card where there is room, by chance; else makes room.
fn lay(places: &mut [Place; 4], card: Card, chance: &mut dyn Rng) -> bool {
    let room = |p: &Place| if p.takes(card) { p.room } else { 0 };
    let total: usize = places.iter().map(room).sum();
    if total == 0 {
        return make_room(places, card);
    }
    let mut at = chance.random_range(0..total);
    for place in places {
        let here = room(place);
        if at < here {
            place.cards.insert(card);
            place.room -= 1;
            return true;
        }
        at -= here;
    }
    false
}

/// Moves a card from a place that could take this one to one that has room.
fn make_room(places: &mut [Place; 4], card: Card) -> bool {
    for from in 0..4 {
        if !places[from].takes(card) || places[from].cards.is_empty() {
            continue;
        }
        for to in (0..4).filter(|&t| t != from) {
            if places[to].room == 0 {
                continue;
            }
            let moved = places[from]
                .cards
                .kinds()
                .iter()
                .find(|&c| places[to].takes(c));
            if let Some(other) = moved {
                places[from].cards.remove(other);
                places[to].cards.insert(other);
                places[to].room -= 1;
                places[from].cards.insert(card);
                return true;
            }
        }
    }
    false
}

pub(super) fn shuffle(cards: &mut [Card], chance: &mut dyn Rng) {
    for last in (1..cards.len()).rev() {
        cards.swap(last, chance.random_range(0..=last));
    }
}

/// A world for a seat that plays.
pub(crate) fn playing(mind: &Mind, weights: &Weights, chance: &mut dyn Rng) -> World {
    let mut world = drawn(mind, weights, chance);
    for _ in 0..TRIES {
        let order = &mind.facts.order;
        let others = mind.seat.others();
        let mut agree = others
            .into_iter()
            .map(|seat| mind.seen.agrees(order, seat, &world.hands[seat]));
        if agree.all(|agrees| agrees) {
            break;
        }
        world = drawn(mind, weights, chance);
    }
    world
}

/// A world that agrees with the voids, the missing pairs and the cards shown.
fn drawn(mind: &Mind, weights: &Weights, chance: &mut dyn Rng) -> World {
    let seen = mind.seen;
    let burier = mind.facts.burier;
    let others = mind.seat.others();
    let held = others.map(|seat| seen.held[seat]);
    let mut open = held.iter().fold(mind.unseen, |all, held| all.minus(held));
    let mut places = [Place::of(0); 4];
    for (place, (seat, held)) in places.iter_mut().zip(others.into_iter().zip(held)) {
        *place = Place {
            room: usize::from(seen.left[seat]).saturating_sub(held.len()),
            absent: seen.absent[seat],
            unpaired: seen.unpaired[seat],
            cards: held,
        };
        if mind.buried.is_none() && seat == burier {
            // What it buried and what it holds are drawn together.
            place.room += BOTTOM;
            place.absent = Kinds::NONE;
            place.unpaired = Kinds::NONE;
        }
        // Where a dealer has buried what it declared, that shows in time.
        let traced = seen.traced[seat].within(Kinds::ALL - place.absent);
        let traced = traced.minus(&traced.minus(&open));
        if let (Some(cards), true) = (held.plus(&traced), traced.len() <= place.room) {
            place.cards = cards;
            place.room -= traced.len();
            open = open.minus(&traced);
        }
    }
    let drawn = spread(&places, &open, chance);
    let mut world = World {
        hands: BySeat::default(),
        bottom: mind.buried.unwrap_or_default(),
    };
    world.hands[mind.seat] = mind.hand;
    for (cards, seat) in drawn.into_iter().zip(others) {
        world.hands[seat] = cards;
    }
    if mind.buried.is_none() {
        world.bottom = bottom_of(mind, burier, &world.hands[burier], weights);
        world.hands[burier] = world.hands[burier].minus(&world.bottom);
    }
    world
}

/// What the burier has put down, out of that and what it still holds: what
/// `memory` would have.
fn bottom_of(mind: &Mind, burier: Seat, both: &CardSet, weights: &Weights) -> CardSet {
    let seen = mind.seen;
    let free = both.minus(&seen.held[burier]);
    let forced = free.within(seen.absent[burier]);
    let burial = Burial {
        order: &mind.facts.order,
        hand: both.plus(&seen.shown[burier]).unwrap_or(*both),
        free,
        forced,
        dealing: burier.side() == mind.facts.dealing,
    };
    let buried = bury_from(&burial, weights);
    if buried.len() == BOTTOM {
        return buried;
    }
    // More is void than eight cards can explain: any of them.
    let first = forced.iter().chain(free.minus(&forced).iter());
    let cards: Vec<Card> = first.take(BOTTOM).collect();
    CardSet::from_cards(&cards).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    use super::*;
    use crate::cards::{Rank, Suit};
    use crate::players::know::tests::cards;
    use crate::players::know::{Facts, Seen};
    use crate::rules::{Lead, Trump, preset};

    #[test]
    fn cards_that_lie_with_a_seat_stay_with_it() {
        let trump = Trump {
            suit: Some(Suit::Spades),
            level: Rank::Two,
        };
        let [me, burier, dealer, other] = Seat::ALL;
        let rules = preset("tournament").expect("a preset");
        let facts = Facts::new(&rules, trump, dealer.side(), burier);
        let mut seen = Seen::new(25);
        // What the burier took up, and what the dealer declared.
        let taken = cards("C3 C4 C6 C7 C8 D3 D4 D6");
        seen.traced[burier] = taken;
        seen.traced[dealer] = cards("D2");
        let hand =
            cards("SA SA SK SK SQ SJ S9 S8 S7 S6 S5 S4 S3 S2 D2 H2 C2 BJ LJ BJ LJ HA HK HQ HJ");
        let mut chance = StdRng::seed_from_u64(6);
        let mut seen_by = |seen: &Seen| {
            let mind = Mind::new(&facts, seen, (me, hand), None, false);
            playing(&mind, &Weights::TUNED, &mut chance)
        };
        for _ in 0..100 {
            let world = seen_by(&seen);
            let with = world.hands[burier].plus(&world.bottom).expect("33 cards");
            assert!(with.contains_all(&taken));
            assert!(world.hands[dealer].contains_all(&cards("D2")));
            assert_eq!(world.hands.map(|h| h.len()).into_array(), [25; 4]);
        }
        // The other two of diamonds has come from elsewhere: the dealer has buried its own.
        seen.played = cards("D2");
        seen.left[other] = 24;
        assert_eq!(seen_by(&seen).hands[dealer].len(), 25);
    }

    #[test]
    fn worlds_agree_with_what_was_not_followed_with() {
        let trump = Trump {
            suit: Some(Suit::Spades),
            level: Rank::Two,
        };
        let [me, next, partner, _] = Seat::ALL;
        let rules = preset("tournament").expect("a preset");
        let facts = Facts::new(&rules, trump, me.side(), me);
        let order = &facts.order;
        let mut seen = Seen::new(25);
        let lead = cards("H3 H3 H4 H4");
        let with = Lead::new(order, &lead);
        seen.note(order, None, me, &lead);
        seen.note(order, with.as_ref(), next, &cards("H7 H8 H9 HT"));
        seen.note(order, with.as_ref(), partner, &cards("H6 H6 HT H9"));
        let buried = cards("C3 C4 C6 C7 C8 D3 D4 D6");
        let hand = cards("SA SA SK SK SQ SJ S9 S8 S7 S6 S5 S4 S3 S2 D2 H2 C2 BJ LJ BJ LJ");
        let mind = Mind::new(&facts, &seen, (me, hand), Some(buried), false);
        let mut chance = StdRng::seed_from_u64(5);
        for _ in 0..200 {
            let world = playing(&mind, &Weights::TUNED, &mut chance);
            let hearts = order.kinds(crate::rules::Category::Side(Suit::Hearts));
            let held = |seat: Seat| world.hands[seat].within(hearts);
            assert!(held(next).pairs().is_empty(), "a pair was due");
            assert!(seen.agrees(order, partner, &world.hands[partner]));
            assert_eq!(
                world.hands.values().map(CardSet::len).sum::<usize>(),
                21 * 3 + 25
            );
        }
    }
}
