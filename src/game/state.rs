//! The state of a table. Its fields are private to the game: the outside gets views.

use std::sync::Arc;

use crate::cards::{BOTTOM, Card, CardSet, DECK, Rank};
use crate::game::{
    AskedPause, Check, ClockChoice, Contest, DealNumber, DealResult, Entry, Event, FailedThrow,
    Length, Occupant, Pace, Pause, PlayerId, Setup, Shuffle, StartTime,
};
use crate::rules::auction::{Auction, AuctionAct, AuctionPhase};
use crate::rules::levels::Standing;
use crate::rules::{BySeat, BySide, Order, RuleSet, Seat, Side, winner};

/// The cards that are drawn; the others are the bottom.
pub(super) const ALL_DRAWN: u8 = (DECK - BOTTOM) as u8;

/// A table from opening to end: the fold of its events.
///
/// Nothing outside this module reads it but through [`Game::public`],
/// [`Game::seat`] and [`Game::waits`]. `Debug` shows no card.
#[derive(Clone, PartialEq)]
pub struct Game {
    pub(super) rules: Arc<RuleSet>,
    pub(super) clock: ClockChoice,
    pub(super) pace: Pace,
    pub(super) length: Length,
    /// The rung to start from, where one was chosen.
    pub(super) level: Option<Rank>,
    /// When the match is to start, where that was agreed.
    pub(super) starts: Option<StartTime>,
    pub(super) unaided: bool,
    pub(super) host: Option<PlayerId>,
    pub(super) seats: BySeat<SeatState>,
    pub(super) standings: BySide<Standing>,
    /// The side on stage; `None` before the first deal is settled.
    pub(super) dealing: Option<Side>,
    pub(super) stage: Stage,
    pub(super) last: Option<LastDeal>,
    pub(super) deal: Option<Box<Deal>>,
    pub(super) result: Option<Arc<DealResult>>,
    pub(super) contest: Arc<Contest>,
    pub(super) winner: Option<Side>,
    /// The table was ended, and none of its deals counts.
    pub(super) void: bool,
    pub(super) end_votes: BySeat<bool>,
    pub(super) force_votes: BySeat<bool>,
    pub(super) paused: Option<Pause>,
    /// The pause that a seat asked for, before and while it lasts.
    pub(super) pause_asked: Option<AskedPause>,
    /// Who may sit down.
    pub(super) entry: Entry,
    pub(super) invited: Vec<PlayerId>,
    /// For whom a seat is kept.
    pub(super) offers: BySeat<Option<PlayerId>>,
    /// With which seat a seat wants to swap places.
    pub(super) swaps: BySeat<Option<Seat>>,
    /// Votes to replace the person on a seat, by the seats that gave them.
    pub(super) kicks: BySeat<BySeat<bool>>,
    /// Who has seen the hand of a seat in this deal.
    pub(super) seen: BySeat<Vec<PlayerId>>,
    /// How many deals have begun.
    pub(super) deals: u32,
}

/// Where a table stands, roughly; inside a deal the deal knows more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    Lobby,
    Shuffling,
    Deal,
    Between,
    Finished,
    Ended,
}

/// A seat and who sits there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SeatState {
    pub(super) occupant: Option<Occupant>,
    pub(super) ready: bool,
    pub(super) auto: bool,
    /// The auto-play mark as everybody sees it: stands still in a sealed round.
    pub(super) auto_shown: bool,
    /// The person stood up in a game, or left the server.
    pub(super) gone: bool,
    /// The same as others may learn of it: stands still in a sealed round.
    pub(super) gone_shown: bool,
    /// Time-outs in a row.
    pub(super) misses: u8,
    /// Time-outs in this game.
    pub(super) time_outs: u16,
}

/// What the next deal must know of the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LastDeal {
    pub(super) dealer: Seat,
    pub(super) starter: Seat,
    pub(super) stayed: bool,
    /// The next deal is seized (抢庄, RULES.md 9.6).
    pub(super) seize: bool,
}

