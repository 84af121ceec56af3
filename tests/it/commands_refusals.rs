//! Every refusal is one clear sentence or two in every language, which names
//! what it knows: never a key, never another language.

use std::sync::Arc;

use chaodipi::cards::{Card, CardSet, Rank, Suit};
use chaodipi::commands::card_text::CardTextError;
use chaodipi::commands::{act_error, card_text_error};
use chaodipi::error::AppError;
use chaodipi::game::{
    ClockChoice, Illegal, Pace, PublicPhase, PublicView, Speech, SpeechKind, TableId,
};
use chaodipi::i18n::Lang;
use chaodipi::rules::{Category, Refusal, Seat, Trump, preset};
use chaodipi::table::{ActError, Snapshot};

use crate::table_scene::Scene;

fn card(name: &str) -> Card {
    name.parse().expect("a card")
}

fn set(names: &[&str]) -> CardSet {
    let cards: Vec<Card> = names.iter().map(|n| card(n)).collect();
    CardSet::from_cards(&cards).expect("no third card")
}

/// Every refusal of a rule, with what its text must name.
fn rules() -> Vec<(Refusal, Vec<&'static str>)> {
    let king = || set(&["SK", "SK"]);
    vec![
        (Refusal::WrongPhase, vec![]),
        (
            Refusal::NotInHand {
                missing: set(&["HA"]),
            },
            vec!["♥A"],
        ),
        (
            Refusal::WrongBury {
                needed: 8,
                given: 7,
            },
            vec!["8", "7"],
        ),
        (
            Refusal::WrongCount {
                needed: 3,
                given: 2,
            },
            vec!["3", "2"],
        ),
        (Refusal::MixedCategories, vec![]),
        (
            Refusal::MustFollowSuit {
                category: Category::Side(Suit::Hearts),
                needed: 2,
                cards: set(&["H9", "HT"]),
            },
            vec!["♥", "2", "♥9", "♥10"],
        ),
        (
            Refusal::MustFollowPair {
                needed: 1,
                pairs: king(),
            },
            vec!["1", "♠K♠K"],
        ),
        (
            Refusal::MustFollowTractor {
                lengths: vec![2, 3],
                cards: king(),
            },
            vec!["2", "3", "♠K♠K"],
        ),
        (
            Refusal::MustFollowFives {
                cards: set(&["S5", "ST", "SK"]),
            },
            vec!["♠5", "♠10", "♠K"],
        ),
        (
            Refusal::MustPlayHighest {
                cards: set(&["SA", "SK", "SQ"]),
            },
            vec!["♠A", "♠K", "♠Q"],
        ),
        (Refusal::FivesWithheld, vec!["♥"]),
        (Refusal::OwnDeclaration, vec![]),
        (Refusal::NeedsBridge, vec![]),
        (Refusal::DealersOnly, vec![]),
        (Refusal::DealerOnly, vec![]),
        (Refusal::NotYourTurn, vec![]),
        (
            Refusal::NotALevelCard { level: Rank::Jack },
            vec!["J", "♠J", "♥J", "♣J", "♦J"],
        ),
        (Refusal::NotAPair, vec!["♥4♥4"]),
        (Refusal::AlreadyDeclared, vec![]),
        (Refusal::AlreadyUsed, vec![]),
        (Refusal::NotHigher, vec![]),
        (Refusal::NotAllowed, vec!["/"]),
    ]
}

/// A refusal that is missing in [`rules`] does not compile here.
fn place(refusal: &Refusal) -> usize {
    match refusal {
        Refusal::WrongPhase => 0,
        Refusal::NotInHand { .. } => 1,
        Refusal::WrongBury { .. } => 2,
        Refusal::WrongCount { .. } => 3,
        Refusal::MixedCategories => 4,
        Refusal::MustFollowSuit { .. } => 5,
        Refusal::MustFollowPair { .. } => 6,
        Refusal::MustFollowTractor { .. } => 7,
        Refusal::MustFollowFives { .. } => 8,
        Refusal::MustPlayHighest { .. } => 9,
        Refusal::FivesWithheld => 10,
        Refusal::OwnDeclaration => 11,
        Refusal::NeedsBridge => 12,
        Refusal::DealersOnly => 13,
        Refusal::DealerOnly => 14,
        Refusal::NotYourTurn => 15,
        Refusal::NotALevelCard { .. } => 16,
        Refusal::NotAPair => 17,
        Refusal::AlreadyDeclared => 18,
        Refusal::AlreadyUsed => 19,
        Refusal::NotHigher => 20,
        Refusal::NotAllowed => 21,
    }
}

