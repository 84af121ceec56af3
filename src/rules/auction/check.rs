//! Whether an act is allowed, and what comes of it (RULES.md §10).

use super::{
    Auction, AuctionAct, AuctionPhase, AuctionStep, DealKind, Named, Question, Spoken, SpokenKind,
};
use crate::cards::{BOTTOM, Card, CardSet, Rank, Suit};
use crate::rules::{
    BigJokers, DeclareJokers, Declaring, HOOK_BACK, Height, HookBackFry, OverturnDealer,
    OverturnOver, OverturnWith, PairRank, Refusal, Seat, Trump, suit_height,
};

/// Whether asked seats answer one after the other, or all at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    InOrder,
    Sealed,
}

/// A pair with which somebody may overturn or fry.
struct Pair {
    trump: Trump,
    hook_back: bool,
}

impl Auction {
    /// What comes of an act, in order; `hand` is the seat's own. Changes nothing.
    ///
    /// # Errors
    /// Why the act is refused: the first reason in the order of [`Refusal`].
    pub fn check(
        &self,
        hand: &CardSet,
        seat: Seat,
        act: &AuctionAct,
    ) -> Result<Vec<AuctionStep>, Refusal> {
        self.judge(hand, seat, act, Turn::InOrder)
    }

    /// Whether a sealed answer may be given: as [`Auction::check`], but all
    /// asked seats answer at once. An answer accepted here is accepted by
    /// `check` once the seats before it have passed.
    ///
    /// # Errors
    /// Why the answer is refused.
    pub fn check_sealed(
        &self,
        hand: &CardSet,
        seat: Seat,
        act: &AuctionAct,
    ) -> Result<(), Refusal> {
        self.judge(hand, seat, act, Turn::Sealed).map(drop)
    }

    /// What comes of the end of drawing and its grace time; `bottom` in the
    /// order in which its cards would be turned up.
    ///
    /// # Errors
    /// `WrongPhase` when drawing is over already.
    pub fn close(&self, bottom: &[Card]) -> Result<Vec<AuctionStep>, Refusal> {
        if self.phase != AuctionPhase::Declaring {
            return Err(Refusal::WrongPhase);
        }
        if self.context.kind == DealKind::Flag {
            return Ok(self.close_flag());
        }
        if self.spoken.is_empty() {
            return Ok(self.close_undeclared(bottom));
        }
        let mut flow = Flow::new(self);
        flow.push(AuctionStep::Closed);
        flow.ask_to_overturn();
        Ok(flow.steps)
    }

    fn judge(
        &self,
        hand: &CardSet,
        seat: Seat,
        act: &AuctionAct,
        turn: Turn,
    ) -> Result<Vec<AuctionStep>, Refusal> {
        match act {
            AuctionAct::Declare { cards } => self.declare(hand, seat, cards),
            AuctionAct::Overturn { cards, name } => self.overturn(hand, seat, cards, *name, turn),
            AuctionAct::Pass => self.pass(seat, turn),
            AuctionAct::Bury { cards } => self.bury(hand, seat, cards),
            AuctionAct::Fry { cards, name } => self.fry(hand, seat, cards, *name, turn),
        }
    }

    fn declare(
        &self,
        hand: &CardSet,
        seat: Seat,
        cards: &CardSet,
    ) -> Result<Vec<AuctionStep>, Refusal> {
        if self.phase != AuctionPhase::Declaring || self.context.kind == DealKind::Flag {
            return Err(Refusal::WrongPhase);
        }
        in_hand(hand, cards)?;
        let needed = if self.rules.secrecy.declares_pairs() {
            cards.len().clamp(1, 2)
        } else {
            1
        };
        count(cards, needed)?;
        let level = self.level_for(seat);
        let declares = |card: Card| {
            let jokers = match self.rules.declare_jokers {
                DeclareJokers::No => false,
                DeclareJokers::Pair => cards.len() == 2 && !self.is_seize(),
            };
            card.rank() == Some(level) || (jokers && card.is_joker())
        };
        if !cards.iter().all(declares) {
            return Err(Refusal::NotALevelCard { level });
        }
        let card = one_kind(cards)?;
        let cards = self.standing_declaration(hand, seat, card, *cards)?;
        let mut flow = Flow::new(self);
        flow.push(AuctionStep::Placed {
            seat,
            cards,
            trump: self.named(seat, card.suit()),
        });
        flow.settle_dealer(self.dealer_by(seat));
        Ok(flow.steps)
    }

