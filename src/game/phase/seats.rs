//! Who sits where: invitations, seats kept for somebody, swaps, a new seating
//! by chance, another host, and people who are replaced.

use crate::game::state::Stage;
use crate::game::{Actor, ComputerLevel, Entry, Event, Game, Illegal, Occupant, PlayerId};
use crate::rules::{BySeat, Seat};

use super::{at_table, is_manager, person, seat_of};

/// So many votes of seats replace a person during a deal.
const VOTES: usize = 3;
/// Where fewer persons are left, all of them; but never one alone.
const VOTES_AT_LEAST: usize = 2;

/// Lets a person sit down at a table for invited people.
pub(super) fn invite(game: &Game, actor: Actor, player: PlayerId) -> Result<Vec<Event>, Illegal> {
    at_table(game, actor)?;
    if let Some(seat) = game.seat_of(player) {
        return Err(Illegal::SitsAlready(seat));
    }
    if game.invited.contains(&player) {
        return Ok(Vec::new());
    }
    Ok(vec![Event::Invited { player }])
}

/// Whether a person may sit down at all.
pub(super) fn may_enter(game: &Game, player: PlayerId) -> Result<(), Illegal> {
    let known = game.host == Some(player)
        || game.host.is_none()
        || game.invited.contains(&player)
        || game.offered_to(player).is_some();
    if game.entry == Entry::Open || known {
        Ok(())
    } else {
        Err(Illegal::InvitedOnly)
    }
}

/// Makes the person on a seat the host.
pub(super) fn host(game: &Game, actor: Actor, seat: Seat) -> Result<Vec<Event>, Illegal> {
    only_host(game, actor)?;
    let player = game.person(seat).ok_or(Illegal::NoPerson(seat))?;
    if game.host == Some(player) {
        return Ok(Vec::new());
    }
    let host = Some(player);
    Ok(vec![Event::HostChanged { host }])
}

/// Swaps places, once both have asked; a computer player always agrees.
pub(super) fn swap(game: &Game, seat: Seat, with: Seat) -> Result<Vec<Event>, Illegal> {
    if game.stage == Stage::Deal {
        return Err(Illegal::BetweenDeals);
    }
    if seat == with {
        return Err(Illegal::OwnSeat);
    }
    if let Some(player) = game.offers[with] {
        return Err(kept(game, with, player));
    }
    let agreed = match game.seats[with].occupant {
        Some(Occupant::Person(_)) => game.swaps[with] == Some(seat),
        Some(Occupant::Computer(_)) | None => true,
    };
    if agreed {
        let from = BySeat::from_fn(|s| match s {
            s if s == seat => with,
            s if s == with => seat,
            s => s,
        });
        Ok(vec![Event::Reseated { from }])
    } else if game.swaps[seat] == Some(with) {
        Ok(Vec::new())
    } else {
        Ok(vec![Event::SwapAsked { seat, with }])
    }
}

fn kept(game: &Game, seat: Seat, player: PlayerId) -> Illegal {
    match game.seat_of(player) {
        Some(at) => Illegal::SitsAlready(at),
        None => Illegal::SeatKept(seat),
    }
}

/// Seats everybody anew, in the lobby.
pub(super) fn shuffle(
    game: &Game,
    actor: Actor,
    from: &BySeat<Seat>,
) -> Result<Vec<Event>, Illegal> {
    if game.stage != Stage::Lobby {
        return Err(Illegal::AlreadyStarted);
    }
    only_host(game, actor)?;
    let mut there: Vec<Seat> = from.values().copied().collect();
    there.sort();
    if there != Seat::ALL {
        return Err(Illegal::WrongPhase);
    }
    Ok(vec![Event::Reseated { from: *from }])
}

/// Takes a person off a seat, or votes for it.
pub(super) fn kick(game: &Game, actor: Actor, seat: Seat) -> Result<Vec<Event>, Illegal> {
    if game.stage == Stage::Lobby && game.person(seat).is_none() {
        only_host(game, actor)?;
        return lobby_kick(game, seat);
    }
    let player = game.person(seat).ok_or(Illegal::NoPerson(seat))?;
    if person(actor)? == player {
        return Err(Illegal::OwnSeat);
    }
    let mut events = match right(game, actor, seat)? {
        Right::Yes => Vec::new(),
        Right::Vote { voter, carried } => {
            let vote = Event::KickVoted {
                seat: voter,
                against: seat,
            };
            if !carried {
                return Ok(vec![vote]);
            }
            vec![vote]
        }
    };
    events.extend(remove(game, seat, player));
    Ok(events)
}

/// In the lobby the host also takes computer players away and frees seats
/// that are kept.
fn lobby_kick(game: &Game, seat: Seat) -> Result<Vec<Event>, Illegal> {
    if game.seats[seat].occupant.is_some() {
        Ok(vec![Event::Stood { seat }])
    } else if game.offers[seat].is_some() {
        Ok(vec![Event::SeatOffered { seat, player: None }])
    } else {
        Err(Illegal::NoPerson(seat))
    }
}

/// The seat without its person: free in the lobby, in a game a computer player's that
/// plays as well as auto-play.
pub(super) fn remove(game: &Game, seat: Seat, player: PlayerId) -> Vec<Event> {
    let mut events = vec![vacated(game, seat)];
    events.extend(super::lobby::new_host(game, seat, player));
    events
}

