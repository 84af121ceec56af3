//! Tables: where they are, whether they are being played, and their clock.

use sqlx::{Row as _, SqliteConnection};

use super::{Store, from_json, signed, to_json, unsigned};
use crate::clock::Millis;
use crate::error::AppError;
use crate::game::{Event, TableId};
use crate::i18n::Lang;
use crate::table::{Place, Timing};

/// How far the life of a table has come once nobody plays there any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TableState {
    /// Over, but perhaps not all of it shown.
    Over,
    /// Over and shown.
    Closed,
}

impl TableState {
    /// As the column holds it; 0 stands for a table being played.
    pub(super) fn number(self) -> i64 {
        match self {
            TableState::Over => 1,
            TableState::Closed => 2,
        }
    }
}

/// A table as it must be taken up again after a start.
#[derive(Debug)]
pub(crate) struct StoredTable {
    /// Where it is.
    pub place: Place,
    /// The number of the next event.
    pub next_seq: u64,
    /// Its clock as it stood at the last commit.
    pub timing: Option<Timing>,
}

/// Erases what nobody may learn any more of tables that are over: sealed
/// answers, drafts, and of those whose end is shown the panels.
pub(super) async fn erase_of_those_over(conn: &mut SqliteConnection) -> sqlx::Result<()> {
    for erase in [
        "DELETE FROM sealed WHERE table_id IN (SELECT id FROM tables WHERE state > 0)",
        "DELETE FROM drafts WHERE table_id IN (SELECT id FROM tables WHERE state > 0)",
        "DELETE FROM open_panels WHERE table_id IN (SELECT id FROM tables WHERE state > 1)",
    ] {
        sqlx::query(erase).execute(&mut *conn).await?;
    }
    Ok(())
}

/// Frees a channel for another table: of one there that could not be taken up
/// nothing is kept but its log.
async fn free(conn: &mut SqliteConnection, channel: u64) -> sqlx::Result<()> {
    sqlx::query("UPDATE tables SET state = 2, timing = NULL WHERE channel = ? AND state = 0")
        .bind(signed(channel))
        .execute(&mut *conn)
        .await?;
    erase_of_those_over(conn).await
}

/// The clock of a table. One that cannot be read begins anew: the game is in
/// the log, and nobody loses it for that.
fn readable(table: TableId, timing: &str) -> Option<Timing> {
    let read = from_json("its timing", timing);
    read.inspect_err(|error| {
        tracing::error!(table = table.0, %error, "a table's clock begins anew");
    })
    .ok()
}

impl Store {
    /// Opens a table with its first events; its number.
    pub(crate) async fn create_table(
        &self,
        guild: u64,
        channel: u64,
        language: Lang,
        events: &[Event],
        at: Millis,
    ) -> Result<TableId, AppError> {
        let events = events.iter().map(to_json);
        let events = events.collect::<Result<Vec<String>, AppError>>()?;
        let id = self
            .write(true, move |conn| {
                Box::pin(async move {
                    free(&mut *conn, channel).await?;
                    let id: i64 = sqlx::query_scalar(
                        "INSERT INTO tables (guild, channel, language, next_seq)
                         VALUES (?, ?, ?, ?) RETURNING id",
                    )
                    .bind(signed(guild))
                    .bind(signed(channel))
                    .bind(language.tag())
                    .bind(signed(events.len() as u64))
                    .fetch_one(&mut *conn)
                    .await?;
                    for (seq, event) in (0_u64..).zip(events) {
                        sqlx::query(
                            "INSERT INTO events (table_id, seq, at, event) VALUES (?, ?, ?, ?)",
                        )
                        .bind(id)
                        .bind(signed(seq))
                        .bind(signed(at.0))
                        .bind(event)
                        .execute(&mut *conn)
                        .await?;
                    }
                    Ok(id)
                })
            })
            .await?;
        Ok(TableId(id))
    }

    /// Every table that is not closed, by number.
    pub(crate) async fn living_tables(&self) -> Result<Vec<StoredTable>, AppError> {
        let ids: Vec<i64> = sqlx::query_scalar("SELECT id FROM tables WHERE state < 2 ORDER BY id")
            .fetch_all(self.reads())
            .await?;
        let mut tables = Vec::with_capacity(ids.len());
        for id in ids {
            tables.extend(self.stored_table(TableId(id)).await?);
        }
        Ok(tables)
    }

