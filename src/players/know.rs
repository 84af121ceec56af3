//! What everybody who counts knows of a deal: cards played, voids and missing
//! pairs proven, cards shown.

use crate::cards::{Card, CardSet, Kinds, Rank};
use crate::game::{PublicDeal, PublicTrick, SeatView, SpeechKind};
use crate::rules::{
    BySeat, Category, FivesRule, FollowDuty, Lead, Order, RuleSet, Seat, Shape, Side, Trump, beats,
};

/// What stands still while the cards of a deal are played.
pub(crate) struct Facts {
    /// The side on stage.
    pub dealing: Side,
    /// The order of the cards.
    pub order: Order,
    /// The seat whose eight cards are the bottom.
    pub burier: Seat,
}

impl Facts {
    pub(crate) fn new(rules: &RuleSet, trump: Trump, dealing: Side, burier: Seat) -> Facts {
        Facts {
            dealing,
            order: Order::new(&rules.play, trump),
            burier,
        }
    }

    /// The facts of the deal that a seat plays; `None` before its cards are played.
    pub(crate) fn of(view: &SeatView) -> Option<Facts> {
        let deal = view.public.deal.as_ref()?;
        let dealer = deal.dealer?;
        Some(Facts::new(
            &view.public.rules,
            view.trump?,
            dealer.side(),
            last_burier(deal).unwrap_or(dealer),
        ))
    }
}

/// The seat that buried last: the last fryer, or the dealer.
pub(crate) fn last_burier(deal: &PublicDeal) -> Option<Seat> {
    let fried = deal
        .spoken
        .iter()
        .rev()
        .find(|s| s.kind == SpeechKind::Fried);
    fried.map(|s| s.seat).or(deal.dealer)
}

/// A trick as far as it is played.
#[derive(Clone, Copy)]
pub(crate) struct Trick {
    /// Who leads.
    pub leader: Seat,
    /// The lead, once it lies.
    pub lead: Option<Lead>,
    /// Whose play stands, and what it is.
    pub standing: (Seat, CardSet),
    /// Points in it.
    pub points: u16,
    /// How many have played, 0-4.
    pub count: u8,
}

impl Trick {
    pub(crate) const fn new(leader: Seat) -> Trick {
        Trick {
            leader,
            lead: None,
            standing: (leader, CardSet::EMPTY),
            points: 0,
            count: 0,
        }
    }

    /// Whose turn it is.
    pub(crate) const fn turn(&self) -> Seat {
        self.leader.after(self.count as usize)
    }

    /// Lays the next play.
    pub(crate) fn lay(&mut self, order: &Order, cards: &CardSet) {
        let seat = self.turn();
        self.points += cards.points();
        self.count += 1;
        match &self.lead {
            None => {
                self.lead = Lead::new(order, cards);
                self.standing = (seat, *cards);
            }
            Some(lead) => {
                if beats(order, lead, &self.standing.1, cards) {
                    self.standing = (seat, *cards);
                }
            }
        }
    }
}

/// What everybody has seen.
#[derive(Clone, Copy)]
pub(crate) struct Seen {
    /// All cards played.
    pub played: CardSet,
    /// How many cards each seat holds.
    pub left: BySeat<u8>,
    /// Kinds of which a seat holds none.
    pub absent: BySeat<Kinds>,
    /// Kinds of which a seat holds no pair.
    pub unpaired: BySeat<Kinds>,
    /// The longest tractor that a seat may hold in a category, in pairs.
    pub tractor: BySeat<[u8; 5]>,
    /// Categories in which a seat does not hold 5, 10 and K together.
    pub no_fives: BySeat<[bool; 5]>,
    /// Cards a seat has shown and still holds.
    pub held: BySeat<CardSet>,
    /// Cards that lie with a seat, in its hand or in the bottom that it has buried:
    /// what it declared, and what it took up of those who count.
    pub traced: BySeat<CardSet>,
    /// Cards a seat has played.
    pub shown: BySeat<CardSet>,
}

