//! Standings counted from exported records alone: JSON lines as `docs/record.md`
//! has them, and nothing of the program's own counting.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde_json::Value;

/// A finished deal, as its record tells it.
#[derive(Clone)]
pub struct Deal {
    result: Value,
    /// The ranks of the ladder, lowest first.
    rungs: Vec<String>,
}

/// The finished deals of a record.
pub fn deals(record: &str) -> Vec<Deal> {
    let lines = record.lines();
    let lines: Vec<Value> = lines
        .map(|line| serde_json::from_str(line).expect("a JSON object a line"))
        .collect();
    let of = |event: &'static str| lines.iter().filter(move |line| line["event"] == event);
    let opened = of("opened").next().expect("how it was opened");
    assert_eq!(opened["rules"]["scoring"]["ladder"], "full");
    let rungs: Vec<String> = "2 3 4 5 6 7 8 9 T J Q K A"
        .split(' ')
        .map(str::to_owned)
        .collect();
    let deals: Vec<Deal> = of("settled")
        .map(|line| Deal {
            result: line["result"].clone(),
            rungs: rungs.clone(),
        })
        .collect();
    let end = lines.last().expect("an end");
    assert_eq!(end["deals"], deals.len());
    deals
}

/// Deals played and won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Won(pub u32, pub u32);

impl Won {
    fn add(&mut self, won: bool) {
        self.0 += 1;
        self.1 += u32::from(won);
    }

    pub fn percent(self) -> u32 {
        (100 * self.1).checked_div(self.0).unwrap_or(0)
    }
}

/// What somebody did in the deals among people; those with a computer player
/// are counted apart.
#[derive(Clone, Debug, Default)]
pub struct Did {
    pub all: Won,
    pub dealer: Won,
    pub dealing: Won,
    pub attacker: Won,
    pub levels: u32,
    pub digs: u32,
    pub fries: u32,
    pub stood: u32,
    pub throws: u32,
    pub streak: u32,
    pub longest: u32,
    pub with: BTreeMap<i64, Won>,
    pub against: BTreeMap<i64, Won>,
    /// `+` won, `-` lost, a deal each.
    pub signs: String,
}

/// What everybody did: first among people, then with a computer player.
pub type Counted = [BTreeMap<i64, Did>; 2];

/// The side of a seat, as records call it.
fn side(seat: usize) -> &'static str {
    ["east-west", "south-north"][seat % 2]
}

fn number(value: &Value) -> usize {
    usize::try_from(value.as_u64().expect("a number")).expect("small")
}

impl Deal {
    fn person(&self, seat: usize) -> Option<i64> {
        self.result["occupants"][seat]["person"].as_i64()
    }

    fn has_computer(&self) -> bool {
        (0..4).any(|seat| self.result["occupants"][seat].get("computer").is_some())
    }

    fn won(&self, seat: usize) -> bool {
        assert_eq!(
            self.result["seize"], false,
            "nothing is seized in these rules"
        );
        self.result["stage"] == side(seat)
    }

    fn levels(&self, seat: usize) -> u32 {
        let at = |when: &str| {
            let level = self.result[when][seat % 2]["level"]
                .as_str()
                .expect("a rank");
            let found = self.rungs.iter().position(|rung| rung == level);
            found.expect("a rung of the ladder")
        };
        let risen = at("after").saturating_sub(at("before"));
        let passed = usize::from(self.result["winner"] == side(seat));
        u32::try_from(risen + passed).expect("few")
    }

    fn fries(&self) -> Vec<usize> {
        let spoken = self.result["spoken"].as_array().expect("a list");
        let fried = spoken.iter().filter(|s| s["kind"] == "fried");
        fried.map(|s| number(&s["seat"])).collect()
    }

    fn add(&self, counted: &mut Counted) {
        let apart = &mut counted[usize::from(self.has_computer())];
        let fries = self.fries();
        for (seat, player) in (0..4).filter_map(|s| Some((s, self.person(s)?))) {
            let did = apart.entry(player).or_default();
            let won = self.won(seat);
            let dealing = self.result["dealing_side"] == side(seat);
            did.all.add(won);
            if dealing {
                did.dealing.add(won);
            } else {
                did.attacker.add(won);
            }
            if number(&self.result["dealer"]) == seat {
                did.dealer.add(won);
            }
            did.levels += self.levels(seat);
            let dug = !dealing && number(&self.result["last_trick"][0]) == seat;
            did.digs += u32::from(dug);
            did.fries += u32::try_from(fries.iter().filter(|f| **f == seat).count()).expect("few");
            did.stood += u32::from(fries.last() == Some(&seat));
            did.throws += u32::try_from(number(&self.result["failed_throws"][seat])).expect("few");
            did.streak = if won { did.streak + 1 } else { 0 };
            did.longest = did.longest.max(did.streak);
            did.signs.push(if won { '+' } else { '-' });
            for (other, who) in (0..4).filter_map(|s| Some((s, self.person(s)?))) {
                if other != seat {
                    let together = side(other) == side(seat);
                    let ties = if together {
                        &mut did.with
                    } else {
                        &mut did.against
                    };
                    ties.entry(who).or_default().add(won);
                }
            }
        }
    }
}

