//! Whether page and process stay as small as they were, deal after deal. For `.ci/full`: it takes minutes.

use std::time::Duration;

use serde_json::json;

use super::chrome::Chrome;
use super::local::{address, start};
use crate::support::full;

/// Memory may grow by so much from the first measurement to the last.
const GROWTH: f64 = 1.10;

/// What somebody does who only wants the game to go on; how many deals have come to their end so far.
const GO_ON: &str = "
    window.over ??= new Set();
    window.done ??= new Set();
    const once = (what, does) => {
        if (!window.done.has(what)) {
            window.done.add(what);
            does();
        }
    };
    const usable = (start) =>
        [...document.querySelectorAll(`.pane.table [data-key^='${start}']`)].filter((e) => !e.disabled).at(-1);
    const messages = [...document.querySelectorAll('.pane.table .message')];
    for (const m of messages) {
        if (/Deal \\d+ is over/.test(m.innerText)) window.over.add(m.id);
        if (m.innerText.includes('Play again: /table new')) {
            once(m.id, () => {
                document.getElementById('table-write').value = '/table new';
                document.querySelector('.pane.table .send').click();
            });
        }
    }
    const [sit, fill, resume] = ['v1.sit.', 'v1.fill.', 'v1.resume.'].map(usable);
    if (sit && fill) {
        const table = fill.dataset.key;
        if (window.done.has(table)) once(`${table} fill`, () => fill.click());
        else once(table, () => sit.click());
    }
    resume?.click();
    const auto = [...document.querySelectorAll('.pane.hand [data-key^=\"v1.auto.\"]')].at(-1);
    if (auto?.dataset.key.split('.')[4].startsWith('1')) auto.click();
    return window.over.size;
";

/// Kilobytes of the process, and bytes and elements of the page.
async fn sizes(chrome: &Chrome, process: u32) -> (f64, f64, f64) {
    chrome.ask("HeapProfiler.collectGarbage", json!({})).await;
    chrome.ask("Performance.enable", json!({})).await;
    let metrics = chrome.ask("Performance.getMetrics", json!({})).await;
    let of = |name: &str| {
        let all = metrics["metrics"].as_array().into_iter().flatten();
        let found = all.into_iter().find(|m| m["name"] == name);
        found.and_then(|m| m["value"].as_f64()).expect("a number")
    };
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).expect("a process");
    let line = status.lines().find_map(|l| l.strip_prefix("VmRSS:"));
    let resident = line
        .and_then(|l| l.split_whitespace().next())
        .and_then(|n| n.parse().ok());
    (
        resident.expect("its memory"),
        of("JSHeapUsedSize"),
        of("Nodes"),
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn neither_page_nor_process_grows_with_the_deals() {
    let last = full(0, 100);
    if last == 0 {
        eprintln!("left to .ci/full");
        return;
    }
    let Some(chrome) = Chrome::start(1280, 900).await else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let (mut child, line) = start(
        folder.path(),
        &[
            "sandbox", "--port", "0", "--fast", "--seed", "1", "--clock", "relaxed",
        ],
    )
    .await;
    let process = child.id().expect("runs");
    chrome.visit(&address(&line)).await;
    let mut first = None;
    let mut deals = 0;
    while deals < last {
        let ended = child.try_wait().expect("a process");
        assert!(ended.is_none(), "ended after {deals} deals: {ended:?}");
        let over = chrome.run(GO_ON, &[]).await;
        deals = over.as_u64().expect("a number");
        if deals >= 10 && first.is_none() {
            first = Some(sizes(&chrome, process).await);
        }
        // The game runs by itself; this only helps it over its ends.
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let before = first.expect("ten deals were played");
    let after = sizes(&chrome, process).await;
    println!(
        "deal 10: process {:.1} MB, page {:.2} MB, {} nodes",
        before.0 / 1e3,
        before.1 / 1e6,
        before.2
    );
    println!(
        "deal {last}: process {:.1} MB, page {:.2} MB, {} nodes",
        after.0 / 1e3,
        after.1 / 1e6,
        after.2
    );
    for (what, before, after) in [
        ("process", before.0, after.0),
        ("page", before.1, after.1),
        ("nodes", before.2, after.2),
    ] {
        assert!(after <= before * GROWTH, "{what}: {before} to {after}");
    }
    drop(child);
    chrome.close().await;
}
