//! What a page is told, field by field.

use serde_json::{Value, json};

use crate::sandbox::api::{PlaceKind, SeenForm, SeenMessage, SeenPerson, SeenPlace};
use crate::sandbox::model::World;
use crate::sandbox::{Answer, Cannot, Outcome, Sandbox, UserId};

/// A message as its reader sees it.
pub(super) fn message(m: &SeenMessage) -> Value {
    let embeds: Vec<Value> = m
        .embeds
        .iter()
        .map(|e| {
            json!({
                "title": e.title, "description": e.description, "fields": e.fields,
                "footer": e.footer, "author": e.author,
            })
        })
        .collect();
    let buttons: Vec<Value> = m
        .buttons
        .iter()
        .map(|b| {
            json!({
                "row": b.row, "id": b.custom_id, "label": b.label, "emoji": b.emoji,
                "style": b.style, "disabled": b.disabled, "url": b.url,
            })
        })
        .collect();
    let selects: Vec<Value> = m.selects.iter().map(select).collect();
    let files: Vec<Value> = m
        .files
        .iter()
        .map(|f| json!({ "id": f.id, "name": f.name, "alt": f.alt, "bytes": f.length, "size": f.size }))
        .collect();
    json!({
        "id": m.id, "channel": m.channel, "author": m.author, "content": m.content,
        "embeds": embeds, "buttons": buttons, "selects": selects, "files": files,
        "ephemeral": m.ephemeral, "command": m.command, "by": m.by, "loading": m.loading,
        "created": m.created, "edited": m.edited, "edits": m.edits,
    })
}

fn select(s: &crate::sandbox::SeenSelect) -> Value {
    let options: Vec<Value> = s
        .options
        .iter()
        .map(|o| {
            json!({
                "label": o.label, "value": o.value, "about": o.description, "chosen": o.default,
            })
        })
        .collect();
    json!({
        "row": s.row, "id": s.custom_id, "placeholder": s.placeholder, "min": s.min,
        "max": s.max, "disabled": s.disabled, "people": s.people, "options": options,
    })
}

/// A person as `reader` sees them: which language somebody's client speaks is nobody else's to know.
fn person(p: &SeenPerson, reader: UserId) -> Value {
    let mut person = json!({ "id": p.id, "name": p.name });
    if p.id == reader {
        person["locale"] = json!(p.locale);
        person["chosen"] = json!(p.chosen);
    }
    person
}

fn place(p: &SeenPlace) -> Value {
    let (kind, parent) = match p.kind {
        PlaceKind::Text => ("text", None),
        PlaceKind::Thread(parent) => ("thread", Some(parent)),
        PlaceKind::Private => ("private", None),
    };
    json!({ "id": p.id, "name": p.name, "kind": kind, "parent": parent })
}

/// The commands offered, a server's own before the global ones.
pub(super) fn commands(world: &World, user: UserId) -> Vec<Value> {
    let guild = world
        .guilds
        .values()
        .find(|guild| guild.members.contains(&user));
    [guild.map(|guild| guild.id), None]
        .into_iter()
        .filter_map(|place| world.commands.get(&place).map(|list| (place, list)))
        .flat_map(|(place, list)| list.iter().map(move |c| World::command_json(place, c)))
        .collect()
}

/// Everything around the messages: people, places, whether the bot is there.
pub(super) fn around(sandbox: &Sandbox, user: UserId) -> Value {
    let people = sandbox.people();
    let people: Vec<Value> = people.iter().map(|p| person(p, user)).collect();
    let places: Vec<Value> = sandbox.places(user).iter().map(place).collect();
    let world = sandbox.shared.world();
    let guild = world
        .guilds
        .values()
        .find(|guild| guild.members.contains(&user));
    json!({
        "me": user,
        "people": people,
        "places": places,
        "server": guild.map(|guild| json!({ "id": guild.id, "name": guild.name })),
        "bot": { "id": World::BOT, "name": world.bot.username, "here": world.sessions.connected() > 0 },
    })
}

/// How an action ended.
pub(super) fn outcome(outcome: &Outcome) -> Value {
    match &outcome.answer {
        Answer::Failed => json!({ "failed": true }),
        Answer::Form(form) => json!({ "form": self::form(form) }),
        Answer::Message(m) | Answer::Deferred(m) => json!({ "message": m.id }),
        Answer::Updated(_) | Answer::Acknowledged | Answer::Choices(_) => json!({}),
    }
}

fn form(form: &SeenForm) -> Value {
    let fields: Vec<Value> = form
        .fields
        .iter()
        .map(|f| {
            json!({
                "id": f.custom_id, "label": f.label, "value": f.value, "required": f.required,
                "min": f.length.0, "max": f.length.1,
            })
        })
        .collect();
    json!({ "id": form.interaction, "title": form.title, "fields": fields })
}

/// Why a client does not send something, as a word the page knows.
pub(super) fn cannot(why: &Cannot) -> Value {
    let (word, what) = match why {
        Cannot::NoSuchUser | Cannot::NoSuchChannel => ("gone", None),
        Cannot::NoSuchMessage
        | Cannot::NoSuchPart(_)
        | Cannot::Disabled(_)
        | Cannot::BadChoice(_) => ("changed", None),
        Cannot::NoSuchCommand(name) => ("no-command", Some(name)),
        Cannot::BadOption(name) => ("bad-option", Some(name)),
        Cannot::BadField(name) => ("bad-field", Some(name)),
        Cannot::Unanswered => ("unanswered", None),
    };
    json!({ "cannot": word, "what": what })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sandbox::SandboxOptions;

    #[tokio::test]
    async fn nobody_is_told_the_language_of_another() {
        let sandbox = Sandbox::start(SandboxOptions::default())
            .await
            .expect("starts");
        let told = around(&sandbox, UserId(2));
        let people = told["people"].as_array().expect("people");
        assert!(people.len() > 2);
        for person in people {
            let own = person["id"] == "2";
            assert_eq!(person.get("locale").is_some(), own, "{person}");
            assert_eq!(person.get("chosen").is_some(), own, "{person}");
        }
    }
}
