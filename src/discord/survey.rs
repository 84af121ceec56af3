//! `/server check`: walks every kind of call the bot makes, in front of one
//! manager, and writes down what behaved otherwise than expected.

use dashmap::DashMap;
use serenity::builder::CreateInteractionResponse;

use crate::cards::two_decks;
use crate::clock::{Busy, Clock, Millis};
use crate::commands::Request;
use crate::discord::budget::Priority;
use crate::discord::build::{self, Private, Public};
use crate::discord::custom_id::{CustomId, Verb};
use crate::discord::failure::SendError;
use crate::discord::incoming::Incoming;
use crate::discord::permissions;
use crate::discord::reply::{Body, Button, File, Picture, Row, Select, SelectOption, Style};
use crate::discord::sender::{DirectChannel, Posting, PublicChannel, Sender, nonce};
use crate::game::TableId;
use crate::i18n::{Lang, tr};
use crate::render::{Face, HandSheet, Palette, Sheet};

/// Name of the report.
const FILE: &str = "chaodipi-check.txt";
/// The controls, as `index` numbers them.
const SELECT: u16 = 0;
const FORM: u16 = 1;
const SENT: u16 = 2;
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

/// What the bot needs to delete a thread, as Discord's bits. It asks for neither.
const MANAGE_THREADS: u64 = 1 << 34;
const ADMINISTRATOR: u64 = 1 << 3;

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
        }
    }

    /// Walks through all calls that need nobody's hand, and shows the report
    /// with what is left: a select and a form to be tried.
    async fn walk(&self, asked: &Asked<'_>, sender: &Sender, clock: &Clock, busy: &Busy) {
        let mut walk = Walk {
            asked,
            sender,
            clock,
            busy,
            report: Report::default(),
        };
        walk.answer().await;
        walk.direct().await;
        walk.channel().await;
        walk.thread().await;
        walk.rights();
        let report = walk.report;
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
        Row::Buttons(vec![Button {
            id: id(FORM),
            label: tr!(lang, "button-check-form"),
            style: Style::Secondary,
            disabled: false,
        }]),
    ]
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

struct Walk<'a> {
    asked: &'a Asked<'a>,
    sender: &'a Sender,
    clock: &'a Clock,
    busy: &'a Busy,
    report: Report,
}

