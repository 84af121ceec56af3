//! House rules of servers, and what managers are changing in them.

use sqlx::sqlite::SqliteRow;
use sqlx::{Row as _, SqliteConnection};

use super::{Store, from_json, signed, to_json};
use crate::error::AppError;
use crate::game::PlayerId;
use crate::rules::Variation;

/// A server keeps at most so many house rules, and each manager at most so
/// many that are not saved yet.
pub const MOST_HOUSES: i64 = 25;

/// A server's house rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct House {
    /// Its number, for good.
    pub id: i64,
    /// What its server calls it.
    pub name: String,
    /// What it is.
    pub variation: Variation,
    /// How often it was saved.
    revision: i64,
}

/// A house rule that somebody is working on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HouseDraft {
    /// Its number.
    pub id: i64,
    /// What the house rule is or will be called.
    pub name: String,
    /// The number of the house rule that is changed; a new one has none yet.
    pub house: Option<i64>,
    /// What it is so far.
    pub variation: Variation,
}

/// Why a house rule was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HouseRefused {
    /// The draft is gone.
    NoDraft,
    /// The server has a house rule of that name.
    NameTaken,
    /// There are as many as there may be.
    TooMany,
    /// Somebody else has saved or deleted it meanwhile.
    Changed,
    /// Such a value does not exist.
    NoSuchValue,
}

/// Names are one when they differ only in the size of letters.
fn folded(name: &str) -> String {
    name.to_lowercase()
}

impl Store {
    /// The house rules of a server, by name.
    ///
    /// # Errors
    /// What the database reports.
    pub async fn houses(&self, guild: u64) -> Result<Vec<House>, AppError> {
        let rows = sqlx::query(
            "SELECT id, name, base, changes, revision FROM house_rules
             WHERE guild = ? ORDER BY folded",
        )
        .bind(signed(guild))
        .fetch_all(self.reads())
        .await?;
        rows.iter().map(house).collect()
    }

    /// The house rule with that number, if it is the server's own.
    ///
    /// # Errors
    /// What the database reports.
    pub async fn house(&self, guild: u64, id: i64) -> Result<Option<House>, AppError> {
        let all = self.houses(guild).await?;
        Ok(all.into_iter().find(|house| house.id == id))
    }

    /// The server's house rule of that name.
    ///
    /// # Errors
    /// What the database reports.
    pub async fn house_named(&self, guild: u64, name: &str) -> Result<Option<House>, AppError> {
        let wanted = folded(name);
        let all = self.houses(guild).await?;
        Ok(all.into_iter().find(|house| folded(&house.name) == wanted))
    }

    /// Gives a house rule another name, and the drafts of it as well. Tables that
    /// play it keep the name they began with.
    ///
    /// # Errors
    /// What the database reports; inside, a name that is taken, or a house rule
    /// that is gone.
    pub async fn rename_house(
        &self,
        guild: u64,
        id: i64,
        name: &str,
    ) -> Result<Result<(), HouseRefused>, AppError> {
        let (name, wanted) = (name.to_owned(), folded(name));
        self.write(false, move |conn| {
            Box::pin(async move {
                let done = sqlx::query(
                    "UPDATE OR IGNORE house_rules SET name = ?1, folded = ?2
                     WHERE guild = ?3 AND id = ?4",
                )
                .bind(&name)
                .bind(&wanted)
                .bind(signed(guild))
                .bind(id)
                .execute(&mut *conn)
                .await?;
                if done.rows_affected() == 0 {
                    let there = sqlx::query("SELECT 1 FROM house_rules WHERE guild = ? AND id = ?")
                        .bind(signed(guild))
                        .bind(id)
                        .fetch_optional(conn)
                        .await?;
                    return Ok(Err(match there {
                        Some(_) => HouseRefused::NameTaken,
                        None => HouseRefused::Changed,
                    }));
                }
                // Whoever has another draft of that name keeps both as they are.
                sqlx::query(
                    "UPDATE OR IGNORE house_drafts SET name = ?, folded = ?
                     WHERE guild = ? AND house = ?",
                )
                .bind(&name)
                .bind(&wanted)
                .bind(signed(guild))
                .bind(id)
                .execute(conn)
                .await?;
                Ok(Ok(()))
            })
        })
        .await
    }

    /// Deletes a house rule; `false` when there was none. Tables that play it
    /// keep their rules.
    ///
    /// # Errors
    /// What the database reports.
    pub async fn delete_house(&self, guild: u64, id: i64) -> Result<bool, AppError> {
        self.write(false, move |conn| {
            Box::pin(async move {
                let done = sqlx::query("DELETE FROM house_rules WHERE guild = ? AND id = ?")
                    .bind(signed(guild))
                    .bind(id)
                    .execute(conn)
                    .await?;
                Ok(done.rows_affected() > 0)
            })
        })
        .await
    }