impl Seen {
    /// Before the first card is played.
    pub(crate) fn new(left: u8) -> Seen {
        Seen {
            played: CardSet::EMPTY,
            left: BySeat::new([left; 4]),
            absent: BySeat::default(),
            unpaired: BySeat::default(),
            tractor: BySeat::new([[u8::MAX; 5]; 4]),
            no_fives: BySeat::default(),
            held: BySeat::default(),
            traced: BySeat::default(),
            shown: BySeat::default(),
        }
    }

    /// Takes note of a play; `lead` is `None` for a lead.
    pub(crate) fn note(&mut self, order: &Order, lead: Option<&Lead>, seat: Seat, cards: &CardSet) {
        self.played = self.played.plus(cards).unwrap_or(self.played);
        self.left[seat] = self.left[seat].saturating_sub(cards.len() as u8);
        self.held[seat] = self.held[seat].minus(cards);
        self.traced[seat] = self.traced[seat].minus(cards);
        self.shown[seat] = self.shown[seat].plus(cards).unwrap_or(self.shown[seat]);
        let Some(lead) = lead else {
            return;
        };
        let kinds = order.kinds(lead.category());
        let outside = cards.kinds() - kinds;
        if !outside.is_empty() {
            // A lowered 5-10-K holds a trump and proves no void.
            if lead.profile().fives == 0 || cards.len() != 3 {
                self.absent[seat] = self.absent[seat] | kinds;
            }
            return;
        }
        let asked = lead.profile().pairs_in_all();
        let owed = order.rules().follow_pairs == FollowDuty::Must;
        if owed && asked > cards.pairs().len() {
            self.unpaired[seat] = self.unpaired[seat] | kinds;
        }
        match lead.shape() {
            Some(Shape::Tractor(length)) => self.note_tractor(order, lead, length, seat, cards),
            Some(Shape::Fives) => self.note_fives(order, lead, seat, cards),
            Some(Shape::Single | Shape::Pair) | None => {}
        }
    }

    /// Takes note of what a tractor of the category was followed with: a longer
    /// one than that, up to the lead's, would have been due.
    fn note_tractor(
        &mut self,
        order: &Order,
        lead: &Lead,
        length: u8,
        seat: Seat,
        cards: &CardSet,
    ) {
        let category = lead.category();
        let followed = order.longest_tractor(category, cards.pairs());
        let pairs = followed.map_or(1, |t| t.pairs().len() as u8);
        let owed = order.rules().follow_tractors == FollowDuty::Must;
        if owed && pairs < length {
            let longest = &mut self.tractor[seat][category.index()];
            *longest = pairs.min(*longest);
        }
    }

    /// Takes note of what a 5-10-K was followed with in its category.
    fn note_fives(&mut self, order: &Order, lead: &Lead, seat: Seat, cards: &CardSet) {
        let category = lead.category();
        let fives = lead.cards();
        if *cards == fives || !(fives.kinds() - order.kinds(category)).is_empty() {
            // One that is made by lowering need not be shown.
            return;
        }
        self.no_fives[seat][category.index()] = true;
        let highest = order.rules().fives == FivesRule::LevelsLowered;
        if highest && category == Category::Trump {
            // It has played its three highest.
            let lowest = cards.kinds().iter().min_by_key(|&c| order.strength(c));
            let above = lowest.map_or(Kinds::NONE, |c| order.higher(c));
            self.absent[seat] = self.absent[seat] | above;
        }
    }

    /// Whether a hand of a seat agrees with what it has not followed with.
    pub(crate) fn agrees(&self, order: &Order, seat: Seat, hand: &CardSet) -> bool {
        Category::ALL.into_iter().all(|category| {
            let at = category.index();
            let most = usize::from(self.tractor[seat][at]);
            let tied = || {
                let held = hand.within(order.kinds(category));
                let longest = order.longest_tractor(category, held.pairs());
                longest.map_or(0, |t| t.pairs().len())
            };
            let fives = self.no_fives[seat][at] && holds_fives(order, category, hand);
            !fives && (most == usize::from(u8::MAX) || tied() <= most)
        })
    }

