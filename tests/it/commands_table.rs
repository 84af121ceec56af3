//! What `/table new` lets one choose: rules, level, length.

use std::time::Duration;

use chaodipi::cards::Rank;
use chaodipi::commands::{self, Context, OptionValue, Request};
use chaodipi::discord::reply::{Reply, Row};
use chaodipi::game::{Action, Actor, ClockChoice, ComputerLevel, Length, Occupant, Pace, Pause};
use chaodipi::i18n::Lang;
use chaodipi::rules::{PRESETS, Seat, Side};
use chaodipi::table::Shown;

use crate::commands_support::{says, slash};
use crate::house_support::no;
use crate::support::tells;
use crate::table_scene::{CHANNEL, GUILD, Scene};

#[tokio::test(flavor = "multi_thread")]
async fn all_thirteen_rulesets_are_offered_with_a_description() {
    let scene = Scene::new(39).await;
    let all: Vec<&str> = PRESETS.iter().map(|p| p.id).collect();
    for lang in Lang::ALL {
        let context = scene.context(0, lang).await;
        let request = Request::Complete {
            name: "table".to_owned(),
            path: vec!["new".to_owned()],
            options: vec![("rules".to_owned(), OptionValue::Text(String::new()))],
            focused: "rules".to_owned(),
        };
        let Reply::Choices(offered) = commands::run(&context, request).await else {
            panic!("no choices");
        };
        let ids: Vec<&str> = offered.iter().map(|(_, value)| value.as_str()).collect();
        assert_eq!(ids, all);
        for ((name, _), preset) in offered.iter().zip(PRESETS.iter()) {
            let lines = match lang {
                Lang::ZhCn => &preset.text.zh_cn,
                Lang::ZhTw => &preset.text.zh_tw,
                Lang::En => &preset.text.en,
            };
            assert!(name.starts_with(&lines.name), "{name}");
            assert!(
                name.chars().count() > lines.name.chars().count() + 8,
                "{name}"
            );
            assert!(!name.ends_with('…'), "cut: {name}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_starts_on_the_level_chosen_and_the_lobby_says_so() {
    for (at, preset) in PRESETS.iter().enumerate() {
        let scene = Scene::new(40 + at as u64).await;
        let last = preset.rules.scoring.ladder.rungs().last().expect("a rung");
        let options = [("rules", preset.id), ("level", last.label())];
        scene.types(0, "table new", &options).await;
        let table = scene.registry().in_channel(CHANNEL).expect("open");
        let snap = table.snapshot();
        assert_eq!(snap.public.rules.base, preset.id);
        for side in Side::ALL {
            assert_eq!(snap.public.standings[side].level, *last);
        }
        let lobby = chaodipi::discord::panel::public_messages(&snap).remove(0);
        let text = lobby.body.text;
        assert!(text.contains(&preset.text.en.name), "{text}");
        assert!(text.contains("start on level A"), "{text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_level_that_is_no_rung_is_refused_with_the_ladder() {
    let scene = Scene::new(60).await;
    let options = [("rules", "forty"), ("level", Rank::Jack.label())];
    let refused = says(&scene.types(0, "table new", &options).await);
    for part in ["Forty", "2, 5, 10, K, A"] {
        tells(&refused, part);
    }
    assert!(scene.registry().in_channel(CHANNEL).is_none());
    let named = vec![("name", "whist".into())];
    let plain = chaodipi::i18n::text(Lang::En, "refused-rules", named);
    let unknown = says(&scene.types(0, "table new", &[("rules", "whist")]).await);
    assert!(unknown.contains(&plain), "{unknown}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_plays_for_the_length_chosen_and_the_lobby_says_so() {
    for (at, (given, length, told)) in [
        (vec![], Length::Game, ""),
        (vec![("length", "game")], Length::Game, ""),
        (
            vec![("length", "match")],
            Length::Match,
            "whoever first wins 2 games; 60 minutes",
        ),
        (vec![("length", "final")], Length::Final, "90 minutes"),
        (
            vec![("length", "deals"), ("count", "4")],
            Length::Deals(4),
            "4 deals",
        ),
        (
            vec![("length", "minutes"), ("count", "45")],
            Length::Minutes(45),
            "45 minutes",
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let scene = Scene::new(70 + at as u64).await;
        scene.types(0, "table new", &given).await;
        let table = scene.registry().in_channel(CHANNEL).expect("open");
        let snap = table.snapshot();
        assert_eq!(snap.public.length, length);
        let lobby = chaodipi::discord::panel::public_messages(&snap).remove(0);
        let text = lobby.body.text;
        assert!(text.contains(told), "{text}");
        assert_eq!(text.contains("Match: "), length != Length::Game, "{text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_count_without_its_length_and_a_length_without_its_count_are_refused() {
    let scene = Scene::new(79).await;
    for (given, why) in [
        (vec![("length", "deals")], "how many deals: 1 to 600"),
        (vec![("length", "minutes")], "how many minutes: 1 to 600"),
        (vec![("length", "deals"), ("count", "0")], "1 to 600"),
        (vec![("length", "minutes"), ("count", "601")], "1 to 600"),
        (vec![("count", "4")], "deals or minutes only"),
        (
            vec![("length", "match"), ("count", "4")],
            "deals or minutes only",
        ),
    ] {
        let said = says(&scene.types(0, "table new", &given).await);
        assert!(said.starts_with("❗") && said.contains(why), "{said}");
        assert!(scene.registry().in_channel(CHANNEL).is_none());
    }
}

/// Each table may have a thread of its own: who opens tables and does not sit
/// down opens one after another.
#[tokio::test(flavor = "multi_thread")]
async fn one_table_waits_for_whoever_opens_it_and_does_not_sit_there() {
    let scene = Scene::new(81).await;
    scene.types(0, "table new", &[]).await;
    let elsewhere = Context {
        channel: CHANNEL + 1,
        ..scene.context(0, Lang::En).await
    };
    let place = chaodipi::i18n::channel_link(GUILD, CHANNEL);
    let args = vec![("table", 1.into()), ("place", place.into())];
    let refused = says(&slash(&elsewhere, "table new", &[]).await);
    assert_eq!(refused, no("refused-open-already", args));
    // With computer players alone it is no other matter.
    for _ in 0..4 {
        scene.types(0, "table bot", &[]).await;
    }
    scene.types(0, "table start", &[]).await;
    let refused = says(&slash(&elsewhere, "table new", &[]).await);
    let said = "❗ Nobody plays at your table 1 yet";
    assert!(refused.starts_with(said), "{refused}");
    // A manager opens as many as they like, and so does whoever has ended theirs.
    let boss = Context {
        manager: true,
        channel: CHANNEL + 2,
        ..elsewhere.clone()
    };
    let opened = says(&slash(&boss, "table new", &[]).await);
    assert!(!opened.starts_with('❗'), "{opened}");
    for table in scene.registry().all() {
        let boss = Actor::Manager(boss.person.player);
        table.act(boss, None, Action::End).await.expect("ends");
    }
    let opened = says(&slash(&elsewhere, "table new", &[]).await);
    assert!(!opened.starts_with('❗'), "{opened}");
}

/// Where a table is that waits for another channel, and whose it is, hears only
/// who sits there.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_of_others_is_moved_by_nobody_else_and_told_to_nobody_else() {
    let scene = Scene::new(81).await;
    let table = scene.started(4, ClockChoice::Relaxed, Pace::Instant).await;
    table.shown(Shown::Denied(true));
    scene.advance(Duration::from_secs(1)).await;
    assert_eq!(table.snapshot().public.paused, Some(Pause::Unshown));
    assert!(scene.registry().waits_unshown(GUILD));
    assert!(!scene.registry().waits_unshown(GUILD + 1));
    let named = table.id().0.to_string();
    let move_to = async |number: u64, table: &str| {
        let elsewhere = Context {
            channel: CHANNEL + 1,
            ..scene.context(number, Lang::En).await
        };
        says(&slash(&elsewhere, "table move", &[("table", table)]).await)
    };
    let none = no("refused-move-none", Vec::new());
    assert_eq!(move_to(9, "999").await, none);
    assert_eq!(move_to(9, &named).await, none);
    let guest = move_to(2, &named).await;
    assert!(guest.contains("Only the host"), "{guest}");
    assert_eq!(move_to(0, "999").await, none);
    let moved = move_to(0, &named).await;
    assert_eq!(moved, format!("Table {named} goes on here."));
}

/// The button under a swap is for who was asked: whoever else presses it asks
/// nobody for anything.
#[tokio::test(flavor = "multi_thread")]
async fn a_swap_is_agreed_to_by_who_was_asked_alone() {
    let scene = Scene::new(83).await;
    scene.types(0, "table new", &[]).await;
    for (number, seat) in ["0", "1", "2", "3"].into_iter().enumerate() {
        let seat = [("seat", seat)];
        scene.types(number as u64, "table sit", &seat).await;
    }
    let table = scene.registry().in_channel(CHANNEL).expect("open");
    let swaps = || table.snapshot().public.swaps;
    scene.types(1, "table swap", &[("seat", "2")]).await;
    let asked = swaps();
    let call = chaodipi::discord::panel::calls(&table.snapshot()).remove(0);
    let button = crate::commands_support::buttons(&call.body).remove(0);
    let none = no("refused-swap-of-others", Vec::new());
    for other in [3, 1, 0] {
        assert_eq!(says(&scene.presses(other, &button).await), none);
        assert_eq!(swaps(), asked, "person {other}");
    }
    let agreed = says(&scene.presses(2, &button).await);
    assert!(!agreed.starts_with('❗'), "{agreed}");
    let seats = table.snapshot();
    let sits = [1, 2].map(|seat| seats.people[Seat::ALL[seat]].as_ref().map(|p| p.discord));
    assert_eq!(sits, [Some(1002), Some(1001)]);
    // It was for that one swap.
    assert_eq!(says(&scene.presses(2, &button).await), none);
}

fn people_select(reply: &Reply) -> Option<String> {
    let Reply::Private(body) = reply else {
        panic!("no private message");
    };
    body.rows.iter().find_map(|row| match row {
        Row::People(select) => Some(select.id.clone()),
        Row::Buttons(_) | Row::Select(_) => None,
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn whom_to_invite_and_who_takes_a_seat_is_chosen_among_the_members() {
    let scene = Scene::new(81).await;
    scene.types(0, "table new", &[("seats", "invited")]).await;
    let table = scene.registry().in_channel(CHANNEL).expect("open");
    let chooses = async |number: u64, id: &str, whom: Option<u64>| {
        let request = Request::Person {
            id: id.to_owned(),
            person: whom.map(|n| (1000 + n, format!("Stranger {n}"))),
        };
        says(&commands::run(&scene.context(number, Lang::En).await, request).await)
    };
    let lobby = chaodipi::discord::panel::public_messages(&table.snapshot()).remove(0);
    let pressed = crate::commands_support::buttons(&lobby.body);
    let pressed = pressed.iter().find(|id| id.starts_with("v1.invite."));
    let invite = people_select(&scene.presses(0, pressed.expect("a button")).await);
    let invite = invite.expect("a select");
    let typed = scene.types(0, "table invite", &[]).await;
    assert_eq!(people_select(&typed).as_ref(), Some(&invite));
    // Somebody the bot has never seen is called by the name Discord gives.
    let said = chooses(0, &invite, Some(31)).await;
    assert!(said.contains("Stranger 31 is invited"), "{said}");
    let known = scene.person(31).await;
    assert_eq!(table.snapshot().public.invited, [known]);
    let nobody = chooses(0, &invite, None).await;
    assert_eq!(nobody, no("refused-bot", vec![]));
    let outsider = chooses(9, &invite, Some(32)).await;
    assert!(outsider.starts_with('❗'), "{outsider}");

    let seat = [("seat", "2")];
    let replace = scene.types(0, "table replace", &seat).await;
    let Reply::Private(body) = &replace else {
        panic!("no private message");
    };
    assert_eq!(body.rows.len(), 1, "nobody is there to be taken away");
    assert!(says(&replace).starts_with("Choose for whom seat West is kept"));
    let direct = scene.direct(0, Lang::En).await;
    scene.types(0, "table sit", &[]).await;
    let nobody = says(&slash(&direct, "table replace", &seat).await);
    assert!(nobody.starts_with("❗ Seat West is free"), "{nobody}");
    let offer = people_select(&replace).expect("a select");
    let said = chooses(0, &offer, Some(33)).await;
    assert!(said.contains("kept for Stranger 33"), "{said}");
    let kept = scene.person(33).await;
    let offers = table.snapshot().public.offers;
    assert_eq!(offers.values().filter(|p| **p == Some(kept)).count(), 1);
    // Now it can be freed as well.
    let again = scene.types(0, "table replace", &seat).await;
    let Reply::Private(body) = &again else {
        panic!("no private message");
    };
    assert_eq!(body.rows.len(), 2);
    let asked = says(&again);
    assert!(asked.starts_with("Who takes the place of West?"), "{asked}");
    let freed = slash(&direct, "table replace", &seat).await;
    assert!(says(&freed).starts_with("Replace gives seat West"));
    for forged in [
        offer.replace(".offer.", ".kick."),
        offer.replace(".2", ".7"),
        invite.replace(&format!(".{}.", table.id().0), ".999."),
        invite.replace(".guest.", ".invite."),
    ] {
        let said = chooses(0, &forged, Some(34)).await;
        assert!(said.starts_with('❗'), "{forged}: {said}");
    }
    // In private messages Discord offers nobody.
    let refused = crate::commands_support::slash(&direct, "table invite", &[]).await;
    assert!(says(&refused).starts_with('❗'));
}

#[tokio::test(flavor = "multi_thread")]
async fn computer_players_that_fill_up_play_like_those_that_sit_there() {
    let scene = Scene::new(82).await;
    scene.types(0, "table new", &[]).await;
    let sat = says(&scene.types(0, "table sit", &[]).await);
    assert!(sat.contains("Start with computers"), "{sat}");
    let told = says(&scene.types(0, "table bot", &[("level", "strong")]).await);
    assert_eq!(
        told,
        "A computer player sits down: South 🤖 Computer (strong)"
    );
    let table = scene.registry().in_channel(CHANNEL).expect("open");
    let computers = || {
        let seats = table.snapshot().public.seats;
        let strong = Occupant::Computer(ComputerLevel::Strong);
        let computers = seats.values().filter(|s| s.occupant == Some(strong));
        computers.count()
    };
    for (verb, strong) in [("bot", 2), ("fill", 3)] {
        let id = format!("v1.{verb}.{}.0l0.0", table.id().0);
        scene.presses(0, &id).await;
        assert_eq!(computers(), strong, "{verb}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_of_discords_is_nobody_and_a_computer_player_sits_down_in_its_place() {
    let scene = Scene::new(83).await;
    scene.types(0, "table new", &[]).await;
    let table = scene.registry().in_channel(CHANNEL).expect("open");
    let at = |seat: usize| table.snapshot().public.seats[Seat::ALL[seat]].occupant;
    scene.types(0, "table sit", &[("seat", "0")]).await;
    let bot = ("player", "bot");
    for command in ["table invite", "stats"] {
        let refused = says(&scene.types(0, command, &[bot]).await);
        assert_eq!(refused, no("refused-bot", vec![]), "{command}");
    }
    let done = says(&scene.types(0, "table replace", &[("seat", "2"), bot]).await);
    assert!(!done.starts_with('❗'), "{done}");
    let computer = Some(Occupant::Computer(ComputerLevel::default()));
    assert_eq!(at(2), computer);
    scene.types(1, "table sit", &[("seat", "1")]).await;
    // Before a game has begun the host alone may replace anybody.
    let done = says(&scene.types(0, "table replace", &[("seat", "1"), bot]).await);
    assert!(!done.starts_with('❗'), "{done}");
    assert_eq!(at(1), computer);
}
