//! Somebody's deals one by one: bars up for those won, down for those lost,
//! and a line for how far the wins are ahead.

use super::canvas::Pixels;
use super::palette::{self, Palette};
use super::shapes::{Frame, Pen};
use super::summary::number;
use super::{MARGIN, WIDTH};

/// Height of the picture in pixels.
pub const CHART_HEIGHT: u32 = 480;
/// The most deals that are shown; older ones are left out.
pub const CHART_DEALS: usize = 60;

/// Left and right end of the bars, and the line they stand on, in pixels.
const LEFT: f32 = 120.0;
const RIGHT: f32 = 1060.0;
const GROUND: f32 = 240.0;
/// The longest bar, and the most levels that make a bar longer.
const BAR: f32 = 176.0;
const LEVELS: u32 = 3;

/// A deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChartDeal {
    /// Whether it was won; `None`: by nobody.
    pub won: Option<bool>,
    /// Whether on the dealing side: black, else red.
    pub dealing: bool,
    /// Levels risen; the bar of a deal won is longer by them.
    pub levels: u32,
}

/// Deals, oldest first; the last [`CHART_DEALS`] are shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChartSheet {
    /// At least one.
    pub deals: Vec<ChartDeal>,
    /// The colours.
    pub palette: Palette,
}

/// The chart as a PNG file, [`WIDTH`] x [`CHART_HEIGHT`] pixels, on a white card.
#[must_use]
pub fn chart(sheet: &ChartSheet) -> Vec<u8> {
    let skipped = sheet.deals.len().saturating_sub(CHART_DEALS);
    let deals = &sheet.deals[skipped..];
    let mut pen = Pen::new(WIDTH, CHART_HEIGHT, sheet.palette);
    let whole = Frame {
        x: 0.0,
        y: 0.0,
        w: WIDTH as f32,
        h: CHART_HEIGHT as f32,
    };
    pen.plate(whole, 24.0, palette::WHITE);
    let wide = (RIGHT - LEFT) / deals.len().max(8) as f32;
    for (i, deal) in deals.iter().enumerate() {
        bar(&mut pen, deal, LEFT + wide * i as f32, wide);
    }
    let ground = Frame {
        x: LEFT - MARGIN as f32,
        y: GROUND - 2.0,
        w: RIGHT - LEFT + 2.0 * MARGIN as f32,
        h: 4.0,
    };
    pen.plate(ground, 1.0, palette::BORDER);
    balance(&mut pen, deals, wide);
    let tile = pen.finish(palette::WHITE);
    let mut canvas = Pixels::new(WIDTH as usize, CHART_HEIGHT as usize);
    canvas.put(&tile, 0, 0);
    canvas.png(sheet.palette)
}

fn bar(pen: &mut Pen, deal: &ChartDeal, x: f32, wide: f32) {
    let steps = match deal.won {
        Some(true) => 2 + deal.levels.min(LEVELS),
        Some(false) => 2,
        None => return,
    };
    let long = BAR * steps as f32 / (2 + LEVELS) as f32;
    let ink = if deal.dealing {
        palette::INK
    } else {
        palette::RED
    };
    let gap = (wide / 8.0).clamp(1.0, 6.0);
    let up = deal.won == Some(true);
    let frame = Frame {
        x: x + gap,
        y: if up { GROUND - long } else { GROUND },
        w: (wide - 2.0 * gap).max(2.0),
        h: long,
    };
    pen.plate(frame, (wide / 8.0).min(8.0), ink);
}

/// Wins less losses from deal to deal, with its highest and lowest number at
/// the left.
fn balance(pen: &mut Pen, deals: &[ChartDeal], wide: f32) {
    let mut sum = 0_i32;
    let mut sums = vec![0];
    for deal in deals {
        sum += match deal.won {
            Some(true) => 1,
            Some(false) => -1,
            None => 0,
        };
        sums.push(sum);
    }
    let far = sums.iter().map(|s| s.unsigned_abs()).max().unwrap_or(0);
    let unit = (GROUND - 50.0) / far.max(4) as f32;
    let points: Vec<(f32, f32)> = sums
        .iter()
        .enumerate()
        .map(|(i, &s)| (LEFT + wide * i as f32, GROUND - unit * s as f32))
        .collect();
    pen.steps(&points, 12.0, palette::WHITE);
    pen.steps(&points, 7.0, palette::GOLD);
    let highest = sums.iter().copied().max().unwrap_or(0);
    let lowest = sums.iter().copied().min().unwrap_or(0);
    for value in [highest, lowest].into_iter().filter(|v| *v != 0) {
        let y = GROUND - unit * value as f32;
        let place = Frame {
            x: 44.0,
            y: (y - 21.0).clamp(18.0, CHART_HEIGHT as f32 - 60.0),
            w: 60.0,
            h: 42.0,
        };
        number(pen, value.unsigned_abs(), place, palette::INK);
        if value < 0 {
            let minus = Frame {
                x: 22.0,
                y: place.y + 18.0,
                w: 20.0,
                h: 7.0,
            };
            pen.plate(minus, 2.0, palette::INK);
        }
    }
}
