//! Computer players at tables: their levels, what they are called, suggestions and
//! their reasons, and tables that want none.

use chaodipi::game::{ClockChoice, ComputerLevel, Occupant, Pace, PublicPhase};
use chaodipi::i18n::Lang;
use chaodipi::rules::Seat;

use crate::commands_support::{mover, says};
use crate::table_scene::{CHANNEL, Scene};

#[tokio::test(flavor = "multi_thread")]
async fn a_computer_player_has_a_level_and_its_name_says_so() {
    let scene = Scene::new(301).await;
    scene.types(0, "table new", &[]).await;
    scene.types(0, "table sit", &[("seat", "0")]).await;
    for (seat, level) in [("1", "easy"), ("2", "strong")] {
        let options = [("seat", seat), ("level", level)];
        scene.types(0, "table bot", &options).await;
    }
    scene.types(0, "table bot", &[("seat", "3")]).await;
    let table = scene.registry().in_channel(CHANNEL).expect("open");
    let snap = table.snapshot();
    let levels = [1, 2, 3].map(|s| snap.public.seats[Seat::ALL[s]].occupant);
    let computer = |level| Some(Occupant::Computer(level));
    assert_eq!(
        levels,
        [
            computer(ComputerLevel::Easy),
            computer(ComputerLevel::Strong),
            computer(ComputerLevel::Good),
        ]
    );
    let lobby = chaodipi::discord::panel::public_messages(&snap).remove(0);
    let text = lobby.body.text;
    for word in [
        "🤖 Computer (easy)",
        "🤖 Computer (strong)",
        "🤖 Computer (good)",
    ] {
        assert!(text.contains(word), "{text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn strong_players_play_and_the_table_goes_on() {
    let mut scene = Scene::new(302).await;
    scene.types(0, "table new", &[]).await;
    scene.types(0, "table sit", &[("seat", "0")]).await;
    scene.types(0, "table fill", &[("level", "strong")]).await;
    let table = scene.registry().in_channel(CHANNEL).expect("open");
    for _ in 0..400 {
        scene.step(&table, true).await;
        let deal = table.snapshot().public.deal.clone();
        if deal.is_some_and(|d| d.tricks >= 2) {
            break;
        }
    }
    let deal = table.snapshot().public.deal.clone().expect("a deal");
    assert!(deal.tricks >= 2, "{} tricks", deal.tricks);
}

/// The id of a button of a seat whose person is to play.
fn button(table: &chaodipi::table::TableHandle, verb: &str, number: u64) -> String {
    let snap = table.snapshot();
    let seat = Seat::ALL[number as usize];
    let body = chaodipi::discord::panel::seat_panel(
        &snap,
        seat,
        Lang::En,
        chaodipi::discord::panel::PanelOptions::default(),
    );
    let ids = crate::commands_support::buttons(&body);
    ids.into_iter()
        .find(|id| id.contains(verb))
        .unwrap_or_default()
}

async fn playing(scene: &mut Scene, table: &chaodipi::table::TableHandle) {
    for _ in 0..400 {
        let phase = table.snapshot().public.phase.clone();
        if matches!(phase, PublicPhase::Playing { .. }) {
            return;
        }
        scene.step(table, true).await;
    }
    panic!("nobody plays");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_suggestion_comes_with_its_reason() {
    let mut scene = Scene::new(303).await;
    let table = scene.started(4, ClockChoice::Relaxed, Pace::Instant).await;
    playing(&mut scene, &table).await;
    let number = mover(&table.snapshot());
    let id = button(&table, "suggest", number);
    let reply = scene.presses(number, &id).await;
    let chaodipi::discord::reply::Reply::Panel { note, seat, .. } = reply else {
        panic!("no panel");
    };
    let note = note.expect("a reason");
    assert!(note.contains(": ") && note.ends_with('.'), "{note}");
    assert!(!table.snapshot().drafts[seat].is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_without_suggestions_offers_and_makes_none() {
    let mut scene = Scene::new(304).await;
    scene.types(0, "table new", &[("suggestions", "off")]).await;
    let table = scene.registry().in_channel(CHANNEL).expect("open");
    assert!(table.snapshot().public.unaided);
    scene.start_game(&table, 4).await;
    playing(&mut scene, &table).await;
    let number = mover(&table.snapshot());
    assert_eq!(button(&table, "suggest", number), "");
    let other = button(&table, "clear", number);
    let asked = scene
        .presses(number, &other.replace("clear", "suggest"))
        .await;
    assert!(says(&asked).contains("switched"), "{}", says(&asked));
}
