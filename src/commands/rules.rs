//! `/rules`: the rules of a table, told from its parameters.

use std::future::ready;

use futures_util::FutureExt;

use super::common::say;
use super::{Command, Context, Given, Topic, rules_text, spec};
use crate::discord::limits::{TEXT, cut};
use crate::discord::reply::Reply;
use crate::i18n::tr;
use crate::rules::{RuleSet, default_preset};

pub(super) const COMMAND: Command = Command {
    name: "rules",
    spec: || {
        spec::command(
            "rules",
            |l| tr!(l, "cmd-rules"),
            |l| tr!(l, "cmd-rules-about"),
            vec![spec::one_of(
                "topic",
                |l| tr!(l, "opt-topic"),
                |l| tr!(l, "opt-topic-about"),
                &[
                    ("course", |l| tr!(l, "topic-course")),
                    ("auction", |l| tr!(l, "topic-auction")),
                    ("play", |l| tr!(l, "topic-play")),
                    ("score", |l| tr!(l, "topic-score")),
                    ("clock", |l| tr!(l, "topic-clock")),
                ],
            )],
        )
    },
    run: |ctx, given| ready(run(ctx, &given)).boxed(),
    complete: None,
};

fn run(ctx: &Context, given: &Given<'_>) -> Reply {
    let topic = match given.text("topic") {
        Some("auction") => Some(Topic::Auction),
        Some("play") => Some(Topic::Play),
        Some("score") => Some(Topic::Score),
        Some("clock") => Some(Topic::Clock),
        Some("course") => Some(Topic::Course),
        Some(_) | None => None,
    };
    let table = ctx
        .registry
        .in_channel(ctx.channel)
        .or_else(|| ctx.registry.of_player(ctx.person.player));
    match table {
        Some(table) => reply(ctx, &table.snapshot().public.rules, topic),
        None => reply(ctx, &default_preset().rules, topic),
    }
}

/// A topic, or the first of them.
pub(super) fn reply(ctx: &Context, rules: &RuleSet, topic: Option<Topic>) -> Reply {
    let text = rules_text(ctx.lang, rules, topic.unwrap_or(Topic::Course));
    say(cut(&text, TEXT))
}
