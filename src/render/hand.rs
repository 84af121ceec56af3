//! One player's hand, on a ground whose size says how many cards it has and nothing else.

use super::canvas::Pixels;
use super::layout::{self, Pile};
use super::tile::{self, Cut, Look};
use super::{Face, Labels, MARGIN, Palette, WIDTH};

/// How much higher a chosen card lies, in pixels.
const RAISE: usize = 20;
/// Above the cards of the first row that lie lowest, in pixels.
const TOP: usize = RAISE + 4;
const ROWS: usize = 3;
/// Between a row and the raised cards of the next one, in pixels.
const BETWEEN: usize = 6;
/// As many groups as a hand usually has.
const GROUPS: usize = 5;
const ACROSS: usize = WIDTH as usize - 2 * MARGIN;

/// A hand, in the groups and the order in which it is shown.
///
/// `Debug` shows only how many cards there are.
#[derive(Clone, PartialEq, Eq)]
pub struct HandSheet {
    /// Left to right, then row by row; groups stay together where they can.
    pub groups: Vec<Vec<Face>>,
    /// The script of the jokers.
    pub labels: Labels,
    /// The colours of the suits.
    pub palette: Palette,
    /// Whether its cards are large.
    pub large: bool,
}

impl std::fmt::Debug for HandSheet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let cards: usize = self.groups.iter().map(Vec::len).sum();
        write!(f, "HandSheet({cards} cards)")
    }
}

/// How many rows a hand of so many cards has, whatever they are.
const fn rows(cards: usize, cut: &Cut) -> usize {
    let groups = GROUPS * cut.width + (GROUPS - 1) * layout::GAP;
    let per_row = GROUPS + ACROSS.saturating_sub(groups) / cut.step;
    match cards.div_ceil(per_row) {
        0 => 1,
        n if n < ROWS => n,
        _ => ROWS,
    }
}

/// From one row to the next in pixels.
const fn pitch(cut: &Cut) -> usize {
    RAISE + cut.height + BETWEEN
}

/// Height in pixels of a hand of so many cards: everybody knows how many they are.
#[must_use]
pub const fn hand_height(cards: usize, large: bool) -> u32 {
    let cut = Cut::of(large);
    let height = TOP + (rows(cards, cut) - 1) * pitch(cut) + cut.height + MARGIN;
    height as u32
}

/// The hand as a PNG file, [`WIDTH`] x [`hand_height`] pixels, on a transparent
/// ground. Up to 36 cards in any usual grouping keep their ranks uncovered.
#[must_use]
pub fn hand(sheet: &HandSheet) -> Vec<u8> {
    let cut = Cut::of(sheet.large);
    let look = Look {
        palette: sheet.palette,
        labels: sheet.labels,
        large: sheet.large,
    };
    let sizes: Vec<usize> = sheet.groups.iter().map(Vec::len).collect();
    let cards = sizes.iter().sum();
    let layout = layout::lay(&sizes, ACROSS, rows(cards, cut), cut);
    let height = hand_height(cards, sheet.large);
    let mut canvas = Pixels::new(WIDTH as usize, height as usize);
    for (i, row) in layout.rows.iter().enumerate() {
        let y = TOP + i * pitch(cut);
        for Pile { group, cards, x } in row {
            let faces = &sheet.groups[*group][cards.clone()];
            let at = (MARGIN + x, y);
            pile(&mut canvas, faces, at, layout.step, look);
        }
    }
    if sheet.large {
        canvas.small_png(sheet.palette)
    } else {
        canvas.png(sheet.palette)
    }
}

/// Lays cards one over the other, the top left corner of the first at `at`.
pub(super) fn pile(
    canvas: &mut Pixels,
    faces: &[Face],
    (left, top): (usize, usize),
    step: usize,
    look: Look,
) {
    for (i, &face) in faces.iter().enumerate() {
        let raise = if face.chosen { RAISE } else { 0 };
        let y = top.saturating_sub(raise);
        canvas.put(tile::face(face, look), left + i * step, y);
    }
}
