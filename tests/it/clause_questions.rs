//! Questions about the rules as lines of text, answered by the engine under
//! any ruleset: a small situation in, an outcome out.
//!
//! A trump is a level and a suit, `8S`; `8-` is no trump. Several hands or
//! plays are parted by `/`.

use std::collections::{BTreeMap, BTreeSet};

use chaodipi::cards::{Card, CardSet, Rank, Suit};
use chaodipi::game::{ClockChoice, durations};
use chaodipi::rules::auction::{LastDeal, StageHeld, next_starter};
use chaodipi::rules::levels::{DealOutcome, Settlement, Stage, Standing, settle};
use chaodipi::rules::{self, BySide, Hat, Lead, Order, RuleSet, Seat, Shape, Side, Trump};

use crate::clause_auction::auction;
use crate::clause_tables::{check, cut, late, prizes, tie};
use crate::game_support::set;

/// What the engine answers.
pub fn answer(rules: &RuleSet, question: &str) -> String {
    let (kind, rest) = question.split_once(' ').unwrap_or((question, ""));
    match kind {
        "parts" => parts(rules, rest),
        "order" => order(rules, rest),
        "lead" => lead(rules, rest),
        "throw" => throw(rules, rest),
        "follow" => follow(rules, rest),
        "trick" => trick(rules, rest),
        "dig" => dig(rules, rest),
        "points" => rules::points(&[set(rest)]).to_string(),
        "levels" => levels(rules, rest),
        "start" => text(&Standing::start(&rules.scoring, None)),
        "starter" => starter(rules, rest),
        "auction" => auction(rules, rest),
        "clock" => clock(rules),
        "late" => late(rules, rest),
        "cut" => cut(rest),
        "match" => match_limits(rules),
        "tie" => tie(rules),
        "prizes" => prizes(rules),
        "check" => check(rules, rest),
        other => panic!("no question {other}"),
    }
}

/// A rank by its letter.
pub fn rank(letter: char) -> Rank {
    Rank::from_letter(letter).expect("a rank")
}

fn trump(text: &str) -> Trump {
    let mut letters = text.chars();
    Trump {
        level: rank(letters.next().expect("a level")),
        suit: letters.next().and_then(Suit::from_letter),
    }
}

/// The order of a deal, and the hands or plays after it.
fn deal<'t>(rules: &RuleSet, line: &'t str) -> (Order, Vec<&'t str>) {
    let (at, rest) = line.split_once(' ').expect("a trump, then cards");
    (
        Order::new(&rules.play, trump(at)),
        rest.split('/').collect(),
    )
}

pub fn names(cards: &CardSet) -> String {
    let names: Vec<String> = cards.to_vec().iter().map(|c| c.name()).collect();
    names.join(" ")
}

fn parts(rules: &RuleSet, line: &str) -> String {
    let (order, cards) = deal(rules, line);
    let Some(parts) = order.parts(&set(cards[0])) else {
        return "mixed".into();
    };
    let shape = |part: &rules::Part| match part.shape {
        Shape::Single => "single".to_string(),
        Shape::Pair => "pair".to_string(),
        Shape::Tractor(length) => format!("tractor{length}"),
        Shape::Fives => "5-10-K".to_string(),
    };
    let shapes: Vec<String> = parts.parts.iter().map(shape).collect();
    shapes.join(" ")
}

/// The trumps among the cards, then the side cards, from the highest.
fn order(rules: &RuleSet, line: &str) -> String {
    let (order, cards) = deal(rules, line);
    let groups = order.groups(&set(cards[0]));
    let group = |cards: &[Card]| {
        let mut text = cards[0].name();
        for pair in cards.windows(2) {
            let equal = order.strength(pair[0]) == order.strength(pair[1]);
            text.push_str(if equal { "=" } else { ">" });
            text.push_str(&pair[1].name());
        }
        if order.is_trump(cards[0]) {
            format!("trumps {text}")
        } else {
            text
        }
    };
    let groups: Vec<String> = groups.iter().map(|g| group(&g.cards)).collect();
    groups.join(", ")
}

/// `lead 8S HAND / PLAY`, with a third part `withheld` once ♥5-10-K was held back.
fn lead(rules: &RuleSet, line: &str) -> String {
    let (order, parts) = deal(rules, line);
    let withheld = parts.get(2).is_some_and(|p| p.trim() == "withheld");
    match Lead::check(&order, &set(parts[0]), &set(parts[1]), withheld) {
        Ok(_) => "ok".into(),
        Err(refusal) => refusal.to_string(),
    }
}

/// `throw 8S CARDS / HAND / HAND / HAND`.
fn throw(rules: &RuleSet, line: &str) -> String {
    let (order, hands) = deal(rules, line);
    let Some(lead) = Lead::new(&order, &set(hands[0])) else {
        return "mixed".into();
    };
    let other = |n: usize| set(hands.get(n).copied().unwrap_or_default());
    match lead.fails_against(&order, &[other(1), other(2), other(3)]) {
        None => "stands".into(),
        Some(failed) => format!("{} pays {}", names(&failed.forced), failed.penalty),
    }
}

/// `follow 8S LEAD / HAND / PLAY`, with a fourth part as for `lead`.
fn follow(rules: &RuleSet, line: &str) -> String {
    let (order, parts) = deal(rules, line);
    let Some(lead) = Lead::new(&order, &set(parts[0])) else {
        return "mixed".into();
    };
    let withheld = parts.get(3).is_some_and(|p| p.trim() == "withheld");
    let (hand, play) = (set(parts[1]), set(parts[2]));
    let follow = lead.follow(&order, &hand, withheld);
    match follow.check(&play) {
        Ok(()) if follow.withholds(&play) => "ok, withholds".into(),
        Ok(()) => "ok".into(),
        Err(refusal) => refusal.to_string(),
    }
}

