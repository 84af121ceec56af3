//! All tables of this process: by number, by channel, by player.

mod elsewhere;

use std::panic::AssertUnwindSafe;
use std::sync::atomic::AtomicU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use dashmap::DashMap;
use dashmap::mapref::entry::Entry;
use futures_util::FutureExt as _;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;

use super::actor::{End, Start, TableActor, views};
use super::backoff::back_off;
use super::chance::Chance;
use super::drafts::Drafts;
use super::handle::{Mail, Shared, TableHandle};
use super::think::{SUGGESTED_BY, Thinkers, Thinking};
use super::timing::Timing;
use super::{OpenError, Place, Snapshot};
use crate::clock::{Busy, Clock};
use crate::error::AppError;
use crate::game::{Event, Game, Occupant, PlayerId, Revision, SeatView, Setup, TableId};
use crate::i18n::Lang;
use crate::players::{Act, suggest};
use crate::rules::{BySeat, RuleSet, Seat};
use crate::store::Store;

/// How often the program notes that it lives: downtime is measured from there.
const ALIVE: Duration = Duration::from_secs(10);
/// How soon a table is taken up again after a panic; doubled each time.
const AFTER_PANIC: Duration = Duration::from_secs(1);
/// So often in a row a table may panic before it is left alone.
const PANICS: u32 = 6;

/// A table to be opened.
#[derive(Clone, Debug)]
pub struct NewTable {
    /// The Discord server.
    pub guild: u64,
    /// The channel or thread.
    pub channel: u64,
    /// The language of its public messages.
    pub language: Lang,
    /// Its rules, resolved.
    pub rules: RuleSet,
    /// What else it chooses.
    pub setup: Setup,
    /// Who opens it.
    pub host: PlayerId,
}

/// Where a table will be.
struct Spot {
    guild: u64,
    channel: u64,
    language: Lang,
}

/// The tables. Clones share them.
#[derive(Clone)]
pub struct Registry(Arc<Inner>);

struct Inner {
    store: Store,
    clock: Clock,
    chance: Chance,
    thinkers: Thinkers,
    tables: DashMap<TableId, TableHandle>,
    channels: DashMap<u64, TableId>,
    /// Held by whoever takes a channel for a table, so that nobody sees one half opened.
    opening: tokio::sync::Mutex<()>,
    players: DashMap<PlayerId, TableId>,
    /// Counts the changes of `tables`.
    changes: watch::Sender<u64>,
    tasks: Mutex<Vec<JoinHandle<()>>>,
    /// Tables that cannot be played on.
    aside: DashMap<TableId, Place>,
}

impl Registry {
    /// Takes up every table that the store holds as not closed. The time since
    /// the program last lived is added to all deadlines. Computer players think on
    /// so many `cores` at most.
    ///
    /// # Errors
    /// What the store reports. A table whose log cannot be read is set aside
    /// and logged; the others are played on.
    pub async fn restore(
        store: Store,
        clock: Clock,
        chance: Chance,
        thinking: Thinking,
    ) -> Result<Registry, AppError> {
        let _busy = clock.busy();
        let now = clock.now();
        // Not from the last event on: one that is silent within a sealed round would show in
        // the deadlines then.
        let alive = store.last_alive().await?;
        let downtime = alive.map_or(Duration::ZERO, |alive| now.since(alive));
        let registry = Registry(Arc::new(Inner {
            store,
            clock,
            thinkers: Thinkers::new(thinking, chance.is_fixed()),
            chance,
            tables: DashMap::new(),
            channels: DashMap::new(),
            opening: tokio::sync::Mutex::default(),
            players: DashMap::new(),
            changes: watch::Sender::new(0),
            tasks: Mutex::new(Vec::new()),
            aside: DashMap::new(),
        }));
        let mut found = Vec::new();
        for stored in registry.0.store.living_tables().await? {
            let place = stored.place.clone();
            // What is folded and shown comes from the disk: it may hold anything.
            let loaded = AssertUnwindSafe(registry.load(stored, downtime, now));
            match loaded.catch_unwind().await {
                Ok(Ok(start)) => found.push((place, start)),
                Ok(Err(error)) => registry.put_aside(place, &error.line()),
                Err(_) => registry.put_aside(place, "its log makes no sense"),
            }
        }
        let timings: Vec<(TableId, Timing)> = found
            .iter()
            .map(|(place, start)| (place.table, start.timing.clone()))
            .collect();
        registry.0.store.set_timings(&timings, now).await?;
        for (place, start) in found {
            registry.spawn(place, start);
        }
        registry.keep_alive();
        Ok(registry)
    }

