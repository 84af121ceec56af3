//! Cards in, pictures out: hands, tricks and finished deals as PNG files.
//!
//! Knows cards and how they are to be marked, nothing of tables or rules:
//! callers map what a seat may see to [`Face`]s. The same input gives the same
//! bytes. Cards are drawn once as paths (tiny-skia), mapped to one palette of
//! sixteen colours and kept; a picture is those tiles copied at four bits a
//! pixel and compressed.

mod canvas;
mod chart;
mod deal;
mod hand;
mod layout;
mod open;
mod outlines;
mod palette;
mod shapes;
mod sheet;
mod summary;
mod table;
mod tile;

pub use chart::{CHART_DEALS, CHART_HEIGHT, ChartDeal, ChartSheet, chart};
pub use deal::{DealSheet, deal};
pub use hand::{HandSheet, hand, hand_height};
pub use open::{OpenSeat, OpenSheet, open};
pub use palette::Palette;
pub use sheet::Sheet;
pub use summary::{SUMMARY_HEIGHT, SummaryDeal, SummarySeat, SummarySheet, summary};
pub use table::{Played, TableSheet, table};

use crate::cards::Card;

/// Width in pixels of hands, finished deals and tricks with long plays: twice
/// the widest preview that Discord shows.
pub const WIDTH: u32 = 1100;
/// Left free round a picture in pixels.
const MARGIN: usize = 8;

/// The script of the seats' nameplates and of the jokers' names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Labels {
    /// E S W N
    #[default]
    Latin,
    /// 东南西北
    Chinese,
    /// 東南西北
    Traditional,
}

/// A card as it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Face {
    /// Which card.
    pub card: Card,
    /// Known to be a trump: a gold bar at the foot.
    pub trump: bool,
    /// A level card (RULES.md §1): pale yellow with a star.
    pub level: bool,
    /// Picked in a draft: raised, with a tick on a dark disc.
    pub chosen: bool,
}

impl Face {
    /// Without any mark.
    #[must_use]
    pub const fn plain(card: Card) -> Face {
        Face {
            card,
            trump: false,
            level: false,
            chosen: false,
        }
    }
}
