//! What of a long life stays in memory: the newest messages, calls and events, no pictures.

use std::collections::HashSet;
use std::sync::Arc;

use crate::sandbox::ids::{AttachmentId, ChannelId, MessageId};
use crate::sandbox::model::{Message, World};

/// Calls of the bot, notifications and errors that stay.
const RECORDED: usize = 200;

/// The files of these messages are on the disk now: memory lets go of them.
pub(super) fn lay_down(world: &mut World, written: &[Message]) {
    for message in written {
        let Some(here) = world.messages.get_mut(&message.id) else {
            continue;
        };
        for file in &mut here.files {
            if message.files.iter().any(|f| f.id == file.id) {
                file.bytes = Arc::from([]);
            }
        }
    }
}

/// Forgets what is old and written; `change` is the last change that is.
pub(super) fn forget(
    world: &mut World,
    change: u64,
    messages: usize,
    files: &mut HashSet<AttachmentId>,
) {
    let channels: Vec<ChannelId> = world.channels.keys().copied().collect();
    for channel in channels {
        let old: Vec<MessageId> = world.beyond(channel, messages);
        for id in old {
            if world.changes.of(id) > change {
                continue;
            }
            if let Some(message) = world.remove(id) {
                for file in &message.files {
                    files.remove(&file.id);
                }
            }
        }
    }
    world.forget_calls(RECORDED);
    world.forget_interactions();
}
