//! A seat's panel as a person reads it: its controls by verb, the cards of the
//! hand from the alt text.

use crate::sandbox::{SeenButton, SeenMessage, SeenSelect};

/// The parts of a panel that a person acts on.
pub(crate) struct Panel {
    /// Deal, phase and turn, as the controls carry them.
    pub step: String,
    /// Its buttons.
    buttons: Vec<SeenButton>,
    /// Its selects.
    selects: Vec<SeenSelect>,
    /// The hand, strongest first, as symbols.
    pub hand: Vec<String>,
    /// Its first line says that what was done last was refused.
    pub refused: bool,
}

/// Verbs that only a seat's own panel has.
const OWN: &[&str] = &[
    "declare",
    "overturn",
    "fry",
    "sure",
    "pass",
    "pick",
    "set",
    "follow",
    "forced",
    "play",
    "throw",
    "bury",
    "burypoints",
    "clear",
    "suggest",
    "type",
    "auto",
];

fn verb(id: &str) -> Option<&str> {
    let mut parts = id.split('.');
    (parts.next() == Some("v1")).then(|| parts.next()).flatten()
}

impl Panel {
    /// Reads a message; `None` if it is no seat's panel.
    pub fn read(message: &SeenMessage) -> Option<Panel> {
        if message.loading {
            return None;
        }
        let ids = || {
            let buttons = message.buttons.iter().map(|b| b.custom_id.as_str());
            buttons.chain(message.selects.iter().map(|s| s.custom_id.as_str()))
        };
        let own = ids().find(|id| verb(id).is_some_and(|v| OWN.contains(&v)));
        let waiting = || ids().find(|id| verb(id) == Some("ready"));
        let id = own.or_else(waiting)?;
        let step = id.split('.').nth(3).unwrap_or_default().to_owned();
        let hand = message
            .files
            .iter()
            .find(|f| f.name == "hand.png")
            .map(|f| hand(&f.alt))
            .unwrap_or_default();
        Some(Panel {
            step,
            buttons: message.buttons.clone(),
            selects: message.selects.clone(),
            hand,
            refused: message.content.starts_with('❗'),
        })
    }

    /// What the panel asks: its controls, not the cards it shows.
    pub fn asked(&self) -> String {
        let mut asked = self.step.clone();
        for button in self.buttons.iter().filter(|b| !b.disabled) {
            asked.push_str(&button.custom_id);
            asked.push_str(&button.label);
        }
        for option in self.selects.iter().flat_map(|s| &s.options) {
            asked.push_str(&option.value);
            asked.push(if option.default { '+' } else { '-' });
        }
        asked
    }

    /// The first button of that verb that can be pressed.
    pub fn button(&self, name: &str) -> Option<&SeenButton> {
        self.buttons(name).next()
    }

    /// All buttons of that verb that can be pressed.
    pub fn buttons(&self, name: &str) -> impl Iterator<Item = &SeenButton> {
        self.buttons
            .iter()
            .filter(move |b| !b.disabled && verb(&b.custom_id) == Some(name))
    }

    /// Whether there is a button of that verb, pressed or not.
    pub fn has(&self, name: &str) -> bool {
        self.buttons
            .iter()
            .any(|b| verb(&b.custom_id) == Some(name))
    }

    /// The last select of that verb: of several it holds the lowest cards.
    pub fn select(&self, name: &str) -> Option<&SeenSelect> {
        self.selects
            .iter()
            .rfind(|s| verb(&s.custom_id) == Some(name))
    }
}

/// The cards of an alt text: groups parted by ` · `, cards by a space.
fn hand(alt: &str) -> Vec<String> {
    let list = alt.rsplit(": ").next().unwrap_or(alt);
    list.split_whitespace()
        .filter(|word| *word != "·")
        .map(str::to_owned)
        .collect()
}