/// A deal being played, or the last one.
#[derive(Clone, PartialEq)]
pub(super) struct Deal {
    pub(super) number: DealNumber,
    pub(super) shuffle: Arc<Shuffle>,
    pub(super) commitment: String,
    pub(super) starter: Seat,
    /// Whether it is the first of its game.
    pub(super) first: bool,
    pub(super) drawn: u8,
    pub(super) placeable: u8,
    pub(super) auction: Auction,
    /// The hands: drawn so far, and through the auction.
    pub(super) hands: BySeat<CardSet>,
    /// The bottom in the order of its cards; empty while a seat buries.
    pub(super) bottom: Vec<Card>,
    /// The seat whose eight cards the bottom is.
    pub(super) buried_by: Option<Seat>,
    /// Whose eight cards the seat that buries last has taken up, and which.
    pub(super) taken_up: Option<(Seat, CardSet)>,
    /// Overturning, burying and frying that have begun.
    pub(super) rounds: u32,
    pub(super) sealed: Sealed,
    pub(super) play: Option<Play>,
    /// Time-outs of each seat in this deal.
    pub(super) time_outs: BySeat<u8>,
    /// Points that time-outs and failed throws cost.
    pub(super) penalties: BySide<u16>,
    pub(super) stood_in: BySeat<bool>,
    pub(super) failed_throws: BySeat<u8>,
    /// Whether a person has done anything since the cards were dealt.
    pub(super) human: bool,
    /// Deals in a row before it that were drawn again and in which no person
    /// did anything.
    pub(super) redrawn_alone: u8,
}

/// The answers of a sealed round, until it closes.
#[derive(Clone, Copy, Default, PartialEq)]
pub(super) struct Sealed {
    /// Closed, and the steps that count are not yet all taken.
    pub(super) closed: bool,
    pub(super) answers: BySeat<Option<Answer>>,
}

/// A sealed answer.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Answer {
    pub(super) act: AuctionAct,
    pub(super) person: bool,
    /// Its person comes back from auto-play with it, once the round closes.
    pub(super) returns: bool,
}

/// The play of the cards: 25 tricks, or fewer where more than one card is led.
#[derive(Clone, PartialEq)]
pub(super) struct Play {
    /// The hands as played from, after all burying.
    pub(super) dealt: BySeat<CardSet>,
    /// Who held them then.
    pub(super) held: BySeat<Option<Occupant>>,
    pub(super) hands: BySeat<CardSet>,
    /// Points in the tricks of the attackers.
    pub(super) points: u16,
    /// Tricks played to the end.
    pub(super) finished: Vec<Trick>,
    pub(super) trick: Trick,
    pub(super) own_plays: BySeat<Vec<Vec<Card>>>,
    /// Seats that held back ♥5-10-K (RULES.md 7.3).
    pub(super) withheld: BySeat<bool>,
    /// How often the opponents' plays were checked, and by whom.
    pub(super) checks: Vec<Check>,
}

/// A trick.
#[derive(Clone, PartialEq)]
pub(super) struct Trick {
    pub(super) number: u8,
    pub(super) leader: Seat,
    /// In playing order, the leader's first.
    pub(super) plays: Vec<Vec<Card>>,
    pub(super) winner: Option<Seat>,
    pub(super) failed: Option<FailedThrow>,
}

impl Game {
    /// The event that opens a table.
    #[must_use]
    pub fn open(rules: RuleSet, setup: Setup, host: PlayerId) -> Event {
        let Setup {
            clock,
            pace,
            length,
            level,
            starts,
            entry,
            unaided,
        } = setup;
        Event::Opened {
            rules: Box::new(rules),
            clock,
            pace,
            host,
            length,
            level,
            starts,
            entry,
            unaided,
        }
    }

