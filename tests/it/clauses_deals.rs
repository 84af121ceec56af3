//! Whole deals of the presets with permanent trumps, short ladders or rotating
//! dealers, clause by clause, by `decide`: who leads, what a dig brings, what
//! is remembered from trick to trick.

use std::sync::Arc;

use chaodipi::cards::Rank;
use chaodipi::game::{Action, ClockChoice, DealResult, Event, Illegal, Reason, Wait};
use chaodipi::rules::{Refusal, Side};

use crate::clauses_support::{Later, Layout, top_trumps, who};
use crate::game_support::{SEATS, Table, fry, set};

const RELAXED: ClockChoice = ClockChoice::Relaxed;
/// A bottom of 20 points that makes nobody's trumps in spades.
const RICH: &str = "H5 H5 HK H3 H3 H4 H4 H6";
/// A bottom without points that makes nobody's trumps in spades or hearts.
const POOR: &str = "D3 D3 D4 D4 D6 D6 D7 D7";
const ALL: [&str; 6] = [
    "tv",
    "flag",
    "forty",
    "five-ten-king",
    "red-five",
    "double-dig",
];

/// Everybody passes whatever is asked now.
fn nobody_speaks(table: &mut Table) {
    while !table.asked().is_empty() {
        table.all_pass();
    }
}

/// A first deal in spades, declared by seat 0, which buried that bottom.
fn first(rules: &str, hands: [&str; 4], bottom: &str) -> Table {
    let layout = Layout::new(hands, bottom);
    let mut table = Table::first_deal(rules, RELAXED, &layout);
    table.placed(0, "S2");
    nobody_speaks(&mut table);
    table.buries(bottom);
    nobody_speaks(&mut table);
    assert!(matches!(table.game.waits(), Wait::Play { .. }), "{rules}");
    table
}

fn result(table: &Table) -> Arc<DealResult> {
    table.game.public().result.expect("the deal is over")
}

/// All but the trump that nobody else can top, for seat 1.
fn power() -> String {
    format!("S5 S5 {}", top_trumps('2', 23))
}

#[test]
fn twenty_five_cards_a_seat_and_eight_for_the_dealer() {
    // tv 一.1/2; flag ¶6–7, ¶9; forty 一/4–5, 一/7; double-dig (五): two decks, 25
    // cards each, the dealer takes up eight and puts down eight.
    for rules in ALL {
        let layout = Layout::new(["S2", "", "", ""], RICH);
        let mut table = Table::first_deal(rules, RELAXED, &layout);
        let held = |table: &Table| SEATS.map(|s| table.game.seat(s).hand.len());
        assert_eq!(held(&table), [25; 4], "{rules}");
        table.placed(0, "S2");
        nobody_speaks(&mut table);
        assert_eq!(held(&table), [33, 25, 25, 25], "{rules}");
        table.buries(RICH);
        nobody_speaks(&mut table);
        assert_eq!(held(&table), [25; 4], "{rules}");
        let seven = Action::Play(set("H3 H3 H4").to_vec());
        let refused = table.rule(0, seven);
        assert!(matches!(refused, Refusal::NotInHand { .. }), "{rules}");
    }
}

#[test]
fn the_dealer_leads_whoever_fried_last() {
    // tv 一.8/2, 一.8/9; flag ¶9; forty 一/7; five-ten-king 二.1; red-five 3/2;
    // double-dig (八).1, (八).2.⑨.
    for rules in ALL {
        let later = Later {
            starter: 0,
            dealer: 0,
            stayed: true,
            levels: ["T", "5"],
        };
        let layout = Layout::new(["ST", "HT HT", "", ""], RICH);
        let mut table = Table::later_deal(rules, RELAXED, &later, &layout);
        table.placed(0, "ST");
        nobody_speaks(&mut table);
        let dealer = table.burier().expect("the dealer buries");
        table.buries(RICH);
        table.answers(1, fry("HT HT"));
        assert_eq!(table.burier(), Some(1), "{rules}");
        table.buries(RICH);
        nobody_speaks(&mut table);
        let Wait::Play { seat, .. } = table.game.waits() else {
            panic!("{rules}: the play begins");
        };
        assert_eq!(seat.index(), dealer, "{rules}: the dealer leads");
        let refused = table.refused(who(1), Action::Play(Vec::new()));
        assert!(matches!(refused, Illegal::NotYourTurn(_)), "{rules}");
        table.leads_highest(dealer);
        while let Wait::Play { plays, seat } = table.game.waits()
            && plays < 4
        {
            table.plays(seat.index() as i64 + 1);
        }
        let winner = table.log.iter().rev().find_map(|e| match e {
            Event::TrickWon { seat, .. } => Some(*seat),
            _ => None,
        });
        let Wait::Play { seat, .. } = table.game.waits() else {
            panic!("{rules}: the play goes on");
        };
        assert_eq!(Some(seat), winner, "{rules}: the winner leads");
    }
}

