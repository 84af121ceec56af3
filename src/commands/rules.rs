//! `/rules`: the rules of a table, or of any ruleset, told from their parameters.

use futures_util::FutureExt;

use super::common::refuse;
use super::control::Control;
use super::{Command, Context, Given, ruleset, spec};
use crate::discord::custom_id::{CustomId, Verb};
use crate::discord::limits::{TEXT, cut};
use crate::discord::reply::{Body, Reply, Row, Select, SelectOption};
use crate::game::TableId;
use crate::i18n::{Lang, tr};
use crate::rulebook::{Topic, rules_text};
use crate::rules::{PRESETS, RuleSet};
use crate::table::TableHandle;

pub(super) const COMMAND: Command = Command {
    name: "rules",
    spec: || {
        spec::command(
            "rules",
            |l| tr!(l, "cmd-rules"),
            |l| tr!(l, "cmd-rules-about"),
            vec![
                spec::one_of(
                    "topic",
                    |l| tr!(l, "opt-topic"),
                    |l| tr!(l, "opt-topic-about"),
                    &[
                        (Topic::Course.id(), |l| Topic::Course.title(l)),
                        (Topic::Declaring.id(), |l| Topic::Declaring.title(l)),
                        (Topic::Frying.id(), |l| Topic::Frying.title(l)),
                        (Topic::Play.id(), |l| Topic::Play.title(l)),
                        (Topic::Score.id(), |l| Topic::Score.title(l)),
                        (Topic::Levels.id(), |l| Topic::Levels.title(l)),
                        (Topic::Clock.id(), |l| Topic::Clock.title(l)),
                        (Topic::Match.id(), |l| Topic::Match.title(l)),
                    ],
                ),
                spec::suggested(
                    "rules",
                    |l| tr!(l, "opt-rules"),
                    |l| tr!(l, "opt-rules-about"),
                ),
            ],
        )
    },
    run: |ctx, given| run(ctx, given).boxed(),
    complete: Some(|ctx, typed| ruleset::complete_all(ctx, typed).boxed()),
};

/// Whose rules are told; it stands in the id of the select of topics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Told {
    /// Those of a table.
    Table(TableId),
    /// The house rule of that number.
    House(i64),
    /// The preset at that place of [`PRESETS`].
    Preset(usize),
}

impl Told {
    fn id(self) -> CustomId {
        let (number, index) = match self {
            Told::Table(table) => (table, 0),
            Told::House(house) => (TableId(house), 1),
            Told::Preset(at) => (TableId(0), at + 2),
        };
        let index = u16::try_from(index).unwrap_or_default();
        CustomId::lasting(Verb::Topic, number, index)
    }

    fn of(id: CustomId) -> Told {
        match id.index {
            0 => Told::Table(id.table),
            1 => Told::House(id.table.0),
            at => Told::Preset(usize::from(at) - 2),
        }
    }

    /// The rules, or the sentence that says why there are none.
    async fn rules(self, ctx: &Context) -> Result<RuleSet, String> {
        let over = || tr!(ctx.lang, "refused-table-over");
        match self {
            Told::Table(table) => {
                let table = ctx.registry.table(table).ok_or_else(over)?;
                Ok(RuleSet::clone(&table.snapshot().public.rules))
            }
            Told::House(house) => ruleset::told(ctx, house).await,
            Told::Preset(at) => {
                let preset = PRESETS.get(at).ok_or_else(over)?;
                Ok(preset.rules.clone())
            }
        }
    }
}

async fn run(ctx: &Context, given: Given<'_>) -> Reply {
    let topic = given.text("topic").and_then(Topic::of);
    let topic = topic.unwrap_or(Topic::Course);
    if let Some(text) = given.text("rules") {
        return match ruleset::named(ctx, text).await {
            Ok(told) => reply(ctx, told, topic).await,
            Err(refused) => refuse(&refused),
        };
    }
    let table = ctx
        .registry
        .in_channel(ctx.channel)
        .or_else(|| ctx.registry.of_player(ctx.person.player));
    let told = table.map_or(Told::Preset(0), |table| Told::Table(table.id()));
    reply(ctx, told, topic).await
}

pub(super) const CONTROLS: &[Control] = &[
    Control::at_table(Verb::Rules, |ctx, table, _| of_table(ctx, table).boxed()),
    Control::anywhere(Verb::Topic, |ctx, click| {
        chosen(ctx, click.id, click.values).boxed()
    }),
];

/// The rules of a table, for who pressed its button.
async fn of_table(ctx: &Context, table: &TableHandle) -> Reply {
    reply(ctx, Told::Table(table.id()), Topic::Course).await
}

/// Another topic was chosen below one.
async fn chosen(ctx: &Context, id: CustomId, values: &[String]) -> Reply {
    let topic = values.first().and_then(|v| Topic::of(v));
    let topic = topic.unwrap_or(Topic::Course);
    let told = Told::of(id);
    match told.rules(ctx).await {
        Ok(rules) => Reply::Edit(body(ctx.lang, told, &rules, topic)),
        Err(refused) => refuse(&refused),
    }
}

async fn reply(ctx: &Context, told: Told, topic: Topic) -> Reply {
    match told.rules(ctx).await {
        Ok(rules) => Reply::Private(body(ctx.lang, told, &rules, topic)),
        Err(refused) => refuse(&refused),
    }
}

fn body(lang: Lang, told: Told, rules: &RuleSet, topic: Topic) -> Body {
    Body {
        text: cut(&rules_text(lang, rules, topic), TEXT),
        rows: vec![topics(lang, told, Some(topic))],
        ..Body::default()
    }
}

/// The select of topics below the rules.
pub(super) fn topics(lang: Lang, told: Told, topic: Option<Topic>) -> Row {
    let options = Topic::ALL.into_iter().map(|t| SelectOption {
        label: t.title(lang),
        value: t.id().to_owned(),
        picked: Some(t) == topic,
    });
    Row::Select(Select {
        id: told.id().to_string(),
        placeholder: tr!(lang, "rules-choose"),
        min: 1,
        max: 1,
        options: options.collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whose_rules_are_told_comes_back_from_the_id() {
        for told in [
            Told::Table(TableId(7)),
            Told::House(7),
            Told::Preset(0),
            Told::Preset(12),
        ] {
            let id = told.id().to_string().parse().expect("an id");
            assert_eq!(Told::of(id), told);
        }
    }
}
