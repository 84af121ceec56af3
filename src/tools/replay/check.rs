//! Holds the events of a record against the rules: from what each line says,
//! the action that must have led to it; then `decide` says what comes of it.

use serde_json::Value;

use super::Misfit;
use super::round::Round;
use crate::cards::CardSet;
use crate::game::{
    Action, Actor, DealResult, Event, Game, Illegal, Mover, Occupant, Pause, PlayerId, PublicPhase,
    Reason, Wait, commitment, decide, evolve,
};
use crate::players::stand_in;
use crate::rules::auction::{AuctionAct, AuctionStep};
use crate::rules::{BySeat, Seat, Side};

/// Who asks where the record does not tell and it makes no difference.
const ANYBODY: Actor = Actor::Manager(PlayerId(0));
/// A misfit names so many differences at most.
const NAMED: usize = 3;

/// An event of a record and where it stands.
pub(super) struct Entry {
    /// The line, from 1.
    pub line: usize,
    /// What happened.
    pub event: Event,
    /// The commitment beside it.
    pub commitment: Option<String>,
}

/// What the lines came to.
#[derive(Default)]
pub(super) struct Checked {
    /// The finished deals.
    pub results: Vec<DealResult>,
    /// Deals drawn again because nobody declared.
    pub redealt: u32,
    /// Commitments that bind the cards dealt.
    pub commitments: u32,
    /// Who won the game.
    pub winner: Option<Side>,
}

/// The table as the lines so far make it.
pub(super) struct Checker<'a> {
    pub(super) entries: &'a [Entry],
    /// The next entry.
    pub(super) at: usize,
    pub(super) game: Game,
    /// Deals begun.
    pub(super) dealt: u32,
    pub(super) round: Option<Round>,
    checked: Checked,
}

/// Checks the lines from the opening of the table on.
pub(super) fn check(entries: &[Entry]) -> Result<Checked, Misfit> {
    let Some(first) = entries.first() else {
        return Ok(Checked::default());
    };
    let opened = Game::from_events([&first.event]);
    let game = opened.ok_or_else(|| first.misfit("a table must be opened here"))?;
    if let Some(conflict) = game.rules().validate().first() {
        return Err(first.misfit(format!("such rules cannot be played: {conflict}")));
    }
    let mut checker = Checker {
        entries,
        at: 1,
        game,
        dealt: 0,
        round: None,
        checked: Checked::default(),
    };
    while let Some(entry) = entries.get(checker.at) {
        let before = checker.at;
        checker.open_round()?;
        checker.take(entry)?;
        if checker.at == before {
            return Err(entry.misfit("nothing comes of this"));
        }
    }
    Ok(checker.checked)
}

impl Entry {
    pub(super) fn misfit(&self, why: impl Into<String>) -> Misfit {
        Misfit {
            line: self.line,
            why: why.into(),
        }
    }
}

