//! What the fuzz targets do with their bytes: nothing may panic.

use chaodipi::cards::{Card, CardSet, two_decks};
use chaodipi::commands::card_text;
use chaodipi::game::{
    Action, Actor, Ask, ClockChoice, ComputerLevel, Event, Game, Length, PlayerId, Reason, Setup,
    Shuffle, StartTime, Wait, decide as decide_action, evolve,
};
use chaodipi::players::stand_in;
use chaodipi::rules::auction::{AuctionAct, Named};
use chaodipi::rules::{BySeat, Lead, Order, PRESETS, Seat, leads};
use chaodipi::tools::{judge as judge_tool, replay};

/// Cards as people type them, with a hand to choose suits from.
pub fn cards(data: &[u8]) {
    let mut bytes = Bytes(data);
    let hand = bytes.hand(bytes_len(data));
    let text = String::from_utf8_lossy(bytes.0);
    if let Ok(cards) = card_text::read(&text, &hand) {
        assert!(CardSet::from_cards(&cards).is_some(), "no card three times");
        // What was read can be written and read again.
        let names: Vec<String> = cards.iter().map(|c| c.symbol()).collect();
        assert_eq!(card_text::read(&names.join(" "), &hand), Ok(cards));
    }
    let _ = card_text::read_suit(&text);
}

/// A few cards of the bytes make the hand, the rest is text.
fn bytes_len(data: &[u8]) -> usize {
    data.first().map_or(0, |b| usize::from(*b % 8))
}

/// Questions to the judge, one a line: each gets one answer.
pub fn judge(data: &[u8]) {
    let mut answers = Vec::new();
    judge_tool::run(data, &mut answers).expect("memory");
    let lines = |text: &[u8]| text.split_inclusive(|&b| b == b'\n').count();
    assert_eq!(lines(&answers), lines(data));
}

/// Stored events folded to a table that is looked at; and the same text as an
/// exported record.
pub fn events(data: &[u8]) {
    let mut game: Option<Game> = None;
    for line in data.split(|&b| b == b'\n') {
        let Ok(event) = serde_json::from_slice::<Event>(line) else {
            continue;
        };
        let text = serde_json::to_string(&event).expect("what was read can be written");
        assert!(serde_json::from_str::<Event>(&text).is_ok_and(|again| again == event));
        match &mut game {
            None => game = Game::from_events([&event]),
            Some(game) => evolve(game, &event),
        }
        if let Some(game) = &game {
            look(game);
        }
    }
    let _ = replay::replay(data);
}

/// A table to which lawful and arbitrary things are said in turn.
pub fn decide(data: &[u8]) {
    let mut bytes = Bytes(data);
    let preset = &PRESETS[bytes.below(PRESETS.len())];
    let opened = Game::open(preset.rules.clone(), bytes.setup(), PlayerId(1));
    let mut table = Table {
        game: Game::from_events([&opened]).expect("the event opens a table"),
        log: vec![opened],
    };
    let people = bytes.below(5);
    for (n, &seat) in Seat::ALL.iter().enumerate() {
        let player = Actor::Player(PlayerId(n as i64 + 1));
        if n < people {
            table.say(player, &Action::Sit(Some(seat)));
            table.say(player, &Action::Ready(true));
        } else {
            let computer = Action::AddComputer(Some(seat), ComputerLevel::Easy);
            table.say(Actor::Manager(PlayerId(1)), &computer);
        }
    }
    table.say(Actor::Manager(PlayerId(1)), &Action::Start);
    while let Some(byte) = bytes.next() {
        if byte < 160 {
            table.go_on(&mut bytes, usize::from(byte));
        } else {
            let (actor, action) = (bytes.actor(), bytes.action());
            table.say(actor, &action);
        }
    }
    look(&table.game);
    let folded = Game::from_events(&table.log);
    assert!(
        folded.is_some_and(|game| game == table.game),
        "the log is the state"
    );
}

/// Asks for everything that may be seen.
fn look(game: &Game) {
    let _ = (game.public(), game.waits(), game.is_over());
    for seat in Seat::ALL {
        let _ = (game.seat(seat), game.mover(seat));
    }
}

