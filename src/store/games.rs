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

/// Who looks back, and from where.
///
/// Discord tells what somebody may see in the channel they ask in, and nowhere
/// else. So everybody may look at finished deals of that channel, of the one its
/// thread is in, and of the public threads that the bot has opened in either;
/// at deals that count for them, wherever they were played; and whoever
/// manages the server, at all of it. To anybody else a deal does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reader {
    /// Who.
    pub player: PlayerId,
    /// The server; `None` in private messages.
    pub guild: Option<u64>,
    /// The channel or thread.
    pub channel: u64,
    /// The channel of the thread.
    pub parent: Option<u64>,
    /// Whether they manage the server.
    pub manager: bool,
}

/// Which of the games that somebody may look at are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Played {
    /// All of the server asked in; in private messages those they played.
    Server,
    /// Those of the channel or thread asked in, and of the threads opened there.
    Channel,
    /// Those in which they finished a deal.
    Own,
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
    /// Whether it was played where who looks may look at all of it, because they
    /// see the channel.
    pub here: bool,
    /// The deals that they may look at, oldest first, with when they ended.
    pub deals: Vec<(Millis, DealResult)>,
}

impl Store {
    /// Tables with finished deals that somebody may look at, the newest first,
    /// and how many there are.
    ///
    /// # Errors
    /// What the database reports, and events that cannot be read.
    pub async fn games(
        &self,
        reader: &Reader,
        played: Played,
        from: u32,
        most: u32,
    ) -> Result<(Vec<GameLine>, u32), AppError> {
        let kind = match (played, reader.guild) {
            (Played::Server, Some(_)) => 0,
            (Played::Channel, Some(_)) => 1,
            (Played::Own, _) | (_, None) => 2,
        };
        let rows = sqlx::query(
            "WITH played AS (
                 SELECT d.table_id, COUNT(*) AS deals, MAX(d.deal) AS last, MAX(d.at) AS at
                 FROM deals d JOIN tables t ON t.id = d.table_id
                 LEFT JOIN threads h ON h.thread = t.channel
                 WHERE CASE ?1
                       WHEN 0 THEN t.guild = ?2 AND (?5 OR t.channel IN (?3, ?4)
                            OR h.channel IN (?3, ?4)
                            OR EXISTS (SELECT 1 FROM deal_players p WHERE p.table_id = d.table_id
                                       AND p.deal = d.deal AND p.player = ?6))
                       WHEN 1 THEN t.guild = ?2 AND (t.channel = ?3 OR h.channel = ?3)
                       ELSE EXISTS (SELECT 1 FROM deal_players p WHERE p.table_id = d.table_id
                                    AND p.deal = d.deal AND p.player = ?6) END
                 GROUP BY d.table_id)
             SELECT t.id, t.guild, t.channel, played.deals, played.at, COUNT(*) OVER (),
                    (SELECT e.event FROM events e
                     WHERE e.table_id = t.id AND json_extract(e.event, '$.event') = 'settled'
                       AND json_extract(e.event, '$.result.deal') = played.last
                     ORDER BY e.seq DESC LIMIT 1)
             FROM played JOIN tables t ON t.id = played.table_id
             ORDER BY played.at DESC, t.id DESC LIMIT ?7 OFFSET ?8",
        )
        .bind(kind)
        .bind(reader.guild.map(signed))
        .bind(signed(reader.channel))
        .bind(reader.parent.map(signed))
        .bind(reader.manager)
        .bind(reader.player.0)
        .bind(most)
        .bind(from)
        .fetch_all(self.reads())
        .await?;
        let all = rows.first().map_or(Ok(0), |row| row.try_get(5))?;
        let lines = rows.iter().filter_map(|row| line(row).transpose());
        Ok((lines.collect::<Result<_, _>>()?, all))
    }

    /// The finished deals of a table that somebody may look at; `None` where
    /// there are none, or none that count.
    ///
    /// # Errors
    /// What the database reports, and events that cannot be read.
    pub async fn played_game(
        &self,
        reader: &Reader,
        table: TableId,
    ) -> Result<Option<PlayedGame>, AppError> {
        let place = sqlx::query(
            "SELECT t.guild, t.channel, t.language, h.channel FROM tables t
             LEFT JOIN threads h ON h.thread = t.channel WHERE t.id = ? AND NOT t.voided",
        )
        .bind(table.0)
        .fetch_optional(self.reads())
        .await?;
        let Some(place) = place else {
            return Ok(None);
        };
        let (guild, channel) = (unsigned(place.try_get(0)?), unsigned(place.try_get(1)?));
        let opened_in: Option<i64> = place.try_get(3)?;
        let here = reader.sees(guild, channel, opened_in.map(unsigned));
        let all = here || (reader.manager && reader.guild == Some(guild));
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
            } else if let Event::Settled { result } = event
                && (all || result.counts(reader.player))
            {
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
            guild,
            channel,
            rules,
            here,
            deals,
        }))
    }

    /// Whether a finished deal of a table exists and somebody may look at it.
    ///
    /// # Errors
    /// What the database reports.
    pub async fn deal_is_open_to(
        &self,
        reader: &Reader,
        table: TableId,
        deal: u32,
    ) -> Result<bool, AppError> {
        let open = sqlx::query_scalar(
            "SELECT EXISTS (
                 SELECT 1 FROM deals d JOIN tables t ON t.id = d.table_id
                 LEFT JOIN threads h ON h.thread = t.channel
                 WHERE d.table_id = ?1 AND d.deal = ?2
                 AND ((t.guild = ?3 AND (?6 OR t.channel IN (?4, ?5) OR h.channel IN (?4, ?5)))
                      OR EXISTS (SELECT 1 FROM deal_players p WHERE p.table_id = d.table_id
                                 AND p.deal = d.deal AND p.player = ?7)))",
        )
        .bind(table.0)
        .bind(deal)
        .bind(reader.guild.map(signed))
        .bind(signed(reader.channel))
        .bind(reader.parent.map(signed))
        .bind(reader.manager)
        .bind(reader.player.0)
        .fetch_one(self.reads())
        .await?;
        Ok(open)
    }

    /// Keeps that the bot has opened a public thread in a channel.
    ///
    /// # Errors
    /// What the database reports.
    pub async fn thread_opened(&self, thread: u64, channel: u64) -> Result<(), AppError> {
        self.write(false, move |conn| {
            Box::pin(async move {
                sqlx::query("INSERT OR REPLACE INTO threads (thread, channel) VALUES (?, ?)")
                    .bind(signed(thread))
                    .bind(signed(channel))
                    .execute(conn)
                    .await?;
                Ok(())
            })
        })
        .await
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

impl Reader {
    /// Whether they see that channel, as far as it can be known: a thread that
    /// the bot has opened is seen by whoever sees the channel it was opened in.
    fn sees(&self, guild: u64, channel: u64, opened_in: Option<u64>) -> bool {
        let there = |c: u64| c == self.channel || Some(c) == self.parent;
        self.guild == Some(guild) && (there(channel) || opened_in.is_some_and(there))
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