    /// What somebody has begun in that server and not saved, by name.
    ///
    /// # Errors
    /// What the database reports.
    pub async fn house_drafts(
        &self,
        guild: u64,
        player: PlayerId,
    ) -> Result<Vec<HouseDraft>, AppError> {
        let rows = sqlx::query(
            "SELECT id, name, base, changes, house FROM house_drafts
             WHERE guild = ? AND player = ? ORDER BY folded",
        )
        .bind(signed(guild))
        .bind(player.0)
        .fetch_all(self.reads())
        .await?;
        rows.iter().map(draft).collect()
    }

    /// Somebody's own draft with that number.
    ///
    /// # Errors
    /// What the database reports.
    pub async fn house_draft(
        &self,
        guild: u64,
        player: PlayerId,
        id: i64,
    ) -> Result<Option<HouseDraft>, AppError> {
        let all = self.house_drafts(guild, player).await?;
        Ok(all.into_iter().find(|draft| draft.id == id))
    }

    /// Begins a new house rule, or goes on with the own draft of that name;
    /// `true` when it is a new draft.
    ///
    /// # Errors
    /// What the database reports; inside, a name that is taken or too many drafts.
    pub async fn begin_house(
        &self,
        guild: u64,
        player: PlayerId,
        name: &str,
        variation: Variation,
    ) -> Result<Result<(HouseDraft, bool), HouseRefused>, AppError> {
        if self.house_named(guild, name).await?.is_some() {
            return Ok(Err(HouseRefused::NameTaken));
        }
        self.begin(guild, player, name, None, variation).await
    }

    /// Begins to change a house rule, or goes on with the own draft of it;
    /// `true` when it is a new draft.
    ///
    /// # Errors
    /// What the database reports; inside, too many drafts.
    pub async fn begin_change(
        &self,
        guild: u64,
        player: PlayerId,
        house: &House,
    ) -> Result<Result<(HouseDraft, bool), HouseRefused>, AppError> {
        let of = Some((house.id, house.revision));
        self.begin(guild, player, &house.name, of, house.variation.clone())
            .await
    }

    async fn begin(
        &self,
        guild: u64,
        player: PlayerId,
        name: &str,
        of: Option<(i64, i64)>,
        variation: Variation,
    ) -> Result<Result<(HouseDraft, bool), HouseRefused>, AppError> {
        let own = self.house_drafts(guild, player).await?;
        let wanted = folded(name);
        // Its own draft first, should it have kept an earlier name.
        let house = of.map(|(house, _)| house);
        let same = own.iter().find(|d| house.is_some() && d.house == house);
        let named = || own.iter().find(|d| folded(&d.name) == wanted);
        if let Some(there) = same.or_else(named) {
            return Ok(Ok((there.clone(), false)));
        }
        if own.len() >= usize::try_from(MOST_HOUSES).unwrap_or(usize::MAX) {
            return Ok(Err(HouseRefused::TooMany));
        }
        let kept = HouseDraft {
            id: 0,
            name: name.to_owned(),
            house,
            variation,
        };
        let (name, base) = (kept.name.clone(), kept.variation.base.clone());
        let changes = to_json(&kept.variation.changes)?;
        let id: i64 = self
            .write(false, move |conn| {
                Box::pin(async move {
                    sqlx::query_scalar(
                        "INSERT INTO house_drafts
                             (guild, player, name, folded, house, revision, base, changes)
                         VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                         ON CONFLICT (guild, player, folded) DO UPDATE SET name = excluded.name
                         RETURNING id",
                    )
                    .bind(signed(guild))
                    .bind(player.0)
                    .bind(name)
                    .bind(wanted)
                    .bind(of.map(|(house, _)| house))
                    .bind(of.map(|(_, revision)| revision))
                    .bind(base)
                    .bind(changes)
                    .fetch_one(conn)
                    .await
                })
            })
            .await?;
        Ok(Ok((HouseDraft { id, ..kept }, true)))
    }

    /// Changes one parameter of an own draft; gives the draft as it is then.
    ///
    /// # Errors
    /// What the database reports; inside, a draft or a value that is not there.
    pub async fn change_house_draft(
        &self,
        guild: u64,
        player: PlayerId,
        id: i64,
        path: &str,
        value: &serde_json::Value,
    ) -> Result<Result<HouseDraft, HouseRefused>, AppError> {
        let (path, value) = (path.to_owned(), value.clone());
        self.write(false, move |conn| {
            Box::pin(async move {
                let Some((mut draft, _)) = own_draft(conn, guild, player, id).await? else {
                    return Ok(Err(HouseRefused::NoDraft));
                };
                if !draft.variation.set(&path, &value) {
                    return Ok(Err(HouseRefused::NoSuchValue));
                }
                sqlx::query("UPDATE house_drafts SET changes = ? WHERE id = ?")
                    .bind(json(&draft.variation)?)
                    .bind(id)
                    .execute(conn)
                    .await?;
                Ok(Ok(draft))
            })
        })
        .await
    }

