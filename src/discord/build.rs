//! Plain messages become serenity's builders here and nowhere else.
//!
//! What is private travels as [`Private`], what is public as [`Public`]; no
//! function takes both, so that a hand cannot end up in a public call. Every
//! private answer carries the ephemeral flag: it is never inherited from the
//! message that was clicked. A click is never answered with UPDATE_MESSAGE:
//! serenity's would remove the picture.

use serenity::builder::{
    AutocompleteChoice, CreateActionRow, CreateAllowedMentions, CreateAttachment,
    CreateAutocompleteResponse, CreateButton, CreateInputText, CreateInteractionResponse,
    CreateInteractionResponseMessage, CreateMessage, CreateModal, CreateSelectMenu,
    CreateSelectMenuKind, CreateSelectMenuOption, EditAttachments, EditInteractionResponse,
    EditMessage,
};
use serenity::model::application::{ButtonStyle, InputTextStyle};
use serenity::model::channel::Nonce;
use serenity::model::id::UserId;
use sha2::{Digest, Sha256};

use crate::discord::limits::{self, cut};
use crate::discord::reply::{Body, Button, File, PeopleSelect, Picture, Row, Select, Style};

/// A message everybody in the channel may read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Public(Body);

impl Public {
    /// Makes a message public. Only for what was made from a `PublicView`.
    #[must_use]
    pub fn new(body: Body) -> Public {
        Public(limits::fit(body))
    }

    /// What it is.
    #[must_use]
    pub const fn body(&self) -> &Body {
        &self.0
    }
}

/// A message for one person: shown in that person's private messages or as an
/// ephemeral answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Private(Body);

impl Private {
    /// Makes a message private.
    #[must_use]
    pub fn new(body: Body) -> Private {
        Private(limits::fit(body))
    }

    /// What it is.
    #[must_use]
    pub const fn body(&self) -> &Body {
        &self.0
    }
}

/// What a shown message holds, in short: equal for equal messages, whichever
/// version of the program compares. The picture's part can be told apart, so
/// that an edit need not send an unchanged picture again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Print(pub i64);

impl Print {
    /// Of nothing known: equal to no message's.
    pub const UNKNOWN: Print = Print(0);

    /// Of a body.
    #[must_use]
    pub fn of(body: &Body) -> Print {
        let mut text = Sha256::new();
        feed(&mut text, &body.text);
        for row in &body.rows {
            match row {
                Row::Buttons(buttons) => {
                    feed(&mut text, "buttons");
                    for b in buttons {
                        feed(&mut text, &b.id);
                        feed(&mut text, &b.label);
                        text.update([style_number(b.style), u8::from(b.disabled)]);
                    }
                }
                Row::Select(select) => feed_select(&mut text, select),
                Row::People(select) => {
                    feed(&mut text, "people");
                    feed(&mut text, &select.id);
                    feed(&mut text, &select.placeholder);
                }
            }
        }
        let mut picture = Sha256::new();
        if let Some(shown) = &body.picture {
            feed(&mut picture, shown.name);
            feed(&mut picture, &shown.alt);
            picture.update(shown.sheet().description());
        }
        let high = first_four(picture) | 1;
        Print((i64::from(high) << 32) | i64::from(first_four(text)))
    }

    /// Whether the pictures are the same.
    #[must_use]
    pub const fn same_picture(self, other: Print) -> bool {
        self.0 >> 32 == other.0 >> 32
    }
}

fn feed(hash: &mut Sha256, text: &str) {
    hash.update(text.len().to_be_bytes());
    hash.update(text.as_bytes());
}

fn feed_select(hash: &mut Sha256, select: &Select) {
    feed(hash, "select");
    feed(hash, &select.id);
    feed(hash, &select.placeholder);
    hash.update([select.min, select.max]);
    for option in &select.options {
        feed(hash, &option.label);
        feed(hash, &option.value);
        hash.update([u8::from(option.picked)]);
    }
}

fn first_four(hash: Sha256) -> u32 {
    let bytes = hash.finalize();
    u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
}

const fn style_number(style: Style) -> u8 {
    match style {
        Style::Primary => 1,
        Style::Secondary => 2,
        Style::Success => 3,
        Style::Danger => 4,
    }
}

/// A new public message.
pub fn post(message: &Public, nonce: &str) -> CreateMessage {
    create(&message.0, nonce)
}

/// A new message in somebody's private messages.
pub fn direct_post(message: &Private, nonce: &str) -> CreateMessage {
    create(&message.0, nonce)
}

