//! The languages the program speaks.

use serde::{Deserialize, Serialize};

/// A language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Lang {
    /// Simplified Chinese.
    #[serde(rename = "zh-CN")]
    ZhCn,
    /// Traditional Chinese.
    #[serde(rename = "zh-TW")]
    ZhTw,
    /// English; also for every locale that is neither.
    #[default]
    #[serde(rename = "en")]
    En,
}

impl Lang {
    /// All of them.
    pub const ALL: [Lang; 3] = [Lang::ZhCn, Lang::ZhTw, Lang::En];

    /// Its tag: `zh-CN`, `zh-TW` or `en`.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Lang::ZhCn => "zh-CN",
            Lang::ZhTw => "zh-TW",
            Lang::En => "en",
        }
    }

    /// The language for a Discord locale such as `zh-CN`, `en-GB`, `de`.
    #[must_use]
    pub fn from_locale(locale: &str) -> Lang {
        match locale {
            "zh-CN" => Lang::ZhCn,
            "zh-TW" => Lang::ZhTw,
            _ => Lang::En,
        }
    }
}
