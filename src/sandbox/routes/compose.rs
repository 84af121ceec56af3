//! Making and changing messages: what every way of posting and editing shares.

use crate::sandbox::api::Notification;
use crate::sandbox::check;
use crate::sandbox::ids::{AttachmentId, ChannelId, InteractionId, MessageId, UserId};
use crate::sandbox::model::{ChannelKind, File, Message, StoredFile, World, png_size};
use crate::sandbox::refusal::Refusal;
use crate::sandbox::wire::{AllowedMentions, AttachmentRef, Embed, MessageBody};

/// Where a new message goes and whence it comes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) channel: ChannelId,
    pub(super) author: UserId,
    pub(super) ephemeral_to: Option<UserId>,
    pub(super) interaction: Option<InteractionId>,
}

/// Makes a message.
pub(super) fn create(
    world: &mut World,
    body: MessageBody,
    files: &[File],
    place: Place,
) -> Result<MessageId, Refusal> {
    check::message(&body, files, &world.limits)?;
    known_flags(&body)?;
    let mut message = blank(world, place);
    message.flags |= body.flags.unwrap_or(0) & (Message::SUPPRESS_EMBEDS | Message::SILENT);
    message.nonce.clone_from(&body.nonce);
    message.reply_to = body
        .message_reference
        .as_ref()
        .and_then(|reference| reference.message_id);
    fill(world, &mut message, body, files, true)?;
    let id = message.id;
    world.put_message(message);
    world.activity += 1;
    Ok(id)
}

/// Makes the placeholder of a deferred answer.
pub(super) fn create_loading(world: &mut World, place: Place) -> MessageId {
    let mut message = blank(world, place);
    message.flags |= Message::LOADING;
    let id = message.id;
    world.put_message(message);
    world.activity += 1;
    id
}

/// Changes a message: absent fields stay, listed attachments stay, new files are added.
pub(super) fn edit(
    world: &mut World,
    id: MessageId,
    body: MessageBody,
    files: &[File],
) -> Result<(), Refusal> {
    check::message(&body, files, &world.limits)?;
    known_flags(&body)?;
    let mut message = world
        .messages
        .get(&id)
        .filter(|m| !m.deleted)
        .cloned()
        .ok_or_else(Refusal::unknown_message)?;
    let first_fill = message.flags & Message::LOADING != 0;
    message.flags &= !Message::LOADING;
    if let Some(flags) = body.flags {
        message.flags =
            message.flags & !Message::SUPPRESS_EMBEDS | flags & Message::SUPPRESS_EMBEDS;
    }
    fill(world, &mut message, body, files, first_fill)?;
    if !first_fill {
        message.edited = Some(world.now);
        message.edits += 1;
    }
    world.put_message(message);
    world.activity += 1;
    Ok(())
}

fn known_flags(body: &MessageBody) -> Result<(), Refusal> {
    let known = Message::SUPPRESS_EMBEDS | Message::SILENT | Message::EPHEMERAL;
    if body.flags.unwrap_or(0) & !known != 0 {
        let mut refusal = Refusal::form("flags", "Not a flag this stand-in knows.");
        refusal.misuse = true;
        return Err(refusal);
    }
    Ok(())
}

fn blank(world: &mut World, place: Place) -> Message {
    let interaction = place.interaction.and_then(|id| world.interactions.get(&id));
    let by = interaction.map(|i| i.user);
    let command = interaction
        .filter(|i| i.made.is_empty())
        .and_then(|i| i.command.clone());
    Message {
        id: MessageId(world.ids.next()),
        channel: place.channel,
        author: place.author,
        content: String::new(),
        embeds: Vec::new(),
        components: Vec::new(),
        files: Vec::new(),
        flags: if place.ephemeral_to.is_some() {
            Message::EPHEMERAL
        } else {
            0
        },
        mentions: Vec::new(),
        created: world.now,
        edited: None,
        edits: 0,
        ephemeral_to: place.ephemeral_to,
        dismissed: false,
        deleted: false,
        nonce: None,
        command,
        by,
        interaction: place.interaction,
        reply_to: None,
    }
}

