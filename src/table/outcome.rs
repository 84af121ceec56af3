//! What can be told of events to whoever brought them about.

use crate::game::{Event, FailedThrow};

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
