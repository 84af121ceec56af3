//! The one place that calls Discord: within the budget, again after trouble,
//! and never posting twice.
//!
//! serenity's limiter waits for 429 when Discord itself is called; behind
//! another API, and for lost connections and server errors anywhere, the
//! waits are made here. Whether a post whose answer was lost was made is told
//! by its nonce for a few minutes; after [`DOUBT`] the channel is read first.

mod probe;
mod server;

use std::collections::HashSet;
use std::future::Future;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use serde_json::Value;
use serenity::builder::CreateInteractionResponse;
use serenity::builder::{Builder, CreateMessage, EditMessage};
use serenity::http::Http;
use serenity::model::gateway::BotGateway;
use serenity::model::id::{ApplicationId, ChannelId, GuildId, InteractionId, MessageId};

pub use probe::Held;

use crate::clock::{Busy, Clock, Millis};
use crate::discord::budget::{Budget, Priority};
use crate::discord::build::{self, Private, Public};
use crate::discord::drawing;
use crate::discord::failure::SendError;
use crate::discord::pace::{Kind, Pace, Place};
use crate::discord::reply::Body;
use crate::discord::trace;
use crate::metrics::{self, Note};

/// How long a nonce is trusted to tell a repeated post.
pub const DOUBT: Duration = Duration::from_secs(120);
/// How often an edit, a look-up or a deletion is tried.
const TRIES: u32 = 4;
/// The first wait after trouble; each further one is twice as long.
const FIRST_WAIT: Duration = Duration::from_millis(500);
/// The first wait after "too many calls", where nothing says how long to wait.
const LIMIT_WAIT: Duration = Duration::from_secs(1);
/// The longest wait.
const LONGEST_WAIT: Duration = Duration::from_secs(30);
/// How long one call may take where nothing waits for limits inside it.
const PATIENCE: Duration = Duration::from_secs(10);
/// The same with serenity's limiter, which may wait on its own.
const LIMITED_PATIENCE: Duration = Duration::from_secs(90);
/// The first wait before an interaction is answered again.
const ANSWER_WAIT: Duration = Duration::from_millis(150);

/// A channel or thread of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PublicChannel(pub u64);

/// Somebody's private messages. Only [`Sender::open_direct`] and a channel it
/// gave before make one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DirectChannel(u64);

impl DirectChannel {
    /// A channel that [`Sender::open_direct`] gave before, from the store.
    #[must_use]
    pub const fn stored(id: u64) -> DirectChannel {
        DirectChannel(id)
    }

    /// Its id.
    #[must_use]
    pub const fn id(self) -> u64 {
        self.0
    }
}

/// What tells a post from any other.
#[derive(Clone, Copy, Debug)]
pub struct Posting<'a> {
    /// From [`nonce`].
    pub nonce: &'a str,
    /// Whether it may have been posted before this process began: then the
    /// channel is read first.
    pub doubt: bool,
    /// Messages of the channel that are known to be something else.
    pub known: &'a HashSet<u64>,
    /// How urgent it is.
    pub priority: Priority,
}

/// A message that is in its channel now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Posted {
    /// Its id.
    pub message: u64,
    /// Whether it was found there after doubt: it may show an older state.
    pub found: bool,
}

/// The nonce of a post: 24 characters made from the table, the key of the
/// message and the message it is posted in place of (0: none).
#[must_use]
pub fn nonce(table: i64, key: &str, before: u64) -> String {
    use sha2::{Digest, Sha256};
    let digest = Sha256::digest(format!("{table}/{key}/{before}").as_bytes());
    digest[..12].iter().map(|b| format!("{b:02x}")).collect()
}

/// Calls Discord. Clones share one budget.
#[derive(Clone)]
pub struct Sender(Arc<Inner>);

struct Inner {
    http: Arc<Http>,
    clock: Clock,
    budget: Budget,
    pace: Pace,
    me: OnceLock<u64>,
    patience: Duration,
}

impl Sender {
    /// A sender over that client.
    #[must_use]
    pub fn new(http: Arc<Http>, clock: Clock) -> Sender {
        let patience = if http.ratelimiter.is_some() {
            LIMITED_PATIENCE
        } else {
            PATIENCE
        };
        Sender(Arc::new(Inner {
            http,
            budget: Budget::new(clock.clone()),
            pace: Pace::new(clock.clone()),
            clock,
            me: OnceLock::new(),
            patience,
        }))
    }

