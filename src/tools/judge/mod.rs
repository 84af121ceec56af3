//! `chaodipi judge`: a referee that answers questions about the rules, one JSON line each.

mod auction;
mod play;
mod score;

use std::io::{self, BufRead, Write};
use std::path::PathBuf;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::files;
use super::lines::{self, LineRead};
use crate::cards::{CardSet, Rank, Suit};
use crate::rules::{Order, RulePatch, RuleSet, Trump, resolve};

/// The longest hand a question may name: the dealer's, with the bottom.
const LONGEST_HAND: usize = crate::cards::HAND + crate::cards::BOTTOM;

/// What `chaodipi judge` is given.
#[derive(Clone, Debug, clap::Args)]
pub struct JudgeArgs {
    /// The questions [default: standard input, answered as they come].
    pub file: Option<PathBuf>,
}

/// Answers the file, or what comes on standard input; see [`run`].
///
/// # Errors
/// When reading or writing fails.
pub fn answer_all(args: &JudgeArgs, output: impl Write) -> io::Result<bool> {
    match &args.file {
        Some(file) => run(files::open(file)?, output),
        None => run(io::stdin().lock(), output),
    }
}

/// Answers every line of `input` with one line of `output`, in the same
/// order. Answers whether all lines were questions that have an answer; the
/// others got `{"error": …}`.
///
/// # Errors
/// When reading or writing fails.
pub fn run(mut input: impl BufRead, mut output: impl Write) -> io::Result<bool> {
    let mut all_well = true;
    let mut line = Vec::new();
    for number in 1.. {
        let read = lines::read_line(&mut input, &mut line)?;
        if number == 1 {
            lines::pass_over_mark(&mut line);
        }
        let answer = match read {
            LineRead::None => break,
            LineRead::Whole => answer(&line),
            LineRead::TooLong => Err(refused(None, lines::too_long(number))),
        };
        all_well &= answer.is_ok();
        let (Ok(text) | Err(text)) = &answer;
        writeln!(output, "{text}")?;
        if read == LineRead::TooLong {
            // Answered before the rest is waited for, which may never come.
            output.flush()?;
            lines::pass_over(&mut input, number)?;
        }
    }
    output.flush()?;
    Ok(all_well)
}

/// Why a line has no answer.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Problem(String);

impl Problem {
    fn new(text: impl Into<String>) -> Problem {
        Problem(text.into())
    }
}

/// What can be asked, as a line names it.
const ASKS: &str = "parts, lead, follow, options, trick, dig, score or auction";

/// What can be asked.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Ask {
    Parts,
    Lead,
    Follow,
    Options,
    Trick,
    Dig,
    Score,
    Auction,
}

/// A question whose common part has been read.
struct Question {
    ask: Ask,
    rules: RuleSet,
    /// The fields that are left.
    fields: Map<String, Value>,
}

/// An answer with the question's `id`.
#[derive(Serialize)]
struct Answer<'a, T> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a Value>,
    #[serde(flatten)]
    answer: T,
}

/// The answer to a line; as error, that which tells what is wrong with it.
fn answer(line: &[u8]) -> Result<String, String> {
    let mut id = None;
    read(line, &mut id)
        .and_then(|question| question.answer(id.as_ref()))
        .map_err(|problem| refused(id.as_ref(), problem.to_string()))
}

/// The line that tells what is wrong with a question.
fn refused(id: Option<&Value>, error: String) -> String {
    #[derive(Serialize)]
    struct Refused {
        error: String,
    }
    json(id, Refused { error }).unwrap_or_else(|problem| problem.to_string())
}

/// Reads the common part of a question. `id` is set as soon as it is known.
fn read(line: &[u8], id: &mut Option<Value>) -> Result<Question, Problem> {
    let value: Value = serde_json::from_slice(line).map_err(|e| Problem::new(e.to_string()))?;
    let Value::Object(mut fields) = value else {
        return Err(Problem::new("a question is a JSON object"));
    };
    *id = fields.remove("id");
    if !fields.contains_key("ask") {
        return Err(Problem(format!("`ask` is missing; it is one of {ASKS}")));
    }
    let ask = take(&mut fields, "ask")?;
    let rules = read_rules(take(&mut fields, "rules")?)?;
    Ok(Question { ask, rules, fields })
}