/// A public message edited; the picture is sent again unless it is the same.
pub fn edit(message: &Public, same_picture: bool) -> EditMessage {
    edit_message(&message.0, same_picture)
}

/// A message in somebody's private messages edited.
pub fn direct_edit(message: &Private, same_picture: bool) -> EditMessage {
    edit_message(&message.0, same_picture)
}

/// A message of an earlier time keeps what it says and loses its controls.
pub fn strip() -> EditMessage {
    EditMessage::new()
        .components(Vec::new())
        .allowed_mentions(CreateAllowedMentions::new())
}

/// An ephemeral answer (type 4).
pub fn answer_private(message: &Private) -> CreateInteractionResponse {
    CreateInteractionResponse::Message(answer(&message.0).ephemeral(true))
}

/// An answer that everybody in the channel reads (type 4).
pub fn answer_public(message: &Public) -> CreateInteractionResponse {
    CreateInteractionResponse::Message(answer(&message.0))
}

/// An ephemeral answer to come (type 5).
pub fn defer_private() -> CreateInteractionResponse {
    CreateInteractionResponse::Defer(CreateInteractionResponseMessage::new().ephemeral(true))
}

/// A click acknowledged (type 6); an edit may follow.
pub fn acknowledge() -> CreateInteractionResponse {
    CreateInteractionResponse::Acknowledge
}

/// An answer, or the private message that was clicked, edited through the token.
pub fn edit_answer(message: &Private, same_picture: bool) -> EditInteractionResponse {
    edit_response(&message.0, same_picture)
}

/// A public thread to be opened, which goes to sleep after a day without a
/// message; the next one wakes it.
pub fn thread(name: &str) -> serde_json::Value {
    serde_json::json!({ "name": name, "type": 11, "auto_archive_duration": 1440 })
}

/// Choices for an autocompletion (type 8).
pub fn choices(list: &[(String, String)]) -> CreateInteractionResponse {
    let choices = list
        .iter()
        .filter(|(label, value)| !label.is_empty() && value.chars().count() <= limits::OPTION_TEXT)
        .take(limits::OPTIONS)
        .map(|(label, value)| {
            AutocompleteChoice::new(cut(label, limits::OPTION_TEXT), value.as_str())
        })
        .collect();
    CreateInteractionResponse::Autocomplete(CreateAutocompleteResponse::new().set_choices(choices))
}

/// A modal with one text input (type 9), whose custom id is `value`.
pub fn modal(id: &str, title: &str, label: &str, value: &str) -> CreateInteractionResponse {
    let mut input = CreateInputText::new(
        InputTextStyle::Short,
        cut(label, limits::MODAL_TITLE),
        MODAL_INPUT,
    )
    .max_length(300);
    if !value.is_empty() {
        input = input.value(cut(value, 300));
    }
    CreateInteractionResponse::Modal(
        CreateModal::new(id, cut(title, limits::MODAL_TITLE))
            .components(vec![CreateActionRow::InputText(input)]),
    )
}

/// The custom id of a modal's input.
pub const MODAL_INPUT: &str = "value";

/// A user's private channel, asked for.
pub fn open_direct(user: u64) -> serde_json::Value {
    serde_json::json!({ "recipient_id": user.to_string() })
}

/// A public thread that archives itself after an hour.
pub fn probe_thread() -> serde_json::Value {
    serde_json::json!({ "name": "chaodipi check", "type": 11, "auto_archive_duration": 60 })
}

/// A thread is archived.
pub fn archived() -> serde_json::Value {
    serde_json::json!({ "archived": true })
}

fn create(body: &Body, nonce: &str) -> CreateMessage {
    let mut message = CreateMessage::new()
        .content(&body.text)
        .components(rows(body))
        .allowed_mentions(mentions(body))
        .nonce(Nonce::String(nonce.to_owned()))
        .enforce_nonce(true);
    if let Some(picture) = &body.picture {
        message = message.add_file(attachment(picture));
    }
    message
}

fn edit_message(body: &Body, same_picture: bool) -> EditMessage {
    let message = EditMessage::new()
        .content(&body.text)
        .components(rows(body))
        .allowed_mentions(mentions(body));
    if same_picture {
        message
    } else {
        message.attachments(attachments(body))
    }
}

fn edit_response(body: &Body, same_picture: bool) -> EditInteractionResponse {
    let message = EditInteractionResponse::new()
        .content(&body.text)
        .components(rows(body))
        .allowed_mentions(mentions(body));
    if same_picture {
        message
    } else {
        message.attachments(attachments(body))
    }
}

