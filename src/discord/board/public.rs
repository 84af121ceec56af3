//! The public messages of a table: posts what is missing in order, edits what
//! has changed, leaves alone what is done.

use std::sync::Arc;

use super::lane::{OLD, PACE, Pass, Tools};
use super::rows::Rows;
use crate::clock::{Busy, Millis};
use crate::discord::budget::Priority;
use crate::discord::build::{Print, Private, Public};
use crate::discord::drawing::beside;
use crate::discord::failure::SendError;
use crate::discord::pace::Kind;
use crate::discord::panel::{self, PublicMessage};
use crate::discord::permissions;
use crate::discord::reply::Body;
use crate::discord::sender::{Posting, PublicChannel, nonce};
use crate::game::{Pause, PublicPhase};
use crate::i18n::{channel_link, tr};
use crate::table::Snapshot;

/// Shows a table in its channel.
pub(super) struct PublicLane {
    tools: Tools,
    rows: Rows,
    channel: PublicChannel,
    next_edit: Millis,
    /// The program may have ended between a post and its row.
    doubt: bool,
    /// The host knows that the table cannot be shown.
    told: bool,
}

impl PublicLane {
    pub(super) fn new(tools: Tools, rows: Rows, channel: u64, doubt: bool) -> PublicLane {
        PublicLane {
            tools,
            rows,
            channel: PublicChannel(channel),
            next_edit: Millis::default(),
            doubt,
            told: false,
        }
    }

    /// One pass: afterwards the channel shows that state, or the pass says
    /// when to go on.
    pub(super) async fn work(&mut self, snap: Arc<Snapshot>, busy: &Busy) -> Pass {
        self.rows.doubt(snap.repairs);
        if snap.public.paused != Some(Pause::Unshown) {
            self.told = false;
        } else if !std::mem::replace(&mut self.told, true) {
            self.tell_host(&snap, busy).await;
        }
        let priority = priority(&snap);
        let shown = snap.clone();
        let closed = self.rows.closed_keys();
        let wanted = beside(
            move || {
                let open = |key: &str| !closed.contains(key);
                let wanted = panel::public_messages_where(&shown, open);
                wanted.into_iter().map(Wanted::new).collect::<Vec<_>>()
            },
            busy,
        );
        let Some(wanted) = wanted.await else {
            return Pass::default();
        };
        match self.reconcile(&wanted, priority, busy).await {
            Ok(pass) => pass,
            Err(error) => {
                tracing::warn!(table = self.rows.table().0, %error, "a public message is behind");
                Pass::after(error, self.tools.clock.now())
            }
        }
    }

    /// Says in private to the host, if anywhere, that the table cannot be shown.
    async fn tell_host(&self, snap: &Snapshot, busy: &Busy) {
        let Some(host) = snap.public.host.and_then(|host| snap.person(host)) else {
            return;
        };
        let direct = match self.tools.known_direct(host.discord) {
            Some(direct) => direct,
            // Whoever hosts has asked for the table: it is no surprise.
            None => match self.tools.sender.open_direct(busy, host.discord).await {
                Ok(direct) => direct,
                Err(error) => {
                    tracing::debug!(%error, table = snap.place.table.0, "the host is not told");
                    return;
                }
            },
        };
        let (lang, place) = (host.language, &snap.place);
        let body = Private::new(Body {
            text: tr!(
                lang,
                "direct-permission",
                table = place.table.0,
                place = channel_link(place.guild, place.channel),
                needed = permissions::named(lang, &permissions::lacking(0))
            ),
            ..Body::default()
        });
        let now = self.tools.clock.now();
        let posting = Posting {
            nonce: &nonce(self.rows.table().0, "permission", now.0),
            doubt: false,
            known: &self.rows.messages(),
            priority: Priority::Private,
        };
        let sender = &self.tools.sender;
        if let Err(error) = sender.post_direct(busy, direct, &body, posting).await {
            tracing::debug!(%error, table = place.table.0, "the host is not told");
        }
    }

    async fn reconcile(
        &mut self,
        wanted: &[Wanted],
        priority: Priority,
        busy: &Busy,
    ) -> Result<Pass, SendError> {
        let mut before: Option<&Wanted> = None;
        for message in wanted {
            if self.is_missing(message) {
                if let Some(at) = self.finish(before, priority, busy).await {
                    return Ok(Pass::later(at));
                }
                let at = self.tools.sender.room((self.channel.0, Kind::Post), 1);
                if self.tools.clock.now() < at {
                    return Ok(Pass::later(at));
                }
                self.post(message, 0, priority, busy).await?;
            }
            before = Some(message);
        }
        self.doubt = false;
        for message in wanted {
            if !self.is_behind(message) {
                if message.done {
                    self.rows.closed(&message.key).await;
                }
            } else if let Some(at) = self.must_wait() {
                return Ok(Pass::later(at));
            } else {
                self.edit(message, priority, busy).await?;
                if message.done {
                    self.rows.closed(&message.key).await;
                }
            }
        }
        self.strip_others(wanted, busy).await
    }

    /// Brings a message that is done up to date before the next one is posted,
    /// so that nobody reads what comes after it first: when to go on, if not
    /// now. Trouble with it holds nothing up.
    async fn finish(
        &mut self,
        message: Option<&Wanted>,
        priority: Priority,
        busy: &Busy,
    ) -> Option<Millis> {
        let message = message.filter(|m| m.done && self.is_behind(m))?;
        let wait = self.must_wait();
        if wait.is_none()
            && let Err(error) = self.edit(message, priority, busy).await
        {
            tracing::debug!(table = self.rows.table().0, %error, "a message is finished later");
        }
        wait
    }

