//! Tests of the store on both databases, and of the in-memory journal beside them.

mod accounts;
mod contract;
mod crash;
mod durability;
mod faults;
mod opening;
mod results;
