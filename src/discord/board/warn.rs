//! Warns a seat in private that its time is nearly up: an edit of the panel
//! calls nobody.

use std::sync::Arc;

use super::lane::{Pass, Tools};
use super::rows::Rows;
use crate::clock::{Busy, Millis};
use crate::discord::budget::Priority;
use crate::discord::build::{Print, Private};
use crate::discord::failure::SendError;
use crate::discord::reply::Body;
use crate::discord::sender::{DirectChannel, Posting, nonce};
use crate::game::{Ask, SeatView};
use crate::i18n::{Lang, time_left, tr};
use crate::rules::Seat;
use crate::table::{Person, Snapshot};

/// Keeps the warnings of a table.
pub(super) struct WarnLane {
    tools: Tools,
    rows: Rows,
}

impl WarnLane {
    pub(super) const fn new(tools: Tools, rows: Rows) -> WarnLane {
        WarnLane { tools, rows }
    }

    pub(super) async fn work(&mut self, snap: &Arc<Snapshot>, busy: &Busy) -> Pass {
        let now = self.tools.clock.now();
        let deadline = snap.deadline.filter(|_| snap.public.paused.is_none());
        let times = deadline.and_then(|d| Some((d.warn_at?, d.at?)));
        let due = times.filter(|&(warn_at, at)| warn_at <= now && now < at);
        let mut wanted = Vec::new();
        if let Some((_, at)) = due {
            wanted.extend(Seat::ALL.into_iter().filter(|&s| is_late(snap, s)));
            for &seat in &wanted {
                if let Err(error) = self.warn(snap, seat, at, busy).await {
                    tracing::debug!(%error, table = self.rows.table().0, %seat, "no warning");
                }
            }
        }
        let keys: Vec<String> = wanted.iter().map(|&s| key(snap, s)).collect();
        self.delete_unless(&keys, busy).await;
        let next = times.map(|(warn_at, _)| warn_at).filter(|&at| at > now);
        Pass::CLEAN.by(next)
    }

    async fn warn(
        &mut self,
        snap: &Snapshot,
        seat: Seat,
        at: Millis,
        busy: &Busy,
    ) -> Result<(), SendError> {
        let key = key(snap, seat);
        let person = snap.people[seat].as_ref();
        let wanted = |person: &&Person| person.personal.hand.is_sent();
        let Some(person) = person
            .filter(wanted)
            .filter(|_| self.rows.get(&key).is_none())
        else {
            return Ok(());
        };
        // Nobody is written to whose panel could not be sent before.
        let Some(channel) = self.tools.known_direct(person.discord) else {
            return Ok(());
        };
        let body = Private::new(text(person.language, at));
        let posting = Posting {
            nonce: &nonce(self.rows.table().0, &key, 0),
            doubt: false,
            known: &self.rows.messages(),
            priority: Priority::Private,
        };
        let now = self.tools.clock.now();
        let sender = &self.tools.sender;
        let posted = sender.post_direct(busy, channel, &body, posting).await?;
        let print = Print::of(body.body());
        self.rows
            .posted(&key, channel.id(), posted.message, print, now)
            .await;
        Ok(())
    }

    async fn delete_unless(&mut self, keep: &[String], busy: &Busy) {
        let old = self.rows.iter().filter(|(key, _)| !keep.contains(key));
        let old: Vec<_> = old.map(|(k, row)| (k.clone(), row.clone())).collect();
        for (key, row) in old {
            let channel = DirectChannel::stored(row.channel);
            let sender = &self.tools.sender;
            if let Err(error) = sender.delete(busy, channel.id(), row.message).await {
                tracing::debug!(%error, "a warning stays");
            }
            self.rows.forget(&key).await;
        }
    }
}

/// Whether the table waits for that person.
fn is_late(snap: &Snapshot, seat: Seat) -> bool {
    let view: &SeatView = &snap.seats[seat];
    let asked = match &view.ask {
        Ask::Overturn { answered, .. } | Ask::Fry { answered, .. } => answered.is_none(),
        Ask::Bury | Ask::Lead | Ask::Follow { .. } => true,
        Ask::Nothing | Ask::Ready | Ask::Place { .. } => false,
    };
    asked && !view.auto
}

fn key(snap: &Snapshot, seat: Seat) -> String {
    let step = snap.seats[seat].step;
    let who = snap.people[seat].as_ref().map_or(0, |p| p.player.0);
    format!(
        "warn.{seat}.{}.{}{}.{who}",
        step.deal, step.phase, step.turn
    )
}

fn text(lang: Lang, at: Millis) -> Body {
    Body {
        text: tr!(lang, "direct-warning", left = time_left(at)),
        ..Body::default()
    }
}
