//! How long a computer player, or auto-play, takes to answer: drawn without
//! looking at a card, so that nothing can be read from it (RULES.md §11).

use std::ops::RangeInclusive;
use std::time::Duration;

use sha2::{Digest, Sha256};

use crate::game::{DealNumber, TableId};
use crate::rules::Seat;

/// Which answer the delay is for. `turn` is the seat's own count of turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The table.
    pub table: TableId,
    /// The deal.
    pub deal: DealNumber,
    /// The seat that answers.
    pub seat: Seat,
    /// The step's phase and turn, as in [`crate::game::Step`].
    pub turn: (char, u32),
}

/// A delay within the range, in whole milliseconds. The same moment gives the
/// same delay as long as the private seed is the same, so a restart changes
/// nothing; without the seed nobody can foresee it.
#[must_use]
pub fn delay(moment: Moment, seed: &[u8; 32], range: RangeInclusive<Duration>) -> Duration {
    let mut hash = Sha256::new();
    hash.update(seed);
    hash.update(moment.table.0.to_le_bytes());
    hash.update(moment.deal.0.to_le_bytes());
    hash.update([moment.seat.index() as u8]);
    hash.update(u32::from(moment.turn.0).to_le_bytes());
    hash.update(moment.turn.1.to_le_bytes());
    let digest = hash.finalize();
    let number = digest
        .iter()
        .take(8)
        .fold(0u64, |n, &b| n << 8 | u64::from(b));
    let (low, high) = (
        range.start().as_millis() as u64,
        range.end().as_millis() as u64,
    );
    Duration::from_millis(low + number % (high.saturating_sub(low) + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moment(turn: u32) -> Moment {
        Moment {
            table: TableId(7),
            deal: DealNumber(3),
            seat: Seat::ALL[2],
            turn: ('f', turn),
        }
    }

    #[test]
    fn delays_stay_in_range_and_spread_over_it() {
        let range = Duration::from_secs(2)..=Duration::from_secs(8);
        let seed = [5; 32];
        let delays: Vec<Duration> = (0..500)
            .map(|t| delay(moment(t), &seed, range.clone()))
            .collect();
        assert!(delays.iter().all(|d| range.contains(d)));
        assert!(delays.iter().any(|d| *d < Duration::from_secs(3)));
        assert!(delays.iter().any(|d| *d > Duration::from_secs(7)));
    }

    #[test]
    fn the_same_moment_gives_the_same_delay_only_with_the_same_seed() {
        let range = Duration::ZERO..=Duration::from_secs(1000);
        let once = delay(moment(1), &[1; 32], range.clone());
        assert_eq!(once, delay(moment(1), &[1; 32], range.clone()));
        assert_ne!(once, delay(moment(1), &[2; 32], range));
    }
}
