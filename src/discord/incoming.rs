//! What comes from Discord, read into plain values: who asks, where, and what.

use serenity::model::Permissions;
use serenity::model::application::{
    ActionRowComponent, CommandInteraction, ComponentInteraction, ComponentInteractionDataKind,
    Interaction, ModalInteraction, ResolvedOption, ResolvedValue, Unresolved,
};
use serenity::model::channel::{ChannelType, Message, MessageFlags, PartialChannel};
use serenity::model::guild::Member;
use serenity::model::id::UserId;
use serenity::model::user::User;

use crate::commands::{OptionValue, Request};
use crate::i18n::Lang;

/// An interaction.
pub(super) struct Incoming {
    pub(super) id: u64,
    pub(super) token: String,
    /// The Discord user id of who asks: the only identity there is.
    pub(super) user: u64,
    /// The name to show: the nickname in the server, else the display name.
    pub(super) name: String,
    pub(super) lang: Lang,
    pub(super) guild: Option<u64>,
    pub(super) channel: u64,
    pub(super) manager: bool,
    pub(super) app_permissions: Option<u64>,
    /// The channel is a thread.
    pub(super) thread: bool,
    /// The channel of the thread.
    pub(super) parent: Option<u64>,
    /// The roles of who asks in the server.
    pub(super) roles: Vec<u64>,
    pub(super) origin: Origin,
    pub(super) request: Request,
}

/// What was used to ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// A slash command, or a modal opened by one.
    Command,
    /// The typing of a slash command.
    Typing,
    /// A control on a message everybody sees.
    PublicMessage,
    /// A control on a message only this person sees, with the message's id.
    PrivateMessage(u64),
}

impl Incoming {
    /// Reads an interaction; `None` for kinds this bot never asked for.
    pub(super) fn read(interaction: Interaction) -> Option<Incoming> {
        // A later version of the library may know more kinds.
        if let Interaction::Command(command) = interaction {
            let (path, options) = options(command.data.options());
            let request = Request::Slash {
                name: command.data.name.clone(),
                path,
                options,
            };
            Some(of_command(&command, Origin::Command, request))
        } else if let Interaction::Autocomplete(command) = interaction {
            let focused = command.data.autocomplete()?.name.to_owned();
            let (path, options) = options(command.data.options());
            let request = Request::Complete {
                name: command.data.name.clone(),
                path,
                options,
                focused,
            };
            Some(of_command(&command, Origin::Typing, request))
        } else if let Interaction::Component(component) = interaction {
            Some(of_component(&component))
        } else if let Interaction::Modal(modal) = interaction {
            Some(of_modal(&modal))
        } else {
            None
        }
    }

    /// Whether it was asked in the bot's private messages.
    pub(super) const fn direct(&self) -> bool {
        self.guild.is_none()
    }
}

fn of_command(command: &CommandInteraction, origin: Origin, request: Request) -> Incoming {
    let member = command.member.as_deref();
    Incoming {
        id: command.id.get(),
        token: command.token.clone(),
        user: command.user.id.get(),
        name: name(&command.user, member),
        lang: Lang::from_locale(&command.locale),
        guild: command.guild_id.map(|id| id.get()),
        channel: command.channel_id.get(),
        manager: manages(member),
        app_permissions: command.app_permissions.map(|p| p.bits()),
        thread: command.channel.as_ref().is_some_and(is_thread),
        parent: parent(command.channel.as_ref()),
        roles: roles(member),
        origin,
        request,
    }
}

fn of_component(component: &ComponentInteraction) -> Incoming {
    let member = component.member.as_ref();
    let id = component.data.custom_id.clone();
    let request = match &component.data.kind {
        ComponentInteractionDataKind::StringSelect { values } => Request::Component {
            id,
            values: values.clone(),
        },
        ComponentInteractionDataKind::UserSelect { values } => Request::Person {
            person: values.first().and_then(|&user| chosen(component, user)),
            id,
        },
        // Other selects are never sent; a button has no values.
        ComponentInteractionDataKind::Button
        | ComponentInteractionDataKind::RoleSelect { .. }
        | ComponentInteractionDataKind::MentionableSelect { .. }
        | ComponentInteractionDataKind::ChannelSelect { .. }
        | ComponentInteractionDataKind::Unknown(_) => Request::Component {
            id,
            values: Vec::new(),
        },
    };
    let guild = component.guild_id.map(|id| id.get());
    Incoming {
        id: component.id.get(),
        token: component.token.clone(),
        user: component.user.id.get(),
        name: name(&component.user, member),
        lang: Lang::from_locale(&component.locale),
        guild,
        channel: component.channel_id.get(),
        manager: manages(member),
        app_permissions: component.app_permissions.map(|p| p.bits()),
        thread: component.channel.as_ref().is_some_and(is_thread),
        parent: parent(component.channel.as_ref()),
        roles: roles(member),
        origin: message_origin(&component.message, guild),
        request,
    }
}

