//! Finished deals, what each person did in them, and the sums the leaderboard reads.

use sqlx::{Row as _, SqliteConnection};

use super::events::event_from_json;
use super::{Store, signed, unsigned};
use crate::clock::Millis;
use crate::error::AppError;
use crate::game::{DealResult, Event, Occupant, PlayerId, SpeechKind, TableId};
use crate::i18n::Lang;
use crate::rules::{RuleSet, Seat};
use crate::table::{Person, Personal};

/// From so many deals on a win rate is ranked.
pub const WIN_RATE_FROM: u32 = 20;

/// What a leaderboard is ordered by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// Deals won.
    Won,
    /// Deals won of deals played; from [`WIN_RATE_FROM`] deals on.
    WinRate,
    /// Levels risen.
    Levels,
    /// Bottoms dug (抠底).
    Digs,
    /// Bottoms fried (炒底).
    Fries,
}

/// Whose deals count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Those played in one server.
    Guild(u64),
    /// All.
    Overall,
}

/// What a person has done in finished deals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    /// Deals played.
    pub deals: u32,
    /// Deals won: as dealers who stayed, or as attackers who took the stage;
    /// nobody wins a deal after which the stage is seized (RULES.md 9.6).
    pub won: u32,
    /// Levels the person's side rose; passing the last rung counts as one.
    pub levels: u32,
    /// Last tricks won as an attacker, by the person's own cards.
    pub digs: u32,
    /// Times the person fried.
    pub fries: u32,
}

/// A line of a leaderboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Who.
    pub person: Person,
    /// What.
    pub sum: Sum,
}

/// A finished deal, taken apart by person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tally {
    table: TableId,
    deal: u32,
    at: Millis,
    /// Whether a computer player had a seat.
    computer: bool,
    people: Vec<(PlayerId, Sum)>,
}

impl Tally {
    /// Takes a finished deal apart. Deals in which a computer player had a
    /// seat are counted apart; a move made for a person whose time was up
    /// changes nothing, or losing players could spoil a deal by waiting.
    pub(crate) fn new(table: TableId, at: Millis, rules: &RuleSet, result: &DealResult) -> Tally {
        let mut computer = false;
        let mut people = Vec::with_capacity(4);
        for seat in Seat::ALL {
            match result.occupants[seat] {
                Some(Occupant::Person(player)) => people.push((player, sum(rules, result, seat))),
                Some(Occupant::Computer(_)) => computer = true,
                None => {}
            }
        }
        Tally {
            table,
            deal: result.deal.0,
            at,
            computer,
            people,
        }
    }
}

fn sum(rules: &RuleSet, result: &DealResult, seat: Seat) -> Sum {
    let side = seat.side();
    let dealer = side == result.dealing_side;
    let rungs = rules.scoring.ladder.rungs();
    let rung = |level| rungs.iter().position(|&r| r == level).unwrap_or(0);
    let before = rung(result.before[side].level);
    let risen = rung(result.after[side].level).saturating_sub(before);
    let passed = usize::from(result.winner == Some(side));
    let fries = result.spoken.iter();
    let fries = fries.filter(|s| s.seat == seat && s.kind == SpeechKind::Fried);
    Sum {
        deals: 1,
        won: u32::from(!result.seize && dealer != result.change),
        levels: u32::try_from(risen + passed).unwrap_or(0),
        digs: u32::from(!dealer && result.last_trick.0 == seat),
        fries: u32::try_from(fries.count()).unwrap_or(0),
    }
}

