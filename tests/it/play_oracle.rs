//! A second, slow reading of RULES.md §3-§7, written from the text and sharing
//! no code with the rules it is held against: preset ids, lists, recursion.

use chaodipi::cards::{Card, CardSet, Rank, Suit};

/// The thirteen presets.
pub const PRESETS: [&str; 13] = [
    "tournament",
    "college",
    "ordered",
    "dark",
    "tv",
    "flag",
    "hook",
    "platform",
    "forty",
    "knockout",
    "five-ten-king",
    "red-five",
    "double-dig",
];

/// One deal of a preset.
#[derive(Clone, Copy, Debug)]
pub struct Oracle {
    pub preset: &'static str,
    pub level: Rank,
    pub trump: Option<Suit>,
}

/// A lead as the oracle reads it.
#[derive(Debug, PartialEq, Eq)]
pub struct LeadParts {
    pub fives: usize,
    pub tractors: Vec<usize>,
    pub pairs: usize,
    pub singles: usize,
}

impl Oracle {
    fn is(&self, presets: &[&str]) -> bool {
        presets.contains(&self.preset)
    }

    fn top(&self) -> Option<Card> {
        let red = Card::new(Suit::Hearts, Rank::Five);
        if self.is(&["flag", "five-ten-king", "red-five"]) {
            return Some(red);
        }
        let suit = self.trump.filter(|_| self.is(&["double-dig"]))?;
        Some(Card::new(suit, Rank::Five))
    }

    fn spade_ace(&self) -> Option<Card> {
        self.is(&["double-dig"])
            .then_some(Card::new(Suit::Spades, Rank::Ace))
    }

    fn permanent(&self, card: Card) -> bool {
        Some(card) == self.top() || Some(card) == self.spade_ace()
    }

    fn of_level(&self, card: Card) -> bool {
        card.rank() == Some(self.level) && !self.permanent(card)
    }

    /// A card that stands in its suit's own run.
    fn ordinary(&self, card: Card) -> bool {
        !card.is_joker() && !self.permanent(card) && !self.of_level(card)
    }

    /// `None` for trump.
    pub fn side(&self, card: Card) -> Option<Suit> {
        card.suit()
            .filter(|&s| self.ordinary(card) && Some(s) != self.trump)
    }

    /// The order inside a category (§3).
    pub fn height(&self, card: Card) -> usize {
        if Some(card) == self.top() {
            100
        } else if card == Card::BIG_JOKER {
            90
        } else if card == Card::LITTLE_JOKER {
            80
        } else if Some(card) == self.spade_ace() {
            70
        } else if self.of_level(card) {
            if card.suit() == self.trump { 60 } else { 50 }
        } else {
            card.rank().expect("no joker") as usize
        }
    }

    /// Whether `low` is linked to `high` above it (§4), an ace being high.
    fn linked(&self, low: Card, high: Card) -> bool {
        if low == Card::LITTLE_JOKER && high == Card::BIG_JOKER {
            return true;
        }
        let trump_level = |c: Card| self.of_level(c) && c.suit() == self.trump;
        let off_level =
            |c: Card| self.of_level(c) && c.suit() != self.trump && self.trump.is_some();
        let any_level = |c: Card| self.of_level(c) && self.trump.is_none();
        let solid = self.is(&["college", "knockout", "five-ten-king"]);
        if high == Card::LITTLE_JOKER && !solid && !self.is(&["double-dig"]) {
            return trump_level(low) || any_level(low);
        }
        if self.is(&["double-dig"]) {
            if Some(high) == self.top() {
                return low == Card::BIG_JOKER;
            }
            if high == Card::LITTLE_JOKER {
                return Some(low) == self.spade_ace();
            }
            let level_ace = self.trump == Some(Suit::Spades) && self.level == Rank::Ace;
            if Some(high) == self.spade_ace() {
                return trump_level(low) || any_level(low) || (level_ace && off_level(low));
            }
        }
        let levels = !solid && !self.is(&["tournament"]);
        if off_level(low) && trump_level(high) {
            return levels;
        }
        if off_level(high) && self.ordinary(low) && low.suit() == self.trump {
            let above =
                |c: &Card| self.ordinary(*c) && c.suit() == low.suit() && c.rank() > low.rank();
            return levels && !Card::ALL.iter().any(above);
        }
        self.neighbours(low, high)
    }

