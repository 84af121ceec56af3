//! All legal plays of a hand: counted, listed, and as the cards to choose from.

use std::ops::ControlFlow;

use super::lead::WITHHOLDABLE;
use super::line::run;
use super::{Category, Follow, Lead, Order};
use crate::cards::{Card, CardSet, Kinds};

/// Legal follows of a hand, as a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plays {
    /// The plays, each once.
    pub plays: Vec<CardSet>,
    /// Whether these are all; `false` when the list was cut at its cap.
    pub complete: bool,
}

/// The cards of a hand that a legal follow can use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choices {
    /// What every legal play contains.
    pub must: CardSet,
    /// What stands in a legal play at all: a kind twice if some play has it twice.
    pub may: CardSet,
    /// How many cards are played.
    pub cards: usize,
}

/// All leads of a hand that are no throws: singles, pairs, tractors and
/// 5-10-K (RULES.md §5). `withheld` as in [`Lead::check`].
#[must_use]
pub fn leads(order: &Order, hand: &CardSet, withheld: bool) -> Vec<CardSet> {
    let once = |kinds| CardSet::from_kinds(kinds, Kinds::NONE);
    let twice = |kinds| CardSet::from_kinds(kinds, kinds);
    let one = |card| Kinds::NONE.with(card);
    let mut leads = Vec::with_capacity(2 * hand.len());
    leads.extend(hand.kinds().iter().map(|c| once(one(c))));
    leads.extend(hand.pairs().iter().map(|c| twice(one(c))));
    for category in Category::ALL {
        tractors(order, category, hand.pairs(), &mut leads);
        let held_back = withheld && category == WITHHOLDABLE;
        leads.extend(
            order
                .fives(category)
                .map(|f| f.cards)
                .filter(|f| hand.contains_all(f) && !held_back),
        );
    }
    leads
}

/// Every tractor that can be made of the pairs of a category.
fn tractors(order: &Order, category: Category, pairs: Kinds, found: &mut Vec<CardSet>) {
    let pairs = pairs & order.kinds(category);
    let at = |place: u32| {
        pairs
            .iter()
            .filter(move |&c| order.places(c) >> place & 1 == 1)
    };
    // Asked of the pairs, not of their line, which leaves out a low ace where
    // the whole suit is there.
    let bits = pairs.iter().fold(0, |all, c| all | order.places(c));
    let twofold: u32 = pairs
        .iter()
        .map(|c| order.places(c))
        .filter(|places| !places.is_power_of_two())
        .sum();
    let mut starts = bits & bits >> 1;
    while starts != 0 {
        let start = starts.trailing_zeros();
        starts &= starts - 1;
        let mut partial = vec![Kinds::NONE];
        for top in start..32 {
            let length = (top - start + 1) as usize;
            let places = run(top, length);
            if bits >> top & 1 == 0 || (twofold != 0 && places & twofold == twofold) {
                break;
            }
            partial = partial
                .iter()
                .flat_map(|&kinds| at(top).map(move |c| kinds.with(c)))
                .collect();
            // A suit's whole run without its high ace is its run without the low one.
            let same_higher =
                twofold != 0 && places & twofold != 0 && start == 0 && twofold >> (top + 1) == 1;
            if length >= 2 && !same_higher {
                found.extend(partial.iter().map(|&k| CardSet::from_kinds(k, k)));
            }
        }
    }
}

