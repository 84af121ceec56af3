//! What the holder of a stand-in does and sees: plain values and the methods of [`Sandbox`](super::Sandbox).

mod act;
mod client;
mod see;
mod send;
mod time;
mod trouble;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use super::ids::{AttachmentId, ChannelId, InteractionId, MessageId, UserId};
use crate::clock::Millis;

pub use client::{Page, PlaceKind, SeenPerson, SeenPlace};
pub(crate) use see::seen;
pub use time::Stuck;

/// One request of the bot and its answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// Counts from 1 in order of arrival.
    pub number: u64,
    /// When it arrived, by the stand-in's clock.
    pub at: Millis,
    /// The HTTP method.
    pub method: String,
    /// The path behind `/api/v10`, with its leading slash.
    pub path: String,
    /// The query, sorted by name.
    pub query: std::collections::BTreeMap<String, String>,
    /// The JSON body; of a multipart request its `payload_json`; null without one.
    pub body: Value,
    /// The files of a multipart request.
    pub files: Vec<CallFile>,
    /// The HTTP status of the answer; 0 while there is none.
    pub status: u16,
    /// The JSON answered; null without one.
    pub answer: Value,
    /// The connection was cut instead of answering.
    pub lost: bool,
}

/// A file sent with a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallFile {
    /// The form field.
    pub field: String,
    /// The file's name.
    pub name: String,
    /// Its length in bytes.
    pub size: usize,
}

/// A person's device was called by a new message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notification {
    /// Who.
    pub user: UserId,
    /// Where.
    pub channel: ChannelId,
    /// By which message.
    pub message: MessageId,
    /// When.
    pub at: Millis,
    /// A badge without sound.
    pub silent: bool,
}

/// A message as a person sees it now.
#[derive(Clone, Debug, PartialEq)]
pub struct SeenMessage {
    /// Its id.
    pub id: MessageId,
    /// Where it is.
    pub channel: ChannelId,
    /// Who wrote it.
    pub author: UserId,
    /// Its text.
    pub content: String,
    /// Its embeds.
    pub embeds: Vec<SeenEmbed>,
    /// Its buttons, row by row.
    pub buttons: Vec<SeenButton>,
    /// Its selects, row by row.
    pub selects: Vec<SeenSelect>,
    /// Its files, those shown inside embeds included.
    pub files: Vec<SeenFile>,
    /// Only its reader sees it.
    pub ephemeral: bool,
    /// The slash command its header names, as in "Ann used /table": all who see the message see that too.
    pub command: Option<String>,
    /// Whose action it answers; only where it does.
    pub by: Option<UserId>,
    /// "The bot is thinking": a deferred answer not yet filled.
    pub loading: bool,
    /// When it was posted.
    pub created: Millis,
    /// When it was last changed.
    pub edited: Option<Millis>,
    /// How often it was changed.
    pub edits: u32,
}

/// An embed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeenEmbed {
    /// Its title.
    pub title: String,
    /// Its text.
    pub description: String,
    /// Its fields: name and value.
    pub fields: Vec<(String, String)>,
    /// Its small line.
    pub footer: String,
    /// The line above it.
    pub author: String,
    /// Its colour, 0xRRGGBB.
    pub color: Option<u32>,
}

/// A button.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenButton {
    /// Its row, from 0.
    pub row: usize,
    /// What a click sends; empty for a link.
    pub custom_id: String,
    /// Its label.
    pub label: String,
    /// Its emoji's name.
    pub emoji: String,
    /// Discord's number of its style, 1 to 5.
    pub style: u8,
    /// It cannot be clicked.
    pub disabled: bool,
    /// Where a link leads.
    pub url: Option<String>,
}

/// A select.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenSelect {
    /// Its row, from 0.
    pub row: usize,
    /// What a choice sends along.
    pub custom_id: String,
    /// Its text while nothing is chosen.
    pub placeholder: String,
    /// The fewest entries to choose.
    pub min: usize,
    /// The most entries to choose.
    pub max: usize,
    /// It cannot be used.
    pub disabled: bool,
    /// Its entries are the members of the server.
    pub people: bool,
    /// Its entries, where they are not.
    pub options: Vec<SeenOption>,
}

/// An entry of a select.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenOption {
    /// What is shown.
    pub label: String,
    /// What is sent.
    pub value: String,
    /// The small line.
    pub description: String,
    /// Already chosen.
    pub default: bool,
}

/// A file of a message.
#[derive(Clone, PartialEq, Eq)]
pub struct SeenFile {
    /// Its id.
    pub id: AttachmentId,
    /// Its name.
    pub name: String,
    /// Its alt text.
    pub alt: String,
    /// Its bytes; empty where the stand-in keeps them on the disk.
    pub bytes: Arc<[u8]>,
    /// How many bytes it has.
    pub length: usize,
    /// Width and height of a picture.
    pub size: Option<(u32, u32)>,
}

impl fmt::Debug for SeenFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} ({} bytes, {:?})",
            self.name,
            self.bytes.len(),
            self.alt
        )
    }
}

/// A form that opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenForm {
    /// The interaction it answered.
    pub interaction: InteractionId,
    /// What its sending sends along.
    pub custom_id: String,
    /// Its title.
    pub title: String,
    /// Its fields.
    pub fields: Vec<SeenFormField>,
}

/// A field of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenFormField {
    /// Its id.
    pub custom_id: String,
    /// Its label.
    pub label: String,
    /// What it is filled with.
    pub value: String,
    /// It must not be left empty.
    pub required: bool,
    /// The fewest and most characters.
    pub length: (usize, usize),
}