    /// The table that those events make; `None` when the first does not open one.
    #[must_use]
    pub fn from_events<'e>(events: impl IntoIterator<Item = &'e Event>) -> Option<Game> {
        let mut events = events.into_iter();
        let mut game = Game::opened(events.next()?)?;
        for event in events {
            super::evolve(&mut game, event);
        }
        Some(game)
    }

    /// The table that an event opens; `None` for any other event.
    pub(super) fn opened(event: &Event) -> Option<Game> {
        let Event::Opened {
            rules,
            clock,
            pace,
            host,
            length,
            level,
            starts,
            entry,
            unaided,
        } = event
        else {
            return None;
        };
        let setup = Setup {
            clock: *clock,
            pace: *pace,
            length: *length,
            level: *level,
            starts: *starts,
            entry: *entry,
            unaided: *unaided,
        };
        Some(Game::new(Arc::new(rules.as_ref().clone()), setup, *host))
    }

    fn new(rules: Arc<RuleSet>, setup: Setup, host: PlayerId) -> Game {
        Game {
            standings: starting(&rules, setup.level),
            rules,
            clock: setup.clock,
            pace: setup.pace,
            length: setup.length,
            level: setup.level,
            starts: setup.starts,
            unaided: setup.unaided,
            contest: Arc::default(),
            host: Some(host),
            seats: BySeat::default(),
            dealing: None,
            stage: Stage::Lobby,
            last: None,
            deal: None,
            result: None,
            winner: None,
            void: false,
            end_votes: BySeat::default(),
            force_votes: BySeat::default(),
            paused: None,
            pause_asked: None,
            entry: setup.entry,
            invited: Vec::new(),
            offers: BySeat::default(),
            swaps: BySeat::default(),
            kicks: BySeat::default(),
            seen: BySeat::default(),
            deals: 0,
        }
    }

    /// Where both sides stand at the start of a game.
    pub(super) fn starting(&self) -> BySide<Standing> {
        starting(&self.rules, self.level)
    }

    /// The deal being played, with its tricks.
    pub(super) fn playing(&self) -> Option<(&Deal, &Play)> {
        let deal = self.dealing_now()?;
        Some((deal, deal.play.as_ref()?))
    }

    /// The deal being played.
    pub(super) fn dealing_now(&self) -> Option<&Deal> {
        self.deal.as_deref().filter(|_| self.stage == Stage::Deal)
    }

    /// The one seat that is to bury or to play, if it is one.
    pub(super) fn to_act(&self) -> Option<Seat> {
        let deal = self.dealing_now()?;
        match (&deal.play, deal.auction.phase()) {
            (Some(play), _) => play.to_play(),
            (None, AuctionPhase::Burying(seat)) => Some(seat),
            (
                None,
                AuctionPhase::Declaring
                | AuctionPhase::Overturning
                | AuctionPhase::Lot
                | AuctionPhase::Frying
                | AuctionPhase::Done
                | AuctionPhase::Redeal,
            ) => None,
        }
    }

    /// Whether a sealed question is open: nothing public may change with its answers.
    #[must_use]
    pub fn in_sealed_round(&self) -> bool {
        self.dealing_now().is_some_and(|d| d.is_sealed(self))
    }

    /// The table's rules.
    #[must_use]
    pub fn rules(&self) -> &Arc<RuleSet> {
        &self.rules
    }

    /// When the match is to start, where that was agreed.
    #[must_use]
    pub fn starts(&self) -> Option<StartTime> {
        self.starts
    }

    /// What the table chose beside its rules when it was opened.
    #[must_use]
    pub fn setup(&self) -> Setup {
        Setup {
            clock: self.clock,
            pace: self.pace,
            length: self.length,
            level: self.level,
            starts: self.starts,
            entry: self.entry,
            unaided: self.unaided,
        }
    }

    /// Why the table stands still, if it does.
    #[must_use]
    pub fn paused(&self) -> Option<Pause> {
        self.paused
    }

    /// The seat of a person.
    #[must_use]
    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        Seat::ALL
            .into_iter()
            .find(|&s| self.person(s) == Some(player))
    }

    /// The person on a seat.
    #[must_use]
    pub fn person(&self, seat: Seat) -> Option<PlayerId> {
        match self.seats[seat].occupant {
            Some(Occupant::Person(player)) => Some(player),
            Some(Occupant::Computer(_)) | None => None,
        }
    }

    /// Whether the table is over: no action is accepted any more.
    #[must_use]
    pub fn is_over(&self) -> bool {
        matches!(self.stage, Stage::Finished | Stage::Ended)
    }

    /// Whether a deal is being played.
    #[must_use]
    pub fn in_deal(&self) -> bool {
        self.dealing_now().is_some()
    }

    /// The seats whose hand a person has seen in the deal being played.
    #[must_use]
    pub fn hands_seen(&self, player: PlayerId) -> Vec<Seat> {
        let seen = |s: &Seat| self.in_deal() && self.seen[*s].contains(&player);
        Seat::ALL.into_iter().filter(seen).collect()
    }

    /// The seat that is kept for a person.
    pub(super) fn offered_to(&self, player: PlayerId) -> Option<Seat> {
        let kept = |s: &Seat| self.offers[*s] == Some(player);
        Seat::ALL.into_iter().find(kept)
    }

    pub(super) fn free_seats(&self) -> Vec<Seat> {
        let free = |s: &Seat| self.seats[*s].occupant.is_none();
        Seat::ALL.into_iter().filter(free).collect()
    }

    /// Seats whose persons are waited for: not ready and not away, as far as may be known.
    pub(super) fn unready(&self) -> Vec<Seat> {
        let waits = |s: &Seat| {
            let seat = &self.seats[*s];
            self.person(*s).is_some() && !seat.ready && !seat.auto_shown
        };
        Seat::ALL.into_iter().filter(waits).collect()
    }
}

