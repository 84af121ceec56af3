//! The auction clause by clause, mostly of `tournament`.

use super::*;
use crate::rules::{Refusal, preset};

fn seat(n: usize) -> Seat {
    Seat::new(n).expect("a seat")
}

fn cards(names: &str) -> CardSet {
    let cards: Vec<Card> = names
        .split_whitespace()
        .map(|n| n.parse().expect("a card"))
        .collect();
    CardSet::from_cards(&cards).expect("two decks")
}

fn named(text: &str) -> Option<Named> {
    Named::ALL.into_iter().find(|n| match n.suit() {
        None => text == "NT",
        Some(suit) => text == suit.letter().to_string(),
    })
}

/// `0 d S8`, `1 o D8 D8`, `2 f BJ BJ =H`, `3 p`, `0 b`, or `close`: a seat,
/// what it does, its cards, a name. Hands are as the acts need them.
fn act(text: &str) -> Option<(Seat, AuctionAct)> {
    if text == "close" {
        return None;
    }
    let (who, rest) = text.split_once(' ').expect("a seat");
    let (what, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    let (names, name) = rest.split_once('=').unwrap_or((rest, ""));
    let (cards, name) = (cards(names), named(name));
    let act = match what {
        "d" => AuctionAct::Declare { cards },
        "o" => AuctionAct::Overturn { cards, name },
        "f" => AuctionAct::Fry { cards, name },
        "p" => AuctionAct::Pass,
        "b" => AuctionAct::Bury {
            cards: self::cards("C3 C3 C4 C4 C6 C6 C7 C7"),
        },
        other => panic!("no act {other}"),
    };
    Some((seat(who.parse().expect("a number")), act))
}

/// An auction after some acts, and why the last was refused. Later deals are
/// of level 8, seats 0 and 2 dealers, 0 the last dealer and starter.
struct After {
    auction: Auction,
    refused: Option<Refusal>,
}

fn after(preset_id: &str, first: bool, acts: &str) -> After {
    let rules = preset(preset_id).expect("a preset");
    let mut context = AuctionContext {
        level: Rank::Two,
        starter: seat(0),
        stage: None,
        kind: DealKind::Plain,
    };
    if !first {
        context.level = Rank::Eight;
        context.stage = Some(StageHeld {
            side: Side::EastWest,
            last_dealer: seat(0),
            stayed: true,
        });
    }
    let mut auction = Auction::new(&rules, context);
    let mut refused = None;
    // Every seat is given whatever it needs: an auction never compares hands.
    let hand = Card::ALL
        .into_iter()
        .flat_map(|c| [c, c])
        .collect::<Vec<_>>();
    let hand = CardSet::from_cards(&hand).expect("two decks");
    let bottom: Vec<Card> = cards("H3 H4 H6 H7 S3 S4 S6 S7").to_vec();
    for text in acts.split(',').map(str::trim).filter(|t| !t.is_empty()) {
        assert!(refused.is_none(), "{acts}: refused before {text}");
        let outcome = match act(text) {
            None => auction.close(&bottom),
            Some((seat, act)) => auction.check(&hand, seat, &act),
        };
        match outcome {
            Ok(steps) => steps.iter().for_each(|s| auction.apply(s)),
            Err(refusal) => refused = Some(refusal),
        }
    }
    After { auction, refused }
}

/// The seats asked, in order.
fn asked(preset_id: &str, first: bool, acts: &str, seats: &[usize]) {
    let after = after(preset_id, first, acts);
    assert_eq!(after.refused, None, "{preset_id}: {acts}");
    let got: Vec<usize> = after.auction.asked().iter().map(|s| s.index()).collect();
    assert_eq!(got, seats, "{preset_id}: {acts}");
}

fn dealer(preset_id: &str, first: bool, acts: &str, expected: usize) {
    let after = after(preset_id, first, acts);
    assert_eq!(after.refused, None, "{preset_id}: {acts}");
    assert_eq!(
        after.auction.dealer(),
        Some(seat(expected)),
        "{preset_id}: {acts}"
    );
}

fn refused(preset_id: &str, first: bool, acts: &str, reason: &str) {
    let after = after(preset_id, first, acts);
    let got = after.refused.as_ref().map(Refusal::as_str);
    assert_eq!(got, Some(reason), "{preset_id}: {acts}");
}

#[test]
fn the_first_deal_is_dealt_by_the_declarer_or_the_overturner() {
    dealer("tournament", true, "1 d S2", 1);
    dealer("tournament", true, "1 d S2, close, 2 o H2 H2", 2);
    dealer("knockout", true, "1 d S2, close, 2 o H2 H2", 2);
    asked("tournament", true, "1 d S2, close", &[2, 3, 0]);
    asked("tournament", true, "1 d S2, close, 2 o H2 H2", &[3, 0]);
    refused(
        "tournament",
        true,
        "1 d S2, close, 2 o BJ BJ",
        "not_a_level_card",
    );
    refused(
        "tournament",
        true,
        "1 d S2, close, 1 o H2 H2",
        "own_declaration",
    );
    asked("dark", true, "1 d S2, close, 2 o H2 H2", &[3, 0, 1]);
}

#[test]
fn later_deals_are_dealt_by_placing() {
    dealer("tournament", false, "0 d S8", 0);
    dealer("tournament", false, "2 d S8", 2);
    dealer("tournament", false, "1 d S8", 2);
    dealer("tournament", false, "3 d S8", 0);
    dealer("knockout", false, "0 d S8", 2);
    dealer("knockout", false, "1 d S8", 2);
    dealer("college", false, "0 d S8, close, 1 o H8 H8", 2);
    dealer("dark", false, "1 d S8", 2);
    dealer("double-dig", false, "1 d S8", 0);
}

#[test]
fn in_later_deals_the_dealers_overturn() {
    asked("tournament", false, "0 d S8, close", &[2]);
    asked("tournament", false, "1 d S8, close", &[2, 0]);
    asked("tournament", false, "1 d S8, close, 2 o BJ BJ", &[0]);
    dealer(
        "tournament",
        false,
        "1 d S8, close, 2 o BJ BJ, 0 o H8 H8",
        0,
    );
    refused(
        "tournament",
        false,
        "1 d S8, close, 3 o H8 H8",
        "dealers_only",
    );
    asked("college", false, "1 d S8, close", &[2, 3, 0]);
    asked("hook", false, "1 d S8, close", &[2]);
    asked("ordered", false, "1 d S8, close, 2 b", &[3, 0]);
}

#[test]
fn the_bridge_binds_dealer_and_whoever_stands() {
    asked("tournament", false, "0 d S8, close, 2 p, 0 b", &[1, 2, 3]);
    asked("tournament", false, "1 d S8, close, 2 p, 0 p, 2 b", &[3, 0]);
    asked(
        "tournament",
        false,
        "1 d S8, close, 2 p, 0 p, 2 b, 3 f H8 H8, 3 b",
        &[0, 1, 2],
    );
    // The overturned declarer is free at once.
    asked(
        "tournament",
        false,
        "1 d S8, close, 2 o H8 H8, 0 p, 2 b",
        &[3, 0, 1],
    );
    refused(
        "tournament",
        false,
        "0 d S8, close, 2 p, 0 b, 0 f H8 H8",
        "needs_bridge",
    );
}

#[test]
fn a_pair_is_used_up_for_the_seat_that_used_it() {
    let spoken = "0 d S8, close, 2 p, 0 b, 1 f H8 H8, 1 b, 2 p, 3 f D8 D8, 3 b, 0 p";
    refused(
        "tournament",
        false,
        &format!("{spoken}, 1 f H8 H8"),
        "already_used",
    );
    asked(
        "tournament",
        false,
        &format!("{spoken}, 1 f C8 C8, 1 b"),
        &[2, 3, 0],
    );
    // Another seat may use the same pair; the pair that declared is not used up.
    asked(
        "tournament",
        false,
        &format!("{spoken}, 1 p, 2 f H8 H8, 2 b"),
        &[3, 0, 1],
    );
    asked(
        "forty",
        false,
        "1 d S8 S8, close, 2 o H8 H8, 3 p, 0 p, 1 o S8 S8",
        &[2, 3, 0],
    );
}

#[test]
fn jokers_make_no_trump_or_name_it() {
    let trump = |id: &str, acts: &str| {
        let after = after(id, false, acts);
        assert_eq!(after.refused, None, "{id}: {acts}");
        after.auction.trump().expect("a trump").suit
    };
    let fried = "1 d S8, close, 2 b, 3 f BJ BJ";
    assert_eq!(trump("ordered", fried), None);
    assert_eq!(trump("ordered", &format!("{fried} =H")), Some(Suit::Hearts));
    refused(
        "ordered",
        false,
        "1 d S8, close, 2 b, 3 f LJ LJ =H",
        "not_allowed",
    );
    refused(
        "tournament",
        false,
        "1 d S8, close, 2 o BJ BJ =H",
        "not_allowed",
    );
}

#[test]
fn each_seat_knows_only_the_trump_it_made() {
    let secret = after("tournament", false, "1 d S8, close, 2 o H8 H8").auction;
    let known = |auction: &Auction| Seat::ALL.map(|s| auction.trump_known_to(s).is_some());
    assert_eq!(known(&secret), [false, false, true, false]);
    let shown = after(
        "tournament",
        false,
        "1 d S8, close, 2 p, 0 p, 2 b, 3 p, 0 p",
    )
    .auction;
    assert_eq!(shown.phase(), AuctionPhase::Done);
    assert_eq!(known(&shown), [true; 4]);
    let open = after("flag", false, "1 d S8").auction;
    assert_eq!(known(&open), [true; 4]);
}

#[test]
fn the_first_yes_of_a_sealed_round_counts() {
    let auction = after("tournament", false, "0 d S8, close, 2 p, 0 b").auction;
    let fry = |names: &str| AuctionAct::Fry {
        cards: cards(names),
        name: None,
    };
    let mut answers = BySeat::default();
    answers[seat(2)] = Some(fry("H8 H8"));
    answers[seat(3)] = Some(fry("D8 D8"));
    // Seat 1 has not answered, and passes so; seat 3 counts as unasked.
    let counted = auction.resolve_sealed(&answers);
    assert_eq!(
        counted,
        [(seat(1), AuctionAct::Pass), (seat(2), fry("H8 H8"))]
    );
}

#[test]
fn the_rest_is_dealt_at_once_where_nobody_may_declare_further() {
    let further = |id: &str, acts: &str| after(id, false, acts).auction.may_declare_further();
    assert!(further("tournament", ""));
    assert!(!further("tournament", "1 d S8"));
    assert!(further("ordered", "1 d S8"));
    assert!(!further("ordered", "1 d S8 S8"));
    assert!(further("flag", "1 d S8"));
    assert!(!further("flag", "1 d S8 S8"));
    assert!(further("double-dig", "1 d H8 H8"));
    assert!(!further("double-dig", "1 d S8 S8"));
}

#[test]
fn whoever_hooks_back_is_not_topped() {
    let hooked = "1 d D8, close, 2 b, 3 f H5 H5 =C, 3 b, 0 p, 1 f D8 D8, 1 b";
    refused(
        "five-ten-king",
        false,
        &format!("{hooked}, 2 f BJ BJ"),
        "not_higher",
    );
    // Without another's fry there is nothing to hook back from.
    refused(
        "five-ten-king",
        false,
        "1 d D8, close, 2 b, 1 f D8 D8",
        "needs_bridge",
    );
    // It takes the declared suit, and a declaration with one card.
    refused(
        "red-five",
        false,
        "1 d D8 D8, close, 2 o C8 C8, 3 p, 0 p, 1 p, 2 b, 3 p, 0 p, 1 f D8 D8",
        "not_higher",
    );
}

#[test]
fn debug_shows_no_card() {
    let auction = after("tournament", false, "1 d S8, close, 2 o H8 H8").auction;
    let steps = auction.check(&cards("H8 H8"), seat(0), &AuctionAct::Pass);
    for text in [format!("{auction:?}"), format!("{steps:?}")] {
        assert!(!text.contains("H8") && !text.contains("Hearts"), "{text}");
    }
    let act = AuctionAct::Declare { cards: cards("S8") };
    assert!(!format!("{act:?}").contains("S8"));
    let spoken = format!("{:?}", auction.spoken());
    assert!(!spoken.contains("Hearts"), "{spoken}");
}
