//! Tells the channel of a table that cannot be played on that it was set
//! aside, once; and takes that back when the table is taken up again.

use std::collections::HashSet;

use super::rows::Rows;
use super::task::Signal;
use super::{Board, ephemeral};
use crate::clock::Busy;
use crate::discord::budget::Priority;
use crate::discord::build::{Print, Public};
use crate::discord::reply::Body;
use crate::discord::sender::{Posting, PublicChannel, nonce};
use crate::error::AppError;
use crate::i18n::tr;
use crate::store::Surface;
use crate::table::Place;

/// What the message is kept as.
const KEY: &str = "aside";

impl Board {
    /// Tells the channels of all tables that were set aside since.
    pub(super) fn tell_aside(&self) {
        self.0.told.retain(|table| self.0.registry.is_aside(*table));
        for place in self.0.registry.aside() {
            if self.0.told.insert(place.table) {
                self.signal(place.table, Signal::Retire);
                let (board, busy) = (self.clone(), self.0.tools.clock.busy());
                tokio::spawn(async move {
                    if let Err(error) = board.tell(&place, &busy).await {
                        let table = place.table.0;
                        tracing::warn!(table, %error, "nobody was told that a table is set aside");
                    }
                });
            }
        }
    }

    async fn tell(&self, place: &Place, busy: &Busy) -> Result<(), AppError> {
        // Nobody keeps its panels up to date any more.
        for panel in self.0.store.open_panels(place.table).await? {
            ephemeral::take_away(&self.0.tools, &panel, busy).await;
        }
        let surface = self.0.store.surface(place.table).await?;
        if surface.iter().any(|row| row.key == KEY) {
            return Ok(());
        }
        let body = Public::new(Body {
            text: tr!(place.language, "aside-told", table = place.table.0),
            ..Body::default()
        });
        let known: HashSet<u64> = surface.iter().map(|row| row.message).collect();
        let before = self.0.untold.get(&place.table).map_or(0, |m| *m);
        let posting = Posting {
            nonce: &nonce(place.table.0, KEY, before),
            // It may have been posted without being remembered.
            doubt: true,
            known: &known,
            priority: Priority::Rest,
        };
        let sender = &self.0.tools.sender;
        let at = self.0.tools.clock.now();
        let channel = PublicChannel(place.channel);
        let posted = sender.post(busy, channel, &body, posting).await;
        let posted = posted.map_err(|e| AppError::Discord(e.to_string()))?;
        let row = Surface {
            key: KEY.to_owned(),
            channel: place.channel,
            message: posted.message,
            hash: Print::of(body.body()).0,
            posted_at: at,
            closed: true,
        };
        self.0.store.set_surface(place.table, &row).await?;
        if self.0.registry.table(place.table).is_some() {
            // It was taken up again meanwhile, and maybe shown before this was stored.
            let mut rows = Rows::load(&self.0.store, place.table).await;
            self.untell(&mut rows, busy).await;
        }
        Ok(())
    }

    /// The table is shown again: the message that it was set aside goes.
    pub(super) async fn untell(&self, rows: &mut Rows, busy: &Busy) {
        let Some(told) = rows.get(KEY).cloned() else {
            return;
        };
        let sender = &self.0.tools.sender;
        if let Err(error) = sender.delete(busy, told.channel, told.message).await {
            tracing::debug!(%error, "an old message stays");
        }
        self.0.untold.insert(rows.table(), told.message);
        rows.forget(KEY).await;
    }
}