#[test]
fn a_dig_doubles_the_bottom_by_the_last_trick() {
    // tv 二/9–12; flag ¶5; forty 一/3, 一/24–26; five-ten-king 三.5; red-five §8;
    // double-dig (十).
    for (rules, tractor) in [
        ("tv", 8),
        ("flag", 8),
        ("forty", 4),
        ("five-ten-king", 4),
        ("red-five", 8),
        ("double-dig", 4),
    ] {
        for (keep, multiplier) in [("S8", 2), ("S9 S9", 4), ("S9 S9 ST ST", tractor)] {
            let mut table = first(rules, ["S2 S2", &power(), "", ""], RICH);
            table.play_out(["", keep, "", ""]);
            let result = result(&table);
            assert_eq!(result.last_trick.0, SEATS[1], "{rules}: {keep}");
            assert_eq!(result.sum.multiplier, multiplier, "{rules}: {keep}");
            let score = result.sum.tricks + 20 * multiplier;
            assert_eq!(result.sum.score, score, "{rules}: {keep}");
            assert!(result.change, "{rules}: the attackers are dealers next");
        }
    }
}

#[test]
fn points_count_for_the_side_that_wins_the_trick() {
    // tv §8; flag ¶1, ¶3, ¶13–17; forty ¶1, 一, 一/11–15; double-dig (二)/2–3, (九).
    for rules in ALL {
        let mut table = first(rules, ["S2 S2", "SA BJ", "SK", "LJ"], RICH);
        table.play_out([""; 4]);
        let tricks = table.log.iter().filter_map(|e| match e {
            Event::TrickWon { seat, points } => Some((seat.side(), *points)),
            _ => None,
        });
        let of = |side: Side| -> u16 {
            let won = tricks.clone().filter(|(s, _)| *s == side);
            won.map(|(_, points)| points).sum()
        };
        let result = result(&table);
        assert_eq!(result.dealing_side, Side::EastWest, "{rules}");
        assert_eq!(result.sum.tricks, of(Side::SouthNorth), "{rules}");
        let all = of(Side::SouthNorth) + of(Side::EastWest) + 20;
        assert_eq!(all, 200, "{rules}: two decks of 100");
    }
}

#[test]
fn dealers_who_win_the_last_trick_keep_the_bottom() {
    // tv 二/9; flag ¶5; forty 一/24; double-dig (十).
    for rules in ALL {
        let dealer = format!("S2 {}", power());
        let dealer = dealer.rsplit_once(' ').expect("cards").0;
        let mut table = first(rules, [dealer, "", "", ""], RICH);
        table.play_out([""; 4]);
        let sum = result(&table).sum;
        assert_eq!(sum.multiplier, 0, "{rules}");
        assert!(!result(&table).change, "{rules}");
    }
}

#[test]
fn a_five_ten_king_held_back_is_none_for_the_rest_of_the_deal() {
    // five-ten-king 二.2; red-five 13/4.
    for rules in ["five-ten-king", "red-five"] {
        let one = "H5 HT HK";
        let dealer = format!("S2 {one} CA");
        let other = format!("{one} H3 H4 H6 CA");
        let mut table = first(rules, [&dealer, &other, "", ""], POOR);
        table.lays(0, one);
        let seen = table.log.len();
        table.lays(1, "H3 H4 H6");
        let withheld = table.log[seen..]
            .iter()
            .any(|e| matches!(e, Event::FivesWithheld { seat } if *seat == SEATS[1]));
        assert!(withheld, "{rules}");
        for seat in [2, 3] {
            table.plays(seat + 1);
        }
        assert!(table.game.seat(SEATS[1]).withheld, "{rules}");
        table.lays(0, "CA");
        table.lays(1, "CA");
        for seat in [2, 3] {
            table.plays(seat + 1);
        }
        // Seat 0 won with the first ace; it is seat 1's lead that is refused.
        while let Wait::Play { seat, .. } = table.game.waits()
            && seat != SEATS[1]
        {
            table.plays(seat.index() as i64 + 1);
        }
        if table.game.seat(SEATS[1]).ask == chaodipi::game::Ask::Lead {
            assert_eq!(table.not_laid(1, one), Refusal::FivesWithheld, "{rules}");
        }
    }
}

#[test]
fn only_the_flag_bearers_deals_are_flag_deals() {
    // flag ¶26. The attackers hold the flag: the dealers play their own level.
    for (stage, level, flag) in [(Side::EastWest, "A", true), (Side::SouthNorth, "5", false)] {
        let later = Later {
            starter: 0,
            dealer: 0,
            stayed: stage == Side::EastWest,
            levels: ["A", "5"],
        };
        let mut result = later.result();
        result.after[Side::EastWest].flag = true;
        let mut table = Table::started("flag", RELAXED);
        table.fold(Event::Settled {
            result: Box::new(result),
        });
        table.fold(Event::NextDeal);
        let layout = Layout::new([""; 4], "");
        let shuffle = Box::new(layout.shuffle(SEATS[0]));
        table.table(Action::Deal(shuffle));
        let deal = table.deal();
        let expected = Rank::from_letter(level.chars().next().expect("a letter"));
        assert_eq!(deal.level, expected, "{stage:?}");
        table.table(Action::Draw(100));
        if flag {
            assert_eq!(table.game.waits(), Wait::Close, "nobody declares");
        } else {
            table.table(Action::OpenPlacing);
            assert!(matches!(table.game.waits(), Wait::Grace { .. }));
        }
    }
}

