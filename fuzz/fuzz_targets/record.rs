#![no_main]
//! See the check of the same name.

#[allow(dead_code, reason = "each target makes one of the checks")]
#[path = "../checks.rs"]
mod checks;

libfuzzer_sys::fuzz_target!(|data: &[u8]| checks::record(data));
