//! What `/table` lets one choose.

use super::{STARTS_MOST, place, spec};
use crate::cards::Rank;
use crate::game::Length;
use crate::i18n::tr;

/// The seats, by number.
pub(super) const SEATS: [(&str, spec::Words); 4] = [
    ("0", |l| tr!(l, "east")),
    ("1", |l| tr!(l, "south")),
    ("2", |l| tr!(l, "west")),
    ("3", |l| tr!(l, "north")),
];

/// What a new table chooses.
pub(super) fn new_options() -> Vec<serde_json::Value> {
    vec![
        spec::suggested(
            "rules",
            |l| tr!(l, "opt-rules"),
            |l| tr!(l, "opt-rules-about"),
        ),
        spec::one_of(
            "length",
            |l| tr!(l, "opt-length"),
            |l| tr!(l, "opt-length-about"),
            &[
                ("game", |l| tr!(l, "opt-length-game")),
                ("match", |l| tr!(l, "opt-length-match")),
                ("final", |l| tr!(l, "opt-length-final")),
                ("deals", |l| tr!(l, "opt-length-deals")),
                ("minutes", |l| tr!(l, "opt-length-minutes")),
            ],
        ),
        spec::number(
            "count",
            |l| tr!(l, "opt-count"),
            |l| tr!(l, "opt-count-about"),
            Length::MOST,
        ),
        spec::number(
            "starts",
            |l| tr!(l, "opt-starts"),
            |l| tr!(l, "opt-starts-about"),
            STARTS_MOST,
        ),
        spec::chosen(
            "level",
            |l| tr!(l, "opt-level"),
            |l| tr!(l, "opt-level-about"),
            Rank::ALL
                .map(|r| spec::choice(r.label(), |_| r.label().into()))
                .into(),
        ),
        spec::one_of(
            "clock",
            |l| tr!(l, "opt-clock"),
            |l| tr!(l, "opt-clock-about"),
            &[
                ("relaxed", |l| tr!(l, "opt-clock-relaxed")),
                ("preset", |l| tr!(l, "opt-clock-preset")),
                ("none", |l| tr!(l, "opt-clock-none")),
            ],
        ),
        spec::one_of(
            "suggestions",
            |l| tr!(l, "opt-suggestions"),
            |l| tr!(l, "opt-table-suggestions-about"),
            &[
                ("on", |l| tr!(l, "opt-suggestions-on")),
                ("off", |l| tr!(l, "opt-suggestions-off")),
            ],
        ),
        spec::one_of(
            "language",
            |l| tr!(l, "opt-language"),
            |l| tr!(l, "opt-language-about"),
            &[
                ("zh-CN", |_| "简体中文".into()),
                ("zh-TW", |_| "繁體中文".into()),
                ("en", |_| "English".into()),
            ],
        ),
        spec::one_of(
            "seats",
            |l| tr!(l, "opt-seats"),
            |l| tr!(l, "opt-seats-about"),
            &[
                ("open", |l| tr!(l, "opt-seats-open")),
                ("invited", |l| tr!(l, "opt-seats-invited")),
            ],
        ),
        place::option(),
    ]
}

/// How strong a computer player is to be.
pub(super) fn strength() -> serde_json::Value {
    spec::one_of(
        "level",
        |l| tr!(l, "opt-strength"),
        |l| tr!(l, "opt-strength-about"),
        &[
            ("easy", |l| tr!(l, "strength-easy")),
            ("good", |l| tr!(l, "strength-good")),
            ("strong", |l| tr!(l, "strength-strong")),
        ],
    )
}
