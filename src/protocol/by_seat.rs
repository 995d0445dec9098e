//! Maps with a seat as key. JSON has string keys alone, and inside a tagged message serde no
//! longer knows that a string was a key: so they are read as strings here.

use std::collections::BTreeMap;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::rules::Seat;

pub(super) fn serialize<T: Serialize, S: Serializer>(
    map: &BTreeMap<Seat, T>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    map.serialize(serializer)
}

pub(super) fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<BTreeMap<Seat, T>, D::Error> {
    BTreeMap::<String, T>::deserialize(deserializer)?
        .into_iter()
        .map(|(key, value)| Ok((key.parse().map_err(D::Error::custom)?, value)))
        .collect()
}
