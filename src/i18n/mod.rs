//! Languages: every text people read stands in Fluent files, one folder a language.
//!
//! Texts are asked for by the macro `tr!`, whose key and argument names are literals;
//! a test holds them against the files of every language.

mod lang;
mod text;
mod words;

pub use lang::Lang;
pub(crate) use text::tr;
pub use text::{Value, text};
pub use words::{
    card, cards, category, channel_link, escape_name, groups, list, moment, person_name,
    plain_name, ranks, seat, shown, side, time_left, trump,
};
