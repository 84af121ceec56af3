//! What people have chosen for themselves.

use sqlx::SqliteConnection;

use super::Store;
use crate::error::AppError;
use crate::game::PlayerId;
use crate::table::{Person, Personal};

impl Store {
    /// Changes what a person has chosen; the person as it is then.
    ///
    /// # Errors
    /// What the database reports; `Corrupt` when there is no such person.
    pub async fn change_personal<F>(&self, player: PlayerId, change: F) -> Result<Person, AppError>
    where
        F: FnOnce(&mut Personal) + Send + 'static,
    {
        let gone = || AppError::Corrupt("a person".to_owned());
        let known = self.person(player).await?.ok_or_else(gone)?;
        let personal = self
            .write(false, move |conn| Box::pin(changed(conn, player, change)))
            .await?;
        let person = Person {
            language: personal.language.unwrap_or(known.language),
            personal,
            ..known
        };
        self.remember_person(&person);
        Ok(person)
    }
}

async fn changed<F>(
    conn: &mut SqliteConnection,
    player: PlayerId,
    change: F,
) -> sqlx::Result<Personal>
where
    F: FnOnce(&mut Personal) + Send,
{
    let text: Option<String> =
        sqlx::query_scalar("SELECT settings FROM player_settings WHERE player = ?")
            .bind(player.0)
            .fetch_optional(&mut *conn)
            .await?;
    let mut personal = read(text.as_deref());
    change(&mut personal);
    let text = serde_json::to_string(&personal).map_err(|e| sqlx::Error::Encode(e.into()))?;
    sqlx::query(
        "INSERT INTO player_settings (player, settings) VALUES (?, ?)
         ON CONFLICT (player) DO UPDATE SET settings = excluded.settings",
    )
    .bind(player.0)
    .bind(text)
    .execute(conn)
    .await?;
    Ok(personal)
}

/// What is stored; what cannot be read is as nobody had chosen anything: it
/// must keep nobody from playing.
pub(super) fn read(text: Option<&str>) -> Personal {
    let Some(text) = text else {
        return Personal::default();
    };
    serde_json::from_str(text).unwrap_or_else(|_| {
        tracing::warn!("the settings of a person cannot be read");
        Personal::default()
    })
}
