//! The keys by which people come in from other machines: one a person, as long-lived as the person.

use std::fmt::Write as _;
use std::io;

use rand::TryRng;
use rand::rngs::SysRng;
use sha2::{Digest, Sha256};

use crate::sandbox::Sandbox;
use crate::sandbox::ids::UserId;

/// Random bytes of a key.
const BYTES: usize = 16;

impl Sandbox {
    /// Gives a key to everybody who has none.
    pub(super) async fn make_keys(&self) -> io::Result<()> {
        for person in self.people() {
            let key = new_key()?;
            if let Some(user) = self.shared.world().users.get_mut(&person.id) {
                user.key.get_or_insert(key);
            }
        }
        self.shared.keep().await;
        Ok(())
    }

    /// The keys that were made, by person.
    #[must_use]
    pub fn keys(&self) -> Vec<(UserId, String)> {
        let world = self.shared.world();
        let of = |user: &crate::sandbox::model::User| Some((user.id, user.key.clone()?));
        world.users.values().filter_map(of).collect()
    }

    /// Whose key that is.
    pub(super) fn person_with_key(&self, key: &str) -> Option<UserId> {
        // Digests are compared, so that how long it takes says nothing about the key.
        let given = Sha256::digest(key);
        let keys = self.keys();
        let own = keys.iter().find(|(_, key)| Sha256::digest(key) == given);
        own.map(|(user, _)| *user)
    }
}

fn new_key() -> io::Result<String> {
    let mut bytes = [0; BYTES];
    SysRng
        .try_fill_bytes(&mut bytes)
        .map_err(io::Error::other)?;
    let mut key = String::with_capacity(2 * BYTES);
    for byte in bytes {
        // Writing to a text cannot fail.
        let _ = write!(key, "{byte:02x}");
    }
    Ok(key)
}
