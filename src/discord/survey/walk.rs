//! The walk of `/server check` itself: one call of each kind after the other.

use std::collections::HashSet;
use std::sync::LazyLock;

use serenity::model::permissions::Permissions;

use super::{Asked, Report, Step, body};
use crate::clock::{Busy, Clock, Millis};
use crate::discord::budget::Priority;
use crate::discord::build::{Private, Public};
use crate::discord::failure::SendError;
use crate::discord::permissions;
use crate::discord::reply::Body;
use crate::discord::sender::{DirectChannel, Held, Posting, PublicChannel, Sender, nonce};
use crate::i18n::Lang;

/// What the bot needs to delete a thread, as Discord's bits. It asks for neither.
const DELETES_THREADS: u64 = Permissions::MANAGE_THREADS
    .union(Permissions::ADMINISTRATOR)
    .bits();

pub(super) struct Walk<'a> {
    pub(super) asked: &'a Asked<'a>,
    pub(super) sender: &'a Sender,
    pub(super) clock: &'a Clock,
    pub(super) busy: &'a Busy,
    pub(super) report: Report,
}

/// What nobody can have posted before, and what nobody waits for.
fn anew(nonce: &str) -> Posting<'_> {
    static NOTHING: LazyLock<HashSet<u64>> = LazyLock::new(HashSet::new);
    Posting {
        nonce,
        doubt: false,
        known: &NOTHING,
        priority: Priority::Rest,
    }
}

