//! A trick of a finished deal with all four hands open.

use super::canvas::Pixels;
use super::hand::pile;
use super::layout::{pile_width, step_for};
use super::tile::{self, CARD_H, CARD_W, HEAD, Look, NARROW, PLATE_W, Plate};
use super::{Face, Labels, MARGIN, Palette, WIDTH};

/// From a nameplate to its first card in pixels.
const AFTER_PLATE: usize = 6;
/// Between what was played and what is left in the hand, in pixels.
const GAP: usize = 34;
/// Between seats in pixels.
const BETWEEN: usize = 16;
/// So many cards played leave room for the hand beside them.
const BESIDE: usize = 4;
/// Left end of the cards in pixels.
const LEFT: usize = MARGIN + PLATE_W + AFTER_PLATE;
/// Width for cards in pixels.
const ROOM: usize = WIDTH as usize - LEFT - MARGIN;

/// What one seat played to the trick, and what it kept.
#[derive(Clone, PartialEq, Eq)]
pub struct OpenSeat {
    /// In the order shown.
    pub played: Vec<Face>,
    /// In the order shown.
    pub kept: Vec<Face>,
}

/// A trick with all four hands. `Debug` shows only how many cards there are.
#[derive(Clone, PartialEq, Eq)]
pub struct OpenSheet {
    /// By seat.
    pub seats: [OpenSeat; 4],
    /// The seat that led, 0-3; its nameplate bears ▶.
    pub leader: usize,
    /// The seat that won; its nameplate bears ★.
    pub winner: Option<usize>,
    /// The script of the nameplates and the jokers.
    pub labels: Labels,
    /// The colours of the suits.
    pub palette: Palette,
}

impl std::fmt::Debug for OpenSheet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let cards: usize = self.seats.iter().map(OpenSeat::cards).sum();
        write!(f, "OpenSheet({cards} cards)")
    }
}

impl OpenSeat {
    fn cards(&self) -> usize {
        self.played.len() + self.kept.len()
    }
}

/// East, South, West and North one below the other, as a PNG file
/// [`WIDTH`] pixels wide: what each played on the left, what it
/// kept behind a gap or, behind a long play, below it.
#[must_use]
pub fn open(sheet: &OpenSheet) -> Vec<u8> {
    let blocks: Vec<Block> = sheet.seats.iter().map(Block::of).collect();
    let cards: usize = blocks.iter().map(Block::height).sum();
    let height = cards + (blocks.len() - 1) * BETWEEN + 2 * MARGIN;
    let mut canvas = Pixels::new(WIDTH as usize, height);
    let look = Look {
        palette: sheet.palette,
        labels: sheet.labels,
        large: false,
    };
    let mut y = MARGIN;
    for (seat, block) in blocks.iter().enumerate() {
        let plate = Plate {
            seat,
            labels: sheet.labels,
            leader: sheet.leader == seat,
            standing: sheet.winner == Some(seat),
        };
        canvas.put(tile::plate(plate, sheet.palette), MARGIN, y);
        for line in &block.lines {
            let at = (LEFT + line.x, y + line.y);
            pile(&mut canvas, line.faces, at, line.step, look);
        }
        y += block.height() + BETWEEN;
    }
    canvas.png(sheet.palette)
}

/// Cards side by side, placed within their block.
struct Line<'a> {
    faces: &'a [Face],
    x: usize,
    y: usize,
    step: usize,
}

/// All cards of one seat.
struct Block<'a> {
    lines: Vec<Line<'a>>,
}

impl<'a> Block<'a> {
    fn of(seat: &'a OpenSeat) -> Block<'a> {
        let mut lines = laid(&seat.played, 0, 0, ROOM);
        let beside = seat.played.len() <= BESIDE;
        let wide = lines
            .first()
            .map_or(CARD_W, |l| pile_width(l.faces.len(), l.step));
        let (x, y) = if beside {
            (wide + GAP, 0)
        } else {
            // The heads of long plays stay uncovered; the hand lies a little apart.
            let below = lines.last().map_or(0, |l| l.y);
            (0, below + CARD_H + BETWEEN / 2)
        };
        lines.extend(laid(&seat.kept, x, y, ROOM - x));
        Block { lines }
    }

    fn height(&self) -> usize {
        let lowest = self.lines.iter().map(|l| l.y).max();
        lowest.unwrap_or(0) + CARD_H
    }
}

/// Cards in as few lines as leave every rank uncovered.
fn laid(faces: &[Face], x: usize, y: usize, room: usize) -> Vec<Line<'_>> {
    let most = room.saturating_sub(CARD_W) / NARROW + 1;
    let lines = faces.len().div_ceil(most).max(1);
    let a_line = faces.len().div_ceil(lines).max(1);
    let step = step_for(a_line, room);
    let chunks = faces.chunks(a_line).enumerate();
    chunks
        .map(|(i, faces)| Line {
            faces,
            x,
            y: y + i * HEAD,
            step,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::two_decks;

    fn seat(played: usize, kept: usize) -> OpenSeat {
        let mut faces = two_decks().into_iter().map(Face::plain);
        OpenSeat {
            played: faces.by_ref().take(played).collect(),
            kept: faces.take(kept).collect(),
        }
    }

    #[test]
    fn every_rank_stays_uncovered_and_inside() {
        for played in 1..=25 {
            for kept in 0..=25 - played {
                let seat = seat(played, kept);
                let block = Block::of(&seat);
                let shown: usize = block.lines.iter().map(|l| l.faces.len()).sum();
                assert_eq!(shown, played + kept);
                for line in &block.lines {
                    assert!(line.step >= NARROW, "{played} and {kept}");
                    assert!(line.x + pile_width(line.faces.len(), line.step) <= ROOM);
                }
            }
        }
    }
}
