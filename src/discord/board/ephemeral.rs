//! The ephemeral panel that a seat opened last: kept up to date through its
//! token, and closed where it must not stay.

use std::time::Duration;

use super::lane::{PACE, Tools};
use crate::clock::{Busy, Millis};
use crate::discord::build::{Print, Private};
use crate::discord::panel;
use crate::game::TableId;
use crate::i18n::Lang;
use crate::rules::Seat;
use crate::store::{OpenPanel, Store};

/// How long it is kept up to date: its token lives 15 minutes (P02).
const KEPT: Duration = Duration::from_secs(14 * 60);
/// How long a token lives.
const LIFE: Duration = Duration::from_secs(15 * 60);

/// An ephemeral panel that the answer to an interaction has shown.
#[derive(Clone)]
pub struct Opened {
    /// Whose it is, by the number Discord knows them by: a panel belongs to a
    /// person, whoever sits on the seat later.
    pub user: u64,
    /// The interaction's token.
    pub token: String,
    /// When the interaction came.
    pub at: Millis,
    /// What it shows, without a note that was set above it.
    pub print: Print,
    /// Whether it shows cards that are about to be buried.
    pub burying: bool,
    /// Its language.
    pub lang: Lang,
}

/// What keeping the panel up to date came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kept {
    /// None is open.
    None,
    /// It shows the state.
    Shows,
    /// It will be edited at that time.
    Later(Millis),
}

/// A seat's ephemeral panel, if one is open.
pub(super) struct Ephemeral {
    tools: Tools,
    table: TableId,
    seat: Seat,
    open: Option<Open>,
    /// Those that were open when the program ended, before the newest one.
    left: Vec<Opened>,
}

struct Open {
    shown: Opened,
    /// `None` until Discord has named it.
    message: Option<u64>,
    redraw: u32,
    last_edit: Millis,
}

impl Open {
    fn new(shown: Opened) -> Open {
        Open {
            shown,
            message: None,
            redraw: 0,
            last_edit: Millis::default(),
        }
    }
}

impl Opened {
    /// A panel that was open when the program ended. What it shows is not
    /// known: it may be cards that are about to be buried.
    fn left(panel: OpenPanel) -> Opened {
        Opened {
            user: panel.user,
            token: panel.token,
            at: panel.at,
            print: Print::UNKNOWN,
            burying: true,
            lang: panel.lang,
        }
    }

    /// What must be known of it after a restart.
    #[must_use]
    pub fn kept(&self, seat: Seat) -> OpenPanel {
        OpenPanel {
            seat,
            user: self.user,
            token: self.token.clone(),
            at: self.at,
            lang: self.lang,
        }
    }
}

/// The panels of a table that were open when the program ended.
pub(super) async fn left_open(store: &Store, table: TableId) -> Vec<OpenPanel> {
    let panels = store.open_panels(table).await;
    panels.unwrap_or_else(|error| {
        tracing::error!(%error, table = table.0, "open panels cannot be read");
        Vec::new()
    })
}

impl Ephemeral {
    /// The panels of a seat: those left open by an earlier life of the program,
    /// oldest first.
    pub(super) fn new(
        tools: Tools,
        table: TableId,
        seat: Seat,
        left: impl Iterator<Item = OpenPanel>,
    ) -> Ephemeral {
        let mut left: Vec<Opened> = left.map(Opened::left).collect();
        let open = left.pop().map(Open::new);
        Ephemeral {
            tools,
            table,
            seat,
            open,
            left,
        }
    }

    /// The seat.
    pub(super) const fn seat(&self) -> Seat {
        self.seat
    }

    /// How often it was drawn anew after a click; `None` when none is open.
    pub(super) fn redraw(&self) -> Option<u32> {
        self.open.as_ref().map(|open| open.redraw)
    }

    /// When its token comes to its end.
    pub(super) fn expiry(&self) -> Option<Millis> {
        self.open.as_ref().map(|open| open.shown.at + KEPT)
    }

    /// Takes away the panel of whoever does not sit there any more.
    pub(super) async fn belongs_to(&mut self, user: Option<u64>, busy: &Busy) {
        for left in std::mem::take(&mut self.left) {
            self.take_away(&left, busy).await;
        }
        if let Some(open) = self.open.take_if(|open| Some(open.shown.user) != user) {
            self.take_away(&open.shown, busy).await;
        }
    }

    /// A new one was shown: the one before it is taken away.
    pub(super) async fn opened(&mut self, shown: Opened, busy: &Busy) {
        if let Some(before) = self.open.replace(Open::new(shown)) {
            self.take_away(&before.shown, busy).await;
        }
    }

