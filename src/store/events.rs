//! The event log, and the one commit that an action at a table is.

use std::collections::BTreeMap;
use std::path::Path;

use sqlx::{ConnectOptions as _, Connection as _, Row as _, SqliteConnection};

use super::fund::{self, FundMatch};
use super::standings::{self, Tally};
use super::tables::TableState;
use super::{Store, from_json, signed, to_json, unsigned};
use crate::cards::CardSet;
use crate::clock::Millis;
use crate::error::AppError;
use crate::game::{Event, TableId};
use crate::rules::Seat;
use crate::table::Timing;

/// An event as the log holds it.
#[derive(Clone, PartialEq)]
pub struct Logged {
    /// Its number at the table, from 0. Erased answers leave gaps.
    pub seq: u64,
    /// When it was committed.
    pub at: Millis,
    /// What happened.
    pub event: Event,
}

/// All that one action changes, to be stored as a whole.
pub(crate) struct TableWrite {
    /// The table.
    pub table: TableId,
    /// Now.
    pub at: Millis,
    /// The number of the first event.
    pub first_seq: u64,
    /// What happened.
    pub events: Vec<Event>,
    /// The clock afterwards, if it changed.
    pub timing: Option<Timing>,
    /// Drafts that changed: the step they are for and the cards, or gone.
    pub drafts: BTreeMap<Seat, Option<(String, CardSet)>>,
    /// The state afterwards, if it changed.
    pub state: Option<TableState>,
    /// A deal that was finished.
    pub tally: Option<Tally>,
    /// A match for the champions' fund that was finished.
    pub fund: Option<FundMatch>,
    /// What becomes of the answers of a sealed round.
    pub sealed: Sealed,
    /// Whether what the timing held before must leave the disk.
    pub forgets: bool,
}

/// What becomes of the answers of a sealed round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sealed {
    /// Those given so far stay, and those of this action are kept with them.
    Kept,
    /// The round is left, however: all of them are erased.
    Erased,
    /// One round is left and another one has begun: those of the former are erased.
    Renewed,
}

/// The same, ready for the database.
struct Rows {
    table: i64,
    at: i64,
    next_seq: i64,
    erase: bool,
    log: Vec<(i64, String)>,
    sealed: Vec<(i64, String)>,
    timing: Option<String>,
    drafts: Vec<(i64, Option<(String, String)>)>,
    state: Option<i64>,
    tally: Option<Tally>,
    fund: Option<FundMatch>,
    void: bool,
}

impl Store {
    /// Stores what an action changes, in one transaction. Sealed answers are
    /// erased in the transaction that leaves their round; those that bring
    /// that about themselves are never written. So are those of a table that
    /// is over, and its drafts.
    ///
    /// # Errors
    /// What the database reports; nothing is stored then. A sequence number
    /// that is taken is an error, too: the log is the table's lock.
    pub(crate) async fn commit(&self, write: TableWrite) -> Result<(), AppError> {
        let forgets = write.forgets;
        let rows = rows(write)?;
        let erase = rows.erase || forgets;
        self.write(erase, move |conn| Box::pin(store(conn, rows)))
            .await
    }

    /// The log of a table, oldest first, the answers of a running round included.
    ///
    /// # Errors
    /// What the database reports, and events that cannot be read.
    pub async fn log(&self, table: TableId) -> Result<Vec<Logged>, AppError> {
        let rows = sqlx::query(
            "SELECT seq, at, event FROM events WHERE table_id = ?1
             UNION ALL SELECT seq, at, event FROM sealed WHERE table_id = ?1
             ORDER BY seq",
        )
        .bind(table.0)
        .fetch_all(self.reads())
        .await?;
        rows.iter()
            .map(|row| {
                let text: String = row.try_get(2)?;
                Ok(Logged {
                    seq: unsigned(row.try_get(0)?),
                    at: Millis(unsigned(row.try_get(1)?)),
                    event: event_from_json(&text)?,
                })
            })
            .collect()
    }
}

/// What a table's log holds besides the answers of a running round, oldest
/// first; empty where there is no such table. And whether the table is void.
/// Reads only, so that it may run beside the bot, and on a database that is not
/// brought up to date.
///
/// # Errors
/// When the file cannot be read or is no database of this program.
pub(crate) async fn read_log(path: &Path, table: TableId) -> Result<(Vec<Event>, bool), AppError> {
    let refuse = |e: sqlx::Error| AppError::database(path, e);
    let options = super::options(path).create_if_missing(false);
    let mut conn = options.read_only(true).connect().await.map_err(refuse)?;
    let rows = sqlx::query("SELECT event FROM events WHERE table_id = ? ORDER BY seq")
        .bind(table.0)
        .fetch_all(&mut conn)
        .await
        .map_err(refuse)?;
    let void = is_void(&mut conn, table).await.map_err(refuse)?;
    conn.close().await.map_err(refuse)?;
    let events = rows.iter().map(|row| {
        let text: String = row.try_get(0)?;
        event_from_json(&text)
    });
    Ok((events.collect::<Result<_, _>>()?, void))
}

