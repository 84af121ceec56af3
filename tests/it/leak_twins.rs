//! Two runs that differ in hidden cards only give the same public calls at
//! the same times, until a card that differs is shown.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use chaodipi::cards::{Card, Rank, Suit};
use chaodipi::clock::Millis;
use chaodipi::game::Event;
use chaodipi::sandbox::script::{Habit, Script};
use chaodipi::sandbox::{Call, ChannelId, SandboxOptions, SeenMessage, UserId};
use serde_json::{Value, json};

use crate::leak_cast::{Cast, SEED, card, flips};
use crate::leak_support::{Cards, cards_in, cards_of_call, log_of};
use crate::support::world::World;

const CHANNEL: ChannelId = SandboxOptions::CHANNEL;

/// How the people play. Nothing in it looks at a card that differs.
#[derive(Clone)]
struct Way {
    /// How many people there are; computers sit on the other seats.
    people: usize,
    /// Turns on auto-play once cards are drawn.
    auto: Option<usize>,
    /// Seat 1 fries with what it is offered first.
    fries: bool,
    /// How long each takes to answer a sealed question.
    answers: [u64; 4],
    /// So long after the first sealed question was seen the bot is killed and
    /// started again.
    killed: Option<u64>,
    /// Cards never played or buried while there is another choice.
    spared: Cards,
    /// What a card counts as when one is chosen.
    counts_as: fn(Card) -> Card,
    /// Ends when the first card is played.
    auction_only: bool,
}

impl Way {
    fn plain(spared: &[Card]) -> Way {
        Way {
            people: 4,
            auto: None,
            fries: false,
            answers: [500; 4],
            killed: None,
            spared: spared.iter().copied().collect(),
            counts_as: |c| c,
            auction_only: false,
        }
    }
}

/// People who play by their way.
struct Players {
    world: World,
    way: Way,
    /// Steps in which somebody has acted, and questions with when they were seen.
    acted: BTreeSet<(usize, String)>,
    asked: Vec<((usize, String), Millis)>,
    /// When a person does what a panel asked for, by person and step.
    marks: BTreeMap<(usize, String), Millis>,
    /// When the bot will be killed.
    kill: Option<Millis>,
}

/// One public call, without what may differ: ids of messages, nonces, the commitment.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Shown {
    at: u64,
    method: String,
    path: String,
    body: String,
    files: Vec<(String, usize)>,
    cards: Cards,
}

async fn run(cast: &Cast, way: Way) -> Vec<Shown> {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("cards.txt");
    std::fs::write(&file, cast.deck()).expect("written");
    let more = vec![(
        "CHAODIPI_DISCORD_SANDBOX_CARDS".to_owned(),
        file.display().to_string(),
    )];
    let mut options = SandboxOptions::default();
    // Which of two calls at one time is put off would be a matter of luck.
    options.limits.global = None;
    options.limits.posts = None;
    options.limits.edits = None;
    let world = World::with(options, SEED, more).await;
    let people = world.users[..way.people].to_vec();
    let mut script = Script::new(&world.sandbox, CHANNEL, &people, Habit::Commands, 1);
    script.begin(&[]).await.expect("a table");
    let mut players = Players {
        world,
        way,
        acted: BTreeSet::new(),
        asked: Vec::new(),
        marks: BTreeMap::new(),
        kill: None,
    };
    players.play().await;
    if players.way.killed.is_some() {
        players.nothing_is_lost().await;
    }
    let calls = players.world.sandbox.calls();
    let mut shown: Vec<Shown> = calls.iter().filter_map(shown).collect();
    shown.sort();
    shown
}

fn shown(call: &Call) -> Option<Shown> {
    let path = call.path.strip_prefix(&format!("/channels/{CHANNEL}/"))?;
    let path: Vec<&str> = path
        .split('/')
        .map(|p| if p.parse::<u64>().is_ok() { "*" } else { p })
        .collect();
    let mut body = call.body.clone();
    mask(&mut body);
    Some(Shown {
        at: call.at.0,
        method: call.method.clone(),
        path: path.join("/"),
        body: body.to_string(),
        files: call
            .files
            .iter()
            .map(|f| (f.name.clone(), f.size))
            .collect(),
        cards: cards_of_call(call),
    })
}

