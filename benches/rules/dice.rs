//! Chance that costs next to nothing, so that the rules are what is measured.

/// A small generator (xorshift); the same seed gives the same numbers.
pub struct Dice(u64);

impl Dice {
    /// One that begins with that number.
    pub fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number below `sides`, which must not be 0.
    pub fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let high = u128::from(self.0) * sides as u128;
        (high >> 64) as usize
    }

    /// Puts the items in a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.roll(i + 1));
        }
    }

    /// One of the items.
    pub fn choose<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.roll(items.len())]
    }
}
