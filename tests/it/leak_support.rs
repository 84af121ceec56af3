//! What the tests of secrecy share: cards found in whatever people can read,
//! and what each seat and the public may know at each moment of a deal.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use chaodipi::cards::{Card, Rank, Suit};
use chaodipi::clock::Millis;
use chaodipi::game::{Event, Game, PlayerId, TableId, Wait};
use chaodipi::rules::auction::AuctionStep;
use chaodipi::rules::{BySeat, Seat};
use chaodipi::sandbox::{Call, SeenMessage};
use chaodipi::store::{Logged, Store};
use serde_json::Value;

/// Kinds of cards: copies are not told apart.
pub type Cards = BTreeSet<Card>;

const SUIT_WORDS: [(&str, Suit); 14] = [
    ("♠", Suit::Spades),
    ("♥", Suit::Hearts),
    ("♦", Suit::Diamonds),
    ("♣", Suit::Clubs),
    ("黑桃", Suit::Spades),
    ("红桃", Suit::Hearts),
    ("紅桃", Suit::Hearts),
    ("红心", Suit::Hearts),
    ("紅心", Suit::Hearts),
    ("方块", Suit::Diamonds),
    ("方塊", Suit::Diamonds),
    ("方片", Suit::Diamonds),
    ("草花", Suit::Clubs),
    ("梅花", Suit::Clubs),
];

const JOKER_WORDS: [(&str, Card); 8] = [
    ("big joker", Card::BIG_JOKER),
    ("Big joker", Card::BIG_JOKER),
    ("little joker", Card::LITTLE_JOKER),
    ("Little joker", Card::LITTLE_JOKER),
    ("大王", Card::BIG_JOKER),
    ("大鬼", Card::BIG_JOKER),
    ("小王", Card::LITTLE_JOKER),
    ("小鬼", Card::LITTLE_JOKER),
];

/// The cards that a text names, in any form in which the bot prints or reads
/// them: `♠A`, `♠10`, `♠AKK`, `黑桃A`, `大王`, `BJ`, `big joker`, `SA.1`, `S10`, `SASAHK`.
pub fn cards_in(text: &str) -> Cards {
    let mut found = Cards::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if let Some((word, suit)) = SUIT_WORDS.iter().find(|(w, _)| rest.starts_with(w)) {
            rest = rest[word.len()..].trim_start_matches('\u{fe0f}');
            while let Some((rank, length)) = rank_at(rest) {
                found.insert(Card::new(*suit, rank));
                rest = &rest[length..];
            }
        } else if let Some((word, joker)) = JOKER_WORDS.iter().find(|(w, _)| rest.starts_with(w)) {
            found.insert(*joker);
            rest = &rest[word.len()..];
        } else if first.is_ascii_alphanumeric() {
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric());
            let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
            found.extend(codes(word).unwrap_or_default());
            rest = after;
        } else {
            rest = &rest[first.len_utf8()..];
        }
    }
    found
}

/// The cards of a word that is nothing but names of cards.
fn codes(word: &str) -> Option<Cards> {
    let mut found = Cards::new();
    let mut rest = word;
    while !rest.is_empty() {
        if let Some(joker) = ["BJ", "LJ"].into_iter().find(|j| rest.starts_with(j)) {
            found.insert(joker.parse().ok()?);
            rest = &rest[2..];
            continue;
        }
        let suit = Suit::from_letter(rest.chars().next()?)?;
        let (rank, length) = rank_at(&rest[1..])?;
        found.insert(Card::new(suit, rank));
        rest = &rest[1 + length..];
    }
    Some(found)
}

fn rank_at(text: &str) -> Option<(Rank, usize)> {
    if text.starts_with("10") {
        return Rank::from_letter('T').map(|rank| (rank, 2));
    }
    let letter = text.chars().next().filter(char::is_ascii)?;
    Rank::from_letter(letter).map(|rank| (rank, 1))
}

/// All that whoever sees a message can read in it or get from the API: what
/// stands where.
pub fn readable(message: &SeenMessage) -> Vec<(&'static str, String)> {
    let mut message = message.clone();
    // Every suit has its button, whatever the hand: it names no card that
    // anybody holds until it can be pressed.
    message
        .buttons
        .retain(|b| !(b.disabled && b.custom_id.starts_with("v1.declare.")));
    let mut all = vec![("text", message.text())];
    for button in &message.buttons {
        all.push(("custom id", button.custom_id.clone()));
    }
    for select in &message.selects {
        all.push(("custom id", select.custom_id.clone()));
        all.extend(select.options.iter().map(|o| ("value", o.value.clone())));
    }
    for file in &message.files {
        all.push(("file name", file.name.to_uppercase()));
    }
    all.extend(message.command.clone().map(|c| ("header", c)));
    all
}

