//! What one seat sees does not depend on any card that it may not see.

use chaodipi::cards::Card;
use chaodipi::game::{
    Action, Actor, ClockChoice, Event, Game, Length, PublicPhase, Reason, SeatView, Setup, Shuffle,
    Wait, decide, evolve,
};
use chaodipi::players::{ComputerPlayer, Random};
use chaodipi::rules::auction::AuctionAct;
use chaodipi::rules::{BySeat, PRESETS, Seat, preset};
use chaodipi::tools::simulate::{Driver, shuffled};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::game_support::{PASS, SEATS, Table, declare, fry, person};

/// Runs a deal through the auction twice, with two cards swapped that `seat`
/// cannot see, as long as nobody shows either of them.
fn swapped_runs_look_the_same(rules: &str, seat: Seat, seed: u64) -> usize {
    let rules = preset(rules).expect("a preset");
    let players = BySeat::from_fn(|_| -> Box<dyn ComputerPlayer> { Box::new(Random) });
    let mut one = Driver::new(rules, ClockChoice::Relaxed, players, seed);
    let mut two = one.game.clone();
    let mut chance = StdRng::seed_from_u64(seed);
    let shuffle = shuffled(&mut chance);
    let deal = |shuffle: &Shuffle| Action::Deal(Box::new(shuffle.clone()));
    one.act(Actor::Table, &deal(&shuffle)).expect("dealt");
    let Some(Event::Dealt { starter, .. }) = one.log.last() else {
        panic!("dealt");
    };
    let hidden = |at: &usize| *at >= 100 || starter.after(*at) != seat;
    let mut place = || loop {
        let at = chance.random_range(0..108);
        if hidden(&at) {
            return at;
        }
    };
    let (p, q) = (place(), place());
    let kinds = [shuffle.deck[p], shuffle.deck[q]];
    let mut other = shuffle.clone();
    other.deck.swap(p, q);
    act(&mut two, Actor::Table, &deal(&other));
    let in_bottom = p >= 100 || q >= 100;
    let mut compared = 0;
    loop {
        let buries = one.game.public().phase == PublicPhase::Burying { seat };
        let turned = one.game.public().deal.is_some_and(|d| !d.turned.is_empty());
        if (buries || turned) && in_bottom {
            return compared;
        }
        same(&one.game.seat(seat), &two.seat(seat));
        compared += 1;
        let before = one.log.len();
        one.step().expect("goes on");
        for event in &one.log[before..] {
            if shows(event, &kinds) || matches!(event, Event::Played { .. }) {
                return compared;
            }
            evolve(&mut two, event);
        }
    }
}

fn act(game: &mut Game, actor: Actor, action: &Action) {
    for event in decide(game, actor, action).expect("accepted") {
        evolve(game, &event);
    }
}

/// Whether somebody used one of the cards: the runs may then differ.
fn shows(event: &Event, kinds: &[Card]) -> bool {
    let text = serde_json::to_string(event).expect("serialises");
    kinds
        .iter()
        .any(|k| text.contains(&format!("\"{}\"", k.name())))
}

/// The views but for the commitment, which binds the hidden cards.
fn same(one: &SeatView, two: &SeatView) {
    let mut two = two.clone();
    let mask = one.public.deal.as_ref().map(|d| d.commitment.clone());
    if let (Some(deal), Some(mask)) = (&mut two.public.deal, mask) {
        deal.commitment = mask;
    }
    assert!(*one == two, "{one:?} differs");
}

#[test]
fn hidden_cards_swapped_leave_a_view_equal() {
    let mut compared = 0;
    for preset in PRESETS.iter() {
        for seed in 0..12 {
            let seat = Seat::ALL[seed as usize % 4];
            compared += swapped_runs_look_the_same(preset.id, seat, seed);
        }
    }
    assert!(compared > 1000, "only {compared} steps were compared");
}

