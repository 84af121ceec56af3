//! `tournament`, clause by clause of its published text: playing, throwing,
//! digging, levels and time, all by `decide`.

use std::sync::Arc;

use chaodipi::cards::{CardSet, Rank, Suit};
use chaodipi::game::{
    Action, Actor, ClockChoice, DealResult, Event, Illegal, PublicPhase, Reason, Wait,
};
use chaodipi::rules::auction::{AuctionAct, AuctionStep};
use chaodipi::rules::{Category, Refusal, Side};

use crate::clauses_support::{Later, Layout, top_trumps, who};
use crate::game_support::{SEATS, Table, set};

const T: &str = "tournament";
const RELAXED: ClockChoice = ClockChoice::Relaxed;
/// A bottom of 25 points.
const RICH: &str = "H5 HT HK H3 H3 H4 H4 H6";
/// A bottom without points.
const POOR: &str = "H3 H3 H4 H4 H6 H6 H7 H7";

/// Seat 0 declares spades, buries the bottom as it was and is to lead.
fn playing(mut table: Table, level: char, bottom: &str) -> Table {
    table.placed(0, &format!("S{level}"));
    table.all_pass();
    assert_eq!(table.burier(), Some(0));
    table.buries(bottom);
    table.all_pass();
    assert!(matches!(table.game.waits(), Wait::Play { .. }));
    table
}

fn first(hands: [&str; 4], bottom: &str) -> Table {
    playing(
        Table::first_deal(T, RELAXED, &Layout::new(hands, bottom)),
        '2',
        bottom,
    )
}

