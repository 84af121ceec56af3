//! Sitting down, getting ready, starting; votes, auto-play, pauses and people
//! who leave: everything that is about persons and not about cards.

use crate::game::state::Stage;
use crate::game::{ComputerLevel, Event, Game, Illegal, Occupant, PlayerId, Reason, evolve};
use crate::rules::Seat;

use super::{ENDED, seats};

/// Votes of so many seats end a table or close a phase.
const VOTES: usize = 3;

/// Sits a person down, or moves one who sits already.
pub(super) fn sit(
    game: &Game,
    player: PlayerId,
    wish: Option<Seat>,
) -> Result<Vec<Event>, Illegal> {
    let now = game.seat_of(player);
    if game.stage != Stage::Lobby {
        // Coming back to one's own seat ends auto-play.
        return match (now, wish) {
            (Some(seat), Some(other)) if other != seat => Err(Illegal::AlreadyStarted),
            (Some(seat), Some(_) | None) => auto(game, seat, false),
            (None, wish) => take(game, player, wish),
        };
    }
    let seat = match wish.or(game.offered_to(player)) {
        Some(seat) => seat,
        None if now.is_some() => return Ok(Vec::new()),
        None => free_seat(game)?,
    };
    if now.is_none() {
        seats::may_enter(game, player)?;
    }
    if game.offers[seat].is_some_and(|kept| kept != player) {
        return Err(Illegal::SeatKept(seat));
    }
    let mut events = Vec::new();
    match game.seats[seat].occupant {
        Some(Occupant::Person(there)) if there == player => return Ok(events),
        Some(Occupant::Person(_)) => return Err(Illegal::SeatTaken(seat)),
        Some(Occupant::Computer(_)) => events.push(Event::Stood { seat }),
        None => {}
    }
    events.extend(now.map(|seat| Event::Stood { seat }));
    events.push(Event::Sat {
        seat,
        occupant: Occupant::Person(player),
    });
    if game.host.is_none() {
        events.push(Event::HostChanged { host: Some(player) });
    }
    Ok(events)
}

/// Takes a seat in a game: one that was offered, or between deals that of a
/// computer player.
fn take(game: &Game, player: PlayerId, wish: Option<Seat>) -> Result<Vec<Event>, Illegal> {
    let computers = || {
        let free = |s: &Seat| matches!(game.seats[*s].occupant, Some(Occupant::Computer(_)));
        Seat::ALL.into_iter().find(free)
    };
    let may =
        |s: &Seat| game.offers[*s] == Some(player) && seats::may_take(game, player, *s).is_ok();
    let offered = || {
        Seat::ALL
            .into_iter()
            .find(may)
            .or_else(|| game.offered_to(player))
    };
    let wish = wish.or_else(offered).or_else(computers);
    let seat = wish.ok_or(Illegal::AlreadyStarted)?;
    seats::may_enter(game, player)?;
    seats::may_take(game, player, seat)?;
    let mut events = vec![Event::Sat {
        seat,
        occupant: Occupant::Person(player),
    }];
    let hosted = game.person(seat).is_some_and(|p| game.host == Some(p));
    if hosted || game.host.is_none() {
        events.push(Event::HostChanged { host: Some(player) });
    }
    Ok(events)
}

/// Stands up: in the lobby for good, in a game until the person comes back.
pub(super) fn stand(game: &Game, seat: Seat, player: PlayerId) -> Vec<Event> {
    if game.stage != Stage::Lobby {
        return leave(game, seat);
    }
    let mut events = vec![Event::Stood { seat }];
    events.extend(new_host(game, seat, player));
    events
}

/// The person on that seat is gone: the seat is played for.
pub(super) fn left(game: &Game, seat: Seat) -> Result<Vec<Event>, Illegal> {
    match game.seats[seat].occupant {
        Some(Occupant::Person(player)) => Ok(stand(game, seat, player)),
        Some(Occupant::Computer(_)) | None => Err(Illegal::NotSeated),
    }
}

