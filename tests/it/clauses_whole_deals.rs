//! Whole deals as the texts of `ordered`, `platform` and `hook` tell them: the
//! cards, the draw, who leads, who has the points, what the sum is.

use chaodipi::cards::two_decks;
use chaodipi::game::{Action, ClockChoice, Wait};
use chaodipi::rules::Refusal;

use crate::clauses_support::{Layout, top_trumps, who};
use crate::game_support::{SEATS, Table, cards, declare, overturn, set};

const RELAXED: ClockChoice = ClockChoice::Relaxed;
const RICH: &str = "H5 HT HK H3 H3 H4 H4 H6";

/// A first deal in which seat 0 has declared spades and buried the bottom as it was.
fn playing(rules: &str, hands: [&str; 4], bottom: &str) -> Table {
    let mut table = Table::first_deal(rules, RELAXED, &Layout::new(hands, bottom));
    table.placed(0, "S2");
    while !table.asked().is_empty() {
        table.all_pass();
    }
    table.buries(bottom);
    while !table.asked().is_empty() {
        table.all_pass();
    }
    table
}

#[test]
fn four_seats_draw_two_decks_one_by_one_until_eight_are_left() {
    // ordered 规则/2, 规则.一/2, 规则.一/3; platform 一/2, 三; hook 1
    for rules in ["ordered", "platform", "hook"] {
        let mut table = Table::started(rules, RELAXED);
        let shuffle = Layout::new([""; 4], RICH).shuffle(SEATS[1]);
        let deck = shuffle.deck.clone();
        assert_eq!((deck.len(), two_decks().len()), (108, 108));
        table.table(Action::Deal(Box::new(shuffle)));
        for drawn in 1..=100 {
            table.table(Action::Draw(drawn));
            let last = SEATS[1].after(usize::from(drawn) - 1);
            let hand = table.game.seat(last).hand;
            assert!(hand.has(deck[usize::from(drawn) - 1]), "{rules}: in turn");
            assert_eq!(hand.len(), usize::from(drawn).div_ceil(4));
        }
        table.table(Action::OpenPlacing);
        table.table(Action::CloseWindow);
        let burier = table.burier().expect("the dealer takes what is left");
        let hand = table.game.seat(SEATS[burier]).hand;
        assert_eq!(hand.len(), 33, "{rules}");
        assert!(hand.contains_all(&set(RICH)));
        let others = SEATS.iter().filter(|s| s.index() != burier);
        assert!(
            others
                .into_iter()
                .all(|&s| table.game.seat(s).hand.len() == 25)
        );
    }
}

#[test]
fn partners_sit_opposite_and_the_dealers_side_is_the_declarers() {
    // ordered 规则/3, 规则.二.1/3, 规则.二.1/4
    for (seat, card) in [(0, "S2"), (1, "H2"), (2, "C2"), (3, "D2")] {
        let hands = ["S2", "H2", "C2", "D2"];
        let mut table = Table::first_deal("ordered", RELAXED, &Layout::new(hands, RICH));
        table.placed(seat, card);
        table.all_pass();
        table.buries(RICH);
        table.play_out([""; 4]);
        let result = table.game.public().result.expect("a result");
        assert_eq!(result.dealer, SEATS[seat]);
        let dealers = result.dealing_side;
        let on_stage = SEATS.map(|s| s.side() == dealers);
        assert!(on_stage[seat] && on_stage[(seat + 2) % 4], "the partner");
        assert!(!on_stage[(seat + 1) % 4] && !on_stage[(seat + 3) % 4]);
    }
}

#[test]
fn the_dealer_leads_and_whoever_won_leads_the_next() {
    // ordered 规则.五/2, 规则.五/3, 规则.六/3
    let hands = ["S2 D3 D4", "DA CA", "DK", "D6"];
    let mut table = playing("ordered", hands, RICH);
    assert!(matches!(table.game.waits(), Wait::Play { seat, .. } if seat == SEATS[0]));
    for (seat, card) in [(0, "D3"), (1, "DA"), (2, "DK"), (3, "D6")] {
        assert!(matches!(table.game.waits(), Wait::Play { seat: s, .. } if s == SEATS[seat]));
        table.lays(seat, card);
    }
    assert!(matches!(table.game.waits(), Wait::Play { seat, .. } if seat == SEATS[1]));
    assert_eq!(table.deal().points, 10, "seat 1 has the king's points");
    table.play_out([""; 4]);
    let deal = table.deal();
    let mut leader = SEATS[0];
    let mut points = 0;
    for trick in &deal.finished {
        assert_eq!(trick.leader, leader, "trick {}", trick.number);
        leader = trick.standing.expect("won");
        let attackers = leader.side() != SEATS[0].side();
        points += if attackers { trick.points } else { 0 };
    }
    assert_eq!(
        table.game.public().result.expect("a result").sum.tricks,
        points
    );
}

#[test]
fn the_score_is_what_was_won_and_what_was_dug() {
    // ordered 规则.六/4, 规则.六/5, 规则.六/6
    let power = top_trumps('2', 25);
    let mut table = playing("ordered", ["S2 S2", &power, "", ""], RICH);
    table.play_out(["", "S8 S8", "", ""]);
    let sum = table.game.public().result.expect("a result").sum;
    assert_eq!((sum.bottom, sum.multiplier), (25, 4));
    assert!(sum.tricks > 100, "attackers win nearly all");
    assert_eq!(sum.score, sum.tricks + 100);
}

#[test]
fn a_first_deals_seat_insures_what_it_has_drawn_twice() {
    // ordered 规则.四.4/2, 规则.四.4/3, 规则.四.4/5
    let mut table = Table::started("ordered", RELAXED);
    let layout = Layout::new(["H2 S3 H2", "", "D2 D2 C2 C2", "S2 S2"], RICH);
    table.table(Action::Deal(Box::new(layout.shuffle(SEATS[0]))));
    table.table(Action::Draw(8));
    table.table(Action::OpenPlacing);
    table.ok(who(0), declare("H2"));
    let missing = set("H2 H2").minus(&set("H2"));
    assert_eq!(
        table.rule(0, declare("H2 H2")),
        Refusal::NotInHand { missing },
        "it has drawn one"
    );
    table.table(Action::Draw(100));
    table.table(Action::OpenPlacing);
    let mut left = Table {
        game: table.game.clone(),
        log: table.log.clone(),
    };
    table.ok(who(0), declare("H2 H2"));
    table.table(Action::CloseWindow);
    assert_eq!(table.asked(), [1, 2, 3]);
    for pair in ["D2 D2", "C2 C2"] {
        assert_eq!(table.rule(2, overturn(pair)), Refusal::NotHigher);
    }
    table.answers(3, overturn("S2 S2"));
    assert_eq!(table.dealer(), Some(3));
    // Without insurance a lower suit does it.
    left.table(Action::CloseWindow);
    left.answers(2, overturn("D2 D2"));
    assert_eq!(left.dealer(), Some(2));
    left.answers(0, overturn("H2 H2"));
    assert_eq!(left.dealer(), Some(0), "and it overturns in its turn");
    assert_eq!(cards("H2 H2").len(), 2);
}
