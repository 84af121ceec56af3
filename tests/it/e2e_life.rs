//! The life of a table with the compiled bot: permissions that go and come
//! back, channels that are lost, seats that change hands, threads.

use chaodipi::sandbox::script::{Habit, Script};
use chaodipi::sandbox::{
    BOT_PERMISSIONS, CREATE_PUBLIC_THREADS, ChannelId, Sandbox, SandboxOptions, SeenMessage,
    UserId, UserSpec,
};
use serde_json::json;

use crate::support::crash::play_until;
use crate::support::en;
use crate::support::outcome::{check_clean, said, says};
use crate::support::world::World;

const CHANNEL: ChannelId = SandboxOptions::CHANNEL;
const OTHER: ChannelId = SandboxOptions::OTHER_CHANNEL;
/// All that the bot has in a channel of the stand-in's.
const ALL: u64 = BOT_PERMISSIONS & !CREATE_PUBLIC_THREADS;

async fn slash(world: &World, user: UserId, channel: ChannelId, path: &[&str]) -> String {
    let done = world.sandbox.slash(user, channel, path, &[]).await;
    let done = done.expect("offered");
    world.settle().await;
    said(&done)
}

/// Whether the table waits until it can be shown, as its host reads in private.
async fn waits(world: &World) -> bool {
    let host = world.users[0];
    let private = world.sandbox.open_private_channel(host);
    let status = slash(world, host, private, &["table", "status"]).await;
    assert!(status.contains("**Table "), "{status}");
    status.contains("could not write here")
}

/// How often the host was told in private that the table stands still.
fn told(world: &World) -> usize {
    let note = |m: &SeenMessage| m.content.contains("stands still");
    let messages = world.sandbox.dms(world.users[0]);
    messages.into_iter().filter(note).count()
}

/// Whether the table goes on by itself: at once, or where a call was refused
/// meanwhile, when it is tried again.
async fn goes_on(world: &World) -> bool {
    for _ in 0..8 {
        if !waits(world).await {
            return true;
        }
        world.pass(5).await;
    }
    false
}

/// Takes each of the seven permissions away and gives it back.
async fn each_permission(world: &World, phase: &str) {
    let seven: Vec<u64> = (0..64).map(|n| 1 << n).filter(|b| ALL & b != 0).collect();
    assert_eq!(seven.len(), 7);
    for bit in seven {
        let before = told(world);
        world.sandbox.set_permissions(CHANNEL, ALL & !bit);
        world.settle().await;
        // Nothing moves meanwhile; the message to the host keeps its pace.
        world.pass(3).await;
        assert!(waits(world).await, "{phase} without {bit}\n{}", world.log());
        assert_eq!(told(world), before + 1, "{phase} without {bit}");
        world.sandbox.set_permissions(CHANNEL, ALL);
        world.settle().await;
        assert!(goes_on(world).await, "{phase} with {bit} again");
    }
}

/// Each of the seven is taken away and given back in every phase, of a table
/// in the channel or in a thread of it.
async fn in_every_phase(seed: u64, thread: bool) {
    let mut world = World::new(seed).await;
    let place = if thread {
        let opened = world
            .sandbox
            .open_thread(world.users[0], CHANNEL, "a quiet place");
        opened.expect("the channel is seen")
    } else {
        CHANNEL
    };
    let mut script = Script::new(&world.sandbox, place, &world.users, Habit::Clicks, 3);
    let seat = |n: usize| vec![("seat", json!(n.to_string()))];
    let typed = async |script: &mut Script, who, path: &[&str], options: &[_]| {
        let done = script.type_command(who, path, options).await;
        done.expect("answered");
    };
    typed(&mut script, 0, &["table", "new"], &[]).await;
    typed(&mut script, 0, &["table", "sit"], &seat(0)).await;
    each_permission(&world, "the lobby").await;
    for who in 1..4 {
        typed(&mut script, who, &["table", "sit"], &seat(who)).await;
    }
    for who in 0..4 {
        typed(&mut script, who, &["table", "ready"], &[]).await;
    }
    typed(&mut script, 0, &["table", "start"], &[]).await;
    let says = |s: &Sandbox, heading: &str| {
        let all = s.channel(place);
        all.iter().any(|m| m.content.contains(heading))
    };
    for (phase, heading) in [
        ("the draw", "Drawing cards: "),
        ("burying", " is burying"),
        ("frying", "Does anyone fry?"),
        ("play", "**Deal 1 · trick 2**"),
        ("between deals", "**Deal 1 is over**"),
    ] {
        play_until(&world, &mut script, |s| says(s, heading)).await;
        each_permission(&world, phase).await;
    }
    play_until(&world, &mut script, |s| says(s, "**Deal 2 · trick 1**")).await;
    check_clean(&mut world).await;
}

