//! Watching, the games played, finished deals page by page, records: what is
//! told, to whom, and that it ends with the last finished deal.

use std::collections::BTreeSet;

use chaodipi::commands::{self, Context, Request};
use chaodipi::discord::limits::faults;
use chaodipi::discord::panel::watch;
use chaodipi::discord::reply::{Body, Reply, Row};
use chaodipi::game::{ClockChoice, Event, Pace, TableId};
use chaodipi::i18n::Lang;
use chaodipi::rules::{BySeat, Seat};
use chaodipi::table::Snapshot;
use chaodipi::tools::replay::replay;

use crate::commands_support::{is_private, says, slash};
use crate::table_scene::{CHANNEL, Scene};

/// Another channel of the server, and a thread of the table's.
const OTHER: u64 = 955;
const THREAD: u64 = 966;

fn over(snap: &Snapshot) -> bool {
    snap.public.result.is_some()
}

/// The body of an answer.
fn body(reply: Reply) -> Body {
    match reply {
        Reply::Private(body) | Reply::Public(body) | Reply::Edit(body) => body,
        Reply::Panel { .. } | Reply::Quiet | Reply::Choices(_) | Reply::Modal { .. } => {
            panic!("no message")
        }
    }
}

/// The buttons that can be pressed: label and id.
fn open_buttons(body: &Body) -> Vec<(String, String)> {
    let rows = body.rows.iter().flat_map(|row| match row {
        Row::Buttons(buttons) => buttons.clone(),
        Row::Select(_) | Row::People(_) => Vec::new(),
    });
    let open = rows.filter(|b| !b.disabled);
    open.map(|b| (b.label, b.id)).collect()
}

/// The id of the button of that label.
fn button(body: &Body, label: &str) -> String {
    let found = open_buttons(body).into_iter().find(|(l, _)| l == label);
    found
        .unwrap_or_else(|| panic!("no {label} in {:?}", open_buttons(body)))
        .1
}

/// The select's id and the values in it.
fn select(body: &Body) -> (String, Vec<String>) {
    let select = body.rows.iter().find_map(|row| match row {
        Row::Select(select) => Some(select),
        Row::Buttons(_) | Row::People(_) => None,
    });
    let select = select.expect("a select");
    let values = select.options.iter().map(|o| o.value.clone());
    (select.id.clone(), values.collect())
}

fn check(body: &Body) {
    assert_eq!(faults(body), Vec::<String>::new());
    assert!(body.text.encode_utf16().count() <= 2000);
    assert!(!body.text.ends_with('…'), "cut: {}", body.text);
    assert!(!body.text.contains("review-") && !body.text.contains("game-"));
}

