//! Local play as it is started from a clean clone: one command, one address, two clicks; and after `kill -9` all is there.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use serde_json::json;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};

use super::chrome::{Chrome, ENTER};

/// So long the program may take to name its address.
const STARTS: Duration = Duration::from_secs(60);

/// Takes a seat, and has done so: the answer takes room.
const SIT: &str = ".pane.table [data-key^='v1.sit.']:not(:disabled)";
const SAT: &str = "document.querySelector('.pane.table .message.ephemeral:not(.loading)')";
/// Lets the computer take the others; then the hand comes.
const FILL: &str = ".pane.table [data-key^='v1.fill.']:not(:disabled)";
const DEALT: &str = "document.querySelector('.pane.hand img')?.naturalWidth > 0";

/// Starts the program in a folder; itself and the line it prints.
pub(super) async fn start(folder: &Path, arguments: &[&str]) -> (Child, String) {
    start_heard(folder, arguments, Stdio::inherit()).await
}

/// The same; what it logs goes to `log`.
async fn start_heard(folder: &Path, arguments: &[&str], log: Stdio) -> (Child, String) {
    let (child, mut lines) = start_lines(folder, arguments, log).await;
    let line = next(&mut lines).await;
    (child, line)
}

/// What the program prints, line by line.
type Printed = Lines<BufReader<ChildStdout>>;

/// The next line of it.
async fn next(lines: &mut Printed) -> String {
    let line = tokio::time::timeout(STARTS, lines.next_line()).await;
    let line = line.expect("in time").expect("a readable line");
    line.expect("a line")
}

/// The program, without what the environment would tell it.
fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chaodipi"));
    for (name, _) in std::env::vars() {
        if name.starts_with("CHAODIPI_") || name == "DISCORD_TOKEN" {
            command.env_remove(name);
        }
    }
    command
}

/// Starts the program; itself and what it prints.
async fn start_lines(folder: &Path, arguments: &[&str], log: Stdio) -> (Child, Printed) {
    let mut child = program()
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
    (child, BufReader::new(out).lines())
}

pub(super) fn address(line: &str) -> String {
    let word = line
        .split_whitespace()
        .find(|word| word.starts_with("http://"));
    word.expect("an address").to_owned()
}

/// Who starts the program a second time is told where the page is.
#[tokio::test(flavor = "multi_thread")]
async fn a_second_start_names_the_address_of_the_first() {
    let folder = tempfile::tempdir().expect("a folder");
    let play = ["sandbox", "--port", "0"];
    let (mut first, line) = start(folder.path(), &play).await;
    let mut command = program();
    command.args(play).current_dir(folder.path());
    command.stdin(Stdio::null());
    let second = tokio::time::timeout(STARTS, command.output()).await;
    let second = second.expect("in time").expect("it starts");
    assert_eq!(second.status.code(), Some(2), "{second:?}");
    let said = String::from_utf8_lossy(&second.stderr);
    assert!(said.contains(&address(&line)), "{said}");
    first.kill().await.expect("killed");
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
    chrome.visit(&page).await;
    chrome.click_until(SIT, SAT).await;
    chrome.click_until(FILL, DEALT).await;
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
    chrome.until(DEALT).await;
    // So does a new one, and the hand can be opened from the table.
    chrome.visit(&page).await;
    chrome.until(&format!("{OLD} === {old}")).await;
    const OPEN: &str = "document.querySelector('.pane.table .ephemeral img')?.naturalWidth > 0";
    let hand = ".pane.table [data-key^='v1.hand.']";
    chrome.click_until(hand, OPEN).await;
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
        asks_for(&chrome, asked).await;
        chrome.visit(&address(&line)).await;
        chrome.says(".pane.table", word).await;
        chrome
            .until(&format!("document.documentElement.lang === '{language}'"))
            .await;
        chrome.close().await;
    }
}

