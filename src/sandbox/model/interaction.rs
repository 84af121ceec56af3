//! Interactions: what a person did, and how far its answer has come.

use std::time::Instant;

use tokio::sync::oneshot;

use crate::clock::Millis;
use crate::sandbox::ids::{ChannelId, InteractionId, MessageId, UserId};

/// What kind of interaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InteractionKind {
    Command,
    Component,
    Autocomplete,
    Modal,
}

impl InteractionKind {
    /// Discord's number.
    pub(crate) fn number(self) -> u8 {
        match self {
            Self::Command => 2,
            Self::Component => 3,
            Self::Autocomplete => 4,
            Self::Modal => 5,
        }
    }
}

/// The first answer.
#[derive(Clone, Debug)]
pub(crate) struct Answered {
    /// Discord's number of the callback type.
    pub(crate) kind: u8,
    pub(crate) at: Millis,
    pub(crate) real: Instant,
    /// The data sent, for suggestions and forms.
    pub(crate) data: serde_json::Value,
}

/// The interaction that a call answers for the first time, by the call's path.
pub(crate) fn answered_by(path: &str) -> Option<InteractionId> {
    let (id, rest) = path.strip_prefix("/interactions/")?.split_once('/')?;
    rest.ends_with("/callback")
        .then(|| id.parse().ok())
        .flatten()
}

/// One slash command, click, form or request for suggestions.
#[derive(Debug)]
pub(crate) struct Interaction {
    pub(crate) id: InteractionId,
    pub(crate) token: String,
    pub(crate) kind: InteractionKind,
    pub(crate) user: UserId,
    pub(crate) channel: ChannelId,
    /// The message clicked on.
    pub(crate) source: Option<MessageId>,
    /// The command's name with its subcommand, for the header of its answer.
    pub(crate) command: Option<String>,
    pub(crate) created: Millis,
    pub(crate) sent: Instant,
    pub(crate) answered: Option<Answered>,
    /// The bot has called to answer it, and that call is over, whatever came of it.
    pub(crate) tried: bool,
    /// No answer came in time.
    pub(crate) failed: bool,
    /// What `@original` means.
    pub(crate) original: Option<MessageId>,
    /// Everything made through this token, the original included.
    pub(crate) made: Vec<MessageId>,
    pub(crate) waiter: Option<oneshot::Sender<()>>,
}
