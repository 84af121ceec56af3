//! All that any user could see in a deal, walked through: no card of another
//! hand, of the bottom or of the deck before RULES.md makes it public.

use std::collections::HashMap;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use chaodipi::cards::Card;
use chaodipi::clock::Millis;
use chaodipi::game::Event;
use chaodipi::rules::Seat;
use chaodipi::rules::auction::AuctionStep;
use chaodipi::sandbox::script::{Habit, Script, Trouble};
use chaodipi::sandbox::{Call, ChannelId, SandboxOptions, UserId};
use serde_json::json;

use crate::leak_pings::check_pings;
use crate::leak_record::{LAG, Record, Sight};
use crate::leak_support::{Cards, Truth, cards_in, cards_of_call, files_of, log_of};
use crate::support::world::{World, tail};

const CHANNEL: ChannelId = SandboxOptions::CHANNEL;
/// In the server, on no seat.
const ONLOOKER: UserId = UserId(5);
/// The seat of a user: they sit down one after the other.
fn seat_of(user: UserId, people: usize) -> Option<Seat> {
    let index = usize::try_from(user.0).ok()?.checked_sub(1)?;
    Seat::new(index).filter(|_| index < people)
}

/// Everything in the record that its reader may not know.
fn leaks(record: &[Sight], truth: &Truth, people: usize) -> Vec<String> {
    let mut found = Vec::new();
    for sight in record {
        let seat = seat_of(sight.user, people);
        let own = sight.message.ephemeral || sight.message.channel != CHANNEL;
        let seat = seat.filter(|_| own);
        for at in [sight.first, sight.last] {
            found.extend(sight.hidden(&truth.known(seat, at, LAG), at));
        }
    }
    found
}

/// A whole deal: the record of all that was seen, and the truth.
struct Walk {
    world: World,
    record: Record,
    /// When the database held a sealed answer.
    sealed: Vec<(Millis, bool)>,
    truth: Truth,
    people: usize,
}

/// `killed`: the bot is killed and started again as soon as somebody has
/// answered a sealed question.
async fn play(seed: u64, people: usize, habit: Habit, closed: Option<usize>, killed: bool) -> Walk {
    let options = SandboxOptions::with_users(&["Alice", "Bob", "Carol", "Dave", "Eve"]);
    let mut world = World::with(options, seed, Vec::new()).await;
    if let Some(who) = closed {
        world.sandbox.close_dms(world.users[who]);
    }
    let seated = &world.users[..people];
    let mut script = Script::new(&world.sandbox, CHANNEL, seated, habit, seed);
    let mut record = Record::new(&world.users);
    let mut sealed = Vec::new();
    script.begin(&[]).await.expect("a table");
    let (mut open, mut kills) = (false, 0);
    for step in 0.. {
        assert!(step < 4000, "a deal ends");
        let mut done = false;
        let played = script
            .play_until(1, |sandbox| {
                record.look(sandbox);
                let open = holds_answer(&world);
                sealed.push((sandbox.now(), open));
                done = sandbox
                    .channel(SandboxOptions::CHANNEL)
                    .iter()
                    .any(|m| m.files.iter().any(|f| f.name == "deal.png"));
                done
            })
            .await;
        match played {
            Ok(()) | Err(Trouble::TooLong(_)) => {}
            Err(trouble) => panic!("{trouble}\n{}", tail(&world.log())),
        }
        if done {
            break;
        }
        let before = std::mem::replace(&mut open, holds_answer(&world));
        if killed && open && !before {
            world.kill().await;
            world.restart().await;
            record.look(&world.sandbox);
            kills += 1;
        }
        if step % 40 == 0 {
            probe(&world, people, &mut record).await;
        }
    }
    let log = log_of(&world.database()).await;
    let buried_by_person = log.iter().any(|l| match &l.event {
        Event::Auction {
            step: AuctionStep::Buried { .. },
            person,
        } => *person,
        _ => false,
    });
    assert!(buried_by_person, "somebody buries in person");
    assert_eq!(killed, kills > 0, "{kills} kills");
    let truth = Truth::of(&log);
    Walk {
        world,
        record,
        sealed,
        truth,
        people,
    }
}

/// Whether the bytes of the database hold a sealed answer.
fn holds_answer(world: &World) -> bool {
    files_of(&world.database()).iter().any(|file| {
        let bytes = fs::read(file).unwrap_or_default();
        String::from_utf8_lossy(&bytes).contains("\"event\":\"answered\"")
    })
}