fn fill(
    world: &mut World,
    message: &mut Message,
    body: MessageBody,
    files: &[File],
    rings: bool,
) -> Result<(), Refusal> {
    if let Some(content) = body.content {
        message.content = content.unwrap_or_default();
    }
    if let Some(embeds) = body.embeds {
        message.embeds = embeds.unwrap_or_default();
    }
    if let Some(components) = body.components {
        message.components = components.unwrap_or_default();
    }
    keep_and_add(world, message, body.attachments, files)?;
    for file in &mut message.files {
        file.embedded = message.embeds.iter().any(|embed| shows(embed, &file.name));
    }
    if message.files.len() > 10 {
        return Err(Refusal::new(
            400,
            30015,
            "Maximum number of attachments in a message reached (10)",
        ));
    }
    if message.content.trim().is_empty() && message.embeds.is_empty() && message.files.is_empty() {
        return Err(Refusal::new(400, 50006, "Cannot send an empty message"));
    }
    message.mentions = mentioned(world, &message.content);
    if rings {
        ring(world, message, body.allowed_mentions.as_ref());
    }
    Ok(())
}

fn shows(embed: &Embed, name: &str) -> bool {
    let images = [&embed.image, &embed.thumbnail];
    images
        .into_iter()
        .flatten()
        .any(|image| image.url.strip_prefix("attachment://") == Some(name))
}

/// Attachments after a change: with a list, exactly what it names plus every file sent; without, all old ones too.
fn keep_and_add(
    world: &mut World,
    message: &mut Message,
    list: Option<Option<Vec<AttachmentRef>>>,
    files: &[File],
) -> Result<(), Refusal> {
    let list = list.map(Option::unwrap_or_default);
    let mut kept = Vec::new();
    let mut notes: Vec<&AttachmentRef> = Vec::new();
    match &list {
        None => kept.append(&mut message.files),
        Some(list) => {
            for (at, entry) in list.iter().enumerate() {
                if let Some(old) = message.files.iter().find(|file| file.id == entry.id) {
                    let mut old = old.clone();
                    if let Some(description) = &entry.description {
                        old.description.clone_from(description);
                    }
                    kept.push(old);
                } else if files.iter().any(|file| file.number == Some(entry.id.0)) {
                    notes.push(entry);
                } else {
                    return Err(Refusal::form(
                        &format!("attachments.{at}.id"),
                        "Neither sent nor there.",
                    ));
                }
            }
        }
    }
    for file in files {
        let note = notes.iter().find(|note| file.number == Some(note.id.0));
        kept.push(StoredFile {
            id: AttachmentId(world.ids.next()),
            name: note
                .and_then(|note| note.filename.clone())
                .unwrap_or_else(|| file.name.clone()),
            description: note.and_then(|note| note.description.clone().flatten()),
            content_type: file.content_type.clone(),
            bytes: std::sync::Arc::clone(&file.bytes),
            length: file.bytes.len(),
            size: png_size(&file.bytes),
            embedded: false,
        });
    }
    message.files = kept;
    Ok(())
}

/// Whom a text names, as `<@id>` or `<@!id>`.
fn mentioned(world: &World, content: &str) -> Vec<UserId> {
    let mut found = Vec::new();
    for part in content.split("<@").skip(1) {
        let digits = part
            .trim_start_matches('!')
            .split('>')
            .next()
            .unwrap_or_default();
        if let Ok(id) = digits.parse::<UserId>()
            && (world.users.contains_key(&id) || id == World::BOT)
            && !found.contains(&id)
        {
            found.push(id);
        }
    }
    found
}

/// Notes who is called by a new message: who is named and may be, or the reader of a private channel.
fn ring(world: &mut World, message: &Message, allowed: Option<&AllowedMentions>) {
    if message.ephemeral_to.is_some() {
        return;
    }
    let called: Vec<UserId> = match world
        .channels
        .get(&message.channel)
        .map(|channel| &channel.kind)
    {
        Some(ChannelKind::Private { recipient }) => vec![*recipient],
        Some(ChannelKind::Text { .. } | ChannelKind::Thread { .. }) => {
            let may = |user: &UserId| match allowed {
                None => true,
                Some(allowed) => {
                    allowed
                        .users
                        .as_ref()
                        .is_some_and(|users| users.contains(user))
                        || allowed
                            .parse
                            .as_ref()
                            .is_some_and(|parse| parse.iter().any(|word| word == "users"))
                }
            };
            message.mentions.iter().copied().filter(may).collect()
        }
        None => Vec::new(),
    };
    for user in called {
        world.notifications.push(Notification {
            user,
            channel: message.channel,
            message: message.id,
            at: world.now,
            silent: message.flags & Message::SILENT != 0,
        });
    }
}
