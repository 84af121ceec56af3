//! Recognises a message of the bot's own in a channel, after its receipt was lost.

use std::collections::BTreeSet;

use serenity::model::application::{ActionRowComponent, ButtonKind};
use serenity::model::channel::{Message, Nonce};

use crate::discord::reply::{Body, Row};

/// Whether a message is the one posted with that nonce and body: by its
/// nonce, else by its controls, else (without controls) by its text.
#[must_use]
pub fn is_same(message: &Message, nonce: &str, body: &Body) -> bool {
    if let Some(Nonce::String(found)) = &message.nonce {
        return found == nonce;
    }
    let (found, wanted) = (ids_of_message(message), ids_of_body(body));
    if found.is_empty() && wanted.is_empty() {
        !body.text.is_empty() && message.content == body.text
    } else {
        found == wanted
    }
}

fn ids_of_body(body: &Body) -> BTreeSet<&str> {
    body.rows
        .iter()
        .flat_map(|row| match row {
            Row::Buttons(buttons) => buttons.iter().map(|b| b.id.as_str()).collect(),
            Row::Select(select) => vec![select.id.as_str()],
            Row::People(select) => vec![select.id.as_str()],
        })
        .collect()
}

fn ids_of_message(message: &Message) -> BTreeSet<&str> {
    let parts = message.components.iter().flat_map(|row| &row.components);
    parts.filter_map(id_of).collect()
}

fn id_of(part: &ActionRowComponent) -> Option<&str> {
    if let ActionRowComponent::Button(button) = part
        && let ButtonKind::NonLink { custom_id, .. } = &button.data
    {
        return Some(custom_id);
    }
    if let ActionRowComponent::SelectMenu(menu) = part {
        return menu.custom_id.as_deref();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::reply::{Button, Style};

    fn message(nonce: Option<&str>, content: &str, id: Option<&str>) -> Message {
        let components = match id {
            Some(id) => serde_json::json!([{ "type": 1, "components": [
                { "type": 2, "style": 1, "label": "x", "custom_id": id }
            ]}]),
            None => serde_json::json!([]),
        };
        serde_json::from_value(serde_json::json!({
            "id": "7", "channel_id": "8", "type": 0, "content": content, "nonce": nonce,
            "author": { "id": "9", "username": "bot", "discriminator": "0000", "avatar": null },
            "timestamp": "2026-01-01T00:00:00Z", "edited_timestamp": null, "tts": false,
            "mention_everyone": false, "mentions": [], "mention_roles": [], "attachments": [],
            "embeds": [], "pinned": false, "components": components,
        }))
        .expect("a message")
    }

    fn body(text: &str, id: Option<&str>) -> Body {
        let buttons = id.map(|id| {
            Row::Buttons(vec![Button {
                id: id.to_owned(),
                label: "x".to_owned(),
                style: Style::Primary,
                disabled: false,
            }])
        });
        Body {
            text: text.to_owned(),
            rows: buttons.into_iter().collect(),
            ..Body::default()
        }
    }

    #[test]
    fn a_post_is_known_by_nonce_then_controls_then_text() {
        let with = |nonce, text, id| message(nonce, text, id);
        assert!(is_same(
            &with(Some("n"), "old", None),
            "n",
            &body("new", Some("a"))
        ));
        assert!(!is_same(
            &with(Some("m"), "new", None),
            "n",
            &body("new", None)
        ));
        assert!(is_same(
            &with(None, "old", Some("a")),
            "n",
            &body("new", Some("a"))
        ));
        assert!(!is_same(
            &with(None, "new", Some("b")),
            "n",
            &body("new", Some("a"))
        ));
        assert!(is_same(&with(None, "new", None), "n", &body("new", None)));
        assert!(!is_same(
            &with(None, "new", None),
            "n",
            &body("other", None)
        ));
    }
}