/// P42 in every phase: the table pauses, its host is told, it goes on.
#[tokio::test(flavor = "multi_thread")]
async fn every_permission_that_goes_pauses_the_table_until_it_returns() {
    in_every_phase(61, false).await;
}

/// The same in a thread, which has the permissions of its channel.
#[tokio::test(flavor = "multi_thread")]
async fn every_permission_that_goes_pauses_a_thread_until_it_returns() {
    in_every_phase(66, true).await;
}

/// A thread that is closed and locked pauses its table, which goes on by itself
/// when it is opened again.
#[tokio::test(flavor = "multi_thread")]
async fn a_locked_thread_pauses_its_table_until_it_is_opened() {
    let world = World::new(67).await;
    let thread = world
        .sandbox
        .open_thread(world.users[0], CHANNEL, "a quiet place");
    let thread = thread.expect("the channel is seen");
    let mut script = Script::new(&world.sandbox, thread, &world.users, Habit::Clicks, 4);
    script.begin(&[]).await.expect("a game that begins");
    let trick = |s: &Sandbox, number: u32| {
        let heading = format!("**Deal 1 · trick {number}**");
        s.channel(thread)
            .iter()
            .any(|m| m.content.contains(&heading))
    };
    play_until(&world, &mut script, |s| trick(s, 2)).await;
    world.sandbox.archive_thread(thread, true);
    // Somebody plays in private, which cannot be shown.
    for _ in 0..200 {
        if waits(&world).await {
            break;
        }
        script.act().await.expect("people can play in private");
        world.pass(2).await;
    }
    assert!(waits(&world).await, "{}", world.log());
    assert_eq!(told(&world), 1);
    world.pass(20 * 60).await;
    assert!(waits(&world).await);
    assert_eq!(told(&world), 1, "once");
    world.sandbox.reopen_thread(thread);
    world.settle().await;
    assert!(goes_on(&world).await, "{}", world.log());
    play_until(&world, &mut script, |s| trick(s, 4)).await;
    assert_eq!(world.sandbox.errors(), Vec::<String>::new());
}

/// What a role does to many channels at once is looked at once; what nobody
/// gives back is asked for less and less often.
#[tokio::test(flavor = "multi_thread")]
async fn a_lost_permission_costs_few_calls() {
    let mut world = World::new(69).await;
    let mut script = world.script(Habit::Clicks, 3);
    script.begin(&[]).await.expect("a game that begins");
    play_until(&world, &mut script, |s| says(s, "**Deal 1 · trick 2**")).await;
    let before = world.sandbox.call_count();
    for _ in 0..30 {
        world.sandbox.set_permissions(CHANNEL, ALL);
    }
    world.pass(5).await;
    let calls = world.sandbox.calls_after(before);
    let looks = |c: &&chaodipi::sandbox::Call| c.path.starts_with("/guilds/") && c.method == "GET";
    // The server and the bot as its member, once or twice.
    assert!((1..=4).contains(&calls.iter().filter(looks).count()));
    assert!(!waits(&world).await);

    // The bot is not told this time: it finds out when it is refused.
    let none = ALL & !chaodipi::sandbox::SEND_MESSAGES;
    world.sandbox.set_permissions_unseen(CHANNEL, none);
    for _ in 0..200 {
        if waits(&world).await {
            break;
        }
        script.act().await.expect("people can play in private");
        world.pass(2).await;
    }
    assert!(waits(&world).await, "{}", world.log());
    world.pass(2 * 60 * 60).await;
    let before = world.sandbox.call_count();
    world.pass(4 * 60 * 60).await;
    let refused = world.sandbox.calls_after(before);
    let refused = refused.iter().filter(|c| c.status == 403).count();
    assert!((1..=9).contains(&refused), "{refused} calls in four hours");
    assert_eq!(told(&world), 1, "once");
    world.sandbox.set_permissions_unseen(CHANNEL, ALL);
    world.pass(31 * 60).await;
    assert!(!waits(&world).await, "{}", world.log());
    check_clean(&mut world).await;
}

