//! A finished game in one picture: levels over its deals, who dealt and who
//! won each, and what each seat did. Seats are drawn as paths; there are no names.

use super::canvas::Pixels;
use super::outlines;
use super::palette::{self, Index, Palette};
use super::shapes::{Frame, GlyphStyle, Pen};
use super::{Labels, WIDTH};
use crate::cards::Rank;

/// Height of the picture in pixels.
pub const SUMMARY_HEIGHT: u32 = 820;
/// The most deals whose dealers have room to be named.
const NAMED: usize = 20;
/// The ink of each side.
const INKS: [Index; 2] = [palette::INK, palette::RED];

/// Left, right, top and bottom of the levels in pixels.
const LEFT: f32 = 104.0;
const RIGHT: f32 = 1040.0;
const TOP: f32 = 62.0;
const FOOT: f32 = 430.0;
/// From the last rung up to where a side is that has passed it.
const CROWN: f32 = 54.0;
/// Top of the strip of deals, and its height.
const STRIP: f32 = 478.0;
const STRIP_H: f32 = 56.0;
/// Top of what each seat did, and the height of a line of it.
const SEATS: f32 = 568.0;
const LINE_H: f32 = 56.0;

/// A deal of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SummaryDeal {
    /// The rung of each side afterwards, from 0; one past the last rung where
    /// it has won the game.
    pub after: [usize; 2],
    /// The dealer's seat, 0-3.
    pub dealer: usize,
    /// The side that won the deal; nobody where the next is seized.
    pub won: Option<usize>,
    /// Whether the bottom was dug.
    pub dug: bool,
}

/// What a seat did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SummarySeat {
    /// Deals as dealer.
    pub dealt: u32,
    /// Fries.
    pub fries: u32,
    /// Bottoms dug.
    pub digs: u32,
}

/// A game, or as much of it as has been played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SummarySheet {
    /// The ladder.
    pub rungs: Vec<Rank>,
    /// The rung of each side at the beginning, from 0.
    pub start: [usize; 2],
    /// The deals, oldest first; at least one.
    pub deals: Vec<SummaryDeal>,
    /// By seat.
    pub seats: [SummarySeat; 4],
    /// The script of the seats.
    pub labels: Labels,
    /// The colours; those of the sides are the two inks of two-coloured cards.
    pub palette: Palette,
}

/// The game as a PNG file, [`WIDTH`] x [`SUMMARY_HEIGHT`] pixels, on a white card.
#[must_use]
pub fn summary(sheet: &SummarySheet) -> Vec<u8> {
    let mut pen = Pen::new(WIDTH, SUMMARY_HEIGHT, sheet.palette);
    let whole = Frame {
        x: 0.0,
        y: 0.0,
        w: WIDTH as f32,
        h: SUMMARY_HEIGHT as f32,
    };
    pen.plate(whole, 24.0, palette::WHITE);
    grid(&mut pen, sheet);
    for side in [1, 0] {
        levels(&mut pen, sheet, side);
    }
    strip(&mut pen, sheet);
    seats(&mut pen, sheet);
    let tile = pen.finish(palette::WHITE);
    let mut canvas = Pixels::new(WIDTH as usize, SUMMARY_HEIGHT as usize);
    canvas.put(&tile, 0, 0);
    canvas.png(sheet.palette)
}

/// Height of a rung on the picture.
fn level_y(sheet: &SummarySheet, rung: usize) -> f32 {
    let steps = sheet.rungs.len().saturating_sub(1).max(1);
    if rung > steps {
        // Past the last one; a little higher, so that the crown has room.
        return TOP;
    }
    FOOT - (FOOT - TOP - CROWN) * rung as f32 / steps as f32
}

/// After so many deals.
fn deal_x(sheet: &SummarySheet, deals: usize) -> f32 {
    LEFT + (RIGHT - LEFT) * deals as f32 / sheet.deals.len().max(1) as f32
}

/// Lines for some of the rungs, named at the left.
fn grid(pen: &mut Pen, sheet: &SummarySheet) {
    let count = sheet.rungs.len();
    let every = count.div_ceil(5).max(1);
    let named = |i: &usize| i.is_multiple_of(every) || i + 1 == count;
    for i in (0..count).filter(named) {
        let y = level_y(sheet, i);
        let line = Frame {
            x: LEFT - 8.0,
            y: y - 0.75,
            w: RIGHT - LEFT + 8.0,
            h: 1.5,
        };
        pen.plate(line, 0.5, palette::BORDER);
        rank(pen, sheet.rungs[i], Frame::square(52.0, y, 42.0));
    }
    let y = level_y(sheet, count);
    pen.crown(Frame::square(52.0, y, 44.0), palette::GOLD);
}

fn rank(pen: &mut Pen, rank: Rank, frame: Frame) {
    let outline = outlines::RANKS[rank.index()];
    let style = GlyphStyle {
        apart: 600.0,
        tail: if rank == Rank::Queen { 115.0 } else { 0.0 },
        heavier: 0.0,
    };
    let ten = [outline, outlines::NOUGHT];
    let glyphs = if rank == Rank::Ten {
        &ten[..]
    } else {
        &ten[..1]
    };
    pen.glyphs(glyphs, style, frame, palette::INK);
}