impl<'a> Checker<'a> {
    /// Takes the action that leads to this line, and with it all lines that
    /// follow from the same action.
    fn take(&mut self, entry: &'a Entry) -> Result<(), Misfit> {
        if entry.commitment.is_some() && !matches!(entry.event, Event::Dealt { .. }) {
            return Err(entry.misfit("`commitment` belongs to `dealt`"));
        }
        match &entry.event {
            Event::Opened { .. } => Err(entry.misfit("the table is open already")),
            Event::Sat { seat, occupant } => self.seat(entry, *seat, *occupant),
            Event::HostChanged { .. } => self.given(entry),
            Event::Started => self.start(entry),
            Event::Dealt { shuffle, .. } => {
                if entry.commitment.as_deref() != Some(commitment(shuffle).as_str()) {
                    return Err(entry.misfit("the commitment does not bind these cards"));
                }
                self.dealt += 1;
                self.checked.commitments += 1;
                self.act(entry, Actor::Table, &Action::Deal(shuffle.clone()))
            }
            Event::Drawn { upto } => self.act(entry, Actor::Table, &Action::Draw(*upto)),
            Event::PlacingOpened { .. } => self.act(entry, Actor::Table, &Action::OpenPlacing),
            Event::RoundClosed { .. } => {
                self.answer_late()?;
                self.close(entry)
            }
            Event::Auction { step, person } => self.auction(entry, step, *person),
            Event::Played { seat, person, .. } => {
                let mover = self.mover(entry, *seat, *person)?;
                self.play(entry, mover)
            }
            Event::TimedOut { seat, .. } => self.time_out(entry, *seat),
            Event::AutoChanged { seat, auto, reason } => self.auto(entry, *seat, *auto, *reason),
            Event::NextDeal => self.act(entry, Actor::Table, &Action::Next),
            Event::ReadyChanged { seat, ready } => {
                let player = self.player(entry, *seat)?;
                self.act(entry, player, &Action::Ready(*ready))
            }
            Event::Checked { seat, .. } => {
                let player = self.player(entry, *seat)?;
                self.act(entry, player, &Action::Check)
            }
            Event::TimeUp => self.act(entry, Actor::Table, &Action::TimeUp),
            Event::Voted { seat, end } => self.vote(entry, *seat, *end),
            Event::Paused { pause } => match pause {
                Pause::Idle => self.act(entry, Actor::Table, &Action::Pause),
                Pause::Unshown => self.act(entry, Actor::Table, &Action::Hold),
                Pause::Break | Pause::Agreed => {
                    Err(entry.misfit("nothing before it leads to this"))
                }
            },
            Event::PauseAsked { seat } => {
                let player = self.player(entry, *seat)?;
                self.act(entry, player, &Action::Pause)
            }
            Event::PauseAgreed { seat } => {
                let player = self.player(entry, *seat)?;
                self.act(entry, player, &Action::Longer)
            }
            Event::Reseated { from } => self.reseated(entry, from),
            Event::Invited { .. }
            | Event::SeatOffered { .. }
            | Event::SwapAsked { .. }
            | Event::KickVoted { .. } => self.given(entry),
            Event::Resumed => self.act(entry, ANYBODY, &Action::Resume),
            Event::Ended { void: false } => self.act(entry, ANYBODY, &Action::End),
            Event::Ended { void: true } => self.act(entry, ANYBODY, &Action::Void),
            Event::Stood { .. }
            | Event::Answered { .. }
            | Event::FivesWithheld { .. }
            | Event::ThrowFailed { .. }
            | Event::TrickWon { .. }
            | Event::Settled { .. }
            | Event::Redealt { .. }
            | Event::GameWon { .. }
            | Event::BoxOpened { .. }
            | Event::MatchWon { .. }
            | Event::Won { .. } => Err(entry.misfit("nothing before it leads to this")),
        }
    }

    /// Asks the table, and holds what comes of it against the next lines.
    pub(super) fn act(
        &mut self,
        entry: &Entry,
        actor: Actor,
        action: &Action,
    ) -> Result<(), Misfit> {
        let events = decide(&self.game, actor, action)
            .map_err(|illegal| entry.misfit(format!("refused: {}", reason(&illegal))))?;
        let mut resumed = false;
        let sealed = self.game.in_sealed_round();
        for event in events {
            // Older records changed the host within the round, or not at all.
            let hosts = matches!(event, Event::HostChanged { .. });
            if sealed && hosts && !self.comes(&event) {
                continue;
            }
            // Older records waited for the next deal after a break as well.
            if resumed && event == Event::NextDeal && !self.comes(&event) {
                break;
            }
            resumed = event == Event::Resumed;
            if !event.is_sealed() {
                self.expect(&event)?;
            }
            evolve(&mut self.game, &event);
        }
        Ok(())
    }

    fn comes(&self, event: &Event) -> bool {
        let next = self.entries.get(self.at);
        next.is_some_and(|e| e.event == *event)
    }