/// The onlooker asks for whatever she can think of and clicks what is not hers.
async fn probe(world: &World, people: usize, record: &mut Record) {
    let sandbox = &world.sandbox;
    let mut clicks = HashMap::new();
    for &user in &world.users[..people] {
        for message in sandbox
            .dms(user)
            .into_iter()
            .chain(sandbox.ephemerals(user))
        {
            let buttons = message.buttons.iter().map(|b| (b.custom_id.clone(), None));
            let selects = message.selects.iter().filter_map(|s| {
                Some((s.custom_id.clone(), Some(s.options.first()?.value.clone())))
            });
            for (id, value) in buttons.chain(selects) {
                let verb = id.split('.').nth(1).unwrap_or_default().to_owned();
                clicks.insert(verb, (message.id, id, value));
            }
        }
    }
    let mut outcomes = Vec::new();
    for (message, id, value) in clicks.into_values() {
        let values = value.as_deref().map(|v| [v]);
        let values = values.as_ref().map(|v| v.as_slice());
        outcomes.push(sandbox.forge_click(ONLOOKER, message, &id, values).await);
    }
    for path in [
        ["hand"].as_slice(),
        &["table", "status"],
        &["last"],
        &["pass"],
        &["auto"],
    ] {
        outcomes.push(sandbox.slash(ONLOOKER, CHANNEL, path, &[]).await);
    }
    let deal = [("deal", json!("1"))];
    outcomes.push(sandbox.slash(ONLOOKER, CHANNEL, &["verify"], &deal).await);
    for verb in ["play", "bury", "declare", "overturn", "fry"] {
        let typed = [("cards", json!(""))];
        let choices = sandbox
            .autocomplete(ONLOOKER, CHANNEL, &[verb], &typed, "cards")
            .await;
        assert_eq!(
            choices,
            Ok(Vec::new()),
            "suggestions of /{verb} to an onlooker"
        );
        let typed = [("cards", json!("A"))];
        outcomes.push(sandbox.slash(ONLOOKER, CHANNEL, &[verb], &typed).await);
    }
    world.settle().await;
    let now = sandbox.now();
    for outcome in outcomes {
        let outcome = outcome.expect("a client can send it");
        assert!(!outcome.failed(), "the bot answers everything");
        for message in sandbox.answers(&outcome) {
            record.sights.push(Sight {
                user: ONLOOKER,
                first: now,
                last: now,
                message,
            });
        }
    }
    record.look(sandbox);
}

/// Requests whose message everybody in the channel sees.
fn is_public(call: &Call) -> bool {
    call.path.starts_with(&format!("/channels/{CHANNEL}/"))
}

impl Walk {
    fn check(&self) {
        let found = leaks(&self.record.sights, &self.truth, self.people);
        assert!(
            found.is_empty(),
            "{} leaks: {:#?}",
            found.len(),
            &found[..found.len().min(8)]
        );
        self.check_calls();
        self.check_log();
        self.check_files();
        self.check_sealed();
        self.check_pictures();
        self.check_headers();
        check_pings(&self.world.sandbox, &self.truth, |user| {
            seat_of(user, self.people)
        });
    }

    /// Public messages also between two settles, and what every message says.
    fn check_calls(&self) {
        let end = self.truth.0.last().expect("a deal").at;
        let calls = self.world.sandbox.calls();
        for call in calls.iter().filter(|c| is_public(c) && c.at <= end) {
            let known = self.truth.known(None, call.at, 0);
            let cards = cards_of_call(call);
            assert!(
                cards.is_subset(&known),
                "{} {}: {cards:?}",
                call.method,
                call.path
            );
            for file in &call.files {
                assert!(
                    ["trick.png", "deal.png"].contains(&file.name.as_str()),
                    "{file:?}"
                );
            }
        }
        for call in calls {
            let answer = call.path.ends_with("/callback");
            let kind = call.body["type"].as_u64().unwrap_or(0);
            let body = if answer {
                &call.body["data"]
            } else {
                &call.body
            };
            let says = body.get("content").is_some() || body.get("components").is_some();
            if says && (!answer || matches!(kind, 4 | 7)) && call.method != "PUT" {
                assert!(
                    body.get("allowed_mentions").is_some(),
                    "{} {}",
                    call.method,
                    call.path
                );
            }
            if answer && matches!(kind, 4 | 5) {
                let hidden = body["flags"].as_u64().unwrap_or(0) & 64 != 0;
                let bare = call.files.is_empty() && cards_of_call(&call).is_empty();
                assert!(hidden || bare, "an answer with cards is not ephemeral");
            }
        }
    }

    /// Neither the log nor what the bot prints names a card, at any level.
    fn check_log(&self) {
        let log = self.world.log();
        assert!(log.contains("connected to Discord"), "the log is kept");
        for line in log.lines() {
            let named = cards_in(line);
            assert!(named.is_empty(), "{named:?} in the log: {line}");
        }
    }

    fn check_files(&self) {
        let files = files_of(&self.world.database());
        assert!(files.len() >= 2, "{files:?}");
        for file in files {
            let mode = fs::metadata(&file).expect("a file").permissions().mode();
            assert_eq!(mode & 0o777, 0o600, "{}", file.display());
        }
    }

