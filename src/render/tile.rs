//! Cards, nameplates and marks, each drawn once and kept for the life of the process.

use std::sync::OnceLock;

use super::canvas::Tile;
use super::outlines;
use super::palette::{self, Index, Palette};
use super::shapes::{Frame, GlyphStyle, Pen};
use super::{Face, Labels};
use crate::cards::{Card, Rank};

/// Width of a card in pixels.
pub(super) const CARD_W: usize = 116;
/// Height of a card in pixels.
pub(super) const CARD_H: usize = 172;
/// From one card to the next in a pile, where there is room, in pixels.
pub(super) const STEP: usize = 68;
/// The smallest step at which no rank is covered, in pixels.
pub(super) const NARROW: usize = 60;
/// Height of what a card says: rank and suit, in pixels.
pub(super) const HEAD: usize = 124;
/// Width of a nameplate in pixels.
pub(super) const PLATE_W: usize = 44;

/// Height of a rank in pixels; 17 where a picture is seen 360 pixels wide.
const RANK_H: f32 = 52.0;
/// The column that speaks while the next card covers the rest: its middle.
const COLUMN: f32 = 33.0;
const RADIUS: f32 = 11.0;
const LINE: f32 = 2.0;
const CARD: Frame = Frame {
    x: 0.0,
    y: 0.0,
    w: CARD_W as f32,
    h: CARD_H as f32,
};
const RANK: Frame = Frame {
    x: COLUMN - 26.0,
    y: 13.0,
    w: 52.0,
    h: RANK_H,
};
const SIGN: Frame = Frame::square(COLUMN, 98.0, 42.0);
const STAR: Frame = Frame::square(COLUMN, 138.0, 26.0);
/// In the star's place: the pale yellow face says level card as well.
const TICK: Frame = Frame::square(COLUMN, 136.0, 32.0);
const BAR: Frame = Frame {
    x: 9.0,
    y: CARD_H as f32 - 20.0,
    w: CARD_W as f32 - 18.0,
    h: 12.0,
};
/// The part that only the last card of a pile shows.
const OPEN: Frame = Frame::square(90.0, 120.0, 40.0);

/// A card's tile.
pub(super) fn face(face: Face, palette: Palette) -> &'static Tile {
    const KEYS: usize = Card::COUNT * 16;
    static TILES: [OnceLock<Tile>; KEYS] = [const { OnceLock::new() }; KEYS];
    let four = palette == Palette::FourColour;
    let marks = key(&[face.trump, face.level, face.chosen, four]);
    TILES[face.card.index() * 16 + marks].get_or_init(|| draw_face(face, palette))
}

/// A number for each combination.
fn key(bits: &[bool]) -> usize {
    bits.iter().fold(0, |key, &bit| key << 1 | usize::from(bit))
}

fn draw_face(face: Face, palette: Palette) -> Tile {
    let mut pen = Pen::new(CARD_W as u32, CARD_H as u32, palette);
    let ground = match (face.card.suit(), face.level) {
        (None, _) if face.card == Card::BIG_JOKER => palette::RED,
        (None, _) => palette::NIGHT,
        (Some(_), true) => palette::CREAM,
        (Some(_), false) => palette::WHITE,
    };
    sheet(&mut pen, CARD, ground);
    if let (Some(suit), Some(rank)) = (face.card.suit(), face.card.rank()) {
        let ink = palette.ink(suit);
        draw_rank(&mut pen, rank, ink);
        pen.suit(suit, SIGN, ink);
        pen.suit(suit, OPEN, ink);
        if face.level && !face.chosen {
            pen.star(STAR, palette::GOLD);
        }
    } else {
        draw_joker(&mut pen, face.card);
    }
    if face.trump {
        pen.plate(BAR, 6.0, palette::GOLD);
    }
    if face.chosen {
        pen.tick(TICK, palette::WHITE, palette::INK);
    }
    pen.finish(ground)
}

fn draw_rank(pen: &mut Pen, rank: Rank, ink: Index) {
    let outline = outlines::RANKS[rank.index()];
    let style = GlyphStyle {
        apart: 600.0,
        tail: if rank == Rank::Queen { 115.0 } else { 0.0 },
        heavier: 0.0,
    };
    if rank == Rank::Ten {
        pen.glyphs(&[outline, outlines::NOUGHT], style, RANK, ink);
    } else {
        pen.glyphs(&[outline], style, RANK, ink);
    }
}

/// A crown over a sun, or a moon over a star: no word in any language.
fn draw_joker(pen: &mut Pen, card: Card) {
    let top = Frame::square(COLUMN, 41.0, 52.0);
    let open = OPEN;
    if card == Card::BIG_JOKER {
        pen.crown(top, palette::CREAM);
        pen.sun(SIGN, palette::CREAM);
        pen.crown(open, palette::CREAM);
    } else {
        pen.moon(top, palette::WHITE);
        pen.star(SIGN, palette::WHITE);
        pen.moon(open, palette::WHITE);
    }
}

/// A card or a plate without anything on it.
fn sheet(pen: &mut Pen, frame: Frame, ground: Index) {
    pen.plate(frame, RADIUS, palette::BORDER);
    pen.plate(frame.inset(LINE), RADIUS - LINE, ground);
}

/// What a nameplate says.
#[derive(Clone, Copy)]
pub(super) struct Plate {
    /// 0-3 in playing order.
    pub(super) seat: usize,
    pub(super) labels: Labels,
    /// Marked with ▶.
    pub(super) leader: bool,
    /// Marked with ★ on a gold ground.
    pub(super) standing: bool,
}

