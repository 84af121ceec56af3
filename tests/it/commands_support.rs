//! People who type commands and press buttons at a table of a [`Scene`].

use chaodipi::commands::{self, Context, OptionValue, Request};
use chaodipi::discord::reply::{Body, Reply, Row};
use chaodipi::game::PublicPhase;
use chaodipi::i18n::Lang;
use chaodipi::table::Snapshot;

use crate::table_scene::{CHANNEL, GUILD, Scene};

impl Scene {
    /// Person `number` in the table's channel.
    pub async fn context(&self, number: u64, lang: Lang) -> Context {
        let name = format!("Person {number}");
        let person = self.store().upsert_person(1000 + number, &name, lang);
        Context {
            registry: self.registry().clone(),
            store: self.store().clone(),
            clock: self.clock.clone(),
            lang,
            locale: lang,
            person: person.await.expect("stored"),
            guild: Some(GUILD),
            channel: CHANNEL,
            parent: None,
            roles: Vec::new(),
            manager: false,
            app_permissions: None,
            permissions: std::sync::Arc::default(),
            thread: false,
            direct: false,
            buttons_only: false,
            sender: None,
        }
    }

    /// Person `number` in the private channel with the bot.
    pub async fn direct(&self, number: u64, lang: Lang) -> Context {
        Context {
            guild: None,
            channel: 5000 + number,
            direct: true,
            ..self.context(number, lang).await
        }
    }

    /// Person `number` types a command, in English.
    pub async fn types(&self, number: u64, command: &str, options: &[(&str, &str)]) -> Reply {
        slash(&self.context(number, Lang::En).await, command, options).await
    }

    /// Person `number` presses a button.
    pub async fn presses(&self, number: u64, id: &str) -> Reply {
        self.picks(number, id, &[]).await
    }

    /// Person `number` uses a select.
    pub async fn picks(&self, number: u64, id: &str, values: &[&str]) -> Reply {
        let context = self.context(number, Lang::En).await;
        let request = Request::Component {
            id: id.to_owned(),
            values: values.iter().map(|&v| v.to_owned()).collect(),
        };
        commands::run(&context, request).await
    }
}

/// Types a command such as `table sit`.
pub async fn slash(context: &Context, command: &str, options: &[(&str, &str)]) -> Reply {
    let mut words = command.split(' ').map(str::to_owned);
    let request = Request::Slash {
        name: words.next().expect("a name"),
        path: words.collect(),
        options: given(command, options),
    };
    commands::run(context, request).await
}

/// Asks what could complete the option `cards`.
pub async fn complete(context: &Context, command: &str, typed: &str) -> Vec<(String, String)> {
    let request = Request::Complete {
        name: command.to_owned(),
        path: Vec::new(),
        options: given(command, &[("cards", typed)]),
        focused: "cards".to_owned(),
    };
    let reply = commands::run(context, request).await;
    let Reply::Choices(choices) = reply else {
        panic!("{}", says(&reply));
    };
    choices
}

/// Whole numbers are sent as numbers where the option is one.
fn given(command: &str, options: &[(&str, &str)]) -> Vec<(String, OptionValue)> {
    let text = |v: &str| OptionValue::Text(v.to_owned());
    options
        .iter()
        .map(|&(name, value)| {
            if name == "player" && value == "bot" {
                return (name.to_owned(), OptionValue::Bot);
            }
            if name == "player" {
                let id = value.parse().expect("a Discord user id");
                let somebody = OptionValue::User(id, format!("Person {}", id - 1000));
                return (name.to_owned(), somebody);
            }
            let whole =
                matches!(name, "count" | "starts" | "page" | "table") || command == "replay";
            let number = value.parse().ok().filter(|_| whole);
            let value = number.map_or_else(|| text(value), OptionValue::Number);
            (name.to_owned(), value)
        })
        .collect()
}

/// What a reply says: its text, or the line above a panel.
pub fn says(reply: &Reply) -> String {
    match reply {
        Reply::Private(body) | Reply::Public(body) | Reply::Edit(body) => body.text.clone(),
        Reply::Panel { note, .. } => note.clone().unwrap_or_default(),
        Reply::Quiet | Reply::Choices(_) | Reply::Modal { .. } => String::new(),
    }
}

/// Whether only who asked sees it.
pub fn is_private(reply: &Reply) -> bool {
    matches!(
        reply,
        Reply::Private(_) | Reply::Panel { .. } | Reply::Modal { .. } | Reply::Choices(_)
    )
}

/// The ids of the buttons of a body.
pub fn buttons(body: &Body) -> Vec<String> {
    let rows = body.rows.iter().flat_map(|row| match row {
        Row::Buttons(buttons) => buttons.iter().map(|b| b.id.clone()).collect(),
        Row::Select(_) | Row::People(_) => Vec::new(),
    });
    rows.collect()
}

/// The number of the person on the seat that is to move.
pub fn mover(snap: &Snapshot) -> u64 {
    let (PublicPhase::Playing { seat } | PublicPhase::Burying { seat }) = snap.public.phase else {
        panic!("nobody alone moves in {:?}", snap.public.phase);
    };
    snap.people[seat].as_ref().expect("a person").discord - 1000
}