    /// Tells who the bot is, once known: its user and its application.
    pub fn set_me(&self, user: u64, application: u64) {
        // The same bot for the life of the process: a second READY changes nothing.
        let _same = self.0.me.set(user);
        if application != 0 {
            self.0
                .http
                .set_application_id(ApplicationId::new(application));
        }
    }

    /// When that many calls of a kind can be made at once in a channel. Who
    /// waits until then, instead of in the call, can send what is newest then.
    #[must_use]
    pub fn room(&self, place: Place, count: usize) -> Millis {
        self.0.pace.room(place, count)
    }

    /// Whether calls that can be done without should not be made now.
    #[must_use]
    pub fn is_tight(&self) -> bool {
        self.0.budget.is_tight()
    }

    /// Where the gateway is, and with how many shards to connect.
    ///
    /// # Errors
    /// As [`Sender::edit`].
    pub async fn gateway(&self, busy: &Busy) -> Result<BotGateway, SendError> {
        self.tried(busy, Some(Toll::only(Priority::Rest)), || {
            self.0.http.get_bot_gateway()
        })
        .await
    }

    /// Posts in a channel of a server.
    ///
    /// # Errors
    /// What Discord refuses; trouble that may pass is waited out.
    pub async fn post(
        &self,
        busy: &Busy,
        channel: PublicChannel,
        message: &Public,
        posting: Posting<'_>,
    ) -> Result<Posted, SendError> {
        drawing::picture(message.body(), busy).await;
        let made = build::post(message, posting.nonce);
        self.post_once(busy, channel.0, &made, message.body(), posting)
            .await
    }

    /// Posts in somebody's private messages.
    ///
    /// # Errors
    /// As [`Sender::post`].
    pub async fn post_direct(
        &self,
        busy: &Busy,
        channel: DirectChannel,
        message: &Private,
        posting: Posting<'_>,
    ) -> Result<Posted, SendError> {
        drawing::picture(message.body(), busy).await;
        let made = build::direct_post(message, posting.nonce);
        self.post_once(busy, channel.0, &made, message.body(), posting)
            .await
    }

    /// Edits a message in a channel of a server.
    ///
    /// # Errors
    /// What Discord refuses, or trouble that lasted.
    pub async fn edit(
        &self,
        busy: &Busy,
        channel: PublicChannel,
        message: u64,
        body: &Public,
        same_picture: bool,
        priority: Priority,
    ) -> Result<(), SendError> {
        draw_new(body.body(), same_picture, busy).await;
        let made = build::edit(body, same_picture);
        self.edit_once(busy, channel.0, message, &made, priority)
            .await
    }

    /// Takes the controls of a message away.
    ///
    /// # Errors
    /// As [`Sender::edit`].
    pub async fn strip(
        &self,
        busy: &Busy,
        channel: PublicChannel,
        message: u64,
    ) -> Result<(), SendError> {
        self.edit_once(busy, channel.0, message, &build::strip(), Priority::Rest)
            .await
    }

    /// Edits a message in somebody's private messages.
    ///
    /// # Errors
    /// As [`Sender::edit`].
    pub async fn edit_direct(
        &self,
        busy: &Busy,
        channel: DirectChannel,
        message: u64,
        body: &Private,
        same_picture: bool,
        priority: Priority,
    ) -> Result<(), SendError> {
        draw_new(body.body(), same_picture, busy).await;
        let made = build::direct_edit(body, same_picture);
        self.edit_once(busy, channel.0, message, &made, priority)
            .await
    }

    /// Deletes a message of the bot's own; one that is gone already is fine.
    ///
    /// # Errors
    /// As [`Sender::edit`].
    pub async fn delete(&self, busy: &Busy, channel: u64, message: u64) -> Result<(), SendError> {
        self.delete_at(busy, channel, message, Priority::Rest).await
    }

    /// The same in somebody's private messages, where it may show cards.
    ///
    /// # Errors
    /// As [`Sender::edit`].
    pub async fn delete_direct(
        &self,
        busy: &Busy,
        channel: DirectChannel,
        message: u64,
    ) -> Result<(), SendError> {
        self.delete_at(busy, channel.0, message, Priority::Private)
            .await
    }

