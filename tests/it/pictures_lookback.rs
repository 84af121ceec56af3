//! Pictures for looking back: tricks with all hands, games in short; size,
//! sameness, and kept examples (see `pictures`).

use chaodipi::cards::Rank;
use chaodipi::render::{
    CHART_HEIGHT, ChartDeal, ChartSheet, Labels, OpenSeat, OpenSheet, Palette, SUMMARY_HEIGHT,
    SummaryDeal, SummarySeat, SummarySheet, WIDTH, chart, open, summary,
};

use crate::pictures::{faces, header, kept};

fn tricks() -> OpenSheet {
    let seat = |played: &str, left: &str| OpenSeat {
        played: faces(played),
        kept: faces(left),
    };
    OpenSheet {
        seats: [
            seat(
                "SA SA",
                "BJ S7 H7 HA HK HQ HQ H9 SK SJ S9 S8 S4 DA DK D9 D8 D2 CA C9 C5 C3 C2",
            ),
            seat("S3 S5", "LJ HT H8 H6 SQ ST"),
            seat("H2 H3", ""),
            seat(
                "SK SQ SJ ST S9 S8",
                "C7 HJ HJ H8 H5 H4 DQ DJ DT D6 D5 D4 CK CQ CJ CT C8 C6 C4",
            ),
        ],
        leader: 0,
        winner: Some(2),
        labels: Labels::Chinese,
        palette: Palette::FourColour,
    }
}

fn game(deals: usize) -> SummarySheet {
    let mut after = [0_usize; 2];
    let deals = (0..deals).map(|i| {
        let side = (i * i + i / 3) % 2;
        after[side] = (after[side] + 1 + i % 3).min(13);
        SummaryDeal {
            after,
            dealer: (i * 3 + side) % 4,
            won: (i % 7 != 3).then_some(side),
            dug: i % 4 == 1,
        }
    });
    SummarySheet {
        rungs: Rank::ALL.to_vec(),
        start: [0, 0],
        deals: deals.collect(),
        seats: [3, 0, 12, 1].map(|n| SummarySeat {
            dealt: n,
            fries: n / 2,
            digs: n % 3,
        }),
        labels: Labels::Chinese,
        palette: Palette::TwoColour,
    }
}

#[test]
fn pictures_for_looking_back_look_as_before() {
    kept("tests/it/golden/open.png", &open(&tricks()));
    kept("tests/it/golden/summary.png", &summary(&game(13)));
}

#[test]
fn a_game_of_any_length_has_one_size_and_few_bytes() {
    for deals in [1, 2, 20, 21, 60, 600] {
        for labels in [Labels::Latin, Labels::Chinese, Labels::Traditional] {
            let sheet = SummarySheet {
                labels,
                ..game(deals)
            };
            let file = summary(&sheet);
            assert_eq!(header(&file), (WIDTH, SUMMARY_HEIGHT, 4, 3));
            assert!(file.len() < 40_000, "{deals}: {} bytes", file.len());
            assert_eq!(file, summary(&sheet));
        }
    }
    let short = SummarySheet {
        rungs: vec![Rank::Two, Rank::Five, Rank::Ten, Rank::King, Rank::Ace],
        ..game(3)
    };
    assert_ne!(summary(&short), summary(&game(3)));
}

#[test]
fn debug_output_of_open_hands_names_no_card() {
    let cards = 2 + 23 + 2 + 6 + 2 + 6 + 19;
    assert_eq!(
        format!("{:?}", tricks()),
        format!("OpenSheet({cards} cards)")
    );
}

fn deals(count: usize) -> ChartSheet {
    let deals = (0..count).map(|i| ChartDeal {
        won: (i % 9 != 5).then_some((i * i + i / 4) % 3 != 0),
        dealing: i % 3 != 1,
        levels: (i % 4) as u32,
    });
    ChartSheet {
        deals: deals.collect(),
        palette: Palette::TwoColour,
    }
}

#[test]
fn charts_look_as_before() {
    kept("tests/it/golden/chart.png", &chart(&deals(40)));
    kept("tests/it/golden/chart_few.png", &chart(&deals(5)));
}

#[test]
fn charts_have_one_size_and_few_bytes() {
    for count in [1, 2, 60, 61, 900] {
        let file = chart(&deals(count));
        assert_eq!(header(&file), (WIDTH, CHART_HEIGHT, 4, 3));
        assert!(file.len() < 20_000, "{count}: {} bytes", file.len());
    }
    let lost = ChartSheet {
        deals: vec![
            ChartDeal {
                won: Some(false),
                dealing: true,
                levels: 0,
            };
            70
        ],
        palette: Palette::TwoColour,
    };
    assert_eq!(header(&chart(&lost)), (WIDTH, CHART_HEIGHT, 4, 3));
}
