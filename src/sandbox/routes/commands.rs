//! Registered commands, global and of one server.

use super::{Answer, Reply, Request, parse, unknown_route};
use crate::sandbox::check;
use crate::sandbox::ids::{CommandId, GuildId, UserId};
use crate::sandbox::model::{Command, World};
use crate::sandbox::refusal::Refusal;
use crate::sandbox::wire::{CommandBody, read};

pub(super) fn route(
    world: &mut World,
    request: &Request,
    app: &str,
    guild: Option<GuildId>,
    rest: &[&str],
) -> Answer {
    if parse::<UserId>(app)? != World::BOT {
        return Err(Refusal::new(404, 10002, "Unknown Application"));
    }
    if guild.is_some_and(|guild| !world.guilds.contains_key(&guild)) {
        return Err(Refusal::missing_access());
    }
    match (request.method.as_str(), rest) {
        ("GET", []) => Ok(Reply::ok(world.commands_json(guild).into())),
        ("PUT", []) => {
            let bodies: Vec<CommandBody> = read(&request.body)?;
            check::commands(&bodies)?;
            let known = world.commands.remove(&guild).unwrap_or_default();
            let commands = bodies
                .into_iter()
                .map(|body| keep_id(world, &known, body))
                .collect();
            world.commands.insert(guild, commands);
            Ok(Reply::ok(world.commands_json(guild).into()))
        }
        ("POST", []) => {
            let body: CommandBody = read(&request.body)?;
            check::commands(std::slice::from_ref(&body))?;
            let mut known = world.commands.remove(&guild).unwrap_or_default();
            let command = keep_id(world, &known, body);
            let json = World::command_json(guild, &command);
            known.retain(|old| old.id != command.id);
            known.push(command);
            world.commands.insert(guild, known);
            Ok(Reply::ok(json))
        }
        ("DELETE", [id]) => {
            let id: CommandId = parse(id)?;
            world
                .commands
                .entry(guild)
                .or_default()
                .retain(|command| command.id != id);
            Ok(Reply::empty())
        }
        _ => Err(unknown_route()),
    }
}

/// A command registered again under its name keeps its id.
fn keep_id(world: &mut World, known: &[Command], body: CommandBody) -> Command {
    let version = world.ids.next();
    let old = known.iter().find(|command| command.body.name == body.name);
    let id = old.map_or_else(|| CommandId(world.ids.next()), |command| command.id);
    Command { id, version, body }
}
