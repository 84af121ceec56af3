//! Discord at the rim: plain values become messages, interactions become actions.

pub mod board;
pub mod budget;
pub mod build;
pub mod connect;
pub mod custom_id;
mod drawing;
pub mod failure;
pub mod gateway;
mod incoming;
mod interactions;
pub mod limits;
mod opening;
pub mod pace;
pub mod panel;
pub mod permissions;
pub mod reply;
pub mod sender;
mod survey;
mod trace;
mod turns;

pub use gateway::serve;
