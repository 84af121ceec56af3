//! The columns stay at their newest message until their reader scrolls away, whatever changes in them.

use chaodipi::sandbox::{SandboxOptions, UserId};
use serde_json::{Value, json};

use super::chrome::Chrome;
use super::room::{Means, Player, Room, entered};

const ANN: UserId = UserId(1);
const LONGEST: usize = 2000;

/// Pixels below what is seen of a column.
const BELOW: &str = "
    const s = document.querySelector(`.pane.${arguments[0]} .scroller`);
    return s.scrollHeight - s.clientHeight - s.scrollTop;
";

/// Whether both columns show their ends, once every picture is there and a frame has been drawn.
async fn both_at_their_ends(chrome: &Chrome, when: &str) {
    chrome
        .until("[...document.images].every((i) => i.complete && i.naturalWidth > 0)")
        .await;
    frame(chrome).await;
    for pane in ["table", "hand"] {
        let below = below(chrome, pane).await;
        assert!(below < 2.0, "{when}: {below} pixels of {pane} lie below");
    }
}

/// What the page reads out has no marks, and is no more than can be listened to.
async fn read_out(chrome: &Chrome) {
    let told = chrome.text("#told").await;
    for mark in ["**", "-# ", "`", "<@", "<#", "<t:", "https://"] {
        assert!(!told.contains(mark), "{told}");
    }
    assert!(told.chars().count() < 400, "{told}");
}

/// Lets the page draw a frame and do what comes of it.
async fn frame(chrome: &Chrome) {
    const DRAWN: &str = "
        const done = arguments[arguments.length - 1];
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)));
    ";
    let drawn = chrome.client.execute_async(DRAWN, Vec::new()).await;
    drawn.expect("a frame");
}

async fn below(chrome: &Chrome, pane: &str) -> f64 {
    let below = chrome.run(BELOW, &[json!(pane)]).await;
    below.as_f64().expect("a number")
}

async fn say(room: &Room, chrome: &Chrome, text: &str) {
    let channel = SandboxOptions::CHANNEL;
    room.sandbox()
        .say(UserId(2), channel, text)
        .expect("is said");
    let line = json!(text.lines().next());
    chrome
        .until(&format!(
            "document.querySelector('.pane.table .messages').innerText.includes({line})"
        ))
        .await;
    frame(chrome).await;
}

/// Turns the wheel over a column by so many pixels, and waits until the column stands still again.
async fn wheel(chrome: &Chrome, pane: &str, by: i32) {
    let middle = chrome
        .run(
            "const s = document.querySelector(`.pane.${arguments[0]} .scroller`);
             window.still = false;
             s.addEventListener('scrollend', () => window.still = true, { once: true });
             const b = s.getBoundingClientRect();
             return [b.left + b.width / 2, b.top + b.height / 2]",
            &[json!(pane)],
        )
        .await;
    let turned = json!({
        "type": "mouseWheel", "x": middle[0], "y": middle[1], "deltaX": 0, "deltaY": by,
    });
    chrome.ask("Input.dispatchMouseEvent", turned).await;
    chrome.until("window.still").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn both_columns_follow_the_game() {
    let Some((chrome, room)) = entered(7).await else {
        return;
    };
    for verb in ["sit", "fill"] {
        chrome
            .click(&format!(".pane.table [data-key^='v1.{verb}.']"))
            .await;
        room.shown(&chrome, ANN).await;
        both_at_their_ends(&chrome, verb).await;
    }
    let mut player = Player::new(&chrome, Means::Script);
    for _ in 0..LONGEST {
        room.shown(&chrome, ANN).await;
        if player.plays >= 6 {
            break;
        }
        both_at_their_ends(&chrome, &format!("after {} plays", player.plays)).await;
        read_out(&chrome).await;
        let panels = "return document.querySelectorAll('.pane.hand .message').length";
        assert_eq!(chrome.run(panels, &[]).await, json!(1), "one panel");
        if !player.act().await && !room.step().await {
            break;
        }
    }
    assert!(player.plays >= 6, "{} plays", player.plays);
    assert!(
        !chrome.text("#told").await.is_empty(),
        "something is read out"
    );
    // Pictures have their places before they come.
    let sizes = chrome
        .run(
            "return [...document.images].map((i) => [i.getAttribute('width'), i.style.maxWidth])",
            &[],
        )
        .await;
    let sizes = sizes.as_array().expect("a list");
    assert!(!sizes.is_empty());
    assert!(
        sizes.iter().all(|s| s[0] != Value::Null && s[1] != ""),
        "{sizes:?}"
    );
    chrome.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_reader_leaves_the_end() {
    let Some((chrome, room)) = entered(9).await else {
        return;
    };
    for n in 0..30 {
        say(&room, &chrome, &format!("number {n}\nof\nmany\nlines")).await;
    }
    assert!(below(&chrome, "table").await < 2.0);

    // A message that is smaller for a moment, as one whose picture is being changed.
    chrome
        .run(
            "const s = document.querySelector('.pane.table .scroller');
             const m = document.querySelector('.pane.table .message:last-child .body');
             m.style.height = '0';
             m.style.overflow = 'hidden';
             m.parentElement.style.padding = '0';
             window.lower = s.scrollTop;
             m.style.height = '900px';",
            &[],
        )
        .await;
    frame(&chrome).await;
    assert!(below(&chrome, "table").await < 2.0, "still at the end");
    // One that goes while another comes.
    chrome
        .run(
            "const s = document.querySelector('.pane.table .scroller');
             const list = s.querySelector('.messages');
             const gone = list.children[3];
             gone.remove();
             window.lower = s.scrollTop;
             list.lastElementChild.querySelector('.body').style.height = '1500px';",
            &[],
        )
        .await;
    frame(&chrome).await;
    assert!(below(&chrome, "table").await < 2.0, "still at the end");

    wheel(&chrome, "table", -700).await;
    let read = below(&chrome, "table").await;
    assert!(read > 600.0, "{read}");
    say(&room, &chrome, "not looked at").await;
    assert!(below(&chrome, "table").await > read, "the place is kept");
    chrome.click(".pane.table .newer").await;
    frame(&chrome).await;
    assert!(below(&chrome, "table").await < 2.0);
    say(&room, &chrome, "looked at again").await;
    assert!(below(&chrome, "table").await < 2.0);
    chrome
        .until("document.querySelector('.pane.table .newer').hidden")
        .await;

    // And back by the wheel.
    wheel(&chrome, "table", -400).await;
    assert!(below(&chrome, "table").await > 200.0);
    wheel(&chrome, "table", 5000).await;
    assert!(below(&chrome, "table").await < 2.0);
    say(&room, &chrome, "the last").await;
    assert!(below(&chrome, "table").await < 2.0);
    chrome.close().await;
}