impl Follow<'_> {
    /// How many different legal plays there are; identical cards are the same.
    #[must_use]
    pub fn count(&self) -> u64 {
        let mut count = 0;
        if !self.tractors_due.any() {
            let most = self.pool.pairs().len().min(self.picks / 2);
            count = (self.pairs_due..=most).map(|both| self.ways(both)).sum();
        } else {
            let kinds = self.pool.kinds().len();
            self.each_pairing(|pairs, singles| {
                count += choose(kinds - pairs.len(), singles);
                ControlFlow::Continue(())
            });
        }
        count + u64::from(self.extra().is_some())
    }

    /// The only legal play, if there is only one.
    #[must_use]
    pub fn forced(&self) -> Option<CardSet> {
        let plays = self.plays(2);
        match plays.plays[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    /// Up to `cap` legal plays, each once. Among plays with the same pairs
    /// the lowest singles come first.
    #[must_use]
    pub fn plays(&self, cap: usize) -> Plays {
        let mut plays = Vec::new();
        let mut complete = true;
        let mut add = |play| {
            if plays.len() < cap {
                plays.push(play);
                ControlFlow::Continue(())
            } else {
                complete = false;
                ControlFlow::Break(())
            }
        };
        if self.extra().is_none_or(|fives| add(fives).is_continue()) {
            self.each(&mut add);
        }
        Plays { plays, complete }
    }

    /// A legal play drawn by chance, each as likely as any other: `below(n)`
    /// draws a number under n, which is never 0.
    pub fn pick(&self, mut below: impl FnMut(usize) -> usize) -> CardSet {
        let mut at = below(self.count().max(1) as usize) as u64;
        if let Some(fives) = self.extra() {
            if at == 0 {
                return fives;
            }
            at -= 1;
        }
        let (pairs, singles) = if self.tractors_due.any() {
            self.pairing_of(at)
        } else {
            let both = self.pairs_of(at);
            (
                some_of(self.pool.pairs(), both, &mut below),
                self.picks - 2 * both,
            )
        };
        let once = some_of(self.pool.kinds() - pairs, singles, &mut below);
        let picked = CardSet::from_kinds(pairs | once, pairs);
        self.base.plus(&picked).unwrap_or(picked)
    }

    /// How many pairs the play of that number has, where no tractor is due.
    fn pairs_of(&self, mut at: u64) -> usize {
        let most = self.pool.pairs().len().min(self.picks / 2);
        for both in self.pairs_due..most {
            let ways = self.ways(both);
            if at < ways {
                return both;
            }
            at -= ways;
        }
        most
    }

    /// How many plays have so many pairs, where no tractor is due.
    fn ways(&self, both: usize) -> u64 {
        let (pairs, kinds) = (self.pool.pairs().len(), self.pool.kinds().len());
        choose(pairs, both) * choose(kinds - both, self.picks - 2 * both)
    }

    /// The pairs of the play of that number, and how many cards stand alone in it.
    fn pairing_of(&self, mut at: u64) -> (Kinds, usize) {
        let kinds = self.pool.kinds().len();
        let mut found = (Kinds::NONE, self.picks);
        self.each_pairing(|pairs, singles| {
            found = (pairs, singles);
            let ways = choose(kinds - pairs.len(), singles);
            if at < ways {
                return ControlFlow::Break(());
            }
            at -= ways;
            ControlFlow::Continue(())
        });
        found
    }

    /// What must and what may be chosen.
    #[must_use]
    pub fn choices(&self) -> Choices {
        let (mut all_once, mut all_twice) = (Kinds::ALL, Kinds::ALL);
        let (mut any_once, mut any_twice) = (Kinds::NONE, Kinds::NONE);
        let mut see = |always: CardSet, ever: CardSet| {
            all_once = all_once & always.kinds();
            all_twice = all_twice & always.pairs();
            any_once = any_once | ever.kinds();
            any_twice = any_twice | ever.pairs();
        };
        if let Some(fives) = self.extra() {
            see(fives, fives);
        }
        self.each_pairing(|pairs, singles| {
            let others = self.pool.kinds() - pairs;
            let with = |once: bool| {
                let kinds = if once { pairs | others } else { pairs };
                let picked = CardSet::from_kinds(kinds, pairs);
                self.base.plus(&picked).unwrap_or(picked)
            };
            see(with(singles == others.len()), with(singles > 0));
            ControlFlow::Continue(())
        });
        Choices {
            must: CardSet::from_kinds(all_once, all_twice & all_once),
            may: CardSet::from_kinds(any_once, any_twice),
            cards: self.lead().len(),
        }
    }

    /// The 5-10-K that may be lowered, unless it is legal without that.
    fn extra(&self) -> Option<CardSet> {
        let fives = self.lowered_fives?;
        (!self.allows_without_lowering(&fives)).then_some(fives)
    }

    /// Goes through the legal choices of pairs out of the pool, with the
    /// number of kinds of which one card is to be added. A hand of 33 cards
    /// has 65,536 choices at most.
    pub(super) fn each_pairing(&self, mut see: impl FnMut(Kinds, usize) -> ControlFlow<()>) {
        let all = self.pool.pairs().bits();
        let kinds = self.pool.kinds().len();
        let mut bits = 0u64;
        loop {
            let pairs = Kinds::from_bits(bits);
            let chosen = pairs.len();
            let fits = 2 * chosen <= self.picks
                && self.picks - 2 * chosen <= kinds - chosen
                && self.meets_shapes(pairs);
            if fits && see(pairs, self.picks - 2 * chosen).is_break() {
                return;
            }
            // The next subset of `all`.
            bits = bits.wrapping_sub(all) & all;
            if bits == 0 {
                return;
            }
        }
    }

    /// Goes through the legal plays, save a lowered 5-10-K.
    fn each(&self, mut see: impl FnMut(CardSet) -> ControlFlow<()>) {
        self.each_pairing(|pairs, singles| {
            let mut others: Vec<Card> = (self.pool.kinds() - pairs).iter().collect();
            others.sort_by_key(|&c| self.order.strength(c));
            combinations(&others, singles, Kinds::NONE, &mut |once| {
                let picked = CardSet::from_kinds(pairs | once, pairs);
                see(self.base.plus(&picked).unwrap_or(picked))
            })
        });
    }
}

impl Lead {
    /// Everything that a hand may play on this lead; see [`Follow::new`].
    #[must_use]
    pub fn follow<'a>(&'a self, order: &'a Order, hand: &CardSet, withheld: bool) -> Follow<'a> {
        Follow::new(order, self, hand, withheld)
    }
}

/// Every way to choose so many of the cards.
fn combinations(
    cards: &[Card],
    wanted: usize,
    chosen: Kinds,
    see: &mut impl FnMut(Kinds) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if wanted == 0 {
        return see(chosen);
    }
    for (index, &card) in cards.iter().enumerate() {
        if cards.len() - index < wanted {
            break;
        }
        combinations(&cards[index + 1..], wanted - 1, chosen.with(card), see)?;
    }
    ControlFlow::Continue(())
}

/// So many of the kinds, drawn by chance.
fn some_of(mut kinds: Kinds, count: usize, below: &mut impl FnMut(usize) -> usize) -> Kinds {
    let all = kinds;
    // Of many it is quicker to say which stay out.
    let out = kinds.len() - count.min(kinds.len());
    for _ in 0..count.min(out) {
        let mut bits = kinds.bits();
        for _ in 0..below(kinds.len()) {
            bits &= bits - 1;
        }
        kinds = kinds - Kinds::from_bits(bits & bits.wrapping_neg());
    }
    if count <= out { all - kinds } else { kinds }
}

/// n over k, for n up to the number of kinds of card.
fn choose(n: usize, k: usize) -> u64 {
    if k > n { 0 } else { CHOOSE[n][k] }
}

/// Pascal's triangle.
static CHOOSE: [[u64; Card::COUNT + 1]; Card::COUNT + 1] = {
    let mut rows = [[0; Card::COUNT + 1]; Card::COUNT + 1];
    let mut n = 0;
    while n <= Card::COUNT {
        rows[n][0] = 1;
        let mut k = 1;
        while k <= n {
            rows[n][k] = rows[n - 1][k - 1] + rows[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    rows
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::PlayRules;
    use crate::rules::testing::{DEFAULT, FIVE_TEN_KING, KNOCKOUT, RED_FIVE, order, set};

    fn check_leads(rules: &PlayRules, trump: &str, hand: &str, expected: usize) {
        let order = order(rules, trump);
        let found = leads(&order, &set(hand), false);
        assert_eq!(found.len(), expected, "{hand}");
        for (index, lead) in found.iter().enumerate() {
            assert!(!found[..index].contains(lead), "a lead is there twice");
            let read = Lead::check(&order, &set(hand), lead, false).expect("legal");
            assert!(!read.is_throw());
        }
    }

    #[test]
    fn leads_are_singles_pairs_tractors_and_fives() {
        check_leads(&DEFAULT, "8S", "H4 H4 H5 H5 H6 H6", 9);
        check_leads(&DEFAULT, "8S", "H4 H4 H5 H7 BJ", 5);
        // Two branches over one ace: 4 singles, 4 pairs, 2 + 2 + 1 + 2 tractors.
        check_leads(&DEFAULT, "8S", "SA SA D8 D8 H8 H8 S8 S8", 8 + 2 + 2 + 2);
        check_leads(&RED_FIVE, "8S", "H5 HT HK", 4);
        check_leads(&RED_FIVE, "TS", "H5 HT HK", 3);
        // K-A and A-2, but nothing from the king round to the two.
        check_leads(&FIVE_TEN_KING, "8S", "CK CK CA CA C2 C2", 6 + 2);
    }

    #[test]
    fn a_whole_suit_uses_its_ace_once() {
        let mut rules = FIVE_TEN_KING;
        rules.links.hollow_side = true;
        rules.fives = crate::rules::FivesRule::None;
        let suit = "C2 C2 C3 C3 C4 C4 C5 C5 C6 C6 C7 C7 C9 C9 CT CT CJ CJ CQ CQ CK CK CA CA";
        // 66 runs from 2 to A, and 10 from the low ace to less than the king.
        check_leads(&rules, "8S", suit, 24 + 66 + 10);
    }

    fn check(rules: &PlayRules, trump: &str, lead: &str, hand: &str, expected: u64) {
        let order = order(rules, trump);
        let lead = Lead::new(&order, &set(lead)).expect("one category");
        let follow = lead.follow(&order, &set(hand), false);
        assert_eq!(follow.count(), expected, "on {lead:?}");
        let listed = follow.plays(1000);
        assert!(listed.complete);
        assert_eq!(listed.plays.len() as u64, expected);
        assert_eq!(follow.forced().is_some(), expected == 1);
        let choices = follow.choices();
        for play in &listed.plays {
            assert!(follow.allows(play));
            assert!(play.contains_all(&choices.must));
            assert!(choices.may.contains_all(play));
        }
    }

    #[test]
    fn follows_are_counted_and_listed_alike() {
        check(&DEFAULT, "8S", "H9", "HA HA HK C3 C4", 2);
        check(&KNOCKOUT, "8S", "H9 H9", "HA H4 H4 C3", 2);
        check(&DEFAULT, "8S", "H9 H9", "HA H4 H4 C3", 1);
        check(&DEFAULT, "8S", "H2 H2 H3 H3", "H4 H4 H5 H5 HK", 1);
        check(&DEFAULT, "8S", "H2 H2", "S6 S5 D9 ST DJ", 10);
        check(&FIVE_TEN_KING, "5S", "C5 CT CK", "C5 CT CK CA C2 C3", 11);
        check(&FIVE_TEN_KING, "8S", "S5 ST SK", "BJ LJ D8 H8 S2", 2);
        check(&RED_FIVE, "8S", "H5 HT HK", "H5 HT HK S2", 2);
        check(&RED_FIVE, "8S", "H5 HT HK", "H5 HT HK", 1);
    }

    #[test]
    fn every_legal_play_can_be_picked_and_no_other() {
        let order = order(&DEFAULT, "8S");
        for (lead, hand) in [
            ("H9", "HA HA HK C3"),
            ("H9 H9", "HA H4 H4 H5 H5 C3"),
            ("H2 H2 H3", "HA HK H4 H4 H5 H5 C3"),
            ("H2 H2", "HA C2 C2 C3"),
        ] {
            let lead = Lead::new(&order, &set(lead)).expect("one category");
            let follow = lead.follow(&order, &set(hand), false);
            let mut left = follow.plays(100).plays;
            // Every sequence of draws, as digits of a number.
            for number in 0..4096 {
                let mut digits = number;
                let play = follow.pick(|n| {
                    let digit = digits % 8;
                    digits /= 8;
                    digit % n
                });
                assert!(follow.allows(&play), "on {lead:?}");
                left.retain(|p| *p != play);
            }
            assert!(left.is_empty(), "on {lead:?}");
        }
    }

    #[test]
    fn a_capped_list_says_so() {
        let order = order(&DEFAULT, "8S");
        let lead = Lead::new(&order, &set("H9")).expect("one card");
        let follow = lead.follow(&order, &set("C2 C3 C4"), false);
        let plays = follow.plays(2);
        assert_eq!(plays.plays, vec![set("C2"), set("C3")]);
        assert!(!plays.complete);
    }

    #[test]
    fn choices_tell_what_must_and_what_may_be_played() {
        let order = order(&DEFAULT, "8S");
        let lead = Lead::new(&order, &set("H2 H2 H3")).expect("one category");
        let hand = set("HA H4 H4 H6 C3");
        let choices = lead.follow(&order, &hand, false).choices();
        assert_eq!(choices.must, set("H4 H4"));
        assert_eq!(choices.may, set("H4 H4 H6 HA"));
        assert_eq!(choices.cards, 3);
    }
}
