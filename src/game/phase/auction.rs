//! Placing, burying, and the sealed rounds of overturning and frying.

use crate::cards::CardSet;
use crate::game::phase::{Steps, Turn};
use crate::game::state::{ALL_DRAWN, Answer, Deal};
use crate::game::{ClockChoice, Event, Game, Illegal, Mover};
use crate::rules::auction::{AuctionAct, AuctionPhase, AuctionStep};
use crate::rules::{BySeat, Seat};

/// An act of a seat: sealed while a question is open, else at once.
pub(super) fn act(game: &Game, turn: Turn, act: AuctionAct) -> Result<Vec<Event>, Illegal> {
    let deal = game.dealing_now().ok_or(Illegal::WrongPhase)?;
    if deal.play.is_some() {
        return Err(Illegal::WrongPhase);
    }
    if deal.is_sealed(game) {
        return answer(deal, turn, act);
    }
    let seat = turn.seat;
    let hand = deal.hand(seat);
    let taken = deal.auction.check(&hand, seat, &act)?;
    if deal.auction.phase() == AuctionPhase::Declaring {
        // Nobody's clock runs while cards go round, and a stand-in never declares.
        if turn.timed_out() || game.mover(seat) == Mover::Auto && !turn.person() {
            return Err(Illegal::WrongPhase);
        }
        let placeable = deal.drawn_by(seat, deal.placeable);
        if deal.auction.check(&placeable, seat, &act).is_err() {
            return Err(Illegal::TooEarly);
        }
    }
    let mut steps = Steps::new(game);
    if turn.timed_out() {
        steps.time_out(seat);
    }
    steps.take(taken, turn.person());
    Ok(steps.events)
}

/// A sealed answer: kept until the round closes.
fn answer(deal: &Deal, turn: Turn, act: AuctionAct) -> Result<Vec<Event>, Illegal> {
    let seat = turn.seat;
    if turn.timed_out() {
        return Err(Illegal::WrongPhase);
    }
    let passes_declaring =
        deal.auction.phase() == AuctionPhase::Declaring && act == AuctionAct::Pass;
    if !passes_declaring {
        deal.auction.check_sealed(&deal.hand(seat), seat, &act)?;
    }
    if deal.sealed.answers[seat].is_some() {
        return Err(Illegal::AlreadyAnswered);
    }
    Ok(vec![Event::Answered {
        seat,
        act,
        person: turn.person(),
    }])
}

/// Closes the window that is open: drawing, or a sealed round. A missing
/// answer is a pass; without a clock nobody is cut short unless it is `forced`.
pub(super) fn close_window(game: &Game, forced: bool) -> Result<Vec<Event>, Illegal> {
    let deal = game.dealing_now().ok_or(Illegal::WrongPhase)?;
    let mut steps = Steps::new(game);
    if deal.is_sealed(game) {
        let missing = |s: &Seat| deal.sealed.answers[*s].is_none();
        if game.clock == ClockChoice::None && !forced && deal.asked().iter().any(missing) {
            return Err(Illegal::WrongPhase);
        }
        close_round(&mut steps, game, deal);
    }
    if deal.auction.phase() == AuctionPhase::Declaring {
        let open = deal.auction.may_declare_further();
        if deal.drawn < ALL_DRAWN || (open && deal.placeable < ALL_DRAWN) {
            return Err(Illegal::WrongPhase);
        }
        close_drawing(&mut steps)?;
    }
    if steps.events.is_empty() {
        return Err(Illegal::WrongPhase);
    }
    Ok(steps.events)
}

/// Opens the answers that count, and drops the others unseen.
fn close_round(steps: &mut Steps, game: &Game, deal: &Deal) {
    let answers = deal.sealed.answers;
    let answered = |s: &Seat| answers[*s].is_some_and(|a| a.person);
    steps.push(Event::RoundClosed {
        persons: Seat::ALL.into_iter().filter(answered).collect(),
    });
    for (seat, answer) in answers.iter() {
        if answer.is_some_and(|a| a.returns) {
            steps.push(Event::AutoChanged {
                seat,
                auto: false,
                reason: None,
            });
        }
    }
    if deal.auction.phase() == AuctionPhase::Declaring {
        declare_earliest(steps, deal, &answers);
        return;
    }
    for seat in late(game, deal, &answers) {
        if steps.game.dealing_now().is_none() {
            return;
        }
        steps.time_out(seat);
    }
    let acts = answers.map(|a| a.map(|a| a.act));
    for (seat, act) in deal.auction.resolve_sealed(&acts) {
        let person = answers[seat].is_some_and(|a| a.person);
        steps.act(seat, &act, person);
    }
}

