//! Records: of every kind of game one is written that plays again to the same
//! results, and it holds nothing that must not leave the house.

use chaodipi::game::{
    Action, Actor, ClockChoice, Event, Game, Length, Reason, RecordLine, Setup, TableId, Wait,
    finished, write_record,
};
use chaodipi::rules::{PRESETS, Seat};
use serde_json::Value;

use crate::record_support::{Evening, lines, play, settled, simulated};

/// Deals of a game that is written down; whole games in the long run.
fn deals() -> usize {
    match std::env::var_os("CHAODIPI_FULL") {
        Some(_) => usize::MAX,
        None => 3,
    }
}

/// Writes a log down and plays it again.
fn round_trip(name: &str, log: &[Event]) {
    let lines = lines(log);
    let outcome = play(&lines).unwrap_or_else(|misfit| panic!("{name}: {misfit}"));
    assert_eq!(outcome.lines, lines.len());
    assert_eq!(outcome.results.len(), settled(log));
    let results = log.iter().filter_map(|event| match event {
        Event::Settled { result } => Some(result.as_ref()),
        _ => None,
    });
    assert!(outcome.results.iter().eq(results), "{name}");
    let dealt = log.iter().filter(|e| matches!(e, Event::Dealt { .. }));
    assert!(outcome.commitments as usize <= dealt.count());
    assert!(outcome.commitments >= outcome.results.len() as u32);
}

#[test]
fn simulated_games_of_every_preset_play_again() {
    for (n, preset) in PRESETS.iter().enumerate() {
        let seed = 40 + n as u64;
        for clock in [ClockChoice::Relaxed, ClockChoice::None] {
            round_trip(preset.id, &simulated(preset.id, clock, seed, deals()));
        }
    }
}

#[test]
fn evenings_with_people_play_again() {
    for (n, preset) in PRESETS.iter().enumerate() {
        for clock in [ClockChoice::Relaxed, ClockChoice::Preset, ClockChoice::None] {
            let people = [4, 3, 2][n % 3];
            let mut evening = Evening::new(preset.id, clock, people, 70 + n as u64);
            for _ in 0..1000 {
                if settled(&evening.log) == 2 || !evening.step() {
                    break;
                }
            }
            if settled(&evening.log) > 0 {
                round_trip(&format!("{} {clock:?}", preset.id), &evening.log);
            }
        }
    }
}

/// `college` 六.10: a game of a match is lost by time-outs inside a deal, which
/// is broken off, and the next game is played.
#[test]
fn a_game_lost_by_time_in_the_middle_of_a_deal_plays_again() {
    let mut broken = (0, 0);
    for seed in 0..6 {
        let setup = Setup {
            clock: ClockChoice::Preset,
            length: Length::Match,
            ..Setup::default()
        };
        let mut evening = Evening::of("college", setup, 4, 300 + seed);
        // Seat 0 is late three times, first in the deal that it plays or buries in.
        let (late, mut times) = (Seat::ALL[seed as usize % 4], 0);
        for _ in 0..4000 {
            let games = |log: &[Event]| {
                let won = log.iter().filter(|e| matches!(e, Event::GameWon { .. }));
                won.count()
            };
            let lost = games(&evening.log) > 0;
            let dealt_since = evening
                .log
                .iter()
                .rposition(|e| matches!(e, Event::GameWon { .. }))
                .map_or(0, |at| settled(&evening.log[at..]));
            if lost && dealt_since >= 2 {
                break;
            }
            let asked = match evening.game.waits() {
                Wait::Bury { seat, .. } => Some((seat, true)),
                Wait::Play { seat, .. } => Some((seat, false)),
                _ => None,
            };
            if settled(&evening.log) > 0 && !lost && times < 3 && asked.map(|a| a.0) == Some(late) {
                times += 1;
                evening.say(evening.person_on(late), &Action::Auto(false));
                let action = evening.stand_ins_move(late);
                let before = evening.log.len();
                assert!(evening.say(Actor::For(late, Reason::TimeOut), &action));
                let last = evening.log[before..]
                    .iter()
                    .any(|e| matches!(e, Event::GameWon { .. }));
                let buries = asked.is_some_and(|a| a.1);
                broken.0 += usize::from(last && buries);
                broken.1 += usize::from(last && !buries);
                continue;
            }
            assert!(evening.step_quietly());
        }
        round_trip(&format!("college {seed}"), &evening.log);
    }
    assert!(broken.1 > 0, "a deal is broken off while it is played");
}

