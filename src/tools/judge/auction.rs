//! Questions about declaring, overturning and frying: `auction`.

use serde::{Deserialize, Serialize};

use super::{Problem, Question, TrumpField};
use crate::cards::{BOTTOM, Card, CardSet, HAND, Rank};
use crate::rules::auction::{
    Auction, AuctionAct, AuctionContext, AuctionPhase, AuctionStep, DealKind, Named, StageHeld,
};
use crate::rules::{BySeat, BySide, Refusal, Seat, Side};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AuctionQuestion {
    level: Rank,
    first_deal: bool,
    starter: Seat,
    dealing_side: Option<u8>,
    last_dealer: Option<Seat>,
    stayed: bool,
    hands: BySeat<CardSet>,
    bottom: Vec<Card>,
    events: Vec<Event>,
    #[serde(default)]
    seize: Option<Seize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Seize {
    levels: BySide<Rank>,
}

/// An event as it is written; which fields it may have depends on `do`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Event {
    seat: Option<Seat>,
    r#do: Do,
    cards: Option<CardSet>,
    name: Option<Named>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Do {
    Declare,
    Close,
    Overturn,
    Pass,
    Bury,
    Fry,
}

/// What an event is.
enum Asked {
    Close,
    Act(Seat, AuctionAct),
}

#[derive(Serialize)]
pub(super) struct AuctionAnswer {
    events: Vec<EventAnswer>,
    dealer: Option<Seat>,
    trump: Option<TrumpField>,
    bottom: Vec<Card>,
    hands: BySeat<CardSet>,
    next: Next,
}

#[derive(Serialize)]
struct EventAnswer {
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
}

#[derive(Serialize)]
struct Next {
    phase: &'static str,
    seat: Option<Seat>,
}

/// Answers `auction`.
pub(super) fn auction(question: Question) -> Result<AuctionAnswer, Problem> {
    let rules = question.rules.clone();
    let asked: AuctionQuestion = question.rest()?;
    check_cards(&asked)?;
    let context = context(&asked)?;
    let mut auction = Auction::new(&rules, context);
    let (mut hands, mut bottom) = (asked.hands, asked.bottom);
    let mut events = Vec::with_capacity(asked.events.len());
    for event in &asked.events {
        let outcome = match read_event(event)? {
            Asked::Close => auction.close(&bottom),
            Asked::Act(seat, act) => auction.check(&hands[seat], seat, &act),
        };
        events.push(EventAnswer {
            ok: outcome.is_ok(),
            reason: outcome.as_ref().err().map(Refusal::as_str),
        });
        for step in outcome.unwrap_or_default() {
            fold(&mut auction, &mut hands, &mut bottom, &step);
        }
    }
    Ok(AuctionAnswer {
        events,
        dealer: auction.dealer(),
        trump: auction.trump().map(|t| TrumpField::new(t.suit)),
        bottom,
        hands,
        next: next(&auction),
    })
}

fn fold(
    auction: &mut Auction,
    hands: &mut BySeat<CardSet>,
    bottom: &mut Vec<Card>,
    step: &AuctionStep,
) {
    step.move_cards(hands, bottom);
    auction.apply(step);
}

fn check_cards(asked: &AuctionQuestion) -> Result<(), Problem> {
    if asked.bottom.len() != BOTTOM || asked.hands.values().any(|h| h.len() != HAND) {
        return Err(Problem(format!(
            "an auction has four hands of {HAND} cards and a bottom of {BOTTOM}"
        )));
    }
    let bottom = CardSet::from_cards(&asked.bottom);
    let all = asked
        .hands
        .values()
        .try_fold(bottom.unwrap_or_default(), |all, hand| all.plus(hand));
    match (bottom, all) {
        (Some(_), Some(_)) => Ok(()),
        _ => Err(Problem::new("a card is there three times")),
    }
}

fn context(asked: &AuctionQuestion) -> Result<AuctionContext, Problem> {
    let side = match asked.dealing_side {
        None => None,
        Some(0) => Some(Side::EastWest),
        Some(1) => Some(Side::SouthNorth),
        Some(_) => return Err(Problem::new("`dealing_side` is 0 or 1")),
    };
    let stage = match (asked.first_deal, side, asked.last_dealer) {
        (true, None, None) => None,
        (false, Some(side), Some(last_dealer)) => Some(StageHeld {
            side,
            last_dealer,
            stayed: asked.stayed,
        }),
        _ => {
            return Err(Problem::new(
                "`dealing_side` and `last_dealer` are null in a first deal, and only there",
            ));
        }
    };
    let kind = match &asked.seize {
        None => DealKind::Plain,
        Some(seize) => DealKind::Seize {
            levels: seize.levels,
        },
    };
    Ok(AuctionContext {
        level: asked.level,
        starter: asked.starter,
        stage,
        kind,
    })
}

fn read_event(event: &Event) -> Result<Asked, Problem> {
    let named = matches!(event.r#do, Do::Overturn | Do::Fry);
    let without_cards = matches!(event.r#do, Do::Close | Do::Pass);
    let fits = event.cards.is_none() == without_cards
        && event.seat.is_none() == (event.r#do == Do::Close)
        && (named || event.name.is_none());
    if !fits {
        return Err(Problem::new(
            "an event has seat and cards as its `do` asks, `name` only to overturn or fry",
        ));
    }
    let Some(seat) = event.seat else {
        return Ok(Asked::Close);
    };
    let (cards, name) = (event.cards.unwrap_or_default(), event.name);
    let act = match event.r#do {
        Do::Close => return Ok(Asked::Close),
        Do::Declare => AuctionAct::Declare { cards },
        Do::Overturn => AuctionAct::Overturn { cards, name },
        Do::Pass => AuctionAct::Pass,
        Do::Bury => AuctionAct::Bury { cards },
        Do::Fry => AuctionAct::Fry { cards, name },
    };
    Ok(Asked::Act(seat, act))
}

fn next(auction: &Auction) -> Next {
    let asked = auction.asked().first().copied();
    let (phase, seat) = match auction.phase() {
        AuctionPhase::Declaring => ("declare", None),
        AuctionPhase::Overturning => ("overturn", asked),
        AuctionPhase::Lot => ("bury", None),
        AuctionPhase::Burying(seat) => ("bury", Some(seat)),
        AuctionPhase::Frying => ("fry", asked),
        AuctionPhase::Done => ("play", auction.dealer()),
        AuctionPhase::Redeal => ("redeal", None),
    };
    Next { phase, seat }
}
