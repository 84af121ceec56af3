//! What a person has chosen for their own hand, panels and calls. Nothing
//! public depends on it.

use serde::{Deserialize, Serialize};

use crate::i18n::Lang;

/// Where a person's hand is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HandPlace {
    /// Sent by private message; My hand in the channel opens it there, too.
    #[default]
    Both,
    /// Sent by private message; My hand in the channel says where it is, and
    /// opens it there only when asked again.
    Direct,
    /// Opened in the channel; nothing is sent by private message.
    Channel,
}

impl HandPlace {
    /// All of them.
    pub const ALL: [HandPlace; 3] = [HandPlace::Both, HandPlace::Direct, HandPlace::Channel];

    /// Whether the bot writes private messages of its own accord.
    #[must_use]
    pub const fn is_sent(self) -> bool {
        match self {
            HandPlace::Both | HandPlace::Direct => true,
            HandPlace::Channel => false,
        }
    }
}

/// In which order a hand is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct CardOrder {
    /// The trumps stand to the right of the side suits.
    pub trumps_right: bool,
    /// The lowest card of each group comes first.
    pub low_first: bool,
}

/// What a person has chosen for themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Personal {
    /// Where the hand is shown.
    pub hand: HandPlace,
    /// The language of what only this person sees; `None`: that of Discord.
    pub language: Option<Lang>,
    /// Spades and clubs in one colour, hearts and diamonds in another, as
    /// printed cards have it.
    pub two_colours: bool,
    /// Larger cards.
    pub large: bool,
    /// No pictures; the hand stands in the text.
    pub text_only: bool,
    /// How the hand is sorted.
    pub order: CardOrder,
    /// Whether the post that says whose turn it is calls this person.
    pub ping: bool,
    /// Whether panels offer ready plays and suggestions.
    pub suggestions: bool,
}

impl Default for Personal {
    fn default() -> Personal {
        Personal {
            hand: HandPlace::default(),
            language: None,
            two_colours: false,
            large: false,
            text_only: false,
            order: CardOrder::default(),
            ping: true,
            suggestions: true,
        }
    }
}