    /// The cards that stand as declared when `seat` adds `cards`.
    fn standing_declaration(
        &self,
        hand: &CardSet,
        seat: Seat,
        card: Card,
        cards: CardSet,
    ) -> Result<CardSet, Refusal> {
        let Some(stands) = self.stands() else {
            return Ok(cards);
        };
        let declaring = self.declaring();
        let again = stands.seat == seat && stands.card() == Some(card);
        if declaring.insures() && again && stands.cards.len() == 1 && hand.has_pair(card) {
            return stands
                .cards
                .plus(&stands.cards)
                .ok_or(Refusal::AlreadyDeclared);
        }
        if !declaring.goes_on() {
            return Err(Refusal::AlreadyDeclared);
        }
        let standing = (stands.cards.len(), stands.trump.suit);
        if declaring.replaces((cards.len(), card.suit()), standing) {
            Ok(cards)
        } else {
            Err(Refusal::NotHigher)
        }
    }

    /// P7 for this deal.
    pub(super) fn declaring(&self) -> Declaring {
        self.context.kind.declaring(&self.rules)
    }

    fn overturn(
        &self,
        hand: &CardSet,
        seat: Seat,
        cards: &CardSet,
        name: Option<Named>,
        turn: Turn,
    ) -> Result<Vec<AuctionStep>, Refusal> {
        if self.phase != AuctionPhase::Overturning {
            return Err(Refusal::WrongPhase);
        }
        in_hand(hand, cards)?;
        count(cards, 2)?;
        if let Some(bar) = self.overturn_bar(seat) {
            return Err(bar);
        }
        self.on_turn(seat, turn)?;
        let pair = self.pair_to_overturn(seat, cards, name)?;
        let mut flow = Flow::new(self);
        flow.push(AuctionStep::Overturned {
            seat,
            cards: *cards,
            trump: pair.trump,
        });
        let effect = if self.is_seize() {
            OverturnDealer::Overturner
        } else {
            self.overturn_rules().dealer
        };
        match effect {
            OverturnDealer::Unchanged => {}
            OverturnDealer::Overturner => flow.settle_dealer(seat),
            OverturnDealer::ByPlacing => flow.settle_dealer(self.dealer_by(seat)),
        }
        flow.ask_to_overturn();
        Ok(flow.steps)
    }

    fn pair_to_overturn(
        &self,
        seat: Seat,
        cards: &CardSet,
        name: Option<Named>,
    ) -> Result<Pair, Refusal> {
        let level = self.level_for(seat);
        let rules = self.overturn_rules();
        let with = if self.is_seize() {
            OverturnWith::LevelPairs
        } else {
            rules.with
        };
        let serves = |card: Card| match with {
            OverturnWith::LevelPairs => card.rank() == Some(level),
            OverturnWith::LevelOrJokerPairs => card.is_joker() || card.rank() == Some(level),
            OverturnWith::FryingPairs => self.rules.rank.height(card, level).is_some(),
        };
        if !cards.iter().all(serves) {
            return Err(Refusal::NotALevelCard { level });
        }
        let card = one_kind(cards)?;
        if self.used[seat].has(card) {
            return Err(Refusal::AlreadyUsed);
        }
        let over_anything = self.is_seize() || rules.over == OverturnOver::Anything;
        let height = self.rules.rank.height(card, level).unwrap_or(0);
        if !over_anything && height <= self.standing_height() {
            return Err(Refusal::NotHigher);
        }
        let suit = name_trump(&self.choices(card), name)?;
        Ok(Pair {
            trump: self.named(seat, suit),
            hook_back: false,
        })
    }

