//! `/privacy`: what is stored is told and handed out, and forgotten for good.

use chaodipi::commands::Context;
use chaodipi::discord::reply::Reply;
use chaodipi::game::{ClockChoice, Occupant, Pace, PlayerId};
use chaodipi::i18n::Lang;

use crate::commands_support::{is_private, says, slash};
use crate::house_support::{body, button, clicks};
use crate::support::en;
use crate::table_scene::{CHANNEL, Scene};

fn file(reply: &Reply) -> serde_json::Value {
    let file = body(reply).file.as_ref().expect("a file");
    serde_json::from_slice(&file.bytes).expect("JSON")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_holds_finished_deals_with_the_own_hand_and_nothing_of_others() {
    let mut scene = Scene::new(11).await;
    let table = scene.started(4, ClockChoice::Relaxed, Pace::Instant).await;
    let ctx: Context = scene.context(1, Lang::En).await;
    let seat = table.snapshot().seat_of(ctx.person.player).expect("a seat");
    let before = slash(&ctx, "privacy copy", &[]).await;
    assert!(is_private(&before));
    assert_eq!(file(&before)["finished_deals"], serde_json::json!([]));
    assert_eq!(file(&before)["person"]["listed_beyond_the_server"], false);
    let player = ctx.person.player;
    let listed = scene.store().set_worldwide(player, true).await;
    listed.expect("stored");
    let shown = scene
        .play_until(&table, true, |s| s.public.result.is_some())
        .await;
    let result = shown.public.result.clone().expect("a result");
    // Into the next deal: nothing of it is in the copy.
    for _ in 0..60 {
        scene.step(&table, true).await;
    }
    let copy = file(&slash(&ctx, "privacy copy", &[]).await);
    assert_eq!(copy["person"]["discord"], "1001");
    assert_eq!(copy["person"]["name"], "Person 1");
    assert_eq!(copy["person"]["listed_beyond_the_server"], true);
    let deals = copy["finished_deals"].as_array().expect("deals");
    assert_eq!(deals.len(), 1);
    let names: Vec<String> = result.hands[seat].iter().map(|c| c.name()).collect();
    assert_eq!(deals[0]["hand_played_from"], names.join(" "));
    assert_eq!(deals[0]["deal"], 1);
    let text = copy.to_string();
    for other in [0, 2, 3] {
        assert!(!text.contains(&format!("Person {other}")));
        assert!(!text.contains(&format!("\"100{other}\"")));
    }
    // Somebody who has never played has a copy, too.
    let guest = scene.context(8, Lang::ZhCn).await;
    let copy = file(&slash(&guest, "privacy copy", &[]).await);
    assert_eq!(copy["person"]["language"], "zh-CN");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_forgotten_stands_up_and_leaves_only_results() {
    let mut scene = Scene::new(12).await;
    let table = scene.started(4, ClockChoice::Relaxed, Pace::Instant).await;
    let ctx = scene.context(1, Lang::En).await;
    let player: PlayerId = ctx.person.player;
    let seat = table.snapshot().seat_of(player).expect("a seat");
    slash(&ctx, "settings", &[("text", "on")]).await;
    scene
        .play_until(&table, true, |s| s.public.result.is_some())
        .await;
    for _ in 0..40 {
        scene.step(&table, true).await;
    }
    let shown = slash(&ctx, "privacy show", &[]).await;
    assert!(says(&shown).contains("1001"), "{}", says(&shown));
    let asked = clicks(&ctx, "v1.privacy.0.0l0.1", &[]).await;
    assert!(
        scene
            .store()
            .person(player)
            .await
            .expect("read")
            .expect("there")
            .discord
            == 1001
    );
    let done = clicks(&ctx, &button(&asked, "privacy"), &[]).await;
    assert_eq!(says(&done), en("privacy-deleted", vec![]));

    let snap = table.snapshot();
    assert!(snap.seat_of(player).is_none());
    let now = snap.public.seats[seat].occupant;
    assert!(matches!(now, Some(Occupant::Computer(_)) | None), "{now:?}");
    assert!(scene.registry().of_player(player).is_none());
    let known = scene.store().person_by_discord(1001).await.expect("read");
    assert!(known.is_none());
    let row = scene.store().person(player).await.expect("read");
    assert_eq!(row.expect("the number stays").name, "");
    // The results stay, under no name.
    let board = scene.store().all_standings().await;
    assert_eq!(board.expect("read").len(), 4);
    let told = slash(&scene.context(2, Lang::En).await, "leaderboard", &[]).await;
    let departed = chaodipi::i18n::text(Lang::En, "departed", vec![]);
    assert!(says(&told).contains(&departed), "{}", says(&told));
    assert!(!says(&told).contains("Person 1:"), "{}", says(&told));

    // On the disk, too; and whoever comes back is somebody new.
    scene.crash().await;
    let bytes = std::fs::read(scene.database()).expect("the file");
    let holds = |text: &str| bytes.windows(text.len()).any(|w| w == text.as_bytes());
    assert!(!holds("Person 1"), "the name is still in the file");
    assert!(holds("Person 2"));
    scene.start().await;
    let again = scene.context(1, Lang::En).await;
    assert_ne!(again.person.player, player);
    assert!(!again.person.personal.text_only);
    assert!(scene.registry().in_channel(CHANNEL).is_some());
}
