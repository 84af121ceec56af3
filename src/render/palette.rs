//! The sixteen colours of a picture, and which of them each mark is drawn in.

use crate::cards::Suit;

/// Which inks the suits have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Palette {
    /// Black ♠♣ and red ♥♦, as printed cards.
    #[default]
    TwoColour,
    /// A colour of its own for each suit, apart for colour-blind eyes too:
    /// ♠ black, ♥ vermilion, ♦ blue, ♣ green (Okabe and Ito).
    FourColour,
}

/// Red, green, blue, alpha.
pub(super) type Rgba = [u8; 4];

/// Index of a colour in a palette, 0-15.
pub(super) type Index = u8;

/// Nothing: the message's own ground shows.
pub(super) const CLEAR: Index = 0;
/// Half transparent, for the outer corners of cards on the ground.
pub(super) const EDGE: Index = 1;
/// The line round a card.
pub(super) const BORDER: Index = 2;
/// The face of a card.
pub(super) const WHITE: Index = 3;
/// The face of a level card.
pub(super) const CREAM: Index = 4;
/// Bars and stars.
pub(super) const GOLD: Index = 5;
/// ♠ (and ♣ in two colours), labels.
pub(super) const INK: Index = 6;
/// ♥ (and ♦ in two colours), the big joker's face.
pub(super) const RED: Index = 7;
/// The little joker's face.
pub(super) const NIGHT: Index = 8;
/// ♣ in four colours.
const GREEN: Index = 9;
/// ♦ in four colours.
const BLUE: Index = 10;

const COMMON: [Rgba; 6] = [
    [0, 0, 0, 0],
    [120, 124, 134, 120],
    [126, 130, 142, 255],
    [255, 255, 255, 255],
    [255, 234, 160, 255],
    [208, 138, 8, 255],
];
const BLACK: Rgba = [22, 24, 30, 255];
const CARMINE: Rgba = [200, 20, 40, 255];
const DARK: Rgba = [36, 42, 68, 255];
const VERMILION: Rgba = [0xD5, 0x5E, 0x00, 255];
const LEAF: Rgba = [0x00, 0x9E, 0x73, 255];
const SEA: Rgba = [0x00, 0x72, 0xB2, 255];

impl Palette {
    /// Both.
    pub const ALL: [Palette; 2] = [Palette::TwoColour, Palette::FourColour];

    /// The sixteen colours. The last ones are blends that smooth the edges of
    /// the inks.
    pub(super) fn colours(self) -> [Rgba; 16] {
        let mut colours = [[0; 4]; 16];
        colours[..6].copy_from_slice(&COMMON);
        let [_, _, _, white, cream, gold] = COMMON;
        let rest = match self {
            Palette::TwoColour => [
                BLACK,
                CARMINE,
                DARK,
                blend(white, BLACK, 33),
                blend(white, BLACK, 67),
                blend(white, CARMINE, 33),
                blend(white, CARMINE, 67),
                blend(cream, BLACK, 50),
                blend(cream, CARMINE, 50),
                blend(cream, gold, 50),
            ],
            Palette::FourColour => [
                BLACK,
                VERMILION,
                DARK,
                LEAF,
                SEA,
                blend(white, BLACK, 50),
                blend(white, VERMILION, 50),
                blend(white, LEAF, 50),
                blend(white, SEA, 50),
                blend(cream, gold, 50),
            ],
        };
        colours[6..].copy_from_slice(&rest);
        colours
    }

    /// Colours that would show as a coloured fringe round inks on that face.
    const fn fringes(self, ground: Index) -> &'static [Index] {
        match (ground, self) {
            (WHITE, Palette::TwoColour) => &[CREAM, 13, 14],
            (WHITE, Palette::FourColour) => &[CREAM],
            (CREAM, Palette::TwoColour) => &[WHITE, 11, 12],
            (CREAM, Palette::FourColour) => &[WHITE],
            _ => &[],
        }
    }

    /// The ink of a suit.
    pub(super) const fn ink(self, suit: Suit) -> Index {
        match (self, suit) {
            (_, Suit::Spades) | (Palette::TwoColour, Suit::Clubs) => INK,
            (_, Suit::Hearts) | (Palette::TwoColour, Suit::Diamonds) => RED,
            (Palette::FourColour, Suit::Diamonds) => BLUE,
            (Palette::FourColour, Suit::Clubs) => GREEN,
        }
    }
}

/// Finds the colour of a drawn pixel; keeps the last answer, as neighbours are
/// mostly equal.
pub(super) struct Mapper {
    colours: [Rgba; 16],
    without: &'static [Index],
    last: (Rgba, Index),
}

