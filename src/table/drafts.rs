//! What seats have picked so far, each for one step.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{ActError, DraftChange};
use crate::cards::CardSet;
use crate::game::{Ask, Game, Illegal, SeatView, Step};
use crate::rules::{BySeat, Refusal, Seat};

/// The drafts of a table.
#[derive(Clone, Default)]
pub(super) struct Drafts(BySeat<Option<(Step, CardSet)>>);

impl Drafts {
    /// Those of the stored drafts whose steps are still asked.
    pub(super) fn restore(
        stored: Vec<(Seat, String, CardSet)>,
        seats: &BySeat<Arc<SeatView>>,
    ) -> Drafts {
        let mut drafts = Drafts::default();
        for (seat, step, cards) in stored {
            if name(seats[seat].step) == step {
                drafts.0[seat] = Some((seats[seat].step, cards));
            }
        }
        drafts
    }

    /// What a seat has picked.
    pub(super) fn cards(&self, seat: Seat) -> CardSet {
        self.0[seat].map_or(CardSet::EMPTY, |(_, cards)| cards)
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
        self.0[view.seat] = (!cards.is_empty()).then_some((step, cards));
        Ok(cards)
    }

    /// Drops the drafts of steps that are over.
    pub(super) fn drop_old(&mut self, seats: &BySeat<Arc<SeatView>>) {
        for (seat, draft) in self.0.iter_mut() {
            if draft.is_some_and(|(step, _)| step != seats[seat].step) {
                *draft = None;
            }
        }
    }

    /// Drops the drafts of seats that have another occupant: what one person
    /// has picked is nobody else's.
    pub(super) fn drop_others(&mut self, before: &Game, after: &Game) {
        for (seat, draft) in self.0.iter_mut() {
            if before.person(seat) != after.person(seat) {
                *draft = None;
            }
        }
    }

    /// What must be stored for these drafts to stand where `before` stood.
    pub(super) fn changes_from(
        &self,
        before: &Drafts,
    ) -> BTreeMap<Seat, Option<(String, CardSet)>> {
        let mut changes = BTreeMap::new();
        for (seat, draft) in self.0.iter() {
            if *draft != before.0[seat] {
                changes.insert(seat, draft.map(|(step, cards)| (name(step), cards)));
            }
        }
        changes
    }
}

fn not_in_hand(missing: CardSet) -> ActError {
    Illegal::Rule(Refusal::NotInHand { missing }).into()
}

fn name(step: Step) -> String {
    format!("{}{}{}", step.deal, step.phase, step.turn)
}
