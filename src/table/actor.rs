//! The actor: one task a table. Whatever happens there happens here, one
//! thing after another: decide, store, evolve, answer, show.

mod departing;
mod reach;

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;

use super::clock::{Alarm, Face, Ring};
use super::drafts::Drafts;
use super::handle::{Acted, DraftChange, Mail, Shared, What};
use super::outcome::{failed_throw, only_voted};
use super::registry::Registry;
use super::thoughts::Thoughts;
use super::timing::Timing;
use super::{ActError, Shown};
use crate::cards::CardSet;
use crate::clock::{Busy, Millis};
use crate::game::{
    Action, Actor, Event, Game, Illegal, Mover, PlayerId, PublicView, Reason, Revision, SeatView,
    Step, TableId, decide, durations, evolve,
};
use crate::metrics::{self, Note};
use crate::players::{Act, player, stand_in};
use crate::rules::{BySeat, Seat};
use crate::store::{FundMatch, FundRun, Sealed, TableState, TableWrite, Tally};

/// How soon the clock tries again what failed; doubled each time.
const TRY_AGAIN: Duration = Duration::from_secs(1);
/// The longest it waits before trying again.
const TRY_AGAIN_AT_MOST: Duration = Duration::from_secs(60);

/// Why an actor ended.
pub(super) enum End {
    /// It was told to, or nobody can speak to it any more.
    Stopped,
    /// Its table is over and shown.
    Over,
    /// It is to begin again from what is stored.
    Again(Busy),
}

/// A table being played.
pub(super) struct TableActor {
    registry: Registry,
    shared: Arc<Shared>,
    seed: [u8; 32],
    game: Game,
    /// The number of the next event.
    next_seq: u64,
    timing: Timing,
    drafts: Drafts,
    public: Arc<PublicView>,
    seats: BySeat<Arc<SeatView>>,
    /// How often in a row the clock's own move failed, and when it tries again.
    failed: Option<(u32, Millis)>,
    /// What strong computer players are thinking about.
    thoughts: Thoughts,
}

/// The state that an actor starts from.
pub(super) struct Start {
    pub game: Game,
    pub next_seq: u64,
    pub timing: Timing,
    pub drafts: Drafts,
}

/// The public view and those of the seats.
pub(super) fn views(game: &Game) -> (Arc<PublicView>, BySeat<Arc<SeatView>>) {
    let seats = BySeat::from_fn(|seat| Arc::new(game.seat(seat)));
    (Arc::new(game.public()), seats)
}

impl TableActor {
    pub(super) fn new(registry: Registry, shared: Arc<Shared>, start: Start) -> TableActor {
        let (public, seats) = views(&start.game);
        TableActor {
            seed: registry.chance().delays(shared.place.table),
            registry,
            shared,
            game: start.game,
            next_seq: start.next_seq,
            timing: start.timing,
            drafts: start.drafts,
            public,
            seats,
            failed: None,
            thoughts: Thoughts::default(),
        }
    }

    /// Works until the table is over or the program stops. `busy` is held
    /// until the first state is shown and the clock is wound up.
    pub(super) async fn run(
        &mut self,
        mailbox: &mut mpsc::UnboundedReceiver<Mail>,
        busy: Busy,
    ) -> End {
        self.publish().await;
        let clock = self.shared.clock.clone();
        let mut held = Some(busy);
        loop {
            let alarm = self.alarm();
            let wake = alarm.map_or(Millis::default(), |a| a.at);
            let mut letter = None;
            tokio::select! {
                // What a player sent before the clock rang comes first.
                biased;
                mail = mailbox.recv() => match mail {
                    Some(mail) => letter = Some(mail),
                    None => return End::Stopped,
                },
                busy = clock.sleep_until(wake), if alarm.is_some() => held = Some(busy),
                // Polled last: the clock is wound up, so time may pass now.
                () = rest(&mut held) => {}
            }
            if let Some(Mail { busy, what }) = letter {
                if matches!(what, What::Stop) {
                    return End::Stopped;
                }
                if matches!(what, What::Repair) {
                    return End::Again(busy);
                }
                held = Some(busy);
                self.open(what).await;
            } else if let Some(alarm) = alarm
                && self.ring(alarm).await
            {
                return End::Over;
            }
        }
    }

    fn now(&self) -> Millis {
        self.shared.clock.now()
    }