fn vacated(game: &Game, seat: Seat) -> Event {
    if game.stage == Stage::Lobby {
        Event::Stood { seat }
    } else {
        Event::Sat {
            seat,
            occupant: Occupant::Computer(ComputerLevel::Good),
        }
    }
}

/// The table without a person whose number leads to nobody from now on: it
/// waits for them nowhere.
pub(super) fn forget(game: &Game, player: PlayerId) -> Vec<Event> {
    let own = game.seat_of(player);
    let mut events: Vec<Event> = own.map(|seat| vacated(game, seat)).into_iter().collect();
    if let Some(seat) = game.offered_to(player) {
        events.push(Event::SeatOffered { seat, player: None });
    }
    if game.host == Some(player) {
        let there = |s: &Seat| Some(*s) != own && !game.seats[*s].gone_shown;
        let mut others = Seat::ALL.into_iter().filter(there);
        let host = others.find_map(|s| game.person(s));
        events.push(Event::HostChanged { host });
    }
    events
}

/// Keeps a seat for a person.
pub(super) fn offer(
    game: &Game,
    actor: Actor,
    seat: Seat,
    player: PlayerId,
) -> Result<Vec<Event>, Illegal> {
    if let Some(at) = game.seat_of(player) {
        return Err(Illegal::SitsAlready(at));
    }
    if game.offers[seat] == Some(player) {
        return Ok(Vec::new());
    }
    let own = game.seat_of(person(actor)?) == Some(seat);
    let mut events = Vec::new();
    if own {
        quiet_round(game)?;
    } else if game.person(seat).is_none() {
        // A free seat, or a computer player's.
        if !is_manager(actor) {
            only_host(game, actor)?;
            quiet_round(game)?;
        }
    } else {
        match right(game, actor, seat)? {
            Right::Yes => {}
            Right::Vote { voter, carried } => {
                events.push(Event::KickVoted {
                    seat: voter,
                    against: seat,
                });
                if !carried {
                    return Ok(events);
                }
            }
        }
    }
    let player = Some(player);
    events.push(Event::SeatOffered { seat, player });
    Ok(events)
}

/// What somebody may do about the person on another seat.
enum Right {
    Yes,
    Vote { voter: Seat, carried: bool },
}

fn right(game: &Game, actor: Actor, seat: Seat) -> Result<Right, Illegal> {
    if is_manager(actor) {
        return Ok(Right::Yes);
    }
    let player = person(actor)?;
    let is_host = game.host == Some(player);
    match game.stage {
        Stage::Lobby => {
            only_host(game, actor)?;
            return Ok(Right::Yes);
        }
        Stage::Shuffling | Stage::Between if is_host => return Ok(Right::Yes),
        Stage::Deal => {
            quiet_round(game)?;
            if is_host && game.seats[seat].auto {
                return Ok(Right::Yes);
            }
        }
        Stage::Shuffling | Stage::Between | Stage::Finished | Stage::Ended => {}
    }
    let voter = seat_of(game, player)?;
    let mut votes = game.kicks[seat];
    let again = std::mem::replace(&mut votes[voter], true);
    let missing = votes_missing(game, seat, &votes);
    if again && missing > 0 {
        return Err(Illegal::VotesNeeded(missing));
    }
    Ok(Right::Vote {
        voter,
        carried: missing == 0,
    })
}

/// Votes still missing to replace the person on a seat.
fn votes_missing(game: &Game, against: Seat, votes: &BySeat<bool>) -> u8 {
    let others = against.others();
    let present = |s: &&Seat| game.person(**s).is_some() && !game.seats[**s].gone;
    let persons = others.iter().filter(present).count();
    let needed = VOTES.min(persons).max(VOTES_AT_LEAST);
    let given = others.iter().filter(|&&s| votes[s]).count();
    needed.saturating_sub(given) as u8
}

/// Seats do not change while a sealed question is open: it could tell who has
/// answered.
pub(super) fn quiet_round(game: &Game) -> Result<(), Illegal> {
    if game.in_sealed_round() {
        Err(Illegal::RoundOpen)
    } else {
        Ok(())
    }
}

/// Whether a person may take that seat in a game.
pub(super) fn may_take(game: &Game, player: PlayerId, seat: Seat) -> Result<(), Illegal> {
    if game.offers[seat] != Some(player) {
        let free = match game.seats[seat].occupant {
            Some(Occupant::Computer(_)) | None => game.stage == Stage::Between,
            Some(Occupant::Person(_)) => return Err(Illegal::SeatTaken(seat)),
        };
        if game.offers[seat].is_some() {
            return Err(Illegal::SeatKept(seat));
        }
        if !free {
            return Err(Illegal::AlreadyStarted);
        }
    }
    quiet_round(game)?;
    let seen = |s: &Seat| *s != seat && game.seen[*s].contains(&player);
    match Seat::ALL.into_iter().find(seen) {
        Some(seen) if game.stage == Stage::Deal => Err(Illegal::SeenHand(seen)),
        Some(_) | None => Ok(()),
    }
}

pub(super) fn only_host(game: &Game, actor: Actor) -> Result<(), Illegal> {
    let allowed = match actor {
        Actor::Manager(_) => true,
        Actor::Player(player) => game.host == Some(player),
        Actor::For(..) | Actor::Table => false,
    };
    if allowed {
        Ok(())
    } else {
        Err(Illegal::NotHost(game.host))
    }
}
