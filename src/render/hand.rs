//! One player's hand, on a ground whose size says nothing about it.

use super::canvas::Pixels;
use super::layout::{self, Pile};
use super::tile::{self, Cut};
use super::{Face, MARGIN, Palette, WIDTH};

/// Height of every hand of usual cards in pixels.
pub const HAND_HEIGHT: u32 = 600;
/// Height of every hand of large cards in pixels.
pub const LARGE_HAND_HEIGHT: u32 = 700;
/// How much higher a chosen card lies, in pixels.
const RAISE: usize = 20;
const ROWS: usize = 3;
/// Between a row and the raised cards of the next one, in pixels.
const BETWEEN: usize = 6;

/// A hand, in the groups and the order in which it is shown.
///
/// `Debug` shows only how many cards there are.
#[derive(Clone, PartialEq, Eq)]
pub struct HandSheet {
    /// Left to right, then row by row; groups stay together where they can.
    pub groups: Vec<Vec<Face>>,
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

/// The hand as a PNG file, always [`WIDTH`] x [`HAND_HEIGHT`] pixels, on a
/// transparent ground; [`LARGE_HAND_HEIGHT`] where the cards are large. Up to
/// 36 cards in any usual grouping keep their ranks uncovered.
#[must_use]
pub fn hand(sheet: &HandSheet) -> Vec<u8> {
    let cut = Cut::of(sheet.large);
    let height = if sheet.large {
        LARGE_HAND_HEIGHT
    } else {
        HAND_HEIGHT
    };
    let sizes: Vec<usize> = sheet.groups.iter().map(Vec::len).collect();
    let layout = layout::lay(&sizes, WIDTH as usize - 2 * MARGIN, ROWS, cut);
    let mut canvas = Pixels::new(WIDTH as usize, height as usize);
    for (i, row) in layout.rows.iter().enumerate() {
        let y = RAISE + 4 + i * (RAISE + cut.height + BETWEEN);
        for Pile { group, cards, x } in row {
            let faces = &sheet.groups[*group][cards.clone()];
            let at = (MARGIN + x, y);
            lay_pile(
                &mut canvas,
                faces,
                at,
                layout.step,
                sheet.palette,
                sheet.large,
            );
        }
    }
    if sheet.large {
        canvas.small_png(sheet.palette)
    } else {
        canvas.png(sheet.palette)
    }
}

/// Lays usual cards one over the other, the top left corner of the first at `at`.
pub(super) fn pile(
    canvas: &mut Pixels,
    faces: &[Face],
    at: (usize, usize),
    step: usize,
    palette: Palette,
) {
    lay_pile(canvas, faces, at, step, palette, false);
}

fn lay_pile(
    canvas: &mut Pixels,
    faces: &[Face],
    (left, top): (usize, usize),
    step: usize,
    palette: Palette,
    large: bool,
) {
    for (i, &face) in faces.iter().enumerate() {
        let raise = if face.chosen { RAISE } else { 0 };
        let y = top.saturating_sub(raise);
        canvas.put(tile::face(face, palette, large), left + i * step, y);
    }
}
