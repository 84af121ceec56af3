//! Small things all messages are made of: buttons, rows, text of the right length.

use crate::discord::custom_id::{CustomId, Verb};
use crate::discord::limits::BUTTONS;
pub(super) use crate::discord::limits::{ALT, OPTION_TEXT as OPTION, OPTIONS, TEXT, cut as fit};
use crate::discord::reply::{Button, Row, Style};
use crate::game::{PublicPhase, PublicView, Step, TableId};
use crate::i18n::{Lang, time_left, tr};
use crate::table::Snapshot;

/// Longest label of a button that is not cut on a phone.
pub(super) const LABEL: usize = 38;
/// Name of the file of every hand.
pub const HAND_PICTURE: &str = "hand.png";

/// What makes the ids of one message: table, step, how often it was drawn.
#[derive(Clone, Copy)]
pub(super) struct Ids {
    pub table: TableId,
    pub step: Step,
    pub redraw: u32,
}

impl Ids {
    pub(super) fn id(self, verb: Verb, index: usize) -> String {
        CustomId {
            verb,
            table: self.table,
            step: self.step,
            index: u16::try_from(index).unwrap_or(u16::MAX),
            redraw: self.redraw,
        }
        .to_string()
    }

    pub(super) fn button(self, verb: Verb, index: usize, label: &str, style: Style) -> Button {
        Button {
            id: self.id(verb, index),
            label: fit(label, LABEL),
            style,
            disabled: false,
        }
    }
}

/// A button that is not bound to a step.
pub(super) fn lasting(snap: &Snapshot, verb: Verb, index: u16, label: &str) -> Button {
    Button {
        id: CustomId::lasting(verb, snap.place.table, index).to_string(),
        label: fit(label, LABEL),
        style: Style::Secondary,
        disabled: false,
    }
}

/// The row that the newest public message carries.
pub(super) fn public_row(snap: &Snapshot, lang: Lang) -> Row {
    let mut hand = lasting(snap, Verb::Hand, 0, &tr!(lang, "button-hand"));
    hand.style = Style::Primary;
    let status = lasting(snap, Verb::Status, 0, &tr!(lang, "button-status"));
    let mut buttons = vec![hand, status];
    // In the lobby, which has buttons enough, there is nothing to look at yet.
    let lobby = snap.public.phase == PublicPhase::Lobby;
    if !lobby {
        buttons.push(lasting(snap, Verb::Last, 0, &tr!(lang, "button-last")));
    }
    if snap.public.paused.is_some() {
        buttons.push(lasting(snap, Verb::Resume, 0, &tr!(lang, "button-resume")));
    }
    if snap.public.pause_asked.is_some_and(|asked| !asked.agreed) {
        buttons.push(lasting(snap, Verb::Longer, 0, &tr!(lang, "button-longer")));
    }
    // `/watch` does the same where there is no room left.
    if !lobby && buttons.len() < BUTTONS {
        buttons.push(lasting(snap, Verb::Watch, 0, &tr!(lang, "button-watch")));
    }
    Row::Buttons(buttons)
}

/// `⏳ in 20 seconds`, where a clock runs.
pub(super) fn deadline(snap: &Snapshot) -> Option<String> {
    let at = snap.deadline?.at?;
    snap.public
        .paused
        .is_none()
        .then(|| format!("⏳ {}", time_left(at)))
}

/// The rank played in the deal as a line's part.
pub(super) fn level_label(view: &PublicView) -> &'static str {
    let level = view.deal.as_ref().and_then(|d| d.level);
    level.map_or("?", |l| l.label())
}

/// The lines that are there, one below the other.
pub(super) fn lines(parts: impl IntoIterator<Item = Option<String>>) -> String {
    let there: Vec<String> = parts
        .into_iter()
        .flatten()
        .filter(|l| !l.is_empty())
        .collect();
    there.join("\n")
}
