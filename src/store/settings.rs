//! Single values: the hash of the registered commands, and when the program last lived.

use super::{Store, from_json, parse, to_json};
use crate::clock::Millis;
use crate::error::AppError;

const COMMANDS: &str = "commands";
const SECRET: &str = "secret";
const ALIVE: &str = "alive";

impl Store {
    /// The hash of the commands registered last with Discord, under `scope`
    /// (`global` or a server's number).
    ///
    /// # Errors
    /// What the database reports.
    pub async fn commands_hash(&self, scope: &str) -> Result<Option<String>, AppError> {
        self.value(&format!("{COMMANDS}.{scope}")).await
    }

    /// Remembers the hash of the commands that were registered just now.
    ///
    /// # Errors
    /// What the database reports.
    pub async fn set_commands_hash(&self, scope: &str, hash: &str) -> Result<(), AppError> {
        self.set_value(format!("{COMMANDS}.{scope}"), hash.to_owned())
            .await
    }

    /// When the program is known to have lived last.
    pub(crate) async fn last_alive(&self) -> Result<Option<Millis>, AppError> {
        match self.value(ALIVE).await? {
            Some(text) => Ok(Some(Millis(parse(ALIVE, &text)?))),
            None => Ok(None),
        }
    }

    /// Remembers that the program lives.
    pub(crate) async fn set_alive(&self, now: Millis) -> Result<(), AppError> {
        self.set_value(ALIVE.to_owned(), now.0.to_string()).await
    }

    /// The secret from which the delays of computer players are drawn: the one
    /// kept from before, or `new`, which is kept from now on.
    ///
    /// # Errors
    /// What the database reports.
    pub(crate) async fn secret(&self, new: [u8; 32]) -> Result<[u8; 32], AppError> {
        if let Some(text) = self.value(SECRET).await? {
            let unreadable = || AppError::Corrupt(SECRET.to_owned());
            let bytes: Vec<u8> = from_json(SECRET, &text)?;
            return bytes.try_into().map_err(|_| unreadable());
        }
        self.set_value(SECRET.to_owned(), to_json(&new)?).await?;
        Ok(new)
    }

    pub(super) async fn value(&self, key: &str) -> Result<Option<String>, AppError> {
        let row = sqlx::query_scalar("SELECT value FROM single_values WHERE key = ?")
            .bind(key)
            .fetch_optional(self.reads())
            .await?;
        Ok(row)
    }

    async fn set_value(&self, key: String, value: String) -> Result<(), AppError> {
        self.write(false, move |conn| {
            Box::pin(async move {
                sqlx::query(
                    "INSERT INTO single_values (key, value) VALUES (?, ?)
                     ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                )
                .bind(key)
                .bind(value)
                .execute(conn)
                .await?;
                Ok(())
            })
        })
        .await
    }
}
