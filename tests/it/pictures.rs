//! Pictures of hands, tricks and deals: size, form, sameness, and kept examples.
//!
//! `CHAODIPI_WRITE_PICTURES=1 cargo test --test it pictures` writes the kept
//! ones anew, those of the README (`docs/pictures/`) among them.

use std::path::{Path, PathBuf};

use chaodipi::cards::{Card, Rank, Suit, two_decks};
use chaodipi::render::{
    DealSheet, Face, HandSheet, Labels, Palette, Played, TableSheet, WIDTH, deal, hand,
    hand_height, table,
};

/// Set to write the kept pictures anew instead of comparing with them.
const WRITE: &str = "CHAODIPI_WRITE_PICTURES";

/// Cards by their names, marked as at level seven with hearts as trump.
pub fn faces(names: &str) -> Vec<Face> {
    let cards = names.split(' ').filter(|n| !n.is_empty());
    cards.map(|n| marked(n.parse().expect("a card"))).collect()
}

fn marked(card: Card) -> Face {
    let level = card.rank() == Some(Rank::Seven);
    Face {
        trump: level || card.is_joker() || card.suit() == Some(Suit::Hearts),
        level,
        ..Face::plain(card)
    }
}

/// Trumps, then spades, diamonds and clubs, each from the ace down.
fn grouped(cards: &[Card]) -> Vec<Vec<Face>> {
    let mut groups = vec![Vec::new(); 4];
    for &card in cards {
        let face = marked(card);
        let group = match card.suit() {
            _ if face.trump => 0,
            Some(Suit::Spades) | None => 1,
            Some(Suit::Diamonds) => 2,
            Some(Suit::Clubs | Suit::Hearts) => 3,
        };
        groups[group].push(face);
    }
    for group in &mut groups {
        let rank = |f: &Face| (f.card.is_joker(), f.level, f.card.rank());
        group.sort_by_key(|f| std::cmp::Reverse((rank(f), f.card)));
    }
    groups
}

/// A shuffle that is the same on every machine.
fn shuffled(seed: u64) -> Vec<Card> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut cards = two_decks();
    for i in (1..cards.len()).rev() {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        cards.swap(i, (state >> 33) as usize % (i + 1));
    }
    cards
}

/// Header fields of a PNG file: width, height, bits, colour type.
pub fn header(file: &[u8]) -> (u32, u32, u8, u8) {
    let number = |at: usize| u32::from_be_bytes([0, 1, 2, 3].map(|i| file[at + i]));
    assert_eq!(&file[12..16], b"IHDR");
    (number(16), number(20), file[24], file[25])
}

fn pixels(file: &[u8]) -> image::RgbaImage {
    let picture = image::load_from_memory_with_format(file, image::ImageFormat::Png);
    picture.expect("a PNG file").into_rgba8()
}

#[track_caller]
fn is_a_hand(file: &[u8], cards: usize) {
    let height = hand_height(cards, false);
    assert_eq!(header(file), (WIDTH, height, 4, 3));
    assert_eq!(pixels(file).dimensions(), (WIDTH, height));
}

fn sheet(groups: Vec<Vec<Face>>, palette: Palette) -> HandSheet {
    HandSheet {
        groups,
        labels: Labels::Latin,
        palette,
        large: false,
    }
}

#[test]
fn the_size_of_a_hand_says_how_many_cards_it_has_and_nothing_else() {
    let heights = [0, 11, 12, 22, 23, 36].map(|n| hand_height(n, false));
    assert_eq!(heights, [204, 204, 402, 402, 600, 600]);
    let heights = [0, 7, 8, 14, 15, 36].map(|n| hand_height(n, true));
    assert_eq!(heights, [237, 237, 468, 468, 699, 699]);
    for large in [false, true] {
        // Taller ones are made narrower where they are shown.
        assert!(hand_height(36, large) * 11 <= WIDTH * 7);
    }
    for count in [3, 11, 17, 22, 25] {
        let cards: Vec<Face> = shuffled(1)[..count].iter().map(|&c| marked(c)).collect();
        let singles = cards.iter().map(|&face| vec![face]).collect();
        for groups in [vec![cards.clone()], singles, grouped(&shuffled(2)[..count])] {
            is_a_hand(&hand(&sheet(groups, Palette::FourColour)), count);
        }
    }
}

