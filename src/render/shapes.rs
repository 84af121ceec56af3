//! Suits, stars and the other marks as vector paths, and a pen that fills them.

use tiny_skia::{
    BlendMode, Color, FillRule, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, Transform,
};

use super::canvas::{Pixels, Tile};
use super::palette::{Index, Mapper, Palette};
use crate::cards::Suit;

/// Suits in a box of 100 x 100.
const SPADE: &str = "M50 3C60 23 95 42 95 64C95 77 86 84 75 84C65 84 57 78 53 70Q54 86 67 97L33 97\
     Q46 86 47 70C43 78 35 84 25 84C14 84 5 77 5 64C5 42 40 23 50 3Z";
const HEART: &str = "M50 95C20 67 3 50 3 30C3 14 15 5 27 5C38 5 46 11 50 22C54 11 62 5 73 5\
     C85 5 97 14 97 30C97 50 80 67 50 95Z";
const DIAMOND: &str = "M50 1Q67 28 88 50Q67 72 50 99Q33 72 12 50Q33 28 50 1Z";
const CLUB_STEM: &str = "M44 45L56 45Q54 82 67 97L33 97Q46 82 44 45Z";
const CROWN: &str = "M12 78L3 27L29 50L50 9L71 50L97 27L88 78Z";
const CROWN_FOOT: &str = "M12 84L88 84L88 97L12 97Z";
const MOON: &str = "M62 3C35 3 2 22 2 52C2 79 24 98 51 98C75 98 94 82 98 62C88 74 76 79 64 77\
     C43 74 32 56 38 34C41 20 50 9 62 3Z";
/// Points to the right.
const ARROW: &str = "M18 6Q18 0 24 4L88 46Q93 50 88 54L24 96Q18 100 18 94Z";
const TICK: &str = "M22 52L33 41L45 53L68 29L79 40L45 75Z";

/// Height of a capital letter in units of the outlines.
const CAP: f32 = 742.0;

/// A rectangle to draw a shape in: left, top, width, height in pixels.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    pub(super) x: f32,
    pub(super) y: f32,
    pub(super) w: f32,
    pub(super) h: f32,
}

impl Frame {
    /// A square by its centre and side.
    pub(super) const fn square(x: f32, y: f32, side: f32) -> Frame {
        Frame {
            x: x - side / 2.0,
            y: y - side / 2.0,
            w: side,
            h: side,
        }
    }

    /// Smaller by `by` on each side.
    pub(super) const fn inset(self, by: f32) -> Frame {
        Frame {
            x: self.x + by,
            y: self.y + by,
            w: self.w - 2.0 * by,
            h: self.h - 2.0 * by,
        }
    }

    /// Takes the box of 100 x 100 into the frame.
    fn placing(self) -> Transform {
        Transform::from_row(self.w / 100.0, 0.0, 0.0, self.h / 100.0, self.x, self.y)
    }
}

/// How outlines are set, in their own units of 1000 an em.
#[derive(Clone, Copy, Default)]
pub(super) struct GlyphStyle {
    pub(super) apart: f32,
    pub(super) tail: f32,
    pub(super) heavier: f32,
}

/// Draws one tile in full colour, then hands it over in sixteen.
pub(super) struct Pen {
    map: Pixmap,
    palette: Palette,
}

impl Pen {
    /// An empty tile; sides in pixels, the width even.
    pub(super) fn new(width: u32, height: u32, palette: Palette) -> Pen {
        Pen {
            map: Pixmap::new(width, height).expect("tiles have a size above zero"),
            palette,
        }
    }

    /// The drawing as palette indexes; `ground` is the colour most of it lies on.
    pub(super) fn finish(self, ground: Index) -> Tile {
        let width = self.map.width() as usize;
        let mut mapper = Mapper::new(self.palette, ground);
        let indexes: Vec<u8> = self
            .map
            .pixels()
            .iter()
            .map(|p| {
                let c = p.demultiply();
                mapper.nearest([c.red(), c.green(), c.blue(), c.alpha()])
            })
            .collect();
        Tile::new(Pixels::from_indexes(width, &indexes))
    }

    fn fill(&mut self, path: &Path, transform: Transform, colour: Index) {
        self.paint(path, transform, &self.ink(colour));
    }

