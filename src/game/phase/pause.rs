//! Pauses: a break that a seat asks for, a longer one by agreement, a table
//! that nobody is at, and one that cannot be shown.

use crate::game::state::Stage;
use crate::game::{Actor, Event, Game, Illegal, Pause, evolve};
use crate::rules::Seat;

use super::lobby::{self, all_ready_but};

/// Where a break may begin: it does not begin inside any of these.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    /// Nothing is being played.
    Rest,
    /// Cards are drawn; a round of the auction; a seat buries.
    Auction(u32, (u32, u8)),
    /// A trick, by its number.
    Trick(u32, u8),
}

/// Asks for a break; the table and managers stop at once.
pub(super) fn pause(game: &Game, actor: Actor) -> Result<Vec<Event>, Illegal> {
    let at_once = match actor {
        Actor::Table | Actor::Manager(_) => true,
        Actor::Player(_) | Actor::For(..) => false,
    };
    if game.stage == Stage::Lobby {
        return Err(Illegal::NotStarted);
    }
    if game.paused.is_some() {
        return Ok(Vec::new());
    }
    if at_once {
        let pause = Pause::Idle;
        return Ok(vec![Event::Paused { pause }]);
    }
    let seat = super::seat_of(game, super::person(actor)?)?;
    if game.pause_asked.is_some() {
        return Ok(Vec::new());
    }
    let mut events = vec![Event::PauseAsked { seat }];
    // Where no person plays against it, as far as may be known, nobody is kept waiting.
    let plays = |s: Seat| {
        let marks = &game.seats[s];
        game.person(s).is_some() && !marks.auto_shown && !marks.gone_shown
    };
    if !seat.side().other().seats().into_iter().any(plays) {
        events.push(Event::PauseAgreed { seat });
    }
    Ok(events)
}

/// A seat of the other side agrees that the break may last.
pub(super) fn longer(game: &Game, seat: Seat) -> Result<Vec<Event>, Illegal> {
    let asked = game.pause_asked.ok_or(Illegal::NoBreak)?;
    if asked.agreed {
        Ok(Vec::new())
    } else if asked.seat.side() == seat.side() {
        Err(Illegal::OtherSide)
    } else {
        Ok(vec![Event::PauseAgreed { seat }])
    }
}

/// The table cannot be shown: everything waits, wherever it stands.
pub(super) fn hold(game: &Game) -> Vec<Event> {
    match game.paused {
        Some(Pause::Unshown) => Vec::new(),
        // These wait for people as it is.
        Some(Pause::Agreed | Pause::Idle) => Vec::new(),
        Some(Pause::Break) | None => vec![Event::Paused {
            pause: Pause::Unshown,
        }],
    }
}

/// Goes on.
pub(super) fn resume(game: &Game, actor: Actor) -> Result<Vec<Event>, Illegal> {
    let Some(pause) = game.paused else {
        super::at_table(game, actor)?;
        return Ok(Vec::new());
    };
    let goes_on = Ok(vec![Event::Resumed]);
    match (actor, pause) {
        // Time is up, or the table can be shown again.
        (Actor::Table, Pause::Break | Pause::Unshown) | (Actor::Manager(_), _) => goes_on,
        (Actor::Player(player), Pause::Break | Pause::Agreed) => {
            ready(game, super::seat_of(game, player)?, true)
        }
        (Actor::Player(player), Pause::Idle) => {
            super::at_table(game, actor)?;
            let seat = game.seat_of(player);
            let mut events = vec![Event::Resumed];
            if let (Some(seat), Stage::Between) = (seat, game.stage) {
                // As after a break, this is for the next deal as well.
                let mut after = game.clone();
                evolve(&mut after, &Event::Resumed);
                events.extend(lobby::ready(&after, seat, true)?);
            }
            Ok(events)
        }
        (Actor::Player(_), Pause::Unshown) => Err(Illegal::Unshown),
        (Actor::Table, Pause::Idle | Pause::Agreed) | (Actor::For(..), _) => {
            Err(Illegal::NotSeated)
        }
    }
}

/// A seat is ready to go on, or not after all; with the last one the table does.
/// By agreement it waits for all who have not left, else for those who are not away.
/// Between deals whoever is ready to go on is ready for the next deal too.
pub(super) fn ready(game: &Game, seat: Seat, ready: bool) -> Result<Vec<Event>, Illegal> {
    let mut events = Vec::new();
    if game.seats[seat].ready != ready {
        events.push(Event::ReadyChanged { seat, ready });
    }
    let all = match game.paused {
        Some(Pause::Agreed) => Seat::ALL
            .into_iter()
            .filter(|&s| s != seat && game.person(s).is_some() && !game.seats[s].gone_shown)
            .all(|s| game.seats[s].ready),
        Some(_) | None => all_ready_but(game, seat),
    };
    if ready && all {
        events.push(Event::Resumed);
        if game.stage == Stage::Between {
            events.push(Event::NextDeal);
        }
    }
    Ok(events)
}

/// Lets a break begin that was asked for, where these events end a trick, a
/// round or a deal, or nothing has begun yet.
pub(super) fn begin(game: &Game, events: &mut Vec<Event>) {
    let asks = |e: &Event| matches!(e, Event::PauseAsked { .. });
    let asked_now = events.iter().any(asks);
    if (game.pause_asked.is_none() && !asked_now) || events.is_empty() {
        return;
    }
    let mut after = game.clone();
    for event in events.iter() {
        evolve(&mut after, event);
    }
    let Some(asked) = after.pause_asked else {
        return;
    };
    if after.paused.is_some() || after.is_over() {
        return;
    }
    let moved_on = unit(game) != unit(&after);
    if moved_on || (asked_now && is_fresh(&after)) {
        let pause = if asked.agreed {
            Pause::Agreed
        } else {
            Pause::Break
        };
        events.push(Event::Paused { pause });
    }
}

fn unit(game: &Game) -> Unit {
    let Some(deal) = game.dealing_now() else {
        return Unit::Rest;
    };
    match &deal.play {
        Some(play) => Unit::Trick(game.deals, play.trick.number),
        None => Unit::Auction(game.deals, deal.unit()),
    }
}

/// Whether nothing has begun: between deals, or before the first card of a
/// trick. Never in an auction, where it would tell who has answered.
fn is_fresh(game: &Game) -> bool {
    match unit(game) {
        Unit::Rest => true,
        Unit::Auction(..) => false,
        Unit::Trick(..) => {
            let play = game.dealing_now().and_then(|d| d.play.as_ref());
            play.is_some_and(|p| p.trick.plays.is_empty())
        }
    }
}
