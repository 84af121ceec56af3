//! What every slash command answers, in each state it may be used in. The
//! whole of `commands::run` on a real store, without Discord.

use std::sync::Arc;

use chaodipi::cards::{Card, CardSet, two_decks};
use chaodipi::commands::card_text::read;
use chaodipi::discord::reply::Reply;
use chaodipi::game::{Action, Actor, Ask, ClockChoice, Pace, PublicPhase};
use chaodipi::i18n::Lang;
use chaodipi::players::Act;
use chaodipi::rulebook::Topic;
use chaodipi::rules::Seat;
use chaodipi::rules::auction::AuctionAct;
use chaodipi::table::{Snapshot, TableHandle};

use crate::commands_support::{buttons, complete, is_private, mover, says, slash};
use crate::support::en;
use crate::table_scene::{Scene, choose, over};

fn symbols(cards: &CardSet) -> String {
    let cards: Vec<String> = cards.iter().map(Card::symbol).collect();
    cards.join(" ")
}

fn seat_of(snap: &Snapshot, number: u64) -> Seat {
    let sits = |s: &Seat| {
        snap.people[*s]
            .as_ref()
            .is_some_and(|p| p.discord == 1000 + number)
    };
    Seat::ALL.into_iter().find(sits).expect("sits there")
}

/// Four people at a table that has come so far.
async fn at(scene: &mut Scene, until: impl Fn(&Snapshot) -> bool) -> (TableHandle, Arc<Snapshot>) {
    let table = scene.started(4, ClockChoice::Relaxed, Pace::Instant).await;
    let snap = scene.play_until(&table, true, until).await;
    (table, snap)
}

