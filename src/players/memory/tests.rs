//! Each thing that `memory` is said to be able to do, in one position.

use super::*;
use crate::cards::{Card, Rank, Suit};
use crate::players::know::tests::cards;
use crate::rules::auction::Named;
use crate::rules::{Category, Lead, Order, RuleSet, Seat, Trump, preset};

/// The seat that plays, on stage; its partner has buried where nothing else is said.
const ME: Seat = Seat::ALL[1];

const HEARTS: Trump = Trump {
    suit: Some(Suit::Hearts),
    level: Rank::Two,
};

fn rules() -> RuleSet {
    preset("tournament").expect("a preset")
}

/// What is known, and what lies on the table.
struct Position {
    facts: Facts,
    seen: Seen,
    trick: Trick,
    buried: Option<CardSet>,
}

impl Position {
    /// A seat is to lead.
    fn leading(played: &str, left: u8) -> Position {
        let mut seen = Seen::new(left);
        seen.played = cards(played);
        Position {
            facts: Facts::new(&rules(), HEARTS, ME.side(), ME.partner()),
            seen,
            trick: Trick::new(ME),
            buried: None,
        }
    }

    /// That seat has led, and all before the one that plays have followed.
    fn following(leader: Seat, plays: &[&str]) -> Position {
        let mut position = Position::leading("", 20);
        position.trick = Trick::new(leader);
        for play in plays.iter().map(|play| cards(play)) {
            let lead = position.trick.lead;
            let seat = position.trick.turn();
            let order = &position.facts.order;
            position.seen.note(order, lead.as_ref(), seat, &play);
            position.trick.lay(order, &play);
        }
        position
    }

    /// It is known that the seat holds nothing of a suit.
    fn void(mut self, seat: Seat, suit: Suit) -> Position {
        let kinds = self.facts.order.kinds(Category::Side(suit));
        self.seen.absent[seat] = self.seen.absent[seat] | kinds;
        self
    }

    fn play(&self, hand: &str) -> CardSet {
        let own = (ME, cards(hand));
        let mind = Mind::new(&self.facts, &self.seen, own, self.buried, false);
        play_of(&mind, &Weights::TUNED, &self.trick)
    }

    fn plays(&self, hand: &str, expected: &str) {
        let play = self.play(hand);
        assert!(play == cards(expected), "{} of {hand}", named(&play));
    }
}

fn named(cards: &CardSet) -> String {
    let names: Vec<String> = cards.iter().map(Card::name).collect();
    names.join(" ")
}

#[test]
fn it_counts_what_is_out_and_cashes_what_nobody_beats() {
    let hand = "SK S3 CK C3 D4 H3";
    Position::leading("SA SA", 6).plays(hand, "SK");
    Position::leading("CA CA", 6).plays(hand, "CK");
}

#[test]
fn it_throws_what_is_safe_and_nothing_else() {
    let hand = "SK SK SQ S3 C4 D4 H3";
    Position::leading("SA SA", 7).plays(hand, "SK SK SQ");
    // One ace is out: the pair is high, the queen is not.
    let play = Position::leading("SA", 7).play(hand);
    let order = Order::new(&rules().play, HEARTS);
    assert!(!Lead::new(&order, &play).expect("a lead").is_throw());
}

#[test]
fn it_takes_heed_of_voids() {
    let hand = "D4 D6 D9 S4 S6 S9 C4 C6 C9";
    let partner = Position::leading("", 9).void(ME.partner(), Suit::Diamonds);
    let led = partner.play(hand);
    assert!(led.within(partner.facts.order.kinds(Category::Side(Suit::Diamonds))) == led);
    // Who is void in what the ace would win ruffs it.
    let hand = "DA D6 D9 S4 S6 S9 C4 C6 C9";
    Position::leading("DK DK", 9).plays(hand, "DA");
    let opponents = Position::leading("DK DK", 9)
        .void(ME.next(), Suit::Diamonds)
        .void(ME.previous(), Suit::Diamonds);
    assert!(opponents.play(hand) != cards("DA"));
}