/// A suggestion for an option.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// What is shown.
    pub name: String,
    /// What is sent.
    pub value: Value,
}

/// How an action of a person ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The interaction.
    pub interaction: InteractionId,
    /// The first answer.
    pub answer: Answer,
    /// From sending it to the first answer, by the machine's clock.
    pub real: Duration,
    /// When the first answer arrived, by the machine's clock.
    pub arrived: Option<std::time::Instant>,
    /// The same by the stand-in's clock.
    pub time: Duration,
}

/// The first answer to an action.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// A new message (type 4).
    Message(SeenMessage),
    /// A new message to be filled later (type 5).
    Deferred(SeenMessage),
    /// Nothing yet; the clicked message may change later (type 6).
    Acknowledged,
    /// The clicked message changed (type 7).
    Updated(SeenMessage),
    /// Suggestions (type 8).
    Choices(Vec<Choice>),
    /// A form (type 9).
    Form(SeenForm),
    /// "The application did not respond."
    Failed,
}

impl Outcome {
    /// The message made or changed by the first answer.
    #[must_use]
    pub fn message(&self) -> Option<&SeenMessage> {
        match &self.answer {
            Answer::Message(message) | Answer::Deferred(message) | Answer::Updated(message) => {
                Some(message)
            }
            Answer::Acknowledged | Answer::Choices(_) | Answer::Form(_) | Answer::Failed => None,
        }
    }

    /// The form opened.
    #[must_use]
    pub fn form(&self) -> Option<&SeenForm> {
        match &self.answer {
            Answer::Form(form) => Some(form),
            Answer::Message(_)
            | Answer::Deferred(_)
            | Answer::Updated(_)
            | Answer::Acknowledged
            | Answer::Choices(_)
            | Answer::Failed => None,
        }
    }

    /// No answer came in time.
    #[must_use]
    pub fn failed(&self) -> bool {
        self.answer == Answer::Failed
    }
}

/// Why a person's client does not offer an action.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Cannot {
    /// Not a person of this stand-in.
    #[error("there is no such person")]
    NoSuchUser,
    /// The person does not see the channel.
    #[error("the channel is not visible to this person")]
    NoSuchChannel,
    /// No such command is registered for this place and person.
    #[error("no command {0} is offered here")]
    NoSuchCommand(String),
    /// An option is unknown, missing or has a value a client would not send.
    #[error("option {0} cannot be sent")]
    BadOption(String),
    /// The person does not see the message.
    #[error("the message is not visible to this person")]
    NoSuchMessage,
    /// The message has no such button or select.
    #[error("the message has no part {0}")]
    NoSuchPart(String),
    /// The button or select is disabled.
    #[error("the part {0} is disabled")]
    Disabled(String),
    /// A select was given entries it does not have, or too few or many of them.
    #[error("this choice cannot be made in {0}")]
    BadChoice(String),
    /// A form was filled as a client would not allow.
    #[error("field {0} cannot be sent so")]
    BadField(String),
    /// Suggestions were asked for and none came.
    #[error("no suggestions came")]
    Unanswered,
}

impl SeenMessage {
    /// The first button whose custom id starts with `prefix`, disabled or not.
    #[must_use]
    pub fn button(&self, prefix: &str) -> Option<&SeenButton> {
        self.buttons
            .iter()
            .find(|button| button.custom_id.starts_with(prefix))
    }

    /// The first select whose custom id starts with `prefix`, disabled or not.
    #[must_use]
    pub fn select(&self, prefix: &str) -> Option<&SeenSelect> {
        self.selects
            .iter()
            .find(|select| select.custom_id.starts_with(prefix))
    }

    /// All buttons whose custom id starts with `prefix`.
    pub fn buttons_of(&self, prefix: &str) -> impl Iterator<Item = &SeenButton> {
        self.buttons
            .iter()
            .filter(move |button| button.custom_id.starts_with(prefix))
    }

    /// All selects whose custom id starts with `prefix`.
    pub fn selects_of(&self, prefix: &str) -> impl Iterator<Item = &SeenSelect> {
        self.selects
            .iter()
            .filter(move |select| select.custom_id.starts_with(prefix))
    }

    /// The button with exactly this label.
    #[must_use]
    pub fn button_labelled(&self, label: &str) -> Option<&SeenButton> {
        self.buttons.iter().find(|button| button.label == label)
    }

    /// All that can be read in it, one thing a line: content, embeds, labels, placeholders, entries, alt texts.
    #[must_use]
    pub fn text(&self) -> String {
        let mut lines = vec![self.content.clone()];
        for embed in &self.embeds {
            lines.extend([
                embed.author.clone(),
                embed.title.clone(),
                embed.description.clone(),
            ]);
            lines.extend(
                embed
                    .fields
                    .iter()
                    .map(|(name, value)| format!("{name}: {value}")),
            );
            lines.push(embed.footer.clone());
        }
        lines.extend(
            self.buttons
                .iter()
                .map(|button| format!("{} {}", button.emoji, button.label)),
        );
        for select in &self.selects {
            lines.push(select.placeholder.clone());
            lines.extend(
                select
                    .options
                    .iter()
                    .map(|option| format!("{} {}", option.label, option.description)),
            );
        }
        lines.extend(self.files.iter().map(|file| file.alt.clone()));
        lines.retain(|line| !line.trim().is_empty());
        lines.join("\n")
    }
}
