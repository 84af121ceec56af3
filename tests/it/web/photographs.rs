//! The page photographed in both sizes and both looks, to be looked at; and whether everything fits.

use std::path::PathBuf;

use chaodipi::sandbox::UserId;
use serde_json::json;

use super::chrome::Chrome;
use super::room::{Means, Player, Room};

const ANN: UserId = UserId(1);

/// Where the pictures go.
fn folder() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("photographs");
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

pub async fn take(chrome: &Chrome, name: &str) {
    // A picture that is not there yet would be a hole.
    chrome
        .until("[...document.images].every((i) => i.complete && i.naturalWidth > 0)")
        .await;
    std::fs::write(folder().join(name), chrome.photograph().await).expect("a picture");
    let wide = chrome
        .run(
            "return document.documentElement.scrollWidth > document.documentElement.clientWidth",
            &[],
        )
        .await;
    assert_eq!(wide, json!(false), "{name}: wider than the window");
    const CUT: &str = "
        return [...document.querySelectorAll('.control, .title, .author, .tab, .option')]
            .filter((e) => e.checkVisibility() && e.getBoundingClientRect().right > innerWidth + 1)
            .map((e) => e.innerText);
    ";
    assert_eq!(chrome.run(CUT, &[]).await, json!([]), "{name}: cut off");
}

async fn photographs(width: u32, height: u32) {
    let Some(chrome) = Chrome::start(width, height).await else {
        return;
    };
    let room = Room::open(7).await;
    room.enter(&chrome, ANN).await;
    take(&chrome, &format!("{width}-lobby.png")).await;
    chrome.click(".pane.table [data-key^='v1.sit.']").await;
    room.shown(&chrome, ANN).await;
    chrome
        .click(".pane.table [data-key^='v1.fill.']:not(:disabled)")
        .await;
    room.shown(&chrome, ANN).await;
    let narrow = width < 1000;
    if narrow {
        chrome
            .run("[...document.querySelectorAll('.tab')][1].click()", &[])
            .await;
    }
    let mut player = Player::new(&chrome, Means::Mouse);
    for _ in 0..4000 {
        room.shown(&chrome, ANN).await;
        if player.plays >= 3 {
            break;
        }
        let before = player.plays;
        let acted = player.act().await;
        if player.plays == 1 && before == 0 {
            room.shown(&chrome, ANN).await;
        }
        if !acted && !room.step().await {
            break;
        }
    }
    assert!(player.plays >= 3, "{} plays", player.plays);
    // Until it is this person's turn again.
    for _ in 0..200 {
        room.shown(&chrome, ANN).await;
        let asked = super::room::controls(&chrome).await;
        if asked.iter().any(|c| c.verb == "follow" || c.verb == "pick") {
            break;
        }
        room.step().await;
    }
    take(&chrome, &format!("{width}-hand.png")).await;
    let openers = super::room::controls(&chrome).await;
    if let Some(select) = openers
        .iter()
        .find(|c| c.verb == "follow" || c.verb == "pick")
    {
        chrome.click(&select.css).await;
        chrome.find(".pane.hand [role=listbox]").await;
        take(&chrome, &format!("{width}-choosing.png")).await;
    }
    chrome
        .run("document.documentElement.dataset.look = 'dark'", &[])
        .await;
    take(&chrome, &format!("{width}-dark.png")).await;
    if narrow {
        chrome
            .run("[...document.querySelectorAll('.tab')][0].click()", &[])
            .await;
        take(&chrome, &format!("{width}-table.png")).await;
        chrome
            .run("document.querySelector('.tabs .icon').click()", &[])
            .await;
        take(&chrome, &format!("{width}-menu.png")).await;
    }
    chrome.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_fits_on_a_phone() {
    photographs(360, 740).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_fits_on_a_screen() {
    photographs(1280, 800).await;
}