/// A preset's id, or a preset with house rules.
#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "`rules` is a preset's id or {\"base\", \"set\"}"
)]
enum RulesField {
    Preset(String),
    Changed(ChangedRules),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ChangedRules {
    base: String,
    #[serde(default)]
    set: RulePatch,
}

fn read_rules(field: RulesField) -> Result<RuleSet, Problem> {
    let resolved = match &field {
        RulesField::Preset(id) => resolve(id, &[]),
        RulesField::Changed(changed) => resolve(&changed.base, &[&changed.set]),
    };
    resolved.map_err(|e| Problem::new(e.to_string()))
}

impl Question {
    fn answer(self, id: Option<&Value>) -> Result<String, Problem> {
        match self.ask {
            Ask::Parts => json(id, play::parts(self)?),
            Ask::Lead => json(id, play::lead(self)?),
            Ask::Follow => json(id, play::follow(self)?),
            Ask::Options => json(id, play::options(self)?),
            Ask::Trick => json(id, play::trick(self)?),
            Ask::Dig => json(id, play::dig(self)?),
            Ask::Score => json(id, score::score(self)?),
            Ask::Auction => json(id, auction::auction(self)?),
        }
    }

    /// The order of a deal, from `level` and `trump`.
    fn take_order(&mut self) -> Result<Order, Problem> {
        let level: Rank = take(&mut self.fields, "level")?;
        let suit = take::<TrumpField>(&mut self.fields, "trump")?.suit();
        Ok(Order::new(&self.rules.play, Trump { suit, level }))
    }

    /// The fields that are left; a field nobody knows is a problem.
    fn rest<T: DeserializeOwned>(self) -> Result<T, Problem> {
        let fields = Value::Object(self.fields);
        serde_json::from_value(fields).map_err(|e| Problem::new(e.to_string()))
    }
}

/// `"S"`, `"H"`, `"D"`, `"C"` or `"NT"`.
#[derive(Clone, Copy, Deserialize, Serialize)]
#[serde(untagged, expecting = "`trump` is S, H, D, C or NT")]
enum TrumpField {
    Suit(Suit),
    NoTrump(NoTrump),
}

impl TrumpField {
    fn new(suit: Option<Suit>) -> TrumpField {
        suit.map_or(TrumpField::NoTrump(NoTrump::Nt), TrumpField::Suit)
    }