    /// Neighbours in the run of one suit.
    fn neighbours(&self, low: Card, high: Card) -> bool {
        let natural = |c: Card| {
            self.ordinary(c)
                || (self.is(&["knockout"]) && self.of_level(c) && c.suit() == self.trump)
        };
        if !natural(low) || !natural(high) || low.suit() != high.suit() {
            return false;
        }
        let (Some(suit), Some(from), Some(to)) = (low.suit(), low.rank(), high.rank()) else {
            return false;
        };
        let hollow = if Some(suit) == self.trump {
            !self.is(&["platform", "knockout", "five-ten-king"])
        } else {
            !self.is(&["five-ten-king"])
        };
        let level_card = Card::new(suit, self.level);
        to as usize == from as usize + 1
            || (hollow
                && !self.permanent(level_card)
                && to as usize == from as usize + 2
                && from as usize + 1 == self.level as usize)
    }

    fn ace_below(&self, ace: Card, two: Card) -> bool {
        self.is(&["five-ten-king"])
            && ace.suit() == two.suit()
            && ace.rank() == Some(Rank::Ace)
            && two.rank() == Some(Rank::Two)
            && self.ordinary(ace)
            && self.ordinary(two)
    }

    /// Whether a pair of each makes a tractor.
    pub fn tractor(&self, one: Card, other: Card) -> bool {
        let up = |low, high| self.linked(low, high) || self.ace_below(low, high);
        up(one, other) || up(other, one)
    }

    /// All tractors among the pairs, from the lowest pair up.
    fn chains(&self, pairs: &[Card]) -> Vec<Vec<Card>> {
        let mut all = Vec::new();
        for &a in pairs {
            for &b in pairs {
                if self.linked(a, b) || self.ace_below(a, b) {
                    self.extend(vec![a, b], pairs, &mut all);
                }
            }
        }
        all
    }

    fn extend(&self, chain: Vec<Card>, pairs: &[Card], all: &mut Vec<Vec<Card>>) {
        let last = *chain.last().expect("two at least");
        for &next in pairs {
            if self.linked(last, next) && !chain.contains(&next) {
                let mut longer = chain.clone();
                longer.push(next);
                self.extend(longer, pairs, all);
            }
        }
        all.push(chain);
    }

    fn chain_height(&self, chain: &[Card]) -> usize {
        let last = *chain.last().expect("two at least");
        if self.is(&["knockout"]) && self.of_level(last) {
            last.rank().expect("a level card") as usize
        } else {
            self.height(last)
        }
    }

    /// The longest tractor of at most so many pairs; of several the strongest.
    fn longest(&self, pairs: &[Card], most: usize) -> Option<Vec<Card>> {
        self.chains(pairs)
            .into_iter()
            .filter(|c| c.len() <= most)
            .max_by_key(|c| (c.len(), self.chain_height(c)))
    }

    /// T(X, L) of §6.3.
    fn taken(&self, pairs: &[Card], lengths: &[usize]) -> Vec<usize> {
        let mut left = pairs.to_vec();
        let mut asks: std::collections::VecDeque<usize> = lengths.iter().copied().collect();
        let mut noted = Vec::new();
        while let Some(ask) = asks.pop_front() {
            match self.longest(&left, ask) {
                None => noted.push(0),
                Some(chain) => {
                    noted.push(chain.len());
                    left.retain(|c| !chain.contains(c));
                    if ask - chain.len() >= 2 {
                        asks.push_back(ask - chain.len());
                    }
                }
            }
        }
        noted
    }

    /// The cards of 5-10-K of a suit, if the preset has it, and whether they
    /// belong to that suit's side category by lowering.
    pub fn fives(&self, suit: Suit) -> Option<(CardSet, bool)> {
        if !self.is(&["five-ten-king", "red-five"]) {
            return None;
        }
        let cards = [Rank::Five, Rank::Ten, Rank::King].map(|r| Card::new(suit, r));
        let set = CardSet::from_cards(&cards).expect("three kinds");
        if self.trump == Some(suit) {
            return Some((set, false));
        }
        let mut lowered = false;
        for card in cards {
            if self.side(card).is_none() {
                let red = Some(card) == self.top();
                if !red && self.is(&["red-five"]) {
                    return None;
                }
                lowered = true;
            }
        }
        Some((set, lowered))
    }

