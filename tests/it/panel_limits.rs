//! Panels and public messages hold Discord's limits in every state, in every
//! language, and for extreme hands; they say what they must and nothing else.

use std::collections::HashMap;
use std::sync::Arc;

use chaodipi::cards::{Card, CardSet, Rank, Suit};
use chaodipi::discord::limits::{ALT, TEXT, faults};
use chaodipi::discord::panel::{
    PanelOptions, PublicMessage, asking_panel, closed_panel, ping, public_messages, seat_panel,
    status,
};
use chaodipi::discord::reply::{Body, Row};
use chaodipi::game::{Ask, PublicPhase};
use chaodipi::i18n::{Lang, groups, side};
use chaodipi::rules::auction::AuctionAct;
use chaodipi::rules::{Order, Seat, Side, Trump};
use chaodipi::table::Snapshot;

use crate::panel_game::{Table, chance, each_state, shuffle, some_draft};

fn check(body: &Body, what: &str) {
    assert_eq!(faults(body), Vec::<String>::new(), "{what}");
    assert!(body.text.chars().count() <= TEXT, "{what}");
    assert!(!body.text.is_empty(), "{what}");
    for leftover in ["{", "\u{2068}", "@everyone"] {
        let plain = body.text.replace("\\@everyone", "");
        assert!(!plain.contains(leftover), "{what}: {leftover} in {plain}");
    }
    if let Some(picture) = &body.picture {
        assert!(picture.alt.chars().count() <= ALT, "{what}");
        assert!(picture.png().starts_with(b"\x89PNG"), "{what}");
    }
}

fn options(n: usize) -> PanelOptions {
    PanelOptions {
        note: n.is_multiple_of(2).then(|| "note".into()),
        direct: n.is_multiple_of(3),
        buttons_only: n.is_multiple_of(5),
        ..PanelOptions::default()
    }
}

fn ids(body: &Body) -> Vec<String> {
    let mut ids = Vec::new();
    for row in &body.rows {
        match row {
            Row::Buttons(buttons) => ids.extend(buttons.iter().map(|b| b.id.clone())),
            Row::Select(select) => ids.push(select.id.clone()),
            Row::People(select) => ids.push(select.id.clone()),
        }
    }
    ids
}

#[test]
fn every_state_of_a_deal_is_shown_within_the_limits() {
    let mut phases = std::collections::BTreeSet::new();
    for seed in 1..=3 {
        let mut done: HashMap<String, Body> = HashMap::new();
        each_state(seed, |n, table| {
            let lang = Lang::ALL[n % 3];
            let snap = table.snapshot(lang);
            phases.insert(format!("{:?}", std::mem::discriminant(&snap.public.phase)));
            let messages = public_messages(&snap);
            let mut keys: Vec<&str> = messages.iter().map(|m| m.key.as_str()).collect();
            keys.sort_unstable();
            keys.dedup();
            assert_eq!(keys.len(), messages.len(), "keys are unique");
            for message in &messages {
                check(&message.body, &message.key);
                assert!(message.body.pings.is_empty());
                let key = format!("{}{}", message.key, lang.tag());
                if let Some(before) = done.get(&key) {
                    assert!(*before == message.body, "{} has changed", message.key);
                }
                if message.done {
                    done.insert(key, message.body.clone());
                }
            }
            newest_carries_the_hand(&messages);
            check(
                &Body {
                    text: status(&snap, lang),
                    ..Body::default()
                },
                "status",
            );
            let seat = Seat::ALL[n % 4];
            panel_is_sound(&snap, seat, lang, n);
        });
    }
    assert!(phases.len() >= 7, "{phases:?}");
}

fn newest_carries_the_hand(messages: &[PublicMessage]) {
    let with_hand: Vec<&str> = messages
        .iter()
        .filter(|m| ids(&m.body).iter().any(|i| i.starts_with("v1.hand.")))
        .map(|m| m.key.as_str())
        .collect();
    let newest = messages.last().expect("a message");
    assert_eq!(with_hand, [newest.key.as_str()]);
}

fn panel_is_sound(snap: &Snapshot, seat: Seat, lang: Lang, n: usize) {
    let view = &snap.seats[seat];
    let mut snap = snap.clone();
    for cards in [0, 1, 8] {
        snap.drafts[seat] = some_draft(&snap, seat, cards);
        let body = seat_panel(&snap, seat, lang, options(n));
        check(&body, &format!("{:?}", view.step));
        let picture = body.picture.as_ref();
        assert_eq!(picture.is_some(), !view.hand.is_empty());
        if let Some(picture) = picture {
            assert_eq!(picture.name, "hand.png");
            let listed = picture.alt.replace(" · ", " ");
            assert_eq!(listed.split(' ').count(), view.hand.len());
        }
    }
}

