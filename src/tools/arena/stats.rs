//! Means over pairs, with what chance leaves open: a bootstrap over the pairs.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// How often the pairs are drawn anew.
const DRAWS: usize = 4000;

/// The mean of a value over pairs, with a 95 % interval. The draws come from a
/// seed of their own, so that the same pairs give the same interval.
pub(super) fn mean(values: &[f64]) -> (f64, f64, f64) {
    if values.is_empty() {
        return (0.0, 0.0, 0.0);
    }
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let mut chance = StdRng::seed_from_u64(0xb007);
    let mut means: Vec<f64> = (0..DRAWS)
        .map(|_| {
            let drawn = (0..values.len()).map(|_| values[chance.random_range(0..values.len())]);
            drawn.sum::<f64>() / count
        })
        .collect();
    means.sort_by(f64::total_cmp);
    (mean, means[DRAWS / 40], means[DRAWS - 1 - DRAWS / 40])
}

/// The value below which that share of the counted times lies, in microseconds.
pub(super) fn quantile(times: &[(u16, u32)], share: f64) -> f64 {
    let total: u64 = times.iter().map(|(_, n)| u64::from(*n)).sum();
    let mut below = 0;
    for (bucket, count) in times {
        below += u64::from(*count);
        if below as f64 >= share * total as f64 {
            return 1.1f64.powi(i32::from(*bucket));
        }
    }
    0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_holds_the_mean_and_shrinks_with_more_pairs() {
        let values = |n: usize| (0..n).map(|i| (i % 3) as f64).collect::<Vec<_>>();
        let (mean_few, low, high) = mean(&values(30));
        assert!((mean_few - 1.0).abs() < 1e-9);
        assert!(low < 1.0 && 1.0 < high);
        let (_, lower, higher) = mean(&values(300));
        assert!(higher - lower < high - low);
        assert_eq!(mean(&[]), (0.0, 0.0, 0.0));
    }

    #[test]
    fn quantiles_are_read_from_buckets() {
        let times = [(0, 50), (10, 45), (50, 5)];
        assert!((quantile(&times, 0.5) - 1.0).abs() < 1e-9);
        assert!((quantile(&times, 0.95) - 1.1f64.powi(10)).abs() < 1e-9);
        assert!((quantile(&[], 0.5)).abs() < 1e-9);
    }
}
