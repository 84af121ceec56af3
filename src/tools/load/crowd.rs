//! The users of a load: who sits where, and what they do next.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use futures_util::stream::{self, StreamExt, TryStreamExt};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};

use super::measure::Done;
use crate::error::AppError;
use crate::sandbox::script::choose::{self, Deed};
use crate::sandbox::script::panel::Panel;
use crate::sandbox::{
    Cannot, ChannelId, ClockMode, GuildSpec, MessageId, Outcome, Sandbox, SandboxOptions,
    SeenMessage, UserId, UserSpec, WITHOUT_THREADS,
};

/// Tables that are set up side by side.
const SIDE_BY_SIDE: usize = 8;
/// So long is waited for everybody's cards.
const CARDS: Duration = Duration::from_secs(120);
/// So many tables are looked at for somebody with something to do.
const LOOKS: usize = 12;
/// So often a step is tried before it is left alone.
const TRIES: u32 = 12;
/// So long a person waits for a panel to change that it has acted on.
const UNCHANGED: Duration = Duration::from_secs(4);
const LOCALES: [&str; 4] = ["en-US", "zh-CN", "zh-TW", "en-GB"];
/// The first channel and the first user.
const FIRST_CHANNEL: u64 = 5001;
const FIRST_USER: u64 = 10_001;

/// A stand-in with so many channels and four users for each.
pub(super) fn options(tables: usize, seed: u64) -> SandboxOptions {
    let users: Vec<UserSpec> = (0..4 * tables as u64)
        .map(|n| {
            let locale = LOCALES[(n % 4) as usize];
            UserSpec::new(FIRST_USER + n, &format!("User{n}")).locale(locale)
        })
        .collect();
    let members: Vec<UserId> = users.iter().map(|user| user.id).collect();
    let channels = (0..tables as u64).map(|n| (ChannelId(FIRST_CHANNEL + n), format!("table-{n}")));
    SandboxOptions {
        guilds: vec![GuildSpec {
            id: SandboxOptions::GUILD,
            name: "Load".to_owned(),
            locale: "en-US".to_owned(),
            channels: channels.collect(),
            managers: Vec::new(),
            members,
            permissions: WITHOUT_THREADS,
        }],
        users,
        clock: ClockMode::Real,
        seed,
        ..SandboxOptions::default()
    }
}

/// All users.
pub(super) struct Crowd {
    sandbox: Sandbox,
    tables: Vec<Mutex<Table>>,
    chance: Mutex<StdRng>,
}

struct Table {
    channel: ChannelId,
    people: Vec<Person>,
}

struct Person {
    user: UserId,
    private: ChannelId,
    chance: StdRng,
    /// An action of this person has not been answered yet.
    acting: bool,
    tries: HashMap<String, u32>,
    /// The panel acted on last, as it looked, and when.
    acted: Option<((MessageId, u32), Instant)>,
    /// Questions whether to place a card that have been answered.
    placed: HashSet<String>,
}

/// An action that is about to be sent.
struct Planned {
    kind: &'static str,
    table: usize,
    /// The place at the table.
    who: usize,
    user: UserId,
    channel: ChannelId,
    what: What,
}

enum What {
    Click(MessageId, String),
    Forge(MessageId, String),
    Select(MessageId, String, Vec<String>),
    Type(ChannelId, &'static str, Option<String>),
    Complete(ChannelId),
}

impl Crowd {
    pub(super) fn new(sandbox: &Sandbox, tables: usize, seed: u64) -> Crowd {
        let person = |table: u64, place: u64| {
            let user = UserId(FIRST_USER + 4 * table + place);
            Person {
                user,
                private: sandbox.open_private_channel(user),
                chance: StdRng::seed_from_u64(seed.wrapping_mul(1009).wrapping_add(user.0)),
                acting: false,
                tries: HashMap::new(),
                acted: None,
                placed: HashSet::new(),
            }
        };
        let tables = (0..tables as u64).map(|n| {
            Mutex::new(Table {
                channel: ChannelId(FIRST_CHANNEL + n),
                people: (0..4).map(|place| person(n, place)).collect(),
            })
        });
        Crowd {
            sandbox: sandbox.clone(),
            tables: tables.collect(),
            chance: Mutex::new(StdRng::seed_from_u64(seed)),
        }
    }

