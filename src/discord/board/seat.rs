//! The private panels of a seat: one message a deal in private messages, and
//! the ephemeral panel opened last, kept up to date while its token lives.

use std::sync::Arc;

use super::direct::{Panel, apart, deal, is_burying, occupant, panel_key};
use super::ephemeral::{Ephemeral, Kept, Opened};
use super::lane::{AGAIN, OLD, Pass, Tools};
use super::rows::Rows;
use crate::clock::{Busy, Millis};
use crate::discord::budget::Priority;
use crate::discord::build::{Print, Private};
use crate::discord::drawing::beside;
use crate::discord::failure::SendError;
use crate::discord::pace::Kind;
use crate::discord::panel::{self, PanelOptions};
use crate::discord::reply::Body;
use crate::discord::sender::{DirectChannel, Posting, nonce};
use crate::game::PlayerId;
use crate::i18n::Lang;
use crate::rules::Seat;
use crate::store::Surface;
use crate::table::{Person, Snapshot};

/// How many messages may stand below a panel.
const BELOW: u32 = 10;

/// A private panel that was clicked and is to show the present state.
#[derive(Clone)]
pub struct Clicked {
    /// Who clicked, by the number Discord knows them by.
    pub user: u64,
    /// The token of the click, which has been acknowledged.
    pub token: String,
    /// When it came.
    pub at: Millis,
    /// The message that was clicked.
    pub message: u64,
    /// Whether it stands in private messages, not as an ephemeral one.
    pub direct: bool,
    /// A line to set above the panel.
    pub note: Option<String>,
}

/// What the panels of a seat should show; made beside the lane.
#[derive(Default)]
pub(super) struct Drawn {
    pub(super) direct: Option<Body>,
    pub(super) ephemeral: Option<Body>,
}

/// Which panels have to be drawn, and how often each was drawn anew after a
/// click on it.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Needs {
    pub(super) direct: Option<u32>,
    pub(super) ephemeral: Option<u32>,
}

/// What the table is told after a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reached {
    /// Nobody sits there, or the panel is behind.
    Not,
    /// The panel shows the state.
    Panel,
    /// The seat cannot be written to and has no open panel.
    Unreachable,
}

/// Keeps the panels of one seat.
pub(super) struct SeatLane {
    tools: Tools,
    rows: Rows,
    seat: Seat,
    ephemeral: Ephemeral,
    /// Who could not be written to, and in which deal; asked again in the next.
    closed_to: Option<(PlayerId, u32)>,
    /// Who has been found closed once: told only once.
    told: Option<PlayerId>,
    news: bool,
    last_edit: Millis,
    below: u32,
    /// How often the panel in private messages was drawn anew after a click.
    redraw: u32,
    doubt: bool,
}

impl SeatLane {
    pub(super) fn new(tools: Tools, rows: Rows, ephemeral: Ephemeral, doubt: bool) -> SeatLane {
        SeatLane {
            seat: ephemeral.seat(),
            ephemeral,
            tools,
            rows,
            closed_to: None,
            told: None,
            news: false,
            last_edit: Millis::default(),
            below: 0,
            redraw: 0,
            doubt,
        }
    }

    /// The seat.
    pub(super) const fn seat(&self) -> Seat {
        self.seat
    }

    /// Whether the last pass found that the person there cannot be written
    /// to, for the first time.
    pub(super) fn found_closed(&mut self) -> bool {
        std::mem::take(&mut self.news)
    }

    /// Which panels a state has to be drawn for.
    pub(super) fn needs(&self, snap: &Snapshot) -> Needs {
        let Some(person) = &snap.people[self.seat] else {
            return Needs::default();
        };
        let closed = self.closed_to == Some((person.player, deal(snap)));
        let sent = person.personal.hand.is_sent() && !closed;
        Needs {
            direct: sent.then_some(self.redraw),
            ephemeral: self.ephemeral.redraw(),
        }
    }

    /// A message of the bot's came to stand below the panel.
    pub(super) fn message_below(&mut self) {
        self.below += 1;
    }

    /// An answer showed the panel in a new ephemeral message: the one before
    /// it is closed. So is this one where somebody else sits there by now.
    pub(super) async fn opened(&mut self, snap: &Snapshot, opened: Opened, busy: &Busy) {
        if occupant(snap, self.seat) == Some(opened.user) {
            self.ephemeral.opened(opened, busy).await;
        } else {
            self.ephemeral.take_away(&opened, busy).await;
        }
    }

