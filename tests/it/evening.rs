//! An evening at a table people come back to, and the one after it: somebody
//! comes late, two swap places, one leaves and returns, a break by agreement
//! outlives the process and two days; once more with the same people; a table
//! that is made void; a season that ends. What the bot says of it all equals a
//! recount from the exported records.

use std::collections::{BTreeSet, HashMap};
use std::process::Command;

use chaodipi::game::TableId;
use chaodipi::sandbox::{Sandbox, SeenMessage};
use chaodipi::store::Store;
use serde_json::json;

use crate::evening_room::{ALICE, ALL, BOB, CAROL, CHANNEL, DAVE, Evening, TWO_DAYS, no, own};
use crate::evening_standings::{self, Told};
use crate::leak_record::{Deals, Record};
use crate::leak_support::Truth;
use crate::support::en;
use crate::support::openapi::check_calls;
use crate::support::outcome::headings_twice;
use crate::support::tells;

/// A table with one computer player is opened and begins.
async fn sits_down(e: &mut Evening) {
    let options = [("length", json!("deals")), ("count", json!(3))];
    let opened = e.types(ALICE, &["table", "new"], &options).await;
    assert_eq!(opened, en("opened", vec![("table", 1.into())]));
    assert!(e.says("table 1").content.contains("3 deals"));
    for (user, seat) in [(ALICE, "east"), (BOB, "south"), (CAROL, "west")] {
        let at = ["east", "south", "west"].iter().position(|s| *s == seat);
        let button = format!("v1.sit.1.0l0.{}", at.expect("a seat"));
        let word = own(user, seat, vec![]);
        let sat = e.presses(user, &button).await;
        assert_eq!(
            sat,
            own(user, "sat-alone", vec![("seat", word.clone().into())])
        );
        assert!(e.told(user).contains(&word), "{}", e.told(user));
    }
    e.pass(2).await;
    e.says("nobody sits North");
    for user in [BOB, CAROL] {
        assert_eq!(e.presses(user, "v1.ready.1.0l0.1").await, "");
    }
    assert_eq!(e.presses(ALICE, "v1.fill.").await, "");
}

/// Dave comes when the game has begun: he watches, is told when he can sit
/// down, and takes the computer player's seat between two deals.
async fn comes_late(e: &mut Evening) {
    e.play(&[ALICE, BOB, CAROL], "**Deal 1 · trick 3**").await;
    let watched = e.presses(DAVE, "v1.watch.").await;
    assert!(watched.starts_with(&en("watch-title", vec![])), "{watched}");
    for part in [
        "Deal 1",
        "West Carol",
        "North 🤖 Computer",
        "On the table (trick 2,",
    ] {
        tells(&watched, part);
    }
    let stays_out = [
        (
            e.types(DAVE, &["table", "sit"], &[]).await,
            "refused-started",
        ),
        (e.presses(DAVE, "v1.hand.").await, "refused-not-your-seat"),
        (e.types(DAVE, &["hand"], &[]).await, "refused-not-seated"),
    ];
    for (said, key) in stays_out {
        assert_eq!(said, no(DAVE, key, vec![]));
    }
    assert!(e.sandbox().dms(DAVE).is_empty());
    e.play(&[ALICE, BOB, CAROL], "**Deal 1 is over**").await;
    let sat = e.types(DAVE, &["table", "sit"], &[]).await;
    let seat = vec![("seat", "North".into())];
    assert_eq!(sat, en("sat-between", seat));
    assert!(e.told(DAVE).contains("you sit North"), "{}", e.told(DAVE));
    e.pass(3).await;
    let result = e.says("**Deal 1 is over**").content;
    let ready = "East Alice … · South Bob … · West Carol … · North Dave …";
    assert!(result.contains(ready), "{result}");
}