    fn face(&self) -> Face<'_> {
        Face {
            place: &self.shared.place,
            game: &self.game,
            public: &self.public,
            seats: &self.seats,
            timing: &self.timing,
            seed: &self.seed,
        }
    }

    fn alarm(&self) -> Option<Alarm> {
        let mut alarm = self.face().next()?;
        if let Some((_, again)) = self.failed {
            alarm.at = alarm.at.max(again);
        }
        Some(alarm)
    }

    async fn open(&mut self, what: What) {
        match what {
            What::Act {
                actor,
                step,
                action,
                reply,
            } => {
                let acted = self.act(actor, step, action).await;
                // Who asked may be gone; what was done is done.
                let _ = reply.send(acted);
            }
            What::Draft {
                player,
                step,
                change,
                reply,
            } => {
                let drafted = self.draft(player, step, change).await;
                let _ = reply.send(drafted);
            }
            What::Shown(shown) => self.report(shown).await,
            What::Move { channel, reply } => {
                let moved = self.move_to(channel).await;
                let _ = reply.send(moved);
            }
            What::Forget { person, reply } => {
                let forgotten = self.forget_person(&person).await;
                let _ = reply.send(forgotten);
            }
            What::Renamed => self.publish().await,
            // Seen to before a letter is opened.
            What::Repair | What::Stop => {}
        }
    }

    async fn act(
        &mut self,
        actor: Actor,
        step: Option<Step>,
        action: Action,
    ) -> Result<Acted, ActError> {
        let person = match actor {
            Actor::Player(player) | Actor::Manager(player) => Some(player),
            Actor::For(..) | Actor::Table => None,
        };
        let seat = person.and_then(|p| self.game.seat_of(p));
        if let (Some(seat), Some(step)) = (seat, step)
            && self.seats[seat].step != step
        {
            return Err(ActError::Stale);
        }
        let action = self.with_time(action)?;
        let before = match person {
            Some(player) => self.claim(player, seat, &action)?,
            None => None,
        };
        self.heard(seat).await;
        let done = self.carry_out(actor, person, &action).await;
        match (person, before) {
            // Nothing was done here: the person sits where they sat.
            (Some(player), Some(before)) if done.is_err() => {
                let table = self.shared.place.table;
                self.registry.give_back(player, table, before);
            }
            (Some(player), _) => self.release(player),
            (None, _) => {}
        }
        let (failed_throw, only_voted) = done?;
        metrics::note_at(self.shared.place.table, Note::Action);
        Ok(Acted {
            revision: Revision(self.next_seq),
            snapshot: self.shared.snapshot.borrow().clone(),
            failed_throw,
            only_voted,
        })
    }

    /// The throw that failed, and whether it was a vote that others must join.
    async fn carry_out(
        &mut self,
        actor: Actor,
        person: Option<PlayerId>,
        action: &Action,
    ) -> Result<(Option<crate::game::FailedThrow>, bool), ActError> {
        let events = decide(&self.game, actor, action)?;
        self.may_sit(person, &events).await?;
        let only_voted = only_voted(&events);
        let failed_throw = self.apply(events, person.is_some()).await?;
        Ok((failed_throw, only_voted))
    }

    /// Only the table knows whether a day has gone by,
    /// and chance is its own.
    fn with_time(&self, action: Action) -> Result<Action, ActError> {
        if matches!(action, Action::Force(_)) {
            let waited = self.now().since(self.timing.since);
            Ok(Action::Force(waited >= durations::HOST_MAY_FORCE))
        } else if matches!(action, Action::ShuffleSeats(_)) {
            let chance = self.registry.chance();
            let seating = chance.seating(self.shared.place.table, self.next_seq)?;
            Ok(Action::ShuffleSeats(seating))
        } else {
            Ok(action)
        }
    }

    /// One person sits at one table at a time. Leaving and ending always work.
    fn claim(
        &self,
        player: PlayerId,
        seat: Option<Seat>,
        action: &Action,
    ) -> Result<Option<TableId>, ActError> {
        let sits = matches!(action, Action::Sit(_));
        if !sits && (seat.is_none() || matches!(action, Action::Stand | Action::End | Action::Void))
        {
            return Ok(None);
        }
        let table = self.shared.place.table;
        let claimed = self.registry.claim(player, table);
        claimed.map_err(ActError::ElsewhereSeated)
    }

    fn release(&self, player: PlayerId) {
        if self.game.is_over() || self.game.seat_of(player).is_none() {
            self.registry.release(player, self.shared.place.table);
        }
    }

    /// Stores what was decided, then folds it into the game and shows it.
    async fn apply(
        &mut self,
        events: Vec<Event>,
        by_person: bool,
    ) -> Result<Option<crate::game::FailedThrow>, ActError> {
        let now = self.now();
        if events.is_empty() {
            if by_person {
                self.timing.touched = now;
            }
            return Ok(None);
        }
        // A copy: if storing fails, nothing has happened.
        let mut game = self.game.clone();
        for event in &events {
            evolve(&mut game, event);
        }
        let (public, seats) = views(&game);
        let next_seq = self.next_seq + events.len() as u64;
        let mut timing = self.timing.clone();
        if by_person {
            timing.touched = now;
        }
        timing.advance(&game, &seats, Revision(next_seq), now);
        let mut drafts = self.drafts.clone();
        drafts.drop_old(&seats);
        drafts.keep_outdone(&self.seats, &seats);
        drafts.drop_others(&self.game, &game);
        let over = game.is_over() && !self.game.is_over();
        let sealed = self.sealed(&game, &events);
        let failed_throw = events.iter().find_map(failed_throw);
        let tally = events.iter().find_map(|e| self.tally(e, now));
        let fund = events.iter().find_map(|e| self.fund_match(e, now));
        let write = TableWrite {
            table: self.shared.place.table,
            at: now,
            first_seq: self.next_seq,
            events,
            timing: (timing != self.timing).then(|| timing.clone()),
            drafts: drafts.changes_from(&self.drafts),
            state: over.then_some(TableState::Over),
            tally,
            fund,
            sealed,
            forgets: timing.departed.len() < self.timing.departed.len(),
        };
        self.registry.store().commit(write).await?;
        let before = std::mem::replace(&mut self.game, game);
        self.next_seq = next_seq;
        self.timing = timing;
        self.drafts = drafts;
        self.public = public;
        self.seats = seats;
        self.failed = None;
        for seat in Seat::ALL {
            if let Some(player) = before.person(seat) {
                self.release(player);
            }
        }
        if over {
            self.registry.leave_channel(&self.shared.place);
        }
        self.publish().await;
        Ok(failed_throw)
    }

    /// What becomes of the sealed answers when the table comes to `game`.
    fn sealed(&self, game: &Game, events: &[Event]) -> Sealed {
        let closed = events
            .iter()
            .any(|e| matches!(e, Event::RoundClosed { .. }));
        match (
            closed || self.game.in_sealed_round(),
            game.in_sealed_round(),
        ) {
            (true, true) if closed => Sealed::Renewed,
            (true, false) => Sealed::Erased,
            (true, true) | (false, _) => Sealed::Kept,
        }
    }

    fn tally(&self, event: &Event, now: Millis) -> Option<Tally> {
        if let Event::Settled { result } = event {
            let table = self.shared.place.table;
            Some(Tally::new(table, now, self.game.rules(), result))
        } else {
            None
        }
    }

    fn fund_match(&self, event: &Event, now: Millis) -> Option<FundMatch> {
        if let Event::MatchWon { end } = event {
            FundMatch::new(&self.game, end.winner, self.shared.place.table, now)
        } else {
            None
        }
    }

    /// What a match that is over has done to the champions' fund.
    async fn fund(&self) -> Option<FundRun> {
        self.public.contest.end.as_ref()?;
        match self
            .registry
            .store()
            .fund_run(self.shared.place.table)
            .await
        {
            Ok(run) => run,
            Err(error) => {
                tracing::warn!(%error, "the champions' fund could not be read");
                None
            }
        }
    }

    async fn draft(
        &mut self,
        player: PlayerId,
        step: Step,
        change: DraftChange,
    ) -> Result<CardSet, ActError> {
        let seat = self.game.seat_of(player).ok_or(Illegal::NotSeated)?;
        self.heard(Some(seat)).await;
        let mut drafts = self.drafts.clone();
        let cards = drafts.change(&self.seats[seat], step, change)?;
        let mut timing = self.timing.clone();
        timing.touched = self.now();
        let changes = drafts.changes_from(&self.drafts);
        if !changes.is_empty() {
            let mut write = self.nothing_happened();
            write.timing = Some(timing.clone());
            write.drafts = changes;
            self.registry.store().commit(write).await?;
        }
        self.drafts = drafts;
        self.timing = timing;
        self.publish().await;
        Ok(cards)
    }

    /// The board has shown something.
    async fn report(&mut self, shown: Shown) {
        match self.reach(shown).await {
            Ok(()) => {}
            Err(error) => {
                let table = self.shared.place.table.0;
                tracing::warn!(table, %error, "a table could not be stopped or go on");
            }
        }
        let mut timing = self.timing.clone();
        if !timing.report(shown, self.now()) {
            return;
        }
        // Panels count while cards are drawn and while a seat buries; after a
        // restart the board reports them anew.
        let kept = timing.shown != self.timing.shown || self.is_burying();
        if kept {
            let mut write = self.nothing_happened();
            write.timing = Some(timing.clone());
            if let Err(error) = self.registry.store().commit(write).await {
                // The clock runs all the same; after a restart it may run a little longer.
                tracing::warn!(table = self.shared.place.table.0, %error, "a shown message was not stored");
            }
        }
        self.timing = timing;
        if kept {
            self.publish().await;
        }
    }

    fn is_burying(&self) -> bool {
        matches!(self.game.waits(), crate::game::Wait::Bury { .. })
    }

    fn nothing_happened(&self) -> TableWrite {
        TableWrite {
            table: self.shared.place.table,
            at: self.now(),
            first_seq: self.next_seq,
            events: Vec::new(),
            timing: None,
            drafts: std::collections::BTreeMap::new(),
            state: None,
            tally: None,
            fund: None,
            sealed: Sealed::Kept,
            forgets: false,
        }
    }

    /// The clock rings; whether the table can be forgotten now.
    async fn ring(&mut self, alarm: Alarm) -> bool {
        let done = match alarm.ring {
            Ring::Shuffle => self.shuffle().await,
            Ring::Draw(upto) => self.table_does(Action::Draw(upto)).await,
            Ring::OpenPlacing => self.table_does(Action::OpenPlacing).await,
            Ring::Close => self.table_does(Action::CloseWindow).await,
            Ring::Next => self.table_does(Action::Next).await,
            Ring::TimeUp => self.table_does(Action::TimeUp).await,
            Ring::Late => self.table_does(Action::Late).await,
            Ring::Silence => self.table_does(Action::Silence).await,
            Ring::Pause => self.table_does(Action::Pause).await,
            Ring::Resume => self.table_does(Action::Resume).await,
            Ring::End => self.table_does(Action::End).await,
            Ring::Move(seat) => self.move_for(seat).await,
            Ring::Forget => return self.forget().await,
        };
        if let Err(error) = done {
            let times = self.failed.map_or(0, |(times, _)| times) + 1;
            let wait = TRY_AGAIN * 2_u32.saturating_pow(times.min(10) - 1);
            let again = self.now() + wait.min(TRY_AGAIN_AT_MOST);
            self.failed = Some((times, again));
            let table = self.shared.place.table.0;
            let ring = alarm.ring;
            tracing::error!(table, ?ring, %error, times, "the table's clock could not go on");
        }
        false
    }

    async fn table_does(&mut self, action: Action) -> Result<(), ActError> {
        self.does(Actor::Table, &action).await
    }

    async fn does(&mut self, actor: Actor, action: &Action) -> Result<(), ActError> {
        let events = decide(&self.game, actor, action)?;
        self.apply(events, false).await?;
        Ok(())
    }

    async fn shuffle(&mut self) -> Result<(), ActError> {
        let deal = self.public.deal.as_ref().map_or(0, |d| d.number.0) + 1;
        let table = self.shared.place.table;
        let shuffle = self.registry.chance().shuffle(table, deal)?;
        self.table_does(Action::Deal(Box::new(shuffle))).await
    }

    /// A computer player, auto-play, or the stand-in at a time-out moves.
    async fn move_for(&mut self, seat: Seat) -> Result<(), ActError> {
        let view = Arc::clone(&self.seats[seat]);
        let safe = || stand_in(&view, &self.drafts.cards(seat));
        let (act, reason) = match self.game.mover(seat) {
            Mover::Computer(level) => {
                let table = self.shared.place.table;
                let mut rng = self.registry.chance().player(table, seat, view.step);
                // What was not thought out in time is done at once.
                let thought = self.thoughts.take(seat, &view);
                let act = thought.unwrap_or_else(|| player(level).choose(&view, &mut rng));
                (act, Reason::Computer)
            }
            Mover::Auto => (safe(), Reason::Auto),
            Mover::Person => (safe(), Reason::TimeOut),
        };
        let spare = (reason == Reason::Computer).then(safe);
        let Some(action) = act.into_action() else {
            return self.timing.declined(seat).ok_or(Illegal::WrongPhase.into());
        };
        let actor = Actor::For(seat, reason);
        match (self.does(actor, &action).await, spare.map(Act::into_action)) {
            // A computer player that errs must not stop the table.
            (Err(ActError::Illegal(illegal)), Some(Some(safe))) => {
                let table = self.shared.place.table.0;
                tracing::error!(table, ?illegal, "a computer player's move was refused");
                self.does(actor, &safe).await
            }
            (done, _) => done,
        }
    }

    async fn forget(&mut self) -> bool {
        let mut write = self.nothing_happened();
        write.state = Some(TableState::Closed);
        let table = self.shared.place.table;
        match self.registry.store().commit(write).await {
            Ok(()) => self.registry.forget(table),
            Err(error) => {
                // At the next start the table is taken up and closed.
                tracing::warn!(table = table.0, %error, "a finished table was not closed");
            }
        }
        true
    }

    /// Shows the newest state to whoever watches.
    async fn publish(&mut self) {
        metrics::table_is(self.shared.place.table, self.game.in_sealed_round());
        self.thoughts
            .begin(&self.registry, &self.shared, &self.game, &self.seats);
        let snapshot = self.snapshot().await;
        self.shared.publish(snapshot);
    }
}

/// Lets go of the guard and waits for ever.
async fn rest(held: &mut Option<Busy>) {
    drop(held.take());
    std::future::pending().await
}
