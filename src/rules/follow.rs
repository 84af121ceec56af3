//! Following a lead (RULES.md §6): what a hand owes to suit, pairs and tractors.

use serde::{Deserialize, Serialize};

use super::lead::WITHHOLDABLE;
use super::line::{Line, run};
use super::{Lead, Order, Refusal, Shape};
use crate::cards::{Card, CardSet, Kinds};

/// P3 and P4: whether pairs, or tractors, of the lead oblige the followers (RULES.md §6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FollowDuty {
    /// They must be followed as far as the hand can. All but `knockout` play so.
    #[default]
    Must,
    /// Any cards of the category will do. `knockout` plays so.
    Free,
}

/// What one hand may play on a lead: the cards of `base`, and as many of
/// `pool` as are still needed, with so many pairs and such tractors among
/// them; or else a 5-10-K that need not be shown.
#[derive(Clone, Copy, Debug)]
pub struct Follow<'a> {
    pub(super) order: &'a Order,
    lead: &'a Lead,
    hand: CardSet,
    pub(super) base: CardSet,
    pub(super) pool: CardSet,
    /// How many cards of the pool are played.
    pub(super) picks: usize,
    pub(super) pairs_due: usize,
    pub(super) tractors_due: Tractors,
    pub(super) lowered_fives: Option<CardSet>,
    reason: Reason,
}

/// What narrows the choice beyond suit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reason {
    Suit,
    Fives,
    Highest,
}

/// The lengths T(X, L) of §6.3, in the order in which they were noted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tractors {
    lengths: [u8; Tractors::MOST],
    noted: u8,
}