struct Table {
    game: Game,
    log: Vec<Event>,
}

impl Table {
    fn say(&mut self, actor: Actor, action: &Action) -> bool {
        let Ok(events) = decide_action(&self.game, actor, action) else {
            return false;
        };
        for event in events {
            evolve(&mut self.game, &event);
            self.log.push(event);
        }
        true
    }

    /// Does what the table waits for.
    fn go_on(&mut self, bytes: &mut Bytes<'_>, choice: usize) {
        let table = Actor::Table;
        match self.game.waits() {
            Wait::Lobby | Wait::Over => {}
            Wait::NeedDeal => {
                let shuffle = Box::new(bytes.shuffle());
                self.say(table, &Action::Deal(shuffle));
            }
            Wait::DrawMore {
                drawn, placeable, ..
            } => {
                let more = drawn.saturating_add(1 + choice as u8).min(100);
                if drawn > placeable {
                    self.say(table, &Action::OpenPlacing);
                } else {
                    self.say(table, &Action::Draw(more));
                }
                self.move_for(Seat::ALL[choice % 4], choice / 4);
            }
            Wait::Grace { .. } if !choice.is_multiple_of(4) => {
                self.move_for(Seat::ALL[choice % 4], choice / 4);
            }
            Wait::Grace { .. } | Wait::Close => {
                self.say(table, &Action::CloseWindow);
            }
            Wait::Sealed { asked, .. } => {
                for (n, seat) in asked.into_iter().enumerate() {
                    self.move_for(seat, choice >> n);
                }
                self.say(table, &Action::CloseWindow);
            }
            Wait::Bury { seat, .. } | Wait::Play { seat, .. } => self.move_for(seat, choice),
            Wait::Between { .. } => {
                self.say(table, &Action::Next);
            }
            Wait::Paused => {
                self.say(Actor::Manager(PlayerId(1)), &Action::Resume);
            }
        }
    }

    /// Moves for a seat as its person, or for whatever reason is accepted.
    fn move_for(&mut self, seat: Seat, choice: usize) {
        let Some(action) = self.lawful(seat, choice) else {
            return;
        };
        let person = self.game.person(seat).map(Actor::Player);
        let reasons = [Reason::Computer, Reason::Auto, Reason::TimeOut];
        let others = reasons.map(|reason| Actor::For(seat, reason));
        for actor in person.into_iter().chain(others) {
            if self.say(actor, &action) {
                return;
            }
        }
    }

    /// Something that the seat is offered.
    fn lawful(&self, seat: Seat, choice: usize) -> Option<Action> {
        let view = self.game.seat(seat);
        match &view.ask {
            Ask::Place { options } | Ask::Overturn { options, .. } | Ask::Fry { options, .. } => {
                let act = options.get(choice % (options.len() + 1));
                return Some(Action::Auction(*act.unwrap_or(&AuctionAct::Pass)));
            }
            Ask::Lead => {
                let order = Order::new(&view.public.rules.play, view.trump?);
                let leads = leads(&order, &view.hand, view.withheld);
                let all = view
                    .hand
                    .within(order.kinds(order.category(view.hand.iter().next()?)));
                let lead = leads.get(choice % (leads.len() + 1)).unwrap_or(&all);
                return Some(Action::Play(lead.to_vec()));
            }
            Ask::Follow { lead } if choice % 2 == 1 => {
                let order = Order::new(&view.public.rules.play, view.trump?);
                let lead = Lead::new(&order, &CardSet::from_cards(lead)?)?;
                let follow = lead.follow(&order, &view.hand, view.withheld);
                let play = follow.pick(|n| choice % n);
                return Some(Action::Play(play.to_vec()));
            }
            Ask::Nothing | Ask::Ready | Ask::Bury | Ask::Follow { .. } => {}
        }
        stand_in(&view, &CardSet::EMPTY).into_action()
    }
}

