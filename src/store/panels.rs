//! The ephemeral panels that are open, so that a bot that was killed can still
//! empty them. Their tokens are nobody's but the bot's: they are never logged.

use sqlx::{Row as _, SqliteConnection};

use super::{Store, signed, unsigned};
use crate::clock::Millis;
use crate::error::AppError;
use crate::game::TableId;
use crate::i18n::Lang;
use crate::rules::Seat;

/// An ephemeral panel that is open. Not `Debug`: the token must not be logged.
#[derive(Clone, PartialEq, Eq)]
pub struct OpenPanel {
    /// The seat it shows.
    pub seat: Seat,
    /// Whose it is, by the number Discord knows them by.
    pub user: u64,
    /// The token through which it is edited.
    pub token: String,
    /// Since when the token lives.
    pub at: Millis,
    /// The panel's language.
    pub lang: Lang,
}

impl Store {
    /// Remembers a panel; to be called before it is shown.
    ///
    /// # Errors
    /// What the database reports.
    pub async fn keep_panel(&self, table: TableId, panel: &OpenPanel) -> Result<(), AppError> {
        let panel = panel.clone();
        self.write(false, move |conn| {
            Box::pin(async move {
                sqlx::query(
                    "INSERT OR REPLACE INTO open_panels
                     (token, table_id, seat, user, language, at) VALUES (?, ?, ?, ?, ?, ?)",
                )
                .bind(panel.token)
                .bind(table.0)
                .bind(i64::from(u8::from(panel.seat)))
                .bind(signed(panel.user))
                .bind(panel.lang.tag())
                .bind(signed(panel.at.0))
                .execute(conn)
                .await?;
                Ok(())
            })
        })
        .await
    }

    /// Erases what is known of a panel: it is closed, or cannot be edited any more.
    ///
    /// # Errors
    /// What the database reports.
    pub async fn forget_panel(&self, token: &str) -> Result<(), AppError> {
        let token = token.to_owned();
        self.write(false, move |conn| {
            Box::pin(async move {
                sqlx::query("DELETE FROM open_panels WHERE token = ?")
                    .bind(token)
                    .execute(conn)
                    .await?;
                Ok(())
            })
        })
        .await
    }

    /// The open panels of a table, oldest first. A row that cannot be read is
    /// left out.
    ///
    /// # Errors
    /// What the database reports.
    pub async fn open_panels(&self, table: TableId) -> Result<Vec<OpenPanel>, AppError> {
        let rows = sqlx::query(
            "SELECT token, seat, user, language, at FROM open_panels
             WHERE table_id = ? ORDER BY at, rowid",
        )
        .bind(table.0)
        .fetch_all(self.reads())
        .await?;
        let mut panels = Vec::with_capacity(rows.len());
        for row in rows {
            let seat: i64 = row.try_get(1)?;
            let language: String = row.try_get(3)?;
            if let Some(seat) = usize::try_from(seat).ok().and_then(Seat::new) {
                panels.push(OpenPanel {
                    seat,
                    user: unsigned(row.try_get(2)?),
                    token: row.try_get(0)?,
                    at: Millis(unsigned(row.try_get(4)?)),
                    lang: Lang::from_locale(&language),
                });
            }
        }
        Ok(panels)
    }
}

/// Erases the panels of a table.
pub(super) async fn erase(conn: &mut SqliteConnection, table: i64) -> sqlx::Result<()> {
    sqlx::query("DELETE FROM open_panels WHERE table_id = ?")
        .bind(table)
        .execute(conn)
        .await?;
    Ok(())
}
