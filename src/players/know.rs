//! What everybody who counts knows of a deal: cards played, voids and missing
//! pairs proven, cards shown.

use crate::cards::{Card, CardSet, Kinds};
use crate::game::{PublicDeal, PublicTrick, SeatView, SpeechKind};
use crate::rules::{
    BySeat, Category, FollowDuty, Lead, Order, RuleSet, Seat, Shape, Side, Trump, beats,
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
    /// Cards a seat has shown and still holds.
    pub held: BySeat<CardSet>,
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
            held: BySeat::default(),
            shown: BySeat::default(),
        }
    }

    /// Takes note of a play; `lead` is `None` for a lead.
    pub(crate) fn note(&mut self, order: &Order, lead: Option<&Lead>, seat: Seat, cards: &CardSet) {
        self.played = self.played.plus(cards).unwrap_or(self.played);
        self.left[seat] = self.left[seat].saturating_sub(cards.len() as u8);
        self.held[seat] = self.held[seat].minus(cards);
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

    /// What was shown in the auction is held, unless its seat may have buried it.
    fn note_speeches(&mut self, view: &SeatView, deal: &PublicDeal, facts: &Facts) {
        let shown = deal
            .spoken
            .iter()
            .filter_map(|s| Some((s.seat, s.shown?.0)));
        for (seat, cards) in shown {
            let may_be_buried = seat == facts.burier || Some(seat) == deal.dealer;
            if seat != view.seat && !may_be_buried {
                let more = cards.minus(&self.held[seat]);
                self.held[seat] = self.held[seat].plus(&more).unwrap_or(cards);
            }
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
