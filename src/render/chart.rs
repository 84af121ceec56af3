//! Somebody's deals one by one: above a line for how far the wins are ahead,
//! below bars, up for deals won and down for those lost.

use super::canvas::Pixels;
use super::palette::{self, Palette};
use super::shapes::{Frame, Pen};
use super::summary::number;
use super::{MARGIN, WIDTH};

/// Height of the picture in pixels.
pub const CHART_HEIGHT: u32 = 480;
/// The most deals that are shown; older ones are left out.
pub const CHART_DEALS: usize = 60;

/// Left and right end of line and bars, in pixels.
const LEFT: f32 = 120.0;
const RIGHT: f32 = 1060.0;
/// Where the line has room, from its highest to its lowest, in pixels.
const TOP: f32 = 46.0;
const END: f32 = 232.0;
/// The line the bars stand on, in pixels.
const GROUND: f32 = 400.0;
/// The longest bar, and the most levels that make a bar longer.
const BAR: f32 = 104.0;
const LEVELS: u32 = 3;
/// Fewer deals than these do not fill the width.
const FEW: usize = 12;
/// Fewer wins or losses than these do not fill the height.
const LOW: i32 = 4;
/// Height of a number beside the line, in pixels.
const NUMBER: f32 = 42.0;

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
    let wide = (RIGHT - LEFT) / deals.len().max(FEW) as f32;
    balance(&mut pen, deals, wide);
    for (i, deal) in deals.iter().enumerate() {
        bar(&mut pen, deal, LEFT + wide * i as f32, wide);
    }
    across(&mut pen, GROUND, 4.0);
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

/// A thin line from end to end.
fn across(pen: &mut Pen, y: f32, high: f32) {
    let line = Frame {
        x: LEFT - MARGIN as f32,
        y: y - high / 2.0,
        w: RIGHT - LEFT + 2.0 * MARGIN as f32,
        h: high,
    };
    pen.plate(line, 1.0, palette::BORDER);
}

/// Wins less losses after each deal, with the highest and the lowest number at
/// the left, and nought between them where there is room.
fn balance(pen: &mut Pen, deals: &[ChartDeal], wide: f32) {
    let mut sum = 0_i32;
    let sums: Vec<i32> = deals
        .iter()
        .map(|deal| {
            sum += match deal.won {
                Some(true) => 1,
                Some(false) => -1,
                None => 0,
            };
            sum
        })
        .collect();
    let highest = sums.iter().copied().fold(0, i32::max);
    let lowest = sums.iter().copied().fold(0, i32::min);
    let spare = (LOW - (highest - lowest)).max(0) as f32;
    let unit = (END - TOP) / ((highest - lowest) as f32 + spare);
    let nought = TOP + unit * (highest as f32 + spare / 2.0);
    let y = |value: i32| nought - unit * value as f32;
    across(pen, nought, 2.0);
    let mut points = vec![(LEFT, nought)];
    let each = sums.iter().enumerate();
    points.extend(each.map(|(i, &value)| (LEFT + wide * i as f32, y(value))));
    points.push((LEFT + wide * deals.len() as f32, y(sum)));
    pen.steps(&points, 7.0, palette::GOLD);
    let mut told: Vec<f32> = Vec::new();
    for value in [highest, lowest, 0] {
        let at = y(value);
        if told
            .iter()
            .all(|before| (at - before).abs() >= NUMBER + 20.0)
        {
            signed(pen, value, at);
            told.push(at);
        }
    }
}

/// A number at the left of the line, at that height.
fn signed(pen: &mut Pen, value: i32, at: f32) {
    let place = Frame {
        x: 44.0,
        y: at - NUMBER / 2.0,
        w: 60.0,
        h: NUMBER,
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
