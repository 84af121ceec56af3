//! The board: what Discord shows of each table follows its state.
//!
//! One task a table compares what should be shown with what was shown last
//! and posts, edits or deletes the difference; the newest state wins. Nothing
//! here decides anything about the game.

mod aside;
mod direct;
mod ephemeral;
mod lane;
mod member;
mod ping;
mod public;
mod rows;
mod seat;
mod task;
mod warn;

use std::sync::Arc;
use std::time::Duration;

use dashmap::{DashMap, DashSet};
use tokio::sync::mpsc;

use crate::clock::{Busy, Clock};
use crate::discord::failure::SendError;
use crate::discord::permissions;
use crate::discord::sender::Sender;
use crate::game::TableId;
use crate::metrics;
use crate::rules::Seat;
use crate::shutdown::Shutdown;
use crate::store::Store;
use crate::table::{Registry, Shown, TableHandle};

pub use direct::panel_key;
pub use ephemeral::Opened;
use lane::Tools;
use rows::Rows;
pub use seat::Clicked;
use task::{Closed, Signal, Start};

/// Shows all tables. Clones share one board.
#[derive(Clone)]
pub struct Board(Arc<Inner>);

struct Inner {
    tools: Tools,
    store: Store,
    registry: Registry,
    shutdown: Shutdown,
    buttons_only: bool,
    tables: DashMap<TableId, Line>,
    /// Tables that were set aside and whose channels are told so.
    told: DashSet<TableId>,
    /// The last message that told so, of tables that were taken up again.
    untold: DashMap<TableId, u64>,
    /// Servers whose permissions will be looked at in a moment.
    looks: DashSet<u64>,
}

/// How long after the first change permissions are looked at.
const LOOK: Duration = Duration::from_secs(1);

/// How to reach a table's task.
struct Line {
    signals: mpsc::UnboundedSender<Signal>,
    closed: Arc<Closed>,
    /// What it shows.
    handle: TableHandle,
}

impl Board {
    /// A board without tables. With `buttons_only`, private messages offer
    /// no typed commands: there are none outside the development server.
    #[must_use]
    pub fn new(
        sender: Sender,
        store: Store,
        registry: Registry,
        clock: Clock,
        shutdown: Shutdown,
        buttons_only: bool,
    ) -> Board {
        Board(Arc::new(Inner {
            tools: Tools::new(sender, clock, store.clone()),
            store,
            registry,
            shutdown,
            buttons_only,
            tables: DashMap::new(),
            told: DashSet::new(),
            untold: DashMap::new(),
            looks: DashSet::new(),
        }))
    }

    /// Shows every open table. `resumed`: they were there before the program
    /// started, so that a post may have been made without being remembered.
    pub fn sync(&self, resumed: bool) {
        for handle in self.0.registry.all() {
            self.show(handle, resumed);
        }
        self.tell_aside();
    }

    /// Shows a table from now on; it may be shown already.
    fn show(&self, handle: TableHandle, resumed: bool) {
        let id = handle.id();
        if let Some(line) = self.0.tables.get(&id) {
            if !line.handle.is(&handle) {
                // Its task ends and then shows the table where and as it is now.
                let _ended = line.signals.send(Signal::Retire);
            }
            return;
        }
        let (send, signals) = mpsc::unbounded_channel();
        let closed = Arc::new(Closed::default());
        let line = Line {
            signals: send,
            closed: closed.clone(),
            handle: handle.clone(),
        };
        match self.0.tables.entry(id) {
            dashmap::Entry::Occupied(_) => return,
            dashmap::Entry::Vacant(free) => drop(free.insert(line)),
        }
        let start = Start {
            tools: self.0.tools.clone(),
            handle: handle.clone(),
            signals,
            closed,
            shutdown: self.0.shutdown.clone(),
            buttons_only: self.0.buttons_only,
            resumed,
        };
        let (board, busy) = (self.clone(), self.0.tools.clock.busy());
        let work = async move {
            let mut rows = Rows::load(&board.0.store, id).await;
            board.untell(&mut rows, &busy).await;
            let panels = ephemeral::left_open(&board.0.store, id).await;
            task::run(start, rows, panels, busy).await;
            board.0.tables.remove(&id);
            let other = board.0.registry.table(id);
            if let Some(other) = other.filter(|t| !t.is(&handle)) {
                board.show(other, false);
            }
        };
        tokio::spawn(metrics::at_table(id, work));
    }

