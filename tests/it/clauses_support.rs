//! Tables for the tests by clause: deals with chosen cards at a chosen point
//! of a game, and plays that keep chosen cards for the last trick.

use std::collections::BTreeMap;

use chaodipi::cards::{Card, CardSet, Rank, two_decks};
use chaodipi::game::{
    Action, Actor, ClockChoice, DealNumber, DealResult, Event, PublicDeal, Reason, ScoreSum,
    Shuffle, Wait, evolve,
};
use chaodipi::rules::auction::{AuctionAct, AuctionContext, DealKind};
use chaodipi::rules::levels::Standing;
use chaodipi::rules::{BySeat, BySide, Follow, Lead, Order, Refusal, Seat, Trump};

use crate::game_support::{PASS, SEATS, Table, cards, declare, person, set};

/// The cards of a deal: what each seat draws first, and the bottom. What is
/// not named is filled up in a fixed order, jokers and 2s last.
pub struct Layout {
    /// By seat.
    pub hands: [String; 4],
    /// Up to eight cards, the first turned up first.
    pub bottom: String,
}

impl Layout {
    pub fn new(hands: [&str; 4], bottom: &str) -> Layout {
        Layout {
            hands: hands.map(str::to_string),
            bottom: bottom.to_string(),
        }
    }

    /// The shuffle that brings these cards when `starter` draws first.
    pub fn shuffle(&self, starter: Seat) -> Shuffle {
        let mut rest = two_decks();
        let mut hands = self.hands.each_ref().map(|h| cards(h));
        let mut bottom = cards(&self.bottom);
        for card in hands.iter().flatten().chain(&bottom) {
            let at = rest.iter().position(|c| c == card);
            rest.remove(at.expect("two of each card"));
        }
        rest.sort_by_key(|c| c.is_joker() || c.rank() == Some(Rank::Two));
        for hand in &mut hands {
            let missing = 25 - hand.len();
            hand.extend(rest.drain(..missing));
        }
        bottom.extend(rest);
        let mut deck: Vec<Card> = (0..100)
            .map(|at| hands[starter.after(at).index()][at / 4])
            .collect();
        deck.extend(bottom);
        let flip = |seat| if seat == starter { "BJ" } else { "S3" };
        Shuffle {
            deck,
            salt: [7; 16],
            flips: BySeat::from_fn(|seat| flip(seat).parse().expect("a card")),
        }
    }
}

/// Where a game stands before a later deal.
pub struct Later {
    /// Who drew first in the last deal.
    pub starter: usize,
    /// Its dealer.
    pub dealer: usize,
    /// Whether the dealers stayed.
    pub stayed: bool,
    /// The levels of the sides, and the must-play rungs each has won: `K J`.
    pub levels: [&'static str; 2],
}

fn rank(letter: &str) -> Rank {
    Rank::from_letter(letter.chars().next().expect("a letter")).expect("a rank")
}

fn standing(text: &str) -> Standing {
    let mut words = text.split(' ').map(rank);
    Standing {
        level: words.next().expect("a level"),
        won: words.collect(),
        locks: BTreeMap::new(),
        flag: false,
    }
}

impl Later {
    /// The result of the deal before.
    pub fn result(&self) -> DealResult {
        let dealer = SEATS[self.dealer];
        let side = dealer.side();
        let after = BySide::new(self.levels.map(standing));
        let level = after[side].level;
        DealResult {
            deal: DealNumber(1),
            level,
            trump: Trump { suit: None, level },
            dealer,
            dealing_side: side,
            occupants: BySeat::default(),
            held: None,
            stood_in: BySeat::default(),
            spoken: Vec::new(),
            hands: BySeat::default(),
            bottom: CardSet::EMPTY,
            last_trick: (dealer, Vec::new()),
            sum: ScoreSum::default(),
            change: !self.stayed,
            seize: false,
            stage: if self.stayed { side } else { side.other() },
            before: after.clone(),
            after,
            failed_throws: BySeat::default(),
            salt: [0; 16],
            deck: Vec::new(),
            winner: None,
        }
    }
}

impl Table {
    /// Folds something that has happened before the test begins.
    pub fn fold(&mut self, event: Event) {
        evolve(&mut self.game, &event);
        self.log.push(event);
    }