    /// Takes note of a throw that stood: nobody else can beat a part of it.
    pub(crate) fn note_throw(&mut self, order: &Order, seat: Seat, cards: &CardSet) {
        let Some(parts) = order.parts(cards) else {
            return;
        };
        for part in parts.parts {
            let higher = part
                .cards
                .iter()
                .next()
                .map_or(Kinds::NONE, |c| order.higher(c));
            for other in seat.others() {
                match part.shape {
                    Shape::Single => self.absent[other] = self.absent[other] | higher,
                    Shape::Pair => self.unpaired[other] = self.unpaired[other] | higher,
                    Shape::Tractor(_) | Shape::Fives => {}
                }
            }
        }
    }

    /// All that the seat of a view has seen, with the trick being played.
    pub(crate) fn of(view: &SeatView, facts: &Facts) -> Option<(Seen, Trick)> {
        let deal = view.public.deal.as_ref()?;
        let mut seen = Seen::new(25);
        seen.note_speeches(view, deal, facts);
        for trick in &deal.finished {
            seen.note_trick(&facts.order, trick);
        }
        let now = match &deal.trick {
            Some(trick) => seen.note_trick(&facts.order, trick),
            None => Trick::new(deal.dealer?),
        };
        seen.left = deal.counts;
        Some((seen, now))
    }

    /// What was shown in the auction is held, unless its seat may have buried it; what
    /// was taken up of one's own is held or buried by whoever took it.
    fn note_speeches(&mut self, view: &SeatView, deal: &PublicDeal, facts: &Facts) {
        let shown = deal
            .spoken
            .iter()
            .filter_map(|s| Some((s.seat, s.shown?.0)));
        for (seat, cards) in shown.filter(|(seat, _)| *seat != view.seat) {
            let may_be_buried = seat == facts.burier || Some(seat) == deal.dealer;
            let of = if may_be_buried {
                &mut self.traced[seat]
            } else {
                &mut self.held[seat]
            };
            *of = of.plus(&cards.minus(of)).unwrap_or(cards);
        }
        if let Some(cards) = view.taken_up {
            let of = &mut self.traced[facts.burier];
            *of = of.plus(&cards.minus(of)).unwrap_or(cards);
        }
    }

    fn note_trick(&mut self, order: &Order, trick: &PublicTrick) -> Trick {
        let mut now = Trick::new(trick.leader);
        for seat in trick.leader.round() {
            let Some(cards) = &trick.plays[seat] else {
                break;
            };
            let cards = CardSet::from_cards(cards).unwrap_or_default();
            self.note(order, now.lead.as_ref(), seat, &cards);
            now.lay(order, &cards);
            if now.count == 1 {
                self.note_lead(order, trick, seat, &cards);
            }
        }
        now
    }

    fn note_lead(&mut self, order: &Order, trick: &PublicTrick, seat: Seat, cards: &CardSet) {
        let throw = Lead::new(order, cards).is_some_and(|l| l.is_throw());
        match &trick.failed {
            // What went back to the hand was seen by all.
            Some(failed) => {
                let back = CardSet::from_cards(&failed.tried)
                    .unwrap_or_default()
                    .minus(cards);
                let more = back.minus(&self.held[seat]);
                self.held[seat] = self.held[seat].plus(&more).unwrap_or(back);
            }
            None if throw => self.note_throw(order, seat, cards),
            None => {}
        }
    }

    /// Whether a seat is known to hold no card of a category.
    pub(crate) fn is_void(&self, order: &Order, seat: Seat, category: Category) -> bool {
        (order.kinds(category) - self.absent[seat]).is_empty()
    }
}

/// Whether a hand holds the 5-10-K of a category.
fn holds_fives(order: &Order, category: Category, hand: &CardSet) -> bool {
    let suit = match category {
        Category::Trump => order.trump().suit,
        Category::Side(suit) => Some(suit),
    };
    suit.is_some_and(|suit| {
        let cards = [Rank::Five, Rank::Ten, Rank::King].map(|rank| Card::new(suit, rank));
        cards.into_iter().all(|card| hand.has(card))
    })
}

