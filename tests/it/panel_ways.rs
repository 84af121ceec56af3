//! The panels and messages of what only some rulesets have: ranked pairs,
//! insurance, hook-back, seizing, the flag, 5-10-K, locks, checking plays.

use chaodipi::discord::panel::{PanelOptions, seat_panel};
use chaodipi::discord::reply::{Body, Row};
use chaodipi::game::{Action, ClockChoice, Event, Wait, decide};
use chaodipi::i18n::Lang;
use chaodipi::rules::{AtBase, PRESETS, Side, preset};

use crate::clauses_support::{Later, Layout, who};
use crate::game_support::{SEATS, Table, declare, fry, person, set};
use crate::panel_game::{public, seen};
use crate::support::tells;

fn panel(table: &Table, seat: usize) -> Body {
    let snap = seen(table, Lang::En);
    seat_panel(&snap, SEATS[seat], Lang::En, PanelOptions::default())
}

/// What can be pressed or picked.
fn labels(body: &Body) -> Vec<String> {
    let rows = body.rows.iter().flat_map(|row| match row {
        Row::Buttons(buttons) => {
            let enabled = buttons.iter().filter(|b| !b.disabled);
            enabled.map(|b| b.label.clone()).collect::<Vec<_>>()
        }
        Row::Select(select) => select.options.iter().map(|o| o.label.clone()).collect(),
        Row::People(select) => vec![select.placeholder.clone()],
    });
    rows.collect()
}

#[track_caller]
fn offers(table: &Table, seat: usize, label: &str) {
    let labels = labels(&panel(table, seat));
    assert!(labels.iter().any(|l| l == label), "{label}: {labels:?}");
}

fn drawn(rules: &str, hands: [&str; 4]) -> Table {
    Table::first_deal(rules, ClockChoice::Relaxed, &Layout::new(hands, ""))
}

/// Everybody who is asked passes until one is asked whether to fry.
fn to_frying(table: &mut Table) {
    for _ in 0..20 {
        match table.game.waits() {
            Wait::Sealed {
                kind: chaodipi::game::SealedKind::Fry,
                ..
            } => return,
            Wait::Sealed { .. } => table.all_pass(),
            Wait::Bury { seat, .. } => {
                table.plays(seat.index() as i64 + 1);
            }
            _ => {
                table.table(Action::CloseWindow);
            }
        }
    }
    panic!("nobody is asked to fry");
}

#[test]
fn the_question_to_place_says_which_declaration_counts() {
    for preset in PRESETS.iter() {
        let text = panel(&drawn(preset.id, [""; 4]), 0).text;
        let counts = match preset.id {
            "ordered" | "platform" => "add the second one (insurance)",
            "flag" | "forty" => "A pair replaces a single.",
            "double-dig" => "♦ < ♣ < ♥ < ♠",
            _ => "Whoever places first decides",
        };
        tells(&text, counts);
        let jokers = text.contains("A pair of jokers declares no trump.");
        assert_eq!(jokers, preset.id == "red-five", "{}", preset.id);
    }
}

#[test]
fn a_declarer_is_offered_to_insure_and_everybody_reads_that_it_did() {
    for rules in ["ordered", "platform"] {
        let mut table = drawn(rules, ["H2 H2", "", "", ""]);
        table.ok(person(1), declare("H2"));
        offers(&table, 0, "Insure: ♥2 ♥2");
        table.ok(person(1), declare("H2 H2"));
        tells(&public(&table), "added the second card: ♥2 ♥2 (trump: ♥)");
    }
}

#[test]
fn ranked_presets_say_in_which_order_pairs_go_over_each_other() {
    for (rules, order) in [
        ("ordered", "♠ < little joker < big joker"),
        ("five-ten-king", "big joker < ♥5♥5"),
        ("double-dig", "big joker < ♦5♦5 < ♣5♣5 < ♥5♥5 < ♠5♠5"),
    ] {
        let later = Later {
            starter: 0,
            dealer: 0,
            stayed: true,
            levels: ["8", "8"],
        };
        let layout = Layout::new(["D8", "", "", ""], "");
        let mut table = Table::later_deal(rules, ClockChoice::Relaxed, &later, &layout);
        table.placed(0, "D8");
        to_frying(&mut table);
        let asked = table.asked()[0];
        tells(&panel(&table, asked).text, order);
    }
    let mut table = drawn("tournament", ["D2", "", "", ""]);
    table.placed(0, "D2");
    to_frying(&mut table);
    let text = panel(&table, table.asked()[0]).text;
    assert!(!text.contains("Order of the pairs"), "{text}");
}