/// Seats 0 and 2 are on stage with those levels.
fn later(levels: [&'static str; 2], hands: [&str; 4], bottom: &str) -> Table {
    let later = Later {
        starter: 0,
        dealer: 0,
        stayed: true,
        levels,
    };
    let layout = Layout::new(hands, bottom);
    let table = Table::later_deal(T, RELAXED, &later, &layout);
    playing(table, levels[0].chars().next().expect("a level"), bottom)
}

fn result(table: &Table) -> Arc<DealResult> {
    table.game.public().result.expect("the deal is over")
}

/// The deal in which the dealers win every trick.
fn shut_out(levels: [&'static str; 2]) -> Table {
    let level = levels[0].chars().next().expect("a level");
    let dealer = format!("S{level} {}", top_trumps(level, 24));
    let mut table = later(levels, [&dealer, "", "", ""], POOR);
    table.play_out([""; 4]);
    table
}

/// The deal in which attackers hold all that counts; seat 1 keeps those cards
/// for the last trick.
fn flooded(levels: [&'static str; 2], keep: &str, bottom: &str) -> Table {
    let level = levels[0].chars().next().expect("a level");
    let pair = format!("S{level} S{level}");
    let power = top_trumps(level, 25);
    let mut table = later(levels, [&pair, &power, "", ""], bottom);
    table.play_out(["", keep, "", ""]);
    table
}

fn levels(table: &Table) -> [Rank; 2] {
    let standings = &result(table).after;
    [Side::EastWest, Side::SouthNorth].map(|s| standings[s].level)
}

#[test]
fn tournament_4_1_zero_rises_nine_and_five_rises_eight() {
    // tournament 四.1, 四.3
    let dealer = format!("S2 {}", top_trumps('2', 24));
    let mut table = first([&dealer, "", "", ""], POOR);
    table.play_out([""; 4]);
    assert_eq!(result(&table).sum.score, 0);
    assert_eq!(levels(&table), [Rank::Jack, Rank::Two]);

    let dealer = format!("S2 {} D3", top_trumps('2', 23));
    let mut table = first([&dealer, "DA D4", "D5 D7", "D6 D8"], POOR);
    table.lays(0, "D3");
    table.lays(1, "DA");
    table.lays(2, "D5");
    table.lays(3, "D6");
    table.lays(1, "D4");
    table.lays(2, "D7");
    table.lays(3, "D8");
    table.play_out([""; 4]);
    assert_eq!(result(&table).sum.score, 5);
    assert_eq!(levels(&table), [Rank::Ten, Rank::Two]);
    assert!(!result(&table).change);
}

#[test]
fn tournament_4_1_j_and_a_must_be_played() {
    // tournament 四.1
    for (before, after) in [
        ("8", Rank::Jack),
        ("J", Rank::Ace),
        ("K J", Rank::Ace),
        ("T J", Rank::Ace),
        ("9", Rank::Jack),
    ] {
        let table = shut_out([before, "5"]);
        assert_eq!(levels(&table), [after, Rank::Five], "{before}: §9.3");
        assert_eq!(table.game.public().phase, PublicPhase::Between);
    }
    let table = shut_out(["J", "5"]);
    assert!(
        result(&table).after[Side::EastWest]
            .won
            .contains(&Rank::Jack)
    );
}

#[test]
fn tournament_4_1_who_passes_a_first_has_won() {
    // tournament 四.1
    let mut table = shut_out(["A J", "5"]);
    assert_eq!(result(&table).winner, Some(Side::EastWest));
    assert_eq!(table.game.public().phase, PublicPhase::Finished);
    assert_eq!(table.game.public().winner, Some(Side::EastWest));
    assert_eq!(table.game.waits(), Wait::Over);
    let over = table.refused(who(0), Action::Ready(true));
    assert_eq!(over, Illegal::Over);
}

#[test]
fn tournament_4_1_attackers_stop_on_j_and_a_too() {
    // tournament 四.1
    for (before, after) in [
        ("T", Rank::Jack),
        ("J", Rank::Jack),
        ("J J", Rank::Ace),
        ("A J", Rank::Ace),
    ] {
        let table = flooded(["8", before], "", POOR);
        let result = result(&table);
        assert!(result.sum.score >= 170, "{}", result.sum.score);
        assert!(result.change);
        assert_eq!(result.stage, Side::SouthNorth);
        assert_eq!(levels(&table), [Rank::Eight, after], "{before}: §9.3");
        assert_eq!(result.winner, None, "attackers never pass A");
    }
}

#[test]
fn tournament_4_1_j_and_a_do_not_hook_back() {
    // tournament 四.1
    for (level, keep) in [("J", "HJ HJ"), ("A J", "HA HA")] {
        let table = flooded([level, "5"], keep, RICH);
        let result = result(&table);
        assert_eq!(result.last_trick.0, SEATS[1]);
        assert_eq!(result.last_trick.1.len(), 2);
        let before = &result.before[Side::EastWest];
        assert_eq!(&result.after[Side::EastWest], before, "均不倒回");
    }
}

#[test]
fn tournament_4_4_single_two_pair_four_tractors_eight() {
    // tournament 四.4
    for (keep, multiplier) in [
        ("S7", 2),
        ("S8 S8", 4),
        ("S8 S8 S9 S9", 8),
        ("S8 S8 S9 S9 ST ST", 8),
        ("S7 S8 S8", 4),
        ("S7 ST", 2),
        ("S7 S8 S8 S9 S9", 8),
        ("S8 S8 ST ST", 4),
    ] {
        let power = top_trumps('2', 25);
        let mut table = first(["S2 S2", &power, "", ""], RICH);
        table.play_out(["", keep, "", ""]);
        let result = result(&table);
        assert_eq!(set(keep).to_vec().len(), result.last_trick.1.len());
        assert_eq!(result.sum.bottom, 25);
        assert_eq!(result.sum.multiplier, multiplier, "{keep}");
        let score = result.sum.tricks + 25 * multiplier;
        assert_eq!(result.sum.score, score);
    }
}

#[test]
fn tournament_4_4_a_ruff_digs_as_what_it_ruffed() {
    // tournament 四.4
    let mut hearts = vec!["S2".to_string()];
    for rank in "AKQJT9876543".chars() {
        hearts.extend([format!("H{rank}"), format!("H{rank}")]);
    }
    let hearts = hearts.join(" ");
    let bottom = "BJ BJ LJ LJ D5 DT DK C5";
    let kept = ["", "S3 S8 S8", "S4 CQ CJ", "S5 DQ DJ"];
    let mut table = first([&hearts, kept[1], kept[2], kept[3]], bottom);
    table.lays(
        0,
        hearts.trim_start_matches("S2 ").trim_end_matches(" H3 H3"),
    );
    for seat in 1..4 {
        let rest = table.game.seat(SEATS[seat]).hand.minus(&set(kept[seat]));
        table.ok(who(seat), Action::Play(rest.to_vec()));
    }
    for (seat, card) in ["S2", "S3", "S4", "S5"].into_iter().enumerate() {
        table.lays(seat, card);
    }
    for (seat, cards) in ["H3 H3", "S8 S8", "CQ CJ", "DQ DJ"].into_iter().enumerate() {
        table.lays(seat, cards);
    }
    let result = result(&table);
    assert_eq!(result.last_trick.0, SEATS[1]);
    assert_eq!((result.sum.tricks, result.sum.bottom), (0, 30));
    assert_eq!((result.sum.multiplier, result.sum.score), (4, 120));
    assert_eq!(levels(&table), [Rank::Two, Rank::Six]);
    assert_eq!(table.deal().finished.len(), 3);
}

#[test]
fn tournament_4_4_dealers_who_win_the_last_trick_keep_the_bottom() {
    // tournament 四.4
    let dealer = format!("S2 {}", top_trumps('2', 24));
    let mut table = first([&dealer, "", "", ""], RICH);
    table.play_out([""; 4]);
    let sum = result(&table).sum;
    assert_eq!((sum.bottom, sum.multiplier, sum.score), (25, 0, 0));
}

#[test]
fn tournament_5_suit_pairs_and_tractors_are_followed() {
    // tournament 五.2
    let mut table = first(
        ["S2 D3 D3 D4 D4", "D6 D6 D7 D7 D9 D9 CA", "DT DT DJ", ""],
        POOR,
    );
    let mixed = table.not_laid(0, "D3 C3");
    assert!(matches!(
        mixed,
        Refusal::MixedCategories | Refusal::NotInHand { .. }
    ));
    let early = table.refused(who(1), Action::Play(set("CA").to_vec()));
    assert_eq!(early, Illegal::NotYourTurn(SEATS[0]));
    table.lays(0, "D3 D3 D4 D4");
    let wrong = Refusal::WrongCount {
        needed: 4,
        given: 2,
    };
    assert_eq!(table.not_laid(1, "D6 D6"), wrong);
    assert!(matches!(
        table.not_laid(1, "D6 D6 D7 CA"),
        Refusal::MustFollowSuit {
            category: Category::Side(Suit::Diamonds),
            needed: 4,
            ..
        }
    ));
    assert!(matches!(
        table.not_laid(1, "D6 D6 D7 D9"),
        Refusal::MustFollowPair { needed: 2, .. }
    ));
    let tractor = table.not_laid(1, "D6 D6 D9 D9");
    let Refusal::MustFollowTractor { lengths, .. } = tractor else {
        panic!("{tractor:?}");
    };
    assert_eq!(lengths, [2]);
    table.lays(1, "D6 D6 D7 D7");
    let counts = table.deal().counts;
    assert_eq!(counts[SEATS[1]], 21, "a refused play costs nothing");
    assert_eq!(table.deal().points, 0);
}

#[test]
fn tournament_5_the_level_is_a_hole_that_links() {
    // tournament 五.1
    // 打 8：7799 is a tractor, in trump too; two kinds of level pairs are not.
    let mut table = later(
        ["8", "5"],
        [
            "S8 D7 D7 D9 D9 S7 S7 S9 S9",
            "D3 D3 D4 D4 D6 D6 S3 S3 S4 S4 S6 S6",
            "",
            "",
        ],
        POOR,
    );
    table.lays(0, "D7 D7 D9 D9");
    let refused = table.not_laid(1, "D3 D3 D6 D6");
    assert!(matches!(refused, Refusal::MustFollowTractor { .. }));
    let mut table = later(
        ["8", "5"],
        [
            "S8 D7 D7 D9 D9 S7 S7 S9 S9",
            "D3 D3 D4 D4 D6 D6 S3 S3 S4 S4 S6 S6",
            "",
            "",
        ],
        POOR,
    );
    table.lays(0, "S7 S7 S9 S9");
    let refused = table.not_laid(1, "S3 S3 S6 S6");
    assert!(matches!(refused, Refusal::MustFollowTractor { .. }));
    // 小王对和主 8 对 is one; 主 8 对和副 8 对 is a throw that fails here.
    let hands = ["S8 S8 H8 H8", "LJ LJ", "", ""];
    let mut table = later(["8", "5"], hands, POOR);
    let events = table.lays(0, "S8 S8 H8 H8");
    assert_eq!(penalty(&events), Some((set("H8 H8"), 40)));
    let hands = ["S8 S8 LJ LJ", "BJ BJ SA SA SK SK", "", ""];
    let mut table = later(["8", "5"], hands, POOR);
    let events = table.lays(0, "S8 S8 LJ LJ");
    assert_eq!(penalty(&events), None);
    let refused = table.not_laid(1, "BJ BJ SA SA");
    assert!(matches!(refused, Refusal::MustFollowTractor { .. }));
}

fn penalty(events: &[Event]) -> Option<(CardSet, u16)> {
    events.iter().find_map(|event| match event {
        Event::ThrowFailed { failed } => {
            let forced = CardSet::from_cards(&failed.forced);
            Some((forced.expect("cards"), failed.penalty))
        }
        _ => None,
    })
}

#[test]
fn tournament_6_9_a_failed_throw_costs_ten_for_each_card_taken_back() {
    // tournament 六.9
    for (hand, others, thrown, forced, points) in [
        ("DA DQ", ["DK", ""], "DA DQ", "DQ", 10),
        ("DK DK DQ", ["DA", ""], "DK DK DQ", "DQ", 20),
        ("DA DA DT DT", ["", "DJ DJ"], "DA DA DT DT", "DT DT", 20),
        // Every part is beaten: all cards count.
        ("DQ DJ", ["DK", ""], "DQ DJ", "DJ", 20),
        ("DQ DQ D9", ["DK DK", ""], "DQ DQ D9", "D9", 30),
    ] {
        let dealer = format!("S2 {hand}");
        let mut table = first([&dealer, others[0], "", others[1]], POOR);
        let events = table.lays(0, thrown);
        assert_eq!(penalty(&events), Some((set(forced), points)), "{thrown}");
        assert_eq!(table.deal().points, points, "the attackers' points");
        let counts = table.deal().counts[SEATS[0]];
        assert_eq!(usize::from(counts), 25 - set(forced).len());
        let failed = table.deal().trick.expect("a trick").failed;
        assert_eq!(failed.expect("all see it").tried.len(), set(thrown).len());
    }
}

#[test]
fn tournament_6_9_a_single_does_not_beat_a_pair() {
    // tournament 六.9
    let mut table = first(["S2 DA DK DK", "DA", "", ""], POOR);
    let events = table.lays(0, "DA DK DK");
    assert_eq!(penalty(&events), None);
    assert_eq!(table.deal().counts[SEATS[0]], 22);
}

#[test]
fn tournament_6_9_attackers_penalties_never_go_below_nothing() {
    // tournament 六.9
    // Seat 1 takes the lead once with D4 and throws badly; then seat 0 wins all.
    let dealer = format!("S2 {} D3", top_trumps('2', 23));
    let hands = [&dealer, "DA DA DQ DJ C3", "D6 DK DK", "D7 D7 D8 D8"];
    let mut table = first(hands, POOR);
    table.lays(0, "D3");
    table.lays(1, "DA");
    table.lays(2, "D6");
    table.lays(3, "D7");
    let events = table.lays(1, "DQ DJ");
    assert_eq!(penalty(&events), Some((set("DJ"), 20)));
    assert_eq!(table.deal().points, 0, "never below 0");
    table.play_out([""; 4]);
    let sum = result(&table).sum;
    assert_eq!(sum.attackers_penalty, 20);
    let expected = i32::from(sum.tricks) - 20;
    assert_eq!(i32::from(sum.score), expected.max(0));
    assert!(sum.tricks < 20, "smaller than the penalty");
    assert_eq!(levels(&table)[0], Rank::Jack, "0 points rise nine");
}

/// Points that an action's time-outs cost.
fn late(events: &[Event]) -> Vec<u16> {
    let cost = |event: &Event| match event {
        Event::TimedOut { penalty, .. } => Some(*penalty),
        _ => None,
    };
    events.iter().filter_map(cost).collect()
}

#[test]
fn tournament_6_10_a_warning_then_ten_more_each_time_by_seat_and_deal() {
    // tournament 六.10
    // Singles only, so that there are many tricks.
    let hand = "S2 S3 S5 S7 S9 SJ SK H5 H8 H9 HT HQ HA C3 C5 C7 C9 CJ CK D4 D6 D8 DT DQ DA";
    let layout = Layout::new([hand, "", "", ""], POOR);
    let mut table = Table::first_deal(T, ClockChoice::Preset, &layout);
    table.placed(0, "S2");
    table.all_pass();
    let mut costs = late(&table.stand_in(SEATS[0], Reason::TimeOut));
    table.all_pass();
    let mut skip = true;
    while let Wait::Play { seat, .. } = table.game.waits() {
        let n = seat.index() as i64 + 1;
        if seat == SEATS[0] && costs.len() < 5 && !skip {
            costs.extend(late(&table.stand_in(seat, Reason::TimeOut)));
            skip = true;
        } else {
            table.plays(n);
            skip = skip && seat != SEATS[0];
        }
    }
    assert_eq!(costs, [0, 10, 20, 30, 40]);
    assert_eq!(result(&table).sum.dealers_penalty, 100);
    assert_eq!(table.deal().time_outs[SEATS[0]], 5);
    // The next deal begins with a warning again.
    for seat in 0..4 {
        table.ok(who(seat), Action::Ready(true));
    }
    table.deals(&Layout::new([""; 4], POOR));
    table.table(Action::CloseWindow);
    let burier = table.burier().expect("nobody declared");
    let costs = late(&table.stand_in(SEATS[burier], Reason::TimeOut));
    assert_eq!(costs, [0]);
}

#[test]
fn tournament_6_10_the_attackers_pay_for_their_own_time() {
    // tournament 六.10
    let layout = Layout::new(["S2", "", "", ""], POOR);
    let mut table = Table::first_deal(T, ClockChoice::Preset, &layout);
    table.placed(0, "S2");
    let late_now = late(&table.table(Action::CloseWindow));
    assert_eq!(late_now, [0, 0, 0], "each of the three is warned");
    table.buries(POOR);
    let late_now = late(&table.table(Action::CloseWindow));
    assert_eq!(late_now, [10, 10, 10]);
    let auto = table.game.public().seats.map(|s| s.auto);
    assert!(SEATS[1..].iter().all(|&s| auto[s]), "two in a row");
    while let Wait::Play { seat, .. } = table.game.waits() {
        if seat == SEATS[0] {
            table.plays(1);
        } else {
            table.stand_in(seat, Reason::Auto);
        }
    }
    let sum = result(&table).sum;
    assert_eq!((sum.dealers_penalty, sum.attackers_penalty), (10, 20));
    let stood_in = result(&table).stood_in;
    assert!(SEATS[1..].iter().all(|&s| stood_in[s]) && !stood_in[SEATS[0]]);
}

fn buried(events: &[Event]) -> Option<CardSet> {
    events.iter().find_map(|event| match event {
        Event::Auction {
            step: AuctionStep::Buried { cards, .. },
            ..
        } => Some(*cards),
        _ => None,
    })
}

#[test]
fn tournament_11_at_a_time_out_the_lowest_idle_cards_are_buried() {
    // tournament 六.10
    let hand = "S2 S3 S4 S6 S7 S9 SJ SQ SA H3 H3 H4 H4 H7 H7 H5 HT HK C3 C4 D3 CJ CQ D9 DA";
    let bottom = "C6 C7 D4 D6 D7 D8 CK CT";
    let layout = Layout::new([hand, "", "", ""], bottom);
    let mut table = Table::first_deal(T, RELAXED, &layout);
    table.placed(0, "S2");
    table.all_pass();
    let draft = set("HK H3 S3");
    let act = chaodipi::players::stand_in(&table.game.seat(SEATS[0]), &draft);
    let filled = set("HK H3 S3 C3 D3 C4 D4 C6");
    let Some(Action::Auction(AuctionAct::Bury { cards })) = act.into_action() else {
        panic!("it buries");
    };
    let sixes = set("HK H3 S3 C3 D3 C4 D4 D6");
    assert!(cards == filled || cards == sixes, "a draft is filled up");
    let events = table.stand_in(SEATS[0], Reason::TimeOut);
    let expected = set("C3 D3 C4 D4 C6 D6 C7 D7");
    assert!(buried(&events) == Some(expected));
}

#[test]
fn tournament_11_who_buries_for_another_does_not_know_its_trump() {
    // tournament 六.10
    // Seat 1 declares hearts; seat 2 is dealer and may bury hearts.
    let later = Later {
        starter: 0,
        dealer: 0,
        stayed: true,
        levels: ["8", "5"],
    };
    let hand = "H3 H4 H6 H7 H9 HJ D3 D4 D6 D7 D9 DJ S3 S4 SJ SQ SK C5 CT CK S5 ST DA CA HA";
    let bottom = "D8 C8 CJ CQ DK D5 DT SA";
    let layout = Layout::new(["", "H8", hand, ""], bottom);
    let mut table = Table::later_deal(T, RELAXED, &later, &layout);
    table.placed(1, "H8");
    table.all_pass();
    assert_eq!(table.burier(), Some(2));
    assert_eq!(table.game.seat(SEATS[2]).trump, None, "10.1");
    let events = table.stand_in(SEATS[2], Reason::TimeOut);
    let expected = set("H3 D3 S3 H4 D4 S4 H6 D6");
    assert!(buried(&events) == Some(expected));
    for seat in [0, 2, 3] {
        assert_eq!(table.game.seat(SEATS[seat]).trump, None);
    }
    assert!(table.game.seat(SEATS[1]).trump.is_some());
    table.all_pass();
    assert!(SEATS.iter().all(|&s| table.game.seat(s).trump.is_some()));
}

#[test]
fn tournament_11_nobody_but_the_clock_says_that_time_is_up() {
    // tournament 六.10
    let layout = Layout::new(["S2", "", "", ""], POOR);
    let mut table = Table::first_deal(T, ClockChoice::None, &layout);
    table.ok(who(0), crate::game_support::declare("S2"));
    for seat in 1..4 {
        table.ok(who(seat), crate::game_support::PASS);
    }
    table.table(Action::CloseWindow);
    table.all_pass();
    let action = table.move_of(SEATS[0]);
    let refused = table.refused(Actor::For(SEATS[0], Reason::TimeOut), action);
    assert_eq!(refused, Illegal::NotYourTurn(SEATS[0]));
}