fn answer(body: &Body) -> CreateInteractionResponseMessage {
    let mut message = CreateInteractionResponseMessage::new()
        .content(&body.text)
        .components(rows(body))
        .allowed_mentions(mentions(body));
    if let Some(picture) = &body.picture {
        message = message.add_file(attachment(picture));
    }
    if let Some(file) = &body.file {
        message = message.add_file(kept(file));
    }
    message
}

fn mentions(body: &Body) -> CreateAllowedMentions {
    let users = body.pings.iter().filter(|&&id| id != 0);
    CreateAllowedMentions::new().users(users.map(|&id| UserId::new(id)))
}

fn attachment(picture: &Picture) -> CreateAttachment {
    CreateAttachment::bytes(picture.png(), picture.name).description(&picture.alt)
}

fn kept(file: &File) -> CreateAttachment {
    CreateAttachment::bytes(file.bytes.to_vec(), &file.name)
}

/// All that the message has from now on: its picture and its file, or none.
fn attachments(body: &Body) -> EditAttachments {
    let picture = body.picture.iter().map(attachment);
    let all = picture.chain(body.file.iter().map(kept));
    all.fold(EditAttachments::new(), EditAttachments::add)
}

fn rows(body: &Body) -> Vec<CreateActionRow> {
    body.rows
        .iter()
        .map(|row| match row {
            Row::Buttons(buttons) => CreateActionRow::Buttons(buttons.iter().map(button).collect()),
            Row::Select(menu) => CreateActionRow::SelectMenu(select(menu)),
            Row::People(menu) => CreateActionRow::SelectMenu(people(menu)),
        })
        .collect()
}

fn button(button: &Button) -> CreateButton {
    CreateButton::new(&button.id)
        .label(&button.label)
        .style(match button.style {
            Style::Primary => ButtonStyle::Primary,
            Style::Secondary => ButtonStyle::Secondary,
            Style::Success => ButtonStyle::Success,
            Style::Danger => ButtonStyle::Danger,
        })
        .disabled(button.disabled)
}

fn select(select: &Select) -> CreateSelectMenu {
    let options = select
        .options
        .iter()
        .map(|o| CreateSelectMenuOption::new(&o.label, &o.value).default_selection(o.picked))
        .collect();
    let menu = CreateSelectMenu::new(&select.id, CreateSelectMenuKind::String { options })
        .min_values(select.min)
        .max_values(select.max);
    if select.placeholder.is_empty() {
        menu
    } else {
        menu.placeholder(&select.placeholder)
    }
}