impl<'a> Follow<'a> {
    /// What that hand may play on that lead. `withheld` says that the seat
    /// held back ♥5-10-K earlier in the deal (§7.3). The hand must hold at
    /// least as many cards as the lead.
    #[must_use]
    pub fn new(order: &'a Order, lead: &'a Lead, hand: &CardSet, withheld: bool) -> Follow<'a> {
        let held = hand.within(order.kinds(lead.category()));
        let mut follow = Follow {
            order,
            lead,
            hand: *hand,
            base: CardSet::EMPTY,
            pool: held,
            picks: lead.len(),
            pairs_due: 0,
            tractors_due: Tractors::default(),
            lowered_fives: None,
            reason: Reason::Suit,
        };
        if held.len() <= lead.len() {
            follow.base = held;
            follow.pool = hand.minus(&held);
            follow.picks = lead.len() - held.len();
        } else {
            follow.owe_shapes(&held);
        }
        if lead.shape() == Some(Shape::Fives) {
            follow.owe_fives(&held, withheld);
        }
        follow
    }

    /// The lead that is followed.
    #[must_use]
    pub const fn lead(&self) -> &Lead {
        self.lead
    }

    /// Whether the play is legal. Allocates nothing.
    #[must_use]
    pub fn allows(&self, play: &CardSet) -> bool {
        self.lowered_fives == Some(*play) || self.allows_without_lowering(play)
    }

    pub(super) fn allows_without_lowering(&self, play: &CardSet) -> bool {
        let picked = play.minus(&self.base);
        play.len() == self.lead.len()
            && play.contains_all(&self.base)
            && self.pool.contains_all(&picked)
            && self.meets_shapes(picked.pairs())
    }

    /// Whether the play is legal, and if not, why (§6, §7.3).
    ///
    /// # Errors
    /// `NotInHand`, `WrongCount`, `MustFollowSuit`, `MustFollowPair`,
    /// `MustFollowTractor`, `MustFollowFives` or `MustPlayHighest`, with what
    /// must be played.
    pub fn check(&self, play: &CardSet) -> Result<(), Refusal> {
        if self.allows(play) {
            Ok(())
        } else {
            Err(self.refusal(play))
        }
    }

    /// The 5-10-K with which the lead of one may be answered, but need not be
    /// (lowering, §7.3).
    #[must_use]
    pub const fn may_lower(&self) -> Option<CardSet> {
        self.lowered_fives
    }

    /// Whether a legal play holds back the ♥5-10-K that was asked for: the
    /// seat may then not play it as a combination in this deal (§7.3).
    #[must_use]
    pub fn withholds(&self, play: &CardSet) -> bool {
        self.lead.category() == WITHHOLDABLE
            && self.lowered_fives.is_some_and(|fives| fives != *play)
    }

    /// Whether these pairs among the cards picked meet §6.2 and §6.3.
    pub(super) fn meets_shapes(&self, pairs: Kinds) -> bool {
        pairs.len() >= self.pairs_due
            && (!self.tractors_due.any()
                || self.tractors(self.order.line(self.lead.category(), pairs)) == self.tractors_due)
    }

    fn tractors(&self, line: Line) -> Tractors {
        Tractors::taken(line, self.lead.profile().tractors())
    }

    /// §6.2 and §6.3, for a hand that has more cards of the category than needed.
    fn owe_shapes(&mut self, held: &CardSet) {
        let profile = self.lead.profile();
        let asked = profile.pairs_in_all();
        if asked == 0 {
            return;
        }
        let rules = self.order.rules();
        match rules.follow_pairs {
            FollowDuty::Must => self.pairs_due = asked.min(held.pairs().len()),
            FollowDuty::Free => {}
        }
        match rules.follow_tractors {
            FollowDuty::Must if !profile.tractors().is_empty() => {
                let line = self.order.line(self.lead.category(), held.pairs());
                self.tractors_due = self.tractors(line);
            }
            FollowDuty::Must | FollowDuty::Free => {}
        }
    }

    /// §7.3, on a lead of one 5-10-K.
    fn owe_fives(&mut self, held: &CardSet, withheld: bool) {
        let category = self.lead.category();
        if let Some(fives) = self.order.fives(category)
            && self.hand.contains_all(&fives.cards)
        {
            if fives.lowered.is_empty() {
                self.reason = Reason::Fives;
                self.base = fives.cards;
                self.pool = CardSet::EMPTY;
                self.picks = 0;
            } else if !(withheld && category == WITHHOLDABLE) {
                self.lowered_fives = Some(fives.cards);
            }
            return;
        }
        let owes_highest = self.order.rules().fives.owes_highest(category);
        if owes_highest && held.len() > self.lead.len() {
            self.owe_highest(held);
        }
    }

    fn owe_highest(&mut self, held: &CardSet) {
        self.reason = Reason::Highest;
        let above = |card: Card| held.within(self.order.higher(card)).len();
        let due = self.lead.len();
        // The lowest class that is reached: fewer than are due stand above it.
        let reached: Kinds = held.kinds().iter().filter(|&c| above(c) < due).collect();
        let lowest = reached.iter().map(|c| self.order.strength(c)).min();
        let last: Kinds = reached
            .iter()
            .filter(|&c| Some(self.order.strength(c)) == lowest)
            .collect();
        self.pool = held.within(last);
        self.base = held.within(reached - last);
        self.picks = due - self.base.len();
    }

    /// Why a play is refused that is not legal.
    fn refusal(&self, play: &CardSet) -> Refusal {
        let missing = play.minus(&self.hand);
        if !missing.is_empty() {
            return Refusal::NotInHand { missing };
        }
        if play.len() != self.lead.len() {
            return Refusal::WrongCount {
                needed: self.lead.len(),
                given: play.len(),
            };
        }
        let category = self.lead.category();
        let held = self.hand.within(self.order.kinds(category));
        let needed = held.len().min(self.lead.len());
        if play.within(self.order.kinds(category)).len() < needed {
            return Refusal::MustFollowSuit {
                category,
                needed,
                cards: held,
            };
        }
        match self.reason {
            Reason::Fives => Refusal::MustFollowFives { cards: self.base },
            Reason::Highest => Refusal::MustPlayHighest {
                cards: self.base.plus(&self.pool).unwrap_or(self.base),
            },
            Reason::Suit if play.pairs().len() < self.pairs_due => Refusal::MustFollowPair {
                needed: self.pairs_due,
                pairs: CardSet::from_kinds(held.pairs(), held.pairs()),
            },
            Reason::Suit => self.tractor_refusal(&held),
        }
    }

    fn tractor_refusal(&self, held: &CardSet) -> Refusal {
        let mut lengths: Vec<usize> = self.tractors_due.found().collect();
        lengths.sort_unstable_by(|a, b| b.cmp(a));
        let category = self.lead.category();
        let line = self.order.line(category, held.pairs());
        let mut useful = 0;
        if let Some(&shortest) = lengths.last() {
            let mut top = 31;
            while let Some(end) = line.tractor_below(shortest, top) {
                useful |= run(end, shortest);
                match end.checked_sub(1) {
                    Some(next) => top = next,
                    None => break,
                }
            }
        }
        let pairs = held
            .pairs()
            .iter()
            .filter(|&c| self.order.places(c) & useful != 0)
            .collect();
        Refusal::MustFollowTractor {
            lengths,
            cards: CardSet::from_kinds(pairs, pairs),
        }
    }
}

