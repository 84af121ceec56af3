//! The cards of a finished deal: the bottom and four hands.

use super::table::{Block, stack};
use super::tile::{self, Look, Plate};
use super::{Face, Labels, Palette};

/// All cards of a deal that is over.
///
/// `Debug` shows only how many cards there are: whoever builds one early must
/// not write it into a log.
#[derive(Clone, PartialEq, Eq)]
pub struct DealSheet {
    /// In the order shown.
    pub bottom: Vec<Face>,
    /// By seat, in the order shown.
    pub hands: [Vec<Face>; 4],
    /// The script of the nameplates and the jokers.
    pub labels: Labels,
    /// The colours of the suits.
    pub palette: Palette,
}

impl std::fmt::Debug for DealSheet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let cards = self.bottom.len() + self.hands.iter().map(Vec::len).sum::<usize>();
        write!(f, "DealSheet({cards} cards)")
    }
}

/// The bottom, then East, South, West and North one below the other, as a PNG
/// file [`WIDTH`](super::WIDTH) pixels wide on a transparent ground. The height
/// depends only on how many cards there are.
#[must_use]
pub fn deal(sheet: &DealSheet) -> Vec<u8> {
    let bottom = Block {
        plate: tile::bottom_plate(sheet.palette),
        faces: Some(&sheet.bottom),
    };
    let seat = |seat: usize| Block {
        plate: tile::plate(
            Plate {
                seat,
                labels: sheet.labels,
                leader: false,
                standing: false,
            },
            sheet.palette,
        ),
        faces: Some(&sheet.hands[seat]),
    };
    let blocks = [bottom, seat(0), seat(1), seat(2), seat(3)];
    let look = Look {
        palette: sheet.palette,
        labels: sheet.labels,
        large: false,
    };
    stack(&blocks, look).png(sheet.palette)
}
