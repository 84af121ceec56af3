//! What was played: finished deals and the games they belong to, out of the
//! log. Sealed answers stand in a table of their own, which nothing here reads.

use sqlx::Row as _;

use super::events::event_from_json;
use super::{Store, signed, unsigned};
use crate::clock::Millis;
use crate::error::AppError;
use crate::game::{DealNumber, DealResult, Event, PlayerId, TableId};
use crate::i18n::Lang;
use crate::rules::RuleSet;

/// Whose games are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Played {
    /// All of a server.
    Guild(u64),
    /// Those of a channel or thread.
    Channel(u64),
    /// Those in which a person finished a deal.
    By(PlayerId),
}

/// A table with finished deals, in short.
#[derive(Clone, Debug, PartialEq)]
pub struct GameLine {
    /// Its number.
    pub table: TableId,
    /// The server.
    pub guild: u64,
    /// The channel or thread.
    pub channel: u64,
    /// How many deals are finished.
    pub deals: u32,
    /// When the last of them ended.
    pub at: Millis,
    /// How the last of them came out.
    pub last: DealResult,
}

/// The finished deals of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedGame {
    /// Its number.
    pub table: TableId,
    /// The server.
    pub guild: u64,
    /// The channel or thread.
    pub channel: u64,
    /// The language of its public messages.
    pub language: Lang,
    /// Its rules.
    pub rules: RuleSet,
    /// The deals, oldest first, with when they ended.
    pub deals: Vec<(Millis, DealResult)>,
}

impl Store {
    /// Tables with finished deals, the newest first, and how many there are.
    ///
    /// # Errors
    /// What the database reports, and events that cannot be read.
    pub async fn games(
        &self,
        played: Played,
        from: u32,
        most: u32,
    ) -> Result<(Vec<GameLine>, u32), AppError> {
        let (kind, id) = match played {
            Played::Guild(guild) => (0, signed(guild)),
            Played::Channel(channel) => (1, signed(channel)),
            Played::By(player) => (2, player.0),
        };
        let rows = sqlx::query(
            "WITH played AS (
                 SELECT d.table_id, COUNT(*) AS deals, MAX(d.deal) AS last, MAX(d.at) AS at
                 FROM deals d JOIN tables t ON t.id = d.table_id
                 WHERE CASE ?1 WHEN 0 THEN t.guild = ?2 WHEN 1 THEN t.channel = ?2
                       ELSE EXISTS (SELECT 1 FROM deal_players p WHERE p.table_id = d.table_id
                                    AND p.deal = d.deal AND p.player = ?2) END
                 GROUP BY d.table_id)
             SELECT t.id, t.guild, t.channel, played.deals, played.at, COUNT(*) OVER (),
                    (SELECT e.event FROM events e
                     WHERE e.table_id = t.id AND json_extract(e.event, '$.event') = 'settled'
                       AND json_extract(e.event, '$.result.deal') = played.last
                     ORDER BY e.seq DESC LIMIT 1)
             FROM played JOIN tables t ON t.id = played.table_id
             ORDER BY played.at DESC, t.id DESC LIMIT ?3 OFFSET ?4",
        )
        .bind(kind)
        .bind(id)
        .bind(most)
        .bind(from)
        .fetch_all(self.reads())
        .await?;
        let all = rows.first().map_or(Ok(0), |row| row.try_get(5))?;
        let lines = rows.iter().filter_map(|row| line(row).transpose());
        Ok((lines.collect::<Result<_, _>>()?, all))
    }

    /// The finished deals of a table; `None` where there are none, or none that
    /// count.
    ///
    /// # Errors
    /// What the database reports, and events that cannot be read.
    pub async fn played_game(&self, table: TableId) -> Result<Option<PlayedGame>, AppError> {
        let place =
            sqlx::query("SELECT guild, channel, language FROM tables WHERE id = ? AND NOT voided")
                .bind(table.0)
                .fetch_optional(self.reads())
                .await?;
        let Some(place) = place else {
            return Ok(None);
        };
        let rows = sqlx::query(
            "SELECT at, event FROM events WHERE table_id = ?
             AND (seq = 0 OR json_extract(event, '$.event') = 'settled') ORDER BY seq",
        )
        .bind(table.0)
        .fetch_all(self.reads())
        .await?;
        let (mut rules, mut deals) = (None, Vec::new());
        for row in rows {
            let at = Millis(unsigned(row.try_get(0)?));
            let text: String = row.try_get(1)?;
            let event = event_from_json(&text)?;
            if let Event::Opened { rules: opened, .. } = event {
                rules = Some(*opened);
            } else if let Event::Settled { result } = event {
                deals.push((at, *result));
            }
        }
        let Some(rules) = rules.filter(|_| !deals.is_empty()) else {
            return Ok(None);
        };
        let language: String = place.try_get(2)?;
        Ok(Some(PlayedGame {
            table,
            language: Lang::from_locale(&language),
            guild: unsigned(place.try_get(0)?),
            channel: unsigned(place.try_get(1)?),
            rules,
            deals,
        }))
    }

    /// The event that opened a table and all of a finished deal, with when it
    /// ended; `None` where that deal is not finished.
    ///
    /// # Errors
    /// What the database reports, and events that cannot be read.
    pub async fn played_deal(
        &self,
        table: TableId,
        deal: DealNumber,
    ) -> Result<Option<(Millis, Vec<Event>)>, AppError> {
        let end: Option<(i64, i64)> = sqlx::query_as(
            "SELECT seq, at FROM events WHERE table_id = ?
             AND json_extract(event, '$.event') = 'settled'
             AND json_extract(event, '$.result.deal') = ?",
        )
        .bind(table.0)
        .bind(deal.0)
        .fetch_optional(self.reads())
        .await?;
        let Some((end, at)) = end else {
            return Ok(None);
        };
        let texts: Vec<String> = sqlx::query_scalar(
            "SELECT event FROM events WHERE table_id = ?1 AND (seq = 0 OR seq BETWEEN
                 (SELECT MAX(seq) FROM events WHERE table_id = ?1 AND seq < ?2
                  AND json_extract(event, '$.event') = 'dealt') AND ?2) ORDER BY seq",
        )
        .bind(table.0)
        .bind(end)
        .fetch_all(self.reads())
        .await?;
        let events = texts.iter().map(|text| event_from_json(text));
        let events = events.collect::<Result<_, _>>()?;
        Ok(Some((Millis(unsigned(at)), events)))
    }

    /// The log of a table up to the end of its last finished deal and what
    /// belongs to that, for its record.
    ///
    /// # Errors
    /// What the database reports, and events that cannot be read.
    pub async fn played_log(&self, table: TableId) -> Result<Vec<Event>, AppError> {
        let texts: Vec<String> =
            sqlx::query_scalar("SELECT event FROM events WHERE table_id = ? ORDER BY seq")
                .bind(table.0)
                .fetch_all(self.reads())
                .await?;
        texts.iter().map(|text| event_from_json(text)).collect()
    }
}

fn line(row: &sqlx::sqlite::SqliteRow) -> Result<Option<GameLine>, AppError> {
    let text: Option<String> = row.try_get(6)?;
    let Some(text) = text else {
        return Ok(None);
    };
    let Event::Settled { result } = event_from_json(&text)? else {
        return Ok(None);
    };
    Ok(Some(GameLine {
        table: TableId(row.try_get(0)?),
        guild: unsigned(row.try_get(1)?),
        channel: unsigned(row.try_get(2)?),
        deals: row.try_get(3)?,
        at: Millis(unsigned(row.try_get(4)?)),
        last: *result,
    }))
}
