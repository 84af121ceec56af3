//! Finished deals and what each person did in them: the facts from which all
//! standings are made. They follow from the log and can be counted anew.

use sqlx::{Row as _, SqliteConnection};

use super::events::event_from_json;
use super::{Store, signed, unsigned};
use crate::clock::Millis;
use crate::error::AppError;
use crate::game::{DealResult, Event, PlayerId, SpeechKind, TableId};
use crate::rules::{RuleSet, Seat};

/// Counts how the facts are made; another number, and they are made anew.
const FACTS: &str = "2";
/// Under which that number is kept.
const FACTS_KEY: &str = "facts";

/// What a person was in a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// The dealer.
    Dealer,
    /// The dealer's partner.
    Partner,
    /// An attacker.
    Attacker,
}

impl Role {
    const fn number(self) -> i64 {
        match self {
            Role::Dealer => 0,
            Role::Partner => 1,
            Role::Attacker => 2,
        }
    }

    const fn from_number(number: i64) -> Role {
        match number {
            0 => Role::Dealer,
            1 => Role::Partner,
            _ => Role::Attacker,
        }
    }
}

/// What a person did in a finished deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fact {
    /// Who.
    pub player: PlayerId,
    /// On which seat.
    pub seat: Seat,
    /// As what.
    pub role: Role,
    /// Whether the person's side won: as dealers who stayed, or as attackers
    /// who took the stage.
    pub won: bool,
    /// Whether nobody won: the stage is seized next (RULES.md 9.6).
    pub drawn: bool,
    /// Levels the side rose; passing the last rung counts as one.
    pub levels: u32,
    /// 1 where the person's own cards dug the bottom as an attacker.
    pub digs: u32,
    /// Times the person fried.
    pub fries: u32,
    /// Of these, over which nobody fried again: 0 or 1.
    pub stood: u32,
    /// Throws that failed.
    pub failed_throws: u32,
}

/// What a person has done in finished deals, for comparing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    /// Deals played.
    pub deals: u32,
    /// Deals won.
    pub won: u32,
    /// Levels risen.
    pub levels: u32,
    /// Bottoms dug.
    pub digs: u32,
    /// Fries.
    pub fries: u32,
}

/// A finished deal, taken apart by person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The table.
    pub table: TableId,
    /// The number of the deal.
    pub deal: u32,
    /// When it ended.
    pub at: Millis,
    /// Whether a computer player had a seat when play began.
    pub computer: bool,
    /// The people who held the hands when play began.
    pub people: Vec<Fact>,
}

impl Tally {
    /// Takes a finished deal apart. Deals in which a computer player had a
    /// seat are counted apart. It counts for those who held the hands when play
    /// began: neither a move made for a person whose time was up nor a person
    /// who goes changes that, or losing players could spoil a deal by waiting
    /// or going.
    pub(crate) fn new(table: TableId, at: Millis, rules: &RuleSet, result: &DealResult) -> Tally {
        let of = |seat| {
            let player = result.counts_for(seat)?;
            Some(fact(rules, result, seat, player))
        };
        Tally {
            table,
            deal: result.deal.0,
            at,
            computer: result.with_computer(),
            people: Seat::ALL.into_iter().filter_map(of).collect(),
        }
    }
}

fn fact(rules: &RuleSet, result: &DealResult, seat: Seat, player: PlayerId) -> Fact {
    let side = seat.side();
    let dealing = side == result.dealing_side;
    let rungs = rules.scoring.ladder.rungs();
    let rung = |level| rungs.iter().position(|&r| r == level).unwrap_or(0);
    let before = rung(result.before[side].level);
    let risen = rung(result.after[side].level).saturating_sub(before);
    let passed = usize::from(result.winner == Some(side));
    let fried = |s: &&crate::game::Speech| s.kind == SpeechKind::Fried;
    let mut fries = result.spoken.iter().filter(fried);
    let own = fries.clone().filter(|s| s.seat == seat).count();
    let stood = fries.next_back().is_some_and(|s| s.seat == seat);
    Fact {
        player,
        seat,
        role: match (dealing, seat == result.dealer) {
            (_, true) => Role::Dealer,
            (true, false) => Role::Partner,
            (false, false) => Role::Attacker,
        },
        won: !result.seize && dealing != result.change,
        drawn: result.seize,
        levels: u32::try_from(risen + passed).unwrap_or(0),
        digs: u32::from(!dealing && result.last_trick.0 == seat),
        fries: u32::try_from(own).unwrap_or(0),
        stood: u32::from(stood),
        failed_throws: u32::from(result.failed_throws[seat]),
    }
}

