//! The book of rules: every parameter of a ruleset has its words, every value
//! its sentence, in every language and within Discord's limits, and `/rules`
//! tells them all.

use std::collections::BTreeSet;

use chaodipi::cards::{Card, CardSet, Rank, Suit};
use chaodipi::i18n::Lang;
use chaodipi::rulebook::{
    Param, Topic, Values, change_lines, changes, conflict_text, fitting, params, rules_text,
};
use chaodipi::rules::{
    Lead, Order, PRESETS, PlayRulesError, RuleConflict, RulePatch, RuleSet, Trump, preset,
};
use serde_json::Value;

fn length(text: &str) -> usize {
    text.encode_utf16().count()
}

/// The paths of everything that a ruleset decides.
fn leaves(prefix: &str, value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                leaves(&format!("{prefix}.{key}"), value, found);
            }
        }
        _ => {
            found.insert(prefix.trim_start_matches('.').to_owned());
        }
    }
}

#[test]
fn every_parameter_of_a_ruleset_stands_in_the_book_once() {
    let whole = serde_json::to_value(RuleSet::default()).expect("serialises");
    let mut paths = BTreeSet::new();
    leaves("", &whole, &mut paths);
    // What a ruleset is called decides nothing.
    assert!(paths.remove("base") && paths.remove("house"));
    let told: Vec<&str> = params().iter().map(|p| p.path).collect();
    let once: BTreeSet<String> = told.iter().map(|&p| p.to_owned()).collect();
    assert_eq!(told.len(), once.len());
    assert_eq!(once, paths);
}

/// The values that the parameter can be read from, as its own reader lists them.
fn readable(param: &Param) -> Vec<String> {
    let error = RulePatch::change(param.path, "?").apply(&RuleSet::default());
    let text = error.expect_err("no such value").to_string();
    let (_, list) = text.split_once("expected ").expect("the values");
    list.split('`')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect()
}

#[test]
fn every_value_that_can_be_read_can_be_chosen() {
    for param in params() {
        match param.values {
            Values::Names(names) => assert_eq!(names, readable(param), "{}", param.path),
            Values::Flag => {
                let value = param.value(&RuleSet::default());
                assert!(value.is_boolean(), "{}", param.path);
            }
            Values::Numbers(numbers) => {
                assert!(numbers.is_sorted());
                let value = param.value(&RuleSet::default());
                assert!(value.is_u64(), "{}", param.path);
            }
        }
    }
}

fn check_text(lang: Lang, text: &str, most: usize, what: &str) {
    assert!(!text.trim().is_empty(), "{what}");
    assert!(length(text) <= most, "{what}: {} > {most}", length(text));
    // A key that is missing comes back as itself; a placeable as its name.
    let key =
        !text.contains(' ') && text.contains('-') && text.is_ascii() && text.to_lowercase() == text;
    assert!(!key && !text.contains('{'), "{what}: {text}");
    let symbols = text
        .chars()
        .all(|c| c.is_ascii() || "♠♥♦♣，、。大小王".contains(c));
    let chinese = text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
    match lang {
        Lang::En => assert!(!chinese, "{what}: {text}"),
        Lang::ZhCn | Lang::ZhTw => assert!(chinese || symbols, "{what}: {text}"),
    }
}

#[test]
fn every_value_of_every_parameter_has_its_sentence_in_every_language() {
    for lang in Lang::ALL {
        let mut titles = BTreeSet::new();
        for param in params() {
            let title = param.title(lang);
            check_text(lang, &title, 45, param.path);
            assert!(titles.insert(title.clone()), "{title} twice");
            let mut said = BTreeSet::new();
            let offered = param.offered(&RuleSet::default());
            assert!((2..=25).contains(&offered.len()), "{}", param.path);
            for value in &offered {
                let rules = param.set(&RuleSet::default(), value).expect("a value");
                let what = format!("{} = {value} in {}", param.path, lang.tag());
                let text = param.says(lang, &rules);
                check_text(lang, &text, 100, &what);
                assert!(said.insert(text), "{what} says what another value says");
                if let Some(example) = param.example(lang, &rules) {
                    check_text(lang, &example, 300, &what);
                }
                let value = value
                    .as_str()
                    .map_or_else(|| value.to_string(), str::to_owned);
                assert!((1..=100).contains(&length(&value)));
            }
        }
    }
}

#[test]
fn a_value_that_is_not_offered_is_among_the_choices_while_it_holds() {
    let play = chaodipi::rulebook::param("clock.play").expect("a parameter");
    let odd = play.set(&RuleSet::default(), &Value::from(17));
    let odd = odd.expect("a number of seconds");
    let offered = play.offered(&odd);
    assert!(offered.contains(&Value::from(17)));
    assert!(offered.is_sorted_by_key(Value::as_u64));
}