impl Walk<'_> {
    /// Notes what a step came to, and how long it took since `began`.
    fn note(&mut self, what: &'static str, began: Millis, found: Result<String, String>) {
        let took = self.clock.now().since(began).as_millis();
        let took = u64::try_from(took).unwrap_or(u64::MAX);
        self.report.steps.push(Step { what, found, took });
    }

    fn tried<T>(
        &mut self,
        what: &'static str,
        began: Millis,
        done: Result<T, SendError>,
    ) -> Option<T> {
        match done {
            Ok(value) => {
                self.note(what, began, Ok(String::new()));
                Some(value)
            }
            Err(error) => {
                self.note(what, began, Err(error.to_string()));
                None
            }
        }
    }

    /// The private answer: with a picture, with another one, with none.
    async fn answer(&mut self) {
        let waited = self.clock.now();
        self.note(
            "private answer deferred",
            self.asked.received,
            Ok(String::new()),
        );
        let token = self.asked.token;
        let mut began = waited;
        for (what, cards, same) in [
            ("private answer edited, with a picture", Some(9), false),
            (
                "private answer edited, with another picture",
                Some(5),
                false,
            ),
            ("private answer edited, its picture stays", Some(5), true),
            ("private answer edited, its picture goes", None, false),
        ] {
            let body = Private::new(body(what, cards));
            let done = self.sender.edit_answer(self.busy, token, &body, same).await;
            self.tried(what, began, done);
            began = self.clock.now();
        }
    }

    /// Private messages: opened, written, edited, deleted.
    async fn direct(&mut self) {
        let began = self.clock.now();
        let opened = self.sender.open_direct(self.busy, self.asked.user).await;
        let Some(channel) = self.tried("private channel opened", began, opened) else {
            return;
        };
        let began = self.clock.now();
        let posted = self.post_direct(channel, "d").await;
        let Some(message) = self.tried("private message with a picture", began, posted) else {
            return;
        };
        for (what, cards, same) in [
            ("private message edited, with another picture", 5, false),
            ("private message edited, its picture stays", 5, true),
        ] {
            let began = self.clock.now();
            let body = Private::new(body(what, Some(cards)));
            let (sender, busy) = (self.sender, self.busy);
            let done = sender.edit_direct(busy, channel, message, &body, same, Priority::Rest);
            let done = done.await;
            self.tried(what, began, done);
        }
        let began = self.clock.now();
        let done = self.sender.delete(self.busy, channel.id(), message).await;
        self.tried("private message deleted", began, done);
    }

    async fn post_direct(&self, channel: DirectChannel, key: &str) -> Result<u64, SendError> {
        let body = Private::new(body("private message", Some(9)));
        let known = std::collections::HashSet::new();
        let posting = Posting {
            nonce: &self.nonce(key),
            doubt: false,
            known: &known,
            priority: Priority::Rest,
        };
        let sender = self.sender;
        let posted = sender
            .post_direct(self.busy, channel, &body, posting)
            .await?;
        Ok(posted.message)
    }

    fn nonce(&self, key: &str) -> String {
        let asked = self.asked;
        nonce(
            0,
            &format!("check.{}.{}.{key}", asked.user, asked.received.0),
            0,
        )
    }

    /// The channel: a call that is deleted, the same nonce twice, reading back.
    async fn channel(&mut self) {
        let channel = PublicChannel(self.asked.channel);
        let began = self.clock.now();
        let first = self.post_public(channel).await;
        let Some(first) = self.tried("call of a person in the channel", began, first) else {
            return;
        };
        let began = self.clock.now();
        match self.post_public(channel).await {
            Ok(again) if again == first => {
                self.note(
                    "the same nonce gives the same message",
                    began,
                    Ok(String::new()),
                );
            }
            Ok(again) => {
                let why = "it was posted twice".to_owned();
                self.note("the same nonce gives the same message", began, Err(why));
                let began = self.clock.now();
                let gone = self.sender.delete(self.busy, channel.0, again).await;
                self.tried("message deleted", began, gone);
            }
            Err(error) => {
                let why = error.to_string();
                self.note("the same nonce gives the same message", began, Err(why));
            }
        }
        let began = self.clock.now();
        let edited = Public::new(body("message edited", Some(5)));
        let (sender, busy) = (self.sender, self.busy);
        let done = sender.edit(busy, channel, first, &edited, false, Priority::Rest);
        let done = done.await;
        self.tried("message edited, with a picture", began, done);
        let began = self.clock.now();
        let done = self.sender.delete(self.busy, channel.0, first).await;
        self.tried("message deleted", began, done);
    }

    async fn post_public(&self, channel: PublicChannel) -> Result<u64, SendError> {
        let mut called = body("message", None);
        called.text = format!("<@{}> ✔", self.asked.user);
        called.pings = vec![self.asked.user];
        let known = std::collections::HashSet::new();
        let posting = Posting {
            nonce: &self.nonce("c"),
            doubt: false,
            known: &known,
            priority: Priority::Rest,
        };
        let (sender, message) = (self.sender, Public::new(called));
        let posted = sender.post(self.busy, channel, &message, posting).await?;
        Ok(posted.message)
    }

    /// A thread: opened, and deleted where the bot may, else archived.
    async fn thread(&mut self) {
        if self.asked.thread {
            let began = self.clock.now();
            let why = "not tried: this is a thread".to_owned();
            self.note("thread opened", began, Ok(why));
            return;
        }
        let began = self.clock.now();
        let sender = self.sender;
        let opened = sender.probe_thread(self.busy, self.asked.channel).await;
        let Some(thread) = self.tried("thread opened", began, opened) else {
            return;
        };
        let began = self.clock.now();
        let rights = self.asked.app_permissions.unwrap_or_default();
        if rights & (MANAGE_THREADS | ADMINISTRATOR) != 0 {
            let done = sender.delete_probe(self.busy, thread).await;
            if self.tried("thread deleted", began, done).is_some() {
                return;
            }
        }
        let began = self.clock.now();
        let done = sender.archive_probe(self.busy, thread).await;
        let stays = "it stays there: to delete it the bot would have to be allowed Manage Threads";
        let found = done.map(|()| stays.to_owned()).map_err(|e| e.to_string());
        self.note("thread archived", began, found);
    }

    /// What the bot is allowed here.
    fn rights(&mut self) {
        let began = self.clock.now();
        let Some(bits) = self.asked.app_permissions else {
            let why = "the interaction does not tell them".to_owned();
            self.note("permissions", began, Err(why));
            return;
        };
        let missing = permissions::missing(bits);
        let found = if missing.is_empty() {
            Ok(format!("{bits}"))
        } else {
            let names = permissions::named(Lang::En, &missing);
            Err(format!("missing here: {names}"))
        };
        self.note("permissions", began, found);
    }
}

/// A body whose picture shows the first cards of two decks: nobody's hand.
fn body(text: &str, cards: Option<usize>) -> Body {
    let picture = cards.map(|cards| {
        let faces = two_decks().into_iter().take(cards).map(Face::plain);
        let sheet = HandSheet {
            groups: vec![faces.collect()],
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