/// The way of a side: steps, with a mark after each deal. East and West are
/// squares, South and North rings, so that they differ without colour.
fn levels(pen: &mut Pen, sheet: &SummarySheet, side: usize) {
    let apart = if side == 0 { -4.0 } else { 4.0 };
    let rungs = std::iter::once(sheet.start[side]);
    let rungs: Vec<usize> = rungs
        .chain(sheet.deals.iter().map(|d| d.after[side]))
        .collect();
    let points: Vec<(f32, f32)> = rungs
        .iter()
        .enumerate()
        .map(|(i, &rung)| (deal_x(sheet, i), level_y(sheet, rung) + apart))
        .collect();
    pen.steps(&points, 9.0, INKS[side]);
    let size = if sheet.deals.len() > 40 { 12.0 } else { 24.0 };
    for &(x, y) in &points {
        let mark = Frame::square(x, y, size);
        if side == 0 {
            pen.plate(mark, 3.0, INKS[side]);
        } else {
            pen.plate(mark, size / 2.0 - 0.1, INKS[side]);
            pen.plate(mark.inset(size / 4.0), size / 4.0 - 0.1, palette::WHITE);
        }
    }
}

/// A field for each deal in the ink of its winners, with the dealer's seat; a
/// star below it where the bottom was dug.
fn strip(pen: &mut Pen, sheet: &SummarySheet) {
    let wide = (RIGHT - LEFT) / sheet.deals.len().max(1) as f32;
    let named = sheet.deals.len() <= NAMED;
    for (i, deal) in sheet.deals.iter().enumerate() {
        let between = if named { 3.0 } else { 1.0 };
        let field = Frame {
            x: LEFT + wide * i as f32 + between,
            y: STRIP,
            w: (wide - 2.0 * between).max(2.0),
            h: STRIP_H,
        };
        let ink = deal.won.map_or(palette::BORDER, |side| INKS[side & 1]);
        pen.plate(field, if named { 8.0 } else { 1.0 }, ink);
        let middle = field.x + field.w / 2.0;
        if named {
            let sign = Frame::square(middle, STRIP + STRIP_H / 2.0, 40.0);
            seat_sign(pen, sheet.labels, deal.dealer, sign, palette::WHITE);
        }
        if deal.dug {
            let size = if named { 28.0 } else { 14.0_f32.min(wide) };
            pen.star(Frame::square(middle, STRIP - 20.0, size), palette::GOLD);
        }
    }
}

fn seat_sign(pen: &mut Pen, labels: Labels, seat: usize, frame: Frame, ink: Index) {
    let (outlines, heavier) = match labels {
        Labels::Latin => (&outlines::LATIN, 0.0),
        Labels::Chinese => (&outlines::CHINESE, 45.0),
        Labels::Traditional => (&outlines::TRADITIONAL, 45.0),
    };
    let style = GlyphStyle {
        heavier,
        ..GlyphStyle::default()
    };
    pen.glyphs(&[outlines[seat & 3]], style, frame, ink);
}

/// A column for each seat: how often it was dealer (crown), fried (two
/// cards) and dug (star).
fn seats(pen: &mut Pen, sheet: &SummarySheet) {
    let marks = |i: usize| SEATS + 62.0 + LINE_H * (i as f32 + 0.5);
    pen.crown(Frame::square(52.0, marks(0), 42.0), palette::GOLD);
    fry(pen, Frame::square(52.0, marks(1), 44.0));
    pen.star(Frame::square(52.0, marks(2), 46.0), palette::GOLD);
    let wide = (RIGHT - LEFT) / 4.0;
    for (seat, did) in sheet.seats.iter().enumerate() {
        let middle = LEFT + wide * (seat as f32 + 0.5);
        let plate = Frame {
            x: middle - 45.0,
            y: SEATS,
            w: 90.0,
            h: 56.0,
        };
        pen.plate(plate, 10.0, INKS[seat % 2]);
        let sign = Frame::square(middle, SEATS + 28.0, 40.0);
        seat_sign(pen, sheet.labels, seat, sign, palette::WHITE);
        for (i, count) in [did.dealt, did.fries, did.digs].into_iter().enumerate() {
            let place = Frame {
                x: middle - 60.0,
                y: marks(i) - 21.0,
                w: 120.0,
                h: 42.0,
            };
            number(pen, count, place, palette::INK);
        }
    }
}

/// A pair of cards, one over the other.
fn fry(pen: &mut Pen, frame: Frame) {
    for shift in [0.0, 14.0] {
        let card = Frame {
            x: frame.x + shift,
            y: frame.y + shift / 2.0,
            w: frame.w - 14.0,
            h: frame.h - 7.0,
        };
        pen.plate(card, 6.0, palette::INK);
        pen.plate(card.inset(4.0), 3.0, palette::CREAM);
    }
}

/// A number in digits, centred.
pub(super) fn number(pen: &mut Pen, number: u32, frame: Frame, ink: Index) {
    let digits: Vec<&str> = number
        .to_string()
        .bytes()
        .map(|digit| match digit {
            b'0' => outlines::NOUGHT,
            b'1' => outlines::RANKS[Rank::Ten.index()],
            more => outlines::RANKS[usize::from(more - b'2')],
        })
        .collect();
    let style = GlyphStyle {
        apart: 640.0,
        ..GlyphStyle::default()
    };
    pen.glyphs(&digits, style, frame, ink);
}
