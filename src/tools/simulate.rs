//! `chaodipi simulate`: whole deals between computer players, through the same
//! decide and evolve as at a real table.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{Rng, RngExt, SeedableRng};
use serde::Serialize;

use crate::cards::{CardSet, two_decks};
use crate::game::{
    Action, Actor, ClockChoice, ComputerLevel, Event, Game, Illegal, Pace, PlayerId, Reason, Setup,
    Shuffle, SpeechKind, TableId, Wait, decide, evolve, write_record,
};
use crate::players::{ComputerPlayer, Greedy, Memory, Random, stand_in};
use crate::rules::{BySeat, RuleSet, Seat, Side, preset};
use crate::tools::{files, no_rules};

/// What `chaodipi simulate` is given.
#[derive(Clone, Debug, clap::Args)]
pub struct SimulateArgs {
    /// The ruleset, by its id.
    #[arg(long, default_value = "tournament")]
    pub rules: String,
    /// How many deals.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    pub deals: u64,
    /// The seed of shuffles and random players.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// The four players, from seat 0 on.
    #[arg(long, value_delimiter = ',', num_args = 1..=4, default_values = ["greedy", "greedy", "greedy", "greedy"])]
    pub seats: Vec<Kind>,
    /// Write the report as one JSON object.
    #[arg(long)]
    pub json: bool,
    /// Write a record of every game to this file, one after the other:
    /// `chaodipi replay` reads it. There must be no such file yet.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
}

/// The kinds of computer player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Any legal move.
    Random,
    /// Wins cheaply.
    Greedy,
    /// Counts.
    Memory,
}

impl Kind {
    /// A player of that kind.
    #[must_use]
    pub fn player(self) -> Box<dyn ComputerPlayer> {
        match self {
            Kind::Random => Box::new(Random),
            Kind::Greedy => Box::new(Greedy),
            Kind::Memory => Box::new(Memory::default()),
        }
    }
}

/// Why nothing could be simulated.
#[derive(Debug, thiserror::Error)]
pub enum SimulateError {
    /// There is no such ruleset.
    #[error("{}", no_rules(.0))]
    UnknownRules(String),
    /// Other than four players.
    #[error("four players are needed, {0} were named")]
    Seats(usize),
    /// The table asked for something that nobody answers.
    #[error("the table stands still")]
    Stuck,
    /// The report could not be written.
    #[error(transparent)]
    Write(#[from] std::io::Error),
}

/// What many deals came to.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Report {
    /// The ruleset.
    pub rules: String,
    /// Deals played to the end.
    pub deals: u64,
    /// Deals drawn again because nobody declared.
    pub redealt: u64,
    /// Games won, by side.
    pub games: [u64; 2],
    /// Deals in which a side was or came on stage, by side.
    pub won: [u64; 2],
    /// Rungs risen, by side.
    pub rungs: [u64; 2],
    /// Sum of the scores.
    pub score: u64,
    /// Deals whose bottom was dug.
    pub digs: u64,
    /// Declarations, overturns and fries.
    pub declared: u64,
    /// Overturns.
    pub overturned: u64,
    /// Fries.
    pub fried: u64,
    /// Throws that failed.
    pub failed_throws: u64,
    /// Moves that were refused; a computer player makes none.
    pub illegal: u64,
    /// Deals in a second.
    pub per_second: f64,
}

/// Four computer players at a table, driven as fast as they move.
pub struct Driver {
    /// The table.
    pub game: Game,
    /// Everything that has happened.
    pub log: Vec<Event>,
    /// Moves that were refused.
    pub illegal: u64,
    players: BySeat<Box<dyn ComputerPlayer>>,
    chance: StdRng,
    /// Shuffles and the order of placing, where they must not depend on the players.
    cards: Option<StdRng>,
}

impl Driver {
    /// A table with those players, ready to start. The same seed gives the same deals.
    #[must_use]
    pub fn new(
        rules: RuleSet,
        setup: impl Into<Setup>,
        players: BySeat<Box<dyn ComputerPlayer>>,
        seed: u64,
    ) -> Driver {
        let setup = Setup {
            pace: Pace::Instant,
            ..setup.into()
        };
        let opened = Game::open(rules, setup, PlayerId(0));
        let game = Game::from_events([&opened]);
        let mut driver = Driver {
            game: game.expect("the event opens a table"),
            log: vec![opened],
            illegal: 0,
            players,
            chance: StdRng::seed_from_u64(seed),
            cards: None,
        };
        let host = Actor::Player(PlayerId(0));
        for seat in Seat::ALL {
            let sit = Action::AddComputer(Some(seat), ComputerLevel::Easy);
            driver.act(host, &sit).ok();
        }
        driver.act(host, &Action::Start).ok();
        driver
    }