    /// Sealed answers leave the files when their round closes.
    fn check_sealed(&self) {
        let mut held = 0;
        for &(at, holds) in &self.sealed {
            let now: Vec<bool> = self
                .truth
                .0
                .iter()
                .filter(|m| m.at == at)
                .map(|m| m.sealed)
                .collect();
            let before = self.truth.when(at).is_some_and(|m| m.sealed);
            if holds {
                held += 1;
                assert!(
                    before || now.contains(&true),
                    "an answer is kept at {}",
                    at.0
                );
            }
        }
        let asked = self.truth.0.iter().any(|m| m.sealed);
        assert!(
            !asked || held > 0,
            "answers are looked for in the right place"
        );
    }

    /// Pictures of hands have one name, and the size in pixels that the number of
    /// cards gives, which is public, whatever they show. A public picture shows nothing but what its message says: while
    /// that is the same, so is every byte, whatever happens in the hands. (That
    /// sizes in bytes do not follow hidden cards, the twin runs show.)
    fn check_pictures(&self) {
        let mut sizes: HashMap<usize, [u8; 8]> = HashMap::new();
        let mut public: HashMap<(&str, &str, &str), &[u8]> = HashMap::new();
        for sight in &self.record.sights {
            for file in sight.message.files.iter() {
                let private = sight.message.ephemeral || sight.message.channel != CHANNEL;
                assert_eq!(private, file.name == "hand.png", "{file:?}");
                if private {
                    let cards = file.alt.split_whitespace().filter(|w| *w != "·").count();
                    let size = file.bytes[16..24].try_into().expect("a picture");
                    let before = sizes.insert(cards, size).unwrap_or(size);
                    assert_eq!(before, size, "hands of {cards} cards in two sizes");
                    continue;
                }
                let says = (&*file.name, &*file.alt, &*sight.message.content);
                if let Some(before) = public.insert(says, &file.bytes) {
                    assert!(before == &*file.bytes, "{says:?} is drawn in two ways");
                }
            }
        }
        assert!(sizes.len() > 10, "hands of many sizes are compared");
        assert!(public.len() > 20, "public pictures are compared");
    }

    /// "X used /…" stands over public answers to `/table` only.
    fn check_headers(&self) {
        for sight in &self.record.sights {
            let Some(command) = &sight.message.command else {
                continue;
            };
            let public = !sight.message.ephemeral;
            assert!(
                !public || command.starts_with("table"),
                "/{command} in public"
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_sees_a_card_too_early_with_one_closed_to_private_messages() {
    let walk = play(11, 4, Habit::Mixed, Some(2), false).await;
    walk.check();
    planted_leaks_are_seen(&walk);
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_sees_a_card_too_early_beside_a_computer_player() {
    play(12, 3, Habit::Commands, None, true).await.check();
}

/// The walk would find a leak: cards set into what was seen are found.
fn planted_leaks_are_seen(walk: &Walk) {
    let moments = &walk.truth.0;
    let middle = &moments[moments.len() / 2];
    let (at, everything) = (middle.at, Card::ALL.into_iter().collect::<Cards>());
    let sight = |user: u64| {
        let mut seen = walk.record.sights.iter();
        let mut one = seen
            .rfind(|s| s.user == UserId(user) && s.first <= at && s.message.channel == CHANNEL)
            .expect("something was seen")
            .clone();
        (one.first, one.last) = (at, at);
        one
    };
    let found = |planted: Sight| leaks(&[planted], &walk.truth, walk.people).len();
    assert_eq!(found(sight(5)), 0);
    let hidden = |seat| {
        let known = walk.truth.known(seat, at, LAG);
        *everything.difference(&known).next().expect("a hidden card")
    };
    let card = hidden(None);
    let mut text = sight(5);
    text.message.content.push_str(&card.symbol());
    assert!(found(text) > 0, "in a text");
    let mut id = sight(5);
    id.message.files.clear();
    id.message.command = Some(format!("play {}", card.name()));
    assert!(found(id) > 0, "in a header");
    let mut button = sight(5);
    button.message.buttons = vec![chaodipi::sandbox::SeenButton {
        row: 0,
        custom_id: format!("v1.play.{}.1", card.name()),
        label: "Play".to_owned(),
        emoji: String::new(),
        style: 1,
        disabled: false,
        url: None,
    }];
    assert!(found(button) > 0, "in a custom id");
    // A private panel that shows a card of another hand, or a buried one.
    let seat = Seat::ALL[0];
    let mut panel = sight(1);
    panel.message.channel = ChannelId(0);
    panel.message.content = hidden(Some(seat)).symbol();
    assert!(found(panel) > 0, "in a panel");
    let buried = Seat::ALL.into_iter().find_map(|s| {
        let held: Cards = moments.iter().flat_map(|m| m.own[s].clone()).collect();
        let known = walk.truth.known(Some(s), at, LAG);
        let gone = held.difference(&known).next().copied();
        gone.filter(|_| at.0 > 0).map(|card| (s, card))
    });
    if let Some((s, card)) = buried {
        let mut old = sight(s.index() as u64 + 1);
        old.message.channel = ChannelId(0);
        old.message.content = card.symbol();
        assert!(found(old) > 0, "a buried card on an old panel");
    }
}
