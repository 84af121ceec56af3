//! Cards, nameplates and marks, each drawn once and kept for the life of the process.

use std::sync::OnceLock;

use super::canvas::Tile;
use super::outlines;
use super::palette::{self, Index, Palette};
use super::shapes::{Frame, GlyphStyle, Pen};
use super::{Face, Labels};
use crate::cards::{Card, Rank};

/// Width of a usual card in pixels.
pub(super) const CARD_W: usize = USUAL.width;
/// Height of a usual card in pixels.
pub(super) const CARD_H: usize = USUAL.height;
/// From one usual card to the next in a pile, where there is room, in pixels.
pub(super) const STEP: usize = USUAL.step;
/// The smallest step at which no rank of a usual card is covered, in pixels.
pub(super) const NARROW: usize = USUAL.narrow;
/// Height of what a usual card says: rank and suit, in pixels.
pub(super) const HEAD: usize = 124;
/// Width of a nameplate in pixels.
pub(super) const PLATE_W: usize = 44;

const RADIUS: f32 = 11.0;
const LINE: f32 = 2.0;

/// Where things stand on a card of some size, in pixels.
pub(super) struct Cut {
    /// Width of the card.
    pub(super) width: usize,
    /// Height of the card.
    pub(super) height: usize,
    /// From one card to the next in a pile, where there is room; even.
    pub(super) step: usize,
    /// The smallest step at which no rank is covered; even.
    pub(super) narrow: usize,
    /// The rank, in the column that speaks while the next card covers the rest.
    rank: Frame,
    /// A joker's crown or moon, in the rank's place.
    crown: Frame,
    sign: Frame,
    /// What a joker is called, below its crown or moon.
    name: Frame,
    star: Frame,
    /// In the star's place: the pale yellow face says level card as well.
    tick: Frame,
    /// The gold bar of trumps.
    bar: Frame,
    /// The part that only the last card of a pile shows.
    open: Frame,
}

/// The usual card. Its rank is 17 pixels high where a picture is seen 360
/// pixels wide.
pub(super) const USUAL: Cut = Cut {
    width: 116,
    height: 172,
    step: 68,
    narrow: 60,
    rank: Frame {
        x: 7.0,
        y: 13.0,
        w: 52.0,
        h: 52.0,
    },
    crown: Frame::square(33.0, 41.0, 52.0),
    sign: Frame::square(33.0, 98.0, 42.0),
    name: Frame {
        x: 8.0,
        y: 78.0,
        w: 50.0,
        h: 36.0,
    },
    star: Frame::square(33.0, 138.0, 26.0),
    tick: Frame::square(33.0, 136.0, 32.0),
    bar: Frame {
        x: 9.0,
        y: 152.0,
        w: 98.0,
        h: 12.0,
    },
    open: Frame::square(90.0, 120.0, 40.0),
};

/// The large card. Its rank is 20 pixels high where a picture is seen 360
/// pixels wide; more would weigh too much.
pub(super) const LARGE: Cut = Cut {
    width: 152,
    height: 205,
    step: 94,
    narrow: 82,
    rank: Frame {
        x: 11.0,
        y: 15.0,
        w: 63.0,
        h: 62.0,
    },
    crown: Frame::square(43.0, 46.0, 60.0),
    sign: Frame::square(43.0, 113.0, 42.0),
    name: Frame {
        x: 18.0,
        y: 94.0,
        w: 50.0,
        h: 36.0,
    },
    star: Frame::square(43.0, 160.0, 28.0),
    tick: Frame::square(43.0, 160.0, 36.0),
    bar: Frame {
        x: 10.0,
        y: 185.0,
        w: 132.0,
        h: 13.0,
    },
    open: Frame::square(118.0, 150.0, 36.0),
};

impl Cut {
    /// That of the size.
    pub(super) const fn of(large: bool) -> &'static Cut {
        if large { &LARGE } else { &USUAL }
    }

    const fn frame(&self) -> Frame {
        Frame {
            x: 0.0,
            y: 0.0,
            w: self.width as f32,
            h: self.height as f32,
        }
    }
}

