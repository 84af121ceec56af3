//! What people do: slash commands, clicks, choices, forms, and asking for suggestions.

use serde_json::{Value, json};

use super::send::Act;
use super::{Answer, Cannot, Choice, Outcome, SeenForm};
use crate::sandbox::Sandbox;
use crate::sandbox::ids::{ChannelId, GuildId, MessageId, UserId};
use crate::sandbox::model::{Command, InteractionKind, World};
use crate::sandbox::options::MANAGE_GUILD;
use crate::sandbox::wire::{CommandOption, Component};

/// The type of a command's option that names somebody.
const USER: u8 = 6;

impl Sandbox {
    /// Types a slash command: `path` is its name and subcommand, as `["table", "sit"]`; `options` by name.
    ///
    /// # Errors
    /// What the person's client would not offer or send.
    pub async fn slash(
        &self,
        user: UserId,
        channel: ChannelId,
        path: &[&str],
        options: &[(&str, Value)],
    ) -> Result<Outcome, Cannot> {
        let act = command(&self.shared.world(), user, channel, path, options, None)?;
        Ok(self.send(act).await)
    }

    /// Types a slash command and asks for suggestions for the option `focused`, which is among `options`.
    ///
    /// # Errors
    /// What the person's client would not offer; and [`Cannot::Unanswered`] if no suggestions come.
    pub async fn autocomplete(
        &self,
        user: UserId,
        channel: ChannelId,
        path: &[&str],
        options: &[(&str, Value)],
        focused: &str,
    ) -> Result<Vec<Choice>, Cannot> {
        let act = command(
            &self.shared.world(),
            user,
            channel,
            path,
            options,
            Some(focused),
        )?;
        match self.send(act).await.answer {
            Answer::Choices(choices) => Ok(choices),
            Answer::Message(_)
            | Answer::Deferred(_)
            | Answer::Acknowledged
            | Answer::Updated(_)
            | Answer::Form(_)
            | Answer::Failed => Err(Cannot::Unanswered),
        }
    }

    /// Clicks a button of a message the person sees.
    ///
    /// # Errors
    /// If the person could not click it.
    pub async fn click(
        &self,
        user: UserId,
        message: MessageId,
        custom_id: &str,
    ) -> Result<Outcome, Cannot> {
        let act = {
            let world = self.shared.world();
            let part = part(&world, user, message, custom_id, 2)?;
            component(
                &world,
                user,
                message,
                json!({ "custom_id": custom_id, "component_type": part.kind }),
            )?
        };
        Ok(self.send(act).await)
    }

    /// Chooses entries of a select of a message the person sees; in a select of people their ids.
    ///
    /// # Errors
    /// If the person could not choose so.
    pub async fn select(
        &self,
        user: UserId,
        message: MessageId,
        custom_id: &str,
        values: &[&str],
    ) -> Result<Outcome, Cannot> {
        let act = {
            let world = self.shared.world();
            let chosen = part(&world, user, message, custom_id, 3);
            let part = chosen.or_else(|_| part(&world, user, message, custom_id, 5))?;
            let count = values.len() as u64;
            let offered = |value: &&str| {
                let listed = part.options.iter().flatten();
                let mut listed = listed.map(|option| option.value.as_str());
                match part.kind {
                    5 => is_member(&world, message, value),
                    _ => listed.any(|option| option == *value),
                }
            };
            let twice = values
                .iter()
                .enumerate()
                .any(|(at, value)| values[..at].contains(value));
            let fits =
                (part.min_values.unwrap_or(1)..=part.max_values.unwrap_or(1)).contains(&count);
            if twice || !fits || !values.iter().all(offered) {
                return Err(Cannot::BadChoice(custom_id.to_owned()));
            }
            let mut data =
                json!({ "custom_id": custom_id, "component_type": part.kind, "values": values });
            if part.kind == 5 {
                data["resolved"] = people(&world, message, values.iter().copied());
            }
            component(&world, user, message, data)?
        };
        Ok(self.send(act).await)
    }

    /// Sends a click or choice that no honest client would: on any message, with any custom id and values (`None`
    /// clicks, `Some` chooses), by anybody.
    ///
    /// # Errors
    /// If there never was such a message or person.
    pub async fn forge_click(
        &self,
        user: UserId,
        message: MessageId,
        custom_id: &str,
        values: Option<&[&str]>,
    ) -> Result<Outcome, Cannot> {
        let data = match values {
            None => json!({ "custom_id": custom_id, "component_type": 2 }),
            Some(values) => {
                json!({ "custom_id": custom_id, "component_type": 3, "values": values })
            }
        };
        let act = component(&self.shared.world(), user, message, data)?;
        Ok(self.send(act).await)
    }