    fn ink(&self, colour: Index) -> Paint<'static> {
        let [r, g, b, a] = self.palette.colours()[usize::from(colour)];
        let mut paint = Paint::default();
        paint.set_color(Color::from_rgba8(r, g, b, a));
        paint
    }

    fn paint(&mut self, path: &Path, transform: Transform, paint: &Paint) {
        self.map
            .fill_path(path, paint, FillRule::Winding, transform, None);
    }

    fn hundred(&mut self, path: &str, frame: Frame, colour: Index) {
        self.fill(&parse(path), frame.placing(), colour);
    }

    fn dot(&mut self, x: f32, y: f32, radius: f32, frame: Frame, colour: Index) {
        let path = PathBuilder::from_circle(x, y, radius).expect("radius above zero");
        self.fill(&path, frame.placing(), colour);
    }

    /// A rectangle with rounded corners.
    pub(super) fn plate(&mut self, frame: Frame, radius: f32, colour: Index) {
        self.fill(&rounded(frame, radius), Transform::identity(), colour);
    }

    /// A line that goes right, then up or down to the next point.
    pub(super) fn steps(&mut self, points: &[(f32, f32)], width: f32, colour: Index) {
        let mut path = PathBuilder::new();
        let mut before: Option<(f32, f32)> = None;
        for &(x, y) in points {
            match before {
                None => path.move_to(x, y),
                Some((_, height)) => {
                    path.line_to(x, height);
                    path.line_to(x, y);
                }
            }
            before = Some((x, y));
        }
        let stroke = Stroke {
            width,
            line_join: LineJoin::Round,
            ..Stroke::default()
        };
        // Less than two points make no line.
        if let Some(path) = path.finish() {
            let paint = self.ink(colour);
            self.map
                .stroke_path(&path, &paint, &stroke, Transform::identity(), None);
        }
    }

    /// Makes a rounded rectangle clear again.
    pub(super) fn hole(&mut self, frame: Frame, radius: f32) {
        let paint = Paint {
            blend_mode: BlendMode::Clear,
            ..Paint::default()
        };
        self.paint(&rounded(frame, radius), Transform::identity(), &paint);
    }

    /// A suit's sign.
    pub(super) fn suit(&mut self, suit: Suit, frame: Frame, colour: Index) {
        match suit {
            Suit::Spades => self.hundred(SPADE, frame, colour),
            Suit::Hearts => self.hundred(HEART, frame, colour),
            Suit::Diamonds => self.hundred(DIAMOND, frame, colour),
            Suit::Clubs => {
                for (x, y) in [(50.0, 25.0), (25.5, 60.0), (74.5, 60.0)] {
                    self.dot(x, y, 22.5, frame, colour);
                }
                self.dot(50.0, 50.0, 12.0, frame, colour);
                self.hundred(CLUB_STEM, frame, colour);
            }
        }
    }

    /// A star with five points: ★.
    pub(super) fn star(&mut self, frame: Frame, colour: Index) {
        const POINTS: u16 = 5;
        const WAIST: f32 = 0.42;
        let mut path = PathBuilder::new();
        for i in 0..2 * POINTS {
            let angle = std::f32::consts::PI * f32::from(i) / f32::from(POINTS);
            let radius = if i % 2 == 0 { 50.0 } else { 50.0 * WAIST };
            let (x, y) = (50.0 + radius * angle.sin(), 50.0 - radius * angle.cos());
            if i == 0 {
                path.move_to(x, y);
            } else {
                path.line_to(x, y);
            }
        }
        path.close();
        let path = path.finish().expect("a closed outline");
        self.fill(&path, frame.placing(), colour);
    }

    /// A crown with three points.
    pub(super) fn crown(&mut self, frame: Frame, colour: Index) {
        self.hundred(CROWN, frame, colour);
        self.hundred(CROWN_FOOT, frame, colour);
        for (x, y) in [(6.0, 22.0), (50.0, 9.0), (94.0, 22.0)] {
            self.dot(x, y, 7.0, frame, colour);
        }
    }

    /// A crescent.
    pub(super) fn moon(&mut self, frame: Frame, colour: Index) {
        self.hundred(MOON, frame, colour);
    }

    /// A triangle that points to the right: ▶.
    pub(super) fn arrow(&mut self, frame: Frame, colour: Index) {
        self.hundred(ARROW, frame, colour);
    }

    /// A tick on a disc: ✓.
    pub(super) fn tick(&mut self, frame: Frame, colour: Index, ground: Index) {
        self.dot(50.0, 50.0, 50.0, frame, colour);
        self.dot(50.0, 50.0, 43.0, frame, ground);
        self.hundred(TICK, frame, colour);
    }

    /// Outlines of [`super::outlines`] side by side, `apart` units from one
    /// start to the next, stretched to the frame's height and centred; squeezed
    /// when they are wider than the frame. `tail` units hang out below it;
    /// `heavier` units are added to the width of the stems.
    pub(super) fn glyphs(
        &mut self,
        glyphs: &[&str],
        GlyphStyle {
            apart,
            tail,
            heavier,
        }: GlyphStyle,
        frame: Frame,
        colour: Index,
    ) {
        let mut builder = PathBuilder::new();
        for (i, glyph) in glyphs.iter().enumerate() {
            let shift = Transform::from_translate(apart * i as f32, 0.0);
            let path = parse(glyph).transform(shift);
            builder.push_path(&path.expect("a shift keeps it finite"));
        }
        let path = builder.finish().expect("outlines are not empty");
        let bounds = path.bounds();
        let down = frame.h / (bounds.height() - tail);
        // Stems as wide in a letter that is pressed into the height as in others.
        let across = (frame.h / CAP).min(frame.w / bounds.width());
        let x = frame.x + frame.w / 2.0 - (bounds.left() + bounds.right()) / 2.0 * across;
        let y = frame.y - bounds.top() * down;
        let place = Transform::from_row(across, 0.0, 0.0, down, x, y);
        self.fill(&path, place, colour);
        if heavier > 0.0 {
            let stroke = Stroke {
                width: heavier,
                ..Stroke::default()
            };
            let paint = self.ink(colour);
            self.map.stroke_path(&path, &paint, &stroke, place, None);
        }
    }
}

