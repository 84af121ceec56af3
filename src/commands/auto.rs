//! `/auto`: let the computer play for oneself (托管), or take over again.

use futures_util::FutureExt;

use super::common::{act, own};
use super::{Command, Context, spec};
use crate::discord::reply::Reply;
use crate::game::Action;
use crate::i18n::tr;

pub(super) const COMMAND: Command = Command {
    name: "auto",
    spec: || {
        spec::command(
            "auto",
            |l| tr!(l, "cmd-auto"),
            |l| tr!(l, "cmd-auto-about"),
            Vec::new(),
        )
    },
    run: |ctx, _| run(ctx).boxed(),
    complete: None,
};

async fn run(ctx: &Context) -> Reply {
    let at = match own(ctx) {
        Ok(at) => at,
        Err(reply) => return *reply,
    };
    let on = !at.view().auto;
    act(ctx, &at, None, Action::Auto(on), None).await
}
