//! The public message of a finished deal: everything is open now.

use super::contest;
use super::deal::spoken;
use super::names::{self, seat_name};
use super::parts::{TEXT, deadline, fit, lasting, lines};
use super::pictures;
use crate::cards::CardSet;
use crate::discord::custom_id::{CustomId, Verb};
use crate::discord::reply::{Body, Row, Style};
use crate::game::{DealNumber, DealResult, PublicPhase, ScoreSum, Step, TableId};
use crate::i18n::{Lang, cards, seat, side, tr, trump};
use crate::rulebook::preset_name;
use crate::rules::levels::Standing;
use crate::rules::{BySide, Hat, Order, RuleSet, ScoringRules, Side};
use crate::table::Snapshot;

/// The result of a deal: what it came to, then in small print how. The hands are
/// in the picture and in its words; looked back at, they stand in the text.
pub(super) fn result(snap: &Snapshot, lang: Lang, result: &DealResult) -> Body {
    let rules = &snap.public.rules;
    let mut text = outcome(lang, &rules.scoring, result);
    text.push(contest::opened_box(lang, &snap.public.contest));
    text.push(contest::score(snap, lang));
    let dealer = seat_name(snap, lang, result.dealer);
    let mut small = vec![deal(lang, result, dealer, rules)];
    small.extend(spoken(snap, lang, &result.spoken));
    if result.spoken.is_empty() {
        small.push(tr!(lang, "result-nobody-spoke"));
    }
    small.push(last_trick(lang, result));
    let order = pictures::order(&snap.public, Some(result.trump));
    small.push(bottom(lang, &order, result));
    small.extend(contest::newest_deals(lang, &snap.public));
    text.extend(small.into_iter().map(|line| Some(format!("-# {line}"))));
    text.push(Some(tr!(
        lang,
        "result-commitment",
        salt = hex(&result.salt),
        table = snap.place.table.0,
        deal = result.deal.0
    )));
    let between = snap.public.phase == PublicPhase::Between;
    if between {
        text.push(ready(snap, lang));
        text.push(deadline(snap));
    }
    Body {
        text: fit(&lines(text), TEXT),
        picture: Some(pictures::deal(&snap.public, result, lang)),
        rows: if between {
            rows(snap, lang)
        } else {
            Vec::new()
        },
        ..Body::default()
    }
}

/// Who stays on stage or has won, the levels, what else a side has won or bears,
/// and the score.
pub(super) fn outcome(
    lang: Lang,
    scoring: &ScoringRules,
    result: &DealResult,
) -> Vec<Option<String>> {
    let title = tr!(
        lang,
        "result-title",
        deal = result.deal.0,
        outcome = stage(lang, result)
    );
    let mut text = vec![Some(title), Some(levels(lang, result))];
    text.push(hat(lang, scoring, result));
    text.push(fell(lang, result));
    text.extend(marks(lang, &result.after).into_iter().map(Some));
    text.push(Some(sum(lang, &result.sum)));
    text
}

/// What was played, who dealt, by which rules.
pub(super) fn deal(lang: Lang, result: &DealResult, dealer: String, rules: &RuleSet) -> String {
    tr!(
        lang,
        "result-deal",
        level = result.level.label(),
        trump = trump(lang, result.trump.suit),
        dealer = dealer,
        rules = preset_name(lang, rules)
    )
}

pub(super) fn bottom(lang: Lang, order: &Order, result: &DealResult) -> String {
    tr!(
        lang,
        "result-bottom",
        cards = cards(lang, order.descending(&result.bottom)),
        points = result.bottom.points()
    )
}

pub(super) fn last_trick(lang: Lang, result: &DealResult) -> String {
    let (winner, play) = &result.last_trick;
    tr!(
        lang,
        "result-last-trick",
        seat = seat(lang, *winner),
        cards = cards(lang, play.iter().copied())
    )
}

/// The score, step by step.
fn sum(lang: Lang, sum: &ScoreSum) -> String {
    let mut steps = vec![tr!(lang, "sum-tricks", points = sum.tricks)];
    if sum.multiplier > 0 {
        steps.push(tr!(
            lang,
            "sum-dig",
            bottom = sum.bottom,
            times = sum.multiplier,
            points = sum.bottom * sum.multiplier
        ));
    }
    if sum.dealers_penalty > 0 {
        steps.push(tr!(lang, "sum-dealers", points = sum.dealers_penalty));
    }
    if sum.attackers_penalty > 0 {
        steps.push(tr!(lang, "sum-attackers", points = sum.attackers_penalty));
    }
    // Where there is nothing to add up, the score alone is said.
    match steps.len() {
        1 => tr!(lang, "sum-alone", score = sum.score),
        _ => tr!(lang, "sum", steps = steps.join(" "), score = sum.score),
    }
}

fn stage(lang: Lang, result: &DealResult) -> String {
    let name = side(lang, result.stage);
    match (result.winner, result.change) {
        (Some(winner), _) => tr!(lang, "result-won", side = side(lang, winner)),
        (None, _) if result.seize => tr!(lang, "result-seize"),
        (None, true) => tr!(lang, "result-change", side = name),
        (None, false) => tr!(lang, "result-stay", side = name),
    }
}

/// The dealers thrown back to a lower rung (RULES.md 9.7, 9.8).
fn fell(lang: Lang, result: &DealResult) -> Option<String> {
    let dealers = result.dealing_side;
    let (before, after) = (result.before[dealers].level, result.after[dealers].level);
    (after < before).then(|| {
        tr!(
            lang,
            "result-fell",
            side = side(lang, dealers),
            before = before.label(),
            after = after.label()
        )
    })
}