/// Bytes that are read as choices; where they end everything is 0.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn next(&mut self) -> Option<u8> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }

    fn below(&mut self, most: usize) -> usize {
        usize::from(self.next().unwrap_or(0)) % most
    }

    /// Clock, length and a starting time out of one byte.
    fn setup(&mut self) -> Setup {
        let byte = self.below(256);
        let clocks = [ClockChoice::Relaxed, ClockChoice::Preset, ClockChoice::None];
        let lengths = [
            Length::Game,
            Length::Match,
            Length::Final,
            Length::Deals(2),
            Length::Minutes(5),
        ];
        Setup {
            clock: clocks[byte % 3],
            length: lengths[byte / 3 % 5],
            starts: (byte / 15 % 2 == 1).then_some(StartTime(0)),
            ..Setup::default()
        }
    }

    fn flag(&mut self) -> bool {
        self.below(2) == 1
    }

    fn seat(&mut self) -> Seat {
        Seat::ALL[self.below(4)]
    }

    fn card(&mut self) -> Card {
        Card::ALL[self.below(Card::COUNT)]
    }

    fn cards(&mut self) -> Vec<Card> {
        let count = self.below(12);
        (0..count).map(|_| self.card()).collect()
    }

    fn hand(&mut self, count: usize) -> CardSet {
        let mut hand = CardSet::EMPTY;
        for _ in 0..count {
            let card = self.card();
            hand.insert(card);
        }
        hand
    }

    fn set(&mut self) -> CardSet {
        let count = self.below(12);
        self.hand(count)
    }

    /// Two decks, cut and dealt by the bytes; sometimes something else.
    fn shuffle(&mut self) -> Shuffle {
        let mut deck = two_decks();
        let mut state =
            u32::from(self.next().unwrap_or(0)) << 8 | u32::from(self.next().unwrap_or(0));
        for at in (1..deck.len()).rev() {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            deck.swap(at, (state >> 8) as usize % (at + 1));
        }
        if self.below(16) == 1 {
            deck.truncate(self.below(120));
        }
        let flips = BySeat::from_fn(|_| self.card());
        Shuffle {
            deck,
            salt: [self.next().unwrap_or(0); 16],
            flips,
        }
    }

    fn actor(&mut self) -> Actor {
        let player = PlayerId(self.below(6) as i64);
        let reason = [Reason::Computer, Reason::Auto, Reason::TimeOut][self.below(3)];
        match self.below(4) {
            0 => Actor::Player(player),
            1 => Actor::Manager(player),
            2 => Actor::For(self.seat(), reason),
            _ => Actor::Table,
        }
    }

    fn act(&mut self) -> AuctionAct {
        let cards = self.set();
        let name = self.flag().then(|| Named::ALL[self.below(5)]);
        match self.below(5) {
            0 => AuctionAct::Declare { cards },
            1 => AuctionAct::Overturn { cards, name },
            2 => AuctionAct::Pass,
            3 => AuctionAct::Bury { cards },
            _ => AuctionAct::Fry { cards, name },
        }
    }

    fn action(&mut self) -> Action {
        let seat = self.flag().then(|| self.seat());
        match self.below(23) {
            0 => Action::Sit(seat),
            1 => Action::Stand,
            2 => Action::Ready(self.flag()),
            3 => Action::AddComputer(seat, ComputerLevel::Easy),
            4 => Action::Start,
            5 => Action::End,
            6 => Action::Deal(Box::new(self.shuffle())),
            7 => Action::Draw(self.next().unwrap_or(0)),
            8 => Action::OpenPlacing,
            9 => Action::Auction(self.act()),
            10 => Action::CloseWindow,
            11 => Action::Play(self.cards()),
            12 => Action::Auto(self.flag()),
            13 => Action::Left(self.seat()),
            14 => Action::Next,
            15 => Action::Pause,
            16 => Action::Resume,
            17 => Action::StartFilled(ComputerLevel::Easy),
            18 => Action::Check,
            19 => Action::TimeUp,
            20 => Action::Late,
            21 => Action::Force(self.flag()),
            _ => Action::Silence,
        }
    }
}