impl Store {
    /// The first `limit` people of a leaderboard, best first. `computer`: the
    /// deals in which a computer player had a seat, which are counted apart.
    ///
    /// # Errors
    /// What the database reports.
    pub async fn leaderboard(
        &self,
        by: By,
        scope: Scope,
        computer: bool,
        limit: u32,
    ) -> Result<Vec<Row>, AppError> {
        let (guild, everywhere) = match scope {
            Scope::Guild(guild) => (signed(guild), false),
            Scope::Overall => (0, true),
        };
        let (order, at_least) = match by {
            By::Won => (0, 1),
            By::WinRate => (1, WIN_RATE_FROM),
            By::Levels => (2, 1),
            By::Digs => (3, 1),
            By::Fries => (4, 1),
        };
        let rows = sqlx::query(
            "SELECT p.id, p.discord_id, p.name, p.language,
                    SUM(s.deals) AS deals, SUM(s.won) AS won, SUM(s.levels) AS levels,
                    SUM(s.digs) AS digs, SUM(s.fries) AS fries
             FROM standings s JOIN players p ON p.id = s.player
             WHERE (?1 OR s.guild = ?2) AND s.computer = ?3
             GROUP BY p.id HAVING SUM(s.deals) >= ?4
             ORDER BY CASE ?5 WHEN 0 THEN SUM(s.won) WHEN 1 THEN 1.0 * SUM(s.won) / SUM(s.deals)
                      WHEN 2 THEN SUM(s.levels) WHEN 3 THEN SUM(s.digs) ELSE SUM(s.fries) END DESC,
                      SUM(s.won) DESC, SUM(s.deals), p.id
             LIMIT ?6",
        )
        .bind(everywhere)
        .bind(guild)
        .bind(computer)
        .bind(at_least)
        .bind(order)
        .bind(limit)
        .fetch_all(self.reads())
        .await?;
        rows.iter()
            .map(|row| {
                let language: String = row.try_get(3)?;
                Ok(Row {
                    person: Person {
                        player: PlayerId(row.try_get(0)?),
                        discord: unsigned(row.try_get(1)?),
                        name: row.try_get(2)?,
                        language: Lang::from_locale(&language),
                        personal: Personal::default(),
                    },
                    sum: Sum {
                        deals: row.try_get(4)?,
                        won: row.try_get(5)?,
                        levels: row.try_get(6)?,
                        digs: row.try_get(7)?,
                        fries: row.try_get(8)?,
                    },
                })
            })
            .collect()
    }

    /// Whether somebody may look at a finished deal: it was played in that
    /// server, or by that person.
    ///
    /// # Errors
    /// What the database reports.
    pub async fn deal_is_open_to(
        &self,
        table: TableId,
        deal: u32,
        guild: Option<u64>,
        player: PlayerId,
    ) -> Result<bool, AppError> {
        let open = sqlx::query_scalar(
            "SELECT EXISTS (SELECT 1 FROM deals WHERE table_id = ?1 AND deal = ?2 AND guild = ?3)
                 OR EXISTS (SELECT 1 FROM deal_players
                            WHERE table_id = ?1 AND deal = ?2 AND player = ?4)",
        )
        .bind(table.0)
        .bind(deal)
        .bind(guild.map(signed))
        .bind(player.0)
        .fetch_one(self.reads())
        .await?;
        Ok(open)
    }

    /// Throws deals and standings away and counts every finished deal of the
    /// log anew; how many there are.
    ///
    /// # Errors
    /// What the database reports, and events that cannot be read; nothing is
    /// changed then.
    pub async fn rebuild_standings(&self) -> Result<u64, AppError> {
        let rows = sqlx::query(
            "SELECT table_id, at, event FROM events
             WHERE seq = 0 OR json_extract(event, '$.event') = 'settled'
             ORDER BY table_id, seq",
        )
        .fetch_all(self.reads())
        .await?;
        let mut tallies = Vec::new();
        let mut rules = Box::new(RuleSet::default());
        for row in rows {
            let table = TableId(row.try_get(0)?);
            let at = Millis(unsigned(row.try_get(1)?));
            let text: String = row.try_get(2)?;
            let event = event_from_json(&text).map_err(|error| {
                // The operator has to know where to look.
                AppError::Corrupt(format!("table {}: {error}", table.0))
            })?;
            if let Event::Opened { rules: opened, .. } = event {
                rules = opened;
            } else if let Event::Settled { result } = event {
                tallies.push(Tally::new(table, at, &rules, &result));
            }
        }
        let count = tallies.len() as u64;
        self.write(false, move |conn| Box::pin(recount(conn, tallies)))
            .await?;
        Ok(count)
    }

