//! The shapes of the event log: what was stored once must be read for ever.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use chaodipi::game::{ClockChoice, Event, Game};
use chaodipi::players::{ComputerPlayer, Random};
use chaodipi::rules::{BySeat, preset};
use chaodipi::tools::simulate::Driver;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/it/fixtures/events")
}

fn log(rules: &str) -> Vec<Event> {
    let rules = preset(rules).expect("a preset");
    let players = BySeat::from_fn(|_| -> Box<dyn ComputerPlayer> { Box::new(Random) });
    let mut driver = Driver::new(rules, ClockChoice::Relaxed, players, 11);
    while !driver
        .log
        .iter()
        .any(|e| matches!(e, Event::Settled { .. }))
    {
        driver.step().expect("goes on");
    }
    driver.log
}

fn kind(event: &Event) -> String {
    let json = serde_json::to_value(event).expect("serialises");
    let kind = json["event"].as_str().expect("a kind").to_string();
    match json["step"]["step"].as_str() {
        Some(step) => format!("{kind}-{step}"),
        None => kind,
    }
}

#[test]
fn stored_events_of_every_shape_are_read() {
    let mut kinds = BTreeSet::new();
    for entry in fs::read_dir(folder()).expect("the fixtures") {
        let path = entry.expect("an entry").path();
        let text = fs::read_to_string(&path).expect("readable");
        let event: Event =
            serde_json::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let again = serde_json::to_string(&event).expect("serialises");
        assert!(serde_json::from_str::<Event>(&again).ok() == Some(event.clone()));
        kinds.insert(kind(&event));
    }
    let expected = [
        "opened",
        "sat",
        "stood",
        "host-changed",
        "ready-changed",
        "started",
        "dealt",
        "drawn",
        "placing-opened",
        "answered",
        "round-closed",
        "played",
        "fives-withheld",
        "throw-failed",
        "trick-won",
        "timed-out",
        "auto-changed",
        "settled",
        "redealt",
        "next-deal",
        "checked",
        "won",
        "game-won",
        "box-opened",
        "time-up",
        "match-won",
        "voted",
        "invited",
        "seat-offered",
        "swap-asked",
        "reseated",
        "kick-voted",
        "pause-asked",
        "pause-agreed",
        "paused",
        "resumed",
        "ended",
    ];
    for kind in expected {
        assert!(kinds.contains(kind), "no fixture of {kind}");
    }
    for step in [
        "placed",
        "closed",
        "undeclared",
        "bottom-card-turned",
        "overturned",
        "fried",
        "passed",
        "asked",
        "dealer-settled",
        "lot-needed",
        "bottom-taken",
        "buried",
        "trump-settled",
        "play-begins",
        "redeal",
    ] {
        let kind = format!("auction-{step}");
        assert!(kinds.contains(&kind), "no fixture of {kind}");
    }
}

#[test]
fn a_log_survives_its_json() {
    for rules in ["tournament", "double-dig", "ordered", "five-ten-king"] {
        let log = log(rules);
        let lines: Vec<String> = log
            .iter()
            .map(|e| serde_json::to_string(e).expect("serialises"))
            .collect();
        let read: Vec<Event> = lines
            .iter()
            .map(|l| serde_json::from_str(l).expect("reads"))
            .collect();
        assert!(read == log);
        assert!(Game::from_events(&read) == Game::from_events(&log));
    }
}

#[test]
fn a_log_that_opens_no_table_makes_none() {
    assert!(Game::from_events([]).is_none());
    assert!(Game::from_events([&Event::Started]).is_none());
}
