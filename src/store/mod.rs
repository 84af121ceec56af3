//! SQLite: the event log and all else that must outlive the process. The only
//! place with SQL.

mod drafts;
mod events;
mod fund;
mod games;
mod houses;
mod inspect;
mod lock;
mod panels;
mod people;
mod personal;
mod privacy;
mod seasons;
mod servers;
mod settings;
mod standings;
mod surface;
mod tables;
mod writer;

use std::path::Path;
use std::str::FromStr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use dashmap::DashMap;
use futures_util::future::BoxFuture;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions, SqliteConnection};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use crate::error::AppError;
use crate::game::PlayerId;
use crate::table::Person;

pub use events::Logged;
pub(crate) use events::{Sealed, TableWrite, read_log};
pub(crate) use fund::FundMatch;
pub use fund::FundRun;
pub use games::{GameLine, Played, PlayedGame, Reader};
pub use houses::{House, HouseDraft, HouseRefused, MOST_HOUSES};
pub use inspect::{Inspected, copy_database, inspect};
pub use panels::OpenPanel;
pub use seasons::{Season, SeasonError};
pub use servers::{Seasons, ServerSettings};
pub use standings::{Fact, Role, Sum, Tally};
pub use surface::Surface;
pub(crate) use tables::{StoredTable, TableState};

/// How long a connection waits for another one.
const BUSY: Duration = Duration::from_secs(5);
/// Connections that read.
const READERS: u32 = 4;
/// Pieces of work that may wait before their senders do.
const QUEUE: usize = 1024;

/// The database, open. Clones share it.
#[derive(Clone)]
pub struct Store(Arc<Inner>);

struct Inner {
    reads: SqlitePool,
    writes: Mutex<Option<mpsc::Sender<writer::Job>>>,
    writer: Mutex<Option<JoinHandle<()>>>,
    people: DashMap<PlayerId, Person>,
    numbers: DashMap<u64, PlayerId>,
    /// Let go of when all connections are gone.
    lock: Mutex<Option<lock::Lock>>,
}

impl Store {
    /// Opens the database, creates it where it is missing, and brings it up to
    /// date. An interrupted migration left nothing behind and is done again.
    ///
    /// # Errors
    /// `SecondProcess` when another process uses it; `Database` when the file
    /// cannot be read or is no database of this program.
    pub async fn open(path: &Path) -> Result<Store, AppError> {
        let lock = lock::lock(path)?;
        let refuse = |e: sqlx::Error| AppError::database(path, e);
        let options = options(path);
        let mut conn = options.connect().await.map_err(refuse)?;
        sqlx::migrate!("./migrations")
            .run(&mut conn)
            .await
            .map_err(|e| AppError::database(path, e))?;
        tables::erase_of_those_over(&mut conn)
            .await
            .map_err(refuse)?;
        // What a killed process wanted erased may still stand in the log.
        writer::truncate_log(&mut conn).await;
        let reads = SqlitePoolOptions::new()
            .max_connections(READERS)
            .connect_with(options.create_if_missing(false))
            .await
            .map_err(refuse)?;
        let (send, jobs) = mpsc::channel(QUEUE);
        let task = tokio::spawn(writer::run(conn, jobs));
        let store = Store(Arc::new(Inner {
            reads,
            writes: Mutex::new(Some(send)),
            writer: Mutex::new(Some(task)),
            people: DashMap::new(),
            numbers: DashMap::new(),
            lock: Mutex::new(Some(lock)),
        }));
        if let Err(error) = store.renew_facts().await {
            // Tables can be played on all the same; the next start tries again.
            tracing::error!(%error, "the finished deals could not be counted anew");
        }
        Ok(store)
    }

    /// Finishes every commit that is under way and closes the database.
    /// Whoever writes later is told that the program is stopping.
    pub async fn close(&self) {
        self.0.reads.close().await;
        drop(lock_of(&self.0.writes).take());
        let task = lock_of(&self.0.writer).take();
        if let Some(task) = task
            && task.await.is_err()
        {
            tracing::error!("the writer of the database ended by a panic");
        }
        drop(lock_of(&self.0.lock).take());
    }

    /// Returns when everything written so far is on the disk and everything
    /// erased so far has left it (unless a reader stands in the way).
    ///
    /// # Errors
    /// `Stopping` after [`Store::close`].
    pub async fn flush(&self) -> Result<(), AppError> {
        self.write(false, |_| Box::pin(async { Ok(()) })).await
    }

    /// Whether the database answers.
    ///
    /// # Errors
    /// What it reports.
    pub async fn ping(&self) -> Result<(), AppError> {
        sqlx::query_scalar::<_, i64>("SELECT 1")
            .fetch_one(self.reads())
            .await?;
        Ok(())
    }

    /// Does `work` in a transaction that other work may share; returns once it
    /// is on the disk. With `erase`, what it deletes also leaves the
    /// write-ahead log soon after.
    async fn write<T, F>(&self, erase: bool, work: F) -> Result<T, AppError>
    where
        T: Send + 'static,
        F: for<'c> FnOnce(&'c mut SqliteConnection) -> BoxFuture<'c, sqlx::Result<T>>
            + Send
            + 'static,
    {
        let (done, finished) = oneshot::channel();
        let (send, value) = oneshot::channel();
        let work: writer::Work = Box::new(move |conn| {
            Box::pin(async move {
                // The receiver may be gone: the work is done all the same.
                let _ = send.send(work(conn).await?);
                Ok(())
            })
        });
        let queue = lock_of(&self.0.writes).clone();
        let queue = queue.ok_or(AppError::Stopping)?;
        let job = writer::Job { work, erase, done };
        queue.send(job).await.map_err(|_| AppError::Stopping)?;
        drop(queue);
        finished.await.map_err(|_| AppError::Stopping)??;
        value.await.map_err(|_| AppError::Stopping)
    }

    fn reads(&self) -> &SqlitePool {
        &self.0.reads
    }
}

impl std::fmt::Debug for Store {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Store")
    }
}

fn lock_of<T>(slot: &Mutex<T>) -> MutexGuard<'_, T> {
    slot.lock().unwrap_or_else(PoisonError::into_inner)
}

fn options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        // A commit is on the disk before anybody is told of it.
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(BUSY)
        .pragma("secure_delete", "ON")
        .disable_statement_logging()
}

/// Discord's numbers use all 64 bits; SQLite's are signed.
fn signed(id: u64) -> i64 {
    id.cast_signed()
}

fn unsigned(id: i64) -> u64 {
    id.cast_unsigned()
}

fn to_json<T: serde::Serialize>(value: &T) -> Result<String, AppError> {
    serde_json::to_string(value).map_err(|e| AppError::Corrupt(e.to_string()))
}

/// The error names what was read and where, never the text: it may hold cards.
fn from_json<T: serde::de::DeserializeOwned>(what: &str, text: &str) -> Result<T, AppError> {
    serde_json::from_str(text).map_err(|e| {
        let (line, column) = (e.line(), e.column());
        AppError::Corrupt(format!("{what}, line {line} column {column}"))
    })
}

fn parse<T: FromStr>(what: &str, text: &str) -> Result<T, AppError> {
    text.parse().map_err(|_| AppError::Corrupt(what.to_owned()))
}
