//! Every case of the shared folder, answered exactly as it says.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

/// Cases tell at most so many mismatches of one kind of question.
const SHOWN: usize = 5;

#[test]
fn what_is_told_about_the_judge_is_what_it_says() {
    const TOLD: &str = include_str!("../../docs/judge.md");
    let blocks = TOLD.split("```json\n").skip(1);
    let lines: Vec<&str> = blocks
        .flat_map(|rest| rest.split("```").next().unwrap_or_default().lines())
        .collect();
    assert!(lines.len().is_multiple_of(2), "questions and answers");
    let mut asked = std::collections::BTreeSet::new();
    for pair in lines.chunks_exact(2) {
        let mut output = Vec::new();
        let well = chaodipi::tools::judge::run(pair[0].as_bytes(), &mut output);
        assert!(well.expect("memory"), "{}", pair[0]);
        let said = String::from_utf8(output).expect("JSON is text");
        assert_eq!(said.trim_end(), pair[1], "{}", pair[0]);
        let question: Value = serde_json::from_str(pair[0]).expect("a question");
        asked.insert(question["ask"].as_str().unwrap_or_default().to_owned());
    }
    let all = [
        "auction", "dig", "follow", "lead", "options", "parts", "score", "trick",
    ];
    assert!(asked.iter().eq(all), "an example of each: {asked:?}");
}

/// Every reason a refusal can have is in the table, in the order in which they are preferred.
#[test]
fn every_reason_is_told_in_its_order() {
    const TOLD: &str = include_str!("../../docs/judge.md");
    const SOURCE: &str = include_str!("../../src/rules/refusal.rs");
    let told = TOLD.split("## Reasons").nth(1).expect("a chapter");
    let told = told
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    let names = SOURCE.lines().filter_map(|line| {
        let (variant, name) = line.trim().split_once(" => \"")?;
        variant
            .starts_with("Refusal::")
            .then(|| name.trim_end_matches("\",").to_owned())
    });
    let (told, names): (Vec<&str>, Vec<String>) = (told.collect(), names.collect());
    assert!(names.len() > 20, "{names:?}");
    assert_eq!(told, names);
}

#[test]
fn every_shared_case_is_answered_as_expected() {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared");
    if !shared.is_dir() {
        eprintln!("SKIPPED: ../shared is absent, so its rule cases were not run");
        return;
    }
    let file = shared.join("rules/cases.jsonl");
    let text = std::fs::read_to_string(&file).expect("../shared/rules/cases.jsonl is readable");
    let cases: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("a case is JSON"))
        .collect();
    assert!(!cases.is_empty(), "../shared/rules/cases.jsonl is empty");

    let questions: String = cases
        .iter()
        .map(|c| format!("{}\n", c["question"]))
        .collect();
    let mut output = Vec::new();
    chaodipi::tools::judge::run(questions.as_bytes(), &mut output).expect("memory");
    let output = String::from_utf8(output).expect("JSON is text");
    let answers: Vec<Value> = output
        .lines()
        .map(|line| serde_json::from_str(line).expect("an answer is JSON"))
        .collect();
    assert_eq!(answers.len(), cases.len(), "one answer for each question");

    let mut asked: BTreeMap<&str, usize> = BTreeMap::new();
    let mut wrong: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (case, answer) in cases.iter().zip(&answers) {
        let ask = case["question"]["ask"].as_str().expect("a case asks");
        *asked.entry(ask).or_default() += 1;
        if sort_cards(answer) != sort_cards(&case["answer"]) {
            let question = &case["question"];
            wrong.entry(ask).or_default().push(format!(
                "{question}\n  expected {}\n  answered {answer}\n  because {}",
                case["answer"], case["why"]
            ));
        }
    }
    let report: Vec<String> = wrong
        .iter()
        .map(|(ask, lines)| {
            let shown = lines.iter().take(SHOWN).cloned().collect::<Vec<_>>();
            format!(
                "{ask}: {} of {} wrong\n{}",
                lines.len(),
                asked[ask],
                shown.join("\n")
            )
        })
        .collect();
    eprintln!("cases asked: {asked:?}");
    assert!(report.is_empty(), "{}", report.join("\n"));
}

/// An answer with its hands and bottom sorted: their order does not matter.
fn sort_cards(answer: &Value) -> Value {
    let mut answer = answer.clone();
    let mut lists: Vec<&mut Value> = Vec::new();
    if let Value::Object(fields) = &mut answer {
        for (name, value) in fields.iter_mut() {
            match (name.as_str(), value) {
                ("hands", Value::Array(hands)) => lists.extend(hands),
                ("bottom", bottom) => lists.push(bottom),
                _ => {}
            }
        }
    }
    for list in lists.into_iter().filter_map(Value::as_array_mut) {
        list.sort_by(|a, b| a.as_str().cmp(&b.as_str()));
    }
    answer
}