    fn expect(&mut self, event: &Event) -> Result<(), Misfit> {
        let Some(entry) = self.entries.get(self.at) else {
            let last = self.entries.last().map_or(0, |e| e.line);
            return Err(Misfit {
                line: last + 1,
                why: super::STOPS.to_owned(),
            });
        };
        if entry.event != *event {
            return Err(entry.misfit(difference(event, &entry.event)));
        }
        self.at += 1;
        if let Event::Settled { result } = event {
            self.checked.results.push(result.as_ref().clone());
        } else if let Event::Won { side } = event {
            self.checked.winner = Some(*side);
        } else if let Event::MatchWon { end } = event {
            self.checked.winner = Some(end.winner);
        } else if let Event::Redealt { .. } = event {
            self.checked.redealt += 1;
        }
        Ok(())
    }

    /// Who sits where, and who asked for it, are given facts.
    fn given(&mut self, entry: &Entry) -> Result<(), Misfit> {
        if self.game.is_over() {
            return Err(entry.misfit("the game is over"));
        }
        evolve(&mut self.game, &entry.event);
        self.at += 1;
        Ok(())
    }

    fn seat(&mut self, entry: &Entry, seat: Seat, occupant: Occupant) -> Result<(), Misfit> {
        let twice = match occupant {
            Occupant::Person(player) => self.game.seat_of(player).is_some(),
            Occupant::Computer(_) => false,
        };
        let taken = self.game.public().seats[seat].occupant.is_some();
        if twice || (taken && self.game.waits() == Wait::Lobby) {
            return Err(entry.misfit("the seat is taken, or its player sits already"));
        }
        self.given(entry)
    }

    /// Places are changed among the four, and never during a deal.
    fn reseated(&mut self, entry: &Entry, from: &BySeat<Seat>) -> Result<(), Misfit> {
        let mut there = from.into_array();
        there.sort();
        if there != Seat::ALL {
            return Err(entry.misfit("a seat is left out"));
        }
        let apart = matches!(
            self.game.public().phase,
            PublicPhase::Lobby | PublicPhase::Shuffling | PublicPhase::Between
        );
        if !apart {
            return Err(entry.misfit("seats do not change during a deal"));
        }
        self.given(entry)
    }

    fn start(&mut self, entry: &Entry) -> Result<(), Misfit> {
        for seat in Seat::ALL {
            let Some(player) = self.game.person(seat) else {
                continue;
            };
            // Who was ready when is not in the record: all were.
            let ready = decide(&self.game, Actor::Player(player), &Action::Ready(true));
            for event in ready.unwrap_or_default() {
                evolve(&mut self.game, &event);
            }
        }
        self.act(entry, ANYBODY, &Action::Start)
    }

    /// The window was closed: by the clock, or at a table without one by vote.
    fn close(&mut self, entry: &Entry) -> Result<(), Misfit> {
        let by_clock = decide(&self.game, Actor::Table, &Action::CloseWindow);
        let forced = Action::Force(true);
        match by_clock {
            Err(Illegal::WrongPhase) if decide(&self.game, ANYBODY, &forced).is_ok() => {
                self.act(entry, ANYBODY, &forced)
            }
            Ok(_) | Err(_) => self.act(entry, Actor::Table, &Action::CloseWindow),
        }
    }

    fn auction(&mut self, entry: &Entry, step: &AuctionStep, person: bool) -> Result<(), Misfit> {
        let (seat, act) = match step {
            AuctionStep::Placed { seat, cards, .. } => {
                (*seat, AuctionAct::Declare { cards: *cards })
            }
            AuctionStep::Buried { seat, cards } => (*seat, AuctionAct::Bury { cards: *cards }),
            AuctionStep::Closed => return self.close(entry),
            AuctionStep::Undeclared
            | AuctionStep::BottomCardTurned { .. }
            | AuctionStep::Overturned { .. }
            | AuctionStep::Fried { .. }
            | AuctionStep::Passed { .. }
            | AuctionStep::Asked { .. }
            | AuctionStep::DealerSettled { .. }
            | AuctionStep::LotNeeded
            | AuctionStep::BottomTaken { .. }
            | AuctionStep::TrumpSettled { .. }
            | AuctionStep::PlayBegins
            | AuctionStep::Redeal { .. } => {
                return Err(entry.misfit("nothing before it leads to this"));
            }
        };
        let mover = self.mover(entry, seat, person)?;
        self.act(entry, mover, &Action::Auction(act))
    }

