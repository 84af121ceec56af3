//! A topic of a ruleset as text: what holds everywhere, and what these rules
//! say at each parameter.

use super::fry::overturning_line;
use super::param::{Param, Topic, params};
use super::play::links_lines;
use super::preset_name;
use super::times::time_out;
use crate::i18n::{Lang, tr};
use crate::rules::{ClockRules, RuleSet, preset};

/// A topic of a ruleset; what differs from its preset is marked. It stays
/// within what a message holds.
#[must_use]
pub fn rules_text(lang: Lang, rules: &RuleSet, topic: Topic) -> String {
    let book = Book {
        lang,
        rules,
        base: preset(&rules.base),
    };
    let lines = match topic {
        Topic::Course => book.course(),
        Topic::Declaring => book.declaring(),
        Topic::Frying => book.frying(),
        Topic::Play => book.play(),
        Topic::Score => book.score(),
        Topic::Levels => book.all(Topic::Levels),
        Topic::Clock => book.clock(),
        Topic::Match => book.all(Topic::Match),
    };
    let mut text = vec![tr!(
        lang,
        "rules-title",
        rules = preset_name(lang, rules),
        topic = topic.title(lang)
    )];
    text.extend(lines);
    text.join("\n")
}

fn plain(line: String) -> String {
    format!("• {line}")
}

/// Who tells which rules, beside which preset.
struct Book<'a> {
    lang: Lang,
    rules: &'a RuleSet,
    base: Option<RuleSet>,
}

impl Book<'_> {
    fn course(&self) -> Vec<String> {
        let lang = self.lang;
        let lines = [
            tr!(lang, "course-cards"),
            tr!(lang, "course-draw"),
            tr!(lang, "course-bury"),
            tr!(lang, "course-fry"),
            tr!(lang, "course-play"),
            tr!(lang, "course-score"),
        ];
        let mut lines: Vec<String> = lines.into_iter().map(plain).collect();
        // What everybody asks first: how many points are a level.
        let rise = params().iter().filter(|p| p.path == "scoring.rise");
        lines.extend(rise.filter_map(|p| self.line(p)));
        lines.push(plain(tr!(lang, "course-not")));
        lines.push(plain(tr!(lang, "rules-more")));
        lines
    }

    fn declaring(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for param in of(Topic::Declaring) {
            if param.path == "auction.dealer" {
                lines.push(plain(tr!(self.lang, "dealer-first")));
            }
            lines.extend(self.line(param));
            if param.path == "auction.declaring" {
                lines.push(plain(tr!(self.lang, "declare-when")));
            }
        }
        lines
    }

    fn frying(&self) -> Vec<String> {
        let lang = self.lang;
        let first = overturning_line(lang, &self.rules.auction.overturn_first);
        let later = overturning_line(lang, &self.rules.auction.overturn_later);
        let first = tr!(lang, "overturn-first", how = first);
        let later = tr!(lang, "overturn-later", how = later);
        let changed = |part: &str| {
            of(Topic::Frying)
                .any(|p| p.path.starts_with(part) && p.matters(self.rules) && self.changed(p))
        };
        let mut lines = vec![
            self.marked(changed("auction.overturn-first."), first),
            self.marked(changed("auction.overturn-later."), later),
            plain(tr!(lang, "fry-bridge")),
        ];
        let rest = of(Topic::Frying).filter(|p| !p.path.starts_with("auction.overturn-"));
        lines.extend(rest.filter_map(|p| self.line(p)));
        lines
    }

    fn play(&self) -> Vec<String> {
        let lang = self.lang;
        let linked = |p: &Param| p.path.starts_with("play.links.");
        let changed = of(Topic::Play).any(|p| linked(p) && self.changed(p));
        let mut lines = Vec::new();
        for param in of(Topic::Play).filter(|p| !linked(p)) {
            if param.path == "play.throw-penalty" {
                lines.push(plain(tr!(lang, "tractor")));
                let links = links_lines(lang, self.rules);
                lines.extend(links.into_iter().map(|l| self.marked(changed, l)));
                lines.push(plain(tr!(lang, "throw")));
            }
            if param.path == "play.follow-pairs" {
                lines.push(plain(tr!(lang, "follow")));
            }
            if param.path == "play.fives" {
                lines.push(plain(tr!(lang, "winning")));
            }
            lines.extend(self.line(param));
        }
        lines
    }

    fn score(&self) -> Vec<String> {
        let mut lines = vec![plain(tr!(self.lang, "points"))];
        lines.extend(self.all(Topic::Score));
        lines
    }

    fn clock(&self) -> Vec<String> {
        let lang = self.lang;
        let relaxed = ClockRules::relaxed();
        let mut lines = vec![
            plain(tr!(
                lang,
                "clock-line",
                play = relaxed.play,
                bury = relaxed.bury,
                ask = relaxed.ask,
                cost = time_out(lang, relaxed.time_out)
            )),
            plain(tr!(lang, "clock-line-none")),
            plain(tr!(lang, "clock-line-preset")),
        ];
        lines.extend(self.all(Topic::Clock));
        lines.push(plain(tr!(lang, "clock-auto")));
        lines
    }

    fn all(&self, topic: Topic) -> Vec<String> {
        of(topic).filter_map(|p| self.line(p)).collect()
    }

    /// What these rules say at a parameter, unless nothing asks for it.
    fn line(&self, param: &Param) -> Option<String> {
        let line = param
            .matters(self.rules)
            .then(|| param.line(self.lang, self.rules, true))?;
        Some(self.marked(self.changed(param), line))
    }

    fn changed(&self, param: &Param) -> bool {
        let base = self.base.as_ref();
        base.is_some_and(|base| param.value(base) != param.value(self.rules))
    }

    fn marked(&self, changed: bool, line: String) -> String {
        if changed {
            format!("✏️ {line}")
        } else {
            plain(line)
        }
    }
}

fn of(topic: Topic) -> impl Iterator<Item = &'static Param> {
    params().iter().filter(move |p| p.topic == topic)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::PRESETS;

    #[test]
    fn c73_the_rules_say_what_is_not_played_here() {
        for preset in PRESETS.iter() {
            for (lang, words) in [
                (Lang::En, ["Not played here", "poor hand", "two decks"]),
                (Lang::ZhCn, ["这里没有", "造反", "两副牌"]),
                (Lang::ZhTw, ["這裡沒有", "造反", "兩副牌"]),
            ] {
                let text = rules_text(lang, &preset.rules, Topic::Course);
                let missing = words.into_iter().find(|w| !text.contains(w));
                assert_eq!(missing, None, "{} {lang:?}", preset.id);
            }
        }
    }
}