/// Bob asks Carol to swap places; she agrees.
async fn swaps(e: &mut Evening) {
    let seat = [("seat", json!("2"))];
    let asked = e.types(BOB, &["table", "swap"], &seat).await;
    let carol = format!("{} Carol", own(BOB, "west", vec![]));
    assert_eq!(asked, own(BOB, "swap-asked", vec![("seat", carol.into())]));
    e.pass(6).await;
    let words = vec![("name", "<@3>".into()), ("seat", "South Bob".into())];
    let call = e.says(&en("call-swap", words)).id;
    let rang = e.sandbox().notifications(CAROL);
    assert!(rang.iter().any(|n| n.message == call), "{rang:#?}");
    assert_eq!(e.presses(CAROL, "v1.swap.").await, en("done-seats", vec![]));
    e.pass(3).await;
    assert_eq!(e.called(), BTreeSet::new(), "the call is taken away");
    let result = e.says("**Deal 1 is over**").content;
    assert!(result.contains("South Carol … · West Bob …"), "{result}");
}

/// Carol leaves in the middle of a deal: a computer player plays for her
/// until she comes back.
async fn leaves_and_returns(e: &mut Evening) {
    e.next_deal().await;
    e.play(&ALL, "**Deal 2 · trick 2**").await;
    let left = e.types(CAROL, &["table", "stand"], &[]).await;
    assert_eq!(left, en("stood", vec![]));
    let status = e.types(ALICE, &["table", "status"], &[]).await;
    assert!(status.contains("South Carol (auto-play)"), "{status}");
    e.pass(3).await;
    assert!(
        e.told(CAROL).contains(&en("panel-auto", vec![])),
        "{}",
        e.told(CAROL)
    );
    let rang = e.sandbox().notifications(CAROL).len();
    e.play(&[ALICE, BOB, DAVE], "**Deal 2 · trick 5**").await;
    let trick = e.says("**Deal 2 · trick 4**").content;
    assert!(trick.contains("South Carol (auto-play): **"), "{trick}");
    assert_eq!(
        e.sandbox().notifications(CAROL).len(),
        rang,
        "nobody calls her"
    );
    let back = e.types(CAROL, &["table", "sit"], &[]).await;
    assert_eq!(back, en("sat-playing", vec![("seat", "South".into())]));
    e.pass(3).await;
    assert!(!e.told(CAROL).contains(&en("panel-auto", vec![])));
    e.play(&ALL, "**Deal 2 is over**").await;
    let trick = e.says("**Deal 2 · trick 9**").content;
    assert!(trick.contains("South Carol: **"), "{trick}");
}

/// Dave asks for a break, Bob agrees that it may last; the process is killed,
/// and two days later all four go on.
async fn pauses_for_two_days(e: &mut Evening) {
    e.next_deal().await;
    let begun = |m: &SeenMessage| m.content.contains("**Deal 3 · trick 2**") && !m.files.is_empty();
    e.play_to(&ALL, begun).await;
    e.presses(DAVE, "v1.status.").await;
    let asked = e.presses(DAVE, "v1.pause.").await;
    assert_eq!(asked, en("pause-begins-later", vec![]));
    e.pass(2).await;
    e.says(&en("pause-asked", vec![("seat", "North Dave".into())]));
    assert_eq!(
        e.presses(BOB, "v1.longer.").await,
        own(BOB, "done-longer", vec![])
    );
    e.play(&ALL, "Paused by agreement").await;
    e.pass(5).await;
    let newest = |e: &Evening| e.public().pop().expect("messages").content;
    assert!(newest(e).contains("Paused by agreement"), "{}", newest(e));
    assert!(
        !newest(e).contains('⏳'),
        "nobody is waited for: {}",
        newest(e)
    );
    assert_eq!(e.called(), BTreeSet::new());
    for user in ALL {
        assert!(e.told(user).contains('⏸'), "{}", e.told(user));
    }
    e.world.kill().await;
    e.sandbox().advance(TWO_DAYS);
    e.world.restart().await;
    e.pass(5).await;
    assert!(newest(e).contains("Paused by agreement"), "{}", newest(e));
    let nobody = "East Alice … · South Carol … · West Bob … · North Dave …";
    assert!(newest(e).contains(nobody), "{}", newest(e));
    for user in [ALICE, BOB, CAROL] {
        let said = e.presses(user, "v1.resume.").await;
        assert_eq!(said, own(user, "resume-waits", vec![]));
    }
    e.pass(3).await;
    let three = "East Alice ✅ · South Carol ✅ · West Bob ✅ · North Dave …";
    assert!(newest(e).contains(three), "{}", newest(e));
    assert_eq!(
        e.presses(DAVE, "v1.resume.").await,
        en("done-resume", vec![])
    );
    e.play(&ALL, "win the match!").await;
    e.pass(5).await;
    let end = e.says("win the match!");
    assert_eq!(
        end.buttons.len(),
        2,
        "once more, and looking back: {end:#?}"
    );
    for user in ALL {
        let over = own(user, "wait-over", vec![]);
        assert!(e.told(user).contains(&over), "{}", e.told(user));
    }
}