    /// Opens every table, sits everybody down, and waits until all have cards.
    pub(super) async fn sit_down(&self) -> Result<(), AppError> {
        let began = Instant::now();
        while self.sandbox.commands(None).is_empty() {
            if began.elapsed() > CARDS {
                return Err(AppError::Usage("no command was registered".to_owned()));
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        stream::iter(0..self.tables.len())
            .map(|number| self.open(number))
            .buffer_unordered(SIDE_BY_SIDE)
            .try_collect::<Vec<()>>()
            .await?;
        let began = Instant::now();
        while !self.all_have_cards() {
            if began.elapsed() > CARDS {
                return Err(AppError::Usage("not everybody got cards".to_owned()));
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        Ok(())
    }

    async fn open(&self, number: usize) -> Result<(), AppError> {
        let (channel, users) = {
            let table = self.table(number);
            let users: Vec<UserId> = table.people.iter().map(|p| p.user).collect();
            (table.channel, users)
        };
        self.set_up(users[0], channel, "new", &[]).await?;
        for (seat, &user) in users.iter().enumerate() {
            let seat = [("seat", json!(seat.to_string()))];
            self.set_up(user, channel, "sit", &seat).await?;
        }
        for &user in &users {
            self.set_up(user, channel, "ready", &[]).await?;
        }
        self.set_up(users[0], channel, "start", &[]).await
    }

    async fn set_up(
        &self,
        user: UserId,
        channel: ChannelId,
        step: &str,
        options: &[(&str, Value)],
    ) -> Result<(), AppError> {
        let path = ["table", step];
        let outcome = self.sandbox.slash(user, channel, &path, options).await;
        match outcome {
            Ok(outcome) if !outcome.failed() => Ok(()),
            Ok(_) => Err(AppError::Usage(format!("/table {step} was not answered"))),
            Err(why) => Err(AppError::Usage(format!("/table {step}: {why}"))),
        }
    }

    fn all_have_cards(&self) -> bool {
        (0..self.tables.len()).all(|number| {
            let table = self.table(number);
            let has_cards = |p: &Person| {
                let with_hand = |m: &SeenMessage| !m.files.is_empty();
                let newest = self.sandbox.newest(p.user, p.private, with_hand);
                newest.is_some()
            };
            table.people.iter().all(has_cards)
        })
    }

    /// Does the next action, which is due at `due`.
    pub(super) async fn act(&self, due: Instant) -> Done {
        let planned = self.plan();
        let (kind, channel) = (planned.kind, planned.channel);
        let outcome = self.send(&planned).await;
        let now = self.sandbox.now();
        self.table(planned.table).people[planned.who].acting = false;
        let (took, changed) = match outcome {
            Ok(Some(outcome)) => {
                let arrived = outcome.arrived.filter(|_| !outcome.failed());
                (arrived.map(|at| at.saturating_duration_since(due)), false)
            }
            // Suggestions have come.
            Ok(None) => (Some(due.elapsed()), false),
            Err(Cannot::Unanswered) => (None, false),
            // The person looks again; that costs it nothing at the bot.
            Err(_) => (Some(due.elapsed()), true),
        };
        let is_play = kind == "play" && took.is_some() && !changed;
        Done {
            kind: if changed { "changed" } else { kind },
            took,
            public: is_play.then_some((channel, now)),
            changed,
        }
    }

    async fn send(&self, planned: &Planned) -> Result<Option<Outcome>, Cannot> {
        let (sandbox, user) = (&self.sandbox, planned.user);
        match &planned.what {
            What::Click(message, id) => sandbox.click(user, *message, id).await.map(Some),
            What::Forge(message, id) => {
                let sent = sandbox.forge_click(user, *message, id, None).await;
                sent.map(Some)
            }
            What::Select(message, id, values) => {
                let values: Vec<&str> = values.iter().map(String::as_str).collect();
                let sent = sandbox.select(user, *message, id, &values).await;
                sent.map(Some)
            }
            What::Type(place, name, cards) => {
                let path: Vec<&str> = name.split(' ').collect();
                let cards = cards.as_ref().map(|c| ("cards", json!(c)));
                let options: Vec<(&str, Value)> = cards.into_iter().collect();
                let sent = sandbox.slash(user, *place, &path, &options).await;
                sent.map(Some)
            }
            What::Complete(place) => {
                let typed = [("cards", json!(""))];
                let sent = sandbox.autocomplete(user, *place, &["play"], &typed, "cards");
                sent.await.map(|_| None)
            }
        }
    }

    fn plan(&self) -> Planned {
        let (kind, first) = {
            let mut chance = self.chance.lock().unwrap_or_else(PoisonError::into_inner);
            let first = chance.random_range(0..self.tables.len());
            (chance.random_range(0..100), first)
        };
        let tables = (0..LOOKS).map(|n| (first + 7 * n) % self.tables.len());
        let found = match kind {
            0..55 => tables.into_iter().find_map(|n| self.asked(n)),
            55..80 => None,
            80..90 => self.button(first, "look", &["v1.status.", "v1.last."]),
            _ => self.foreign(first),
        };
        found
            .or_else(|| self.button(first, "hand", &["v1.hand."]))
            .unwrap_or_else(|| self.typed_hand(first))
    }

    /// What the panel of somebody at that table asks for.
    fn asked(&self, number: usize) -> Option<Planned> {
        let mut table = self.table(number);
        let channel = table.channel;
        for who in 0..table.people.len() {
            let person = &mut table.people[who];
            if person.acting {
                continue;
            }
            let Some(message) = self.panel_of(person, channel) else {
                continue;
            };
            let Some(panel) = Panel::read(&message) else {
                continue;
            };
            let looks = (message.id, message.edits);
            let waits = |&(before, at): &((MessageId, u32), Instant)| {
                before == looks && at.elapsed() < UNCHANGED
            };
            let key = panel.step.clone();
            let tries = person.tries.get(&key).copied().unwrap_or_default();
            if tries >= TRIES || person.acted.as_ref().is_some_and(waits) {
                continue;
            }
            let typed = person.chance.random_bool(0.2);
            let deed = match choose::place_key(&panel) {
                Some(place) => {
                    let new = person.placed.insert(place);
                    let choice = new.then(|| choose::place(&panel, typed, &mut person.chance));
                    choice.flatten()
                }
                None => choose::deed(&panel, typed, tries, &mut person.chance),
            };
            let Some(deed) = deed else {
                continue;
            };
            *person.tries.entry(key).or_default() += 1;
            person.acted = Some((looks, Instant::now()));
            person.acting = true;
            let (kind, what) = described(deed, message.id, person.private);
            return Some(Planned {
                kind,
                table: number,
                who,
                user: person.user,
                channel,
                what,
            });
        }
        None
    }

    /// The newer of a person's panels: private, or ephemeral in the channel.
    fn panel_of(&self, person: &Person, channel: ChannelId) -> Option<SeenMessage> {
        let is_panel = |m: &SeenMessage| Panel::read(m).is_some();
        let direct = self.sandbox.newest(person.user, person.private, is_panel);
        let shown = self
            .sandbox
            .newest(person.user, channel, |m| m.ephemeral && is_panel(m));
        let changed = |m: &SeenMessage| m.edited.unwrap_or(m.created);
        direct.into_iter().chain(shown).max_by_key(changed)
    }

    /// A click on a button under the newest public message.
    fn button(&self, number: usize, kind: &'static str, prefixes: &[&str]) -> Option<Planned> {
        let mut table = self.table(number);
        let channel = table.channel;
        let who = free(&mut table)?;
        let person = &mut table.people[who];
        let prefix = prefixes[person.chance.random_range(0..prefixes.len())];
        let public = |m: &SeenMessage| !m.ephemeral && m.button(prefix).is_some();
        let message = self.sandbox.newest(person.user, channel, public)?;
        let id = message.button(prefix)?.custom_id.clone();
        person.acting = true;
        Some(Planned {
            kind,
            table: number,
            who,
            user: person.user,
            channel,
            what: What::Click(message.id, id),
        })
    }

    /// A click on a button of somebody else's panel, which no client would send.
    fn foreign(&self, number: usize) -> Option<Planned> {
        let mut table = self.table(number);
        let channel = table.channel;
        let who = free(&mut table)?;
        let other = &table.people[(who + 1) % table.people.len()];
        let panel = self.panel_of(other, channel)?;
        let id = panel.buttons.first()?.custom_id.clone();
        let person = &mut table.people[who];
        let anything = |m: &SeenMessage| !m.ephemeral;
        let message = self.sandbox.newest(person.user, channel, anything)?;
        person.acting = true;
        Some(Planned {
            kind: "refused",
            table: number,
            who,
            user: person.user,
            channel,
            what: What::Forge(message.id, id),
        })
    }

    fn typed_hand(&self, number: usize) -> Planned {
        let table = self.table(number);
        let person = &table.people[0];
        Planned {
            kind: "hand",
            table: number,
            who: 0,
            user: person.user,
            channel: table.channel,
            what: What::Type(table.channel, "hand", None),
        }
    }

    fn table(&self, number: usize) -> MutexGuard<'_, Table> {
        let table = &self.tables[number];
        table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Somebody who waits for no answer.
fn free(table: &mut Table) -> Option<usize> {
    let first = table.people[0].chance.random_range(0..4);
    let order = (0..4).map(|n| (first + n) % 4);
    order.into_iter().find(|&who| !table.people[who].acting)
}

/// The kind of a deed and how it is sent.
fn described(deed: Deed, message: MessageId, private: ChannelId) -> (&'static str, What) {
    match deed {
        Deed::Click(id) => {
            let verb = id.split('.').nth(1).unwrap_or_default();
            let kind = match verb {
                "play" | "throw" | "forced" => "play",
                _ => "answer",
            };
            (kind, What::Click(message, id))
        }
        Deed::Select(id, values) => ("draft", What::Select(message, id, values)),
        Deed::Type(name, cards) => ("answer", What::Type(private, name, cards)),
        Deed::Complete => ("suggest", What::Complete(private)),
    }
}