    fn pass(&self, seat: Seat, turn: Turn) -> Result<Vec<AuctionStep>, Refusal> {
        let question = match self.phase {
            AuctionPhase::Overturning => Question::Overturn,
            AuctionPhase::Frying => Question::Fry,
            AuctionPhase::Declaring
            | AuctionPhase::Lot
            | AuctionPhase::Burying(_)
            | AuctionPhase::Done
            | AuctionPhase::Redeal => return Err(Refusal::WrongPhase),
        };
        self.on_turn(seat, turn)?;
        let mut flow = Flow::new(self);
        flow.push(AuctionStep::Passed { seat });
        if flow.auction.asked.is_empty() {
            match question {
                Question::Overturn => flow.take_bottom(),
                Question::Fry => flow.begin_play(),
            }
        }
        Ok(flow.steps)
    }

    fn bury(
        &self,
        hand: &CardSet,
        seat: Seat,
        cards: &CardSet,
    ) -> Result<Vec<AuctionStep>, Refusal> {
        let AuctionPhase::Burying(burier) = self.phase else {
            return Err(Refusal::WrongPhase);
        };
        in_hand(hand, cards)?;
        if cards.len() != BOTTOM {
            return Err(Refusal::WrongBury {
                needed: BOTTOM,
                given: cards.len(),
            });
        }
        if seat != burier {
            return Err(Refusal::NotYourTurn);
        }
        let mut flow = Flow::new(self);
        flow.push(AuctionStep::Buried {
            seat,
            cards: *cards,
        });
        let asked = if self.is_fried() {
            self.fry_queue(seat)
        } else {
            Vec::new()
        };
        if asked.is_empty() {
            flow.begin_play();
        } else {
            flow.push(AuctionStep::Asked {
                question: Question::Fry,
                seats: asked,
            });
        }
        Ok(flow.steps)
    }

    fn fry(
        &self,
        hand: &CardSet,
        seat: Seat,
        cards: &CardSet,
        name: Option<Named>,
        turn: Turn,
    ) -> Result<Vec<AuctionStep>, Refusal> {
        if self.phase != AuctionPhase::Frying {
            return Err(Refusal::WrongPhase);
        }
        in_hand(hand, cards)?;
        count(cards, 2)?;
        if self.needs_bridge(seat) {
            return Err(Refusal::NeedsBridge);
        }
        self.on_turn(seat, turn)?;
        let pair = self.pair_to_fry(seat, cards, name)?;
        let mut flow = Flow::new(self);
        flow.push(AuctionStep::Fried {
            seat,
            cards: *cards,
            trump: pair.trump,
            hook_back: pair.hook_back,
        });
        flow.push(AuctionStep::BottomTaken { seat });
        Ok(flow.steps)
    }

    fn pair_to_fry(
        &self,
        seat: Seat,
        cards: &CardSet,
        name: Option<Named>,
    ) -> Result<Pair, Refusal> {
        let level = self.level_for(seat);
        let rank = self.rules.rank;
        if !cards.iter().all(|c| rank.height(c, level).is_some()) {
            return Err(Refusal::NotALevelCard { level });
        }
        let card = one_kind(cards)?;
        if self.used[seat].has(card) {
            return Err(Refusal::AlreadyUsed);
        }
        let hook_back = self.may_hook_back(seat, card, level);
        let height = rank.height(card, level).unwrap_or(0);
        let standing = self.standing_height();
        let tops = height > 0 && rank.tops(height, standing) && standing < HOOK_BACK;
        if !hook_back && !tops {
            return Err(Refusal::NotHigher);
        }
        let suit = name_trump(&self.choices(card), name)?;
        Ok(Pair {
            trump: self.named(seat, suit),
            hook_back,
        })
    }

    /// 勾回头 (RULES.md 10.4): the first declarer's right over anything.
    fn may_hook_back(&self, seat: Seat, card: Card, level: Rank) -> bool {
        let Some(first) = self.spoken.first() else {
            return false;
        };
        let five = card == Card::new(Suit::Hearts, Rank::Five) && level == Rank::Five;
        let allowed = match self.rules.hook_back {
            HookBackFry::None => false,
            HookBackFry::DeclaredSuit => first.cards.len() == 1,
            HookBackFry::DeclaredSuitFiveNamesAny => first.cards.len() == 1 || five,
        };
        let provoked = self
            .spoken
            .iter()
            .any(|s| s.seat != seat && s.kind != SpokenKind::Declared);
        allowed && provoked && first.seat == seat && first.card() == Some(card)
    }