/// Once more with the same people on the same seats, by the same rules.
async fn plays_again(e: &mut Evening) {
    let table = || vec![("table", 2.into())];
    let opened = e.presses(ALICE, "v1.again.").await;
    assert_eq!(opened, en("opened-again", table()));
    e.since = e.says("win the match!").id;
    e.pass(12).await;
    assert_eq!(e.called(), ["<@2", "<@3", "<@4"].map(str::to_owned).into());
    let lobby = e.says("· table 2").content;
    for part in [
        "3 deals",
        "**East Alice** …",
        "**South free** (kept for Carol)",
    ] {
        tells(&lobby, part);
    }
    for (user, seat, at) in [(BOB, "west", 2), (CAROL, "south", 1), (DAVE, "north", 3)] {
        let sat = e.presses(user, &format!("v1.sit.2.0l0.{at}")).await;
        let seat = own(user, seat, vec![]);
        // Computers are offered only while a seat is free.
        let words = if user == DAVE { "sat" } else { "sat-alone" };
        assert_eq!(sat, own(user, words, vec![("seat", seat.into())]));
    }
    e.pass(5).await;
    assert_eq!(e.called(), BTreeSet::new(), "the calls are taken away");
    for user in ALL {
        assert_eq!(e.presses(user, "v1.ready.2.0l0.1").await, "");
    }
    e.pass(2).await;
    e.says(&en("lobby-all-there", vec![]));
    assert_eq!(e.presses(ALICE, "v1.start.").await, "");
    e.play(&ALL, "**Deal 1 is over**").await;
}

/// A manager makes the table void: its finished deal counts for nobody, and
/// everybody is told so.
async fn is_void(e: &mut Evening) {
    e.next_deal().await;
    e.play(&ALL, "**Deal 2 · trick 2**").await;
    let denied = e
        .sandbox()
        .slash(BOB, CHANNEL, &["server", "void"], &[])
        .await;
    if let Ok(done) = denied {
        let said = e.answer(done).await;
        assert!(said.starts_with('❗'), "only managers may: {said}");
    }
    let asked = e.types(ALICE, &["server", "void"], &[]).await;
    assert!(asked.contains("table 2"), "{asked}");
    let pressed = e.presses(ALICE, "v1.server.").await;
    assert_eq!(pressed, "", "the question itself shows what was done");
    let counted = vec![("table", 2.into()), ("deals", 1.into())];
    let done = e.sandbox().ephemerals(ALICE).pop().expect("the question");
    assert_eq!(done.content, en("server-voided", counted));
    e.pass(10).await;
    let end = e.says(&en("end-void", vec![]));
    assert!(end.button("v1.again.").is_some() && end.button("v1.game.").is_none());
    let game = [("game", json!(2))];
    let said = e.types(CAROL, &["replay"], &game).await;
    let unknown = no(CAROL, "refused-game-unknown", vec![("table", 2.into())]);
    assert_eq!(said, unknown);
    for user in ALL {
        let over = own(user, "wait-over", vec![]);
        assert!(e.told(user).contains(&over), "{}", e.told(user));
    }
}

/// The record of a table, by the program's own command while the bot runs.
fn exported(e: &Evening, table: u32) -> String {
    let done = Command::new(env!("CARGO_BIN_EXE_chaodipi"))
        .args(["export", "--table", &table.to_string(), "--database"])
        .arg(e.world.database())
        .output()
        .expect("the program");
    assert!(done.status.success(), "{done:?}");
    String::from_utf8(done.stdout).expect("text")
}

