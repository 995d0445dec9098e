//! Tests of the store on both databases, and of the in-memory journal beside them.

mod accounts;
mod contract;
mod durability;
