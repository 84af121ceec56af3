//! Cards as people type them.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| chaodipi_fuzz::cards(data));