    /// Shows the state on the panel that was clicked, through the token of
    /// the click.
    pub(super) async fn clicked(
        &mut self,
        snap: &Arc<Snapshot>,
        clicked: Clicked,
        buttons_only: bool,
        busy: &Busy,
    ) {
        let person = snap.people[self.seat].clone();
        let Some(person) = person.filter(|p| p.discord == clicked.user) else {
            let closed = Private::new(panel::closed_panel(Lang::default()));
            self.through_token(&clicked.token, &closed, false, busy)
                .await;
            return;
        };
        let redraw = if clicked.direct {
            self.redraw += 1;
            self.redraw
        } else {
            self.ephemeral.redraw().map_or(0, |redraw| redraw + 1)
        };
        let options = |note: Option<String>| PanelOptions {
            note,
            direct: clicked.direct,
            buttons_only: buttons_only && clicked.direct,
            redraw,
        };
        let (seat, lang, shown) = (self.seat, person.language, snap.clone());
        let (noted, plain) = (options(clicked.note.clone()), options(None));
        let bodies = beside(
            move || {
                let plain = panel::seat_panel(&shown, seat, lang, plain);
                let noted = noted
                    .note
                    .is_some()
                    .then(|| panel::seat_panel(&shown, seat, lang, noted));
                (Private::new(plain), noted.map(Private::new))
            },
            busy,
        )
        .await;
        let Some((plain, noted)) = bodies else {
            return;
        };
        let print = Print::of(plain.body());
        let body = noted.unwrap_or(plain);
        if clicked.direct {
            self.clicked_direct(snap, &clicked, &body, print, lang, busy)
                .await;
        } else {
            let shown = Opened {
                user: clicked.user,
                token: clicked.token,
                at: clicked.at,
                print,
                burying: is_burying(snap, self.seat),
                lang,
            };
            self.ephemeral
                .clicked(shown, clicked.message, &body, redraw, busy)
                .await;
        }
    }

    async fn clicked_direct(
        &mut self,
        snap: &Snapshot,
        clicked: &Clicked,
        body: &Private,
        print: Print,
        lang: Lang,
        busy: &Busy,
    ) {
        let key = panel_key(snap, self.seat);
        let row = self.rows.get(&key);
        let sent = snap.personal(self.seat).hand.is_sent();
        let row = row.filter(|row| sent && row.message == clicked.message);
        let Some(row) = row.cloned() else {
            // A panel of an earlier time: the present one stands elsewhere.
            let closed = Private::new(panel::closed_panel(lang));
            self.through_token(&clicked.token, &closed, false, busy)
                .await;
            return;
        };
        let same = Print(row.hash).same_picture(print);
        let shown = self.through_token(&clicked.token, body, same, busy).await;
        // What was not shown so is edited with the bot's own token.
        let print = shown.map_or(Print::UNKNOWN, |_| print);
        self.rows.edited(&key, print).await;
    }

    async fn through_token(
        &self,
        token: &str,
        body: &Private,
        same_picture: bool,
        busy: &Busy,
    ) -> Option<u64> {
        let sender = &self.tools.sender;
        let done = sender.edit_answer(busy, token, body, same_picture).await;
        done.inspect_err(|error| tracing::debug!(%error, "a panel was not edited through a token"))
            .ok()
    }

    /// One pass: brings the panels up to that state.
    pub(super) async fn work(
        &mut self,
        snap: &Snapshot,
        drawn: Drawn,
        busy: &Busy,
    ) -> (Pass, Reached) {
        self.rows.doubt(snap.repairs);
        let user = occupant(snap, self.seat);
        self.ephemeral.belongs_to(user, busy).await;
        if snap.is_nameless(self.seat) {
            let at = self.tools.clock.now() + AGAIN;
            return (Pass::later(at), Reached::Not);
        }
        // Before anything is shown to whoever sits here now.
        let left = self.close_strangers(snap, busy).await;
        let Some(person) = snap.people[self.seat].clone() else {
            return (unless_left(Pass::CLEAN, left), Reached::Not);
        };
        let body = drawn.ephemeral.map(Private::new);
        let kept = self.keep_ephemeral(snap, body.as_ref(), busy).await;
        let (pass, reached) = self.show(snap, &person, drawn.direct, kept, busy).await;
        let pass = Pass {
            // One that is to be edited later must not be left behind.
            clean: pass.clean && !matches!(kept, Kept::Later(_)),
            ..pass
        };
        (unless_left(pass, left), reached)
    }

