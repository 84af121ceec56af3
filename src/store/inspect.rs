//! The database looked at and copied from beside the running bot: read only.

use std::path::Path;

use sqlx::{ConnectOptions as _, Connection as _, SqliteConnection};

use super::lock;
use crate::error::AppError;

/// What is found in a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inspected {
    /// Tables that are not closed.
    pub tables: i64,
    /// The number of its newest migration.
    pub schema: i64,
    /// Whether a process works on it.
    pub in_use: bool,
}

/// Looks whether a database is sound.
///
/// # Errors
/// It cannot be read, is no database of this program, or is damaged.
pub async fn inspect(path: &Path) -> Result<Inspected, AppError> {
    let refuse = |e: sqlx::Error| AppError::database(path, e);
    let mut conn = open(path).await?;
    check(&mut conn, path).await?;
    let schema: i64 =
        sqlx::query_scalar("SELECT COALESCE(MAX(version), 0) FROM _sqlx_migrations WHERE success")
            .fetch_one(&mut conn)
            .await
            .map_err(refuse)?;
    let tables: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM tables WHERE state < 2")
        .fetch_one(&mut conn)
        .await
        .map_err(refuse)?;
    conn.close().await.map_err(refuse)?;
    Ok(Inspected {
        tables,
        schema,
        in_use: lock::is_held(path),
    })
}

/// Writes a whole, consistent copy of a database into an empty file. The bot
/// may go on writing meanwhile.
///
/// # Errors
/// The database cannot be read, or the copy cannot be written or is not sound.
pub async fn copy_database(path: &Path, to: &Path) -> Result<(), AppError> {
    let refuse = |e: sqlx::Error| AppError::database(path, e);
    let mut conn = open(path).await?;
    let name = to.to_str().ok_or_else(|| {
        AppError::Usage("the name of the backup must be written in UTF-8".to_owned())
    })?;
    sqlx::query("VACUUM INTO ?")
        .bind(name)
        .execute(&mut conn)
        .await
        .map_err(refuse)?;
    conn.close().await.map_err(refuse)?;
    let mut copy = open(to).await?;
    check(&mut copy, to).await?;
    copy.close().await.map_err(|e| AppError::database(to, e))
}

async fn open(path: &Path) -> Result<SqliteConnection, AppError> {
    sqlx::sqlite::SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(false)
        .read_only(true)
        .busy_timeout(super::BUSY)
        .disable_statement_logging()
        .connect()
        .await
        .map_err(|e| AppError::database(path, e))
}

async fn check(conn: &mut SqliteConnection, path: &Path) -> Result<(), AppError> {
    let said: String = sqlx::query_scalar("PRAGMA quick_check(1)")
        .fetch_one(conn)
        .await
        .map_err(|e| AppError::database(path, e))?;
    if said == "ok" {
        return Ok(());
    }
    Err(AppError::database(path, "it is damaged"))
}
