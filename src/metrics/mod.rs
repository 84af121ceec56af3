//! What the operator may watch: counts and times of the whole process, in the
//! form Prometheus reads. Nothing in it names a person, a table or a card.
//!
//! What happens at a table while a sealed round is open there is held back
//! until the round closes: nobody can tell from these numbers how many seats
//! have answered.

mod serve;

use std::collections::HashMap;
use std::future::Future;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

use crate::game::TableId;

pub use serve::{Health, serve};

/// Something that is counted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Note {
    /// A table accepted what somebody did.
    Action,
    /// An interaction was answered for the first time, so long after it came.
    Acknowledged(Duration),
    /// A call to Discord was done.
    Call,
    /// A call will be made again.
    Retry,
    /// A call was not done, and why in one word.
    Error(&'static str),
    /// A call waited so long for its turn.
    Waited(Duration),
}

/// Notes made while it is not known yet at which table.
#[derive(Clone, Default)]
pub struct Held(Arc<Mutex<Vec<Note>>>);

/// Where the work that makes notes belongs.
#[derive(Clone)]
enum Scope {
    Table(TableId),
    Held(Held),
}

tokio::task_local! {
    static SCOPE: Scope;
}

/// Does work that belongs to a table.
pub async fn at_table<F: Future>(table: TableId, work: F) -> F::Output {
    SCOPE.scope(Scope::Table(table), work).await
}

impl Held {
    /// Does work whose notes are kept here.
    pub async fn during<F: Future>(&self, work: F) -> F::Output {
        SCOPE.scope(Scope::Held(self.clone()), work).await
    }

    /// Hands the notes on, now that it is known at which table they were made,
    /// if at any.
    pub fn release(&self, table: Option<TableId>) {
        for note in std::mem::take(&mut *lock(&self.0)) {
            Metrics::all().take(table, note);
        }
    }
}

/// Counts something, where the running work belongs.
pub fn note(note: Note) {
    let scope = SCOPE.try_with(Scope::clone).ok();
    match scope {
        Some(Scope::Held(held)) => lock(&held.0).push(note),
        Some(Scope::Table(table)) => Metrics::all().take(Some(table), note),
        None => Metrics::all().take(None, note),
    }
}

/// Counts something at a table.
pub fn note_at(table: TableId, note: Note) {
    Metrics::all().take(Some(table), note);
}

/// Tells whether a sealed round is open at a table: its notes are held back then.
pub fn table_is(table: TableId, sealed: bool) {
    Metrics::all().seal(table, sealed);
}

/// Whether what happens at a table is held back.
#[must_use]
pub fn holds_back(table: TableId) -> bool {
    lock(&Metrics::all().sealed).contains_key(&table)
}

/// All that is counted in this process.
struct Metrics {
    registry: Registry,
    tables: Gauge,
    actions: Counter,
    acknowledged: Histogram,
    calls: Counter,
    retries: Counter,
    errors: Family<Vec<(&'static str, &'static str)>, Counter>,
    waited: Histogram,
    /// What is held back, by table with an open sealed round.
    sealed: Mutex<HashMap<TableId, Vec<Note>>>,
}

