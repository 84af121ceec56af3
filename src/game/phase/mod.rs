//! What may be done when: every rule of a table, one file a phase.

mod auction;
mod check;
mod contest;
mod draw;
mod lobby;
mod pause;
mod play;
mod seats;
mod settle;

use crate::game::state::Stage;
use crate::game::{
    Action, Actor, ClockChoice, Event, Game, Illegal, Motion, Mover, Pause, PlayerId, Reason,
    durations, evolve,
};
use crate::rules::Seat;

/// What comes of an action: the events to store and to fold. Changes nothing.
///
/// # Errors
/// Why the action is refused; it then costs nothing.
pub fn decide(game: &Game, actor: Actor, action: &Action) -> Result<Vec<Event>, Illegal> {
    if game.is_over() {
        return Err(Illegal::Over);
    }
    if let Some(pause) = game.paused
        && !allowed_in_pause(pause, action)
    {
        return Err(match pause {
            Pause::Unshown => Illegal::Unshown,
            Pause::Idle | Pause::Break | Pause::Agreed => Illegal::Paused,
        });
    }
    let mut events = accept(game, actor, action)?;
    if let Actor::Player(player) | Actor::Manager(player) = actor {
        come_back(game, player, action, &mut events);
    }
    lobby::hand_over(game, &mut events);
    pause::begin(game, &mut events);
    Ok(events)
}

fn accept(game: &Game, actor: Actor, action: &Action) -> Result<Vec<Event>, Illegal> {
    match action {
        Action::Sit(wish) => lobby::sit(game, person(actor)?, *wish),
        Action::Stand => {
            let player = person(actor)?;
            Ok(lobby::stand(game, seat_of(game, player)?, player))
        }
        Action::Ready(ready) => {
            let seat = seat_of(game, person(actor)?)?;
            match game.paused {
                Some(_) => pause::ready(game, seat, *ready),
                None => lobby::ready(game, seat, *ready),
            }
        }
        Action::Invite(player) => seats::invite(game, actor, *player),
        Action::Host(seat) => seats::host(game, actor, *seat),
        Action::Swap(with) => seats::swap(game, seat_of(game, person(actor)?)?, *with),
        Action::ShuffleSeats(from) => seats::shuffle(game, actor, from),
        Action::Kick(seat) => seats::kick(game, actor, *seat),
        Action::Offer(seat, player) => seats::offer(game, actor, *seat, *player),
        Action::AddComputer(wish, level) => {
            at_table(game, actor)?;
            lobby::add_computer(game, *wish, *level)
        }
        Action::Start => {
            at_table(game, actor)?;
            lobby::start(game)
        }
        Action::StartFilled(level) => {
            lobby::start_filled(game, seat_of(game, person(actor)?)?, *level)
        }
        Action::End => end(game, actor),
        Action::Void => void(game, actor),
        Action::Deal(shuffle) => draw::deal(only_table(game, actor)?, shuffle),
        Action::Draw(upto) => draw::draw(only_table(game, actor)?, *upto),
        Action::OpenPlacing => draw::open_placing(only_table(game, actor)?),
        Action::CloseWindow => auction::close_window(only_table(game, actor)?, false),
        Action::Auction(act) => {
            let turn = Turn::of(game, actor)?;
            auction::act(game, turn, *act)
        }
        Action::Play(cards) => play::play(game, Turn::of(game, actor)?, cards),
        Action::Auto(on) => lobby::auto(game, seat_of(game, person(actor)?)?, *on),
        Action::Left(seat) => lobby::left(only_table(game, actor)?, *seat),
        Action::Forget(player) => Ok(seats::forget(only_table(game, actor)?, *player)),
        Action::Next => next(game, actor),
        Action::Pause => pause::pause(game, actor),
        Action::Longer => pause::longer(game, seat_of(game, person(actor)?)?),
        Action::Hold => Ok(pause::hold(only_table(game, actor)?)),
        Action::Resume => pause::resume(game, actor),
        Action::TimeUp => contest::time_up(only_table(game, actor)?),
        Action::Late => contest::late(only_table(game, actor)?),
        Action::Check => check::check(game, seat_of(game, person(actor)?)?),
        Action::Force(day_gone) => force(game, actor, *day_gone),
        Action::Silence => silence(only_table(game, actor)?),
    }
}

