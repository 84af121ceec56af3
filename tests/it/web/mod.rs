//! The page of local play: its doors, what it keeps, and how it is played on in a real browser.

mod browser;
mod chrome;
mod client;
mod doors;
mod driver;
mod follow;
mod kept;
mod local;
mod memory;
mod photographs;
mod room;
mod screens;
