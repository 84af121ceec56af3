//! The file in which a stand-in keeps people, channels, messages and pictures, so that they outlive the process.
//!
//! Written before anything is answered. It also lets the process forget what is old: see [`recent`].

mod file;
mod recent;

use std::collections::HashSet;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};
use tokio::sync::Mutex;

use super::Shared;
use super::ids::{AttachmentId, ChannelId, MessageId};
use super::model::{Channel, Command, Guild, Message, User, World};
use file::{File, Written};

/// Messages of each channel that stay in memory.
const IN_MEMORY: usize = 150;

/// People, servers and channels, as they are kept.
#[derive(Clone, Debug, Deserialize, Serialize)]
struct Places {
    users: Vec<User>,
    guilds: Vec<Guild>,
    channels: Vec<Channel>,
}

impl Places {
    fn of(world: &World) -> Self {
        Self {
            users: world.users.values().cloned().collect(),
            guilds: world.guilds.values().cloned().collect(),
            channels: world.channels.values().cloned().collect(),
        }
    }
}

/// Writes what has changed.
#[derive(Debug)]
pub(crate) struct Keeper(Mutex<Kept>);

/// The file, and what of the model stands in it.
#[derive(Debug)]
struct Kept {
    file: File,
    /// The last change of messages that is written.
    change: u64,
    next_id: u64,
    places: String,
    /// The versions of the commands that are written.
    commands: Vec<u64>,
    /// Files of messages that are written.
    files: HashSet<AttachmentId>,
}

impl Keeper {
    /// Opens the file, makes it where it is missing, and takes up what is kept there: people and channels, and the
    /// newest messages of each channel.
    ///
    /// # Errors
    /// `ResourceBusy` when another process uses it; what the system or SQLite reports.
    pub(crate) async fn open(path: &Path, world: &mut World) -> io::Result<Self> {
        let mut file = File::open(path).await?;
        if let Some(next) = file.state("ids").await? {
            let next: u64 = read("the next id", &next)?;
            world.ids.resume(next);
        }
        let places = file.state("places").await?;
        if let Some(text) = &places {
            take_up(world, read("people and channels", text)?);
        }
        if let Some(text) = file.state("commands").await? {
            let commands: Vec<(Option<super::GuildId>, Vec<Command>)> = read("commands", &text)?;
            world.commands = commands.into_iter().collect();
        }
        let channels: Vec<ChannelId> = world.channels.keys().copied().collect();
        for channel in channels {
            for message in file.newest(&[channel], None, IN_MEMORY).await? {
                world.remember_nonce(&message);
                world.take_up(message);
            }
        }
        let kept = Kept {
            change: world.changes.last(),
            next_id: 0,
            places: places.unwrap_or_default(),
            commands: world.command_versions(),
            files: HashSet::new(),
            file,
        };
        Ok(Self(Mutex::new(kept)))
    }

    /// Writes what has changed since it was last called, and forgets what is old.
    async fn write(&self, shared: &Shared) -> io::Result<()> {
        let mut guard = self.0.lock().await;
        let kept = &mut *guard;
        let Some(news) = News::of(&shared.world(), kept)? else {
            return Ok(());
        };
        kept.file
            .write(&Written {
                ids: news.next_id.to_string(),
                places: news.places.as_deref(),
                commands: news.commands.as_ref().map(|(text, _)| text.as_str()),
                messages: &news.messages,
                gone: &news.gone,
                known: &kept.files,
            })
            .await?;
        kept.change = news.change;
        kept.next_id = news.next_id;
        if let Some(places) = news.places {
            kept.places = places;
        }
        if let Some((_, versions)) = news.commands {
            kept.commands = versions;
        }
        let files = news.messages.iter().flat_map(|m| &m.files).map(|f| f.id);
        kept.files.extend(files);
        let mut world = shared.world();
        recent::lay_down(&mut world, &news.messages);
        recent::forget(&mut world, kept.change, IN_MEMORY, &mut kept.files);
        Ok(())
    }

    /// A text that was noted under a key.
    pub(crate) async fn noted(&self, key: &str) -> io::Result<Option<String>> {
        self.0.lock().await.file.state(key).await
    }

