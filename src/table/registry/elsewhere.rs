//! Tables after tables: the next one of the same people, the same one in
//! another channel, and one that was set aside.

use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use dashmap::mapref::entry::Entry;
use futures_util::FutureExt as _;
use tokio::sync::watch;

use super::{Registry, Spot};
use crate::error::AppError;
use crate::game::{Action, Actor, Event, Occupant, Pause, PlayerId, TableId};
use crate::rules::Seat;
use crate::table::handle::{Shared, TableHandle};
use crate::table::restore::fold;
use crate::table::{ActError, AgainError, MoveError, OpenError, Place, Snapshot};

impl Registry {
    /// Whether a table of that server waits until it can be shown again.
    #[must_use]
    pub fn waits_unshown(&self, guild: u64) -> bool {
        self.all().iter().any(|table| {
            let snap = table.snapshot();
            snap.place.guild == guild && snap.public.paused == Some(Pause::Unshown)
        })
    }

    /// Opens the next table of the people of one that is over, in its channel:
    /// the same seats and rules. Whoever asks has sat there.
    ///
    /// # Errors
    /// As [`Registry::open`]; and when there was no such table, it is not over
    /// or who asks did not sit there.
    pub async fn again(&self, table: TableId, player: PlayerId) -> Result<TableHandle, AgainError> {
        let stored = self.0.store.stored_table(table).await;
        let stored = stored.map_err(OpenError::from)?;
        let stored = stored.ok_or(AgainError::NoSuchTable)?;
        let log = self.0.store.log(table).await.map_err(OpenError::from)?;
        let game = fold(table, &log, stored.next_seq).map_err(OpenError::from)?;
        if !game.is_over() {
            return Err(AgainError::NotOver);
        }
        let mut events = game.again(player).ok_or(AgainError::NotThere)?;
        self.keep_nothing_for_the_forgotten(&mut events).await?;
        let spot = Spot {
            guild: stored.place.guild,
            channel: stored.place.channel,
            language: stored.place.language,
        };
        Ok(self.open_with(spot, player, events).await?)
    }

    /// Whoever had their data deleted since is nobody who could come.
    async fn keep_nothing_for_the_forgotten(
        &self,
        events: &mut Vec<Event>,
    ) -> Result<(), OpenError> {
        let mut kept = Vec::with_capacity(events.len());
        for event in events.drain(..) {
            if let Event::SeatOffered {
                player: Some(player),
                ..
            } = &event
            {
                let person = self.0.store.person(*player).await?;
                if person.is_none_or(|person| person.is_forgotten()) {
                    continue;
                }
            }
            kept.push(event);
        }
        *events = kept;
        Ok(())
    }

    /// Takes a table to another channel of its server.
    ///
    /// # Errors
    /// When that channel has a table, the table is over, and what the store reports.
    pub async fn move_to(&self, table: TableId, channel: u64) -> Result<(), MoveError> {
        let handle = self.table(table).ok_or(MoveError::NoSuchTable)?;
        let _opening = self.0.opening.lock().await;
        match self.0.channels.entry(channel) {
            Entry::Occupied(taken) => return Err(MoveError::ChannelTaken(*taken.get())),
            Entry::Vacant(free) => {
                free.insert(table);
            }
        }
        let moved = handle.move_to(channel).await;
        if moved.is_err() {
            self.0.channels.remove(&channel);
        } else {
            // As when a table is opened there.
            self.0.aside.retain(|_, aside| aside.channel != channel);
        }
        Ok(moved?)
    }

