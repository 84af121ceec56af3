//! Reads cards as people type them: `黑桃AKK`, `S10 HK`, `♠A♠A`, `s-a`, `大王`, `bj`.

use crate::cards::{Card, CardSet, Rank, Suit};

/// Why a text could not be read as cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CardTextError {
    /// There is no card in the text.
    Empty,
    /// This part is not understood; at most 16 characters of it.
    Unknown(String),
    /// A suit without a rank.
    NoRank(Suit),
    /// A rank without a suit, and not exactly one suit in the hand has it.
    NoSuit {
        /// The rank.
        rank: Rank,
        /// The suits of the hand that have it: none, or two and more.
        fits: Vec<Suit>,
    },
    /// This card stands there a third time; there are two of each.
    Third(Card),
}

/// What a piece of text names.
#[derive(Clone, Copy)]
enum Piece {
    Suit(Suit),
    Rank(Rank),
    Joker(Card),
    /// A mark between cards.
    Gap,
}

/// Words in upper case and half width; longer ones come before their own beginnings.
const WORDS: [(&str, Piece); 56] = [
    ("大王", Piece::Joker(Card::BIG_JOKER)),
    ("大鬼", Piece::Joker(Card::BIG_JOKER)),
    ("小王", Piece::Joker(Card::LITTLE_JOKER)),
    ("小鬼", Piece::Joker(Card::LITTLE_JOKER)),
    ("BJ", Piece::Joker(Card::BIG_JOKER)),
    ("LJ", Piece::Joker(Card::LITTLE_JOKER)),
    ("黑桃", Piece::Suit(Suit::Spades)),
    ("葵扇", Piece::Suit(Suit::Spades)),
    ("黑", Piece::Suit(Suit::Spades)),
    ("红桃", Piece::Suit(Suit::Hearts)),
    ("红心", Piece::Suit(Suit::Hearts)),
    ("紅桃", Piece::Suit(Suit::Hearts)),
    ("紅心", Piece::Suit(Suit::Hearts)),
    ("红", Piece::Suit(Suit::Hearts)),
    ("紅", Piece::Suit(Suit::Hearts)),
    ("方块", Piece::Suit(Suit::Diamonds)),
    ("方塊", Piece::Suit(Suit::Diamonds)),
    ("方片", Piece::Suit(Suit::Diamonds)),
    ("阶砖", Piece::Suit(Suit::Diamonds)),
    ("階磚", Piece::Suit(Suit::Diamonds)),
    ("方", Piece::Suit(Suit::Diamonds)),
    ("草花", Piece::Suit(Suit::Clubs)),
    ("梅花", Piece::Suit(Suit::Clubs)),
    ("草", Piece::Suit(Suit::Clubs)),
    ("梅", Piece::Suit(Suit::Clubs)),
    ("SPADES", Piece::Suit(Suit::Spades)),
    ("SPADE", Piece::Suit(Suit::Spades)),
    ("HEARTS", Piece::Suit(Suit::Hearts)),
    ("HEART", Piece::Suit(Suit::Hearts)),
    ("DIAMONDS", Piece::Suit(Suit::Diamonds)),
    ("DIAMOND", Piece::Suit(Suit::Diamonds)),
    ("CLUBS", Piece::Suit(Suit::Clubs)),
    ("CLUB", Piece::Suit(Suit::Clubs)),
    ("♠", Piece::Suit(Suit::Spades)),
    ("♤", Piece::Suit(Suit::Spades)),
    ("♥", Piece::Suit(Suit::Hearts)),
    ("♡", Piece::Suit(Suit::Hearts)),
    ("♦", Piece::Suit(Suit::Diamonds)),
    ("♢", Piece::Suit(Suit::Diamonds)),
    ("♣", Piece::Suit(Suit::Clubs)),
    ("♧", Piece::Suit(Suit::Clubs)),
    ("S", Piece::Suit(Suit::Spades)),
    ("H", Piece::Suit(Suit::Hearts)),
    ("D", Piece::Suit(Suit::Diamonds)),
    ("C", Piece::Suit(Suit::Clubs)),
    ("10", Piece::Rank(Rank::Ten)),
    (",", Piece::Gap),
    ("、", Piece::Gap),
    ("。", Piece::Gap),
    (";", Piece::Gap),
    (".", Piece::Gap),
    ("·", Piece::Gap),
    ("-", Piece::Gap),
    ("+", Piece::Gap),
    ("/", Piece::Gap),
    ("_", Piece::Gap),
];

