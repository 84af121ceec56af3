//! The judge's questions about the play of cards.

use serde::{Deserialize, Serialize};

use super::{Problem, Question, check_hand};
use crate::cards::{BOTTOM, Card, CardSet};
use crate::rules::{self, Category, Lead, Order, Refusal, Shape};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PartsFields {
    cards: CardSet,
}

#[derive(Serialize)]
pub(super) struct PartsAnswer {
    category: Option<Category>,
    parts: Vec<Vec<Card>>,
    shape: Option<&'static str>,
}

/// `parts`: how a set of cards is read (RULES.md §4).
pub(super) fn parts(mut question: Question) -> Result<PartsAnswer, Problem> {
    let order = question.take_order()?;
    let fields: PartsFields = question.rest()?;
    let Some(parts) = order.parts(&fields.cards) else {
        return Ok(PartsAnswer {
            category: None,
            parts: Vec::new(),
            shape: None,
        });
    };
    let shape = match parts.parts[..] {
        [only] => name(only.shape),
        _ => "throw",
    };
    Ok(PartsAnswer {
        category: Some(parts.category),
        parts: parts.parts.iter().map(|p| p.in_order(&order)).collect(),
        shape: Some(shape),
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LeadFields {
    hand: CardSet,
    others: [CardSet; 3],
    play: CardSet,
    #[serde(default)]
    withheld: bool,
}

#[derive(Serialize)]
pub(super) struct LeadAnswer {
    #[serde(flatten)]
    legality: Legality,
    #[serde(flatten)]
    throw: Option<ThrowAnswer>,
}

#[derive(Serialize)]
struct ThrowAnswer {
    succeeds: bool,
    forced: Option<Vec<Card>>,
    penalty: u16,
}

#[derive(Serialize)]
pub(super) struct Legality {
    legal: bool,
    reason: Option<&'static str>,
}

impl Legality {
    fn of<T>(outcome: Result<T, Refusal>) -> Legality {
        let reason = outcome.err().map(|refusal| refusal.as_str());
        Legality {
            legal: reason.is_none(),
            reason,
        }
    }
}

/// `lead`: whether cards may be led, and how a throw fares (§5).
pub(super) fn lead(mut question: Question) -> Result<LeadAnswer, Problem> {
    let order = question.take_order()?;
    let fields: LeadFields = question.rest()?;
    let outcome = Lead::check(&order, &fields.hand, &fields.play, fields.withheld);
    let throw = outcome.as_ref().ok().filter(|lead| lead.is_throw());
    let throw = throw.map(|lead| match lead.fails_against(&order, &fields.others) {
        None => ThrowAnswer {
            succeeds: true,
            forced: None,
            penalty: 0,
        },
        Some(failed) => ThrowAnswer {
            succeeds: false,
            forced: Some(laid(&order, &failed.forced)),
            penalty: failed.penalty,
        },
    });
    Ok(LeadAnswer {
        legality: Legality::of(outcome),
        throw,
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FollowFields {
    lead: CardSet,
    hand: CardSet,
    play: CardSet,
}

/// `follow`: whether cards may be played on a lead (§6).
pub(super) fn follow(mut question: Question) -> Result<Legality, Problem> {
    let order = question.take_order()?;
    let fields: FollowFields = question.rest()?;
    let lead = read_lead(&order, &fields.lead, &fields.hand)?;
    let follow = lead.follow(&order, &fields.hand, false);
    Ok(Legality::of(follow.check(&fields.play)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OptionsFields {
    lead: Option<CardSet>,
    hand: CardSet,
}

#[derive(Serialize)]
pub(super) struct OptionsAnswer {
    count: u64,
}

/// `options`: how many legal plays there are.
pub(super) fn options(mut question: Question) -> Result<OptionsAnswer, Problem> {
    let order = question.take_order()?;
    let fields: OptionsFields = question.rest()?;
    check_hand(&fields.hand)?;
    let count = match fields.lead {
        None => rules::leads(&order, &fields.hand, false).len() as u64,
        Some(cards) => {
            let lead = read_lead(&order, &cards, &fields.hand)?;
            lead.follow(&order, &fields.hand, false).count()
        }
    };
    Ok(OptionsAnswer { count })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TrickFields {
    plays: [CardSet; 4],
}

#[derive(Serialize)]
pub(super) struct TrickAnswer {
    winner: usize,
    points: u16,
}

/// `trick`: who wins it and what lies in it (§7).
pub(super) fn trick(mut question: Question) -> Result<TrickAnswer, Problem> {
    let order = question.take_order()?;
    let TrickFields { plays } = question.rest()?;
    read_trick(&order, &plays)?;
    Ok(TrickAnswer {
        winner: rules::winner(&order, &plays),
        points: rules::points(&plays),
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DigFields {
    bottom: CardSet,
    plays: [CardSet; 4],
}

#[derive(Serialize)]
pub(super) struct DigAnswer {
    multiplier: u16,
    points: u32,
}

/// `dig`: what the bottom is worth to attackers who won this last trick (§8).
pub(super) fn dig(mut question: Question) -> Result<DigAnswer, Problem> {
    let order = question.take_order()?;
    let DigFields { bottom, plays } = question.rest()?;
    if bottom.len() != BOTTOM {
        return Err(Problem(format!("a bottom has {BOTTOM} cards")));
    }
    let lead = read_trick(&order, &plays)?;
    let multiplier = order.rules().dig.of(&lead);
    Ok(DigAnswer {
        multiplier,
        points: u32::from(bottom.points()) * u32::from(multiplier),
    })
}

/// A lead that a hand can follow.
fn read_lead(order: &Order, cards: &CardSet, hand: &CardSet) -> Result<Lead, Problem> {
    let lead = Lead::new(order, cards);
    let lead = lead.ok_or_else(|| Problem::new("the lead is not of one category"))?;
    if hand.len() < lead.len() {
        return Err(Problem::new("the hand has fewer cards than the lead"));
    }
    Ok(lead)
}

/// Four plays of as many cards each, and the lead among them.
fn read_trick(order: &Order, plays: &[CardSet; 4]) -> Result<Lead, Problem> {
    let lead = Lead::new(order, &plays[0]);
    let lead = lead.ok_or_else(|| Problem::new("the lead is not of one category"))?;
    if plays.iter().any(|play| play.len() != lead.len()) {
        return Err(Problem::new("each seat plays as many cards as the leader"));
    }
    let all = plays
        .iter()
        .try_fold(CardSet::EMPTY, |all, play| all.plus(play));
    match all {
        Some(_) => Ok(lead),
        None => Err(Problem::new("a card is there three times")),
    }
}

/// Cards as they lie on the table.
fn laid(order: &Order, cards: &CardSet) -> Vec<Card> {
    let parts = order.parts(cards).map(|p| p.parts).unwrap_or_default();
    parts.iter().flat_map(|p| p.in_order(order)).collect()
}

fn name(shape: Shape) -> &'static str {
    match shape {
        Shape::Single => "single",
        Shape::Pair => "pair",
        Shape::Tractor(_) => "tractor",
        Shape::Fives => "fives",
    }
}
