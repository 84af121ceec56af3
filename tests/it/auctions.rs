//! Auctions played at random in every preset, held against what must always be true.

use std::collections::BTreeSet;

use chaodipi::cards::{BOTTOM, Card, CardSet, HAND, Rank, two_decks};
use chaodipi::rules::auction::{
    Auction, AuctionAct, AuctionContext, AuctionPhase, AuctionStep, DealKind, StageHeld,
};
use chaodipi::rules::{BySeat, BySide, PRESETS, RulePatch, RuleSet, Seat, Side};

/// More steps than any auction can have: 24 pairs can fry, each after three passes.
const MOST_ACTS: usize = 400;
const DEALS: u64 = 30;

/// A small generator of its own, so that the cases never change.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides as u64) as usize
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.roll(i + 1));
        }
    }
}

/// One auction with its cards.
struct Table {
    auction: Auction,
    hands: BySeat<CardSet>,
    bottom: Vec<Card>,
    log: Vec<AuctionStep>,
}

impl Table {
    fn new(rules: &RuleSet, context: AuctionContext, dice: &mut Dice) -> Table {
        let mut deck = two_decks();
        dice.shuffle(&mut deck);
        let hand = |seat: Seat| {
            let from = seat.index() * HAND;
            CardSet::from_cards(&deck[from..from + HAND]).expect("two decks")
        };
        Table {
            auction: Auction::new(rules, context),
            hands: BySeat::from_fn(hand),
            bottom: deck[4 * HAND..].to_vec(),
            log: Vec::new(),
        }
    }

    fn fold(&mut self, steps: Vec<AuctionStep>) {
        for step in steps {
            step.move_cards(&mut self.hands, &mut self.bottom);
            self.auction.apply(&step);
            self.log.push(step);
        }
    }

    fn act(&mut self, seat: Seat, act: AuctionAct) {
        let hand = &self.hands[seat];
        let steps = self.auction.check(hand, seat, &act);
        self.fold(steps.unwrap_or_else(|r| panic!("offered, then refused: {r}")));
    }

    /// Whether all 108 cards are there, each seat holding what it should.
    fn check_cards(&self) {
        let bottom = CardSet::from_cards(&self.bottom).expect("two decks");
        let all = self
            .hands
            .values()
            .try_fold(bottom, |all, hand| all.plus(hand))
            .expect("no card is there three times");
        assert_eq!(all.len(), 108);
        for (seat, hand) in self.hands.iter() {
            let buries = self.auction.phase() == AuctionPhase::Burying(seat);
            let expected = if buries { HAND + BOTTOM } else { HAND };
            assert_eq!(hand.len(), expected, "seat {seat}");
        }
    }

    /// Nobody without the right to is asked, nobody twice.
    fn check_asked(&self) {
        let asked = self.auction.asked();
        let speaker = self.auction.stands().map(|s| s.seat);
        for (n, seat) in asked.iter().enumerate() {
            assert!(!asked[..n].contains(seat), "asked twice");
        }
        if self.auction.phase() == AuctionPhase::Overturning {
            assert!(asked.iter().all(|&s| Some(s) != speaker));
        }
    }
}

fn contexts(rules: &RuleSet) -> Vec<AuctionContext> {
    let ladder = rules.scoring.ladder.rungs();
    let mut all = vec![AuctionContext {
        level: ladder[0],
        starter: Seat::ALL[1],
        stage: None,
        kind: DealKind::Plain,
    }];
    for (n, &level) in ladder.iter().enumerate() {
        for stayed in [true, false] {
            let last_dealer = Seat::ALL[n % 4];
            let side = if stayed {
                last_dealer.side()
            } else {
                last_dealer.side().other()
            };
            let starter = side.seats()[n % 2];
            let stage = Some(StageHeld {
                side,
                last_dealer,
                stayed,
            });
            let context = |kind| AuctionContext {
                level,
                starter,
                stage,
                kind,
            };
            let levels = BySide::from_fn(|s: Side| ladder[(n + s.index()) % ladder.len()]);
            all.push(context(DealKind::Plain));
            all.push(context(DealKind::Flag));
            if !stayed && ladder.contains(&Rank::Jack) {
                all.push(context(DealKind::Seize { levels }));
            }
        }
    }
    all
}