fn leave(game: &Game, seat: Seat) -> Vec<Event> {
    if game.seats[seat].gone {
        return Vec::new();
    }
    let mut events = vec![Event::AutoChanged {
        seat,
        auto: true,
        reason: Some(Reason::Auto),
    }];
    // Within a sealed round it would tell who has left: `hand_over` follows its end.
    if let Some(player) = game.person(seat)
        && !game.in_sealed_round()
    {
        events.extend(new_host(game, seat, player));
    }
    events
}

/// Where these events leave a sealed round, however they do, a host who is gone
/// then hands the table over; who has come back meanwhile keeps it.
pub(super) fn hand_over(game: &Game, events: &mut Vec<Event>) {
    if !game.in_sealed_round() || gone_host(game).is_none() {
        return;
    }
    let mut after = game.clone();
    let mut left = false;
    for event in events.iter() {
        evolve(&mut after, event);
        // The next round may be open by the last of them.
        left |= !after.in_sealed_round();
    }
    // Nobody hosts a table that is over.
    if !left || after.is_over() {
        return;
    }
    if let Some((seat, player)) = gone_host(&after) {
        events.extend(new_host(&after, seat, player));
    }
}

fn gone_host(game: &Game) -> Option<(Seat, PlayerId)> {
    let player = game.host?;
    let seat = game.seat_of(player)?;
    game.seats[seat].gone.then_some((seat, player))
}

/// The next person in playing order hosts the table when the host goes: of those
/// who are there, as far as may be known.
pub(super) fn new_host(game: &Game, seat: Seat, player: PlayerId) -> Option<Event> {
    if game.host != Some(player) {
        return None;
    }
    let host = seat
        .others()
        .into_iter()
        .filter(|&s| !game.seats[s].gone_shown)
        .find_map(|s| game.person(s));
    // In a game a host who goes alone stays host: somebody must be able to end it.
    (host.is_some() || game.stage == Stage::Lobby).then_some(Event::HostChanged { host })
}

/// Says that a seat is ready, or not after all.
pub(super) fn ready(game: &Game, seat: Seat, ready: bool) -> Result<Vec<Event>, Illegal> {
    if !matches!(game.stage, Stage::Lobby | Stage::Between) {
        return Err(Illegal::WrongPhase);
    }
    if game.seats[seat].ready == ready {
        return Ok(Vec::new());
    }
    let mut events = vec![Event::ReadyChanged { seat, ready }];
    if ready && game.stage == Stage::Between && all_ready_but(game, seat) {
        events.push(Event::NextDeal);
    }
    Ok(events)
}

/// Whether everybody else who is waited for is ready.
pub(super) fn all_ready_but(game: &Game, seat: Seat) -> bool {
    game.unready().into_iter().all(|s| s == seat)
}

/// Puts a computer player on a seat.
pub(super) fn add_computer(
    game: &Game,
    wish: Option<Seat>,
    level: ComputerLevel,
) -> Result<Vec<Event>, Illegal> {
    if game.stage != Stage::Lobby {
        return Err(Illegal::AlreadyStarted);
    }
    let seat = match wish {
        Some(seat) if game.seats[seat].occupant.is_some() => return Err(Illegal::SeatTaken(seat)),
        Some(seat) if game.offers[seat].is_some() => return Err(Illegal::SeatKept(seat)),
        Some(seat) => seat,
        None => free_seat(game)?,
    };
    let occupant = Occupant::Computer(level);
    Ok(vec![Event::Sat { seat, occupant }])
}

fn free_seat(game: &Game) -> Result<Seat, Illegal> {
    let free = game.free_seats();
    let free = free.into_iter().find(|&s| game.offers[s].is_none());
    free.ok_or(Illegal::TableFull)
}

/// Starts the game.
pub(super) fn start(game: &Game) -> Result<Vec<Event>, Illegal> {
    if game.stage != Stage::Lobby {
        return Err(Illegal::AlreadyStarted);
    }
    let (free, waiting) = (game.free_seats(), game.unready());
    if free.is_empty() && waiting.is_empty() {
        Ok(vec![Event::Started])
    } else {
        Err(Illegal::NotReady { free, waiting })
    }
}

