//! The champions' fund of a server (`tv` 四): which pair has won how many
//! matches in a row.

use sqlx::{Row as _, SqliteConnection};

use super::{Store, signed};
use crate::clock::Millis;
use crate::error::AppError;
use crate::game::{Game, PlayerId, TableId};
use crate::rules::{Prizes, Side};

/// A finished match that counts for the fund.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FundMatch {
    table: TableId,
    at: Millis,
    winners: [PlayerId; 2],
    losers: [PlayerId; 2],
}

impl FundMatch {
    /// Of a table whose match that side has won; `None` where the rules have no
    /// fund, the match is not their own, or not four persons play it: computer
    /// players neither feed nor end anybody's row of wins.
    pub(crate) fn new(game: &Game, winner: Side, table: TableId, at: Millis) -> Option<FundMatch> {
        match game.rules().match_rules.prizes {
            Prizes::None => return None,
            Prizes::FundAndBoard => {}
        }
        if !game.is_own_match() {
            return None;
        }
        Some(FundMatch {
            table,
            at,
            winners: pair(game, winner)?,
            losers: pair(game, winner.other())?,
        })
    }
}

/// The persons of a side, in the order of their numbers.
fn pair(game: &Game, side: Side) -> Option<[PlayerId; 2]> {
    let [one, two] = side.seats().map(|seat| game.person(seat));
    let mut pair = [one?, two?];
    pair.sort_by_key(|player| player.0);
    Some(pair)
}

/// What a match has done to the fund.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FundRun {
    /// So many matches in a row the winners have won with this one.
    pub wins: u16,
    /// So many matches in a row the losers had won before it.
    pub ended: u16,
}

impl Store {
    /// What the match of a table has done to the fund; `None` where it does not
    /// count for it or is not over.
    ///
    /// # Errors
    /// What the database reports.
    pub async fn fund_run(&self, table: TableId) -> Result<Option<FundRun>, AppError> {
        let row = sqlx::query("SELECT wins, ended FROM fund_matches WHERE table_id = ?")
            .bind(table.0)
            .fetch_optional(self.reads())
            .await?;
        let run = row.map(|row| {
            let (wins, ended) = (row.try_get(0)?, row.try_get(1)?);
            Ok::<_, sqlx::Error>(FundRun { wins, ended })
        });
        Ok(run.transpose()?)
    }
}

/// Counts a match, unless it was counted before.
pub(super) async fn count(conn: &mut SqliteConnection, finished: &FundMatch) -> sqlx::Result<()> {
    let guild: i64 = sqlx::query_scalar("SELECT guild FROM tables WHERE id = ?")
        .bind(finished.table.0)
        .fetch_one(&mut *conn)
        .await?;
    let wins = row_of(conn, guild, finished.winners).await?;
    let ended = row_of(conn, guild, finished.losers).await?;
    let [winner_one, winner_two] = finished.winners;
    let [loser_one, loser_two] = finished.losers;
    sqlx::query(
        "INSERT INTO fund_matches
         (table_id, guild, at, winner_one, winner_two, loser_one, loser_two, wins, ended)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
    )
    .bind(finished.table.0)
    .bind(guild)
    .bind(signed(finished.at.0))
    .bind(winner_one.0)
    .bind(winner_two.0)
    .bind(loser_one.0)
    .bind(loser_two.0)
    .bind(wins.saturating_add(1))
    .bind(ended)
    .execute(conn)
    .await?;
    Ok(())
}

/// How many matches in a row a pair has won so far in that server.
async fn row_of(
    conn: &mut SqliteConnection,
    guild: i64,
    [one, two]: [PlayerId; 2],
) -> sqlx::Result<u16> {
    let wins: Option<u16> = sqlx::query_scalar(
        "SELECT wins FROM (
             SELECT id, wins FROM fund_matches
             WHERE guild = ?1 AND winner_one = ?2 AND winner_two = ?3
             UNION ALL SELECT id, 0 FROM fund_matches
             WHERE guild = ?1 AND loser_one = ?2 AND loser_two = ?3
         ) ORDER BY id DESC LIMIT 1",
    )
    .bind(guild)
    .bind(one.0)
    .bind(two.0)
    .fetch_optional(conn)
    .await?;
    Ok(wins.unwrap_or(0))
}
