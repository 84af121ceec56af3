//! The rules of the game, pure: no clock, no chance, no input or output.

pub mod seat;