/// Whether a table is void. A database that has not been brought up to date
/// may not tell: nothing could be made void then.
async fn is_void(conn: &mut SqliteConnection, table: TableId) -> sqlx::Result<bool> {
    let told = "SELECT EXISTS (SELECT 1 FROM pragma_table_info('tables') WHERE name = 'voided')";
    if !sqlx::query_scalar(told).fetch_one(&mut *conn).await? {
        return Ok(false);
    }
    let void = sqlx::query_scalar("SELECT voided FROM tables WHERE id = ?").bind(table.0);
    Ok(void.fetch_optional(conn).await?.unwrap_or_default())
}

/// The one place where events of older versions are brought up to date.
pub(super) fn event_from_json(text: &str) -> Result<Event, AppError> {
    from_json("an event", text)
}

fn rows(write: TableWrite) -> Result<Rows, AppError> {
    let last_close = write
        .events
        .iter()
        .rposition(|e| matches!(e, Event::RoundClosed { .. }));
    let keeps = |at: usize| match write.sealed {
        Sealed::Kept => true,
        Sealed::Erased => false,
        Sealed::Renewed => last_close.is_some_and(|close| close < at),
    };
    let mut log = Vec::with_capacity(write.events.len());
    let mut sealed = Vec::new();
    for (i, event) in write.events.iter().enumerate() {
        let seq = signed(write.first_seq + i as u64);
        if !event.is_sealed() {
            log.push((seq, to_json(event)?));
        } else if keeps(i) {
            sealed.push((seq, to_json(event)?));
        }
    }
    let names = |cards: CardSet| {
        let names: Vec<String> = cards.iter().map(|c| c.name()).collect();
        names.join(" ")
    };
    Ok(Rows {
        table: write.table.0,
        at: signed(write.at.0),
        next_seq: signed(write.first_seq + write.events.len() as u64),
        erase: write.sealed != Sealed::Kept || write.state.is_some(),
        log,
        sealed,
        timing: write.timing.as_ref().map(to_json).transpose()?,
        drafts: write
            .drafts
            .into_iter()
            .map(|(seat, draft)| {
                let draft = draft.map(|(step, cards)| (step, names(cards)));
                (i64::from(u8::from(seat)), draft)
            })
            .collect(),
        state: write.state.map(TableState::number),
        fund: write.fund,
        tally: write.tally,
        void: write.events.contains(&Event::Ended { void: true }),
    })
}

/// Erases the answers of a table's sealed round.
pub(super) async fn erase_sealed(conn: &mut SqliteConnection, table: i64) -> sqlx::Result<()> {
    sqlx::query("DELETE FROM sealed WHERE table_id = ?")
        .bind(table)
        .execute(conn)
        .await?;
    Ok(())
}

async fn store(conn: &mut SqliteConnection, rows: Rows) -> sqlx::Result<()> {
    if rows.erase {
        erase_sealed(&mut *conn, rows.table).await?;
    }
    for (seq, event) in rows.log {
        sqlx::query("INSERT INTO events (table_id, seq, at, event) VALUES (?, ?, ?, ?)")
            .bind(rows.table)
            .bind(seq)
            .bind(rows.at)
            .bind(event)
            .execute(&mut *conn)
            .await?;
    }
    for (seq, event) in rows.sealed {
        sqlx::query("INSERT INTO sealed (table_id, seq, at, event) VALUES (?, ?, ?, ?)")
            .bind(rows.table)
            .bind(seq)
            .bind(rows.at)
            .bind(event)
            .execute(&mut *conn)
            .await?;
    }
    sqlx::query(
        "UPDATE tables SET next_seq = ?, timing = COALESCE(?, timing), state = COALESCE(?, state)
         WHERE id = ?",
    )
    .bind(rows.next_seq)
    .bind(rows.timing)
    .bind(rows.state)
    .bind(rows.table)
    .execute(&mut *conn)
    .await?;
    for (seat, draft) in rows.drafts {
        super::drafts::store(conn, rows.table, seat, draft).await?;
    }
    if rows.state.is_some() {
        super::drafts::erase(&mut *conn, rows.table).await?;
    }
    if rows.state == Some(TableState::Closed.number()) {
        super::panels::erase(&mut *conn, rows.table).await?;
    }
    if let Some(tally) = rows.tally {
        standings::count(conn, &tally).await?;
    }
    if let Some(finished) = rows.fund {
        fund::count(&mut *conn, &finished).await?;
    }
    if rows.void {
        super::tables::void(conn, TableId(rows.table)).await?;
    }
    Ok(())
}