/// Starts the game with computer players on the free seats; who asks is ready
/// by that. Nobody else is taken to be ready who has not said so.
pub(super) fn start_filled(
    game: &Game,
    seat: Seat,
    level: ComputerLevel,
) -> Result<Vec<Event>, Illegal> {
    if game.stage != Stage::Lobby {
        return Err(Illegal::AlreadyStarted);
    }
    let mut waiting = game.unready();
    waiting.retain(|s| *s != seat);
    if !waiting.is_empty() {
        let free = Vec::new();
        return Err(Illegal::NotReady { free, waiting });
    }
    let mut events = Vec::new();
    if !game.seats[seat].ready {
        events.push(Event::ReadyChanged { seat, ready: true });
    }
    let occupant = Occupant::Computer(level);
    events.extend(
        game.free_seats()
            .into_iter()
            .map(|seat| Event::Sat { seat, occupant }),
    );
    events.push(Event::Started);
    Ok(events)
}

/// Turns auto-play on or off at the wish of the seat's player.
pub(super) fn auto(game: &Game, seat: Seat, on: bool) -> Result<Vec<Event>, Illegal> {
    if game.stage == Stage::Lobby {
        return Err(Illegal::NotStarted);
    }
    if game.seats[seat].auto == on {
        return Ok(Vec::new());
    }
    Ok(vec![Event::AutoChanged {
        seat,
        auto: on,
        reason: None,
    }])
}

/// A vote to end the table.
pub(super) fn vote_end(game: &Game, seat: Option<Seat>, host: bool) -> Result<Vec<Event>, Illegal> {
    if game.stage == Stage::Lobby {
        return if host {
            Ok(vec![ENDED])
        } else {
            Err(Illegal::NotHost(game.host))
        };
    }
    let seat = seat.ok_or(Illegal::NotSeated)?;
    vote(game, seat, true, ENDED)
}

/// A vote that may carry: `done` then follows it.
fn vote(game: &Game, seat: Seat, end: bool, done: Event) -> Result<Vec<Event>, Illegal> {
    let mut voted = if end {
        game.end_votes
    } else {
        game.force_votes
    };
    let again = std::mem::replace(&mut voted[seat], true);
    let missing = votes_missing(game, &|s| voted[s], end);
    if missing == 0 {
        Ok(vec![Event::Voted { seat, end }, done])
    } else if again {
        Err(Illegal::VotesNeeded(missing))
    } else {
        Ok(vec![Event::Voted { seat, end }])
    }
}

/// Votes still missing: three persons, or all where fewer are present. To
/// end the table, host and one opponent do as well.
pub(super) fn votes_missing(game: &Game, voted: &dyn Fn(Seat) -> bool, end: bool) -> u8 {
    // Who has left within a sealed round counts on: the sum would tell of it.
    let present = |s: &Seat| game.person(*s).is_some() && !game.seats[*s].gone_shown;
    let persons = Seat::ALL.into_iter().filter(present).count().max(1);
    let votes = Seat::ALL.into_iter().filter(|&s| voted(s)).count();
    let host_and_opponent = Seat::ALL
        .into_iter()
        .filter(|&s| voted(s) && game.host.is_some() && game.person(s) == game.host)
        .any(|host| {
            Seat::ALL
                .into_iter()
                .any(|s| voted(s) && s.side() != host.side())
        });
    if end && host_and_opponent {
        return 0;
    }
    VOTES.min(persons).saturating_sub(votes) as u8
}

/// A vote to close the phase of a table without a clock; what closing means
/// the phase says.
pub(super) fn vote_force(game: &Game, seat: Seat) -> Result<(Event, bool), Illegal> {
    let mut voted = game.force_votes;
    let again = std::mem::replace(&mut voted[seat], true);
    let missing = votes_missing(game, &|s| voted[s], false);
    if again && missing > 0 {
        return Err(Illegal::VotesNeeded(missing));
    }
    Ok((Event::Voted { seat, end: false }, missing == 0))
}
