//! Builds Discord's specifications of commands, with names and descriptions in
//! every language.

use serde_json::{Value, json};

use crate::discord::limits::cut;
use crate::i18n::{Lang, tr};

/// A text in every language.
pub(super) type Words = fn(Lang) -> String;

const SUB_COMMAND: u8 = 1;
const STRING: u8 = 3;
const INTEGER: u8 = 4;
const USER: u8 = 6;
const CHANNEL: u8 = 7;
const ROLE: u8 = 8;
/// Channels in which tables can be played: text, voice, announcements, stages.
const CHANNELS: [u8; 4] = [0, 2, 5, 13];
/// Where a command can be used: in servers; in private messages with the bot.
const GUILD: u8 = 0;
const BOT_DM: u8 = 1;
/// Installed for a server, not for a user.
const GUILD_INSTALL: u8 = 0;
/// Longest name of a choice (P29).
const CHOICE: usize = 100;
/// Longest text of a card option.
const CARDS: u16 = 200;

fn localised(words: impl Fn(Lang) -> String) -> Value {
    json!({
        "en-US": words(Lang::En),
        "zh-CN": words(Lang::ZhCn),
        "zh-TW": words(Lang::ZhTw),
    })
}

/// Name, its localisations, description and its localisations.
fn named(name: &str, words: Words, about: Words) -> Value {
    let mut names = localised(words);
    // The name itself is fixed; English people see it.
    names["en-US"] = json!(name);
    json!({
        "name": name,
        "name_localizations": names,
        "description": about(Lang::En),
        "description_localizations": localised(about),
    })
}

fn with(mut value: Value, fields: Value) -> Value {
    if let (Value::Object(value), Value::Object(fields)) = (&mut value, fields) {
        value.extend(fields);
    }
    value
}

/// A slash command, for servers and private messages.
pub(super) fn command(name: &str, words: Words, about: Words, options: Vec<Value>) -> Value {
    with(
        named(name, words, about),
        json!({
            "type": 1,
            "options": options,
            "contexts": [GUILD, BOT_DM],
            "integration_types": [GUILD_INSTALL],
        }),
    )
}

/// A subcommand.
pub(super) fn subcommand(name: &str, words: Words, about: Words, options: Vec<Value>) -> Value {
    with(
        named(name, words, about),
        json!({ "type": SUB_COMMAND, "options": options }),
    )
}

/// A text option.
pub(super) fn text(name: &str, words: Words, about: Words, required: bool) -> Value {
    with(
        named(name, words, about),
        json!({ "type": STRING, "required": required, "max_length": CARDS }),
    )
}

/// A whole number from 1 on.
pub(super) fn number(name: &str, words: Words, about: Words, most: u16) -> Value {
    with(
        named(name, words, about),
        json!({ "type": INTEGER, "required": false, "min_value": 1, "max_value": most }),
    )
}

/// A whole number from 1 on, as large as can be.
pub(super) fn whole(name: &str, words: Words, about: Words) -> Value {
    with(
        named(name, words, about),
        json!({ "type": INTEGER, "required": false, "min_value": 1, "max_value": u32::MAX }),
    )
}

/// An option for somebody of the server.
pub(super) fn user(name: &str, words: Words, about: Words, required: bool) -> Value {
    with(
        named(name, words, about),
        json!({ "type": USER, "required": required }),
    )
}

/// A text channel, or a thread.
pub(super) fn channel(name: &str, words: Words, about: Words) -> Value {
    with(
        named(name, words, about),
        json!({ "type": CHANNEL, "required": false, "channel_types": CHANNELS }),
    )
}

/// A role.
pub(super) fn role(name: &str, words: Words, about: Words) -> Value {
    with(
        named(name, words, about),
        json!({ "type": ROLE, "required": false }),
    )
}

/// A text option for a name of at most so many characters.
pub(super) fn name(name: &str, words: Words, about: Words, most: usize) -> Value {
    with(
        text(name, words, about, true),
        json!({ "min_length": 1, "max_length": most }),
    )
}

/// A text option with completion.
pub(super) fn completed(name: &str, words: Words, about: Words) -> Value {
    with(
        text(name, words, about, true),
        json!({ "autocomplete": true }),
    )
}

/// A text option with completion that may be left out.
pub(super) fn suggested(name: &str, words: Words, about: Words) -> Value {
    with(
        text(name, words, about, false),
        json!({ "autocomplete": true }),
    )
}

/// An option that is one of several; each with its value.
pub(super) fn one_of(name: &str, words: Words, about: Words, choices: &[(&str, Words)]) -> Value {
    let choices = choices.iter().map(|(value, words)| choice(value, *words));
    chosen(name, words, about, choices.collect())
}

/// The same, where one must be named.
pub(super) fn must_be_one_of(
    name: &str,
    words: Words,
    about: Words,
    choices: &[(&str, Words)],
) -> Value {
    with(
        one_of(name, words, about, choices),
        json!({ "required": true }),
    )
}

/// An option that is one of several, each made by [`choice`].
pub(super) fn chosen(name: &str, words: Words, about: Words, choices: Vec<Value>) -> Value {
    with(
        named(name, words, about),
        json!({ "type": STRING, "required": false, "choices": choices }),
    )
}

/// One of the choices of an option: its value, and how each language calls it.
pub(super) fn choice(value: &str, words: impl Fn(Lang) -> String) -> Value {
    let words = |lang| cut(&words(lang), CHOICE);
    json!({
        "name": words(Lang::En),
        "name_localizations": localised(words),
        "value": value,
    })
}

/// The option for cards, completed from the hand.
pub(super) fn cards() -> Value {
    completed(
        "cards",
        |l| tr!(l, "opt-cards"),
        |l| tr!(l, "opt-cards-about"),
    )
}

/// The option that names a trump, for pairs that may.
pub(super) fn named_trump() -> Value {
    one_of(
        "as",
        |l| tr!(l, "opt-as"),
        |l| tr!(l, "opt-as-about"),
        &[
            ("S", |_| "♠".into()),
            ("H", |_| "♥".into()),
            ("D", |_| "♦".into()),
            ("C", |_| "♣".into()),
            ("NT", |l| tr!(l, "no-trump")),
        ],
    )
}
