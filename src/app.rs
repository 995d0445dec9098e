//! Composition of the server.