    /// Takes up a table again that was set aside, where what is stored of it can be
    /// read by now. The time since anything happened there is added to its deadlines.
    ///
    /// # Errors
    /// Why it cannot be taken up; it stays set aside then.
    pub async fn take_up(&self, table: TableId) -> Result<(), AppError> {
        let _busy = self.0.clock.busy();
        let opening = self.0.opening.lock().await;
        let unknown = || AppError::Corrupt(format!("table {}", table.0));
        let stored = self.0.store.stored_table(table).await?;
        let stored = stored
            .filter(|_| self.is_aside(table))
            .ok_or_else(unknown)?;
        let place = stored.place.clone();
        let now = self.0.clock.now();
        let loaded = AssertUnwindSafe(self.load(stored, Duration::ZERO, now)).catch_unwind();
        let mut start = loaded.await.map_err(|_| unknown())??;
        let idle = now.since(start.timing.last_sign());
        start.timing.add_downtime(idle, &start.game, now);
        // Kept at once: it may be taken up from there again before anything happens.
        let timing = start.timing.clone();
        self.0.store.set_timings(&[(table, timing)], now).await?;
        self.0.aside.remove(&table);
        let handle = self.spawn(place, start);
        drop(opening);
        self.excuse(&handle).await;
        Ok(())
    }

    /// Nobody is waited for at a table who was forgotten or sat down elsewhere
    /// while it was set aside.
    async fn excuse(&self, handle: &TableHandle) {
        let snapshot = handle.snapshot();
        let public = &snapshot.public;
        for seat in Seat::ALL {
            let Some(Occupant::Person(player)) = public.seats[seat].occupant else {
                continue;
            };
            let bound = self.0.players.get(&player).map(|t| *t);
            if bound == Some(handle.id()) || snapshot.seats[seat].auto {
                continue;
            }
            let stood = handle.act(Actor::Player(player), None, Action::Stand);
            if let Err(error) = stood.await {
                tracing::warn!(table = handle.id().0, %error, "somebody keeps two seats");
            }
        }
        let occupants = public.seats.values().filter_map(|s| s.occupant);
        let people = occupants.filter_map(|occupant| match occupant {
            Occupant::Person(player) => Some(player),
            Occupant::Computer(_) => None,
        });
        let kept = public.offers.values().copied().flatten();
        for player in people.chain(kept).chain(public.host) {
            let gone = match self.0.store.person(player).await {
                Ok(Some(person)) if person.is_forgotten() => handle.forget(&person).await,
                Ok(_) => Ok(()),
                Err(error) => Err(ActError::from(error)),
            };
            if let Err(error) = gone {
                tracing::warn!(table = handle.id().0, %error, "somebody forgotten may sit there");
            }
        }
    }

    /// Ends a table that was set aside: it is not taken up again. Its log stays.
    ///
    /// # Errors
    /// What the store reports; the table stays set aside then. And when it was
    /// taken up again meanwhile.
    pub async fn end_aside(&self, table: TableId) -> Result<(), AppError> {
        let _opening = self.0.opening.lock().await;
        if self.table(table).is_some() {
            return Err(AppError::TakenUpAgain);
        }
        self.0.store.close_table(table).await?;
        self.0.aside.remove(&table);
        Ok(())
    }

    /// The same table elsewhere: whoever asks for it gets a new handle, and
    /// what is sent through an old one arrives all the same.
    pub(in crate::table) fn relocate(
        &self,
        shared: &Arc<Shared>,
        before: &Place,
        place: Place,
    ) -> Arc<Shared> {
        let table = place.table;
        let snapshot = Snapshot {
            place: place.clone(),
            ..shared.snapshot.borrow().as_ref().clone()
        };
        let moved = Arc::new(Shared {
            place,
            clock: shared.clock.clone(),
            mailbox: shared.mailbox.clone(),
            snapshot: watch::Sender::new(Arc::new(snapshot)),
            pulses: Mutex::default(),
            repairs: AtomicU32::new(shared.repairs.load(Ordering::Relaxed)),
            suggestions: Arc::clone(&shared.suggestions),
        });
        let handle = TableHandle(Arc::clone(&moved));
        self.0.tables.insert(table, handle);
        self.leave_channel(before);
        self.0.changes.send_modify(|n| *n += 1);
        moved
    }
}
