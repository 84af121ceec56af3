//! What seats have picked so far, each for one step, and what else is kept for
//! the person on a seat alone.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{ActError, DraftChange};
use crate::cards::CardSet;
use crate::game::{Ask, Game, Illegal, PublicPhase, SeatView, Speech, SpeechKind, Step};
use crate::rules::auction::AuctionAct;
use crate::rules::{BySeat, Refusal, Seat};

/// The drafts of a table.
#[derive(Clone, Default)]
pub(super) struct Drafts {
    picked: BySeat<Option<(Step, CardSet)>>,
    /// What was suggested for the step; forgotten when it is over, or the program ends.
    suggested: BySeat<Option<(Step, CardSet)>>,
    /// What was placed in a sealed round where another seat's card counts. The
    /// answer is erased with its round: after it this is kept here alone, no
    /// longer than the deal's auction, and gone once the table is taken up anew.
    outdone: BySeat<Option<CardSet>>,
}

impl Drafts {
    /// Those of the stored drafts whose steps are still asked.
    pub(super) fn restore(
        stored: Vec<(Seat, String, CardSet)>,
        seats: &BySeat<Arc<SeatView>>,
    ) -> Drafts {
        let mut drafts = Drafts::default();
        for (seat, step, cards) in stored {
            if name(seats[seat].step) == step {
                drafts.picked[seat] = Some((seats[seat].step, cards));
            }
        }
        drafts
    }

    /// What a seat has picked.
    pub(super) fn cards(&self, seat: Seat) -> CardSet {
        self.picked[seat].map_or(CardSet::EMPTY, |(_, cards)| cards)
    }

    /// Whether what a seat has picked is what was suggested to it.
    pub(super) fn is_suggested(&self, seat: Seat) -> bool {
        self.picked[seat].is_some() && self.picked[seat] == self.suggested[seat]
    }

    /// What a seat has placed, where another seat's card counts.
    pub(super) fn outdone(&self, seat: Seat) -> Option<CardSet> {
        self.outdone[seat]
    }

    /// Notes what becomes of that when the table goes on.
    pub(super) fn keep_outdone(
        &mut self,
        before: &BySeat<Arc<SeatView>>,
        after: &BySeat<Arc<SeatView>>,
    ) {
        for (seat, kept) in self.outdone.iter_mut() {
            *kept = outdone(&before[seat], &after[seat], *kept);
        }
    }

    /// Changes what a seat has picked.
    ///
    /// # Errors
    /// When nothing can be picked now, or not those cards.
    pub(super) fn change(
        &mut self,
        view: &SeatView,
        step: Step,
        change: DraftChange,
    ) -> Result<CardSet, ActError> {
        if view.step != step {
            return Err(ActError::Stale);
        }
        if !matches!(view.ask, Ask::Bury | Ask::Lead | Ask::Follow { .. }) {
            return Err(Illegal::WrongPhase.into());
        }
        let cards = match change {
            DraftChange::Set(cards) => cards,
            DraftChange::Suggested(cards) => {
                self.suggested[view.seat] = Some((step, cards));
                cards
            }
            DraftChange::Clear => CardSet::EMPTY,
            DraftChange::ReplacePart { shown, picked } => {
                let rest = self.cards(view.seat).minus(&shown);
                let missing = picked.minus(&shown);
                if !missing.is_empty() {
                    return Err(not_in_hand(missing));
                }
                // Three of a kind are more than any hand holds.
                rest.plus(&picked).ok_or_else(|| not_in_hand(picked))?
            }
        };
        let missing = cards.minus(&view.hand);
        if !missing.is_empty() {
            return Err(not_in_hand(missing));
        }
        self.picked[view.seat] = (!cards.is_empty()).then_some((step, cards));
        Ok(cards)
    }

