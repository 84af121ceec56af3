//! Records for tests: of games between computer players and of evenings with
//! people; and how to change a line of one.

use chaodipi::cards::CardSet;
use chaodipi::game::{
    Action, Actor, ClockChoice, Event, Game, Mover, PlayerId, Reason, Setup, TableId, Wait, decide,
    evolve, record_sum, write_record,
};
use chaodipi::players::{ComputerPlayer, Greedy, Random, stand_in};
use chaodipi::rules::{BySeat, Seat, preset};
use chaodipi::tools::replay::{Misfit, Outcome, ReplayError, replay};
use chaodipi::tools::simulate::{Driver, shuffled};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// The log of a game between computer players, of at most so many deals.
pub fn simulated(rules: &str, clock: ClockChoice, seed: u64, deals: usize) -> Vec<Event> {
    let rules = preset(rules).expect("a preset");
    let players = BySeat::from_fn(|seat| -> Box<dyn ComputerPlayer> {
        if (seat.index() as u64 + seed).is_multiple_of(3) {
            Box::new(Random)
        } else {
            Box::new(Greedy)
        }
    });
    let mut driver = Driver::new(rules, clock, players, seed);
    while settled(&driver.log) < deals && driver.step().expect("goes on") {}
    driver.log
}

/// Finished deals in a log.
pub fn settled(log: &[Event]) -> usize {
    let settled = log.iter().filter(|e| matches!(e, Event::Settled { .. }));
    settled.count()
}

/// The lines of a log's record.
pub fn lines(log: &[Event]) -> Vec<String> {
    let record = write_record(TableId(7), log, false).expect("a deal is finished");
    record.lines().map(str::to_owned).collect()
}

/// Plays lines again that make one record.
pub fn play(lines: &[String]) -> Result<Outcome, Misfit> {
    match replay(lines.join("\n").as_bytes()) {
        Ok(mut outcomes) => {
            assert_eq!(outcomes.len(), 1, "one record");
            Ok(outcomes.remove(0))
        }
        Err(ReplayError::Misfit(misfit)) => Err(misfit),
        Err(ReplayError::Read(error)) => panic!("memory is readable: {error}"),
    }
}

/// The same lines with sums that hold: what somebody does who knows the format.
pub fn forged(lines: &[String]) -> Vec<String> {
    let mut sum = String::new();
    let body = |line: &String| {
        let (body, _) = line.rsplit_once(",\"sum\":").expect("a sum");
        body.to_owned()
    };
    let mut forged = Vec::new();
    for body in lines.iter().map(body) {
        sum = record_sum(&sum, &body);
        forged.push(format!("{body},\"sum\":\"{sum}\"}}"));
    }
    forged
}

/// People who play as the stand-in would, and also do what people do: answer
/// late or not at all, go on auto-play and come back, leave, vote, pause.
pub struct Evening {
    pub game: Game,
    pub log: Vec<Event>,
    clock: ClockChoice,
    chance: StdRng,
}

impl Evening {
    /// A started game with people on the first seats.
    pub fn new(rules: &str, clock: ClockChoice, people: usize, seed: u64) -> Evening {
        Evening::of(rules, clock.into(), people, seed)
    }

    /// The same at a table that chooses more than its clock.
    pub fn of(rules: &str, setup: Setup, people: usize, seed: u64) -> Evening {
        let rules = preset(rules).expect("a preset");
        let clock = setup.clock;
        let opened = Game::open(rules, setup, PlayerId(1));
        let mut evening = Evening {
            game: Game::from_events([&opened]).expect("opened"),
            log: vec![opened],
            clock,
            chance: StdRng::seed_from_u64(seed),
        };
        // Somebody comes and goes before the game: no record tells.
        evening.say(Actor::Player(PlayerId(9)), &Action::Sit(None));
        evening.say(Actor::Player(PlayerId(9)), &Action::Stand);
        for (n, seat) in Seat::ALL.into_iter().enumerate() {
            let player = Actor::Player(PlayerId(n as i64 + 1));
            if n < people {
                assert!(evening.say(player, &Action::Sit(Some(seat))));
                assert!(evening.say(player, &Action::Ready(true)));
            } else {
                let level = chaodipi::game::ComputerLevel::Easy;
                let computer = Action::AddComputer(Some(seat), level);
                assert!(evening.say(Actor::Player(PlayerId(1)), &computer));
            }
        }
        assert!(evening.say(Actor::Player(PlayerId(1)), &Action::Start));
        evening
    }

    /// Asks the table for something; whether it is accepted.
    pub fn say(&mut self, actor: Actor, action: &Action) -> bool {
        let Ok(events) = decide(&self.game, actor, action) else {
            return false;
        };
        for event in events {
            evolve(&mut self.game, &event);
            self.log.push(event);
        }
        true
    }

    fn below(&mut self, sides: usize) -> usize {
        self.chance.random_range(0..sides)
    }

    fn person(&self, seat: Seat) -> Option<Actor> {
        self.game.person(seat).map(Actor::Player)
    }

    /// The person on a seat.
    pub fn person_on(&self, seat: Seat) -> Actor {
        self.person(seat).expect("a person sits there")
    }

    /// What the stand-in would do for a seat.
    pub fn stand_ins_move(&self, seat: Seat) -> Action {
        let act = stand_in(&self.game.seat(seat), &CardSet::EMPTY);
        act.into_action().expect("something is asked")
    }

    /// One thing that happens; `false` when the game is over.
    pub fn step(&mut self) -> bool {
        if self.below(8) == 0 {
            self.something();
        }
        self.go_on()
    }

