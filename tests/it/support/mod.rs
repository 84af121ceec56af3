//! What several tests share.

pub mod openapi;
pub mod puppet;