    /// Drops what was picked and suggested for steps that are over.
    pub(super) fn drop_old(&mut self, seats: &BySeat<Arc<SeatView>>) {
        for kept in [&mut self.picked, &mut self.suggested] {
            for (seat, cards) in kept.iter_mut() {
                cards.take_if(|(step, _)| *step != seats[seat].step);
            }
        }
    }

    /// Drops what is kept of seats that have another occupant: what one person
    /// has picked and placed is nobody else's.
    pub(super) fn drop_others(&mut self, before: &Game, after: &Game) {
        for seat in Seat::ALL {
            if before.person(seat) != after.person(seat) {
                self.picked[seat] = None;
                self.suggested[seat] = None;
                self.outdone[seat] = None;
            }
        }
    }

    /// What must be stored for these drafts to stand where `before` stood.
    pub(super) fn changes_from(
        &self,
        before: &Drafts,
    ) -> BTreeMap<Seat, Option<(String, CardSet)>> {
        let mut changes = BTreeMap::new();
        for (seat, draft) in self.picked.iter() {
            if *draft != before.picked[seat] {
                changes.insert(seat, draft.map(|(step, cards)| (name(step), cards)));
            }
        }
        changes
    }
}

/// What a seat has placed in vain, by what it sees before and after a step.
fn outdone(before: &SeatView, after: &SeatView, kept: Option<CardSet>) -> Option<CardSet> {
    let bidding = match after.public.phase {
        PublicPhase::Shuffling
        | PublicPhase::Drawing { .. }
        | PublicPhase::Overturning { .. }
        | PublicPhase::Burying { .. }
        | PublicPhase::Frying { .. } => true,
        PublicPhase::Lobby
        | PublicPhase::Playing { .. }
        | PublicPhase::Between
        | PublicPhase::Finished
        | PublicPhase::Ended => false,
    };
    let counts = |s: &Speech| s.kind == SpeechKind::Declared;
    if !bidding || before.step.deal != after.step.deal || after.own_speech.iter().any(counts) {
        return None;
    }
    match (before.placed, after.placed) {
        (Some(AuctionAct::Declare { cards }), None) => Some(cards),
        (Some(_) | None, _) => kept,
    }
}

fn not_in_hand(missing: CardSet) -> ActError {
    Illegal::Rule(Refusal::NotInHand { missing }).into()
}

fn name(step: Step) -> String {
    format!("{}{}{}", step.deal, step.phase, step.turn)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::ClockChoice;
    use crate::players::Memory;
    use crate::rules::preset;
    use crate::tools::simulate::Driver;

    #[test]
    fn what_was_suggested_is_forgotten_with_its_step() {
        let rules = preset("tournament").expect("a preset");
        let players = BySeat::from_fn(|_| Box::new(Memory::default()) as Box<_>);
        let mut driver = Driver::new(rules, ClockChoice::Relaxed, players, 3);
        let seats = |driver: &Driver| BySeat::from_fn(|s| Arc::new(driver.game.seat(s)));
        let buries = |seat: &Seat, driver: &Driver| driver.game.seat(*seat).ask == Ask::Bury;
        let seat = loop {
            if let Some(seat) = Seat::ALL.into_iter().find(|s| buries(s, &driver)) {
                break seat;
            }
            assert!(driver.step().expect("the table goes on"));
        };
        let now = seats(&driver);
        let eight = CardSet::from_cards(&now[seat].hand.to_vec()[..8]).expect("eight cards");
        let mut drafts = Drafts::default();
        let suggested = DraftChange::Suggested(eight);
        let drafted = drafts.change(&now[seat], now[seat].step, suggested);
        assert!(drafted.is_ok_and(|cards| cards == eight));
        drafts.drop_old(&now);
        assert!(drafts.is_suggested(seat));
        assert!(driver.step().expect("the seat buries"));
        drafts.drop_old(&seats(&driver));
        assert!(drafts.suggested[seat].is_none() && !drafts.is_suggested(seat));
    }
}
