//! What a table has on Discord: one row a message, kept in the store.

use std::collections::{BTreeMap, HashSet};

use crate::clock::Millis;
use crate::discord::build::Print;
use crate::game::TableId;
use crate::store::{Store, Surface};

/// The messages of one kind at one table. A row is stored after Discord has
/// accepted the message: if the program ends in between, the same post with
/// the same nonce is harmless.
pub(super) struct Rows {
    store: Store,
    table: TableId,
    rows: BTreeMap<String, Surface>,
    /// How often they were doubted.
    repairs: u32,
}

impl Rows {
    /// All rows of a table.
    pub(super) async fn load(store: &Store, table: TableId) -> Rows {
        let rows = match store.surface(table).await {
            Ok(rows) => rows.into_iter().map(|r| (r.key.clone(), r)).collect(),
            Err(error) => {
                tracing::error!(%error, table = table.0, "cannot read what a table shows");
                BTreeMap::new()
            }
        };
        Rows {
            store: store.clone(),
            table,
            rows,
            repairs: 0,
        }
    }

    /// Takes out the rows whose key begins so.
    pub(super) fn split(&mut self, prefix: &str) -> Rows {
        let keys = self.rows.keys().filter(|k| k.starts_with(prefix));
        let keys: Vec<String> = keys.cloned().collect();
        let taken = keys
            .into_iter()
            .filter_map(|key| self.rows.remove_entry(&key))
            .collect();
        Rows {
            store: self.store.clone(),
            table: self.table,
            rows: taken,
            repairs: self.repairs,
        }
    }

    /// The table's number.
    pub(super) const fn table(&self) -> TableId {
        self.table
    }

    /// The row of a key.
    pub(super) fn get(&self, key: &str) -> Option<&Surface> {
        self.rows.get(key)
    }

    /// All keys with their rows.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&String, &Surface)> {
        self.rows.iter()
    }

    /// The keys of the messages that never change again.
    pub(super) fn closed_keys(&self) -> HashSet<String> {
        let closed = self.rows.iter().filter(|(_, row)| row.closed);
        closed.map(|(key, _)| key.clone()).collect()
    }

    /// The ids of all messages.
    pub(super) fn messages(&self) -> HashSet<u64> {
        self.rows.values().map(|row| row.message).collect()
    }

    /// A message was posted.
    pub(super) async fn posted(
        &mut self,
        key: &str,
        channel: u64,
        message: u64,
        print: Print,
        at: Millis,
    ) {
        let row = Surface {
            key: key.to_owned(),
            channel,
            message,
            hash: print.0,
            posted_at: at,
            closed: false,
        };
        self.put(row).await;
    }

    /// A message was edited.
    pub(super) async fn edited(&mut self, key: &str, print: Print) {
        if let Some(row) = self.rows.get(key).cloned()
            && row.hash != print.0
        {
            let hash = print.0;
            self.put(Surface { hash, ..row }).await;
        }
    }

    /// A message never changes again.
    pub(super) async fn closed(&mut self, key: &str) {
        if let Some(row) = self.rows.get(key).cloned()
            && !row.closed
        {
            self.put(Surface {
                closed: true,
                ..row
            })
            .await;
        }
    }

    /// When a manager wants all shown anew: of no message is known what it
    /// shows, or that it is there.
    pub(super) fn doubt(&mut self, repairs: u32) {
        if self.repairs == repairs {
            return;
        }
        self.repairs = repairs;
        for row in self.rows.values_mut().filter(|row| !row.closed) {
            row.hash = Print::UNKNOWN.0;
        }
    }

    /// A message is gone.
    pub(super) async fn forget(&mut self, key: &str) {
        self.rows.remove(key);
        if let Err(error) = self.store.forget_surface(self.table, key).await {
            tracing::error!(%error, table = self.table.0, key, "cannot forget a message");
        }
    }

    async fn put(&mut self, row: Surface) {
        if let Err(error) = self.store.set_surface(self.table, &row).await {
            tracing::error!(%error, table = self.table.0, key = row.key, "cannot store a message");
        }
        self.rows.insert(row.key.clone(), row);
    }
}
