//! `chaodipi judge` on `follow` questions, from text to text.

use std::fmt::Write as _;

use chaodipi::cards::{Card, CardSet, two_decks};
use chaodipi::rules::PRESETS;
use chaodipi::tools::judge;

use crate::cpu::Cpu;
use crate::dice::Dice;

/// Questions a second that must be reached.
const FLOOR: f64 = 20_000.0;
/// Questions of a round, and rounds; the best one counts.
const QUESTIONS: usize = 50_000;
const ROUNDS: usize = 5;

/// Asks the `part`th part of the questions.
pub fn run(part: usize) {
    let count = QUESTIONS / part;
    let questions = questions(count);
    let mut best = f64::MAX;
    for _ in 0..ROUNDS {
        let mut answers = Vec::with_capacity(questions.len());
        let start = Cpu::start();
        let understood = judge::run(questions.as_bytes(), &mut answers).expect("memory");
        best = best.min(start.elapsed().as_secs_f64());
        assert!(understood, "every question has an answer");
    }
    let rate = count as f64 / best;
    let mark = if rate < FLOOR {
        "  BELOW THE FLOOR"
    } else {
        ""
    };
    println!("judge: {rate:.0} follow questions a second (floor {FLOOR}){mark}");
}

/// One question a line: a lead of one or two cards, a hand of 25.
fn questions(count: usize) -> String {
    let mut dice = Dice::new(7);
    let mut deck = two_decks();
    let mut text = String::new();
    for n in 0..count {
        dice.shuffle(&mut deck);
        let mut lead = vec![deck[0]];
        if dice.roll(2) == 0 {
            lead.push(deck[0]);
        }
        let mut hand = CardSet::EMPTY;
        deck[1..]
            .iter()
            .filter(|&&c| c != deck[0])
            .take(25)
            .for_each(|&c| {
                hand.insert(c);
            });
        let play: Vec<Card> = hand.to_vec().into_iter().take(lead.len()).collect();
        let preset = PRESETS[n % PRESETS.len()].id;
        writeln!(
            text,
            "{{\"ask\":\"follow\",\"rules\":\"{preset}\",\"level\":\"8\",\"trump\":\"S\",\
             \"lead\":{},\"hand\":{},\"play\":{}}}",
            names(&lead),
            names(&hand.to_vec()),
            names(&play),
        )
        .expect("a String takes everything");
    }
    text
}

fn names(cards: &[Card]) -> String {
    let names: Vec<String> = cards.iter().map(|c| format!("\"{c}\"")).collect();
    format!("[{}]", names.join(","))
}