#[test]
fn the_alt_text_lists_the_hand_in_its_groups() {
    let mut table = Table::started();
    let mut random = chance(5);
    let shuffled = shuffle(&mut random);
    while !matches!(table.game.public().phase, PublicPhase::Playing { .. }) {
        table.step(&shuffled, &mut random);
    }
    for lang in Lang::ALL {
        let snap = table.snapshot(lang);
        for seat in Seat::ALL {
            let view = &snap.seats[seat];
            let order = Order::new(&view.public.rules.play, view.trump.expect("public"));
            let held: Vec<Vec<Card>> = order
                .groups(&view.hand)
                .into_iter()
                .map(|g| g.cards)
                .collect();
            let body = seat_panel(&snap, seat, lang, PanelOptions::default());
            assert_eq!(body.picture.expect("a hand").alt, groups(lang, &held));
        }
    }
}

#[test]
fn a_result_says_first_what_it_came_to_and_leaves_the_hands_to_the_picture() {
    let mut seen = 0;
    each_state(4, |_, table| {
        for lang in Lang::ALL {
            let snap = table.snapshot(lang);
            let Some(result) = snap.public.result.clone() else {
                continue;
            };
            let messages = public_messages(&snap);
            let message = messages.iter().find(|m| m.key.starts_with("result."));
            let body = &message.expect("a result").body;
            let lines: Vec<&str> = body.text.lines().collect();
            let stage = side(lang, result.winner.unwrap_or(result.stage));
            assert!(lines[0].contains(&stage), "{}", body.text);
            for at in Side::ALL {
                assert!(lines[1].contains(result.after[at].level.label()));
            }
            assert!(lines[2].contains(&result.sum.score.to_string()));
            let order = Order::new(&snap.public.rules.play, result.trump);
            let alt = &body.picture.as_ref().expect("the hands").alt;
            for seat in Seat::ALL {
                let held: Vec<Vec<Card>> = order
                    .groups(&result.hands[seat])
                    .into_iter()
                    .map(|g| g.cards)
                    .collect();
                assert!(alt.contains(&groups(lang, &held)));
                assert!(!body.text.contains(&groups(lang, &held)));
            }
            let plain = lines.iter().filter(|l| !l.starts_with("-# ")).count();
            assert!(plain <= 6, "{}", body.text);
            seen += 1;
        }
    });
    assert!(seen > 0);
}

/// A snapshot in which a seat buries that very hand.
fn burying(hand: CardSet, trump: Option<Trump>) -> (Snapshot, Seat) {
    let mut table = Table::started();
    let mut random = chance(8);
    let shuffled = shuffle(&mut random);
    let seat = loop {
        if let PublicPhase::Burying { seat } = table.game.public().phase {
            break seat;
        }
        table.step(&shuffled, &mut random);
    };
    let mut snap = table.snapshot(Lang::ZhCn);
    let mut view = (*snap.seats[seat]).clone();
    view.hand = hand;
    view.trump = trump;
    snap.seats[seat] = Arc::new(view);
    (snap, seat)
}

#[test]
fn thirty_three_trumps_fit_into_selects() {
    let mut hand = CardSet::EMPTY;
    for rank in Rank::ALL {
        hand.insert(Card::new(Suit::Spades, rank));
        hand.insert(Card::new(Suit::Spades, rank));
    }
    for card in [Card::BIG_JOKER, Card::LITTLE_JOKER] {
        hand.insert(card);
        hand.insert(card);
    }
    for suit in [Suit::Hearts, Suit::Diamonds, Suit::Clubs] {
        hand.insert(Card::new(suit, Rank::Two));
    }
    assert_eq!(hand.len(), 33);
    let trump = Trump {
        suit: Some(Suit::Spades),
        level: Rank::Two,
    };
    for known in [Some(trump), None] {
        let (mut snap, seat) = burying(hand, known);
        for picked in [0, 8, 12] {
            let draft: Vec<Card> = hand.iter().take(picked).collect();
            snap.drafts[seat] = CardSet::from_cards(&draft).expect("of the hand");
            for lang in Lang::ALL {
                let body = seat_panel(&snap, seat, lang, PanelOptions::default());
                check(&body, "33 trumps");
                let offered: usize = body
                    .rows
                    .iter()
                    .map(|r| match r {
                        Row::Select(select) => select.options.len(),
                        Row::Buttons(_) | Row::People(_) => 0,
                    })
                    .sum();
                assert_eq!(offered, 33);
                let confirm = body.rows.iter().find_map(|r| match r {
                    Row::Buttons(buttons) => Some(buttons[0].disabled),
                    Row::Select(_) | Row::People(_) => None,
                });
                assert_eq!(confirm, Some(picked != 8), "Confirm needs exactly 8");
            }
        }
    }
}

