//! All integration tests, in one binary: one link step.

mod judge_cases;
mod play_oracle;
mod play_properties;
mod tidy;