impl Store {
    /// Counts the log anew where the facts were made by another version of
    /// the program, or never.
    ///
    /// # Errors
    /// As [`Store::rebuild_standings`].
    pub(super) async fn renew_facts(&self) -> Result<(), AppError> {
        if self.value(FACTS_KEY).await?.as_deref() != Some(FACTS) {
            let deals = self.rebuild_standings().await?;
            tracing::info!(deals, "finished deals counted anew");
        }
        Ok(())
    }

    /// Throws the facts away and counts every finished deal of the log anew;
    /// how many there are.
    ///
    /// # Errors
    /// What the database reports, and events that cannot be read; nothing is
    /// changed then.
    pub async fn rebuild_standings(&self) -> Result<u64, AppError> {
        let rows = sqlx::query(
            "SELECT table_id, at, event FROM events
             WHERE (seq = 0 OR json_extract(event, '$.event') = 'settled')
             AND table_id NOT IN (SELECT id FROM tables WHERE voided)
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

    /// What everybody has done, summed up from the facts, for comparing:
    /// player, server, whether with a computer player, sum.
    ///
    /// # Errors
    /// What the database reports.
    pub async fn all_standings(&self) -> Result<Vec<(PlayerId, u64, bool, Sum)>, AppError> {
        let rows = sqlx::query(
            "SELECT p.player, d.guild, d.computer, COUNT(*), SUM(p.won), SUM(p.levels),
                    SUM(p.digs), SUM(p.fries)
             FROM deal_players p JOIN deals d USING (table_id, deal)
             GROUP BY 1, 2, 3 ORDER BY 1, 2, 3",
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

    /// Finished deals of one server or of all that ended in `[from, until)`,
    /// in the order in which they count: by time, table and number.
    ///
    /// # Errors
    /// What the database reports.
    pub async fn tallies(
        &self,
        guild: Option<u64>,
        (from, until): (Millis, Millis),
    ) -> Result<Vec<Tally>, AppError> {
        let rows = sqlx::query(
            "SELECT d.table_id, d.deal, d.at, d.computer, p.player, p.seat, p.role, p.won,
                    p.drawn, p.levels, p.digs, p.fries, p.stood, p.failed_throws
             FROM deals d JOIN deal_players p USING (table_id, deal)
             WHERE (?1 OR d.guild = ?2) AND d.at >= ?3 AND d.at < ?4
             ORDER BY d.at, d.table_id, d.deal, p.seat",
        )
        .bind(guild.is_none())
        .bind(guild.map(signed))
        .bind(signed(from.0))
        .bind(signed(until.0))
        .fetch_all(self.reads())
        .await?;
        let mut tallies: Vec<Tally> = Vec::new();
        for row in &rows {
            let (table, deal) = (TableId(row.try_get(0)?), row.try_get(1)?);
            let same = |t: &&mut Tally| t.table == table && t.deal == deal;
            let fact = read(row)?;
            match tallies.last_mut().filter(same) {
                Some(tally) => tally.people.push(fact),
                None => tallies.push(Tally {
                    table,
                    deal,
                    at: Millis(unsigned(row.try_get(2)?)),
                    computer: row.try_get(3)?,
                    people: vec![fact],
                }),
            }
        }
        Ok(tallies)
    }

    /// When the first deal of a server ended, or of all.
    ///
    /// # Errors
    /// What the database reports.
    pub async fn first_deal_at(&self, guild: Option<u64>) -> Result<Option<Millis>, AppError> {
        let at: Option<i64> =
            sqlx::query_scalar("SELECT MIN(at) FROM deals WHERE (?1 OR guild = ?2)")
                .bind(guild.is_none())
                .bind(guild.map(signed))
                .fetch_one(self.reads())
                .await?;
        Ok(at.map(|at| Millis(unsigned(at))))
    }

    /// Those who let themselves be seen in the standings of all servers.
    ///
    /// # Errors
    /// What the database reports.
    pub async fn worldwide(&self) -> Result<Vec<PlayerId>, AppError> {
        let players: Vec<i64> = sqlx::query_scalar("SELECT player FROM worldwide ORDER BY player")
            .fetch_all(self.reads())
            .await?;
        Ok(players.into_iter().map(PlayerId).collect())
    }

    /// Lets a person be seen there, or not any more.
    ///
    /// # Errors
    /// What the database reports.
    pub async fn set_worldwide(&self, player: PlayerId, seen: bool) -> Result<(), AppError> {
        self.write(false, move |conn| {
            Box::pin(async move {
                let statement = if seen {
                    "INSERT INTO worldwide (player) VALUES (?) ON CONFLICT DO NOTHING"
                } else {
                    "DELETE FROM worldwide WHERE player = ?"
                };
                sqlx::query(statement).bind(player.0).execute(conn).await?;
                Ok(())
            })
        })
        .await
    }
}

fn read(row: &sqlx::sqlite::SqliteRow) -> Result<Fact, AppError> {
    let seat: i64 = row.try_get(5)?;
    let seat = usize::try_from(seat).ok().and_then(Seat::new);
    Ok(Fact {
        player: PlayerId(row.try_get(4)?),
        seat: seat.ok_or_else(|| AppError::Corrupt("a seat of a finished deal".to_owned()))?,
        role: Role::from_number(row.try_get(6)?),
        won: row.try_get(7)?,
        drawn: row.try_get(8)?,
        levels: row.try_get(9)?,
        digs: row.try_get(10)?,
        fries: row.try_get(11)?,
        stood: row.try_get(12)?,
        failed_throws: row.try_get(13)?,
    })
}

async fn recount(conn: &mut SqliteConnection, tallies: Vec<Tally>) -> sqlx::Result<()> {
    for statement in ["DELETE FROM deal_players", "DELETE FROM deals"] {
        sqlx::query(statement).execute(&mut *conn).await?;
    }
    for tally in &tallies {
        count(conn, tally).await?;
    }
    sqlx::query(
        "INSERT INTO single_values (key, value) VALUES (?, ?)
         ON CONFLICT (key) DO UPDATE SET value = excluded.value",
    )
    .bind(FACTS_KEY)
    .bind(FACTS)
    .execute(conn)
    .await?;
    Ok(())
}

/// Takes the deals of a table out.
pub(super) async fn strike(conn: &mut SqliteConnection, table: TableId) -> sqlx::Result<()> {
    // What each person did in them goes with them.
    sqlx::query("DELETE FROM deals WHERE table_id = ?")
        .bind(table.0)
        .execute(conn)
        .await?;
    Ok(())
}

/// Counts a deal, unless it was counted before.
pub(super) async fn count(conn: &mut SqliteConnection, tally: &Tally) -> sqlx::Result<()> {
    let new: Option<i64> = sqlx::query_scalar(
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
    if new.is_none() {
        return Ok(());
    }
    for fact in &tally.people {
        sqlx::query(
            "INSERT INTO deal_players (table_id, deal, player, won, levels, digs, fries,
                                       seat, role, drawn, stood, failed_throws)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(tally.table.0)
        .bind(tally.deal)
        .bind(fact.player.0)
        .bind(fact.won)
        .bind(fact.levels)
        .bind(fact.digs)
        .bind(fact.fries)
        .bind(i64::from(u8::from(fact.seat)))
        .bind(fact.role.number())
        .bind(fact.drawn)
        .bind(fact.stood)
        .bind(fact.failed_throws)
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

    fn settled(rules: &RuleSet) -> Box<DealResult> {
        let players = BySeat::from_fn(|_| -> Box<dyn ComputerPlayer> { Box::new(Greedy) });
        let mut driver = Driver::new(rules.clone(), ClockChoice::Relaxed, players, 1);
        loop {
            driver.step().expect("goes on");
            if let Some(Event::Settled { result }) = driver.log.last() {
                return result.clone();
            }
        }
    }

    fn of(rules: &RuleSet, result: &DealResult) -> [Fact; 4] {
        Seat::ALL.map(|s| fact(rules, result, s, PlayerId(1)))
    }

    #[test]
    fn a_deal_is_won_by_one_side_and_a_seized_one_by_none() {
        let rules = preset("double-dig").expect("a preset");
        let mut result = settled(&rules);
        for (change, seize) in [(false, false), (true, false), (false, true)] {
            (result.change, result.seize) = (change, seize);
            for fact in of(&rules, &result) {
                let dealing = fact.seat.side() == result.dealing_side;
                assert_eq!(fact.won, !seize && dealing != change);
                assert_eq!(fact.drawn, seize);
                let role = match (dealing, fact.seat == result.dealer) {
                    (true, true) => Role::Dealer,
                    (true, false) => Role::Partner,
                    (false, _) => Role::Attacker,
                };
                assert_eq!(fact.role, role);
            }
        }
    }

    #[test]
    fn only_the_last_fry_stands() {
        let rules = preset("tournament").expect("a preset");
        let mut result = settled(&rules);
        let fry = |seat: usize| crate::game::Speech {
            seat: Seat::ALL[seat],
            kind: SpeechKind::Fried,
            shown: None,
        };
        result.spoken = vec![fry(1), fry(2), fry(1), fry(3)];
        let facts = of(&rules, &result);
        assert_eq!(facts.map(|f| f.fries), [0, 2, 1, 1]);
        assert_eq!(facts.map(|f| f.stood), [0, 0, 0, 1]);
        result.spoken.clear();
        assert_eq!(of(&rules, &result).map(|f| f.stood), [0; 4]);
    }
}