/// `/server permissions` asks Discord about channels nobody has used yet.
#[tokio::test(flavor = "multi_thread")]
async fn the_page_of_permissions_asks_discord() {
    let mut world = World::with(with_eve(), 70, Vec::new()).await;
    let host = world.users[0];
    let allow = [("channel", json!(OTHER.to_string()))];
    let path = ["server", "allow"];
    let allowed = world.sandbox.slash(host, CHANNEL, &path, &allow).await;
    assert!(!said(&allowed.expect("offered")).starts_with('❗'));
    let page = async || {
        let asked = world
            .sandbox
            .slash(host, CHANNEL, &["server", "permissions"], &[])
            .await;
        let asked = asked.expect("offered");
        world.settle().await;
        let id = asked.message().expect("an answer").id;
        world.sandbox.message(host, id).expect("the answer").content
    };
    let attach = chaodipi::sandbox::ATTACH_FILES;
    for (bits, names) in [
        (BOT_PERMISSIONS, None),
        (BOT_PERMISSIONS & !attach, Some("Attach Files")),
        (0, Some("View Channel")),
    ] {
        world.sandbox.set_permissions_unseen(OTHER, bits);
        let said = page().await;
        let place = format!("<#{OTHER}>");
        let line = said.lines().find(|l| l.contains(&place));
        let line = line.unwrap_or_else(|| panic!("{said}"));
        assert_eq!(line.contains('❌'), names.is_some(), "{line}");
        assert!(names.is_none_or(|name| line.contains(name)), "{line}");
    }
    check_clean(&mut world).await;
}

/// Five people.
fn with_eve() -> SandboxOptions {
    let mut options = SandboxOptions::default();
    options.guilds[0]
        .channels
        .push((OTHER, "second".to_owned()));
    options.users.push(UserSpec::new(5, "Eve"));
    options.guilds[0].members.push(UserId(5));
    options
}

/// A channel that is deleted loses no game: its host takes it to another one.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_outlives_its_channel() {
    let world = World::with(with_eve(), 62, Vec::new()).await;
    let mut script = Script::new(&world.sandbox, CHANNEL, &world.users[..4], Habit::Clicks, 3);
    script.begin(&[]).await.expect("a game that begins");
    play_until(&world, &mut script, |s| says(s, "**Deal 1 · trick 2**")).await;
    let host = world.users[0];
    let none = slash(&world, host, OTHER, &["table", "move"]).await;
    assert_eq!(none, format!("❗ {}", en("refused-move-none", Vec::new())));
    world.sandbox.delete_channel(CHANNEL);
    world.settle().await;
    assert!(waits(&world).await, "{}", world.log());
    let stranger = slash(&world, world.users[2], OTHER, &["table", "move"]).await;
    // Who sits there hears who may; who does not, that nothing waits for them.
    assert!(stranger.contains("Only the host"), "{stranger}");
    let eve = slash(&world, UserId(5), OTHER, &["table", "move"]).await;
    assert_eq!(eve, none);
    let moved = slash(&world, host, OTHER, &["table", "move"]).await;
    assert!(moved.contains("goes on here"), "{moved}");
    assert!(!waits(&world).await);
    let mut script = Script::new(&world.sandbox, OTHER, &world.users[..4], Habit::Clicks, 3);
    let trick = "**Deal 1 · trick 4**";
    play_until(&world, &mut script, |s| {
        s.channel(OTHER).iter().any(|m| m.content.contains(trick))
    })
    .await;
}

