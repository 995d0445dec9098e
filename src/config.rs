//! Settings: flags and environment variables.
