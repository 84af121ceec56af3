//! Finds out who has left the server, without a privileged intent: by looking
//! members up at each deal and when somebody's time ran out.

use std::sync::Arc;

use super::lane::{Pass, Tools};
use crate::clock::Busy;
use crate::discord::failure::SendError;
use crate::game::{Action, Actor};
use crate::rules::{BySeat, Seat};
use crate::table::{Snapshot, TableHandle};

/// Looks up the members of a table.
pub(super) struct MemberLane {
    tools: Tools,
    handle: TableHandle,
    deal: u32,
    time_outs: BySeat<u8>,
}

impl MemberLane {
    pub(super) fn new(tools: Tools, handle: TableHandle) -> MemberLane {
        MemberLane {
            tools,
            handle,
            deal: 0,
            time_outs: BySeat::default(),
        }
    }

    pub(super) async fn work(&mut self, snap: &Arc<Snapshot>, busy: &Busy) -> Pass {
        for seat in self.suspects(snap) {
            let discord = snap.people[seat].as_ref().map(|person| person.discord);
            if let Some(discord) = discord {
                check(&self.tools, &self.handle, seat, discord, busy).await;
            }
        }
        Pass::CLEAN
    }

    /// The seats to be looked at, each once for its reason.
    fn suspects(&mut self, snap: &Snapshot) -> Vec<Seat> {
        let over = snap.is_over();
        let Some(deal) = snap.public.deal.as_ref().filter(|_| !over) else {
            return Vec::new();
        };
        let fresh = deal.number.0 != self.deal;
        let late = |seat: Seat| deal.time_outs[seat] > self.time_outs[seat];
        let suspects = Seat::ALL.into_iter().filter(|&s| fresh || late(s));
        let suspects = suspects.collect();
        self.deal = deal.number.0;
        self.time_outs = deal.time_outs;
        suspects
    }
}

/// Looks one person up; the table is told when they have left the server.
pub(super) async fn check(
    tools: &Tools,
    handle: &TableHandle,
    seat: Seat,
    discord: u64,
    busy: &Busy,
) {
    let place = handle.snapshot().place.clone();
    match tools.sender.is_member(busy, place.guild, discord).await {
        Ok(true) => {}
        // Meanwhile somebody else may have sat down there.
        Ok(false) if !sits(handle, seat, discord) => {}
        Ok(false) => {
            let left = handle.act(Actor::Table, None, Action::Left(seat)).await;
            if let Err(error) = left {
                tracing::debug!(table = place.table.0, %seat, %error, "a seat's leaver is known");
            }
        }
        Err(SendError::ChannelGone | SendError::Forbidden) => {
            tracing::info!(
                table = place.table.0,
                "the server cannot be asked for members"
            );
        }
        Err(error) => tracing::debug!(%error, "a member could not be looked up"),
    }
}

fn sits(handle: &TableHandle, seat: Seat, discord: u64) -> bool {
    let snap = handle.snapshot();
    snap.people[seat].as_ref().map(|p| p.discord) == Some(discord)
}
