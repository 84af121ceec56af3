//! The other presets where their deals run differently as a whole: nobody
//! declares, levels are seized, the stage is stepped down from, the flag.

use chaodipi::cards::{Rank, Suit};
use chaodipi::game::{Action, ClockChoice, Event, Reason, Wait};
use chaodipi::rules::{Refusal, Side};

use crate::clauses_support::{Later, Layout, top_trumps, who};
use crate::game_support::{SEATS, Table, declare, fry, overturn};

const RELAXED: ClockChoice = ClockChoice::Relaxed;
const STAYED: Later = Later {
    starter: 0,
    dealer: 0,
    stayed: true,
    levels: ["8", "5"],
};

/// A deal that nobody declares: trump suit, who buries, cards turned up.
fn undeclared(mut table: Table) -> (Option<Suit>, usize, usize) {
    table.table(Action::CloseWindow);
    let deal = table.deal();
    let trump = deal.trump.expect("everybody knows it");
    let burier = table.burier().expect("the dealer buries");
    assert_eq!(deal.dealer, Some(SEATS[burier]));
    // 10.5: no overturning before it, no frying after it.
    table.plays(burier as i64 + 1);
    assert_eq!(table.asked(), [0; 0]);
    let trick = table.deal().trick.expect("the play begins");
    assert_eq!(trick.leader, SEATS[burier]);
    (trump.suit, burier, deal.turned.len())
}

fn first(rules: &str, bottom: &str) -> (Option<Suit>, usize, usize) {
    let layout = Layout::new([""; 4], bottom);
    undeclared(Table::first_deal(rules, RELAXED, &layout))
}

fn later(rules: &str, bottom: &str) -> (Option<Suit>, usize, usize) {
    let layout = Layout::new([""; 4], bottom);
    undeclared(Table::later_deal(rules, RELAXED, &STAYED, &layout))
}

#[test]
fn p11_flip_is_dealt_by_whoever_turned_the_first_level_card() {
    // tournament 三.4
    for rules in [
        "tournament",
        "college",
        "dark",
        "flag",
        "hook",
        "forty",
        "five-ten-king",
        "ordered",
        "platform",
    ] {
        let level = first(rules, "SA BJ H2 S2 D3 D4 D6 D7");
        assert_eq!(level, (Some(Suit::Hearts), 2, 3), "{rules}");
        let highest = first(rules, "BJ SQ LJ D9 CK HK D3 D3");
        assert_eq!(highest, (Some(Suit::Clubs), 0, 8), "{rules}");
    }
}

#[test]
fn p11_flip_later_leaves_the_dealer_as_known() {
    for rules in ["dark", "flag", "hook", "forty", "five-ten-king"] {
        let level = later(rules, "SA BJ D3 H8 S8 D4 D6 D7");
        assert_eq!(level, (Some(Suit::Hearts), 2, 4), "{rules}: rotating");
    }
    for rules in ["tournament", "college", "knockout"] {
        let table = Table::later_deal(rules, RELAXED, &STAYED, &Layout::new([""; 4], "SA H8"));
        assert_eq!(table.deal().starter, SEATS[2]);
        assert_eq!(undeclared(table).1, 2, "{rules}: the starter");
    }
}

#[test]
fn p11_third_card_in_later_deals_of_the_open_ranked_presets() {
    // ordered 规则.二.3/2–3
    for rules in ["ordered", "platform"] {
        assert_eq!(
            later(rules, "SA H8 D3 D8"),
            (Some(Suit::Diamonds), 2, 3),
            "{rules}"
        );
        assert_eq!(
            later(rules, "SA H8 C8 D8"),
            (Some(Suit::Clubs), 2, 3),
            "{rules}: a level card's too"
        );
        assert_eq!(later(rules, "SA H8 LJ D8"), (None, 2, 3), "{rules}: joker");
    }
}

