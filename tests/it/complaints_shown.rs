//! What people complained about elsewhere where the table and its panels are
//! concerned: time, places, pace, order, questions before what is final.

use std::collections::BTreeMap;
use std::time::Duration;

use chaodipi::cards::{Card, CardSet};
use chaodipi::discord::panel::{PanelOptions, public_messages, seat_panel};
use chaodipi::game::{Ask, ClockChoice, Event, Pace, PublicPhase};
use chaodipi::i18n::{Lang, channel_link, seat as seat_word, text};
use chaodipi::render::Sheet;
use chaodipi::rules::{Category, Lead, Order, Seat};
use chaodipi::sandbox::script::Habit;
use chaodipi::sandbox::{ChannelId, SandboxOptions, SeenMessage, UserId};
use chaodipi::table::Snapshot;
use serde_json::json;

use crate::commands_support::says as answers;
use crate::leak_support::cards_in;
use crate::panel_game::each_state;
use crate::support::crash::play_until;
use crate::support::outcome::{check_clean, says};
use crate::support::world::World;
use crate::table_scene::Scene;

const CHANNEL: ChannelId = SandboxOptions::CHANNEL;

/// C09: from the beginning of a turn everybody reads when it ends, and whoever
/// is slow is called before a move is made.
#[tokio::test(flavor = "multi_thread")]
async fn who_is_slow_is_warned_in_time() {
    let mut world = World::new(71).await;
    let mut script = world.script(Habit::Clicks, 3);
    script.begin(&[]).await.expect("a game that begins");
    play_until(&world, &mut script, |s| says(s, "**Deal 1 · trick 2**")).await;
    let sandbox = &world.sandbox;
    world.pass(2).await;
    let trick = || {
        let mut all = sandbox.channel(CHANNEL).into_iter();
        let newest = all.rfind(|m| m.content.contains("**Deal 1 · trick 2**"));
        newest.expect("the trick").content
    };
    let newest = trick();
    assert!(newest.contains("<t:") && newest.contains(":R>"), "{newest}");
    let warning = text(
        Lang::En,
        "direct-warning",
        vec![("left", String::new().into())],
    );
    let warning = warning.split('(').next().expect("a beginning").to_owned();
    let warned = || -> Vec<UserId> {
        let warned = |u: &UserId| {
            let all = sandbox.dms(*u);
            all.iter().any(|m| m.content.starts_with(&warning))
        };
        world.users.iter().copied().filter(warned).collect()
    };
    assert_eq!(warned(), []);
    world.pass(50).await;
    let slow = warned();
    assert_eq!(slow.len(), 1, "whoever is to play");
    // Cards that lie on the table.
    let played = || cards_in(&trick()).len();
    let before = played();
    world.pass(15).await;
    assert!(!warned().contains(&slow[0]), "the call is taken away");
    assert!(played() > before, "a move was made: {}", trick());
    check_clean(&mut world).await;
}

/// C24: a panel in private messages says which table of which channel it is,
/// which deal and which seat.
#[test]
fn a_private_panel_says_what_it_belongs_to() {
    for lang in Lang::ALL {
        each_state(12, |_, table| {
            let snap = table.snapshot(lang);
            let link = channel_link(snap.place.guild, snap.place.channel);
            for seat in Seat::ALL {
                let direct = PanelOptions {
                    direct: true,
                    ..PanelOptions::default()
                };
                let body = seat_panel(&snap, seat, lang, direct);
                let title = body.text.lines().next().expect("a title");
                assert!(title.contains(&link), "{title}");
                assert!(title.contains(&snap.place.table.0.to_string()), "{title}");
                assert!(title.contains(&seat_word(lang, seat)), "{title}");
                if let Some(deal) = &snap.public.deal {
                    assert!(title.contains(&deal.number.0.to_string()), "{title}");
                }
            }
        });
    }
}

fn hand_of(snap: &Snapshot, seat: Seat) -> Vec<Card> {
    let picture = seat_panel(snap, seat, Lang::En, PanelOptions::default()).picture;
    let Some(picture) = picture else {
        return Vec::new();
    };
    let Sheet::Hand(sheet) = picture.sheet() else {
        panic!("a hand");
    };
    let faces = sheet.groups.iter().flatten();
    faces.map(|face| face.card).collect()
}

/// C53: while cards are played the others keep their order.
#[test]
fn the_cards_of_a_hand_keep_their_order_while_it_is_played() {
    let mut compared = 0;
    for seed in 13..16 {
        let mut before: BTreeMap<usize, Vec<Card>> = BTreeMap::new();
        each_state(seed, |_, table| {
            let snap = table.snapshot(Lang::En);
            if !matches!(snap.public.phase, PublicPhase::Playing { .. }) {
                return;
            }
            for seat in Seat::ALL {
                let now = hand_of(&snap, seat);
                if let Some(then) = before.get(&seat.index()) {
                    let mut rest = then.iter();
                    let kept = now.iter().all(|card| rest.any(|c| c == card));
                    assert!(kept, "{then:?} became {now:?}");
                    compared += usize::from(now.len() < then.len());
                }
                before.insert(seat.index(), now);
            }
        });
    }
    assert!(compared > 100, "{compared}");
}

