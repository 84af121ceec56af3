//! Dealing and drawing: the cards come from outside, and go round in steps.

use crate::game::phase::Steps;
use crate::game::state::{ALL_DRAWN, Deal, Stage};
use crate::game::{DealNumber, Event, Game, Illegal, Shuffle};
use crate::rules::auction::{
    AuctionContext, AuctionPhase, DealKind, LastDeal, StageHeld, cut_seat, first_starter,
    next_starter,
};
use crate::rules::{Seat, Side};

/// Begins a deal with those cards.
pub(super) fn deal(game: &Game, shuffle: &Shuffle) -> Result<Vec<Event>, Illegal> {
    if game.stage != Stage::Shuffling {
        return Err(Illegal::WrongPhase);
    }
    if !shuffle.is_two_decks() {
        return Err(Illegal::BadShuffle);
    }
    let context = context(game, shuffle);
    let mut steps = Steps::new(game);
    steps.push(Event::Dealt {
        deal: DealNumber(game.deals + 1),
        shuffle: Box::new(shuffle.clone()),
        starter: context.starter,
        context: Box::new(context),
    });
    // A match whose time was over before anybody could draw ends by a cut.
    steps.end_match();
    Ok(steps.events)
}

/// What the deal's auction starts from (RULES.md 2.1, §9).
fn context(game: &Game, shuffle: &Shuffle) -> AuctionContext {
    let (Some(side), Some(last)) = (game.dealing, game.last) else {
        return AuctionContext {
            level: game.standings[Side::EastWest].level,
            starter: first_starter(Seat::ALL[0], &shuffle.flips),
            stage: None,
            kind: DealKind::Plain,
        };
    };
    let stage = StageHeld {
        side,
        last_dealer: last.dealer,
        stayed: last.stayed,
    };
    let standing = &game.standings[side];
    let (kind, starter) = if last.seize {
        let levels = crate::rules::BySide::from_fn(|s| game.standings[s].level);
        // The attackers cut; the cards flipped stand for the cut.
        let cutter = last.dealer.next();
        (
            DealKind::Seize { levels },
            cut_seat(cutter, shuffle.flips[cutter]),
        )
    } else {
        let kind = if standing.flag {
            DealKind::Flag
        } else {
            DealKind::Plain
        };
        let last = LastDeal {
            starter: last.starter,
            stage,
        };
        (kind, next_starter(game.rules.auction.dealer, last))
    };
    AuctionContext {
        level: standing.level,
        starter,
        stage: Some(stage),
        kind,
    }
}

/// Deals on until so many of the 100 are drawn.
pub(super) fn draw(game: &Game, upto: u8) -> Result<Vec<Event>, Illegal> {
    let deal = drawing(game)?;
    if upto <= deal.drawn || upto > ALL_DRAWN {
        return Err(Illegal::WrongPhase);
    }
    Ok(vec![Event::Drawn { upto }])
}

/// Lets the cards drawn so far be placed.
pub(super) fn open_placing(game: &Game) -> Result<Vec<Event>, Illegal> {
    let deal = drawing(game)?;
    if deal.placeable == deal.drawn {
        return Err(Illegal::WrongPhase);
    }
    Ok(vec![Event::PlacingOpened { upto: deal.drawn }])
}

fn drawing(game: &Game) -> Result<&Deal, Illegal> {
    let deal = game.dealing_now().ok_or(Illegal::WrongPhase)?;
    if deal.auction.phase() == AuctionPhase::Declaring {
        Ok(deal)
    } else {
        Err(Illegal::WrongPhase)
    }
}
