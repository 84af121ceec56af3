//! What events change. No rule is asked here, and nothing can fail: an event
//! that does not fit the state changes nothing.

use std::sync::Arc;

use crate::cards::CardSet;
use crate::game::state::{ALL_DRAWN, Answer, Deal, LastDeal, Play, Sealed, SeatState, Stage};
use crate::game::{
    AskedPause, Check, DealNumber, Event, Game, Occupant, Pause, Reason, Shuffle, commitment,
};
use crate::rules::auction::{Auction, AuctionContext, AuctionPhase, AuctionStep};
use crate::rules::{BySeat, BySide, Seat, Side};

/// Folds one event into the table.
pub fn evolve(game: &mut Game, event: &Event) {
    match event {
        Event::Opened { .. } => {
            if let Some(opened) = Game::opened(event) {
                *game = opened;
            }
        }
        Event::Sat { seat, occupant } => sat(game, *seat, *occupant),
        Event::Stood { seat } => {
            game.seats[*seat] = SeatState::default();
            other_occupant(game, *seat);
        }
        Event::Invited { player } => game.invited.push(*player),
        Event::SeatOffered { seat, player } => game.offers[*seat] = *player,
        Event::SwapAsked { seat, with } => game.swaps[*seat] = Some(*with),
        Event::Reseated { from } => reseated(game, from),
        Event::KickVoted { seat, against } => {
            game.kicks[*against][*seat] = true;
            present(game, *seat);
        }
        Event::HostChanged { host } => game.host = *host,
        Event::ReadyChanged { seat, ready } => {
            game.seats[*seat].ready = *ready;
            present(game, *seat);
        }
        Event::Started | Event::NextDeal => shuffling(game),
        Event::Dealt {
            deal: _,
            shuffle,
            starter,
            context,
        } => dealt(game, shuffle, *starter, context),
        Event::Drawn { upto } => in_deal(game, |d| {
            d.drawn = *upto;
            d.hands = BySeat::from_fn(|seat| d.drawn_by(seat, *upto));
        }),
        Event::PlacingOpened { upto } => in_deal(game, |d| d.placeable = *upto),
        Event::Answered { seat, act, person } => {
            let returns = *person && game.seats[*seat].auto;
            in_deal(game, |d| {
                d.sealed.answers[*seat] = Some(Answer {
                    act: *act,
                    person: *person,
                    returns,
                });
            });
        }
        Event::RoundClosed { persons } => {
            in_deal(game, |d| {
                d.sealed = Sealed {
                    closed: true,
                    ..Sealed::default()
                };
            });
            for &seat in persons {
                present(game, seat);
            }
        }
        Event::Auction { step, person } => auction(game, step, *person),
        Event::Played {
            seat,
            cards,
            person,
        } => {
            in_deal(game, |d| {
                if let Some(play) = &mut d.play {
                    play.lay(*seat, cards);
                }
            });
            moved(game, *seat, *person);
        }
        Event::FivesWithheld { seat } => in_play(game, |p| p.withheld[*seat] = true),
        Event::ThrowFailed { failed } => in_deal(game, |d| {
            d.penalties[failed.seat.side()] += failed.penalty;
            d.failed_throws[failed.seat] += 1;
            if let Some(play) = &mut d.play {
                play.trick.failed = Some(failed.clone());
            }
        }),
        Event::TrickWon { seat, points } => trick_won(game, *seat, *points),
        Event::TimedOut { seat, penalty } => {
            game.seats[*seat].misses += 1;
            game.seats[*seat].time_outs += 1;
            in_deal(game, |d| {
                d.time_outs[*seat] += 1;
                d.penalties[seat.side()] += penalty;
            });
        }
        Event::AutoChanged { seat, auto, reason } => {
            game.seats[*seat].auto = *auto;
            // What a person wishes after its answer counts more than the answer.
            in_deal(game, |d| {
                if let Some(answer) = &mut d.sealed.answers[*seat] {
                    answer.returns = false;
                }
            });
            game.seats[*seat].gone = *auto && *reason == Some(Reason::Auto);
            if !*auto {
                // Who is back keeps the seat.
                game.offers[*seat] = None;
                game.kicks[*seat] = BySeat::default();
            }
            if !*auto || reason.is_none() {
                present(game, *seat);
            } else {
                game.seats[*seat].misses = 0;
            }
        }
        Event::Redealt { stepped_down } => {
            if let Some(seat) = stepped_down {
                game.dealing = Some(seat.side().other());
                game.last = game.deal.as_ref().map(|d| LastDeal {
                    dealer: *seat,
                    starter: d.starter,
                    stayed: false,
                    seize: false,
                });
            }
            shuffling(game);
        }
        Event::Settled { result } => {
            Arc::make_mut(&mut game.contest).add(result);
            game.standings = result.after.clone();
            game.dealing = Some(result.stage);
            game.last = Some(LastDeal {
                dealer: result.dealer,
                starter: game.deal.as_ref().map_or(result.dealer, |d| d.starter),
                stayed: !result.change,
                seize: result.seize,
            });
            game.result = Some(Arc::new(result.as_ref().clone()));
            between(game);
        }
        Event::Won { side } => {
            game.winner = Some(*side);
            game.stage = Stage::Finished;
        }
        Event::Checked { seat, penalty } => checked(game, *seat, *penalty),
        Event::GameWon { side } => game_won(game, *side),
        Event::BoxOpened { opened } => Arc::make_mut(&mut game.contest).boxes.push(*opened),
        Event::TimeUp => Arc::make_mut(&mut game.contest).time_up = true,
        Event::MatchWon { end } => {
            Arc::make_mut(&mut game.contest).end = Some(end.clone());
            game.winner = Some(end.winner);
            game.stage = Stage::Finished;
        }
        Event::Voted { seat, end } => {
            if *end {
                game.end_votes[*seat] = true;
            } else {
                game.force_votes[*seat] = true;
            }
            present(game, *seat);
        }
        Event::PauseAsked { seat } => {
            let asked = AskedPause {
                seat: *seat,
                agreed: false,
            };
            game.pause_asked = Some(asked);
            present(game, *seat);
        }
        Event::PauseAgreed { seat } => {
            if let Some(asked) = &mut game.pause_asked {
                asked.agreed = true;
            }
            if game.paused == Some(Pause::Break) {
                game.paused = Some(Pause::Agreed);
            }
            present(game, *seat);
        }
        Event::Paused { pause } => paused(game, *pause),
        Event::Resumed => resumed(game),
        Event::Ended { void } => {
            game.stage = Stage::Ended;
            game.void = *void;
        }
    }
    if moves_on(event) {
        game.force_votes = BySeat::default();
    }
    let sealed = game.in_sealed_round();
    if !sealed {
        // However the round is left, what was answered in it is dropped.
        in_deal(game, |d| d.sealed.answers = BySeat::default());
    }
    // Within a sealed round the marks stand still: they would tell who answered. A break
    // comes before all answers, and waits for nobody who leaves in it.
    if !sealed || matches!(game.paused, Some(Pause::Break | Pause::Agreed)) {
        for (_, seat) in game.seats.iter_mut() {
            seat.auto_shown = seat.auto;
            seat.gone_shown = seat.gone;
        }
    }
}