#[test]
fn hands_of_any_count_have_few_bytes() {
    for palette in Palette::ALL {
        for count in 0..=36 {
            let cards = &shuffled(count as u64)[..count];
            let file = hand(&sheet(grouped(cards), palette));
            is_a_hand(&file, count);
            assert!(file.len() <= 16_000, "{count} cards: {} bytes", file.len());
        }
    }
    for palette in Palette::ALL {
        let file = |seed: u64| hand(&sheet(grouped(&shuffled(seed)[..33]), palette));
        let mut lengths: Vec<usize> = (0..64).map(|seed| file(seed).len()).collect();
        lengths.sort_unstable();
        assert!(lengths[32] <= 14_000, "median {}", lengths[32]);
        assert!(lengths[63] <= 16_000, "largest {}", lengths[63]);
        let large = |seed: u64| {
            let usual = sheet(grouped(&shuffled(seed)[..33]), palette);
            hand(&HandSheet {
                large: true,
                ..usual
            })
        };
        let largest = (0..64).map(|seed| large(seed).len()).max();
        assert!(largest <= Some(16_000), "largest of large ones {largest:?}");
    }
}

#[test]
fn odd_groupings_fit() {
    let cards = shuffled(7);
    let all = |n: usize| cards[..n].iter().map(|&c| marked(c)).collect::<Vec<_>>();
    let singles = |n: usize| all(n).into_iter().map(|f| vec![f]).collect::<Vec<_>>();
    let odd = [
        vec![all(33)],
        vec![all(36)],
        vec![Vec::new(), all(25), Vec::new()],
        vec![all(1), all(32)],
        vec![all(11), all(1), all(20), all(1)],
        singles(33),
        singles(36),
        vec![all(108)],
    ];
    for groups in odd {
        let cards = groups.iter().map(Vec::len).sum();
        is_a_hand(&hand(&sheet(groups, Palette::FourColour)), cards);
    }
}

#[test]
fn the_same_hand_gives_the_same_bytes_from_any_thread() {
    let one = sheet(grouped(&shuffled(3)[..25]), Palette::FourColour);
    let files: Vec<Vec<u8>> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(|| hand(&one))).collect();
        threads
            .into_iter()
            .map(|t| t.join().expect("drawn"))
            .collect()
    });
    assert!(files.iter().all(|f| *f == files[0]));
    let other = sheet(grouped(&shuffled(4)[..25]), Palette::FourColour);
    assert_ne!(hand(&other), files[0]);
}

#[test]
fn a_chosen_card_is_marked_by_place_and_shape() {
    let plain = sheet(vec![faces("SA SK SQ")], Palette::TwoColour);
    let mut chosen = plain.clone();
    chosen.groups[0][1].chosen = true;
    let (plain, chosen) = (pixels(&hand(&plain)), pixels(&hand(&chosen)));
    let top = |picture: &image::RgbaImage, x: u32| {
        (0..hand_height(3, false)).find(|&y| picture.get_pixel(x, y)[3] > 0)
    };
    let (first, second) = (8 + 30, 8 + 68 + 30);
    assert_eq!(top(&plain, second), top(&plain, first));
    assert_eq!(top(&chosen, first), top(&plain, first));
    assert!(top(&chosen, second) < top(&plain, second));
}

fn trick(plays: [Option<&str>; 4], leader: usize, standing: Option<usize>) -> TableSheet {
    TableSheet {
        plays: plays.map(|p| {
            p.map(|names| Played {
                faces: faces(names),
            })
        }),
        leader,
        standing,
        labels: Labels::Latin,
        palette: Palette::FourColour,
    }
}

