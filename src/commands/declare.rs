//! `/declare`: place a level card while cards are drawn.

use std::future::ready;

use futures_util::FutureExt;

use super::common::own;
use super::typed::{self, Purpose, act_choices};
use super::{Command, Context, spec};
use crate::game::Ask;
use crate::i18n::tr;

pub(super) const COMMAND: Command = Command {
    name: "declare",
    spec: || {
        spec::command(
            "declare",
            |l| tr!(l, "cmd-declare"),
            |l| tr!(l, "cmd-declare-about"),
            vec![spec::cards(), spec::named_trump()],
        )
    },
    run: |ctx, given| async move { typed::command(ctx, &given, Purpose::Declare).await }.boxed(),
    complete: Some(|ctx, typed| ready(complete(ctx, typed)).boxed()),
};

fn complete(ctx: &Context, _typed: &str) -> Vec<(String, String)> {
    let Ok(at) = own(ctx) else {
        return Vec::new();
    };
    match &at.view().ask {
        Ask::Place { options } => act_choices(ctx.lang, options),
        Ask::Nothing
        | Ask::Ready
        | Ask::Overturn { .. }
        | Ask::Bury
        | Ask::Fry { .. }
        | Ask::Lead
        | Ask::Follow { .. } => Vec::new(),
    }
}
