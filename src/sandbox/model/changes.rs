//! Which messages changed when: what lets pages and the kept file follow without looking at everything.

use std::collections::{BTreeMap, HashMap};

use crate::sandbox::ids::MessageId;

/// The last change of each message, numbered in the order in which they happened.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    last: u64,
    by_number: BTreeMap<u64, MessageId>,
    of: HashMap<MessageId, u64>,
}

impl Changes {
    /// A message is new or has changed.
    pub(crate) fn touch(&mut self, id: MessageId) {
        self.last += 1;
        if let Some(before) = self.of.insert(id, self.last) {
            self.by_number.remove(&before);
        }
        self.by_number.insert(self.last, id);
    }

    /// The number of the last change.
    pub(crate) fn last(&self) -> u64 {
        self.last
    }

    /// The messages that changed after the change `number`, each once.
    pub(crate) fn after(&self, number: u64) -> Vec<MessageId> {
        self.by_number
            .range(number + 1..)
            .map(|(_, id)| *id)
            .collect()
    }

    /// The number of a message's last change; 0 for one taken up unchanged.
    pub(crate) fn of(&self, id: MessageId) -> u64 {
        self.of.get(&id).copied().unwrap_or_default()
    }

    /// Nobody needs to hear of a message any more.
    pub(crate) fn forget(&mut self, id: MessageId) {
        if let Some(number) = self.of.remove(&id) {
            self.by_number.remove(&number);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_message_is_told_once_however_often_it_changed() {
        let mut changes = Changes::default();
        let (a, b) = (MessageId(1), MessageId(2));
        changes.touch(a);
        changes.touch(b);
        let before = changes.last();
        changes.touch(a);
        changes.touch(a);
        assert_eq!(changes.after(0), [b, a]);
        assert_eq!(changes.after(before), [a]);
        assert_eq!(changes.of(a), changes.last());
        changes.forget(a);
        assert_eq!(changes.after(0), [b]);
        assert!(changes.after(changes.last()).is_empty());
    }
}