    /// Notes a text under a key.
    pub(crate) async fn note(&self, key: &str, value: &str) -> io::Result<()> {
        self.0.lock().await.file.note(key, value).await
    }

    /// Kept messages of some channels from before `before`, oldest first.
    pub(crate) async fn page(
        &self,
        channels: &[ChannelId],
        before: Option<MessageId>,
        count: usize,
    ) -> io::Result<Vec<Message>> {
        self.0
            .lock()
            .await
            .file
            .newest(channels, before, count)
            .await
    }

    /// A kept message.
    pub(crate) async fn message(&self, id: MessageId) -> io::Result<Option<Message>> {
        self.0.lock().await.file.message(id).await
    }

    /// The bytes of a kept file.
    pub(crate) async fn bytes(&self, id: AttachmentId) -> io::Result<Option<Vec<u8>>> {
        self.0.lock().await.file.bytes(id).await
    }

    /// The message a kept file belongs to.
    pub(crate) async fn message_of(&self, id: AttachmentId) -> io::Result<Option<MessageId>> {
        self.0.lock().await.file.message_of(id).await
    }
}

impl Shared {
    /// Writes what has changed, where a file is kept. What cannot be written is logged: play goes on.
    pub(crate) async fn keep(&self) {
        if let Some(keeper) = &self.keeper
            && let Err(error) = keeper.write(self).await
        {
            tracing::error!(%error, "the stand-in cannot keep what happened");
        }
    }

    /// Brings a message that only the file knows back into the model.
    pub(crate) async fn recall(&self, id: MessageId) {
        let Some(keeper) = &self.keeper else {
            return;
        };
        if self.world().messages.contains_key(&id) {
            return;
        }
        match keeper.message(id).await {
            Ok(Some(message)) => self.world().take_up(message),
            Ok(None) => {}
            Err(error) => tracing::error!(%error, "the stand-in cannot read a message"),
        }
    }
}

/// What of the model is to be written.
struct News {
    change: u64,
    next_id: u64,
    places: Option<String>,
    commands: Option<(String, Vec<u64>)>,
    messages: Vec<Message>,
    gone: Vec<MessageId>,
}

impl News {
    fn of(world: &World, kept: &Kept) -> io::Result<Option<Self>> {
        let (change, next_id) = (world.changes.last(), world.ids.last());
        let places = text(&Places::of(world))?;
        let places = (places != kept.places).then_some(places);
        let versions = world.command_versions();
        let commands = if versions == kept.commands {
            None
        } else {
            let list: Vec<_> = world.commands.iter().collect();
            Some((text(&list)?, versions))
        };
        if change == kept.change
            && next_id == kept.next_id
            && places.is_none()
            && commands.is_none()
        {
            return Ok(None);
        }
        let (mut messages, mut gone) = (Vec::new(), Vec::new());
        for id in world.changes.after(kept.change) {
            match world.messages.get(&id).filter(|m| !m.deleted) {
                Some(message) => messages.push(message.clone()),
                None => gone.push(id),
            }
        }
        Ok(Some(Self {
            change,
            next_id,
            places,
            commands,
            messages,
            gone,
        }))
    }
}

/// People and channels as they were; people and permissions that are new by the options stay.
fn take_up(world: &mut World, places: Places) {
    world
        .users
        .extend(places.users.into_iter().map(|u| (u.id, u)));
    for mut guild in places.guilds {
        if let Some(new) = world.guilds.get(&guild.id) {
            guild.members.extend(&new.members);
        }
        world.guilds.insert(guild.id, guild);
    }
    for mut channel in places.channels {
        if let Some(new) = world.channels.get(&channel.id) {
            channel.permissions |= new.permissions;
        }
        world.channels.insert(channel.id, channel);
    }
}

fn text<T: Serialize>(value: &T) -> io::Result<String> {
    serde_json::to_string(value).map_err(io::Error::other)
}

fn read<T: serde::de::DeserializeOwned>(what: &str, text: &str) -> io::Result<T> {
    serde_json::from_str(text).map_err(|e| io::Error::other(format!("{what}: {e}")))
}