#[test]
fn it_feeds_a_partner_who_stands_and_no_opponent() {
    let hand = "SK ST S3 S4 C4 D4 H3";
    let partner = Position::following(ME.partner(), &["SA", "S6"]);
    assert_eq!(partner.play(hand).points(), 10);
    let opponent = Position::following(ME.previous(), &["SA"]);
    opponent.plays(hand, "S3");
}

#[test]
fn it_keeps_the_last_trick_under_control() {
    // Nothing but two jokers is above the trumps that are left: the higher one is kept.
    let mut position = Position::leading("LJ LJ BJ", 3);
    position.buried = Some(cards("SK SK ST ST S5 S5 S6 S7"));
    let led = position.play("BJ H3 C4");
    assert!(led != cards("BJ"));
    let mut follows = Position::following(ME.previous(), &["DA"]);
    follows.seen.left = crate::rules::BySeat::new([2, 3, 3, 3]);
    follows.buried = position.buried;
    let ruffed = follows.play("BJ H3 C4");
    assert!(ruffed != cards("BJ"));
}

#[test]
fn it_buries_to_make_a_void() {
    let order = Order::new(&rules().play, HEARTS);
    let hand = cards(
        "BJ LJ H2 HA HA HK HQ HJ H9 H8 H7 H3 SA SA SK SK SQ SJ S9 S8 S7 S6 CA CA CK CK CQ CJ D3 D4 D6 D8 D9",
    );
    assert_eq!(hand.len(), 33);
    let burial = Burial {
        order: &order,
        hand,
        free: hand,
        forced: CardSet::EMPTY,
        dealing: true,
    };
    let buried = bury_from(&burial, &Weights::TUNED);
    assert_eq!(buried.len(), 8);
    let diamonds = order.kinds(Category::Side(Suit::Diamonds));
    assert!(hand.minus(&buried).within(diamonds).is_empty());
    assert!(buried.within(order.kinds(Category::Trump)).is_empty());
    assert_eq!(buried.points(), 0);
}

#[test]
fn it_fries_with_a_strong_hand_and_sooner_over_an_opponent() {
    let act = AuctionAct::Fry {
        cards: cards("S2 S2"),
        name: None,
    };
    let rules = rules().play;
    let spades = Trump {
        suit: Some(Suit::Spades),
        level: Rank::Two,
    };
    let order = Order::new(&rules, spades);
    let weights = Weights::TUNED;
    let fries = |hand: &str, more: f32| {
        let hand = cards(hand);
        strongest(&rules, Rank::Two, &hand, &[act], weights.fry + more).is_some()
    };
    let weak = "S2 S2 S3 S4 D3 D4 D5 D6 D7 C3 C4 C5 C6 C7 H3 H4 H5 H6 H7 D8 D9 C8 C9 H8 H9";
    let fair = "S2 S2 S3 S4 S6 S7 S9 SJ SK D4 D5 D6 D7 C3 C4 C5 C6 C7 H3 H4 H5 H6 H7 D8 D9";
    let strong = "S2 S2 BJ LJ S3 S4 S6 S7 S9 SJ SK SA SA C3 C4 C5 C6 C7 H3 H4 H5 H6 H7 D8 D9";
    let strength = [weak, fair, strong].map(|hand| strength(&order, &cards(hand)));
    assert_eq!(
        [weak, fair, strong].map(|h| fries(h, 0.0)),
        [false, true, true],
        "{strength:?}"
    );
    // It takes more to change the partner's trump.
    let partner = [weak, fair, strong].map(|h| fries(h, weights.partner));
    assert_eq!(partner, [false, false, true], "{strength:?}");
    let named = AuctionAct::Fry {
        cards: cards("BJ BJ"),
        name: Some(Named::NoTrump),
    };
    assert!(strongest(&rules, Rank::Two, &cards(weak), &[named], weights.fry).is_none());
}
