//! Who is asked to overturn and to fry, in which order (RULES.md 10.3, 10.4).

use super::{Auction, AuctionAct, AuctionPhase, DealKind, Spoken, SpokenKind};
use crate::rules::{BySeat, FirstFry, OverturnRules, OverturnWho, Refusal, Seat};

impl Auction {
    /// The answers to a sealed round that count: in asking order the passes
    /// before the first yes, then that yes. A missing answer is a pass. The
    /// others are dropped: their seats count as unasked (RULES.md 10.4).
    #[must_use]
    pub fn resolve_sealed(&self, answers: &BySeat<Option<AuctionAct>>) -> Vec<(Seat, AuctionAct)> {
        let mut counted = Vec::with_capacity(self.asked.len());
        for &seat in &self.asked {
            let act = answers[seat].unwrap_or(AuctionAct::Pass);
            counted.push((seat, act));
            if act != AuctionAct::Pass {
                break;
            }
        }
        counted
    }

    /// Whether anybody may still declare in this deal, as far as everybody can
    /// see: when not, the rest may be dealt at once.
    #[must_use]
    pub fn may_declare_further(&self) -> bool {
        if self.phase != AuctionPhase::Declaring || self.context.kind == DealKind::Flag {
            return false;
        }
        let Some(stands) = self.stands() else {
            return true;
        };
        let single = stands.cards.len() == 1;
        let declaring = self.declaring();
        let top = (2, Some(crate::cards::Suit::Spades));
        let standing = (stands.cards.len(), stands.trump.suit);
        declaring.replaces(top, standing) || (declaring.insures() && single)
    }

    /// P9 for this deal.
    pub(super) fn overturn_rules(&self) -> &OverturnRules {
        if self.is_first_deal() {
            &self.rules.overturn_first
        } else {
            &self.rules.overturn_later
        }
    }

    /// The seats to ask whether they overturn what stands now.
    pub(super) fn overturn_queue(&self) -> Vec<Seat> {
        let (Some(stands), Some(dealer)) = (self.stands(), self.dealer) else {
            return Vec::new();
        };
        if self.is_seize() {
            return self.seize_queue(stands, dealer);
        }
        let who = self.overturn_rules().who;
        let order: Vec<Seat> = match who {
            OverturnWho::Nobody => Vec::new(),
            OverturnWho::NotLastToSpeak
            | OverturnWho::NotDeclarer
            | OverturnWho::Dealers
            | OverturnWho::Dealer => stands.seat.others().to_vec(),
            OverturnWho::OthersOnce => {
                let declarer = self.declarer.unwrap_or(stands.seat);
                rest_of(&declarer.round(), stands)
            }
            OverturnWho::RoundOnce => rest_of(&dealer.next().round(), stands),
        };
        order
            .into_iter()
            .filter(|&seat| self.overturn_bar(seat).is_none())
            .collect()
    }

    /// The two seats of the other side, over a single, once each (RULES.md 9.6).
    fn seize_queue(&self, stands: &Spoken, dealer: Seat) -> Vec<Seat> {
        if stands.cards.len() > 1 {
            return Vec::new();
        }
        let others = dealer.others().into_iter();
        others.filter(|s| s.side() != dealer.side()).collect()
    }

    /// Why that seat may never overturn what stands now, whoever's turn it is.
    pub(super) fn overturn_bar(&self, seat: Seat) -> Option<Refusal> {
        if self.stands().is_some_and(|s| s.seat == seat) {
            return Some(Refusal::OwnDeclaration);
        }
        if self.is_seize() {
            return None;
        }
        let declares = self.declarer == Some(seat);
        match self.overturn_rules().who {
            OverturnWho::NotDeclarer
            | OverturnWho::Dealers
            | OverturnWho::Dealer
            | OverturnWho::OthersOnce
                if declares =>
            {
                Some(Refusal::OwnDeclaration)
            }
            OverturnWho::Dealers if !self.on_stage(seat) => Some(Refusal::DealersOnly),
            OverturnWho::Dealer if self.dealer != Some(seat) => Some(Refusal::DealerOnly),
            OverturnWho::Nobody
            | OverturnWho::NotLastToSpeak
            | OverturnWho::NotDeclarer
            | OverturnWho::Dealers
            | OverturnWho::Dealer
            | OverturnWho::OthersOnce
            | OverturnWho::RoundOnce => None,
        }
    }

    fn on_stage(&self, seat: Seat) -> bool {
        self.context.stage.is_some_and(|s| s.side == seat.side())
    }

    /// Whether the bottom is fried in this deal.
    pub(super) fn is_fried(&self) -> bool {
        let first = self.is_first_deal();
        let allowed = match self.rules.first_fry {
            FirstFry::Yes => true,
            FirstFry::No => !first,
        };
        allowed && !self.undeclared && self.context.kind != DealKind::Flag
    }

    /// The seats to ask whether they fry, `buried` having just buried.
    pub(super) fn fry_queue(&self, buried: Seat) -> Vec<Seat> {
        let others = buried.others().into_iter();
        others.filter(|&seat| !self.needs_bridge(seat)).collect()
    }

    /// Whether that seat may fry only after another has (RULES.md 10.4).
    pub(super) fn needs_bridge(&self, seat: Seat) -> bool {
        let bound = self.bridged == Some(seat) || self.dealer == Some(seat);
        bound && !self.spoken.iter().any(|s| s.seat != seat && is_fry(s))
    }
}

/// The seats of a round that come after whoever overturned last; all of them
/// but the declarer while nobody has.
fn rest_of(round: &[Seat], stands: &Spoken) -> Vec<Seat> {
    let begun = match stands.kind {
        SpokenKind::Declared => 0,
        SpokenKind::Overturned | SpokenKind::Fried | SpokenKind::HookedBack => round
            .iter()
            .position(|&s| s == stands.seat)
            .map_or(0, |place| place + 1),
    };
    round.iter().skip(begun).copied().collect()
}

fn is_fry(spoken: &Spoken) -> bool {
    match spoken.kind {
        SpokenKind::Fried | SpokenKind::HookedBack => true,
        SpokenKind::Declared | SpokenKind::Overturned => false,
    }
}