    /// Sends a form that opened; fields not named keep what they were filled with.
    ///
    /// # Errors
    /// If a client would not send it so.
    pub async fn submit_modal(
        &self,
        user: UserId,
        form: &SeenForm,
        values: &[(&str, &str)],
    ) -> Result<Outcome, Cannot> {
        let known = |name: &str| form.fields.iter().any(|field| field.custom_id == name);
        if let Some((name, _)) = values.iter().find(|(name, _)| !known(name)) {
            return Err(Cannot::BadField((*name).to_owned()));
        }
        let mut rows = Vec::new();
        for field in &form.fields {
            let given = values
                .iter()
                .find(|(name, _)| *name == field.custom_id)
                .map(|(_, value)| *value);
            let value = given.unwrap_or(&field.value);
            let length = value.chars().count();
            let (min, max) = field.length;
            let empty = length == 0 && !field.required;
            if !empty && (length == 0 || length < min || length > max) {
                return Err(Cannot::BadField(field.custom_id.clone()));
            }
            rows.push(json!({
                "type": 1, "components": [{ "type": 4, "custom_id": field.custom_id, "value": value }],
            }));
        }
        let act = {
            let world = self.shared.world();
            let opened = world
                .interactions
                .get(&form.interaction)
                .filter(|i| i.user == user);
            let opened = opened.ok_or(Cannot::NoSuchUser)?;
            Act {
                kind: InteractionKind::Modal,
                user,
                channel: opened.channel,
                source: opened.source,
                command: None,
                data: json!({ "custom_id": form.custom_id, "components": rows }),
            }
        };
        Ok(self.send(act).await)
    }
}

/// The button (2) or select (3) a person may use.
fn part<'a>(
    world: &'a World,
    user: UserId,
    id: MessageId,
    custom_id: &str,
    kind: u8,
) -> Result<&'a Component, Cannot> {
    let message = world
        .messages
        .get(&id)
        .filter(|message| world.sees(user, message));
    let message = message.ok_or(Cannot::NoSuchMessage)?;
    let part = message
        .parts()
        .find(|part| part.kind == kind && part.custom_id.as_deref() == Some(custom_id));
    let part = part.ok_or_else(|| Cannot::NoSuchPart(custom_id.to_owned()))?;
    if part.disabled == Some(true) {
        return Err(Cannot::Disabled(custom_id.to_owned()));
    }
    Ok(part)
}

fn component(world: &World, user: UserId, id: MessageId, data: Value) -> Result<Act, Cannot> {
    if !world.users.contains_key(&user) {
        return Err(Cannot::NoSuchUser);
    }
    let message = world.messages.get(&id).ok_or(Cannot::NoSuchMessage)?;
    Ok(Act {
        kind: InteractionKind::Component,
        user,
        channel: message.channel,
        source: Some(id),
        command: None,
        data,
    })
}

/// A command as the person's client would build it from what the bot registered.
fn command(
    world: &World,
    user: UserId,
    channel: ChannelId,
    path: &[&str],
    options: &[(&str, Value)],
    focused: Option<&str>,
) -> Result<Act, Cannot> {
    if !world.users.contains_key(&user) {
        return Err(Cannot::NoSuchUser);
    }
    if !world.sees_channel(user, channel) {
        return Err(Cannot::NoSuchChannel);
    }
    let unknown = || Cannot::NoSuchCommand(path.join(" "));
    let (name, below) = path.split_first().ok_or_else(unknown)?;
    let command = offered(world, user, channel, name).ok_or_else(unknown)?;
    let mut declared = &command.body.options;
    let mut nesting = Vec::new();
    for name in below {
        let inner = declared
            .iter()
            .find(|option| option.kind <= 2 && option.name == *name);
        let inner = inner.ok_or_else(unknown)?;
        nesting.push((inner.kind, inner.name.as_str()));
        declared = &inner.options;
    }
    if declared.iter().any(|option| option.kind <= 2) {
        return Err(unknown());
    }
    let mut sent = arguments(world, declared, options, focused)?;
    for (kind, name) in nesting.into_iter().rev() {
        sent = vec![json!({ "type": kind, "name": name, "options": sent })];
    }
    let mut data =
        json!({ "id": command.id, "name": command.body.name, "type": 1, "options": sent });
    data["resolved"] = resolved(world, world.guild_of(channel), declared, options);
    Ok(Act {
        kind: if focused.is_some() {
            InteractionKind::Autocomplete
        } else {
            InteractionKind::Command
        },
        user,
        channel,
        source: None,
        command: Some(path.join(" ")),
        data,
    })
}

/// The command of that name a person is offered in a channel: the server's own first, then the global one.
fn offered<'a>(
    world: &'a World,
    user: UserId,
    channel: ChannelId,
    name: &str,
) -> Option<&'a Command> {
    let guild = world.guild_of(channel);
    let named = |place| {
        world
            .commands
            .get(&place)
            .and_then(|list| list.iter().find(|c| c.body.name == name))
    };
    let own = guild.and_then(|guild| named(Some(guild)));
    let global = || {
        named(None).filter(|command| match (&command.body.contexts, guild) {
            (Some(contexts), Some(_)) => contexts.contains(&0),
            (Some(contexts), None) => contexts.contains(&1),
            (None, Some(_)) => true,
            (None, None) => command.body.dm_permission != Some(false),
        })
    };
    let allowed = |command: &&Command| {
        let Some(guild) = guild.and_then(|id| world.guilds.get(&id)) else {
            return true;
        };
        let needed = command
            .body
            .default_member_permissions
            .as_deref()
            .map(|bits| bits.parse().unwrap_or(0));
        let has = guild.permissions(user);
        match needed {
            None => true,
            Some(0) => has & MANAGE_GUILD != 0,
            Some(bits) => has & bits == bits,
        }
    };
    own.or_else(global).filter(allowed)
}