/// Every other refusal of a table.
fn tables() -> Vec<(Illegal, Vec<&'static str>)> {
    let [east, south, west, _] = Seat::ALL;
    vec![
        (Illegal::NotSeated, vec!["/"]),
        (Illegal::SeatTaken(east), vec!["Person 0"]),
        (Illegal::TableFull, vec!["/"]),
        (Illegal::AlreadyStarted, vec!["/"]),
        (Illegal::NotStarted, vec![]),
        (
            Illegal::NotReady {
                free: vec![south],
                waiting: vec![west],
            },
            vec![],
        ),
        (Illegal::NotYourTurn(east), vec!["Person 0"]),
        (Illegal::WrongPhase, vec!["/"]),
        (Illegal::TooEarly, vec![]),
        (Illegal::AlreadyAnswered, vec![]),
        (Illegal::NotHost(None), vec![]),
        (Illegal::NoChecking, vec![]),
        (Illegal::CheckedEnough, vec![]),
        (Illegal::Paused, vec![]),
        (Illegal::Over, vec!["/"]),
        (Illegal::VotesNeeded(2), vec!["2"]),
        (Illegal::Unshown, vec!["/"]),
        (Illegal::RoundOpen, vec![]),
        (Illegal::SeenHand(south), vec![]),
        (Illegal::InvitedOnly, vec!["Person 0"]),
        (Illegal::SeatKept(south), vec![]),
        (Illegal::NoPerson(south), vec!["/"]),
        (Illegal::OwnSeat, vec!["/"]),
        (Illegal::SitsAlready(east), vec!["Person 0", "/"]),
        (Illegal::OtherSide, vec![]),
        (Illegal::NoBreak, vec!["/"]),
        (Illegal::BetweenDeals, vec![]),
    ]
}

/// Where a refusal stands in [`tables`]; one that is missing here does not
/// compile. Those of a rule stand in [`rules`]; a shuffle nobody can ask for.
fn place_of(illegal: &Illegal) -> Option<usize> {
    match illegal {
        Illegal::Rule(_) | Illegal::BadShuffle => None,
        Illegal::NotSeated => Some(0),
        Illegal::SeatTaken(_) => Some(1),
        Illegal::TableFull => Some(2),
        Illegal::AlreadyStarted => Some(3),
        Illegal::NotStarted => Some(4),
        Illegal::NotReady { .. } => Some(5),
        Illegal::NotYourTurn(_) => Some(6),
        Illegal::WrongPhase => Some(7),
        Illegal::TooEarly => Some(8),
        Illegal::AlreadyAnswered => Some(9),
        Illegal::NotHost(_) => Some(10),
        Illegal::NoChecking => Some(11),
        Illegal::CheckedEnough => Some(12),
        Illegal::Paused => Some(13),
        Illegal::Over => Some(14),
        Illegal::VotesNeeded(_) => Some(15),
        Illegal::Unshown => Some(16),
        Illegal::RoundOpen => Some(17),
        Illegal::SeenHand(_) => Some(18),
        Illegal::InvitedOnly => Some(19),
        Illegal::SeatKept(_) => Some(20),
        Illegal::NoPerson(_) => Some(21),
        Illegal::OwnSeat => Some(22),
        Illegal::SitsAlready(_) => Some(23),
        Illegal::OtherSide => Some(24),
        Illegal::NoBreak => Some(25),
        Illegal::BetweenDeals => Some(26),
    }
}