fn playing(snap: &Snapshot) -> bool {
    matches!(snap.public.phase, PublicPhase::Playing { .. })
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_table_every_command_says_what_to_do() {
    let scene = Scene::new(1).await;
    let none = en("refused-no-table", vec![]);
    let seat = en("refused-not-seated", vec![]);
    let cards = [("cards", "SA")];
    for (command, options, said) in [
        ("table sit", &[][..], &none),
        ("table bot", &[], &none),
        ("table start", &[], &none),
        ("table status", &[], &none),
        ("table end", &[], &none),
        ("table stand", &[], &none),
        ("table ready", &[], &none),
        ("last", &[], &none),
        ("hand", &[], &seat),
        ("declare", &cards, &seat),
        ("overturn", &cards, &seat),
        ("bury", &cards, &seat),
        ("fry", &cards, &seat),
        ("play", &cards, &seat),
        ("pass", &[], &seat),
        ("auto", &[], &seat),
    ] {
        for context in [
            scene.context(0, Lang::En).await,
            scene.direct(0, Lang::En).await,
        ] {
            let reply = slash(&context, command, options).await;
            assert_eq!(says(&reply), format!("❗ {said}"), "{command}");
            assert!(is_private(&reply), "{command}");
        }
    }
    let direct = slash(&scene.direct(0, Lang::En).await, "table new", &[]).await;
    assert_eq!(
        says(&direct),
        format!("❗ {}", en("refused-server-only", vec![]))
    );
    for command in ["help", "rules"] {
        for lang in Lang::ALL {
            let reply = slash(&scene.direct(0, lang).await, command, &[]).await;
            assert!(is_private(&reply), "{command}");
            let said = says(&reply);
            assert!(
                said.chars().count() <= 2000 && said.lines().count() >= 7,
                "{said}"
            );
        }
    }
    for (wrong, key) in [
        ("x", "refused-deal-number"),
        ("7.1", "refused-deal-unknown"),
    ] {
        let reply = scene.types(0, "verify", &[("deal", wrong)]).await;
        assert_eq!(
            says(&reply),
            format!("❗ {}", en(key, vec![("deal", 1.into())]))
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn rules_are_told_whole_in_every_language_and_topic() {
    let scene = Scene::new(1).await;
    for lang in Lang::ALL {
        let context = scene.context(0, lang).await;
        for topic in Topic::ALL.map(Topic::id) {
            let said = says(&slash(&context, "rules", &[("topic", topic)]).await);
            assert!(
                (150..=2000).contains(&said.chars().count()),
                "{lang:?} {topic}: {said}"
            );
            assert!(!said.ends_with('…'), "{lang:?} {topic} is cut: {said}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_is_opened_filled_started_and_ended_by_commands() {
    let scene = Scene::new(2).await;
    let opened = scene
        .types(0, "table new", &[("clock", "none"), ("language", "zh-TW")])
        .await;
    assert_eq!(says(&opened), en("opened", vec![("table", 1.into())]));
    let table = scene.registry().all().remove(0);
    let snap = table.snapshot();
    assert_eq!(snap.public.clock, ClockChoice::None);
    assert_eq!(snap.place.language, Lang::ZhTw);
    let again = scene.types(1, "table new", &[]).await;
    assert!(says(&again).contains("table 1"), "{}", says(&again));

    let sat = scene.types(0, "table sit", &[("seat", "2")]).await;
    assert!(is_private(&sat), "the panel comes by private message");
    assert!(says(&sat).contains("West"), "{}", says(&sat));
    let taken = scene.types(1, "table sit", &[("seat", "2")]).await;
    assert!(says(&taken).contains("West Person 0"), "{}", says(&taken));
    let early = scene.types(0, "table start", &[]).await;
    assert!(
        says(&early).contains("East, South, North"),
        "{}",
        says(&early)
    );

    // A person sits at one table at a time; a channel has one table.
    let mut elsewhere = scene.context(0, Lang::En).await;
    elsewhere.channel += 1;
    let second = slash(&elsewhere, "table new", &[]).await;
    assert!(says(&second).contains("table 1"), "{}", says(&second));

    scene.types(1, "table sit", &[]).await;
    for seat in ["1", "3"] {
        let done = scene.types(0, "table bot", &[("seat", seat)]).await;
        let told = says(&done);
        assert!(told.starts_with("A computer player sits down: "), "{told}");
        assert!(told.ends_with("Computer (good)"), "{told}");
    }
    let full = scene.types(2, "table sit", &[]).await;
    assert_eq!(
        says(&full),
        format!("❗ {}", en("refused-table-full", vec![]))
    );
    for number in 0..2 {
        let done = scene.types(number, "table ready", &[]).await;
        assert_eq!(says(&done), en("done-ready", vec![]));
    }
    let status = scene.types(7, "table status", &[]).await;
    assert!(
        is_private(&status) && says(&status).contains("Table 1"),
        "{}",
        says(&status)
    );
    let onlooker = scene.types(7, "table start", &[]).await;
    assert!(says(&onlooker).starts_with('❗'), "{}", says(&onlooker));
    let started = scene.types(0, "table start", &[]).await;
    assert_eq!(says(&started), en("done-start", vec![]));
    let late = scene.types(7, "table sit", &[]).await;
    assert_eq!(says(&late), format!("❗ {}", en("refused-started", vec![])));

    // To end it is asked once; then it is a vote.
    let question = scene.types(0, "table end", &[]).await;
    let Reply::Private(body) = &question else {
        panic!("{}", says(&question));
    };
    let id = buttons(body).remove(0);
    let vote = scene.presses(0, &id).await;
    assert_eq!(says(&vote), en("voted-end", vec![]));
    let again = scene.presses(0, &id).await;
    assert!(says(&again).contains("still needed: 1"), "{}", says(&again));
    let stranger = scene.presses(7, &id).await;
    assert!(says(&stranger).starts_with('❗'), "{}", says(&stranger));
    assert!(!over(&table.snapshot()));
    let other = scene.presses(1, &id).await;
    assert_eq!(says(&other), en("done-end", vec![]));
    assert!(over(&table.snapshot()));
    let gone = scene.presses(0, &id).await;
    assert!(says(&gone).starts_with('❗'), "{}", says(&gone));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_is_placed_by_typing_it() {
    let mut scene = Scene::new(3).await;
    let may_place = |snap: &Snapshot| {
        snap.seats.values().any(|v| {
            matches!(&v.ask, Ask::Place { options } if options.iter().any(|o| *o != AuctionAct::Pass))
        })
    };
    let table = scene.started(4, ClockChoice::Relaxed, Pace::Brisk).await;
    let snap = scene.play_until(&table, false, may_place).await;
    let placing = |s: &Seat| {
        matches!(&snap.seats[*s].ask,
            Ask::Place { options } if options.iter().any(|o| *o != AuctionAct::Pass))
    };
    let seat = Seat::ALL.into_iter().find(placing).expect("somebody may");
    let number = snap.people[seat].as_ref().expect("a person").discord - 1000;
    let context = scene.direct(number, Lang::ZhCn).await;
    let choices = complete(&context, "declare", "").await;
    assert!(!choices.is_empty() && choices.len() <= 4);
    let wrong = slash(&context, "declare", &[("cards", "大王")]).await;
    assert!(
        says(&wrong).starts_with("读作：大王\n❗"),
        "{}",
        says(&wrong)
    );
    let before = table.snapshot().revision;
    let typed = choices[0].1.clone();
    let done = slash(&context, "declare", &[("cards", &typed)]).await;
    assert_eq!(says(&done), format!("读作：{typed}"));
    assert!(matches!(done, Reply::Panel { seat: own, .. } if own == seat));
    assert!(table.snapshot().revision > before);
    let second = slash(&context, "declare", &[("cards", &typed)]).await;
    assert!(says(&second).contains('❗'), "{}", says(&second));
    // The other commands of the auction say that it is not their time.
    for command in ["overturn", "fry", "bury"] {
        let reply = slash(&context, command, &[("cards", &typed)]).await;
        assert!(says(&reply).contains('❗'), "{command}: {}", says(&reply));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sealed_question_is_answered_once() {
    let mut scene = Scene::new(5).await;
    let asked = |snap: &Snapshot| {
        snap.seats
            .values()
            .any(|v| matches!(v.ask, Ask::Fry { answered: None, .. }))
    };
    let (table, snap) = at(&mut scene, asked).await;
    let is_asked = |s: &Seat| matches!(snap.seats[*s].ask, Ask::Fry { answered: None, .. });
    let seat = Seat::ALL
        .into_iter()
        .find(is_asked)
        .expect("somebody is asked");
    let number = snap.people[seat].as_ref().expect("a person").discord - 1000;
    let hand = snap.seats[seat].hand;
    let kinds: Vec<Card> = hand.kinds().iter().collect();
    let before = table.snapshot().revision;
    for (typed, what) in [
        (kinds[0].symbol(), "a single card"),
        ("xyz".into(), "nonsense"),
        (String::new(), "nothing"),
        (format!("{0} {0} {0}", kinds[0].symbol()), "a third card"),
    ] {
        let reply = scene.types(number, "fry", &[("cards", &typed)]).await;
        assert!(
            says(&reply).contains('❗') && is_private(&reply),
            "{what}: {}",
            says(&reply)
        );
    }
    assert_eq!(
        table.snapshot().revision,
        before,
        "a refusal changed something"
    );
    let passed = scene.types(number, "pass", &[]).await;
    assert!(
        matches!(passed, Reply::Panel { note: None, .. }),
        "{}",
        says(&passed)
    );
    let again = scene.types(number, "pass", &[]).await;
    assert_eq!(
        says(&again),
        format!("❗ {}", en("refused-answered", vec![]))
    );
    // Who is not asked is told so, or told that it is no time for it.
    let other = Seat::ALL
        .into_iter()
        .find(|s| !is_asked(s))
        .expect("not all are asked");
    let number = snap.people[other].as_ref().expect("a person").discord - 1000;
    let reply = scene.types(number, "pass", &[]).await;
    assert!(says(&reply).starts_with('❗'), "{}", says(&reply));
}

#[tokio::test(flavor = "multi_thread")]
async fn playing_by_typing_repeats_how_cards_were_read() {
    let mut scene = Scene::new(9).await;
    let (table, snap) = at(&mut scene, playing).await;
    let number = mover(&snap);
    let seat = seat_of(&snap, number);
    let hand = snap.seats[seat].hand;
    let card = hand
        .iter()
        .find(|c| c.suit().is_some())
        .expect("a card with a suit");

    // Only the seat whose turn it is gets completions, and only what it holds.
    for other in (0..4).filter(|n| *n != number).chain([7]) {
        let context = scene.context(other, Lang::En).await;
        assert_eq!(
            complete(&context, "play", "").await,
            vec![],
            "person {other}"
        );
    }
    let context = scene.context(number, Lang::En).await;
    let choices = complete(&context, "play", "").await;
    assert!((1..=25).contains(&choices.len()));
    for (label, value) in &choices {
        assert!((1..=100).contains(&value.chars().count()), "{value}");
        assert!((1..=100).contains(&label.chars().count()), "{label}");
        let cards = read(value, &hand).expect("can be read");
        assert!(hand.contains_all(&CardSet::from_cards(&cards).expect("cards")));
    }
    let begun = complete(&context, "play", &card.symbol()).await;
    let named = |value: &str| read(value, &hand).is_ok_and(|c| c.contains(&card));
    assert!(
        !begun.is_empty() && begun.iter().all(|(_, v)| named(v)),
        "{begun:?}"
    );

    let before = table.snapshot().revision;
    let missing = two_decks()
        .into_iter()
        .find(|c| !hand.has(*c))
        .expect("not all");
    let reply = scene
        .types(number, "play", &[("cards", &missing.symbol())])
        .await;
    assert!(
        says(&reply).contains("Not in your hand"),
        "{}",
        says(&reply)
    );
    let turn = scene
        .types((number + 1) % 4, "play", &[("cards", &card.symbol())])
        .await;
    assert!(says(&turn).contains('❗'), "{}", says(&turn));
    assert_eq!(table.snapshot().revision, before);

    // Full width, in private messages, by a Chinese reader.
    let name = card.name();
    let wide: String = name
        .chars()
        .map(|c| char::from_u32(c as u32 + 0xfee0).expect("wide"))
        .collect();
    let context = scene.direct(number, Lang::ZhTw).await;
    let done = slash(&context, "play", &[("cards", &wide)]).await;
    assert_eq!(says(&done), format!("讀作：{}", card.symbol()));
    assert!(table.snapshot().revision > before);

    let hand = scene.types(number, "hand", &[]).await;
    assert!(matches!(hand, Reply::Panel { seat: own, note: None, .. } if own == seat));
    let last = scene.types(7, "last", &[]).await;
    assert!(is_private(&last) && says(&last) == en("no-last-trick", vec![]));
    scene.types(number, "auto", &[]).await;
    assert!(table.snapshot().public.seats[seat].auto);
    scene.types(number, "auto", &[]).await;
    assert!(!table.snapshot().public.seats[seat].auto);
    let stood = scene.types(number, "table stand", &[]).await;
    assert_eq!(says(&stood), en("stood", vec![]));
    assert!(table.snapshot().public.seats[seat].auto);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_deal_can_be_checked_in_its_server_or_by_its_players() {
    let mut scene = Scene::new(11).await;
    let (table, _) = at(&mut scene, |s| s.public.result.is_some()).await;
    let id = format!("{}.1", table.id().0);
    let here = scene.types(7, "verify", &[("deal", "1")]).await;
    assert!(
        says(&here).contains("SHA-256") && is_private(&here),
        "{}",
        says(&here)
    );
    let unknown = en("refused-deal-unknown", vec![("deal", 1.into())]);
    let mut stranger = scene.context(7, Lang::En).await;
    stranger.guild = Some(77);
    stranger.channel = 78;
    for context in [stranger, scene.direct(7, Lang::En).await] {
        let reply = slash(&context, "verify", &[("deal", &id)]).await;
        assert_eq!(says(&reply), format!("❗ {unknown}"));
    }
    let own = slash(&scene.direct(0, Lang::En).await, "verify", &[("deal", &id)]).await;
    assert!(says(&own).contains("SHA-256"), "{}", says(&own));
    let later = scene.types(0, "verify", &[("deal", "2")]).await;
    assert!(says(&later).starts_with('❗'), "{}", says(&later));

    for (by, scope) in [
        ("won", "server"),
        ("rate", "all"),
        ("levels", "all"),
        ("digs", "server"),
        ("fries", "all"),
    ] {
        let reply = scene
            .types(7, "leaderboard", &[("by", by), ("scope", scope)])
            .await;
        assert!(
            matches!(reply, Reply::Public(_)),
            "the standings are public"
        );
        // Beyond the server nobody is seen who did not ask for it.
        let listed = says(&reply).contains("Person");
        assert_eq!(listed, scope == "server", "{}", says(&reply));
    }
}

/// Whatever a seat is asked, what a computer player would do is accepted when
/// it is typed, and a private verb never answers in public.
#[tokio::test(flavor = "multi_thread")]
async fn a_deal_is_played_by_typing_alone() {
    let mut scene = Scene::new(13).await;
    let table = scene.started(4, ClockChoice::Relaxed, Pace::Instant).await;
    for _ in 0..3000 {
        let snap = table.snapshot();
        if snap.public.result.is_some() {
            return;
        }
        scene.show(&table).await;
        let snap = table.snapshot();
        let mut done = false;
        for number in 0..4 {
            let view = &snap.seats[seat_of(&snap, number)];
            let (command, cards) = match choose(&snap, view.seat) {
                Act::Play(cards) => ("play", CardSet::from_cards(&cards)),
                Act::Auction(AuctionAct::Declare { cards }) => ("declare", Some(cards)),
                Act::Auction(AuctionAct::Overturn { cards, .. }) => ("overturn", Some(cards)),
                Act::Auction(AuctionAct::Fry { cards, .. }) => ("fry", Some(cards)),
                Act::Auction(AuctionAct::Bury { cards }) => ("bury", Some(cards)),
                Act::Auction(AuctionAct::Pass) => ("pass", None),
                Act::Nothing => continue,
            };
            let typed = cards.map(|c| symbols(&c));
            let options: Vec<(&str, &str)> = typed.iter().map(|t| ("cards", t.as_str())).collect();
            let mut reply = scene.types(number, command, &options).await;
            if says(&reply).contains("⚠️") {
                reply = scene.types(number, command, &options).await;
            }
            assert!(is_private(&reply), "{command}");
            assert!(!says(&reply).contains('❗'), "{command}: {}", says(&reply));
            done = true;
            break;
        }
        if !done {
            scene.manual.advance_to_next().await;
        }
        scene.manual.settle().await;
    }
    panic!("the deal does not end");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_missing_permission_is_named_to_whoever_asks() {
    let scene = Scene::new(15).await;
    // P42.
    let all: u64 = 274_878_286_848;
    let mut context = scene.context(0, Lang::En).await;
    context.app_permissions = Some(all & !(1 << 11));
    let refused = slash(&context, "table new", &[]).await;
    assert!(
        says(&refused).contains("Send Messages"),
        "{}",
        says(&refused)
    );
    assert!(scene.registry().all().is_empty());
    context.app_permissions = Some(all);
    slash(&context, "table new", &[]).await;
    slash(&context, "table sit", &[]).await;
    for (bit, name) in [
        (10, "View Channel"),
        (11, "Send Messages"),
        (14, "Embed Links"),
        (15, "Attach Files"),
        (16, "Read Message History"),
        (18, "Use External Emojis"),
        (38, "Send Messages in Threads"),
    ] {
        context.app_permissions = Some(all & !(1 << bit));
        for command in ["hand", "table status", "table ready"] {
            let said = says(&slash(&context, command, &[]).await);
            let missing = vec![("missing", name.into())];
            assert!(
                said.starts_with(&en("status-permissions", missing)),
                "{command}: {said}"
            );
        }
    }
    // The same everywhere; private messages need none.
    context.app_permissions = Some(all & !(1 << 38));
    context.thread = true;
    let said = says(&slash(&context, "table status", &[]).await);
    assert!(said.contains("Send Messages in Threads"), "{said}");
    let mut direct = scene.direct(0, Lang::En).await;
    direct.app_permissions = Some(0);
    assert_eq!(says(&slash(&direct, "hand", &[]).await), "");
    let host = Actor::Player(scene.person(0).await);
    let table = scene.registry().all().remove(0);
    table
        .act(host, None, Action::End)
        .await
        .expect("the host may");
}
