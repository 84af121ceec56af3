//! Clicks and commands that nobody should send, to the compiled bot: each is
//! answered in private with a sentence, and nothing changes.

use std::time::Duration;

use chaodipi::sandbox::script::{Habit, Script};
use chaodipi::sandbox::{
    ATTACH_FILES, Answer, BOT_PERMISSIONS, ChannelId, GuildSpec, MessageId, Outcome, SEND_MESSAGES,
    Sandbox, SandboxOptions, SeenMessage, UserId, UserSpec, VIEW_CHANNEL,
};
use serde_json::json;
use sqlx::SqlitePool;

use crate::support::en;
use crate::support::outcome::said;
use crate::support::world::World;

const CHANNEL: ChannelId = SandboxOptions::CHANNEL;
const OTHER: ChannelId = SandboxOptions::OTHER_CHANNEL;
const ONLOOKER: UserId = UserId(5);

/// A world with a fifth person who only looks on, and four who play.
pub async fn world(seed: u64) -> (World, Script) {
    let options = SandboxOptions::with_users(&["Alice", "Bob", "Carol", "Dave", "Eve"]);
    let world = World::with(options, seed, Vec::new()).await;
    let script = Script::new(
        &world.sandbox,
        CHANNEL,
        &world.users[..4],
        Habit::Clicks,
        seed,
    );
    (world, script)
}

/// Everything the bot has stored of its tables, as numbers.
async fn stored(world: &World) -> (i64, i64, i64) {
    let url = format!("sqlite:{}?mode=ro", world.database().display());
    let pool = SqlitePool::connect(&url).await.expect("a database");
    let row = sqlx::query_as(
        "SELECT (SELECT COUNT(*) FROM events), (SELECT COUNT(*) FROM sealed),
                (SELECT COUNT(*) FROM drafts WHERE cards <> '')",
    );
    let counts = row.fetch_one(&pool).await.expect("counts");
    pool.close().await;
    counts
}

/// Every control a person sees: message, custom id, whether it is a select.
pub fn controls(sandbox: &Sandbox, user: UserId) -> Vec<(MessageId, String, bool)> {
    let seen = sandbox.visible_to(user);
    let of = |m: &SeenMessage| {
        let buttons = m.buttons.iter().map(|b| (m.id, b.custom_id.clone(), false));
        let selects = m.selects.iter().map(|s| (m.id, s.custom_id.clone(), true));
        buttons.chain(selects).collect::<Vec<_>>()
    };
    seen.iter().flat_map(of).collect()
}

fn verb(id: &str) -> &str {
    id.split('.').nth(1).unwrap_or_default()
}

/// The answer came, and nobody else sees it.
pub fn private(outcome: &Outcome, what: &str) {
    match &outcome.answer {
        Answer::Message(m) | Answer::Deferred(m) => assert!(m.ephemeral, "{what}: {}", m.content),
        Answer::Acknowledged | Answer::Form(_) => {}
        Answer::Updated(_) | Answer::Choices(_) | Answer::Failed => {
            panic!("{what}: {:?}", outcome.answer)
        }
    }
}

/// Plays until the table is in a phase, told by a control that somebody has.
pub async fn until(world: &World, script: &mut Script, wanted: &str) {
    let users = world.users.clone();
    let wanted = wanted.to_owned();
    let there = move |s: &Sandbox| {
        users.iter().any(|&u| {
            let dms = s.dms(u);
            dms.iter()
                .any(|m| m.buttons.iter().any(|b| verb(&b.custom_id) == wanted))
        })
    };
    script.play_until(5000, there).await.expect("it goes on");
}