    /// A play; of a throw that failed the next line tells what was thrown.
    fn play(&mut self, entry: &Entry, mover: Actor) -> Result<(), Misfit> {
        let place = self.entries[self.at..]
            .iter()
            .position(|e| matches!(e.event, Event::Played { .. }));
        let place = place.map(|p| self.at + p);
        let play = place.and_then(|p| self.entries.get(p));
        let Some(Event::Played { cards, .. }) = play.map(|e| &e.event) else {
            return Err(entry.misfit("no play follows"));
        };
        let after = place.and_then(|p| self.entries.get(p + 1));
        let thrown = match after.map(|e| &e.event) {
            Some(Event::ThrowFailed { failed }) => &failed.tried,
            Some(_) | None => cards,
        };
        self.act(play.unwrap_or(entry), mover, &Action::Play(thrown.clone()))
    }

    /// The move that was made for a seat whose time was up.
    fn time_out(&mut self, entry: &Entry, seat: Seat) -> Result<(), Misfit> {
        let mover = Actor::For(seat, Reason::TimeOut);
        if self.breaks_off() {
            // The game was lost by it and no move was made: any lawful one leads there.
            let view = self.game.seat(seat);
            let act = stand_in(&view, &CardSet::EMPTY).into_action();
            let act = act.ok_or_else(|| entry.misfit(format!("seat {seat} is not to act")))?;
            return self.act(entry, mover, &act);
        }
        let moved = self.entries[self.at..].iter().find(|e| {
            matches!(
                e.event,
                Event::Played { .. }
                    | Event::Auction {
                        step: AuctionStep::Buried { .. },
                        ..
                    }
            )
        });
        match moved.map(|e| &e.event) {
            Some(Event::Auction {
                step: AuctionStep::Buried { cards, .. },
                ..
            }) => {
                let act = AuctionAct::Bury { cards: *cards };
                self.act(entry, mover, &Action::Auction(act))
            }
            Some(_) | None => self.play(entry, mover),
        }
    }

    /// Whether the time-out in this line loses the game in the middle of the deal.
    fn breaks_off(&self) -> bool {
        let after = self.entries.iter().skip(self.at + 1).map(|e| &e.event);
        let mut after = after.skip_while(|e| matches!(e, Event::AutoChanged { .. }));
        matches!(
            after.next(),
            Some(Event::GameWon { .. } | Event::Won { .. })
        )
    }

    fn auto(
        &mut self,
        entry: &Entry,
        seat: Seat,
        auto: bool,
        reason: Option<Reason>,
    ) -> Result<(), Misfit> {
        match (auto, reason) {
            (_, None) => {
                let player = self.player(entry, seat)?;
                self.act(entry, player, &Action::Auto(auto))
            }
            (true, Some(Reason::Auto)) => self.act(entry, Actor::Table, &Action::Left(seat)),
            // At a table without a clock the phase was closed by a manager.
            (true, Some(Reason::TimeOut)) => self.act(entry, ANYBODY, &Action::Force(true)),
            (true, Some(Reason::Computer)) | (false, Some(_)) => {
                Err(entry.misfit("nobody is put on auto-play so"))
            }
        }
    }

    fn vote(&mut self, entry: &Entry, seat: Seat, end: bool) -> Result<(), Misfit> {
        let player = self.player(entry, seat)?;
        if end {
            return self.act(entry, player, &Action::End);
        }
        let next = self.entries.get(self.at + 1).map(|e| &e.event);
        if matches!(next, Some(Event::RoundClosed { .. })) {
            self.answer_late()?;
        }
        self.act(entry, player, &Action::Force(false))
    }

