//! `/hand`: show the own panel, wherever it was lost.

use std::future::ready;

use futures_util::FutureExt;

use super::common::own;
use super::{Command, spec};
use crate::i18n::tr;

pub(super) const COMMAND: Command = Command {
    name: "hand",
    spec: || {
        spec::command(
            "hand",
            |l| tr!(l, "cmd-hand"),
            |l| tr!(l, "cmd-hand-about"),
            Vec::new(),
        )
    },
    run: |ctx, _| {
        let reply = own(ctx).map_or_else(|refused| *refused, |at| at.panel(None));
        ready(reply).boxed()
    },
    complete: None,
};