    /// Forgets an own draft; `false` when there was none.
    ///
    /// # Errors
    /// What the database reports.
    pub async fn discard_house_draft(
        &self,
        guild: u64,
        player: PlayerId,
        id: i64,
    ) -> Result<bool, AppError> {
        self.write(false, move |conn| {
            Box::pin(async move {
                let done = sqlx::query(
                    "DELETE FROM house_drafts WHERE guild = ? AND player = ? AND id = ?",
                )
                .bind(signed(guild))
                .bind(player.0)
                .bind(id)
                .execute(conn)
                .await?;
                Ok(done.rows_affected() > 0)
            })
        })
        .await
    }

    /// Makes an own draft the house rule and forgets the draft; gives the name.
    /// Refused, it stays a draft.
    ///
    /// # Errors
    /// What the database reports; inside, why it was not taken.
    pub async fn save_house_draft(
        &self,
        guild: u64,
        player: PlayerId,
        id: i64,
    ) -> Result<Result<String, HouseRefused>, AppError> {
        self.write(false, move |conn| {
            Box::pin(async move {
                let Some((draft, revision)) = own_draft(conn, guild, player, id).await? else {
                    return Ok(Err(HouseRefused::NoDraft));
                };
                let saved = match draft.house.zip(revision) {
                    Some(of) => replace(conn, guild, of, &draft).await?,
                    None => insert(conn, guild, &draft).await?,
                };
                if let Err(refused) = saved {
                    return Ok(Err(refused));
                }
                sqlx::query("DELETE FROM house_drafts WHERE id = ?")
                    .bind(id)
                    .execute(conn)
                    .await?;
                Ok(Ok(draft.name))
            })
        })
        .await
    }
}

async fn replace(
    conn: &mut SqliteConnection,
    guild: u64,
    (house, revision): (i64, i64),
    draft: &HouseDraft,
) -> sqlx::Result<Result<(), HouseRefused>> {
    let done = sqlx::query(
        "UPDATE house_rules SET base = ?, changes = ?, revision = revision + 1
         WHERE guild = ? AND id = ? AND revision = ?",
    )
    .bind(&draft.variation.base)
    .bind(json(&draft.variation)?)
    .bind(signed(guild))
    .bind(house)
    .bind(revision)
    .execute(conn)
    .await?;
    Ok(match done.rows_affected() {
        0 => Err(HouseRefused::Changed),
        _ => Ok(()),
    })
}

async fn insert(
    conn: &mut SqliteConnection,
    guild: u64,
    draft: &HouseDraft,
) -> sqlx::Result<Result<(), HouseRefused>> {
    let count: i64 = sqlx::query_scalar("SELECT count(*) FROM house_rules WHERE guild = ?")
        .bind(signed(guild))
        .fetch_one(&mut *conn)
        .await?;
    if count >= MOST_HOUSES {
        return Ok(Err(HouseRefused::TooMany));
    }
    let done = sqlx::query(
        "INSERT INTO house_rules (guild, name, folded, base, changes) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (guild, folded) DO NOTHING",
    )
    .bind(signed(guild))
    .bind(&draft.name)
    .bind(folded(&draft.name))
    .bind(&draft.variation.base)
    .bind(json(&draft.variation)?)
    .execute(conn)
    .await?;
    Ok(match done.rows_affected() {
        0 => Err(HouseRefused::NameTaken),
        _ => Ok(()),
    })
}

/// An own draft with the revision it builds on.
async fn own_draft(
    conn: &mut SqliteConnection,
    guild: u64,
    player: PlayerId,
    id: i64,
) -> sqlx::Result<Option<(HouseDraft, Option<i64>)>> {
    let row = sqlx::query(
        "SELECT id, name, base, changes, house, revision FROM house_drafts
         WHERE guild = ? AND player = ? AND id = ?",
    )
    .bind(signed(guild))
    .bind(player.0)
    .bind(id)
    .fetch_optional(conn)
    .await?;
    let Some(row) = row else {
        return Ok(None);
    };
    let decode = |e: AppError| sqlx::Error::Decode(e.to_string().into());
    Ok(Some((draft(&row).map_err(decode)?, row.try_get(5)?)))
}

fn json(variation: &Variation) -> sqlx::Result<String> {
    serde_json::to_string(&variation.changes).map_err(|e| sqlx::Error::Encode(e.into()))
}

fn variation(row: &SqliteRow) -> Result<Variation, AppError> {
    let changes: String = row.try_get(3)?;
    Ok(Variation {
        base: row.try_get(2)?,
        changes: from_json("a house rule", &changes)?,
    })
}

fn house(row: &SqliteRow) -> Result<House, AppError> {
    Ok(House {
        id: row.try_get(0)?,
        name: row.try_get(1)?,
        variation: variation(row)?,
        revision: row.try_get(4)?,
    })
}

fn draft(row: &SqliteRow) -> Result<HouseDraft, AppError> {
    Ok(HouseDraft {
        id: row.try_get(0)?,
        name: row.try_get(1)?,
        variation: variation(row)?,
        house: row.try_get(4)?,
    })
}
