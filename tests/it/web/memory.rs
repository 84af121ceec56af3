//! Whether page and process stay as small as they were, deal after deal. For `.ci/full`: it takes minutes.

use std::time::Duration;

use serde_json::json;

use super::chrome::Chrome;
use super::local::{address, start};
use crate::support::full;

/// Memory may grow by so much from the first measurement to the last.
const GROWTH: f64 = 1.10;
/// The elements that are there depend on what is shown just then, by some hundreds of five thousand.
const SHOWN: f64 = 1.25;

/// Has the page do by itself what somebody does who only wants the game to go on. Each call of the
/// driver leaves something in the page's memory: hundreds a deal would be most of what is measured.
const GO_ON: &str = "
    window.over = new Set();
    const done = new Set();
    const once = (what, does) => {
        if (!done.has(what)) {
            done.add(what);
            does();
        }
    };
    const usable = (start) =>
        [...document.querySelectorAll(`.pane.table [data-key^='${start}']`)].filter((e) => !e.disabled).at(-1);
    setInterval(() => {
        for (const m of document.querySelectorAll('.pane.table .message')) {
            if (/Deal \\d+ is over/.test(m.innerText)) window.over.add(m.id);
            if (m.innerText.includes('Play again: /table new')) {
                once(m.id, () => {
                    document.getElementById('table-write').value = '/table new';
                    document.querySelector('.pane.table .send').click();
                });
            }
        }
        // Only who sits can have the other seats filled.
        const [sit, fill, resume] = ['v1.sit.', 'v1.fill.', 'v1.resume.'].map(usable);
        (fill ?? sit)?.click();
        resume?.click();
        const auto = [...document.querySelectorAll('.pane.hand [data-key^=\"v1.auto.\"]')].at(-1);
        if (auto?.dataset.key.split('.')[4].startsWith('1')) auto.click();
    }, 100);
";

/// Kilobytes of the process, and bytes and elements of the page.
async fn sizes(chrome: &Chrome, process: u32) -> (f64, f64, f64) {
    // What layout and scripts keep for each other goes in the second round.
    for _ in 0..2 {
        chrome.ask("HeapProfiler.collectGarbage", json!({})).await;
    }
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
    chrome.run(GO_ON, &[]).await;
    let (mut first, mut after) = (None, None);
    let mut deals = 0;
    while deals < last {
        let ended = child.try_wait().expect("a process");
        assert!(ended.is_none(), "ended after {deals} deals: {ended:?}");
        let over = chrome.run("return window.over.size", &[]).await;
        let so_far = over.as_u64().expect("a number");
        if so_far / 10 > deals / 10 {
            let now = sizes(&chrome, process).await;
            println!(
                "deal {so_far}: process {:.1} MB, page {:.2} MB, {} nodes",
                now.0 / 1e3,
                now.1 / 1e6,
                now.2
            );
            first.get_or_insert(now);
            after = Some(now);
        }
        deals = so_far;
        tokio::time::sleep(Duration::from_secs(3)).await;
    }
    let before = first.expect("ten deals were played");
    let after = after.expect("the last of them");
    for (what, before, after, growth) in [
        ("process", before.0, after.0, GROWTH),
        ("page", before.1, after.1, GROWTH),
        ("nodes", before.2, after.2, SHOWN),
    ] {
        assert!(after <= before * growth, "{what}: {before} to {after}");
    }
    drop(child);
    chrome.close().await;
}
