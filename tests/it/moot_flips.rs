//! Parameters that change nothing in a preset, because another makes them moot:
//! the list `clauses/moot.txt`.

use std::fs;
use std::path::Path;

/// Flips of one parameter that nobody can notice.
pub struct Moot {
    /// The parameter.
    pub path: String,
    /// The values it is flipped to; none stands for all that are not refused.
    pub values: Vec<String>,
    /// The presets.
    pub presets: Vec<String>,
    /// Why.
    pub why: String,
}

/// Every excuse of the list.
pub fn moot() -> Vec<Moot> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/clauses/moot.txt");
    let text = fs::read_to_string(file).expect("the list of moot flips");
    let lines = text
        .lines()
        .filter(|l| !l.is_empty() && !l.starts_with('#'));
    let lines: Vec<&str> = lines.collect();
    lines.chunks(3).map(entry).collect()
}

fn entry(lines: &[&str]) -> Moot {
    let &[flip, presets, why] = lines else {
        panic!("{lines:?}: parameter, presets, reason");
    };
    assert!(!flip.starts_with(' ') && why.starts_with(' '), "{lines:?}");
    let (path, values) = flip.split_once(" = ").unwrap_or((flip, ""));
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect();
    Moot {
        path: path.to_owned(),
        values: words(values),
        presets: words(presets),
        why: why.trim().to_owned(),
    }
}
