//! `/fry`: fry the bottom with a pair.

use std::future::ready;

use futures_util::FutureExt;

use super::common::own;
use super::typed::{self, Purpose, act_choices};
use super::{Command, Context, spec};
use crate::game::Ask;
use crate::i18n::tr;

pub(super) const COMMAND: Command = Command {
    name: "fry",
    spec: || {
        spec::command(
            "fry",
            |l| tr!(l, "cmd-fry"),
            |l| tr!(l, "cmd-fry-about"),
            vec![spec::cards(), spec::named_trump()],
        )
    },
    run: |ctx, given| async move { typed::command(ctx, &given, Purpose::Fry).await }.boxed(),
    complete: Some(|ctx, typed| ready(complete(ctx, typed)).boxed()),
};

fn complete(ctx: &Context, _typed: &str) -> Vec<(String, String)> {
    let Ok(at) = own(ctx) else {
        return Vec::new();
    };
    match &at.view().ask {
        Ask::Fry { options, .. } => act_choices(ctx.lang, options),
        Ask::Nothing
        | Ask::Ready
        | Ask::Place { .. }
        | Ask::Overturn { .. }
        | Ask::Bury
        | Ask::Lead
        | Ask::Follow { .. } => Vec::new(),
    }
}