fn rounded(frame: Frame, radius: f32) -> Path {
    let Frame { x, y, w, h } = frame;
    let (right, foot) = (x + w, y + h);
    let k = radius * 0.4477;
    let mut path = PathBuilder::new();
    path.move_to(x + radius, y);
    path.line_to(right - radius, y);
    path.cubic_to(right - k, y, right, y + k, right, y + radius);
    path.line_to(right, foot - radius);
    path.cubic_to(right, foot - k, right - k, foot, right - radius, foot);
    path.line_to(x + radius, foot);
    path.cubic_to(x + k, foot, x, foot - k, x, foot - radius);
    path.line_to(x, y + radius);
    path.cubic_to(x, y + k, x + k, y, x + radius, y);
    path.close();
    path.finish().expect("a closed outline")
}

/// Reads path data made of absolute `M L Q C Z`.
fn parse(data: &str) -> Path {
    let mut path = PathBuilder::new();
    let starts = data.match_indices(|c: char| c.is_ascii_alphabetic());
    for (at, command) in starts {
        let rest = &data[at + 1..];
        let end = rest.find(|c: char| c.is_ascii_alphabetic());
        let numbers: Vec<f32> = rest[..end.unwrap_or(rest.len())]
            .split_whitespace()
            .filter_map(|n| n.parse().ok())
            .collect();
        match (command, numbers[..].as_ref()) {
            ("M", &[x, y]) => path.move_to(x, y),
            ("L", &[x, y]) => path.line_to(x, y),
            ("Q", &[a, b, x, y]) => path.quad_to(a, b, x, y),
            ("C", &[a, b, c, d, x, y]) => path.cubic_to(a, b, c, d, x, y),
            ("Z", &[]) => path.close(),
            _ => unreachable!("path data of this crate is well formed"),
        }
    }
    path.finish().expect("path data of this crate is not empty")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::outlines;

    #[test]
    fn all_path_data_can_be_read() {
        let own = [
            SPADE, HEART, DIAMOND, CLUB_STEM, CROWN, CROWN_FOOT, MOON, ARROW, TICK,
        ];
        for data in own {
            let bounds = parse(data).bounds();
            assert!(bounds.left() >= 0.0 && bounds.right() <= 100.0);
            assert!(bounds.top() >= 0.0 && bounds.bottom() <= 100.0);
        }
        let labels = outlines::LATIN.iter().chain(&outlines::CHINESE);
        let labels = labels.chain(&outlines::TRADITIONAL);
        for data in outlines::RANKS
            .iter()
            .chain(labels)
            .chain([&outlines::NOUGHT, &outlines::B, &outlines::L])
            .chain([&outlines::BIG, &outlines::LITTLE])
        {
            let bounds = parse(data).bounds();
            assert!(bounds.height() > 500.0 && bounds.width() > 200.0);
        }
    }
}