    /// How high what stands is: 0 for a lone single; an insured or declared
    /// pair counts by its suit (RULES.md 10.3).
    fn standing_height(&self) -> Height {
        let Some(stands) = self.stands() else {
            return 0;
        };
        let Some(card) = stands.card() else {
            return 0;
        };
        let by_rank = self
            .rules
            .rank
            .height(card, stands.trump.level)
            .unwrap_or(0);
        match (stands.kind, self.rules.rank) {
            (SpokenKind::HookedBack, _) => HOOK_BACK,
            (SpokenKind::Declared, _) if stands.cards.len() == 1 => 0,
            (SpokenKind::Declared, PairRank::SuitsThenRedFive) if !card.is_joker() => {
                suit_height(card.suit())
            }
            (SpokenKind::Declared | SpokenKind::Overturned | SpokenKind::Fried, _) => by_rank,
        }
    }

    /// What a pair of that card may name as trump; the first is taken when
    /// nothing is named.
    pub(super) fn choices(&self, card: Card) -> Vec<Named> {
        let red_five = card == Card::new(Suit::Hearts, Rank::Five);
        let any = (card == Card::BIG_JOKER && self.rules.big_jokers == BigJokers::NameAny)
            || (red_five && self.rules.rank.red_five_names());
        if any {
            return Named::ALL.to_vec();
        }
        vec![card.suit().map_or(Named::NoTrump, Named::Suit)]
    }

    fn on_turn(&self, seat: Seat, turn: Turn) -> Result<(), Refusal> {
        let asked = match turn {
            Turn::InOrder => self.asked.first() == Some(&seat),
            Turn::Sealed => self.asked.contains(&seat),
        };
        if asked {
            Ok(())
        } else {
            Err(Refusal::NotYourTurn)
        }
    }
}

/// Steps being worked out, with the auction as it is after them.
struct Flow {
    auction: Auction,
    steps: Vec<AuctionStep>,
}

impl Flow {
    fn new(auction: &Auction) -> Flow {
        Flow {
            auction: auction.clone(),
            steps: Vec::new(),
        }
    }

    fn push(&mut self, step: AuctionStep) {
        self.auction.apply(&step);
        self.steps.push(step);
    }

    fn settle_dealer(&mut self, seat: Seat) {
        if self.auction.dealer != Some(seat) {
            self.push(AuctionStep::DealerSettled { seat });
        }
    }

    fn ask_to_overturn(&mut self) {
        let seats = self.auction.overturn_queue();
        if seats.is_empty() {
            self.take_bottom();
        } else {
            self.push(AuctionStep::Asked {
                question: Question::Overturn,
                seats,
            });
        }
    }

    fn take_bottom(&mut self) {
        if let Some(seat) = self.auction.dealer {
            self.push(AuctionStep::BottomTaken { seat });
        }
    }

    fn begin_play(&mut self) {
        if self.auction.trump.is_none()
            && let Some(&Spoken { trump, seat, .. }) = self.auction.stands()
        {
            let by = Some(seat);
            self.push(AuctionStep::TrumpSettled { trump, by });
        }
        self.push(AuctionStep::PlayBegins);
    }
}

fn in_hand(hand: &CardSet, cards: &CardSet) -> Result<(), Refusal> {
    let missing = cards.minus(hand);
    if missing.is_empty() {
        Ok(())
    } else {
        Err(Refusal::NotInHand { missing })
    }
}

fn count(cards: &CardSet, needed: usize) -> Result<(), Refusal> {
    let given = cards.len();
    if given == needed {
        Ok(())
    } else {
        Err(Refusal::WrongCount { needed, given })
    }
}

/// The one kind that all cards are of.
fn one_kind(cards: &CardSet) -> Result<Card, Refusal> {
    let mut kinds = cards.kinds().iter();
    match (kinds.next(), kinds.next()) {
        (Some(card), None) => Ok(card),
        _ => Err(Refusal::NotAPair),
    }
}

fn name_trump(choices: &[Named], name: Option<Named>) -> Result<Option<Suit>, Refusal> {
    let named = match name {
        None => choices.first(),
        Some(name) => choices.iter().find(|&&c| c == name),
    };
    named.map(|n| n.suit()).ok_or(Refusal::NotAllowed)
}
