//! All integration tests, in one binary: one link step.

mod judge_cases;
mod tidy;
