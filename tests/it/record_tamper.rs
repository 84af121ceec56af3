//! A record that was changed is refused, and the line that was is named.

use chaodipi::cards::{Card, two_decks};
use chaodipi::game::ClockChoice;

use crate::record_support::{forged, lines, play, simulated};

/// The record of a game of two deals.
fn record(rules: &str) -> Vec<String> {
    lines(&simulated(rules, ClockChoice::Relaxed, 12, 2))
}

/// The place of the nth line of that kind.
fn line_of(lines: &[String], kind: &str, nth: usize) -> usize {
    let start = format!("{{\"event\":\"{kind}\"");
    let mut found = lines
        .iter()
        .enumerate()
        .filter(|(_, l)| l.starts_with(&start));
    found.nth(nth).expect("such a line").0
}

/// Changes a line by replacing `old`, which it must hold.
fn change(lines: &mut [String], at: usize, old: &str, new: &str) {
    assert!(lines[at].contains(old), "{old} in {}", lines[at]);
    lines[at] = lines[at].replacen(old, new, 1);
}

/// A change is found at that line, whether or not the sums were made to hold.
fn refused_at(lines: &[String], at: usize, why: &str) {
    for lines in [lines.to_vec(), forged(lines)] {
        let misfit = play(&lines).expect_err("a changed record");
        assert_eq!(misfit.line, at + 1, "{misfit}");
        assert!(misfit.why.contains(why), "{misfit}");
    }
}

/// A change that nobody can see but by the sums.
fn refused_by_its_sum(lines: &[String], at: usize) {
    let misfit = play(lines).expect_err("a changed record");
    assert_eq!(misfit.line, at + 1, "{misfit}");
}

/// A card as it stands in a line, and another that is not in the line.
fn cards_of(line: &str) -> (String, String) {
    let quoted = |c: Card| format!("\"{c}\"");
    let mut all = two_decks().into_iter().map(quoted);
    let there = all.find(|c| line.contains(c.as_str())).expect("a card");
    let other = two_decks().into_iter().map(quoted);
    let other = other.rev().find(|c| !line.contains(c.as_str()));
    (there, other.expect("another card"))
}

#[test]
fn an_unchanged_record_fits_and_so_does_one_written_anew() {
    for rules in ["tournament", "double-dig", "five-ten-king"] {
        let lines = record(rules);
        assert_eq!(forged(&lines), lines);
        play(&lines).expect("it fits");
    }
}

#[test]
fn a_card_that_was_changed_is_found() {
    for rules in ["tournament", "double-dig", "five-ten-king"] {
        let whole = record(rules);
        for nth in [0, 30, 50, 70] {
            let mut lines = whole.clone();
            let at = line_of(&lines, "played", nth);
            let (there, other) = cards_of(&lines[at]);
            change(&mut lines, at, &there, &other);
            refused_by_its_sum(&lines, at);
            // Whoever makes the sums hold is found out by the rules, there or
            // where the card that was played so is missing.
            let misfit = play(&forged(&lines)).expect_err("a changed record");
            assert!(misfit.line > at, "{misfit}");
        }
    }
}

#[test]
fn a_card_that_the_seat_does_not_hold_is_named_as_such() {
    let mut lines = record("tournament");
    let at = line_of(&lines, "played", 4);
    // It has just been played by somebody else, twice.
    let gone: Vec<String> = lines[..at]
        .iter()
        .filter(|l| l.starts_with("{\"event\":\"played\""))
        .map(|l| cards_of(l).0)
        .collect();
    let hand = |l: &String| l.starts_with("{\"event\":\"settled\"");
    let settled = lines.iter().find(|l| hand(l)).expect("settled").clone();
    let seat = lines[at].split("\"seat\":").nth(1).expect("a seat")[..1].to_owned();
    let seat: usize = seat.parse().expect("a number");
    let hands: serde_json::Value = serde_json::from_str(&settled).expect("JSON");
    let own = hands["result"]["hands"][seat].to_string();
    let foreign = gone.iter().find(|c| !own.contains(c.as_str()));
    let foreign = foreign.expect("a card of another seat").clone();
    let (there, _) = cards_of(&lines[at]);
    change(&mut lines, at, &there, &foreign);
    refused_at(&lines, at, "refused: not_in_hand");
}

#[test]
fn lines_that_changed_places_are_found() {
    let whole = record("tournament");
    for kind in ["played", "trick-won", "dealt", "settled", "drawn"] {
        let mut lines = whole.clone();
        let at = line_of(&lines, kind, 0);
        lines.swap(at, at + 1);
        refused_at(&lines, at, "");
    }
    let mut lines = whole;
    let at = line_of(&lines, "played", 8);
    let other = line_of(&lines, "played", 12);
    lines.swap(at, other);
    refused_by_its_sum(&lines, at);
    play(&forged(&lines)).expect_err("a changed record");
}

#[test]
fn a_line_that_is_missing_is_found() {
    let whole = record("tournament");
    for at in (0..whole.len()).step_by(17) {
        let mut lines = whole.clone();
        lines.remove(at);
        refused_by_its_sum(&lines, at);
    }
    for kind in [
        "played",
        "trick-won",
        "dealt",
        "settled",
        "next-deal",
        "started",
    ] {
        let mut lines = whole.clone();
        let at = line_of(&lines, kind, 0);
        lines.remove(at);
        refused_at(&lines, at, "");
    }
}