#[test]
fn tricks_are_as_large_as_their_longest_play_asks() {
    let long = "SA SA SK SK SQ SQ SJ SJ ST ST S9 S9 S8 S8 S6 S6 S5 S5 S4 S4 S3 S3 S2 S2 HA";
    let size = |plays| {
        let file = table(&trick(plays, 1, None));
        let (width, height, bits, colours) = header(&file);
        assert_eq!((bits, colours), (4, 3));
        assert_eq!(pixels(&file).dimensions(), (width, height));
        (width, height)
    };
    let empty = size([None; 4]);
    assert_eq!(size([None, Some("SA"), None, None]), empty);
    assert_eq!(
        size([Some("S3"), Some("SA"), Some("S5"), Some("BJ")]),
        empty
    );
    let pairs = size([None, Some("SA SA SK SK SQ SQ"), None, None]);
    assert_eq!(pairs, (WIDTH, empty.1));
    assert_eq!(pairs.0, size([Some("SA SA SK SK SQ"), None, None, None]).0);
    let longest = size([Some(long), Some(long), Some(long), Some(long)]);
    assert_eq!(longest.0, WIDTH);
    assert!(longest.1 <= 2 * WIDTH);
    assert_eq!(size([Some(long), None, None, None]).0, WIDTH);
}

#[test]
fn leader_standing_and_script_show() {
    let plain = trick([Some("SA"), Some("H2"), None, None], 0, None);
    let mut seen = std::collections::HashSet::new();
    for labels in [Labels::Latin, Labels::Chinese, Labels::Traditional] {
        for leader in 0..4 {
            for standing in [None, Some(0), Some(1)] {
                let sheet = TableSheet {
                    labels,
                    leader,
                    standing,
                    ..plain.clone()
                };
                assert!(seen.insert(table(&sheet)));
            }
        }
    }
}

fn finished() -> DealSheet {
    let cards = shuffled(11);
    let hand = |i: usize| grouped(&cards[i * 25..(i + 1) * 25]).concat();
    DealSheet {
        bottom: grouped(&cards[100..]).concat(),
        hands: [hand(0), hand(1), hand(2), hand(3)],
        labels: Labels::Chinese,
        palette: Palette::TwoColour,
    }
}

#[test]
fn a_finished_deal_shows_all_cards_in_one_size() {
    let sheet = finished();
    let file = deal(&sheet);
    let mut swapped = sheet.clone();
    swapped.hands.swap(0, 1);
    let other = deal(&swapped);
    assert_eq!(header(&file), header(&other));
    assert_ne!(file, other);
    assert_eq!(header(&file).0, WIDTH);
    assert!(file.len() < 64_000, "{} bytes", file.len());
}

#[test]
fn debug_output_names_no_card() {
    let hand = sheet(vec![faces("SA SA HK")], Palette::TwoColour);
    assert_eq!(format!("{hand:?}"), "HandSheet(3 cards)");
    assert_eq!(format!("{:?}", finished()), "DealSheet(108 cards)");
}

/// Compares decoded pixels with a kept file, or writes it when asked to.
#[track_caller]
pub fn kept(path: &str, file: &[u8]) {
    let path: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var_os(WRITE).is_some() {
        std::fs::write(&path, file).expect("the kept picture can be written");
    }
    let before = std::fs::read(&path).expect("the kept picture is there");
    let same = pixels(&before) == pixels(file);
    assert!(
        same,
        "{} has changed; {WRITE}=1 writes it anew",
        path.display()
    );
}

#[test]
fn pictures_look_as_before() {
    let mut groups = grouped(&shuffled(21)[..33]);
    kept(
        "docs/pictures/hand.png",
        &hand(&sheet(groups.clone(), Palette::FourColour)),
    );
    for face in groups[1].iter_mut().skip(1).step_by(2) {
        face.chosen = true;
    }
    kept(
        "tests/it/golden/hand.png",
        &hand(&sheet(groups, Palette::TwoColour)),
    );
    let plays = [Some("SK SK"), Some("SA SA"), Some("H7 H7"), None];
    kept("docs/pictures/trick.png", &table(&trick(plays, 0, Some(2))));
    kept("tests/it/golden/deal.png", &deal(&finished()));
}
