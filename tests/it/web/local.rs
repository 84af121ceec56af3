//! Local play as it is started from a clean clone: one command, one address, two clicks; and after `kill -9` all is there.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use serde_json::json;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};
use tokio::process::{Child, Command};

use super::chrome::Chrome;

/// So long the program may take to name its address.
const STARTS: Duration = Duration::from_secs(60);

/// Starts the program in a folder; itself and the line it prints.
pub(super) async fn start(folder: &Path, arguments: &[&str]) -> (Child, String) {
    start_heard(folder, arguments, Stdio::inherit()).await
}

/// The same; what it logs goes to `log`.
async fn start_heard(folder: &Path, arguments: &[&str], log: Stdio) -> (Child, String) {
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
        .stderr(log)
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

#[tokio::test(flavor = "multi_thread")]
async fn the_first_table_speaks_the_language_of_the_browser_or_the_one_given() {
    for (arguments, asked, language, word) in [
        (&[][..], "zh-TW,zh;q=0.9,en;q=0.5", "zh-TW", "坐東"),
        (&["--language", "zh-CN"][..], "en", "zh-CN", "坐东"),
    ] {
        let Some(chrome) = Chrome::start(360, 740).await else {
            return;
        };
        let folder = tempfile::tempdir().expect("a folder");
        let all = [&["sandbox", "--port", "0"][..], arguments].concat();
        let (_child, line) = start(folder.path(), &all).await;
        let headers = json!({ "headers": { "Accept-Language": asked } });
        chrome.ask("Network.enable", json!({})).await;
        chrome.ask("Network.setExtraHTTPHeaders", headers).await;
        chrome.client.goto(&address(&line)).await.expect("the page");
        let word = json!(word);
        chrome
            .until(&format!(
                "document.querySelector('.pane.table')?.innerText.includes({word})"
            ))
            .await;
        chrome
            .until(&format!("document.documentElement.lang === '{language}'"))
            .await;
        chrome.close().await;
    }
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn it_stops_without_a_word_when_asked_to() {
    let folder = tempfile::tempdir().expect("a folder");
    let arguments = ["sandbox", "--port", "0", "--rules", "tournament"];
    let (mut child, _line) = start_heard(folder.path(), &arguments, Stdio::piped()).await;
    let id = child.id().expect("runs").to_string();
    let asked = Command::new("kill").args(["-TERM", &id]).status().await;
    assert!(asked.expect("kill").success());
    let mut log = child.stderr.take().expect("piped");
    let mut said = String::new();
    log.read_to_string(&mut said).await.expect("text");
    let ended = child.wait().await.expect("ends");
    assert!(ended.success(), "{ended}");
    assert_eq!(said, "");
}