fn mask(value: &mut Value) {
    match value {
        Value::Object(map) => {
            map.remove("nonce");
            // Of files that stay: their numbers.
            map.remove("id");
            map.values_mut().for_each(mask);
        }
        Value::Array(list) => list.iter_mut().for_each(mask),
        Value::String(text) => {
            let words: Vec<&str> = text
                .split_inclusive(|c: char| !c.is_ascii_hexdigit())
                .map(|w| {
                    if w.trim_end_matches(|c: char| !c.is_ascii_hexdigit()).len() == 64 {
                        "*"
                    } else {
                        w
                    }
                })
                .collect();
            *text = words.concat();
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Milliseconds, longer than a message is behind.
const BEAT: u64 = 3_000;

/// When somebody acts who has seen a panel just now: at the next whole [`BEAT`].
/// Which of two states that follow on one another a panel shows first, and so
/// whether it is there a call earlier or later, depends on the processor.
fn mark(seen: Millis) -> Millis {
    Millis(seen.0.next_multiple_of(BEAT))
}

impl Players {
    async fn play(&mut self) {
        for _ in 0..3000 {
            self.world.settle().await;
            if self.over() {
                return;
            }
            if self
                .kill
                .take_if(|at| *at <= self.world.sandbox.now())
                .is_some()
            {
                self.world.kill().await;
                self.world.restart().await;
                continue;
            }
            let mut acted = false;
            for who in 0..self.way.people {
                acted |= self.act(who).await;
            }
            if acted {
                continue;
            }
            let now = self.world.sandbox.now();
            let due = self
                .asked
                .iter()
                .map(|((who, _), seen)| *seen + Duration::from_millis(self.way.answers[*who]));
            let marks = self.marks.values().copied();
            let due = due.chain(marks).filter(|&at| at > now).min();
            let timer = self.world.sandbox.next_timer().await.expect("at rest");
            let next = timer
                .into_iter()
                .chain(due)
                .chain(self.kill)
                .min()
                .expect("something is to come");
            self.world.sandbox.advance_to(next);
        }
        panic!("not done in time\n{}", self.world.log());
    }

    /// Enough has been seen: four tricks, or the first card played.
    fn over(&self) -> bool {
        let tricks = if self.way.auction_only { 1 } else { 5 };
        let public = self.world.sandbox.channel(CHANNEL);
        public
            .iter()
            .filter(|m| m.files.iter().any(|f| f.name == "trick.png"))
            .count()
            >= tricks
    }

    /// All who were asked the first sealed question have answered it: nothing
    /// was lost with the bot, and nobody was asked again.
    async fn nothing_is_lost(&self) {
        let log = log_of(&self.world.database()).await;
        let closed = log.iter().find_map(|l| match &l.event {
            Event::RoundClosed { persons } => Some(persons.len()),
            _ => None,
        });
        let first = |(who, step): &&(usize, String)| {
            let (_, asked) = &self.asked[0].0;
            step == asked && self.acted.contains(&(*who, step.clone()))
        };
        let asked = self.asked.iter().map(|(key, _)| key).filter(first).count();
        assert_eq!(closed, Some(asked), "{:?}", self.asked);
        assert!(asked >= 3, "{asked} were asked");
    }

    fn panel(&self, who: usize) -> Option<SeenMessage> {
        let messages = self.world.sandbox.dms(UserId(who as u64 + 1));
        messages
            .into_iter()
            .rfind(|m| m.files.iter().any(|f| f.name == "hand.png"))
    }

    async fn act(&mut self, who: usize) -> bool {
        let Some(panel) = self.panel(who) else {
            return false;
        };
        let user = UserId(who as u64 + 1);
        let ready = |prefix: &str| panel.buttons_of(prefix).find(|b| !b.disabled);
        if self.way.auto == Some(who) {
            let once = self.acted.insert((who, "auto".to_owned()));
            if once {
                self.type_in(who, &["auto"], &[]).await;
            }
            return once;
        }
        if let Some(sure) = ready("v1.sure.")
            && self.acted.insert((who, sure.custom_id.clone()))
        {
            let clicked = self
                .world
                .sandbox
                .click(user, panel.id, &sure.custom_id)
                .await;
            clicked.expect("a button");
            return true;
        }
        // The seat that draws its level card first, and nobody else, declares.
        let declares = ready("v1.declare.").filter(|_| who == 0);
        let asked = ready("v1.pass.");
        let fries = ready("v1.fry.").filter(|_| self.way.fries && who == 1);
        let follows = panel.select("v1.follow.").is_some() || ready("v1.forced.").is_some();
        let leads = panel.select("v1.pick.").is_some() && panel.button("v1.bury").is_none();
        let hand = hand(&panel);
        let buries = hand.len() == 33;
        let any = declares.or(asked).or(panel.buttons.first());
        let step = any
            .and_then(|b| b.custom_id.split('.').nth(3))
            .unwrap_or_default();
        let kind = format!("{step} {}", hand.len());
        let key = (who, kind);
        if self.acted.contains(&key) {
            return false;
        }
        let now = self.world.sandbox.now();
        let mark = *self.marks.entry(key.clone()).or_insert_with(|| mark(now));
        if asked.is_some() && declares.is_none() {
            let seen = match self.asked.iter().find(|(k, _)| *k == key) {
                Some((_, seen)) => *seen,
                None => {
                    if self.asked.is_empty() {
                        let after = self.way.killed.map(Duration::from_millis);
                        self.kill = after.map(|after| mark + after);
                    }
                    self.asked.push((key.clone(), mark));
                    mark
                }
            };
            if now < seen + Duration::from_millis(self.way.answers[who]) {
                return false;
            }
        } else if now < mark {
            return false;
        }
        if let Some(button) = declares.or(fries).or(asked) {
            let clicked = self
                .world
                .sandbox
                .click(user, panel.id, &button.custom_id)
                .await;
            clicked.expect("a button");
        } else if buries {
            let cards = self.lowest(hand);
            self.type_in(who, &["bury"], &[("cards", json!(cards))])
                .await;
        } else if follows || leads {
            let place = self
                .world
                .sandbox
                .private_channel(user)
                .expect("a private channel");
            let typed = [("cards", json!(""))];
            let choices = self
                .world
                .sandbox
                .autocomplete(user, place, &["play"], &typed, "cards")
                .await;
            let plays = choices.expect("suggestions").into_iter();
            let play = plays.min_by_key(|c| {
                let text = c.value.as_str().unwrap_or_default();
                let cards = cards_in(text);
                let spared = cards.intersection(&self.way.spared).count();
                (spared, text.split(' ').count(), text.to_owned())
            });
            let play = play.expect("a legal play").value;
            self.type_in(who, &["play"], &[("cards", play)]).await;
        } else {
            return false;
        }
        self.acted.insert(key);
        true
    }

    /// Eight cards without points, the spared ones last.
    fn lowest(&self, mut hand: Vec<Card>) -> String {
        hand.sort_by_key(|c| {
            let level = c.is_joker() || c.rank() == Some(Rank::Two);
            (
                c.points() > 0,
                level,
                self.way.spared.contains(c),
                (self.way.counts_as)(*c),
            )
        });
        let names: Vec<String> = hand.into_iter().take(8).map(Card::symbol).collect();
        names.join(" ")
    }

    async fn type_in(&self, who: usize, path: &[&str], options: &[(&str, Value)]) {
        let user = UserId(who as u64 + 1);
        let place = self
            .world
            .sandbox
            .private_channel(user)
            .expect("a private channel");
        let typed = self.world.sandbox.slash(user, place, path, options).await;
        assert!(typed.is_ok_and(|o| !o.failed()), "{path:?} is answered");
    }
}

fn hand(panel: &SeenMessage) -> Vec<Card> {
    let file = panel.files.iter().find(|f| f.name == "hand.png");
    let words = file.map(|f| f.alt.split_whitespace()).into_iter().flatten();
    words.flat_map(cards_in).collect()
}

/// So often two games that differ are played again: a leak shows every time, while
/// of a player's move and an edit that fall on one moment of the clock either may come first.
const AGAIN: usize = 3;

/// Plays both games; the calls of the first, and how many are equal before one
/// shows a card that differs. Panics where two differ without showing one, and
/// do so each time.
async fn both(
    (cast, way): (&Cast, &Way),
    (other, other_way): (&Cast, &Way),
    differ: &Cards,
) -> (Vec<Shown>, usize) {
    let mut difference = String::new();
    for _ in 0..AGAIN {
        let one = run(cast, way.clone()).await;
        let two = run(other, other_way.clone()).await;
        match compare(&one, &two, differ) {
            Ok(same) => return (one, same),
            Err(found) => difference = found,
        }
    }
    panic!("{difference}");
}

fn compare(one: &[Shown], two: &[Shown], differ: &Cards) -> Result<usize, String> {
    let flipped: Cards = flips().values().copied().collect();
    let shows = |s: &Shown| {
        s.cards
            .iter()
            .any(|c| differ.contains(c) && !flipped.contains(c))
    };
    let first = |list: &[Shown]| list.iter().find(|s| shows(s)).map(|s| s.at);
    let end = first(one).into_iter().chain(first(two)).min();
    let before = |list: &[Shown]| {
        let early = |s: &&Shown| end.is_none_or(|end| s.at < end);
        list.iter().filter(early).cloned().collect::<Vec<_>>()
    };
    let (one, two) = (before(one), before(two));
    match one.iter().zip(&two).find(|(a, b)| a != b) {
        Some((a, b)) => Err(format!("{a:?}\n{b:?}")),
        None if one.len() != two.len() => Err(format!("{} and {} calls", one.len(), two.len())),
        None => Ok(one.len()),
    }
}

fn tricks(list: &[Shown], count: usize) -> usize {
    list[..count]
        .iter()
        .filter(|s| s.files.iter().any(|(n, _)| n == "trick.png"))
        .count()
}

async fn twins(cast: &Cast, swapped: &Cast, way: Way, differ: &[Card], least: (usize, usize)) {
    let differ = differ.iter().copied().collect();
    let (one, same) = both((cast, &way), (swapped, &way), &differ).await;
    let played = tricks(&one, same);
    assert!(
        same >= least.0 && played >= least.1,
        "{same} calls, {played} with tricks"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn cards_changed_over_between_two_other_hands_change_nothing_public() {
    let cast = Cast::new();
    let (a, b) = cast.exchangeable(1, 2);
    let swapped = cast.swap((1, a), (2, b));
    twins(&cast, &swapped, Way::plain(&[a, b]), &[a, b], (20, 2)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_changed_over_with_the_bottom_changes_nothing_public() {
    let cast = Cast::new();
    let (a, b) = cast.exchangeable(1, 4);
    let swapped = cast.swap((1, a), (4, b));
    let way = Way {
        people: 3,
        ..Way::plain(&[a, b])
    };
    twins(&cast, &swapped, way, &[a, b], (20, 1)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_that_could_fry_and_passes_looks_like_one_that_could_not() {
    let cast = Cast::new();
    let (a, b) = (card("H2"), card("C2"));
    let swapped = cast.swap((1, a), (2, b));
    let way = Way {
        auto: Some(3),
        ..Way::plain(&[a, b])
    };
    twins(&cast, &swapped, way, &[a, b], (20, 1)).await;
}

fn spades_for_hearts(c: Card) -> Card {
    match (c.suit(), c.rank()) {
        (Some(Suit::Spades), Some(rank)) => Card::new(Suit::Hearts, rank),
        (Some(Suit::Hearts), Some(rank)) => Card::new(Suit::Spades, rank),
        _ => c,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn which_suit_was_declared_and_fried_cannot_be_seen_until_it_is_shown() {
    let cast = Cast::new();
    let other = cast.map(spades_for_hearts);
    // Late enough that the panel does not change any more while it asks.
    let way = Way {
        fries: true,
        auction_only: true,
        answers: [4_000; 4],
        ..Way::plain(&[])
    };
    let turned = Way {
        counts_as: spades_for_hearts,
        ..way.clone()
    };
    let differ = Card::ALL.into_iter().collect();
    let (one, same) = both((&cast, &way), (&other, &turned), &differ).await;
    let fried = one[..same]
        .iter()
        .any(|s| s.body.contains("fries and takes"));
    assert!(same >= 20 && fried, "{same} calls");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_computer_that_overturns_answers_when_one_that_cannot_would() {
    let cast = Cast::new();
    let turned = |c: &Cast| Cast {
        hands: [0, 2, 3, 1].map(|s| c.hands[s].clone()),
        bottom: c.bottom.clone(),
    };
    let (a, b) = (card("H2"), card("C2"));
    let (one, two) = (turned(&cast), turned(&cast.swap((1, a), (2, b))));
    let way = Way {
        people: 3,
        auction_only: true,
        ..Way::plain(&[a, b])
    };
    let mut found = String::new();
    for _ in 0..AGAIN {
        let (one, two) = (run(&one, way.clone()).await, run(&two, way.clone()).await);
        match asked_alike(&one, &two) {
            Ok(()) => return,
            Err(differ) => found = differ,
        }
    }
    panic!("{found}");
}

/// That two games are alike until somebody was asked to overturn, and go on at one moment.
fn asked_alike(one: &[Shown], two: &[Shown]) -> Result<(), String> {
    let same = one.iter().zip(two).take_while(|(a, b)| a == b).count();
    let asked = one[..same].iter().any(|s| s.body.contains("overturn"));
    let at = |list: &[Shown]| list.get(same).map(|s| s.at);
    let (a, b) = (at(one), at(two));
    let together = a.is_none() || b.is_none() || a == b;
    if asked && same >= 10 && together {
        return Ok(());
    }
    Err(format!(
        "{same} calls, {:?} {:?}",
        one.get(same),
        two.get(same)
    ))
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_answered_a_sealed_question_cannot_be_seen() {
    answered_by_others_first(None).await;
}

/// Killed when in the one game two have answered and in the other one.
#[tokio::test(flavor = "multi_thread")]
async fn nor_when_the_bot_is_killed_meanwhile() {
    answered_by_others_first(Some(3_500)).await;
}

async fn answered_by_others_first(killed: Option<u64>) {
    let cast = Cast::new();
    let way = |answers| Way {
        answers,
        killed,
        auction_only: true,
        ..Way::plain(&[])
    };
    let one = way([6_000, 500, 6_000, 3_000]);
    let two = way([6_000, 6_000, 5_000, 500]);
    let (_, same) = both((&cast, &one), (&cast, &two), &Cards::new()).await;
    assert!(same >= 20, "{same} calls");
}