impl Walk<'_> {
    /// Makes all calls that need nobody's hand.
    pub(super) async fn all(mut self) -> Report {
        self.answer().await;
        self.direct().await;
        self.channel().await;
        self.thread().await;
        self.rights();
        self.report
    }

    /// Notes what a step came to, and how long it took since `began`.
    fn note(&mut self, what: &'static str, began: Millis, found: Result<String, String>) {
        let took = self.clock.now().since(began).as_millis();
        let took = u64::try_from(took).unwrap_or(u64::MAX);
        self.report.steps.push(Step { what, found, took });
    }

    fn tried<T>(
        &mut self,
        what: &'static str,
        began: Millis,
        done: Result<T, SendError>,
    ) -> Option<T> {
        match done {
            Ok(value) => {
                self.note(what, began, Ok(String::new()));
                Some(value)
            }
            Err(error) => {
                self.note(what, began, Err(error.to_string()));
                None
            }
        }
    }

    /// The private answer: with a picture, with another one, with none.
    async fn answer(&mut self) {
        let waited = self.clock.now();
        self.note(
            "private answer deferred",
            self.asked.received,
            Ok(String::new()),
        );
        let token = self.asked.token;
        let mut began = waited;
        for (what, cards, same) in [
            ("private answer edited, with a picture", Some(9), false),
            (
                "private answer edited, with another picture",
                Some(5),
                false,
            ),
            ("private answer edited, its picture stays", Some(5), true),
            ("private answer edited, its picture goes", None, false),
        ] {
            let body = Private::new(body(what, cards));
            let held = self.sender.edit_probe(self.busy, token, &body, same).await;
            let wanted = usize::from(cards.is_some());
            let found = held.map_err(|error| error.to_string());
            self.note(what, began, found.and_then(|held| files(&held, wanted)));
            began = self.clock.now();
        }
    }

    /// Private messages: opened, written, edited, deleted.
    async fn direct(&mut self) {
        let began = self.clock.now();
        let opened = self.sender.open_direct(self.busy, self.asked.user).await;
        let Some(channel) = self.tried("private channel opened", began, opened) else {
            return;
        };
        let began = self.clock.now();
        let posted = self.post_direct(channel, "d").await;
        let Some(message) = self.tried("private message with a picture", began, posted) else {
            return;
        };
        let place = (channel.id(), message);
        let began = self.clock.now();
        let found = self.read_back(place).await;
        let found = found.and_then(|held| files(&held, 1));
        self.note("private message read back", began, found);
        for (what, cards, same) in [
            ("private message edited, with another picture", 5, false),
            ("private message edited, its picture stays", 5, true),
        ] {
            let began = self.clock.now();
            let body = Private::new(body(what, Some(cards)));
            let (sender, busy) = (self.sender, self.busy);
            let done = sender.edit_direct(busy, channel, message, &body, same, Priority::Rest);
            let found = match done.await {
                Ok(()) => self.read_back(place).await,
                Err(error) => Err(error.to_string()),
            };
            self.note(what, began, found.and_then(|held| files(&held, 1)));
        }
        let began = self.clock.now();
        let done = self.sender.delete(self.busy, channel.id(), message).await;
        self.tried("private message deleted", began, done);
    }

    async fn post_direct(&self, channel: DirectChannel, key: &str) -> Result<u64, SendError> {
        let body = Private::new(body("private message", Some(9)));
        let nonce = self.nonce(key);
        let (sender, posting) = (self.sender, anew(&nonce));
        let posted = sender.post_direct(self.busy, channel, &body, posting);
        Ok(posted.await?.message)
    }

    fn nonce(&self, key: &str) -> String {
        let asked = self.asked;
        nonce(
            0,
            &format!("check.{}.{}.{key}", asked.user, asked.received.0),
            0,
        )
    }

    /// What a message holds: what Discord accepts it need not show.
    async fn read_back(&self, (channel, message): (u64, u64)) -> Result<Held, String> {
        let read = self.sender.read_back(self.busy, channel, message).await;
        let read = read.map_err(|error| format!("it cannot be read back: {error}"))?;
        read.ok_or_else(|| "it is not there".to_owned())
    }

    /// The channel: a call that is deleted, the same nonce twice, reading back.
    async fn channel(&mut self) {
        let channel = PublicChannel(self.asked.channel);
        let began = self.clock.now();
        let first = self.post_call(channel).await;
        let Some(first) = self.tried(
            "call of a person in the channel, with a picture",
            began,
            first,
        ) else {
            return;
        };
        let place = (channel.0, first);
        let began = self.clock.now();
        let found = self.read_back(place).await.and_then(|held| {
            if held.called == [self.asked.user] {
                files(&held, 1)
            } else {
                Err(format!("{} are called, not one", held.called.len()))
            }
        });
        self.note("message read back, with its call and picture", began, found);
        let began = self.clock.now();
        match self.post_call(channel).await {
            Ok(again) if again == first => {
                self.note(
                    "the same nonce gives the same message",
                    began,
                    Ok(String::new()),
                );
            }
            Ok(again) => {
                let why = "it was posted twice".to_owned();
                self.note("the same nonce gives the same message", began, Err(why));
                let began = self.clock.now();
                let gone = self.sender.delete(self.busy, channel.0, again).await;
                self.tried("message deleted", began, gone);
            }
            Err(error) => {
                let why = error.to_string();
                self.note("the same nonce gives the same message", began, Err(why));
            }
        }
        let began = self.clock.now();
        let edited = Public::new(body("message edited", Some(5)));
        let (sender, busy) = (self.sender, self.busy);
        let done = sender.edit(busy, channel, first, &edited, false, Priority::Rest);
        let found = match done.await {
            Ok(()) => self.read_back(place).await,
            Err(error) => Err(error.to_string()),
        };
        let found = found.and_then(|held| files(&held, 1));
        self.note("message edited, with a picture", began, found);
        let began = self.clock.now();
        let done = self.sender.delete(self.busy, channel.0, first).await;
        self.tried("message deleted", began, done);
    }

    /// Calls whoever asked, with a picture.
    async fn post_call(&self, channel: PublicChannel) -> Result<u64, SendError> {
        let mut called = body("message", Some(9));
        called.text = format!("<@{}> ✔", self.asked.user);
        called.pings = vec![self.asked.user];
        self.post_public(channel, "c", called).await
    }

    async fn post_public(
        &self,
        channel: PublicChannel,
        key: &str,
        body: Body,
    ) -> Result<u64, SendError> {
        let (nonce, message) = (self.nonce(key), Public::new(body));
        let (sender, posting) = (self.sender, anew(&nonce));
        let posted = sender.post(self.busy, channel, &message, posting);
        Ok(posted.await?.message)
    }

    /// A table's thread goes to sleep, and the next message wakes it.
    async fn wake(&mut self, thread: u64) {
        let began = self.clock.now();
        let slept = self.sender.archive_probe(self.busy, thread).await;
        if self.tried("thread put to sleep", began, slept).is_some() {
            let began = self.clock.now();
            let body = body("message in a sleeping thread", None);
            let posted = self.post_public(PublicChannel(thread), "t", body).await;
            self.tried("message in a sleeping thread", began, posted);
        }
    }

    /// A thread: opened, put to sleep and woken, and deleted where the bot may, else archived.
    async fn thread(&mut self) {
        if self.asked.thread {
            let began = self.clock.now();
            let why = "not tried: this is a thread".to_owned();
            self.note("thread opened", began, Ok(why));
            return;
        }
        let began = self.clock.now();
        let sender = self.sender;
        let opened = sender.probe_thread(self.busy, self.asked.channel).await;
        let Some(thread) = self.tried("thread opened", began, opened) else {
            return;
        };
        self.wake(thread).await;
        let began = self.clock.now();
        let rights = self.asked.app_permissions.unwrap_or_default();
        if rights & DELETES_THREADS != 0 {
            let done = sender.delete_probe(self.busy, thread).await;
            if self.tried("thread deleted", began, done).is_some() {
                return;
            }
        }
        let began = self.clock.now();
        let done = sender.archive_probe(self.busy, thread).await;
        let stays = "it stays there: to delete it the bot would have to be allowed Manage Threads";
        let found = done.map(|()| stays.to_owned()).map_err(|e| e.to_string());
        self.note("thread archived", began, found);
    }

    /// What the bot is allowed here.
    fn rights(&mut self) {
        let began = self.clock.now();
        let Some(bits) = self.asked.app_permissions else {
            let why = "the interaction does not tell them".to_owned();
            self.note("permissions", began, Err(why));
            return;
        };
        let missing = permissions::missing(bits);
        let found = if missing.is_empty() {
            Ok(format!("{bits}"))
        } else {
            let names = permissions::named(Lang::En, &missing);
            Err(format!("missing here: {names}"))
        };
        self.note("permissions", began, found);
    }
}

/// Whether a message holds as many files as it should.
fn files(held: &Held, wanted: usize) -> Result<String, String> {
    if held.files == wanted {
        Ok(String::new())
    } else {
        Err(format!("{} file(s) there, not {wanted}", held.files))
    }
}
