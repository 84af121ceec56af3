//! What seats have picked so far. Kept so that a restart loses no click.

use sqlx::{Row as _, SqliteConnection};

use super::Store;
use crate::cards::{Card, CardSet};
use crate::error::AppError;
use crate::game::TableId;
use crate::rules::Seat;

impl Store {
    /// The drafts of a table: seat, the step they are for, cards. One that
    /// cannot be read is left out: its seat picks anew.
    pub(crate) async fn drafts(
        &self,
        table: TableId,
    ) -> Result<Vec<(Seat, String, CardSet)>, AppError> {
        let rows = sqlx::query("SELECT seat, step, cards FROM drafts WHERE table_id = ?")
            .bind(table.0)
            .fetch_all(self.reads())
            .await?;
        let mut drafts = Vec::with_capacity(rows.len());
        for row in rows {
            let (seat, step, names) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
            match draft(seat, step, names) {
                Some(draft) => drafts.push(draft),
                // What stands in it may be cards.
                None => tracing::error!(table = table.0, seat, "a draft cannot be read"),
            }
        }
        Ok(drafts)
    }
}

fn draft(seat: i64, step: String, names: String) -> Option<(Seat, String, CardSet)> {
    let cards: Result<Vec<Card>, _> = names.split_whitespace().map(str::parse).collect();
    let seat = usize::try_from(seat).ok().and_then(Seat::new)?;
    Some((seat, step, CardSet::from_cards(&cards.ok()?)?))
}

/// Erases the drafts of a table.
pub(super) async fn erase(conn: &mut SqliteConnection, table: i64) -> sqlx::Result<()> {
    sqlx::query("DELETE FROM drafts WHERE table_id = ?")
        .bind(table)
        .execute(conn)
        .await?;
    Ok(())
}

/// Puts a draft in place of the seat's last one, or erases it.
pub(super) async fn store(
    conn: &mut SqliteConnection,
    table: i64,
    seat: i64,
    draft: Option<(String, String)>,
) -> sqlx::Result<()> {
    match draft {
        Some((step, cards)) => {
            sqlx::query(
                "INSERT INTO drafts (table_id, seat, step, cards) VALUES (?, ?, ?, ?)
                 ON CONFLICT (table_id, seat)
                 DO UPDATE SET step = excluded.step, cards = excluded.cards",
            )
            .bind(table)
            .bind(seat)
            .bind(step)
            .bind(cards)
            .execute(conn)
            .await?;
        }
        None => {
            sqlx::query("DELETE FROM drafts WHERE table_id = ? AND seat = ?")
                .bind(table)
                .bind(seat)
                .execute(conn)
                .await?;
        }
    }
    Ok(())
}
