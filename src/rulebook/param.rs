//! What a parameter of a ruleset is: where it stands, what it may be, and how
//! it is told.

use std::sync::LazyLock;

use serde_json::Value;

use super::{auction, fry, levels, play, score, times};
use crate::i18n::{Lang, tr};
use crate::rules::{RulePatch, RuleSet};

/// A part of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// The game in a few lines.
    Course,
    /// Declaring and the dealer.
    Declaring,
    /// Overturning and frying.
    Frying,
    /// Order, shapes, throws, following.
    Play,
    /// Points and digging.
    Score,
    /// Ladder, rungs that must be played, hook-backs.
    Levels,
    /// Times and time-outs.
    Clock,
    /// Games and matches.
    Match,
}

impl Topic {
    /// All of them, as they are told.
    pub const ALL: [Topic; 8] = [
        Topic::Course,
        Topic::Declaring,
        Topic::Frying,
        Topic::Play,
        Topic::Score,
        Topic::Levels,
        Topic::Clock,
        Topic::Match,
    ];

    /// As it stands in options and ids.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Topic::Course => "course",
            Topic::Declaring => "auction",
            Topic::Frying => "fry",
            Topic::Play => "play",
            Topic::Score => "score",
            Topic::Levels => "levels",
            Topic::Clock => "clock",
            Topic::Match => "match",
        }
    }

    /// The topic of that id.
    #[must_use]
    pub fn of(id: &str) -> Option<Topic> {
        Topic::ALL.into_iter().find(|t| t.id() == id)
    }

    /// Its title.
    #[must_use]
    pub fn title(self, lang: Lang) -> String {
        match self {
            Topic::Course => tr!(lang, "topic-course"),
            Topic::Declaring => tr!(lang, "topic-auction"),
            Topic::Frying => tr!(lang, "topic-fry"),
            Topic::Play => tr!(lang, "topic-play"),
            Topic::Score => tr!(lang, "topic-score"),
            Topic::Levels => tr!(lang, "topic-levels"),
            Topic::Clock => tr!(lang, "topic-clock"),
            Topic::Match => tr!(lang, "topic-match"),
        }
    }
}

/// What a parameter may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// One of these, named as in the preset files.
    Names(&'static [&'static str]),
    /// Yes or no.
    Flag,
    /// A whole number; these are offered.
    Numbers(&'static [u16]),
}

/// A parameter of a ruleset.
pub struct Param {
    /// Where it stands in the preset files: `auction.undeclared`.
    pub path: &'static str,
    /// The part of the rules it belongs to.
    pub topic: Topic,
    /// What it may be.
    pub values: Values,
    pub(super) title: fn(Lang) -> String,
    pub(super) says: fn(Lang, &RuleSet) -> String,
    pub(super) example: fn(Lang, &RuleSet) -> Option<String>,
    pub(super) matters: fn(&RuleSet) -> bool,
}

impl Param {
    /// What it is called, at most 45 characters.
    #[must_use]
    pub fn title(&self, lang: Lang) -> String {
        (self.title)(lang)
    }

    /// What these rules say at it: one sentence of at most 100 characters that
    /// reads after the title.
    #[must_use]
    pub fn says(&self, lang: Lang, rules: &RuleSet) -> String {
        (self.says)(lang, rules)
    }

    /// An example with cards or numbers, where one helps.
    #[must_use]
    pub fn example(&self, lang: Lang, rules: &RuleSet) -> Option<String> {
        (self.example)(lang, rules)
    }

    /// Whether anything in these rules asks for it.
    #[must_use]
    pub fn matters(&self, rules: &RuleSet) -> bool {
        (self.matters)(rules)
    }

    /// Its value in these rules, as in the preset files.
    #[must_use]
    pub fn value(&self, rules: &RuleSet) -> Value {
        let whole = serde_json::to_value(rules).unwrap_or_default();
        let pointer = format!("/{}", self.path.replace('.', "/"));
        whole.pointer(&pointer).cloned().unwrap_or_default()
    }

    /// What may be chosen for it, with what it is in `rules` among them.
    #[must_use]
    pub fn offered(&self, rules: &RuleSet) -> Vec<Value> {
        let mut offered: Vec<Value> = match self.values {
            Values::Names(names) => names.iter().map(|&n| Value::from(n)).collect(),
            Values::Flag => vec![Value::from(true), Value::from(false)],
            Values::Numbers(numbers) => numbers.iter().map(|&n| Value::from(n)).collect(),
        };
        let now = self.value(rules);
        if !offered.contains(&now) {
            offered.push(now);
            offered.sort_by_key(Value::as_u64);
        }
        offered
    }

    /// These rules with that value.
    #[must_use]
    pub fn set(&self, rules: &RuleSet, value: &Value) -> Option<RuleSet> {
        RulePatch::change(self.path, value.clone())
            .apply(rules)
            .ok()
    }

    /// The title in bold, the sentence, and the example if asked for.
    #[must_use]
    pub fn line(&self, lang: Lang, rules: &RuleSet, example: bool) -> String {
        let title = self.title(lang);
        let mut text = tr!(
            lang,
            "param-line",
            title = title,
            text = self.says(lang, rules)
        );
        if example && let Some(example) = self.example(lang, rules) {
            text = tr!(lang, "param-example", text = text, example = example);
        }
        text
    }
}

/// Every parameter, by topic.
#[must_use]
pub fn params() -> &'static [Param] {
    static ALL: LazyLock<Vec<Param>> = LazyLock::new(|| {
        let lists = [
            auction::params(),
            fry::params(),
            play::params(),
            score::params(),
            levels::params(),
            times::params(),
        ];
        lists.into_iter().flatten().collect()
    });
    &ALL
}

/// The parameter at that path.
#[must_use]
pub fn param(path: &str) -> Option<&'static Param> {
    params().iter().find(|p| p.path == path)
}

/// For parameters that need no example.
pub(super) fn no_example(_: Lang, _: &RuleSet) -> Option<String> {
    None
}

/// For parameters that every ruleset asks for.
pub(super) const fn always(_: &RuleSet) -> bool {
    true
}