/// tv 一.3/3: no trump, and the machine draws the dealer.
#[test]
fn p11_no_trump_and_a_lot_for_the_first_dealer() {
    for salt in [0, 1, 2, 3, 4, 255] {
        let mut table = Table::started("tv", RELAXED);
        let mut shuffle = Layout::new([""; 4], "H2").shuffle(SEATS[0]);
        shuffle.salt[0] = salt;
        table.table(Action::Deal(Box::new(shuffle)));
        table.table(Action::Draw(100));
        table.table(Action::OpenPlacing);
        let expected = usize::from(salt) % 4;
        assert_eq!(
            undeclared(table),
            (None, expected, 0),
            "bound with the cards"
        );
    }
    assert_eq!(later("tv", "H8"), (None, 2, 0));
}

#[test]
fn p11_first_card() {
    // knockout 5
    let bottom = "DA BJ H2 S2 D3 D4 D6 D7";
    assert_eq!(first("knockout", bottom), (Some(Suit::Diamonds), 0, 1));
    assert_eq!(first("red-five", bottom), (Some(Suit::Diamonds), 0, 1));
    let jokers = "BJ LJ C4 S2 D3 D4 D6 D7";
    assert_eq!(first("knockout", jokers), (Some(Suit::Clubs), 2, 3));
    assert_eq!(first("red-five", jokers), (None, 0, 1), "joker: no trump");
    assert_eq!(later("red-five", jokers), (None, 2, 1));
    let five = "H5 LJ C4 S2 D3 D4 D6 D7";
    assert_eq!(first("red-five", five), (Some(Suit::Hearts), 0, 1));
}

/// double-dig (三): 如果在起底前四位玩家均未亮主，则庄家下台.
#[test]
fn p11_step_down_hands_the_stage_over_and_draws_again() {
    let empty = Layout::new([""; 4], "");
    let mut table = Table::later_deal("double-dig", RELAXED, &STAYED, &empty);
    assert_eq!(table.deal().dealer, Some(SEATS[0]), "staying");
    let events = table.table(Action::CloseWindow);
    let stepped_down = Some(SEATS[0]);
    assert!(events.last() == Some(&Event::Redealt { stepped_down }));
    assert!(table.deal().redrawn, "everybody is told");
    assert_eq!(table.game.waits(), Wait::NeedDeal);
    assert_eq!(table.game.public().stage, Some(Side::SouthNorth));
    let before = table.game.public().standings;
    assert_eq!(before[Side::EastWest].level, Rank::Eight, "nobody rises");
    table.deals(&Layout::new(["", "S5", "", ""], ""));
    let deal = table.deal();
    assert_eq!(deal.dealer, Some(SEATS[1]), "the last dealer's next");
    assert_eq!(deal.starter, SEATS[1]);
    assert_eq!(deal.level, Some(Rank::Five));
    table.placed(1, "S5");
    assert_eq!(table.deal().dealer, Some(SEATS[1]));
}

#[test]
fn p11_a_first_deal_without_declaration_is_drawn_again_with_new_flips() {
    let mut table = Table::started("double-dig", RELAXED);
    table.deals(&Layout::new([""; 4], ""));
    let events = table.table(Action::CloseWindow);
    let stepped_down = None;
    assert!(events.last() == Some(&Event::Redealt { stepped_down }));
    assert_eq!(table.game.public().stage, None);
    let shuffle = Layout::new([""; 4], "").shuffle(SEATS[3]);
    table.table(Action::Deal(Box::new(shuffle)));
    let deal = table.deal();
    assert_eq!((deal.starter, deal.number.0), (SEATS[3], 2));
    assert_eq!(deal.level, Some(Rank::Two));
    assert!(deal.flips.is_some());
}

/// A deal with spades as trump, declared by seat 0 or turned up, in which seat
/// 0 wins every trick and lets its time run out four times: 60 points.
fn sixty(rules: &str, declared: bool) -> Table {
    let (hand, bottom) = if declared {
        (format!("S2 {}", top_trumps('2', 24)), "H3")
    } else {
        // The first card of the bottom decides: a jack of spades.
        (top_trumps('2', 25).replacen(" SJ", " S6", 1), "SJ S2 S2 H3")
    };
    let layout = Layout::new([&hand, "", "", ""], bottom);
    let mut table = Table::first_deal(rules, ClockChoice::Preset, &layout);
    if declared {
        table.placed(0, "S2");
        table.all_pass();
    } else {
        table.table(Action::CloseWindow);
    }
    assert_eq!(table.burier(), Some(0));
    table.stand_in(SEATS[0], Reason::TimeOut);
    if declared {
        table.all_pass();
    }
    for late in [false, true, false, true, false, true] {
        if late {
            table.leads_highest_late(0);
        } else {
            table.leads_highest(0);
        }
        while let Wait::Play { seat, .. } = table.game.waits()
            && seat != SEATS[0]
        {
            table.plays(seat.index() as i64 + 1);
        }
    }
    table.play_out([""; 4]);
    table
}

