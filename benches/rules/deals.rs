//! Random whole deals in every ruleset, through the rules that judge real
//! games: 108 cards shuffled, the auction answered at random, plays drawn
//! evenly from all that `options` counts, each judged again before it is laid.
//! No events are made; no rule is left out. A game's deals follow on each other.

use std::time::Duration;

use chaodipi::cards::{BOTTOM, Card, CardSet, DECK, two_decks};
use chaodipi::rules::auction::{
    Auction, AuctionAct, AuctionContext, AuctionPhase, AuctionStep, DealKind, LastDeal, StageHeld,
    cut_seat, first_starter, next_starter,
};
use chaodipi::rules::levels::{DealOutcome, Stage, Standing, settle};
use chaodipi::rules::{self, BySeat, BySide, Lead, Order, PRESETS, RuleSet, Seat, Side};

use crate::cpu::Cpu;
use crate::dice::Dice;

/// Deals a second that every ruleset must reach.
const FLOOR: f64 = 20_000.0;
/// Deals of a round, and rounds; the best one counts.
const DEALS: u32 = 4_000;
const ROUNDS: u32 = 5;
/// Chances to declare in a deal.
const MOMENTS: usize = 4;

/// Plays the `part`th part of the deals of each round.
pub fn run(part: usize) {
    let deals = DEALS / part as u32;
    println!("random whole deals on one core, best of {ROUNDS} rounds of {deals} (floor {FLOOR})");
    for preset in PRESETS.iter() {
        let mut best = Duration::MAX;
        let mut redrawn = 0;
        for round in 0..ROUNDS {
            let mut walker = Walker::new(&preset.rules, u64::from(round) + 1);
            let start = Cpu::start();
            while walker.deals < deals {
                walker.deal();
            }
            best = best.min(start.elapsed());
            redrawn = walker.redrawn;
        }
        let rate = f64::from(deals) / best.as_secs_f64();
        let mark = if rate < FLOOR {
            "  BELOW THE FLOOR"
        } else {
            ""
        };
        println!(
            "{:14} {rate:8.0} a second ({redrawn} drawn again){mark}",
            preset.id
        );
    }
}

/// A table at which deal follows on deal.
struct Walker<'r> {
    rules: &'r RuleSet,
    dice: Dice,
    deck: Vec<Card>,
    standings: BySide<Standing>,
    last: Option<(LastDeal, bool)>,
    deals: u32,
    redrawn: u32,
}

/// The cards of a deal and how far its auction is.
struct Table {
    auction: Auction,
    hands: BySeat<CardSet>,
    bottom: Vec<Card>,
}

impl Table {
    fn take(&mut self, steps: &[AuctionStep]) {
        for step in steps {
            self.auction.apply(step);
            step.move_cards(&mut self.hands, &mut self.bottom);
        }
    }

    fn act(&mut self, seat: Seat, act: &AuctionAct) {
        let steps = self.auction.check(&self.hands[seat], seat, act);
        self.take(&steps.expect("offered"));
    }
}