/// A bot that is thrown out and invited again goes on.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_outlives_the_bots_absence() {
    let options = with_eve();
    let world = World::with(options.clone(), 63, Vec::new()).await;
    let mut script = Script::new(&world.sandbox, CHANNEL, &world.users[..4], Habit::Clicks, 3);
    script.begin(&[]).await.expect("a game that begins");
    play_until(&world, &mut script, |s| says(s, "**Deal 1 · trick 2**")).await;
    world.sandbox.delete_guild(options.guilds[0].id);
    world.settle().await;
    assert!(waits(&world).await, "{}", world.log());
    world.sandbox.restore_guild(&options.guilds[0]);
    world.pass(2).await;
    assert!(!waits(&world).await, "{}", world.log());
    play_until(&world, &mut script, |s| says(s, "**Deal 1 · trick 3**")).await;
}

/// Whoever is replaced keeps no card on any panel, and none of them changes
/// any more; whoever comes sees the hand only then.
#[tokio::test(flavor = "multi_thread")]
async fn a_change_of_seat_empties_the_panels_of_whoever_sat_there() {
    let world = World::with(with_eve(), 64, Vec::new()).await;
    let sandbox = &world.sandbox;
    let mut script = Script::new(sandbox, CHANNEL, &world.users[..4], Habit::Clicks, 3);
    script.begin(&[]).await.expect("a game that begins");
    play_until(&world, &mut script, |s| says(s, "**Deal 1 · trick 2**")).await;
    let (host, ben, eve) = (world.users[0], world.users[1], UserId(5));
    // Ben has his hand by private message and open in the channel.
    let opened = sandbox.slash(ben, CHANNEL, &["hand"], &[]).await;
    assert!(!opened.expect("offered").failed());
    world.settle().await;
    let shows_cards = |m: &SeenMessage| m.files.iter().any(|f| f.name == "hand.png");
    let hands = |user| {
        let mut all = sandbox.dms(user);
        all.extend(sandbox.ephemerals(user));
        all.retain(shows_cards);
        all
    };
    assert_eq!(hands(ben).len(), 2);
    let cards = hands(ben)[0].files[0].alt.clone();
    // The manager gives the seat to Eve, who is called in the channel.
    let to = [("seat", json!("1")), ("player", json!("5"))];
    let offered = sandbox
        .slash(host, CHANNEL, &["table", "replace"], &to)
        .await;
    assert!(!said(&offered.expect("offered")).starts_with('❗'));
    world.settle().await;
    // The call keeps the channel's pace.
    world.pass(6).await;
    assert!(hands(eve).is_empty(), "nothing before she sits");
    assert_eq!(hands(ben).len(), 2, "until the seat is taken");
    let calls = |prefix: &str| {
        let all = sandbox.channel(CHANNEL);
        all.into_iter().rfind(|m| m.content.starts_with(prefix))
    };
    let call = calls("<@5>").expect("she is called");
    let sit = call
        .button("v1.sit.")
        .expect("by a button")
        .custom_id
        .clone();
    let sat = sandbox.click(eve, call.id, &sit).await.expect("a button");
    assert!(!sat.failed());
    world.settle().await;
    world.pass(10).await;
    assert_eq!(hands(ben), [], "no card is left");
    let left: Vec<(_, u32)> = sandbox
        .dms(ben)
        .iter()
        .chain(&sandbox.ephemerals(ben))
        .map(|m| (m.id, m.edits))
        .collect();
    assert!(!hands(eve).is_empty());
    assert_eq!(hands(eve)[0].files[0].alt, cards, "the hand goes on");
    let there = sandbox.channel(CHANNEL);
    assert!(
        there.iter().all(|m| m.id != call.id),
        "the call is taken away"
    );
    // What happens now is not Ben's business.
    let players = [host, eve, world.users[2], world.users[3]];
    let mut script = Script::new(sandbox, CHANNEL, &players, Habit::Clicks, 5);
    play_until(&world, &mut script, |s| says(s, "**Deal 1 · trick 5**")).await;
    let now: Vec<(_, u32)> = sandbox
        .dms(ben)
        .iter()
        .chain(&sandbox.ephemerals(ben))
        .map(|m| (m.id, m.edits))
        .collect();
    assert_eq!(now, left, "his panels are not edited any more");
    let refused = slash(&world, ben, CHANNEL, &["hand"]).await;
    assert!(refused.starts_with('❗'), "{refused}");
}

