//! Builds the views of a table, field by field: what is not named here is not seen.

use crate::cards::{Card, CardSet, Rank};
use crate::game::state::{ALL_DRAWN, Deal, Stage, Trick};
use crate::game::{
    Ask, Game, PublicDeal, PublicPhase, PublicTrick, PublicView, SealedKind, SeatInfo, SeatView,
    Speech, SpeechKind, Step, Wait,
};
use crate::rules::auction::{Auction, AuctionAct, AuctionPhase, DealKind, Spoken, SpokenKind};
use crate::rules::{BySeat, BySide, Order, Seat, Secrecy, Side};

impl Game {
    /// What everybody may see.
    #[must_use]
    pub fn public(&self) -> PublicView {
        PublicView {
            rules: self.rules.clone(),
            clock: self.clock,
            pace: self.pace,
            start: self.starting()[Side::EastWest].level,
            unaided: self.unaided,
            host: self.host,
            seats: self.seats.map(|s| SeatInfo {
                occupant: s.occupant,
                ready: s.ready,
                auto: s.auto_shown,
            }),
            standings: self.standings.clone(),
            stage: self.dealing,
            phase: self.public_phase(),
            deal: self.deal.as_deref().map(|d| self.public_deal(d)),
            result: self.result.clone(),
            length: self.length,
            starts: self.starts,
            contest: self.contest.clone(),
            winner: self.winner,
            void: self.void,
            end_votes: voters(&self.end_votes),
            paused: self.paused,
            pause_asked: self.pause_asked,
            entry: self.entry,
            invited: self.invited.clone(),
            offers: self.offers,
            swaps: self.swaps,
        }
    }

    /// What one seat may see.
    #[must_use]
    pub fn seat(&self, seat: Seat) -> SeatView {
        let public = self.public();
        let deal = self.deal.as_deref().filter(|_| !self.is_broken_off());
        let play = deal.and_then(|d| d.play.as_ref());
        SeatView {
            seat,
            hand: deal.map_or(CardSet::EMPTY, |d| d.hand(seat)),
            trump: deal.and_then(|d| d.auction.trump_known_to(seat)),
            own_speech: deal.map_or_else(Vec::new, |d| own_speech(&d.auction, seat)),
            placed: deal.and_then(|d| d.placed(seat)),
            ask: self.ask(seat),
            step: self.step(seat),
            own_plays: play.map_or_else(Vec::new, |p| p.own_plays[seat].clone()),
            buried: deal.filter(|d| d.buried_by == Some(seat)).map(bottom),
            taken_up: deal.and_then(|d| taken_from(d, seat)),
            auto: self.seats[seat].auto,
            withheld: play.is_some_and(|p| p.withheld[seat]),
            public,
        }
    }

    /// Whether the last deal was broken off: its cards are nobody's any more,
    /// and somebody else may sit on the seat.
    fn is_broken_off(&self) -> bool {
        self.contest.broken.is_some() || (self.is_over() && self.result.is_none())
    }

    fn public_phase(&self) -> PublicPhase {
        match self.stage {
            Stage::Lobby => PublicPhase::Lobby,
            Stage::Shuffling => PublicPhase::Shuffling,
            Stage::Between => PublicPhase::Between,
            Stage::Finished => PublicPhase::Finished,
            Stage::Ended => PublicPhase::Ended,
            Stage::Deal => self
                .deal
                .as_deref()
                .map_or(PublicPhase::Shuffling, |d| d.public_phase(self)),
        }
    }

    fn public_deal(&self, deal: &Deal) -> PublicDeal {
        let play = deal.play.as_ref();
        let order = deal.order(&self.rules);
        let show = |trick: &Trick| public_trick(trick, order.as_ref());
        // A deal that is broken off has no result, and keeps its secrets.
        let over = self.result.is_some();
        PublicDeal {
            number: deal.number,
            commitment: deal.commitment.clone(),
            flips: deal.first.then(|| deal.shuffle.flips),
            starter: deal.starter,
            level: public_level(&deal.auction),
            declares: BySide::from_fn(|side| deal.auction.level_for(side.seats()[0])),
            kind: deal.auction.context().kind,
            redrawn: deal.auction.phase() == AuctionPhase::Redeal,
            dealer: deal.auction.dealer(),
            trump: deal.auction.trump().filter(|_| deal.auction.is_shown()),
            spoken: speeches(deal, over || self.rules.auction.secrecy == Secrecy::Open),
            turned: deal.auction.turned().to_vec(),
            counts: BySeat::from_fn(|s| deal.hand(s).len() as u8),
            tricks: play.map_or(0, |p| p.finished.len() as u8),
            trick: play
                .filter(|p| p.to_play().is_some())
                .map(|p| show(&p.trick)),
            finished: play.map_or_else(Vec::new, |p| p.finished.iter().map(show).collect()),
            points: deal
                .auction
                .dealing_side()
                .map_or(0, |side| deal.score_so_far(side)),
            rounds: deal.rounds,
            time_outs: deal.time_outs,
            checks: play.map_or_else(Vec::new, |p| p.checks.clone()),
        }
    }
}