    /// Every line of the standings, for comparing: player, server, whether
    /// with a computer player, sum.
    ///
    /// # Errors
    /// What the database reports.
    pub async fn all_standings(&self) -> Result<Vec<(PlayerId, u64, bool, Sum)>, AppError> {
        let rows = sqlx::query(
            "SELECT player, guild, computer, deals, won, levels, digs, fries FROM standings
             ORDER BY player, guild, computer",
        )
        .fetch_all(self.reads())
        .await?;
        rows.iter()
            .map(|row| {
                let sum = Sum {
                    deals: row.try_get(3)?,
                    won: row.try_get(4)?,
                    levels: row.try_get(5)?,
                    digs: row.try_get(6)?,
                    fries: row.try_get(7)?,
                };
                let player = PlayerId(row.try_get(0)?);
                Ok((player, unsigned(row.try_get(1)?), row.try_get(2)?, sum))
            })
            .collect()
    }
}

async fn recount(conn: &mut SqliteConnection, tallies: Vec<Tally>) -> sqlx::Result<()> {
    for statement in [
        "DELETE FROM deal_players",
        "DELETE FROM deals",
        "DELETE FROM standings",
    ] {
        sqlx::query(statement).execute(&mut *conn).await?;
    }
    for tally in &tallies {
        count(conn, tally).await?;
    }
    Ok(())
}

/// Counts a deal, unless it was counted before.
pub(super) async fn count(conn: &mut SqliteConnection, tally: &Tally) -> sqlx::Result<()> {
    let guild: Option<i64> = sqlx::query_scalar(
        "INSERT INTO deals (table_id, deal, guild, at, computer)
         SELECT id, ?, guild, ?, ? FROM tables WHERE id = ?
         ON CONFLICT DO NOTHING RETURNING guild",
    )
    .bind(tally.deal)
    .bind(signed(tally.at.0))
    .bind(tally.computer)
    .bind(tally.table.0)
    .fetch_optional(&mut *conn)
    .await?;
    let Some(guild) = guild else {
        return Ok(());
    };
    for (player, sum) in &tally.people {
        sqlx::query(
            "INSERT INTO deal_players (table_id, deal, player, won, levels, digs, fries)
             VALUES (?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(tally.table.0)
        .bind(tally.deal)
        .bind(player.0)
        .bind(sum.won)
        .bind(sum.levels)
        .bind(sum.digs)
        .bind(sum.fries)
        .execute(&mut *conn)
        .await?;
        sqlx::query(
            "INSERT INTO standings (player, guild, computer, deals, won, levels, digs, fries)
             VALUES (?1, ?2, ?3, 1, ?4, ?5, ?6, ?7)
             ON CONFLICT (player, guild, computer) DO UPDATE SET
             deals = deals + 1, won = won + ?4, levels = levels + ?5,
             digs = digs + ?6, fries = fries + ?7",
        )
        .bind(player.0)
        .bind(guild)
        .bind(tally.computer)
        .bind(sum.won)
        .bind(sum.levels)
        .bind(sum.digs)
        .bind(sum.fries)
        .execute(&mut *conn)
        .await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::ClockChoice;
    use crate::players::{ComputerPlayer, Greedy};
    use crate::rules::{BySeat, preset};
    use crate::tools::simulate::Driver;

    #[test]
    fn a_deal_is_won_by_one_side_and_a_seized_one_by_none() {
        let rules = preset("double-dig").expect("a preset");
        let players = BySeat::from_fn(|_| -> Box<dyn ComputerPlayer> { Box::new(Greedy) });
        let mut driver = Driver::new(rules.clone(), ClockChoice::Relaxed, players, 1);
        let mut result = loop {
            driver.step().expect("goes on");
            if let Some(Event::Settled { result }) = driver.log.last() {
                break result.clone();
            }
        };
        let won = |result: &DealResult| Seat::ALL.map(|s| sum(&rules, result, s).won);
        for (change, seize) in [(false, false), (true, false), (false, true)] {
            (result.change, result.seize) = (change, seize);
            let dealers = u32::from(!change && !seize);
            let attackers = u32::from(change);
            let expected = Seat::ALL.map(|s| {
                if s.side() == result.dealing_side {
                    dealers
                } else {
                    attackers
                }
            });
            assert_eq!(won(&result), expected);
        }
    }
}
