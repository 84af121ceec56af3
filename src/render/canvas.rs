//! A picture in memory at four bits a pixel, and its PNG form.

use super::palette::{BORDER, CLEAR, EDGE, Palette};

/// How hard the pixels are compressed: 6 weighs 15 % less than 4 for a
/// millisecond more.
const LEVEL: u8 = 6;
/// As hard as it goes: another 8 % less, for pictures that would weigh too much.
const HARDEST: u8 = 9;

/// Pixels as palette indexes, two a byte, the left one in the high half.
#[derive(Clone)]
pub(super) struct Pixels {
    width: usize,
    height: usize,
    bytes: Vec<u8>,
}

impl Pixels {
    /// All clear. The width must be even, so that every row starts at a byte.
    pub(super) fn new(width: usize, height: usize) -> Pixels {
        debug_assert!(width.is_multiple_of(2));
        Pixels {
            width,
            height,
            bytes: vec![CLEAR * 0x11; width / 2 * height],
        }
    }

    /// From one index a pixel, row by row.
    pub(super) fn from_indexes(width: usize, indexes: &[u8]) -> Pixels {
        debug_assert!(width.is_multiple_of(2));
        let bytes: Vec<u8> = indexes
            .chunks_exact(2)
            .map(|pair| pair[0] << 4 | pair[1])
            .collect();
        Pixels {
            width,
            height: indexes.len() / width,
            bytes,
        }
    }

    fn row(&self, y: usize) -> &[u8] {
        let stride = self.width / 2;
        &self.bytes[y * stride..(y + 1) * stride]
    }

    /// Puts a tile with its top left corner at (x, y); x is rounded down to an
    /// even number, and what would lie outside is cut off.
    pub(super) fn put(&mut self, tile: &Tile, x: usize, y: usize) {
        let stride = self.width / 2;
        let from = (x / 2).min(stride);
        let bytes = (tile.pixels.width / 2).min(stride - from);
        for (i, &mixed) in tile.mixed.iter().enumerate() {
            if y + i >= self.height {
                break;
            }
            let source = &tile.pixels.row(i)[..bytes];
            let start = (y + i) * stride + from;
            let target = &mut self.bytes[start..start + bytes];
            if mixed {
                for (under, &over) in target.iter_mut().zip(source) {
                    *under = cover(*under >> 4, over >> 4) << 4 | cover(*under & 15, over & 15);
                }
            } else {
                target.copy_from_slice(source);
            }
        }
    }

    /// As a PNG file: indexed, four bits, sixteen colours.
    pub(super) fn png(&self, palette: Palette) -> Vec<u8> {
        self.packed(palette, LEVEL)
    }

    /// The same, in as few bytes as can be.
    pub(super) fn small_png(&self, palette: Palette) -> Vec<u8> {
        self.packed(palette, HARDEST)
    }

    fn packed(&self, palette: Palette, level: u8) -> Vec<u8> {
        let colours = palette.colours();
        let rgb: Vec<u8> = colours.iter().flat_map(|c| [c[0], c[1], c[2]]).collect();
        let alpha: Vec<u8> = colours[..=usize::from(EDGE)].iter().map(|c| c[3]).collect();
        let mut file = Vec::with_capacity(16 * 1024);
        let mut encoder = png::Encoder::new(&mut file, self.width as u32, self.height as u32);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Four);
        encoder.set_palette(rgb);
        encoder.set_trns(alpha);
        // Flat areas and repeated glyphs: filters would only spoil the matches.
        encoder.set_filter(png::Filter::NoFilter);
        encoder.set_deflate_compression(png::DeflateCompression::Level(level));
        encoder
            .write_header()
            .and_then(|mut writer| {
                writer.write_image_data(&self.bytes)?;
                writer.finish()
            })
            .expect("sizes agree and writing into memory does not fail");
        file
    }
}

/// What is seen where a tile's pixel lies over another.
const fn cover(under: u8, over: u8) -> u8 {
    if over == CLEAR {
        under
    } else if over == EDGE && under != CLEAR {
        BORDER
    } else {
        over
    }
}

/// A drawn piece of a picture, ready to be put anywhere.
pub(super) struct Tile {
    pixels: Pixels,
    /// For each row, whether what lies under it shows somewhere.
    mixed: Vec<bool>,
}

impl Tile {
    /// Finds the rows that can be copied whole.
    pub(super) fn new(pixels: Pixels) -> Tile {
        let see_through = |b: u8| b >> 4 <= EDGE || b & 15 <= EDGE;
        let mixed = (0..pixels.height)
            .map(|y| pixels.row(y).iter().any(|&b| see_through(b)))
            .collect();
        Tile { pixels, mixed }
    }

    /// One index a pixel.
    #[cfg(test)]
    pub(super) fn indexes(&self) -> Vec<u8> {
        let halves = |&b: &u8| [b >> 4, b & 15];
        self.pixels.bytes.iter().flat_map(halves).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::palette::{INK, WHITE};

    #[test]
    fn a_tile_covers_only_where_it_is_solid() {
        let mut canvas = Pixels::new(6, 2);
        let white = Tile::new(Pixels::from_indexes(4, &[WHITE; 8]));
        canvas.put(&white, 0, 0);
        let tile = Pixels::from_indexes(4, &[CLEAR, INK, EDGE, EDGE, INK, INK, INK, INK]);
        canvas.put(&Tile::new(tile), 2, 0);
        let seen = Tile::new(canvas).indexes();
        assert_eq!(seen[..6], [WHITE, WHITE, WHITE, INK, EDGE, EDGE]);
        assert_eq!(seen[6..], [WHITE, WHITE, INK, INK, INK, INK]);
    }

    #[test]
    fn what_lies_outside_is_cut_off() {
        let mut canvas = Pixels::new(4, 2);
        let tile = Tile::new(Pixels::from_indexes(4, &[INK; 12]));
        canvas.put(&tile, 2, 1);
        canvas.put(&tile, 40, 40);
        let seen = Tile::new(canvas).indexes();
        assert_eq!(seen, [0, 0, 0, 0, 0, 0, INK, INK]);
    }
}
