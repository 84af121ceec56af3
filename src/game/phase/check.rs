//! Checking the opponents' plays (查牌, RULES.md §11): it never finds anything,
//! because no play that breaks a rule is accepted.

use crate::game::{Event, Game, Illegal};
use crate::rules::{Checking, Seat};

/// So often a side may check in one deal: more would only flood the channel.
const MOST: usize = 10;

/// Checks for a seat: free once a deal for its side, where the rules know it.
pub(super) fn check(game: &Game, seat: Seat) -> Result<Vec<Event>, Illegal> {
    let rule = game.rules.match_rules.checking;
    if rule == Checking::No {
        return Err(Illegal::NoChecking);
    }
    let (_, play) = game.playing().ok_or(Illegal::WrongPhase)?;
    let mine = play.checks.iter().filter(|c| c.seat.side() == seat.side());
    let mine = mine.count();
    if mine >= MOST {
        return Err(Illegal::CheckedEnough);
    }
    let penalty = rule.penalty(mine);
    Ok(vec![Event::Checked { seat, penalty }])
}