    /// From now on the cards come from that seed, whatever the players draw.
    pub fn deal_from(&mut self, seed: u64) {
        self.cards = Some(StdRng::seed_from_u64(seed));
    }

    /// Where the cards come from.
    fn dealer(&mut self) -> &mut StdRng {
        self.cards.as_mut().unwrap_or(&mut self.chance)
    }

    /// Asks the table for something, and keeps what comes of it.
    ///
    /// # Errors
    /// As [`decide`].
    pub fn act(&mut self, actor: Actor, action: &Action) -> Result<(), Illegal> {
        let events = decide(&self.game, actor, action)?;
        for event in events {
            evolve(&mut self.game, &event);
            self.log.push(event);
        }
        Ok(())
    }

    /// Does what the table waits for; `false` when it is over.
    ///
    /// # Errors
    /// [`SimulateError::Stuck`] when the table refuses what it waits for.
    pub fn step(&mut self) -> Result<bool, SimulateError> {
        match self.game.waits() {
            Wait::Over => return Ok(false),
            Wait::Lobby | Wait::Paused => return Err(SimulateError::Stuck),
            Wait::NeedDeal => {
                let shuffle = shuffled(self.dealer());
                self.table(&Action::Deal(Box::new(shuffle)))?;
            }
            Wait::DrawMore {
                drawn,
                placeable,
                open: true,
            } if placeable < drawn => {
                self.table(&Action::OpenPlacing)?;
                self.place();
            }
            Wait::DrawMore { drawn, open, .. } => {
                let upto = if open { (drawn + 20).min(100) } else { 100 };
                self.table(&Action::Draw(upto))?;
            }
            Wait::Grace { declared } => {
                self.place();
                let still = Wait::Grace { declared };
                if self.game.waits() == still {
                    self.table(&Action::CloseWindow)?;
                }
            }
            Wait::Close => self.table(&Action::CloseWindow)?,
            Wait::Sealed {
                asked, answered, ..
            } => {
                for seat in asked {
                    if !answered.contains(&seat) {
                        self.answer(seat)?;
                    }
                }
                self.table(&Action::CloseWindow)?;
            }
            Wait::Bury { seat, .. } | Wait::Play { seat, .. } => self.answer(seat)?,
            Wait::Between { .. } => self.table(&Action::Next)?,
        }
        Ok(true)
    }

    fn table(&mut self, action: &Action) -> Result<(), SimulateError> {
        self.act(Actor::Table, action)
            .map_err(|_| SimulateError::Stuck)
    }

    /// Lets every seat place what it likes, from a seat drawn by chance on.
    fn place(&mut self) {
        let first = self.dealer().random_range(0..4);
        for seat in Seat::ALL[0].after(first).round() {
            let act = self.players[seat].choose(&self.game.seat(seat), &mut self.chance);
            if let Some(action) = act.into_action() {
                self.move_for(seat, &action);
            }
        }
    }

    /// Lets a seat answer what it is asked.
    fn answer(&mut self, seat: Seat) -> Result<(), SimulateError> {
        let view = self.game.seat(seat);
        let act = self.players[seat].choose(&view, &mut self.chance);
        if act
            .into_action()
            .is_some_and(|action| self.move_for(seat, &action))
        {
            return Ok(());
        }
        let act = stand_in(&view, &CardSet::EMPTY).into_action();
        if act.is_some_and(|action| self.move_for(seat, &action)) {
            Ok(())
        } else {
            Err(SimulateError::Stuck)
        }
    }

    fn move_for(&mut self, seat: Seat, action: &Action) -> bool {
        let accepted = self.act(Actor::For(seat, Reason::Computer), action).is_ok();
        self.illegal += u64::from(!accepted);
        accepted
    }
}

/// A deal's cards out of a source of chance.
pub fn shuffled<R: Rng + ?Sized>(chance: &mut R) -> Shuffle {
    let mut deck = two_decks();
    deck.shuffle(chance);
    let mut salt = [0; 16];
    chance.fill_bytes(&mut salt);
    let mut flipped = two_decks();
    flipped.shuffle(chance);
    Shuffle {
        deck,
        salt,
        flips: BySeat::from_fn(|s| flipped[s.index()]),
    }
}