    /// The message was clicked and shows `body` from now on.
    pub(super) async fn clicked(
        &mut self,
        mut shown: Opened,
        message: u64,
        body: &Private,
        redraw: u32,
        busy: &Busy,
    ) {
        // Before it can show anything, as the answer that opened it.
        self.remember(&shown).await;
        match self.open.take() {
            Some(before) if before.message == Some(message) => self.forget(&before.shown).await,
            Some(before) if before.message.is_some() => self.take_away(&before.shown, busy).await,
            // Where its number is not known it may be this very message, which
            // must not go: the edit below comes after.
            Some(before) => self.close(&before.shown, busy).await,
            None => {}
        }
        let sender = &self.tools.sender;
        if sender
            .edit_answer(busy, &shown.token, body, false)
            .await
            .is_err()
        {
            shown.print = Print::UNKNOWN;
        }
        self.open = Some(Open {
            shown,
            message: Some(message),
            redraw,
            last_edit: Millis::default(),
        });
    }

    /// Brings it up to `body`, edits `apart` from each other; gives it up when
    /// its token does.
    pub(super) async fn keep(
        &mut self,
        body: Option<&Private>,
        burying: bool,
        apart: Duration,
        busy: &Busy,
    ) -> Kept {
        let Some(mut open) = self.open.take() else {
            return Kept::None;
        };
        let now = self.tools.clock.now();
        if now.since(open.shown.at) >= KEPT {
            // What is about to be buried must not stay on a message that
            // nobody can change any more.
            if open.shown.burying {
                self.take_away(&open.shown, busy).await;
            } else {
                self.forget(&open.shown).await;
            }
            return Kept::None;
        }
        let Some(body) = body else {
            self.open = Some(open);
            return Kept::Later(now + PACE);
        };
        let print = Print::of(body.body());
        if print != open.shown.print {
            let at = open.last_edit + apart;
            if now < at {
                self.open = Some(open);
                return Kept::Later(at);
            }
            let same = open.shown.print.same_picture(print);
            let sender = &self.tools.sender;
            let token = &open.shown.token;
            match sender.edit_answer(busy, token, body, same).await {
                Ok(message) => {
                    open.shown.print = print;
                    open.message = Some(message);
                    open.last_edit = self.tools.clock.now();
                }
                Err(error) => {
                    tracing::debug!(%error, "an ephemeral panel is given up");
                    self.forget(&open.shown).await;
                    return Kept::None;
                }
            }
        }
        open.shown.burying = burying;
        self.open = Some(open);
        Kept::Shows
    }

    /// Deletes a panel, while its token lives.
    pub(super) async fn take_away(&self, shown: &Opened, busy: &Busy) {
        take_away(&self.tools, &shown.kept(self.seat), busy).await;
    }

    /// Empties a panel, while its token lives.
    async fn close(&self, shown: &Opened, busy: &Busy) {
        close(&self.tools, &shown.kept(self.seat), busy).await;
    }

    async fn remember(&self, shown: &Opened) {
        let store = &self.tools.store;
        if let Err(error) = store.keep_panel(self.table, &shown.kept(self.seat)).await {
            tracing::warn!(%error, table = self.table.0, "an open panel is not remembered");
        }
    }

    async fn forget(&self, shown: &Opened) {
        forget(&self.tools, &shown.token).await;
    }
}

/// Deletes a panel, while its token lives, and forgets it; where that is
/// refused, it is emptied.
pub(super) async fn take_away(tools: &Tools, shown: &OpenPanel, busy: &Busy) {
    if tools.clock.now().since(shown.at) < LIFE
        && let Err(error) = tools.sender.delete_answer(busy, &shown.token).await
    {
        tracing::debug!(%error, "an ephemeral panel was not deleted");
        close(tools, shown, busy).await;
        return;
    }
    forget(tools, &shown.token).await;
}

/// Empties a panel, while its token lives, and forgets it.
async fn close(tools: &Tools, shown: &OpenPanel, busy: &Busy) {
    if tools.clock.now().since(shown.at) < LIFE {
        let body = Private::new(panel::closed_panel(shown.lang));
        let edit = tools.sender.edit_answer(busy, &shown.token, &body, false);
        if let Err(error) = edit.await {
            tracing::debug!(%error, "an ephemeral panel stays as it is");
        }
    }
    forget(tools, &shown.token).await;
}

async fn forget(tools: &Tools, token: &str) {
    if let Err(error) = tools.store.forget_panel(token).await {
        tracing::warn!(%error, "an open panel is not forgotten");
    }
}