    /// The parts of cards of one category.
    pub fn lead_parts(&self, cards: &CardSet, side: Option<Suit>) -> LeadParts {
        let mut rest = *cards;
        let mut parts = LeadParts {
            fives: 0,
            tractors: Vec::new(),
            pairs: 0,
            singles: 0,
        };
        if let Some(fives) = side.or(self.trump).and_then(|s| self.fives(s)) {
            while rest.contains_all(&fives.0) {
                rest = rest.minus(&fives.0);
                parts.fives += 1;
            }
        }
        let mut pairs: Vec<Card> = rest.pairs().iter().collect();
        parts.singles = rest.len() - 2 * pairs.len();
        while let Some(chain) = self.longest(&pairs, usize::MAX) {
            pairs.retain(|c| !chain.contains(c));
            parts.tractors.push(chain.len());
        }
        parts.pairs = pairs.len();
        parts
    }

    /// Whether a play from a hand is a legal follow of a lead of that category (§6, §7.3).
    pub fn follows(
        &self,
        parts: &LeadParts,
        side: Option<Suit>,
        hand: &CardSet,
        play: &CardSet,
    ) -> bool {
        let of =
            |set: &CardSet| -> Vec<Card> { set.iter().filter(|&c| self.side(c) == side).collect() };
        let (held, played) = (of(hand), of(play));
        let n = play.len();
        let suit = side.or(self.trump);
        let alone = parts.fives == 1 && n == 3;
        let fives = suit.and_then(|s| self.fives(s)).filter(|_| alone);
        if let Some((cards, lowered)) = fives.filter(|f| hand.contains_all(&f.0)) {
            if *play == cards {
                return true;
            }
            if !lowered {
                return false;
            }
        } else if fives.is_some() && side.is_none() && self.is(&["five-ten-king"]) {
            let heights = |cards: &[Card]| {
                let mut list: Vec<usize> = cards.iter().map(|&c| self.height(c)).collect();
                list.sort_unstable_by(|a, b| b.cmp(a));
                list.truncate(3);
                list
            };
            return heights(&played) == heights(&held);
        }
        if played.len() < n.min(held.len()) {
            return false;
        }
        if self.is(&["knockout"]) || held.len() <= n {
            return true;
        }
        let pairs_of = |set: &CardSet| -> Vec<Card> {
            set.pairs()
                .iter()
                .filter(|&c| self.side(c) == side)
                .collect()
        };
        let (pairs_held, pairs_played) = (pairs_of(hand), pairs_of(play));
        let asked = parts.pairs + parts.tractors.iter().sum::<usize>();
        pairs_played.len() >= asked.min(pairs_held.len())
            && self.taken(&pairs_played, &parts.tractors)
                == self.taken(&pairs_held, &parts.tractors)
    }

