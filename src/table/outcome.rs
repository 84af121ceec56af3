//! What can be told of events to whoever brought them about.

use crate::game::{Event, FailedThrow, Game, PlayerId, PublicPhase, PublicView};

/// Whether a vote was counted and nothing followed from it but that its voter
/// is back.
pub(super) fn only_voted(events: &[Event]) -> bool {
    let vote = |e: &Event| matches!(e, Event::Voted { .. } | Event::KickVoted { .. });
    let back = |e: &Event| matches!(e, Event::AutoChanged { auto: false, .. });
    events.iter().any(vote) && events.iter().all(|e| vote(e) || back(e))
}

/// The throw among the events that failed, if one did.
pub(super) fn failed_throw(event: &Event) -> Option<FailedThrow> {
    if let Event::ThrowFailed { failed } = event {
        Some(failed.clone())
    } else {
        None
    }
}

/// People who have no seat and are named at the table: the host, who was offered a
/// seat, in the lobby who was invited.
pub(super) fn guests(public: &PublicView, game: &Game) -> Vec<PlayerId> {
    let mut players: Vec<PlayerId> = public.offers.values().flatten().copied().collect();
    if public.phase == PublicPhase::Lobby {
        players.extend(&public.invited);
    }
    players.extend(public.host);
    players.retain(|&p| game.seat_of(p).is_none());
    players.sort();
    players.dedup();
    players
}
