//! Reads the Fluent files and fills in their texts.

use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

use super::Lang;

/// What fills a placeable: a text or a number.
pub type Value = FluentValue<'static>;

/// The Fluent sources of a language, in no particular order.
pub(super) const fn sources(lang: Lang) -> &'static [&'static str] {
    match lang {
        Lang::ZhCn => &[
            include_str!("zh-CN/words.ftl"),
            include_str!("zh-CN/public.ftl"),
            include_str!("zh-CN/match.ftl"),
            include_str!("zh-CN/private.ftl"),
            include_str!("zh-CN/direct.ftl"),
            include_str!("zh-CN/refusals.ftl"),
            include_str!("zh-CN/commands.ftl"),
            include_str!("zh-CN/rules.ftl"),
            include_str!("zh-CN/params.ftl"),
            include_str!("zh-CN/house.ftl"),
            include_str!("zh-CN/settings.ftl"),
            include_str!("zh-CN/lookback.ftl"),
            include_str!("zh-CN/aside.ftl"),
            include_str!("zh-CN/life.ftl"),
            include_str!("zh-CN/standings.ftl"),
            include_str!("zh-CN/server.ftl"),
            include_str!("zh-CN/privacy.ftl"),
            include_str!("zh-CN/players.ftl"),
            include_str!("zh-CN/help.ftl"),
        ],
        Lang::ZhTw => &[
            include_str!("zh-TW/words.ftl"),
            include_str!("zh-TW/public.ftl"),
            include_str!("zh-TW/match.ftl"),
            include_str!("zh-TW/private.ftl"),
            include_str!("zh-TW/direct.ftl"),
            include_str!("zh-TW/refusals.ftl"),
            include_str!("zh-TW/commands.ftl"),
            include_str!("zh-TW/rules.ftl"),
            include_str!("zh-TW/params.ftl"),
            include_str!("zh-TW/house.ftl"),
            include_str!("zh-TW/settings.ftl"),
            include_str!("zh-TW/lookback.ftl"),
            include_str!("zh-TW/aside.ftl"),
            include_str!("zh-TW/life.ftl"),
            include_str!("zh-TW/standings.ftl"),
            include_str!("zh-TW/server.ftl"),
            include_str!("zh-TW/privacy.ftl"),
            include_str!("zh-TW/players.ftl"),
            include_str!("zh-TW/help.ftl"),
        ],
        Lang::En => &[
            include_str!("en/words.ftl"),
            include_str!("en/public.ftl"),
            include_str!("en/match.ftl"),
            include_str!("en/private.ftl"),
            include_str!("en/direct.ftl"),
            include_str!("en/refusals.ftl"),
            include_str!("en/commands.ftl"),
            include_str!("en/rules.ftl"),
            include_str!("en/params.ftl"),
            include_str!("en/house.ftl"),
            include_str!("en/settings.ftl"),
            include_str!("en/lookback.ftl"),
            include_str!("en/aside.ftl"),
            include_str!("en/life.ftl"),
            include_str!("en/standings.ftl"),
            include_str!("en/server.ftl"),
            include_str!("en/privacy.ftl"),
            include_str!("en/players.ftl"),
            include_str!("en/help.ftl"),
        ],
    }
}

type Bundle = FluentBundle<FluentResource>;

static BUNDLES: LazyLock<[Bundle; 3]> = LazyLock::new(|| Lang::ALL.map(bundle));

fn bundle(lang: Lang) -> Bundle {
    let tag: LanguageIdentifier = lang.tag().parse().unwrap_or_default();
    let mut bundle = FluentBundle::new_concurrent(vec![tag]);
    // Isolation marks would stand in custom texts, alt texts and file names.
    bundle.set_use_isolating(false);
    for source in sources(lang) {
        // A faulty file still gives its sound messages; tests refuse it.
        let resource = match FluentResource::try_new((*source).to_owned()) {
            Ok(resource) | Err((resource, _)) => resource,
        };
        let _ = bundle.add_resource(resource);
    }
    bundle
}

