//! Why a move is suggested: one reason, from the seat's own view alone.

use super::bury::order_of;
use super::know::{Facts, Seen, Trick};
use super::memory::{Weights, each_play};
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
    /// The partner, yet to play and void in the suit, may ruff and is given points.
    FeedsRuff,
    /// No play of the hand wins the trick.
    Beaten,
    /// The trick is not worth its price; little is given away.
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
            if held == cards.len() && trumps > 0 {
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
        (false, false) if cards.points() > 0 && may_be_ruffed(mind, trick, lead) => Why::FeedsRuff,
        (false, false) if !can_win(mind, trick, lead) => Why::Beaten,
        (false, false) => Why::Ducks,
    }
}

/// Whether the partner is yet to play, void in the suit that was led and perhaps not in trumps.
fn may_be_ruffed(mind: &Mind, trick: &Trick, lead: &Lead) -> bool {
    let void = |category| {
        let partner = mind.seat.partner();
        mind.seen.is_void(&mind.facts.order, partner, category)
    };
    trick.count < 2
        && lead.category() != Category::Trump
        && void(lead.category())
        && !void(Category::Trump)
}

/// Whether some play of the hand goes over what lies there.
fn can_win(mind: &Mind, trick: &Trick, lead: &Lead) -> bool {
    let mut wins = false;
    each_play(mind, &Weights::TUNED, trick, &mut |play, _| {
        wins |= beats(&mind.facts.order, lead, &trick.standing.1, &play);
    });
    wins
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::{Rank, Suit};
    use crate::players::know::tests::cards;
    use crate::rules::{Seat, Trump, preset};

    const ME: Seat = Seat::ALL[1];

    /// Hearts are trump at level 2, and a seat of the dealing side holds those cards.
    fn mind<R>(seen: &Seen, hand: &str, then: impl FnOnce(&Mind) -> R) -> R {
        let trump = Trump {
            suit: Some(Suit::Hearts),
            level: Rank::Two,
        };
        let rules = preset("tournament").expect("a preset");
        let facts = Facts::new(&rules, trump, ME.side(), ME.partner());
        let own = (ME, cards(hand));
        then(&Mind::new(&facts, seen, own, None, false))
    }

    fn gone(played: &str) -> Seen {
        let mut seen = Seen::new(12);
        seen.played = cards(played);
        seen
    }

    fn leads(seen: &Seen, hand: &str, play: &str) -> Why {
        mind(seen, hand, |mind| leading(mind, &cards(play)))
    }

    #[test]
    fn a_lead_is_said_to_be_what_it_is() {
        let hand = "SK SK S9 CA CA CK C7 D9 H9 H3 H5";
        let fresh = gone("");
        assert_eq!(leads(&fresh, hand, "SK SK"), Why::LowLead);
        assert_eq!(leads(&gone("SA"), hand, "SK SK"), Why::Boss);
        assert_eq!(
            leads(&gone("SA"), hand, "SK"),
            Why::LowLead,
            "one ace is out"
        );
        assert_eq!(leads(&gone("SA SA"), hand, "SK"), Why::Boss);
        assert_eq!(leads(&fresh, hand, "CA CA CK"), Why::SafeThrow);
        assert_eq!(leads(&fresh, hand, "D9"), Why::Opens);
        assert_eq!(leads(&fresh, "D9 D8 H3", "D9"), Why::LowLead, "one stays");
        assert_eq!(leads(&fresh, hand, "C7"), Why::LowLead);
        assert_eq!(leads(&fresh, hand, "H5"), Why::Draw);
        assert_eq!(leads(&fresh, "D9", "D9"), Why::Only);
        let mut void = gone("");
        for suit in [Suit::Diamonds, Suit::Clubs] {
            // The partner has thrown a spade on it.
            mind(&gone(""), hand, |mind| {
                let order = &mind.facts.order;
                let led = cards(if suit == Suit::Clubs { "C9" } else { "D8" });
                let lead = Lead::new(order, &led).expect("a lead");
                void.note(order, Some(&lead), ME.partner(), &cards("S4"));
            });
        }
        assert_eq!(leads(&void, hand, "D9"), Why::PartnerRuffs);
        assert_eq!(leads(&void, hand, "CA CA"), Why::BossPartnerVoid);
    }

    /// Seat `leader` has led, and all before seat 1 have followed.
    fn follows(leader: usize, plays: &[&str], hand: &str, play: &str) -> Why {
        follows_where(&gone(""), leader, plays, hand, play)
    }

    fn follows_where(seen: &Seen, leader: usize, plays: &[&str], hand: &str, play: &str) -> Why {
        mind(seen, hand, |mind| {
            let mut trick = Trick::new(Seat::ALL[leader]);
            for cards_of in plays {
                trick.lay(&mind.facts.order, &cards(cards_of));
            }
            let lead = trick.lead.expect("somebody has led");
            following(mind, &trick, &lead, &cards(play))
        })
    }

    #[test]
    fn a_follow_is_said_to_be_what_it_is() {
        // The partner has led, who may be beaten yet.
        let partner = |hand, play| follows(3, &["SA", "S4"], hand, play);
        assert_eq!(partner("SK S3", "SK"), Why::Feeds);
        assert_eq!(partner("SK S3", "S3"), Why::LetsStand);
        assert_eq!(partner("SK H3", "SK"), Why::Only);
        // An opponent stands.
        let opponent = |hand, play| follows(0, &["SQ"], hand, play);
        assert_eq!(opponent("SK S3", "SK"), Why::Over);
        assert_eq!(opponent("SA S3", "SA"), Why::Takes);
        assert_eq!(opponent("SA S3", "S3"), Why::Ducks);
        assert_eq!(opponent("H3 C3", "H3"), Why::Ruffs);
        assert_eq!(opponent("H3 C3", "C3"), Why::Ducks);
        assert_eq!(opponent("SJ S3", "S3"), Why::Beaten);
        let pair = |hand, play| follows(0, &["SQ SQ"], hand, play);
        assert_eq!(pair("SK SA ST", "SK ST"), Why::Beaten);
        // The partner, who follows with the last card, has no spade.
        let mut void = gone("");
        void.absent[ME.partner()] = mind(&gone(""), "S3", |mind| {
            mind.facts.order.kinds(Category::Side(Suit::Spades))
        });
        let feeds = |hand, play| follows_where(&void, 0, &["SQ"], hand, play);
        assert_eq!(feeds("ST S3", "ST"), Why::FeedsRuff);
        assert_eq!(feeds("ST S3", "S3"), Why::Beaten);
        let last = follows_where(&void, 2, &["SQ", "S5", "S6"], "ST S3", "ST");
        assert_eq!(last, Why::Beaten, "the partner has played");
        let last = follows(2, &["SQ", "S5", "S6"], "SK S3", "SK");
        assert_eq!(last, Why::Takes);
    }
}
