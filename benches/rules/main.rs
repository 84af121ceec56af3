//! How fast the rules are: whole deals, the legality of one follow, the judge.
//!
//! `cargo bench --bench rules [-- deals|follow|judge] [quick]`. `quick` does a
//! fifth of it, to see that all of it runs. Every measurement runs on
//! one core, several times; processor time is what is measured, and the best
//! round counts, so that other load on the machine weighs little.

mod cpu;
mod deals;
mod dice;
mod follow;
mod judge;

/// A measurement, told which part of its work to do.
type Run = fn(usize);

/// So much less is done when it shall be quick.
const QUICK: usize = 5;

fn main() {
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| !a.starts_with('-'))
        .collect();
    let quick = wanted.iter().any(|w| w == "quick");
    let part = if quick { QUICK } else { 1 };
    let runs: [(&str, Run); 3] = [
        ("deals", deals::run),
        ("follow", follow::run),
        ("judge", judge::run),
    ];
    for (name, run) in runs {
        let named = |(name, _): &(&str, Run)| wanted.iter().any(|w| w == name);
        let all = !runs.iter().any(named);
        if all || wanted.iter().any(|w| w == name) {
            run(part);
        }
    }
}
