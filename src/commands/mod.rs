//! What people can ask of the bot by slash commands, buttons, selects and modals.
//!
//! One file a command: its specification, how its options are read, what it
//! does. `ALL` lists them. Every refusal is an answer of its own sentence.

mod aside;
mod auction_refusal;
mod auto;
mod bury;
pub mod card_text;
mod check;
mod common;
mod control;
mod declare;
mod fry;
mod hand;
mod help;
mod house;
mod last;
mod leaderboard;
mod lookback;
mod overturn;
mod panel;
mod pass;
mod play;
mod privacy;
mod refusal;
mod rules;
mod ruleset;
mod season;
mod server;
mod settings;
mod spec;
mod stats;
mod suggest;
mod table;
mod typed;
mod verify;
mod watch;

use std::sync::Arc;

use futures_util::future::BoxFuture;
use serde_json::Value;

use crate::clock::Clock;
use crate::discord::permissions::SeenPermissions;
use crate::discord::reply::Reply;
use crate::discord::sender::Sender;
use crate::i18n::Lang;
use crate::store::{Reader, Store};
use crate::table::{Person, Registry};

pub use refusal::{act_error, card_text_error};

/// Who asks, where, and what the answer may use.
#[derive(Clone)]
pub struct Context {
    /// All tables.
    pub registry: Registry,
    /// Standings and finished deals.
    pub store: Store,
    /// The time.
    pub clock: Clock,
    /// The language of who asks: the one chosen, else that of Discord.
    pub lang: Lang,
    /// The language in which Discord speaks to who asks.
    pub locale: Lang,
    /// Who asks.
    pub person: Person,
    /// The server, unless in a private message.
    pub guild: Option<u64>,
    /// The channel or thread.
    pub channel: u64,
    /// The channel of the thread.
    pub parent: Option<u64>,
    /// The roles of who asks in the server.
    pub roles: Vec<u64>,
    /// Whether who asks may manage the server's channels.
    pub manager: bool,
    /// What the bot may do in the channel, as Discord's bit set.
    pub app_permissions: Option<u64>,
    /// What the bot is known to be allowed, by channel.
    pub permissions: Arc<SeenPermissions>,
    /// The channel is a thread.
    pub thread: bool,
    /// In a private message.
    pub direct: bool,
    /// Slash commands cannot be used in private messages.
    pub buttons_only: bool,
    /// Asks Discord and tells channels; `None` where there is none.
    pub sender: Option<Sender>,
}

impl Context {
    /// Who asks, as far as looking back goes.
    fn reader(&self) -> Reader {
        Reader {
            player: self.person.player,
            guild: self.guild,
            channel: self.channel,
            parent: self.parent,
            manager: self.manager,
        }
    }
}

/// What is asked.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// A slash command.
    Slash {
        /// Its name.
        name: String,
        /// The subcommands, outer first.
        path: Vec<String>,
        /// The options given.
        options: Vec<(String, OptionValue)>,
    },
    /// What could complete the option being typed.
    Complete {
        /// The command's name.
        name: String,
        /// The subcommands, outer first.
        path: Vec<String>,
        /// The options given so far.
        options: Vec<(String, OptionValue)>,
        /// The name of the option being typed.
        focused: String,
    },
    /// A button was pressed or a select used.
    Component {
        /// Its custom id.
        id: String,
        /// What was picked.
        values: Vec<String>,
    },
    /// Somebody was chosen in a select of the server's members.
    Person {
        /// Its custom id.
        id: String,
        /// The Discord user id and the name shown; `None` where it is a bot's.
        person: Option<(u64, String)>,
    },
    /// A modal was sent.
    Modal {
        /// Its custom id.
        id: String,
        /// What was typed.
        value: String,
    },
}

/// The value of an option.
#[derive(Clone, Debug, PartialEq)]
pub enum OptionValue {
    /// A text, or one of the choices offered.
    Text(String),
    /// A whole number.
    Number(i64),
    /// Yes or no.
    Flag(bool),
    /// Somebody: the Discord user id and the name shown.
    User(u64, String),
    /// One of Discord's bots, who plays no cards.
    Bot,
    /// A channel or a role, by its id.
    Id(u64),
}

/// The options of a slash command as they came.
pub(crate) struct Given<'a> {
    path: &'a [String],
    options: &'a [(String, OptionValue)],
}

