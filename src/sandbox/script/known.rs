//! What scripted people know of the bot: where it is limited, they use nothing else.

use std::fmt;
use std::sync::Arc;

use super::Trouble;
use crate::sandbox::{SeenMessage, UserId};

/// What a person is about to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Used<'a> {
    /// A button, by its label.
    Button(&'a str),
    /// A select, by its placeholder.
    Select(&'a str),
    /// A slash command, by its own name and subcommand.
    Command(&'a [&'a str]),
}

type Knows = dyn Fn(&Used<'_>) -> bool + Send + Sync;

/// What people know; everything, unless it is limited.
#[derive(Clone, Default)]
pub struct Known(Option<Arc<Knows>>);

impl fmt::Debug for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() {
            "Known(some)"
        } else {
            "Known(all)"
        })
    }
}

impl Known {
    /// Only that for which `knows` holds.
    #[must_use]
    pub fn only(knows: impl Fn(&Used<'_>) -> bool + Send + Sync + 'static) -> Known {
        Known(Some(Arc::new(knows)))
    }

    pub(super) fn press(
        &self,
        who: UserId,
        message: &SeenMessage,
        id: &str,
    ) -> Result<(), Trouble> {
        let label = message.buttons.iter().find(|b| b.custom_id == id);
        label.map_or(Ok(()), |b| self.check(who, &Used::Button(&b.label)))
    }

    pub(super) fn choose(
        &self,
        who: UserId,
        message: &SeenMessage,
        id: &str,
    ) -> Result<(), Trouble> {
        let select = message.selects.iter().find(|s| s.custom_id == id);
        select.map_or(Ok(()), |s| self.check(who, &Used::Select(&s.placeholder)))
    }

    pub(super) fn command(&self, who: UserId, path: &[&str]) -> Result<(), Trouble> {
        self.check(who, &Used::Command(path))
    }

    fn check(&self, who: UserId, used: &Used<'_>) -> Result<(), Trouble> {
        match &self.0 {
            Some(knows) if !knows(used) => Err(Trouble::Unknown {
                who,
                what: format!("{used:?}"),
            }),
            Some(_) | None => Ok(()),
        }
    }
}
