//! What the lanes of a board have in common: rules of age and pace, and what
//! one pass came to.

use std::sync::Arc;
use std::time::Duration;

use dashmap::DashMap;

use crate::clock::{Clock, Millis};
use crate::discord::failure::SendError;
use crate::discord::sender::{DirectChannel, Sender};
use crate::store::Store;

/// Edits of one channel are at least so far apart.
pub(super) const PACE: Duration = Duration::from_millis(1200);
/// So far apart are edits that only tell somebody how the others play.
pub(super) const CALM: Duration = Duration::from_millis(2500);
/// No older message is edited: Discord slows edits of messages older than an
/// hour down (P11).
pub(super) const OLD: Duration = Duration::from_secs(50 * 60);
/// When to try again after trouble that did not pass.
pub(super) const AGAIN: Duration = Duration::from_secs(5);
/// When to look again whether a missing permission is there.
const PERMISSION: Duration = Duration::from_secs(30);
/// The longest wait for one, however often it was missing.
const LONGEST: Duration = Duration::from_secs(30 * 60);

/// How much longer to wait than [`PERMISSION`] after so many refusals in a row:
/// twice as long each time. Whoever gives a permission back tells the bot
/// anyhow, and a server that threw it out would be asked for ever.
pub(super) fn patience(denials: u32) -> Duration {
    let doubled = 1_u32 << denials.saturating_sub(1).min(10);
    (PERMISSION * doubled).min(LONGEST) - PERMISSION
}

/// What every lane needs.
#[derive(Clone)]
pub(super) struct Tools {
    pub(super) sender: Sender,
    pub(super) clock: Clock,
    pub(super) store: Store,
    /// Private channels that messages have reached, by user.
    direct: Arc<DashMap<u64, DirectChannel>>,
}

impl Tools {
    pub(super) fn new(sender: Sender, clock: Clock, store: Store) -> Tools {
        Tools {
            sender,
            clock,
            store,
            direct: Arc::default(),
        }
    }

    /// The private channel of a user, if messages reach it as far as is known.
    pub(super) fn known_direct(&self, user: u64) -> Option<DirectChannel> {
        self.direct.get(&user).map(|channel| *channel)
    }

    pub(super) fn remember_direct(&self, user: u64, channel: DirectChannel) {
        self.direct.insert(user, channel);
    }

    pub(super) fn forget_direct(&self, user: u64) {
        self.direct.remove(&user);
    }
}

/// What a pass came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Pass {
    /// When to look again although nothing has changed.
    pub(super) again: Option<Millis>,
    /// Whether everything shows what it should.
    pub(super) clean: bool,
    /// The channel does not exist any more.
    pub(super) gone: bool,
    /// A permission is missing.
    pub(super) denied: bool,
}

impl Pass {
    /// Everything shows what it should.
    pub(super) const CLEAN: Pass = Pass {
        again: None,
        clean: true,
        gone: false,
        denied: false,
    };

    /// Something is left to be done at that time.
    pub(super) const fn later(at: Millis) -> Pass {
        Pass {
            again: Some(at),
            clean: false,
            gone: false,
            denied: false,
        }
    }

    /// What to do about an error that is not handled where it arose.
    pub(super) fn after(error: SendError, now: Millis) -> Pass {
        match error {
            SendError::ChannelGone => Pass {
                gone: true,
                ..Pass::default()
            },
            // What can neither be edited nor posted anew stands in a locked thread.
            SendError::Forbidden | SendError::TooOld => Pass {
                denied: true,
                ..Pass::later(now + PERMISSION)
            },
            SendError::Unauthorized => Pass::later(now + PERMISSION),
            SendError::TooMany | SendError::Unsure => Pass::later(now + AGAIN),
            // The next state may be acceptable; the same one would only be refused again.
            SendError::Refused { .. }
            | SendError::Unreachable
            | SendError::MessageGone
            | SendError::NoMember
            | SendError::TokenDead
            | SendError::Answered => Pass::default(),
        }
    }

    /// This pass with an earlier look if `at` is earlier.
    pub(super) fn by(mut self, at: Option<Millis>) -> Pass {
        self.again = match (self.again, at) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_permission_is_asked_for_less_and_less_often() {
        let waits = |denials| (PERMISSION + patience(denials)).as_secs();
        assert_eq!([0, 1, 2, 3, 4].map(waits), [30, 30, 60, 120, 240]);
        assert_eq!([7, 8, 40, u32::MAX].map(waits), [1800; 4]);
    }
}
