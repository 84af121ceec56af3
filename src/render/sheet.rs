//! What a picture shows, before it is drawn: cheap to make, to compare and to name.

use super::{
    ChartSheet, DealSheet, Face, HandSheet, Labels, OpenSheet, Palette, SummarySheet, TableSheet,
    chart, deal, hand, open, summary, table,
};

/// A picture that has not been drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sheet {
    /// A seat's hand.
    Hand(HandSheet),
    /// A trick.
    Table(TableSheet),
    /// A finished deal.
    Deal(DealSheet),
    /// A trick of a finished deal with all hands.
    Open(OpenSheet),
    /// A whole game in short.
    Summary(SummarySheet),
    /// Somebody's deals one by one.
    Chart(ChartSheet),
}

impl Sheet {
    /// The picture as a PNG file; equal sheets give equal bytes.
    #[must_use]
    pub fn draw(&self) -> Vec<u8> {
        match self {
            Sheet::Hand(sheet) => hand(sheet),
            Sheet::Table(sheet) => table(sheet),
            Sheet::Deal(sheet) => deal(sheet),
            Sheet::Open(sheet) => open(sheet),
            Sheet::Summary(sheet) => summary(sheet),
            Sheet::Chart(sheet) => chart(sheet),
        }
    }

    /// The same in other colours; a hand and a trick, what lies open. Charts
    /// have their own.
    #[must_use]
    pub fn in_palette(mut self, chosen: Palette) -> Sheet {
        match &mut self {
            Sheet::Hand(sheet) => sheet.palette = chosen,
            Sheet::Table(sheet) => sheet.palette = chosen,
            Sheet::Deal(sheet) => sheet.palette = chosen,
            Sheet::Open(sheet) => sheet.palette = chosen,
            Sheet::Summary(_) | Sheet::Chart(_) => {}
        }
        self
    }

    /// All that decides what is drawn, as bytes: different sheets have different ones.
    #[must_use]
    pub fn description(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        match self {
            Sheet::Hand(HandSheet {
                groups,
                labels,
                palette,
                large,
            }) => {
                let kind = if *large { b'H' } else { b'h' };
                bytes.extend([kind, palette_number(*palette), labels_number(*labels)]);
                groups.iter().for_each(|group| list(&mut bytes, group));
            }
            Sheet::Table(TableSheet {
                plays,
                leader,
                standing,
                labels,
                palette,
            }) => {
                bytes.extend([b't', palette_number(*palette), labels_number(*labels)]);
                bytes.extend([*leader as u8, standing.map_or(u8::MAX, |s| s as u8)]);
                for play in plays {
                    match play {
                        Some(played) => list(&mut bytes, &played.faces),
                        None => bytes.push(u8::MAX),
                    }
                }
            }
            Sheet::Deal(DealSheet {
                bottom,
                hands,
                labels,
                palette,
            }) => {
                bytes.extend([b'd', palette_number(*palette), labels_number(*labels)]);
                list(&mut bytes, bottom);
                hands.iter().for_each(|hand| list(&mut bytes, hand));
            }
            Sheet::Open(OpenSheet {
                seats,
                leader,
                winner,
                labels,
                palette,
            }) => {
                bytes.extend([b'o', palette_number(*palette), labels_number(*labels)]);
                bytes.extend([*leader as u8, winner.map_or(u8::MAX, |s| s as u8)]);
                for seat in seats {
                    list(&mut bytes, &seat.played);
                    list(&mut bytes, &seat.kept);
                }
            }
            // Numbers of any size: told by their names.
            Sheet::Summary(sheet) => {
                bytes.push(b's');
                bytes.extend(format!("{sheet:?}").into_bytes());
            }
            Sheet::Chart(sheet) => {
                bytes.push(b'c');
                bytes.extend(format!("{sheet:?}").into_bytes());
            }
        }
        bytes
    }
}

/// How many there are, then two bytes each. No list is as long as 255.
fn list(bytes: &mut Vec<u8>, faces: &[Face]) {
    bytes.push(faces.len() as u8);
    for face in faces {
        let marks = [face.trump, face.level, face.chosen];
        let marks = marks.iter().fold(0, |bits, &on| bits << 1 | u8::from(on));
        bytes.extend([face.card.index() as u8, marks]);
    }
}

const fn palette_number(palette: Palette) -> u8 {
    match palette {
        Palette::TwoColour => 2,
        Palette::FourColour => 4,
    }
}

const fn labels_number(labels: Labels) -> u8 {
    match labels {
        Labels::Latin => 0,
        Labels::Chinese => 1,
        Labels::Traditional => 2,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::cards::two_decks;
    use crate::render::Played;

    fn faces(cards: usize) -> Vec<Face> {
        two_decks()
            .into_iter()
            .take(cards)
            .map(Face::plain)
            .collect()
    }

    #[test]
    fn different_sheets_are_described_differently() {
        let hand = |groups: &[usize]| {
            Sheet::Hand(HandSheet {
                groups: groups.iter().map(|&n| faces(n)).collect(),
                labels: Labels::Latin,
                palette: Palette::FourColour,
                large: false,
            })
        };
        let large = || {
            Sheet::Hand(HandSheet {
                groups: vec![faces(1)],
                labels: Labels::Latin,
                palette: Palette::FourColour,
                large: true,
            })
        };
        let marked = |change: fn(&mut Face)| {
            let mut group = faces(1);
            group.iter_mut().for_each(change);
            Sheet::Hand(HandSheet {
                groups: vec![group],
                labels: Labels::Latin,
                palette: Palette::FourColour,
                large: false,
            })
        };
        let trick = |first: usize, leader, standing, labels| {
            let mut plays = [const { None }; 4];
            plays[first] = Some(Played { faces: faces(1) });
            Sheet::Table(TableSheet {
                plays,
                leader,
                standing,
                labels,
                palette: Palette::FourColour,
            })
        };
        let deal = |bottom: usize| {
            Sheet::Deal(DealSheet {
                bottom: faces(bottom),
                hands: [const { Vec::new() }; 4],
                labels: Labels::Latin,
                palette: Palette::FourColour,
            })
        };
        let mut chinese = hand(&[1]);
        if let Sheet::Hand(sheet) = &mut chinese {
            sheet.labels = Labels::Chinese;
        }
        let all = [
            hand(&[1]),
            chinese,
            large(),
            hand(&[2]),
            hand(&[1, 1]),
            hand(&[]),
            marked(|f| f.trump = true),
            marked(|f| f.level = true),
            marked(|f| f.chosen = true),
            trick(0, 0, None, Labels::Latin),
            trick(1, 0, None, Labels::Latin),
            trick(0, 1, None, Labels::Latin),
            trick(0, 0, Some(0), Labels::Latin),
            trick(0, 0, None, Labels::Chinese),
            trick(0, 0, None, Labels::Traditional),
            deal(0),
            deal(8),
        ];
        let described: HashSet<_> = all.iter().map(Sheet::description).collect();
        assert_eq!(described.len(), all.len());
        assert!(all.iter().all(|s| s.draw().starts_with(b"\x89PNG")));
    }
}
