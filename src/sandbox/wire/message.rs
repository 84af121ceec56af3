//! Messages as a bot sends them.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::nullable;
use crate::sandbox::ids::{AttachmentId, ChannelId, GuildId, MessageId, UserId};

/// A message to be made or changed. Absent fields stay as they are; of an edit, null empties.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MessageBody {
    #[serde(default, deserialize_with = "nullable")]
    pub(crate) content: Option<Option<String>>,
    #[serde(default, deserialize_with = "nullable")]
    pub(crate) embeds: Option<Option<Vec<Embed>>>,
    #[serde(default, deserialize_with = "nullable")]
    pub(crate) components: Option<Option<Vec<Component>>>,
    #[serde(default, deserialize_with = "nullable")]
    pub(crate) attachments: Option<Option<Vec<AttachmentRef>>>,
    pub(crate) allowed_mentions: Option<AllowedMentions>,
    pub(crate) flags: Option<u64>,
    pub(crate) nonce: Option<Value>,
    pub(crate) enforce_nonce: Option<bool>,
    #[serde(rename = "tts")]
    pub(crate) _tts: Option<bool>,
    #[serde(default)]
    pub(crate) sticker_ids: Vec<String>,
    pub(crate) message_reference: Option<Reference>,
    /// Autocomplete only.
    pub(crate) choices: Option<Vec<ChoiceBody>>,
    /// Modal only.
    pub(crate) custom_id: Option<String>,
    /// Modal only.
    pub(crate) title: Option<String>,
}

/// The message answered to.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Reference {
    #[serde(rename = "type")]
    pub(crate) _kind: Option<u8>,
    pub(crate) message_id: Option<MessageId>,
    #[serde(rename = "channel_id")]
    pub(crate) _channel_id: Option<ChannelId>,
    #[serde(rename = "guild_id")]
    pub(crate) _guild_id: Option<GuildId>,
    #[serde(rename = "fail_if_not_exists")]
    pub(crate) _fail_if_not_exists: Option<bool>,
}

/// A file to add (by its number among the files sent) or to keep (by its id).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AttachmentRef {
    pub(crate) id: AttachmentId,
    pub(crate) filename: Option<String>,
    #[serde(default, deserialize_with = "nullable")]
    pub(crate) description: Option<Option<String>>,
}

/// Whom a message may call.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AllowedMentions {
    pub(crate) parse: Option<Vec<String>>,
    pub(crate) users: Option<Vec<UserId>>,
    pub(crate) roles: Option<Vec<String>>,
    #[serde(rename = "replied_user")]
    pub(crate) _replied_user: Option<bool>,
}

/// An interaction's first answer.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Callback {
    #[serde(rename = "type")]
    pub(crate) kind: u8,
    pub(crate) data: Option<MessageBody>,
}

/// A suggestion for an option being typed.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChoiceBody {
    pub(crate) name: String,
    pub(crate) value: Value,
    pub(crate) name_localizations: Option<Value>,
}

/// A row, button, select or text field: `type` says which fields count.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Component {
    #[serde(rename = "type")]
    pub(crate) kind: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) components: Option<Vec<Component>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) custom_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) style: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) label: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) emoji: Option<Emoji>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) disabled: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) options: Option<Vec<SelectOption>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) placeholder: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) min_values: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) max_values: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) min_length: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) max_length: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) required: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) value: Option<String>,
}

/// An entry of a select.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SelectOption {
    pub(crate) label: String,
    pub(crate) value: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) emoji: Option<Emoji>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) default: Option<bool>,
}

/// A sign on a button or entry.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Emoji {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<String>,
    pub(crate) name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) animated: Option<bool>,
}

/// An embed.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Embed {
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub(crate) kind: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) timestamp: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) color: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) footer: Option<EmbedFooter>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) image: Option<EmbedImage>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) thumbnail: Option<EmbedImage>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) author: Option<EmbedAuthor>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) fields: Vec<EmbedField>,
}

/// The small line under an embed.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EmbedFooter {
    pub(crate) text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) icon_url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) proxy_icon_url: Option<String>,
}

/// A picture in an embed.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EmbedImage {
    pub(crate) url: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) proxy_url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) height: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) width: Option<u32>,
}

/// The line above an embed.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EmbedAuthor {
    pub(crate) name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) icon_url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) proxy_icon_url: Option<String>,
}

/// A named part of an embed.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EmbedField {
    pub(crate) name: String,
    pub(crate) value: String,
    #[serde(default)]
    pub(crate) inline: bool,
}