fn people(select: &PeopleSelect) -> CreateSelectMenu {
    let default_users = None;
    CreateSelectMenu::new(&select.id, CreateSelectMenuKind::User { default_users })
        .placeholder(&select.placeholder)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::cards::two_decks;
    use crate::discord::reply::SelectOption;
    use crate::render::{Face, HandSheet, Labels, Palette, Sheet};

    fn picture(cards: usize) -> Picture {
        let faces = two_decks().into_iter().take(cards).map(Face::plain);
        let sheet = HandSheet {
            groups: vec![faces.collect()],
            labels: Labels::Latin,
            palette: Palette::FourColour,
            large: false,
        };
        Picture::new("hand.png", Sheet::Hand(sheet), "BJ LJ".to_owned())
    }

    fn value(of: impl serde::Serialize) -> Value {
        serde_json::to_value(of).expect("builders serialize")
    }

    fn body() -> Body {
        Body {
            text: "your hand <@5>".to_owned(),
            picture: Some(picture(2)),
            rows: vec![
                Row::Buttons(vec![Button {
                    id: "v1.x".to_owned(),
                    label: "Play".to_owned(),
                    style: Style::Success,
                    disabled: true,
                }]),
                Row::Select(Select {
                    id: "v1.y".to_owned(),
                    placeholder: "cards".to_owned(),
                    min: 0,
                    max: 1,
                    options: vec![SelectOption {
                        label: "♠A".to_owned(),
                        value: "c0".to_owned(),
                        picked: true,
                    }],
                }),
            ],
            file: None,
            pings: Vec::new(),
        }
    }

    #[test]
    fn every_private_answer_is_ephemeral() {
        let private = Private::new(body());
        for answer in [answer_private(&private), defer_private()] {
            assert_eq!(value(answer)["data"]["flags"], json!(64));
        }
        let public = value(answer_public(&Public::new(body())));
        assert!(public["data"].get("flags").is_none());
    }

    #[test]
    fn nobody_is_pinged_unless_named() {
        let quiet = json!({ "parse": [], "users": [], "roles": [] });
        let (private, public) = (Private::new(body()), Public::new(body()));
        for message in [
            value(post(&public, "n")),
            value(direct_post(&private, "n")),
            value(edit(&public, false)),
            value(direct_edit(&private, true)),
            value(answer_private(&private))["data"].clone(),
            value(answer_public(&public))["data"].clone(),
            value(edit_answer(&private, false)),
        ] {
            assert_eq!(message["allowed_mentions"], quiet);
        }
        let loud = Public::new(Body {
            pings: vec![5],
            ..body()
        });
        assert_eq!(
            value(post(&loud, "n"))["allowed_mentions"]["users"],
            json!(["5"])
        );
    }

    #[test]
    fn a_post_carries_its_nonce_and_alt_text() {
        let message = value(post(&Public::new(body()), "n1"));
        assert_eq!(message["nonce"], json!("n1"));
        assert_eq!(message["enforce_nonce"], json!(true));
        assert_eq!(message["attachments"][0]["description"], json!("BJ LJ"));
        assert_eq!(message["attachments"][0]["filename"], json!("hand.png"));
        assert_eq!(
            message["components"][0]["components"][0]["disabled"],
            json!(true)
        );
        let option = &message["components"][1]["components"][0]["options"][0];
        assert_eq!(option["default"], json!(true));
    }

    #[test]
    fn an_answer_carries_its_file_beside_its_picture() {
        let with = Private::new(Body {
            file: Some(File {
                name: "record.jsonl".to_owned(),
                bytes: b"{}".as_slice().into(),
            }),
            ..body()
        });
        for message in [
            value(answer_private(&with))["data"].clone(),
            value(edit_answer(&with, false)),
        ] {
            let names = message["attachments"].as_array().map(|all| {
                let names = all.iter().map(|a| a["filename"].clone());
                names.collect::<Vec<_>>()
            });
            assert_eq!(names, Some(vec![json!("hand.png"), json!("record.jsonl")]));
        }
    }

    #[test]
    fn an_edit_keeps_replaces_or_removes_the_picture() {
        let private = Private::new(body());
        assert!(
            value(direct_edit(&private, true))
                .get("attachments")
                .is_none()
        );
        let replaced = value(direct_edit(&private, false));
        assert_eq!(replaced["attachments"].as_array().map(Vec::len), Some(1));
        let bare = Private::new(Body {
            picture: None,
            ..body()
        });
        assert_eq!(value(direct_edit(&bare, false))["attachments"], json!([]));
        assert_eq!(value(edit_answer(&bare, false))["attachments"], json!([]));
    }

    #[test]
    fn no_click_is_answered_with_an_update() {
        assert_eq!(value(acknowledge())["type"], json!(6));
    }

    #[test]
    fn prints_tell_text_and_picture_apart() {
        let one = Print::of(&body());
        assert_eq!(one, Print::of(&body()));
        let mut text = body();
        text.text.push('!');
        let other = Print::of(&text);
        assert!(one != other && one.same_picture(other));
        let mut alt = body();
        if let Some(picture) = &mut alt.picture {
            picture.alt.push('!');
        }
        assert!(!one.same_picture(Print::of(&alt)));
        let more = Body {
            picture: Some(picture(3)),
            ..body()
        };
        assert!(!one.same_picture(Print::of(&more)));
        let drawn = body();
        assert!(drawn.picture.as_ref().is_some_and(|p| !p.png().is_empty()));
        assert_eq!(one, Print::of(&drawn), "drawn or not");
        assert!(!one.same_picture(Print::UNKNOWN));
        let bare = Body::default();
        assert!(!Print::of(&bare).same_picture(Print::UNKNOWN));
    }

    #[test]
    fn choices_keep_to_the_limits() {
        let many: Vec<_> = (0..30).map(|i| (format!("{i}"), format!("{i}"))).collect();
        let answer = value(choices(&many));
        assert_eq!(answer["type"], json!(8));
        assert_eq!(answer["data"]["choices"].as_array().map(Vec::len), Some(25));
    }

    #[test]
    fn a_thread_sleeps_after_a_day() {
        // Any server allows that; longer ones were not allowed everywhere.
        assert_eq!(thread("a table")["auto_archive_duration"], json!(1440));
    }

    #[test]
    fn a_modal_has_one_input() {
        let answer = value(modal("v1.m", "Title", "Label", ""));
        assert_eq!(answer["type"], json!(9));
        let input = &answer["data"]["components"][0]["components"][0];
        assert_eq!(input["custom_id"], json!(MODAL_INPUT));
        assert!(input.get("value").is_none() || input["value"].is_null());
    }
}