/// A seat has another occupant. In a game it keeps what the seat has on its
/// account; who sits down in a deal sees its hand.
fn sat(game: &mut Game, seat: Seat, occupant: Occupant) {
    let time_outs = match game.stage {
        Stage::Lobby => 0,
        Stage::Shuffling | Stage::Deal | Stage::Between | Stage::Finished | Stage::Ended => {
            game.seats[seat].time_outs
        }
    };
    game.seats[seat] = SeatState {
        occupant: Some(occupant),
        time_outs,
        ..SeatState::default()
    };
    other_occupant(game, seat);
    if let Occupant::Person(player) = occupant {
        for (_, kept) in game.offers.iter_mut() {
            *kept = kept.filter(|&p| p != player);
        }
    }
    if game.stage != Stage::Deal {
        return;
    }
    if let Occupant::Person(player) = occupant {
        game.seen[seat].push(player);
    }
    in_deal(game, |d| {
        d.stood_in[seat] = true;
        if let Some(answer) = &mut d.sealed.answers[seat] {
            answer.returns = false;
        }
    });
}

/// What was asked and voted by or about whoever sat there is void.
fn other_occupant(game: &mut Game, seat: Seat) {
    game.offers[seat] = None;
    game.end_votes[seat] = false;
    game.force_votes[seat] = false;
    game.kicks[seat] = BySeat::default();
    for (_, votes) in game.kicks.iter_mut() {
        votes[seat] = false;
    }
    game.swaps[seat] = None;
    for (_, with) in game.swaps.iter_mut() {
        *with = with.filter(|&s| s != seat);
    }
    if game.paused.is_none() && game.pause_asked.is_some_and(|p| p.seat == seat) {
        game.pause_asked = None;
    }
}

