//! `/auto`: let the computer play for oneself (托管), or take over again.

use futures_util::FutureExt;

use super::common::{act, own};
use super::control::Control;
use super::{Command, Context, spec};
use crate::discord::custom_id::Verb;
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

pub(super) const CONTROLS: &[Control] = &[Control::on_seat(Verb::Auto, |ctx, at, click| {
    act(ctx, at, None, Action::Auto(click.id.index == 1), None).boxed()
})];

async fn run(ctx: &Context) -> Reply {
    let at = match own(ctx) {
        Ok(at) => at,
        Err(reply) => return *reply,
    };
    let on = !at.view().auto;
    act(ctx, &at, None, Action::Auto(on), None).await
}
