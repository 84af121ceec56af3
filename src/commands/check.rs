//! `/check`: have the opponents' plays checked (查牌, RULES.md §11).

use futures_util::FutureExt;

use super::common::{act, own};
use super::{Command, Context, spec};
use crate::discord::reply::Reply;
use crate::game::Action;
use crate::i18n::tr;

pub(super) const COMMAND: Command = Command {
    name: "check",
    spec: || {
        spec::command(
            "check",
            |l| tr!(l, "cmd-check"),
            |l| tr!(l, "cmd-check-about"),
            Vec::new(),
        )
    },
    run: |ctx, _| run(ctx).boxed(),
    complete: None,
};

/// The trick's message tells everybody; the answer is the own panel.
async fn run(ctx: &Context) -> Reply {
    match own(ctx) {
        Ok(at) => {
            let mut reply = act(ctx, &at, None, Action::Check, None).await;
            if let Reply::Panel { note, .. } = &mut reply
                && note.is_none()
            {
                *note = Some(tr!(ctx.lang, "check-done"));
            }
            reply
        }
        Err(refused) => *refused,
    }
}
