//! Stored events and exported records.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| chaodipi_fuzz::events(data));
