//! Short posts that tell somebody of their turn, deleted once the turn is over.
//!
//! In a sealed round all of them go out together at its start and are taken
//! away together when it closes: who has answered cannot be read from them.

use std::sync::Arc;

use super::lane::{Pass, Tools};
use super::rows::Rows;
use crate::clock::{Busy, Millis};
use crate::discord::budget::Priority;
use crate::discord::build::{Print, Public};
use crate::discord::failure::SendError;
use crate::discord::pace::Kind;
use crate::discord::panel;
use crate::discord::sender::{Posting, PublicChannel, nonce};
use crate::game::PublicPhase;
use crate::rules::Seat;
use crate::table::Snapshot;

/// A ping leaves room for so many other posts.
const LEFT: usize = 2;

/// Keeps the pings of a table.
pub(super) struct PingLane {
    tools: Tools,
    rows: Rows,
    channel: PublicChannel,
    /// The sealed round whose pings have been sent.
    sealed: Option<String>,
    /// Pings may have been posted without being remembered, before the program
    /// started.
    doubt: bool,
}

impl PingLane {
    pub(super) fn new(tools: Tools, rows: Rows, channel: u64, resumed: bool) -> PingLane {
        PingLane {
            tools,
            rows,
            channel: PublicChannel(channel),
            sealed: None,
            doubt: resumed,
        }
    }

    pub(super) async fn work(&mut self, snap: &Arc<Snapshot>, busy: &Busy) -> Pass {
        if Seat::ALL.into_iter().any(|seat| snap.is_nameless(seat)) {
            return Pass::CLEAN;
        }
        let done = match sealed_round(snap) {
            Some(round) => self.sealed(snap, &round, busy).await,
            None => self.open(snap, busy).await,
        };
        match done {
            Ok(None) => {
                self.doubt = false;
                Pass::CLEAN
            }
            Ok(Some(at)) => Pass::later(at),
            Err(error) => {
                tracing::debug!(%error, "a ping is behind");
                let pass = Pass::after(error, self.tools.clock.now());
                // The channel's fate is the public lane's business.
                Pass {
                    gone: false,
                    denied: false,
                    clean: true,
                    ..pass
                }
            }
        }
    }

    /// Those of a sealed round that are missing are posted, all at once,
    /// whoever has answered meanwhile: after a restart those that were not
    /// posted before it.
    async fn sealed(
        &mut self,
        snap: &Snapshot,
        round: &str,
        busy: &Busy,
    ) -> Result<Option<Millis>, SendError> {
        let calls = calls(snap);
        let stays = |key: &str| key.starts_with(round) || calls.iter().any(|(k, _)| k == key);
        self.delete_unless(busy, stays).await?;
        if self.sealed.as_deref() == Some(round) {
            // These depend on who sits there and has voted, never on an answer.
            return self.post_all(calls, busy).await;
        }
        let bodies = Seat::ALL.into_iter().filter_map(|seat| {
            let body = panel::ping(snap, seat)?;
            Some((format!("{round}.{seat}"), Public::new(body)))
        });
        let mut bodies: Vec<_> = bodies.collect();
        bodies.retain(|(key, _)| self.rows.get(key).is_none());
        if let Some(at) = self.must_wait(bodies.len()) {
            return Ok(Some(at));
        }
        for (key, body) in bodies {
            self.post(&key, body, busy).await?;
        }
        self.sealed = Some(round.to_owned());
        self.post_all(calls, busy).await
    }

    async fn open(&mut self, snap: &Snapshot, busy: &Busy) -> Result<Option<Millis>, SendError> {
        self.sealed = None;
        let pings = Seat::ALL.into_iter().filter_map(|seat| {
            let step = snap.seats[seat].step;
            let who = snap.people[seat].as_ref().map_or(0, |p| p.player.0);
            let key = format!(
                "ping.{}.{}{}.{seat}.{who}",
                step.deal, step.phase, step.turn
            );
            Some((key, Public::new(panel::ping(snap, seat)?)))
        });
        let wanted: Vec<(String, Public)> = pings.chain(calls(snap)).collect();
        self.delete_unless(busy, |key| wanted.iter().any(|(k, _)| k == key))
            .await?;
        self.post_all(wanted, busy).await
    }

    /// Posts those that are missing; when the rest can be posted, if not now.
    async fn post_all(
        &mut self,
        wanted: Vec<(String, Public)>,
        busy: &Busy,
    ) -> Result<Option<Millis>, SendError> {
        for (key, body) in wanted {
            if self.rows.get(&key).is_none() {
                if let Some(at) = self.must_wait(1 + LEFT) {
                    return Ok(Some(at));
                }
                self.post(&key, body, busy).await?;
            }
        }
        Ok(None)
    }

    /// When so many messages can be posted at once, if not now.
    fn must_wait(&self, count: usize) -> Option<Millis> {
        let place = (self.channel.0, Kind::Post);
        let at = self.tools.sender.room(place, count);
        (self.tools.clock.now() < at).then_some(at)
    }

    async fn post(&mut self, key: &str, body: Public, busy: &Busy) -> Result<(), SendError> {
        if self.rows.get(key).is_some() {
            return Ok(());
        }
        let posting = Posting {
            nonce: &nonce(self.rows.table().0, key, 0),
            doubt: self.doubt,
            known: &self.rows.messages(),
            priority: Priority::Turn,
        };
        let at = self.tools.clock.now();
        let sender = &self.tools.sender;
        let posted = sender.post(busy, self.channel, &body, posting).await?;
        let print = Print::of(body.body());
        self.rows
            .posted(key, self.channel.0, posted.message, print, at)
            .await;
        Ok(())
    }

    async fn delete_unless(
        &mut self,
        busy: &Busy,
        keep: impl Fn(&str) -> bool,
    ) -> Result<(), SendError> {
        let old = self.rows.iter().filter(|(key, _)| !keep(key));
        let old: Vec<_> = old.map(|(k, row)| (k.clone(), row.clone())).collect();
        for (key, row) in old {
            let sender = &self.tools.sender;
            match sender.delete(busy, row.channel, row.message).await {
                // Gone with its channel, or out of reach there.
                Ok(()) | Err(SendError::ChannelGone | SendError::Forbidden) => {}
                Err(error) => return Err(error),
            }
            self.rows.forget(&key).await;
        }
        Ok(())
    }
}

fn calls(snap: &Snapshot) -> Vec<(String, Public)> {
    let calls = panel::calls(snap).into_iter();
    calls
        .map(|call| (call.key, Public::new(call.body)))
        .collect()
}

/// Names the sealed round that is under way, from what everybody sees.
fn sealed_round(snap: &Snapshot) -> Option<String> {
    let deal = snap.public.deal.as_ref()?;
    match snap.public.phase {
        PublicPhase::Overturning { .. } | PublicPhase::Frying { .. } => {
            Some(format!("ping.{}.sealed{}", deal.number.0, deal.rounds))
        }
        PublicPhase::Lobby
        | PublicPhase::Shuffling
        | PublicPhase::Drawing { .. }
        | PublicPhase::Burying { .. }
        | PublicPhase::Playing { .. }
        | PublicPhase::Between
        | PublicPhase::Finished
        | PublicPhase::Ended => None,
    }
}
