//! The champions' fund (`tv` 四): matches won in a row by a pair, as points of
//! honour kept by server.

use std::time::Duration;

use chaodipi::discord::panel::public_messages;
use chaodipi::game::{Action, Actor, ComputerLevel, Length, Setup, StartTime};
use chaodipi::rules::{RuleSet, Seat, Side, preset};
use chaodipi::store::FundRun;
use chaodipi::table::{NewTable, Snapshot};

use crate::table_scene::{CHANNEL, GUILD, Scene, over};

fn tv() -> RuleSet {
    preset("tv").expect("a preset")
}

/// What a table's last message says.
fn told(snap: &Snapshot) -> String {
    let messages = public_messages(snap);
    messages.last().expect("the end is told").body.text.clone()
}

/// A match of those four persons in playing order, which the second pair
/// forfeits: it sits there and is not ready in time.
async fn forfeit(scene: &Scene, guild: u64, people: [u64; 4], length: Length) -> Snapshot {
    let setup = Setup {
        length,
        starts: Some(StartTime(scene.clock.now().0 + 1)),
        ..Setup::default()
    };
    let new = NewTable {
        guild,
        channel: CHANNEL,
        language: chaodipi::i18n::Lang::En,
        rules: tv(),
        setup,
        host: scene.person(people[0]).await,
    };
    let table = scene.registry().open(new).await.expect("opens");
    for (number, seat) in people.into_iter().zip(Seat::ALL) {
        let who = Actor::Player(scene.person(number).await);
        let sit = table.act(who, None, Action::Sit(Some(seat))).await;
        sit.expect("sits");
        if seat.side() == Side::EastWest {
            let ready = table.act(who, None, Action::Ready(true)).await;
            ready.expect("ready");
        }
    }
    scene.advance(Duration::from_secs(601)).await;
    let snap = table.snapshot();
    assert_eq!(snap.public.winner, Some(Side::EastWest));
    (*snap).clone()
}

fn run(wins: u16, ended: u16) -> Option<FundRun> {
    Some(FundRun { wins, ended })
}

/// `tv` 四/3–4: 200, then 400 more, 600 more, 800 more a day while a pair goes on
/// winning. A day is a match here.
#[tokio::test]
async fn a_pair_that_keeps_winning_gets_more_each_time() {
    let scene = Scene::new(95).await;
    for (wins, points, total) in [
        (1, 200, 200),
        (2, 400, 600),
        (3, 600, 1200),
        (4, 800, 2000),
        (5, 800, 2800),
    ] {
        // Who sits on which of the two seats makes no difference.
        let people = if wins % 2 == 0 {
            [1, 2, 3, 4]
        } else {
            [3, 4, 1, 2]
        };
        let snap = forfeit(&scene, GUILD, people, Length::Match).await;
        assert_eq!(snap.fund, run(wins, 0));
        let told = told(&snap);
        assert!(told.contains(&format!("+{points} points")), "{told}");
        assert!(told.contains(&format!("{total} in all")), "{told}");
    }
    // Another server knows nothing of it, nor does another pair.
    let elsewhere = forfeit(&scene, GUILD + 1, [1, 2, 3, 4], Length::Match).await;
    assert_eq!(elsewhere.fund, run(1, 0));
    let other_pair = forfeit(&scene, GUILD, [1, 2, 5, 4], Length::Final).await;
    assert_eq!(other_pair.fund, run(1, 0));
    // A loss ends the row, and what was won stays told.
    let lost = forfeit(&scene, GUILD, [2, 1, 4, 3], Length::Match).await;
    assert_eq!(lost.fund, run(1, 5));
    assert!(told(&lost).contains("row of 5 wins"), "{}", told(&lost));
    assert!(told(&lost).contains("2800 points stay"), "{}", told(&lost));
    let again = forfeit(&scene, GUILD, [1, 2, 3, 4], Length::Match).await;
    assert_eq!(again.fund, run(1, 1));
}

/// Only the ruleset's own match between four persons counts.
#[tokio::test]
async fn a_match_that_is_played_out_counts_where_four_persons_play() {
    let mut scene = Scene::new(96).await;
    for (people, length, counts) in [
        (4, Length::Match, true),
        (3, Length::Match, false),
        (4, Length::Deals(1), false),
    ] {
        let setup = Setup {
            length,
            // From A a game is soon won.
            level: Some(chaodipi::cards::Rank::Ace),
            pace: chaodipi::game::Pace::Instant,
            ..Setup::default()
        };
        let table = scene.open_as(tv(), setup).await;
        scene.start_game(&table, people).await;
        let snap = scene.play_until(&table, true, over).await;
        assert!(snap.public.contest.end.is_some());
        assert_eq!(snap.fund.is_some(), counts, "{people} {length:?}");
        assert_eq!(told(&snap).contains("Champions' fund"), counts);
        scene.show(&table).await;
    }
}

/// What was won is kept, and told again after a restart.
#[tokio::test]
async fn the_fund_outlives_the_program() {
    let mut scene = Scene::new(97).await;
    let snap = forfeit(&scene, GUILD, [1, 2, 3, 4], Length::Match).await;
    let table = snap.place.table;
    scene.crash().await;
    scene.start().await;
    let again = scene.table(table).snapshot();
    assert_eq!(again.fund, run(1, 0));
    let kept = scene.store().fund_run(table).await.expect("readable");
    assert_eq!(kept, run(1, 0));
    let next = forfeit(&scene, GUILD, [1, 2, 3, 4], Length::Match).await;
    assert_eq!(next.fund, run(2, 0));
}

#[tokio::test]
async fn computer_players_do_not_feed_the_fund() {
    let scene = Scene::new(98).await;
    let setup = Setup {
        length: Length::Match,
        starts: Some(StartTime(scene.clock.now().0 + 1)),
        ..Setup::default()
    };
    let table = scene.open_as(tv(), setup).await;
    let host = Actor::Player(scene.person(0).await);
    for action in [
        Action::Sit(Seat::new(0)),
        Action::AddComputer(Seat::new(1), ComputerLevel::Easy),
        Action::AddComputer(Seat::new(3), ComputerLevel::Easy),
    ] {
        table.act(host, None, action).await.expect("accepted");
    }
    scene.advance(Duration::from_secs(601)).await;
    let snap = table.snapshot();
    assert_eq!(snap.public.winner, Some(Side::SouthNorth));
    assert_eq!(snap.fund, None);
}
