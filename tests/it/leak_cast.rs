//! Cards dealt on purpose, for runs that differ in hidden cards only.

use chaodipi::cards::{Card, Rank, two_decks};
use chaodipi::game::TableId;
use chaodipi::rules::auction::first_starter;
use chaodipi::rules::{BySeat, Seat};
use chaodipi::table::Chance;
use rand::SeedableRng as _;
use rand::rngs::StdRng;
use rand::seq::SliceRandom as _;

/// The seed of all that is not in a cast.
pub const SEED: u64 = 21;

/// Four hands in drawing order and the bottom.
#[derive(Clone)]
pub struct Cast {
    pub hands: [Vec<Card>; 4],
    pub bottom: Vec<Card>,
}

/// A card by its name.
pub fn card(name: &str) -> Card {
    name.parse().expect("a card")
}

impl Cast {
    /// Seat 0 draws ♠2 early, so that it declares; seat 1 holds the pair of
    /// ♥2; nobody else has a pair to speak with. The rest is shuffled.
    pub fn new() -> Cast {
        let given = [
            (["S2", "D2", "BJ", "LJ"], false),
            (["H2", "H2", "LJ", "C3"], true),
            (["C2", "D2", "BJ", "C3"], true),
            (["S2", "C2", "D3", "D4"], true),
        ];
        let mut rest = two_decks();
        for name in given.iter().flat_map(|(names, _)| names) {
            let at = rest.iter().position(|&c| c == card(name));
            rest.remove(at.expect("two of each card"));
        }
        rest.shuffle(&mut StdRng::seed_from_u64(5));
        let hands = given.map(|(names, late)| {
            let mut hand: Vec<Card> = rest.drain(..21).collect();
            let names = names.map(card);
            let at = if late { hand.len() } else { 2 };
            hand.splice(at..at, names);
            hand
        });
        Cast {
            hands,
            bottom: rest,
        }
    }

    /// Changes over a card of one seat and one of another (4: the bottom).
    pub fn swap(&self, one: (usize, Card), two: (usize, Card)) -> Cast {
        let mut other = self.clone();
        let place = |cast: &mut Cast, (seat, old): (usize, Card), new: Card| {
            let list = match seat {
                4 => &mut cast.bottom,
                seat => &mut cast.hands[seat],
            };
            let at = list.iter().position(|&c| c == old).expect("held");
            list[at] = new;
        };
        place(&mut other, one, two.1);
        place(&mut other, two, one.1);
        other
    }

    pub fn map(&self, change: fn(Card) -> Card) -> Cast {
        let all = |list: &Vec<Card>| list.iter().copied().map(change).collect::<Vec<_>>();
        Cast {
            hands: [0, 1, 2, 3].map(|s| all(&self.hands[s])),
            bottom: all(&self.bottom),
        }
    }

    /// A plain card of each of two places, of one suit, that neither seat
    /// holds or gets twice and that was not flipped: exchanging them changes
    /// no pair and no count of a suit.
    pub fn exchangeable(&self, one: usize, two: usize) -> (Card, Card) {
        let list = |seat: usize| {
            if seat == 4 {
                &self.bottom
            } else {
                &self.hands[seat]
            }
        };
        let flipped = flips();
        let plain = |c: &Card| {
            c.points() == 0
                && c.rank().is_some_and(|r| r != Rank::Two)
                && !flipped.values().any(|f| f == c)
        };
        let once = |c: &Card, own: usize, other: usize| {
            list(own).iter().filter(|o| *o == c).count() == 1 && !list(other).contains(c)
        };
        for a in list(one).iter().filter(|c| plain(c) && once(c, one, two)) {
            for b in list(two).iter().filter(|c| plain(c) && once(c, two, one)) {
                if a != b && a.suit() == b.suit() {
                    return (*a, *b);
                }
            }
        }
        panic!("nothing to exchange");
    }

    /// The 108 cards in drawing order.
    pub fn deck(&self) -> String {
        let starter = first_starter(Seat::ALL[0], &flips());
        let drawn = (0..100).map(|at| self.hands[starter.after(at % 4).index()][at / 4]);
        let names: Vec<String> = drawn
            .chain(self.bottom.iter().copied())
            .map(Card::name)
            .collect();
        names.join(" ")
    }
}

/// What is flipped for the first starter with this seed.
pub fn flips() -> BySeat<Card> {
    Chance::fixed(SEED)
        .shuffle(TableId(1), 1)
        .expect("chance")
        .flips
}
