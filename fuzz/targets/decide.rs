//! A table to which anything is said.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| chaodipi_fuzz::decide(data));
