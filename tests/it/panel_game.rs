//! Whole deals played at random, seen as the snapshots that panels are drawn from.

use std::sync::Arc;

use chaodipi::cards::{Card, CardSet, two_decks};
use chaodipi::clock::Millis;
use chaodipi::discord::panel::public_messages;
use chaodipi::game::{
    Action, Actor, Ask, Game, PlayerId, PublicPhase, Revision, Setup, Shuffle, TableId, decide,
    evolve,
};
use chaodipi::i18n::Lang;
use chaodipi::players::{ComputerPlayer, Random, suggest};
use chaodipi::rules::{BySeat, Seat, preset};
use chaodipi::table::{Deadline, Person, Personal, Place, Snapshot};
use rand::rngs::StdRng;
use rand::seq::SliceRandom as _;
use rand::{Rng, SeedableRng as _};

use crate::game_support;

/// A table played in the tests of the game, seen as panels are drawn from it.
pub fn seen(table: &game_support::Table, language: Lang) -> Snapshot {
    let seen = Table {
        game: table.game.clone(),
        events: table.log.len() as u64,
    };
    seen.snapshot(language)
}

/// All that everybody reads of it, one message after the other.
pub fn public(table: &game_support::Table) -> String {
    let messages = public_messages(&seen(table, Lang::En));
    let texts = messages.into_iter().map(|m| m.body.text);
    texts.collect::<Vec<_>>().join("\n\n")
}

/// A table of four people.
pub struct Table {
    pub game: Game,
    pub events: u64,
}

impl Table {
    pub fn open() -> Table {
        Table::open_by("tournament")
    }

    pub fn open_by(rules: &str) -> Table {
        let rules = preset(rules).expect("a preset");
        let opened = Game::open(rules, Setup::default(), PlayerId(1));
        Table {
            game: Game::from_events([&opened]).expect("opened"),
            events: 1,
        }
    }

    pub fn started() -> Table {
        Table::started_by("tournament")
    }

    pub fn started_by(rules: &str) -> Table {
        let mut table = Table::open_by(rules);
        for seat in Seat::ALL {
            table.person(seat, Action::Sit(Some(seat)));
            table.person(seat, Action::Ready(true));
        }
        table.person(Seat::ALL[0], Action::Start);
        table
    }

    pub fn act(&mut self, actor: Actor, action: &Action) -> bool {
        let Ok(events) = decide(&self.game, actor, action) else {
            return false;
        };
        for event in &events {
            evolve(&mut self.game, event);
        }
        self.events += events.len() as u64;
        true
    }

    pub fn person(&mut self, seat: Seat, action: Action) -> bool {
        self.act(Actor::Player(player(seat)), &action)
    }

    pub fn table(&mut self, action: Action) {
        assert!(self.act(Actor::Table, &action), "{action:?} is refused");
    }

    /// One more thing happens, chosen at random; `false` when the deal is over.
    pub fn step(&mut self, shuffle: &Shuffle, chance: &mut StdRng) -> bool {
        match self.game.public().phase {
            PublicPhase::Shuffling => {
                self.table(Action::Deal(Box::new(shuffle.clone())));
                return true;
            }
            PublicPhase::Drawing {
                drawn, placeable, ..
            } if drawn < 100 || placeable < 100 => {
                if placeable < drawn {
                    self.table(Action::OpenPlacing);
                } else {
                    self.table(Action::Draw(drawn + 20));
                }
                self.answer(chance);
                return true;
            }
            PublicPhase::Between | PublicPhase::Finished | PublicPhase::Ended => return false,
            PublicPhase::Lobby
            | PublicPhase::Drawing { .. }
            | PublicPhase::Overturning { .. }
            | PublicPhase::Burying { .. }
            | PublicPhase::Frying { .. }
            | PublicPhase::Playing { .. } => {}
        }
        if !self.answer(chance) {
            self.table(Action::CloseWindow);
        }
        true
    }

    /// The first seat that has something to say says it.
    fn answer(&mut self, chance: &mut StdRng) -> bool {
        for seat in Seat::ALL {
            let view = self.game.seat(seat);
            let actor = Actor::Player(player(seat));
            for act in [Random.choose(&view, chance), suggest(&view)] {
                if let Some(action) = act.into_action()
                    && self.act(actor, &action)
                {
                    return true;
                }
            }
        }
        false
    }

    pub fn snapshot(&self, language: Lang) -> Snapshot {
        Snapshot {
            place: Place {
                table: TableId(12),
                guild: 900,
                channel: 901,
                language,
            },
            revision: Revision(self.events),
            public: Arc::new(self.game.public()),
            seats: BySeat::from_fn(|s| Arc::new(self.game.seat(s))),
            people: BySeat::from_fn(|s| {
                Some(Person {
                    player: player(s),
                    discord: 1000 + s.index() as u64,
                    name: format!("*{}_{s}*@everyone", "x".repeat(40)),
                    language,
                    personal: Personal::default(),
                })
            }),
            guests: Vec::new(),
            drafts: BySeat::default(),
            suggested: BySeat::default(),
            outdone: BySeat::default(),
            deadline: Some(Deadline {
                at: Some(Millis(1_700_000_000_000)),
                warn_at: None,
            }),
            silence: None,
            match_time: None,
            fund: None,
            repairs: 0,
            complete: true,
        }
    }
}

pub fn player(seat: Seat) -> PlayerId {
    PlayerId(1 + seat.index() as i64)
}

pub fn shuffle(chance: &mut StdRng) -> Shuffle {
    let mut deck = two_decks();
    deck.shuffle(chance);
    let mut salt = [0; 16];
    chance.fill_bytes(&mut salt);
    let ranks = ["SA", "HK", "D9", "C3"].map(|n| n.parse::<Card>().expect("a card"));
    Shuffle {
        deck,
        salt,
        flips: BySeat::new(ranks),
    }
}

pub fn chance(seed: u64) -> StdRng {
    StdRng::seed_from_u64(seed)
}

/// Every state of a random deal.
pub fn each_state(seed: u64, mut see: impl FnMut(usize, &Table)) {
    let mut chance = chance(seed);
    let shuffle = shuffle(&mut chance);
    let mut table = Table::open();
    see(0, &table);
    table.person(Seat::ALL[0], Action::Sit(None));
    see(1, &table);
    let mut table = Table::started();
    let mut number = 2;
    loop {
        see(number, &table);
        number += 1;
        assert!(number < 1000, "a deal ends");
        if !table.step(&shuffle, &mut chance) {
            break;
        }
    }
}

/// A draft that the step of a seat allows.
pub fn some_draft(snap: &Snapshot, seat: Seat, cards: usize) -> CardSet {
    let view = &snap.seats[seat];
    match view.ask {
        Ask::Bury | Ask::Lead | Ask::Follow { .. } => {
            let list: Vec<Card> = view.hand.iter().take(cards).collect();
            CardSet::from_cards(&list).expect("of a hand")
        }
        Ask::Nothing | Ask::Ready | Ask::Place { .. } | Ask::Overturn { .. } | Ask::Fry { .. } => {
            CardSet::EMPTY
        }
    }
}
