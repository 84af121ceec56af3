//! A question to the judge, or several.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| chaodipi_fuzz::judge(data));
