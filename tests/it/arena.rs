//! The arena: mirrored deals between computer players, what it prints, the worst
//! moves.

use chaodipi::rules::PRESETS;
use chaodipi::tools::arena::{ArenaArgs, ArenaError, Design, Kind, play, worst};

fn arguments(a: Kind, b: Kind, pairs: u64) -> ArenaArgs {
    ArenaArgs {
        a,
        b,
        pairs,
        rules: "tournament".into(),
        seed: 20,
        design: Design::Whole,
        level: None,
        worlds: 4,
        budget_a: None,
        threads: Some(2),
        resume: None,
        worst: None,
        long_worlds: 8,
        json: false,
    }
}

#[test]
fn the_arena_mirrors_deals_and_each_rung_beats_the_one_below() {
    let mut out = Vec::new();
    let same = play(&arguments(Kind::Greedy, Kind::Greedy, 6), &mut out).expect("plays");
    // The same players on both sides of the same cards come out even.
    assert!((same.deals_won.mean - 50.0).abs() < 1e-9);
    assert!(same.levels.mean.abs() < 1e-9 && same.points.mean.abs() < 1e-9);
    let ladder = [(Kind::Greedy, Kind::Random), (Kind::Memory, Kind::Random)];
    for (better, worse) in ladder {
        let report = play(&arguments(better, worse, 10), &mut out).expect("plays");
        assert_eq!(report.illegal, 0);
        assert!(report.deals_won.mean > 70.0, "{:?}", report.deals_won);
    }
}

#[test]
fn search_makes_no_illegal_move_in_any_ruleset() {
    let mut out = Vec::new();
    for preset in PRESETS.iter() {
        let rules = preset.id;
        let mut args = arguments(Kind::Search, Kind::Cheat, 1);
        args.rules = rules.to_string();
        args.worlds = 1;
        let report = play(&args, &mut out).expect("plays");
        assert_eq!(report.illegal, 0, "{rules}");
        assert_eq!(report.teams[0].quality.failed_throws, 0, "{rules}");
    }
}

#[test]
fn a_match_goes_on_where_it_was_interrupted() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("match.jsonl");
    let mut out = Vec::new();
    let mut args = arguments(Kind::Memory, Kind::Greedy, 6);
    args.design = Design::Contract;
    let whole = play(&args, &mut out).expect("plays");
    args.resume = Some(file.clone());
    args.pairs = 3;
    play(&args, &mut out).expect("plays half");
    let half = std::fs::read_to_string(&file).expect("was kept");
    assert_eq!(half.lines().count(), 1 + 3);
    // The last line was cut off.
    std::fs::write(&file, &half[..half.len() - 9]).expect("writes");
    args.pairs = 6;
    let resumed = play(&args, &mut out).expect("plays the rest");
    assert_eq!(resumed.deals_won, whole.deals_won);
    assert_eq!(resumed.levels, whole.levels);
    assert_eq!(resumed.points, whole.points);
    args.seed += 1;
    let other = play(&args, &mut out);
    assert!(matches!(other, Err(ArenaError::OtherMatch(_))));
}

#[test]
fn a_match_goes_on_wherever_its_file_was_cut_off() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("match.jsonl");
    let mut args = arguments(Kind::Random, Kind::Random, 2);
    args.resume = Some(file.clone());
    let whole = play(&args, &mut Vec::new()).expect("plays");
    let written = std::fs::read_to_string(&file).expect("was kept");
    let ends: Vec<usize> = written.match_indices('\n').map(|(at, _)| at).collect();
    assert_eq!(ends.len(), 3, "the match and two pairs");
    let [first, second, third] = [ends[0], ends[1], ends[2]];
    let cuts = [
        0,
        1,
        first - 1,
        first,
        first + 1,
        first + 40,
        second,
        second + 1,
    ];
    for cut in cuts.into_iter().chain([third - 1, third, third + 1]) {
        std::fs::write(&file, &written[..cut]).expect("writes");
        let mut told = Vec::new();
        let resumed = play(&args, &mut told).unwrap_or_else(|error| panic!("{cut}: {error}"));
        assert_eq!(resumed.deals_won, whole.deals_won, "cut at {cut}");
        assert_eq!(resumed.points, whole.points, "cut at {cut}");
        let told = String::from_utf8(told).expect("text");
        let kept = [second, third].iter().filter(|end| cut >= **end).count();
        let begun = if kept == 1 { "1 of 2 pairs\n" } else { "" };
        assert_eq!(told, format!("{begun}2 of 2 pairs\n"), "cut at {cut}");
    }
    // What begins otherwise is another match, or none.
    std::fs::write(&file, "{\"a\":\"memory\"").expect("writes");
    let other = play(&args, &mut Vec::new());
    assert!(matches!(other, Err(ArenaError::OtherMatch(_))));
}