/// All 108 cards.
pub(crate) fn all_cards() -> CardSet {
    CardSet::from_kinds(Kinds::ALL, Kinds::ALL)
}

/// That card once.
pub(crate) fn single(card: Card) -> CardSet {
    CardSet::from_kinds(Kinds::NONE.with(card), Kinds::NONE)
}

/// That card twice.
pub(crate) fn pair(card: Card) -> CardSet {
    let kind = Kinds::NONE.with(card);
    CardSet::from_kinds(kind, kind)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::cards::Suit;
    use crate::rules::preset;

    /// Cards by their names.
    pub(crate) fn cards(names: &str) -> CardSet {
        let cards: Vec<Card> = names
            .split_whitespace()
            .map(|name| name.parse().expect("a card"))
            .collect();
        CardSet::from_cards(&cards).expect("no card three times")
    }

    /// What seat 1 shows by following that lead of seat 0, spades being trump at
    /// level 8.
    fn followed(rules: &str, lead: &str, with: &str) -> (Order, Seen) {
        let trump = Trump {
            suit: Some(Suit::Spades),
            level: Rank::Eight,
        };
        let order = Order::new(&preset(rules).expect("a preset").play, trump);
        let lead = Lead::new(&order, &cards(lead)).expect("a lead");
        let mut seen = Seen::new(25);
        seen.note(&order, Some(&lead), Seat::ALL[1], &cards(with));
        (order, seen)
    }

    fn agree(rules: &str, lead: &str, with: &str, hands: &[(&str, bool)]) {
        let (order, seen) = followed(rules, lead, with);
        for (hand, expected) in hands {
            let agrees = seen.agrees(&order, Seat::ALL[1], &cards(hand));
            assert_eq!(agrees, *expected, "{rules}: {lead} / {with}: {hand}");
        }
        let other = cards(hands[0].0);
        assert!(seen.agrees(&order, Seat::ALL[2], &other), "another seat");
    }

    #[test]
    fn who_follows_without_a_tractor_has_none() {
        let lead = "H3 H3 H4 H4";
        let hands = [
            ("HJ HJ HQ HQ", false),
            ("HJ HJ HK HK", true),
            ("DJ DJ DQ DQ", true),
        ];
        agree("tournament", lead, "H6 H6 HT HT", &hands);
        agree("tournament", lead, "H6 H6 H9 HT", &hands);
        // A shorter one was found; or nobody had to look for any.
        let shorter = [("HJ HJ HQ HQ HK HK", false), ("HJ HJ HQ HQ", true)];
        agree(
            "tournament",
            "H3 H3 H4 H4 H5 H5",
            "H6 H6 H7 H7 HT HT",
            &shorter,
        );
        agree("knockout", lead, "H6 H6 HT HT", &[("HJ HJ HQ HQ", true)]);
    }

    #[test]
    fn who_follows_without_the_five_ten_king_has_none() {
        for rules in ["five-ten-king", "red-five"] {
            let hands = [("D5 DT DK", false), ("D5 DT DT", true), ("C5 CT CK", true)];
            agree(rules, "D5 DT DK", "D3 D4 D6", &hands);
            agree(rules, "D5 DT DK", "D5 DT DK", &[("D5 DT DK", true)]);
            // The five of hearts is a trump, and nobody has to lower it.
            agree(rules, "H5 HT HK", "H3 H4 H6", &[("H5 HT HK", true)]);
        }
        let (_, seen) = followed("five-ten-king", "S5 ST SK", "SA SQ SJ");
        let absent = |name: &str| seen.absent[Seat::ALL[1]].has(name.parse().expect("a card"));
        assert!(
            absent("SK") && absent("LJ") && absent("D8"),
            "the three highest"
        );
        assert!(!absent("SJ") && !absent("S9") && !absent("DA"));
    }
}