impl Metrics {
    fn all() -> &'static Metrics {
        static ALL: LazyLock<Metrics> = LazyLock::new(Metrics::new);
        &ALL
    }

    fn new() -> Metrics {
        let seconds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 10.0];
        let mut all = Metrics {
            registry: Registry::with_prefix("chaodipi"),
            tables: Gauge::default(),
            actions: Counter::default(),
            acknowledged: Histogram::new(seconds),
            calls: Counter::default(),
            retries: Counter::default(),
            errors: Family::default(),
            waited: Histogram::new(seconds),
            sealed: Mutex::default(),
        };
        let r = &mut all.registry;
        r.register("tables", "Tables that are not over", all.tables.clone());
        r.register("actions", "Actions accepted by tables", all.actions.clone());
        r.register(
            "acknowledgement_seconds",
            "From an interaction to its first answer",
            all.acknowledged.clone(),
        );
        r.register("discord_calls", "Calls to Discord done", all.calls.clone());
        r.register(
            "discord_retries",
            "Calls to Discord made again",
            all.retries.clone(),
        );
        r.register(
            "discord_errors",
            "Calls to Discord not done, by reason",
            all.errors.clone(),
        );
        r.register(
            "discord_queue_seconds",
            "How long calls to Discord waited for their turn",
            all.waited.clone(),
        );
        all
    }

    fn take(&self, table: Option<TableId>, note: Note) {
        if let Some(table) = table
            && let Some(back) = lock(&self.sealed).get_mut(&table)
        {
            back.push(note);
            return;
        }
        self.count(note);
    }

    fn count(&self, note: Note) {
        match note {
            Note::Action => drop(self.actions.inc()),
            Note::Acknowledged(time) => self.acknowledged.observe(time.as_secs_f64()),
            Note::Call => drop(self.calls.inc()),
            Note::Retry => drop(self.retries.inc()),
            Note::Error(why) => drop(self.errors.get_or_create(&vec![("reason", why)]).inc()),
            Note::Waited(time) => self.waited.observe(time.as_secs_f64()),
        }
    }

    fn seal(&self, table: TableId, sealed: bool) {
        let mut all = lock(&self.sealed);
        if sealed {
            all.entry(table).or_default();
        } else if let Some(back) = all.remove(&table) {
            drop(all);
            back.into_iter().for_each(|note| self.count(note));
        }
    }

    fn page(&self, tables: usize) -> String {
        self.tables.set(i64::try_from(tables).unwrap_or(i64::MAX));
        let mut page = String::new();
        // Writing into memory does not fail.
        let _ = encode(&mut page, &self.registry);
        page
    }
}

fn lock<T>(slot: &Mutex<T>) -> MutexGuard<'_, T> {
    slot.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value of a line of the page.
    fn value(metrics: &Metrics, line: &str) -> u64 {
        let page = metrics.page(0);
        let found = page.lines().find_map(|l| l.strip_prefix(line));
        let found = found.map(str::trim).map(str::parse);
        found.map_or(0, |n| n.expect("a number"))
    }

    #[test]
    fn the_page_does_not_move_while_a_sealed_round_is_open() {
        let metrics = Metrics::new();
        let (one, other) = (TableId(1), TableId(2));
        let all = [
            Note::Action,
            Note::Acknowledged(Duration::from_millis(80)),
            Note::Call,
            Note::Retry,
            Note::Error("too-many"),
            Note::Waited(Duration::from_millis(3)),
        ];
        metrics.take(Some(one), Note::Action);
        metrics.seal(one, true);
        let before = metrics.page(2);
        for answers in 0..4 {
            for note in all {
                metrics.take(Some(one), note);
            }
            // Told again, as each state of the table does.
            metrics.seal(one, true);
            assert_eq!(metrics.page(2), before, "{answers} answers");
        }
        // Other tables are counted meanwhile.
        metrics.take(Some(other), Note::Action);
        assert_eq!(value(&metrics, "chaodipi_actions_total"), 2);
        metrics.seal(one, false);
        assert_eq!(value(&metrics, "chaodipi_actions_total"), 6);
        assert_eq!(value(&metrics, "chaodipi_discord_calls_total"), 4);
        let errors = "chaodipi_discord_errors_total{reason=\"too-many\"}";
        assert_eq!(value(&metrics, errors), 4);
        assert_eq!(value(&metrics, "chaodipi_acknowledgement_seconds_count"), 4);
    }

    #[tokio::test]
    async fn notes_go_where_their_work_belongs() {
        let held = Held::default();
        held.during(async { note(Note::Retry) }).await;
        assert_eq!(lock(&held.0).len(), 1);
        let table = TableId(i64::MAX);
        Metrics::all().seal(table, true);
        held.release(Some(table));
        at_table(table, async { note(Note::Call) }).await;
        let back = lock(&Metrics::all().sealed).get(&table).cloned();
        assert_eq!(back, Some(vec![Note::Retry, Note::Call]));
        Metrics::all().seal(table, false);
    }
}
