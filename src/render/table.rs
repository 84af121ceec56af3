//! The cards on the table in a trick, seat by seat.

use super::canvas::{Pixels, Tile};
use super::hand::pile;
use super::layout::{pile_width, step_for};
use super::tile::{self, CARD_H, CARD_W, HEAD, Look, NARROW, PLATE_W, Plate};
use super::{Face, Labels, MARGIN, Palette, WIDTH};

/// Width of a picture of a trick with at most four cards a seat, in pixels.
const SMALL: usize = 760;
/// From a nameplate to its first card in pixels.
const AFTER_PLATE: usize = 6;
/// Between seats in pixels.
const BETWEEN: usize = 16;
/// The most cards a seat can show beside another one.
const SIDE_BY_SIDE: usize = 7;

/// What one seat has played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// In the order shown.
    pub faces: Vec<Face>,
}

/// A trick, complete or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableSheet {
    /// By seat; `None` has not played yet.
    pub plays: [Option<Played>; 4],
    /// The seat that led, 0-3; its nameplate bears ▶.
    pub leader: usize,
    /// The seat that wins as it stands; its nameplate bears ★.
    pub standing: Option<usize>,
    /// The script of the nameplates and the jokers.
    pub labels: Labels,
    /// The colours of the suits.
    pub palette: Palette,
}

/// The trick as a PNG file on a transparent ground.
///
/// Up to seven cards a seat lie as at a table, play going counter-clockwise:
/// East below, South on the right, West above, North on the left. Longer plays
/// lie one seat below the other, the leader first. The size depends only on the
/// longest play.
#[must_use]
pub fn table(sheet: &TableSheet) -> Vec<u8> {
    let longest = sheet.plays.iter().map(|p| faces(p).len()).max();
    match longest.unwrap_or(0) {
        0..=4 => around(sheet, SMALL),
        5..=SIDE_BY_SIDE => around(sheet, WIDTH as usize),
        _ => listed(sheet),
    }
    .png(sheet.palette)
}

fn faces(play: &Option<Played>) -> &[Face] {
    play.as_ref().map_or(&[], |played| &played.faces)
}

impl TableSheet {
    const fn look(&self) -> Look {
        Look {
            palette: self.palette,
            labels: self.labels,
            large: false,
        }
    }

    fn plate(&self, seat: usize) -> Plate {
        Plate {
            seat,
            labels: self.labels,
            leader: self.leader == seat,
            standing: self.standing == Some(seat),
        }
    }
}

/// Seats round a table.
fn around(sheet: &TableSheet, width: usize) -> Pixels {
    let mut canvas = Pixels::new(width, 3 * CARD_H + 2 * BETWEEN + 2 * MARGIN);
    let room = (width - 2 * MARGIN - BETWEEN) / 2 - PLATE_W - AFTER_PLATE;
    // Middle of each seat in quarters of the width, and its row from the top.
    let places = [(2, 2), (3, 1), (2, 0), (1, 1)];
    for (seat, (quarter, row)) in places.into_iter().enumerate() {
        let cards = faces(&sheet.plays[seat]);
        let step = step_for(cards.len(), room);
        let wide = PLATE_W + AFTER_PLATE + pile_width(cards.len().max(1), step);
        let x = (width * quarter / 4).saturating_sub(wide / 2) / 2 * 2;
        let y = MARGIN + row * (CARD_H + BETWEEN);
        canvas.put(tile::plate(sheet.plate(seat), sheet.palette), x, y);
        let at = (x + PLATE_W + AFTER_PLATE, y);
        if sheet.plays[seat].is_none() {
            canvas.put(tile::slot(sheet.palette), at.0, at.1);
        }
        pile(&mut canvas, cards, at, step, sheet.look());
    }
    canvas
}

/// Seats one below the other.
fn listed(sheet: &TableSheet) -> Pixels {
    let seats: [usize; 4] = std::array::from_fn(|i| (sheet.leader + i) % 4);
    let blocks = seats.map(|seat| Block {
        plate: tile::plate(sheet.plate(seat), sheet.palette),
        faces: sheet.plays[seat].as_ref().map(|p| &p.faces[..]),
    });
    stack(&blocks, sheet.look())
}

/// A nameplate with any number of cards beside it.
pub(super) struct Block<'a> {
    pub(super) plate: &'static Tile,
    /// `None` leaves the place of a card free.
    pub(super) faces: Option<&'a [Face]>,
}

impl Block<'_> {
    const LEFT: usize = MARGIN + PLATE_W + AFTER_PLATE;
    const ROOM: usize = WIDTH as usize - Block::LEFT - MARGIN;

    fn cards(&self) -> usize {
        self.faces.map_or(0, <[Face]>::len)
    }

    fn lines(&self) -> usize {
        const A_LINE: usize = (Block::ROOM - CARD_W) / NARROW + 1;
        self.cards().div_ceil(A_LINE).max(1)
    }

    fn height(&self) -> usize {
        (self.lines() - 1) * HEAD + CARD_H
    }

    fn put(&self, canvas: &mut Pixels, y: usize, look: Look) {
        canvas.put(self.plate, MARGIN, y);
        let Some(faces) = self.faces else {
            canvas.put(tile::slot(look.palette), Block::LEFT, y);
            return;
        };
        let a_line = self.cards().div_ceil(self.lines()).max(1);
        let step = step_for(a_line, Block::ROOM);
        for (i, line) in faces.chunks(a_line).enumerate() {
            pile(canvas, line, (Block::LEFT, y + i * HEAD), step, look);
        }
    }
}

/// Blocks one below the other, on a ground as high as they need.
pub(super) fn stack(blocks: &[Block], look: Look) -> Pixels {
    let cards: usize = blocks.iter().map(Block::height).sum();
    let height = cards + blocks.len().saturating_sub(1) * BETWEEN + 2 * MARGIN;
    let mut canvas = Pixels::new(WIDTH as usize, height);
    let mut y = MARGIN;
    for block in blocks {
        block.put(&mut canvas, y, look);
        y += block.height() + BETWEEN;
    }
    canvas
}