/// The cards a text names, in the order of the text.
///
/// A suit holds for the ranks after it up to the next suit or joker. A rank
/// before any suit counts only where exactly one suit of `hand` has it.
/// Whether the hand holds what is named is not asked here.
///
/// # Errors
/// Says which part is not understood.
pub fn read(text: &str, hand: &CardSet) -> Result<Vec<Card>, CardTextError> {
    let text = normal(text);
    let mut rest = text.as_str();
    let mut cards = Vec::new();
    let mut seen = CardSet::EMPTY;
    let mut suit: Option<Suit> = None;
    // A suit that still waits for its first rank.
    let mut bare: Option<Suit> = None;
    while !rest.is_empty() {
        let (piece, length) = first(rest).ok_or_else(|| CardTextError::Unknown(part_of(rest)))?;
        rest = &rest[length..];
        let card = match piece {
            Piece::Gap => continue,
            Piece::Suit(next) => {
                if let Some(bare) = bare {
                    return Err(CardTextError::NoRank(bare));
                }
                suit = Some(next);
                bare = suit;
                continue;
            }
            Piece::Joker(joker) => {
                if let Some(bare) = bare {
                    return Err(CardTextError::NoRank(bare));
                }
                suit = None;
                joker
            }
            Piece::Rank(rank) => {
                bare = None;
                Card::new(suit.map_or_else(|| only_suit(rank, hand), Ok)?, rank)
            }
        };
        if !seen.insert(card) {
            return Err(CardTextError::Third(card));
        }
        cards.push(card);
    }
    match bare {
        Some(suit) => Err(CardTextError::NoRank(suit)),
        None if cards.is_empty() => Err(CardTextError::Empty),
        None => Ok(cards),
    }
}

/// The trump a text names: a suit, or `None` for no trump (`无主`, `NT`).
///
/// # Errors
/// Says which part is not understood.
pub fn read_suit(text: &str) -> Result<Option<Suit>, CardTextError> {
    let text = normal(text);
    let word = text.trim();
    match word {
        "" => return Err(CardTextError::Empty),
        "NT" | "无主" | "無主" | "NO TRUMP" | "NOTRUMP" => return Ok(None),
        _ => {}
    }
    match first(word) {
        Some((Piece::Suit(suit), length)) if length == word.len() => Ok(Some(suit)),
        _ => Err(CardTextError::Unknown(part_of(word))),
    }
}

/// Half width, upper case, without what only changes how a sign is drawn.
fn normal(text: &str) -> String {
    text.chars()
        .filter(|c| !matches!(c, '\u{fe0e}' | '\u{fe0f}' | '\u{200b}'..='\u{200f}'))
        .flat_map(|c| {
            let half = match c {
                '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
                '\u{3000}' => ' ',
                '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
                '\u{ff65}' | '\u{30fb}' | '\u{2022}' => '·',
                other => other,
            };
            half.to_uppercase()
        })
        .collect()
}

/// What the text begins with, and how many bytes that takes.
fn first(text: &str) -> Option<(Piece, usize)> {
    for (word, piece) in WORDS {
        if text.starts_with(word) {
            return Some((piece, word.len()));
        }
    }
    let c = text.chars().next()?;
    if c.is_whitespace() {
        return Some((Piece::Gap, c.len_utf8()));
    }
    Some((Piece::Rank(Rank::from_letter(c)?), c.len_utf8()))
}

fn part_of(text: &str) -> String {
    text.split_whitespace()
        .next()
        .unwrap_or_default()
        .chars()
        .take(16)
        .collect()
}

