//! What an ending is worth to a side: rungs, the stage, a little for points.

use super::run::Ending;
use crate::game::PublicView;
use crate::rules::levels::{DealOutcome, Stage, Standing, settle};
use crate::rules::{Order, Side};

/// Taking or keeping the stage, beyond the rungs.
pub(super) const STAGE: f32 = 1.5;
/// A point.
const POINT: f32 = 0.012;

/// The value of an ending for the dealing side; what is good for it is bad for
/// the other. `undeclared`: nobody declared.
pub(crate) fn value(
    view: &PublicView,
    order: &Order,
    dealing: Side,
    ending: &Ending,
    undeclared: bool,
) -> f32 {
    let outcome = DealOutcome {
        standings: view.standings.clone(),
        dealing_side: dealing,
        score: ending.score,
        trick_points: ending.tricks,
        trump: order.trump(),
        last: ending.last.1,
        last_by: ending.last.0.side(),
        first_deal: view.stage.is_none(),
        undeclared,
    };
    let settled = settle(&view.rules, &outcome);
    let rise = |side: Side| {
        let won = if settled.winner == Some(side) {
            1.0
        } else {
            0.0
        };
        let height = |s: &Standing| height(view, s);
        height(&settled.standings[side]) - height(&view.standings[side]) + won
    };
    let stage = match settled.stage {
        Stage::Stay => STAGE,
        Stage::Change => -STAGE,
        Stage::Seize => 0.0,
    };
    rise(dealing) - rise(dealing.other()) + stage - POINT * f32::from(ending.score)
}

/// The number of the rung.
fn height(view: &PublicView, standing: &Standing) -> f32 {
    let rungs = view.rules.scoring.ladder.rungs();
    let at = rungs.iter().position(|&r| r == standing.level);
    at.unwrap_or(0) as f32 + if standing.flag { 1.0 } else { 0.0 }
}
