//! What several tests share.

use chaodipi::i18n::{Lang, Value, text};

pub mod crash;
pub mod damage;
pub mod first_version;
pub mod openapi;
pub mod outcome;
pub mod puppet;
pub mod world;

/// The first of the seeds that a test tries: `usually`, moved on by the number
/// in `CHAODIPI_SEED`, so that other ones can be tried as well.
pub fn seeds(usually: u64) -> u64 {
    let more = std::env::var("CHAODIPI_SEED").ok();
    usually + more.map_or(0, |more| more.parse().expect("CHAODIPI_SEED is a number"))
}

/// How often to do something: `usually`, or `fully` where the environment has
/// `CHAODIPI_FULL` set, as `.ci/full` does.
pub fn full(usually: u64, fully: u64) -> u64 {
    if std::env::var_os("CHAODIPI_FULL").is_some() {
        fully
    } else {
        usually
    }
}

/// Fails where a text does not hold that part.
#[track_caller]
pub fn tells(text: &str, part: &str) {
    assert!(text.contains(part), "{part:?} is not in {text}");
}

/// A text of the bot in English.
pub fn en(key: &str, args: Vec<(&'static str, Value)>) -> String {
    text(Lang::En, key, args)
}