#[tokio::test(flavor = "multi_thread")]
async fn foreign_and_stale_controls_are_refused_and_change_nothing() {
    let (world, mut script) = world(21).await;
    script.begin(&[]).await.expect("it begins");
    let mut old: Vec<(UserId, MessageId, String, bool)> = Vec::new();
    for phase in ["declare", "pass", "bury", "play"] {
        until(&world, &mut script, phase).await;
        let before = stored(&world).await;
        for &owner in &world.users[..4] {
            for (message, id, select) in controls(&world.sandbox, owner) {
                old.push((owner, message, id.clone(), select));
                // Public controls are everybody's; these are tried below.
                if world
                    .sandbox
                    .channel(CHANNEL)
                    .iter()
                    .any(|m| m.id == message && !m.ephemeral)
                {
                    continue;
                }
                let values: Option<&[&str]> = select.then_some(&["SA.1"]);
                let forged = world
                    .sandbox
                    .forge_click(ONLOOKER, message, &id, values)
                    .await;
                private(&forged.expect("sent"), &id);
                // In a round that asks several, the same id is also their own.
                if !matches!(phase, "bury" | "play") {
                    continue;
                }
                for &other in world.users[..4].iter().filter(|u| **u != owner) {
                    // Own controls have the same ids: they act for the own seat.
                    let own = controls(&world.sandbox, other);
                    let lasting = matches!(verb(&id), "auto" | "stand" | "ready");
                    if lasting || own.iter().any(|(_, theirs, _)| *theirs == id) {
                        continue;
                    }
                    let sent = world.sandbox.forge_click(other, message, &id, values).await;
                    private(&sent.expect("sent"), &id);
                    let after = stored(&world).await;
                    assert_eq!(after, before, "{other} by {id} of {owner}");
                }
            }
        }
        world.settle().await;
        assert_eq!(stored(&world).await, before, "in {phase}");
    }
    // An onlooker's clicks on what everybody sees.
    let before = stored(&world).await;
    for (message, id, _) in controls(&world.sandbox, ONLOOKER) {
        let clicked = world
            .sandbox
            .forge_click(ONLOOKER, message, &id, None)
            .await;
        private(&clicked.expect("sent"), &id);
    }
    world.settle().await;
    assert_eq!(stored(&world).await, before, "an onlooker");
    // Controls of earlier steps, by those who owned them.
    for (owner, message, id, select) in &old {
        let now = controls(&world.sandbox, *owner);
        let lasting = matches!(
            verb(id),
            "auto" | "stand" | "ready" | "sit" | "bot" | "start" | "end" | "close" | "resume"
        );
        let asked = |there: &str| there.split('.').nth(3) == id.split('.').nth(3);
        // A panel drawn anew within a step is no earlier step.
        if lasting || now.iter().any(|(_, there, _)| asked(there)) {
            continue;
        }
        let values: Option<&[&str]> = select.then_some(&["SA.1"]);
        let clicked = world
            .sandbox
            .forge_click(*owner, *message, id, values)
            .await;
        private(&clicked.expect("sent"), id);
    }
    world.settle().await;
    assert_eq!(stored(&world).await, before, "stale controls");

    // The table ends; then nothing of it does anything.
    let ended = world
        .sandbox
        .slash(UserId(1), CHANNEL, &["table", "end"], &[])
        .await;
    let question = ended
        .expect("offered")
        .message()
        .cloned()
        .expect("a question");
    let id = question.buttons[0].custom_id.clone();
    world
        .sandbox
        .click(UserId(1), question.id, &id)
        .await
        .expect("a manager may");
    world.settle().await;
    let before = stored(&world).await;
    let over = en("refused-table-over", vec![]);
    for (owner, message, id, select) in old.iter().take(40) {
        let values: Option<&[&str]> = select.then_some(&["SA.1"]);
        let clicked = world
            .sandbox
            .forge_click(*owner, *message, id, values)
            .await
            .expect("sent");
        private(&clicked, id);
        let said = said(&clicked);
        let looks = matches!(verb(id), "last" | "status" | "rules" | "hand" | "watch");
        assert!(
            looks || said.is_empty() || said.starts_with('❗'),
            "{id}: {said}"
        );
        if verb(id) == "play" {
            assert!(said.contains(&over), "{id}: {said}");
        }
    }
    world.settle().await;
    assert_eq!(stored(&world).await, before, "after the end");
    assert_eq!(world.sandbox.errors(), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn forged_ids_and_values_change_nothing() {
    let (world, mut script) = world(23).await;
    script.begin(&[]).await.expect("it begins");
    until(&world, &mut script, "play").await;
    let leads = |u: &UserId| {
        let dms = world.sandbox.dms(*u);
        dms.iter()
            .any(|m| m.buttons.iter().any(|b| verb(&b.custom_id) == "play"))
    };
    let user = *world.users[..4]
        .iter()
        .find(|u| leads(u))
        .expect("somebody leads");
    let dms = world.sandbox.dms(user);
    let panel = dms
        .iter()
        .rfind(|m| m.buttons.iter().any(|b| verb(&b.custom_id) == "play"));
    let panel = panel.expect("a panel");
    let step = panel.buttons[0]
        .custom_id
        .split('.')
        .nth(3)
        .expect("a step")
        .to_owned();
    let hand = panel.files[0].alt.clone();
    let missing = [
        "SA.1", "HA.1", "DA.1", "CA.1", "S3.1", "H3.1", "D3.1", "C3.1",
    ]
    .into_iter()
    .find(|v| !hand.contains(&sign(v)))
    .expect("a card that is not there");
    let before = stored(&world).await;
    let long = "x".repeat(100);
    let far = format!("v1.play.99.{step}.0");
    let ids = [
        "v1",
        "v1.",
        "v2.play.1.1p1.0",
        "💥",
        "v1.play",
        "v1.play.1.1p1",
        "v1.nothing.1.1p1.0",
        "v1.play.-1.1p1.0",
        "v1.play.99999999999999999999.1p1.0",
        "v1.play.1.1p1.65536",
        "v1.play.1.1p1.-1",
        "v1.play.1.é1.0",
        "v1.play.1.1z1.0",
        &long,
        &far,
    ];
    for id in ids {
        let forged = world
            .sandbox
            .forge_click(user, panel.id, id, None)
            .await
            .expect("sent");
        private(&forged, id);
        assert!(said(&forged).starts_with('❗'), "{id}: {}", said(&forged));
    }
    let thirty = vec!["SA.1"; 30];
    let huge = "SA".repeat(2000);
    let values: [&[&str]; 9] = [
        &[missing],
        &thirty,
        &["-1"],
        &["SA.3"],
        &[&huge],
        &["💥"],
        &[""],
        &[],
        &["SA.1.1", "XX"],
    ];
    for verb in [
        "pick", "set", "follow", "bury", "throw", "forced", "sure", "declare",
    ] {
        for picked in values {
            for index in [0, 99] {
                let id = format!("v1.{verb}.1.{step}.{index}");
                let forged = world
                    .sandbox
                    .forge_click(user, panel.id, &id, Some(picked))
                    .await;
                private(&forged.expect("sent"), &id);
            }
        }
    }
    world.settle().await;
    assert_eq!(stored(&world).await.0, before.0, "something was played");
    assert_eq!(world.sandbox.errors(), Vec::<String>::new());
    // The game goes on as if nothing had been.
    script
        .play_until(200, |s| {
            s.dms(user).len() > 50 || s.channel(CHANNEL).len() > 12
        })
        .await
        .ok();
    assert!(stored(&world).await.0 > before.0);
}

fn sign(value: &str) -> String {
    let suit = match &value[..1] {
        "S" => '♠',
        "H" => '♥',
        "D" => '♦',
        _ => '♣',
    };
    format!("{suit}{}", &value[1..2])
}

#[tokio::test(flavor = "multi_thread")]
async fn one_person_has_one_seat_and_a_stranger_none() {
    let (world, _) = world(25).await;
    let s = &world.sandbox;
    let new = async |user, channel| {
        let done = s.slash(UserId(user), channel, &["table", "new"], &[]).await;
        world.settle().await;
        said(&done.expect("offered"))
    };
    let sit = async |user, channel| {
        let done = s.slash(UserId(user), channel, &["table", "sit"], &[]).await;
        world.settle().await;
        said(&done.expect("offered"))
    };
    assert!(!new(1, CHANNEL).await.contains('❗'));
    assert!(!sit(1, CHANNEL).await.contains('❗'));
    // The host sits and may open no other; somebody else may.
    assert_eq!(
        new(1, OTHER).await,
        format!("❗ {}", en("refused-elsewhere", vec![("table", 1.into())]))
    );
    assert!(!new(2, OTHER).await.contains('❗'));
    assert!(new(3, OTHER).await.contains('❗'));
    assert_eq!(
        sit(1, OTHER).await,
        format!("❗ {}", en("refused-elsewhere", vec![("table", 1.into())]))
    );
    // A stranger in private messages: every command answers.
    let private_channel = s.open_private_channel(ONLOOKER);
    let before = stored(&world).await;
    for path in [
        &["table", "new"][..],
        &["table", "sit"],
        &["table", "stand"],
        &["table", "ready"],
        &["table", "bot"],
        &["table", "start"],
        &["table", "status"],
        &["table", "end"],
        &["hand"],
        &["pass"],
        &["last"],
        &["auto"],
        &["leaderboard"],
        &["rules"],
        &["help"],
    ] {
        let done = s
            .slash(ONLOOKER, private_channel, path, &[])
            .await
            .expect("offered");
        assert!(!said(&done).is_empty(), "{path:?}");
    }
    for name in ["declare", "overturn", "bury", "fry", "play"] {
        let cards = [("cards", json!("S10 HK"))];
        let done = s
            .slash(ONLOOKER, private_channel, &[name], &cards)
            .await
            .expect("offered");
        assert_eq!(
            said(&done),
            format!("❗ {}", en("refused-not-seated", vec![])),
            "{name}"
        );
        let choices = s
            .autocomplete(ONLOOKER, private_channel, &[name], &cards, "cards")
            .await;
        assert_eq!(choices.expect("answered"), vec![], "{name}");
    }
    world.settle().await;
    assert_eq!(stored(&world).await, before);
    assert_eq!(s.errors(), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_missing_permission_stops_the_table_until_it_is_back() {
    for (seed, missing, name) in [
        (27, SEND_MESSAGES, "Send Messages"),
        (28, ATTACH_FILES, "Attach Files"),
        (29, VIEW_CHANNEL, "View Channel"),
    ] {
        let (world, mut script) = world(seed).await;
        script.begin(&[]).await.expect("it begins");
        until(&world, &mut script, "play").await;
        let s = &world.sandbox;
        s.set_permissions(CHANNEL, BOT_PERMISSIONS & !missing);
        // Somebody plays in private: the channel cannot show it.
        for _ in 0..12 {
            script.act().await.expect("people can play in private");
            s.run_for(Duration::from_secs(2)).await.expect("at rest");
        }
        let status = s
            .slash(UserId(2), CHANNEL, &["table", "status"], &[])
            .await
            .expect("offered");
        private(&status, name);
        assert!(said(&status).contains(name), "{}", said(&status));
        let told = |u: u64| {
            let dms = s.dms(UserId(u));
            dms.iter()
                .filter(|m| m.content.contains("stands still"))
                .count()
        };
        // Without files a table is only behind where a picture is due.
        let once = usize::from(missing != ATTACH_FILES);
        assert!(
            (once..=1).contains(&told(1)),
            "the host is told once: {name}"
        );
        assert_eq!(told(2) + told(3) + told(4), 0, "{name}");
        let shown = s.channel(CHANNEL).len();
        s.set_permissions(CHANNEL, BOT_PERMISSIONS);
        s.run_for(Duration::from_secs(40)).await.expect("at rest");
        script
            .play_until(400, |s| s.channel(CHANNEL).len() > shown + 2)
            .await
            .expect("it goes on");
        assert_eq!(s.errors(), Vec::<String>::new());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn with_a_development_server_private_messages_offer_buttons_only() {
    let more = (
        "CHAODIPI_DISCORD_DEV_GUILD".to_owned(),
        SandboxOptions::GUILD.0.to_string(),
    );
    let world = World::with(SandboxOptions::default(), 31, vec![more]).await;
    let s = &world.sandbox;
    assert!(
        s.commands(None).is_empty(),
        "nothing is registered globally"
    );
    let all = chaodipi::commands::specs().len();
    assert_eq!(s.commands(Some(SandboxOptions::GUILD)).len(), all);
    let mut script = world.script(Habit::Clicks, 31);
    script.begin(&[]).await.expect("it begins");
    until(&world, &mut script, "play").await;
    for &user in &world.users {
        for message in s.dms(user) {
            assert!(
                !message.content.contains("You can also type"),
                "{}",
                message.content
            );
        }
        let hand = s
            .slash(user, CHANNEL, &["hand"], &[])
            .await
            .expect("offered");
        assert!(said(&hand).contains("level"), "{}", said(&hand));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn names_are_only_names_and_an_unknown_locale_is_english() {
    let mut options = SandboxOptions::default();
    let names = [
        "**@everyone** <@1>",
        "# big\n> quote\u{202e}",
        "x",
        "||`spoiler`||[a](http://b.c)",
    ];
    options.users = (1..)
        .zip(names)
        .map(|(id, name)| UserSpec {
            global_name: Some(name.to_owned()),
            ..UserSpec::new(id, "plain").locale("xx-YY")
        })
        .collect();
    options.users[2].global_name = Some("é".repeat(300));
    options.users[3].username = "plain4".into();
    options.guilds = vec![GuildSpec {
        locale: "tlh".into(),
        ..options.guilds[0].clone()
    }];
    let world = World::with(options, 33, Vec::new()).await;
    let mut script = world.script(Habit::Mixed, 33);
    script.begin(&[]).await.expect("it begins");
    until(&world, &mut script, "play").await;
    let s = &world.sandbox;
    let mut named = false;
    for message in s.channel(CHANNEL) {
        let text = &message.content;
        for raw in [
            "**@everyone",
            "@everyone** ",
            " <@1>\n",
            "\n# big",
            "||`",
            "](http",
            "\u{202e}",
        ] {
            assert!(!text.contains(raw), "{raw}: {text}");
        }
        assert!(!text.contains(&"é".repeat(33)), "{text}");
        named |= text.contains("\\*\\*\\@everyone\\*\\*");
        assert!(text.chars().count() <= 2000);
    }
    assert!(named, "names are shown");
    let help = s
        .slash(UserId(1), CHANNEL, &["help"], &[])
        .await
        .expect("offered");
    assert!(said(&help).contains("Sit down"), "{}", said(&help));
    assert_eq!(s.errors(), Vec::<String>::new());
}
