//! Which public messages a table should show, in posting order.

use std::borrow::Cow;

use super::parts::{lines, public_row};
use super::{contest, deal, lobby, pause, result, trick};
use crate::discord::reply::Body;
use crate::game::{DealResult, PublicPhase, PublicTrick, PublicView};
use crate::i18n::Lang;
use crate::rules::{BySeat, Side};
use crate::table::Snapshot;

/// A public message as it should be.
#[derive(Clone, PartialEq, Eq)]
pub struct PublicMessage {
    /// Names it at its table: `lobby`, `deal.3`, `trick.3.7`, `result.3`,
    /// `broken.3`, `end`.
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
    public_messages_where(snap, |_| true)
}

/// Those of the public messages whose key is wanted; the others are not even
/// made.
pub fn public_messages_where(snap: &Snapshot, wanted: impl Fn(&str) -> bool) -> Vec<PublicMessage> {
    let lang = snap.place.language;
    let view = &*snap.public;
    let over = view.phase.is_over();
    let mut plan = plan(view, over);
    let newest = plan.pop();
    let mut messages: Vec<PublicMessage> = plan
        .into_iter()
        .filter(|planned| wanted(&planned.key))
        .map(|planned| planned.make(snap, lang))
        .collect();
    if let Some(newest) = newest.filter(|planned| wanted(&planned.key)) {
        let mut newest = newest.make(snap, lang);
        if !over && !newest.done {
            let text = &mut newest.body.text;
            if let Some(line) = pause::line(snap, lang) {
                *text = lines([Some(std::mem::take(text)), Some(line)]);
            }
            newest.body.rows.push(public_row(snap, lang));
        }
        messages.push(newest);
    }
    messages
}

/// A message that is to be there.
struct Planned<'a> {
    key: String,
    what: What<'a>,
    done: bool,
}

enum What<'a> {
    Lobby,
    Deal,
    Trick(Cow<'a, PublicTrick>),
    Result(&'a DealResult),
    Broken(Side),
    End,
}

impl Planned<'_> {
    fn make(self, snap: &Snapshot, lang: Lang) -> PublicMessage {
        let body = match &self.what {
            What::Lobby => lobby::lobby(snap, lang),
            What::Deal => deal::deal(snap, lang),
            What::Trick(one) => trick::trick(snap, lang, one),
            What::Result(settled) => result::result(snap, lang, settled),
            What::Broken(winner) => contest::broken(snap, lang, *winner),
            What::End => lobby::end(snap, lang),
        };
        PublicMessage {
            key: self.key,
            body,
            done: self.done,
        }
    }
}

fn plan(view: &PublicView, over: bool) -> Vec<Planned<'_>> {
    let planned = |key: String, what, done| Planned { key, what, done };
    // Until the first deal is shown, the lobby is the newest message.
    let seated = view.deal.is_some() || over;
    let mut plan = vec![planned("lobby".to_owned(), What::Lobby, seated)];
    if let Some(deal) = &view.deal {
        let number = deal.number.0;
        let begun = over || plays(&view.phase) || view.result.is_some() || deal.tricks > 0;
        plan.push(planned(format!("deal.{number}"), What::Deal, begun));
        let key = |one: &PublicTrick| format!("trick.{number}.{}", one.number);
        let finished = deal.finished.iter();
        plan.extend(finished.map(|one| planned(key(one), What::Trick(Cow::Borrowed(one)), true)));
        if let Some(open) = open_trick(view) {
            plan.push(planned(key(&open), What::Trick(Cow::Owned(open)), false));
        } else if let Some(left) = left_trick(view) {
            plan.push(planned(key(left), What::Trick(Cow::Borrowed(left)), true));
        }
    }
    if let Some(settled) = &view.result {
        let key = format!("result.{}", settled.deal.0);
        plan.push(planned(key, What::Result(settled), false));
    }
    if let (None, Some(deal), Some(side)) = (&view.result, &view.deal, view.contest.broken) {
        let key = format!("broken.{}", deal.number.0);
        plan.push(planned(key, What::Broken(side), false));
    }
    if over {
        plan.push(planned("end".to_owned(), What::End, true));
    }
    plan
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

/// The trick in which the game was broken off: nobody is waited for any more.
fn left_trick(view: &PublicView) -> Option<&PublicTrick> {
    let deal = view.deal.as_ref().filter(|_| view.result.is_none())?;
    match view.phase {
        PublicPhase::Between | PublicPhase::Finished | PublicPhase::Ended => deal.trick.as_ref(),
        PublicPhase::Lobby
        | PublicPhase::Shuffling
        | PublicPhase::Drawing { .. }
        | PublicPhase::Overturning { .. }
        | PublicPhase::Burying { .. }
        | PublicPhase::Frying { .. }
        | PublicPhase::Playing { .. } => None,
    }
}
