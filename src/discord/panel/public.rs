//! Which public messages a table should show, in posting order.

use super::parts::{lines, public_row};
use super::{deal, lobby, result, trick};
use crate::discord::reply::Body;
use crate::game::{PublicPhase, PublicTrick, PublicView};
use crate::i18n::tr;
use crate::rules::BySeat;
use crate::table::Snapshot;

/// A public message as it should be.
#[derive(Clone, PartialEq, Eq)]
pub struct PublicMessage {
    /// Names it at its table: `lobby`, `deal.3`, `trick.3.7`, `result.3`, `end`.
    /// A posted message whose key is not wanted any more stays as it is, but
    /// loses its controls.
    pub key: String,
    /// What it says.
    pub body: Body,
    /// Whether it never changes again.
    pub done: bool,
}

/// The public messages of a table, oldest first. Only what everybody may see
/// goes in: the public view, the names, the deadline. The newest one carries
/// the button that opens one's own hand.
#[must_use]
pub fn public_messages(snap: &Snapshot) -> Vec<PublicMessage> {
    let lang = snap.place.language;
    let view = &*snap.public;
    let phase = &view.phase;
    // Until the first deal is shown, the lobby is the newest message.
    let seated = view.deal.is_some() || matches!(phase, PublicPhase::Finished | PublicPhase::Ended);
    let mut messages = vec![message("lobby", lobby::lobby(snap, lang), seated)];
    if let Some(deal) = &view.deal {
        let number = deal.number.0;
        let begun = plays(phase) || view.result.is_some() || deal.tricks > 0;
        messages.push(message(
            &format!("deal.{number}"),
            deal::deal(snap, lang),
            begun,
        ));
        for one in &deal.finished {
            let key = format!("trick.{number}.{}", one.number);
            messages.push(message(&key, trick::trick(snap, lang, one), true));
        }
        if let Some(open) = open_trick(view) {
            let key = format!("trick.{number}.{}", open.number);
            messages.push(message(&key, trick::trick(snap, lang, &open), false));
        }
    }
    if let Some(settled) = &view.result {
        let key = format!("result.{}", settled.deal.0);
        messages.push(message(&key, result::result(snap, lang, settled), false));
    }
    if matches!(phase, PublicPhase::Finished | PublicPhase::Ended) {
        messages.push(message("end", lobby::end(snap, lang), true));
    } else if let Some(newest) = messages.last_mut().filter(|m| !m.done) {
        if view.paused {
            newest.body.text = lines([Some(newest.body.text.clone()), Some(tr!(lang, "paused"))]);
        }
        newest.body.rows.push(public_row(snap, lang));
    }
    messages
}

fn message(key: &str, body: Body, done: bool) -> PublicMessage {
    PublicMessage {
        key: key.to_owned(),
        body,
        done,
    }
}

fn plays(phase: &PublicPhase) -> bool {
    matches!(phase, PublicPhase::Playing { .. })
}

/// The trick being played; an empty one while its leader thinks.
fn open_trick(view: &PublicView) -> Option<PublicTrick> {
    let deal = view.deal.as_ref()?;
    let PublicPhase::Playing { seat } = view.phase else {
        return None;
    };
    let open = deal.trick.clone().unwrap_or_else(|| PublicTrick {
        number: deal.tricks + 1,
        leader: seat,
        plays: BySeat::default(),
        standing: None,
        points: 0,
        failed: None,
    });
    let finished = deal.finished.iter().any(|t| t.number == open.number);
    (!finished).then_some(open)
}
