//! `/settings`: chosen by typing and by clicking, kept, and in force at once.

use chaodipi::commands::Context;
use chaodipi::discord::limits::faults;
use chaodipi::discord::reply::{Body, Reply, Row};
use chaodipi::game::{ClockChoice, Pace};
use chaodipi::i18n::{Lang, text};
use chaodipi::table::{CardOrder, HandPlace, Personal};

use crate::commands_support::{is_private, says, slash};
use crate::house_support::clicks;
use crate::table_scene::Scene;

fn body(reply: &Reply) -> &Body {
    match reply {
        Reply::Private(body) | Reply::Edit(body) => body,
        _ => panic!("no panel: {}", says(reply)),
    }
}

/// The ids of its controls, by their index.
fn control(reply: &Reply, index: u16) -> String {
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

async fn personal(scene: &Scene, number: u64) -> Personal {
    scene.context(number, Lang::En).await.person.personal
}

#[tokio::test(flavor = "multi_thread")]
async fn settings_are_typed() {
    let scene = Scene::new(1).await;
    let ctx = scene.context(0, Lang::En).await;
    let reply = slash(
        &ctx,
        "settings",
        &[
            ("hand", "channel"),
            ("language", "zh-TW"),
            ("colours", "2"),
            ("large", "on"),
            ("text", "on"),
            ("trumps", "right"),
            ("first", "low"),
            ("ping", "off"),
            ("suggestions", "off"),
        ],
    )
    .await;
    assert!(is_private(&reply));
    // The answer is in the language that was just chosen.
    let saved = text(Lang::ZhTw, "settings-saved", vec![]);
    assert!(says(&reply).starts_with(&saved), "{}", says(&reply));
    let expected = Personal {
        hand: HandPlace::Channel,
        language: Some(Lang::ZhTw),
        two_colours: true,
        large: true,
        text_only: true,
        order: CardOrder {
            trumps_right: true,
            low_first: true,
        },
        ping: false,
        suggestions: false,
    };
    assert_eq!(personal(&scene, 0).await, expected);
    let back = slash(&ctx, "settings", &[("language", "discord"), ("ping", "on")]).await;
    let saved = text(Lang::En, "settings-saved", vec![]);
    assert!(says(&back).starts_with(&saved), "{}", says(&back));
    let now = personal(&scene, 0).await;
    assert_eq!((now.language, now.ping, now.large), (None, true, true));
    // Others keep theirs.
    assert_eq!(personal(&scene, 1).await, Personal::default());
}

#[tokio::test(flavor = "multi_thread")]
async fn settings_are_clicked_and_each_select_comes_back_anew() {
    let scene = Scene::new(2).await;
    for lang in Lang::ALL {
        let ctx = scene.context(0, lang).await;
        let panel = slash(&ctx, "settings", &[]).await;
        assert!(is_private(&panel));
        assert_eq!(faults(body(&panel)), Vec::<String>::new());
        // What stands in a closed select says what it is about.
        for (index, key, value) in [
            (0, "hand-option", "hand-both"),
            (1, "language-option", "language-discord"),
        ] {
            let value = text(lang, value, vec![]);
            let label = text(lang, key, vec![("value", value.into())]);
            let id = control(&panel, index);
            let rows = body(&panel).rows.iter();
            let shown = rows.filter_map(|row| match row {
                Row::Select(select) if select.id == id => Some(select),
                Row::Select(_) | Row::People(_) | Row::Buttons(_) => None,
            });
            let mut picked = shown.flat_map(|s| &s.options).filter(|o| o.picked);
            assert_eq!(picked.next().map(|o| &o.label), Some(&label));
        }
        let place = control(&panel, 0);
        let panel = clicks(&ctx, &place, &["dm"]).await;
        assert_ne!(control(&panel, 0), place);
        let look = control(&panel, 2);
        let panel = clicks(&ctx, &look, &["large", "low-first"]).await;
        let panel = clicks(&ctx, &control(&panel, 3), &[]).await;
        let panel = clicks(&ctx, &control(&panel, 5), &[]).await;
        let now = personal(&scene, 0).await;
        assert_eq!(now.hand, HandPlace::Direct);
        assert!(now.large && now.order.low_first && !now.two_colours);
        assert!(!now.ping && !now.suggestions);
        // An old button of another state still does what it says.
        let panel = clicks(&ctx, &control(&panel, 4), &[]).await;
        assert!(personal(&scene, 0).await.ping);
        let panel = clicks(&ctx, &control(&panel, 7), &[]).await;
        assert!(matches!(panel, Reply::Edit(_)));
        assert_eq!(personal(&scene, 0).await, Personal::default());
    }
    let ctx = scene.context(0, Lang::En).await;
    for forged in [
        ("v1.personal.0.0l0.0", "attic"),
        ("v1.personal.0.0l0.9", ""),
    ] {
        let refused = clicks(&ctx, forged.0, &[forged.1]).await;
        let expected = text(Lang::En, "refused-unknown", vec![]);
        assert!(says(&refused).ends_with(&expected), "{}", says(&refused));
    }
    assert_eq!(personal(&scene, 0).await, Personal::default());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_follows_at_once() {
    let scene = Scene::new(3).await;
    let table = scene.started(2, ClockChoice::None, Pace::Brisk).await;
    let ctx: Context = scene.context(1, Lang::En).await;
    let mut states = table.watch();
    slash(&ctx, "settings", &[("text", "on"), ("language", "zh-CN")]).await;
    let follows = |snap: &std::sync::Arc<chaodipi::table::Snapshot>| {
        let seat = snap.seat_of(ctx.person.player).expect("a seat");
        let person = snap.people[seat].as_ref().expect("a person");
        person.language == Lang::ZhCn && snap.personal(seat).text_only
    };
    states.wait_for(follows).await.expect("a state");
}