fn starting(rules: &RuleSet, level: Option<Rank>) -> BySide<Standing> {
    BySide::from_fn(|_| Standing::start(&rules.scoring, level))
}

impl Deal {
    /// The order of the cards, once the trump is settled.
    pub(super) fn order(&self, rules: &RuleSet) -> Option<Order> {
        self.play.as_ref()?;
        Some(Order::new(&rules.play, self.auction.trump()?))
    }

    /// The cards a seat holds.
    pub(super) fn hand(&self, seat: Seat) -> CardSet {
        match &self.play {
            Some(play) => play.hands[seat],
            None => self.hands[seat],
        }
    }

    /// Names the part of the auction that goes on: other in every round.
    pub(super) fn unit(&self) -> (u32, u8) {
        let phase = match self.auction.phase() {
            AuctionPhase::Declaring => 0,
            AuctionPhase::Overturning => 1,
            AuctionPhase::Lot => 2,
            AuctionPhase::Burying(_) => 3,
            AuctionPhase::Frying => 4,
            AuctionPhase::Done | AuctionPhase::Redeal => 5,
        };
        (self.rounds, phase)
    }

    /// Whether a sealed question is open.
    pub(super) fn is_sealed(&self, game: &Game) -> bool {
        !self.sealed.closed
            && match self.auction.phase() {
                AuctionPhase::Overturning | AuctionPhase::Frying => true,
                AuctionPhase::Declaring => self.declares_sealed(game),
                AuctionPhase::Lot
                | AuctionPhase::Burying(_)
                | AuctionPhase::Done
                | AuctionPhase::Redeal => false,
            }
    }

    /// Without a clock declaring is a sealed round, once all is drawn (RULES.md 2.2).
    pub(super) fn declares_sealed(&self, game: &Game) -> bool {
        game.clock == ClockChoice::None
            && self.placeable == ALL_DRAWN
            && self.auction.may_declare_further()
    }

