//! Discord at the rim: plain values become messages, interactions become actions.

pub mod reply;
