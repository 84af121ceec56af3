//! The files of the page, compiled in.

use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

const SCRIPT: &str = "text/javascript; charset=utf-8";

macro_rules! files {
    ($($name:literal as $kind:expr),+ $(,)?) => {
        /// Name, content type and text of each file.
        const FILES: &[(&str, &str, &str)] = &[
            $(($name, $kind, include_str!(concat!("../../../assets/web/", $name)))),+
        ];
    };
}

files! {
    "page.css" as "text/css; charset=utf-8",
    "icon.svg" as "image/svg+xml",
    "main.js" as SCRIPT,
    "link.js" as SCRIPT,
    "words.js" as SCRIPT,
    "make.js" as SCRIPT,
    "text.js" as SCRIPT,
    "message.js" as SCRIPT,
    "parts.js" as SCRIPT,
    "pane.js" as SCRIPT,
    "follow.js" as SCRIPT,
    "composer.js" as SCRIPT,
    "commands.js" as SCRIPT,
    "dialogs.js" as SCRIPT,
    "sidebar.js" as SCRIPT,
    "inspect.js" as SCRIPT,
}

const PAGE: &str = include_str!("../../../assets/web/index.html");
const NO_KEY: &str = include_str!("../../../assets/web/no-key.html");

/// The page in the language of a Discord locale.
pub(super) fn page(locale: &str) -> Response {
    let language = match locale {
        "zh-CN" | "zh-TW" => locale,
        _ => "en",
    };
    let own = format!("<html lang=\"{language}\">");
    html(StatusCode::OK, PAGE.replacen("<html lang=\"en\">", &own, 1))
}

/// What somebody sees who has no key.
pub(super) fn no_key() -> Response {
    html(StatusCode::NOT_FOUND, NO_KEY.to_owned())
}

fn html(status: StatusCode, text: String) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (status, headers, text).into_response()
}

pub(super) async fn asset(Path(name): Path<String>) -> Response {
    let Some((_, kind, text)) = FILES.iter().find(|(known, ..)| *known == name) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    // A newer program must not meet an older page.
    let headers = [
        (header::CONTENT_TYPE, *kind),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    (headers, *text).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LANGUAGES: [&str; 3] = ["en", "zh-CN", "zh-TW"];

    fn words() -> serde_json::Value {
        let (.., text) = FILES
            .iter()
            .find(|(name, ..)| *name == "words.js")
            .expect("the page's words");
        let from = text.find("{").expect("an object");
        let to = text.find("};").expect("the end of the object");
        serde_json::from_str(&text[from..=to]).expect("plain JSON")
    }

    #[test]
    fn every_word_of_the_page_is_there_in_every_language() {
        let words = words();
        let keys = |language: &str| -> Vec<String> {
            let of = words[language].as_object().expect("an object");
            let mut keys: Vec<String> = of.keys().cloned().collect();
            keys.sort();
            keys
        };
        for language in LANGUAGES {
            assert_eq!(keys(language), keys("en"), "{language}");
        }
        // And every one that the scripts ask for is there.
        let known = keys("en");
        for (name, _, text) in FILES.iter().filter(|(_, kind, _)| *kind == SCRIPT) {
            for part in text.split("say(\"").skip(1) {
                let key = part.split('"').next().unwrap_or_default();
                assert!(known.iter().any(|k| k == key), "{name}: {key}");
            }
        }
    }

    #[test]
    fn the_page_makes_no_markup_from_text() {
        for (name, _, text) in FILES.iter().filter(|(_, kind, _)| *kind == SCRIPT) {
            for danger in [
                "innerHTML",
                "outerHTML",
                "insertAdjacentHTML",
                "document.write",
                "eval(",
                "new Function",
                "setAttribute(\"on",
                "setAttribute(\"style",
            ] {
                assert!(!text.contains(danger), "{name}: {danger}");
            }
        }
        for text in [PAGE, NO_KEY] {
            let inline = text.contains("<style") || text.contains(" style=");
            assert!(!inline && !text.contains("<script>") && !text.contains(" onclick"));
        }
    }
}
