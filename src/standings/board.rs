//! A leaderboard: people or pairs in order of one number.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::{Rating, Ratings, Totals};
use crate::game::PlayerId;
use crate::store::Tally;

/// From so many deals on a rate is ranked.
pub const RATE_FROM: u32 = 20;

/// What a leaderboard is ordered by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Metric {
    /// Deals won.
    Won,
    /// The rating of players.
    Rating,
    /// The rating of pairs.
    Pairs,
    /// Deals won of deals played; from [`RATE_FROM`] deals on.
    WinRate,
    /// Deals won as a dealer or a dealer's partner of those played so; from
    /// [`RATE_FROM`] such deals on.
    Defended,
    /// Levels risen.
    Levels,
    /// Bottoms dug (抠底).
    Digs,
    /// Fries (炒底).
    Fries,
}

impl Metric {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Metric; 8] = [
        Metric::Won,
        Metric::Rating,
        Metric::Pairs,
        Metric::WinRate,
        Metric::Defended,
        Metric::Levels,
        Metric::Digs,
        Metric::Fries,
    ];

    /// As the command's option has it.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Metric::Won => "won",
            Metric::Rating => "rating",
            Metric::Pairs => "pairs",
            Metric::WinRate => "rate",
            Metric::Defended => "defended",
            Metric::Levels => "levels",
            Metric::Digs => "digs",
            Metric::Fries => "fries",
        }
    }

    /// Whether only deals among four people count for it.
    #[must_use]
    pub const fn rated(self) -> bool {
        match self {
            Metric::Rating | Metric::Pairs => true,
            Metric::Won
            | Metric::WinRate
            | Metric::Defended
            | Metric::Levels
            | Metric::Digs
            | Metric::Fries => false,
        }
    }

    /// The number itself; `None` where there are too few deals to rank it.
    fn of(self, totals: &Totals) -> Option<i64> {
        let rate = |won: super::Won| {
            let permille = (1000 * won.won).checked_div(won.deals);
            permille.filter(|_| won.deals >= RATE_FROM).map(i64::from)
        };
        match self {
            Metric::Won => Some(totals.all.won.into()),
            Metric::WinRate => rate(totals.all),
            Metric::Defended => rate(totals.dealing),
            Metric::Levels => Some(totals.levels.into()),
            Metric::Digs => Some(totals.digs.into()),
            Metric::Fries => Some(totals.fries.into()),
            Metric::Rating | Metric::Pairs => None,
        }
    }
}

/// A line of a leaderboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Who: one player, or a pair.
    pub who: Vec<PlayerId>,
    /// The number: thousandths for rates, points for ratings.
    pub value: i64,
    /// From how many deals.
    pub deals: u32,
    /// Whether they are too few for a rating: such lines stand last.
    pub provisional: bool,
}

/// The leaderboard of some deals, best first. `computer`: of the deals in which
/// a computer player had a seat, which are counted apart.
#[must_use]
pub fn board(deals: &[Tally], metric: Metric, computer: bool) -> Vec<Line> {
    let counted: Vec<Tally> = deals
        .iter()
        .filter(|deal| deal.computer == computer)
        .cloned()
        .collect();
    let mut lines = match metric {
        Metric::Rating => rated(Ratings::of(&counted).players, |p| vec![p]),
        Metric::Pairs => rated(Ratings::of(&counted).pairs, |(a, b)| vec![a, b]),
        Metric::Won
        | Metric::WinRate
        | Metric::Defended
        | Metric::Levels
        | Metric::Digs
        | Metric::Fries => summed(&counted, metric),
    };
    lines.sort_by_key(|l| (l.provisional, Reverse(l.value), l.deals, l.who.clone()));
    lines
}

fn rated<K>(ratings: BTreeMap<K, Rating>, who: impl Fn(K) -> Vec<PlayerId>) -> Vec<Line> {
    let lines = ratings.into_iter().map(|(key, rating)| Line {
        who: who(key),
        value: rating.points().into(),
        deals: rating.deals,
        provisional: rating.provisional(),
    });
    lines.collect()
}

fn summed(deals: &[Tally], metric: Metric) -> Vec<Line> {
    let mut people: BTreeMap<PlayerId, Totals> = BTreeMap::new();
    for fact in deals.iter().flat_map(|deal| &deal.people) {
        people.entry(fact.player).or_default().add(fact);
    }
    let lines = people.into_iter().filter_map(|(player, totals)| {
        Some(Line {
            who: vec![player],
            value: metric.of(&totals)?,
            deals: totals.all.deals,
            provisional: false,
        })
    });
    lines.collect()
}