    async fn keep_ephemeral(
        &mut self,
        snap: &Snapshot,
        body: Option<&Private>,
        busy: &Busy,
    ) -> Kept {
        let (burying, apart) = (is_burying(snap, self.seat), apart(snap, self.seat));
        self.ephemeral.keep(body, burying, apart, busy).await
    }

    /// Brings the panel in private messages of the person who sits there up to
    /// that state; `kept` is what became of the other one.
    async fn show(
        &mut self,
        snap: &Snapshot,
        person: &Person,
        direct: Option<Body>,
        kept: Kept,
        busy: &Busy,
    ) -> (Pass, Reached) {
        let pushed = kept == Kept::Shows;
        let again = match kept {
            Kept::Later(at) => Some(at),
            Kept::Shows | Kept::None => self.ephemeral.expiry(),
        };
        if !person.personal.hand.is_sent() {
            // Only what was sent before this was chosen is still there.
            self.close_unless(person.language, busy, |_| false).await;
        }
        let Some(body) = direct else {
            return (Pass::CLEAN.by(again), reached_without(kept));
        };
        let panel = Panel::new(body, snap, self.seat);
        match self.keep_direct(person, &panel, busy).await {
            Ok(pass) if pass.clean => (pass.by(again), Reached::Panel),
            Ok(pass) => {
                let reached = if pushed { Reached::Panel } else { Reached::Not };
                (pass.by(again), reached)
            }
            Err(SendError::Unreachable | SendError::ChannelGone | SendError::Forbidden) => {
                tracing::info!(table = self.rows.table().0, seat = %self.seat, "a seat cannot be written to");
                self.tools.forget_direct(person.discord);
                self.closed_to = Some((person.player, deal(snap)));
                self.news = self.told.replace(person.player) != Some(person.player);
                (Pass::CLEAN.by(again), reached_without(kept))
            }
            Err(error) => {
                tracing::warn!(table = self.rows.table().0, seat = %self.seat, %error, "a panel is behind");
                let now = self.tools.clock.now();
                let reached = if pushed { Reached::Panel } else { Reached::Not };
                let pass = Pass {
                    gone: false,
                    denied: false,
                    ..Pass::after(error, now)
                };
                (pass.by(again), reached)
            }
        }
    }

    async fn keep_direct(
        &mut self,
        person: &Person,
        panel: &Panel,
        busy: &Busy,
    ) -> Result<Pass, SendError> {
        let channel = self.channel_of(person, busy).await?;
        self.tools.remember_direct(person.discord, channel);
        let row = self.rows.get(&panel.key).cloned();
        // One that was closed, because nothing was to be sent, stays so.
        let Some(row) = row.filter(|row| row.channel == channel.id() && !row.closed) else {
            self.post(channel, panel, 0, busy).await?;
            return Ok(self.close_others(panel, person.language, busy).await);
        };
        if row.hash == panel.print.0 {
            return Ok(self.close_others(panel, person.language, busy).await);
        }
        let now = self.tools.clock.now();
        let sender = &self.tools.sender;
        let at = sender
            .room((channel.id(), Kind::Edit), 1)
            .max(self.last_edit + panel.apart);
        if now < at {
            return Ok(Pass::later(at));
        }
        self.last_edit = now;
        if now.since(row.posted_at) > OLD || self.below > BELOW {
            self.replace(channel, panel, row.message, person.language, busy)
                .await?;
            return Ok(Pass::CLEAN);
        }
        let same = Print(row.hash).same_picture(panel.print);
        let sender = &self.tools.sender;
        let priority = panel.priority();
        let done = sender
            .edit_direct(busy, channel, row.message, &panel.body, same, priority)
            .await;
        match done {
            Ok(()) => self.rows.edited(&panel.key, panel.print).await,
            Err(SendError::MessageGone) => self.post(channel, panel, row.message, busy).await?,
            Err(SendError::TooOld) => {
                self.replace(channel, panel, row.message, person.language, busy)
                    .await?;
            }
            Err(error) => return Err(error),
        }
        Ok(Pass::CLEAN)
    }

    /// The private channel of a person; opened once, then known from the store.
    async fn channel_of(
        &mut self,
        person: &Person,
        busy: &Busy,
    ) -> Result<DirectChannel, SendError> {
        let key = format!("seat.{}.channel.{}", self.seat, person.player.0);
        if let Some(row) = self.rows.get(&key) {
            return Ok(DirectChannel::stored(row.channel));
        }
        let channel = self.tools.sender.open_direct(busy, person.discord).await?;
        let now = self.tools.clock.now();
        self.rows
            .posted(&key, channel.id(), 0, Print::UNKNOWN, now)
            .await;
        self.rows.closed(&key).await;
        Ok(channel)
    }