#[test]
fn the_table_plays_for_whoever_was_late_until_the_player_is_back() {
    // tv 一.11/2.
    let layout = Layout::new(["S2", "", "", ""], RICH);
    let mut table = Table::first_deal("tv", ClockChoice::Preset, &layout);
    table.placed(0, "S2");
    nobody_speaks(&mut table);
    table.buries(RICH);
    nobody_speaks(&mut table);
    let auto = |table: &Table| table.game.public().seats[SEATS[0]].auto;
    table.stand_in(SEATS[0], Reason::TimeOut);
    assert!(auto(&table), "on auto-play at once");
    while let Wait::Play { plays, .. } = table.game.waits()
        && plays < 12
    {
        for seat in SEATS {
            if matches!(table.game.waits(), Wait::Play { seat: turn, .. } if turn == seat) {
                if seat == SEATS[0] {
                    let events = table.stand_in(seat, Reason::Auto);
                    let late = events.iter().any(|e| matches!(e, Event::TimedOut { .. }));
                    assert!(!late, "auto-play is no time-out");
                } else {
                    table.plays(seat.index() as i64 + 1);
                }
            }
        }
    }
    table.ok(who(0), Action::Auto(false));
    assert!(!auto(&table), "until the player returns");
}

#[test]
fn the_highest_flip_draws_first_and_then_the_dealer() {
    // double-dig (一), (二): the starter is found by flipping, later the dealer,
    // who stays, draws first; tv 一.5/3, flag ¶12 and forty 一/10 by rotation.
    for (rules, dealer) in [("double-dig", 0), ("tv", 2), ("flag", 2), ("forty", 2)] {
        let mut table = Table::started(rules, RELAXED);
        let shuffle = Layout::new([""; 4], "").shuffle(SEATS[3]);
        table.table(Action::Deal(Box::new(shuffle)));
        assert_eq!(
            table.deal().starter,
            SEATS[3],
            "{rules}: flipped a big joker"
        );
        let later = Later {
            starter: 3,
            dealer: 0,
            stayed: true,
            levels: ["T", "5"],
        };
        let layout = Layout::new([""; 4], "");
        let table = Table::later_deal(rules, RELAXED, &later, &layout);
        assert_eq!(table.deal().starter, SEATS[dealer], "{rules}");
    }
}

#[test]
fn a_seize_deal_that_nobody_declares_is_seized_again() {
    // double-dig (十二): 定庄 by declaring alone.
    let later = Later {
        starter: 0,
        dealer: 0,
        stayed: true,
        levels: ["T", "5"],
    };
    let mut result = later.result();
    result.seize = true;
    let mut table = Table::started("double-dig", RELAXED);
    table.fold(Event::Settled {
        result: Box::new(result),
    });
    table.fold(Event::NextDeal);
    for _ in 0..2 {
        table.deals(&Layout::new(["ST", "H5", "", ""], POOR));
        let deal = table.deal();
        assert_eq!(
            (deal.level, deal.dealer),
            (None, None),
            "nobody is on stage"
        );
        let events = table.table(Action::CloseWindow);
        let again = Some(&Event::Redealt { stepped_down: None });
        assert!(events.last() == again, "drawn again");
    }
    table.deals(&Layout::new(["ST", "H5", "", ""], POOR));
    table.placed(1, "H5");
    table.all_pass();
    assert_eq!(
        table.burier(),
        Some(1),
        "the attackers have seized the stage"
    );
    table.buries(POOR);
    nobody_speaks(&mut table);
    let trump = table.deal().trump.expect("known in play");
    assert_eq!(trump.level, Rank::Five, "their own level");
    table.play_out([""; 4]);
    assert_eq!(self::result(&table).dealing_side, Side::SouthNorth);
}

#[test]
fn wrong_cards_are_refused_and_cost_nothing() {
    // five-ten-king 三.7; double-dig (八).3: 有牌该出而未出，含花色和组合, 多牌少牌.
    for rules in ["five-ten-king", "double-dig"] {
        let hands = ["S2 CA CA", "C3 C3 C9 DK", "", ""];
        let mut table = first(rules, hands, POOR);
        table.lays(0, "CA CA");
        let before = table.log.len();
        assert!(
            matches!(table.not_laid(1, "C3 DK"), Refusal::MustFollowSuit { .. }),
            "{rules}"
        );
        assert!(
            matches!(table.not_laid(1, "C3 C9"), Refusal::MustFollowPair { .. }),
            "{rules}"
        );
        assert!(
            matches!(table.not_laid(1, "C3 C3 C9"), Refusal::WrongCount { .. }),
            "{rules}"
        );
        assert_eq!(table.log.len(), before, "{rules}: nothing has happened");
        assert_eq!(table.deal().points, 0, "{rules}");
        table.lays(1, "C3 C3");
    }
}