/// Somebody chosen in a select: the Discord user id and the name to show; no bot.
fn chosen(component: &ComponentInteraction, user: UserId) -> Option<(u64, String)> {
    let resolved = &component.data.resolved;
    let member = resolved.members.get(&user);
    let nick = member.and_then(|member| member.nick.clone());
    let known = resolved.users.get(&user).filter(|user| !user.bot)?;
    Some((user.get(), shown_name(nick, known)))
}

fn of_modal(modal: &ModalInteraction) -> Incoming {
    let member = modal.member.as_ref();
    let guild = modal.guild_id.map(|id| id.get());
    let message = modal.message.as_deref();
    let parts = modal.data.components.iter().flat_map(|r| &r.components);
    let value = parts
        .filter_map(|part| match part {
            ActionRowComponent::InputText(input) => input.value.clone(),
            ActionRowComponent::Button(_) | ActionRowComponent::SelectMenu(_) => None,
            // A later version of the library may know more kinds.
            _ => None,
        })
        .next();
    Incoming {
        id: modal.id.get(),
        token: modal.token.clone(),
        user: modal.user.id.get(),
        name: name(&modal.user, member),
        lang: Lang::from_locale(&modal.locale),
        guild,
        channel: modal.channel_id.get(),
        manager: manages(member),
        app_permissions: modal.app_permissions.map(|p| p.bits()),
        thread: modal.channel.as_ref().is_some_and(is_thread),
        parent: parent(modal.channel.as_ref()),
        roles: roles(member),
        origin: message.map_or(Origin::Command, |m| message_origin(m, guild)),
        request: Request::Modal {
            id: modal.data.custom_id.clone(),
            value: value.unwrap_or_default(),
        },
    }
}

/// Whether a message is for one person only is told by where it is and by its
/// own flag, never by what it says.
fn message_origin(message: &Message, guild: Option<u64>) -> Origin {
    let ephemeral = message
        .flags
        .is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL));
    if guild.is_none() || ephemeral {
        Origin::PrivateMessage(message.id.get())
    } else {
        Origin::PublicMessage
    }
}

fn name(user: &User, member: Option<&Member>) -> String {
    shown_name(member.and_then(|m| m.nick.clone()), user)
}

fn shown_name(nick: Option<String>, user: &User) -> String {
    nick.or_else(|| user.global_name.clone())
        .unwrap_or_else(|| user.name.clone())
}

fn is_thread(channel: &PartialChannel) -> bool {
    matches!(
        channel.kind,
        ChannelType::NewsThread | ChannelType::PublicThread | ChannelType::PrivateThread
    )
}

/// The channel in which a thread is.
fn parent(channel: Option<&PartialChannel>) -> Option<u64> {
    let thread = channel.filter(|channel| is_thread(channel))?;
    thread.parent_id.map(|id| id.get())
}

fn roles(member: Option<&Member>) -> Vec<u64> {
    let roles = member.map(|m| m.roles.as_slice()).unwrap_or_default();
    roles.iter().map(|id| id.get()).collect()
}

/// Whether somebody may manage the server: such a person may end any table.
fn manages(member: Option<&Member>) -> bool {
    let permissions = member.and_then(|m| m.permissions).unwrap_or_default();
    permissions.intersects(Permissions::ADMINISTRATOR | Permissions::MANAGE_GUILD)
}

/// The subcommands, outer first, and the options of the innermost.
fn options(given: Vec<ResolvedOption<'_>>) -> (Vec<String>, Vec<(String, OptionValue)>) {
    let (mut path, mut options) = (Vec::new(), Vec::new());
    let mut level = given;
    loop {
        let mut deeper = None;
        for ResolvedOption { name, value, .. } in level {
            let plain = match value {
                ResolvedValue::SubCommand(inner) | ResolvedValue::SubCommandGroup(inner) => {
                    path.push(name.to_owned());
                    deeper = Some(inner);
                    continue;
                }
                ResolvedValue::String(text) => OptionValue::Text(text.to_owned()),
                ResolvedValue::Autocomplete { value, .. } => OptionValue::Text(value.to_owned()),
                ResolvedValue::Integer(number) => OptionValue::Number(number),
                ResolvedValue::Boolean(flag) => OptionValue::Flag(flag),
                ResolvedValue::User(user, _) if user.bot => OptionValue::Bot,
                ResolvedValue::User(user, member) => {
                    let nick = member.and_then(|m| m.nick.clone());
                    OptionValue::User(user.id.get(), shown_name(nick, user))
                }
                // No command has options of these kinds.
                ResolvedValue::Channel(channel) => OptionValue::Id(channel.id.get()),
                ResolvedValue::Role(role) => OptionValue::Id(role.id.get()),
                ResolvedValue::Unresolved(Unresolved::Channel(id)) => OptionValue::Id(id.get()),
                ResolvedValue::Unresolved(Unresolved::RoleId(id)) => OptionValue::Id(id.get()),
                ResolvedValue::Number(_)
                | ResolvedValue::Attachment(_)
                | ResolvedValue::Unresolved(_) => continue,
                // A later version of the library may know more kinds.
                _ => continue,
            };
            options.push((name.to_owned(), plain));
        }
        match deeper {
            Some(inner) => level = inner,
            None => return (path, options),
        }
    }
}