    async fn delete_at(
        &self,
        busy: &Busy,
        channel: u64,
        message: u64,
        priority: Priority,
    ) -> Result<(), SendError> {
        let http = &self.0.http;
        let done = self
            .tried(busy, Some(Toll::only(priority)), || {
                http.delete_message(ChannelId::new(channel), MessageId::new(message), None)
            })
            .await;
        match done {
            Err(SendError::MessageGone) => Ok(()),
            other => other,
        }
    }

    /// Opens the private channel of a user.
    ///
    /// # Errors
    /// As [`Sender::edit`].
    pub async fn open_direct(&self, busy: &Busy, user: u64) -> Result<DirectChannel, SendError> {
        let asked = build::open_direct(user);
        let http = &self.0.http;
        let channel = self
            .tried(busy, Some(Toll::only(Priority::Private)), || {
                http.create_private_channel(&asked)
            })
            .await?;
        Ok(DirectChannel(channel.id.get()))
    }

    /// Replaces all commands, everywhere or in one server only.
    ///
    /// # Errors
    /// As [`Sender::edit`].
    pub async fn put_commands(
        &self,
        busy: &Busy,
        guild: Option<u64>,
        specs: &[Value],
    ) -> Result<(), SendError> {
        let http = &self.0.http;
        self.tried(busy, Some(Toll::only(Priority::Rest)), || async {
            match guild {
                Some(guild) => {
                    http.create_guild_commands(GuildId::new(guild), &specs)
                        .await
                }
                None => http.create_global_commands(&specs).await,
            }
        })
        .await
        .map(drop)
    }

    /// Answers an interaction for the first time; gives up at `until`, when
    /// its token is dead. Outside the budget (P07).
    ///
    /// # Errors
    /// [`SendError::TokenDead`] when it came too late, [`SendError::Answered`]
    /// when somebody else answered; neither is of consequence.
    pub async fn answer(
        &self,
        busy: &Busy,
        interaction: u64,
        token: &str,
        answer: &CreateInteractionResponse,
        until: Millis,
    ) -> Result<(), SendError> {
        let mut wait = ANSWER_WAIT;
        let mut sent = false;
        loop {
            let http = &self.0.http;
            let id = InteractionId::new(interaction);
            let done = self.once(answer.clone().execute(http, (id, token))).await;
            match done {
                // An answer whose receipt was lost has been given.
                Err(SendError::Answered) if sent => return Ok(()),
                Err(error) if error.may_pass() => {
                    sent |= error == SendError::Unsure;
                    let again = self.0.clock.now() + wait;
                    if again >= until {
                        return Err(error);
                    }
                    metrics::note(Note::Retry);
                    busy.sleep_until(again).await;
                    wait *= 2;
                }
                other => return other,
            }
        }
    }

    /// Edits a private answer, or the private message that was clicked,
    /// through the interaction's token; returns the message's id.
    ///
    /// # Errors
    /// As [`Sender::edit`].
    pub async fn edit_answer(
        &self,
        busy: &Busy,
        token: &str,
        body: &Private,
        same_picture: bool,
    ) -> Result<u64, SendError> {
        let edited = self.edited_answer(busy, token, body, same_picture).await?;
        Ok(edited.id.get())
    }

    /// Takes back an answer that says nothing.
    ///
    /// # Errors
    /// As [`Sender::edit`].
    pub async fn delete_answer(&self, busy: &Busy, token: &str) -> Result<(), SendError> {
        let http = &self.0.http;
        self.tried(busy, None, || {
            http.delete_original_interaction_response(token)
        })
        .await
    }

    async fn edit_once(
        &self,
        busy: &Busy,
        channel: u64,
        message: u64,
        made: &EditMessage,
        priority: Priority,
    ) -> Result<(), SendError> {
        let http = &self.0.http;
        let to = (ChannelId::new(channel), MessageId::new(message), None);
        let toll = Toll {
            priority,
            place: Some((channel, Kind::Edit)),
        };
        self.tried(busy, Some(toll), || made.clone().execute(http, to))
            .await
            .map(drop)
    }