#[test]
fn a_record_that_stops_too_early_is_refused_at_its_end() {
    let whole = record("tournament");
    for left in [1, whole.len() / 2, whole.len() - 1] {
        let misfit = play(&whole[..left]).expect_err("cut");
        assert_eq!(misfit.line, left + 1);
        assert_eq!(misfit.why, "the record stops before its end");
    }
    // The end says how many deals there are.
    let mut lines = whole.clone();
    let last = lines.len() - 1;
    change(&mut lines, last, "\"deals\":2", "\"deals\":3");
    refused_at(&lines, last, "");
    let misfit = play(&forged(&lines)).expect_err("changed");
    assert_eq!(misfit.why, "2 deals stand before it, not 3");
}

#[test]
fn a_level_that_was_changed_is_found() {
    let mut lines = record("tournament");
    let at = line_of(&lines, "dealt", 0);
    change(&mut lines, at, "\"level\":\"2\"", "\"level\":\"3\"");
    refused_at(
        &lines,
        at,
        "`dealt`: context.level must be \"2\", not \"3\"",
    );
    let mut lines = record("tournament");
    let at = line_of(&lines, "settled", 0);
    change(&mut lines, at, "\"level\":\"2\"", "\"level\":\"A\"");
    refused_at(&lines, at, "level must be \"2\", not \"A\"");
}

#[test]
fn a_result_that_was_changed_is_found() {
    for (old, new) in [
        ("\"change\":true", "\"change\":false"),
        ("\"change\":false", "\"change\":true"),
        ("\"multiplier\":", "\"multiplier\":1"),
        ("\"tricks\":", "\"tricks\":1"),
        ("\"dealer\":", "\"dealer\":1"),
    ] {
        let mut lines = record("tournament");
        let at = line_of(&lines, "settled", 0);
        let changed = lines[at].contains(old) && !lines[at].contains(new);
        if changed {
            change(&mut lines, at, old, new);
            refused_at(&lines, at, "");
        }
    }
    let mut lines = record("tournament");
    let at = line_of(&lines, "trick-won", 3);
    change(&mut lines, at, "\"points\":", "\"points\":1");
    refused_at(&lines, at, "`trick-won`: points must be");
}

#[test]
fn a_commitment_that_was_changed_is_found() {
    for rules in ["tournament", "double-dig"] {
        let mut lines = record(rules);
        let at = line_of(&lines, "dealt", 1);
        let (_, rest) = lines[at].split_once("\"commitment\":\"").expect("one");
        let digit = rest[..1].to_owned();
        let other = if digit == "0" { "1" } else { "0" };
        let (old, new) = (
            format!("\"commitment\":\"{digit}"),
            format!("\"commitment\":\"{other}"),
        );
        change(&mut lines, at, &old, &new);
        refused_at(&lines, at, "the commitment does not bind these cards");
    }
}

#[test]
fn other_cards_than_were_bound_are_found() {
    let mut lines = record("tournament");
    let at = line_of(&lines, "dealt", 0);
    let (before, cards) = lines[at].split_once("\"deck\":[").expect("a deck");
    let (cards, after) = cards.split_once(']').expect("its end");
    let mut cards: Vec<&str> = cards.split(',').collect();
    let other = cards.iter().position(|c| *c != cards[0]).expect("another");
    cards.swap(0, other);
    lines[at] = format!("{before}\"deck\":[{}]{after}", cards.join(","));
    refused_at(&lines, at, "the commitment does not bind these cards");
}

#[test]
fn rules_and_seats_that_were_changed_are_found() {
    let mut lines = record("tournament");
    change(
        &mut lines,
        1,
        "\"throw-penalty\":\"cards-taken-back\"",
        "\"throw-penalty\":\"flat\"",
    );
    refused_by_its_sum(&lines, 1);
    let mut lines = record("tournament");
    let at = line_of(&lines, "sat", 0);
    change(&mut lines, at, "\"seat\":0", "\"seat\":1");
    let misfit = play(&forged(&lines)).expect_err("changed");
    assert_eq!(misfit.line, at + 2, "two on one seat: {misfit}");
    let mut lines = record("tournament");
    change(&mut lines, 0, "\"format\":1", "\"format\":2");
    refused_at(&lines, 0, "the format is 2; this program reads 1");
}

#[test]
fn what_is_no_record_is_refused() {
    for (text, line) in [("", 1), ("\n\n", 1), ("nonsense", 1), ("{}", 1)] {
        let misfit = play(&[text.to_owned()]).expect_err("no record");
        assert_eq!(misfit.line, line, "{text}: {misfit}");
    }
    // A sealed answer does not belong in one.
    let mut lines = record("tournament");
    let at = line_of(&lines, "round-closed", 0);
    let answer = "{\"event\":\"answered\",\"seat\":0,\"act\":{\"do\":\"pass\"},\"person\":true,\"sum\":\"\"}";
    lines.insert(at, answer.to_owned());
    let misfit = play(&forged(&lines)).expect_err("changed");
    assert_eq!(
        (misfit.line, misfit.why.as_str()),
        (at + 1, "a sealed answer has no place in a record")
    );
}
