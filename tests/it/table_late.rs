//! The starting time of a match at a table with a clock (RULES.md §12), and
//! the command that agrees on one.

use std::time::Duration;

use chaodipi::clock::Millis;
use chaodipi::discord::panel::public_messages;
use chaodipi::game::{Action, Actor, Length, MatchBy, PublicPhase, Setup, StartTime};
use chaodipi::i18n::{Lang, moment, time_left};
use chaodipi::rules::{Seat, Side, preset};
use chaodipi::table::{Snapshot, TableHandle};

use crate::commands_support::{says, slash};
use crate::table_scene::{CHANNEL, Scene, over};

const MINUTE: Duration = Duration::from_secs(60);

/// A match that starts in half an hour, with persons 0 and 2 seated and ready.
async fn agreed(scene: &Scene, rules: &str) -> TableHandle {
    let setup = Setup {
        length: Length::Match,
        starts: Some(StartTime((scene.clock.now() + 30 * MINUTE).0)),
        ..Setup::default()
    };
    let rules = preset(rules).expect("a preset");
    let table = scene.open_as(rules, setup).await;
    for (number, seat) in [(0, 0), (2, 2)] {
        sits(scene, &table, number, seat, true).await;
    }
    table
}

async fn sits(scene: &Scene, table: &TableHandle, number: u64, seat: usize, ready: bool) {
    let who = Actor::Player(scene.person(number).await);
    let sit = Action::Sit(Seat::new(seat));
    table.act(who, None, sit).await.expect("sits");
    if ready {
        let ready = table.act(who, None, Action::Ready(true)).await;
        ready.expect("ready");
    }
}

fn text(snap: &Snapshot) -> String {
    let messages = public_messages(snap);
    let texts: Vec<String> = messages.into_iter().map(|m| m.body.text).collect();
    texts.join("\n")
}

/// `tournament` 七.3, `knockout` 1/2: the clock waits ten minutes, or five, after
/// the time that the lobby shows, however idle the lobby is until then.
#[tokio::test]
async fn the_clock_forfeits_for_the_pair_that_is_late() {
    for (id, late) in [("tournament", 10), ("knockout", 5)] {
        let mut scene = Scene::new(91).await;
        let table = agreed(&scene, id).await;
        let starts = scene.clock.now() + 30 * MINUTE;
        scene.show(&table).await;
        let lobby = text(&table.snapshot());
        assert!(lobby.contains(&moment(starts)) && lobby.contains(&time_left(starts)));
        assert!(lobby.contains(&format!("{late} minutes")), "{lobby}");
        let status = chaodipi::discord::panel::status(&table.snapshot(), Lang::En);
        assert!(status.contains(&moment(starts)), "{status}");
        scene
            .advance((30 + late) * MINUTE - Duration::from_secs(1))
            .await;
        assert_eq!(table.snapshot().public.phase, PublicPhase::Lobby, "{id}");
        scene.advance(Duration::from_secs(1)).await;
        let snap = table.snapshot();
        let end = snap.public.contest.end.as_ref().expect("forfeited");
        assert_eq!((end.winner, &end.by), (Side::EastWest, &MatchBy::Late));
        let told = text(&snap);
        assert!(told.contains("Person 0 + Person 2"), "{told}");
        assert!(told.contains("they forfeit"), "{told}");
        assert_eq!(snap.fund, None, "{id} has no fund");
    }
}

#[tokio::test]
async fn whoever_comes_in_time_plays() {
    let scene = Scene::new(92).await;
    let table = agreed(&scene, "tournament").await;
    scene.advance(39 * MINUTE).await;
    for (number, seat) in [(1, 1), (3, 3)] {
        sits(&scene, &table, number, seat, true).await;
    }
    // Nobody presses start: the table does when its patience is over.
    scene.advance(MINUTE).await;
    let snap = table.snapshot();
    assert!(!over(&snap) && snap.public.phase != PublicPhase::Lobby);
}

#[tokio::test]
async fn time_without_the_program_makes_nobody_late() {
    let mut scene = Scene::new(93).await;
    let table = agreed(&scene, "tournament").await;
    let id = table.id();
    scene.advance(28 * MINUTE).await;
    scene.crash().await;
    // Away for an hour, of which 58 minutes are after the starting time.
    scene.manual.advance(60 * MINUTE);
    scene.start().await;
    let table = scene.table(id);
    scene.advance(9 * MINUTE).await;
    assert_eq!(table.snapshot().public.phase, PublicPhase::Lobby);
    scene.advance(2 * MINUTE).await;
    assert!(
        over(&table.snapshot()),
        "ten minutes, give or take a note of life"
    );
}

#[tokio::test]
async fn the_command_agrees_on_a_starting_time_for_a_match_only() {
    let scene = Scene::new(94).await;
    for lang in Lang::ALL {
        let host = scene.context(0, lang).await;
        for (options, key) in [
            (&[("starts", "20")][..], "refused-starts-alone"),
            (
                &[("length", "game"), ("starts", "20")],
                "refused-starts-alone",
            ),
            (&[("length", "match"), ("starts", "0")], "refused-starts"),
            (&[("length", "final"), ("starts", "1441")], "refused-starts"),
        ] {
            let said = says(&slash(&host, "table new", options).await);
            let args = vec![("most", 1440.into())];
            let expected = chaodipi::i18n::text(lang, key, args);
            assert!(said.contains(&expected), "{said}");
            assert!(scene.registry().in_channel(CHANNEL).is_none());
        }
    }
    let host = scene.context(0, Lang::En).await;
    let options = [("length", "match"), ("starts", "20")];
    slash(&host, "table new", &options).await;
    let table = scene.registry().in_channel(CHANNEL).expect("opened");
    let starts = table.snapshot().public.starts.expect("agreed");
    assert_eq!(Millis(starts.0), scene.clock.now() + 20 * MINUTE);
}