#[test]
fn knockout_counts_from_sixty_when_nobody_declared() {
    // knockout 5
    let result = |table: &Table| table.game.public().result.expect("a result");
    for declared in [true, false] {
        let table = sixty("knockout", declared);
        let result = result(&table);
        assert_eq!(result.sum.dealers_penalty, 60);
        assert_eq!(result.sum.score, 60, "declared: {declared}");
        assert_eq!(result.change, !declared, "P11, P6");
        let rises = |side| result.after[side].level;
        let dealers = if declared { Rank::Four } else { Rank::Two };
        assert_eq!(rises(Side::EastWest), dealers);
        assert_eq!(rises(Side::SouthNorth), Rank::Two);
    }
}

#[test]
fn knockout_makes_the_partner_of_who_placed_dealer() {
    // knockout 4
    let hands = ["S8", "H8", "C8 C8", "D8"];
    for (seat, card, dealer) in [(0, "S8", 2), (2, "C8", 0), (1, "H8", 2), (3, "D8", 0)] {
        let layout = Layout::new(hands, "");
        let mut table = Table::later_deal("knockout", RELAXED, &STAYED, &layout);
        table.placed(seat, card);
        assert_eq!(table.dealer(), Some(dealer), "{card}");
    }
    let mut table = Table::first_deal("knockout", RELAXED, &Layout::new(["S2", "", "", ""], ""));
    table.placed(0, "S2");
    assert_eq!(table.dealer(), Some(0), "not in a first deal");
}

#[test]
fn ordered_first_deal_overturns_upwards_and_does_not_fry() {
    // ordered 规则.四.1/1–5
    let hands = ["H2", "D2 D2", "S2 S2", "LJ LJ BJ BJ"];
    for rules in ["ordered", "platform"] {
        let mut table = Table::first_deal(rules, RELAXED, &Layout::new(hands, ""));
        table.placed(0, "H2");
        assert_eq!(table.asked(), [1, 2, 3]);
        table.answers(2, overturn("S2 S2"));
        assert_eq!(table.dealer(), Some(2));
        let refused = table.rule(1, overturn("D2 D2"));
        assert_eq!(refused, Refusal::NotHigher, "diamonds are lower");
        table.answers(3, overturn("LJ LJ"));
        assert_eq!(table.dealer(), Some(3));
        table.all_pass();
        assert_eq!(table.burier(), Some(3));
        table.plays(4);
        assert_eq!(table.asked(), [0; 0], "no frying in this deal");
        assert_eq!(table.deal().trump.map(|t| t.suit), Some(None));
    }
}

#[test]
fn ordered_later_deals_only_fry_and_upwards() {
    // ordered 规则.四.2/2–5, 规则.四.3
    let hands = ["H8", "D8 D8", "S8 S8", "LJ LJ BJ BJ"];
    let bottom = "C3 C3 C4 C4 C6 C6 C7 C7";
    let mut table = Table::later_deal("ordered", RELAXED, &STAYED, &Layout::new(hands, bottom));
    table.placed(0, "H8");
    assert_eq!(table.burier(), Some(2), "rotating, and no overturning");
    table.buries(bottom);
    assert_eq!(table.asked(), [3, 1], "neither dealer nor declarer");
    table.answers(1, fry("D8 D8"));
    table.buries(bottom);
    assert_eq!(table.asked(), [2, 3, 0]);
    table.answers(2, fry("S8 S8"));
    table.buries(bottom);
    table.answers(3, fry("LJ LJ"));
    table.buries(bottom);
    assert_eq!(table.dealer(), Some(2));
    let shown = table.deal().spoken.iter().all(|s| s.shown.is_some());
    assert!(shown, "open");
}