/// A seat's nameplate.
pub(super) fn plate(plate: Plate, palette: Palette) -> &'static Tile {
    static TILES: [OnceLock<Tile>; 64] = [const { OnceLock::new() }; 64];
    let key = key(&[
        plate.seat & 1 != 0,
        plate.seat & 2 != 0,
        plate.labels == Labels::Chinese,
        plate.leader,
        plate.standing,
        palette == Palette::FourColour,
    ]);
    TILES[key].get_or_init(|| draw_plate(plate, palette))
}

const PLATE: Frame = Frame {
    x: 0.0,
    y: 0.0,
    w: PLATE_W as f32,
    h: CARD_H as f32,
};

fn draw_plate(plate: Plate, palette: Palette) -> Tile {
    let mut pen = Pen::new(PLATE_W as u32, CARD_H as u32, palette);
    let ground = if plate.standing {
        palette::GOLD
    } else {
        palette::WHITE
    };
    sheet(&mut pen, PLATE, ground);
    let middle = PLATE_W as f32 / 2.0;
    let (outlines, heavier) = match plate.labels {
        Labels::Latin => (&outlines::LATIN, 0.0),
        Labels::Chinese => (&outlines::CHINESE, 55.0),
    };
    let style = GlyphStyle {
        heavier,
        ..GlyphStyle::default()
    };
    let name = Frame::square(middle, 30.0, 34.0);
    pen.glyphs(&[outlines[plate.seat & 3]], style, name, palette::INK);
    if plate.leader {
        pen.arrow(Frame::square(middle + 2.0, 86.0, 28.0), palette::INK);
    }
    if plate.standing {
        pen.star(Frame::square(middle, 142.0, 36.0), palette::INK);
    }
    pen.finish(ground)
}

/// The nameplate of the bottom: a small stack of cards.
pub(super) fn bottom_plate(palette: Palette) -> &'static Tile {
    static TILES: [OnceLock<Tile>; 2] = [const { OnceLock::new() }; 2];
    TILES[palette as usize].get_or_init(|| {
        let mut pen = Pen::new(PLATE_W as u32, CARD_H as u32, palette);
        sheet(&mut pen, PLATE, palette::WHITE);
        for i in [-1.0, 0.0, 1.0] {
            let card = Frame {
                x: 12.0 - 4.0 * i,
                y: 70.0 + 7.0 * i,
                w: 20.0,
                h: 30.0,
            };
            pen.plate(card, 5.0, palette::INK);
            pen.plate(card.inset(3.0), 2.0, palette::WHITE);
        }
        pen.finish(palette::WHITE)
    })
}

/// The place of a card not yet played.
pub(super) fn slot(palette: Palette) -> &'static Tile {
    static TILES: [OnceLock<Tile>; 2] = [const { OnceLock::new() }; 2];
    TILES[palette as usize].get_or_init(|| {
        let mut pen = Pen::new(CARD_W as u32, CARD_H as u32, palette);
        pen.plate(CARD, RADIUS, palette::EDGE);
        pen.hole(CARD.inset(4.0), RADIUS - 4.0);
        pen.finish(palette::WHITE)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Suit;

    /// Rows in which the column of a card has a pixel unlike its face.
    fn rank_rows(card: Card, palette: Palette) -> (usize, usize) {
        let plain = Face::plain(card);
        let indexes = face(plain, palette).indexes();
        let ink = palette.ink(card.suit().expect("not a joker"));
        let inked = |y: &usize| {
            let row = &indexes[y * CARD_W..][..NARROW];
            row.contains(&ink)
        };
        let top = (0..CARD_H).find(inked).expect("a rank");
        let end = (top..CARD_H).find(|y| !inked(y)).expect("a gap below it");
        (top, end)
    }

    #[test]
    fn ranks_are_thirteen_pixels_high_on_a_phone() {
        for palette in Palette::ALL {
            for card in Card::ALL.into_iter().filter(|c| !c.is_joker()) {
                let (top, end) = rank_rows(card, palette);
                let seen = (end - top) as f32 * 360.0 / super::super::WIDTH as f32;
                assert!(seen >= 13.0, "{card}: {seen}");
            }
        }
    }

    #[test]
    fn every_rank_lies_in_the_column_that_stays_uncovered() {
        for card in Card::ALL.into_iter().filter(|c| !c.is_joker()) {
            let indexes = face(Face::plain(card), Palette::FourColour).indexes();
            for y in 4..HEAD {
                assert_eq!(indexes[y * CARD_W + NARROW], palette::WHITE, "{card}");
            }
        }
    }

    #[test]
    fn no_two_faces_look_alike() {
        for palette in Palette::ALL {
            let mut seen = std::collections::HashSet::new();
            for card in Card::ALL {
                for (trump, level) in [(false, false), (false, true), (true, false), (true, true)] {
                    if card.is_joker() && level {
                        continue;
                    }
                    let marked = Face {
                        trump,
                        level,
                        ..Face::plain(card)
                    };
                    assert!(seen.insert(face(marked, palette).indexes()));
                }
            }
        }
    }

    #[test]
    fn suits_differ_in_shape_not_only_in_hue() {
        for palette in Palette::ALL {
            let shapes: std::collections::HashSet<Vec<bool>> = Suit::ALL
                .into_iter()
                .map(|suit| {
                    let ink = palette.ink(suit);
                    let card = Face::plain(Card::new(suit, Rank::Ace));
                    let indexes = face(card, palette).indexes();
                    indexes.into_iter().map(|i| i == ink).collect()
                })
                .collect();
            assert_eq!(shapes.len(), 4);
        }
    }
}
