//! What the managers of a server have decided for its tables.

use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;

use super::{Store, from_json, signed};
use crate::error::AppError;
use crate::game::ClockChoice;
use crate::i18n::Lang;

/// How a server divides its standings in time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seasons {
    /// A season is a calendar month (UTC).
    #[default]
    Monthly,
    /// A season is a quarter of a calendar year (UTC).
    Quarterly,
    /// No seasons: one standing for all time.
    None,
}

impl Seasons {
    /// All of them.
    pub const ALL: [Seasons; 3] = [Seasons::Monthly, Seasons::Quarterly, Seasons::None];
}

/// What the managers of a server have decided. The defaults are what holds
/// where they have decided nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ServerSettings {
    /// The channels in which tables may be opened, and their threads; none:
    /// everywhere.
    pub channels: Vec<u64>,
    /// The roles of which one is needed to open a table; none: everybody may.
    pub roles: Vec<u64>,
    /// Whether `/table new` opens a thread where it is not said and where it may.
    pub threads: bool,
    /// The ruleset of a table where it is not said, as `/table new` takes it: a
    /// preset's id, or `house:` and the number of a house rule. `None`: the
    /// program's default.
    pub rules: Option<String>,
    /// The clock of a table where it is not said.
    pub clock: ClockChoice,
    /// The language of a table where it is not said; `None`: that of who opens it.
    pub language: Option<Lang>,
    /// The seasons of the server's standings.
    pub seasons: Seasons,
}

impl Default for ServerSettings {
    fn default() -> ServerSettings {
        ServerSettings {
            channels: Vec::new(),
            roles: Vec::new(),
            threads: true,
            rules: None,
            clock: ClockChoice::default(),
            language: None,
            seasons: Seasons::default(),
        }
    }
}

impl Store {
    /// What a server's managers have decided.
    ///
    /// # Errors
    /// What the database reports.
    pub async fn server(&self, guild: u64) -> Result<ServerSettings, AppError> {
        let text: Option<String> =
            sqlx::query_scalar("SELECT settings FROM server_settings WHERE guild = ?")
                .bind(signed(guild))
                .fetch_optional(self.reads())
                .await?;
        match text {
            Some(text) => from_json("the settings of a server", &text),
            None => Ok(ServerSettings::default()),
        }
    }

    /// Changes what a server's managers have decided; gives what holds then.
    ///
    /// # Errors
    /// What the database reports.
    pub async fn change_server<F>(&self, guild: u64, change: F) -> Result<ServerSettings, AppError>
    where
        F: FnOnce(&mut ServerSettings) + Send + 'static,
    {
        self.write(false, move |conn| {
            Box::pin(async move {
                let mut settings = stored(conn, guild).await?;
                change(&mut settings);
                let text =
                    serde_json::to_string(&settings).map_err(|e| sqlx::Error::Encode(e.into()))?;
                sqlx::query(
                    "INSERT INTO server_settings (guild, settings) VALUES (?, ?)
                     ON CONFLICT (guild) DO UPDATE SET settings = excluded.settings",
                )
                .bind(signed(guild))
                .bind(text)
                .execute(conn)
                .await?;
                Ok(settings)
            })
        })
        .await
    }
}

async fn stored(conn: &mut SqliteConnection, guild: u64) -> sqlx::Result<ServerSettings> {
    let text: Option<String> =
        sqlx::query_scalar("SELECT settings FROM server_settings WHERE guild = ?")
            .bind(signed(guild))
            .fetch_optional(conn)
            .await?;
    match text {
        Some(text) => {
            serde_json::from_str(&text).map_err(|e| sqlx::Error::Decode(e.to_string().into()))
        }
        None => Ok(ServerSettings::default()),
    }
}
