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
    /// What was suggested last; forgotten when the program ends.
    suggested: BySeat<CardSet>,
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
        let picked = self.cards(seat);
        !picked.is_empty() && picked == self.suggested[seat]
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
                self.suggested[view.seat] = cards;
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

    /// Drops the drafts of steps that are over.
    pub(super) fn drop_old(&mut self, seats: &BySeat<Arc<SeatView>>) {
        for (seat, draft) in self.picked.iter_mut() {
            if draft.is_some_and(|(step, _)| step != seats[seat].step) {
                *draft = None;
            }
        }
    }

    /// Drops what is kept of seats that have another occupant: what one person
    /// has picked and placed is nobody else's.
    pub(super) fn drop_others(&mut self, before: &Game, after: &Game) {
        for seat in Seat::ALL {
            if before.person(seat) != after.person(seat) {
                self.picked[seat] = None;
                self.suggested[seat] = CardSet::EMPTY;
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