/// The browser asks for a language from now on, as another browser would.
async fn asks_for(chrome: &Chrome, language: &str) {
    let headers = json!({ "headers": { "Accept-Language": language } });
    chrome.ask("Network.enable", json!({})).await;
    chrome.ask("Network.setExtraHTTPHeaders", headers).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_browser_and_every_link_has_its_own_language() {
    let Some(chrome) = Chrome::start(1280, 900).await else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let arguments = ["sandbox", "--port", "0", "--bind", "127.0.0.1"];
    let (mut child, mut lines) = start_lines(folder.path(), &arguments, Stdio::inherit()).await;
    let page = address(&next(&mut lines).await);
    let mut links = Vec::new();
    for _ in 0..4 {
        links.push(address(&next(&mut lines).await));
    }
    let speaks = async |page: &str, asked: &str, language: &str, seat: &str| {
        asks_for(&chrome, asked).await;
        chrome.visit(page).await;
        chrome
            .until(&format!("document.documentElement.lang === '{language}'"))
            .await;
        chrome.says(".pane.table", seat).await;
    };
    // The first one opens the table; its words stay.
    speaks(&page, "en", "en", "Sit East").await;
    speaks(&format!("{page}?user=2"), "zh-TW", "zh-TW", "Sit East").await;
    chrome.says("body", "茶館").await;
    let status = ".pane.table [data-key^='v1.status.']";
    let told = "document.body.innerText.includes('正在等人坐下')";
    chrome.click_until(status, told).await;
    chrome.says("body", "只有你看得到").await;
    // A link of one's own, in a third language.
    speaks(&links[2], "zh-CN,zh;q=0.9", "zh-CN", "Sit East").await;
    chrome.says("body", "用自己的链接").await;
    chrome.click_until(status, told).await;
    // Who has chosen a language has it wherever they come from.
    chrome.click("#settings").await;
    chrome.click("dialog[open] input[value='en-US']").await;
    chrome.says("body", "by a link of your own").await;
    speaks(&links[2], "zh-TW", "en", "Sit East").await;
    child.kill().await.expect("ends");
    chrome.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn on_a_phone_two_clicks_bring_the_hand_into_view_unless_something_is_being_written() {
    let Some(chrome) = Chrome::start(360, 740).await else {
        return;
    };
    for busy in [false, true] {
        let folder = tempfile::tempdir().expect("a folder");
        let (mut child, line) = start(folder.path(), &["sandbox", "--port", "0"]).await;
        chrome.visit(&address(&line)).await;
        chrome.click_until(SIT, SAT).await;
        if busy {
            chrome.click("#table-write").await;
            chrome.keys("wait").await;
        }
        chrome.click_until(FILL, DEALT).await;
        let side = if busy { "table" } else { "hand" };
        chrome
            .until(&format!(
                "document.getElementById('stage').dataset.side === '{side}'"
            ))
            .await;
        let shown = "document.querySelector('.pane.hand img').getBoundingClientRect().width > 0";
        chrome.until(&format!("({shown}) === {}", !busy)).await;
        child.kill().await.expect("ends");
    }
    chrome.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_untouched_server_is_as_expected_and_its_report_can_be_saved() {
    let Some(chrome) = Chrome::start(1280, 900).await else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let (mut child, line) = start(folder.path(), &["sandbox", "--port", "0"]).await;
    chrome.visit(&address(&line)).await;
    chrome.find(SIT).await;
    // Threads may be opened, and tables stay where they are looked at all the same.
    chrome
        .until("!document.querySelector('.place.thread')")
        .await;
    chrome.click("#table-write").await;
    chrome.keys("/server check").await;
    chrome.keys(ENTER).await;
    let none = "otherwise than expected: 0";
    chrome.says(".pane.table", none).await;
    const FILE: &str = ".pane.table .message:last-child a.file";
    chrome.find(FILE).await;
    let file = chrome
        .run(
            "const link = document.querySelector(arguments[0]);
             return fetch(link.href).then(async (answer) => [
               link.download, link.innerText, answer.headers.get('Content-Disposition'), await answer.text(),
             ]);",
            &[json!(FILE)],
        )
        .await;
    assert_eq!(file[0], json!("chaodipi-check.txt"));
    let text = |n: usize| file[n].as_str().expect("a text").to_owned();
    let unit = if text(3).len() < 1000 {
        "bytes)"
    } else {
        "kB)"
    };
    assert!(
        text(1).contains("chaodipi-check.txt") && text(1).contains(unit),
        "{file}"
    );
    assert!(
        text(2).starts_with("attachment; filename=\"chaodipi-check.txt\""),
        "{file}"
    );
    assert!(
        text(3).contains("as expected") && !text(3).contains("OTHERWISE"),
        "{file}"
    );
    let pictures = chrome
        .run(
            "return document.querySelectorAll('.pane.table .message:last-child img').length",
            &[],
        )
        .await;
    assert_eq!(pictures, json!(0));
    child.kill().await.expect("ends");
    chrome.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_is_where_it_was_the_last_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut child, mut lines) = start_lines(
        folder.path(),
        &["sandbox", "--port", "0", "--bind", "127.0.0.1"],
        Stdio::inherit(),
    )
    .await;
    let before = [next(&mut lines).await, next(&mut lines).await].map(|l| address(&l));
    child.kill().await.expect("ends");
    let (mut child, mut lines) = start_lines(
        folder.path(),
        &["sandbox", "--bind", "127.0.0.1"],
        Stdio::inherit(),
    )
    .await;
    let after = [next(&mut lines).await, next(&mut lines).await].map(|l| address(&l));
    assert_eq!(before, after);
    child.kill().await.expect("ends");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_port_that_is_taken_is_named_with_what_to_do() {
    let folder = tempfile::tempdir().expect("a folder");
    let other = std::net::TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    let port = other.local_addr().expect("an address").port().to_string();
    let bind = format!("127.0.0.1:{port}");
    for (arguments, advice) in [
        (["--port", &port, "--players", "4"], "--port"),
        (["--port", "0", "--bind", &bind], "--bind"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_chaodipi"))
            .arg("sandbox")
            .args(arguments)
            .current_dir(folder.path())
            .env_clear()
            .stdin(Stdio::null())
            .output()
            .await
            .expect("runs");
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(
            said.contains(&port) && said.contains("is taken") && said.contains(advice),
            "{said}"
        );
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