/// While a table is paused people may come, go, end it, and go on.
fn allowed_in_pause(pause: Pause, action: &Action) -> bool {
    match action {
        Action::Sit(_)
        | Action::Stand
        | Action::Invite(_)
        | Action::Host(_)
        | Action::Swap(_)
        | Action::Kick(_)
        | Action::Offer(..)
        | Action::End
        | Action::Void
        | Action::Auto(_)
        | Action::Left(_)
        | Action::Forget(_)
        | Action::Pause
        | Action::Longer
        | Action::Hold
        | Action::Resume => true,
        Action::Ready(_) => pause.ends_by_ready(),
        Action::ShuffleSeats(_)
        | Action::AddComputer(..)
        | Action::Start
        | Action::StartFilled(_)
        | Action::Deal(_)
        | Action::Draw(_)
        | Action::OpenPlacing
        | Action::Auction(_)
        | Action::CloseWindow
        | Action::Play(_)
        | Action::Check
        | Action::TimeUp
        | Action::Late
        | Action::Next
        | Action::Force(_)
        | Action::Silence => false,
    }
}

/// Whatever a person does ends the auto-play of the seat. In a sealed round
/// the answer must not show before it closes: `RoundClosed` brings it.
fn come_back(game: &Game, player: PlayerId, action: &Action, events: &mut Vec<Event>) {
    let Some(seat) = game.seat_of(player) else {
        return;
    };
    let about_itself = matches!(
        action,
        Action::Auto(_) | Action::Stand | Action::Sit(_) | Action::Left(_)
    );
    let sealed = events.iter().any(Event::is_sealed);
    let in_game = game.stage != Stage::Lobby;
    if in_game && game.seats[seat].auto && !about_itself && !sealed {
        let back = Event::AutoChanged {
            seat,
            auto: false,
            reason: None,
        };
        events.insert(0, back);
    }
}

/// Who moves, and for which seat.
#[derive(Clone, Copy)]
struct Turn {
    seat: Seat,
    /// Why somebody else moves for it; `None` when its person does.
    reason: Option<Reason>,
}

impl Turn {
    fn of(game: &Game, actor: Actor) -> Result<Turn, Illegal> {
        let (seat, reason) = match actor {
            Actor::Player(player) | Actor::Manager(player) => (seat_of(game, player)?, None),
            Actor::For(seat, reason) => (seat, Some(reason)),
            Actor::Table => return Err(Illegal::NotSeated),
        };
        let right = match (reason, game.mover(seat)) {
            (None, _)
            | (Some(Reason::Computer), Mover::Computer(_))
            | (Some(Reason::Auto), Mover::Auto) => true,
            (Some(Reason::TimeOut), Mover::Person) => game.clock != ClockChoice::None,
            (
                Some(Reason::Computer | Reason::Auto | Reason::TimeOut),
                Mover::Person | Mover::Computer(_) | Mover::Auto,
            ) => false,
        };
        if right {
            Ok(Turn { seat, reason })
        } else {
            Err(Illegal::NotYourTurn(seat))
        }
    }

    fn person(self) -> bool {
        self.reason.is_none()
    }

    fn timed_out(self) -> bool {
        self.reason == Some(Reason::TimeOut)
    }
}

fn person(actor: Actor) -> Result<PlayerId, Illegal> {
    match actor {
        Actor::Player(player) | Actor::Manager(player) => Ok(player),
        Actor::For(..) | Actor::Table => Err(Illegal::NotSeated),
    }
}

fn seat_of(game: &Game, player: PlayerId) -> Result<Seat, Illegal> {
    game.seat_of(player).ok_or(Illegal::NotSeated)
}

fn is_manager(actor: Actor) -> bool {
    match actor {
        Actor::Manager(_) => true,
        Actor::Player(_) | Actor::For(..) | Actor::Table => false,
    }
}

/// Somebody who sits here, hosts, or runs the server.
fn at_table(game: &Game, actor: Actor) -> Result<(), Illegal> {
    let allowed = match actor {
        Actor::Player(player) => game.seat_of(player).is_some() || game.host == Some(player),
        Actor::Manager(_) => true,
        Actor::For(..) | Actor::Table => false,
    };
    if allowed {
        Ok(())
    } else {
        Err(Illegal::NotSeated)
    }
}

fn only_table(game: &Game, actor: Actor) -> Result<&Game, Illegal> {
    match actor {
        Actor::Table => Ok(game),
        Actor::Player(_) | Actor::Manager(_) | Actor::For(..) => Err(Illegal::WrongPhase),
    }
}

fn end(game: &Game, actor: Actor) -> Result<Vec<Event>, Illegal> {
    match actor {
        Actor::Manager(_) => Ok(vec![ENDED]),
        Actor::Player(player) => {
            lobby::vote_end(game, game.seat_of(player), game.host == Some(player))
        }
        // A lobby to which nobody comes, and a paused game to which nobody
        // comes back, end after a long time; a game being played never.
        Actor::Table if game.stage == Stage::Lobby || game.paused.is_some() => Ok(vec![ENDED]),
        Actor::For(..) | Actor::Table => Err(Illegal::NotSeated),
    }
}

