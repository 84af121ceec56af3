//! Hands of 33 cards to PNG files: time and bytes, beside Pillow on the same hands.
//!
//! `cargo bench --bench hand_picture`; the interpreter is `python3`, or what
//! `CHAODIPI_PYTHON` names. Each hand is drawn several times; its best time
//! counts, and of those the median over the hands, so that other load on the
//! machine weighs on both sides alike and little.

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Instant;

use chaodipi::cards::{Card, Rank, Suit, two_decks};
use chaodipi::render::{Face, HandSheet, Labels, Palette, hand};
use rand::SeedableRng;
use rand::seq::SliceRandom;

const HANDS: u64 = 64;
const CARDS: usize = 33;
const ROUNDS: usize = 7;

fn main() {
    let hands: Vec<Vec<Card>> = (0..HANDS).map(deal).collect();
    println!("{HANDS} hands of {CARDS} cards, best of {ROUNDS} rounds a hand");
    let mut ours = 0.0;
    for palette in Palette::ALL {
        let found = draw_all(&hands, palette);
        report(&format!("{palette:?}"), &found);
        ours = median(&found.millis).max(ours);
    }
    match pillow(&hands) {
        Ok(found) => {
            report("Pillow, cards kept in memory", &found);
            let ratio = median(&found.millis) / ours;
            println!("{ratio:.1} times faster than Pillow (target: at least 12)");
        }
        Err(reason) => println!("NOT COMPARED WITH PILLOW: {reason}"),
    }
}

/// Milliseconds and bytes, hand by hand.
struct Found {
    millis: Vec<f64>,
    bytes: Vec<f64>,
}

fn deal(seed: u64) -> Vec<Card> {
    let mut cards = two_decks();
    cards.shuffle(&mut rand::rngs::StdRng::seed_from_u64(seed));
    cards.truncate(CARDS);
    cards
}

/// Sorts and marks a hand as at level seven with hearts as trump.
fn sheet(cards: &[Card], palette: Palette) -> HandSheet {
    let mut groups = vec![Vec::new(); 4];
    for &card in cards {
        let level = card.rank() == Some(Rank::Seven);
        let trump = level || card.is_joker() || card.suit() == Some(Suit::Hearts);
        let face = Face {
            trump,
            level,
            ..Face::plain(card)
        };
        let group = match card.suit() {
            _ if trump => 0,
            Some(Suit::Spades) | None => 1,
            Some(Suit::Diamonds) => 2,
            Some(Suit::Clubs | Suit::Hearts) => 3,
        };
        groups[group].push(face);
    }
    for group in &mut groups {
        let order = |f: &Face| (f.card.is_joker(), f.level, f.card.rank(), f.card);
        group.sort_by_key(|f| std::cmp::Reverse(order(f)));
    }
    HandSheet {
        groups,
        labels: Labels::Latin,
        palette,
        large: false,
    }
}

fn draw_all(hands: &[Vec<Card>], palette: Palette) -> Found {
    let mut found = Found {
        millis: vec![f64::MAX; hands.len()],
        bytes: vec![0.0; hands.len()],
    };
    for _ in 0..ROUNDS {
        for (i, cards) in hands.iter().enumerate() {
            let start = Instant::now();
            let file = hand(&sheet(cards, palette));
            let millis = start.elapsed().as_secs_f64() * 1000.0;
            found.millis[i] = found.millis[i].min(millis);
            found.bytes[i] = file.len() as f64;
        }
    }
    found
}

/// Runs the script beside this file on the same hands.
fn pillow(hands: &[Vec<Card>]) -> Result<Found, String> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/pillow_hand.py");
    let python = std::env::var("CHAODIPI_PYTHON").unwrap_or_else(|_| "python3".into());
    let mut child = Command::new(&python)
        .args([script, &ROUNDS.to_string()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|e| format!("{python} does not start ({e})"))?;
    let lines: String = hands
        .iter()
        .flat_map(|cards| sheet(cards, Palette::TwoColour).groups)
        .map(|group| group.iter().map(word).collect::<Vec<_>>().join(" ") + "\n")
        .collect();
    if let Some(mut input) = child.stdin.take() {
        // A script that has ended already says why below.
        let _ = input.write_all(lines.as_bytes());
    }
    let output = child.wait_with_output().map_err(|e| e.to_string())?;
    if !output.status.success() {
        return Err(format!("{python} failed; is Pillow installed for it?"));
    }
    let numbers: Vec<f64> = String::from_utf8_lossy(&output.stdout)
        .split_whitespace()
        .filter_map(|n| n.parse().ok())
        .collect();
    if numbers.len() != 2 * hands.len() {
        return Err("the script answered something else than times and bytes".into());
    }
    Ok(Found {
        millis: numbers.iter().copied().step_by(2).collect(),
        bytes: numbers.iter().copied().skip(1).step_by(2).collect(),
    })
}

/// A card and its marks for the script: `HK+`, `S7+*`.
fn word(face: &Face) -> String {
    let trump = if face.trump { "+" } else { "" };
    let level = if face.level { "*" } else { "" };
    format!("{}{trump}{level}", face.card)
}

fn median(numbers: &[f64]) -> f64 {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}

fn report(name: &str, found: &Found) {
    let largest = found.bytes.iter().copied().fold(0.0, f64::max);
    println!(
        "{name}: {:.2} ms, {:.0} bytes median, {largest:.0} bytes at most",
        median(&found.millis),
        median(&found.bytes),
    );
}