/// Plays an auction by dice to its end. `eager`: of 10 chances to speak, how
/// many are taken.
fn play(table: &mut Table, dice: &mut Dice, eager: usize) {
    for _ in 0..8 {
        let seat = Seat::ALL[dice.roll(4)];
        let options = table.auction.options(seat, &table.hands[seat]);
        assert!(options.is_empty() || table.auction.may_declare_further());
        if !options.is_empty() && dice.roll(10) < eager {
            table.act(seat, options[dice.roll(options.len())]);
        }
    }
    let steps = table.auction.close(&table.bottom).expect("drawing is on");
    table.fold(steps);
    for _ in 0..MOST_ACTS {
        table.check_cards();
        table.check_asked();
        match table.auction.phase() {
            AuctionPhase::Declaring => panic!("drawing is over"),
            AuctionPhase::Lot => {
                let steps = table.auction.draw_lot(Seat::ALL[dice.roll(4)]);
                table.fold(steps.expect("a lot is due"));
            }
            AuctionPhase::Burying(seat) => {
                let mut cards = table.hands[seat].to_vec();
                dice.shuffle(&mut cards);
                let cards = CardSet::from_cards(&cards[..BOTTOM]).expect("of a hand");
                table.act(seat, AuctionAct::Bury { cards });
            }
            AuctionPhase::Overturning | AuctionPhase::Frying => sealed(table, dice, eager),
            AuctionPhase::Done | AuctionPhase::Redeal => return,
        }
    }
    panic!("the auction does not end: {:?}", table.auction);
}

/// Puts the question to all asked seats at once and lets the answers count.
fn sealed(table: &mut Table, dice: &mut Dice, eager: usize) {
    let mut answers = BySeat::default();
    for &seat in table.auction.asked() {
        let options = table.auction.options(seat, &table.hands[seat]);
        let mut answer = AuctionAct::Pass;
        if !options.is_empty() && dice.roll(10) < eager {
            answer = options[dice.roll(options.len())];
        }
        let hand = &table.hands[seat];
        assert!(table.auction.check_sealed(hand, seat, &answer).is_ok());
        answers[seat] = Some(answer);
    }
    for (seat, act) in table.auction.resolve_sealed(&answers) {
        table.act(seat, act);
    }
}

fn check_end(rules: &RuleSet, table: &Table) {
    let auction = &table.auction;
    if auction.phase() == AuctionPhase::Redeal {
        assert!(auction.spoken().is_empty());
        return;
    }
    let trump = auction.trump().expect("there is a trump");
    assert!(auction.dealer().is_some());
    assert!(auction.is_shown());
    for seat in Seat::ALL {
        assert_eq!(auction.trump_known_to(seat), Some(trump));
    }
    let stands = auction.stands();
    assert_eq!(
        auction.undeclared() || stands.is_none(),
        auction.spoken().is_empty()
    );
    if let (Some(stands), DealKind::Plain) = (stands, auction.context().kind) {
        assert_eq!(stands.trump.level, auction.context().level);
    }
    // The log alone gives the same auction.
    let mut again = Auction::new(rules, auction.context().clone());
    for step in &table.log {
        let json = serde_json::to_string(step).expect("serialises");
        again.apply(&serde_json::from_str(&json).expect("is read back"));
    }
    assert_eq!(again, *auction);
}

#[test]
fn any_auction_ends_with_all_cards_in_place() {
    for preset in PRESETS.iter() {
        let rules = &preset.rules;
        for (n, context) in contexts(rules).into_iter().enumerate() {
            for (deal, eager) in (0..).zip([3, 7, 10]) {
                let mut dice = Dice(1 + 1000 * n as u64 + deal);
                let mut table = Table::new(rules, context.clone(), &mut dice);
                play(&mut table, &mut dice, eager);
                check_end(rules, &table);
            }
        }
    }
}

#[test]
fn what_is_not_offered_is_refused() {
    for preset in PRESETS.iter() {
        let rules = &preset.rules;
        for deal in 0..DEALS {
            let mut dice = Dice(77 + deal);
            let all = contexts(rules);
            let context = all[dice.roll(all.len())].clone();
            let mut table = Table::new(rules, context, &mut dice);
            let seat = Seat::ALL[dice.roll(4)];
            every_single_and_pair(&table, seat);
            let options = table.auction.options(seat, &table.hands[seat]);
            let Some(&first) = options.first() else {
                continue;
            };
            table.act(seat, first);
            every_single_and_pair(&table, seat.next());
            let steps = table.auction.close(&table.bottom).expect("drawing is on");
            table.fold(steps);
            for seat in Seat::ALL {
                every_single_and_pair(&table, seat);
            }
        }
    }
}

