//! Changes a database behind the program's back.

use std::path::Path;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _};

/// Runs SQL on the database; how many rows it changed. The bot may be running on it.
pub async fn run(database: &Path, sql: &str) -> u64 {
    let options = SqliteConnectOptions::new().filename(database);
    let mut conn = options.connect().await.expect("the database");
    let done = sqlx::query(AssertSqlSafe(sql)).execute(&mut conn).await;
    let changed = done.expect("accepted").rows_affected();
    conn.close().await.expect("closes");
    changed
}

/// How many rows a table of the database has.
pub async fn count(database: &Path, table: &str) -> i64 {
    let options = SqliteConnectOptions::new().filename(database);
    let mut conn = options.connect().await.expect("the database");
    let sql = format!("SELECT COUNT(*) FROM {table}");
    let count = sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(&mut conn);
    let count = count.await.expect("counted");
    conn.close().await.expect("closes");
    count
}
