//! `/server`: who may, what is kept and holds for new tables, and what managers
//! do with any table.

use chaodipi::commands::{self, Context, OptionValue, Request};
use chaodipi::discord::limits::faults;
use chaodipi::discord::permissions::{Permission, Seen};
use chaodipi::discord::reply::Reply;
use chaodipi::game::{ClockChoice, Length, Pace, PublicPhase, TableId};
use chaodipi::i18n::{Lang, text};
use chaodipi::store::{Seasons, ServerSettings};

use crate::commands_support::{is_private, says, slash};
use crate::house_support::{body, clicks, house, manager, no};
use crate::support::en;
use crate::table_scene::{CHANNEL, GUILD, Scene};

/// Types a subcommand with options of any kind.
pub async fn types(ctx: &Context, path: &str, options: &[(&str, OptionValue)]) -> Reply {
    let options = options.iter().map(|(n, v)| ((*n).to_owned(), v.clone()));
    let request = Request::Slash {
        name: "server".to_owned(),
        path: vec![path.to_owned()],
        options: options.collect(),
    };
    commands::run(ctx, request).await
}

fn chosen(value: &str) -> OptionValue {
    OptionValue::Text(value.to_owned())
}

async fn decided(scene: &Scene) -> ServerSettings {
    scene.store().server(GUILD).await.expect("read")
}

/// The id of the control with that index.
pub fn control(reply: &Reply, index: u16) -> String {
    use chaodipi::discord::reply::Row;
    let mut ids = Vec::new();
    for row in &body(reply).rows {
        match row {
            Row::Buttons(buttons) => ids.extend(buttons.iter().map(|b| b.id.clone())),
            Row::Select(select) => ids.push(select.id.clone()),
            Row::People(select) => ids.push(select.id.clone()),
        }
    }
    let fits = |id: &String| {
        let last = id.rsplit('.').next().expect("a number");
        last.split('-').next() == Some(&index.to_string())
    };
    ids.into_iter().find(fits).expect("such a control")
}

