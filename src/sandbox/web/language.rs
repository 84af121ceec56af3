//! The language somebody is spoken to in, from what their browser or their system asks for.

/// The Discord locale nearest to a language such as `zh-Hant-HK` or `zh_TW.UTF-8`.
#[must_use]
pub fn nearest(language: &str) -> &'static str {
    let language = language.to_lowercase().replace('_', "-");
    if !language.starts_with("zh") {
        return "en-US";
    }
    let traditional = ["tw", "hk", "mo", "hant"];
    if traditional.iter().any(|part| language.contains(part)) {
        "zh-TW"
    } else {
        "zh-CN"
    }
}

/// The Discord locale nearest to the system's language.
#[must_use]
pub fn of_system() -> &'static str {
    let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let language = set("LC_ALL")
        .or_else(|| set("LC_MESSAGES"))
        .or_else(|| set("LANG"));
    nearest(&language.unwrap_or_default())
}

/// The Discord locale nearest to what a browser asks for, such as `zh-TW,zh;q=0.9`; the system's where it asks for nothing.
#[must_use]
pub fn asked(languages: &str) -> &'static str {
    let first = languages.split([',', ';']).next().unwrap_or_default();
    match first.trim() {
        "" | "*" => of_system(),
        language => nearest(language),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_systems_language_is_read_from_its_name() {
        for (given, locale) in [
            ("", "en-US"),
            ("C.UTF-8", "en-US"),
            ("de_DE.UTF-8", "en-US"),
            ("zh_CN.UTF-8", "zh-CN"),
            ("zh_SG", "zh-CN"),
            ("zh_TW.UTF-8", "zh-TW"),
            ("zh_HK.UTF-8", "zh-TW"),
            ("zh-Hant", "zh-TW"),
        ] {
            assert_eq!(nearest(given), locale, "{given}");
        }
    }

    #[test]
    fn a_browser_is_answered_in_its_first_language() {
        for (languages, locale) in [
            ("zh-TW,zh;q=0.9,en;q=0.5", "zh-TW"),
            ("zh-CN", "zh-CN"),
            ("zh;q=0.8", "zh-CN"),
            ("zh-Hant-HK", "zh-TW"),
            ("de,zh;q=0.5", "en-US"),
        ] {
            assert_eq!(asked(languages), locale, "{languages}");
        }
        for nothing in ["", "*"] {
            assert_eq!(asked(nothing), of_system());
        }
    }
}
