//! `/server check`: walks every kind of call the bot makes, in front of one
//! manager, and writes down what behaved otherwise than expected.

mod walk;

use dashmap::DashMap;
use serenity::builder::CreateInteractionResponse;

use self::walk::Walk;
use crate::cards::two_decks;
use crate::clock::{Busy, Clock, Millis};
use crate::commands::Request;
use crate::discord::build::{self, Private};
use crate::discord::custom_id::{CustomId, Verb};
use crate::discord::drawing;
use crate::discord::incoming::Incoming;
use crate::discord::reply::{Body, Button, File, Picture, Row, Select, SelectOption, Style};
use crate::discord::sender::Sender;
use crate::game::TableId;
use crate::i18n::{Lang, tr};
use crate::render::{Face, HandSheet, Labels, Palette, Sheet};

/// Name of the report.
const FILE: &str = "chaodipi-check.txt";
/// The controls, as `index` numbers them.
const SELECT: u16 = 0;
const FORM: u16 = 1;
const SENT: u16 = 2;
const PANEL: u16 = 3;
/// What the panel that is opened at once is called in the report.
const AT_ONCE: &str = "private answer at once, with a picture";
/// Options of the select: as many as there may be.
const OPTIONS: u16 = 25;

/// One step and what it came to.
#[derive(Clone, Debug)]
struct Step {
    what: &'static str,
    found: Result<String, String>,
    took: u64,
}

/// What was found, for whoever asked.
#[derive(Clone, Debug, Default)]
struct Report {
    steps: Vec<Step>,
}

impl Report {
    fn text(&self) -> String {
        let mut text = format!("chaodipi {} · /server check\n\n", env!("CARGO_PKG_VERSION"));
        for Step { what, found, took } in &self.steps {
            text.push_str(&match found {
                Ok(said) if said.is_empty() => format!("as expected   {took:>5} ms  {what}\n"),
                Ok(said) => format!("as expected   {took:>5} ms  {what}: {said}\n"),
                Err(said) => format!("OTHERWISE     {took:>5} ms  {what}: {said}\n"),
            });
        }
        text
    }

    /// The steps that came out otherwise than expected, as the report names them.
    fn odd(&self) -> Vec<&'static str> {
        let odd = self.steps.iter().filter(|s| s.found.is_err());
        odd.map(|s| s.what).collect()
    }

    /// What the answer says about it all.
    fn told(&self, lang: Lang) -> String {
        let odd = self.odd();
        let steps = self.steps.len();
        let done = tr!(lang, "survey-done", steps = steps, odd = odd.len());
        if odd.is_empty() {
            return done;
        }
        let odd: Vec<String> = odd.iter().map(|what| format!("`{what}`")).collect();
        let odd = tr!(lang, "survey-odd", steps = odd.join(" · "));
        format!("{done}\n{odd}")
    }
}

/// All walks of this process, by person.
#[derive(Default)]
pub(super) struct Surveys(DashMap<u64, Report>);

/// Who asked, and where.
pub(super) struct Asked<'a> {
    pub(super) user: u64,
    pub(super) lang: Lang,
    pub(super) channel: u64,
    pub(super) thread: bool,
    pub(super) app_permissions: Option<u64>,
    pub(super) token: &'a str,
    pub(super) received: Millis,
}

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Asking {
    /// The walk.
    Walk,
    /// The select was used.
    Picked(Vec<String>),
    /// The form is to be opened.
    Form,
    /// The form was sent.
    Typed,
    /// A panel is to be opened at once.
    Panel,
}

/// What an interaction asks of the walk; `None` for all others, and for
/// whoever does not manage the server.
pub(super) fn step(incoming: &Incoming) -> Option<Asking> {
    if incoming.guild.is_none() || !incoming.manager {
        return None;
    }
    let index = |id: &str| {
        let id: CustomId = id.parse().ok()?;
        (id.verb == Verb::Survey).then_some(id.index)
    };
    match &incoming.request {
        Request::Slash { name, path, .. } => {
            let own = name == "server" && path.first().is_some_and(|p| p == "check");
            own.then_some(Asking::Walk)
        }
        Request::Component { id, values } => match index(id)? {
            SELECT => Some(Asking::Picked(values.clone())),
            FORM => Some(Asking::Form),
            PANEL => Some(Asking::Panel),
            _ => None,
        },
        Request::Modal { id, .. } => index(id).map(|_| Asking::Typed),
        Request::Person { .. } | Request::Complete { .. } => None,
    }
}

/// The form that is tried.
pub(super) fn form(lang: Lang) -> CreateInteractionResponse {
    let title = tr!(lang, "button-check-form");
    build::modal(&id(SENT), &title, &tr!(lang, "check-form"), "")
}

