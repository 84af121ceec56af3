//! What typed cards that are to be buried are answered: points are asked about once.

use chaodipi::cards::{Card, CardSet};
use chaodipi::commands::card_text::read;
use chaodipi::discord::panel::{PanelOptions, seat_panel};
use chaodipi::game::PublicPhase;
use chaodipi::i18n::Lang;
use chaodipi::table::Snapshot;

use crate::commands_support::{buttons, complete, mover, says};
use crate::support::en;
use crate::table_scene::Scene;

fn symbols(cards: &CardSet) -> String {
    let cards: Vec<String> = cards.iter().map(Card::symbol).collect();
    cards.join(" ")
}

fn burying(snap: &Snapshot) -> bool {
    matches!(snap.public.phase, PublicPhase::Burying { .. })
}

#[tokio::test(flavor = "multi_thread")]
async fn burying_points_is_asked_about_once() {
    let mut scene = Scene::new(7).await;
    let (table, snap, seat) = scene.burying().await;
    let number = mover(&snap);
    let hand = snap.seats[seat].hand;
    let mut cards: Vec<Card> = hand.iter().collect();
    cards.sort_by_key(|c| std::cmp::Reverse(c.points()));
    let eight = CardSet::from_cards(&cards[..8]).expect("of a hand");
    assert!(eight.points() > 0);
    let seven = CardSet::from_cards(&cards[..7]).expect("of a hand");

    let short = scene
        .types(number, "bury", &[("cards", &symbols(&seven))])
        .await;
    let count = vec![("needed", 8.into()), ("given", 7.into())];
    assert!(
        says(&short).ends_with(&en("refused-wrong-bury", count)),
        "{}",
        says(&short)
    );
    let other = (number + 1) % 4;
    let foreign = scene
        .types(other, "bury", &[("cards", &symbols(&eight))])
        .await;
    assert!(says(&foreign).contains('❗'), "{}", says(&foreign));
    assert_eq!(
        complete(&scene.context(other, Lang::En).await, "bury", "").await,
        vec![]
    );
    let choices = complete(&scene.context(number, Lang::En).await, "bury", "").await;
    assert_eq!(read(&choices[0].1, &hand).expect("cards").len(), 8);
    assert!(burying(&table.snapshot()));

    let asked = scene
        .types(number, "bury", &[("cards", &symbols(&eight))])
        .await;
    let points = vec![("points", u32::from(eight.points()).into())];
    assert!(
        says(&asked).ends_with(&en("typed-bury-points", points)),
        "{}",
        says(&asked)
    );
    assert!(burying(&table.snapshot()), "nothing was buried yet");
    let done = scene
        .types(number, "bury", &[("cards", &symbols(&eight))])
        .await;
    // What lies in the bottom now, no text names any more.
    assert_eq!(says(&done), "");
    assert!(!burying(&table.snapshot()));
    assert_eq!(table.snapshot().seats[seat].hand.len(), 25);
}

/// What was suggested is not what was typed: other cards are asked about all the same.
#[tokio::test(flavor = "multi_thread")]
async fn typed_points_are_asked_about_after_a_suggestion_too() {
    let mut scene = Scene::new(7).await;
    let (table, snap, seat) = scene.burying().await;
    let number = mover(&snap);
    let panel = seat_panel(&snap, seat, Lang::En, PanelOptions::default());
    let suggest = buttons(&panel);
    let suggest = suggest.iter().find(|id| id.starts_with("v1.suggest."));
    scene.presses(number, suggest.expect("a button")).await;
    let snap = table.snapshot();
    assert!(snap.suggested[seat]);
    let mut cards: Vec<Card> = snap.seats[seat].hand.iter().collect();
    cards.sort_by_key(|c| std::cmp::Reverse(c.points()));
    let eight = CardSet::from_cards(&cards[..8]).expect("of a hand");
    assert!(eight.points() > 0 && eight != snap.drafts[seat]);

    let typed = [("cards", &*symbols(&eight))];
    let asked = says(&scene.types(number, "bury", &typed).await);
    let points = vec![("points", u32::from(eight.points()).into())];
    assert!(asked.ends_with(&en("typed-bury-points", points)), "{asked}");
    assert!(burying(&table.snapshot()), "nothing was buried yet");
}