    /// The seats that a sealed question asks, in asking order.
    pub(super) fn asked(&self) -> Vec<Seat> {
        match self.auction.phase() {
            AuctionPhase::Declaring => self.starter.round().to_vec(),
            AuctionPhase::Overturning | AuctionPhase::Frying => self.auction.asked().to_vec(),
            AuctionPhase::Lot
            | AuctionPhase::Burying(_)
            | AuctionPhase::Done
            | AuctionPhase::Redeal => Vec::new(),
        }
    }

    /// The cards a seat has among the first `upto` of the 100.
    pub(super) fn drawn_by(&self, seat: Seat, upto: u8) -> CardSet {
        let first = seat.steps_from(self.starter);
        let cards: Vec<Card> = self.shuffle.deck[..usize::from(upto).min(usize::from(ALL_DRAWN))]
            .iter()
            .skip(first)
            .step_by(4)
            .copied()
            .collect();
        CardSet::from_cards(&cards).unwrap_or_default()
    }

    /// The attackers' points in tricks with penalties, never below 0.
    pub(super) fn score_so_far(&self, dealing: Side) -> u16 {
        let tricks = self.play.as_ref().map_or(0, |p| p.points);
        (tricks + self.penalties[dealing]).saturating_sub(self.penalties[dealing.other()])
    }
}

impl std::fmt::Debug for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Game({:?}, deal {})", self.stage, self.deals)
    }
}

impl Play {
    /// The tricks before the first card.
    pub(super) fn new(
        hands: BySeat<CardSet>,
        held: BySeat<Option<Occupant>>,
        leader: Seat,
    ) -> Play {
        Play {
            dealt: hands,
            held,
            hands,
            points: 0,
            finished: Vec::new(),
            trick: Trick::new(1, leader),
            own_plays: BySeat::default(),
            withheld: BySeat::default(),
            checks: Vec::new(),
        }
    }

    /// The seat that plays next; `None` after the last trick.
    pub(super) fn to_play(&self) -> Option<Seat> {
        // Tricks of several cards make fewer than 25 of them.
        let seat = self.trick.leader.after(self.trick.plays.len());
        (!self.hands[seat].is_empty()).then_some(seat)
    }

    /// The lead to be followed; `None` when a lead is asked.
    pub(super) fn lead(&self) -> Option<&Vec<Card>> {
        self.trick.plays.first()
    }

    /// Takes a play out of the hand and lays it on the table.
    pub(super) fn lay(&mut self, seat: Seat, cards: &[Card]) {
        for &card in cards {
            self.hands[seat].remove(card);
        }
        self.trick.plays.push(cards.to_vec());
        self.own_plays[seat].push(cards.to_vec());
    }

    /// Puts the trick aside; its winner leads the next.
    pub(super) fn finish(&mut self, winner: Seat) {
        let next = Trick::new(self.trick.number + 1, winner);
        let mut done = std::mem::replace(&mut self.trick, next);
        done.winner = Some(winner);
        self.finished.push(done);
    }
}

impl Trick {
    fn new(number: u8, leader: Seat) -> Trick {
        Trick {
            number,
            leader,
            plays: Vec::new(),
            winner: None,
            failed: None,
        }
    }

    /// Whether all four have played.
    pub(super) fn complete(&self) -> bool {
        self.plays.len() == Seat::ALL.len()
    }

    /// The seat whose play stands; `None` before the lead.
    pub(super) fn standing(&self, order: &Order) -> Option<Seat> {
        let plays: Vec<CardSet> = self
            .plays
            .iter()
            .map(|cards| CardSet::from_cards(cards).unwrap_or_default())
            .collect();
        (!plays.is_empty()).then(|| self.leader.after(winner(order, &plays)))
    }

    /// Points lying in it.
    pub(super) fn points(&self) -> u16 {
        self.plays.iter().flatten().map(|c| c.points()).sum()
    }
}
