//! Databases as the first version of the schema left them.

use std::path::{Path, PathBuf};

use sqlx::migrate::Migrator;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode};
use sqlx::{ConnectOptions, Connection, SqliteConnection};

/// Every migration there is.
pub static MIGRATIONS: Migrator = sqlx::migrate!("./migrations");

/// The files of a database.
pub fn files(database: &Path) -> Vec<PathBuf> {
    ["", "-wal", "-shm"]
        .iter()
        .map(|end| {
            let mut name = database.as_os_str().to_owned();
            name.push(end);
            PathBuf::from(name)
        })
        .collect()
}

/// A connection as the program makes them.
pub async fn connect(database: &Path) -> SqliteConnection {
    SqliteConnectOptions::new()
        .filename(database)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .connect()
        .await
        .expect("a database")
}

/// Makes an empty database as the first version did.
pub async fn create(database: &Path) -> SqliteConnection {
    let mut conn = connect(database).await;
    let first = MIGRATIONS.iter().find(|m| m.version == 1).cloned();
    let first = Migrator::with_migrations(vec![first.expect("the first migration")]);
    first.run(&mut conn).await.expect("a first version");
    conn
}

/// Replaces a database by one of the first version with all that such a one
/// can hold of it. Nobody may be using it.
pub async fn turn_back(database: &Path) {
    let old = database.with_extension("old");
    let mut conn = create(&old).await;
    let now = database.to_str().expect("a path of letters");
    run(&mut conn, &format!("ATTACH '{now}' AS now")).await;
    run(&mut conn, "PRAGMA foreign_keys = OFF").await;
    let there = now_tables(&mut conn).await;
    for table in tables(&mut conn).await {
        // A later version may have dropped one.
        if !there.contains(&table) {
            continue;
        }
        let columns = columns(&mut conn, &table).await.join(", ");
        run(
            &mut conn,
            &format!("INSERT INTO main.{table} ({columns}) SELECT {columns} FROM now.{table}"),
        )
        .await;
    }
    run(&mut conn, "DETACH now").await;
    conn.close().await.expect("closed");
    for (new, old) in files(database).iter().zip(files(&old)) {
        // A database that was closed well has no other files.
        let _ = std::fs::remove_file(new);
        let _ = std::fs::rename(old, new);
    }
}

/// The tables of a database that hold what the program keeps.
pub async fn tables(conn: &mut SqliteConnection) -> Vec<String> {
    sqlx::query_scalar(
        "SELECT name FROM main.sqlite_master WHERE type = 'table'
         AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_sqlx%' ORDER BY name",
    )
    .fetch_all(conn)
    .await
    .expect("tables")
}

async fn columns(conn: &mut SqliteConnection, table: &str) -> Vec<String> {
    sqlx::query_scalar("SELECT name FROM pragma_table_info(?)")
        .bind(table)
        .fetch_all(conn)
        .await
        .expect("columns")
}

/// The tables of the database that is turned back.
async fn now_tables(conn: &mut SqliteConnection) -> Vec<String> {
    sqlx::query_scalar("SELECT name FROM now.sqlite_master WHERE type = 'table'")
        .fetch_all(conn)
        .await
        .expect("tables")
}

/// All rows of the tables named, as texts.
pub async fn rows(conn: &mut SqliteConnection, tables: &[String]) -> Vec<String> {
    let mut all = Vec::new();
    for table in tables {
        let columns = columns(conn, table).await;
        let quoted: Vec<String> = columns.iter().map(|c| format!("quote({c})")).collect();
        let query = format!(
            "SELECT '{table}: ' || {} FROM {table} ORDER BY 1",
            quoted.join(" || ',' || ")
        );
        let rows: Vec<String> = sqlx::query_scalar(sqlx::AssertSqlSafe(query))
            .fetch_all(&mut *conn)
            .await
            .expect("rows");
        all.extend(rows);
    }
    all
}

/// Runs one statement of the tests' own.
pub async fn run(conn: &mut SqliteConnection, statement: &str) {
    sqlx::raw_sql(sqlx::AssertSqlSafe(statement.to_owned()))
        .execute(conn)
        .await
        .unwrap_or_else(|e| panic!("{statement}: {e}"));
}