    /// One table.
    pub(crate) async fn stored_table(
        &self,
        table: TableId,
    ) -> Result<Option<StoredTable>, AppError> {
        let row = sqlx::query(
            "SELECT guild, channel, language, next_seq, timing FROM tables WHERE id = ?",
        )
        .bind(table.0)
        .fetch_optional(self.reads())
        .await?;
        let Some(row) = row else {
            return Ok(None);
        };
        let language: String = row.try_get(2)?;
        let timing: Option<String> = row.try_get(4)?;
        Ok(Some(StoredTable {
            place: Place {
                table,
                guild: unsigned(row.try_get(0)?),
                channel: unsigned(row.try_get(1)?),
                language: Lang::from_locale(&language),
            },
            next_seq: unsigned(row.try_get(3)?),
            timing: timing.and_then(|t| readable(table, &t)),
        }))
    }

    /// The server of a table, whatever its state.
    ///
    /// # Errors
    /// What the database reports.
    pub async fn guild_of_table(&self, table: TableId) -> Result<Option<u64>, AppError> {
        let guild: Option<i64> = sqlx::query_scalar("SELECT guild FROM tables WHERE id = ?")
            .bind(table.0)
            .fetch_optional(self.reads())
            .await?;
        Ok(guild.map(unsigned))
    }

    /// Ends a table that cannot be taken up: its log stays, what nobody may
    /// learn any more is erased.
    pub(crate) async fn close_table(&self, table: TableId) -> Result<(), AppError> {
        self.write(true, move |conn| {
            Box::pin(async move {
                sqlx::query("UPDATE tables SET state = 2, timing = NULL WHERE id = ?")
                    .bind(table.0)
                    .execute(&mut *conn)
                    .await?;
                erase_of_those_over(conn).await
            })
        })
        .await
    }

    /// Erases the sealed answers of a table whose round is over.
    pub(crate) async fn erase_answers(&self, table: TableId) -> Result<(), AppError> {
        self.write(true, move |conn| {
            Box::pin(super::events::erase_sealed(conn, table.0))
        })
        .await
    }

    /// Strikes every deal of a table that is over from the standings, for good.
    ///
    /// # Errors
    /// What the database reports; nothing is changed then.
    pub async fn void_table(&self, table: TableId) -> Result<(), AppError> {
        self.write(false, move |conn| Box::pin(void(conn, table)))
            .await
    }

    /// How many finished deals of a table count.
    ///
    /// # Errors
    /// What the database reports.
    pub async fn counted_deals(&self, table: TableId) -> Result<u64, AppError> {
        let deals: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM deals WHERE table_id = ?")
            .bind(table.0)
            .fetch_one(self.reads())
            .await?;
        Ok(unsigned(deals))
    }

    /// Keeps that a table is in another channel now.
    pub(crate) async fn move_table(&self, table: TableId, channel: u64) -> Result<(), AppError> {
        self.write(true, move |conn| {
            Box::pin(async move {
                free(&mut *conn, channel).await?;
                sqlx::query("UPDATE tables SET channel = ? WHERE id = ?")
                    .bind(signed(channel))
                    .bind(table.0)
                    .execute(conn)
                    .await?;
                Ok(())
            })
        })
        .await
    }

    /// The table that was opened last in a channel.
    ///
    /// # Errors
    /// What the database reports.
    pub(crate) async fn last_table_in(&self, channel: u64) -> Result<Option<TableId>, AppError> {
        let id: Option<i64> = sqlx::query_scalar("SELECT MAX(id) FROM tables WHERE channel = ?")
            .bind(signed(channel))
            .fetch_one(self.reads())
            .await?;
        Ok(id.map(TableId))
    }

    /// Stores the clocks of tables that were moved on by the downtime, and in
    /// the same commit that the program lives again, so that no downtime is
    /// added twice.
    pub(crate) async fn set_timings(
        &self,
        timings: &[(TableId, Timing)],
        now: Millis,
    ) -> Result<(), AppError> {
        let mut rows = Vec::with_capacity(timings.len());
        for (table, timing) in timings {
            rows.push((table.0, to_json(timing)?));
        }
        self.write(true, move |conn| {
            Box::pin(async move {
                for (table, timing) in rows {
                    sqlx::query("UPDATE tables SET timing = ? WHERE id = ?")
                        .bind(timing)
                        .bind(table)
                        .execute(&mut *conn)
                        .await?;
                }
                sqlx::query(
                    "INSERT INTO single_values (key, value) VALUES ('alive', ?)
                     ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                )
                .bind(now.0.to_string())
                .execute(conn)
                .await?;
                Ok(())
            })
        })
        .await
    }
}

/// Lets none of a table's deals count, for good.
pub(super) async fn void(conn: &mut SqliteConnection, table: TableId) -> sqlx::Result<()> {
    sqlx::query("UPDATE tables SET voided = 1 WHERE id = ?")
        .bind(table.0)
        .execute(&mut *conn)
        .await?;
    super::standings::strike(conn, table).await
}
