//! Computer players at tables: their levels, what they are called, suggestions and
//! their reasons, and tables that want none.

use chaodipi::discord::panel::{self, PanelOptions};
use chaodipi::game::{ClockChoice, ComputerLevel, Occupant, Pace, PublicPhase};
use chaodipi::i18n::Lang;
use chaodipi::rules::Seat;
use chaodipi::table::Snapshot;

use crate::commands_support::{mover, says, slash};
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
async fn wherever_a_computer_player_is_named_it_is_marked_in_every_language() {
    let mut scene = Scene::new(305).await;
    scene.types(0, "table new", &[]).await;
    scene.types(0, "table sit", &[("seat", "0")]).await;
    for (seat, level) in [("1", "easy"), ("2", "good")] {
        let options = [("seat", seat), ("level", level)];
        scene.types(0, "table bot", &options).await;
    }
    scene.types(0, "table fill", &[("level", "easy")]).await;
    let table = scene.registry().in_channel(CHANNEL).expect("open");
    let game = table.id().0.to_string();
    let result = |snap: &Snapshot| snap.public.result.is_some();
    let played = |snap: &Snapshot| snap.public.deal.as_ref().is_some_and(|d| d.tricks == 3);
    let playing = scene.play_until(&table, true, played).await;
    let over = scene.play_until(&table, true, result).await;
    for (lang, easy, good) in [
        (Lang::En, "🤖 Computer (easy)", "🤖 Computer (good)"),
        (Lang::ZhCn, "🤖 电脑（初级）", "🤖 电脑（中级）"),
        (Lang::ZhTw, "🤖 電腦（初級）", "🤖 電腦（中級）"),
    ] {
        let texts = |snap: &Snapshot| {
            let mut snap = snap.clone();
            snap.place.language = lang;
            let public = panel::public_messages(&snap);
            let public: String = public.into_iter().map(|m| m.body.text + "\n").collect();
            let own = panel::seat_panel(&snap, Seat::ALL[0], lang, PanelOptions::default());
            let watched = panel::watch(&snap, lang).text;
            [public, own.text, watched, panel::status(&snap, lang)]
        };
        let context = scene.context(0, lang).await;
        let mut told = texts(&playing).to_vec();
        told.extend(texts(&over));
        for (command, options) in [
            ("table status", vec![]),
            ("history", vec![]),
            ("replay", vec![("game", &*game)]),
            ("replay", vec![("game", &*game), ("deal", "1")]),
        ] {
            told.push(says(&slash(&context, command, &options).await));
        }
        for text in &told {
            // As often as it is named at all, it is marked.
            let (_, plain) = easy.split_once(' ').expect("a mark");
            let (name, _) = plain.split_once(['(', '（']).expect("a level");
            let marked = text.matches(easy).count() + text.matches(good).count();
            let named = |bracket| text.matches(&format!("{name}{bracket}")).count();
            assert_eq!(named('(') + named('（'), marked, "{name} in {text}");
        }
        let all = told.concat();
        assert!(all.contains(easy) && all.contains(good), "{all}");
        for back in &told[told.len() - 3..] {
            assert!(back.contains(easy) && back.contains(good), "{back}");
        }
        // It is not on the board.
        let board = says(&slash(&context, "leaderboard", &[]).await);
        assert!(!board.contains('🤖'), "{board}");
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
