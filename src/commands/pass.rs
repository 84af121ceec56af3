//! `/pass`: let a question to overturn or to fry go by.

use futures_util::FutureExt;

use super::common::{act, own};
use super::{Command, Context, spec};
use crate::discord::reply::Reply;
use crate::game::Action;
use crate::i18n::tr;
use crate::rules::auction::AuctionAct;

pub(super) const COMMAND: Command = Command {
    name: "pass",
    spec: || {
        spec::command(
            "pass",
            |l| tr!(l, "cmd-pass"),
            |l| tr!(l, "cmd-pass-about"),
            Vec::new(),
        )
    },
    run: |ctx, _| run(ctx).boxed(),
    complete: None,
};

async fn run(ctx: &Context) -> Reply {
    match own(ctx) {
        Ok(at) => act(ctx, &at, None, Action::Auction(AuctionAct::Pass), None).await,
        Err(reply) => *reply,
    }
}
