//! Who wins a match, when, and by what (RULES.md §12): plain arithmetic.

use serde::{Deserialize, Serialize};

use super::auction::flip_height;
use super::levels::Standing;
use super::{BySeat, BySide, Ladder, MatchRules, Side};
use crate::cards::{Card, Rank};

/// What ends a match; where nothing is set, nothing but the players does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MatchLimits {
    /// So many games win it.
    pub games: Option<u16>,
    /// So many deals end it.
    pub deals: Option<u16>,
    /// So many minutes end it; cards in hand are played first.
    pub minutes: Option<u16>,
}

impl MatchRules {
    /// The limits of the ruleset's own match; `last` is a final.
    #[must_use]
    pub fn limits(&self, last: bool) -> MatchLimits {
        let minutes = if last {
            self.final_minutes
        } else {
            self.minutes
        };
        MatchLimits {
            games: Some(self.length.games_to_win()),
            deals: self.length.deals(last),
            minutes: (minutes > 0).then_some(minutes),
        }
    }
}

impl MatchLimits {
    /// Whether a match is over that has come so far. `time_up`: its minutes
    /// are over and no deal is being played.
    #[must_use]
    pub fn reached(&self, games: &BySide<u16>, deals: usize, time_up: bool) -> bool {
        self.winner(games).is_some()
            || self.deals.is_some_and(|most| deals >= usize::from(most))
            || time_up
    }

    /// The side that has won as many games as win the match.
    #[must_use]
    pub fn winner(&self, games: &BySide<u16>) -> Option<Side> {
        let needed = self.games?;
        Side::ALL.into_iter().find(|&side| games[side] >= needed)
    }
}

/// How far a side has come in a match: a game won counts more than any level,
/// the flag more than A.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Progress {
    games: u16,
    flag: bool,
    rung: Option<usize>,
}

impl Progress {
    /// Of a side with so many games won and that standing in the next.
    #[must_use]
    pub fn new(ladder: Ladder, games: u16, standing: &Standing) -> Progress {
        let rung = |level: Rank| ladder.rungs().iter().position(|&r| r == level);
        Progress {
            games,
            flag: standing.flag,
            rung: rung(standing.level),
        }
    }
}

/// The side that is ahead; `None` when they are equal.
#[must_use]
pub fn ahead(progress: &BySide<Progress>) -> Option<Side> {
    let [one, other] = Side::ALL;
    match progress[one].cmp(&progress[other]) {
        std::cmp::Ordering::Greater => Some(one),
        std::cmp::Ordering::Less => Some(other),
        std::cmp::Ordering::Equal => None,
    }
}

/// The side that cuts the higher golden card, in the order in which cards are
/// flipped for the start (RULES.md 2.1); two identical ones are cut again.
#[must_use]
pub fn golden_card(cards: &BySide<Card>) -> Option<Side> {
    let [one, other] = Side::ALL;
    let (first, second) = (flip_height(cards[one]), flip_height(cards[other]));
    (first != second).then_some(if first > second { one } else { other })
}

/// What a cut card counts: A 1 to K 13, jokers 0.
#[must_use]
pub fn cut_value(card: Card) -> u16 {
    match card.rank() {
        None => 0,
        Some(Rank::Ace) => 1,
        // The two has index 0.
        Some(rank) => rank.index() as u16 + 2,
    }
}

/// The sums of the cards that the seats have cut, by side.
#[must_use]
pub fn cut_sums(cards: &BySeat<Card>) -> BySide<u16> {
    BySide::from_fn(|side| side.seats().map(|s| cut_value(cards[s])).iter().sum())
}

/// The side with the higher sum; equal sums are cut again.
#[must_use]
pub fn cut_sum(cards: &BySeat<Card>) -> Option<Side> {
    let sums = cut_sums(cards);
    let [one, other] = Side::ALL;
    (sums[one] != sums[other]).then_some(if sums[one] > sums[other] { one } else { other })
}

/// Points of honour that the champions' fund gives a pair for its `wins`th
/// match won in a row: 200, 400, 600, then 800 each time (`tv` 四).
#[must_use]
pub fn fund_points(wins: u16) -> u32 {
    200 * u32::from(wins.min(4))
}

/// What a pair has from the fund after so many matches won in a row.
#[must_use]
pub fn fund_total(wins: u16) -> u32 {
    (1..=wins).map(fund_points).sum()
}

/// Boxes of the prize board (`tv`), and how many of them are empty.
pub const BOXES: u8 = 25;
/// Empty boxes among them.
pub const EMPTY_BOXES: u8 = 3;

/// A box of the prize board that the winners of a deal have opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenedBox {
    /// The side that opened it.
    pub side: Side,
    /// Its number, 1-25.
    pub number: u8,
    /// Whether a prize was in it: a point of honour.
    pub prize: bool,
}

