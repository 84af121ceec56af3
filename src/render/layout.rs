//! Where the cards of a hand lie: piles in at most three rows, on a fixed ground.

use super::tile::{CARD_W, Cut, STEP};

/// Between two piles in pixels.
pub(super) const GAP: usize = 12;
/// Rows are not made more even than this share of the width, in percent, so
/// that a small hand is not torn apart.
const EVEN: usize = 58;

/// Cards of one group that lie together in one row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pile {
    /// Which group.
    pub(super) group: usize,
    /// Which of its cards.
    pub(super) cards: std::ops::Range<usize>,
    /// Left end in pixels from the row's start.
    pub(super) x: usize,
}

/// Piles in rows and how far their cards lie apart.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) rows: Vec<Vec<Pile>>,
    /// From one card to the next in pixels; even.
    pub(super) step: usize,
}

/// What may be done to make groups fit.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Splitting {
    /// Groups stay whole.
    Never,
    /// Only a group longer than a row is split.
    TooLong,
    /// Any group goes on in the next row.
    Freely,
    /// No gaps between groups either.
    Joined,
}

/// Width of a pile of usual cards in pixels.
pub(super) const fn pile_width(cards: usize, step: usize) -> usize {
    wide(cards, step, CARD_W)
}

/// Width of a pile of cards of that width in pixels.
const fn wide(cards: usize, step: usize, card: usize) -> usize {
    match cards {
        0 => 0,
        more => (more - 1) * step + card,
    }
}

/// The largest even step, at most [`STEP`], at which a pile of usual cards is
/// that narrow.
pub(super) const fn step_for(cards: usize, width: usize) -> usize {
    if cards < 2 || width < CARD_W {
        return STEP;
    }
    let step = (width - CARD_W) / (cards - 1) / 2 * 2;
    if step < STEP { step } else { STEP }
}

/// Lays groups of these sizes into at most `rows` rows of `width` pixels.
///
/// Prefers whole groups and wide steps, then even rows. When even joined piles
/// do not fit, the step shrinks until they do.
pub(super) fn lay(groups: &[usize], width: usize, rows: usize, cut: &Cut) -> Layout {
    let open = (cut.narrow..=cut.step).rev().step_by(4);
    let tries = [Splitting::Never, Splitting::TooLong, Splitting::Freely]
        .into_iter()
        .flat_map(|splitting| open.clone().map(move |step| (step, splitting)))
        .chain(
            (2..=cut.step)
                .rev()
                .step_by(2)
                .map(|s| (s, Splitting::Joined)),
        );
    for (step, splitting) in tries {
        let pack = |limit| pack(groups, step, limit, splitting, cut.width);
        let fits = |row: &Vec<Pile>| row_width(row, step, cut.width) <= width;
        if pack(width).len() > rows || !pack(width).iter().all(fits) {
            continue;
        }
        let even = (width * EVEN / 100..width)
            .step_by(8)
            .map(pack)
            .find(|found| found.len() <= rows && found.iter().all(fits));
        return Layout {
            rows: even.unwrap_or_else(|| pack(width)),
            step,
        };
    }
    Layout {
        rows: pack(groups, 0, width, Splitting::Joined, cut.width),
        step: 0,
    }
}

fn row_width(row: &[Pile], step: usize, card: usize) -> usize {
    row.last()
        .map_or(0, |pile| pile.x + wide(pile.cards.len(), step, card))
}

