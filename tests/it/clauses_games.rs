//! Whole games of every preset held against plain readings of RULES.md: where
//! all cards are after each event, who starts, who is dealer, who rises.

use chaodipi::cards::{Card, CardSet, Rank, two_decks};
use chaodipi::game::{ClockChoice, DealResult, Event, Game, SpeechKind, evolve};
use chaodipi::players::{ComputerPlayer, Greedy, Random};
use chaodipi::rules::auction::AuctionStep;
use chaodipi::rules::levels::Standing;
use chaodipi::rules::{BySeat, PRESETS, Seat, preset};
use chaodipi::tools::simulate::{Driver, Kind, SimulateArgs, simulate};

use crate::game_support::SEATS;

/// The events of so many deals, or of a game that ends before.
fn played(rules: &str, deals: usize, seed: u64, greedy: bool) -> Vec<Event> {
    let players = BySeat::from_fn(|_| -> Box<dyn ComputerPlayer> {
        if greedy {
            Box::new(Greedy)
        } else {
            Box::new(Random)
        }
    });
    let rules = preset(rules).expect("a preset");
    let mut driver = Driver::new(rules, ClockChoice::Relaxed, players, seed);
    let settled = |log: &[Event]| {
        let settled = log.iter().filter(|e| matches!(e, Event::Settled { .. }));
        settled.count()
    };
    while settled(&driver.log) < deals && driver.step().expect("goes on") {}
    assert_eq!(driver.illegal, 0);
    driver.log
}

fn sorted(cards: impl IntoIterator<Item = Card>) -> Vec<usize> {
    let mut all: Vec<usize> = cards.into_iter().map(Card::index).collect();
    all.sort_unstable();
    all
}

/// Where the cards that no view shows are, by the events alone.
#[derive(Default)]
struct Hidden {
    deck: Vec<Card>,
    drawn: usize,
    bottom: Vec<Card>,
    played: Vec<Card>,
    points: u16,
}

impl Hidden {
    fn follow(&mut self, event: &Event) {
        match event {
            Event::Dealt { shuffle, .. } => {
                *self = Hidden {
                    deck: shuffle.deck.clone(),
                    bottom: shuffle.deck[100..].to_vec(),
                    ..Hidden::default()
                };
            }
            Event::Drawn { upto } => self.drawn = usize::from(*upto),
            Event::Auction { step, .. } => match step {
                AuctionStep::BottomTaken { .. } => self.bottom.clear(),
                AuctionStep::Buried { cards, .. } => self.bottom = cards.to_vec(),
                _ => {}
            },
            Event::Played { cards, .. } => self.played.extend(cards),
            Event::TrickWon { points, .. } => self.points += points,
            _ => {}
        }
    }
}

#[test]
fn at_every_event_there_are_108_cards_and_200_points() {
    let all = sorted(two_decks());
    for (at, rules) in PRESETS.iter().enumerate() {
        let log = played(rules.id, 1, 40 + at as u64, false);
        let mut game = Game::from_events(&log[..1]).expect("opened");
        let mut hidden = Hidden::default();
        for event in &log[1..] {
            evolve(&mut game, event);
            hidden.follow(event);
            if hidden.deck.is_empty() {
                continue;
            }
            let hands = SEATS.map(|s| game.seat(s).hand.to_vec());
            let undrawn = hidden.deck[hidden.drawn..100].to_vec();
            let held = hands.concat();
            let cards = [held, undrawn, hidden.bottom.clone(), hidden.played.clone()].concat();
            let points: u16 = cards.iter().map(|c| c.points()).sum();
            assert_eq!(points, 200, "{} {event:?}", rules.id);
            assert!(sorted(cards) == all, "{} {event:?}", rules.id);
            if let Event::Settled { result } = event {
                let bottom = CardSet::from_cards(&hidden.bottom).expect("cards");
                assert!(result.bottom == bottom, "{}: as buried last", rules.id);
                assert_eq!(hidden.points + result.bottom.points(), 200);
            }
        }
    }
}

