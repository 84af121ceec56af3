//! The pairs of one category laid out so that linked pairs are neighbouring bits.

/// The pairs of a hand in one category. Bit *i* stands for a place in the
/// order of the category; a pair at *i + 1* is linked to the one at *i*, and
/// unlinked neighbours have an empty place between them. A tractor is thus a
/// run of ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// The places that hold a pair.
    pub bits: u32,
    /// The place that off-suit level cards share, as a bit; 0 when there is none.
    pub crowd: u32,
    /// How many more pairs stand at that place.
    pub spare: u8,
    /// Both places of an ace that is high or low, as bits; 0 when there is none.
    pub ace: u32,
}

impl Line {
    /// The longest tractor of at most `cap` pairs and at least two; of
    /// several the strongest. Answers its highest place and its length.
    pub fn longest(self, cap: usize) -> Option<(u32, usize)> {
        let mut starts = self.bits & self.bits >> 1;
        if starts == 0 || cap < 2 {
            return None;
        }
        let mut length = 2;
        while length < cap {
            let longer = starts & self.bits >> length;
            if longer == 0 {
                break;
            }
            starts = longer;
            length += 1;
        }
        let start = 31 - starts.leading_zeros();
        Some((start + length as u32 - 1, length))
    }

    /// The highest place of a tractor of exactly that length that ends at or
    /// below `top`.
    pub fn tractor_below(self, length: usize, top: u32) -> Option<u32> {
        let mut starts = self.bits;
        for i in 1..length {
            starts &= self.bits >> i;
        }
        let last_start = (top + 1).checked_sub(length as u32)?;
        starts &= u32::MAX >> (31 - last_start.min(31));
        (starts != 0).then(|| 31 - starts.leading_zeros() + length as u32 - 1)
    }

    /// Without the tractor of that length ending at that place.
    pub fn without(self, top: u32, length: usize) -> Line {
        let run = run(top, length);
        let mut rest = Line {
            bits: self.bits & !run,
            ..self
        };
        if run & rest.crowd != 0 && rest.spare > 0 {
            rest.spare -= 1;
            rest.bits |= rest.crowd;
        }
        if run & rest.ace != 0 {
            rest.bits &= !rest.ace;
        }
        rest
    }

    /// Whether tractors of these lengths can be taken out together, and the
    /// highest place at which the first of them can then end.
    pub fn pack(self, lengths: &[u8]) -> Option<u32> {
        let Some((&first, others)) = lengths.split_first() else {
            return Some(0);
        };
        let length = first as usize;
        let mut top = 31;
        while let Some(end) = self.tractor_below(length, top) {
            if self.without(end, length).pack(others).is_some() {
                return Some(end);
            }
            top = end.checked_sub(1)?;
        }
        None
    }
}

/// The places of a run, as bits.
pub(super) fn run(top: u32, length: usize) -> u32 {
    let ones = (1u64 << length) - 1;
    (ones << (top + 1 - length as u32)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(bits: u32) -> Line {
        Line {
            bits,
            crowd: 0,
            spare: 0,
            ace: 0,
        }
    }

    #[test]
    fn the_longest_run_is_found_and_of_several_the_highest() {
        assert_eq!(line(0b1).longest(9), None);
        assert_eq!(line(0b11011).longest(9), Some((4, 2)));
        assert_eq!(line(0b110111).longest(9), Some((2, 3)));
        assert_eq!(line(0b110111).longest(2), Some((5, 2)));
        assert_eq!(line(0b110111).longest(1), None);
    }

    #[test]
    fn runs_are_packed_next_to_each_other() {
        assert_eq!(line(0b111111).pack(&[3, 3]), Some(5));
        assert_eq!(line(0b111101).pack(&[2, 2]), Some(5));
        assert_eq!(line(0b101111).pack(&[2, 2]), Some(3));
        assert_eq!(line(0b11011).pack(&[3]), None);
        assert_eq!(line(0b1101110).pack(&[2, 2, 2]), None);
    }

    #[test]
    fn a_shared_place_holds_as_many_pairs_as_stand_there() {
        let levels = Line {
            bits: 0b111,
            crowd: 0b010,
            spare: 1,
            ace: 0,
        };
        assert_eq!(levels.pack(&[2, 2]), Some(2));
        assert_eq!(line(0b111).pack(&[2, 2]), None);
    }

    #[test]
    fn an_ace_is_used_once() {
        let suit = Line {
            bits: 0b11_0000_0000_0011,
            crowd: 0,
            spare: 0,
            ace: 0b10_0000_0000_0001,
        };
        assert_eq!(suit.pack(&[2]), Some(13));
        assert_eq!(suit.pack(&[2, 2]), None);
    }
}
