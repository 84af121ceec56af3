//! Whole games between random players, in every preset: what must hold after
//! every single step.

use chaodipi::cards::{CardSet, two_decks};
use chaodipi::game::{
    Action, Actor, Ask, ClockChoice, DealResult, Event, Game, Mover, PublicPhase, Reason, Wait,
    decide,
};
use chaodipi::players::{ComputerPlayer, Greedy, Random, bury_eight};
use chaodipi::rules::{BySeat, Follow, Lead, Order, PRESETS, Seat, leads, preset};
use chaodipi::tools::simulate::Driver;

/// Deals played in each preset.
const DEALS: u32 = 3;
/// No deal takes more steps than this.
const STEPS: u32 = 400;

fn players(kinds: [bool; 4]) -> BySeat<Box<dyn ComputerPlayer>> {
    BySeat::new(kinds.map(|greedy| -> Box<dyn ComputerPlayer> {
        if greedy {
            Box::new(Greedy)
        } else {
            Box::new(Random)
        }
    }))
}

fn each_step(
    rules: &str,
    clock: ClockChoice,
    kinds: [bool; 4],
    seed: u64,
    mut check: impl FnMut(&Driver),
) {
    let rules = preset(rules).expect("a preset");
    let mut driver = Driver::new(rules, clock, players(kinds), seed);
    for step in 0.. {
        assert!(
            step < DEALS * STEPS,
            "{rules:?} makes no headway",
            rules = driver.game.rules().base
        );
        check(&driver);
        let deals = driver
            .log
            .iter()
            .filter(|e| matches!(e, Event::Settled { .. }));
        if deals.count() as u32 == DEALS || !driver.step().expect("the table goes on") {
            break;
        }
    }
    assert_eq!(driver.illegal, 0, "a computer player made an illegal move");
}

fn every_preset(mut run: impl FnMut(&str, u64)) {
    for (at, preset) in PRESETS.iter().enumerate() {
        run(preset.id, 100 + at as u64);
    }
}

/// The log as it is kept: the answers of closed rounds are erased.
fn kept(log: &[Event]) -> Vec<Event> {
    let closed = log
        .iter()
        .rposition(|e| matches!(e, Event::RoundClosed { .. }));
    let closed = closed.unwrap_or(0);
    let kept = |(at, event): &(usize, &Event)| *at > closed || !event.is_sealed();
    log.iter()
        .enumerate()
        .filter(kept)
        .map(|(_, e)| e.clone())
        .collect()
}

fn union(sets: impl IntoIterator<Item = CardSet>) -> CardSet {
    sets.into_iter().fold(CardSet::EMPTY, |all, set| {
        all.plus(&set).expect("no card three times")
    })
}

fn set(cards: &[chaodipi::cards::Card]) -> CardSet {
    CardSet::from_cards(cards).expect("no card three times")
}

#[test]
fn every_preset_plays_to_the_end_by_random_and_greedy_players() {
    every_preset(|rules, seed| {
        each_step(rules, ClockChoice::Relaxed, [false; 4], seed, |_| {});
        each_step(
            rules,
            ClockChoice::None,
            [true, false, true, false],
            seed,
            |_| {},
        );
    });
}

#[test]
fn cards_and_points_are_conserved() {
    // ordered 规则.六/3–6
    let all = set(&two_decks());
    every_preset(|rules, seed| {
        each_step(rules, ClockChoice::Relaxed, [false; 4], seed, |driver| {
            if let Some(Event::Settled { result }) = driver.log.last() {
                check_result(&driver.game, result, all);
            } else if matches!(driver.game.waits(), Wait::Play { .. }) {
                let held = Seat::ALL.map(|s| driver.game.seat(s).hand);
                let played = Seat::ALL.map(|s| set(&driver.game.seat(s).own_plays.concat()));
                let known = union(held.into_iter().chain(played));
                assert_eq!(known.len(), 100);
            }
        });
    });
}

fn check_result(game: &Game, result: &DealResult, all: CardSet) {
    let hands = result.hands.into_array();
    assert!(
        union(hands.into_iter().chain([result.bottom])) == all,
        "108 cards"
    );
    assert!(set(&result.deck) == all);
    let view = game.public();
    let deal = view.deal.expect("the last deal");
    assert!((1..=25).contains(&deal.finished.len()));
    let in_tricks: u16 = deal.finished.iter().map(|t| t.points).sum();
    assert_eq!(in_tricks + result.bottom.points(), 200, "200 points");
    let won = deal
        .finished
        .iter()
        .filter(|t| t.standing.is_some_and(|s| s.side() != result.dealing_side));
    assert_eq!(won.map(|t| t.points).sum::<u16>(), result.sum.tricks);
    for seat in Seat::ALL {
        assert!(set(&game.seat(seat).own_plays.concat()) == result.hands[seat]);
    }
    assert!(
        result.spoken.iter().all(|s| s.shown.is_some()),
        "all is shown"
    );
    let sum = result.sum;
    let plus = i32::from(sum.tricks + sum.bottom * sum.multiplier + sum.dealers_penalty);
    let score = (plus - i32::from(sum.attackers_penalty)).max(0);
    assert_eq!(i32::from(sum.score), score);
}