#[tokio::test(flavor = "multi_thread")]
async fn only_managers_decide_and_only_in_a_server() {
    let scene = Scene::new(1).await;
    let guest = scene.context(1, Lang::En).await;
    let direct = scene.direct(1, Lang::En).await;
    for path in [
        "show",
        "set",
        "allow",
        "disallow",
        "permissions",
        "end",
        "void",
        "repair",
    ] {
        let refused = types(&guest, path, &[]).await;
        assert_eq!(
            says(&refused),
            no("refused-server-manager", vec![]),
            "{path}"
        );
        let refused = types(&direct, path, &[]).await;
        assert_eq!(says(&refused), no("refused-server-here", vec![]), "{path}");
    }
    for index in 0..=12 {
        let id = format!("v1.server.1.0l0.{index}");
        let refused = clicks(&guest, &id, &["zh-CN"]).await;
        assert_eq!(says(&refused), no("refused-server-manager", vec![]));
    }
    assert_eq!(decided(&scene).await, ServerSettings::default());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_is_set_by_typing_and_clicking() {
    let scene = Scene::new(2).await;
    let boss = manager(&scene, 0, Lang::En).await;
    house(&boss, "Friday", "clock.play", "30").await;
    let reply = types(
        &boss,
        "set",
        &[
            ("rules", chosen("friday")),
            ("clock", chosen("preset")),
            ("language", chosen("zh-TW")),
            ("seasons", chosen("quarterly")),
            ("threads", chosen("off")),
        ],
    )
    .await;
    assert!(is_private(&reply));
    assert!(says(&reply).contains("Friday"), "{}", says(&reply));
    let id = scene.store().houses(GUILD).await.expect("read")[0].id;
    let expected = ServerSettings {
        rules: Some(format!("house:{id}")),
        clock: ClockChoice::Preset,
        language: Some(Lang::ZhTw),
        seasons: Seasons::Quarterly,
        threads: false,
        ..ServerSettings::default()
    };
    assert_eq!(decided(&scene).await, expected);
    let refused = types(&boss, "set", &[]).await;
    assert_eq!(says(&refused), no("refused-server-nothing", vec![]));
    let refused = types(&boss, "set", &[("rules", chosen("whist"))]).await;
    let name = vec![("name", "whist".into())];
    assert_eq!(says(&refused), no("refused-rules", name));
    assert_eq!(decided(&scene).await, expected);

    for lang in Lang::ALL {
        let boss = manager(&scene, 0, lang).await;
        let panel = types(&boss, "show", &[]).await;
        assert_eq!(faults(body(&panel)), Vec::<String>::new());
        let panel = clicks(&boss, &control(&panel, 0), &["tv"]).await;
        let panel = clicks(&boss, &control(&panel, 1), &["none"]).await;
        let panel = clicks(&boss, &control(&panel, 2), &["opener"]).await;
        let panel = clicks(&boss, &control(&panel, 3), &["monthly"]).await;
        let old = control(&panel, 3);
        let panel = clicks(&boss, &old, &["none"]).await;
        assert_ne!(control(&panel, 3), old, "a select comes back anew");
        let panel = clicks(&boss, &control(&panel, 5), &[]).await;
        let panel = clicks(&boss, &control(&panel, 7), &[]).await;
        let now = ServerSettings {
            channels: vec![CHANNEL],
            roles: Vec::new(),
            threads: true,
            rules: Some("tv".to_owned()),
            clock: ClockChoice::None,
            language: None,
            seasons: Seasons::None,
        };
        assert_eq!(decided(&scene).await, now);
        assert_eq!(faults(body(&panel)), Vec::<String>::new());
        let panel = clicks(&boss, &control(&panel, 4), &[]).await;
        clicks(&boss, &control(&panel, 8), &[]).await;
        let last = decided(&scene).await;
        assert!(!last.threads && last.channels.is_empty());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_table_follows_what_the_server_has_decided() {
    let scene = Scene::new(3).await;
    let boss = manager(&scene, 0, Lang::En).await;
    let options = [
        ("rules", chosen("tv")),
        ("clock", chosen("none")),
        ("language", chosen("zh-CN")),
    ];
    types(&boss, "set", &options).await;
    let guest = scene.context(1, Lang::En).await;
    let opened = slash(&guest, "table new", &[]).await;
    assert!(says(&opened).contains('1'), "{}", says(&opened));
    let table = scene.registry().in_channel(CHANNEL).expect("a table");
    let snap = table.snapshot();
    assert_eq!(snap.place.language, Lang::ZhCn);
    assert_eq!(snap.public.rules.base, "tv");
    assert_eq!(snap.public.clock, ClockChoice::None);
    assert_eq!(snap.public.length, Length::Game);
    // What is said counts more.
    let there = Context {
        channel: CHANNEL + 1,
        ..scene.context(2, Lang::En).await
    };
    let said = [
        ("rules", "tournament"),
        ("clock", "relaxed"),
        ("language", "en"),
    ];
    slash(&there, "table new", &said).await;
    let table = scene.registry().in_channel(CHANNEL + 1).expect("a table");
    let snap = table.snapshot();
    assert_eq!(snap.place.language, Lang::En);
    assert_eq!(snap.public.rules.base, "tournament");
    assert_eq!(snap.public.clock, ClockChoice::Relaxed);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_house_rule_that_is_gone_keeps_nobody_from_playing() {
    let scene = Scene::new(4).await;
    let boss = manager(&scene, 0, Lang::En).await;
    house(&boss, "Friday", "clock.play", "30").await;
    types(&boss, "set", &[("rules", chosen("Friday"))]).await;
    let id = scene.store().houses(GUILD).await.expect("read")[0].id;
    scene.store().delete_house(GUILD, id).await.expect("stored");
    let panel = types(&boss, "show", &[]).await;
    assert!(says(&panel).contains(&en("server-rules-gone", vec![])));
    let opened = slash(&scene.context(1, Lang::En).await, "table new", &[]).await;
    assert!(says(&opened).contains(&en("server-rules-fell-back", vec![])));
    assert!(scene.registry().in_channel(CHANNEL).is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_are_opened_where_and_by_whom_the_server_says() {
    let scene = Scene::new(5).await;
    let boss = manager(&scene, 0, Lang::En).await;
    let refused = types(&boss, "allow", &[]).await;
    assert_eq!(says(&refused), no("refused-server-nothing", vec![]));
    let options = [
        ("channel", OptionValue::Id(77)),
        ("role", OptionValue::Id(88)),
    ];
    types(&boss, "allow", &options).await;
    let guest = scene.context(1, Lang::En).await;
    let refused = slash(&guest, "table new", &[]).await;
    assert!(says(&refused).contains("<#77>"), "{}", says(&refused));
    // In a thread of the channel, but without the role.
    let thread = Context {
        parent: Some(77),
        thread: true,
        ..guest.clone()
    };
    let refused = slash(&thread, "table new", &[]).await;
    assert!(says(&refused).contains("<@&88>"), "{}", says(&refused));
    assert!(scene.registry().in_channel(CHANNEL).is_none());
    let held = Context {
        roles: vec![5, 88],
        ..thread
    };
    slash(&held, "table new", &[]).await;
    assert!(scene.registry().in_channel(CHANNEL).is_some());
    types(&boss, "disallow", &options).await;
    assert_eq!(decided(&scene).await, ServerSettings::default());
}

/// A list that is full is said to be, and a long one hides nothing below it.
#[tokio::test(flavor = "multi_thread")]
async fn long_lists_of_channels_and_roles_are_refused_and_shortened() {
    let scene = Scene::new(9).await;
    let boss = manager(&scene, 0, Lang::En).await;
    let id = |n: u64| OptionValue::Id(1_400_000_000_000_000_000 + n);
    for n in 0..40 {
        types(&boss, "allow", &[("channel", id(n)), ("role", id(n))]).await;
    }
    let full = decided(&scene).await;
    assert_eq!((full.channels.len(), full.roles.len()), (40, 40));
    for (option, key) in [
        ("channel", "refused-server-channels"),
        ("role", "refused-server-roles"),
    ] {
        let refused = types(&boss, "allow", &[(option, id(40))]).await;
        assert_eq!(says(&refused), no(key, vec![("most", 40.into())]));
        // One that is named already is no other one.
        types(&boss, "allow", &[(option, id(39))]).await;
    }
    assert_eq!(decided(&scene).await, full);
    for lang in Lang::ALL {
        let boss = manager(&scene, 0, lang).await;
        let panel = types(&boss, "show", &[]).await;
        assert_eq!(faults(body(&panel)), Vec::<String>::new());
        for key in ["server-threads", "server-more"] {
            assert!(says(&panel).contains(&text(lang, key, vec![])), "{key}");
        }
        let more = text(lang, "server-more-of-them", vec![("count", 32.into())]);
        assert_eq!(says(&panel).matches(&more).count(), 2);
    }
    // By the button of a channel, too.
    let panel = types(&boss, "show", &[]).await;
    let refused = clicks(&boss, &control(&panel, 7), &[]).await;
    let why = no("refused-server-channels", vec![("most", 40.into())]);
    assert!(says(&refused).starts_with(&why), "{}", says(&refused));
    assert_eq!(decided(&scene).await, full);
}

#[tokio::test(flavor = "multi_thread")]
async fn any_table_is_ended_made_void_and_repaired() {
    let mut scene = Scene::new(6).await;
    let boss = manager(&scene, 9, Lang::En).await;
    let table = scene.started(4, ClockChoice::Relaxed, Pace::Instant).await;
    let id = table.id();
    let dealt = |s: &chaodipi::table::Snapshot| s.public.result.is_some();
    scene.play_until(&table, true, dealt).await;
    let board = |scene: &Scene| {
        let store = scene.store().clone();
        async move { store.all_standings().await.expect("read").len() }
    };
    assert_eq!(board(&scene).await, 4);

    let number = [("table", OptionValue::Number(id.0))];
    let before = table.snapshot();
    let mut states = table.watch();
    let repaired = types(&boss, "repair", &number).await;
    let named = || vec![("table", id.0.into())];
    assert_eq!(says(&repaired), en("server-repaired", named()));
    let again = states.wait_for(|s| s.repairs > before.repairs).await;
    let again = again.expect("a state").clone();
    assert_eq!(again.revision, before.revision);
    assert!(again.public == before.public);

    // In another server the number means nothing.
    let elsewhere = Context {
        guild: Some(GUILD + 1),
        ..boss.clone()
    };
    for path in ["end", "void", "repair"] {
        let refused = types(&elsewhere, path, &number).await;
        assert_eq!(says(&refused), no("refused-server-table", named()));
    }
    let asked = types(&boss, "void", &number).await;
    assert_eq!(board(&scene).await, 4, "it is asked about first");
    let void = control(&asked, 11);
    let refused = clicks(&elsewhere, &void, &[]).await;
    assert_eq!(says(&refused), no("refused-server-table", named()));
    let done = clicks(&boss, &void, &[]).await;
    let counted = vec![("table", id.0.into()), ("deals", 1.into())];
    assert_eq!(says(&done), en("server-voided", counted));
    assert_eq!(table.snapshot().public.phase, PublicPhase::Ended);
    assert_eq!(board(&scene).await, 0);
    scene.store().rebuild_standings().await.expect("counted");
    assert_eq!(
        board(&scene).await,
        0,
        "counting anew does not bring them back"
    );
    // Once more does no harm.
    let done = clicks(&boss, &void, &[]).await;
    assert!(says(&done).contains('0'), "{}", says(&done));
    let gone = types(&boss, "end", &[("table", OptionValue::Number(99))]).await;
    let named = vec![("table", 99.into())];
    assert_eq!(says(&gone), no("refused-server-table", named));
}

/// Every phase a table can be in.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_is_ended_in_every_phase_also_one_that_does_not_answer() {
    let mut scene = Scene::new(7).await;
    let boss = manager(&scene, 9, Lang::En).await;
    let steps = [0, 3, 12, 20, 40, 80];
    for (round, steps) in steps.into_iter().enumerate() {
        let table = if round == 0 {
            scene.open(ClockChoice::Relaxed, Pace::Brisk).await
        } else {
            scene.started(2, ClockChoice::Relaxed, Pace::Brisk).await
        };
        for _ in 0..steps {
            scene.step(&table, true).await;
        }
        let asked = types(&boss, "end", &[]).await;
        let done = clicks(&boss, &control(&asked, 10), &[]).await;
        let named = vec![("table", table.id().0.into())];
        assert_eq!(says(&done), en("server-ended", named), "{steps} steps");
        assert!(scene.registry().in_channel(CHANNEL).is_none());
        scene.show(&table).await;
    }
    // One that the program could not take up: only its rows are left.
    let table = scene.started(2, ClockChoice::Relaxed, Pace::Brisk).await;
    let id = table.id();
    scene.registry().give_up(id);
    assert!(scene.registry().in_channel(CHANNEL).is_none());
    let asked = types(&boss, "end", &[("table", OptionValue::Number(id.0))]).await;
    clicks(&boss, &control(&asked, 10), &[]).await;
    drop(table);
    scene.crash().await;
    scene.start().await;
    assert!(scene.registry().table(TableId(id.0)).is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_of_permissions_names_what_is_missing_where() {
    let scene = Scene::new(8).await;
    for lang in Lang::ALL {
        let boss = manager(&scene, 0, lang).await;
        let all = Permission::ALL.iter().fold(0, |bits, p| bits | p.bit());
        let tell = |channel, bits| {
            let seen = Seen { guild: GUILD, bits };
            boss.permissions.tell(channel, seen);
        };
        tell(CHANNEL, all);
        tell(71, all & !Permission::Attach.bit());
        tell(72, all & !Permission::CreateThreads.bit());
        tell(74, all & !Permission::Emoji.bit());
        scene
            .store()
            .change_server(GUILD, |server| server.channels = vec![73])
            .await
            .expect("stored");
        let page = types(&boss, "permissions", &[]).await;
        let said = says(&page);
        let line = |key: &str, channel: u64, missing: &str| {
            let mut args = vec![("channel", format!("<#{channel}>").into())];
            if !missing.is_empty() {
                args.push(("missing", missing.to_owned().into()));
            }
            text(lang, key, args)
        };
        for wanted in [
            line("permissions-all", CHANNEL, ""),
            line("permissions-missing", 71, &Permission::Attach.name(lang)),
            line(
                "permissions-wanted",
                72,
                &Permission::CreateThreads.name(lang),
            ),
            line("permissions-missing", 74, &Permission::Emoji.name(lang)),
            line("permissions-unknown", 73, ""),
        ] {
            assert!(said.lines().any(|l| l == wanted), "{wanted} in {said}");
        }
    }
}
