//! House rules and published rulesets at tables: in `/table new`, in the lobby, in `/rules`.

use chaodipi::discord::panel::public_messages;
use chaodipi::game::{ClockChoice, Pace};
use chaodipi::i18n::{Lang, text};
use chaodipi::rulebook::{Topic, base_name, params};
use chaodipi::rules::{PRESETS, Variation, preset};
use chaodipi::table::{Snapshot, TableHandle};

use crate::commands_support::{says, slash};
use crate::house_support::{button, choose, clicks, house, manager, no, select};
use crate::support::en;
use crate::table_scene::{GUILD, Scene};

/// The public message of a table where people sit down, for readers of a language.
fn lobby(table: &TableHandle, lang: Lang) -> String {
    let mut snap = Snapshot::clone(&table.snapshot());
    snap.place.language = lang;
    public_messages(&snap)[0].body.text.clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_plays_a_house_rule_and_keeps_it() {
    let mut scene = Scene::new(1).await;
    let boss = manager(&scene, 0, Lang::En).await;
    house(&boss, "Friday", "scoring.must-play", "\"ace\"").await;
    let said = slash(&boss, "table new", &[("rules", "frid")]).await;
    let unknown = no("refused-rules", vec![("name", "frid".into())]);
    assert_eq!(says(&said), unknown);
    let said = slash(&boss, "table new", &[("rules", "Friday")]).await;
    assert_eq!(says(&said), en("opened", vec![("table", 1.into())]));
    let table = scene.registry().all().remove(0);
    let rules = table.snapshot().public.rules.clone();
    let mut expected = preset("tournament").expect("a preset");
    expected.scoring.must_play = chaodipi::rules::MustPlay::Ace;
    assert!(rules.house && rules.house_name.as_deref() == Some("Friday"));
    assert_eq!(rules.scoring, expected.scoring);

    // The lobby says which house rule it is and what differs.
    let must_play = chaodipi::rulebook::param("scoring.must-play").expect("a parameter");
    for lang in Lang::ALL {
        let lobby = lobby(&table, lang);
        assert!(lobby.contains("Friday"), "{lobby}");
        assert!(lobby.contains(&must_play.says(lang, &rules)), "{lobby}");
    }
    let told = slash(&boss, "rules", &[("topic", "levels")]).await;
    assert!(says(&told).contains("✏️"), "{}", says(&told));

    // Changed and deleted afterwards, it is still what this table plays.
    let panel = slash(&boss, "house edit", &[("name", "Friday")]).await;
    let panel = choose(&boss, panel, "scoring.rise", "\"forty\"").await;
    clicks(&boss, &button(&panel, "hsave"), &[]).await;
    let id = scene.store().houses(GUILD).await.expect("read")[0].id;
    let asked = slash(&boss, "house delete", &[("name", &format!("house:{id}"))]).await;
    clicks(&boss, &button(&asked, "hdelete"), &[]).await;
    drop((boss, table));
    scene.crash().await;
    scene.start().await;
    let table = scene.registry().all().remove(0);
    assert_eq!(table.snapshot().public.rules, rules);
    scene.start_game(&table, 1).await;
    assert_eq!(table.snapshot().public.rules, rules);
}

/// As far from its base as can be, and with the longest names.
#[tokio::test(flavor = "multi_thread")]
async fn a_lobby_tells_as_many_changes_as_fit() {
    let scene = Scene::new(1).await;
    let mut variation = Variation::new("double-dig");
    for param in params() {
        let base = preset("double-dig").expect("a preset");
        let mut offered = param.offered(&base).into_iter();
        let other = offered.rfind(|v| *v != param.value(&base));
        variation.set(param.path, &other.expect("another value"));
    }
    let mut rules = variation.resolve().expect("a preset").rules;
    rules.house_name = Some("_".repeat(32));
    let table = scene.open_with(rules, ClockChoice::None, Pace::Brisk).await;
    for lang in Lang::ALL {
        let lobby = lobby(&table, lang);
        assert!(lobby.encode_utf16().count() <= 2000);
        let told = lobby.matches("✏️").count();
        let left = params().len() - told;
        let more = text(lang, "changes-more", vec![("left", left.into())]);
        assert!(told >= 5 && lobby.ends_with(&more), "{lobby}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_published_ruleset_can_be_told_and_opened_by_name() {
    let scene = Scene::new(1).await;
    for lang in Lang::ALL {
        let context = scene.context(0, lang).await;
        for preset in PRESETS.iter() {
            let name = base_name(lang, preset.id);
            let told = slash(&context, "rules", &[("rules", &name)]).await;
            assert!(says(&told).contains(&name), "{}", says(&told));
            let other = select(&told, "topic").id.clone();
            let told = clicks(&context, &other, &[Topic::Score.id()]).await;
            assert!(says(&told).contains(&name), "{}", says(&told));
            assert!(select(&told, "topic").options[4].picked);
        }
    }
    let direct = scene.direct(0, Lang::En).await;
    let told = slash(&direct, "rules", &[("rules", "whist")]).await;
    assert_eq!(
        says(&told),
        no("refused-rules", vec![("name", "whist".into())])
    );
}

/// A later version may drop a parameter, a value or a preset.
#[tokio::test(flavor = "multi_thread")]
async fn a_house_rule_of_an_older_version_is_loaded_and_explained() {
    let scene = Scene::new(1).await;
    let boss = manager(&scene, 0, Lang::En).await;
    let guest = scene.context(1, Lang::En).await;
    let store = scene.store();
    let put = async |name: &str, base: &str, changes: &[(&str, serde_json::Value)]| {
        let mut variation = Variation::new(base);
        let changes = changes.iter().map(|(p, v)| ((*p).to_owned(), v.clone()));
        variation.changes.extend(changes);
        let player = boss.person.player;
        let draft = store.begin_house(GUILD, player, name, variation).await;
        let (draft, _) = draft.expect("stored").expect("taken");
        let saved = store.save_house_draft(GUILD, player, draft.id).await;
        saved.expect("stored").expect("taken");
    };
    put(
        "Old",
        "tournament",
        &[
            ("auction.weather", "fine".into()),
            ("clock.play", 30.into()),
        ],
    )
    .await;
    put("Lost", "whist", &[("clock.play", 30.into())]).await;
    put("Odd", "tournament", &[("auction.rank", "suits".into())]).await;

    let gone = en("house-gone", vec![("changes", "auction\\.weather".into())]);
    let shown = says(&slash(&boss, "house show", &[("name", "Old")]).await);
    assert!(shown.contains(&gone), "{shown}");
    let shown = says(&slash(&guest, "house show", &[("name", "Old")]).await);
    assert!(!shown.contains("weather"), "{shown}");
    let opened = says(&slash(&boss, "table new", &[("rules", "Old")]).await);
    assert!(opened.contains(&gone), "{opened}");
    assert_eq!(
        scene.registry().all()[0].snapshot().public.rules.clock.play,
        30
    );
    // The next change clears it away.
    let panel = slash(&boss, "house edit", &[("name", "Old")]).await;
    assert!(says(&panel).contains(&gone));
    let panel = choose(&boss, panel, "clock.play", "45").await;
    assert!(!says(&panel).contains("weather"), "{}", says(&panel));
    clicks(&boss, &button(&panel, "hsave"), &[]).await;

    let args = || vec![("name", "Lost".into()), ("base", "whist".into())];
    for command in ["house show", "house edit"] {
        let said = slash(&boss, command, &[("name", "Lost")]).await;
        assert_eq!(says(&said), no("refused-house-base", args()), "{command}");
    }
    let said = slash(&boss, "table new", &[("rules", "Lost")]).await;
    assert_eq!(says(&said), no("refused-house-base", args()));
    let why = en("conflict-secret-pairs", vec![]);
    let said = slash(&boss, "table new", &[("rules", "Odd")]).await;
    assert_eq!(
        says(&said),
        no("refused-house-conflict", vec![("why", why.into())])
    );
    let listed = says(&slash(&boss, "house list", &[]).await);
    assert!(
        listed.contains("Lost") && listed.contains("whist"),
        "{listed}"
    );
    let asked = slash(&boss, "house delete", &[("name", "Lost")]).await;
    clicks(&boss, &button(&asked, "hdelete"), &[]).await;
}