#[test]
fn every_lead_of_a_full_hand_fits() {
    let mut table = Table::started();
    let mut random = chance(21);
    let shuffled = shuffle(&mut random);
    while !matches!(table.game.public().phase, PublicPhase::Playing { .. }) {
        table.step(&shuffled, &mut random);
    }
    let mut snap = table.snapshot(Lang::En);
    let leader = Seat::ALL
        .into_iter()
        .find(|&s| snap.seats[s].ask == Ask::Lead)
        .expect("somebody leads");
    // Twelve pairs and a joker: tractors of every length.
    let mut hand = CardSet::EMPTY;
    for rank in Rank::ALL.into_iter().skip(1) {
        hand.insert(Card::new(Suit::Hearts, rank));
        hand.insert(Card::new(Suit::Hearts, rank));
    }
    hand.insert(Card::BIG_JOKER);
    let mut view = (*snap.seats[leader]).clone();
    view.hand = hand;
    snap.seats[leader] = Arc::new(view);
    snap.drafts[leader] = hand.minus(&CardSet::from_cards(&[Card::BIG_JOKER]).expect("one"));
    for lang in Lang::ALL {
        check(
            &seat_panel(&snap, leader, lang, PanelOptions::default()),
            "a lead",
        );
    }
}

#[test]
fn selects_come_back_under_other_ids_when_something_changed() {
    let mut table = Table::started();
    let mut random = chance(8);
    let shuffled = shuffle(&mut random);
    let seat = loop {
        if let PublicPhase::Burying { seat } = table.game.public().phase {
            break seat;
        }
        table.step(&shuffled, &mut random);
    };
    let mut snap = table.snapshot(Lang::En);
    let plain = ids(&seat_panel(&snap, seat, Lang::En, PanelOptions::default()));
    let again = ids(&seat_panel(&snap, seat, Lang::En, PanelOptions::default()));
    assert_eq!(plain, again, "the same panel is the same");
    let note = PanelOptions {
        note: Some("refused".into()),
        ..PanelOptions::default()
    };
    assert_ne!(plain, ids(&seat_panel(&snap, seat, Lang::En, note)));
    snap.drafts[seat] = some_draft(&snap, seat, 1);
    assert_ne!(
        plain,
        ids(&seat_panel(&snap, seat, Lang::En, PanelOptions::default()))
    );
}

#[test]
fn overturning_and_frying_are_asked_in_the_same_words() {
    let mut texts: HashMap<&str, Vec<String>> = HashMap::new();
    for seed in 30..40 {
        each_state(seed, |_, table| {
            let snap = table.snapshot(Lang::En);
            for seat in Seat::ALL {
                let (kind, options) = match &snap.seats[seat].ask {
                    Ask::Overturn {
                        options,
                        answered: None,
                    } => ("overturn", options),
                    Ask::Fry {
                        options,
                        answered: None,
                    } => ("fry", options),
                    _ => continue,
                };
                let body = seat_panel(&snap, seat, Lang::En, PanelOptions::default());
                let question = body.text.lines().nth(1).expect("a question").to_owned();
                texts.entry(kind).or_default().push(question);
                assert!(ids(&body).iter().any(|i| i.contains(".pass.")));
                for (index, option) in options.iter().enumerate() {
                    if *option != AuctionAct::Pass {
                        let body =
                            asking_panel(&snap, seat, Lang::En, PanelOptions::default(), index);
                        check(&body, "a question");
                        assert!(ids(&body).iter().any(|i| i.contains(".sure.")));
                    }
                }
            }
        });
    }
    assert!(!texts.is_empty());
    for (kind, mut said) in texts {
        said.dedup();
        assert_eq!(said.len(), 1, "{kind}: {said:?}");
    }
}

#[test]
fn pings_call_those_who_are_asked_whatever_they_have_answered() {
    for seed in 50..53 {
        each_state(seed, |_, table| {
            let snap = table.snapshot(Lang::En);
            for seat in Seat::ALL {
                let asked = match &snap.public.phase {
                    PublicPhase::Playing { seat: turn } | PublicPhase::Burying { seat: turn } => {
                        *turn == seat
                    }
                    PublicPhase::Overturning { asked } | PublicPhase::Frying { asked } => {
                        asked.contains(&seat)
                    }
                    _ => false,
                };
                let body = ping(&snap, seat);
                assert_eq!(body.is_some(), asked);
                if let Some(body) = body {
                    assert_eq!(body.pings, [1000 + seat.index() as u64]);
                }
            }
        });
    }
    for lang in Lang::ALL {
        check(&closed_panel(lang), "closed");
    }
}