/// Fills row after row up to `limit`; a pile that must stay whole may stick out.
fn pack(
    groups: &[usize],
    step: usize,
    limit: usize,
    splitting: Splitting,
    card: usize,
) -> Vec<Vec<Pile>> {
    let mut rows: Vec<Vec<Pile>> = Vec::new();
    // Where the next pile would start in the last row.
    let mut x = limit;
    for (group, &size) in groups.iter().enumerate() {
        let mut from = 0;
        while from < size {
            let left = size - from;
            let fits = |x: usize| match limit.checked_sub(x + card) {
                Some(room) => room.checked_div(step).map_or(left, |n| n + 1),
                None => 0,
            };
            let whole = fits(x) >= left;
            let torn = match splitting {
                Splitting::Never => false,
                Splitting::TooLong => fits(0) < left && fits(x) >= 4,
                Splitting::Freely => fits(x) >= 2,
                Splitting::Joined => fits(x) >= 1,
            };
            if rows.is_empty() || !(whole || torn) {
                rows.push(Vec::new());
                x = 0;
            }
            let count = if splitting == Splitting::Never {
                left
            } else {
                fits(x).clamp(1, left)
            };
            if let Some(row) = rows.last_mut() {
                row.push(Pile {
                    group,
                    cards: from..from + count,
                    x,
                });
            }
            from += count;
            x += if splitting == Splitting::Joined {
                count * step
            } else {
                wide(count, step, card) + GAP
            };
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::tile::{LARGE, NARROW, USUAL};

    const WIDTH: usize = 1084;

    #[track_caller]
    fn check(groups: &[usize], rows: &[usize]) -> Layout {
        let layout = lay(groups, WIDTH, 3, &USUAL);
        let counts: Vec<usize> = layout
            .rows
            .iter()
            .map(|row| row.iter().map(|p| p.cards.len()).sum())
            .collect();
        assert_eq!(counts, rows, "{layout:?}");
        sound(groups, &layout, &USUAL);
        layout
    }

    #[track_caller]
    fn sound(groups: &[usize], layout: &Layout, cut: &Cut) {
        assert!(layout.rows.len() <= 3, "{groups:?}");
        let mut next = (0, 0);
        for pile in layout.rows.iter().flatten() {
            while next.1 == groups[next.0] {
                next = (next.0 + 1, 0);
            }
            assert_eq!((pile.group, pile.cards.start), next);
            next.1 = pile.cards.end;
            assert!(pile.x.is_multiple_of(2));
            assert!(pile.x + wide(pile.cards.len(), layout.step, cut.width) <= WIDTH);
        }
        let cards: usize = layout.rows.iter().flatten().map(|p| p.cards.len()).sum();
        assert_eq!(cards, groups.iter().sum::<usize>());
    }

    #[test]
    fn usual_hands_keep_their_groups_whole_and_wide() {
        assert_eq!(check(&[9, 4, 4, 4, 4], &[9, 8, 8]).step, STEP);
        assert_eq!(check(&[12, 7, 7, 7], &[12, 14, 7]).step, 68);
        assert_eq!(check(&[3, 2], &[5]).step, STEP);
        check(&[], &[]);
    }

    #[test]
    fn long_groups_are_split_evenly_over_rows() {
        assert_eq!(check(&[33], &[11, 11, 11]).step, STEP);
        assert_eq!(check(&[36], &[12, 12, 12]).step, STEP);
        check(&[20, 5, 4, 4], &[13, 12, 8]);
    }

    #[test]
    fn any_grouping_fits_and_no_rank_is_covered() {
        for total in (0..=36).step_by(3) {
            for first in 0..=total {
                for second in (0..=total - first).step_by(2) {
                    let rest = total - first - second;
                    let groups = [
                        first,
                        second,
                        rest / 2,
                        rest / 3,
                        rest - rest / 2 - rest / 3,
                    ];
                    for cut in [&USUAL, &LARGE] {
                        let layout = lay(&groups, WIDTH, 3, cut);
                        sound(&groups, &layout, cut);
                        assert!(layout.step >= cut.narrow, "{groups:?}");
                    }
                }
            }
        }
        for (cards, rows) in [(11, 1), (22, 2)] {
            for first in 0..=cards {
                let rest = cards - first;
                let groups = [first, rest / 4, rest / 4, rest / 4, rest - rest / 4 * 3];
                let layout = lay(&groups, WIDTH, rows, &USUAL);
                assert!(
                    layout.rows.len() <= rows && layout.step >= NARROW,
                    "{groups:?}"
                );
                sound(&groups, &layout, &USUAL);
            }
        }
        let singles = lay(&[1; 36], WIDTH, 3, &USUAL);
        sound(&[1; 36], &singles, &USUAL);
        assert!(singles.step >= NARROW);
        sound(&[54, 54], &lay(&[54, 54], WIDTH, 3, &USUAL), &USUAL);
    }
}
