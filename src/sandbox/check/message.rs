//! Limits of texts, embeds, files, mentions and suggestions.

use super::{components, count, ensure, length, maybe};
use crate::sandbox::model::File;
use crate::sandbox::options::Limits;
use crate::sandbox::refusal::Refusal;
use crate::sandbox::wire::{AllowedMentions, ChoiceBody, Embed, MessageBody};

/// The longest content of a bot's message.
const CONTENT: usize = 2000;

/// All limits of a message body with its files.
pub(crate) fn message(body: &MessageBody, files: &[File], limits: &Limits) -> Result<(), Refusal> {
    if let Some(Some(content)) = &body.content {
        text_length(content)?;
    }
    if let Some(Some(list)) = &body.embeds {
        embeds(list)?;
    }
    if let Some(Some(list)) = &body.components {
        components::rows(list)?;
    }
    if let Some(allowed) = &body.allowed_mentions {
        mentions(allowed)?;
    }
    if let Some(Some(list)) = &body.attachments {
        count("attachments", list.len(), 0, 10)?;
        for (a, entry) in list.iter().enumerate() {
            if let Some(Some(text)) = &entry.description {
                length(&format!("attachments.{a}.description"), text, 0, 1024)?;
            }
        }
    }
    ensure(
        body.sticker_ids.is_empty(),
        "sticker_ids",
        "This bot has no stickers.",
    )?;
    count("files", files.len(), 0, 10)?;
    for file in files {
        ensure(
            file.number.is_some(),
            &file.field,
            "Not a file of a message.",
        )?;
        if file.bytes.len() > limits.file_bytes {
            return Err(Refusal::new(413, 40005, "Request entity too large"));
        }
    }
    Ok(())
}

/// The limit of a message's content.
fn text_length(content: &str) -> Result<(), Refusal> {
    length("content", content, 0, CONTENT)
}

/// The limits of embeds, alone and together.
fn embeds(embeds: &[Embed]) -> Result<(), Refusal> {
    count("embeds", embeds.len(), 0, 10)?;
    let mut total = 0;
    for (e, embed) in embeds.iter().enumerate() {
        let path = format!("embeds.{e}");
        maybe(&format!("{path}.title"), embed.title.as_deref(), 0, 256)?;
        maybe(
            &format!("{path}.description"),
            embed.description.as_deref(),
            0,
            4096,
        )?;
        count(&format!("{path}.fields"), embed.fields.len(), 0, 25)?;
        let texts = [&embed.title, &embed.description];
        total += texts
            .into_iter()
            .flatten()
            .map(|text| text.chars().count())
            .sum::<usize>();
        for (f, field) in embed.fields.iter().enumerate() {
            length(&format!("{path}.fields.{f}.name"), &field.name, 1, 256)?;
            length(&format!("{path}.fields.{f}.value"), &field.value, 1, 1024)?;
            total += field.name.chars().count() + field.value.chars().count();
        }
        if let Some(footer) = &embed.footer {
            length(&format!("{path}.footer.text"), &footer.text, 1, 2048)?;
            total += footer.text.chars().count();
        }
        if let Some(author) = &embed.author {
            length(&format!("{path}.author.name"), &author.name, 1, 256)?;
            total += author.name.chars().count();
        }
        if let Some(color) = embed.color {
            ensure(
                color <= 0xff_ffff,
                &format!("{path}.color"),
                "Must be at most 16777215.",
            )?;
        }
        for image in [&embed.image, &embed.thumbnail].into_iter().flatten() {
            let known = ["attachment://", "http://", "https://"]
                .iter()
                .any(|s| image.url.starts_with(s));
            ensure(
                known,
                &format!("{path}.image.url"),
                "Not a well formed URL.",
            )?;
        }
    }
    ensure(
        total <= 6000,
        "embeds",
        "Embed size exceeds maximum size of 6000",
    )
}

/// The suggestions for an option.
pub(crate) fn choices(choices: &[ChoiceBody]) -> Result<(), Refusal> {
    count("data.choices", choices.len(), 0, 25)?;
    for (c, choice) in choices.iter().enumerate() {
        length(&format!("data.choices.{c}.name"), &choice.name, 1, 100)?;
        if let Some(text) = choice.value.as_str() {
            length(&format!("data.choices.{c}.value"), text, 0, 100)?;
        } else {
            ensure(
                choice.value.is_number(),
                &format!("data.choices.{c}.value"),
                "Not a value.",
            )?;
        }
    }
    Ok(())
}

fn mentions(allowed: &AllowedMentions) -> Result<(), Refusal> {
    let parse = allowed.parse.as_deref().unwrap_or_default();
    let users = allowed.users.as_deref().unwrap_or_default();
    let roles = allowed.roles.as_deref().unwrap_or_default();
    for word in parse {
        let known = ["users", "roles", "everyone"].contains(&word.as_str());
        ensure(known, "allowed_mentions.parse", "Not a kind of mention.")?;
    }
    let twice = |word: &str, listed: bool| listed && parse.iter().any(|p| p == word);
    let clash = twice("users", !users.is_empty()) || twice("roles", !roles.is_empty());
    ensure(!clash, "allowed_mentions.parse", "Both parsed and listed.")?;
    count("allowed_mentions.users", users.len(), 0, 100)
}
