//! What rules change against the preset they build on, in words.

use super::param::params;
use crate::i18n::{Lang, tr};
use crate::rules::RuleSet;

/// A parameter that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Where it stands: `auction.undeclared`.
    pub path: &'static str,
    /// What the parameter is called.
    pub title: String,
    /// What the preset says.
    pub was: String,
    /// What these rules say.
    pub now: String,
}

/// Every parameter at which `rules` differ from `base`, by topic.
#[must_use]
pub fn changes(lang: Lang, base: &RuleSet, rules: &RuleSet) -> Vec<Change> {
    params()
        .iter()
        .filter(|p| p.value(base) != p.value(rules))
        .map(|p| Change {
            path: p.path,
            title: p.title(lang),
            was: p.says(lang, base),
            now: p.says(lang, rules),
        })
        .collect()
}

/// The changes as lines; `both` tells what the preset says, too.
#[must_use]
pub fn change_lines(lang: Lang, changes: &[Change], both: bool) -> Vec<String> {
    let line = |change: &Change| {
        let (title, now, was) = (change.title.clone(), change.now.clone(), change.was.clone());
        let line = tr!(lang, "param-line", title = title, text = now);
        if both {
            tr!(lang, "param-was", line = line, was = was)
        } else {
            line
        }
    };
    changes.iter().map(|c| format!("✏️ {}", line(c))).collect()
}

/// As many of the lines as fit into `room` characters, and how many more
/// there are.
#[must_use]
pub fn fitting(lang: Lang, lines: &[String], room: usize) -> Vec<String> {
    let length = |text: &str| text.encode_utf16().count() + 1;
    let more = |left: usize| tr!(lang, "changes-more", left = left);
    // What is left over is told in a line of its own, which must fit, too.
    let reserve = length(&more(lines.len()));
    let mut kept: Vec<String> = Vec::new();
    let mut used = 0;
    for (at, line) in lines.iter().enumerate() {
        let last = at + 1 == lines.len();
        let needed = used + length(line) + if last { 0 } else { reserve };
        if needed > room {
            kept.push(more(lines.len() - at));
            return kept;
        }
        used += length(line);
        kept.push(line.clone());
    }
    kept
}