fn check(lang: Lang, text: &str, names: &[&str], what: &str) {
    assert!(
        !text.contains("refused-") && !text.contains("cards-") && !text.contains('{'),
        "{text}"
    );
    assert!((8..=240).contains(&text.chars().count()), "{what}: {text}");
    assert!(!text.contains('\n'), "{what}: {text}");
    let chinese = text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
    assert_eq!(chinese, lang != Lang::En, "{what}: {text}");
    for name in names {
        assert!(text.contains(name), "{what} names no {name}: {text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_refusal_says_what_must_be_done_in_every_language() {
    let scene = Scene::new(1).await;
    let table = scene.started(4, ClockChoice::Relaxed, Pace::Brisk).await;
    let snap = table.snapshot();
    for (index, (refusal, _)) in rules().iter().enumerate() {
        assert_eq!(place(refusal), index);
    }
    for (index, (illegal, _)) in tables().iter().enumerate() {
        assert_eq!(place_of(illegal), Some(index));
    }
    let host = snap.public.host;
    for lang in Lang::ALL {
        let mut said = Vec::new();
        for (refusal, names) in rules() {
            let what = format!("{refusal:?}");
            let text = act_error(lang, &ActError::Illegal(Illegal::Rule(refusal)), &snap);
            check(lang, &text, &names, &what);
            said.push(text);
        }
        for (illegal, names) in tables() {
            let what = format!("{illegal:?}");
            let text = act_error(lang, &ActError::Illegal(illegal), &snap);
            check(lang, &text, &names, &what);
            said.push(text);
        }
        let text = act_error(lang, &ActError::Illegal(Illegal::NotHost(host)), &snap);
        check(lang, &text, &["Person 0"], "the host");
        for (error, names) in [
            (ActError::Stale, vec![]),
            (ActError::ElsewhereSeated(TableId(7)), vec!["7", "/"]),
            (ActError::Store(AppError::Usage("x".into())), vec![]),
        ] {
            let text = act_error(lang, &error, &snap);
            check(lang, &text, &names, &format!("{error:?}"));
            said.push(text);
        }
        // Each reason has a text of its own (C07); a phase is a phase.
        said.sort();
        let all = said.len();
        said.dedup();
        assert_eq!(said.len(), all - 1, "{lang:?}: two reasons say the same");
    }
}

#[test]
fn cards_that_cannot_be_read_are_named() {
    for lang in Lang::ALL {
        for (error, names) in [
            (CardTextError::Empty, vec!["S10 HK"]),
            (
                CardTextError::Unknown("**x**".into()),
                vec!["\\*\\*x\\*\\*"],
            ),
            (CardTextError::NoRank(Suit::Spades), vec!["♠A"]),
            (
                CardTextError::NoSuit {
                    rank: Rank::King,
                    fits: vec![],
                },
                vec!["K"],
            ),
            (
                CardTextError::NoSuit {
                    rank: Rank::King,
                    fits: vec![Suit::Spades, Suit::Hearts],
                },
                vec!["♠K", "♥K"],
            ),
            (CardTextError::Third(card("SA")), vec!["♠A"]),
        ] {
            let what = format!("{error:?}");
            check(lang, &card_text_error(lang, &error), &names, &what);
        }
    }
}

/// The scene's table at another point of a deal, with the rules of a preset.
fn at(snap: &Snapshot, rules: &str, phase: PublicPhase, spoken: &[&str]) -> Snapshot {
    let mut snap = snap.clone();
    let mut view = PublicView::clone(&snap.public);
    view.rules = Arc::new(preset(rules).expect("a preset"));
    view.phase = phase;
    let deal = view.deal.as_mut().expect("a deal");
    let suits = [Suit::Spades, Suit::Hearts];
    deal.spoken = (spoken.iter().zip(suits))
        .map(|(cards, suit)| {
            let names: Vec<&str> = cards.split(' ').collect();
            let trump = Trump {
                suit: Some(suit),
                level: Rank::Two,
            };
            Speech {
                seat: Seat::ALL[0],
                kind: SpeechKind::Declared,
                shown: Some((set(&names), trump)),
            }
        })
        .collect();
    snap.public = Arc::new(view);
    snap
}

/// What would serve, what stands and who spoke depend on the table's rules.
#[tokio::test(flavor = "multi_thread")]
async fn refusals_of_the_auction_are_explained_by_the_tables_rules() {
    let scene = Scene::new(1).await;
    let table = scene.started(4, ClockChoice::Relaxed, Pace::Brisk).await;
    let snap = table.snapshot();
    assert!(
        snap.public.deal.as_ref().is_some_and(|d| d.flips.is_some()),
        "a game's first deal"
    );
    let drawing = || snap.public.phase.clone();
    let overturning = || PublicPhase::Overturning { asked: vec![] };
    let frying = || PublicPhase::Frying { asked: vec![] };
    let says = |refusal: Refusal, snap: &Snapshot| {
        act_error(Lang::En, &ActError::Illegal(Illegal::Rule(refusal)), snap)
    };
    let level = || Refusal::NotALevelCard { level: Rank::Jack };
    for (rules, phase, has, has_not) in [
        ("tournament", drawing(), "♠J ♥J", "joker"),
        ("red-five", drawing(), "jokers", "♠J♠J"),
        ("tournament", overturning(), "♠J♠J ♥J♥J", "joker"),
        ("tv", overturning(), "jokers", "♥5"),
        ("red-five", overturning(), "♥5", "fives"),
        ("tournament", frying(), "jokers", "♥5"),
        ("red-five", frying(), "♥5", "fives"),
        ("double-dig", frying(), "fives", "♥5"),
    ] {
        let text = says(level(), &at(&snap, rules, phase, &[]));
        assert!(
            text.contains(has) && !text.contains(has_not),
            "{rules}: {text}"
        );
    }

    let placed = ["H2", "D2 D2"];
    let text = says(
        Refusal::AlreadyDeclared,
        &at(&snap, "tournament", drawing(), &placed),
    );
    assert!(text.contains("East Person"), "{text}");
    let text = says(Refusal::NotHigher, &at(&snap, "flag", drawing(), &placed));
    assert!(
        text.contains("♦2 ♦2") && text.contains("over a single"),
        "{text}"
    );
    let text = says(Refusal::NotHigher, &at(&snap, "ordered", frying(), &placed));
    assert!(
        text.contains("♦2 ♦2") && text.contains("♦ < ♣ < ♥ < ♠"),
        "{text}"
    );
}