#[test]
fn the_log_without_sealed_answers_is_the_state() {
    every_preset(|rules, seed| {
        for clock in [ClockChoice::Relaxed, ClockChoice::None] {
            let mut checked = 0;
            each_step(rules, clock, [false, true, false, false], seed, |driver| {
                let len = driver.log.len();
                if len - checked < 40 && !matches!(driver.game.waits(), Wait::Bury { .. }) {
                    return;
                }
                checked = len;
                let kept = kept(&driver.log);
                assert!(
                    Game::from_events(&kept).expect("a table") == driver.game,
                    "{rules}"
                );
            });
        }
    });
}

#[test]
fn whatever_is_offered_is_accepted() {
    every_preset(|rules, seed| {
        each_step(rules, ClockChoice::Relaxed, [false; 4], seed, |driver| {
            for seat in Seat::ALL {
                offers(&driver.game, seat);
            }
        });
    });
}

fn offers(game: &Game, seat: Seat) {
    let view = game.seat(seat);
    let actor = Actor::For(seat, Reason::Computer);
    assert!(matches!(game.mover(seat), Mover::Computer(_)));
    let accepts = |action: &Action| {
        let accepted = decide(game, actor, action);
        assert!(accepted.is_ok(), "{action:?}: {:?}", accepted.err());
    };
    match &view.ask {
        Ask::Nothing | Ask::Ready => {}
        Ask::Place { options } => {
            for act in options {
                accepts(&Action::Auction(*act));
            }
        }
        Ask::Overturn { options, answered } | Ask::Fry { options, answered } => {
            if answered.is_none() {
                for act in options {
                    accepts(&Action::Auction(*act));
                }
                accepts(&Action::Auction(chaodipi::rules::auction::AuctionAct::Pass));
            }
        }
        Ask::Bury => {
            let cards = bury_eight(&view, &CardSet::EMPTY);
            let act = chaodipi::rules::auction::AuctionAct::Bury { cards };
            accepts(&Action::Auction(act));
        }
        Ask::Lead => {
            let order = Order::new(&view.public.rules.play, view.trump.expect("known in play"));
            for lead in leads(&order, &view.hand, view.withheld) {
                accepts(&Action::Play(lead.to_vec()));
            }
        }
        Ask::Follow { lead } => {
            let order = Order::new(&view.public.rules.play, view.trump.expect("known in play"));
            let lead = Lead::new(&order, &set(lead)).expect("a lead");
            let follow = Follow::new(&order, &lead, &view.hand, view.withheld);
            for play in follow.plays(20).plays {
                accepts(&Action::Play(play.to_vec()));
            }
        }
    }
}

#[test]
fn sealed_answers_change_no_other_view() {
    every_preset(|rules, seed| {
        for clock in [ClockChoice::Relaxed, ClockChoice::None] {
            each_step(rules, clock, [false; 4], seed, |driver| {
                let Wait::Sealed { asked, .. } = driver.game.waits() else {
                    return;
                };
                for seat in asked {
                    sealed_answers(&driver.game, seat);
                }
            });
        }
    });
}

fn sealed_answers(game: &Game, seat: Seat) {
    let options = match game.seat(seat).ask {
        Ask::Overturn { options, .. } | Ask::Fry { options, .. } | Ask::Place { options } => {
            options
        }
        Ask::Nothing | Ask::Ready | Ask::Bury | Ask::Lead | Ask::Follow { .. } => return,
    };
    for act in options {
        let actor = Actor::For(seat, Reason::Computer);
        let events = decide(game, actor, &Action::Auction(act)).expect("offered");
        assert!(events.iter().all(Event::is_sealed));
        let mut after = game.clone();
        for event in &events {
            chaodipi::game::evolve(&mut after, event);
        }
        assert!(after.public() == game.public());
        for other in seat.others() {
            assert!(after.seat(other) == game.seat(other));
        }
        assert_eq!(after.seat(seat).step, game.seat(seat).step);
        let again = decide(&after, actor, &Action::Auction(act));
        assert!(again.is_err(), "an answer is final");
    }
}

#[test]
fn debug_output_shows_no_card() {
    let mut seen = Vec::new();
    each_step(
        "tournament",
        ClockChoice::Relaxed,
        [false; 4],
        5,
        |driver| {
            seen.push(format!("{:?}", driver.game));
            seen.extend(driver.log.last().map(|e| format!("{e:?}")));
            seen.extend(Seat::ALL.map(|s| format!("{:?}", driver.game.seat(s))));
            if let PublicPhase::Burying { seat } = driver.game.public().phase {
                let cards = driver.game.seat(seat).hand.to_vec();
                seen.push(format!("{:?}", Action::Play(cards)));
            }
        },
    );
    let cards = two_decks();
    let shows = |text: &String| {
        let words = text.split(|c: char| !c.is_alphanumeric());
        words
            .into_iter()
            .any(|w| cards.iter().any(|c| c.name() == w))
    };
    assert!(!seen.iter().any(shows));
}
