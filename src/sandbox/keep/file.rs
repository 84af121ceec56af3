//! The SQLite file itself: its tables, and the only statements of the stand-in.

use std::collections::HashSet;
use std::fs::OpenOptions;
use std::io;
use std::path::Path;

use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqliteLockingMode, SqliteRow, SqliteSynchronous,
};
use sqlx::{Connection, Executor, Row, SqliteConnection};

use crate::sandbox::ids::{AttachmentId, ChannelId, MessageId};
use crate::sandbox::model::Message;

const TABLES: &str = "
CREATE TABLE IF NOT EXISTS state (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS messages (
    id INTEGER PRIMARY KEY, channel INTEGER NOT NULL, body TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS messages_of_channel ON messages (channel, id);
CREATE TABLE IF NOT EXISTS files (
    id INTEGER PRIMARY KEY, message INTEGER NOT NULL REFERENCES messages ON DELETE CASCADE, bytes BLOB NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS files_of_message ON files (message);
";

/// An open file. One connection, which no other process may share.
#[derive(Debug)]
pub(super) struct File {
    conn: SqliteConnection,
}

/// What is written in one transaction.
pub(super) struct Written<'a> {
    pub(super) ids: String,
    pub(super) places: Option<&'a str>,
    pub(super) commands: Option<&'a str>,
    pub(super) messages: &'a [Message],
    pub(super) gone: &'a [MessageId],
    /// Files that are written already.
    pub(super) known: &'a HashSet<AttachmentId>,
}

impl File {
    pub(super) async fn open(path: &Path) -> io::Result<Self> {
        make_private(path)?;
        let options = SqliteConnectOptions::new()
            .filename(path)
            .locking_mode(SqliteLockingMode::Exclusive)
            .journal_mode(SqliteJournalMode::Wal)
            // A killed process loses nothing; no bytes wait for the disk's own cache.
            .synchronous(SqliteSynchronous::Normal)
            .foreign_keys(true)
            .busy_timeout(std::time::Duration::ZERO);
        let mut conn = SqliteConnection::connect_with(&options)
            .await
            .map_err(refused)?;
        conn.execute(TABLES).await.map_err(refused)?;
        Ok(Self { conn })
    }

    /// A text kept under a key.
    pub(super) async fn state(&mut self, key: &str) -> io::Result<Option<String>> {
        sqlx::query_scalar("SELECT value FROM state WHERE key = ?")
            .bind(key)
            .fetch_optional(&mut self.conn)
            .await
            .map_err(io::Error::other)
    }

    /// Keeps a text under a key.
    pub(super) async fn note(&mut self, key: &str, value: &str) -> io::Result<()> {
        put_state(&mut self.conn, key, value).await
    }

    pub(super) async fn write(&mut self, news: &Written<'_>) -> io::Result<()> {
        let mut to = self.conn.begin().await.map_err(io::Error::other)?;
        let states = [
            ("ids", Some(news.ids.as_str())),
            ("places", news.places),
            ("commands", news.commands),
        ];
        for (key, value) in states {
            if let Some(value) = value {
                put_state(&mut to, key, value).await?;
            }
        }
        for message in news.messages {
            put_message(&mut to, message, news.known).await?;
        }
        for id in news.gone {
            sqlx::query("DELETE FROM messages WHERE id = ?")
                .bind(id.0.cast_signed())
                .execute(&mut *to)
                .await
                .map_err(io::Error::other)?;
        }
        to.commit().await.map_err(io::Error::other)
    }

    /// The newest messages of some channels from before `before`, oldest first; without the bytes of their files.
    pub(super) async fn newest(
        &mut self,
        channels: &[ChannelId],
        before: Option<MessageId>,
        count: usize,
    ) -> io::Result<Vec<Message>> {
        let before = before.map_or(i64::MAX, |id| id.0.cast_signed());
        let mut found = Vec::new();
        for channel in channels {
            let rows = sqlx::query(
                "SELECT body FROM messages WHERE channel = ? AND id < ? ORDER BY id DESC LIMIT ?",
            )
            .bind(channel.0.cast_signed())
            .bind(before)
            .bind(i64::try_from(count).unwrap_or(i64::MAX))
            .fetch_all(&mut self.conn)
            .await
            .map_err(io::Error::other)?;
            for row in rows {
                found.push(message(&row)?);
            }
        }
        found.sort_by_key(|m| m.id);
        let old = found.len().saturating_sub(count);
        found.drain(..old);
        Ok(found)
    }

    pub(super) async fn message(&mut self, id: MessageId) -> io::Result<Option<Message>> {
        let row = sqlx::query("SELECT body FROM messages WHERE id = ?")
            .bind(id.0.cast_signed())
            .fetch_optional(&mut self.conn)
            .await
            .map_err(io::Error::other)?;
        row.as_ref().map(message).transpose()
    }

    pub(super) async fn bytes(&mut self, id: AttachmentId) -> io::Result<Option<Vec<u8>>> {
        sqlx::query_scalar("SELECT bytes FROM files WHERE id = ?")
            .bind(id.0.cast_signed())
            .fetch_optional(&mut self.conn)
            .await
            .map_err(io::Error::other)
    }

    pub(super) async fn message_of(&mut self, id: AttachmentId) -> io::Result<Option<MessageId>> {
        let found: Option<i64> = sqlx::query_scalar("SELECT message FROM files WHERE id = ?")
            .bind(id.0.cast_signed())
            .fetch_optional(&mut self.conn)
            .await
            .map_err(io::Error::other)?;
        Ok(found.map(|id| MessageId(id.cast_unsigned())))
    }
}

async fn put_state(to: &mut SqliteConnection, key: &str, value: &str) -> io::Result<()> {
    sqlx::query(
        "INSERT INTO state VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
    )
    .bind(key)
    .bind(value)
    .execute(to)
    .await
    .map_err(io::Error::other)?;
    Ok(())
}

async fn put_message(
    to: &mut SqliteConnection,
    message: &Message,
    known: &HashSet<AttachmentId>,
) -> io::Result<()> {
    let id = message.id.0.cast_signed();
    let body = super::text(message)?;
    sqlx::query(
        "INSERT INTO messages VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body",
    )
    .bind(id)
    .bind(message.channel.0.cast_signed())
    .bind(body)
    .execute(&mut *to)
    .await
    .map_err(io::Error::other)?;
    let files: Vec<i64> = message.files.iter().map(|f| f.id.0.cast_signed()).collect();
    let listed = super::text(&files)?;
    sqlx::query(
        "DELETE FROM files WHERE message = ? AND id NOT IN (SELECT value FROM json_each(?))",
    )
    .bind(id)
    .bind(listed)
    .execute(&mut *to)
    .await
    .map_err(io::Error::other)?;
    for file in &message.files {
        // Without bytes it is one that was laid down before.
        if known.contains(&file.id) || file.bytes.is_empty() {
            continue;
        }
        sqlx::query("INSERT OR IGNORE INTO files VALUES (?, ?, ?)")
            .bind(file.id.0.cast_signed())
            .bind(id)
            .bind(file.bytes.to_vec())
            .execute(&mut *to)
            .await
            .map_err(io::Error::other)?;
    }
    Ok(())
}

fn message(row: &SqliteRow) -> io::Result<Message> {
    let body: String = row.try_get("body").map_err(io::Error::other)?;
    super::read("a message", &body)
}

/// SQLite gives its other files the mode of the first.
fn make_private(path: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options.open(path).map(drop)
}

/// Another process's lock apart from all else.
fn refused(error: sqlx::Error) -> io::Error {
    let busy = error
        .as_database_error()
        .and_then(|e| e.code())
        .is_some_and(|code| code == "5");
    if busy {
        io::Error::new(io::ErrorKind::ResourceBusy, error)
    } else {
        io::Error::other(error)
    }
}
