//! `/help`: how to begin, and every command in a line.

use std::future::ready;

use futures_util::FutureExt;

use super::common::say;
use super::{Command, spec};
use crate::discord::limits::{TEXT, cut};
use crate::i18n::tr;

pub(super) const COMMAND: Command = Command {
    name: "help",
    spec: || {
        spec::command(
            "help",
            |l| tr!(l, "cmd-help"),
            |l| tr!(l, "cmd-help-about"),
            Vec::new(),
        )
    },
    run: |ctx, _| {
        let text = format!(
            "{}\n{}",
            tr!(ctx.lang, "help-begin"),
            tr!(ctx.lang, "help-cards")
        );
        ready(say(cut(&text, TEXT))).boxed()
    },
    complete: None,
};
