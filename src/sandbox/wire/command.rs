//! Slash commands as a bot registers them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Names or descriptions by Discord locale.
type Localized = Option<BTreeMap<String, String>>;

/// A command.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CommandBody {
    pub(crate) name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) name_localizations: Localized,
    #[serde(default)]
    pub(crate) description: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) description_localizations: Localized,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) options: Vec<CommandOption>,
    #[serde(default)]
    pub(crate) default_member_permissions: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) dm_permission: Option<bool>,
    #[serde(rename = "type", default, skip_serializing_if = "Option::is_none")]
    pub(crate) kind: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) nsfw: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) contexts: Option<Vec<u8>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) integration_types: Option<Vec<u8>>,
}

/// A subcommand, group or argument.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CommandOption {
    #[serde(rename = "type")]
    pub(crate) kind: u8,
    pub(crate) name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) name_localizations: Localized,
    pub(crate) description: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) description_localizations: Localized,
    #[serde(default)]
    pub(crate) required: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) choices: Vec<OptionChoice>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) options: Vec<CommandOption>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) channel_types: Option<Vec<u8>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) min_value: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) max_value: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) min_length: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) max_length: Option<u64>,
    #[serde(default)]
    pub(crate) autocomplete: bool,
}

/// A fixed value of an argument.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OptionChoice {
    pub(crate) name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) name_localizations: Localized,
    pub(crate) value: Value,
}