/// Its record as people get it on Discord.
async fn handed_out(e: &mut Evening, table: u32) -> String {
    e.types(DAVE, &["replay"], &[("game", json!(table))]).await;
    e.presses(DAVE, "v1.record.").await;
    let given = e.sandbox().ephemerals(DAVE).pop().expect("the record");
    String::from_utf8(given.files[0].bytes.to_vec()).expect("text")
}

#[tokio::test(flavor = "multi_thread")]
async fn an_evening_and_the_one_two_days_later() {
    let mut e = Evening::new().await;
    sits_down(&mut e).await;
    comes_late(&mut e).await;
    swaps(&mut e).await;
    leaves_and_returns(&mut e).await;
    pauses_for_two_days(&mut e).await;
    plays_again(&mut e).await;
    is_void(&mut e).await;
    let record = exported(&e, 1);
    assert_eq!(handed_out(&mut e, 1).await, record);
    let void = evening_standings::deals(&exported(&e, 2));
    assert_eq!(void.len(), 1, "its record is kept");
    let deals = evening_standings::deals(&record);
    assert_eq!(deals.len(), 3);
    // Alice, Bob and Carol sat down first, Dave took the place of a computer player.
    let names = evening_standings::names(&record, &["Alice", "Bob", "Carol", "Dave"]);
    let told = Told::new(&e.world.sandbox, deals, names);
    told.check().await;
    nothing_is_said_twice(&e);
    let sight = e.seen;
    let sandbox = e.world.sandbox.clone();
    let mut world = e.world;
    world.terminate().await;
    assert_eq!(sandbox.errors(), Vec::<String>::new());
    check_calls(&sandbox.calls());
    let store = Store::open(&world.database()).await.expect("the database");
    told.check_store(&store).await;
    no_card_leaks(&sandbox, &store, &sight).await;
    store.close().await;
}

/// No message stands twice in the channel of either table, nor in private.
fn nothing_is_said_twice(e: &Evening) {
    let all = e.sandbox().channel(CHANNEL);
    let (first, second): (Vec<_>, Vec<_>) = all.into_iter().partition(|m| m.id <= e.since);
    for part in [first, second] {
        assert_eq!(headings_twice(&part), Vec::<String>::new());
    }
    for user in ALL {
        let mut seen = BTreeSet::new();
        for message in e.sandbox().dms(user) {
            assert!(
                seen.insert(message.content.clone()),
                "{user}: {}",
                message.content
            );
        }
    }
}

/// Nobody could see a card of anybody else's, of all that was sent and shown.
async fn no_card_leaks(sandbox: &Sandbox, store: &Store, seen: &Record) {
    let mut players = HashMap::new();
    for &user in &seen.users {
        let person = store.person_by_discord(user.0).await.expect("read");
        players.extend(person.map(|p| (user, p.player)));
    }
    let mut tables = Vec::new();
    for table in [1, 2] {
        let log = store.log(TableId(table)).await.expect("a log");
        tables.push(Truth::deals(&log));
    }
    let lengths: Vec<usize> = tables.iter().map(Vec::len).collect();
    assert_eq!(lengths, [3, 2]);
    let truth = Deals::new(tables, players, CHANNEL);
    let found = truth.leaks(&seen.sights);
    assert!(
        found.is_empty(),
        "{} leaks: {:#?}",
        found.len(),
        &found[..found.len().min(5)]
    );
    let found = truth.leaks_in_calls(&sandbox.calls());
    assert!(
        found.is_empty(),
        "{} leaks: {:#?}",
        found.len(),
        &found[..found.len().min(5)]
    );
    // A card put where it must not be is found, in every deal.
    for deal in 0..5 {
        let at = truth.middle(deal);
        let seen = seen
            .sights
            .iter()
            .rfind(|s| s.message.ephemeral && s.first <= at);
        let mut planted = seen.expect("something private").clone();
        (planted.first, planted.last) = (at, at);
        planted.message.edited = Some(at);
        planted.message.content = truth.hidden_from(planted.user, at).symbol();
        assert_eq!(truth.leaks(&[planted]).len(), 2, "deal {deal}");
    }
}