/// Plays the deals and counts. A game that is won is followed by a new one.
///
/// # Errors
/// When there is no such ruleset, a table stands still, or the records cannot
/// be written.
pub fn simulate(args: &SimulateArgs) -> Result<Report, SimulateError> {
    let rules =
        preset(&args.rules).ok_or_else(|| SimulateError::UnknownRules(args.rules.clone()))?;
    let kinds: [Kind; 4] = args
        .seats
        .clone()
        .try_into()
        .map_err(|seats: Vec<Kind>| SimulateError::Seats(seats.len()))?;
    let mut report = Report {
        rules: args.rules.clone(),
        ..Report::default()
    };
    let mut records = args.record.as_deref().map(files::create).transpose()?;
    let start = Instant::now();
    let mut game: u32 = 0;
    while report.deals < args.deals {
        let players = BySeat::new(kinds.map(Kind::player));
        let seed = args
            .seed
            .wrapping_mul(1_000_003)
            .wrapping_add(u64::from(game));
        let mut driver = Driver::new(rules.clone(), ClockChoice::Relaxed, players, seed);
        let mut log = Vec::new();
        while report.deals < args.deals && driver.step()? {
            let new: Vec<Event> = driver.log.drain(..).collect();
            new.iter().for_each(|event| report.count(event));
            if records.is_some() {
                log.extend(new);
            }
        }
        // A game in which no deal was finished has no record.
        if let Some(file) = &mut records
            && let Ok(record) = write_record(TableId(i64::from(game) + 1), &log, false)
        {
            let path = args.record.as_deref().unwrap_or(Path::new(""));
            file.write_all(record.as_bytes())
                .map_err(|e| files::named(path, &e))?;
        }
        report.illegal += driver.illegal;
        game += 1;
    }
    report.per_second = report.deals as f64 / start.elapsed().as_secs_f64().max(1e-9);
    Ok(report)
}

impl Report {
    fn count(&mut self, event: &Event) {
        if let Event::Won { side } = event {
            self.games[side.index()] += 1;
        }
        if let Event::Redealt { .. } = event {
            self.redealt += 1;
        }
        let Event::Settled { result } = event else {
            return;
        };
        self.deals += 1;
        self.won[result.stage.index()] += 1;
        self.score += u64::from(result.sum.score);
        self.digs += u64::from(result.sum.multiplier > 0);
        self.failed_throws += result
            .failed_throws
            .values()
            .map(|&n| u64::from(n))
            .sum::<u64>();
        for side in Side::ALL {
            let (before, after) = (result.before[side].level, result.after[side].level);
            self.rungs[side.index()] += after.index().saturating_sub(before.index()) as u64;
        }
        for speech in &result.spoken {
            match speech.kind {
                SpeechKind::Declared => self.declared += 1,
                SpeechKind::Overturned => self.overturned += 1,
                SpeechKind::Fried => self.fried += 1,
            }
        }
    }

    /// Writes it for people.
    ///
    /// # Errors
    /// When `out` cannot be written.
    pub fn write(&self, out: &mut dyn Write) -> std::io::Result<()> {
        writeln!(out, "rules          {}", self.rules)?;
        writeln!(
            out,
            "deals          {} ({:.0} a second)",
            self.deals, self.per_second
        )?;
        writeln!(out, "games won      {} : {}", self.games[0], self.games[1])?;
        writeln!(out, "deals won      {} : {}", self.won[0], self.won[1])?;
        writeln!(out, "levels risen   {} : {}", self.rungs[0], self.rungs[1])?;
        writeln!(
            out,
            "mean score     {:.1}",
            self.score as f64 / self.deals.max(1) as f64
        )?;
        writeln!(out, "digs           {}", self.digs)?;
        writeln!(out, "declared       {}", self.declared)?;
        writeln!(out, "overturned     {}", self.overturned)?;
        writeln!(out, "fried          {}", self.fried)?;
        writeln!(out, "failed throws  {}", self.failed_throws)?;
        writeln!(out, "drawn again    {}", self.redealt)?;
        writeln!(out, "illegal moves  {}", self.illegal)
    }
}

/// Runs the subcommand.
///
/// # Errors
/// As [`simulate`], or when `out` cannot be written.
pub fn run(args: &SimulateArgs, out: &mut dyn Write) -> Result<Report, SimulateError> {
    let report = simulate(args)?;
    if args.json {
        serde_json::to_writer(&mut *out, &report).map_err(std::io::Error::from)?;
        writeln!(out)?;
    } else {
        report.write(out)?;
    }
    Ok(report)
}