fn reseated(game: &mut Game, from: &BySeat<Seat>) {
    let (before, offers) = (game.seats, game.offers);
    for seat in Seat::ALL {
        if from[seat] == seat {
            continue;
        }
        game.seats[seat] = before[from[seat]];
        if game.stage == Stage::Lobby {
            game.seats[seat].ready = false;
        }
        other_occupant(game, seat);
        game.offers[seat] = offers[from[seat]];
    }
}

fn paused(game: &mut Game, pause: Pause) {
    game.paused = Some(pause);
    if !pause.is_idle() && game.stage != Stage::Lobby {
        unready(game);
    }
}

fn resumed(game: &mut Game) {
    if game.paused.is_some_and(Pause::ends_by_ready) {
        unready(game);
        game.pause_asked = None;
    }
    game.paused = None;
    // Somebody is there again, whoever it is.
    in_deal(game, |d| d.human = true);
}

/// The next game of the match begins anew; a deal being played is broken off.
fn game_won(game: &mut Game, side: Side) {
    Arc::make_mut(&mut game.contest).games[side] += 1;
    game.standings = game.starting();
    game.dealing = None;
    game.last = None;
    for (_, seat) in game.seats.iter_mut() {
        seat.time_outs = 0;
    }
    if game.stage == Stage::Deal {
        Arc::make_mut(&mut game.contest).broken = Some(side);
        between(game);
    }
}

fn checked(game: &mut Game, seat: Seat, penalty: u16) {
    in_deal(game, |d| {
        let sum = &mut d.penalties[seat.side()];
        *sum = sum.saturating_add(penalty);
        if let Some(play) = &mut d.play {
            play.checks.push(Check {
                seat,
                trick: play.trick.number,
                penalty,
            });
        }
    });
}

/// Whether votes to close the phase are of no use any more.
fn moves_on(event: &Event) -> bool {
    matches!(
        event,
        Event::Auction { .. }
            | Event::RoundClosed { .. }
            | Event::Played { .. }
            | Event::Dealt { .. }
            | Event::NextDeal
            | Event::Settled { .. }
            | Event::GameWon { .. }
    )
}

fn dealt(game: &mut Game, shuffle: &Shuffle, starter: Seat, context: &AuctionContext) {
    game.deals += 1;
    game.stage = Stage::Deal;
    let alone = |d: &Deal| d.auction.phase() == AuctionPhase::Redeal && !d.human;
    let before = game.deal.as_deref().filter(|d| alone(d));
    let redrawn_alone = before.map_or(0, |d| d.redrawn_alone.saturating_add(1));
    game.swaps = BySeat::default();
    game.seen = BySeat::from_fn(|seat| game.person(seat).into_iter().collect());
    for seat in Seat::ALL {
        // An offer was made between deals, where the host may; it does not
        // outlast them where a person plays.
        if game.person(seat).is_some() && !game.seats[seat].auto {
            game.offers[seat] = None;
        }
    }
    game.result = None;
    if game.contest.broken.is_some() {
        Arc::make_mut(&mut game.contest).broken = None;
    }
    let bottom = shuffle.deck.iter().skip(usize::from(ALL_DRAWN)).copied();
    game.deal = Some(Box::new(Deal {
        number: DealNumber(game.deals),
        commitment: commitment(shuffle),
        starter,
        first: context.stage.is_none(),
        drawn: 0,
        placeable: 0,
        auction: Auction::new(&game.rules, context.clone()),
        hands: BySeat::default(),
        bottom: bottom.collect(),
        buried_by: None,
        taken_up: None,
        shuffle: Arc::new(shuffle.clone()),
        rounds: 0,
        sealed: Sealed::default(),
        play: None,
        time_outs: BySeat::default(),
        penalties: BySide::default(),
        stood_in: BySeat::default(),
        failed_throws: BySeat::default(),
        human: false,
        redrawn_alone,
    }));
}