/// `trick 8S LEAD / PLAY / PLAY / PLAY`: whose play wins, 1 is the leader.
fn trick(rules: &RuleSet, line: &str) -> String {
    let (order, plays) = deal(rules, line);
    let plays: Vec<CardSet> = plays.into_iter().map(set).collect();
    if Lead::new(&order, &plays[0]).is_none() {
        return "mixed".into();
    }
    (rules::winner(&order, &plays) + 1).to_string()
}

fn dig(rules: &RuleSet, line: &str) -> String {
    let (order, cards) = deal(rules, line);
    let lead = Lead::new(&order, &set(cards[0]));
    lead.map_or("mixed".into(), |l| rules.play.dig.of(&l).to_string())
}

/// `J 2 *1 !`: level, must-play rungs won, locks on 2, the flag.
fn standing(line: &str) -> Standing {
    let mut words = line.split_whitespace();
    let letter = |word: &str| rank(word.chars().next().expect("a letter"));
    let mut standing = Standing {
        level: letter(words.next().expect("a level")),
        won: BTreeSet::new(),
        locks: BTreeMap::new(),
        flag: false,
    };
    for word in words {
        if let Some(times) = word.strip_prefix('*') {
            let times = times.parse().expect("a number");
            standing.locks.insert(Rank::Two, times);
        } else if word == "!" {
            standing.flag = true;
        } else {
            standing.won.insert(letter(word));
        }
    }
    standing
}

fn text(standing: &Standing) -> String {
    let mut text = standing.level.letter().to_string();
    for rung in &standing.won {
        text.push(' ');
        text.push(rung.letter());
    }
    for (rung, times) in &standing.locks {
        text.push_str(&format!(" {}*{times}", rung.letter()));
    }
    if standing.flag {
        text.push_str(" !");
    }
    text
}

/// `levels [first] [undeclared] DEALERS / ATTACKERS / SCORE[(TRICKS)] / LAST`;
/// LAST is the play that won the last trick, `-` before it: the dealers' own.
fn levels(rules: &RuleSet, line: &str) -> String {
    let first_deal = line.starts_with("first ");
    let line = line.trim_start_matches("first ");
    let undeclared = line.starts_with("undeclared ");
    let parts: Vec<&str> = line.trim_start_matches("undeclared ").split('/').collect();
    let before = BySide::new([standing(parts[0]), standing(parts[1])]);
    let number = |text: &str| text.trim_end_matches(')').parse().expect("points");
    let score = parts[2].trim();
    let (score, tricks) = score.split_once('(').unwrap_or((score, score));
    let last = parts[3].trim();
    let dealers = Side::EastWest;
    let flag = before[dealers].flag;
    let deal = DealOutcome {
        dealing_side: dealers,
        score: number(score),
        trick_points: number(tricks),
        trump: Trump {
            suit: (!flag).then_some(Suit::Spades),
            level: before[dealers].level,
        },
        standings: before,
        last: set(last.trim_start_matches('-')),
        last_by: if last.starts_with('-') {
            dealers
        } else {
            dealers.other()
        },
        first_deal,
        undeclared,
    };
    let after = settle(rules, &deal);
    let hat = after
        .winner
        .and_then(|winner| Hat::of(&rules.scoring, dealers, winner, &deal.last));
    settled(&after) + hat.map_or("", hat_name)
}

fn hat_name(hat: Hat) -> &'static str {
    match hat {
        Hat::Single => ", a hat",
        Hat::Double => ", a double hat",
        Hat::Counter => ", a counter hat",
    }
}

fn settled(after: &Settlement) -> String {
    let stage = match after.stage {
        Stage::Stay => "stay",
        Stage::Change => "change",
        Stage::Seize => "seize",
    };
    let [dealers, attackers] = Side::ALL.map(|s| text(&after.standings[s]));
    let winner = match after.winner {
        None => "",
        Some(Side::EastWest) => ", dealers win",
        Some(Side::SouthNorth) => ", attackers win",
    };
    format!("{stage} {dealers} / {attackers}{winner}")
}

/// `starter stayed` or `starter lost`: who draws first after a deal that seat
/// 2 started and seat 0 dealt.
fn starter(rules: &RuleSet, line: &str) -> String {
    let stayed = line == "stayed";
    let side = Seat::ALL[0].side();
    let stage = StageHeld {
        side: if stayed { side } else { side.other() },
        last_dealer: Seat::ALL[0],
        stayed,
    };
    let starter = Seat::ALL[2];
    let seat = next_starter(rules.auction.dealer, LastDeal { starter, stage });
    seat.index().to_string()
}

/// Seconds to bury, to play and to answer, on the preset's own clock.
fn clock(rules: &RuleSet) -> String {
    let of = [durations::bury, durations::play, durations::ask];
    let seconds = of.map(|f| f(rules, ClockChoice::Preset).map_or(0, |d| d.as_secs()));
    let [bury, play, ask] = seconds;
    format!("{bury} {play} {ask}")
}

/// What ends the ruleset's match, then what ends a final.
fn match_limits(rules: &RuleSet) -> String {
    let number = |limit: Option<u16>| limit.map_or("-".into(), |n| n.to_string());
    let limits = |last| {
        let limits = rules.match_rules.limits(last);
        let [games, deals, minutes] = [limits.games, limits.deals, limits.minutes].map(number);
        format!("{games} games {deals} deals {minutes} minutes")
    };
    format!("{}, final {}", limits(false), limits(true))
}