/// A ruleset in which every parameter matters.
fn all_matter() -> RuleSet {
    let red = preset("red-five").expect("a preset");
    let rules = RulePatch::change("play.permanent-trumps", "middle-five").apply(&red);
    let rules = rules.expect("a value");
    for param in params() {
        assert!(param.matters(&rules), "{}", param.path);
    }
    rules
}

#[test]
fn the_rules_tell_every_value_of_every_parameter() {
    let rules = all_matter();
    for lang in Lang::ALL {
        for param in params() {
            let mut told = BTreeSet::new();
            for value in param.offered(&rules) {
                let rules = param.set(&rules, &value).expect("a value");
                let text = rules_text(lang, &rules, param.topic);
                let what = format!("{} = {value} in {}", param.path, lang.tag());
                assert!(told.insert(text), "/rules does not tell {what}");
            }
        }
    }
}

#[test]
fn the_overview_tells_how_many_points_are_a_level() {
    for (id, told) in [
        ("tournament", "Ten points a level"),
        ("red-five", "Twenty points a level"),
        ("forty", "Forty points a level"),
    ] {
        let rules = preset(id).expect("a preset");
        let text = rules_text(Lang::En, &rules, Topic::Course);
        assert!(text.contains(told), "{id}: {text}");
    }
}

#[test]
fn every_topic_of_every_preset_fits_into_a_message() {
    let mut all: Vec<RuleSet> = PRESETS.iter().map(|p| p.rules.clone()).collect();
    // The longest that can be: each parameter at its longest value.
    for lang in Lang::ALL {
        let mut longest = all_matter();
        for param in params() {
            let most = param.offered(&longest).into_iter().max_by_key(|value| {
                let rules = param.set(&longest, value).expect("a value");
                length(&rules_text(lang, &rules, param.topic))
            });
            let value = most.expect("values");
            longest = param.set(&longest, &value).expect("a value");
        }
        longest.house = true;
        longest.house_name = Some("*".repeat(32));
        all.push(longest);
    }
    for lang in Lang::ALL {
        for rules in &all {
            for topic in Topic::ALL {
                let text = rules_text(lang, rules, topic);
                let what = format!("{} {topic:?} in {}", rules.base, lang.tag());
                assert!(length(&text) <= 2000, "{what}: {}\n{text}", length(&text));
                assert!(text.lines().count() >= 5, "{what}:\n{text}");
            }
        }
    }
}

#[test]
fn topics_come_back_from_their_ids() {
    for topic in Topic::ALL {
        assert_eq!(Topic::of(topic.id()), Some(topic));
    }
    assert_eq!(Topic::of("weather"), None);
}

#[test]
fn what_a_house_rule_changes_is_told_and_marked() {
    let base = preset("tournament").expect("a preset");
    let patch = RulePatch::change("auction.undeclared", "no-trump")
        .and(&RulePatch::change("scoring.must-play", "ace"))
        .and(&RulePatch::change("play.links.hollow-side", false));
    let rules = patch.apply(&base).expect("known names");
    for lang in Lang::ALL {
        let found = changes(lang, &base, &rules);
        let paths: Vec<&str> = found.iter().map(|c| c.path).collect();
        assert_eq!(
            paths,
            [
                "auction.undeclared",
                "play.links.hollow-side",
                "scoring.must-play"
            ]
        );
        for change in &found {
            assert_ne!(change.was, change.now);
        }
        let short = change_lines(lang, &found, false);
        let long = change_lines(lang, &found, true);
        for (change, (short, long)) in found.iter().zip(short.iter().zip(&long)) {
            assert!(short.contains(&change.now) && !short.contains(&change.was));
            assert!(long.contains(&change.now) && long.contains(&change.was));
        }
        let marked = |topic| rules_text(lang, &rules, topic).matches("✏️").count();
        assert_eq!(marked(Topic::Declaring), 1);
        assert_eq!(marked(Topic::Levels), 1);
        assert_eq!(marked(Topic::Frying), 0);
        assert!(changes(lang, &base, &base).is_empty());
    }
}

#[test]
fn changes_that_do_not_fit_are_counted() {
    let lines: Vec<String> = (0..9).map(|n| format!("line number {n}")).collect();
    assert_eq!(fitting(Lang::En, &lines, 500), lines);
    let kept = fitting(Lang::En, &lines, 60);
    assert!(kept.len() < lines.len());
    let told: usize = kept.iter().map(|l| length(l) + 1).sum();
    assert!(told <= 60, "{kept:?}");
    let left = lines.len() - (kept.len() - 1);
    assert!(kept[kept.len() - 1].contains(&left.to_string()), "{kept:?}");
}