fn only_suit(rank: Rank, hand: &CardSet) -> Result<Suit, CardTextError> {
    let fits: Vec<Suit> = Suit::ALL
        .into_iter()
        .filter(|&s| hand.has(Card::new(s, rank)))
        .collect();
    match fits[..] {
        [suit] => Ok(suit),
        _ => Err(CardTextError::NoSuit { rank, fits }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hand(names: &str) -> CardSet {
        let cards: Vec<Card> = names
            .split_whitespace()
            .map(|n| n.parse().expect("a card name"))
            .collect();
        CardSet::from_cards(&cards).expect("no card three times")
    }

    fn check(text: &str, expected: &str) {
        let read = read(text, &CardSet::EMPTY).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        let names: Vec<String> = read.into_iter().map(Card::name).collect();
        assert_eq!(names.join(" "), expected, "{text}");
    }

    #[test]
    fn cards_are_read_as_people_write_them() {
        for (text, expected) in [
            ("黑桃AKK", "SA SK SK"),
            ("S10 HK", "ST HK"),
            ("♠A♠A", "SA SA"),
            ("s-a", "SA"),
            ("SJ", "SJ"),
            ("sj bj", "SJ BJ"),
            ("SAJ", "SA SJ"),
            ("dj cj hj", "DJ CJ HJ"),
            ("大王小王", "BJ LJ"),
            ("大鬼 小鬼", "BJ LJ"),
            ("BJLJ", "BJ LJ"),
            ("bj,lj", "BJ LJ"),
            ("方块5方片6", "D5 D6"),
            ("方塊5 階磚6", "D5 D6"),
            ("草花7梅花8", "C7 C8"),
            ("红桃Q红心K", "HQ HK"),
            ("紅桃Q 紅心K", "HQ HK"),
            ("葵扇A", "SA"),
            ("黑A红K方Q梅J", "SA HK DQ CJ"),
            ("Ｓ１０　ＨＫ", "ST HK"),
            ("♠️A ♥️10", "SA HT"),
            ("♤a♡t", "SA HT"),
            ("ST s10 s9", "ST ST S9"),
            ("h 2 3 4", "H2 H3 H4"),
            ("spades A K, hearts 10", "SA SK HT"),
            ("S10109", "ST ST S9"),
            ("S、A，S-K", "SA SK"),
            ("c2c2", "C2 C2"),
        ] {
            check(text, expected);
        }
    }

    #[test]
    fn a_rank_alone_counts_where_one_suit_of_the_hand_fits() {
        let mine = hand("SA HK DK D3 BJ");
        assert_eq!(
            read("A", &mine),
            Ok(vec![Card::new(Suit::Spades, Rank::Ace)])
        );
        assert_eq!(read("bj 3", &mine).map(|c| c.len()), Ok(2));
        assert_eq!(
            read("K", &mine),
            Err(CardTextError::NoSuit {
                rank: Rank::King,
                fits: vec![Suit::Hearts, Suit::Diamonds]
            })
        );
        assert_eq!(
            read("Q", &mine),
            Err(CardTextError::NoSuit {
                rank: Rank::Queen,
                fits: vec![]
            })
        );
    }

    #[test]
    fn what_is_not_understood_is_named() {
        let none = CardSet::EMPTY;
        for (text, expected) in [
            ("", CardTextError::Empty),
            (" , ", CardTextError::Empty),
            ("hello", CardTextError::Unknown("ELLO".into())),
            ("S1", CardTextError::Unknown("1".into())),
            ("SA X9 HK", CardTextError::Unknown("X9".into())),
            ("王", CardTextError::Unknown("王".into())),
            ("黑桃", CardTextError::NoRank(Suit::Spades)),
            ("S HK", CardTextError::NoRank(Suit::Spades)),
            ("S bj", CardTextError::NoRank(Suit::Spades)),
            ("BJ BJ BJ", CardTextError::Third(Card::BIG_JOKER)),
        ] {
            assert_eq!(read(text, &none), Err(expected), "{text}");
        }
    }

    #[test]
    fn trumps_are_read_by_name() {
        assert_eq!(read_suit("♥"), Ok(Some(Suit::Hearts)));
        assert_eq!(read_suit(" 黑桃 "), Ok(Some(Suit::Spades)));
        assert_eq!(read_suit("c"), Ok(Some(Suit::Clubs)));
        assert_eq!(read_suit("无主"), Ok(None));
        assert_eq!(read_suit("nt"), Ok(None));
        assert_eq!(read_suit("x"), Err(CardTextError::Unknown("X".into())));
        assert_eq!(read_suit("SA"), Err(CardTextError::Unknown("SA".into())));
    }

    #[test]
    fn every_set_comes_back_from_its_symbols_and_names() {
        for card in Card::ALL {
            for text in [card.symbol(), card.name(), card.name().to_lowercase()] {
                check(&text, &card.name());
                check(&format!("{text}{text}"), &format!("{card} {card}"));
            }
        }
    }

    /// Every text gives cards or an error; nothing panics.
    #[test]
    fn any_text_is_read_or_refused() {
        let bits = [
            "S", "h", "♠", "黑", "桃", "大", "王", "小", "鬼", "10", "1", "0", "A", "k", "J", "b",
            "l", " ", "　", "-", "，", "\u{fe0f}", "é", "🂡", "ﬁ", "\0", "😀", "ß", "İ", "2", "紅",
        ];
        let mut state = 7_u64;
        for _ in 0..20_000 {
            let mut text = String::new();
            for _ in 0..(state >> 33) % 12 {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(99);
                text.push_str(bits[(state >> 33) as usize % bits.len()]);
            }
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(99);
            let _ = read(&text, &hand("SA HA D3"));
            let _ = read_suit(&text);
        }
    }
}
