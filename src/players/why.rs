//! Why a move is suggested: one reason, from the seat's own view alone.

use super::bury::order_of;
use super::know::{Facts, Seen, Trick};
use super::mind::Mind;
use crate::cards::CardSet;
use crate::game::SeatView;
use crate::rules::{Category, Follow, Lead, beats};

/// The reason for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// Nothing else is legal.
    Only,
    /// Nothing that beats it is out.
    Boss,
    /// The same, and the partner is void and may give points.
    BossPartnerVoid,
    /// A throw of which nothing can be beaten.
    SafeThrow,
    /// Trumps are drawn.
    Draw,
    /// The partner is void in it and may ruff.
    PartnerRuffs,
    /// A short suit is emptied, to ruff in it later.
    Opens,
    /// A lead that risks little.
    LowLead,
    /// It ruffs the trick.
    Ruffs,
    /// It takes the trick for certain.
    Takes,
    /// It goes over what lies there.
    Over,
    /// The partner stands and is given points.
    Feeds,
    /// The partner stands; a higher card is saved.
    LetsStand,
    /// The trick cannot be won, or not for its price; little is given away.
    Ducks,
    /// The burial empties a suit.
    BuriesVoid,
    /// The burial keeps winners, pairs and points.
    BuriesLow,
}

/// Why those cards are played; `None` where nothing is to be played.
#[must_use]
pub fn why(view: &SeatView, cards: &CardSet) -> Option<Why> {
    let facts = Facts::of(view)?;
    let (seen, trick) = Seen::of(view, &facts)?;
    let own = (view.seat, view.hand);
    let mind = Mind::new(&facts, &seen, own, view.buried, view.withheld);
    Some(match &trick.lead {
        Some(lead) => following(&mind, &trick, lead, cards),
        None => leading(&mind, cards),
    })
}

/// Why those cards are buried.
#[must_use]
pub fn why_buried(view: &SeatView, cards: &CardSet) -> Why {
    let order = order_of(view);
    let kept = view.hand.minus(cards);
    let emptied = Category::ALL.into_iter().skip(1).any(|category| {
        let kinds = order.kinds(category);
        !cards.within(kinds).is_empty() && kept.within(kinds).is_empty()
    });
    if emptied {
        Why::BuriesVoid
    } else {
        Why::BuriesLow
    }
}

fn leading(mind: &Mind, cards: &CardSet) -> Why {
    let order = &mind.facts.order;
    let Some(lead) = Lead::new(order, cards) else {
        return Why::LowLead;
    };
    if mind.hand.len() == cards.len() {
        return Why::Only;
    }
    if lead.is_throw() {
        return Why::SafeThrow;
    }
    let pairs = !cards.pairs().is_empty();
    let boss = cards.kinds().iter().all(|card| {
        if pairs {
            mind.pairs_above(card) == 0
        } else {
            mind.above(card).is_empty()
        }
    });
    let void = mind
        .seen
        .is_void(order, mind.seat.partner(), lead.category());
    match (boss, void, lead.category()) {
        (true, true, Category::Side(_)) => Why::BossPartnerVoid,
        (true, _, _) => Why::Boss,
        (false, _, Category::Trump) => Why::Draw,
        (false, true, Category::Side(_)) => Why::PartnerRuffs,
        (false, false, Category::Side(_)) => {
            let held = mind.held_in(lead.category()).len();
            let trumps = mind.held_in(Category::Trump).len();
            if held <= 2 && trumps > 0 {
                Why::Opens
            } else {
                Why::LowLead
            }
        }
    }
}

fn following(mind: &Mind, trick: &Trick, lead: &Lead, cards: &CardSet) -> Why {
    let order = &mind.facts.order;
    let follow = Follow::new(order, lead, &mind.hand, mind.withheld);
    if follow.forced().is_some() {
        return Why::Only;
    }
    let wins = beats(order, lead, &trick.standing.1, cards);
    let partner = trick.standing.0 == mind.seat.partner();
    match (wins, partner) {
        (true, _) => {
            let last = trick.count == 3;
            let ruffs = lead.category() != Category::Trump
                && order.common_category(cards) == Some(Category::Trump);
            let boss = cards.kinds().iter().all(|c| mind.above(c).is_empty());
            if ruffs {
                Why::Ruffs
            } else if last || boss {
                Why::Takes
            } else {
                Why::Over
            }
        }
        (false, true) if cards.points() > 0 => Why::Feeds,
        (false, true) => Why::LetsStand,
        (false, false) => Why::Ducks,
    }
}
