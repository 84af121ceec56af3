//! Auctions as lines of text: what was done, and how the auction then stands.
//!
//! `auction 8 stayed: 1 d C8, close, pass, bury, 3 f S8 S8 =H ? trump asked`.
//!
//! The deal is a `first` one, or a level with `stayed` or `lost` (what became
//! of the stage after the deal that seat 0 dealt), `flag`, or `seize T 5` with
//! the levels of the sides. Acts are `1 d CARDS` (declare), `o` (overturn), `f`
//! (fry), `p` (pass), `b CARDS` (bury), `=H` names a trump; `pass` is everybody
//! who is asked, `bury` whoever is to, `close CARDS` ends the drawing over that
//! bottom. Every seat holds whatever it needs: an auction never compares hands.

use chaodipi::cards::{Card, CardSet, Suit};
use chaodipi::rules::auction::{
    Auction, AuctionAct, AuctionContext, AuctionPhase, DealKind, Named, SpokenKind, StageHeld,
};
use chaodipi::rules::{BySide, Refusal, RuleSet, Seat, Trump};

use crate::clause_questions::rank;
use crate::game_support::{cards, set};

const BOTTOM: &str = "H3 H4 H6 H7 S3 S4 S6 S7";
const BURIED: &str = "C3 C3 C4 C4 C6 C6 C7 C7";

/// How the auction stands after the acts, or why one of them was refused.
pub fn auction(rules: &RuleSet, line: &str) -> String {
    let (deal, rest) = line.split_once(':').expect("a deal");
    let (acts, aspects) = rest.split_once('?').expect("aspects");
    let mut auction = Auction::new(rules, context(rules, deal));
    let acts: Vec<&str> = acts.split(',').map(str::trim).collect();
    let acts = acts.iter().filter(|a| !a.is_empty());
    let count = acts.clone().count();
    for (n, act) in acts.enumerate() {
        if let Err(refusal) = perform(&mut auction, act) {
            return if n + 1 == count {
                refusal.to_string()
            } else {
                format!("{refusal} at {act}")
            };
        }
    }
    let aspects = aspects.split_whitespace().map(|a| aspect(&auction, a));
    aspects.collect::<Vec<_>>().join(", ")
}

fn context(rules: &RuleSet, deal: &str) -> AuctionContext {
    let words: Vec<&str> = deal.split_whitespace().collect();
    let letter = |n: usize| rank(words[n].chars().next().expect("a rank"));
    let mut context = AuctionContext {
        level: rules.scoring.ladder.rungs()[0],
        starter: Seat::ALL[0],
        stage: None,
        kind: DealKind::Plain,
    };
    if words[0] == "first" {
        return context;
    }
    let stayed = words.last() != Some(&"lost");
    let last_dealer = Seat::ALL[0];
    let side = last_dealer.side();
    context.stage = Some(StageHeld {
        side: if stayed { side } else { side.other() },
        last_dealer,
        stayed,
    });
    match words[0] {
        "seize" => {
            let levels = BySide::new([letter(1), letter(2)]);
            context.level = levels[side];
            context.kind = DealKind::Seize { levels };
        }
        "flag" => {
            context.level = chaodipi::cards::Rank::Ace;
            context.kind = DealKind::Flag;
        }
        _ => context.level = letter(0),
    }
    context
}

/// Two of each card.
fn everything() -> CardSet {
    let all: Vec<Card> = Card::ALL.into_iter().flat_map(|c| [c, c]).collect();
    CardSet::from_cards(&all).expect("two decks")
}

fn perform(auction: &mut Auction, line: &str) -> Result<(), Refusal> {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    match word {
        "close" => {
            let bottom = if rest.is_empty() { BOTTOM } else { rest };
            let steps = auction.close(&cards(bottom))?;
            steps.iter().for_each(|s| auction.apply(s));
            Ok(())
        }
        "pass" => {
            while let Some(&seat) = auction.asked().first() {
                act(auction, seat, &AuctionAct::Pass)?;
            }
            Ok(())
        }
        "bury" => {
            let AuctionPhase::Burying(seat) = auction.phase() else {
                return Err(Refusal::WrongPhase);
            };
            let cards = set(BURIED);
            act(auction, seat, &AuctionAct::Bury { cards })
        }
        seat => {
            let seat = Seat::ALL[seat.parse::<usize>().expect("a seat")];
            act(auction, seat, &spoken(rest))
        }
    }
}

fn act(auction: &mut Auction, seat: Seat, act: &AuctionAct) -> Result<(), Refusal> {
    let steps = auction.check(&everything(), seat, act)?;
    steps.iter().for_each(|s| auction.apply(s));
    Ok(())
}

fn spoken(line: &str) -> AuctionAct {
    let (what, rest) = line.split_once(' ').unwrap_or((line, ""));
    let (cards, name) = rest.split_once('=').unwrap_or((rest, ""));
    let (cards, name) = (set(cards), named(name));
    match what {
        "d" => AuctionAct::Declare { cards },
        "o" => AuctionAct::Overturn { cards, name },
        "f" => AuctionAct::Fry { cards, name },
        "p" => AuctionAct::Pass,
        "b" => AuctionAct::Bury { cards },
        other => panic!("no act {other}"),
    }
}

fn named(text: &str) -> Option<Named> {
    Named::ALL.into_iter().find(|n| match n.suit() {
        None => text == "NT",
        Some(suit) => text == suit.letter().to_string(),
    })
}

fn suit(suit: Option<Suit>) -> String {
    suit.map_or("NT".into(), |s| s.letter().to_string())
}

fn trump(trump: Option<Trump>) -> String {
    trump.map_or("no trump yet".into(), |t| suit(t.suit))
}

fn seats(seats: impl IntoIterator<Item = Seat>) -> String {
    let seats: Vec<String> = seats.into_iter().map(|s| s.index().to_string()).collect();
    if seats.is_empty() {
        "nobody".into()
    } else {
        seats.join(" ")
    }
}

fn aspect(auction: &Auction, aspect: &str) -> String {
    match aspect {
        "trump" => trump(auction.trump()),
        "level" => auction
            .trump()
            .map_or("-".into(), |t| t.level.letter().to_string()),
        "dealer" => seats(auction.dealer()),
        "asked" => seats(auction.asked().iter().copied()),
        "turned" => auction.turned().len().to_string(),
        "know" => {
            let knows = |s: &Seat| auction.trump_known_to(*s).is_some();
            seats(Seat::ALL.into_iter().filter(knows))
        }
        "further" => auction.may_declare_further().to_string(),
        "kind" => match auction.stands().map(|s| s.kind) {
            None => "nothing".into(),
            Some(SpokenKind::Declared) => "declared".into(),
            Some(SpokenKind::Overturned) => "overturned".into(),
            Some(SpokenKind::Fried) => "fried".into(),
            Some(SpokenKind::HookedBack) => "hooked back".into(),
        },
        "phase" => match auction.phase() {
            AuctionPhase::Declaring => "declaring".into(),
            AuctionPhase::Overturning => "overturning".into(),
            AuctionPhase::Lot => "lot".into(),
            AuctionPhase::Burying(seat) => format!("{} buries", seat.index()),
            AuctionPhase::Frying => "frying".into(),
            AuctionPhase::Done => "play".into(),
            AuctionPhase::Redeal => "redeal".into(),
        },
        other => panic!("no aspect {other}"),
    }
}
