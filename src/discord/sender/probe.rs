//! Calls that only `/server check` makes, to see whether they work.

use serenity::model::id::ChannelId;

use super::{Sender, Toll};
use crate::clock::Busy;
use crate::discord::budget::Priority;
use crate::discord::build;
use crate::discord::failure::SendError;

impl Sender {
    /// Opens a thread in a channel, to see whether that works.
    ///
    /// # Errors
    /// As [`Sender::edit`].
    pub async fn probe_thread(&self, busy: &Busy, channel: u64) -> Result<u64, SendError> {
        let asked = build::probe_thread();
        let http = &self.0.http;
        let thread = self
            .tried(busy, Some(Toll::only(Priority::Rest)), || {
                http.create_thread(ChannelId::new(channel), &asked, None)
            })
            .await?;
        Ok(thread.id.get())
    }

    /// Deletes such a thread; for that the bot must be allowed to manage threads.
    ///
    /// # Errors
    /// As [`Sender::edit`].
    pub async fn delete_probe(&self, busy: &Busy, thread: u64) -> Result<(), SendError> {
        let http = &self.0.http;
        self.tried(busy, Some(Toll::only(Priority::Rest)), || {
            http.delete_channel(ChannelId::new(thread), None)
        })
        .await
        .map(drop)
    }

    /// Archives such a thread.
    ///
    /// # Errors
    /// As [`Sender::edit`].
    pub async fn archive_probe(&self, busy: &Busy, thread: u64) -> Result<(), SendError> {
        let asked = build::archived();
        let http = &self.0.http;
        self.tried(busy, Some(Toll::only(Priority::Rest)), || {
            http.edit_thread(ChannelId::new(thread), &asked, None)
        })
        .await
        .map(drop)
    }
}