fn voters(votes: &BySeat<bool>) -> Vec<Seat> {
    Seat::ALL.into_iter().filter(|&s| votes[s]).collect()
}

fn public_trick(trick: &Trick, order: Option<&Order>) -> PublicTrick {
    let mut plays: BySeat<Option<Vec<Card>>> = BySeat::default();
    for (seat, play) in trick.leader.round().into_iter().zip(&trick.plays) {
        plays[seat] = Some(play.clone());
    }
    PublicTrick {
        number: trick.number,
        leader: trick.leader,
        plays,
        standing: trick.winner.or_else(|| trick.standing(order?)),
        points: trick.points(),
        failed: trick.failed.clone(),
    }
}

/// Who spoke, with the cards as far as everybody may see them: in open
/// presets all; in secret ones, once the frying is over, what made the trump;
/// when the deal is over, everything (RULES.md 10.1, §2).
pub(super) fn speeches(deal: &Deal, all: bool) -> Vec<Speech> {
    let auction = &deal.auction;
    let last = auction.spoken().len().saturating_sub(1);
    let shown = |at: usize| all || (at == last && auction.is_shown());
    auction
        .spoken()
        .iter()
        .enumerate()
        .map(|(at, spoken)| speech(spoken, shown(at)))
        .collect()
}

/// What a seat said itself.
fn own_speech(auction: &Auction, seat: Seat) -> Vec<Speech> {
    let own = auction.spoken().iter().filter(|s| s.seat == seat);
    own.map(|spoken| speech(spoken, true)).collect()
}

fn speech(spoken: &Spoken, shown: bool) -> Speech {
    Speech {
        seat: spoken.seat,
        kind: match spoken.kind {
            SpokenKind::Declared => SpeechKind::Declared,
            SpokenKind::Overturned => SpeechKind::Overturned,
            SpokenKind::Fried | SpokenKind::HookedBack => SpeechKind::Fried,
        },
        shown: shown.then_some((spoken.cards, spoken.trump)),
    }
}

fn bottom(deal: &Deal) -> CardSet {
    CardSet::from_cards(&deal.bottom).unwrap_or_default()
}

/// What a seat buried that whoever buried last has taken up.
fn taken_from(deal: &Deal, seat: Seat) -> Option<CardSet> {
    let (from, cards) = deal.taken_up?;
    let by_another = deal.buried_by.is_some_and(|by| by != seat);
    (from == seat && by_another).then_some(cards)
}

/// The level, which all know from the start but where it is seized.
fn public_level(auction: &Auction) -> Option<Rank> {
    match auction.context().kind {
        DealKind::Plain | DealKind::Flag => Some(auction.context().level),
        DealKind::Seize { .. } => auction.trump().map(|t| t.level),
    }
}

impl Deal {
    fn public_phase(&self, game: &Game) -> PublicPhase {
        if let Some(play) = &self.play {
            return play
                .to_play()
                .map_or(PublicPhase::Between, |seat| PublicPhase::Playing { seat });
        }
        match self.auction.phase() {
            AuctionPhase::Declaring => PublicPhase::Drawing {
                drawn: self.drawn,
                placeable: self.placeable,
                open: self.auction.may_declare_further(),
                asked: if self.declares_sealed(game) {
                    self.asked()
                } else {
                    Vec::new()
                },
            },
            AuctionPhase::Overturning => PublicPhase::Overturning {
                asked: self.asked(),
            },
            AuctionPhase::Burying(seat) => PublicPhase::Burying { seat },
            AuctionPhase::Frying => PublicPhase::Frying {
                asked: self.asked(),
            },
            AuctionPhase::Lot | AuctionPhase::Done | AuctionPhase::Redeal => PublicPhase::Shuffling,
        }
    }

    /// What the table waits for inside a deal.
    pub(super) fn waits(&self, game: &Game) -> Wait {
        if let Some(play) = &self.play {
            return play.to_play().map_or(Wait::Close, |seat| Wait::Play {
                seat,
                plays: play.own_plays.values().map(|p| p.len() as u8).sum(),
            });
        }
        let sealed = |kind| Wait::Sealed {
            kind,
            asked: self.asked(),
            answered: self.answered(),
            round: self.rounds,
        };
        match self.auction.phase() {
            AuctionPhase::Declaring => self.waits_for_drawing(game),
            AuctionPhase::Overturning => sealed(SealedKind::Overturn),
            AuctionPhase::Frying => sealed(SealedKind::Fry),
            AuctionPhase::Burying(seat) => Wait::Bury {
                seat,
                round: self.rounds,
            },
            AuctionPhase::Lot | AuctionPhase::Done | AuctionPhase::Redeal => Wait::Close,
        }
    }