    /// Opens a table in a channel.
    ///
    /// # Errors
    /// When the channel has a table or the host sits at another one, and what
    /// the store reports.
    pub async fn open(&self, new: NewTable) -> Result<TableHandle, OpenError> {
        let opened = vec![Game::open(new.rules, new.setup, new.host)];
        let spot = Spot {
            guild: new.guild,
            channel: new.channel,
            language: new.language,
        };
        self.open_with(spot, new.host, opened).await
    }

    async fn open_with(
        &self,
        new: Spot,
        host: PlayerId,
        opened: Vec<Event>,
    ) -> Result<TableHandle, OpenError> {
        let _busy = self.0.clock.busy();
        // Who opens in the same channel at the same time waits, and is told of this table.
        let _opening = self.0.opening.lock().await;
        let bound = self.0.players.get(&host).map(|t| *t);
        if let Some(other) = bound
            && self.waits_for(host, other)
        {
            return Err(OpenError::ElsewhereSeated(other));
        }
        if let Some(taken) = self.0.channels.get(&new.channel) {
            return Err(OpenError::ChannelTaken(*taken));
        }
        let now = self.0.clock.now();
        let game = Game::from_events(&opened);
        let game = game.ok_or_else(|| AppError::Corrupt("a new table".to_owned()))?;
        let table = self
            .0
            .store
            .create_table(new.guild, new.channel, new.language, &opened, now)
            .await?;
        let place = Place {
            table,
            guild: new.guild,
            channel: new.channel,
            language: new.language,
        };
        self.0.store.set_alive(now).await?;
        self.0.aside.retain(|_, aside| aside.channel != new.channel);
        let next_seq = opened.len() as u64;
        let timing = Timing::new(&game, Revision(next_seq), now);
        let start = Start {
            game,
            next_seq,
            timing,
            drafts: Drafts::default(),
        };
        if start.game.seat_of(host).is_some() {
            // Nobody waits for the host elsewhere.
            self.0.players.insert(host, table);
        }
        Ok(self.spawn(place, start))
    }

    /// The table of that number, unless it is over and shown.
    #[must_use]
    pub fn table(&self, table: TableId) -> Option<TableHandle> {
        self.0.tables.get(&table).map(|t| t.clone())
    }

    /// The table being played in a channel.
    #[must_use]
    pub fn in_channel(&self, channel: u64) -> Option<TableHandle> {
        let table = self.0.channels.get(&channel).map(|t| *t)?;
        self.table(table)
    }

    /// The table at which a person sits.
    #[must_use]
    pub fn of_player(&self, player: PlayerId) -> Option<TableHandle> {
        let table = self.0.players.get(&player).map(|t| *t)?;
        self.table(table)
    }

    /// The table at which a person is waited for, and so cannot sit elsewhere.
    #[must_use]
    pub fn waits_elsewhere(&self, player: PlayerId) -> Option<TableId> {
        let table = self.0.players.get(&player).map(|t| *t)?;
        self.waits_for(player, table).then_some(table)
    }

    /// All tables, by number: those being played and those whose end is not
    /// shown yet.
    #[must_use]
    pub fn all(&self) -> Vec<TableHandle> {
        let mut all: Vec<TableHandle> = self.0.tables.iter().map(|t| t.clone()).collect();
        all.sort_by_key(TableHandle::id);
        all
    }

