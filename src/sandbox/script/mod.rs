//! Scripted people: four users who sit down and play, each looking only at
//! what it sees itself, by clicks, by typed commands, or by both.

pub(crate) mod choose;
mod known;
pub(crate) mod panel;

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::{Cannot, ChannelId, Outcome, PrivateMessages, Sandbox, SeenMessage, Stuck, UserId};
use crate::clock::Millis;
use choose::Deed;
pub use known::{Known, Used};
use panel::Panel;

/// How a person plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Habit {
    /// Buttons and selects only.
    Clicks,
    /// Slash commands only.
    Commands,
    /// Now the one, now the other.
    Mixed,
}

/// Why a script cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    /// The bot did not come to rest.
    #[error(transparent)]
    Stuck(#[from] Stuck),
    /// A person's client did not offer what the script wanted to do.
    #[error("{who} cannot {what}: {why}")]
    Cannot {
        /// Who.
        who: UserId,
        /// What was tried.
        what: String,
        /// What the client says.
        why: Cannot,
    },
    /// The bot did not answer in time.
    #[error("no answer to {who}: {what}")]
    Unanswered {
        /// Who.
        who: UserId,
        /// What was tried.
        what: String,
    },
    /// A person would have to use what it does not know.
    #[error("{who} does not know {what}")]
    Unknown {
        /// Who.
        who: UserId,
        /// What: the words on a control, or a command.
        what: String,
    },
    /// A person tried the same step again and again.
    #[error("{who} does not get past {step}; the panel says: {text}")]
    Refused {
        /// Who.
        who: UserId,
        /// The step.
        step: String,
        /// The panel.
        text: String,
    },
    /// Nobody has anything to do and no timer is set.
    #[error("nothing moves any more")]
    Dead,
    /// It took longer than it may.
    #[error("not done after {0} moves of time")]
    TooLong(usize),
}

/// So often a person may try one step before the script gives up.
const TRIES: u32 = 12;
/// So many tries of a step follow one plan: a pick, its confirmation, and what
/// a panel suggests; some of them again where panels are late.
const ROUND: u32 = 7;
/// So long a person thinks, in milliseconds, after its panel changed.
const THINKS: std::ops::Range<u64> = 700..2500;
/// So long a person waits for its panel to change after acting on it.
const PATIENCE: Duration = Duration::from_secs(4);

/// So much time lies between what people do in the lobby.
const BETWEEN: Duration = Duration::from_secs(1);

/// A scripted person.
struct Person {
    user: UserId,
    habit: Habit,
    private: ChannelId,
    seed: u64,
    /// Where it types; nothing of the game follows from that.
    places: StdRng,
    /// How often each step was tried.
    tries: HashMap<String, u32>,
    /// Questions to place a card that are settled.
    placed: HashSet<String>,
    /// What it is asked, and when it is done thinking.
    thinks: Option<(String, Millis)>,
}

impl Person {
    /// The chance for one thing: what a person does follows from the seed,
    /// who it is and what it is asked, however often the bot was restarted.
    fn chance(&self, what: &str, step: &str) -> StdRng {
        let mut hash = Sha256::new();
        hash.update(self.seed.to_le_bytes());
        hash.update(self.user.0.to_le_bytes());
        hash.update(what);
        hash.update([0]);
        hash.update(step);
        StdRng::from_seed(hash.finalize().into())
    }

    /// When it is done thinking about what it is asked now.
    fn ready(&mut self, panel: &Panel, now: Millis) -> Millis {
        let asked = panel.asked();
        if let Some((before, ready)) = &self.thinks
            && *before == asked
        {
            return *ready;
        }
        let thinks = self.chance("thinks", &panel.step).random_range(THINKS);
        let ready = now + Duration::from_millis(thinks);
        self.thinks = Some((asked, ready));
        ready
    }
}

/// Four people at one table.
pub struct Script {
    sandbox: Sandbox,
    channel: ChannelId,
    people: Vec<Person>,
    /// Actions done so far.
    pub deeds: usize,
    /// Actions the bot left without an answer, where that is allowed.
    pub unanswered: usize,
    /// Whether a missing answer is an error. Not where answers get lost on purpose.
    pub strict: bool,
    /// What these people know; nothing else do they press or type.
    pub known: Known,
}