/// The seats whose missing answer is a time-out: persons before whom nobody
/// said yes (RULES.md §11).
fn late(game: &Game, deal: &Deal, answers: &BySeat<Option<Answer>>) -> Vec<Seat> {
    let yes = |s: &Seat| answers[*s].is_some_and(|a| a.act != AuctionAct::Pass);
    let mut unasked = deal.asked();
    if let Some(at) = unasked.iter().position(yes) {
        unasked.truncate(at);
    }
    unasked.retain(|&s| answers[s].is_none() && game.mover(s) == Mover::Person);
    if game.clock == ClockChoice::None {
        unasked.clear();
    }
    unasked
}

/// Without a clock, of the cards declared that one counts that was drawn
/// earliest; in ranked presets the highest, then the earliest (RULES.md 2.2).
fn declare_earliest(steps: &mut Steps, deal: &Deal, answers: &BySeat<Option<Answer>>) {
    let mut declared: Vec<(usize, Seat, Answer)> = answers
        .iter()
        .filter_map(|(seat, answer)| {
            let answer = (*answer)?;
            let AuctionAct::Declare { cards } = answer.act else {
                return None;
            };
            Some((drawn_at(deal, seat, &cards), seat, answer))
        })
        .collect();
    declared.sort_by_key(|(drawn, ..)| *drawn);
    let mut standing = deal.auction.clone();
    let mut counts = None;
    for (_, seat, answer) in declared {
        if let Ok(taken) = standing.check(&deal.hand(seat), seat, &answer.act) {
            taken.iter().for_each(|step| standing.apply(step));
            counts = Some((seat, answer));
        }
    }
    if let Some((seat, answer)) = counts {
        steps.act(seat, &answer.act, answer.person);
    }
}

/// When the seat had drawn all of those cards.
fn drawn_at(deal: &Deal, seat: Seat, cards: &CardSet) -> usize {
    let drawn = deal.shuffle.deck.iter().enumerate();
    let own = drawn.filter(|(at, card)| {
        deal.starter.after(*at) == seat && *at < usize::from(ALL_DRAWN) && cards.has(**card)
    });
    let mut places: Vec<usize> = own.map(|(at, _)| at).collect();
    places.truncate(cards.len());
    places.pop().unwrap_or(usize::MAX)
}

/// Ends the drawing: overturning, or what comes when nobody declared.
fn close_drawing(steps: &mut Steps) -> Result<(), Illegal> {
    let Some(deal) = steps.game.dealing_now() else {
        return Ok(());
    };
    let taken = deal.auction.close(&deal.bottom)?;
    // Chance, and bound by the commitment as the cards are.
    let lot = Seat::ALL[0].after(usize::from(deal.shuffle.salt[0]));
    steps.take(taken, false);
    let drawn = steps
        .game
        .dealing_now()
        .and_then(|d| d.auction.draw_lot(lot));
    steps.take(drawn.unwrap_or_default(), false);
    Ok(())
}

impl Steps {
    /// Takes steps of the auction, and what follows from them at the table.
    fn take(&mut self, taken: Vec<AuctionStep>, person: bool) {
        for step in taken {
            // A time-out may have ended the deal.
            if self.game.dealing_now().is_none() {
                return;
            }
            let redealt = match &step {
                AuctionStep::Redeal { stepped_down } => Some(Event::Redealt {
                    stepped_down: *stepped_down,
                }),
                AuctionStep::Placed { .. }
                | AuctionStep::Closed
                | AuctionStep::Undeclared
                | AuctionStep::BottomCardTurned { .. }
                | AuctionStep::Overturned { .. }
                | AuctionStep::Fried { .. }
                | AuctionStep::Passed { .. }
                | AuctionStep::Asked { .. }
                | AuctionStep::DealerSettled { .. }
                | AuctionStep::LotNeeded
                | AuctionStep::BottomTaken { .. }
                | AuctionStep::Buried { .. }
                | AuctionStep::TrumpSettled { .. }
                | AuctionStep::PlayBegins => None,
            };
            self.push(Event::Auction { step, person });
            self.extend(redealt);
        }
        // Where the time was over and no deal came of it, none follows.
        self.end_match();
    }

    /// Lets a seat act as the auction stands now.
    fn act(&mut self, seat: Seat, act: &AuctionAct, person: bool) {
        let Some(deal) = self.game.dealing_now() else {
            return;
        };
        if let Ok(taken) = deal.auction.check(&deal.hand(seat), seat, act) {
            self.take(taken, person);
        }
    }
}
