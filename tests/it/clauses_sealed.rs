//! Sealed rounds against the plain thing: `tournament`'s overturning and
//! frying written out as one seat asked after the other (RULES.md 10.3, 10.4).

use std::collections::BTreeSet;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use chaodipi::cards::{Card, CardSet};
use chaodipi::game::{Action, ClockChoice, Event, SpeechKind, Wait};
use chaodipi::rules::BySeat;
use chaodipi::rules::auction::{AuctionAct, AuctionStep};
use chaodipi::tools::simulate::shuffled;
use rand::SeedableRng;
use rand::rngs::StdRng;

use crate::clauses_support::{Later, who};
use crate::game_support::{PASS, SEATS, Table};

/// A number that depends on nothing but the seed, the seat, its cards and
/// how often somebody has spoken.
fn mood(seed: u64, seat: usize, hand: &[Card], spoken: usize) -> u64 {
    let mut hasher = DefaultHasher::new();
    (seed, seat, spoken).hash(&mut hasher);
    let names: Vec<String> = hand.iter().map(|c| c.name()).collect();
    names.hash(&mut hasher);
    hasher.finish()
}

fn pairs(hand: &[Card]) -> Vec<Card> {
    let twice = |c: &Card| hand.iter().filter(|d| *d == c).count() == 2;
    let kinds: BTreeSet<usize> = hand
        .iter()
        .filter(|c| twice(c))
        .map(|c| c.index())
        .collect();
    let card = |index| Card::from_index(index).expect("a card");
    kinds.into_iter().map(card).collect()
}

fn sorted(mut hand: Vec<Card>) -> Vec<Card> {
    hand.sort_by_key(|c| c.index());
    hand
}

/// What a seat would do with those pairs: nothing, or one of them.
fn wish(seed: u64, seat: usize, hand: &[Card], spoken: usize, able: &[Card]) -> Option<Card> {
    let mood = mood(seed, seat, hand, spoken) as usize;
    (!able.is_empty() && !mood.is_multiple_of(3)).then(|| able[mood / 3 % able.len()])
}

/// The eight cards a seat buries.
fn eight(seed: u64, seat: usize, hand: &[Card], spoken: usize) -> Vec<Card> {
    let from = mood(seed, seat, hand, spoken) as usize % (hand.len() - 7);
    hand[from..from + 8].to_vec()
}

/// An auction after the declaration, one question after the other.
struct Plain {
    seed: u64,
    level: chaodipi::cards::Rank,
    hands: [Vec<Card>; 4],
    bottom: Vec<Card>,
    used: [Vec<Card>; 4],
    /// Who overturned or fried, and with what.
    said: Vec<(usize, SpeechKind, Card)>,
    stage: Option<usize>,
    declarer: usize,
    dealer: usize,
}

impl Plain {
    fn able(&self, seat: usize, jokers: bool) -> Vec<Card> {
        let mut able = pairs(&self.hands[seat]);
        able.retain(|c| c.rank() == Some(self.level) || (jokers && c.is_joker()));
        able.retain(|c| !self.used[seat].contains(c));
        able
    }

    fn says(&mut self, seat: usize, kind: SpeechKind, jokers: bool) -> bool {
        let able = self.able(seat, jokers);
        let spoken = 1 + self.said.len();
        let wish = wish(self.seed, seat, &self.hands[seat], spoken, &able);
        if let Some(card) = wish {
            self.said.push((seat, kind, card));
            self.used[seat].push(card);
        }
        wish.is_some()
    }

    fn overturning(&mut self) {
        let (mut seat, mut passed) = ((self.declarer + 1) % 4, 0);
        while passed < 3 {
            let may = seat != self.declarer && self.stage.is_none_or(|side| side == seat % 2);
            if may && self.says(seat, SpeechKind::Overturned, self.stage.is_some()) {
                self.dealer = seat;
                passed = 0;
            } else {
                passed += 1;
            }
            seat = (seat + 1) % 4;
        }
    }

    fn buries(&mut self, seat: usize) {
        let taken = std::mem::take(&mut self.bottom);
        let mut hand = std::mem::take(&mut self.hands[seat]);
        hand.extend(taken);
        hand = sorted(hand);
        let eight = eight(self.seed, seat, &hand, 1 + self.said.len());
        for card in &eight {
            let at = hand.iter().position(|c| c == card);
            hand.remove(at.expect("its own card"));
        }
        self.hands[seat] = hand;
        self.bottom = eight;
    }

    fn frying(&mut self) {
        let stands = self.said.last().map_or(self.declarer, |said| said.0);
        self.buries(self.dealer);
        let (mut seat, mut passed) = ((self.dealer + 1) % 4, 0);
        while passed < 3 {
            let bound = seat == stands || seat == self.dealer;
            let bridged =
                |said: &(usize, SpeechKind, Card)| said.0 != seat && said.1 == SpeechKind::Fried;
            let may = !bound || self.said.iter().any(bridged);
            if may && self.says(seat, SpeechKind::Fried, true) {
                self.buries(seat);
                passed = 0;
            } else {
                passed += 1;
            }
            seat = (seat + 1) % 4;
        }
    }
}

fn two(card: Card) -> CardSet {
    CardSet::from_cards(&[card, card]).expect("two of it")
}

/// What a seat answers when it is asked at the table.
fn answer(table: &Table, seed: u64, seat: usize, used: &BySeat<Vec<Card>>) -> Action {
    let view = table.game.seat(SEATS[seat]);
    let hand = sorted(view.hand.to_vec());
    let deal = table.deal();
    let level = deal.level.expect("known");
    let overturns = matches!(view.ask, chaodipi::game::Ask::Overturn { .. });
    let jokers = !overturns || view.public.stage.is_some();
    let mut able = pairs(&hand);
    able.retain(|c| c.rank() == Some(level) || (jokers && c.is_joker()));
    able.retain(|c| !used[SEATS[seat]].contains(c));
    let Some(card) = wish(seed, seat, &hand, deal.spoken.len(), &able) else {
        return PASS;
    };
    let (cards, name) = (two(card), None);
    Action::Auction(if overturns {
        AuctionAct::Overturn { cards, name }
    } else {
        AuctionAct::Fry { cards, name }
    })
}

