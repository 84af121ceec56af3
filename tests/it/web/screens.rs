//! Every screen photographed in the page, to be looked at; and whether all of
//! it fits where it stands.

use chaodipi::sandbox::script::Habit;
use chaodipi::sandbox::{Sandbox, SandboxOptions, SeenMessage, UserId};
use serde_json::{Value, json};

use super::chrome::Chrome;
use super::photographs::take;
use super::room::Room;
use crate::support::crash::play_until;
use crate::support::full;

const ANN: UserId = UserId(1);
/// Higher than any window, so that a picture holds a whole message.
const HIGH: u32 = 2400;

/// What is photographed, and where it goes.
struct Album {
    chrome: Chrome,
    room: Room,
    /// Width and language, with which the pictures' names begin.
    name: String,
    narrow: bool,
}

impl Album {
    /// What one person sees: of the table, or of its own hand.
    async fn page(&self, user: UserId, hand: bool, name: &str) {
        self.room.enter(&self.chrome, user).await;
        if self.narrow {
            let tab = format!(
                "[...document.querySelectorAll('.tab')][{}].click()",
                usize::from(hand)
            );
            self.chrome.run(&tab, &[]).await;
        }
        take(&self.chrome, &format!("{}-{name}.png", self.name)).await;
    }

    /// What a command answers to whoever types it.
    async fn command(&self, user: UserId, path: &[&str], options: &[(&str, Value)]) -> SeenMessage {
        let sandbox = self.room.sandbox();
        let typed = sandbox.slash(user, SandboxOptions::CHANNEL, path, options);
        let typed = typed.await.expect("offered");
        assert!(!typed.failed(), "{path:?}");
        self.room.world.settle().await;
        self.page(user, false, &path.join("-")).await;
        typed.message().expect("an answer").clone()
    }

    /// Presses a button of such an answer and looks again.
    async fn press(&self, user: UserId, message: &SeenMessage, button: &str, name: &str) {
        let sandbox = self.room.sandbox();
        let now = sandbox.message(user, message.id).expect("it is there");
        let mut there = now.buttons_of(button).filter(|b| !b.disabled);
        let id = there.next().expect("a button").custom_id.clone();
        let pressed = sandbox.click(user, message.id, &id).await;
        assert!(!pressed.expect("it is there").failed());
        self.room.world.settle().await;
        self.page(user, false, name).await;
    }
}

/// Somebody whose newest panel has such a button.
fn asked(sandbox: &Sandbox, button: &str) -> Option<UserId> {
    (1..=4).map(UserId).find(|&user| {
        let panel = sandbox.dms(user).pop();
        panel.is_some_and(|m| m.button(button).is_some() || m.select(button).is_some())
    })
}

async fn screens(width: u32, locale: &str) {
    let Some(chrome) = Chrome::start(width, HIGH).await else {
        return;
    };
    let mut options = SandboxOptions::default();
    for user in &mut options.users {
        locale.clone_into(&mut user.locale);
    }
    let album = Album {
        chrome,
        room: Room::with(options, 21).await,
        name: format!("{width}-{locale}"),
        narrow: width < 1000,
    };
    let world = &album.room.world;
    let mut script = world.script(Habit::Clicks, 5);
    let sit = script.type_command(0, &["table", "sit"], &[]).await;
    sit.expect("answered");
    album.page(ANN, false, "lobby").await;
    for who in 1..4 {
        let sat = script.type_command(who, &["table", "sit"], &[]).await;
        sat.expect("answered");
    }
    for who in 0..4 {
        let ready = script.type_command(who, &["table", "ready"], &[]).await;
        ready.expect("answered");
    }
    let start = script.type_command(0, &["table", "start"], &[]).await;
    start.expect("answered");
    for (button, name) in [
        ("v1.declare.", "draw"),
        ("v1.overturn.", "overturn"),
        ("v1.bury.", "bury"),
        ("v1.fry.", "fry"),
        ("v1.pick.", "lead"),
        ("v1.follow.", "follow"),
    ] {
        play_until(world, &mut script, |s| asked(s, button).is_some()).await;
        let user = asked(&world.sandbox, button).expect("somebody is asked");
        album.page(user, true, name).await;
        if matches!(name, "draw" | "overturn" | "bury" | "fry") {
            album.page(user, false, &format!("{name}-table")).await;
        }
    }
    let pictures = |s: &Sandbox, name: &str| {
        let all = s.channel(SandboxOptions::CHANNEL);
        let with = all
            .iter()
            .filter(|m| m.files.iter().any(|f| f.name == name));
        with.count()
    };
    play_until(world, &mut script, |s| pictures(s, "trick.png") >= 4).await;
    album.page(ANN, false, "tricks").await;
    play_until(world, &mut script, |s| pictures(s, "deal.png") >= 1).await;
    world.pass(5).await;
    album.page(ANN, false, "result").await;
    album.page(ANN, true, "between").await;
    let looked = album.command(ANN, &["replay"], &[("deal", json!(1))]).await;
    album.press(ANN, &looked, "v1.replay.", "replay-next").await;
    let house = [("name", json!("Friday")), ("base", json!("tournament"))];
    album.command(ANN, &["house", "new"], &house).await;
    let game = album.command(ANN, &["replay"], &[]).await;
    album.press(ANN, &game, "v1.share.", "summary").await;
    for path in [
        &["history"][..],
        &["stats"],
        &["leaderboard"],
        &["settings"],
        &["server", "show"],
        &["server", "permissions"],
        &["house", "list"],
        &["rules"],
        &["help"],
        &["privacy", "show"],
        &["table", "status"],
    ] {
        album.command(ANN, path, &[]).await;
    }
    album.chrome.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_screen_fits_on_a_phone() {
    for locale in ["en-US", "zh-CN"] {
        screens(360, locale).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_screen_fits_on_a_large_one() {
    for at in 0..full(1, 2) {
        screens(1280, ["zh-CN", "en-US"][at as usize]).await;
    }
}