/// The levels of both sides, in a line.
fn levels(lang: Lang, result: &DealResult) -> String {
    let level = |s: Side| {
        let (before, after) = (result.before[s].level, result.after[s].level);
        let name = side(lang, s);
        if before == after {
            tr!(lang, "level-stays", side = name, level = after.label())
        } else {
            tr!(
                lang,
                "level-changes",
                side = name,
                before = before.label(),
                after = after.label()
            )
        }
    };
    Side::ALL.map(level).join(" · ")
}

/// The hat that won the game (RULES.md 9.7).
fn hat(lang: Lang, scoring: &ScoringRules, result: &DealResult) -> Option<String> {
    let last = CardSet::from_cards(&result.last_trick.1)?;
    let hat = Hat::of(scoring, result.dealing_side, result.winner?, &last)?;
    Some(match hat {
        Hat::Single => tr!(lang, "hat-single"),
        Hat::Double => tr!(lang, "hat-double"),
        Hat::Counter => tr!(lang, "hat-counter"),
    })
}

/// What a side bears beside its level: the flag (RULES.md 9.4), locks (9.8).
pub(super) fn marks(lang: Lang, standings: &BySide<Standing>) -> Vec<String> {
    let mut marks = Vec::new();
    for (at, standing) in standings.iter() {
        if standing.flag {
            marks.push(tr!(lang, "level-flag", side = side(lang, at)));
        }
        for (rung, times) in &standing.locks {
            marks.push(tr!(
                lang,
                "level-locked",
                side = side(lang, at),
                level = rung.label(),
                times = *times
            ));
        }
    }
    marks
}

/// Who is ready for the next deal; nothing where no person is left to be. In a
/// pause its own line tells who is ready to go on.
pub(super) fn ready(snap: &Snapshot, lang: Lang) -> Option<String> {
    let ready = names::ready(snap, lang);
    (snap.public.paused.is_none() && !ready.is_empty())
        .then(|| tr!(lang, "result-next", ready = ready))
}

pub(super) fn rows(snap: &Snapshot, lang: Lang) -> Vec<Row> {
    let mut buttons = Vec::new();
    // In a pause the row below has the button to go on.
    if snap.public.paused.is_none() {
        let mut ready = lasting(snap, Verb::Ready, 1, &tr!(lang, "button-next"));
        ready.style = Style::Success;
        buttons.push(ready);
    }
    buttons.push(lasting(snap, Verb::Stand, 0, &tr!(lang, "button-stand")));
    buttons.extend(snap.public.result.as_ref().map(|r| {
        let mut replay = lasting(snap, Verb::Replay, 0, &tr!(lang, "button-replay"));
        replay.id = replay_id(snap.place.table, r.deal);
        replay
    }));
    vec![Row::Buttons(buttons)]
}

/// The id of the button that opens the first page of a finished deal.
fn replay_id(table: TableId, deal: DealNumber) -> String {
    let step = Step {
        deal: deal.0,
        phase: 'x',
        turn: 0,
    };
    let id = CustomId {
        step,
        ..CustomId::lasting(Verb::Replay, table, 0)
    };
    id.to_string()
}

/// Bytes as hexadecimal digits.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Rank;
    use crate::game::{ClockChoice, Event};
    use crate::players::{ComputerPlayer, Greedy};
    use crate::rules::{BySeat, preset};
    use crate::tools::simulate::Driver;

    #[test]
    fn flag_locks_and_a_seized_stage_are_told() {
        let players = BySeat::from_fn(|_| -> Box<dyn ComputerPlayer> { Box::new(Greedy) });
        let rules = preset("hook").expect("a preset");
        let mut driver = Driver::new(rules, ClockChoice::Relaxed, players, 1);
        let mut result = loop {
            driver.step().expect("goes on");
            if let Some(Event::Settled { result }) = driver.log.last() {
                break result.clone();
            }
        };
        assert_eq!(marks(Lang::En, &result.after), Vec::<String>::new());
        result.after[Side::EastWest].flag = true;
        result.after[Side::SouthNorth].locks.insert(Rank::Two, 2);
        for lang in Lang::ALL {
            let told = marks(lang, &result.after);
            assert_eq!(told.len(), 2);
            assert!(told[0].contains(&side(lang, Side::EastWest)));
            assert!(told[1].contains('2'));
        }
        (result.seize, result.change, result.winner) = (true, false, None);
        assert_eq!(stage(Lang::ZhCn, &result), tr!(Lang::ZhCn, "result-seize"));
        // double-dig (十四): 如果是一双A，则为双帽.
        let scoring = preset("double-dig").expect("a preset").scoring;
        assert_eq!(hat(Lang::ZhCn, &scoring, &result), None, "nobody has won");
        result.winner = Some(result.dealing_side);
        for (last, told) in [("SA SA", "双帽"), ("SA", "戴帽"), ("HA HK", "戴帽")] {
            result.last_trick.1 = last.split(' ').filter_map(|c| c.parse().ok()).collect();
            let text = hat(Lang::ZhCn, &scoring, &result);
            assert!(text.is_some_and(|t| t.starts_with(told)), "{last}");
        }
        result.winner = Some(result.dealing_side.other());
        let text = hat(Lang::ZhCn, &scoring, &result);
        assert!(text.is_some_and(|t| t.starts_with("反戴帽")));
    }
}