/// Plays the auction at the table; the order in which seats answer is drawn.
fn at_the_table(table: &mut Table, seed: u64) -> Vec<(usize, SpeechKind, Card)> {
    let mut used: BySeat<Vec<Card>> = BySeat::default();
    let mut said = Vec::new();
    loop {
        let events = match table.game.waits() {
            Wait::Sealed { mut asked, .. } => {
                let turn = mood(seed, 9, &[], table.log.len()) as usize % asked.len();
                asked.rotate_left(turn);
                for seat in asked {
                    let answer = answer(table, seed, seat.index(), &used);
                    table.ok(who(seat.index()), answer);
                }
                table.table(Action::CloseWindow)
            }
            Wait::Bury { seat, .. } => {
                let hand = sorted(table.game.seat(seat).hand.to_vec());
                let eight = eight(seed, seat.index(), &hand, table.deal().spoken.len());
                let cards = CardSet::from_cards(&eight).expect("cards");
                let act = AuctionAct::Bury { cards };
                table.ok(who(seat.index()), Action::Auction(act))
            }
            _ => return said,
        };
        for event in events {
            let Event::Auction { step, .. } = event else {
                continue;
            };
            let (seat, kind, cards) = match step {
                AuctionStep::Overturned { seat, cards, .. } => {
                    (seat, SpeechKind::Overturned, cards)
                }
                AuctionStep::Fried { seat, cards, .. } => (seat, SpeechKind::Fried, cards),
                _ => continue,
            };
            let card = cards.kinds().iter().next().expect("a pair");
            used[seat].push(card);
            said.push((seat.index(), kind, card));
        }
    }
}

/// Brings most equal level cards and jokers into one hand, so that there is
/// much to overturn and to fry with.
fn bring_together(deck: &mut [Card], seed: u64) {
    for at in 0..deck.len() {
        let card = deck[at];
        let speaks = card.is_joker()
            || ["2", "5", "8", "J", "A"]
                .iter()
                .any(|l| card.name().ends_with(l));
        let Some(other) = deck[at + 1..].iter().position(|&c| c == card) else {
            continue;
        };
        let other = at + 1 + other;
        let same_seat = other / 4 * 4 + at % 4;
        if speaks
            && same_seat < 100
            && same_seat > at
            && !mood(seed, at, &[card], 7).is_multiple_of(5)
        {
            deck.swap(other, same_seat);
        }
    }
}

#[test]
fn tournament_3_3_sealed_rounds_are_asking_in_turn() {
    // tournament 三.3
    let (mut most, mut overturned, mut fried) = (0, 0, 0);
    for seed in 0..150 {
        let levels = [["8", "5"], ["J", "J"], ["5", "A"]][seed as usize % 3];
        let (dealer, stayed) = (seed as usize % 4, seed % 5 < 3);
        let later = Later {
            starter: dealer,
            dealer,
            stayed,
            levels,
        };
        let first = seed % 3 == 0;
        let mut table = if first {
            Table::started("tournament", ClockChoice::Relaxed)
        } else {
            Table::later("tournament", ClockChoice::Relaxed, &later)
        };
        let mut chance = StdRng::seed_from_u64(seed);
        let mut shuffle = shuffled(&mut chance);
        bring_together(&mut shuffle.deck, seed);
        let bottom = shuffle.deck[100..].to_vec();
        table.table(Action::Deal(Box::new(shuffle)));
        table.table(Action::Draw(100));
        table.table(Action::OpenPlacing);
        let level = table.deal().level.expect("known");
        let hands = SEATS.map(|s| sorted(table.game.seat(s).hand.to_vec()));
        let from = mood(seed, 8, &[], 0) as usize % 4;
        let holder = (0..4)
            .map(|n| (from + n) % 4)
            .find_map(|s| Some((s, *hands[s].iter().find(|c| c.rank() == Some(level))?)));
        let (declarer, card) = holder.expect("eight level cards cannot all be in the bottom");
        table.placed(declarer, &card.name());
        let stage = (!first).then(|| if stayed { dealer } else { dealer + 1 } % 2);
        let by_placing = match stage {
            Some(side) if side != declarer % 2 => (declarer + 1) % 4,
            _ => declarer,
        };
        let mut plain = Plain {
            seed,
            level,
            hands,
            bottom,
            used: [const { Vec::new() }; 4],
            said: Vec::new(),
            stage,
            declarer,
            dealer: by_placing,
        };
        plain.overturning();
        plain.frying();
        let said = at_the_table(&mut table, seed);
        assert_eq!(said, plain.said, "seed {seed}");
        assert_eq!(table.dealer(), Some(plain.dealer), "seed {seed}");
        for seat in SEATS {
            let hand = sorted(table.game.seat(seat).hand.to_vec());
            assert!(hand == plain.hands[seat.index()], "seed {seed}");
        }
        let last = plain.said.last().map_or(card, |said| said.2);
        let trump = table.deal().trump.expect("shown");
        assert_eq!((trump.suit, trump.level), (last.suit(), level));
        let fries = said.iter().filter(|s| s.1 == SpeechKind::Fried).count();
        most = most.max(fries);
        fried += fries;
        overturned += said.len() - fries;
    }
    assert!(
        most > 3 && overturned > 80 && fried > 200,
        "{most} {overturned} {fried}: too tame"
    );
}
