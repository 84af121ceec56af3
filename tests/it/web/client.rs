//! What else a client does: forms, suggestions, alt texts, languages, threads, other people, and answers that do not come.

use chaodipi::sandbox::UserId;
use serde_json::json;

use super::chrome::{DOWN, ENTER, ESCAPE};
use super::room::{Means, Player, controls, entered};

const ANN: UserId = UserId(1);
const LONGEST: usize = 2000;

#[tokio::test(flavor = "multi_thread")]
async fn cards_are_typed_and_suggested_and_pictures_read() {
    let Some((chrome, room)) = entered(7).await else {
        return;
    };
    for verb in ["sit", "fill"] {
        chrome
            .click(&format!(".pane.table [data-key^='v1.{verb}.']"))
            .await;
        room.shown(&chrome, ANN).await;
    }
    let mut player = Player::new(&chrome, Means::Mouse);
    let mut form = None;
    for _ in 0..LONGEST {
        room.shown(&chrome, ANN).await;
        let usable = controls(&chrome).await;
        let plays = usable.iter().any(|c| c.verb == "forced" || c.verb == "set");
        form = usable.into_iter().find(|c| c.verb == "type" && plays);
        if form.is_some() {
            break;
        }
        if !player.act().await {
            room.step().await;
        }
    }
    let form = form.expect("somebody who is to play may type");

    // The bot's form: what it cannot read it says, and nothing is lost.
    chrome.click(&form.css).await;
    let field = chrome.find("dialog[open] textarea").await;
    field.send_keys("zz").await.expect("types");
    chrome.click("dialog[open] button[type=submit]").await;
    chrome.until("!document.querySelector('dialog')").await;
    chrome.says(".pane.hand", "“ZZ” is not understood").await;

    // The bot's suggestions for the command.
    chrome.click("#hand-write").await;
    chrome.keys("/play ").await;
    chrome
        .until("document.querySelector('#hand-suggestions [role=option] .name')?.innerText.startsWith('/') === false")
        .await;
    chrome.keys(DOWN).await;
    chrome.keys(ENTER).await;
    chrome
        .until("/^\\/play cards:./.test(document.getElementById('hand-write').value)")
        .await;

    // The picture as text.
    chrome.click(".pane.hand .message:last-child .alt").await;
    let alt = chrome
        .run(
            "return document.querySelector('.pane.hand .message:last-child img').alt",
            &[],
        )
        .await;
    let alt = alt.as_str().expect("a text").to_owned();
    assert!(!alt.is_empty());
    chrome
        .says(".pane.hand .message:last-child figcaption", &alt)
        .await;
    chrome.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn languages_threads_and_other_people() {
    let Some((chrome, room)) = entered(8).await else {
        return;
    };
    chrome.click("#settings").await;
    chrome.click("dialog[open] input[value='zh-CN']").await;
    chrome.says("#sidebar", "频道").await;
    assert_eq!(room.sandbox().people()[0].locale, "zh-CN");
    chrome.click("dialog[open] button[type=submit]").await;
    // Commands have their names in that language.
    chrome.click("#table-write").await;
    chrome.keys("/牌桌").await;
    chrome.says("#table-suggestions", "/牌桌 开桌").await;
    chrome.keys(ESCAPE).await;
    chrome
        .find("#table-write")
        .await
        .clear()
        .await
        .expect("clears");

    chrome.click("[data-key='thread 2001']").await;
    let name = chrome.find("dialog[open] input").await;
    name.send_keys("安静的地方").await.expect("types");
    chrome.click("dialog[open] button[type=submit]").await;
    chrome.says("#table-title", "安静的地方").await;
    chrome.click("#table-write").await;
    chrome.keys("/table new").await;
    chrome.keys(ENTER).await;
    chrome.says(".pane.table", "炒地皮").await;
    chrome.says(".pane.table .used", "/牌桌 开桌").await;
    chrome
        .find(".pane.table [data-key^='v1.sit.']:not(:disabled)")
        .await;

    chrome.click("[data-key='person 2']").await;
    chrome.says("#self-name", "Bob").await;
    chrome.says("#sidebar", "on this machine").await;
    chrome.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_without_its_subcommand_is_told_what_is_missing() {
    let Some((chrome, _room)) = entered(6).await else {
        return;
    };
    const LINE: &str = "document.getElementById('table-write').value";
    chrome.click("#table-write").await;
    chrome.keys("/table").await;
    chrome.keys(ESCAPE).await;
    chrome.keys(ENTER).await;
    chrome
        .says(".pane.table .note", "/table alone is no command")
        .await;
    chrome.says(".pane.table .note", "/table sit").await;
    chrome.says("#table-suggestions", "/table sit").await;
    // What is typed next takes the place of what was refused.
    chrome.keys("/help").await;
    chrome.until(&format!("{LINE} === '/help'")).await;
    chrome
        .run("document.getElementById('table-write').select()", &[])
        .await;
    chrome.keys("/nothing").await;
    chrome.keys(ENTER).await;
    chrome
        .says(".pane.table .note", "There is no such command here")
        .await;
    chrome.keys("/help").await;
    chrome.until(&format!("{LINE} === '/help'")).await;
    chrome.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_value_may_stand_in_quotes() {
    let Some((chrome, _room)) = entered(6).await else {
        return;
    };
    const READ: &str = "
        const { read } = await import('/assets/commands.js');
        const option = (name) => ({ name, shown: name, required: false, choices: [] });
        const command = { options: ['rules', 'topic'].map(option) };
        const of = (line) => Object.fromEntries(read(line, command).values);
        return arguments[0].map(of);
    ";
    let lines = json!([
        " topic:\"declaring and dealer\"",
        " rules:“a topic: b” topic:plain words",
        " topic:\"half",
    ]);
    let script = format!("return (async function () {{ {READ} }}).apply(null, arguments)");
    let read = chrome.run(&script, &[lines]).await;
    assert_eq!(
        read,
        json!([
            { "topic": "declaring and dealer" },
            { "rules": "a topic: b", "topic": "plain words" },
            { "topic": "half" },
        ])
    );
    chrome.click("#table-write").await;
    chrome.keys("/rules topic:\"declaring and dealer\"").await;
    chrome.keys(ENTER).await;
    chrome.find(".pane.table .message.ephemeral").await;
    chrome.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_read_out_ends_each_line_once_and_in_its_own_language() {
    let Some((chrome, room)) = entered(6).await else {
        return;
    };
    const READ: &str = "
        return import('/assets/words.js').then((words) => arguments[0].map(words.sentences));
    ";
    let read = async |lines: serde_json::Value| chrome.run(READ, &[lines]).await;
    let lines = json!([["Two dealers now.", "East", "Ready?", "(Go.)", "West"]]);
    let told = read(lines).await;
    assert_eq!(told, json!(["Two dealers now. East. Ready? (Go.) West"]));
    room.sandbox().set_locale(ANN, "zh-CN").await;
    chrome
        .until("document.documentElement.lang === 'zh-CN'")
        .await;
    let lines = json!([["点“我的手牌”。", "发牌承诺", "“好。”", "轮到东"]]);
    let told = read(lines).await;
    assert_eq!(told, json!(["点“我的手牌”。发牌承诺。“好。”轮到东"]));
    chrome
        .until("!document.getElementById('table-write').ariaLabel.includes('.')")
        .await;
    chrome.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn suits_have_the_colours_of_the_pictures_and_a_dot_ends_its_line() {
    let Some((chrome, room)) = entered(6).await else {
        return;
    };
    let text = "♠A ♥A ♦A ♣A";
    let channel = chaodipi::sandbox::SandboxOptions::CHANNEL;
    room.sandbox()
        .say(UserId(2), channel, text)
        .expect("is said");
    chrome.says(".pane.table", text).await;
    const COLOURS: &str = "
        const colour = (suit) => getComputedStyle(document.querySelector(`.pane.table .text .${suit}`)).color;
        return ['spades', 'hearts', 'diamonds', 'clubs'].map(colour);
    ";
    let colours = chrome.run(COLOURS, &[]).await;
    let colours = colours.as_array().expect("a list").clone();
    for (n, one) in colours.iter().enumerate() {
        assert!(colours[n + 1..].iter().all(|c| c != one), "{colours:?}");
    }
    // How many of a suit there are stands beside it, and a stroke beside its command.
    let text = "♥ 4 · /牌桌";
    room.sandbox()
        .say(UserId(2), channel, text)
        .expect("is said");
    chrome.says(".pane.table", "♥\u{a0}4\u{a0}· /牌桌").await;
    let whole = chrome.text(".pane.table .text .whole").await;
    assert_eq!(whole, "/牌");
    chrome.click(".pane.table [data-key^='v1.sit.']").await;
    room.shown(&chrome, ANN).await;
    chrome.find(".pane.hand .place-link").await;
    const AFTER: &str = "
        const link = document.querySelector('.pane.hand .place-link');
        return [getComputedStyle(link).display, link.nextSibling.textContent.slice(0, 2)];
    ";
    let after = chrome.run(AFTER, &[]).await;
    assert_eq!(after, json!(["inline", "\u{a0}·"]));
    chrome.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_that_does_not_answer_is_told_of() {
    let Some((chrome, mut room)) = entered(9).await else {
        return;
    };
    room.world.kill().await;
    chrome.says(".trouble", "The bot is not connected").await;
    chrome.click(".pane.table [data-key^='v1.status.']").await;
    chrome
        .says(".pane.table .failed", "This interaction failed")
        .await;
    room.world.restart().await;
    chrome
        .until("document.querySelector('.trouble').hidden")
        .await;
    chrome.click(".pane.table [data-key^='v1.status.']").await;
    let last = ".pane.table .message:last-child";
    chrome.says(last, "People are sitting down").await;
    chrome.until("!document.querySelector('.failed')").await;
    chrome.close().await;
}

/// What is asked for the half-typed name of an option does not come over its list.
#[tokio::test(flavor = "multi_thread")]
async fn the_list_of_an_option_opens_with_its_colon_and_stays() {
    let Some((chrome, _room)) = entered(6).await else {
        return;
    };
    chrome.click("#table-write").await;
    chrome.keys("/table new clock:").await;
    chrome.find("#table-suggestions [role=option]").await;
    // As long as the bot may take to answer what was asked before.
    chrome.run("window.began = performance.now()", &[]).await;
    chrome.until("performance.now() - window.began > 500").await;
    chrome.find("#table-suggestions [role=option]").await;
    chrome.close().await;
}
