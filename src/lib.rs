//! Tiaoqi (跳棋): a server for Chinese checkers under QQ rules and international draughts, and its rules engine.
//!
//! The modules stand on floors; each may import what is below it, never what is above
//! (`docs/ARCHITECTURE.md`; a test reads the `use crate::` lines).
pub mod app;
pub mod auth;
pub mod bot;
pub mod cli;
pub mod config;
pub mod game;
pub mod lobby;
pub mod protocol;
pub mod room;
pub mod rules;
pub mod scoring;
pub mod store;
pub mod system;
pub mod web;