/// What is known when a deal begins, and who spoke in it.
struct Deal {
    starter: Seat,
    placed: Option<Seat>,
    overturned: Option<Seat>,
    turned: usize,
    dealer: Option<Seat>,
}

/// RULES.md 10.2 and 10.3 in plain words; `None`: by lot.
fn dealer(rules: &str, last: Option<&DealResult>, deal: &Deal) -> Option<Seat> {
    let by_placing = ["tournament", "college", "knockout"].contains(&rules);
    let Some(last) = last else {
        // A first deal: whoever stands, else whoever turned the card.
        let turner = || (rules != "tv").then(|| deal.starter.after(deal.turned));
        return deal.overturned.or(deal.placed).or_else(turner);
    };
    let stayed = !last.change;
    if !by_placing {
        return Some(match (stayed, rules) {
            (false, _) => last.dealer.next(),
            (true, "double-dig") => last.dealer,
            (true, _) => last.dealer.partner(),
        });
    }
    let on_stage = |seat: Seat| seat.side() == last.stage;
    let placed = |seat: Seat| match (on_stage(seat), rules) {
        (false, _) => seat.next(),
        (true, "knockout") => seat.partner(),
        (true, _) => seat,
    };
    let by_overturn = match rules {
        "tournament" => deal.overturned,
        "college" => deal.overturned.map(placed),
        _ => None,
    };
    let declared = deal.placed.map(placed);
    Some(by_overturn.or(declared).unwrap_or(deal.starter))
}

/// RULES.md 2.1; not for first and seized deals.
fn starter(rules: &str, before: Seat, last: &DealResult) -> Seat {
    if last.change {
        return last.dealer.next();
    }
    match rules {
        "tournament" | "college" | "knockout" if before.side() == last.stage => before.partner(),
        "double-dig" | "tournament" | "college" | "knockout" => last.dealer,
        _ => last.dealer.partner(),
    }
}

#[test]
fn starters_and_dealers_are_those_of_the_text() {
    let (mut later, mut changes) = (0, 0);
    for preset in PRESETS.iter() {
        for seed in [3, 4] {
            let log = played(preset.id, 5, seed, false);
            let mut last: Option<&DealResult> = None;
            let mut before = None;
            let mut deal: Option<Deal> = None;
            let mut special = false;
            for event in &log {
                match event {
                    Event::Dealt {
                        starter: by,
                        context,
                        ..
                    } => {
                        special = last.is_some_and(|l| l.seize) || special && before.is_none();
                        if let (Some(last), Some(before), false) = (last, before, special) {
                            assert_eq!(*by, starter(preset.id, before, last), "{}", preset.id);
                            assert_eq!(context.level, last.after[last.stage].level);
                            later += 1;
                            changes += u32::from(last.change);
                        }
                        deal = Some(Deal {
                            starter: *by,
                            placed: None,
                            overturned: None,
                            turned: 0,
                            dealer: None,
                        });
                    }
                    Event::Auction { step, .. } => {
                        let deal = deal.as_mut().expect("dealt");
                        match step {
                            AuctionStep::Placed { seat, .. } => deal.placed = Some(*seat),
                            AuctionStep::Overturned { seat, .. } => deal.overturned = Some(*seat),
                            AuctionStep::BottomTaken { seat } if deal.dealer.is_none() => {
                                deal.dealer = Some(*seat);
                            }
                            _ => {}
                        }
                    }
                    // A deal not played: who steps down is told elsewhere.
                    Event::Redealt { stepped_down } if stepped_down.is_some() => break,
                    Event::Settled { result } => {
                        let deal = deal.take().expect("dealt");
                        assert_eq!(deal.dealer, Some(result.dealer));
                        let declared = deal.placed.is_some();
                        if !special && (declared || last.is_some()) {
                            let expected = dealer(preset.id, last, &deal);
                            assert_eq!(expected, deal.dealer, "{} {seed}", preset.id);
                        }
                        last = Some(result);
                        before = Some(deal.starter);
                    }
                    _ => {}
                }
            }
        }
    }
    assert!(later > 60 && changes > 20, "{later} {changes}");
}

