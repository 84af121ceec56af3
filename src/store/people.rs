//! Who plays: internal number, Discord id, name and language.

use sqlx::Row as _;
use sqlx::sqlite::SqliteRow;

use super::{Store, personal, signed, unsigned};
use crate::error::AppError;
use crate::game::PlayerId;
use crate::i18n::Lang;
use crate::table::Person;

impl Store {
    /// The person with that Discord id; created on first sight. Name and
    /// language are brought up to date; nothing is written when they are.
    ///
    /// # Errors
    /// What the database reports.
    pub async fn upsert_person(
        &self,
        discord: u64,
        name: &str,
        language: Lang,
    ) -> Result<Person, AppError> {
        let known = self.person_by_discord(discord).await?;
        let personal = known.as_ref().map(|person| person.personal);
        let personal = personal.unwrap_or_default();
        let language = personal.language.unwrap_or(language);
        if let Some(person) = known
            && person.name == name
            && person.language == language
        {
            return Ok(person);
        }
        let name = name.to_owned();
        let kept = name.clone();
        let id: i64 = self
            .write(false, move |conn| {
                Box::pin(async move {
                    sqlx::query_scalar(
                        "INSERT INTO players (discord_id, name, language) VALUES (?, ?, ?)
                         ON CONFLICT (discord_id)
                         DO UPDATE SET name = excluded.name, language = excluded.language
                         RETURNING id",
                    )
                    .bind(signed(discord))
                    .bind(name)
                    .bind(language.tag())
                    .fetch_one(conn)
                    .await
                })
            })
            .await?;
        let person = Person {
            player: PlayerId(id),
            discord,
            name: kept,
            language,
            personal,
        };
        self.remember_person(&person);
        Ok(person)
    }

    /// The person with that number.
    ///
    /// # Errors
    /// What the database reports.
    pub async fn person(&self, player: PlayerId) -> Result<Option<Person>, AppError> {
        if let Some(person) = self.0.people.get(&player) {
            return Ok(Some(person.clone()));
        }
        let row = sqlx::query(
            "SELECT id, discord_id, name, language, settings
             FROM players LEFT JOIN player_settings ON player = id WHERE id = ?",
        )
        .bind(player.0)
        .fetch_optional(self.reads())
        .await?;
        self.remember(row)
    }

    /// The person with that Discord id, if it was seen before.
    ///
    /// # Errors
    /// What the database reports.
    pub async fn person_by_discord(&self, discord: u64) -> Result<Option<Person>, AppError> {
        let number = self.0.numbers.get(&discord).map(|n| *n);
        if let Some(number) = number {
            return self.person(number).await;
        }
        let row = sqlx::query(
            "SELECT id, discord_id, name, language, settings
                 FROM players LEFT JOIN player_settings ON player = id WHERE discord_id = ?",
        )
        .bind(signed(discord))
        .fetch_optional(self.reads())
        .await?;
        self.remember(row)
    }

    fn remember(&self, row: Option<SqliteRow>) -> Result<Option<Person>, AppError> {
        let Some(row) = row else {
            return Ok(None);
        };
        let language: String = row.try_get(3)?;
        let chosen: Option<String> = row.try_get(4)?;
        let personal = personal::read(chosen.as_deref());
        let language = Lang::from_locale(&language);
        let person = Person {
            player: PlayerId(row.try_get(0)?),
            discord: unsigned(row.try_get(1)?),
            name: row.try_get(2)?,
            language: personal.language.unwrap_or(language),
            personal,
        };
        self.remember_person(&person);
        Ok(Some(person))
    }

    /// Keeps somebody in memory, too.
    pub(super) fn remember_person(&self, person: &Person) {
        self.0.people.insert(person.player, person.clone());
        self.0.numbers.insert(person.discord, person.player);
    }
}