/// The text of a key with its placeables filled in. Use `tr!`: it is what
/// the tests check. An unknown key gives the key itself.
#[must_use]
pub fn text(lang: Lang, key: &str, args: Vec<(&'static str, Value)>) -> String {
    let bundle = match lang {
        Lang::ZhCn => &BUNDLES[0],
        Lang::ZhTw => &BUNDLES[1],
        Lang::En => &BUNDLES[2],
    };
    let Some(pattern) = bundle.get_message(key).and_then(|m| m.value()) else {
        return key.to_owned();
    };
    let mut filled = FluentArgs::with_capacity(args.len());
    for (name, value) in args {
        filled.set(name, value);
    }
    let mut errors = Vec::new();
    bundle
        .format_pattern(pattern, Some(&filled), &mut errors)
        .into_owned()
}

/// The text of a key in a language: `tr!(lang, "key", name = value, …)`.
/// Values are texts (`String`) or numbers.
macro_rules! tr {
    ($lang:expr, $key:literal $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::i18n::text(
            $lang,
            $key,
            vec![$((stringify!($name), $crate::i18n::Value::from($value))),*],
        )
    };
}
pub(crate) use tr;

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};
    use std::path::Path;

    use super::*;

    /// Keys with the names of their placeables.
    type Keys = BTreeMap<String, BTreeSet<String>>;

    fn variables(text: &str) -> BTreeSet<String> {
        text.split('$')
            .skip(1)
            .map(|rest| {
                rest.chars()
                    .take_while(|c| c.is_ascii_alphanumeric() || *c == '_')
                    .collect()
            })
            .collect()
    }

    fn keys_in_files(lang: Lang) -> Keys {
        let mut keys = Keys::new();
        for source in sources(lang) {
            let mut current = None;
            for line in source.lines() {
                if line.starts_with(|c: char| c.is_ascii_lowercase()) {
                    let (key, _) = line.split_once(" =").expect("key = text");
                    assert!(
                        keys.insert(key.to_owned(), variables(line)).is_none(),
                        "{key} twice in {}",
                        lang.tag()
                    );
                    current = Some(key.to_owned());
                } else if let Some(key) = &current {
                    keys.get_mut(key).expect("seen").extend(variables(line));
                }
            }
        }
        keys
    }

    /// Splits the arguments of a macro call at the commas of its own level.
    fn arguments(code: &str) -> Vec<String> {
        let (mut depth, mut parts, mut part) = (0, Vec::new(), String::new());
        let mut chars = code.chars().peekable();
        while let Some(c) = chars.next() {
            match c {
                '"' => {
                    part.push(c);
                    while let Some(inside) = chars.next() {
                        part.push(inside);
                        match inside {
                            '\\' => part.extend(chars.next()),
                            '"' => break,
                            _ => {}
                        }
                    }
                    continue;
                }
                '\'' if chars.clone().nth(1) == Some('\'') => {
                    part.extend([c, chars.next().unwrap_or(' '), chars.next().unwrap_or(' ')]);
                    continue;
                }
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' if depth == 0 => break,
                ')' | ']' | '}' => depth -= 1,
                ',' if depth == 0 => {
                    parts.push(std::mem::take(&mut part));
                    continue;
                }
                _ => {}
            }
            part.push(c);
        }
        parts.push(part);
        parts.retain(|p| !p.trim().is_empty());
        parts
    }

    fn keys_in_code(folder: &Path, keys: &mut Keys) {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                keys_in_code(&path, keys);
                continue;
            }
            // This file explains the macro; what it says is no use of a key.
            if path.extension().is_none_or(|e| e != "rs") || path.ends_with("i18n/text.rs") {
                continue;
            }
            let code = std::fs::read_to_string(&path).expect("source");
            for (at, call) in code.match_indices("tr!(") {
                // Another macro whose name ends so.
                if code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_') {
                    continue;
                }
                let parts = arguments(&code[at + call.len()..]);
                let key = parts.get(1).map_or("", |p| p.trim());
                let key = key
                    .strip_prefix('"')
                    .and_then(|k| k.strip_suffix('"'))
                    .unwrap_or_else(|| panic!("{}: key is no literal: {key}", path.display()));
                let names: BTreeSet<String> = parts[2..]
                    .iter()
                    .map(|p| p.split('=').next().expect("a name").trim().to_owned())
                    .collect();
                let known = keys.entry(key.to_owned()).or_insert_with(|| names.clone());
                assert_eq!(*known, names, "{key} in {}", path.display());
            }
        }
    }

    #[test]
    fn every_text_used_stands_in_every_language_and_no_other() {
        let mut used = Keys::new();
        keys_in_code(
            &Path::new(env!("CARGO_MANIFEST_DIR")).join("src"),
            &mut used,
        );
        let mut faults = Vec::new();
        for lang in Lang::ALL {
            let there = keys_in_files(lang);
            for (key, names) in &used {
                match there.get(key) {
                    None => faults.push(format!("{}: {key} {names:?} is missing", lang.tag())),
                    Some(has) if has != names => {
                        faults.push(format!(
                            "{}: {key} takes {names:?}, has {has:?}",
                            lang.tag()
                        ));
                    }
                    Some(_) => {}
                }
            }
            for key in there.keys().filter(|k| !used.contains_key(*k)) {
                faults.push(format!("{}: {key} is used nowhere", lang.tag()));
            }
        }
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }

    #[test]
    fn the_files_are_sound() {
        for lang in Lang::ALL {
            for source in sources(lang) {
                assert!(
                    source.lines().count() <= 500,
                    "split a file of {}",
                    lang.tag()
                );
                if let Err((_, errors)) = FluentResource::try_new((*source).to_owned()) {
                    panic!("{}: {errors:?}", lang.tag());
                }
            }
        }
    }

    /// Characters of the simplified script alone that this game's texts need.
    #[test]
    fn traditional_texts_hold_no_simplified_characters() {
        let simplified = "与东两个为么亲从们件会传余信儿内写况减几则刚别办务动区单历压参双发变后吗员命围坏垫备复够头宽对层帮并庄应开张当态战托抠抢换掷数无时晓暂机权来样档毙没满点状现电盐盘着确离种称签红级组经结给绝继绩续罚胜脑节见规计认让议记许设试话语请诺读谁贝负败费赛赢轮过还这进远违连选钩钮长门问闲间险随隐顺须频题风马验鱼鸟默龙";
        for source in sources(Lang::ZhTw) {
            for (number, line) in source.lines().enumerate() {
                let wrong: String = line.chars().filter(|c| simplified.contains(*c)).collect();
                assert!(wrong.is_empty(), "line {}: {wrong} in {line}", number + 1);
            }
        }
    }

    /// Characters that only mainland writing has, as far as its texts use them:
    /// converting by table leaves some of them behind.
    const MAINLAND_ONLY: &str = "东两个为从们会传关内写军决况减则刚删别办务动励区单历压参双发变号吗员围图场垫备够头奖宽对导层属带帮应开弃张当录态战抠抢换数无旧时显晓暂权条来样档毙没满点状现电画盐盘着称稳签红约级纯线组经结给绝继绩续罚脑节荣补见观规誉计认让议记设诉试话该语说请诺读谁负败费赛赢轮边过还这进远违连迟选钟钩钮长门问闲间险随隐页项顺须领频题颜马验齐";

    #[test]
    fn taiwans_texts_are_written_in_taiwans_characters() {
        let mainland = |text: &&str| text.chars().any(|c| MAINLAND_ONLY.contains(c));
        let lines = sources(Lang::ZhTw).iter().flat_map(|s| s.lines());
        let wrong: Vec<&str> = lines.filter(mainland).collect();
        assert_eq!(wrong, Vec::<&str>::new());
        for preset in crate::rules::PRESETS.iter() {
            let text = &preset.text.zh_tw;
            for line in text.about.iter().chain([&text.name]) {
                assert!(!mainland(&line.as_str()), "{line}");
            }
        }
    }
}