impl Tractors {
    /// The lead's lengths add up to 27 at most, and every ask but a last one
    /// takes two pairs.
    const MOST: usize = 32;

    /// T(X, L) for the pairs X on a line and the lengths L (§6.3).
    fn taken(mut line: Line, asked: &[u8]) -> Tractors {
        let mut asks = [0; Tractors::MOST];
        let mut open = asked.len();
        asks[..open].copy_from_slice(asked);
        let mut taken = Tractors::default();
        while (taken.noted as usize) < open {
            let ask = asks[taken.noted as usize] as usize;
            let length = match line.longest(ask) {
                Some((top, length)) => {
                    line = line.without(top, length);
                    length
                }
                None => 0,
            };
            taken.lengths[taken.noted as usize] = length as u8;
            taken.noted += 1;
            if length > 0 && ask - length >= 2 {
                asks[open] = (ask - length) as u8;
                open += 1;
            }
        }
        taken
    }

    /// Whether any tractor is there at all.
    pub(super) fn any(&self) -> bool {
        self.lengths.iter().any(|&k| k > 0)
    }

    /// The lengths that were found.
    fn found(&self) -> impl Iterator<Item = usize> {
        let lengths = self.lengths;
        (0..self.noted as usize)
            .map(move |i| lengths[i] as usize)
            .filter(|&k| k > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::PlayRules;
    use crate::rules::testing::{DEFAULT, FIVE_TEN_KING, KNOCKOUT, RED_FIVE, order, set};

    fn check(rules: &PlayRules, lead: &str, hand: &str, play: &str, expected: &str) {
        let order = order(rules, "8S");
        let lead = Lead::new(&order, &set(lead)).expect("one category");
        let follow = Follow::new(&order, &lead, &set(hand), false);
        let said = match follow.check(&set(play)) {
            Ok(()) => "ok",
            Err(refusal) => refusal.as_str(),
        };
        assert_eq!(said, expected, "{play} from {hand}");
    }

    #[test]
    fn the_category_is_followed_as_far_as_it_goes() {
        check(&DEFAULT, "H9", "HA C3", "C3", "must_follow_suit");
        check(&DEFAULT, "H9", "H8 C3", "C3", "ok");
        check(&DEFAULT, "H9 H9", "HA C3 C3", "C3 C3", "must_follow_suit");
        check(&DEFAULT, "H9 H9", "HA C3 C3", "HA C3", "ok");
        check(&DEFAULT, "H9 H9", "HA C3 C3", "HA", "wrong_count");
        check(&DEFAULT, "H9", "HA C3", "HK", "not_in_hand");
    }

    #[test]
    fn pairs_are_followed_as_far_as_they_go() {
        check(&DEFAULT, "H9 H9", "HA H4 H4", "HA H4", "must_follow_pair");
        check(&DEFAULT, "H9 H9", "HA H4 H4", "H4 H4", "ok");
        check(&KNOCKOUT, "H9 H9", "HA H4 H4", "HA H4", "ok");
        check(
            &DEFAULT,
            "H9 H9 HA",
            "HK HQ HQ HJ",
            "HK HQ HJ",
            "must_follow_pair",
        );
        check(
            &DEFAULT,
            "H2 H2 H3 H3",
            "H9 H9 HJ HJ HA",
            "H9 H9 HJ HA",
            "must_follow_pair",
        );
    }

    #[test]
    fn tractors_are_followed_as_far_as_they_go() {
        let lead = "H2 H2 H3 H3 H4 H4";
        let hand = "H5 H5 H6 H6 HT HT HK HK";
        check(
            &DEFAULT,
            lead,
            hand,
            "H5 H5 HT HT HK HK",
            "must_follow_tractor",
        );
        check(&DEFAULT, lead, hand, "H5 H5 H6 H6 HK HK", "ok");
        check(&KNOCKOUT, lead, hand, "H5 H5 HT HT HK HK", "ok");
        let run = "H5 H5 H6 H6 H7 H7 H9 H9";
        check(
            &DEFAULT,
            lead,
            run,
            "H5 H5 H6 H6 H9 H9",
            "must_follow_tractor",
        );
        check(&DEFAULT, lead, run, "H6 H6 H7 H7 H9 H9", "ok");
    }

    #[test]
    fn what_a_tractor_left_open_is_asked_again() {
        let lead = "H2 H2 H3 H3 H4 H4 H5 H5";
        let hand = "H6 H6 H7 H7 HT HT HJ HJ HK HK";
        check(&DEFAULT, lead, hand, "H6 H6 H7 H7 HT HT HJ HJ", "ok");
        check(
            &DEFAULT,
            lead,
            hand,
            "H6 H6 H7 H7 HT HT HK HK",
            "must_follow_tractor",
        );
    }

    #[test]
    fn a_refusal_names_what_must_be_played() {
        let order = order(&DEFAULT, "8S");
        let lead = Lead::new(&order, &set("H2 H2 H3 H3")).expect("one category");
        let hand = set("H4 H4 H5 H5 HK HK");
        let follow = Follow::new(&order, &lead, &hand, false);
        assert_eq!(
            follow.check(&set("H4 H4 HK HK")),
            Err(Refusal::MustFollowTractor {
                lengths: vec![2],
                cards: set("H4 H4 H5 H5"),
            })
        );
        assert_eq!(
            follow.check(&set("H4 H5 HK HK")),
            Err(Refusal::MustFollowPair {
                needed: 2,
                pairs: hand,
            })
        );
    }

    #[test]
    fn five_ten_king_is_followed_with_one() {
        let lead = "C5 CT CK";
        check(
            &FIVE_TEN_KING,
            lead,
            "C5 CT CK CA C2",
            "CA CT C2",
            "must_follow_fives",
        );
        check(&FIVE_TEN_KING, lead, "C5 CT CK CA C2", "C5 CT CK", "ok");
        check(&FIVE_TEN_KING, lead, "C5 CT CA C2 C3", "CA CT C2", "ok");
        let trump = "S5 ST SK";
        check(
            &FIVE_TEN_KING,
            trump,
            "BJ D8 H8 SA S2",
            "BJ SA S2",
            "must_play_highest",
        );
        check(&FIVE_TEN_KING, trump, "BJ D8 H8 SA S2", "BJ D8 H8", "ok");
        check(&FIVE_TEN_KING, trump, "BJ LJ D8 H8 S2", "BJ LJ H8", "ok");
        check(&RED_FIVE, trump, "BJ D8 H8 SA S2", "D8 SA S2", "ok");
    }

    #[test]
    fn side_hearts_may_be_held_back_and_are_then_gone() {
        let order = order(&RED_FIVE, "8S");
        let lead = Lead::new(&order, &set("H5 HT HK")).expect("5-10-K");
        let hand = set("H5 HT HK HA H2");
        let follow = Follow::new(&order, &lead, &hand, false);
        assert!(follow.allows(&set("HT HA H2")));
        assert!(follow.withholds(&set("HT HA H2")));
        assert!(!follow.withholds(&set("H5 HT HK")));
        let later = Follow::new(&order, &lead, &hand, true);
        assert!(!later.allows(&set("H5 HT HK")));
        assert!(!later.withholds(&set("HT HA H2")));
    }
}
