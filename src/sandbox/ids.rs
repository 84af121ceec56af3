//! Snowflake-shaped ids: one newtype a kind of thing, sent as a string of digits.

use std::fmt;

use serde::de::{Deserializer, Visitor};
use serde::{Deserialize, Serialize, Serializer};

macro_rules! id {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u64);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(&self.0)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_any(Digits).map(Self)
            }
        }

        impl std::str::FromStr for $name {
            type Err = std::num::ParseIntError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                text.parse().map(Self)
            }
        }
    )+};
}

id! {
    /// A person or the bot.
    UserId,
    /// A server.
    GuildId,
    /// A channel, thread or private channel.
    ChannelId,
    /// A message.
    MessageId,
    /// A slash command, click, form or request for suggestions.
    InteractionId,
    /// A registered command.
    CommandId,
    /// A file of a message.
    AttachmentId,
}

/// Reads an id from a string of digits or, as Discord does, from a number.
struct Digits;

impl Visitor<'_> for Digits {
    type Value = u64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a snowflake")
    }

    fn visit_u64<E: serde::de::Error>(self, value: u64) -> Result<u64, E> {
        Ok(value)
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<u64, E> {
        text.parse().map_err(E::custom)
    }
}

/// Hands out ids in rising order: the same calls in the same order get the same ids.
#[derive(Debug)]
pub(crate) struct Ids(u64);

impl Ids {
    /// Far enough from zero to look like Discord's.
    const FIRST: u64 = 1_300_000_000_000_000_000;
    const STEP: u64 = 1 << 12;

    pub(crate) fn new() -> Self {
        Self(Self::FIRST)
    }

    /// The last id handed out.
    pub(crate) fn last(&self) -> u64 {
        self.0
    }

    /// Goes on behind the last id of an earlier process.
    pub(crate) fn resume(&mut self, last: u64) {
        self.0 = self.0.max(last);
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 += Self::STEP;
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_strings_and_may_come_as_numbers() {
        assert_eq!(serde_json::to_string(&UserId(7)).expect("writes"), "\"7\"");
        assert_eq!(
            serde_json::from_str::<UserId>("\"7\"").expect("reads"),
            UserId(7)
        );
        assert_eq!(
            serde_json::from_str::<UserId>("7").expect("reads"),
            UserId(7)
        );
        assert!(serde_json::from_str::<UserId>("\"x\"").is_err());
    }
}
