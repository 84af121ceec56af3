//! Questions that take a whole table: its clock, its penalties.

use chaodipi::game::{
    Action, Actor, ClockChoice, Event, Game, Illegal, Length, MatchBy, Reason, Setup, Wait, decide,
};
use chaodipi::players::{ComputerPlayer, Random};
use chaodipi::rules::auction::cut_seat;
use chaodipi::rules::{BySeat, RuleSet, Seat};
use chaodipi::tools::simulate::Driver;

use crate::clauses_support::{Later, Layout, who};
use crate::game_support::{SEATS, Table};

/// `cut H3`: where a seize deal is drawn from when seat 1 cuts that card.
pub fn cut(card: &str) -> String {
    let card = card.parse().expect("a card");
    cut_seat(SEATS[1], card).index().to_string()
}

/// `late 3`: what so many time-outs of one seat cost in one deal, whether the
/// first puts it on auto-play, and whether the last loses the game where both
/// sides are level.
pub fn late(rules: &RuleSet, times: &str) -> String {
    let times: usize = times.parse().expect("a number");
    let later = Later {
        starter: 0,
        dealer: 0,
        stayed: true,
        levels: ["5", "5"],
    };
    let layout = Layout::new(["S5", "", "", ""], "");
    let mut table = Table::started_by(rules.clone(), ClockChoice::Preset);
    table.comes_later(&later);
    table.deals(&layout);
    table.placed(0, "S5");
    while !table.asked().is_empty() {
        table.all_pass();
    }
    let seat = SEATS[table.burier().expect("the dealer buries")];
    let mut events = table.stand_in(seat, Reason::TimeOut);
    let auto = table.game.public().seats[seat].auto;
    let mut costs = late_costs(&events);
    for _ in 1..times {
        on_turn_again(&mut table, seat);
        events = table.stand_in(seat, Reason::TimeOut);
        costs.extend(late_costs(&events));
    }
    let lost = events.iter().any(|e| matches!(e, Event::Won { .. }));
    let costs: Vec<String> = costs.iter().map(u16::to_string).collect();
    format!(
        "{}, {}, {}",
        costs.join(" "),
        if auto { "auto-play" } else { "no auto-play" },
        if lost { "lost" } else { "goes on" }
    )
}

/// Plays on until that seat is to play, back from auto-play.
fn on_turn_again(table: &mut Table, seat: Seat) {
    if !table.game.public().seats[seat].auto {
        table.ok(who(seat.index()), Action::Auto(true));
    }
    table.ok(who(seat.index()), Action::Auto(false));
    while !table.asked().is_empty() {
        table.all_pass();
    }
    while let Wait::Play { seat: turn, .. } = table.game.waits()
        && turn != seat
    {
        table.plays(turn.index() as i64 + 1);
    }
}

fn late_costs(events: &[Event]) -> Vec<u16> {
    let cost = |event: &Event| match event {
        Event::TimedOut { penalty, .. } => Some(*penalty),
        _ => None,
    };
    events.iter().filter_map(cost).collect()
}

/// The log of a table of computers up to the end of its first deal.
fn one_deal(rules: &RuleSet, length: Length) -> Vec<Event> {
    let players = BySeat::from_fn(|_| -> Box<dyn ComputerPlayer> { Box::new(Random) });
    let setup = Setup {
        length,
        ..Setup::default()
    };
    let mut driver = Driver::new(rules.clone(), setup, players, 5);
    let over = |log: &[Event]| log.iter().any(|e| matches!(e, Event::Settled { .. }));
    while !over(&driver.log) && driver.step().expect("goes on") {}
    driver.log
}

/// `tie`: how a match of equal sides is decided whose time is over.
pub fn tie(rules: &RuleSet) -> String {
    let mut log = one_deal(rules, Length::Minutes(30));
    let settled = log.iter().position(|e| matches!(e, Event::Settled { .. }));
    log.truncate(settled.expect("a deal is settled") + 1);
    if let Some(Event::Settled { result }) = log.last_mut() {
        result.after = result.before.clone();
        result.winner = None;
    }
    let game = Game::from_events(&log).expect("opened");
    let events = decide(&game, Actor::Table, &Action::TimeUp).expect("time is over");
    let by = events.iter().find_map(|e| match e {
        Event::MatchWon { end } => Some(&end.by),
        _ => None,
    });
    match by {
        None => "no end",
        Some(MatchBy::Games) => "games",
        Some(MatchBy::Ahead) => "ahead",
        Some(MatchBy::OnStage) => "last on stage",
        Some(MatchBy::GoldenCard(_)) => "golden card",
        Some(MatchBy::CutSum(_)) => "sum of cuts",
        Some(MatchBy::Late) => "late",
    }
    .into()
}

/// `prizes`: what the winners of a deal of the ruleset's own match open.
pub fn prizes(rules: &RuleSet) -> String {
    let log = one_deal(rules, Length::Match);
    let opened = log.iter().any(|e| matches!(e, Event::BoxOpened { .. }));
    if opened { "a box" } else { "nothing" }.into()
}

/// `check 3`: what so many checks of one seat cost in one deal.
pub fn check(rules: &RuleSet, times: &str) -> String {
    let times: usize = times.parse().expect("a number");
    let layout = Layout::new(["S2", "", "", ""], "");
    let mut table = Table::started_by(rules.clone(), ClockChoice::Relaxed);
    table.deals(&layout);
    table.placed(0, "S2");
    while !matches!(table.game.waits(), Wait::Play { .. }) {
        match table.burier() {
            Some(seat) => {
                table.plays(seat as i64 + 1);
            }
            None => table.all_pass(),
        }
    }
    let mut costs = Vec::new();
    for _ in 0..times {
        match table.try_it(who(0), &Action::Check) {
            Ok(events) => costs.extend(events.iter().filter_map(|e| match e {
                Event::Checked { penalty, .. } => Some(penalty.to_string()),
                _ => None,
            })),
            Err(Illegal::NoChecking) => return "not known".into(),
            Err(other) => return format!("{other:?}"),
        }
    }
    costs.join(" ")
}