#[test]
fn a_refusal_depends_only_on_the_own_hand() {
    // Asking for a card that another seat holds tells nothing of who holds it.
    let rules = preset("tournament").expect("a preset");
    let players = BySeat::from_fn(|_| -> Box<dyn ComputerPlayer> { Box::new(Random) });
    let mut driver = Driver::new(rules, ClockChoice::Relaxed, players, 3);
    while !matches!(driver.game.public().phase, PublicPhase::Burying { .. }) {
        driver.step().expect("goes on");
    }
    let PublicPhase::Burying { seat } = driver.game.public().phase else {
        panic!("burying");
    };
    let hand = driver.game.seat(seat).hand;
    let mut reasons = Card::ALL.into_iter().filter(|&c| !hand.has(c)).map(|card| {
        let mut cards = hand;
        while cards.len() > 7 {
            let first = cards.iter().next().expect("a card");
            cards.remove(first);
        }
        cards.insert(card);
        let act = Action::Auction(AuctionAct::Bury { cards });
        let refused = decide(&driver.game, Actor::For(seat, Reason::Computer), &act);
        format!("{:?}", refused.expect_err("not in hand"))
    });
    let first = reasons.next().expect("a card is missing");
    assert!(reasons.all(|r| r == first));
}

/// A deal of `college` in which seat 0 has declared and seat 1 has fried, just
/// before the third time-out of seat 0 loses it the game.
fn about_to_be_lost(length: Length) -> Table {
    let setup = Setup {
        clock: ClockChoice::Preset,
        length,
        ..Setup::default()
    };
    let mut table = Table::drawn("college", setup, ["S2", "H2 H2", "", ""]);
    table.ok(person(1), declare("S2"));
    table.table(Action::CloseWindow);
    let (mut fried, mut late) = (false, 0);
    loop {
        match table.game.waits() {
            Wait::Sealed { asked, .. } => {
                for seat in asked {
                    let fries = late > 0 && !fried && seat == SEATS[1];
                    fried |= fries;
                    let act = if fries { fry("H2 H2") } else { PASS };
                    table.ok(person(seat.index() as i64 + 1), act);
                }
                table.table(Action::CloseWindow);
            }
            Wait::Bury { seat, .. } | Wait::Play { seat, .. } if seat != SEATS[0] => {
                table.plays(seat.index() as i64 + 1);
            }
            Wait::Bury { .. } | Wait::Play { .. } if late == 2 => {
                assert!(fried, "seat 1 was asked");
                return table;
            }
            Wait::Bury { .. } | Wait::Play { .. } => {
                table.stand_in(SEATS[0], Reason::TimeOut);
                late += 1;
                let _ = table.try_it(person(1), &Action::Auto(false));
            }
            other => panic!("{other:?}"),
        }
    }
}

/// RULES.md §11: a deal that a lost game breaks off opens none of its secrets.
#[test]
fn a_deal_that_is_broken_off_keeps_its_secrets() {
    for (length, phase) in [
        (Length::Match, PublicPhase::Between),
        (Length::Game, PublicPhase::Finished),
    ] {
        let mut table = about_to_be_lost(length);
        let told = |table: &Table| table.game.public().deal.expect("a deal").spoken;
        let before = told(&table);
        let shown: Vec<bool> = before.iter().map(|s| s.shown.is_some()).collect();
        assert_eq!(shown, [false, true], "the trump is shown, no more");
        table.stand_in(SEATS[0], Reason::TimeOut);
        let lost = table.game.public();
        assert_eq!((&lost.phase, lost.result.is_none()), (&phase, true));
        assert_eq!(told(&table), before);
        no_cards(&table);
        if phase == PublicPhase::Between {
            table.table(Action::Next);
            assert_eq!(table.game.public().phase, PublicPhase::Shuffling);
            assert_eq!(told(&table), before);
            no_cards(&table);
        }
    }
}

/// Whoever sits down on a seat now learns nothing of who sat there.
fn no_cards(table: &Table) {
    for seat in SEATS {
        let view = table.game.seat(seat);
        assert!(view.public == table.game.public());
        assert!(view.hand.is_empty() && view.buried.is_none(), "{seat}");
        assert!(view.own_speech.is_empty() && view.trump.is_none());
        assert!(view.own_plays.is_empty() && !view.withheld);
    }
}