    /// The person on a seat.
    pub(super) fn player(&self, entry: &Entry, seat: Seat) -> Result<Actor, Misfit> {
        let player = self.game.person(seat).map(Actor::Player);
        player.ok_or_else(|| entry.misfit(format!("nobody sits on seat {seat}")))
    }

    /// Who moves for a seat: its person, or whoever stands in.
    pub(super) fn mover(&self, entry: &Entry, seat: Seat, person: bool) -> Result<Actor, Misfit> {
        if person {
            return self.player(entry, seat);
        }
        Ok(match self.game.mover(seat) {
            Mover::Computer(_) => Actor::For(seat, Reason::Computer),
            Mover::Auto | Mover::Person => Actor::For(seat, Reason::Auto),
        })
    }
}

/// Why the table refuses, in short.
pub(super) fn reason(illegal: &Illegal) -> String {
    match illegal {
        Illegal::Rule(refusal) => refusal.as_str().to_owned(),
        Illegal::NotYourTurn(seat) => format!("seat {seat} is to act"),
        Illegal::WrongPhase => "not at this point of the deal".to_owned(),
        Illegal::BadShuffle => "these are not the 108 cards of two decks".to_owned(),
        Illegal::TooEarly => "that card may not be placed yet".to_owned(),
        Illegal::NotReady { .. } => "a seat is free".to_owned(),
        Illegal::Paused | Illegal::Unshown => "the table is paused".to_owned(),
        Illegal::Over => "the game is over".to_owned(),
        Illegal::NotStarted => "the game has not begun".to_owned(),
        Illegal::NotSeated
        | Illegal::SeatTaken(_)
        | Illegal::TableFull
        | Illegal::AlreadyStarted
        | Illegal::AlreadyAnswered
        | Illegal::NotHost(_)
        | Illegal::RoundOpen
        | Illegal::SeenHand(_)
        | Illegal::InvitedOnly
        | Illegal::SeatKept(_)
        | Illegal::NoPerson(_)
        | Illegal::OwnSeat
        | Illegal::SitsAlready(_)
        | Illegal::OtherSide
        | Illegal::NoBreak
        | Illegal::BetweenDeals
        | Illegal::NoChecking
        | Illegal::CheckedEnough
        | Illegal::VotesNeeded(_) => format!("{illegal:?}"),
    }
}

/// The name of an event as its line has it.
fn name(event: &Event) -> String {
    let json = serde_json::to_value(event).unwrap_or_default();
    let kind = json["event"].as_str().unwrap_or_default();
    match json["step"]["step"].as_str() {
        Some(step) => format!("{kind} {step}"),
        None => kind.to_owned(),
    }
}

/// How a line differs from what must stand there.
fn difference(expected: &Event, found: &Event) -> String {
    let (wanted, given) = (name(expected), name(found));
    if wanted != given {
        return format!("`{wanted}` must stand here, not `{given}`");
    }
    let json = |event| serde_json::to_value(event).unwrap_or_default();
    let mut differences = Vec::new();
    compare("", &json(expected), &json(found), &mut differences);
    differences.truncate(NAMED);
    format!("`{wanted}`: {}", differences.join(", "))
}

fn compare(path: &str, expected: &Value, found: &Value, differences: &mut Vec<String>) {
    match (expected, found) {
        (Value::Object(expected), Value::Object(found)) => {
            for (key, value) in expected {
                let path = match path {
                    "" => key.clone(),
                    _ => format!("{path}.{key}"),
                };
                let found = found.get(key).unwrap_or(&Value::Null);
                compare(&path, value, found, differences);
            }
        }
        _ if expected != found => {
            differences.push(format!("{path} must be {expected}, not {found}"));
        }
        _ => {}
    }
}