    /// The tables of a channel that does not exist any more wait: they can be
    /// taken to another one.
    pub fn channel_gone(&self, channel: u64) {
        if let Some(handle) = self.0.registry.in_channel(channel) {
            gone(&handle);
        }
    }

    /// The tables of a server that the bot is no member of any more wait.
    pub fn guild_gone(&self, guild: u64) {
        for handle in self.tables_of(guild) {
            gone(&handle);
        }
    }

    /// Something about the bot's permissions in a server has changed, or it is
    /// a member again: looks in a moment what it may do in the channels of its
    /// tables. What changes within that moment needs no look of its own: a role
    /// that is moved is told of again and again.
    pub async fn permissions_changed(&self, guild: u64, busy: &Busy) {
        if !self.0.looks.insert(guild) {
            return;
        }
        busy.sleep_until(self.0.tools.clock.now() + LOOK).await;
        self.0.looks.remove(&guild);
        for handle in self.tables_of(guild) {
            self.look_at_permissions(&handle, busy).await;
        }
    }

    async fn look_at_permissions(&self, handle: &TableHandle, busy: &Busy) {
        let place = handle.place();
        let sender = &self.0.tools.sender;
        let has = sender.permissions(busy, place.guild, place.channel).await;
        match has {
            Ok(bits) => {
                let missing = !permissions::lacking(bits).is_empty();
                handle.shown(Shown::Denied(missing));
                if !missing {
                    self.recheck(handle.id(), busy);
                }
            }
            Err(SendError::Forbidden) => handle.shown(Shown::Denied(true)),
            Err(SendError::ChannelGone) => gone(handle),
            Err(error) => {
                tracing::debug!(%error, table = place.table.0, "permissions are not known");
            }
        }
    }

    fn tables_of(&self, guild: u64) -> Vec<TableHandle> {
        let mut tables = self.0.registry.all();
        tables.retain(|handle| handle.place().guild == guild);
        tables
    }

    /// An answer showed a seat's panel in a new ephemeral message.
    pub fn opened(&self, table: TableId, seat: Seat, opened: Opened, busy: &Busy) {
        self.signal(
            table,
            Signal::Opened(seat, Box::new(opened), Some(busy.clone())),
        );
    }

    /// A private panel was clicked, the click is acknowledged, and the panel
    /// is to show the present state.
    pub fn clicked(&self, table: TableId, seat: Seat, clicked: Clicked, busy: &Busy) {
        self.signal(
            table,
            Signal::Clicked(seat, Box::new(clicked), Some(busy.clone())),
        );
    }

    /// A message of the bot's came to stand below a seat's panel.
    pub fn message_below(&self, table: TableId, seat: Seat) {
        self.signal(table, Signal::Below(seat));
    }

    /// Looks again at all that a table shows.
    pub fn recheck(&self, table: TableId, busy: &Busy) {
        self.signal(table, Signal::Recheck(Some(busy.clone())));
    }

    /// Looks up whether the person on a seat is still in the table's server;
    /// not while other calls need the room: each deal and each time-out asks
    /// anyhow.
    pub async fn check_member(&self, handle: &TableHandle, seat: Seat, discord: u64, busy: &Busy) {
        if self.0.tools.sender.is_tight() {
            return;
        }
        member::check(&self.0.tools, handle, seat, discord, busy).await;
    }

    /// Whether to tell the person on a seat how to open private messages:
    /// true once after it was found that they are closed.
    #[must_use]
    pub fn take_closed(&self, table: TableId, seat: Seat) -> bool {
        let line = self.0.tables.get(&table);
        line.is_some_and(|line| line.closed.take(seat))
    }

    fn signal(&self, table: TableId, signal: Signal) {
        if let Some(line) = self.0.tables.get(&table) {
            // The task may just have ended: then there is nothing to show.
            let _ended = line.signals.send(signal);
        }
    }
}

fn gone(handle: &TableHandle) {
    tracing::info!(table = handle.id().0, "a table's channel is gone: it waits");
    handle.shown(Shown::Blocked { gone: true });
}