#[test]
fn a_pair_that_names_any_trump_has_a_button_for_each() {
    for (rules, pair, shown) in [
        ("knockout", "BJ BJ", "BJ BJ"),
        ("ordered", "BJ BJ", "BJ BJ"),
        ("five-ten-king", "H5 H5", "♥5 ♥5"),
        ("red-five", "H5 H5", "♥5 ♥5"),
    ] {
        let later = Later {
            starter: 0,
            dealer: 0,
            stayed: true,
            levels: ["8", "8"],
        };
        let layout = Layout::new(["D8", pair, "", ""], "");
        let mut table = Table::later_deal(rules, ClockChoice::Relaxed, &later, &layout);
        table.placed(0, "D8");
        to_frying(&mut table);
        for trump in ["no trump", "♠", "♥", "♦", "♣"] {
            offers(&table, 1, &format!("{shown} → {trump}"));
        }
    }
}

#[test]
fn fives_fry_for_their_suit() {
    let later = Later {
        starter: 0,
        dealer: 0,
        stayed: true,
        levels: ["8", "8"],
    };
    let layout = Layout::new(["D8", "C5 C5", "", ""], "");
    let clock = ClockChoice::Relaxed;
    let mut table = Table::later_deal("double-dig", clock, &later, &layout);
    table.placed(0, "D8");
    to_frying(&mut table);
    offers(&table, 1, "♣5 ♣5 → ♣");
}

#[test]
fn the_first_declarer_is_offered_to_hook_back_and_everybody_reads_that_it_did() {
    for rules in ["five-ten-king", "red-five"] {
        let later = Later {
            starter: 0,
            dealer: 2,
            stayed: true,
            levels: ["8", "8"],
        };
        let layout = Layout::new(["D8 D8", "S8 S8", "", ""], "");
        let mut table = Table::later_deal(rules, ClockChoice::Relaxed, &later, &layout);
        table.placed(0, "D8");
        to_frying(&mut table);
        table.answers(1, fry("S8 S8"));
        to_frying(&mut table);
        offers(&table, 0, "Hook back: ♦8 ♦8 → ♦");
        table.answers(0, fry("D8 D8"));
        tells(&public(&table), "hooked back with ♦8 ♦8 (trump: ♦)");
    }
}

#[test]
fn a_seized_deal_is_told_and_asks_to_take_the_stage_over() {
    let later = Later {
        starter: 0,
        dealer: 0,
        stayed: true,
        levels: ["J", "K"],
    };
    let mut table = Table::later("double-dig", ClockChoice::Relaxed, &later);
    let mut seized = later.result();
    seized.seize = true;
    table.fold(Event::Settled {
        result: Box::new(seized),
    });
    table.fold(Event::NextDeal);
    table.deals(&Layout::new(["SJ", "HK HK", "", ""], ""));
    tells(&public(&table), "The stage is seized in this deal");
    tells(&panel(&table, 1).text, "its own level");
    offers(&table, 1, "♥K");
    let placer = SEATS[0];
    table.ok(who(placer.index()), declare("SJ"));
    table.table(Action::CloseWindow);
    tells(&panel(&table, 1).text, "Take the stage over?");
    offers(&table, 1, "♥K ♥K → ♥");
}

/// In a seized deal a pair goes over a single, whatever the rules say of others:
/// nobody insures there, and who comes second is not too late.
#[test]
fn a_seized_deal_knows_no_insurance() {
    let mut rules = preset("ordered").expect("a preset");
    rules.scoring.at_base = AtBase::Seize;
    assert_eq!(rules.validate(), []);
    let later = Later {
        starter: 0,
        dealer: 0,
        stayed: true,
        levels: ["J", "K"],
    };
    let mut table = Table::started_by(rules, ClockChoice::Relaxed);
    table.comes_later(&later);
    let mut seized = later.result();
    seized.seize = true;
    table.fold(Event::Settled {
        result: Box::new(seized),
    });
    table.fold(Event::NextDeal);
    table.deals(&Layout::new(["SJ SJ", "", "", ""], ""));
    let text = panel(&table, 0).text;
    tells(&text, "The stage is seized");
    assert!(!text.contains("insurance"), "{text}");
    table.ok(who(0), declare("SJ"));
    offers(&table, 0, "♠J ♠J");
}