/// double-dig (十二): cut by the attackers, each side with its own level.
#[test]
fn double_dig_seizes_at_exactly_eighty() {
    // The stage was held by seats 0 and 2; each side declares its own level.
    let mut table = Table::started("double-dig", RELAXED);
    let later = Later {
        starter: 0,
        dealer: 0,
        stayed: true,
        levels: ["T", "5"],
    };
    let mut seized = later.result();
    seized.seize = true;
    table.fold(Event::Settled {
        result: Box::new(seized),
    });
    table.fold(Event::NextDeal);
    // The attackers cut: seat 1 cuts a 3, which counts 1, 2, 3 from itself.
    let mut shuffle = Layout::new(["ST", "H5 H5", "CT CT", "D5 D5"], "").shuffle(SEATS[3]);
    shuffle.flips[SEATS[1]] = "H3".parse().expect("a card");
    table.table(Action::Deal(Box::new(shuffle)));
    table.table(Action::Draw(100));
    table.table(Action::OpenPlacing);
    let deal = table.deal();
    assert_eq!(deal.starter, SEATS[3]);
    assert_eq!((deal.level, deal.dealer), (None, None));
    let declares = [
        deal.declares[Side::EastWest],
        deal.declares[Side::SouthNorth],
    ];
    assert_eq!(declares, [Rank::Ten, Rank::Five]);
    let level = Rank::Five;
    let refused = table.rule(3, declare("LJ"));
    assert!(
        matches!(
            refused,
            Refusal::NotALevelCard { level: l } if l == level
        ) || matches!(refused, Refusal::NotInHand { .. })
    );
    table.ok(who(0), declare("ST"));
    assert_eq!(table.deal().level, Some(Rank::Ten));
    assert_eq!(table.deal().declares[Side::SouthNorth], Rank::Five);
    table.table(Action::CloseWindow);
    assert_eq!(
        table.asked(),
        [1, 3],
        "the other side, from the dealer's next"
    );
    table.answers(3, overturn("D5 D5"));
    assert_eq!(table.dealer(), Some(3));
    assert_eq!(table.deal().level, Some(Rank::Five));
    assert_eq!(table.burier(), Some(3), "a pair is final");
}

/// flag ¶26: 扛旗打无主.
#[test]
fn flag_deals_are_no_trump_without_an_auction() {
    let later = Later {
        starter: 0,
        dealer: 0,
        stayed: true,
        levels: ["A", "5"],
    };
    let mut result = later.result();
    result.after[Side::EastWest].flag = true;
    let mut table = Table::started("flag", RELAXED);
    table.fold(Event::Settled {
        result: Box::new(result),
    });
    table.fold(Event::NextDeal);
    let mut shuffle = Layout::new(["SA", "HA HA", "", ""], "").shuffle(SEATS[2]);
    shuffle.salt = [1; 16];
    table.table(Action::Deal(Box::new(shuffle)));
    assert!(matches!(
        table.game.waits(),
        Wait::DrawMore { open: false, .. }
    ));
    table.table(Action::Draw(100));
    assert_eq!(table.game.waits(), Wait::Close);
    assert_eq!(table.rule(0, declare("SA")), Refusal::WrongPhase);
    table.table(Action::CloseWindow);
    assert_eq!(table.burier(), Some(2), "rotating");
    let trump = table.deal().trump.expect("known to all");
    assert_eq!((trump.suit, trump.level), (None, Rank::Ace));
    table.plays(3);
    assert_eq!(table.asked(), [0; 0]);
}

/// red-five 5: 报无将牌时必需一对.
#[test]
fn red_five_declares_no_trump_with_a_joker_pair() {
    let mut table = Table::first_deal(
        "red-five",
        RELAXED,
        &Layout::new(["LJ LJ S2", "", "", ""], ""),
    );
    let level = Rank::Two;
    assert_eq!(
        table.rule(0, declare("LJ")),
        Refusal::NotALevelCard { level }
    );
    table.ok(who(0), declare("LJ LJ"));
    assert_eq!(table.dealer(), Some(0));
    assert_eq!(table.deal().trump.map(|t| t.suit), Some(None), "open");
}
