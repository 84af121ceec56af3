//! What was suggested for the turn a seat is at: who asks again in the same turn hears
//! the same. In memory only, and no longer than the turn.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::game::SeatView;
use crate::players::Act;
use crate::rules::BySeat;

/// One suggestion a seat.
#[derive(Default)]
pub(super) struct Suggestions(Mutex<Kept>);

type Kept = BySeat<Option<Suggestion>>;

struct Suggestion {
    /// What the seat saw when it was made.
    seen: Arc<SeatView>,
    act: Act,
}

impl Suggestions {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What was suggested to the same person in the same turn.
    pub(super) fn again(&self, view: &SeatView) -> Option<Act> {
        let kept = self.kept();
        let suggestion = kept[view.seat].as_ref()?;
        is_same(&suggestion.seen, view).then(|| suggestion.act.clone())
    }

    /// Keeps what was suggested, unless the seat is at another turn by `now`.
    pub(super) fn keep(
        &self,
        view: &Arc<SeatView>,
        act: &Act,
        now: impl FnOnce() -> Arc<SeatView>,
    ) {
        // Looked at under the lock: what `go_on` has dropped does not come back.
        let mut kept = self.kept();
        if is_same(view, &now()) {
            kept[view.seat] = Some(Suggestion {
                seen: Arc::clone(view),
                act: act.clone(),
            });
        }
    }

    /// The table has gone on: drops what is over.
    pub(super) fn go_on(&self, seats: &BySeat<Arc<SeatView>>) {
        for (seat, kept) in self.kept().iter_mut() {
            kept.take_if(|kept| !is_same(&kept.seen, &seats[seat]));
        }
    }
}

/// Whether the same person is at the same turn there, and knows no more.
fn is_same(before: &SeatView, now: &SeatView) -> bool {
    let who = |view: &SeatView| view.public.seats[view.seat].occupant;
    before.step == now.step
        && before.hand == now.hand
        && before.trump == now.trump
        && before.public.deal == now.public.deal
        && who(before) == who(now)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Ask, ClockChoice, Occupant, PlayerId};
    use crate::players::{Memory, suggest};
    use crate::rules::{Seat, preset};
    use crate::tools::simulate::Driver;

    /// A table at which a seat is to lead, and the seat.
    fn leading() -> (Driver, Seat) {
        let rules = preset("tournament").expect("a preset");
        let players = BySeat::from_fn(|_| Box::new(Memory::default()) as Box<_>);
        let mut driver = Driver::new(rules, ClockChoice::Relaxed, players, 3);
        loop {
            let leads = |s: &Seat| driver.game.seat(*s).ask == Ask::Lead;
            if let Some(seat) = Seat::ALL.into_iter().find(leads) {
                return (driver, seat);
            }
            assert!(driver.step().expect("the table goes on"));
        }
    }

    fn seats(driver: &Driver) -> BySeat<Arc<SeatView>> {
        BySeat::from_fn(|seat| Arc::new(driver.game.seat(seat)))
    }

    #[test]
    fn who_asks_again_in_the_same_turn_hears_the_same() {
        let (driver, seat) = leading();
        let suggestions = Suggestions::default();
        let now = seats(&driver);
        assert_eq!(suggestions.again(&now[seat]), None);
        let act = Act::Play(Vec::new());
        suggestions.keep(&now[seat], &act, || Arc::clone(&now[seat]));
        // The same again, and not what a player would do anew.
        assert_eq!(suggestions.again(&seats(&driver)[seat]), Some(act));
        let other = seat.next();
        assert_eq!(suggestions.again(&now[other]), None, "another seat");
        let mut changed = now[seat].as_ref().clone();
        let person = Occupant::Person(PlayerId(7));
        changed.public.seats[seat].occupant = Some(person);
        assert_eq!(suggestions.again(&changed), None, "another person");
        changed = now[seat].as_ref().clone();
        changed.hand = now[other].hand;
        assert_eq!(suggestions.again(&changed), None, "another hand");
        changed = now[seat].as_ref().clone();
        if let Some(deal) = &mut changed.public.deal {
            deal.points += 5;
        }
        assert_eq!(suggestions.again(&changed), None, "more is known");
    }

    #[test]
    fn a_suggestion_goes_with_its_turn() {
        let (mut driver, seat) = leading();
        let suggestions = Suggestions::default();
        let before = seats(&driver);
        let act = suggest(&before[seat]);
        suggestions.keep(&before[seat], &act, || Arc::clone(&before[seat]));
        suggestions.go_on(&before);
        assert_eq!(suggestions.again(&before[seat]), Some(act.clone()));
        assert!(driver.step().expect("the seat leads"));
        let after = seats(&driver);
        suggestions.go_on(&after);
        assert!(suggestions.kept()[seat].is_none());
        // What was thought out too late is not kept either.
        suggestions.keep(&before[seat], &act, || Arc::clone(&after[seat]));
        assert!(suggestions.kept()[seat].is_none());
    }
}