    async fn post_once(
        &self,
        busy: &Busy,
        channel: u64,
        made: &CreateMessage,
        body: &Body,
        posting: Posting<'_>,
    ) -> Result<Posted, SendError> {
        if posting.doubt
            && let Some(found) = self.find(busy, channel, body, posting).await?
        {
            return Ok(found);
        }
        let mut unsure_since: Option<Millis> = None;
        let mut wait = FIRST_WAIT;
        loop {
            if unsure_since.is_some_and(|since| self.0.clock.now().since(since) > DOUBT) {
                if let Some(found) = self.find(busy, channel, body, posting).await? {
                    return Ok(found);
                }
                unsure_since = None;
            }
            let asked = self.0.clock.now();
            self.0.pace.take(busy, (channel, Kind::Post)).await;
            self.0.budget.take(busy, posting.priority).await;
            let started = self.0.clock.now();
            metrics::note(Note::Waited(started.since(asked)));
            let to = (ChannelId::new(channel), None);
            let done = self.once(made.clone().execute(&self.0.http, to)).await;
            match done {
                Ok(message) => {
                    return Ok(Posted {
                        message: message.id.get(),
                        found: false,
                    });
                }
                Err(error) if error.may_pass() => {
                    if error == SendError::Unsure {
                        unsure_since.get_or_insert(started);
                    }
                    metrics::note(Note::Retry);
                    wait = wait.max(shortest(error));
                    busy.sleep_until(self.0.clock.now() + wait).await;
                    wait = (wait * 2).min(LONGEST_WAIT);
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Looks for a post among the newest messages of its channel.
    async fn find(
        &self,
        busy: &Busy,
        channel: u64,
        body: &Body,
        posting: Posting<'_>,
    ) -> Result<Option<Posted>, SendError> {
        let http = &self.0.http;
        let newest = self
            .tried(busy, Some(Toll::only(posting.priority)), || {
                http.get_messages(ChannelId::new(channel), None, Some(50))
            })
            .await?;
        let me = self.0.me.get().copied();
        let ours = newest
            .iter()
            .filter(|m| me.is_none_or(|me| m.author.id.get() == me))
            .filter(|m| !posting.known.contains(&m.id.get()))
            .find(|m| trace::is_same(m, posting.nonce, body));
        Ok(ours.map(|m| Posted {
            message: m.id.get(),
            found: true,
        }))
    }

    /// Tries a call a few times; with a toll, within budget and pace.
    async fn tried<T, F>(
        &self,
        busy: &Busy,
        toll: Option<Toll>,
        call: impl Fn() -> F,
    ) -> Result<T, SendError>
    where
        F: Future<Output = serenity::Result<T>>,
    {
        let mut wait = FIRST_WAIT;
        let mut left = TRIES;
        loop {
            if let Some(toll) = toll {
                let asked = self.0.clock.now();
                if let Some(place) = toll.place {
                    self.0.pace.take(busy, place).await;
                }
                self.0.budget.take(busy, toll.priority).await;
                let waited = self.0.clock.now().since(asked);
                metrics::note(Note::Waited(waited));
            }
            left -= 1;
            match self.once(call()).await {
                Err(error) if error.may_pass() && left > 0 => {
                    metrics::note(Note::Retry);
                    wait = wait.max(shortest(error));
                    busy.sleep_until(self.0.clock.now() + wait).await;
                    wait *= 2;
                }
                other => return other,
            }
        }
    }

    /// One call, with an end: a connection may stay silent for ever. Real
    /// time is meant here, whatever clock the game runs by.
    async fn once<T>(
        &self,
        call: impl Future<Output = serenity::Result<T>>,
    ) -> Result<T, SendError> {
        let done = tokio::time::timeout(self.0.patience, call).await;
        let result = match done {
            Ok(Ok(value)) => Ok(value),
            Ok(Err(error)) => Err(SendError::sort(&error)),
            Err(_) => Err(SendError::Unsure),
        };
        metrics::note(match &result {
            Ok(_) => Note::Call,
            Err(error) => Note::Error(error.word()),
        });
        if let Err(error) = &result {
            tracing::debug!(%error, "a call to Discord was not done");
        }
        result
    }
}

/// What a call with the bot's token counts in.
#[derive(Clone, Copy)]
struct Toll {
    priority: Priority,
    place: Option<Place>,
}

impl Toll {
    /// Counts in the budget only.
    const fn only(priority: Priority) -> Toll {
        Toll {
            priority,
            place: None,
        }
    }
}

/// The shortest wait after an error that may pass.
fn shortest(error: SendError) -> Duration {
    if error == SendError::TooMany {
        LIMIT_WAIT
    } else {
        FIRST_WAIT
    }
}

/// Draws the picture of an edit, if it sends one.
async fn draw_new(body: &Body, same_picture: bool, busy: &Busy) {
    if !same_picture {
        drawing::picture(body, busy).await;
    }
}