/// Every conflict; one that is missing here does not compile in [`place`].
const CONFLICTS: [RuleConflict; 21] = [
    RuleConflict::Play(PlayRulesError::LevelCardLinkedTwice),
    RuleConflict::Play(PlayRulesError::TractorsWithoutPairs),
    RuleConflict::Play(PlayRulesError::LoweringWithoutRedFive),
    RuleConflict::SecretDeclarationsCompared,
    RuleConflict::SecretPairsCompared,
    RuleConflict::SecretJokerPair,
    RuleConflict::OverturnWithoutRank,
    RuleConflict::InsuranceWithoutRank,
    RuleConflict::SecretHookBack,
    RuleConflict::OverturnerPlacing,
    RuleConflict::FirstDealDealers,
    RuleConflict::TableIgnoresBase,
    RuleConflict::NoJackOnLadder,
    RuleConflict::NoJackToFallTo,
    RuleConflict::JumpPastAce,
    RuleConflict::HatAndHookAtAce,
    RuleConflict::SecretSeize,
    RuleConflict::FivesDigWithoutFives,
    RuleConflict::NoTime,
    RuleConflict::FiveNamesNothing,
    RuleConflict::FlagAndSeize,
];

fn place(conflict: &RuleConflict) -> usize {
    match conflict {
        RuleConflict::Play(PlayRulesError::LevelCardLinkedTwice) => 0,
        RuleConflict::Play(PlayRulesError::TractorsWithoutPairs) => 1,
        RuleConflict::Play(PlayRulesError::LoweringWithoutRedFive) => 2,
        RuleConflict::SecretDeclarationsCompared => 3,
        RuleConflict::SecretPairsCompared => 4,
        RuleConflict::SecretJokerPair => 5,
        RuleConflict::OverturnWithoutRank => 6,
        RuleConflict::InsuranceWithoutRank => 7,
        RuleConflict::SecretHookBack => 8,
        RuleConflict::OverturnerPlacing => 9,
        RuleConflict::FirstDealDealers => 10,
        RuleConflict::TableIgnoresBase => 11,
        RuleConflict::NoJackOnLadder => 12,
        RuleConflict::NoJackToFallTo => 13,
        RuleConflict::JumpPastAce => 14,
        RuleConflict::HatAndHookAtAce => 15,
        RuleConflict::SecretSeize => 16,
        RuleConflict::FivesDigWithoutFives => 17,
        RuleConflict::NoTime => 18,
        RuleConflict::FiveNamesNothing => 19,
        RuleConflict::FlagAndSeize => 20,
    }
}

#[test]
fn every_conflict_is_one_sentence_of_its_own() {
    for lang in Lang::ALL {
        let mut said = BTreeSet::new();
        for (at, conflict) in CONFLICTS.iter().enumerate() {
            assert_eq!(place(conflict), at);
            let text = conflict_text(lang, conflict);
            check_text(lang, &text, 200, &format!("{conflict:?}"));
            assert!(said.insert(text));
        }
    }
}

/// ♥A ♥K ♥Q are thrown and somebody holds ♥A: the rules themselves say what
/// the example says.
#[test]
fn the_example_of_a_failed_throw_is_what_the_rules_make_of_it() {
    let card = |name: &str| -> Card { name.parse().expect("a card") };
    let set = |names: &[&str]| {
        let cards: Vec<Card> = names.iter().map(|n| card(n)).collect();
        CardSet::from_cards(&cards).expect("no third card")
    };
    let penalty = chaodipi::rulebook::param("play.throw-penalty").expect("a parameter");
    for value in penalty.offered(&RuleSet::default()) {
        let rules = penalty.set(&RuleSet::default(), &value).expect("a value");
        let trump = Trump {
            suit: Some(Suit::Spades),
            level: Rank::Eight,
        };
        let order = Order::new(&rules.play, trump);
        let lead = Lead::new(&order, &set(&["HA", "HK", "HQ"])).expect("one category");
        let others = [set(&["HA"]), set(&["C2"]), set(&["C3"])];
        let failed = lead.fails_against(&order, &others).expect("it fails");
        assert_eq!(failed.forced, set(&["HQ"]));
        let example = penalty.example(Lang::En, &rules).expect("an example");
        assert!(
            example.ends_with(&format!("costs {}.", failed.penalty)),
            "{value}: {example}, {}",
            failed.penalty
        );
    }
}