#[test]
fn a_flag_deal_and_the_locks_of_a_side_are_told() {
    let later = Later {
        starter: 0,
        dealer: 0,
        stayed: true,
        levels: ["A", "8"],
    };
    let mut table = Table::later("flag", ClockChoice::Relaxed, &later);
    let mut carried = later.result();
    carried.after[Side::EastWest].flag = true;
    table.fold(Event::Settled {
        result: Box::new(carried),
    });
    tells(&public(&table), "stand on the flag");
    table.fold(Event::NextDeal);
    table.deals(&Layout::new([""; 4], ""));
    tells(&public(&table), "A flag deal: no trump");

    let mut table = Table::later("hook", ClockChoice::Relaxed, &later);
    let mut locked = later.result();
    locked.after[Side::SouthNorth]
        .locks
        .insert(chaodipi::cards::Rank::Two, 2);
    table.fold(Event::Settled {
        result: Box::new(locked),
    });
    table.fold(Event::NextDeal);
    table.deals(&Layout::new([""; 4], ""));
    tells(&public(&table), "2 is locked and must be won 2 times");
}

/// A deal of `red-five` in which seat 0 leads with spades trump.
fn red_five(hands: [&str; 4]) -> Table {
    let mut table = drawn("red-five", hands);
    table.placed(0, "S2");
    for _ in 0..20 {
        match table.game.waits() {
            Wait::Play { .. } => return table,
            Wait::Sealed { .. } => table.all_pass(),
            Wait::Bury { .. } => table.buries("D3 D3 D4 D4 D6 D6 D7 D7"),
            _ => {
                table.table(Action::CloseWindow);
            }
        }
    }
    panic!("it does not come to play");
}

#[test]
fn five_ten_king_is_offered_answered_and_held_back() {
    let mut table = red_five([
        "S2 C5 CT CK H5 HT HK D3 D3 D4 D4 D6 D6 D7 D7",
        "H5 HT HK HA H9",
        "H8 H9 H7",
        "H6 H8 H7",
    ]);
    offers(&table, 0, "5-10-K ♣K ♣10 ♣5");
    table.lays(0, "H5 HT HK");
    let text = panel(&table, 1).text;
    tells(&text, "You may answer with 5-10-K: ♥5 ♥K ♥10");
    tells(&text, "may not play it as a combination later");
    assert!(!panel(&table, 2).text.contains("5-10-K"));
    table.lays(1, "H9 HT HA");
    assert!(table.game.seat(SEATS[1]).withheld);
    assert_eq!(set("H5 HT HK").len(), 3);
}

#[test]
fn everybody_reads_that_plays_were_checked_and_what_it_cost() {
    let mut table = drawn("tournament", ["S2", "", "", ""]);
    table.placed(0, "S2");
    for _ in 0..20 {
        match table.game.waits() {
            Wait::Play { .. } => break,
            Wait::Sealed { .. } => table.all_pass(),
            Wait::Bury { seat, .. } => {
                table.plays(seat.index() as i64 + 1);
            }
            _ => {
                table.table(Action::CloseWindow);
            }
        }
    }
    table.ok(person(2), Action::Check);
    tells(&public(&table), "Free, once a deal and side.");
    table.ok(person(4), Action::Check);
    tells(&public(&table), "It costs their side 10 points.");
    // However often they ask: a line a seat, and whose turn it is above them.
    for seat in [2, 4] {
        while decide(&table.game, person(seat), &Action::Check).is_ok() {
            table.ok(person(seat), Action::Check);
        }
    }
    let text = public(&table);
    let lines: Vec<&str> = text.lines().collect();
    let checks = lines.iter().filter(|l| l.starts_with('🔍'));
    assert_eq!(checks.count(), 2, "{text}");
    let at = |part: &str| lines.iter().position(|l| l.contains(part)).expect(part);
    assert!(at(" leads") < at("🔍"), "{text}");
    tells(&text, " times: every play was by the rules.");
}
