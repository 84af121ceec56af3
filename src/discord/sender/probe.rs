//! Calls that only `/server check` makes, to see whether they work.

use serenity::builder::Builder as _;
use serenity::model::channel::Message;
use serenity::model::id::ChannelId;

use super::{Sender, Toll};
use crate::clock::Busy;
use crate::discord::budget::Priority;
use crate::discord::build::{self, Private};
use crate::discord::failure::SendError;

/// What Discord says a message holds.
pub struct Held {
    /// How many files.
    pub files: usize,
    /// Whom it calls.
    pub called: Vec<u64>,
}

impl Held {
    fn by(message: &Message) -> Held {
        Held {
            files: message.attachments.len(),
            called: message.mentions.iter().map(|user| user.id.get()).collect(),
        }
    }
}

impl Sender {
    /// Reads one of the newest messages of a channel back, as after doubt; `None`
    /// where it is not among them.
    ///
    /// # Errors
    /// As [`Sender::edit`].
    pub async fn read_back(
        &self,
        busy: &Busy,
        channel: u64,
        message: u64,
    ) -> Result<Option<Held>, SendError> {
        let http = &self.0.http;
        let newest = self
            .tried(busy, Some(Toll::only(Priority::Rest)), || {
                http.get_messages(ChannelId::new(channel), None, Some(50))
            })
            .await?;
        let there = newest.iter().find(|m| m.id.get() == message);
        Ok(there.map(Held::by))
    }

    /// Edits a private answer; the message as it is then.
    pub(super) async fn edited_answer(
        &self,
        busy: &Busy,
        token: &str,
        body: &Private,
        same_picture: bool,
    ) -> Result<Message, SendError> {
        let http = &self.0.http;
        super::draw_new(body.body(), same_picture, busy).await;
        let made = build::edit_answer(body, same_picture);
        self.tried(busy, None, || made.clone().execute(http, token))
            .await
    }

    /// Edits a private answer, and tells what it holds then.
    ///
    /// # Errors
    /// As [`Sender::edit`].
    pub async fn edit_probe(
        &self,
        busy: &Busy,
        token: &str,
        body: &Private,
        same_picture: bool,
    ) -> Result<Held, SendError> {
        let edited = self.edited_answer(busy, token, body, same_picture).await?;
        Ok(Held::by(&edited))
    }

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
