//! How fast the rules are: whole deals, the legality of one follow, the judge.
//!
//! `cargo bench --bench rules [-- deals|follow|judge]`. Every measurement runs on
//! one core, several times; processor time is what is measured, and the best
//! round counts, so that other load on the machine weighs little.

mod cpu;
mod deals;
mod dice;
mod follow;
mod judge;

fn main() {
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| !a.starts_with('-'))
        .collect();
    let runs: [(&str, fn()); 3] = [
        ("deals", deals::run),
        ("follow", follow::run),
        ("judge", judge::run),
    ];
    for (name, run) in runs {
        if wanted.is_empty() || wanted.iter().any(|w| w == name) {
            run();
        }
    }
}
