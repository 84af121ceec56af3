//! The ports of the page's doors, kept so that a tab that is open finds the page again after a restart.

use std::io;

use super::Door;
use crate::sandbox::Sandbox;

/// Under what a door's port is kept.
const fn key(door: Door) -> &'static str {
    match door {
        Door::Open => "port",
        Door::Keyed => "port for links",
    }
}

impl Sandbox {
    /// The port a door had the last time, where that is known.
    pub async fn last_port(&self, door: Door) -> Option<u16> {
        let keeper = self.shared.keeper.as_ref()?;
        let noted = keeper.noted(key(door)).await;
        let noted = noted.inspect_err(|error| tracing::warn!(%error, "no port is remembered"));
        noted.ok().flatten()?.parse().ok()
    }

    /// Keeps a door's port, where anything is kept.
    ///
    /// # Errors
    /// What writing the file reports.
    pub async fn keep_port(&self, door: Door, port: u16) -> io::Result<()> {
        match &self.shared.keeper {
            Some(keeper) => keeper.note(key(door), &port.to_string()).await,
            None => Ok(()),
        }
    }
}