impl Given<'_> {
    /// The subcommand.
    fn verb(&self) -> &str {
        self.path.first().map_or("", String::as_str)
    }

    /// A whole number.
    fn number(&self, name: &str) -> Option<i64> {
        self.options.iter().find_map(|(n, value)| match value {
            OptionValue::Number(number) if n == name => Some(*number),
            OptionValue::Text(_)
            | OptionValue::Number(_)
            | OptionValue::Flag(_)
            | OptionValue::User(..)
            | OptionValue::Bot
            | OptionValue::Id(_) => None,
        })
    }

    /// A channel or a role.
    fn id(&self, name: &str) -> Option<u64> {
        self.options.iter().find_map(|(n, value)| match value {
            OptionValue::Id(id) if n == name => Some(*id),
            OptionValue::Text(_)
            | OptionValue::Number(_)
            | OptionValue::Flag(_)
            | OptionValue::User(..)
            | OptionValue::Bot
            | OptionValue::Id(_) => None,
        })
    }

    /// Somebody: the Discord user id and the name shown.
    fn user(&self, name: &str) -> Option<(u64, &str)> {
        self.options.iter().find_map(|(n, value)| match value {
            OptionValue::User(id, shown) if n == name => Some((*id, shown.as_str())),
            OptionValue::Text(_)
            | OptionValue::Number(_)
            | OptionValue::Flag(_)
            | OptionValue::User(..)
            | OptionValue::Bot
            | OptionValue::Id(_) => None,
        })
    }

    /// Whether a bot was chosen where somebody was asked for.
    fn is_bot(&self, name: &str) -> bool {
        let bot = |(n, value): &(String, OptionValue)| n == name && *value == OptionValue::Bot;
        self.options.iter().any(bot)
    }

    /// A text option.
    fn text(&self, name: &str) -> Option<&str> {
        self.options.iter().find_map(|(n, value)| match value {
            OptionValue::Text(text) if n == name => Some(text.as_str()),
            OptionValue::Text(_)
            | OptionValue::Number(_)
            | OptionValue::Flag(_)
            | OptionValue::User(..)
            | OptionValue::Bot
            | OptionValue::Id(_) => None,
        })
    }
}

/// Choices for an option that is being typed: labels and values.
type Complete = for<'a> fn(&'a Context, &'a str) -> BoxFuture<'a, Vec<(String, String)>>;

/// A slash command.
pub(crate) struct Command {
    name: &'static str,
    spec: fn() -> Value,
    run: for<'a> fn(&'a Context, Given<'a>) -> BoxFuture<'a, Reply>,
    complete: Option<Complete>,
}

/// Every slash command.
const ALL: [Command; 23] = [
    table::COMMAND,
    hand::COMMAND,
    declare::COMMAND,
    overturn::COMMAND,
    bury::COMMAND,
    fry::COMMAND,
    pass::COMMAND,
    play::COMMAND,
    last::COMMAND,
    watch::COMMAND,
    check::COMMAND,
    auto::COMMAND,
    lookback::history::COMMAND,
    lookback::replay::COMMAND,
    stats::COMMAND,
    leaderboard::COMMAND,
    rules::COMMAND,
    house::COMMAND,
    settings::COMMAND,
    server::COMMAND,
    privacy::COMMAND,
    help::COMMAND,
    verify::COMMAND,
];

/// Does what is asked and says how to answer. Never fails: a refusal is an
/// answer in the reader's language, and changes nothing.
pub async fn run(ctx: &Context, request: Request) -> Reply {
    table::notice_permissions(ctx);
    let mut reply = answer(ctx, request).await;
    let Some(more) = table::permission_note(ctx) else {
        return reply;
    };
    match &mut reply {
        Reply::Private(body) | Reply::Edit(body) => body.text = format!("{more}\n{}", body.text),
        Reply::Panel { note, .. } => {
            *note = Some(match note.take() {
                Some(note) => format!("{more}\n{note}"),
                None => more,
            });
        }
        Reply::Public(_) | Reply::Quiet | Reply::Choices(_) | Reply::Modal { .. } => {}
    }
    reply
}

async fn answer(ctx: &Context, request: Request) -> Reply {
    match request {
        Request::Slash {
            name,
            path,
            options,
        } => match ALL.iter().find(|c| c.name == name) {
            Some(command) => {
                let given = Given {
                    path: &path,
                    options: &options,
                };
                (command.run)(ctx, given).await
            }
            None => common::unknown(ctx),
        },
        Request::Complete {
            name,
            options,
            focused,
            ..
        } => {
            let complete = ALL.iter().find(|c| c.name == name).and_then(|c| c.complete);
            let typed = options.iter().find_map(|(n, value)| match value {
                OptionValue::Text(text) if *n == focused => Some(text.as_str()),
                OptionValue::Text(_)
                | OptionValue::Number(_)
                | OptionValue::Flag(_)
                | OptionValue::User(..)
                | OptionValue::Bot
                | OptionValue::Id(_) => None,
            });
            Reply::Choices(match complete {
                Some(complete) => complete(ctx, typed.unwrap_or_default()).await,
                None => Vec::new(),
            })
        }
        Request::Component { id, values } => control::click(ctx, &id, &values).await,
        Request::Person { id, person } => control::person(ctx, &id, person).await,
        Request::Modal { id, value } => panel::modal(ctx, &id, &value).await,
    }
}

/// Discord's specification of every command, with its localisations.
#[must_use]
pub fn specs() -> Vec<Value> {
    ALL.iter().map(|c| (c.spec)()).collect()
}