/// How all cards of a picture look.
#[derive(Clone, Copy)]
pub(super) struct Look {
    pub(super) palette: Palette,
    /// The script of the jokers.
    pub(super) labels: Labels,
    pub(super) large: bool,
}

/// A card's tile.
pub(super) fn face(face: Face, look: Look) -> &'static Tile {
    const KEYS: usize = Card::COUNT * 64;
    static TILES: [OnceLock<Tile>; KEYS] = [const { OnceLock::new() }; KEYS];
    let four = look.palette == Palette::FourColour;
    // Only jokers have a word on them, the same in both Chinese scripts.
    let chinese = face.card.is_joker() && look.labels != Labels::Latin;
    let marks = key(&[
        face.trump,
        face.level,
        face.chosen,
        four,
        look.large,
        chinese,
    ]);
    TILES[face.card.index() * 64 + marks].get_or_init(|| draw_face(face, look))
}

/// A number for each combination.
fn key(bits: &[bool]) -> usize {
    bits.iter().fold(0, |key, &bit| key << 1 | usize::from(bit))
}

fn draw_face(face: Face, look: Look) -> Tile {
    let (palette, cut) = (look.palette, Cut::of(look.large));
    let mut pen = Pen::new(cut.width as u32, cut.height as u32, palette);
    let ground = match (face.card.suit(), face.level) {
        (None, _) if face.card == Card::BIG_JOKER => palette::RED,
        (None, _) => palette::NIGHT,
        (Some(_), true) => palette::CREAM,
        (Some(_), false) => palette::WHITE,
    };
    sheet(&mut pen, cut.frame(), ground);
    if let (Some(suit), Some(rank)) = (face.card.suit(), face.card.rank()) {
        let ink = palette.ink(suit);
        draw_rank(&mut pen, rank, ink, cut.rank);
        pen.suit(suit, cut.sign, ink);
        pen.suit(suit, cut.open, ink);
        if face.level && !face.chosen {
            pen.star(cut.star, palette::GOLD);
        }
    } else {
        draw_joker(&mut pen, face.card, look.labels, cut);
    }
    if face.trump {
        pen.plate(cut.bar, 6.0, palette::GOLD);
    }
    if face.chosen {
        pen.tick(cut.tick, palette::WHITE, palette::INK);
    }
    pen.finish(ground)
}

fn draw_rank(pen: &mut Pen, rank: Rank, ink: Index, at: Frame) {
    let outline = outlines::RANKS[rank.index()];
    let style = GlyphStyle {
        apart: 600.0,
        tail: if rank == Rank::Queen { 115.0 } else { 0.0 },
        heavier: 0.0,
    };
    if rank == Rank::Ten {
        pen.glyphs(&[outline, outlines::NOUGHT], style, at, ink);
    } else {
        pen.glyphs(&[outline], style, at, ink);
    }
}

