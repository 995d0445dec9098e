//! Sets of holes.

use std::fmt;
use std::iter::FusedIterator;
use std::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign,
};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::hole::Hole;

/// A set of holes, one bit a hole. On the wire a list of hole numbers, ascending.
///
/// ```
/// use tiaoqi::rules::star::{Hole, HoleSet};
///
/// let set: HoleSet = Hole::ALL.into_iter().filter(|hole| hole.index() < 3).collect();
/// assert_eq!(set.len(), 3);
/// assert!((!set).contains(Hole::ALL[3]));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(type = "Hole[]"))]
pub struct HoleSet(u128);

impl HoleSet {
    /// No hole.
    pub const EMPTY: Self = Self(0);

    /// All 121 holes.
    pub const FULL: Self = Self((1 << Hole::COUNT) - 1);

    /// The set with one hole.
    pub const fn of(hole: Hole) -> Self {
        Self(1 << hole.index())
    }

    /// The bits, hole 0 in the lowest.
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// The set with these bits; bits above hole 120 are dropped.
    pub const fn from_bits_truncated(bits: u128) -> Self {
        Self(bits & Self::FULL.0)
    }

    /// Whether no hole is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many holes are in the set, 0..=121.
    #[expect(clippy::cast_possible_truncation, reason = "at most 121 bits are set")]
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Whether the hole is in the set.
    pub const fn contains(self, hole: Hole) -> bool {
        self.0 >> hole.index() & 1 == 1
    }

    /// Whether every hole of this set is in `other`.
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether no hole is in both sets.
    pub const fn is_disjoint(self, other: Self) -> bool {
        self.0 & other.0 == 0
    }

    /// Adds a hole; whether it was new.
    pub const fn insert(&mut self, hole: Hole) -> bool {
        let new = !self.contains(hole);
        self.0 |= 1 << hole.index();
        new
    }

    /// Takes a hole out; whether it was in.
    pub const fn remove(&mut self, hole: Hole) -> bool {
        let was = self.contains(hole);
        self.0 &= !(1 << hole.index());
        was
    }

    /// The hole with the lowest number.
    pub const fn first(self) -> Option<Hole> {
        if self.0 == 0 {
            None
        } else {
            Some(Hole::ALL[self.0.trailing_zeros() as usize])
        }
    }

    /// The hole with the highest number.
    pub const fn last(self) -> Option<Hole> {
        if self.0 == 0 {
            None
        } else {
            Some(Hole::ALL[127 - self.0.leading_zeros() as usize])
        }
    }

    /// The union, where a constant needs it.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// This set without the holes of the other, where a constant needs it.
    #[must_use]
    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The holes, ascending.
    pub const fn iter(self) -> HoleSetIter {
        HoleSetIter(self)
    }
}

impl BitOr for HoleSet {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAnd for HoleSet {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitXor for HoleSet {
    type Output = Self;

    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Sub for HoleSet {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self.difference(other)
    }
}

impl Not for HoleSet {
    type Output = Self;

    fn not(self) -> Self {
        Self::FULL.difference(self)
    }
}

impl BitOrAssign for HoleSet {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitAndAssign for HoleSet {
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitXorAssign for HoleSet {
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

impl SubAssign for HoleSet {
    fn sub_assign(&mut self, other: Self) {
        self.0 &= !other.0;
    }
}

impl From<Hole> for HoleSet {
    fn from(hole: Hole) -> Self {
        Self::of(hole)
    }
}

impl Extend<Hole> for HoleSet {
    fn extend<I: IntoIterator<Item = Hole>>(&mut self, holes: I) {
        for hole in holes {
            self.insert(hole);
        }
    }
}

impl FromIterator<Hole> for HoleSet {
    fn from_iter<I: IntoIterator<Item = Hole>>(holes: I) -> Self {
        let mut set = Self::EMPTY;
        set.extend(holes);
        set
    }
}

impl IntoIterator for HoleSet {
    type Item = Hole;
    type IntoIter = HoleSetIter;

    fn into_iter(self) -> HoleSetIter {
        self.iter()
    }
}

/// The holes of a set, ascending.
#[derive(Clone, Debug)]
pub struct HoleSetIter(HoleSet);

impl Iterator for HoleSetIter {
    type Item = Hole;

    fn next(&mut self) -> Option<Hole> {
        let hole = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(hole)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = usize::from(self.0.len());
        (len, Some(len))
    }
}

impl DoubleEndedIterator for HoleSetIter {
    fn next_back(&mut self) -> Option<Hole> {
        let hole = self.0.last()?;
        self.0.remove(hole);
        Some(hole)
    }
}

impl ExactSizeIterator for HoleSetIter {}
impl FusedIterator for HoleSetIter {}

impl fmt::Debug for HoleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

impl Serialize for HoleSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(*self)
    }
}

impl<'de> Deserialize<'de> for HoleSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Holes;

        impl<'de> serde::de::Visitor<'de> for Holes {
            type Value = HoleSet;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of holes")
            }

            fn visit_seq<A: serde::de::SeqAccess<'de>>(
                self,
                mut seq: A,
            ) -> Result<HoleSet, A::Error> {
                let mut set = HoleSet::EMPTY;
                while let Some(hole) = seq.next_element::<Hole>()? {
                    if !set.insert(hole) {
                        return Err(serde::de::Error::custom("a hole twice"));
                    }
                }
                Ok(set)
            }
        }

        deserializer.deserialize_seq(Holes)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn arb_set() -> impl Strategy<Value = HoleSet> {
        any::<u128>().prop_map(HoleSet::from_bits_truncated)
    }

    fn model(set: HoleSet) -> BTreeSet<Hole> {
        set.iter().collect()
    }

    proptest! {
        #[test]
        fn operations_agree_with_an_ordinary_set(a in arb_set(), b in arb_set()) {
            let (ma, mb) = (model(a), model(b));
            prop_assert_eq!(model(a | b), &ma | &mb);
            prop_assert_eq!(model(a & b), &ma & &mb);
            prop_assert_eq!(model(a ^ b), &ma ^ &mb);
            prop_assert_eq!(model(a - b), &ma - &mb);
            prop_assert_eq!(usize::from(a.len()), ma.len());
            prop_assert_eq!(a.is_subset(b), ma.is_subset(&mb));
            prop_assert_eq!(a.is_disjoint(b), ma.is_disjoint(&mb));
            prop_assert_eq!(a.first(), ma.first().copied());
            prop_assert_eq!(a.last(), ma.last().copied());
            prop_assert_eq!(a.iter().rev().collect::<HoleSet>(), a);
            prop_assert_eq!(!!a, a);
        }

        #[test]
        fn a_set_survives_the_wire(a in arb_set()) {
            let text = serde_json::to_string(&a).unwrap();
            prop_assert_eq!(serde_json::from_str::<HoleSet>(&text).unwrap(), a);
        }
    }

    #[test]
    fn a_list_with_a_hole_twice_or_off_the_board_is_refused() {
        assert!(serde_json::from_str::<HoleSet>("[1,1]").is_err());
        assert!(serde_json::from_str::<HoleSet>("[121]").is_err());
    }
}