/// A ruleset whose parameters of the auction come from any preset each.
fn mixed(dice: &mut Dice) -> RuleSet {
    let mut patch = RulePatch::default();
    let any = |dice: &mut Dice| &PRESETS[dice.roll(PRESETS.len())].rules;
    let shown = serde_json::to_value(any(dice).auction).expect("serialises");
    for parameter in shown.as_object().expect("a table").keys() {
        let from = serde_json::to_value(any(dice).auction).expect("serialises");
        let path = format!("auction.{parameter}");
        patch = patch.and(&RulePatch::change(&path, from[parameter].clone()));
    }
    patch.apply(any(dice)).expect("known parameters")
}

#[test]
fn house_rules_that_pass_can_be_played() {
    let mut dice = Dice(4242);
    let mut played = 0;
    for _ in 0..1500 {
        let rules = mixed(&mut dice);
        if !rules.validate().is_empty() {
            continue;
        }
        played += 1;
        let all = contexts(&rules);
        let context = all[dice.roll(all.len())].clone();
        let mut table = Table::new(&rules, context, &mut dice);
        play(&mut table, &mut dice, 8);
        check_end(&rules, &table);
    }
    assert!(played > 40, "only {played} mixtures could be played");
}

/// JUDGE.md's reasons of the auction, in their order.
const REASONS: [&str; 13] = [
    "wrong_phase",
    "not_in_hand",
    "wrong_bury",
    "wrong_count",
    "own_declaration",
    "needs_bridge",
    "dealers_only",
    "dealer_only",
    "not_your_turn",
    "not_a_level_card",
    "not_a_pair",
    "already_declared",
    "already_used",
];

#[test]
fn acts_are_refused_for_the_first_reason() {
    let mut named = BTreeSet::new();
    for preset in PRESETS.iter() {
        let rules = &preset.rules;
        for (n, context) in contexts(rules).into_iter().enumerate() {
            let mut dice = Dice(9 + n as u64);
            let mut table = Table::new(rules, context, &mut dice);
            for _ in 0..60 {
                for _ in 0..20 {
                    arbitrary(rules, &table, &mut dice, &mut named);
                }
                if !one_step(&mut table, &mut dice) {
                    break;
                }
            }
        }
    }
    let never: Vec<_> = REASONS.iter().filter(|r| !named.contains(*r)).collect();
    assert!(never.is_empty(), "{never:?} never came up");
}

/// Says something arbitrary; of the reasons that can be told from what
/// everybody sees and the own hand, the first must be named.
fn arbitrary(rules: &RuleSet, table: &Table, dice: &mut Dice, named: &mut BTreeSet<&'static str>) {
    let seat = Seat::ALL[dice.roll(4)];
    let hand = &table.hands[seat];
    let held = hand.to_vec();
    let mut cards = CardSet::EMPTY;
    let card = held[dice.roll(held.len())];
    for _ in 0..dice.roll(3) {
        cards.insert(card);
    }
    for _ in 0..[0, 0, 1, 7][dice.roll(4)] {
        cards.insert(held[dice.roll(held.len())]);
    }
    // What it spoke with before it may not speak with again.
    let mut spoken = table.auction.spoken().iter();
    let own = spoken.rfind(|s| s.seat == seat && s.cards.len() == 2);
    if let Some(own) = own.filter(|_| dice.roll(2) == 0) {
        cards = own.cards;
    }
    if dice.roll(8) == 0 {
        cards.insert(Card::from_index(dice.roll(Card::COUNT)).expect("a card"));
    }
    let acts = [
        AuctionAct::Declare { cards },
        AuctionAct::Overturn { cards, name: None },
        AuctionAct::Fry { cards, name: None },
        AuctionAct::Bury { cards },
        AuctionAct::Pass,
    ];
    let act = acts[dice.roll(acts.len())];
    let said = table.auction.check_sealed(hand, seat, &act).err();
    let said = said.map(|refusal| refusal.as_str());
    let first = plain_reason(rules, table, seat, &act, &cards);
    let place = |reason: &str| REASONS.iter().position(|r| *r == reason);
    match first {
        Some(reason) => assert_eq!(said, Some(reason), "{:?} {seat} {act:?}", table.auction),
        None => {
            // Only what speaks of level cards, pairs, use and height is left,
            // and who may overturn what stands.
            let later = said.is_none_or(|s| place(s).is_none_or(|p| p >= 4));
            assert!(later, "{said:?}: {:?} {seat} {act:?}", table.auction);
        }
    }
    named.extend(said);
}