    /// The same, but everybody does what is asked in time and nothing else.
    pub fn step_quietly(&mut self) -> bool {
        match self.game.waits() {
            Wait::Bury { seat, .. } | Wait::Play { seat, .. } => {
                let action = self.stand_ins_move(seat);
                self.say(self.person_on(seat), &action)
            }
            Wait::Sealed { asked, .. } => {
                for seat in asked {
                    let pass = Action::Auction(chaodipi::rules::auction::AuctionAct::Pass);
                    self.say(self.person_on(seat), &pass);
                }
                self.say(Actor::Table, &Action::CloseWindow)
            }
            _ => self.go_on(),
        }
    }

    fn go_on(&mut self) -> bool {
        match self.game.waits() {
            Wait::Over => return false,
            Wait::Lobby => panic!("the game has begun"),
            Wait::Paused => assert!(self.say(Actor::Player(PlayerId(1)), &Action::Resume)),
            Wait::NeedDeal => {
                let shuffle = Box::new(shuffled(&mut self.chance));
                assert!(self.say(Actor::Table, &Action::Deal(shuffle)));
            }
            Wait::DrawMore {
                drawn, placeable, ..
            } => {
                if placeable < drawn {
                    self.say(Actor::Table, &Action::OpenPlacing);
                    self.place();
                } else {
                    let more = (drawn + 10 + self.below(40) as u8).min(100);
                    assert!(self.say(Actor::Table, &Action::Draw(more)));
                }
            }
            Wait::Grace { .. } => {
                self.place();
                self.say(Actor::Table, &Action::CloseWindow);
            }
            Wait::Close => assert!(self.say(Actor::Table, &Action::CloseWindow)),
            Wait::Sealed { asked, .. } => self.sealed(&asked),
            Wait::Bury { seat, .. } | Wait::Play { seat, .. } => self.move_of(seat),
            Wait::Between { .. } => self.between(),
        }
        true
    }

    /// What people do at any time.
    fn something(&mut self) {
        let seat = Seat::ALL[self.below(4)];
        let Some(person) = self.person(seat) else {
            return;
        };
        let what = self.below(8);
        let _accepted = match what {
            0 | 1 => self.say(person, &Action::Auto(true)),
            2 | 3 => self.say(person, &Action::Auto(false)),
            4 => self.say(person, &Action::Stand),
            5 => self.say(person, &Action::Sit(None)),
            6 => self.say(Actor::Manager(PlayerId(1)), &Action::Pause),
            _ => self.say(person, &Action::Force(false)),
        };
    }

    fn options(&self, seat: Seat) -> Vec<Action> {
        use chaodipi::game::Ask;
        match self.game.seat(seat).ask {
            Ask::Place { options } | Ask::Overturn { options, .. } | Ask::Fry { options, .. } => {
                options.into_iter().map(Action::Auction).collect()
            }
            _ => Vec::new(),
        }
    }

    fn place(&mut self) {
        for seat in Seat::ALL {
            let options = self.options(seat);
            if let (Some(person), false) = (self.person(seat), options.is_empty())
                && self.below(3) == 0
            {
                let action = options[self.below(options.len())].clone();
                self.say(person, &action);
            }
        }
    }

    /// Some answer, some do not, in any order, people on auto-play among them.
    fn sealed(&mut self, asked: &[Seat]) {
        for _ in 0..6 {
            let seat = asked[self.below(asked.len())];
            let mut options = self.options(seat);
            options.push(Action::Auction(chaodipi::rules::auction::AuctionAct::Pass));
            let action = options[self.below(options.len())].clone();
            let actor = match self.game.mover(seat) {
                Mover::Computer(_) => Actor::For(seat, Reason::Computer),
                Mover::Auto if self.below(2) == 0 => Actor::For(seat, Reason::Auto),
                Mover::Auto | Mover::Person => self.person(seat).expect("a person"),
            };
            let stands_in = matches!(actor, Actor::For(_, Reason::Auto));
            if !stands_in || action == *options.last().expect("a pass") {
                self.say(actor, &action);
            }
            if self.below(6) == 0 {
                self.something();
            }
        }
        if self.game.waits() == Wait::Paused || self.say(Actor::Table, &Action::CloseWindow) {
            return;
        }
        // Without a clock somebody must close it, or all must answer.
        if self.below(2) == 0 {
            self.say(Actor::Manager(PlayerId(1)), &Action::Force(false));
        }
    }

    fn move_of(&mut self, seat: Seat) {
        let act = stand_in(&self.game.seat(seat), &CardSet::EMPTY);
        let action = act.into_action().expect("something is asked");
        let late = self.below(12) == 0;
        let accepted = match self.game.mover(seat) {
            Mover::Computer(_) => self.say(Actor::For(seat, Reason::Computer), &action),
            Mover::Auto if self.below(3) > 0 => self.say(Actor::For(seat, Reason::Auto), &action),
            Mover::Person if late && self.clock == ClockChoice::None => {
                self.say(Actor::Manager(PlayerId(1)), &Action::Force(false))
            }
            Mover::Person if late => self.say(Actor::For(seat, Reason::TimeOut), &action),
            Mover::Auto | Mover::Person => {
                let person = self.person(seat).expect("a person");
                self.say(person, &action)
            }
        };
        assert!(accepted, "the stand-in's move is legal");
    }

    fn between(&mut self) {
        for seat in Seat::ALL {
            if let Some(person) = self.person(seat)
                && self.below(2) == 0
            {
                self.say(person, &Action::Ready(true));
            }
        }
        if let Wait::Between { .. } = self.game.waits() {
            self.say(Actor::Table, &Action::Next);
        }
    }
}