fn auction(game: &mut Game, step: &AuctionStep, person: bool) {
    let there = game.seats.map(|s| s.occupant);
    in_deal(game, |d| {
        d.auction.apply(step);
        if let AuctionStep::BottomTaken { .. } = step {
            let cards = CardSet::from_cards(&d.bottom).unwrap_or_default();
            d.taken_up = d.buried_by.map(|seat| (seat, cards));
        }
        step.move_cards(&mut d.hands, &mut d.bottom);
        match step {
            AuctionStep::Asked { .. } => {
                d.rounds += 1;
                d.sealed = Sealed::default();
            }
            AuctionStep::BottomTaken { .. } => {
                d.rounds += 1;
                d.buried_by = None;
            }
            AuctionStep::Buried { seat, .. } => d.buried_by = Some(*seat),
            AuctionStep::PlayBegins => {
                let leader = d.auction.dealer().unwrap_or(d.starter);
                d.play = Some(Play::new(d.hands, there, leader));
            }
            AuctionStep::Placed { .. }
            | AuctionStep::Closed
            | AuctionStep::Undeclared
            | AuctionStep::BottomCardTurned { .. }
            | AuctionStep::Overturned { .. }
            | AuctionStep::Fried { .. }
            | AuctionStep::Passed { .. }
            | AuctionStep::DealerSettled { .. }
            | AuctionStep::LotNeeded
            | AuctionStep::TrumpSettled { .. }
            | AuctionStep::Redeal { .. } => {}
        }
    });
    if let Some(seat) = actor(step) {
        moved(game, seat, person);
    }
}

/// The seat that took a step of its own will.
fn actor(step: &AuctionStep) -> Option<Seat> {
    match step {
        AuctionStep::Placed { seat, .. }
        | AuctionStep::Overturned { seat, .. }
        | AuctionStep::Fried { seat, .. }
        | AuctionStep::Buried { seat, .. } => Some(*seat),
        // A pass may be a missing answer: `RoundClosed` tells who was there.
        AuctionStep::Passed { .. }
        | AuctionStep::Closed
        | AuctionStep::Undeclared
        | AuctionStep::BottomCardTurned { .. }
        | AuctionStep::Asked { .. }
        | AuctionStep::DealerSettled { .. }
        | AuctionStep::LotNeeded
        | AuctionStep::BottomTaken { .. }
        | AuctionStep::TrumpSettled { .. }
        | AuctionStep::PlayBegins
        | AuctionStep::Redeal { .. } => None,
    }
}

fn trick_won(game: &mut Game, seat: Seat, points: u16) {
    in_deal(game, |d| {
        let dealing = d.auction.dealing_side();
        if let Some(play) = &mut d.play {
            play.finish(seat);
            if dealing != Some(seat.side()) {
                play.points += points;
            }
        }
    });
}

fn in_deal(game: &mut Game, change: impl FnOnce(&mut Deal)) {
    if let Some(deal) = &mut game.deal {
        change(deal);
    }
}

fn in_play(game: &mut Game, change: impl FnOnce(&mut Play)) {
    in_deal(game, |d| {
        if let Some(play) = &mut d.play {
            change(play);
        }
    });
}

/// A person did something: the count of time-outs begins anew.
fn present(game: &mut Game, seat: Seat) {
    game.seats[seat].misses = 0;
    in_deal(game, |d| d.human = true);
}

/// Somebody moved for a seat.
fn moved(game: &mut Game, seat: Seat, person: bool) {
    if person {
        present(game, seat);
    } else {
        in_deal(game, |d| d.stood_in[seat] = true);
    }
}

fn shuffling(game: &mut Game) {
    game.stage = Stage::Shuffling;
    unready(game);
    game.end_votes = BySeat::default();
    game.kicks = BySeat::default();
}

fn between(game: &mut Game) {
    game.stage = Stage::Between;
    unready(game);
    game.end_votes = BySeat::default();
    game.kicks = BySeat::default();
}

fn unready(game: &mut Game) {
    for (_, seat) in game.seats.iter_mut() {
        seat.ready = false;
    }
}