/// C48: what is older than fifty minutes is posted anew, in the channel and in
/// private messages, and is not edited.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_old_is_posted_anew() {
    let mut world = World::new(72).await;
    let mut script = world.script(Habit::Clicks, 6);
    let options = [("clock", json!("none"))];
    script.begin(&options).await.expect("a game that begins");
    play_until(&world, &mut script, |s| says(s, "**Deal 1 · trick 2**")).await;
    world.settle().await;
    let trick = |s: &chaodipi::sandbox::Sandbox| -> Vec<SeenMessage> {
        let all = s.channel(CHANNEL).into_iter();
        all.filter(|m| m.content.contains("**Deal 1 · trick 2**"))
            .collect()
    };
    let hands = |s: &chaodipi::sandbox::Sandbox, user: UserId| -> Vec<SeenMessage> {
        let all = s.dms(user).into_iter();
        all.filter(|m| m.files.iter().any(|f| f.name == "hand.png"))
            .collect()
    };
    let old = trick(&world.sandbox);
    let old_hands: Vec<_> = world
        .users
        .iter()
        .map(|&u| hands(&world.sandbox, u))
        .collect();
    assert_eq!(old.len(), 1);
    world.sandbox.advance(Duration::from_secs(55 * 60));
    world.settle().await;
    let before = world.sandbox.call_count();
    play_until(&world, &mut script, |s| says(s, "**Deal 1 · trick 3**")).await;
    world.pass(5).await;
    let new = trick(&world.sandbox);
    assert_eq!(new.len(), 1, "the old one is taken away");
    assert_ne!(new[0].id, old[0].id);
    let mut ids = vec![old[0].id];
    for (user, old) in world.users.iter().zip(&old_hands) {
        let new = hands(&world.sandbox, *user);
        assert_eq!((old.len(), new.len()), (1, 1), "{user}");
        assert_ne!(new[0].id, old[0].id, "{user}");
        ids.push(old[0].id);
    }
    for call in world.sandbox.calls_after(before) {
        let edits = call.method == "PATCH" && call.path.starts_with("/channels/");
        let old = ids.iter().any(|id| call.path.ends_with(&id.to_string()));
        assert!(!(edits && old), "{}", call.path);
    }
    check_clean(&mut world).await;
}

/// A throw that may fail, of the fewest cards: the highest and the lowest of a
/// suit that are not two of a kind.
fn throw(snap: &Snapshot, seat: Seat) -> Option<CardSet> {
    let view = &snap.seats[seat];
    let order = Order::new(&view.public.rules.play, view.trump?);
    let groups = order.groups(&view.hand).into_iter();
    let mut sides = groups.filter(|g| g.category != Category::Trump && g.cards.len() > 1);
    sides.find_map(|g| {
        let two = [*g.cards.first()?, *g.cards.last()?];
        let set = CardSet::from_cards(&two)?;
        let risky = chaodipi::discord::panel::throw_risk(view, &set);
        let thrown = Lead::new(&order, &set).is_some_and(|lead| lead.is_throw());
        let asks = matches!(risky, chaodipi::discord::panel::ThrowRisk::Risk { .. });
        (thrown && asks).then_some(set)
    })
}

/// C54, C62: a throw that may fail is asked about once, in words that name own
/// cards and a penalty and nobody; a single card is played at once.
#[tokio::test(flavor = "multi_thread")]
async fn a_throw_that_may_fail_is_asked_about_once() {
    let mut scene = Scene::new(73).await;
    let table = scene.started(4, ClockChoice::Relaxed, Pace::Instant).await;
    let leads = |s: &Snapshot| {
        Seat::ALL
            .into_iter()
            .find(|&seat| s.seats[seat].ask == Ask::Lead && throw(s, seat).is_some())
    };
    let snap = scene.play_until(&table, true, |s| leads(s).is_some()).await;
    let seat = leads(&snap).expect("somebody leads");
    let number = snap.people[seat].as_ref().expect("a person").discord - 1000;
    let set = throw(&snap, seat).expect("a throw");
    let names: Vec<String> = set.iter().map(Card::symbol).collect();
    let typed = names.join(" ");
    let asked = answers(&scene.types(number, "play", &[("cards", &typed)]).await);
    assert!(asked.contains("⚠️"), "{asked}");
    assert_eq!(
        table.snapshot().revision,
        snap.revision,
        "nothing is played"
    );
    let panel = seat_panel(&table.snapshot(), seat, Lang::En, PanelOptions::default());
    let risk = panel.text.lines().find(|l| l.contains("at worst"));
    let risk = risk.unwrap_or_else(|| panic!("{}", panel.text));
    assert!(
        risk.chars().any(|c| c.is_ascii_digit()),
        "a penalty: {risk}"
    );
    let own: std::collections::BTreeSet<Card> = set.iter().collect();
    assert!(cards_in(risk).is_subset(&own), "{risk}");
    assert!(!risk.contains("Person"), "{risk}");
    let done = answers(&scene.types(number, "play", &[("cards", &typed)]).await);
    assert!(!done.contains("⚠️") && !done.contains('❗'), "{done}");
    let log = scene.store().log(table.id()).await.expect("read");
    let played = log.iter().rev().find_map(|l| match &l.event {
        Event::Played { seat: s, .. } => Some(*s),
        _ => None,
    });
    assert_eq!(played, Some(seat));
    // Where it failed, the table says what was tried and what stays.
    let snap = table.snapshot();
    let public = public_messages(&snap).pop().expect("the trick").body.text;
    let line = public.lines().find(|l| l.contains("throw failed"));
    assert!(line.is_none_or(|l| cards_in(l).is_subset(&own)), "{public}");

    let leads = |s: &Snapshot| Seat::ALL.into_iter().find(|&x| s.seats[x].ask == Ask::Lead);
    let snap = scene.play_until(&table, true, |s| leads(s).is_some()).await;
    let seat = leads(&snap).expect("somebody leads");
    let number = snap.people[seat].as_ref().expect("a person").discord - 1000;
    let one = snap.seats[seat].hand.iter().next().expect("a card");
    let typed = one.symbol();
    let played = answers(&scene.types(number, "play", &[("cards", &typed)]).await);
    assert!(!played.contains("⚠️") && !played.contains('❗'), "{played}");
    assert!(table.snapshot().revision > snap.revision);
}
