//! The panels that answers show: drawn, remembered before they are shown, and
//! handed to the board, which keeps them up to date.

use crate::clock::{Busy, Millis};
use crate::discord::board::{Clicked, Opened};
use crate::discord::build::{Print, Private};
use crate::discord::drawing::beside;
use crate::discord::failure::SendError;
use crate::discord::incoming::{Incoming, Origin};
use crate::discord::interactions::{Answer, Desk};
use crate::discord::panel::{self, PanelOptions};
use crate::discord::reply::Reply;
use crate::game::{Ask, TableId};
use crate::i18n::{Lang, tr};
use crate::rules::Seat;
use crate::store::OpenPanel;
use crate::table::Snapshot;

/// A seat's panel, ready to be sent.
pub(super) struct Drawn {
    pub(super) body: Private,
    /// Of the panel without a note.
    pub(super) print: Print,
    pub(super) burying: bool,
}

impl Desk {
    /// Draws the panel of who asks, if it will be a new message.
    pub(super) async fn panel(
        &self,
        incoming: &Incoming,
        lang: Lang,
        table: TableId,
        seat: Seat,
        note: Option<String>,
        busy: &Busy,
    ) -> Answer {
        let snap = self.registry.table(table).map(|handle| handle.snapshot());
        // The last look before a hand is shown: it is this person's own.
        let own = snap.filter(|snap| {
            let owner = snap.people[seat].as_ref();
            owner.is_some_and(|person| person.discord == incoming.user)
        });
        let Some(snap) = own else {
            return Answer::Plain(Reply::Quiet);
        };
        if matches!(incoming.origin, Origin::PrivateMessage(_)) {
            return Answer::Refresh(table, seat, note);
        }
        let drawn = beside(move || draw_panel(&snap, seat, note, lang), busy).await;
        drawn.map_or(Answer::Plain(Reply::Quiet), |drawn| {
            Answer::Panel(table, seat, drawn)
        })
    }

    /// Remembers a panel that is about to be shown, so that it can be emptied
    /// even if the program is killed right after.
    pub(super) async fn keep(&self, table: TableId, panel: &OpenPanel) {
        if let Err(error) = self.store.keep_panel(table, panel).await {
            tracing::warn!(%error, table = table.0, "an open panel is not remembered");
        }
    }

    /// The panel stands in a new ephemeral message now, or may stand there:
    /// the board keeps it up to date.
    pub(super) async fn opened(
        &self,
        table: TableId,
        panel: OpenPanel,
        drawn: &Drawn,
        shown: Result<(), SendError>,
        busy: &Busy,
    ) {
        if shown.is_err_and(|error| error != SendError::Unsure) {
            if let Err(error) = self.store.forget_panel(&panel.token).await {
                tracing::warn!(%error, "a panel that was not shown is not forgotten");
            }
            return;
        }
        let opened = Opened {
            user: panel.user,
            token: panel.token,
            at: panel.at,
            print: drawn.print,
            burying: drawn.burying,
            lang: panel.lang,
        };
        self.board.opened(table, panel.seat, opened, busy);
    }

    /// The panel that was clicked is to show the present state.
    #[expect(clippy::too_many_arguments, reason = "all of it is about one answer")]
    pub(super) fn refresh(
        &self,
        incoming: &Incoming,
        lang: Lang,
        table: TableId,
        seat: Seat,
        mut note: Option<String>,
        received: Millis,
        busy: &Busy,
    ) {
        let Origin::PrivateMessage(message) = incoming.origin else {
            return;
        };
        if self.board.take_closed(table, seat) {
            let hint = tr!(lang, "direct-closed");
            note = Some(note.map_or(hint.clone(), |note| format!("{note}\n{hint}")));
        }
        let clicked = Clicked {
            user: incoming.user,
            token: incoming.token.clone(),
            at: received,
            message,
            direct: incoming.direct(),
            note,
        };
        self.board.clicked(table, seat, clicked, busy);
    }
}

/// What must be known of a panel that this answer shows.
pub(super) fn open_panel(
    incoming: &Incoming,
    lang: Lang,
    seat: Seat,
    received: Millis,
) -> OpenPanel {
    OpenPanel {
        seat,
        user: incoming.user,
        token: incoming.token.clone(),
        at: received,
        lang,
    }
}

fn draw_panel(snap: &Snapshot, seat: Seat, note: Option<String>, lang: Lang) -> Drawn {
    let options = |note| PanelOptions {
        note,
        ..PanelOptions::default()
    };
    let plain = Private::new(panel::seat_panel(snap, seat, lang, options(None)));
    let print = Print::of(plain.body());
    let body = match note {
        Some(_) => Private::new(panel::seat_panel(snap, seat, lang, options(note))),
        None => plain,
    };
    // Here, where nobody else has to wait for it.
    let _drawn = body.body().picture.as_ref().map(|p| p.png().len());
    Drawn {
        body,
        print,
        burying: matches!(snap.seats[seat].ask, Ask::Bury),
    }
}

/// The body with a line that says how to open private messages.
pub(super) fn with_hint(body: Private, lang: Lang) -> Private {
    let mut body = body.body().clone();
    body.text = format!("{}\n{}", tr!(lang, "direct-closed"), body.text);
    Private::new(body)
}
