//! Messages and their files.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::clock::Millis;
use crate::sandbox::ids::{AttachmentId, ChannelId, InteractionId, MessageId, UserId};
use crate::sandbox::wire::{Component, Embed};

/// A file as it came with a request.
#[derive(Clone, Debug)]
pub(crate) struct File {
    /// The n of the form field `files[n]`.
    pub(crate) number: Option<u64>,
    pub(crate) field: String,
    pub(crate) name: String,
    pub(crate) content_type: Option<String>,
    pub(crate) bytes: Arc<[u8]>,
}

/// A file of a message.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct StoredFile {
    pub(crate) id: AttachmentId,
    pub(crate) name: String,
    pub(crate) description: Option<String>,
    pub(crate) content_type: Option<String>,
    /// Empty where the file is kept on the disk only.
    #[serde(skip)]
    pub(crate) bytes: Arc<[u8]>,
    /// How many bytes it has.
    pub(crate) length: usize,
    /// Width and height of a picture.
    pub(crate) size: Option<(u32, u32)>,
    /// Shown inside an embed, so missing from the list of attachments.
    pub(crate) embedded: bool,
}

/// A message.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Message {
    pub(crate) id: MessageId,
    pub(crate) channel: ChannelId,
    pub(crate) author: UserId,
    pub(crate) content: String,
    pub(crate) embeds: Vec<Embed>,
    pub(crate) components: Vec<Component>,
    pub(crate) files: Vec<StoredFile>,
    pub(crate) flags: u64,
    pub(crate) mentions: Vec<UserId>,
    pub(crate) created: Millis,
    pub(crate) edited: Option<Millis>,
    pub(crate) edits: u32,
    pub(crate) ephemeral_to: Option<UserId>,
    /// An ephemeral message whose reader's client has forgotten it.
    pub(crate) dismissed: bool,
    pub(crate) deleted: bool,
    pub(crate) nonce: Option<serde_json::Value>,
    /// The slash command named in its header.
    pub(crate) command: Option<String>,
    /// Whose action it answers.
    pub(crate) by: Option<UserId>,
    /// The interaction that made it.
    pub(crate) interaction: Option<InteractionId>,
    pub(crate) reply_to: Option<MessageId>,
}

impl Message {
    /// The flag of an ephemeral message.
    pub(crate) const EPHEMERAL: u64 = 1 << 6;
    /// The flag of a deferred answer not yet filled.
    pub(crate) const LOADING: u64 = 1 << 7;
    /// The flag of a message that makes no sound.
    pub(crate) const SILENT: u64 = 1 << 12;
    /// The flag of hidden embeds.
    pub(crate) const SUPPRESS_EMBEDS: u64 = 1 << 2;

    /// All parts that are no rows.
    pub(crate) fn parts(&self) -> impl Iterator<Item = &Component> {
        self.components
            .iter()
            .flat_map(|row| row.components.iter().flatten())
    }
}