impl Mapper {
    /// For what is drawn in that palette on a face of that colour.
    pub(super) fn new(palette: Palette, ground: Index) -> Mapper {
        Mapper {
            colours: palette.colours(),
            without: palette.fringes(ground),
            last: ([0; 4], CLEAR),
        }
    }

    /// The nearest of the sixteen; half-transparent pixels fall on [`CLEAR`],
    /// [`EDGE`] or the solid colours.
    pub(super) fn nearest(&mut self, pixel: Rgba) -> Index {
        if pixel != self.last.0 {
            self.last = (pixel, self.search(pixel));
        }
        self.last.1
    }

    fn search(&self, [red, green, blue, alpha]: Rgba) -> Index {
        if alpha < 64 {
            return CLEAR;
        }
        if alpha < 176 {
            return EDGE;
        }
        let distance = |c: Rgba| {
            let part = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
            part(c[0], red) * 3 + part(c[1], green) * 6 + part(c[2], blue)
        };
        (BORDER..16)
            .filter(|i| !self.without.contains(i))
            .min_by_key(|&i| distance(self.colours[usize::from(i)]))
            .unwrap_or(WHITE)
    }
}

/// `percent` of `over`, the rest `under`.
fn blend(under: Rgba, over: Rgba, percent: u32) -> Rgba {
    std::array::from_fn(|i| {
        let sum = u32::from(over[i]) * percent + u32::from(under[i]) * (100 - percent);
        ((sum + 50) / 100) as u8
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Linear light of a colour.
    fn linear(colour: Rgba) -> [f64; 3] {
        [0, 1, 2].map(|i| {
            let part = f64::from(colour[i]) / 255.0;
            if part <= 0.04045 {
                part / 12.92
            } else {
                ((part + 0.055) / 1.055).powf(2.4)
            }
        })
    }

    /// CIE L*a*b* (D65) of linear light.
    fn lab(light: [f64; 3]) -> [f64; 3] {
        let row = |m: [f64; 3]| m[0] * light[0] + m[1] * light[1] + m[2] * light[2];
        let bend = |t: f64| {
            if t > 0.008_856 {
                t.cbrt()
            } else {
                7.787 * t + 16.0 / 116.0
            }
        };
        let x = bend(row([0.4124, 0.3576, 0.1805]) / 0.950_47);
        let y = bend(row([0.2126, 0.7152, 0.0722]));
        let z = bend(row([0.0193, 0.1192, 0.9505]) / 1.088_83);
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    /// Full deuteranopia and protanopia in linear light (Machado, Oliveira and
    /// Fernandes 2009), and ordinary eyes.
    const EYES: [[[f64; 3]; 3]; 3] = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
    ];

    /// CIE76 difference as those eyes see it.
    fn difference(eyes: &[[f64; 3]; 3], a: Rgba, b: Rgba) -> f64 {
        let seen = |c: Rgba| {
            let light = linear(c);
            lab(eyes.map(|m| (m[0] * light[0] + m[1] * light[1] + m[2] * light[2]).clamp(0.0, 1.0)))
        };
        let (a, b) = (seen(a), seen(b));
        (0..3).map(|i| (a[i] - b[i]).powi(2)).sum::<f64>().sqrt()
    }

    #[test]
    fn the_four_suits_stay_apart_for_colour_blind_eyes() {
        let palette = Palette::FourColour;
        let inks = Suit::ALL.map(|s| palette.colours()[usize::from(palette.ink(s))]);
        for eyes in &EYES {
            for (i, &a) in inks.iter().enumerate() {
                for &b in &inks[i + 1..] {
                    assert!(difference(eyes, a, b) > 30.0, "{a:?} and {b:?}");
                }
                assert!(difference(eyes, a, [255; 4]) > 40.0, "{a:?} on white");
            }
        }
    }

    #[test]
    fn jokers_and_level_cards_differ_in_brightness_alone() {
        for palette in Palette::ALL {
            let light = |i: Index| lab(linear(palette.colours()[usize::from(i)]))[0];
            assert!(light(RED) - light(NIGHT) > 20.0);
            assert!(light(CREAM) - light(GOLD) > 20.0);
        }
    }

    #[test]
    fn every_solid_colour_is_its_own_nearest() {
        for palette in Palette::ALL {
            let mut mapper = Mapper::new(palette, RED);
            for i in BORDER..16 {
                let colour = palette.colours()[usize::from(i)];
                assert_eq!(mapper.nearest(colour), i);
            }
            assert_eq!(mapper.nearest([0, 0, 0, 0]), CLEAR);
        }
    }
}