/// The levels of `tournament` after a deal, as its text says it: the side's
/// standing, how many it rises, whether it passes A.
fn rise(mut standing: Standing, rungs: u16, as_dealers: bool) -> (Standing, bool) {
    let must = |rank| [Rank::Jack, Rank::Ace].contains(&rank);
    if as_dealers && must(standing.level) {
        standing.won.insert(standing.level);
    }
    let ladder = "23456789TJQKA";
    for _ in 0..rungs {
        if must(standing.level) && !standing.won.contains(&standing.level) {
            return (standing, false);
        }
        if standing.level == Rank::Ace {
            return (standing, true);
        }
        let at = ladder.find(standing.level.letter()).expect("a rung");
        let next = ladder[at + 1..].chars().next().expect("A is the last");
        standing.level = Rank::from_letter(next).expect("a rank");
    }
    (standing, false)
}

#[test]
fn tournament_4_1_levels_of_whole_games() {
    // tournament 四.1, 四.2, 四.3
    let (mut won, mut deals) = (0, 0);
    for seed in 0..6 {
        for event in played("tournament", 30, 900 + seed, seed % 2 == 0) {
            let Event::Settled { result } = event else {
                continue;
            };
            let score = result.sum.score;
            let (dealers, attackers) = (result.dealing_side, result.dealing_side.other());
            let before = |side| result.before[side].clone();
            let mut expected = [before(dealers), before(attackers)];
            let mut winner = None;
            if score >= 80 {
                expected[1] = rise(before(attackers), (score - 80) / 10, false).0;
            } else {
                let rungs = if score == 0 { 9 } else { 8 - score / 10 };
                let (standing, passed) = rise(before(dealers), rungs, true);
                expected[0] = standing;
                winner = passed.then_some(dealers);
            }
            assert_eq!(result.change, score >= 80);
            assert_eq!(result.winner, winner);
            assert_eq!(result.after[attackers], expected[1], "score {score}");
            assert_eq!(result.after[dealers], expected[0], "score {score}");
            won += u32::from(winner.is_some());
            deals += 1;
        }
    }
    assert!(won >= 4 && deals > 60, "{won} of {deals}");
}

#[test]
fn simulated_deals_of_every_preset_have_no_illegal_move() {
    for preset in PRESETS.iter() {
        for kinds in [[Kind::Greedy; 4], [Kind::Random; 4]] {
            let args = SimulateArgs {
                rules: preset.id.to_string(),
                deals: 3,
                seed: 1,
                seats: kinds.to_vec(),
                record: None,
                json: false,
            };
            let report = simulate(&args).expect("simulates");
            assert_eq!((report.deals, report.illegal), (3, 0), "{}", preset.id);
        }
    }
}

#[test]
fn what_was_spoken_is_all_told_at_the_end_and_in_order() {
    for preset in PRESETS.iter() {
        let log = played(preset.id, 3, 77, false);
        let mut said = Vec::new();
        for event in &log {
            match event {
                Event::Dealt { .. } => said.clear(),
                Event::Auction { step, .. } => match step {
                    AuctionStep::Placed { seat, cards, .. } => {
                        said.push((*seat, SpeechKind::Declared, *cards));
                    }
                    AuctionStep::Overturned { seat, cards, .. } => {
                        said.push((*seat, SpeechKind::Overturned, *cards));
                    }
                    AuctionStep::Fried { seat, cards, .. } => {
                        said.push((*seat, SpeechKind::Fried, *cards));
                    }
                    _ => {}
                },
                Event::Settled { result } => {
                    let told = result.spoken.iter().map(|s| {
                        let shown = s.shown.expect("all is shown");
                        (s.seat, s.kind, shown.0)
                    });
                    assert!(told.collect::<Vec<_>>() == said, "{}", preset.id);
                    let last = result.spoken.last().and_then(|s| s.shown);
                    if let Some((_, trump)) = last {
                        assert_eq!(trump, result.trump);
                    }
                }
                _ => {}
            }
        }
    }
}