/// The table ended, and its finished deals count.
const ENDED: Event = Event::Ended { void: false };

/// Ends a table none of whose deals is to count.
fn void(game: &Game, actor: Actor) -> Result<Vec<Event>, Illegal> {
    if is_manager(actor) {
        Ok(vec![Event::Ended { void: true }])
    } else {
        Err(Illegal::NotHost(game.host))
    }
}

fn next(game: &Game, actor: Actor) -> Result<Vec<Event>, Illegal> {
    if game.stage != Stage::Between {
        return Err(Illegal::WrongPhase);
    }
    match actor {
        Actor::Table => Ok(vec![Event::NextDeal]),
        Actor::Player(_) | Actor::Manager(_) => {
            at_table(game, actor)?;
            let waiting = game.unready();
            if waiting.is_empty() {
                Ok(vec![Event::NextDeal])
            } else {
                let free = Vec::new();
                Err(Illegal::NotReady { free, waiting })
            }
        }
        Actor::For(..) => Err(Illegal::NotSeated),
    }
}

/// Closes the phase of a table without a clock.
fn force(game: &Game, actor: Actor, day_gone: bool) -> Result<Vec<Event>, Illegal> {
    if game.clock != ClockChoice::None {
        return Err(Illegal::WrongPhase);
    }
    match actor {
        Actor::Manager(_) => close_phase(game),
        Actor::Player(player) if day_gone && game.host == Some(player) => close_phase(game),
        Actor::Player(player) => {
            let (vote, carried) = lobby::vote_force(game, seat_of(game, player)?)?;
            let closed = close_phase(game)?;
            let mut events = vec![vote];
            if carried {
                events.extend(closed);
            }
            Ok(events)
        }
        Actor::For(..) | Actor::Table => Err(Illegal::NotSeated),
    }
}

/// Carries the vote that only silent people hold up.
fn silence(game: &Game) -> Result<Vec<Event>, Illegal> {
    match game.held_up().ok_or(Illegal::WrongPhase)?.motion {
        Motion::Close => close_phase(game),
        Motion::Replace(seat) => {
            let player = game.person(seat).ok_or(Illegal::NoPerson(seat))?;
            Ok(seats::remove(game, seat, player))
        }
        Motion::End => Ok(vec![ENDED]),
    }
}

/// Missing answers are passes; whoever is to bury or to play is put on
/// auto-play, and so played for until the person comes back.
fn close_phase(game: &Game) -> Result<Vec<Event>, Illegal> {
    match game.stage {
        Stage::Between => Ok(vec![Event::NextDeal]),
        Stage::Deal => match game.to_act() {
            Some(seat) if game.mover(seat) == Mover::Person => Ok(vec![Event::AutoChanged {
                seat,
                auto: true,
                reason: Some(Reason::TimeOut),
            }]),
            Some(_) => Err(Illegal::WrongPhase),
            None => auction::close_window(game, true),
        },
        Stage::Lobby | Stage::Shuffling | Stage::Finished | Stage::Ended => {
            Err(Illegal::WrongPhase)
        }
    }
}

impl Steps {
    /// What a time-out of a seat brings beside the move that is made for it;
    /// it may end the deal.
    fn time_out(&mut self, seat: Seat) {
        let game = &self.game;
        let Some(deal) = &game.deal else {
            return;
        };
        let rule = durations::time_out(&game.rules, game.clock);
        let nth = u16::from(deal.time_outs[seat]) + 1;
        let goes_auto = rule.auto_plays() || game.seats[seat].misses + 1 >= TIME_OUTS_IN_A_ROW;
        let other = seat.side().other();
        let ahead = game.standings[seat.side()].level > game.standings[other].level;
        let loses = rule.loses_game(game.seats[seat].time_outs + 1) && !ahead;
        self.push(Event::TimedOut {
            seat,
            penalty: rule.penalty(nth),
        });
        if goes_auto {
            self.push(Event::AutoChanged {
                seat,
                auto: true,
                reason: Some(Reason::TimeOut),
            });
        }
        if loses {
            self.win_game(other);
            self.end_match();
        }
    }
}

/// So many time-outs in a row put a seat on auto-play.
const TIME_OUTS_IN_A_ROW: u8 = 2;

/// Events decided one after another, each seeing what the ones before did.
struct Steps {
    game: Game,
    events: Vec<Event>,
}

impl Steps {
    fn new(game: &Game) -> Steps {
        Steps {
            game: game.clone(),
            events: Vec::new(),
        }
    }

    fn push(&mut self, event: Event) {
        evolve(&mut self.game, &event);
        self.events.push(event);
    }

    fn extend(&mut self, events: impl IntoIterator<Item = Event>) {
        for event in events {
            self.push(event);
        }
    }
}