/// Counts deals, in the order in which they ended.
pub fn count<'d>(deals: impl IntoIterator<Item = &'d Deal>) -> Counted {
    let mut counted = Counted::default();
    for deal in deals {
        deal.add(&mut counted);
    }
    counted
}

/// With or against whom, most deals first, then most won.
pub fn ordered(ties: &BTreeMap<i64, Won>) -> Vec<(i64, Won)> {
    let mut ties: Vec<(i64, Won)> = ties.iter().map(|(who, won)| (*who, *won)).collect();
    ties.sort_by_key(|(who, won)| (Reverse(won.0), Reverse(won.1), *who));
    ties
}

/// A rating of Weng and Lin's (2011, Algorithm 1, Bradley-Terry): mean,
/// deviation, rated deals.
#[derive(Clone, Copy, Debug)]
pub struct Rating(f64, f64, pub u32);

impl Rating {
    const NEW: Rating = Rating(25.0, 25.0 / 3.0, 0);

    /// 1000 for who has not played, 40 a unit, three deviations below the mean.
    pub fn points(self) -> i64 {
        let below = self.0 - 3.0 * self.1;
        // A few hundred at most.
        (1000.0 + 40.0 * below).round() as i64
    }
}

/// Ratings by what is rated: players alone, or pairs.
pub fn ratings<'d, K: Ord + Copy>(
    deals: impl IntoIterator<Item = &'d Deal>,
    team: impl Fn([i64; 2]) -> Vec<K>,
) -> BTreeMap<K, Rating> {
    let mut ratings: BTreeMap<K, Rating> = BTreeMap::new();
    for deal in deals {
        let seats: Vec<i64> = (0..4).filter_map(|seat| deal.person(seat)).collect();
        let [one, two, three, four] = seats[..] else {
            continue;
        };
        let teams = [team([one, three]), team([two, four])];
        let of = |key: &K| ratings.get(key).copied().unwrap_or(Rating::NEW);
        let known = teams
            .clone()
            .map(|keys| keys.iter().map(of).collect::<Vec<_>>());
        let after = rate(&known, deal.won(0));
        for (key, new) in teams.concat().into_iter().zip(after.concat()) {
            ratings.insert(key, new);
        }
    }
    ratings
}

fn rate(teams: &[Vec<Rating>; 2], first_won: bool) -> [Vec<Rating>; 2] {
    let beta = 25.0 / 6.0;
    let mean = |team: &Vec<Rating>| team.iter().map(|r| r.0).sum::<f64>();
    let square = |team: &Vec<Rating>| team.iter().map(|r| r.1 * r.1).sum::<f64>();
    let [one, two] = teams;
    let c = (square(one) + square(two) + 2.0 * beta * beta).sqrt();
    let chance = 1.0 / (1.0 + ((mean(two) - mean(one)) / c).exp());
    let after = |team: &Vec<Rating>, chance: f64, won: bool| {
        let all = square(team);
        let omega = all / c * (f64::from(u8::from(won)) - chance);
        let delta = all.sqrt() / c * (all / (c * c)) * chance * (1.0 - chance);
        let new = |r: &Rating| {
            let share = r.1 * r.1 / all;
            let shrunk = (1.0 - share * delta).max(0.000_001);
            Rating(r.0 + share * omega, r.1 * shrunk.sqrt(), r.2 + 1)
        };
        team.iter().map(new).collect()
    };
    [
        after(one, chance, first_won),
        after(two, 1.0 - chance, !first_won),
    ]
}

#[test]
fn the_record_in_the_documentation_is_counted() {
    let record = include_str!("../../docs/example.record.jsonl");
    let deals = deals(record);
    let [among_people, with_computers] = count(&deals);
    assert_eq!(deals.len(), 1);
    assert!(deals[0].has_computer());
    assert!(
        among_people.is_empty() && with_computers.is_empty(),
        "nobody played"
    );
    // 120 points: the attackers take over and rise four levels, from 2 to 6.
    assert!(deals[0].won(1) && !deals[0].won(0));
    assert_eq!([deals[0].levels(0), deals[0].levels(1)], [0, 4]);
    assert!(ratings(&deals, |pair| pair.to_vec()).is_empty());
}