    fn waits_for_drawing(&self, game: &Game) -> Wait {
        let open = self.auction.may_declare_further();
        if self.drawn < ALL_DRAWN || (open && self.placeable < ALL_DRAWN) {
            Wait::DrawMore {
                drawn: self.drawn,
                placeable: self.placeable,
                open,
            }
        } else if !open {
            Wait::Close
        } else if self.is_sealed(game) {
            Wait::Sealed {
                kind: SealedKind::Declare,
                asked: self.asked(),
                answered: self.answered(),
                round: self.rounds,
            }
        } else {
            Wait::Grace {
                declared: self.auction.spoken().len() as u32,
            }
        }
    }

    fn answered(&self) -> Vec<Seat> {
        let mut asked = self.asked();
        asked.retain(|&s| self.sealed.answers[s].is_some());
        asked
    }
}

impl Game {
    /// What a seat is asked.
    fn ask(&self, seat: Seat) -> Ask {
        match self.stage {
            Stage::Lobby | Stage::Between => Ask::Ready,
            Stage::Shuffling | Stage::Finished | Stage::Ended => Ask::Nothing,
            Stage::Deal => self
                .deal
                .as_deref()
                .map_or(Ask::Nothing, |d| d.ask(self, seat)),
        }
    }

    /// The seat's own step.
    fn step(&self, seat: Seat) -> Step {
        let deal = self.deal.as_deref();
        let (phase, turn) = match (self.stage, deal) {
            (Stage::Lobby, _) => ('l', 0),
            (Stage::Between, _) => ('e', 0),
            (Stage::Finished | Stage::Ended, _) => ('x', 0),
            (Stage::Shuffling, _) | (Stage::Deal, None) => ('s', 0),
            (Stage::Deal, Some(deal)) => deal.step(seat),
        };
        Step {
            deal: self.deals,
            phase,
            turn,
        }
    }
}

impl Deal {
    fn ask(&self, game: &Game, seat: Seat) -> Ask {
        if let Some(play) = &self.play {
            return match (play.to_play() == Some(seat), play.lead()) {
                (false, _) => Ask::Nothing,
                (true, None) => Ask::Lead,
                (true, Some(lead)) => Ask::Follow { lead: lead.clone() },
            };
        }
        let answered = self.sealed.answers[seat].map(|a| a.act);
        let options = || self.auction.options(seat, &self.hands[seat]);
        let asked = self.asked().contains(&seat);
        match self.auction.phase() {
            AuctionPhase::Declaring if self.is_sealed(game) => match answered {
                Some(_) => Ask::Nothing,
                None => {
                    let mut options = options();
                    options.push(AuctionAct::Pass);
                    Ask::Place { options }
                }
            },
            AuctionPhase::Declaring if self.auction.may_declare_further() => {
                let placeable = self.drawn_by(seat, self.placeable);
                Ask::Place {
                    options: self.auction.options(seat, &placeable),
                }
            }
            AuctionPhase::Overturning if asked => Ask::Overturn {
                options: options(),
                answered,
            },
            AuctionPhase::Frying if asked => Ask::Fry {
                options: options(),
                answered,
            },
            AuctionPhase::Burying(burier) if burier == seat => Ask::Bury,
            AuctionPhase::Declaring
            | AuctionPhase::Overturning
            | AuctionPhase::Frying
            | AuctionPhase::Burying(_)
            | AuctionPhase::Lot
            | AuctionPhase::Done
            | AuctionPhase::Redeal => Ask::Nothing,
        }
    }

    /// What a seat has answered in a sealed round of placing that is open.
    fn placed(&self, seat: Seat) -> Option<AuctionAct> {
        let declaring = self.auction.phase() == AuctionPhase::Declaring;
        let answer = self.sealed.answers[seat].filter(|_| declaring);
        answer.map(|a| a.act)
    }

    /// Phase and turn of a seat's step: rounds are public, its own plays its own.
    fn step(&self, seat: Seat) -> (char, u32) {
        if let Some(play) = &self.play {
            return ('p', play.own_plays[seat].len() as u32);
        }
        match self.auction.phase() {
            AuctionPhase::Declaring => ('d', 0),
            AuctionPhase::Overturning => ('o', self.rounds),
            AuctionPhase::Burying(_) => ('b', self.rounds),
            AuctionPhase::Frying => ('f', self.rounds),
            AuctionPhase::Lot | AuctionPhase::Done | AuctionPhase::Redeal => ('s', 0),
        }
    }
}
