//! `/house`: who may, what is kept, what is refused and why.

use chaodipi::commands::Context;
use chaodipi::discord::reply::Reply;
use chaodipi::i18n::{Lang, text};
use chaodipi::rulebook::{Topic, base_name, params};
use chaodipi::rules::{PRESETS, Variation, preset};
use chaodipi::store::MOST_HOUSES;

use crate::commands_support::{is_private, says, slash};
use crate::house_support::{body, button, choose, clicks, completes, house, manager, no, select};
use crate::support::en;
use crate::table_scene::{GUILD, Scene};

#[tokio::test(flavor = "multi_thread")]
async fn a_house_rule_is_made_by_clicks_shown_listed_changed_and_deleted() {
    let scene = Scene::new(1).await;
    let boss = manager(&scene, 0, Lang::En).await;
    let guest = scene.context(1, Lang::ZhCn).await;
    let listed = slash(&guest, "house list", &[]).await;
    assert_eq!(says(&listed), text(Lang::ZhCn, "house-none", vec![]));

    house(
        &boss,
        "Friday *night*",
        "auction.undeclared",
        "\"no-trump\"",
    )
    .await;
    let listed = slash(&guest, "house list", &[]).await;
    assert!(
        says(&listed).contains("Friday \\*night\\*"),
        "{}",
        says(&listed)
    );
    let shown = slash(&guest, "house show", &[("name", "friday *NIGHT*")]).await;
    let said = says(&shown);
    let undeclared = chaodipi::rulebook::param("auction.undeclared").expect("a parameter");
    let base = preset("tournament").expect("a preset");
    let rules = undeclared.set(&base, &"no-trump".into()).expect("a value");
    assert!(
        said.contains(&undeclared.says(Lang::ZhCn, &rules)),
        "{said}"
    );
    assert!(said.contains(&undeclared.says(Lang::ZhCn, &base)), "{said}");

    // Every topic of it can be read, and says what is changed.
    let topics = select(&shown, "topic");
    let part = clicks(&guest, &topics.id.clone(), &[Topic::Declaring.id()]).await;
    assert!(says(&part).contains("✏️"), "{}", says(&part));

    let panel = slash(&boss, "house edit", &[("name", "Friday *night*")]).await;
    assert!(says(&panel).contains(&undeclared.title(Lang::En)));
    let panel = choose(&boss, panel, "clock.play", "60").await;
    let saved = clicks(&boss, &button(&panel, "hsave"), &[]).await;
    assert!(matches!(saved, Reply::Edit(_)));
    let houses = scene.store().houses(GUILD).await.expect("read");
    assert_eq!(houses.len(), 1);
    assert_eq!(houses[0].variation.changes.len(), 2);

    let asked = slash(&boss, "house delete", &[("name", "Friday *night*")]).await;
    assert_eq!(scene.store().houses(GUILD).await.expect("read").len(), 1);
    let delete = button(&asked, "hdelete");
    let deleted = clicks(&boss, &delete, &[]).await;
    assert_eq!(says(&deleted), en("house-deleted", vec![]));
    assert!(scene.store().houses(GUILD).await.expect("read").is_empty());
    let again = clicks(&boss, &delete, &[]).await;
    assert_eq!(says(&again), no("refused-house-gone", vec![]));
}

