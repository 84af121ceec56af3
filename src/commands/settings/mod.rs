//! `/settings`: what a person has chosen for their own hand, panels and calls.
//! Nothing public changes with it.

mod panel;

use std::sync::Arc;

use futures_util::FutureExt;

use super::common::{refuse, unknown};
use super::control::Control;
use super::{Command, Context, Given, spec};
use crate::discord::custom_id::{CustomId, Verb};
use crate::discord::reply::Reply;
use crate::i18n::{Lang, tr};
use crate::table::{HandPlace, Person, Personal};

pub(super) const COMMAND: Command = Command {
    name: "settings",
    spec: spec_json,
    run: |ctx, given| run(ctx, given).boxed(),
    complete: None,
};

/// A change of what somebody has chosen.
type Change = Arc<dyn Fn(&mut Personal) + Send + Sync>;

/// How a hand place, a language and yes or no stand in options and selects.
const DIRECT: &str = "dm";
const CHANNEL: &str = "channel";
const BOTH: &str = "both";
const DISCORD: &str = "discord";
const ON: &str = "on";
const OFF: &str = "off";

const fn place_value(place: HandPlace) -> &'static str {
    match place {
        HandPlace::Both => BOTH,
        HandPlace::Direct => DIRECT,
        HandPlace::Channel => CHANNEL,
    }
}

fn place(value: &str) -> Option<HandPlace> {
    HandPlace::ALL
        .into_iter()
        .find(|p| place_value(*p) == value)
}

/// The language that a value names; inside, `None` for that of Discord.
fn language(value: &str) -> Option<Option<Lang>> {
    if value == DISCORD {
        return Some(None);
    }
    let named = Lang::ALL.into_iter().find(|l| l.tag() == value);
    named.map(Some)
}

/// A choice that is on or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Switch {
    TwoColours,
    Large,
    TextOnly,
    TrumpsRight,
    LowFirst,
    Ping,
    Suggestions,
}

impl Switch {
    /// Those about how the hand looks.
    const LOOK: [Switch; 5] = [
        Switch::TwoColours,
        Switch::Large,
        Switch::TextOnly,
        Switch::TrumpsRight,
        Switch::LowFirst,
    ];

    const fn value(self) -> &'static str {
        match self {
            Switch::TwoColours => "two-colours",
            Switch::Large => "large",
            Switch::TextOnly => "text-only",
            Switch::TrumpsRight => "trumps-right",
            Switch::LowFirst => "low-first",
            Switch::Ping => "ping",
            Switch::Suggestions => "suggestions",
        }
    }

    const fn of(self, personal: &Personal) -> bool {
        match self {
            Switch::TwoColours => personal.two_colours,
            Switch::Large => personal.large,
            Switch::TextOnly => personal.text_only,
            Switch::TrumpsRight => personal.order.trumps_right,
            Switch::LowFirst => personal.order.low_first,
            Switch::Ping => personal.ping,
            Switch::Suggestions => personal.suggestions,
        }
    }

    fn set(self, personal: &mut Personal, on: bool) {
        let place = match self {
            Switch::TwoColours => &mut personal.two_colours,
            Switch::Large => &mut personal.large,
            Switch::TextOnly => &mut personal.text_only,
            Switch::TrumpsRight => &mut personal.order.trumps_right,
            Switch::LowFirst => &mut personal.order.low_first,
            Switch::Ping => &mut personal.ping,
            Switch::Suggestions => &mut personal.suggestions,
        };
        *place = on;
    }
}

/// The controls of the panel, as `index` numbers them.
mod control {
    /// Where the hand is shown.
    pub const HAND: u16 = 0;
    /// The language.
    pub const LANGUAGE: u16 = 1;
    /// How the hand looks.
    pub const LOOK: u16 = 2;
    /// Calls: not, wanted.
    pub const PING: [u16; 2] = [3, 4];
    /// Suggestions: not, wanted.
    pub const SUGGESTIONS: [u16; 2] = [5, 6];
    /// All as it is where nothing was chosen.
    pub const DEFAULTS: u16 = 7;
}

