//! Managers who work on house rules at a [`Scene`].

use chaodipi::commands::{self, Context, OptionValue, Request};
use chaodipi::discord::limits::faults;
use chaodipi::discord::reply::{Body, Reply, Row, Select};
use chaodipi::i18n::{Lang, Value};

use crate::commands_support::{buttons, says, slash};
use crate::support::en;
use crate::table_scene::Scene;

/// A refusal of the bot in English.
pub fn no(key: &str, args: Vec<(&'static str, Value)>) -> String {
    format!("❗ {}", en(key, args))
}

/// Person `number` who may manage the server.
pub async fn manager(scene: &Scene, number: u64, lang: Lang) -> Context {
    Context {
        manager: true,
        ..scene.context(number, lang).await
    }
}

/// Presses a button or uses a select.
pub async fn clicks(context: &Context, id: &str, values: &[&str]) -> Reply {
    let request = Request::Component {
        id: id.to_owned(),
        values: values.iter().map(|&v| v.to_owned()).collect(),
    };
    commands::run(context, request).await
}

/// The labels of what could complete an option.
pub async fn completes(context: &Context, command: &str, option: &str, typed: &str) -> Vec<String> {
    let request = Request::Complete {
        name: command.to_owned(),
        path: Vec::new(),
        options: vec![(option.to_owned(), OptionValue::Text(typed.to_owned()))],
        focused: option.to_owned(),
    };
    let Reply::Choices(choices) = commands::run(context, request).await else {
        panic!("no choices");
    };
    assert!(choices.len() <= 25);
    for (label, value) in &choices {
        assert!((1..=100).contains(&label.chars().count()));
        assert!((1..=100).contains(&value.chars().count()));
    }
    choices.into_iter().map(|(label, _)| label).collect()
}

/// The private text of a reply, within the limits.
pub fn body(reply: &Reply) -> &Body {
    match reply {
        Reply::Private(body) | Reply::Edit(body) => {
            assert_eq!(faults(body), Vec::<String>::new());
            assert!(body.text.encode_utf16().count() <= 2000, "{}", body.text);
            body
        }
        Reply::Public(_)
        | Reply::Panel { .. }
        | Reply::Quiet
        | Reply::Choices(_)
        | Reply::Modal { .. } => panic!("no private text"),
    }
}

/// The select of that verb.
pub fn select<'a>(reply: &'a Reply, verb: &str) -> &'a Select {
    let verb = format!("v1.{verb}.");
    body(reply)
        .rows
        .iter()
        .find_map(|row| match row {
            Row::Select(select) if select.id.starts_with(&verb) => Some(select),
            Row::Select(_) | Row::People(_) | Row::Buttons(_) => None,
        })
        .unwrap_or_else(|| panic!("no {verb} in {}", says(reply)))
}

/// The id of the button of that verb.
pub fn button(reply: &Reply, verb: &str) -> String {
    let verb = format!("v1.{verb}.");
    let ids = buttons(body(reply));
    let id = ids.into_iter().find(|id| id.starts_with(&verb));
    id.unwrap_or_else(|| panic!("no {verb} in {}", says(reply)))
}

/// Chooses topic, parameter and value on the panel, as a person would.
pub async fn choose(context: &Context, panel: Reply, path: &str, value: &str) -> Reply {
    let param = chaodipi::rulebook::param(path).expect("a parameter");
    let topics = select(&panel, "htopic").id.clone();
    let panel = clicks(context, &topics, &[param.topic.id()]).await;
    let list = select(&panel, "hparam");
    assert!(list.options.iter().any(|o| o.value == path));
    let panel = clicks(context, &list.id.clone(), &[path]).await;
    let values = select(&panel, "hvalue");
    let picked = format!("{path}={value}");
    assert!(values.options.iter().any(|o| o.value == picked), "{picked}");
    assert_eq!(values.options.iter().filter(|o| o.picked).count(), 1);
    let panel = clicks(context, &values.id.clone(), &[&picked]).await;
    let values = select(&panel, "hvalue");
    let now: Vec<&str> = values
        .options
        .iter()
        .filter(|o| o.picked)
        .map(|o| o.value.as_str())
        .collect();
    assert_eq!(now, [picked]);
    panel
}

/// A house rule with one change, saved.
pub async fn house(context: &Context, name: &str, path: &str, value: &str) {
    let panel = slash(context, "house new", &[("name", name)]).await;
    let panel = choose(context, panel, path, value).await;
    let saved = clicks(context, &button(&panel, "hsave"), &[]).await;
    assert!(matches!(saved, Reply::Edit(_)), "{}", says(&saved));
    assert!(buttons(body(&saved)).is_empty());
}
