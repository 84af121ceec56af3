//! `/play`: play cards to the trick; completed with legal plays.

use std::future::ready;

use futures_util::FutureExt;

use super::card_text::read;
use super::common::own;
use super::typed::{self, Purpose, set_choices};
use super::{Command, Context, spec};
use crate::cards::{CardSet, Kinds};
use crate::discord::panel::{ready_plays, seat_order};
use crate::game::{Ask, SeatView};
use crate::i18n::tr;
use crate::rules::Lead;

pub(super) const COMMAND: Command = Command {
    name: "play",
    spec: || {
        spec::command(
            "play",
            |l| tr!(l, "cmd-play"),
            |l| tr!(l, "cmd-play-about"),
            vec![spec::cards()],
        )
    },
    run: |ctx, given| async move { typed::command(ctx, &given, Purpose::Play).await }.boxed(),
    complete: Some(|ctx, typed| ready(complete(ctx, typed)).boxed()),
};

/// So many legal follows are looked through for those that fit what is typed.
const LOOKED_THROUGH: usize = 2000;

fn complete(ctx: &Context, typed: &str) -> Vec<(String, String)> {
    let Ok(at) = own(ctx) else {
        return Vec::new();
    };
    let view = at.view();
    let begun = read(typed, &view.hand)
        .ok()
        .and_then(|cards| CardSet::from_cards(&cards))
        .unwrap_or_default();
    let fitting = legal_plays(view)
        .into_iter()
        .filter(|play| play.contains_all(&begun));
    set_choices(ctx.lang, fitting)
}

/// Legal plays, the most likely ones first: for a lead those that cannot fail
/// and then single cards; none when it is not the seat's turn.
pub(super) fn legal_plays(view: &SeatView) -> Vec<CardSet> {
    match &view.ask {
        Ask::Lead => {
            let singles = view
                .hand
                .kinds()
                .iter()
                .map(|c| CardSet::from_kinds(Kinds::NONE.with(c), Kinds::NONE));
            let mut plays: Vec<CardSet> = singles.collect();
            plays.extend(ready_plays(view));
            plays
        }
        Ask::Follow { lead } => {
            let order = seat_order(view);
            CardSet::from_cards(lead)
                .and_then(|set| Lead::new(&order, &set))
                .map(|led| {
                    led.follow(&order, &view.hand, view.withheld)
                        .plays(LOOKED_THROUGH)
                        .plays
                })
                .unwrap_or_default()
        }
        Ask::Nothing
        | Ask::Ready
        | Ask::Place { .. }
        | Ask::Overturn { .. }
        | Ask::Bury
        | Ask::Fry { .. } => Vec::new(),
    }
}