/// The panel that is tried: a private answer with a picture, not put off before.
pub(super) async fn panel(busy: &Busy) -> CreateInteractionResponse {
    let body = Private::new(body(AT_ONCE, Some(9)));
    drawing::picture(body.body(), busy).await;
    build::answer_private(&body)
}

fn id(index: u16) -> String {
    CustomId::lasting(Verb::Survey, TableId(0), index).to_string()
}

impl Surveys {
    /// Goes on with what is asked; the interaction has been answered.
    pub(super) async fn go_on(
        &self,
        step: Asking,
        asked: &Asked<'_>,
        (sender, clock, busy): (&Sender, &Clock, &Busy),
    ) {
        match step {
            Asking::Walk => self.walk(asked, sender, clock, busy).await,
            Asking::Form => {}
            Asking::Picked(values) => {
                let found = picked(&values);
                self.used("select of 25 options", found, asked, sender, busy)
                    .await;
            }
            Asking::Typed => {
                let found = Ok(String::new());
                self.used("form opened and sent", found, asked, sender, busy)
                    .await;
            }
            Asking::Panel => {
                let found = Ok(String::new());
                self.used(AT_ONCE, found, asked, sender, busy).await;
            }
        }
    }

    /// Walks through all calls that need nobody's hand, and shows the report
    /// with what is left: a select and a form to be tried.
    async fn walk(&self, asked: &Asked<'_>, sender: &Sender, clock: &Clock, busy: &Busy) {
        let walk = Walk {
            asked,
            sender,
            clock,
            busy,
            report: Report::default(),
        };
        let report = walk.all().await;
        self.0.insert(asked.user, report.clone());
        show(&report, asked, sender, busy).await;
    }

    /// The select or the form was used: that works.
    async fn used(
        &self,
        what: &'static str,
        found: Result<String, String>,
        asked: &Asked<'_>,
        sender: &Sender,
        busy: &Busy,
    ) {
        let report = {
            let mut report = self.0.entry(asked.user).or_default();
            report.steps.retain(|step| step.what != what);
            report.steps.push(Step {
                what,
                found,
                took: 0,
            });
            report.clone()
        };
        show(&report, asked, sender, busy).await;
    }
}

/// Shows the report in the private answer.
async fn show(report: &Report, asked: &Asked<'_>, sender: &Sender, busy: &Busy) {
    let lang = asked.lang;
    let body = Private::new(Body {
        text: report.told(lang),
        file: Some(File {
            name: FILE.to_owned(),
            bytes: report.text().into_bytes().into(),
        }),
        rows: controls(lang),
        ..Body::default()
    });
    if let Err(error) = sender.edit_answer(busy, asked.token, &body, false).await {
        tracing::warn!(%error, "the report of a check was not shown");
    }
}

fn controls(lang: Lang) -> Vec<Row> {
    let options = (1..=OPTIONS).map(|n| SelectOption {
        label: n.to_string(),
        value: format!("n{n}"),
        picked: false,
    });
    vec![
        Row::Select(Select {
            id: id(SELECT),
            placeholder: tr!(lang, "check-pick"),
            min: 1,
            max: 25,
            options: options.collect(),
        }),
        Row::Buttons(vec![
            button(FORM, tr!(lang, "button-check-form")),
            button(PANEL, tr!(lang, "button-check-panel")),
        ]),
    ]
}

fn button(index: u16, label: String) -> Button {
    Button {
        id: id(index),
        label,
        style: Style::Secondary,
        disabled: false,
    }
}

/// What a used select of 25 options should bring.
fn picked(values: &[String]) -> Result<String, String> {
    let good = |v: &String| {
        let number = v.strip_prefix('n').and_then(|n| n.parse::<u16>().ok());
        number.is_some_and(|n| (1..=OPTIONS).contains(&n))
    };
    if !values.is_empty() && values.iter().all(good) {
        Ok(format!("{} picked", values.len()))
    } else {
        Err(format!("{} values, not those offered", values.len()))
    }
}

/// A body whose picture shows the first cards of two decks: nobody's hand.
fn body(text: &str, cards: Option<usize>) -> Body {
    let picture = cards.map(|cards| {
        let faces = two_decks().into_iter().take(cards).map(Face::plain);
        let sheet = HandSheet {
            groups: vec![faces.collect()],
            labels: Labels::Latin,
            palette: Palette::FourColour,
            large: false,
        };
        Picture::new("check.png", Sheet::Hand(sheet), cards.to_string())
    });
    Body {
        text: text.to_owned(),
        picture,
        ..Body::default()
    }
}
