//! Languages: every text people read stands in one Fluent file a language.

mod lang;

pub use lang::Lang;