/// The cards that whoever sees a message can find in it.
pub fn cards_of(message: &SeenMessage) -> Cards {
    readable(message)
        .iter()
        .flat_map(|(_, text)| cards_in(text))
        .collect()
}

/// The cards in a request: its body but for the nonce, and its file names.
pub fn cards_of_call(call: &Call) -> Cards {
    let mut found = Cards::new();
    each_text(&call.body, &mut |text| found.extend(cards_in(text)));
    for file in &call.files {
        found.extend(cards_in(&file.name.to_uppercase()));
    }
    found
}

fn each_text(value: &Value, see: &mut impl FnMut(&str)) {
    match value {
        Value::String(text) => see(text),
        Value::Array(list) => list.iter().for_each(|v| each_text(v, see)),
        Value::Object(map) => {
            for (_, inner) in map.iter().filter(|(key, _)| *key != "nonce") {
                each_text(inner, see);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// What an event makes public: the event, the last declaration, overturn or
/// fry, and whether the deal is a game's first.
type Shows = fn(&Event, &[Card], bool) -> Vec<Card>;

/// Every card of a hand, of the deck or of the bottom that becomes public
/// before or when a deal ends: what, and by which clause of RULES.md. Nothing
/// else may be seen by whoever does not hold it.
const PUBLIC: [(&str, &str, Shows); 6] = [
    (
        "cards flipped for the starter",
        "2.1",
        |event, _, first| match event {
            Event::Dealt { shuffle, .. } if first => shuffle.flips.values().copied().collect(),
            _ => Vec::new(),
        },
    ),
    ("cards played", "2.5", |event, _, _| match event {
        Event::Played { cards, .. } => cards.clone(),
        _ => Vec::new(),
    }),
    (
        "all cards of a throw that failed",
        "5",
        |event, _, _| match event {
            Event::ThrowFailed { failed } => failed.tried.clone(),
            _ => Vec::new(),
        },
    ),
    (
        "bottom cards turned up",
        "10.5",
        |event, _, _| match event {
            Event::Auction {
                step: AuctionStep::BottomCardTurned { card, .. },
                ..
            } => vec![*card],
            _ => Vec::new(),
        },
    ),
    (
        "what made the trump, once the frying is over",
        "2.5, 10.1",
        |event, spoken, _| match event {
            Event::Auction {
                step: AuctionStep::TrumpSettled { .. } | AuctionStep::PlayBegins,
                ..
            } => spoken.to_vec(),
            _ => Vec::new(),
        },
    ),
    ("everything, at the end", "2.6", |event, _, _| match event {
        Event::Settled { .. } => Card::ALL.to_vec(),
        _ => Vec::new(),
    }),
];

/// What may be known from some moment on.
#[derive(Clone)]
pub struct Moment {
    /// Since when.
    pub at: Millis,
    /// By everybody.
    pub public: Cards,
    /// By each seat: its hand, and with what it spoke itself.
    pub own: BySeat<Cards>,
    /// Whether a sealed question is open.
    pub sealed: bool,
    /// The seats that the table publicly waits for; of a sealed round all that
    /// are asked.
    pub waits: Vec<Seat>,
    /// Who sits where.
    pub people: BySeat<Option<PlayerId>>,
}

/// Whom everybody sees the table wait for.
fn waits(game: &Game) -> Vec<Seat> {
    match game.waits() {
        Wait::Sealed { asked, .. } => asked,
        Wait::Bury { seat, .. } | Wait::Play { seat, .. } => vec![seat],
        Wait::Lobby
        | Wait::NeedDeal
        | Wait::DrawMore { .. }
        | Wait::Grace { .. }
        | Wait::Close
        | Wait::Between { .. }
        | Wait::Paused
        | Wait::Over => Vec::new(),
    }
}

/// What may be known in a deal of a table, moment by moment.
pub struct Truth(pub Vec<Moment>);

impl Truth {
    /// Reads that of the first deal from the log of a finished run.
    pub fn of(log: &[Logged]) -> Truth {
        let first = Truth::deals(log).into_iter().next();
        first.unwrap_or(Truth(Vec::new()))
    }

    /// Reads that of every deal, in order. A deal that is broken off ends with
    /// the log.
    pub fn deals(log: &[Logged]) -> Vec<Truth> {
        let mut deals: Vec<Truth> = Vec::new();
        let mut moments: Vec<Moment> = Vec::new();
        let mut public = Cards::new();
        let mut spoken: Vec<Card> = Vec::new();
        let mut said = BySeat::<Cards>::default();
        let mut sealed = false;
        let mut between = false;
        let mut game: Option<Game> = None;
        for logged in log {
            match &mut game {
                None => game = Game::from_events([&logged.event]),
                Some(game) => chaodipi::game::evolve(game, &logged.event),
            }
            if between && !matches!(logged.event, Event::Dealt { .. }) {
                continue;
            }
            if std::mem::take(&mut between) {
                (public, spoken, said) = Default::default();
            }
            if let Event::Auction { step, .. } = &logged.event {
                match step {
                    AuctionStep::Placed { seat, cards, .. }
                    | AuctionStep::Overturned { seat, cards, .. }
                    | AuctionStep::Fried { seat, cards, .. } => {
                        spoken = cards.to_vec();
                        said[*seat].extend(spoken.iter().copied());
                    }
                    AuctionStep::Asked { .. } => sealed = true,
                    _ => {}
                }
            }
            if matches!(logged.event, Event::RoundClosed { .. }) {
                sealed = false;
            }
            for (_, _, shows) in PUBLIC {
                public.extend(shows(&logged.event, &spoken, deals.is_empty()));
            }
            let game = game.as_ref().expect("an opened table");
            let own = BySeat::from_fn(|s: Seat| {
                let hand = game.seat(s).hand;
                hand.iter().chain(said[s].iter().copied()).collect()
            });
            moments.push(Moment {
                at: logged.at,
                public: public.clone(),
                own,
                sealed,
                waits: waits(game),
                people: BySeat::from_fn(|s| game.person(s)),
            });
            if matches!(logged.event, Event::Settled { .. }) {
                deals.push(Truth(std::mem::take(&mut moments)));
                between = true;
            }
        }
        if !moments.is_empty() {
            deals.push(Truth(moments));
        }
        deals
    }

    /// The last moment not after `at`.
    pub fn when(&self, at: Millis) -> Option<&Moment> {
        self.0.iter().rev().find(|m| m.at <= at)
    }

    /// Where the turn began, or the sealed round, in which the table publicly
    /// waits for a seat at `at`.
    pub fn waits_for(&self, seat: Seat, at: Millis) -> Option<usize> {
        let last = self.0.iter().rposition(|m| m.at <= at)?;
        // Of several moments at one time it may be any.
        let time = self.0[last].at;
        let now = (0..=last).rev().take_while(|&i| self.0[i].at == time);
        let turn = now.into_iter().find(|&i| self.0[i].waits.contains(&seat))?;
        let same = |&i: &usize| self.0[i].waits == self.0[turn].waits;
        (0..=turn).rev().take_while(same).last()
    }

    /// What a seat, or an onlooker, may see at `at`; of its own cards also
    /// those it held up to `slack` before.
    pub fn known(&self, seat: Option<Seat>, at: Millis, slack: u64) -> Cards {
        let Some(now) = self.when(at) else {
            return Cards::new();
        };
        let mut known = now.public.clone();
        let Some(seat) = seat else {
            return known;
        };
        known.extend(&now.own[seat]);
        let since = Millis(at.0.saturating_sub(slack));
        let recent = self.0.iter().filter(|m| m.at >= since && m.at <= at);
        let before = self.when(since).into_iter();
        for moment in recent.chain(before) {
            known.extend(&moment.own[seat]);
        }
        known
    }
}

/// The log of the first table, read from a copy of a database in use.
pub async fn log_of(database: &Path) -> Vec<Logged> {
    let folder = tempfile::tempdir().expect("a folder");
    let copy = folder.path().join("copy.db");
    for file in files_of(database) {
        let name = file
            .to_string_lossy()
            .replace(&*database.to_string_lossy(), &copy.to_string_lossy());
        fs::copy(&file, name).expect("copied");
    }
    let store = Store::open(&copy).await.expect("a database");
    let log = store.log(TableId(1)).await.expect("a log");
    store.close().await;
    log
}

/// The database's file and the two that stand beside it, those that are there.
pub fn files_of(database: &Path) -> Vec<PathBuf> {
    ["", "-wal", "-shm"]
        .into_iter()
        .map(|end| PathBuf::from(format!("{}{end}", database.display())))
        .filter(|file| file.exists())
        .collect()
}

#[test]
fn cards_are_recognised_in_every_form() {
    let check = |text: &str, names: &str| {
        let wanted: Cards = names
            .split_whitespace()
            .map(|n| n.parse().expect("a card"))
            .collect();
        assert_eq!(cards_in(text), wanted, "{text}");
    };
    check("✓ ♠A", "SA");
    check("BJ LJ ♠2 · ♥10 ♥K", "BJ LJ S2 HT HK");
    check("the big joker, ♠A", "BJ SA");
    check("Little jokers", "LJ");
    check("大王 小王黑桃AK10", "BJ LJ SA SK ST");
    check("SA.1", "SA");
    check("(S10,HK)", "ST HK");
    check("SASAHT", "SA HT");
    check("S10.PNG", "ST");
    check("♣\u{fe0f}Q", "CQ");
    check("trump ♠, 5 cards", "");
    check("v1.fry.1.1f3.0", "");
    check("SASAX HAND SAS", "");
    check("红桃 7", "");
}