/// Every page of a deal from the first on.
async fn pages(scene: &Scene, number: u64, lang: Lang, game: &str, deal: &str) -> Vec<Body> {
    let context = scene.context(number, lang).await;
    let options = [("game", game), ("deal", deal)];
    let mut page = body(slash(&context, "replay", &options).await);
    let mut pages = Vec::new();
    loop {
        check(&page);
        pages.push(page.clone());
        assert!(pages.len() < 60, "the pages do not end");
        let Row::Buttons(turn) = &page.rows[0] else {
            panic!("no buttons");
        };
        if turn[3].disabled {
            return pages;
        }
        let id = turn[3].id.clone();
        page = body(scene.presses(number, &id).await);
        if lang != Lang::En {
            let request = Request::Component {
                id,
                values: Vec::new(),
            };
            page = body(commands::run(&context, request).await);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_deal_is_told_page_by_page_in_every_language() {
    let mut scene = Scene::new(21).await;
    let table = scene.started(4, ClockChoice::Relaxed, Pace::Instant).await;
    let snap = scene.play_until(&table, true, over).await;
    let result = snap.public.result.clone().expect("over");
    let game = table.id().0.to_string();
    let log = scene.store().log(table.id()).await.expect("read");
    let buries = log.iter().filter(|l| match &l.event {
        Event::Auction { step, .. } => format!("{step:?}").starts_with("Buried"),
        _ => false,
    });
    let buries = buries.count();
    let tricks = snap.public.deal.as_ref().expect("a deal").finished.len();
    for lang in Lang::ALL {
        let pages = pages(&scene, 7, lang, &game, "1").await;
        assert_eq!(pages.len(), 1 + buries + tricks + 1);
        for page in &pages {
            let picture = page.picture.as_ref().expect("each has a picture");
            assert!(!picture.alt.is_empty() && picture.png().len() > 1000);
        }
        let pictures: BTreeSet<&[u8]> = pages
            .iter()
            .filter_map(|p| p.picture.as_ref().map(|p| p.png()))
            .collect();
        // The last bury and the result show the same cards.
        assert!(pictures.len() >= pages.len() - 1);
        for page in &pages[1 + buries..1 + buries + tricks] {
            for seat in Seat::ALL {
                let name = format!("Person {seat}", seat = seat.index());
                assert!(page.text.contains(&name), "{}", page.text);
            }
        }
    }
    let english = pages(&scene, 0, Lang::En, &game, "1").await;
    let last = &english.last().expect("pages").text;
    assert!(last.contains(&result.sum.score.to_string()), "{last}");
    // Without a deal, all of them are listed, with the summary above.
    let reply = scene.types(7, "replay", &[("game", &game)]).await;
    assert!(is_private(&reply));
    let listed = body(reply);
    check(&listed);
    let picture = listed.picture.as_ref().expect("the summary");
    assert_eq!(picture.name, "summary.png");
    let (id, values) = select(&listed);
    assert_eq!(values, ["1"]);
    let opened = body(scene.picks(7, &id, &["1"]).await);
    assert_eq!(opened.text, english[0].text);
    // A forged choice is refused in a sentence.
    for wrong in ["x", "-1", "99"] {
        let reply = scene.picks(7, &id, &[wrong]).await;
        assert!(says(&reply).starts_with('❗'), "{}", says(&reply));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn games_are_found_in_their_server_or_by_who_played_them() {
    let mut scene = Scene::new(23).await;
    let early = scene.types(7, "history", &[]).await;
    assert!(says(&early).starts_with('❗'), "{}", says(&early));
    let early = scene.types(7, "replay", &[]).await;
    assert!(says(&early).starts_with('❗'), "{}", says(&early));
    let table = scene.started(4, ClockChoice::Relaxed, Pace::Instant).await;
    let unfinished = scene.types(7, "history", &[]).await;
    assert!(says(&unfinished).starts_with('❗'));
    scene.play_until(&table, true, over).await;
    let game = table.id().0.to_string();
    let here = scene.types(7, "history", &[]).await;
    assert!(is_private(&here));
    let here = body(here);
    check(&here);
    assert!(here.text.contains("Person 3") && here.text.contains("<t:"));
    let (id, values) = select(&here);
    assert_eq!(values, std::slice::from_ref(&game));
    let listed = body(scene.picks(7, &id, &[&game]).await);
    check(&listed);

    // Elsewhere: nothing of other people's games; one's own in private messages.
    let mut stranger = scene.context(7, Lang::En).await;
    (stranger.guild, stranger.channel) = (Some(77), 78);
    let direct = scene.direct(7, Lang::En).await;
    for context in [&stranger, &direct] {
        for (command, options) in [
            ("history", vec![]),
            ("replay", vec![("game", &game[..])]),
            ("replay", vec![("game", &game[..]), ("deal", "1")]),
        ] {
            let reply = slash(context, command, &options).await;
            assert!(says(&reply).starts_with('❗'), "{}", says(&reply));
        }
    }
    let own = scene.direct(0, Lang::ZhCn).await;
    let listed = body(slash(&own, "history", &[]).await);
    assert!(listed.text.contains("Person 0"));
    let replayed = body(slash(&own, "replay", &[]).await);
    check(&replayed);

    // The summary is posted where it was played, in the table's language.
    let replayed = body(scene.types(7, "replay", &[]).await);
    let share = button(&replayed, "Post in the channel");
    let posted = scene.presses(7, &share).await;
    assert!(matches!(posted, Reply::Public(_)));
    let posted = body(posted);
    assert!(posted.rows.is_empty() && posted.picture.is_some());
    let click = Request::Component {
        id: share,
        values: Vec::new(),
    };
    for context in [&own, &stranger] {
        let refused = commands::run(context, click.clone()).await;
        assert!(is_private(&refused) && says(&refused).starts_with('❗'));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn buttons_work_after_a_restart_and_long_after_the_table() {
    let mut scene = Scene::new(25).await;
    let table = scene.started(2, ClockChoice::Relaxed, Pace::Instant).await;
    scene.play_until(&table, true, over).await;
    let id = table.id();
    let first = body(scene.types(7, "replay", &[("deal", "1")]).await);
    let next = button(&first, "Next ▶");
    let before = body(scene.presses(7, &next).await);
    let looks_on = body(scene.types(7, "watch", &[]).await);
    let again = button(&looks_on, "Refresh");
    let host = chaodipi::game::Actor::Player(scene.person(0).await);
    let end = table.act(host, None, chaodipi::game::Action::End).await;
    end.expect("the host and nobody else is there");
    drop(table);
    scene.crash().await;
    scene
        .manual
        .advance(std::time::Duration::from_secs(200 * 86_400));
    scene.start().await;
    let after = body(scene.presses(7, &next).await);
    assert!(before == after);
    // Watching a table that is over shows its deals.
    let told = scene.presses(7, &again).await;
    assert!(says(&told).contains(&id.0.to_string()), "{}", says(&told));
    // A table that was never there, and one without a finished deal.
    for forged in [
        next.replace(&format!(".{}.", id.0), ".999."),
        next.replace(".1x0.", ".2x0."),
    ] {
        assert_ne!(forged, next);
        let reply = scene.presses(7, &forged).await;
        assert!(says(&reply).starts_with('❗'), "{}", says(&reply));
    }
}

/// All that can be asked about what was played.
async fn told(scene: &Scene, number: u64, game: &str) -> Vec<Body> {
    let mut all = vec![body(scene.types(number, "history", &[]).await)];
    let listed = body(scene.types(number, "replay", &[("game", game)]).await);
    all.push(body(
        scene
            .presses(number, &button(&listed, "Get the record"))
            .await,
    ));
    all.push(listed);
    all.push(body(scene.types(number, "verify", &[("deal", "1")]).await));
    for deal in ["1", "2"] {
        let options = [("game", game), ("deal", deal)];
        all.push(body(scene.types(number, "replay", &options).await));
    }
    all
}

/// While the second deal is played, whoever asks learns of the first alone:
/// not one byte depends on the running deal.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_of_a_running_deal_is_told() {
    let mut scene = Scene::new(27).await;
    let table = scene.started(4, ClockChoice::Relaxed, Pace::Instant).await;
    scene.play_until(&table, true, over).await;
    let game = table.id().0.to_string();
    let expected = told(&scene, 7, &game).await;
    let record = expected[1].file.clone().expect("a record");
    let text = String::from_utf8(record.bytes.to_vec()).expect("text");
    let played = replay(text.as_bytes()).expect("accepted");
    assert_eq!(played.len(), 1);
    assert!(!text.contains("\"answered\""));
    let (mut steps, mut sealed) = (0, 0);
    scene.play_until(&table, true, |s| !over(s)).await;
    while !over(&table.snapshot()) {
        let log = scene.store().log(table.id()).await.expect("read");
        sealed += usize::from(log.iter().any(|l| l.event.is_sealed()));
        for number in if steps % 8 == 0 { 0..5 } else { 4..5 } {
            let now = told(&scene, number, &game).await;
            assert!(now == expected, "step {steps}, person {number}");
        }
        looks_on(&table.snapshot());
        scene.step(&table, true).await;
        steps += 1;
        assert!(steps < 2000, "the deal ends");
    }
    assert!(sealed > 0, "no sealed answer was ever there to be told");
    assert!(steps > 50, "{steps}");
    assert!(told(&scene, 7, &game).await != expected);
}

/// What an onlooker sees is made of the public view alone.
fn looks_on(snap: &Snapshot) {
    let shown = watch(snap, Lang::ZhCn);
    check(&shown);
    let mut turned = snap.clone();
    turned.seats = BySeat::from_fn(|s| snap.seats[s.after(1)].clone());
    turned.drafts = BySeat::from_fn(|s| snap.drafts[s.after(2)]);
    assert!(watch(&turned, Lang::ZhCn) == shown);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_of_somebody_elses_deals_is_given_in_their_server_only() {
    let mut scene = Scene::new(29).await;
    let table = scene.started(1, ClockChoice::Relaxed, Pace::Instant).await;
    scene.play_until(&table, true, over).await;
    let listed = body(scene.types(0, "replay", &[]).await);
    let id = button(&listed, "Get the record");
    let click = Request::Component {
        id,
        values: Vec::new(),
    };
    let own = commands::run(&scene.direct(0, Lang::ZhTw).await, click.clone()).await;
    assert!(is_private(&own));
    let file = body(own).file.expect("the record");
    assert_eq!(file.name, format!("table-{}.jsonl", table.id().0));
    let stranger = commands::run(&scene.direct(9, Lang::En).await, click).await;
    assert!(says(&stranger).starts_with('❗'));
    assert_eq!(TableId(1), table.id());
}

/// What somebody asks in a channel.
async fn asks(context: &Context, game: &str) -> Vec<Reply> {
    vec![
        slash(context, "history", &[]).await,
        slash(context, "replay", &[("game", game)]).await,
        slash(context, "replay", &[("game", game), ("deal", "1")]).await,
        slash(context, "verify", &[("deal", &format!("{game}.1"))]).await,
    ]
}

/// A table of the channel is nobody's business who cannot be known to see that
/// channel: neither listed nor found by its number.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_shown_where_its_channel_is_seen() {
    let mut scene = Scene::new(37).await;
    let table = scene.started(2, ClockChoice::Relaxed, Pace::Instant).await;
    scene.play_until(&table, true, over).await;
    let game = table.id().0.to_string();
    let refused = |replies: &[Reply]| replies.iter().filter(|r| says(r).starts_with('❗')).count();
    let here = scene.context(7, Lang::En).await;
    let elsewhere = Context {
        channel: OTHER,
        ..here.clone()
    };
    let in_thread = Context {
        channel: THREAD,
        parent: Some(CHANNEL),
        thread: true,
        ..here.clone()
    };
    let manager = Context {
        manager: true,
        ..elsewhere.clone()
    };
    let foreign = Context {
        guild: Some(77),
        ..manager.clone()
    };
    for (context, expected) in [
        (&here, 0),
        (&in_thread, 0),
        (&manager, 0),
        (&elsewhere, 4),
        (&foreign, 4),
    ] {
        assert_eq!(refused(&asks(context, &game).await), expected);
    }
    // Who sat there sees it anywhere, and keeps it to themselves.
    let own = Context {
        channel: OTHER,
        ..scene.context(0, Lang::En).await
    };
    assert_eq!(refused(&asks(&own, &game).await), 0);
    let listed = body(slash(&own, "replay", &[("game", &game)]).await);
    let share = Request::Component {
        id: button(&listed, "Post in the channel"),
        values: Vec::new(),
    };
    let record = Request::Component {
        id: button(&listed, "Get the record"),
        values: Vec::new(),
    };
    for context in [&own, &manager, &elsewhere] {
        let posted = commands::run(context, share.clone()).await;
        assert!(is_private(&posted) && says(&posted).starts_with('❗'));
    }
    for (context, given) in [(&own, true), (&manager, true), (&elsewhere, false)] {
        let reply = commands::run(context, record.clone()).await;
        assert_eq!(body(reply).file.is_some(), given);
    }
    assert!(matches!(
        commands::run(&in_thread, share).await,
        Reply::Public(_)
    ));
    // A table struck from the standings is nobody's any more.
    scene.store().void_table(table.id()).await.expect("stored");
    for context in [&here, &own, &manager] {
        assert_eq!(refused(&asks(context, &game).await), 4);
        for click in [&record, &replayed(&game)] {
            let reply = commands::run(context, click.clone()).await;
            assert!(says(&reply).starts_with('❗'), "{}", says(&reply));
        }
    }
}

/// The button below a result that looks back at the first deal.
fn replayed(game: &str) -> Request {
    Request::Component {
        id: format!("v1.replay.{game}.1x0.0"),
        values: Vec::new(),
    }
}

/// A table in a thread that the bot has opened belongs to the channel; one in a
/// thread of other people's does not: who sees that is not known.
#[tokio::test(flavor = "multi_thread")]
async fn a_thread_of_the_bots_is_seen_from_its_channel() {
    let mut scene = Scene::new(39).await;
    let table = scene.open_elsewhere(THREAD, 0).await;
    scene.start_game(&table, 2).await;
    scene.play_until(&table, true, over).await;
    let game = table.id().0.to_string();
    let parent = scene.context(7, Lang::En).await;
    let hidden = asks(&parent, &game).await;
    assert!(hidden.iter().all(|r| says(r).starts_with('❗')));
    let opened = scene.store().thread_opened(THREAD, CHANNEL).await;
    opened.expect("stored");
    let sibling = Context {
        channel: THREAD + 1,
        parent: Some(CHANNEL),
        thread: true,
        ..parent.clone()
    };
    for context in [&parent, &sibling] {
        let shown = asks(context, &game).await;
        assert!(shown.iter().all(|r| !says(r).starts_with('❗')));
    }
    for of in ["channel", "server"] {
        let listed = slash(&parent, "history", &[("of", of)]).await;
        assert!(
            says(&listed).contains("Person 1"),
            "{of}: {}",
            says(&listed)
        );
    }
    let elsewhere = Context {
        channel: OTHER,
        ..parent
    };
    let hidden = asks(&elsewhere, &game).await;
    assert!(hidden.iter().all(|r| says(r).starts_with('❗')));
}

/// A number that is none is named as it was typed.
#[tokio::test(flavor = "multi_thread")]
async fn a_deal_that_cannot_be_is_named_as_it_was_typed() {
    let mut scene = Scene::new(41).await;
    let table = scene.started(1, ClockChoice::Relaxed, Pace::Instant).await;
    scene.play_until(&table, true, over).await;
    for (option, typed) in [
        ("deal", "-5"),
        ("deal", "0"),
        ("deal", "9007199254740991"),
        ("game", "-5"),
    ] {
        let said = says(&scene.types(0, "replay", &[(option, typed)]).await);
        assert!(said.starts_with('❗'), "{said}");
        assert!(said.contains(typed), "{said}");
        assert!(!said.contains("4294967295"), "{said}");
    }
}