fn spec_json() -> serde_json::Value {
    let on_off = |name, words, about| {
        spec::one_of(
            name,
            words,
            about,
            &[(ON, |l| tr!(l, "opt-on")), (OFF, |l| tr!(l, "opt-off"))],
        )
    };
    spec::command(
        "settings",
        |l| tr!(l, "cmd-settings"),
        |l| tr!(l, "cmd-settings-about"),
        vec![
            spec::one_of(
                "hand",
                |l| tr!(l, "opt-hand"),
                |l| tr!(l, "opt-hand-about"),
                &[
                    (BOTH, |l| tr!(l, "hand-both")),
                    (DIRECT, |l| tr!(l, "hand-direct")),
                    (CHANNEL, |l| tr!(l, "hand-channel")),
                ],
            ),
            spec::one_of(
                "language",
                |l| tr!(l, "opt-language"),
                |l| tr!(l, "opt-own-language-about"),
                &[
                    (DISCORD, |l| tr!(l, "language-discord")),
                    ("zh-CN", |_| "简体中文".into()),
                    ("zh-TW", |_| "繁體中文".into()),
                    ("en", |_| "English".into()),
                ],
            ),
            spec::one_of(
                "colours",
                |l| tr!(l, "opt-colours"),
                |l| tr!(l, "opt-colours-about"),
                &[
                    ("4", |l| tr!(l, "colours-four")),
                    ("2", |l| tr!(l, "colours-two")),
                ],
            ),
            on_off(
                "large",
                |l| tr!(l, "opt-large"),
                |l| tr!(l, "opt-large-about"),
            ),
            on_off("text", |l| tr!(l, "opt-text"), |l| tr!(l, "opt-text-about")),
            spec::one_of(
                "trumps",
                |l| tr!(l, "opt-trumps"),
                |l| tr!(l, "opt-trumps-about"),
                &[
                    ("left", |l| tr!(l, "trumps-left")),
                    ("right", |l| tr!(l, "trumps-right")),
                ],
            ),
            spec::one_of(
                "first",
                |l| tr!(l, "opt-first"),
                |l| tr!(l, "opt-first-about"),
                &[
                    ("high", |l| tr!(l, "first-high")),
                    ("low", |l| tr!(l, "first-low")),
                ],
            ),
            on_off("ping", |l| tr!(l, "opt-ping"), |l| tr!(l, "opt-ping-about")),
            on_off(
                "suggestions",
                |l| tr!(l, "opt-suggestions"),
                |l| tr!(l, "opt-suggestions-about"),
            ),
        ],
    )
}

/// What the options of the command change.
fn changes(given: &Given<'_>) -> Vec<Change> {
    let mut all: Vec<Change> = Vec::new();
    if let Some(place) = given.text("hand").and_then(place) {
        all.push(Arc::new(move |p| p.hand = place));
    }
    if let Some(language) = given.text("language").and_then(language) {
        all.push(Arc::new(move |p| p.language = language));
    }
    for (name, on, switch) in [
        ("colours", "2", Switch::TwoColours),
        ("large", ON, Switch::Large),
        ("text", ON, Switch::TextOnly),
        ("trumps", "right", Switch::TrumpsRight),
        ("first", "low", Switch::LowFirst),
        ("ping", ON, Switch::Ping),
        ("suggestions", ON, Switch::Suggestions),
    ] {
        if let Some(value) = given.text(name) {
            let wanted = value == on;
            all.push(Arc::new(move |p| switch.set(p, wanted)));
        }
    }
    all
}

async fn run(ctx: &Context, given: Given<'_>) -> Reply {
    let changes = changes(&given);
    if changes.is_empty() {
        return Reply::Private(panel::panel(&ctx.person, None));
    }
    match changed(ctx, changes).await {
        Ok(person) => {
            let note = tr!(person.language, "settings-saved");
            Reply::Private(panel::panel(&person, Some(note)))
        }
        Err(refused) => *refused,
    }
}

pub(super) const CONTROLS: &[Control] = &[Control::anywhere(Verb::Personal, |ctx, click| {
    self::click(ctx, click.id, click.values).boxed()
})];

/// What a control of the panel does.
async fn click(ctx: &Context, id: CustomId, values: &[String]) -> Reply {
    let first = values.first().map_or("", String::as_str);
    let change: Option<Change> = match id.index {
        control::HAND => place(first).map(|place| -> Change { Arc::new(move |p| p.hand = place) }),
        control::LANGUAGE => {
            language(first).map(|language| -> Change { Arc::new(move |p| p.language = language) })
        }
        control::LOOK => Some(look(values)),
        control::DEFAULTS => Some(Arc::new(|p| *p = Personal::default())),
        other => switched(other),
    };
    let Some(change) = change else {
        return unknown(ctx);
    };
    match changed(ctx, vec![change]).await {
        Ok(person) => Reply::Edit(panel::panel(&person, None)),
        Err(refused) => *refused,
    }
}

/// Those of the looks that were picked are on, the others off.
fn look(values: &[String]) -> Change {
    let picked = Switch::LOOK.map(|s| values.iter().any(|v| v == s.value()));
    Arc::new(move |personal| {
        for (switch, on) in Switch::LOOK.into_iter().zip(picked) {
            switch.set(personal, on);
        }
    })
}

fn switched(index: u16) -> Option<Change> {
    let at = |pair: [u16; 2]| pair.iter().position(|&i| i == index);
    let (switch, on) = at(control::PING)
        .map(|on| (Switch::Ping, on))
        .or_else(|| at(control::SUGGESTIONS).map(|on| (Switch::Suggestions, on)))?;
    Some(Arc::new(move |p| switch.set(p, on == 1)))
}

/// Makes the changes; the panels of the person follow them at once.
async fn changed(ctx: &Context, changes: Vec<Change>) -> Result<Person, Box<Reply>> {
    let player = ctx.person.player;
    let done = ctx
        .store
        .change_personal(player, move |personal| {
            for change in &changes {
                change(personal);
            }
        })
        .await;
    let person = match done {
        // The language may be Discord's again.
        Ok(person) => {
            let store = &ctx.store;
            store
                .upsert_person(person.discord, &person.name, ctx.locale)
                .await
        }
        Err(error) => Err(error),
    };
    let refused = |_| Box::new(refuse(&tr!(ctx.lang, "refused-store")));
    let person = person.map_err(refused)?;
    if let Some(handle) = ctx.registry.of_player(player) {
        handle.renamed();
    }
    Ok(person)
}
