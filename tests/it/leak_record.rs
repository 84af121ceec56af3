//! What people saw and when, for the tests of secrecy.

use std::collections::HashMap;

use chaodipi::cards::Card;
use chaodipi::clock::Millis;
use chaodipi::game::PlayerId;
use chaodipi::i18n::Lang;
use chaodipi::rules::Seat;
use chaodipi::sandbox::{Call, ChannelId, MessageId, Sandbox, SeenMessage, UserId};

use crate::leak_support::{Cards, Truth, cards_in, cards_of, cards_of_call, readable};

/// An edit may lag behind the table so long, because edits of one message are
/// kept apart (1.2 s).
pub const LAG: u64 = 1_300;

/// A message as one person saw it, from when to when.
#[derive(Clone)]
pub struct Sight {
    pub user: UserId,
    pub first: Millis,
    pub last: Millis,
    pub message: SeenMessage,
}

impl Sight {
    /// What it holds beyond what may be known, and where.
    pub fn hidden(&self, known: &Cards, at: Millis) -> Option<String> {
        let mut shown = self.message.clone();
        shown.content = without_example(&shown.content);
        let cards = cards_of(&shown);
        let hidden: Vec<Card> = cards.difference(known).copied().collect();
        if hidden.is_empty() {
            return None;
        }
        let places: Vec<_> = readable(&shown)
            .into_iter()
            .filter(|(_, text)| cards_in(text).iter().any(|c| hidden.contains(c)))
            .collect();
        let (user, at) = (self.user, at.0);
        Some(format!("{user} sees {hidden:?} at {at}: {places:?}"))
    }
}

/// A text without the cards that show by way of example how cards are typed.
fn without_example(text: &str) -> String {
    let hints = Lang::ALL.map(|lang| chaodipi::i18n::text(lang, "hint-play", Vec::new()));
    hints
        .iter()
        .fold(text.to_owned(), |text, hint| text.replace(hint, ""))
}

/// All that was seen.
#[derive(Default)]
pub struct Record {
    pub users: Vec<UserId>,
    pub sights: Vec<Sight>,
    latest: HashMap<(UserId, MessageId), usize>,
}

impl Record {
    pub fn new(users: &[UserId]) -> Record {
        Record {
            users: users.to_vec(),
            ..Record::default()
        }
    }

    /// Notes what everybody sees now.
    pub fn look(&mut self, sandbox: &Sandbox) {
        for user in self.users.clone() {
            self.note(sandbox.now(), user, sandbox.visible_to(user));
        }
    }

    /// Notes what only its reader sees.
    pub fn look_at_own(&mut self, sandbox: &Sandbox) {
        for user in self.users.clone() {
            self.note(sandbox.now(), user, sandbox.ephemerals(user));
            self.note(sandbox.now(), user, sandbox.dms(user));
        }
    }

    fn note(&mut self, now: Millis, user: UserId, messages: Vec<SeenMessage>) {
        for message in messages {
            let key = (user, message.id);
            if let Some(&at) = self.latest.get(&key)
                && self.sights[at].message == message
            {
                self.sights[at].last = now;
                continue;
            }
            self.latest.insert(key, self.sights.len());
            self.sights.push(Sight {
                user,
                first: now,
                last: now,
                message,
            });
        }
    }
}

/// What may be known in the deals of several tables, one after the other.
pub struct Deals {
    /// Each with its number at its table.
    deals: Vec<(u32, Truth)>,
    players: HashMap<UserId, PlayerId>,
    channel: ChannelId,
}

impl Deals {
    pub fn new(
        tables: Vec<Vec<Truth>>,
        players: HashMap<UserId, PlayerId>,
        channel: ChannelId,
    ) -> Deals {
        let numbered = |deals: Vec<Truth>| (1..).zip(deals);
        Deals {
            deals: tables.into_iter().flat_map(numbered).collect(),
            players,
            channel,
        }
    }

    /// The deal that is played at `at`, with its number; between two deals
    /// nothing is hidden.
    fn at(&self, at: Millis) -> Option<&(u32, Truth)> {
        let begun = |(_, deal): &&(u32, Truth)| deal.0[0].at <= at;
        let found = self.deals.iter().rfind(begun)?;
        let last = found.1.0.last().expect("moments");
        let over = last.public.len() == Card::ALL.len() && at > last.at;
        (!over).then_some(found)
    }

    /// A moment in the middle of that deal of them all.
    pub fn middle(&self, deal: usize) -> Millis {
        let moments = &self.deals[deal].1.0;
        moments[moments.len() / 2].at
    }

    /// A card that a user may not see in private at `at`.
    pub fn hidden_from(&self, user: UserId, at: Millis) -> Card {
        let (_, truth) = self.at(at).expect("a deal is played");
        let known = truth.known(self.seat_of(truth, user, at), at, LAG);
        let mut all = Card::ALL.into_iter();
        all.find(|card| !known.contains(card))
            .expect("a hidden card")
    }

    fn seat_of(&self, truth: &Truth, user: UserId, at: Millis) -> Option<Seat> {
        let player = self.players.get(&user)?;
        let people = &truth.when(at)?.people;
        Seat::ALL.into_iter().find(|&s| people[s] == Some(*player))
    }

    /// Everything in these sights that its reader might not know.
    pub fn leaks(&self, sights: &[Sight]) -> Vec<String> {
        let mut found = Vec::new();
        for sight in sights {
            for at in [sight.first, sight.last] {
                let Some((number, truth)) = self.at(at) else {
                    continue;
                };
                let message = &sight.message;
                let changed = message.edited.unwrap_or(message.created);
                let own = message.ephemeral || message.channel != self.channel;
                // What an earlier deal has left behind is open to all.
                let of_another = !own && is_of_another(&message.content, *number);
                if changed < truth.0[0].at || of_another {
                    continue;
                }
                let seat = self.seat_of(truth, sight.user, at).filter(|_| own);
                found.extend(sight.hidden(&truth.known(seat, at, LAG), at));
            }
        }
        found
    }

    /// Everything in requests whose message all see that they might not know,
    /// also between two looks.
    pub fn leaks_in_calls(&self, calls: &[Call]) -> Vec<String> {
        let public = format!("/channels/{}/", self.channel);
        let mut found = Vec::new();
        for call in calls.iter().filter(|c| c.path.starts_with(&public)) {
            let Some((number, truth)) = self.at(call.at) else {
                continue;
            };
            let text = call.body["content"].as_str().unwrap_or_default();
            if is_of_another(text, *number) {
                continue;
            }
            let known = truth.known(None, call.at, 0);
            let hidden: Vec<Card> = cards_of_call(call).difference(&known).copied().collect();
            if !hidden.is_empty() {
                found.push(format!("{hidden:?} at {}: {text}", call.at.0));
            }
        }
        found
    }
}

/// Whether a public message is about another deal than that.
fn is_of_another(text: &str, number: u32) -> bool {
    let Some(rest) = text.strip_prefix("**Deal ") else {
        return false;
    };
    let end = rest.find(|c: char| !c.is_ascii_digit());
    let named = rest[..end.unwrap_or(rest.len())].parse::<u32>();
    named.is_ok_and(|n| n != number)
}
