//! `/overturn`: change trump before the bottom is taken.

use std::future::ready;

use futures_util::FutureExt;

use super::common::own;
use super::typed::{self, Purpose, act_choices};
use super::{Command, Context, spec};
use crate::game::Ask;
use crate::i18n::tr;

pub(super) const COMMAND: Command = Command {
    name: "overturn",
    spec: || {
        spec::command(
            "overturn",
            |l| tr!(l, "cmd-overturn"),
            |l| tr!(l, "cmd-overturn-about"),
            vec![spec::cards(), spec::named_trump()],
        )
    },
    run: |ctx, given| async move { typed::command(ctx, &given, Purpose::Overturn).await }.boxed(),
    complete: Some(|ctx, typed| ready(complete(ctx, typed)).boxed()),
};

fn complete(ctx: &Context, _typed: &str) -> Vec<(String, String)> {
    let Ok(at) = own(ctx) else {
        return Vec::new();
    };
    match &at.view().ask {
        Ask::Overturn { options, .. } => act_choices(ctx.lang, options),
        Ask::Nothing
        | Ask::Ready
        | Ask::Place { .. }
        | Ask::Bury
        | Ask::Fry { .. }
        | Ask::Lead
        | Ask::Follow { .. } => Vec::new(),
    }
}