#[test]
fn a_record_stops_at_the_last_finished_deal() {
    let log = simulated("tournament", ClockChoice::Relaxed, 3, 2);
    let whole = lines(&log);
    let mut evening = log.clone();
    let more = simulated("tournament", ClockChoice::Relaxed, 3, 3);
    assert!(more[..log.len()] == log[..], "the same game");
    for event in &more[log.len()..more.len() - 1] {
        evening.push(event.clone());
        assert_eq!(lines(&evening), whole);
    }
    assert!(lines(&more).len() > whole.len());
}

#[test]
fn the_record_of_a_void_table_says_so() {
    let log = simulated("tournament", ClockChoice::Relaxed, 3, 1);
    for void in [false, true] {
        let record = write_record(TableId(7), &log, void).expect("a deal is finished");
        assert_eq!(record.contains("\"void\":true"), void);
        let lines: Vec<String> = record.lines().map(str::to_owned).collect();
        let outcome = play(&lines).expect("it fits");
        assert_eq!((outcome.void, outcome.results.len()), (void, 1));
        let mut told = Vec::new();
        outcome.write(&mut told).expect("memory");
        let told = String::from_utf8(told).expect("text");
        let says = "the table was made void: none of its deals counts\n";
        assert_eq!(told.ends_with(says), void, "{told}");
        let odd = record.replace("\"void\":true", "\"void\":1");
        assert!(!void || play(&odd.lines().map(str::to_owned).collect::<Vec<_>>()).is_err());
    }
}

#[test]
fn a_record_holds_no_sealed_answer_and_no_trace_of_who_came_and_went() {
    let mut evening = Evening::new("tournament", ClockChoice::Relaxed, 4, 5);
    while settled(&evening.log) == 0 {
        assert!(evening.step());
    }
    assert!(evening.log.iter().any(Event::is_sealed));
    let kept = finished(&evening.log).expect("a deal is finished");
    assert!(!kept.iter().any(Event::is_sealed));
    let stood = |e: &Event| matches!(e, Event::Stood { .. });
    assert!(evening.log.iter().any(stood) && !kept.iter().any(stood));
    assert!(
        !lines(&evening.log)
            .iter()
            .any(|line| line.contains("\"person\":9"))
    );
    // The events of a record make a table by themselves.
    let game = Game::from_events(&kept).expect("a table");
    assert!(game.public().result.is_some());
}

#[test]
fn only_numbers_and_cards_and_words_of_the_rules_stand_in_a_record() {
    // What an event of any kind may hold: no id of Discord's has so few digits.
    let log = simulated("double-dig", ClockChoice::Relaxed, 4, 2);
    for line in lines(&log) {
        let json: Value = serde_json::from_str(&line).expect("JSON");
        small(&json);
        RecordLine::read(&line).expect("a line");
    }
}

fn small(json: &Value) {
    match json {
        Value::Number(number) => assert!(number.as_i64().is_some_and(|n| n < 1000), "{number}"),
        Value::Array(list) => list.iter().for_each(small),
        Value::Object(fields) => fields.values().for_each(small),
        Value::Null | Value::Bool(_) | Value::String(_) => {}
    }
}

#[test]
fn the_documented_example_plays_again() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let text = std::fs::read_to_string(folder.join("example.record.jsonl")).expect("readable");
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let outcome = play(&lines).expect("it fits");
    assert_eq!(outcome.results.len(), 1);
    // The lines that the page shows are lines of the example.
    let page = std::fs::read_to_string(folder.join("record.md")).expect("readable");
    let shown: Vec<&str> = page.lines().filter(|l| l.starts_with("{\"")).collect();
    assert!(shown.len() > 3);
    for line in shown {
        let (start, end) = line.split_once('…').unwrap_or((line, ""));
        let stands = |l: &String| l.starts_with(start) && l.ends_with(end);
        assert!(lines.iter().any(stands), "{line}");
    }
}
