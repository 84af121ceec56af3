//! `/help`: how to begin, to play, and every command, page by page.

use std::future::ready;

use futures_util::FutureExt;

use super::control::Control;
use super::{Command, spec};
use crate::discord::custom_id::{CustomId, Verb};
use crate::discord::limits::{TEXT, cut};
use crate::discord::reply::{Body, Reply, Row, Select, SelectOption};
use crate::game::TableId;
use crate::i18n::{Lang, list, seat, tr};
use crate::rules::Seat;

pub(super) const COMMAND: Command = Command {
    name: "help",
    spec: || {
        spec::command(
            "help",
            |l| tr!(l, "cmd-help"),
            |l| tr!(l, "cmd-help-about"),
            vec![spec::one_of(
                "topic",
                |l| tr!(l, "opt-topic"),
                |l| tr!(l, "opt-help-topic-about"),
                &[
                    (Page::Start.id(), |l| Page::Start.title(l)),
                    (Page::Deal.id(), |l| Page::Deal.title(l)),
                    (Page::Play.id(), |l| Page::Play.title(l)),
                    (Page::People.id(), |l| Page::People.title(l)),
                    (Page::Look.id(), |l| Page::Look.title(l)),
                    (Page::Own.id(), |l| Page::Own.title(l)),
                ],
            )],
        )
    },
    run: |ctx, given| {
        let page = Page::of(given.text("topic"));
        ready(Reply::Private(body(ctx.lang, page))).boxed()
    },
    complete: None,
};

/// A page of the help. In its text labels of buttons stand in bold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Page {
    Start,
    Deal,
    Play,
    People,
    Look,
    Own,
}

impl Page {
    const ALL: [Page; 6] = [
        Page::Start,
        Page::Deal,
        Page::Play,
        Page::People,
        Page::Look,
        Page::Own,
    ];

    const fn id(self) -> &'static str {
        match self {
            Page::Start => "start",
            Page::Deal => "deal",
            Page::Play => "play",
            Page::People => "people",
            Page::Look => "look",
            Page::Own => "own",
        }
    }

    /// The page of that id; the first one where there is none.
    fn of(id: Option<&str>) -> Page {
        let named = Page::ALL.into_iter().find(|page| Some(page.id()) == id);
        named.unwrap_or(Page::Start)
    }

    fn title(self, lang: Lang) -> String {
        match self {
            Page::Start => tr!(lang, "help-page-start"),
            Page::Deal => tr!(lang, "help-page-deal"),
            Page::Play => tr!(lang, "help-page-play"),
            Page::People => tr!(lang, "help-page-people"),
            Page::Look => tr!(lang, "help-page-look"),
            Page::Own => tr!(lang, "help-page-own"),
        }
    }

    fn text(self, lang: Lang) -> String {
        match self {
            Page::Start => tr!(lang, "help-start", sit = sit(lang)),
            Page::Deal => tr!(lang, "help-deal"),
            Page::Play => tr!(lang, "help-play"),
            Page::People => tr!(lang, "help-people"),
            Page::Look => tr!(lang, "help-look"),
            Page::Own => tr!(lang, "help-own"),
        }
    }
}

/// The buttons with which one sits down.
fn sit(lang: Lang) -> String {
    let label = |at| format!("**{}**", tr!(lang, "button-sit", seat = seat(lang, at)));
    list(lang, &Seat::ALL.map(label))
}

/// The select of pages.
pub(super) const CONTROLS: &[Control] = &[Control::anywhere(Verb::Help, |ctx, click| {
    let page = Page::of(click.values.first().map(String::as_str));
    ready(Reply::Edit(body(ctx.lang, page))).boxed()
})];

fn body(lang: Lang, page: Page) -> Body {
    let options = Page::ALL.into_iter().map(|one| SelectOption {
        label: one.title(lang),
        value: one.id().to_owned(),
        picked: one == page,
    });
    Body {
        text: cut(
            &format!("**{}**\n{}", page.title(lang), page.text(lang)),
            TEXT,
        ),
        rows: vec![Row::Select(Select {
            id: CustomId::lasting(Verb::Help, TableId(0), 0).to_string(),
            placeholder: tr!(lang, "help-pick"),
            min: 1,
            max: 1,
            options: options.collect(),
        })],
        ..Body::default()
    }
}