    /// A table at which the next deal's cards are to come, at that point of a game.
    pub fn later(rules: &str, clock: ClockChoice, later: &Later) -> Table {
        let mut table = Table::started(rules, clock);
        table.comes_later(later);
        table
    }

    /// Brings a started table to that point of a game.
    pub fn comes_later(&mut self, later: &Later) {
        let starter = SEATS[later.starter];
        let context = AuctionContext {
            level: Rank::Two,
            starter,
            stage: None,
            kind: DealKind::Plain,
        };
        self.fold(Event::Dealt {
            deal: DealNumber(1),
            shuffle: Box::new(Layout::new([""; 4], "").shuffle(starter)),
            starter,
            context: Box::new(context),
        });
        let result = Box::new(later.result());
        self.fold(Event::Settled { result });
        self.fold(Event::NextDeal);
    }

    /// Deals those cards, whoever starts, and opens them all for placing.
    pub fn deals(&mut self, layout: &Layout) {
        // Who starts does not depend on the cards but on the flips.
        let first = self.game.public().stage.is_none();
        let starter = if first {
            SEATS[0]
        } else {
            let mut probe = Table {
                game: self.game.clone(),
                log: self.log.clone(),
            };
            let any = layout.shuffle(SEATS[0]);
            probe.table(Action::Deal(Box::new(any)));
            probe.deal().starter
        };
        self.table(Action::Deal(Box::new(layout.shuffle(starter))));
        self.table(Action::Draw(100));
        self.table(Action::OpenPlacing);
    }

    /// A first deal of those cards, all drawn and open; seat 0 has started.
    pub fn first_deal(rules: &str, clock: ClockChoice, layout: &Layout) -> Table {
        let mut table = Table::started(rules, clock);
        table.deals(layout);
        table
    }

    /// A later deal of those cards, all drawn and open.
    pub fn later_deal(rules: &str, clock: ClockChoice, later: &Later, layout: &Layout) -> Table {
        let mut table = Table::later(rules, clock, later);
        table.deals(layout);
        table
    }

    /// The deal as everybody sees it.
    pub fn deal(&self) -> PublicDeal {
        self.game.public().deal.expect("a deal")
    }

    /// The dealer as things stand.
    pub fn dealer(&self) -> Option<usize> {
        self.deal().dealer.map(Seat::index)
    }

    /// Seat `seat` declares those cards, and drawing ends.
    pub fn placed(&mut self, seat: usize, line: &str) {
        self.ok(who(seat), declare(line));
        self.table(Action::CloseWindow);
    }

    /// The seats that are asked a sealed question now.
    pub fn asked(&self) -> Vec<usize> {
        match self.game.waits() {
            Wait::Sealed { asked, .. } => asked.into_iter().map(Seat::index).collect(),
            _ => Vec::new(),
        }
    }

    /// Everybody who is asked passes, and the round closes.
    pub fn all_pass(&mut self) {
        for seat in self.asked() {
            self.ok(who(seat), PASS);
        }
        self.table(Action::CloseWindow);
    }

    /// One seat answers, everybody before it passes, and the round closes.
    pub fn answers(&mut self, seat: usize, action: Action) {
        for earlier in self.asked() {
            if earlier == seat {
                break;
            }
            self.ok(who(earlier), PASS);
        }
        self.ok(who(seat), action);
        self.table(Action::CloseWindow);
    }

    /// Who is to bury.
    pub fn burier(&self) -> Option<usize> {
        match self.game.waits() {
            Wait::Bury { seat, .. } => Some(seat.index()),
            _ => None,
        }
    }

