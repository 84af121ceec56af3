//! A table for tests: four persons, cards as one likes, and a log that must
//! stay the state.

use chaodipi::cards::{Card, CardSet, two_decks};
use chaodipi::game::{
    Action, Actor, Event, Game, Illegal, PlayerId, Reason, Setup, Shuffle, decide, evolve,
};
use chaodipi::players::{Act, stand_in};
use chaodipi::rules::auction::AuctionAct;
use chaodipi::rules::{BySeat, RuleSet, Seat, preset};

/// The seats in playing order.
pub const SEATS: [Seat; 4] = Seat::ALL;

/// A person, by number; person n sits on seat n - 1.
pub fn person(n: i64) -> Actor {
    Actor::Player(PlayerId(n))
}

/// Cards out of a line: `SA HT`.
pub fn cards(line: &str) -> Vec<Card> {
    line.split_whitespace()
        .map(|c| c.parse().expect("a card"))
        .collect()
}

/// Cards out of a line, as a set.
pub fn set(line: &str) -> CardSet {
    CardSet::from_cards(&cards(line)).expect("no card three times")
}

/// A shuffle in which seat 0 starts and the seats draw those cards first; the
/// rest is filled up in a fixed order.
pub fn rig(first: [&str; 4]) -> Shuffle {
    let mut rest = two_decks();
    let mut hands = first.map(cards);
    for card in hands.iter().flatten() {
        let at = rest
            .iter()
            .position(|c| c == card)
            .expect("two of each card");
        rest.remove(at);
    }
    // Level cards and jokers go last, into the bottom, so that no hand gets
    // by chance what it could speak with.
    rest.sort_by_key(|c| c.is_joker() || c.name().ends_with('2'));
    for hand in &mut hands {
        let missing = 25 - hand.len();
        hand.extend(rest.drain(..missing));
    }
    let mut deck: Vec<Card> = (0..100).map(|at| hands[at % 4][at / 4]).collect();
    deck.extend(rest);
    let flips = ["BJ", "S3", "S4", "S5"].map(|c| c.parse().expect("a card"));
    Shuffle {
        deck,
        salt: [7; 16],
        flips: BySeat::new(flips),
    }
}

/// A table whose log must stay its state.
pub struct Table {
    /// The table.
    pub game: Game,
    /// Everything that has happened.
    pub log: Vec<Event>,
}

impl Table {
    /// A table just opened by person 1.
    pub fn open(rules: &str, setup: impl Into<Setup>) -> Table {
        Table::open_by(preset(rules).expect("a preset"), setup)
    }

    /// A table of any rules, just opened by person 1.
    pub fn open_by(rules: RuleSet, setup: impl Into<Setup>) -> Table {
        let opened = Game::open(rules, setup.into(), PlayerId(1));
        Table {
            game: Game::from_events([&opened]).expect("opened"),
            log: vec![opened],
        }
    }

    /// Persons 1-4 on seats 0-3, the game started.
    pub fn started(rules: &str, setup: impl Into<Setup>) -> Table {
        Table::started_by(preset(rules).expect("a preset"), setup)
    }

    /// The same at a table of any rules.
    pub fn started_by(rules: RuleSet, setup: impl Into<Setup>) -> Table {
        let mut table = Table::open_by(rules, setup);
        for n in 1..=4 {
            table.ok(person(n), Action::Sit(None));
            table.ok(person(n), Action::Ready(true));
        }
        table.ok(person(1), Action::Start);
        table
    }

    /// A started table with those cards all drawn and placeable.
    pub fn drawn(rules: &str, setup: impl Into<Setup>, first: [&str; 4]) -> Table {
        let mut table = Table::started(rules, setup);
        table.table(Action::Deal(Box::new(rig(first))));
        table.table(Action::Draw(100));
        table.table(Action::OpenPlacing);
        table
    }

    /// What comes of an action.
    pub fn try_it(&mut self, actor: Actor, action: &Action) -> Result<Vec<Event>, Illegal> {
        let events = decide(&self.game, actor, action)?;
        for event in &events {
            evolve(&mut self.game, event);
            self.log.push(event.clone());
        }
        assert!(Game::from_events(&self.log).expect("opened") == self.game);
        Ok(events)
    }

    /// What comes of an action that must be accepted.
    pub fn ok(&mut self, actor: Actor, action: Action) -> Vec<Event> {
        self.try_it(actor, &action).expect("accepted")
    }

    /// Why an action is refused that must be.
    pub fn refused(&mut self, actor: Actor, action: Action) -> Illegal {
        self.try_it(actor, &action).expect_err("refused")
    }

    /// An action of the table itself.
    pub fn table(&mut self, action: Action) -> Vec<Event> {
        self.ok(Actor::Table, action)
    }

    /// A person declares.
    pub fn declare(&mut self, n: i64, line: &str) {
        self.ok(person(n), declare(line));
    }

    /// The stand-in moves for a seat.
    pub fn stand_in(&mut self, seat: Seat, reason: Reason) -> Vec<Event> {
        self.ok(Actor::For(seat, reason), self.move_of(seat))
    }

    /// What the stand-in would do for a seat.
    pub fn move_of(&self, seat: Seat) -> Action {
        let act: Act = stand_in(&self.game.seat(seat), &CardSet::EMPTY);
        act.into_action().expect("something is asked")
    }

    /// The person of that number does what the stand-in would.
    pub fn plays(&mut self, n: i64) -> Vec<Event> {
        self.ok(person(n), self.move_of(SEATS[n as usize - 1]))
    }
}

/// To declare those cards.
pub fn declare(line: &str) -> Action {
    Action::Auction(AuctionAct::Declare { cards: set(line) })
}

/// To overturn with those cards.
pub fn overturn(line: &str) -> Action {
    let cards = set(line);
    Action::Auction(AuctionAct::Overturn { cards, name: None })
}

/// To fry with those cards.
pub fn fry(line: &str) -> Action {
    let cards = set(line);
    Action::Auction(AuctionAct::Fry { cards, name: None })
}

/// To pass.
pub const PASS: Action = Action::Auction(AuctionAct::Pass);