fn arguments(
    world: &World,
    declared: &[CommandOption],
    given: &[(&str, Value)],
    focused: Option<&str>,
) -> Result<Vec<Value>, Cannot> {
    let bad = |name: &str| Cannot::BadOption(name.to_owned());
    let unknown = given
        .iter()
        .find(|(name, _)| !declared.iter().any(|option| option.name == *name));
    if let Some((name, _)) = unknown {
        return Err(bad(name));
    }
    if let Some(name) = focused
        && !declared
            .iter()
            .any(|option| option.name == name && option.autocomplete)
    {
        return Err(bad(name));
    }
    let mut sent = Vec::new();
    for option in declared {
        let Some((_, value)) = given.iter().find(|(name, _)| *name == option.name) else {
            if focused.is_none() && option.required {
                return Err(bad(&option.name));
            }
            continue;
        };
        let is_focused = focused == Some(option.name.as_str());
        if !is_focused && !sendable(world, option, value) {
            return Err(bad(&option.name));
        }
        let mut json = json!({ "type": option.kind, "name": option.name, "value": value });
        if is_focused {
            json["focused"] = json!(true);
        }
        sent.push(json);
    }
    Ok(sent)
}

/// Whether a client would send this value for that option.
fn sendable(world: &World, option: &CommandOption, value: &Value) -> bool {
    let id = || value.as_str().and_then(|text| text.parse().ok());
    let typed = match option.kind {
        3 => value.as_str().is_some_and(|text| {
            let length = text.chars().count() as u64;
            (option.min_length.unwrap_or(0)..=option.max_length.unwrap_or(6000)).contains(&length)
        }),
        4 => value.is_i64() || value.is_u64(),
        5 => value.is_boolean(),
        10 => value.is_number(),
        USER => id().is_some_and(|id| world.users.contains_key(&UserId(id))),
        _ => id().is_some(),
    };
    let above = |bound: &Option<Value>, at_least: bool| match (
        bound.as_ref().and_then(Value::as_f64),
        value.as_f64(),
    ) {
        (Some(bound), Some(value)) => {
            if at_least {
                value >= bound
            } else {
                value <= bound
            }
        }
        _ => true,
    };
    let chosen =
        option.choices.is_empty() || option.choices.iter().any(|choice| choice.value == *value);
    typed && chosen && above(&option.min_value, true) && above(&option.max_value, false)
}

/// The people named in options, spelled out.
fn resolved(
    world: &World,
    guild: Option<GuildId>,
    declared: &[CommandOption],
    given: &[(&str, Value)],
) -> Value {
    let named = declared.iter().filter(|option| option.kind == USER);
    let named = named.filter_map(|option| {
        let given = given.iter().find(|(name, _)| *name == option.name);
        given.and_then(|(_, value)| value.as_str())
    });
    spelled_out(world, guild, named)
}

/// The people chosen in a select of a message, spelled out.
fn people<'a>(world: &World, message: MessageId, ids: impl Iterator<Item = &'a str>) -> Value {
    spelled_out(world, guild_of(world, message), ids)
}

fn spelled_out<'a>(
    world: &World,
    guild: Option<GuildId>,
    ids: impl Iterator<Item = &'a str>,
) -> Value {
    let (mut users, mut members) = (json!({}), json!({}));
    for id in ids.filter_map(|text| text.parse().ok()) {
        users[UserId::to_string(&id)] = world.user_json(id);
        if let Some(guild) = guild {
            let mut member = world.member_json(guild, id);
            // The user stands beside it already.
            if let Some(fields) = member.as_object_mut() {
                for beside in ["user", "deaf", "mute"] {
                    fields.remove(beside);
                }
            }
            member["permissions"] = json!("0");
            members[UserId::to_string(&id)] = member;
        }
    }
    json!({ "users": users, "members": members })
}

fn guild_of(world: &World, message: MessageId) -> Option<GuildId> {
    let message = world.messages.get(&message)?;
    world.guild_of(message.channel)
}

/// Whether a person is in the server of a message.
fn is_member(world: &World, message: MessageId, id: &str) -> bool {
    let guild = guild_of(world, message).and_then(|guild| world.guilds.get(&guild));
    let id: Option<UserId> = id.parse().ok();
    guild
        .zip(id)
        .is_some_and(|(guild, id)| guild.members.contains(&id))
}