    /// The first reason of JUDGE.md's order that speaks against a follow.
    pub fn reason(
        &self,
        parts: &LeadParts,
        (side, n): (Option<Suit>, usize),
        hand: &CardSet,
        play: &CardSet,
    ) -> Option<&'static str> {
        if !hand.contains_all(play) {
            return Some("not_in_hand");
        }
        if play.len() != n {
            return Some("wrong_count");
        }
        if self.follows(parts, side, hand, play) {
            return None;
        }
        let of = |set: CardSet| set.iter().filter(|&c| self.side(c) == side).count();
        if of(*play) < n.min(of(*hand)) {
            return Some("must_follow_suit");
        }
        let pairs = |set: &CardSet| {
            let pairs = set.pairs().iter().filter(|&c| self.side(c) == side);
            pairs.count()
        };
        let asked = parts.pairs + parts.tractors.iter().sum::<usize>();
        if pairs(play) < asked.min(pairs(hand)) {
            return Some("must_follow_pair");
        }
        if !parts.tractors.is_empty() {
            return Some("must_follow_tractor");
        }
        let own = side.or(self.trump).and_then(|s| self.fives(s));
        let holds = own.is_some_and(|(cards, _)| hand.contains_all(&cards));
        Some(if holds {
            "must_follow_fives"
        } else {
            "must_play_highest"
        })
    }

    /// The category of cards that may be led: `Some(None)` for trump, `None`
    /// when they are of several (§5). 5-10-K counts with lowering (§7.3).
    pub fn led(&self, cards: &CardSet) -> Option<Option<Suit>> {
        let first = self.side(cards.iter().next()?);
        if cards.iter().all(|c| self.side(c) == first) {
            return Some(first);
        }
        let lowered = |suit: &Suit| {
            let Some((fives, true)) = self.fives(*suit) else {
                return false;
            };
            let mut rest = *cards;
            while rest.contains_all(&fives) {
                rest = rest.minus(&fives);
            }
            rest.iter().all(|c| self.side(c) == Some(*suit))
        };
        Suit::ALL.into_iter().find(lowered).map(Some)
    }

    /// The key of a play on a lead (§7.1, §7.2), `None` when it cannot win.
    pub fn key(
        &self,
        lead: &CardSet,
        parts: &LeadParts,
        side: Option<Suit>,
        play: &CardSet,
    ) -> Option<(bool, usize)> {
        let first = play.iter().next()?;
        let own = self.side(first);
        if play.iter().any(|c| self.side(c) != own) || play.len() != lead.len() {
            return None;
        }
        let throw = parts.fives + parts.tractors.len() + parts.pairs + parts.singles > 1;
        let ruffs = side.is_some() && own.is_none();
        if own != side && !ruffs {
            return None;
        }
        if own == side && (throw || parts.fives > 0) {
            return None;
        }
        let mut rest = *play;
        for _ in 0..parts.fives {
            let (cards, _) = self.fives(self.trump?)?;
            if !rest.contains_all(&cards) {
                return None;
            }
            rest = rest.minus(&cards);
        }
        let pairs: Vec<Card> = rest.pairs().iter().collect();
        let best = self.split(&pairs, &parts.tractors, parts.pairs)?;
        let tallest = |cards: &[Card]| cards.iter().map(|&c| self.height(c)).max();
        let key = if !parts.tractors.is_empty() {
            Some(best)
        } else if parts.pairs > 0 {
            tallest(&pairs)
        } else {
            tallest(&rest.to_vec())
        };
        Some((ruffs, key.unwrap_or(0)))
    }

    /// Whether a part of a throw is beaten by a hand (§5).
    pub fn beaten(&self, side: Option<Suit>, part: &CardSet, hand: &CardSet) -> bool {
        let of = |cards: Vec<Card>| -> Vec<Card> {
            cards
                .into_iter()
                .filter(|&c| self.side(c) == side)
                .collect()
        };
        let pairs = of(hand.pairs().iter().collect());
        let first = part.iter().next().expect("a part has cards");
        let higher = |cards: &[Card]| cards.iter().any(|&c| self.height(c) > self.height(first));
        match part.len() {
            1 => higher(&of(hand.to_vec())),
            2 => higher(&pairs),
            3 => false,
            cards => {
                let own: Vec<Card> = part.pairs().iter().collect();
                let own = self.longest(&own, usize::MAX).expect("a tractor");
                assert_eq!(2 * own.len(), cards);
                self.chains(&pairs).into_iter().any(|chain| {
                    chain.len() == own.len() && self.chain_height(&chain) > self.chain_height(&own)
                })
            }
        }
    }

    /// P2 of §5.
    pub fn penalty(&self, thrown: usize, forced: usize, beaten: usize) -> usize {
        match self.preset {
            "tournament" if beaten < thrown => 10 * (thrown - forced),
            "college" | "ordered" => 10 * beaten,
            "tv" | "double-dig" => 10,
            _ => 10 * thrown,
        }
    }

    /// Tries every way to take these tractors and pairs out; answers the
    /// greatest height that a tractor of the first length can have.
    fn split(&self, pairs: &[Card], tractors: &[usize], more: usize) -> Option<usize> {
        let Some((&length, others)) = tractors.split_first() else {
            return (pairs.len() >= more).then_some(0);
        };
        self.chains(pairs)
            .into_iter()
            .filter(|c| c.len() == length)
            .filter(|chain| {
                let left: Vec<Card> = pairs
                    .iter()
                    .copied()
                    .filter(|c| !chain.contains(c))
                    .collect();
                self.split(&left, others, more).is_some()
            })
            .map(|c| self.chain_height(&c))
            .max()
    }
}

/// All different sub-multisets of so many cards.
pub fn subsets(hand: &CardSet, size: usize) -> Vec<CardSet> {
    let kinds: Vec<Card> = hand.kinds().iter().collect();
    let mut found = Vec::new();
    choose(hand, &kinds, size, CardSet::EMPTY, &mut found);
    found
}

fn choose(hand: &CardSet, kinds: &[Card], size: usize, chosen: CardSet, found: &mut Vec<CardSet>) {
    let Some((&card, others)) = kinds.split_first() else {
        found.extend((size == 0).then_some(chosen));
        return;
    };
    let mut with = chosen;
    for copies in 0..=hand.count(card).min(size) {
        if copies > 0 {
            with.insert(card);
        }
        choose(hand, others, size - copies, with, found);
    }
}