/// The first reason among those that need no knowledge of heights.
fn plain_reason(
    rules: &RuleSet,
    table: &Table,
    seat: Seat,
    act: &AuctionAct,
    cards: &CardSet,
) -> Option<&'static str> {
    let auction = &table.auction;
    let flag = auction.context().kind == DealKind::Flag;
    let phase = auction.phase();
    let fits = match act {
        AuctionAct::Declare { .. } => phase == AuctionPhase::Declaring && !flag,
        AuctionAct::Overturn { .. } => phase == AuctionPhase::Overturning,
        AuctionAct::Fry { .. } => phase == AuctionPhase::Frying,
        AuctionAct::Bury { .. } => matches!(phase, AuctionPhase::Burying(_)),
        AuctionAct::Pass => matches!(phase, AuctionPhase::Overturning | AuctionPhase::Frying),
    };
    if !fits {
        return Some("wrong_phase");
    }
    let asked = auction.asked().contains(&seat);
    if matches!(act, AuctionAct::Pass) {
        return (!asked).then_some("not_your_turn");
    }
    if !table.hands[seat].contains_all(cards) {
        return Some("not_in_hand");
    }
    if matches!(act, AuctionAct::Bury { .. }) {
        let buries = phase == AuctionPhase::Burying(seat);
        return match cards.len() {
            8 if buries => None,
            8 => Some("not_your_turn"),
            _ => Some("wrong_bury"),
        };
    }
    let single = cards.len() == 1;
    let pair = cards.len() == 2;
    if matches!(act, AuctionAct::Declare { .. }) {
        let counts = single || (pair && rules.auction.secrecy.declares_pairs());
        return (!counts).then_some("wrong_count");
    }
    if !pair {
        return Some("wrong_count");
    }
    if matches!(act, AuctionAct::Overturn { .. }) {
        let own = auction.stands().is_some_and(|s| s.seat == seat);
        return own.then_some("own_declaration");
    }
    let fried = |s: &chaodipi::rules::auction::Spoken| {
        use chaodipi::rules::auction::SpokenKind;
        matches!(s.kind, SpokenKind::Fried | SpokenKind::HookedBack)
    };
    let others = auction.spoken().iter().any(|s| fried(s) && s.seat != seat);
    let bridged = auction.spoken().iter().rfind(|s| !fried(s)).map(|s| s.seat);
    if !others && (auction.dealer() == Some(seat) || bridged == Some(seat)) {
        return Some("needs_bridge");
    }
    (!asked).then_some("not_your_turn")
}

/// Takes the auction one step on; `false` when it is over.
fn one_step(table: &mut Table, dice: &mut Dice) -> bool {
    match table.auction.phase() {
        AuctionPhase::Declaring => {
            let seat = Seat::ALL[dice.roll(4)];
            let options = table.auction.options(seat, &table.hands[seat]);
            if options.is_empty() || dice.roll(3) == 0 {
                let steps = table.auction.close(&table.bottom).expect("drawing is on");
                table.fold(steps);
            } else {
                table.act(seat, options[dice.roll(options.len())]);
            }
        }
        AuctionPhase::Lot => {
            let steps = table.auction.draw_lot(Seat::ALL[dice.roll(4)]);
            table.fold(steps.expect("a lot is due"));
        }
        AuctionPhase::Burying(seat) => {
            let mut cards = table.hands[seat].to_vec();
            dice.shuffle(&mut cards);
            let cards = CardSet::from_cards(&cards[..BOTTOM]).expect("of a hand");
            table.act(seat, AuctionAct::Bury { cards });
        }
        AuctionPhase::Overturning | AuctionPhase::Frying => sealed(table, dice, 8),
        AuctionPhase::Done | AuctionPhase::Redeal => return false,
    }
    true
}

/// Tries every single and pair that a hand holds, in every way to speak.
fn every_single_and_pair(table: &Table, seat: Seat) {
    let hand = &table.hands[seat];
    let options = table.auction.options(seat, hand);
    for card in hand.kinds().iter() {
        for times in 1..=hand.count(card) {
            let cards = CardSet::from_cards(&vec![card; times]).expect("of a hand");
            for act in [
                AuctionAct::Declare { cards },
                AuctionAct::Overturn { cards, name: None },
                AuctionAct::Fry { cards, name: None },
            ] {
                let offered = options.iter().any(|o| same_but_name(o, &act));
                let allowed = table.auction.check_sealed(hand, seat, &act).is_ok();
                assert_eq!(offered, allowed, "{:?} {act:?}", table.auction);
            }
        }
    }
}

fn same_but_name(a: &AuctionAct, b: &AuctionAct) -> bool {
    match (a, b) {
        (AuctionAct::Declare { cards: a }, AuctionAct::Declare { cards: b })
        | (AuctionAct::Overturn { cards: a, .. }, AuctionAct::Overturn { cards: b, .. })
        | (AuctionAct::Fry { cards: a, .. }, AuctionAct::Fry { cards: b, .. }) => a == b,
        _ => false,
    }
}
