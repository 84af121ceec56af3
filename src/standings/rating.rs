//! Ratings of players and of pairs (Weng and Lin), worked out from finished
//! deals among four people. They are a function of those deals alone.

use std::collections::BTreeMap;

use skillratings::Outcomes;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_two_teams};

use crate::game::PlayerId;
use crate::rules::{Seat, Side};
use crate::store::Tally;

/// Until so many deals a rating is provisional.
pub const PROVISIONAL: u32 = 20;
/// Points of a rating a unit of the scale of Weng and Lin has.
const SCALE: f64 = 40.0;
/// What somebody starts with who has not played.
const START: f64 = 1000.0;
/// How many standard deviations a rating is below what it is likeliest to be,
/// so that few deals do not lead.
const BELOW: f64 = 3.0;

/// Two players, the one with the smaller number first.
pub type Pair = (PlayerId, PlayerId);

/// How strong somebody has proved to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// What it is worked out from.
    rating: WengLin,
    /// Rated deals.
    pub deals: u32,
}

/// Mean and deviation.
#[derive(Clone, Copy, Debug, PartialEq)]
struct WengLin(f64, f64);

impl Rating {
    /// In points: 1000 for who has not played; more is better.
    #[must_use]
    pub fn points(self) -> i32 {
        let WengLin(mean, deviation) = self.rating;
        // Far within the range: the mean stays between some hundreds.
        (START + SCALE * (mean - BELOW * deviation)).round() as i32
    }

    /// Whether too few deals were rated to tell.
    #[must_use]
    pub const fn provisional(self) -> bool {
        self.deals < PROVISIONAL
    }

    fn of(known: Option<&Rating>) -> Rating {
        let fresh = WengLinRating::new();
        known.copied().unwrap_or(Rating {
            rating: WengLin(fresh.rating, fresh.uncertainty),
            deals: 0,
        })
    }

    fn weng_lin(self) -> WengLinRating {
        let WengLin(rating, uncertainty) = self.rating;
        WengLinRating {
            rating,
            uncertainty,
        }
    }

    fn after(self, new: &WengLinRating) -> Rating {
        Rating {
            rating: WengLin(new.rating, new.uncertainty),
            deals: self.deals + 1,
        }
    }
}

/// The ratings that some deals give.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ratings {
    /// Of players.
    pub players: BTreeMap<PlayerId, Rating>,
    /// Of pairs, each as if it were one player.
    pub pairs: BTreeMap<Pair, Rating>,
}

impl Ratings {
    /// From deals in the order in which they ended. Those with a computer
    /// player, or with fewer than four different people, are passed over.
    #[must_use]
    pub fn of(deals: &[Tally]) -> Ratings {
        let mut ratings = Ratings::default();
        for deal in deals {
            ratings.add(deal);
        }
        ratings
    }

    fn add(&mut self, deal: &Tally) {
        let Some(sides) = sides(deal) else {
            return;
        };
        let outcome = outcome(deal);
        rate(&mut self.players, sides.map(|side| side.to_vec()), outcome);
        let pair = |[one, other]: [PlayerId; 2]| vec![(one.min(other), one.max(other))];
        rate(&mut self.pairs, sides.map(pair), outcome);
    }
}

/// The four people of a deal by side; `None` where it does not count.
fn sides(deal: &Tally) -> Option<[[PlayerId; 2]; 2]> {
    if deal.computer {
        return None;
    }
    let on = |seat: Seat| {
        let fact = deal.people.iter().find(|f| f.seat == seat);
        fact.map(|f| f.player)
    };
    let mut sides = [[PlayerId(0); 2]; 2];
    let mut seen: Vec<PlayerId> = Vec::with_capacity(4);
    for (players, side) in sides.iter_mut().zip(Side::ALL) {
        for (player, seat) in players.iter_mut().zip(side.seats()) {
            *player = on(seat)?;
            if seen.contains(player) {
                return None;
            }
            seen.push(*player);
        }
    }
    Some(sides)
}