impl<'r> Walker<'r> {
    fn new(rules: &'r RuleSet, seed: u64) -> Walker<'r> {
        Walker {
            rules,
            dice: Dice::new(seed),
            deck: two_decks(),
            standings: BySide::from_fn(|_| Standing::start(&rules.scoring, None)),
            last: None,
            deals: 0,
            redrawn: 0,
        }
    }

    fn deal(&mut self) {
        self.dice.shuffle(&mut self.deck);
        let context = self.context();
        let first = context.stage.is_none();
        let starter = context.starter;
        let mut table = Table {
            auction: Auction::new(self.rules, context),
            hands: BySeat::default(),
            bottom: self.deck[DECK - BOTTOM..].to_vec(),
        };
        self.draw(&mut table, starter);
        self.auction(&mut table);
        if table.auction.phase() == AuctionPhase::Redeal {
            self.redrawn += 1;
            return;
        }
        let trump = table.auction.trump().expect("settled");
        let order = Order::new(&self.rules.play, trump);
        let dealer = table.auction.dealer().expect("settled");
        let outcome = self.play(&order, &table, dealer, first);
        let after = settle(self.rules, &outcome);
        self.deals += 1;
        self.last = Some((
            LastDeal {
                starter,
                stage: StageHeld {
                    side: match after.stage {
                        Stage::Change => dealer.side().other(),
                        Stage::Stay | Stage::Seize => dealer.side(),
                    },
                    last_dealer: dealer,
                    stayed: after.stage != Stage::Change,
                },
            },
            after.stage == Stage::Seize,
        ));
        self.standings = after.standings;
        if after.winner.is_some() {
            self.standings = BySide::from_fn(|_| Standing::start(&self.rules.scoring, None));
            self.last = None;
        }
    }

    fn context(&mut self) -> AuctionContext {
        let flips = BySeat::from_fn(|_| self.dice.choose(&Card::ALL));
        let Some((last, seize)) = self.last else {
            return AuctionContext {
                level: self.standings[Side::EastWest].level,
                starter: first_starter(Seat::ALL[0], &flips),
                stage: None,
                kind: DealKind::Plain,
            };
        };
        let standing = &self.standings[last.stage.side];
        let (kind, starter) = if seize {
            let levels = BySide::from_fn(|s| self.standings[s].level);
            let cutter = last.stage.last_dealer.next();
            (DealKind::Seize { levels }, cut_seat(cutter, flips[cutter]))
        } else if standing.flag {
            (
                DealKind::Flag,
                next_starter(self.rules.auction.dealer, last),
            )
        } else {
            (
                DealKind::Plain,
                next_starter(self.rules.auction.dealer, last),
            )
        };
        AuctionContext {
            level: standing.level,
            starter,
            stage: Some(last.stage),
            kind,
        }
    }

    /// Deals the cards round; at some moments a seat may declare.
    fn draw(&mut self, table: &mut Table, starter: Seat) {
        let mut moments = [0; MOMENTS];
        for moment in &mut moments {
            *moment = 1 + self.dice.roll(DECK - BOTTOM);
        }
        for (at, &card) in self.deck[..DECK - BOTTOM].iter().enumerate() {
            table.hands[starter.after(at)].insert(card);
            if moments.contains(&(at + 1)) && table.auction.may_declare_further() {
                let seat = self.dice.choose(&Seat::ALL);
                let options = table.auction.options(seat, &table.hands[seat]);
                // Silence is as likely as any one card.
                let choice = self.dice.roll(options.len() + 1);
                if let Some(act) = options.get(choice) {
                    table.act(seat, act);
                }
            }
        }
    }

    /// Plays the auction to its end; sealed questions are put to all at once.
    fn auction(&mut self, table: &mut Table) {
        let closed = table.auction.close(&table.bottom).expect("all is drawn");
        table.take(&closed);
        loop {
            match table.auction.phase() {
                AuctionPhase::Lot => {
                    let lot = table.auction.draw_lot(self.dice.choose(&Seat::ALL));
                    table.take(&lot.expect("a lot is due"));
                }
                AuctionPhase::Burying(seat) => {
                    let cards = self.some_of(&table.hands[seat], BOTTOM);
                    table.act(seat, &AuctionAct::Bury { cards });
                }
                AuctionPhase::Overturning | AuctionPhase::Frying => self.sealed(table),
                AuctionPhase::Declaring => unreachable!("drawing is over"),
                AuctionPhase::Done | AuctionPhase::Redeal => return,
            }
        }
    }

    fn sealed(&mut self, table: &mut Table) {
        let mut answers = BySeat::default();
        for &seat in table.auction.asked() {
            let options = table.auction.options(seat, &table.hands[seat]);
            let choice = self.dice.roll(options.len() + 1);
            answers[seat] = Some(*options.get(choice).unwrap_or(&AuctionAct::Pass));
        }
        for (seat, act) in table.auction.resolve_sealed(&answers) {
            table.act(seat, &act);
        }
    }

    fn some_of(&mut self, hand: &CardSet, count: usize) -> CardSet {
        let mut left = hand.to_vec();
        let mut chosen = CardSet::EMPTY;
        for _ in 0..count {
            chosen.insert(left.swap_remove(self.dice.roll(left.len())));
        }
        chosen
    }

    /// Plays all tricks.
    fn play(&mut self, order: &Order, table: &Table, dealer: Seat, first: bool) -> DealOutcome {
        let mut hands = table.hands;
        let mut withheld = BySeat::from_fn(|_| false);
        let (mut leader, mut points) = (dealer, 0);
        loop {
            let leads = rules::leads(order, &hands[leader], withheld[leader]);
            let cards = self.dice.choose(&leads);
            let lead = Lead::check(order, &hands[leader], &cards, withheld[leader]);
            let lead = lead.expect("offered");
            let others = leader.others().map(|s| hands[s]);
            assert!(lead.fails_against(order, &others).is_none(), "no throw");
            let mut plays = [cards; 4];
            for (seat, play) in leader.others().into_iter().zip(&mut plays[1..]) {
                let follow = lead.follow(order, &hands[seat], withheld[seat]);
                *play = follow.pick(|n| self.dice.roll(n));
                follow.check(play).expect("offered");
                if follow.withholds(play) {
                    withheld[seat] = true;
                }
            }
            for (seat, play) in leader.round().into_iter().zip(&plays) {
                hands[seat] = hands[seat].minus(play);
            }
            let won = rules::winner(order, &plays);
            leader = leader.after(won);
            if leader.side() != dealer.side() {
                points += rules::points(&plays);
            }
            if hands[leader].is_empty() {
                return self.outcome(
                    order,
                    table,
                    (dealer, first),
                    points,
                    (leader, lead, plays[won]),
                );
            }
        }
    }

    fn outcome(
        &self,
        order: &Order,
        table: &Table,
        (dealer, first): (Seat, bool),
        points: u16,
        (winner, lead, last): (Seat, Lead, CardSet),
    ) -> DealOutcome {
        let dug = winner.side() != dealer.side();
        let bottom: u16 = table.bottom.iter().map(|c| c.points()).sum();
        let multiplier = if dug { order.rules().dig.of(&lead) } else { 0 };
        DealOutcome {
            standings: self.standings.clone(),
            dealing_side: dealer.side(),
            score: points + bottom * multiplier,
            trick_points: points,
            trump: order.trump(),
            last,
            last_by: winner.side(),
            first_deal: first,
            undeclared: table.auction.undeclared(),
        }
    }
}
