//! The messages on Discord that show a table, so that a restart finds them again.

use sqlx::Row as _;

use super::{Store, signed, unsigned};
use crate::clock::Millis;
use crate::error::AppError;
use crate::game::TableId;

/// A message that shows a part of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Surface {
    /// Which part: `lobby`, `trick.3.7`, `seat.2.deal.3`, …
    pub key: String,
    /// The channel it is in; a private one for panels.
    pub channel: u64,
    /// The message.
    pub message: u64,
    /// Hash of what it shows, so that nothing is sent twice.
    pub hash: i64,
    /// When it was posted.
    pub posted_at: Millis,
    /// Whether it will never change again.
    pub closed: bool,
}

impl Store {
    /// All messages of a table, in the order of posting.
    ///
    /// # Errors
    /// What the database reports.
    pub async fn surface(&self, table: TableId) -> Result<Vec<Surface>, AppError> {
        let rows = sqlx::query(
            "SELECT key, channel, message, hash, posted_at, closed FROM surface
             WHERE table_id = ? ORDER BY posted_at, rowid",
        )
        .bind(table.0)
        .fetch_all(self.reads())
        .await?;
        rows.iter()
            .map(|row| {
                Ok(Surface {
                    key: row.try_get(0)?,
                    channel: unsigned(row.try_get(1)?),
                    message: unsigned(row.try_get(2)?),
                    hash: row.try_get(3)?,
                    posted_at: Millis(unsigned(row.try_get(4)?)),
                    closed: row.try_get(5)?,
                })
            })
            .collect()
    }

    /// Remembers a message, in place of the last one with its key.
    ///
    /// # Errors
    /// What the database reports.
    pub async fn set_surface(&self, table: TableId, surface: &Surface) -> Result<(), AppError> {
        let row = surface.clone();
        self.write(false, move |conn| {
            Box::pin(async move {
                sqlx::query(
                    "INSERT INTO surface (table_id, key, channel, message, hash, posted_at, closed)
                     VALUES (?, ?, ?, ?, ?, ?, ?)
                     ON CONFLICT (table_id, key) DO UPDATE SET
                     channel = excluded.channel, message = excluded.message, hash = excluded.hash,
                     posted_at = excluded.posted_at, closed = excluded.closed",
                )
                .bind(table.0)
                .bind(row.key)
                .bind(signed(row.channel))
                .bind(signed(row.message))
                .bind(row.hash)
                .bind(signed(row.posted_at.0))
                .bind(row.closed)
                .execute(conn)
                .await?;
                Ok(())
            })
        })
        .await
    }

    /// Forgets a message: it is gone, or nobody needs it any more.
    ///
    /// # Errors
    /// What the database reports.
    pub async fn forget_surface(&self, table: TableId, key: &str) -> Result<(), AppError> {
        let key = key.to_owned();
        self.write(false, move |conn| {
            Box::pin(async move {
                sqlx::query("DELETE FROM surface WHERE table_id = ? AND key = ?")
                    .bind(table.0)
                    .bind(key)
                    .execute(conn)
                    .await?;
                Ok(())
            })
        })
        .await
    }
}