#[test]
fn a_report_ends_with_its_row_of_the_table() {
    let mut args = arguments(Kind::Greedy, Kind::Random, 2);
    let mut out = Vec::new();
    let report = play(&args, &mut out).expect("plays");
    report.write(&mut out).expect("writes");
    let text = String::from_utf8(out).expect("text");
    let row = text.lines().last().expect("a row");
    assert_eq!(row, report.row());
    let won = report.deals_won;
    let share = format!("{:.2} ({:.2} to {:.2})", won.mean, won.low, won.high);
    let command = "`--pairs 2 --seed 20`";
    let expected = format!("| greedy v random | tournament | {command} | {share} |");
    assert_eq!(row, expected);
    args.b = Kind::Search;
    args.pairs = 1;
    args.worlds = 1;
    args.budget_a = Some(20);
    let row = play(&args, &mut Vec::new()).expect("plays").row();
    assert!(
        row.contains("`--pairs 1 --seed 20 --worlds 1 --budget-a 20`"),
        "{row}"
    );
}

#[test]
fn the_worst_moves_come_with_a_better_one_and_the_same_each_time() {
    let mut args = arguments(Kind::Greedy, Kind::Memory, 2);
    args.design = Design::Contract;
    args.long_worlds = 10;
    let mut out = Vec::new();
    let report = worst(&args, 5, &mut out).expect("plays");
    assert_eq!(report.moves.len(), 5, "{report:?}");
    assert!(report.looked_at > 60, "{report:?}");
    assert!(report.looked_at_long < report.looked_at, "{report:?}");
    let mut before = f32::INFINITY;
    for worst in &report.moves {
        assert!(
            worst.loss <= before && worst.loss > worst.doubt,
            "{worst:?}"
        );
        assert!((worst.better_value - worst.value - worst.loss).abs() < 1e-5);
        assert_ne!(worst.made, worst.better);
        assert!(worst.pair < 2 && (1..=2).contains(&worst.deal) && worst.seat < 4);
        for card in worst.made.split(' ') {
            assert!(worst.hand.contains(card), "{worst:?}");
        }
        before = worst.loss;
    }
    args.threads = Some(1);
    assert_eq!(worst(&args, 5, &mut out).expect("plays"), report);
    let mut text = Vec::new();
    report.write(&mut text).expect("writes");
    let text = String::from_utf8(text).expect("text");
    assert!(text.contains("\n5. loses"), "{text}");
    assert!(text.contains(&report.moves[0].hand), "{text}");
}

#[test]
fn a_match_with_a_number_that_makes_no_sense_is_not_played() {
    let usual = arguments(Kind::Random, Kind::Random, 1);
    let mut out = Vec::new();
    let many = 1_000_001;
    let wrong = [
        (
            "pairs",
            ArenaArgs {
                pairs: 0,
                ..usual.clone()
            },
        ),
        (
            "pairs",
            ArenaArgs {
                pairs: many,
                ..usual.clone()
            },
        ),
        (
            "worlds",
            ArenaArgs {
                worlds: 0,
                ..usual.clone()
            },
        ),
        (
            "worlds",
            ArenaArgs {
                worlds: u32::MAX,
                ..usual.clone()
            },
        ),
        (
            "long-worlds",
            ArenaArgs {
                long_worlds: 0,
                ..usual.clone()
            },
        ),
        (
            "budget-a",
            ArenaArgs {
                budget_a: Some(0),
                ..usual.clone()
            },
        ),
        (
            "budget-a",
            ArenaArgs {
                budget_a: Some(many),
                ..usual.clone()
            },
        ),
        (
            "threads",
            ArenaArgs {
                threads: Some(0),
                ..usual.clone()
            },
        ),
        (
            "worst",
            ArenaArgs {
                worst: Some(0),
                ..usual.clone()
            },
        ),
    ];
    for (option, args) in wrong {
        match play(&args, &mut out) {
            Err(ArenaError::Number { name, .. }) => assert_eq!(name, option),
            other => panic!("--{option}: {other:?}"),
        }
    }
    assert!(out.is_empty());
}