    /// Messages of earlier deals stay, but lose their controls.
    async fn strip_others(&mut self, wanted: &[Wanted], busy: &Busy) -> Result<Pass, SendError> {
        let other = |key: &str| wanted.iter().all(|m| m.key != key);
        let others = self.rows.iter().filter(|(key, r)| !r.closed && other(key));
        let others: Vec<_> = others.map(|(k, row)| (k.clone(), row.clone())).collect();
        for (key, row) in others {
            let now = self.tools.clock.now();
            if now.since(row.posted_at) <= OLD && row.channel == self.channel.0 {
                if let Some(at) = self.must_wait() {
                    return Ok(Pass::later(at));
                }
                let sender = &self.tools.sender;
                let done = sender.strip(busy, self.channel, row.message).await;
                self.next_edit = self.tools.clock.now() + PACE;
                match done {
                    Ok(()) | Err(SendError::MessageGone | SendError::TooOld) => {}
                    Err(error) => return Err(error),
                }
            }
            self.rows.closed(&key).await;
        }
        Ok(Pass::CLEAN)
    }

    /// When the channel may be edited again, if not now.
    fn must_wait(&self) -> Option<Millis> {
        let room = self.tools.sender.room((self.channel.0, Kind::Edit), 1);
        let at = room.max(self.next_edit);
        (self.tools.clock.now() < at).then_some(at)
    }

    /// Not posted yet; what is done in another channel stays there.
    fn is_missing(&self, message: &Wanted) -> bool {
        let elsewhere = |channel| channel != self.channel.0 && !message.done;
        let row = self.rows.get(&message.key);
        row.is_none_or(|row| elsewhere(row.channel))
    }

    fn is_behind(&self, message: &Wanted) -> bool {
        self.rows.get(&message.key).is_some_and(|row| {
            !row.closed && row.channel == self.channel.0 && row.hash != message.print.0
        })
    }

    /// Posts a message, for the first time or in place of `before`.
    async fn post(
        &mut self,
        message: &Wanted,
        before: u64,
        priority: Priority,
        busy: &Busy,
    ) -> Result<(), SendError> {
        let nonce = nonce(self.rows.table().0, &message.key, before);
        let posting = Posting {
            nonce: &nonce,
            doubt: self.doubt,
            known: &self.rows.messages(),
            priority,
        };
        let at = self.tools.clock.now();
        let sender = &self.tools.sender;
        let posted = sender
            .post(busy, self.channel, &message.public, posting)
            .await?;
        // A message found after doubt may show something older.
        let print = if posted.found {
            Print::UNKNOWN
        } else {
            message.print
        };
        self.rows
            .posted(&message.key, self.channel.0, posted.message, print, at)
            .await;
        Ok(())
    }

    async fn edit(
        &mut self,
        message: &Wanted,
        priority: Priority,
        busy: &Busy,
    ) -> Result<(), SendError> {
        let Some(row) = self.rows.get(&message.key).cloned() else {
            return Ok(());
        };
        let now = self.tools.clock.now();
        if now.since(row.posted_at) > OLD {
            return self.replace(message, row.message, priority, busy).await;
        }
        let same = Print(row.hash).same_picture(message.print);
        let sender = &self.tools.sender;
        let done = sender
            .edit(
                busy,
                self.channel,
                row.message,
                &message.public,
                same,
                priority,
            )
            .await;
        self.next_edit = self.tools.clock.now() + PACE;
        match done {
            Ok(()) => {
                self.rows.edited(&message.key, message.print).await;
                Ok(())
            }
            Err(SendError::MessageGone) => self.post(message, row.message, priority, busy).await,
            Err(SendError::TooOld) => self.replace(message, row.message, priority, busy).await,
            Err(error) => Err(error),
        }
    }

    /// Posts a message anew and takes the old one away.
    async fn replace(
        &mut self,
        message: &Wanted,
        old: u64,
        priority: Priority,
        busy: &Busy,
    ) -> Result<(), SendError> {
        self.post(message, old, priority, busy).await?;
        let channel = self.channel.0;
        if let Err(error) = self.tools.sender.delete(busy, channel, old).await {
            tracing::debug!(%error, "an old message stays");
        }
        Ok(())
    }
}

/// A message as it should be shown.
struct Wanted {
    key: String,
    public: Public,
    print: Print,
    done: bool,
}

impl Wanted {
    fn new(message: PublicMessage) -> Wanted {
        let public = Public::new(message.body);
        Wanted {
            print: Print::of(public.body()),
            key: message.key,
            public,
            done: message.done,
        }
    }
}

/// Whether the table waits for somebody; the same whoever it is.
fn priority(snap: &Snapshot) -> Priority {
    match snap.public.phase {
        PublicPhase::Drawing { .. }
        | PublicPhase::Overturning { .. }
        | PublicPhase::Burying { .. }
        | PublicPhase::Frying { .. }
        | PublicPhase::Playing { .. } => Priority::Turn,
        PublicPhase::Lobby
        | PublicPhase::Shuffling
        | PublicPhase::Between
        | PublicPhase::Finished
        | PublicPhase::Ended => Priority::Rest,
    }
}
