//! Comparing choices over worlds: the same worlds for all, and the choice made
//! without search stands unless another is surely better.

/// How much of what chance leaves open is held against a new choice.
const DOUBT: f32 = 0.8;
/// A choice so much behind the best, in the same measure, is not looked at further.
const BEHIND: f32 = 3.0;
/// Worlds before a choice is given up.
const FIRST: usize = 10;

/// Values of choices, world by world. The first choice is the incumbent.
pub(crate) struct Comparison {
    values: Vec<Vec<f32>>,
    open: Vec<bool>,
}

impl Comparison {
    pub(crate) fn new(choices: usize) -> Comparison {
        Comparison {
            values: vec![Vec::new(); choices],
            open: vec![true; choices],
        }
    }

    /// The choices still looked at.
    pub(crate) fn open(&self) -> Vec<usize> {
        let open = |at: &usize| self.open[*at];
        (0..self.values.len()).filter(open).collect()
    }

    /// Takes the value of a choice in the next world.
    pub(crate) fn add(&mut self, choice: usize, value: f32) {
        self.values[choice].push(value);
    }

    /// Gives up choices that are surely worse than the best; the incumbent stays.
    pub(crate) fn prune(&mut self) {
        if self.values[0].len() < FIRST {
            return;
        }
        let best = self.leader();
        for choice in 1..self.values.len() {
            if self.open[choice] && choice != best {
                let (mean, doubt) = self.difference(choice, best);
                self.open[choice] = mean + BEHIND * doubt > 0.0;
            }
        }
    }

    /// The choice with the best mean among those looked at to the end.
    pub(crate) fn leader(&self) -> usize {
        let mut best = 0;
        for choice in self.open() {
            if self.mean(choice) > self.mean(best) {
                best = choice;
            }
        }
        best
    }

    /// The best choice, if it is surely better than the incumbent.
    pub(crate) fn chosen(&self) -> usize {
        let best = self.leader();
        if best == 0 {
            return 0;
        }
        if self.worlds() == 1 {
            // There is no doubt where there is one world only.
            return best;
        }
        let (mean, doubt) = self.difference(best, 0);
        if mean > DOUBT * doubt { best } else { 0 }
    }

    /// How many worlds the incumbent was looked at in.
    pub(crate) fn worlds(&self) -> usize {
        self.values.first().map_or(0, Vec::len)
    }

    /// The mean value of a choice.
    pub(crate) fn mean(&self, choice: usize) -> f32 {
        let values = &self.values[choice];
        values.iter().sum::<f32>() / values.len().max(1) as f32
    }

    /// By how much a choice is better than another in the same worlds, and the
    /// standard error of that.
    pub(crate) fn difference(&self, choice: usize, other: usize) -> (f32, f32) {
        let pairs = self.values[choice].iter().zip(&self.values[other]);
        let differences: Vec<f32> = pairs.map(|(a, b)| a - b).collect();
        let count = differences.len().max(1) as f32;
        let mean = differences.iter().sum::<f32>() / count;
        let squares: f32 = differences.iter().map(|d| (d - mean) * (d - mean)).sum();
        // Where all agree so far, that is not yet certainty.
        let spread = (squares / (count - 1.0).max(1.0)).max(0.01);
        (mean, (spread / count).sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compared(values: &[&[f32]]) -> Comparison {
        let mut comparison = Comparison::new(values.len());
        for (choice, values) in values.iter().enumerate() {
            for &value in *values {
                comparison.add(choice, value);
            }
        }
        comparison
    }

    #[test]
    fn the_incumbent_stands_unless_another_is_surely_better() {
        let even = [1.0, -1.0, 1.0, -1.0];
        assert_eq!(compared(&[&even, &[-1.0, 1.2, -1.0, 1.2]]).chosen(), 0);
        assert_eq!(compared(&[&even, &[2.0, 0.0, 2.0, 0.0]]).chosen(), 1);
        assert_eq!(compared(&[&even, &[0.0, -2.0, 0.0, -2.0]]).chosen(), 0);
    }

    #[test]
    fn choices_far_behind_are_given_up() {
        let mut three = compared(&[&[0.0; 10], &[-1.0; 10], &[0.01; 10]]);
        three.prune();
        assert_eq!(three.open(), [0, 2]);
        let mut few = compared(&[&[0.0; 2], &[-1.0; 2]]);
        few.prune();
        assert_eq!(few.open(), [0, 1]);
    }
}
