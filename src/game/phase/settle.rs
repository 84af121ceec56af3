//! The end of a deal: digging, the score, levels, and who has won the game.

use crate::cards::CardSet;
use crate::game::phase::Steps;
use crate::game::show::speeches;
use crate::game::state::{Deal, Play};
use crate::game::{DealResult, Event, Game, ScoreSum};
use crate::rules::levels::{DealOutcome, Settlement, Stage, settle as settle_levels};
use crate::rules::{Lead, Order, Seat, Side};

/// Counts the deal whose last trick has just been won.
pub(super) fn settle(steps: &mut Steps, order: &Order) {
    let Some(result) = result(&steps.game, order) else {
        return;
    };
    let (winner, stage, seized) = (result.winner, result.stage, result.seize);
    steps.push(Event::Settled {
        result: Box::new(result),
    });
    if !seized {
        steps.open_box(stage);
    }
    if let Some(side) = winner {
        steps.win_game(side);
    }
    steps.end_match();
}

fn result(game: &Game, order: &Order) -> Option<DealResult> {
    let (deal, play) = game.playing()?;
    let dealer = deal.auction.dealer()?;
    let dealing = dealer.side();
    let (last_by, last_cards) = last_play(play)?;
    let sum = score(deal, play, order, dealing, last_by)?;
    let outcome = DealOutcome {
        standings: game.standings.clone(),
        dealing_side: dealing,
        score: sum.score,
        trick_points: sum.tricks,
        trump: order.trump(),
        last: CardSet::from_cards(&last_cards)?,
        last_by: last_by.side(),
        first_deal: deal.first,
        undeclared: deal.auction.undeclared(),
    };
    let Settlement {
        stage,
        standings,
        winner,
        fell: _,
    } = settle_levels(&game.rules, &outcome);
    let change = stage == Stage::Change;
    let occupants = game.seats.map(|s| s.occupant);
    Some(DealResult {
        deal: deal.number,
        level: order.trump().level,
        trump: order.trump(),
        dealer,
        dealing_side: dealing,
        occupants,
        held: (play.held != occupants).then_some(play.held),
        stood_in: deal.stood_in,
        spoken: speeches(deal, true),
        hands: play.dealt,
        bottom: bottom_of(deal),
        last_trick: (last_by, last_cards),
        sum,
        change,
        seize: stage == Stage::Seize,
        stage: if change { dealing.other() } else { dealing },
        before: game.standings.clone(),
        after: standings,
        failed_throws: deal.failed_throws,
        salt: deal.shuffle.salt,
        deck: deal.shuffle.deck.clone(),
        winner,
    })
}

fn last_play(play: &Play) -> Option<(Seat, Vec<crate::cards::Card>)> {
    let trick = play.finished.last()?;
    let winner = trick.winner?;
    let cards = trick.plays.get(winner.steps_from(trick.leader))?;
    Some((winner, cards.clone()))
}

/// The score, step by step (RULES.md §8).
fn score(
    deal: &Deal,
    play: &Play,
    order: &Order,
    dealing: Side,
    last_by: Seat,
) -> Option<ScoreSum> {
    let lead = CardSet::from_cards(play.finished.last()?.plays.first()?)?;
    let multiplier = if last_by.side() == dealing {
        0
    } else {
        order.rules().dig.of(&Lead::new(order, &lead)?)
    };
    let bottom = bottom_of(deal).points();
    let (added, taken) = (deal.penalties[dealing], deal.penalties[dealing.other()]);
    let score = (play.points + bottom * multiplier + added).saturating_sub(taken);
    Some(ScoreSum {
        tricks: play.points,
        bottom,
        multiplier,
        dealers_penalty: added,
        attackers_penalty: taken,
        score,
    })
}

fn bottom_of(deal: &Deal) -> CardSet {
    CardSet::from_cards(&deal.bottom).unwrap_or_default()
}
