//! What a house rule may be called.

use crate::i18n::{Lang, shown, tr};
use crate::rules::PRESETS;

/// Characters of a name at most.
pub(super) const LONGEST: usize = 32;

/// The name as it is kept: one line, no unseen characters, spaces single.
/// Refused with a sentence when nothing is left, when it is too long, or when
/// a published ruleset is called so.
pub(super) fn read(lang: Lang, text: &str) -> Result<String, String> {
    let seen: String = text
        .chars()
        .map(|c| if c.is_whitespace() { ' ' } else { c })
        .filter(|c| shown(*c))
        .collect();
    let words: Vec<&str> = seen.split_whitespace().collect();
    let name = words.join(" ");
    let length = name.chars().count();
    if length == 0 {
        return Err(tr!(lang, "refused-house-empty"));
    }
    if length > LONGEST {
        return Err(tr!(
            lang,
            "refused-house-long",
            most = LONGEST,
            length = length
        ));
    }
    if published(&name) {
        return Err(tr!(lang, "refused-house-published"));
    }
    Ok(name)
}

/// Whether a published ruleset is called so in some language.
fn published(name: &str) -> bool {
    let name = name.to_lowercase();
    PRESETS.iter().any(|p| {
        let text = &p.text;
        [p.id, &text.zh_cn.name, &text.zh_tw.name, &text.en.name]
            .iter()
            .any(|n| n.to_lowercase() == name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_one_line_of_what_can_be_seen() {
        let read = |text: &str| read(Lang::En, text);
        assert_eq!(
            read("  Friday \n night\u{200b} "),
            Ok("Friday night".into())
        );
        assert_eq!(read("**x** @everyone"), Ok("**x** @everyone".into()));
        assert_eq!(read("周五"), Ok("周五".into()));
        assert_eq!(read(&"é".repeat(32)), Ok("é".repeat(32)));
        for wrong in [
            "",
            " \u{200b}\u{202e} ",
            &"x".repeat(33),
            "Tournament",
            "college",
            "比赛规则",
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
