//! `/bury`: put eight cards into the bottom.

use std::future::ready;

use futures_util::FutureExt;

use super::common::own;
use super::typed::{self, Purpose, set_choices};
use super::{Command, Context, spec};
use crate::game::Ask;
use crate::i18n::tr;
use crate::players::bury_eight;

pub(super) const COMMAND: Command = Command {
    name: "bury",
    spec: || {
        spec::command(
            "bury",
            |l| tr!(l, "cmd-bury"),
            |l| tr!(l, "cmd-bury-about"),
            vec![spec::cards()],
        )
    },
    run: |ctx, given| async move { typed::command(ctx, &given, Purpose::Bury).await }.boxed(),
    complete: Some(|ctx, typed| ready(complete(ctx, typed)).boxed()),
};

fn complete(ctx: &Context, _typed: &str) -> Vec<(String, String)> {
    let Ok(at) = own(ctx) else {
        return Vec::new();
    };
    match &at.view().ask {
        Ask::Bury => {
            let draft = at.snap.drafts[at.seat];
            set_choices(ctx.lang, [bury_eight(at.view(), &draft)])
        }
        Ask::Nothing
        | Ask::Ready
        | Ask::Place { .. }
        | Ask::Overturn { .. }
        | Ask::Fry { .. }
        | Ask::Lead
        | Ask::Follow { .. } => Vec::new(),
    }
}
