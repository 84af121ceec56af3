//! The answers to a sealed question, as far as a record tells them: those
//! that counted, and that others were given.

use super::Misfit;
use super::check::{Checker, Entry, reason as reason_of};
use crate::game::{Action, Actor, Event, Mover, Reason, SealedKind, Wait, decide, evolve};
use crate::rules::auction::{AuctionAct, AuctionStep, Named};
use crate::rules::{Seat, Trump};

/// A sealed round that is open.
pub(super) struct Round {
    deal: u32,
    kind: SealedKind,
    number: u32,
    /// Answers of persons who come back from auto-play with them.
    late: Vec<Answer>,
}

/// An answer and the line that tells of it.
struct Answer {
    entry: usize,
    seat: Seat,
    act: AuctionAct,
    person: bool,
}

impl Checker<'_> {
    /// Gives the answers of a sealed round that has just begun. When in the
    /// round each was given is not in the record and makes no difference, save
    /// that one which ends auto-play comes after all that is said about it.
    pub(super) fn open_round(&mut self) -> Result<(), Misfit> {
        let Wait::Sealed { kind, round, .. } = self.game.waits() else {
            return Ok(());
        };
        let open = |r: &Round| (r.deal, r.kind, r.number) == (self.dealt, kind, round);
        if self.round.as_ref().is_some_and(open) {
            return Ok(());
        }
        let (late, early) = self.answers().into_iter().partition(|(_, late)| *late);
        let only = |answers: Vec<(Answer, bool)>| answers.into_iter().map(|(a, _)| a).collect();
        self.round = Some(Round {
            deal: self.dealt,
            kind,
            number: round,
            late: only(late),
        });
        self.answer(only(early))
    }

    /// Gives the answers that were left for the end of the round.
    pub(super) fn answer_late(&mut self) -> Result<(), Misfit> {
        let late = self.round.as_mut().map(|r| std::mem::take(&mut r.late));
        self.answer(late.unwrap_or_default())
    }

    fn answer(&mut self, answers: Vec<Answer>) -> Result<(), Misfit> {
        let entries = self.entries;
        for answer in answers {
            let entry = &entries[answer.entry];
            let action = Action::Auction(answer.act);
            if answer.person {
                let mover = self.player(entry, answer.seat)?;
                self.act(entry, mover, &action)?;
            } else {
                self.answer_for(entry, answer.seat, &action)?;
            }
        }
        Ok(())
    }

    /// An answer that was given for a seat while its person was away: when
    /// that was within the round is not in the record.
    fn answer_for(&mut self, entry: &Entry, seat: Seat, action: &Action) -> Result<(), Misfit> {
        let mut away = self.game.clone();
        if away.mover(seat) == Mover::Person {
            let left = Event::AutoChanged {
                seat,
                auto: true,
                reason: Some(Reason::Auto),
            };
            evolve(&mut away, &left);
        }
        let reason = match away.mover(seat) {
            Mover::Computer(_) => Reason::Computer,
            Mover::Auto | Mover::Person => Reason::Auto,
        };
        let given = decide(&away, Actor::For(seat, reason), action)
            .map_err(|illegal| entry.misfit(format!("refused: {}", reason_of(&illegal))))?;
        for event in given.iter().filter(|e| e.is_sealed()) {
            evolve(&mut self.game, event);
        }
        Ok(())
    }

    /// The answers that the end of this round tells of, and whether they came late.
    fn answers(&self) -> Vec<(Answer, bool)> {
        let mut rest = self.entries.iter().enumerate().skip(self.at);
        let closed = rest.find_map(|(at, entry)| {
            if let Event::RoundClosed { persons } = &entry.event {
                Some((at, persons))
            } else {
                None
            }
        });
        let Some((closed, persons)) = closed else {
            return Vec::new();
        };
        let (counted, returned, timed_out) = self.counted(closed);
        let dropped = persons
            .iter()
            .filter(|s| counted.iter().all(|a| a.seat != **s));
        // What a dropped answer said is erased; it did not count.
        let dropped: Vec<Answer> = dropped
            .map(|&seat| Answer {
                entry: closed,
                seat,
                act: AuctionAct::Pass,
                person: true,
            })
            .collect();
        counted
            .into_iter()
            .filter(|a| a.person || !timed_out.contains(&a.seat))
            .chain(dropped)
            .map(|answer| {
                let late = returned.contains(&answer.seat);
                (answer, late)
            })
            .collect()
    }

    /// The answers that counted, who came back from auto-play with theirs, and
    /// whose time was up.
    fn counted(&self, closed: usize) -> (Vec<Answer>, Vec<Seat>, Vec<Seat>) {
        let (mut counted, mut returned) = (Vec::new(), Vec::new());
        let mut timed_out = Vec::new();
        let after = self.entries.iter().enumerate().skip(closed + 1);
        for (at, Entry { event, .. }) in after {
            if let Event::AutoChanged {
                seat, auto: false, ..
            } = event
            {
                returned.push(*seat);
            } else if let Event::Auction { step, person } = event {
                let Some((seat, act)) = act_of(step) else {
                    break;
                };
                counted.push(Answer {
                    entry: at,
                    seat,
                    act,
                    person: *person,
                });
                if act != AuctionAct::Pass {
                    break;
                }
            } else if let Event::TimedOut { seat, .. } = event {
                timed_out.push(*seat);
            } else if !matches!(event, Event::AutoChanged { .. }) {
                break;
            }
        }
        (counted, returned, timed_out)
    }
}

/// The answer that a step of the auction is, if it is one.
fn act_of(step: &AuctionStep) -> Option<(Seat, AuctionAct)> {
    let named = |trump: &Trump| Some(trump.suit.map_or(Named::NoTrump, Named::Suit));
    match step {
        AuctionStep::Placed { seat, cards, .. } => {
            Some((*seat, AuctionAct::Declare { cards: *cards }))
        }
        AuctionStep::Overturned { seat, cards, trump } => {
            let (cards, name) = (*cards, named(trump));
            Some((*seat, AuctionAct::Overturn { cards, name }))
        }
        AuctionStep::Fried {
            seat, cards, trump, ..
        } => {
            let (cards, name) = (*cards, named(trump));
            Some((*seat, AuctionAct::Fry { cards, name }))
        }
        AuctionStep::Passed { seat } => Some((*seat, AuctionAct::Pass)),
        AuctionStep::Closed
        | AuctionStep::Undeclared
        | AuctionStep::BottomCardTurned { .. }
        | AuctionStep::Asked { .. }
        | AuctionStep::DealerSettled { .. }
        | AuctionStep::LotNeeded
        | AuctionStep::BottomTaken { .. }
        | AuctionStep::Buried { .. }
        | AuctionStep::TrumpSettled { .. }
        | AuctionStep::PlayBegins
        | AuctionStep::Redeal { .. } => None,
    }
}
