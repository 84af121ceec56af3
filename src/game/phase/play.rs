//! Playing to a trick: leads, throws, follows, and what winning a trick brings.

use crate::cards::{Card, CardSet};
use crate::game::phase::{Steps, Turn, settle};
use crate::game::state::Play;
use crate::game::{Event, FailedThrow, Game, Illegal};
use crate::rules::{Follow, Lead, Order, Refusal, Seat};

/// Plays cards to the trick.
pub(super) fn play(game: &Game, turn: Turn, cards: &[Card]) -> Result<Vec<Event>, Illegal> {
    let (deal, play) = game.playing().ok_or(Illegal::WrongPhase)?;
    let order = deal.order(&game.rules).ok_or(Illegal::WrongPhase)?;
    let seat = play.to_play().ok_or(Illegal::WrongPhase)?;
    if turn.seat != seat {
        return Err(Illegal::NotYourTurn(seat));
    }
    let set = as_set(cards)?;
    let laid = match play.lead() {
        None => lead(&order, play, seat, &set)?,
        Some(lead) => follow(&order, play, seat, lead, &set)?,
    };
    let mut steps = Steps::new(game);
    if turn.timed_out() {
        steps.time_out(seat);
    }
    if steps.game.dealing_now().is_none() {
        return Ok(steps.events);
    }
    steps.push(Event::Played {
        seat,
        cards: order.descending(&laid.cards),
        person: turn.person(),
    });
    if laid.withholds {
        steps.push(Event::FivesWithheld { seat });
    }
    steps.extend(laid.failed.map(|failed| Event::ThrowFailed { failed }));
    finish_trick(&mut steps, &order);
    Ok(steps.events)
}

/// What lies on the table after a play.
struct Laid {
    cards: CardSet,
    withholds: bool,
    failed: Option<FailedThrow>,
}

fn as_set(cards: &[Card]) -> Result<CardSet, Refusal> {
    let mut set = CardSet::EMPTY;
    for &card in cards {
        if !set.insert(card) {
            let missing = CardSet::from_cards(&[card]).unwrap_or_default();
            return Err(Refusal::NotInHand { missing });
        }
    }
    Ok(set)
}

fn lead(order: &Order, play: &Play, seat: Seat, set: &CardSet) -> Result<Laid, Refusal> {
    let lead = Lead::check(order, &play.hands[seat], set, play.withheld[seat])?;
    let others = seat.others().map(|s| play.hands[s]);
    let Some(failed) = lead.fails_against(order, &others) else {
        return Ok(Laid {
            cards: *set,
            withholds: false,
            failed: None,
        });
    };
    Ok(Laid {
        cards: failed.forced,
        withholds: false,
        failed: Some(FailedThrow {
            seat,
            tried: order.descending(set),
            forced: order.descending(&failed.forced),
            penalty: failed.penalty,
        }),
    })
}

fn follow(
    order: &Order,
    play: &Play,
    seat: Seat,
    lead: &[Card],
    set: &CardSet,
) -> Result<Laid, Illegal> {
    let lead = CardSet::from_cards(lead)
        .and_then(|cards| Lead::new(order, &cards))
        .ok_or(Illegal::WrongPhase)?;
    let follow = Follow::new(order, &lead, &play.hands[seat], play.withheld[seat]);
    follow.check(set)?;
    Ok(Laid {
        cards: *set,
        withholds: follow.withholds(set),
        failed: None,
    })
}

/// Decides a trick that all four have played to, and the deal with the last one.
fn finish_trick(steps: &mut Steps, order: &Order) {
    let Some((_, play)) = steps.game.playing() else {
        return;
    };
    let trick = &play.trick;
    let Some(winner) = trick.complete().then(|| trick.standing(order)).flatten() else {
        return;
    };
    let points = trick.points();
    steps.push(Event::TrickWon {
        seat: winner,
        points,
    });
    if steps
        .game
        .playing()
        .is_some_and(|(_, play)| play.to_play().is_none())
    {
        settle::settle(steps, order);
    }
}
