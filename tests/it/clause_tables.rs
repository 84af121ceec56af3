//! Questions that take a whole table: its clock, its penalties.

use chaodipi::game::{Action, ClockChoice, Event, Reason, Wait};
use chaodipi::rules::auction::cut_seat;
use chaodipi::rules::{RuleSet, Seat};

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
