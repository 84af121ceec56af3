//! The one connection that writes. What waits when it is free is committed
//! together, so that tables share an fsync.

use std::time::Duration;

use futures_util::future::BoxFuture;
use sqlx::{Connection, SqliteConnection};
use tokio::sync::{mpsc, oneshot};

/// At most so many pieces of work share a transaction.
const BATCH: usize = 64;
/// How soon erasing is tried again when a reader stood in the way.
const ERASE_AGAIN: Duration = Duration::from_millis(50);

/// Work inside the transaction.
pub(super) type Work =
    Box<dyn for<'c> FnOnce(&'c mut SqliteConnection) -> BoxFuture<'c, sqlx::Result<()>> + Send>;

/// A piece of work with who waits for it.
pub(super) struct Job {
    /// What is to be done.
    pub work: Work,
    /// Whether the bytes it deletes must leave the write-ahead log, too.
    pub erase: bool,
    /// Told once it is on the disk, or why it is not.
    pub done: oneshot::Sender<sqlx::Result<()>>,
}

/// Works off `jobs` until nobody can send any more, then closes the connection.
pub(super) async fn run(mut conn: SqliteConnection, mut jobs: mpsc::Receiver<Job>) {
    let mut batch = Vec::with_capacity(BATCH);
    let mut erase = false;
    loop {
        let received = jobs.recv_many(&mut batch, BATCH);
        let count = if erase {
            // Real time is meant: this waits for a reader, not for the game.
            tokio::time::timeout(ERASE_AGAIN, received).await.ok()
        } else {
            Some(received.await)
        };
        match count {
            Some(0) => break,
            Some(_) => erase |= commit(&mut conn, &mut batch).await,
            None => {}
        }
        if erase {
            erase = !truncate_log(&mut conn).await;
        }
    }
    truncate_log(&mut conn).await;
    if let Err(error) = conn.close().await {
        tracing::warn!(%error, "the database did not close cleanly");
    }
}

/// Commits the batch; whether something in it is to be erased.
async fn commit(conn: &mut SqliteConnection, batch: &mut Vec<Job>) -> bool {
    if let Err(error) = sqlx::query("BEGIN IMMEDIATE").execute(&mut *conn).await {
        let text = error.to_string();
        for job in batch.drain(..) {
            let _ = job.done.send(Err(sqlx::Error::Protocol(text.clone())));
        }
        return false;
    }
    let mut accepted = Vec::with_capacity(batch.len());
    let mut erase = false;
    for job in batch.drain(..) {
        match run_one(conn, job.work).await {
            Ok(()) => {
                erase |= job.erase;
                accepted.push(job.done);
            }
            Err(error) => {
                let _ = job.done.send(Err(error));
            }
        }
    }
    match sqlx::query("COMMIT").execute(&mut *conn).await {
        Ok(_) => {
            for done in accepted {
                let _ = done.send(Ok(()));
            }
            erase
        }
        Err(error) => {
            // Refused when SQLite has rolled back by itself already.
            let _ = sqlx::query("ROLLBACK").execute(&mut *conn).await;
            let text = error.to_string();
            for done in accepted {
                let _ = done.send(Err(sqlx::Error::Protocol(text.clone())));
            }
            false
        }
    }
}

/// One job, which may fail without the others.
async fn run_one(conn: &mut SqliteConnection, work: Work) -> sqlx::Result<()> {
    sqlx::query("SAVEPOINT job").execute(&mut *conn).await?;
    match work(conn).await {
        Ok(()) => {
            sqlx::query("RELEASE job").execute(&mut *conn).await?;
            Ok(())
        }
        Err(error) => {
            sqlx::query("ROLLBACK TO job").execute(&mut *conn).await?;
            sqlx::query("RELEASE job").execute(&mut *conn).await?;
            Err(error)
        }
    }
}

/// Brings the write-ahead log into the database and empties it, so that no
/// older picture of a page stays anywhere. `false` when a reader was in the way.
pub(super) async fn truncate_log(conn: &mut SqliteConnection) -> bool {
    let row: sqlx::Result<(i64, i64, i64)> = sqlx::query_as("PRAGMA wal_checkpoint(TRUNCATE)")
        .fetch_one(conn)
        .await;
    match row {
        Ok((busy, _, _)) => busy == 0,
        Err(error) => {
            tracing::warn!(%error, "the write-ahead log could not be emptied");
            false
        }
    }
}