/// A crown or a moon over what the texts call it: BJ or LJ, 大 or 小.
fn draw_joker(pen: &mut Pen, card: Card, labels: Labels, cut: &Cut) {
    let big = card == Card::BIG_JOKER;
    let (draw, colour): (fn(&mut Pen, Frame, Index), Index) = if big {
        (Pen::crown, palette::CREAM)
    } else {
        (Pen::moon, palette::WHITE)
    };
    draw(pen, cut.crown, colour);
    draw(pen, cut.open, colour);
    if labels == Labels::Latin {
        let (first, apart) = if big {
            (outlines::B, 690.0)
        } else {
            (outlines::L, 600.0)
        };
        let style = GlyphStyle {
            apart,
            tail: 200.0,
            heavier: 0.0,
        };
        let jack = outlines::RANKS[Rank::Jack.index()];
        pen.glyphs(&[first, jack], style, cut.name, colour);
    } else {
        let word = if big { outlines::BIG } else { outlines::LITTLE };
        let style = GlyphStyle {
            heavier: 55.0,
            ..GlyphStyle::default()
        };
        pen.glyphs(&[word], style, cut.name, colour);
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
    static TILES: [OnceLock<Tile>; 128] = [const { OnceLock::new() }; 128];
    let key = key(&[
        plate.seat & 1 != 0,
        plate.seat & 2 != 0,
        plate.labels != Labels::Latin,
        plate.labels == Labels::Traditional,
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
        Labels::Traditional => (&outlines::TRADITIONAL, 55.0),
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
        pen.plate(USUAL.frame(), RADIUS, palette::EDGE);
        pen.hole(USUAL.frame().inset(4.0), RADIUS - 4.0);
        pen.finish(palette::WHITE)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Suit;

    fn look(palette: Palette, large: bool) -> Look {
        Look {
            palette,
            labels: Labels::Latin,
            large,
        }
    }

    /// Rows in which the column of a card has a pixel unlike its face.
    fn rank_rows(card: Card, palette: Palette, large: bool) -> (usize, usize) {
        let (plain, cut) = (Face::plain(card), Cut::of(large));
        let indexes = face(plain, look(palette, large)).indexes();
        let ink = palette.ink(card.suit().expect("not a joker"));
        let inked = |y: &usize| {
            let row = &indexes[y * cut.width..][..cut.narrow];
            row.contains(&ink)
        };
        let top = (0..cut.height).find(inked).expect("a rank");
        let end = (top..cut.height)
            .find(|y| !inked(y))
            .expect("a gap below it");
        (top, end)
    }

    #[test]
    fn ranks_are_thirteen_pixels_high_on_a_phone_and_large_ones_twenty() {
        for (large, least) in [(false, 13.0), (true, 20.0)] {
            for palette in Palette::ALL {
                for card in Card::ALL.into_iter().filter(|c| !c.is_joker()) {
                    let (top, end) = rank_rows(card, palette, large);
                    let seen = (end - top) as f32 * 360.0 / super::super::WIDTH as f32;
                    assert!(seen >= least, "{card}: {seen}");
                }
            }
        }
    }

    #[test]
    fn every_rank_lies_in_the_column_that_stays_uncovered() {
        for (large, head) in [(false, HEAD), (true, 150)] {
            let cut = Cut::of(large);
            for card in Card::ALL.into_iter().filter(|c| !c.is_joker()) {
                let indexes = face(Face::plain(card), look(Palette::FourColour, large)).indexes();
                for y in 4..head {
                    let there = indexes[y * cut.width + cut.narrow];
                    assert_eq!(there, palette::WHITE, "{card}");
                }
            }
        }
    }

    #[test]
    fn what_a_joker_is_called_stays_uncovered_and_is_that_of_the_reader() {
        for large in [false, true] {
            let cut = Cut::of(large);
            let column = |card: Card, labels: Labels| -> Vec<u8> {
                let look = Look {
                    labels,
                    ..look(Palette::FourColour, large)
                };
                let indexes = face(Face::plain(card), look).indexes();
                let (top, end) = (cut.name.y as usize, (cut.name.y + cut.name.h) as usize);
                let rows = indexes.chunks(cut.width).take(end).skip(top);
                rows.flat_map(|row| row[4..=cut.narrow].to_vec()).collect()
            };
            let mut seen = std::collections::HashSet::new();
            for (card, ground) in [
                (Card::BIG_JOKER, palette::RED),
                (Card::LITTLE_JOKER, palette::NIGHT),
            ] {
                let both = [Labels::Chinese, Labels::Traditional].map(|l| column(card, l));
                assert_eq!(both[0], both[1]);
                for name in [column(card, Labels::Latin), both[0].clone()] {
                    let edge = name.chunks(cut.narrow - 3).map(|row| row[row.len() - 1]);
                    assert!(edge.into_iter().all(|i| i == ground));
                    let shape: Vec<bool> = name.iter().map(|&i| i == ground).collect();
                    assert!(seen.insert(shape), "a word of its own");
                }
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
                    assert!(seen.insert(face(marked, look(palette, false)).indexes()));
                    assert!(seen.insert(face(marked, look(palette, true)).indexes()));
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
                    let indexes = face(card, look(palette, false)).indexes();
                    indexes.into_iter().map(|i| i == ink).collect()
                })
                .collect();
            assert_eq!(shapes.len(), 4);
        }
    }
}