/// How the deal went for East and West.
fn outcome(deal: &Tally) -> Outcomes {
    let first = Side::ALL[0];
    if deal.people.iter().any(|f| f.drawn) {
        Outcomes::DRAW
    } else if deal.people.iter().any(|f| f.seat.side() == first && f.won) {
        Outcomes::WIN
    } else {
        Outcomes::LOSS
    }
}

fn rate<K: Copy + Ord>(ratings: &mut BTreeMap<K, Rating>, teams: [Vec<K>; 2], outcome: Outcomes) {
    let before = |team: &Vec<K>| -> Vec<Rating> {
        team.iter().map(|k| Rating::of(ratings.get(k))).collect()
    };
    let known = [before(&teams[0]), before(&teams[1])];
    let plain =
        |team: &[Rating]| -> Vec<WengLinRating> { team.iter().map(|r| r.weng_lin()).collect() };
    let (one, other) = weng_lin_two_teams(
        &plain(&known[0]),
        &plain(&known[1]),
        &outcome,
        &WengLinConfig::new(),
    );
    for ((team, known), new) in teams.iter().zip(&known).zip([one, other]) {
        for ((key, before), after) in team.iter().zip(known).zip(&new) {
            ratings.insert(*key, before.after(after));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Millis;
    use crate::game::TableId;
    use crate::store::{Fact, Role};

    /// A deal among these people; East and West win it, or nobody.
    fn deal(number: u32, people: [i64; 4], won: Option<Side>) -> Tally {
        let fact = |(seat, player): (Seat, i64)| Fact {
            player: PlayerId(player),
            seat,
            role: Role::Attacker,
            won: won == Some(seat.side()),
            drawn: won.is_none(),
            levels: 0,
            digs: 0,
            fries: 0,
            stood: 0,
            failed_throws: 0,
        };
        Tally {
            table: TableId(1),
            deal: number,
            at: Millis(u64::from(number)),
            computer: false,
            people: Seat::ALL.into_iter().zip(people).map(fact).collect(),
        }
    }

    const PEOPLE: [i64; 4] = [1, 2, 3, 4];

    #[test]
    fn winners_rise_and_losers_fall_as_players_and_as_pairs() {
        let deals = [deal(1, PEOPLE, Some(Side::EastWest))];
        let ratings = Ratings::of(&deals);
        let points = |player| ratings.players[&PlayerId(player)].points();
        assert_eq!((points(1), points(2)), (points(3), points(4)));
        assert!(points(1) > 1000 && points(1) > points(2));
        let pair = |one, other| ratings.pairs[&(PlayerId(one), PlayerId(other))].points();
        assert!(pair(1, 3) > pair(2, 4));
        assert_eq!(ratings.pairs.len(), 2);
    }

    #[test]
    fn a_seized_stage_moves_nobody_whose_equals_play() {
        let drawn = Ratings::of(&[deal(1, PEOPLE, None)]);
        let points: Vec<i32> = drawn.players.values().map(|r| r.points()).collect();
        assert!(points.iter().all(|p| *p == points[0]), "{points:?}");
    }

    #[test]
    fn deals_with_computer_players_do_not_count() {
        let mut with = deal(1, PEOPLE, Some(Side::EastWest));
        with.computer = true;
        with.people.pop();
        let mut short = deal(2, PEOPLE, Some(Side::EastWest));
        short.people.pop();
        let twice = deal(3, [1, 2, 1, 4], Some(Side::EastWest));
        let none = Ratings::of(&[with, short, twice]);
        assert!(none.players.is_empty() && none.pairs.is_empty());
    }

    #[test]
    fn a_rating_is_provisional_until_twenty_deals() {
        let side = |n: u32| Some(Side::ALL[n as usize % 2]);
        let deals: Vec<Tally> = (0..20).map(|n| deal(n, PEOPLE, side(n))).collect();
        assert!(Ratings::of(&deals[..19]).players[&PlayerId(1)].provisional());
        let rated = Ratings::of(&deals);
        assert!(!rated.players[&PlayerId(1)].provisional());
        assert!(
            rated == Ratings::of(&deals),
            "the same deals, the same ratings"
        );
        let swapped: Vec<Tally> = deals.iter().rev().cloned().collect();
        assert!(rated != Ratings::of(&swapped), "the order of deals counts");
    }
}