    /// Changes whenever [`Registry::all`] does.
    #[must_use]
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.0.changes.subscribe()
    }

    /// Lets every table finish what it is doing and stops it. What comes later
    /// is answered with [`AppError::Stopping`].
    pub async fn stop(&self) {
        for table in self.all() {
            table.stop();
        }
        let tasks = {
            let mut tasks = self.0.tasks.lock().unwrap_or_else(PoisonError::into_inner);
            std::mem::take(&mut *tasks)
        };
        for task in tasks {
            // A panic was logged where it was caught.
            let _ = task.await;
        }
        if let Err(error) = self.0.store.set_alive(self.0.clock.now()).await {
            tracing::warn!(%error, "the time was not noted");
        }
    }

    pub(super) fn store(&self) -> &Store {
        &self.0.store
    }

    pub(super) fn set_aside(&self) -> &DashMap<TableId, Place> {
        &self.0.aside
    }

    pub(super) fn thinkers(&self) -> &Thinkers {
        &self.0.thinkers
    }

    /// What a strong player would do on that seat, from its own view alone; within
    /// the time that a person waits, else what a good one would do at once. Of plays
    /// that are as good this may be now one, now another, as there is time: so in the
    /// same turn it is what was suggested before.
    pub async fn suggest(&self, table: &TableHandle, view: &Arc<SeatView>) -> Act {
        if let Some(act) = table.0.suggestions.again(view) {
            return act;
        }
        let thinkers = &self.0.thinkers;
        let chance = self.0.chance.player(table.id(), view.seat, view.step);
        let thought = thinkers.suggest(Arc::clone(view), chance, self.0.clock.busy());
        let act = if thinkers.is_fixed() {
            thought.await.ok()
        } else {
            let timely = tokio::time::timeout(SUGGESTED_BY, thought).await;
            timely.ok().and_then(Result::ok)
        };
        let act = act.unwrap_or_else(|| suggest(view));
        let now = || Arc::clone(&table.snapshot().seats[view.seat]);
        table.0.suggestions.keep(view, &act, now);
        act
    }

    pub(super) fn chance(&self) -> &Chance {
        &self.0.chance
    }

    /// Binds a person to a table; the other table the person was bound to, if any.
    ///
    /// # Errors
    /// The table the person is bound to already, unless nobody waits for the
    /// person there: it is paused, or plays for the person.
    pub(super) fn claim(
        &self,
        player: PlayerId,
        table: TableId,
    ) -> Result<Option<TableId>, TableId> {
        // The entry stays locked meanwhile, so that of two tables one wins.
        match self.0.players.entry(player) {
            Entry::Occupied(mut bound) => {
                let other = *bound.get();
                if other != table && self.waits_for(player, other) {
                    return Err(other);
                }
                bound.insert(table);
                Ok((other != table).then_some(other))
            }
            Entry::Vacant(free) => {
                free.insert(table);
                Ok(None)
            }
        }
    }

    /// Gives a person back to the table that a claim took the person from.
    pub(super) fn give_back(&self, player: PlayerId, table: TableId, before: TableId) {
        self.0
            .players
            .entry(player)
            .and_modify(|bound| {
                if *bound == table {
                    *bound = before;
                }
            })
            .or_insert(before);
    }

    /// Frees a person from a table.
    pub(super) fn release(&self, player: PlayerId, table: TableId) {
        self.0
            .players
            .remove_if(&player, |_, bound| *bound == table);
    }

    /// Frees the channel of a table that is over.
    pub(super) fn leave_channel(&self, place: &Place) {
        let table = place.table;
        self.0
            .channels
            .remove_if(&place.channel, |_, t| *t == table);
    }

    /// Drops a table that is over and shown.
    pub(super) fn forget(&self, table: TableId) {
        self.0.tables.remove(&table);
        self.0.changes.send_modify(|n| *n += 1);
    }

    /// Lets go of a table that does not answer any more: its channel and its
    /// people are free. What is stored of it stays as it is.
    pub fn give_up(&self, table: TableId) {
        if let Some((_, handle)) = self.0.tables.remove(&table) {
            handle.stop();
        }
        self.0.channels.retain(|_, there| *there != table);
        self.0.players.retain(|_, there| *there != table);
        self.0.changes.send_modify(|n| *n += 1);
    }

    /// Whether a person who is bound to that table cannot sit elsewhere.
    fn waits_for(&self, player: PlayerId, table: TableId) -> bool {
        let Some(handle) = self.table(table) else {
            return false;
        };
        let snapshot = handle.snapshot();
        let public = &snapshot.public;
        // Nobody's seat yet: the person is just sitting down there.
        let auto = |seat| match public.seats[seat].occupant {
            // What the seat itself knows: in a sealed round the public mark stands
            // still, but whoever stood up is free.
            Some(Occupant::Person(there)) if there == player => snapshot.seats[seat].auto,
            Some(_) | None => false,
        };
        public.paused.is_none() && !Seat::ALL.into_iter().any(auto)
    }

    /// Starts the actor of a table.
    fn spawn(&self, place: Place, start: Start) -> TableHandle {
        let (mailbox, letters) = mpsc::unbounded_channel();
        let (public, seats) = views(&start.game);
        // The first snapshot without names; the actor adds them at once.
        let snapshot = Snapshot {
            place: place.clone(),
            revision: Revision(start.next_seq),
            public,
            seats,
            people: BySeat::default(),
            guests: Vec::new(),
            drafts: BySeat::from_fn(|seat| start.drafts.cards(seat)),
            suggested: BySeat::default(),
            outdone: BySeat::default(),
            deadline: None,
            silence: None,
            match_time: start.timing.match_time,
            fund: None,
            repairs: 0,
            complete: false,
        };
        let handle = TableHandle(Arc::new(Shared {
            place: place.clone(),
            clock: self.0.clock.clone(),
            mailbox,
            snapshot: watch::Sender::new(Arc::new(snapshot)),
            pulses: Mutex::default(),
            repairs: AtomicU32::new(0),
            suggestions: Arc::default(),
        }));
        self.0.tables.insert(place.table, handle.clone());
        if !start.game.is_over() {
            self.0.channels.insert(place.channel, place.table);
            for seat in Seat::ALL {
                if let Some(player) = start.game.person(seat) {
                    self.0.players.entry(player).or_insert(place.table);
                }
            }
        }
        self.0.changes.send_modify(|n| *n += 1);
        // The task's own guard, so that no time passes before it runs.
        let busy = self.0.clock.busy();
        let registry = self.clone();
        let shared = Arc::clone(&handle.0);
        let task = tokio::spawn(async move {
            registry.supervise(shared, start, letters, busy).await;
        });
        self.remember(task);
        handle
    }

    fn remember(&self, task: JoinHandle<()>) {
        let mut tasks = self.0.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        tasks.retain(|t| !t.is_finished());
        tasks.push(task);
    }

    /// Runs an actor; after a panic the table is taken up again from its log.
    async fn supervise(
        &self,
        shared: Arc<Shared>,
        start: Start,
        mut letters: mpsc::UnboundedReceiver<Mail>,
        busy: Busy,
    ) {
        let table = shared.place.table;
        let mut start = Some((start, busy));
        let mut panics = 0;
        while panics < PANICS {
            let mut again = None;
            if let Some((start, busy)) = start.take() {
                // It may have been taken to another channel meanwhile.
                let now = self
                    .table(table)
                    .map_or_else(|| Arc::clone(&shared), |t| t.0);
                let mut actor = TableActor::new(self.clone(), now, start);
                let run = AssertUnwindSafe(actor.run(&mut letters, busy));
                match run.catch_unwind().await {
                    Ok(End::Stopped | End::Over) => return,
                    Ok(End::Again(busy)) => again = Some(busy),
                    Err(_) => tracing::error!(table = table.0, panics, "a table panicked"),
                }
            }
            let busy = match again {
                Some(busy) => busy,
                None => {
                    let wait = AFTER_PANIC * 2_u32.saturating_pow(panics);
                    panics += 1;
                    let Some(busy) = back_off(&self.0.clock, wait, &mut letters).await else {
                        return;
                    };
                    busy
                }
            };
            match self.reload(table).await {
                Ok(again) => {
                    // Whoever was just sitting down when it happened does not sit.
                    let sits = |p: &PlayerId| again.game.seat_of(*p).is_some();
                    self.0.players.retain(|p, t| *t != table || sits(p));
                    start = Some((again, busy));
                }
                Err(error) => {
                    tracing::error!(table = table.0, %error, "a table cannot be taken up again");
                }
            }
        }
        // It may have been taken to another channel meanwhile.
        let place = self.table(table).map(|t| t.place().clone());
        let place = place.unwrap_or_else(|| shared.place.clone());
        self.leave_channel(&place);
        self.0.players.retain(|_, t| *t != table);
        self.put_aside(place, "it panics again and again");
        self.forget(table);
    }

    async fn reload(&self, table: TableId) -> Result<Start, AppError> {
        let stored = self.0.store.stored_table(table).await?;
        let stored = stored.ok_or_else(|| AppError::Corrupt(format!("table {}", table.0)))?;
        self.load(stored, Duration::ZERO, self.0.clock.now()).await
    }

    /// Notes now and then that the program lives, while there are tables.
    fn keep_alive(&self) {
        let weak = Arc::downgrade(&self.0);
        let clock = self.0.clock.clone();
        tokio::spawn(async move {
            loop {
                let busy = clock.sleep(ALIVE).await;
                let Some(inner) = weak.upgrade() else {
                    return;
                };
                if !inner.tables.is_empty()
                    && let Err(error) = inner.store.set_alive(clock.now()).await
                {
                    if matches!(error, AppError::Stopping) {
                        return;
                    }
                    tracing::warn!(%error, "the time was not noted");
                }
                drop(busy);
            }
        });
    }
}

impl std::fmt::Debug for Registry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Registry({} tables)", self.0.tables.len())
    }
}