impl Script {
    /// People who will play in that channel; `seed` feeds their choices.
    #[must_use]
    pub fn new(
        sandbox: &Sandbox,
        channel: ChannelId,
        users: &[UserId],
        habit: Habit,
        seed: u64,
    ) -> Script {
        let people = users
            .iter()
            .map(|&user| Person {
                user,
                habit,
                private: sandbox.open_private_channel(user),
                seed,
                places: StdRng::seed_from_u64(seed.wrapping_mul(1009).wrapping_add(user.0)),
                tries: HashMap::new(),
                placed: HashSet::new(),
                thinks: None,
            })
            .collect();
        Script {
            sandbox: sandbox.clone(),
            channel,
            people,
            deeds: 0,
            unanswered: 0,
            strict: true,
            known: Known::default(),
        }
    }

    /// Opens a table with these options of `/table new`, sits everybody down
    /// (computer players on the seats that are left), and starts.
    ///
    /// # Errors
    /// What the bot or a client refuses.
    pub async fn begin(&mut self, options: &[(&str, Value)]) -> Result<(), Trouble> {
        let typed = |path: &'static [&'static str]| (path, Vec::new());
        self.insist(0, "", (&["table", "new"], options.to_vec()))
            .await?;
        for who in 0..self.people.len() {
            let seat = vec![("seat", json!(who.to_string()))];
            self.insist(who, "v1.sit.", (&["table", "sit"], seat))
                .await?;
        }
        for _ in self.people.len()..4 {
            self.insist(0, "v1.bot.", typed(&["table", "bot"])).await?;
        }
        for who in 0..self.people.len() {
            self.insist(who, "v1.ready.", typed(&["table", "ready"]))
                .await?;
        }
        self.insist(0, "v1.start.", typed(&["table", "start"]))
            .await
    }

    /// Does a thing in the lobby, by the button that begins so where there is
    /// one and the person clicks, else by the command. Where answers may get
    /// lost it is done again until it is not refused: what was clicked on may
    /// have been out of date.
    async fn insist(
        &mut self,
        who: usize,
        button: &str,
        (path, options): (&[&str], Vec<(&str, Value)>),
    ) -> Result<(), Trouble> {
        let mut said = String::new();
        for _ in 0..TRIES {
            let control = self.control(button).filter(|_| self.clicks(who));
            let outcome = match control.filter(|_| !button.is_empty()) {
                Some(message) => {
                    let free = message.buttons_of(button).find(|b| !b.disabled);
                    let id = free.map(|b| b.custom_id.clone()).unwrap_or_default();
                    self.click(who, &message, &id).await?
                }
                None => self.type_command(who, path, &options).await?,
            };
            if let Some(outcome) = outcome {
                said = outcome
                    .message()
                    .map_or(String::new(), |m| m.content.clone());
                if !said.starts_with('❗') {
                    // One after the other, not all in one moment.
                    return Ok(self.sandbox.run_for(BETWEEN).await?);
                }
            }
            if self.strict {
                break;
            }
            self.sandbox.run_for(PATIENCE).await?;
        }
        Err(Trouble::Refused {
            who: self.people[who].user,
            step: path.join(" "),
            text: said,
        })
    }

    /// Plays on until `done` says so, moving time on whenever nobody has
    /// anything to do; at most `most` moves of time.
    ///
    /// # Errors
    /// When the game cannot go on.
    pub async fn play_until(
        &mut self,
        most: usize,
        mut done: impl FnMut(&Sandbox) -> bool,
    ) -> Result<(), Trouble> {
        for _ in 0..most {
            loop {
                self.sandbox.settle().await?;
                if done(&self.sandbox) {
                    return Ok(());
                }
                if !self.act().await? {
                    break;
                }
            }
            let next = self.sandbox.next_timer().await?;
            let next = next.into_iter().chain(self.thinks_until()).min();
            self.sandbox.advance_to(next.ok_or(Trouble::Dead)?);
        }
        Err(Trouble::TooLong(most))
    }

    /// When the next person is done thinking.
    fn thinks_until(&self) -> Option<Millis> {
        let now = self.sandbox.now();
        self.people
            .iter()
            .filter_map(|p| p.thinks.as_ref().map(|(_, ready)| *ready))
            .filter(|&at| at > now)
            .min()
    }

    /// Lets the first person who has something to do, do it; `false` when
    /// nobody has.
    ///
    /// # Errors
    /// When a person cannot do what its panel offers.
    pub async fn act(&mut self) -> Result<bool, Trouble> {
        for who in 0..self.people.len() {
            if self.act_as(who).await? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Lets one person do what it has to do, if anything.
    ///
    /// # Errors
    /// As [`Script::act`].
    pub async fn act_as(&mut self, who: usize) -> Result<bool, Trouble> {
        let user = self.people[who].user;
        let Some(message) = self.panel_of(who) else {
            return self.open_hand(who).await;
        };
        let Some(panel) = Panel::read(&message) else {
            return Ok(false);
        };
        let now = self.sandbox.now();
        let person = &mut self.people[who];
        if now < person.ready(&panel, now) {
            return Ok(false);
        }
        let step = format!("{} of {}", panel.step, message.id);
        let tries = person.tries.get(&step).copied().unwrap_or_default();
        if tries >= TRIES {
            return Err(Trouble::Refused {
                who: user,
                step,
                text: message.content,
            });
        }
        let round = format!("{} round {}", panel.step, tries / ROUND);
        let typed = match person.habit {
            Habit::Clicks => false,
            Habit::Commands => true,
            Habit::Mixed => person.chance("typed", &round).random_bool(0.5),
        };
        let place = choose::place_key(&panel);
        let mut chance = person.chance("deed", &round);
        let deed = match &place {
            Some(key) if person.placed.contains(key) => None,
            Some(key) => choose::place(&panel, typed, &mut person.chance("place", key)),
            None => choose::deed(&panel, typed, tries, &mut chance),
        };
        let Some(deed) = deed else {
            person.placed.extend(place);
            return Ok(false);
        };
        let answered = self.carry_out(who, &message, deed, &round).await?;
        // A person who got no answer does the same again.
        if answered {
            let person = &mut self.people[who];
            *person.tries.entry(step).or_default() += 1;
            person.thinks = Some((panel.asked(), self.sandbox.now() + PATIENCE));
            person.placed.extend(place);
        }
        Ok(answered)
    }

    /// Whether there was an answer.
    async fn carry_out(
        &mut self,
        who: usize,
        message: &SeenMessage,
        deed: Deed,
        round: &str,
    ) -> Result<bool, Trouble> {
        let done = match deed {
            Deed::Click(id) => self.click(who, message, &id).await?,
            Deed::Select(id, values) => {
                let user = self.people[who].user;
                let values: Vec<&str> = values.iter().map(String::as_str).collect();
                self.known.choose(user, message, &id)?;
                let what = format!("choose in {id}");
                let outcome = self.sandbox.select(user, message.id, &id, &values).await;
                self.done(user, what, outcome)?
            }
            Deed::Type(name, cards) => {
                let options: Vec<(&str, Value)> =
                    cards.iter().map(|c| ("cards", json!(c))).collect();
                let path: Vec<&str> = name.split(' ').collect();
                self.type_command(who, &path, &options).await?
            }
            Deed::Complete => return self.complete(who, round).await,
        };
        Ok(done.is_some())
    }

    /// Types `/play` with one of the plays that are suggested. Whether there
    /// was an answer.
    async fn complete(&mut self, who: usize, round: &str) -> Result<bool, Trouble> {
        let place = self.place(who);
        let user = self.people[who].user;
        self.known.command(user, &["play"])?;
        let choices = self
            .sandbox
            .autocomplete(user, place, &["play"], &[("cards", json!(""))], "cards")
            .await;
        let choices = match choices {
            Ok(choices) => choices,
            Err(Cannot::Unanswered) if !self.strict => {
                self.unanswered += 1;
                return Ok(false);
            }
            Err(why) => {
                return Err(Trouble::Cannot {
                    who: user,
                    what: "complete /play".to_owned(),
                    why,
                });
            }
        };
        let mut chance = self.people[who].chance("play", round);
        let Some(choice) = choices.choose(&mut chance) else {
            return Ok(true);
        };
        let options = [("cards", choice.value.clone())];
        let done = self.type_command(who, &["play"], &options).await?;
        Ok(done.is_some())
    }

    /// The newest message that shows this person's own panel: in its private
    /// channel, where messages still come, else an ephemeral one in the channel.
    fn panel_of(&self, who: usize) -> Option<SeenMessage> {
        let person = &self.people[who];
        let of_panel = |m: &SeenMessage| Panel::read(m).is_some();
        let closed = {
            let world = self.sandbox.shared.world();
            let user = world.users.get(&person.user);
            user.is_some_and(|u| u.private_messages == PrivateMessages::Closed)
        };
        let direct = if closed {
            Vec::new()
        } else {
            self.sandbox.channel(person.private)
        };
        let newest = |list: Vec<SeenMessage>| {
            list.into_iter()
                .filter(of_panel)
                .max_by_key(|m| (m.created, m.id))
        };
        newest(direct).or_else(|| newest(self.sandbox.ephemerals(person.user)))
    }

    /// Opens the panel by the button under the newest public message.
    async fn open_hand(&mut self, who: usize) -> Result<bool, Trouble> {
        let user = self.people[who].user;
        let Some(message) = self.control("v1.hand.") else {
            return Ok(false);
        };
        // Once for each public message, so that waiting for others ends.
        let step = format!("hand of {}", message.id);
        if self.people[who].tries.insert(step, 1).is_some() {
            return Ok(false);
        }
        let typed = self.people[who].habit == Habit::Commands;
        if typed {
            self.type_command(who, &["hand"], &[]).await?;
        } else {
            let id = message.button("v1.hand.").map(|b| b.custom_id.clone());
            let id = id.unwrap_or_default();
            self.known.press(user, &message, &id)?;
            let outcome = self.sandbox.click(user, message.id, &id).await;
            self.done(user, "click My hand".to_owned(), outcome)?;
        }
        Ok(true)
    }

    /// The newest public message with such a control.
    fn control(&self, prefix: &str) -> Option<SeenMessage> {
        self.sandbox
            .channel(self.channel)
            .into_iter()
            .filter(|m| !m.ephemeral && m.button(prefix).is_some_and(|b| !b.disabled))
            .max_by_key(|m| (m.created, m.id))
    }

    fn clicks(&self, who: usize) -> bool {
        self.people[who].habit != Habit::Commands
    }

    /// Where a person types: now in the channel, now in private.
    fn place(&mut self, who: usize) -> ChannelId {
        let person = &mut self.people[who];
        if person.places.random_bool(0.5) {
            self.channel
        } else {
            person.private
        }
    }

    async fn click(
        &mut self,
        who: usize,
        message: &SeenMessage,
        id: &str,
    ) -> Result<Option<Outcome>, Trouble> {
        let user = self.people[who].user;
        self.known.press(user, message, id)?;
        let outcome = self.sandbox.click(user, message.id, id).await;
        let done = self.done(user, format!("click {id}"), outcome)?;
        self.sandbox.settle().await?;
        Ok(done)
    }

    /// Types a slash command; `/table` in the channel, others anywhere.
    ///
    /// # Errors
    /// When it is not offered or not answered.
    pub async fn type_command(
        &mut self,
        who: usize,
        path: &[&str],
        options: &[(&str, Value)],
    ) -> Result<Option<Outcome>, Trouble> {
        let place = match path.first() {
            Some(&"table") => self.channel,
            _ => self.place(who),
        };
        let user = self.people[who].user;
        self.known.command(user, path)?;
        let outcome = self.sandbox.slash(user, place, path, options).await;
        let done = self.done(user, format!("type /{}", path.join(" ")), outcome)?;
        self.sandbox.settle().await?;
        Ok(done)
    }

    fn done(
        &mut self,
        who: UserId,
        what: String,
        outcome: Result<Outcome, Cannot>,
    ) -> Result<Option<Outcome>, Trouble> {
        self.deeds += 1;
        match outcome {
            Ok(outcome) if outcome.failed() => {
                self.unanswered += 1;
                if self.strict {
                    return Err(Trouble::Unanswered { who, what });
                }
                Ok(None)
            }
            Ok(outcome) => Ok(Some(outcome)),
            // A panel may change between being looked at and being clicked.
            Err(Cannot::NoSuchPart(_) | Cannot::Disabled(_) | Cannot::NoSuchMessage)
                if !self.strict =>
            {
                Ok(None)
            }
            Err(why) => Err(Trouble::Cannot { who, what, why }),
        }
    }
}
