//! What the bot needs to be allowed in a channel, by name, and what
//! interactions have told of it.

use dashmap::DashMap;
use serenity::model::permissions::Permissions;

use crate::i18n::{Lang, list, tr};

const ADMINISTRATOR: u64 = Permissions::ADMINISTRATOR.bits();

/// A permission in a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Permission {
    /// View Channel.
    View,
    /// Send Messages.
    Send,
    /// Embed Links.
    Embed,
    /// Attach Files.
    Attach,
    /// Read Message History.
    History,
    /// Use External Emojis.
    Emoji,
    /// Create Public Threads.
    CreateThreads,
    /// Send Messages in Threads.
    SendInThreads,
}

impl Permission {
    /// All that the invitation asks for (P42).
    pub const ALL: [Permission; 8] = [
        Permission::View,
        Permission::Send,
        Permission::SendInThreads,
        Permission::Attach,
        Permission::History,
        Permission::Embed,
        Permission::Emoji,
        Permission::CreateThreads,
    ];

    /// Discord's bit.
    #[must_use]
    pub const fn bit(self) -> u64 {
        match self {
            Permission::View => Permissions::VIEW_CHANNEL.bits(),
            Permission::Send => Permissions::SEND_MESSAGES.bits(),
            Permission::Embed => Permissions::EMBED_LINKS.bits(),
            Permission::Attach => Permissions::ATTACH_FILES.bits(),
            Permission::History => Permissions::READ_MESSAGE_HISTORY.bits(),
            Permission::Emoji => Permissions::USE_EXTERNAL_EMOJIS.bits(),
            Permission::CreateThreads => Permissions::CREATE_PUBLIC_THREADS.bits(),
            Permission::SendInThreads => Permissions::SEND_MESSAGES_IN_THREADS.bits(),
        }
    }

    /// Its name, as Discord shows it in that language.
    #[must_use]
    pub fn name(self, lang: Lang) -> String {
        match self {
            Permission::View => tr!(lang, "permission-view"),
            Permission::Send => tr!(lang, "permission-send"),
            Permission::Embed => tr!(lang, "permission-embed"),
            Permission::Attach => tr!(lang, "permission-attach"),
            Permission::History => tr!(lang, "permission-history"),
            Permission::Emoji => tr!(lang, "permission-emoji"),
            Permission::CreateThreads => tr!(lang, "permission-create-threads"),
            Permission::SendInThreads => tr!(lang, "permission-threads"),
        }
    }

    /// Whether a table stands still without it: so it is with the seven of P42,
    /// wherever a table is, so that one sentence can tell them. Without the
    /// eighth, tables stay in their channels.
    #[must_use]
    pub const fn is_needed(self) -> bool {
        match self {
            Permission::View
            | Permission::Send
            | Permission::SendInThreads
            | Permission::Attach
            | Permission::History
            | Permission::Embed
            | Permission::Emoji => true,
            Permission::CreateThreads => false,
        }
    }
}

/// The permissions that a bit set of Discord's lacks.
#[must_use]
pub fn missing(bits: u64) -> Vec<Permission> {
    if bits & ADMINISTRATOR != 0 {
        return Vec::new();
    }
    let lacks = |p: &Permission| bits & p.bit() == 0;
    Permission::ALL.into_iter().filter(lacks).collect()
}

/// Those of them that a table needs.
#[must_use]
pub fn lacking(bits: u64) -> Vec<Permission> {
    let mut missing = missing(bits);
    missing.retain(|p| p.is_needed());
    missing
}

/// Permissions by name, one after the other.
#[must_use]
pub fn named(lang: Lang, permissions: &[Permission]) -> String {
    let names: Vec<String> = permissions.iter().map(|p| p.name(lang)).collect();
    list(lang, &names)
}

/// What the newest interaction of each channel told of the bot's permissions
/// there: nothing has to be asked for that.
#[derive(Debug, Default)]
pub struct SeenPermissions(DashMap<u64, Seen>);

/// The permissions in a channel, as they were told last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The server.
    pub guild: u64,
    /// Discord's bit set.
    pub bits: u64,
}

impl SeenPermissions {
    /// An interaction came from a channel.
    pub fn tell(&self, channel: u64, seen: Seen) {
        self.0.insert(channel, seen);
    }

    /// What is known of a channel of a server.
    #[must_use]
    pub fn of(&self, guild: u64, channel: u64) -> Option<Seen> {
        let seen = self.0.get(&channel).map(|seen| *seen);
        seen.filter(|seen| seen.guild == guild)
    }

    /// Every channel of a server of which something is known.
    #[must_use]
    pub fn channels(&self, guild: u64) -> Vec<u64> {
        let of_it = self.0.iter().filter(|seen| seen.guild == guild);
        let mut channels: Vec<u64> = of_it.map(|seen| *seen.key()).collect();
        channels.sort_unstable();
        channels
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_invitation_asks_for_all_of_them() {
        let bits = Permission::ALL.iter().fold(0, |bits, p| bits | p.bit());
        // P42, with Create Public Threads.
        assert_eq!(bits, 309_238_025_216);
        assert!(missing(bits).is_empty());
        assert!(missing(ADMINISTRATOR).is_empty());
        for permission in Permission::ALL {
            assert_eq!(missing(bits & !permission.bit()), [permission]);
        }
        assert_eq!(missing(0).len(), 8);
    }

    #[test]
    fn a_table_needs_the_seven_of_p42() {
        let all = 274_878_286_848;
        assert_eq!(lacking(all), []);
        assert_eq!(lacking(ADMINISTRATOR), []);
        assert_eq!(lacking(0).len(), 7);
        for bit in (0..64).map(|n| 1 << n).filter(|bit| all & bit != 0) {
            assert_eq!(lacking(all & !bit).len(), 1);
        }
        let without = lacking(all & !Permission::Attach.bit());
        assert_eq!(named(Lang::En, &without), "Attach Files");
    }

    #[test]
    fn of_another_server_nothing_is_told() {
        let seen = SeenPermissions::default();
        let told = Seen { guild: 1, bits: 7 };
        seen.tell(5, told);
        assert_eq!(seen.of(1, 5), Some(told));
        assert_eq!(seen.of(2, 5), None);
        assert_eq!(seen.channels(1), [5]);
        assert!(seen.channels(2).is_empty());
    }
}