    const fn suit(self) -> Option<Suit> {
        match self {
            TrumpField::Suit(suit) => Some(suit),
            TrumpField::NoTrump(NoTrump::Nt) => None,
        }
    }
}

#[derive(Clone, Copy, Deserialize, Serialize)]
enum NoTrump {
    #[serde(rename = "NT")]
    Nt,
}

/// Takes a field that must be there.
fn take<T: DeserializeOwned>(fields: &mut Map<String, Value>, name: &str) -> Result<T, Problem> {
    let value = fields
        .remove(name)
        .ok_or_else(|| Problem(format!("`{name}` is missing")))?;
    serde_json::from_value(value).map_err(|e| Problem(format!("`{name}`: {e}")))
}

fn json<T: Serialize>(id: Option<&Value>, answer: T) -> Result<String, Problem> {
    serde_json::to_string(&Answer { id, answer }).map_err(|e| Problem::new(e.to_string()))
}

/// A hand that a player can hold.
fn check_hand(hand: &CardSet) -> Result<(), Problem> {
    if hand.len() > LONGEST_HAND {
        return Err(Problem(format!(
            "a hand of more than {LONGEST_HAND} cards cannot be"
        )));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(input: &str, expected: &str, well: bool) {
        let mut output = Vec::new();
        let all_well = run(input.as_bytes(), &mut output).expect("memory");
        assert_eq!(String::from_utf8_lossy(&output), expected);
        assert_eq!(all_well, well);
    }

    #[test]
    fn answers_come_in_the_order_of_the_questions_with_their_ids() {
        check(
            "{\"id\":[1],\"ask\":\"parts\",\"rules\":\"tournament\",\"level\":\"8\",\
             \"trump\":\"NT\",\"cards\":[\"HA\"]}\n\
             {\"ask\":\"trick\",\"rules\":\"tournament\",\"level\":\"8\",\"trump\":\"S\",\
             \"plays\":[[\"HK\",\"HK\"],[\"S3\",\"S3\"],[\"C5\",\"C5\"],[\"D8\",\"D8\"]]}",
            "{\"id\":[1],\"category\":\"H\",\"parts\":[[\"HA\"]],\"shape\":\"single\"}\n\
             {\"winner\":3,\"points\":30}\n",
            true,
        );
    }

    #[test]
    fn a_malformed_line_does_not_stop_the_run() {
        check(
            "nonsense\n\
             {\"id\":7,\"ask\":\"parts\",\"rules\":\"bridge\"}\n\
             {\"ask\":\"options\",\"rules\":\"tv\",\"level\":\"8\",\"trump\":\"S\",\
             \"lead\":null,\"hand\":[\"HA\"]}\n",
            "{\"error\":\"expected ident at line 1 column 2\"}\n\
             {\"id\":7,\"error\":\"there is no ruleset \\\"bridge\\\"\"}\n\
             {\"count\":1}\n",
            false,
        );
    }

    #[test]
    fn the_mark_with_which_some_editors_begin_a_file_is_no_part_of_a_question() {
        let question = "{\"ask\":\"options\",\"rules\":\"tv\",\"level\":\"8\",\
             \"trump\":\"S\",\"lead\":null,\"hand\":[\"HA\"]}\n";
        check(&format!("\u{feff}{question}"), "{\"count\":1}\n", true);
        let second = format!("{question}\u{feff}{question}");
        let mut output = Vec::new();
        assert!(!run(second.as_bytes(), &mut output).expect("memory"));
    }

    #[test]
    fn a_line_that_asks_nothing_is_told_what_can_be_asked() {
        check(
            "{}\n",
            "{\"error\":\"`ask` is missing; it is one of parts, lead, follow, options, trick, dig, \
             score or auction\"}\n",
            false,
        );
        // The sentence names what is there, and all of it.
        let words = ASKS.replace(" or ", ", ");
        for word in words.split(", ") {
            assert!(serde_json::from_value::<Ask>(word.into()).is_ok(), "{word}");
        }
        let unknown = serde_json::from_value::<Ask>("x".into()).expect_err("no such question");
        let count = unknown.to_string().matches('`').count() / 2;
        assert_eq!(count, 1 + words.split(", ").count());
    }

    #[test]
    fn a_line_without_end_gets_its_answer_and_the_next_one_its_own() {
        let mut input = vec![b' '; lines::LONGEST_LINE + 7];
        input.extend_from_slice(b"\nnonsense\n");
        let mut output = Vec::new();
        let all_well = run(&input[..], &mut output).expect("memory");
        let said = String::from_utf8_lossy(&output);
        assert!(!all_well);
        assert_eq!(
            said,
            "{\"error\":\"line 1 is longer than 1048576 bytes\"}\n\
             {\"error\":\"expected ident at line 1 column 2\"}\n"
        );
        // The longest there may be is followed by the next question all the same.
        for more in [0, 1] {
            let mut input = vec![b' '; lines::LONGEST_LINE + more];
            input.extend_from_slice(b"\nnonsense\n");
            let mut output = Vec::new();
            run(&input[..], &mut output).expect("memory");
            let said = String::from_utf8_lossy(&output);
            assert_eq!(said.lines().count(), 2, "{more}: {said}");
        }
        let endless = io::BufReader::new(io::repeat(0));
        let mut output = Vec::new();
        let error = run(endless, &mut output).expect_err("no end");
        assert!(error.to_string().starts_with("line 1 does not end"));
        let said = String::from_utf8_lossy(&output);
        assert_eq!(said.lines().count(), 1, "it was answered: {said}");
    }

    #[test]
    fn house_rules_are_laid_over_a_preset() {
        let ask = |set: &str| {
            format!(
                "{{\"ask\":\"parts\",\"rules\":{{\"base\":\"tournament\",\"set\":{set}}},\
                 \"level\":\"8\",\"trump\":\"S\",\"cards\":[\"H7\",\"H7\",\"H9\",\"H9\"]}}"
            )
        };
        let shape = |set: &str| answer(ask(set).as_bytes());
        let throw = shape("{\"play\":{\"links\":{\"hollow-side\":false}}}");
        assert!(throw.is_ok_and(|a| a.contains("\"throw\"")));
        assert!(shape("{}").is_ok_and(|a| a.contains("\"tractor\"")));
        assert!(shape("{\"play\":{\"hollow\":false}}").is_err());
        assert!(shape("{\"play\":{\"follow-pairs\":\"free\"}}").is_err());
    }
}