/// Every topic, every parameter, every value, in every language.
#[tokio::test(flavor = "multi_thread")]
async fn the_panel_keeps_within_discords_limits_everywhere() {
    let scene = Scene::new(1).await;
    let boss = manager(&scene, 0, Lang::En).await;
    let long = "*".repeat(32);
    let options = [("name", long.as_str()), ("base", "double-dig")];
    let mut panel = slash(&boss, "house new", &options).await;
    // As far from its base as can be: whatever fits is told, the rest counted.
    for param in params() {
        let base = preset("double-dig").expect("a preset");
        let values = param.offered(&base);
        let other = values.iter().find(|v| **v != param.value(&base));
        let other = other.expect("another value").to_string();
        panel = choose(&boss, panel, param.path, &other).await;
    }
    for lang in Lang::ALL {
        let boss = manager(&scene, 0, lang).await;
        for param in params() {
            let topics = select(&panel, "htopic").id.clone();
            panel = clicks(&boss, &topics, &[param.topic.id()]).await;
            let list = select(&panel, "hparam").id.clone();
            panel = clicks(&boss, &list, &[param.path]).await;
            let title = param.title(lang);
            assert!(says(&panel).contains(&title), "{title}: {}", says(&panel));
            assert!(says(&panel).contains('❗'));
        }
    }
    // What cannot be played is kept, told, and not saved.
    let saved = clicks(&boss, &button(&panel, "hsave"), &[]).await;
    assert!(says(&saved).starts_with('❗'), "{}", says(&saved));
    assert!(scene.store().houses(GUILD).await.expect("read").is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn only_managers_change_house_rules_and_each_its_own_draft() {
    let scene = Scene::new(1).await;
    let boss = manager(&scene, 0, Lang::En).await;
    let guest = scene.context(1, Lang::En).await;
    let refused = no("refused-house-manager", vec![]);
    for verb in ["new", "edit", "delete"] {
        let said = slash(&guest, &format!("house {verb}"), &[("name", "x")]).await;
        assert_eq!(says(&said), refused, "{verb}");
        assert!(is_private(&said));
    }
    let panel = slash(&boss, "house new", &[("name", "Mine")]).await;
    let topics = select(&panel, "htopic").id.clone();
    let save = button(&panel, "hsave");
    let discard = button(&panel, "hdiscard");
    for id in [&topics, &save, &discard] {
        let said = clicks(&guest, id, &["play"]).await;
        assert_eq!(says(&said), refused, "{id}");
    }
    // Another manager has drafts of its own, another server its own rules.
    let other = manager(&scene, 2, Lang::En).await;
    let elsewhere = Context {
        guild: Some(GUILD + 1),
        ..manager(&scene, 0, Lang::En).await
    };
    for context in [&other, &elsewhere] {
        let said = clicks(context, &save, &[]).await;
        assert_eq!(says(&said), no("refused-house-draft", vec![]));
    }
    let direct = Context {
        manager: true,
        ..scene.direct(0, Lang::En).await
    };
    let said = clicks(&direct, &save, &[]).await;
    assert_eq!(says(&said), no("refused-house-server", vec![]));
    let said = slash(&direct, "house list", &[]).await;
    assert_eq!(says(&said), no("refused-house-server", vec![]));
    // Nothing of all that has touched the draft.
    let drafts = scene.store().house_drafts(GUILD, boss.person.player).await;
    assert_eq!(drafts.expect("read").len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_saved_is_refused_in_one_sentence_and_stays() {
    let scene = Scene::new(1).await;
    let boss = manager(&scene, 0, Lang::En).await;
    for (name, key) in [
        ("  ", "refused-house-empty"),
        ("Tournament", "refused-house-published"),
        ("比賽規則", "refused-house-published"),
    ] {
        let said = slash(&boss, "house new", &[("name", name)]).await;
        assert_eq!(says(&said), no(key, vec![]), "{name}");
    }
    let long = "x".repeat(33);
    let said = slash(&boss, "house new", &[("name", &long)]).await;
    let args = vec![("most", 32.into()), ("length", 33.into())];
    assert_eq!(says(&said), no("refused-house-long", args));

    // Nothing changed yet.
    let panel = slash(&boss, "house new", &[("name", "Odd")]).await;
    let save = button(&panel, "hsave");
    let said = clicks(&boss, &save, &[]).await;
    let base = base_name(Lang::En, "tournament");
    let same = no("refused-house-same", vec![("base", base.into())]);
    assert!(says(&said).starts_with(&same), "{}", says(&said));

    // Secret frying cannot be ranked; with open frying it can.
    let panel = choose(&boss, said, "auction.rank", "\"suits\"").await;
    let why = en("conflict-secret-pairs", vec![]);
    assert!(says(&panel).contains(&why), "{}", says(&panel));
    let said = clicks(&boss, &save, &[]).await;
    let refused = no("refused-house-conflict", vec![("why", why.clone().into())]);
    assert!(says(&said).starts_with(&refused), "{}", says(&said));
    let panel = choose(&boss, said, "auction.secrecy", "\"open\"").await;
    assert!(!says(&panel).contains(&why), "{}", says(&panel));
    let saved = clicks(&boss, &save, &[]).await;
    let said = en("house-saved", vec![("name", "Odd".into())]);
    assert_eq!(says(&saved), said);
    // The panel is of yesterday now.
    let again = clicks(&boss, &save, &[]).await;
    assert_eq!(says(&again), no("refused-house-draft", vec![]));

    // A name counts once, however it is written.
    let said = slash(&boss, "house new", &[("name", "ODD")]).await;
    let taken = no("refused-house-taken", vec![("name", "ODD".into())]);
    assert_eq!(says(&said), taken);
    let said = slash(&boss, "house show", &[("name", "@everyone **x**")]).await;
    assert!(
        says(&said).contains("\\@everyone \\*\\*x\\*\\*"),
        "{}",
        says(&said)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_house_rule_takes_another_name_with_its_drafts() {
    let scene = Scene::new(1).await;
    let boss = manager(&scene, 0, Lang::En).await;
    let other = manager(&scene, 1, Lang::En).await;
    house(&boss, "Old", "clock.play", "30").await;
    house(&boss, "Taken", "clock.play", "30").await;
    let draft = slash(&other, "house edit", &[("name", "Old")]).await;
    choose(&other, draft, "clock.play", "45").await;

    let guest = scene.context(2, Lang::En).await;
    let refused = |said: Reply, key: &str, args| assert_eq!(says(&said), no(key, args));
    let to = |name: &'static str, to: &'static str| [("name", name), ("to", to)];
    let rename = "house rename";
    let said = slash(&guest, rename, &to("Old", "New")).await;
    refused(said, "refused-house-manager", vec![]);
    let said = slash(&boss, rename, &to("Nobody", "New")).await;
    refused(
        said,
        "refused-house-unknown",
        vec![("name", "Nobody".into())],
    );
    let said = slash(&boss, rename, &to("Old", " ")).await;
    refused(said, "refused-house-empty", vec![]);
    let said = slash(&boss, rename, &to("Old", "Tournament")).await;
    refused(said, "refused-house-published", vec![]);
    let said = slash(&boss, rename, &to("Old", "TAKEN")).await;
    refused(said, "refused-house-taken", vec![("name", "TAKEN".into())]);

    let args = vec![("before", "Old".into()), ("name", "New \\*".into())];
    let said = slash(&boss, rename, &to("old", "New *")).await;
    assert_eq!(says(&said), en("house-renamed", args));
    let names = |houses: Vec<chaodipi::store::House>| -> Vec<String> {
        houses.into_iter().map(|h| h.name).collect()
    };
    let houses = scene.store().houses(GUILD).await.expect("read");
    assert_eq!(names(houses), ["New *", "Taken"]);
    // The name may be written otherwise, too.
    slash(&boss, rename, &to("New *", "NEW *")).await;
    let houses = scene.store().houses(GUILD).await.expect("read");
    assert_eq!(names(houses), ["NEW *", "Taken"]);
    // The other manager goes on where it was, and saves under the new name.
    let panel = slash(&other, "house edit", &[("name", "New *")]).await;
    let said = says(&panel);
    assert!(said.starts_with(&en("house-resumed", vec![])), "{said}");
    clicks(&other, &button(&panel, "hsave"), &[]).await;
    let houses = scene.store().houses(GUILD).await.expect("read");
    assert_eq!(houses[0].variation.changes["clock.play"], 45);
    assert_eq!(names(houses), ["NEW *", "Taken"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draft_outlives_a_crash_and_a_second_opening() {
    let mut scene = Scene::new(1).await;
    let boss = manager(&scene, 0, Lang::En).await;
    let panel = slash(&boss, "house new", &[("name", "Slow")]).await;
    let panel = choose(&boss, panel, "clock.play", "120").await;
    let save = button(&panel, "hsave");
    drop(boss);
    scene.crash().await;
    scene.start().await;
    let boss = manager(&scene, 0, Lang::En).await;
    let again = slash(&boss, "house new", &[("name", "slow"), ("base", "tv")]).await;
    let said = says(&again);
    assert!(said.starts_with(&en("house-resumed", vec![])), "{said}");
    assert!(said.contains("120"), "{said}");
    let listed = says(&slash(&boss, "house list", &[]).await);
    assert!(listed.contains(&en("house-unsaved", vec![("names", "Slow".into())])));
    let saved = clicks(&boss, &save, &[]).await;
    assert_eq!(
        says(&saved),
        en("house-saved", vec![("name", "Slow".into())])
    );

    // Discarding asks once, and what is saved stays.
    let panel = slash(&boss, "house edit", &[("name", "Slow")]).await;
    let panel = choose(&boss, panel, "clock.play", "10").await;
    let asked = clicks(&boss, &button(&panel, "hdiscard"), &[]).await;
    let sure = button(&asked, "hdiscard");
    assert!(sure.ends_with(".1"), "{sure}");
    clicks(&boss, &sure, &[]).await;
    let houses = scene.store().houses(GUILD).await.expect("read");
    assert_eq!(houses[0].variation.changes["clock.play"], 120);
    let drafts = scene.store().house_drafts(GUILD, boss.person.player).await;
    assert!(drafts.expect("read").is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn two_managers_do_not_overwrite_each_other() {
    let scene = Scene::new(1).await;
    let (one, two) = (
        manager(&scene, 0, Lang::En).await,
        manager(&scene, 1, Lang::En).await,
    );
    house(&one, "Ours", "clock.play", "30").await;
    let name = [("name", "Ours")];
    let first = slash(&one, "house edit", &name).await;
    let second = slash(&two, "house edit", &name).await;
    let first = choose(&one, first, "clock.play", "45").await;
    let second = choose(&two, second, "clock.play", "90").await;
    clicks(&one, &button(&first, "hsave"), &[]).await;
    let said = clicks(&two, &button(&second, "hsave"), &[]).await;
    let changed = no("refused-house-changed", vec![("name", "Ours".into())]);
    assert!(says(&said).starts_with(&changed), "{}", says(&said));
    let houses = scene.store().houses(GUILD).await.expect("read");
    assert_eq!(houses[0].variation.changes["clock.play"], 45);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_keeps_so_many_and_no_more() {
    let scene = Scene::new(1).await;
    let boss = manager(&scene, 0, Lang::En).await;
    for number in 0..MOST_HOUSES {
        house(&boss, &format!("Rule {number}"), "clock.play", "30").await;
    }
    let panel = slash(&boss, "house new", &[("name", "One more")]).await;
    let panel = choose(&boss, panel, "clock.play", "30").await;
    let said = clicks(&boss, &button(&panel, "hsave"), &[]).await;
    let many = no("refused-house-many", vec![("most", MOST_HOUSES.into())]);
    assert!(says(&said).starts_with(&many), "{}", says(&said));
    let listed = slash(&boss, "house list", &[]).await;
    assert_eq!(body(&listed).text.matches("**Rule").count(), 25);
    // Published rules stand first, the server's own are found by what is typed.
    let all = completes(&boss, "table", "rules", "").await;
    assert!(
        all[0].starts_with(&base_name(Lang::En, PRESETS[0].id)),
        "{all:?}"
    );
    assert_eq!(all[PRESETS.len()], "Rule 0");
    assert_eq!(
        completes(&boss, "table", "rules", "rule 13").await,
        ["Rule 13"]
    );
    assert_eq!(
        completes(&boss, "house", "name", "rule 13").await,
        ["Rule 13"]
    );
    assert!(
        completes(&boss, "table", "rules", "no such")
            .await
            .is_empty()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn drafts_are_counted_too() {
    let scene = Scene::new(1).await;
    let boss = manager(&scene, 0, Lang::En).await;
    for number in 0..MOST_HOUSES {
        let name = format!("Draft {number}");
        slash(&boss, "house new", &[("name", &name)]).await;
    }
    let said = slash(&boss, "house new", &[("name", "One more")]).await;
    let many = no("refused-house-many", vec![("most", MOST_HOUSES.into())]);
    assert_eq!(says(&said), many);
}

/// Whatever stands in an id or a value, one sentence comes back.
#[tokio::test(flavor = "multi_thread")]
async fn forged_clicks_change_nothing() {
    let scene = Scene::new(1).await;
    let boss = manager(&scene, 0, Lang::En).await;
    let panel = slash(&boss, "house new", &[("name", "Mine")]).await;
    let topics = select(&panel, "htopic").id.clone();
    for verb in ["htopic", "hparam", "hvalue", "hback", "hsave", "topic"] {
        let id = topics.replace("htopic", verb);
        for value in [
            "",
            "x",
            "=",
            "clock.play",
            "clock.play=",
            "clock.play=\"x\"",
            "base=\"tv\"",
        ] {
            for id in [id.clone(), format!("{}9", &id[..id.len() - 1])] {
                let reply = clicks(&boss, &id, &[value]).await;
                assert!(!says(&reply).is_empty(), "{id} {value}");
            }
        }
        clicks(&boss, &id, &[]).await;
    }
    let drafts = scene.store().house_drafts(GUILD, boss.person.player).await;
    let drafts = drafts.expect("read");
    assert_eq!(drafts[0].variation, Variation::new("tournament"));
}