/// A new table gets a thread of its own where the bot may open one.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_opens_a_thread_where_it_may() {
    let mut world = World::new(65).await;
    let host = world.users[0];
    world.sandbox.set_permissions(CHANNEL, BOT_PERMISSIONS);
    world.settle().await;
    let opened = slash(&world, host, CHANNEL, &["table", "new"]).await;
    let threads = world.sandbox.threads(CHANNEL);
    let [thread] = threads[..] else {
        panic!("{threads:?}: {opened}\n{}", world.log());
    };
    assert!(opened.contains(&thread.to_string()), "{opened}");
    let lobby = |channel| world.sandbox.channel(channel);
    assert!(lobby(thread).iter().any(|m| m.button("v1.sit.").is_some()));
    assert!(!lobby(CHANNEL).iter().any(|m| m.button("v1.sit.").is_some()));
    // The channel is free for one that is to stay there.
    let other = world.users[1];
    let here = [("place", json!("here"))];
    let opened = world
        .sandbox
        .slash(other, CHANNEL, &["table", "new"], &here);
    assert!(!said(&opened.await.expect("offered")).starts_with('❗'));
    world.settle().await;
    assert!(lobby(CHANNEL).iter().any(|m| m.button("v1.sit.").is_some()));
    assert_eq!(world.sandbox.threads(CHANNEL).len(), 1);
    check_clean(&mut world).await;
}

/// The host chooses somebody by name whom the bot has never seen, and she is
/// called; the client offers members of the server and nobody else.
#[tokio::test(flavor = "multi_thread")]
async fn somebody_is_invited_by_choosing_them() {
    let mut world = World::with(with_eve(), 66, Vec::new()).await;
    let sandbox = world.sandbox.clone();
    let (host, eve) = (world.users[0], UserId(5));
    slash(&world, host, CHANNEL, &["table", "new"]).await;
    let mut there = sandbox.channel(CHANNEL).into_iter();
    let lobby = there.rfind(|m| m.button("v1.invite.").is_some());
    let lobby = lobby.expect("a lobby");
    let button = lobby
        .button("v1.invite.")
        .expect("a button")
        .custom_id
        .clone();
    let asked = sandbox
        .click(host, lobby.id, &button)
        .await
        .expect("a button");
    let asked = asked.message().cloned().expect("a question");
    let select = asked.select("v1.guest.").expect("a select").clone();
    assert!(select.people && select.options.is_empty());
    for wrong in ["99", "Eve"] {
        let cannot = sandbox
            .select(host, asked.id, &select.custom_id, &[wrong])
            .await;
        assert!(cannot.is_err(), "{wrong} is no member");
    }
    let done = sandbox
        .select(host, asked.id, &select.custom_id, &["5"])
        .await;
    assert!(said(&done.expect("chosen")).contains("Eve is invited"));
    world.settle().await;
    world.pass(6).await;
    assert!(says(&sandbox, "<@5>, you are invited"), "{}", world.log());
    let called = sandbox.notifications(eve);
    assert!(!called.is_empty());
    let replace = [("seat", json!("3"))];
    let asked = sandbox
        .slash(host, CHANNEL, &["table", "replace"], &replace)
        .await;
    let asked = asked
        .expect("offered")
        .message()
        .cloned()
        .expect("a question");
    let select = asked
        .select("v1.offer.")
        .expect("a select")
        .custom_id
        .clone();
    let done = sandbox.select(host, asked.id, &select, &["5"]).await;
    assert!(said(&done.expect("chosen")).contains("kept for Eve"));
    world.settle().await;
    check_clean(&mut world).await;
}
