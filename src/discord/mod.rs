//! Discord at the rim: plain values become messages, interactions become actions.

pub mod budget;
pub mod build;
pub mod connect;
pub mod failure;
pub mod limits;
pub mod reply;
pub mod sender;
mod trace;
