//! What is stored of one person: to be shown to them, and to be forgotten.

use serde_json::{Value, json};
use sqlx::Row as _;

use super::events::event_from_json;
use super::{Store, unsigned};
use crate::error::AppError;
use crate::game::{Event, PlayerId};
use crate::rules::Seat;
use crate::table::{Person, Personal};

impl Store {
    /// All that is stored of a person, for that person, as JSON: who they are,
    /// what they have chosen, and each of their finished deals with the own
    /// hand. Nothing of a deal that is being played, and no answer that did not
    /// count: those are in no result.
    ///
    /// # Errors
    /// What the database reports.
    pub async fn own_copy(&self, person: &Person) -> Result<Value, AppError> {
        let player = person.player;
        let listed = self.worldwide().await?.contains(&player);
        Ok(json!({
            "person": {
                "number": player.0,
                "discord": person.discord.to_string(),
                "name": person.name,
                "language": person.language.tag(),
                "settings": person.personal,
                "listed_beyond_the_server": listed,
            },
            "unsaved_house_rules": self.own_drafts(player).await?,
            "private_channels": self.own_channels(player).await?,
            "finished_deals": self.own_deals(player).await?,
        }))
    }

    async fn own_drafts(&self, player: PlayerId) -> Result<Vec<Value>, AppError> {
        let rows = sqlx::query(
            "SELECT guild, name, base, changes FROM house_drafts WHERE player = ? ORDER BY id",
        )
        .bind(player.0)
        .fetch_all(self.reads())
        .await?;
        rows.iter()
            .map(|row| {
                let (name, base): (String, String) = (row.try_get(1)?, row.try_get(2)?);
                let changes: String = row.try_get(3)?;
                Ok(json!({
                    "server": unsigned(row.try_get(0)?).to_string(),
                    "name": name,
                    "base": base,
                    "changes": serde_json::from_str::<Value>(&changes).unwrap_or_default(),
                }))
            })
            .collect()
    }

    async fn own_channels(&self, player: PlayerId) -> Result<Vec<String>, AppError> {
        let channels: Vec<i64> = sqlx::query_scalar(
            "SELECT DISTINCT channel FROM surface WHERE key LIKE 'seat.%.channel.' || ?",
        )
        .bind(player.0)
        .fetch_all(self.reads())
        .await?;
        Ok(channels
            .into_iter()
            .map(|c| unsigned(c).to_string())
            .collect())
    }

    async fn own_deals(&self, player: PlayerId) -> Result<Vec<Value>, AppError> {
        let rows = sqlx::query(
            "SELECT e.table_id, t.guild, e.at, e.event FROM events e
             JOIN tables t ON t.id = e.table_id
             WHERE json_extract(e.event, '$.event') = 'settled' AND e.table_id IN
                 (SELECT DISTINCT table_id FROM deal_players WHERE player = ?)
             ORDER BY e.table_id, e.seq",
        )
        .bind(player.0)
        .fetch_all(self.reads())
        .await?;
        let mut deals = Vec::new();
        for row in rows {
            let text: String = row.try_get(3)?;
            let Event::Settled { result } = event_from_json(&text)? else {
                continue;
            };
            let own = |s: &Seat| result.counts_for(*s) == Some(player);
            let Some(seat) = Seat::ALL.into_iter().find(own) else {
                continue;
            };
            let names: Vec<String> = result.hands[seat].iter().map(|c| c.name()).collect();
            let spoken = result.spoken.iter().filter(|s| s.seat == seat).count();
            let table: i64 = row.try_get(0)?;
            deals.push(json!({
                "table": table,
                "server": unsigned(row.try_get(1)?).to_string(),
                "deal": result.deal.0,
                "finished_at_unix_ms": unsigned(row.try_get(2)?),
                "seat": u8::from(seat),
                "dealing_side": seat.side() == result.dealing_side,
                "score": result.sum.score,
                "hand_played_from": names.join(" "),
                "spoken": spoken,
                "computer_moved_for_you": result.stood_in[seat],
            }));
        }
        Ok(deals)
    }

    /// How many finished deals are counted for a person.
    ///
    /// # Errors
    /// What the database reports.
    pub async fn deals_of(&self, player: PlayerId) -> Result<i64, AppError> {
        let deals = sqlx::query_scalar("SELECT COUNT(*) FROM deal_players WHERE player = ?")
            .bind(player.0)
            .fetch_one(self.reads())
            .await?;
        Ok(deals)
    }

    /// Forgets who a person is: number at Discord, name, settings, unsaved
    /// house rules, where their private messages are. Finished deals stay under
    /// the internal number, which leads to nobody any more.
    ///
    /// # Errors
    /// What the database reports; nothing is changed then.
    pub async fn forget_person(&self, person: &Person) -> Result<(), AppError> {
        let player = person.player;
        // Discord's numbers are positive: this is nobody's.
        let nobody = -player.0;
        self.write(true, move |conn| {
            Box::pin(async move {
                sqlx::query(
                    "DELETE FROM surface WHERE channel IN
                     (SELECT channel FROM surface WHERE key LIKE 'seat.%.channel.' || ?)",
                )
                .bind(player.0)
                .execute(&mut *conn)
                .await?;
                for statement in [
                    "DELETE FROM player_settings WHERE player = ?",
                    "DELETE FROM house_drafts WHERE player = ?",
                    "DELETE FROM worldwide WHERE player = ?",
                ] {
                    sqlx::query(statement)
                        .bind(player.0)
                        .execute(&mut *conn)
                        .await?;
                }
                sqlx::query(
                    "UPDATE players SET discord_id = ?, name = '', language = 'en' WHERE id = ?",
                )
                .bind(nobody)
                .bind(player.0)
                .execute(conn)
                .await?;
                Ok(())
            })
        })
        .await?;
        self.0.numbers.remove(&person.discord);
        self.0.people.insert(
            player,
            Person {
                player,
                discord: unsigned(nobody),
                name: String::new(),
                language: crate::i18n::Lang::En,
                personal: Personal::default(),
            },
        );
        Ok(())
    }
}