    async fn post(
        &mut self,
        channel: DirectChannel,
        panel: &Panel,
        before: u64,
        busy: &Busy,
    ) -> Result<(), SendError> {
        let key = format!("{}.{}", panel.key, channel.id());
        let posting = Posting {
            nonce: &nonce(self.rows.table().0, &key, before),
            doubt: self.doubt,
            known: &self.rows.messages(),
            priority: panel.priority(),
        };
        let at = self.tools.clock.now();
        let sender = &self.tools.sender;
        let posted = sender
            .post_direct(busy, channel, &panel.body, posting)
            .await?;
        self.doubt = false;
        self.below = 0;
        let print = if posted.found {
            Print::UNKNOWN
        } else {
            panel.print
        };
        self.rows
            .posted(&panel.key, channel.id(), posted.message, print, at)
            .await;
        Ok(())
    }

    /// Posts the panel anew and takes the old one away.
    async fn replace(
        &mut self,
        channel: DirectChannel,
        panel: &Panel,
        old: u64,
        lang: Lang,
        busy: &Busy,
    ) -> Result<(), SendError> {
        self.post(channel, panel, old, busy).await?;
        self.close_direct(channel, old, lang, busy).await;
        Ok(())
    }

    /// Takes away the panels of earlier deals.
    async fn close_others(&mut self, panel: &Panel, lang: Lang, busy: &Busy) -> Pass {
        let left = self.close_unless(lang, busy, |key| key == panel.key).await;
        unless_left(Pass::CLEAN, left)
    }

    /// Takes away the panels of people who sat here before; when to try
    /// again, where one could not be.
    async fn close_strangers(&mut self, snap: &Snapshot, busy: &Busy) -> Option<Millis> {
        let own = snap.people[self.seat].as_ref().map(|p| p.player);
        let own = own.map_or(String::new(), |player| format!(".p{}", player.0));
        let lang = snap.place.language;
        self.close_unless(lang, busy, |key| !own.is_empty() && key.ends_with(&own))
            .await
    }

    /// Takes away all panels but those; when to try again, where one could not be.
    async fn close_unless(
        &mut self,
        lang: Lang,
        busy: &Busy,
        keep: impl Fn(&str) -> bool,
    ) -> Option<Millis> {
        let open = |(key, row): &(&String, &Surface)| !row.closed && row.message != 0 && !keep(key);
        let others = self.rows.iter().filter(open);
        let others: Vec<_> = others.map(|(k, row)| (k.clone(), row.clone())).collect();
        let mut left = None;
        for (key, row) in others {
            let channel = DirectChannel::stored(row.channel);
            if self.close_direct(channel, row.message, lang, busy).await {
                self.rows.closed(&key).await;
            } else {
                left = Some(self.tools.clock.now() + AGAIN);
            }
        }
        left
    }

    /// Deletes an old panel; where that is refused, it is edited so that it
    /// shows no card. Whether that is done, or will never be.
    async fn close_direct(
        &self,
        channel: DirectChannel,
        message: u64,
        lang: Lang,
        busy: &Busy,
    ) -> bool {
        let sender = &self.tools.sender;
        let done = match sender.delete_direct(busy, channel, message).await {
            Err(SendError::TooOld | SendError::Refused { .. }) => {
                let body = Private::new(panel::closed_panel(lang));
                sender
                    .edit_direct(busy, channel, message, &body, false, Priority::Private)
                    .await
            }
            done => done,
        };
        if let Err(error) = done {
            tracing::debug!(%error, "an old panel stays");
        }
        !done.is_err_and(SendError::may_pass)
    }
}

/// A pass that is not clean while an old panel still shows a hand: looked at
/// again then.
fn unless_left(pass: Pass, left: Option<Millis>) -> Pass {
    Pass {
        clean: pass.clean && left.is_none(),
        ..pass.by(left)
    }
}

/// What is reached where nothing is shown in private messages.
const fn reached_without(kept: Kept) -> Reached {
    match kept {
        Kept::Shows => Reached::Panel,
        Kept::Later(_) => Reached::Not,
        Kept::None => Reached::Unreachable,
    }
}

/// When to look again at a seat whose drawing failed.
pub(super) fn retry(now: Millis) -> Pass {
    Pass::later(now + AGAIN)
}
