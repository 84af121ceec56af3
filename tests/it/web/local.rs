//! Local play as it is started from a clean clone: one command, one address, two clicks; and after `kill -9` all is there.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use super::chrome::Chrome;

/// So long the program may take to name its address.
const STARTS: Duration = Duration::from_secs(60);

/// Starts the program in a folder; itself and the line it prints.
pub(super) async fn start(folder: &Path, arguments: &[&str]) -> (Child, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chaodipi"));
    for (name, _) in std::env::vars() {
        if name.starts_with("CHAODIPI_") || name == "DISCORD_TOKEN" {
            command.env_remove(name);
        }
    }
    let mut child = command
        .args(arguments)
        .current_dir(folder)
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .expect("the program starts");
    let out = child.stdout.take().expect("piped");
    let mut lines = BufReader::new(out).lines();
    let line = tokio::time::timeout(STARTS, lines.next_line()).await;
    let line = line
        .expect("in time")
        .expect("a readable line")
        .expect("a line");
    (child, line)
}

pub(super) fn address(line: &str) -> String {
    let word = line
        .split_whitespace()
        .find(|word| word.starts_with("http://"));
    word.expect("an address").to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_clicks_bring_the_hand_and_a_kill_loses_nothing() {
    let Some(chrome) = Chrome::start(1280, 900).await else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let (mut child, line) = start(folder.path(), &["sandbox", "--port", "0"]).await;
    assert!(
        line.contains("DISCORD_TOKEN"),
        "says how to go live: {line}"
    );
    let page = address(&line);
    chrome.client.goto(&page).await.expect("the page");
    chrome.click(".pane.table [data-key^='v1.sit.']").await;
    chrome
        .click(".pane.table [data-key^='v1.fill.']:not(:disabled)")
        .await;
    chrome
        .until("document.querySelector('.pane.hand img')?.naturalWidth > 0")
        .await;
    // What stands in the channel, but for the newest, which goes on changing.
    const OLD: &str = "[...document.querySelectorAll('.pane.table .message')].slice(0, 1).map((m) => m.id).join()";
    let old = chrome.run(&format!("return {OLD}"), &[]).await;

    child.kill().await.expect("kill -9");
    chrome
        .until("!document.querySelector('.trouble').hidden")
        .await;
    let port = page
        .trim_end_matches('/')
        .rsplit(':')
        .next()
        .expect("a port")
        .to_owned();
    let (_child, line) = start(folder.path(), &["sandbox", "--port", &port]).await;
    assert_eq!(address(&line), page);
    // The page comes back by itself.
    chrome
        .until("document.querySelector('.trouble').hidden")
        .await;
    chrome.until(&format!("{OLD} === {old}")).await;
    chrome
        .until("document.querySelector('.pane.hand img')?.naturalWidth > 0")
        .await;
    // So does a new one, and the hand can be opened from the table.
    chrome.client.goto(&page).await.expect("the page");
    chrome.until(&format!("{OLD} === {old}")).await;
    chrome.click(".pane.table [data-key^='v1.hand.']").await;
    chrome
        .until("document.querySelector('.pane.table .ephemeral img')?.naturalWidth > 0")
        .await;
    chrome.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_token_the_bare_command_plays_here() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut child, line) = start(folder.path(), &[]).await;
    assert!(
        line.starts_with("Playing on this machine: http://127.0.0.1:"),
        "{line}"
    );
    child.kill().await.expect("ends");
}