/// Opens one of the boxes that are left. `lot` draws a number below the one
/// given; nobody knows before where the empty boxes are, so each one left is
/// empty as likely as any other. `None` when all are open.
#[must_use]
pub fn open_box(
    opened: &[OpenedBox],
    side: Side,
    mut lot: impl FnMut(usize) -> usize,
) -> Option<OpenedBox> {
    let shut: Vec<u8> = (1..=BOXES)
        .filter(|number| opened.iter().all(|o| o.number != *number))
        .collect();
    let found_empty = opened.iter().filter(|o| !o.prize).count();
    let empty = usize::from(EMPTY_BOXES).saturating_sub(found_empty);
    let number = *shut.get(lot(shut.len().max(1)))?;
    let prize = lot(shut.len()) >= empty;
    Some(OpenedBox {
        side,
        number,
        prize,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::preset;

    fn limits(id: &str, last: bool) -> (Option<u16>, Option<u16>, Option<u16>) {
        let rules = preset(id).expect("a preset");
        let limits = rules.match_rules.limits(last);
        (limits.games, limits.deals, limits.minutes)
    }

    fn card(name: &str) -> Card {
        name.parse().expect("a card")
    }

    #[test]
    fn the_presets_matches_are_those_of_section_12() {
        // tournament 一.2; college 一.2; knockout 1
        for (id, first, last) in [
            (
                "tournament",
                (Some(2), None, Some(60)),
                (Some(2), None, Some(90)),
            ),
            (
                "college",
                (Some(2), None, Some(90)),
                (Some(2), None, Some(90)),
            ),
            ("tv", (Some(1), Some(6), None), (Some(1), Some(9), None)),
            (
                "knockout",
                (Some(1), None, Some(40)),
                (Some(1), None, Some(40)),
            ),
            (
                "double-dig",
                (Some(1), None, Some(30)),
                (Some(1), None, Some(30)),
            ),
            ("flag", (Some(1), None, None), (Some(1), None, None)),
        ] {
            assert_eq!(limits(id, false), first, "{id}");
            assert_eq!(limits(id, true), last, "{id}");
        }
    }

    #[test]
    fn a_match_ends_with_its_games_its_deals_or_its_time() {
        let best = MatchLimits {
            games: Some(2),
            deals: Some(6),
            minutes: Some(60),
        };
        let games = |a, b| BySide::new([a, b]);
        assert!(!best.reached(&games(1, 1), 5, false));
        assert!(best.reached(&games(1, 2), 5, false));
        assert!(best.reached(&games(1, 1), 6, false));
        assert!(best.reached(&games(1, 1), 5, true));
        assert_eq!(best.winner(&games(1, 2)), Some(Side::SouthNorth));
        assert_eq!(best.winner(&games(1, 1)), None);
        assert!(!MatchLimits::default().reached(&games(9, 9), 99, false));
    }

    #[test]
    fn games_count_before_levels_and_levels_by_rungs() {
        let progress = |ladder, games: [u16; 2], levels: [Rank; 2]| {
            let side = |side: Side| {
                let scoring = crate::rules::ScoringRules {
                    ladder,
                    ..preset("platform").expect("a preset").scoring
                };
                let standing = Standing::start(&scoring, Some(levels[side.index()]));
                Progress::new(ladder, games[side.index()], &standing)
            };
            ahead(&BySide::from_fn(side))
        };
        let full = |games, levels| progress(Ladder::Full, games, levels);
        assert_eq!(full([1, 0], [Rank::Two, Rank::Ace]), Some(Side::EastWest));
        assert_eq!(
            full([1, 1], [Rank::Two, Rank::Three]),
            Some(Side::SouthNorth)
        );
        assert_eq!(full([0, 0], [Rank::Ten, Rank::Ten]), None);
        let forty = progress(Ladder::PointRanks, [0, 0], [Rank::King, Rank::Ten]);
        assert_eq!(forty, Some(Side::EastWest));
    }

    #[test]
    fn the_flag_is_ahead_of_a() {
        let scoring = preset("flag").expect("a preset").scoring;
        let mut carried = Standing::start(&scoring, Some(Rank::Ace));
        let at_ace = Progress::new(scoring.ladder, 0, &carried);
        carried.flag = true;
        assert!(Progress::new(scoring.ladder, 0, &carried) > at_ace);
    }

    #[test]
    fn the_higher_golden_card_wins() {
        // tv 一.12/3
        let cut = |a, b| golden_card(&BySide::new([card(a), card(b)]));
        assert_eq!(cut("BJ", "LJ"), Some(Side::EastWest));
        assert_eq!(cut("C2", "SA"), Some(Side::SouthNorth));
        assert_eq!(cut("SA", "HA"), Some(Side::EastWest));
        assert_eq!(cut("DK", "DK"), None);
    }

    #[test]
    fn the_higher_sum_of_the_cuts_wins() {
        // double-dig (十五)
        let cut = |names: [&str; 4]| BySeat::new(names.map(card));
        let one = cut(["SA", "SK", "BJ", "H2"]);
        assert_eq!(cut_sums(&one), BySide::new([1, 15]));
        assert_eq!(cut_sum(&one), Some(Side::SouthNorth));
        assert_eq!(cut_sum(&cut(["ST", "S9", "LJ", "DA"])), None);
    }

    #[test]
    fn the_fund_grows_by_200_up_to_800_a_match() {
        // tv 四/3–4: 200, 上升为400 … 共600, 上升为600 … 累计至1200, 800; 达到800元后不再上升.
        let given: Vec<u32> = (0..=6).map(fund_points).collect();
        assert_eq!(given, [0, 200, 400, 600, 800, 800, 800]);
        let totals: Vec<u32> = (0..=6).map(fund_total).collect();
        assert_eq!(totals, [0, 200, 600, 1200, 2000, 2800, 3600]);
    }

    #[test]
    fn three_of_the_25_boxes_are_empty_whatever_is_drawn() {
        // tv 三/2–4
        for start in 0..50_usize {
            let mut at = start;
            let mut opened = Vec::new();
            while let Some(one) = open_box(&opened, Side::EastWest, |below| {
                at = at.wrapping_mul(31).wrapping_add(17);
                at % below
            }) {
                opened.push(one);
            }
            assert_eq!(opened.len(), 25);
            assert_eq!(opened.iter().filter(|o| !o.prize).count(), 3);
            let mut numbers: Vec<u8> = opened.iter().map(|o| o.number).collect();
            numbers.sort_unstable();
            assert!(numbers.into_iter().eq(1..=25));
        }
    }
}
