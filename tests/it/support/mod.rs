//! What several tests share.

pub mod crash;
pub mod openapi;
pub mod outcome;
pub mod puppet;
pub mod world;

/// How often to do something: `usually`, or `fully` where the environment has
/// `CHAODIPI_FULL` set, as `.ci/full` does.
pub fn full(usually: u64, fully: u64) -> u64 {
    if std::env::var_os("CHAODIPI_FULL").is_some() {
        fully
    } else {
        usually
    }
}
