//! What a bot may send, field by field: anything else is refused.

mod command;
mod message;

pub(crate) use command::{CommandBody, CommandOption, OptionChoice};
pub(crate) use message::{
    AllowedMentions, AttachmentRef, Callback, ChoiceBody, Component, Embed, Emoji, MessageBody,
    SelectOption,
};

use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer};
use serde_json::Value;

use super::ids::UserId;
use super::refusal::Refusal;

/// Reads a request body; what does not fit is a misuse.
pub(crate) fn read<T: DeserializeOwned>(body: &Value) -> Result<T, Refusal> {
    serde_json::from_value(body.clone()).map_err(|error| {
        let mut refusal = Refusal::form("", error.to_string());
        refusal.misuse = true;
        refusal
    })
}

/// Tells a field that is null (`Some(None)`) from one that is absent (`None`).
pub(crate) fn nullable<'de, T, D>(deserializer: D) -> Result<Option<Option<T>>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    Option::<T>::deserialize(deserializer).map(Some)
}

/// The body that opens a private channel.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OpenPrivate {
    pub(crate) recipient_id: UserId,
}

/// The body that starts a thread without a message.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StartThread {
    pub(crate) name: String,
    #[serde(rename = "type")]
    pub(crate) kind: Option<u8>,
    #[serde(rename = "auto_archive_duration")]
    pub(crate) _auto_archive_duration: Option<u32>,
    #[serde(rename = "invitable")]
    pub(crate) _invitable: Option<bool>,
    #[serde(rename = "rate_limit_per_user")]
    pub(crate) _rate_limit_per_user: Option<u32>,
}

/// The body that changes a thread.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EditThread {
    pub(crate) name: Option<String>,
    pub(crate) archived: Option<bool>,
    pub(crate) locked: Option<bool>,
    #[serde(rename = "auto_archive_duration")]
    pub(crate) _auto_archive_duration: Option<u32>,
}