    /// Whoever is to bury buries those cards.
    pub fn buries(&mut self, line: &str) {
        let seat = self.burier().expect("a seat buries");
        self.ok(who(seat), bury(line));
    }

    /// A person plays those cards.
    pub fn lays(&mut self, seat: usize, line: &str) -> Vec<Event> {
        self.ok(who(seat), Action::Play(cards(line)))
    }

    /// Why a person may not play those cards.
    pub fn not_laid(&mut self, seat: usize, line: &str) -> Refusal {
        self.rule(seat, Action::Play(cards(line)))
    }

    /// The rule that forbids an action.
    pub fn rule(&mut self, seat: usize, action: Action) -> Refusal {
        match self.refused(who(seat), action) {
            chaodipi::game::Illegal::Rule(refusal) => refusal,
            other => panic!("{other:?}"),
        }
    }

    /// Plays the deal out. Whoever leads plays its highest single, and what it
    /// keeps all at once when nothing else is left; whoever follows keeps its
    /// cards as long as it may, and plays no more than it must.
    pub fn play_out(&mut self, keep: [&str; 4]) {
        let keep = keep.map(set);
        while let Wait::Play { seat, .. } = self.game.waits() {
            let cards = self.kept_play(seat, &keep[seat.index()]);
            self.ok(who(seat.index()), Action::Play(cards.to_vec()));
        }
    }

    /// A seat that is to lead leads its highest single.
    pub fn leads_highest(&mut self, seat: usize) {
        let card = self.kept_play(SEATS[seat], &CardSet::EMPTY);
        self.ok(who(seat), Action::Play(card.to_vec()));
    }

    /// The same, played for it because its time is up.
    pub fn leads_highest_late(&mut self, seat: usize) {
        let card = self.kept_play(SEATS[seat], &CardSet::EMPTY);
        let late = Actor::For(SEATS[seat], Reason::TimeOut);
        self.ok(late, Action::Play(card.to_vec()));
    }

    fn kept_play(&self, seat: Seat, keep: &CardSet) -> CardSet {
        let view = self.game.seat(seat);
        let order = Order::new(&view.public.rules.play, view.trump.expect("known in play"));
        let chaodipi::game::Ask::Follow { lead } = view.ask else {
            let free = view.hand.minus(keep);
            let card = order.descending(&free).first().copied();
            return card.map_or(*keep, |c| CardSet::from_cards(&[c]).expect("one"));
        };
        let lead = CardSet::from_cards(&lead).expect("a lead");
        let lead = Lead::new(&order, &lead).expect("a lead");
        let plays = Follow::new(&order, &lead, &view.hand, false)
            .plays(500)
            .plays;
        let kept = |play: &CardSet| play.len() - play.minus(keep).len();
        let cost = |play: &&CardSet| {
            let trumps = play.iter().filter(|&c| order.is_trump(c)).count();
            let winner = order.descending(play).first().map(|&c| order.strength(c));
            (kept(play), play.points(), trumps, winner)
        };
        // Attackers win what they can, so that points go where the trick goes.
        *plays.iter().min_by_key(cost).expect("a legal play")
    }
}

/// The person on that seat.
pub fn who(seat: usize) -> Actor {
    person(seat as i64 + 1)
}

/// To bury those cards.
pub fn bury(line: &str) -> Action {
    Action::Auction(AuctionAct::Bury { cards: set(line) })
}

/// The highest trumps with spades as trump at that level, without the spade
/// level cards: so many that nobody else can win a trick.
pub fn top_trumps(level: char, count: usize) -> String {
    let mut names: Vec<String> = ["BJ", "BJ", "LJ", "LJ"].map(str::to_string).to_vec();
    for suit in "HDC".chars() {
        names.extend([format!("{suit}{level}"), format!("{suit}{level}")]);
    }
    for rank in "AKQJT98765432".chars().filter(|&r| r != level) {
        names.extend([format!("S{rank}"), format!("S{rank}")]);
    }
    names.truncate(count);
    names.join(" ")
}
