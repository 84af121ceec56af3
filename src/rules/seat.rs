//! Seats, sides, and values held once for each of them.

use std::fmt;
use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

/// One of the four seats, 0-3 in playing order (RULES.md §1). Shown to people
/// as East, South, West, North.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Seat(u8);

impl Seat {
    /// All four, in playing order from seat 0.
    pub const ALL: [Seat; 4] = [Seat(0), Seat(1), Seat(2), Seat(3)];

    /// The seat of that number, if it is below 4.
    #[must_use]
    pub const fn new(number: usize) -> Option<Seat> {
        if number < 4 {
            Some(Seat(number as u8))
        } else {
            None
        }
    }

    /// Its number, 0-3.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// 下家, the seat that acts after this one.
    #[must_use]
    pub const fn next(self) -> Seat {
        self.after(1)
    }

    /// 上家, the seat that acts before this one.
    #[must_use]
    pub const fn previous(self) -> Seat {
        self.after(3)
    }

    /// 对家, the other seat of the same side.
    #[must_use]
    pub const fn partner(self) -> Seat {
        self.after(2)
    }

    /// The seat that many steps on in playing order.
    #[must_use]
    pub const fn after(self, steps: usize) -> Seat {
        Seat(((self.0 as usize + steps) % 4) as u8)
    }

    /// How many steps in playing order lead from `from` to this seat, 0-3.
    #[must_use]
    pub const fn steps_from(self, from: Seat) -> usize {
        ((self.0 + 4 - from.0) % 4) as usize
    }

    /// The other three in playing order, its next first.
    #[must_use]
    pub const fn others(self) -> [Seat; 3] {
        [self.after(1), self.after(2), self.after(3)]
    }

    /// All four in playing order, this one first.
    #[must_use]
    pub const fn round(self) -> [Seat; 4] {
        [self, self.after(1), self.after(2), self.after(3)]
    }

    /// The side it belongs to.
    #[must_use]
    pub const fn side(self) -> Side {
        if self.0.is_multiple_of(2) {
            Side::EastWest
        } else {
            Side::SouthNorth
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A number that is no seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} is not a seat; seats are 0 to 3")]
pub struct SeatError(pub u8);

impl TryFrom<u8> for Seat {
    type Error = SeatError;

    fn try_from(number: u8) -> Result<Seat, SeatError> {
        Seat::new(usize::from(number)).ok_or(SeatError(number))
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> u8 {
        seat.0
    }
}

/// One of the two sides (RULES.md §1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// Seats 0 and 2.
    EastWest,
    /// Seats 1 and 3.
    SouthNorth,
}

impl Side {
    /// Both.
    pub const ALL: [Side; 2] = [Side::EastWest, Side::SouthNorth];

    /// 0 for seats 0 and 2, 1 for seats 1 and 3.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The side playing against it.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::EastWest => Side::SouthNorth,
            Side::SouthNorth => Side::EastWest,
        }
    }

    /// Its two seats, the lower number first.
    #[must_use]
    pub const fn seats(self) -> [Seat; 2] {
        match self {
            Side::EastWest => [Seat(0), Seat(2)],
            Side::SouthNorth => [Seat(1), Seat(3)],
        }
    }
}

/// One value for each seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BySeat<T>([T; 4]);

impl<T> BySeat<T> {
    /// The values of seats 0 to 3.
    #[must_use]
    pub const fn new(values: [T; 4]) -> BySeat<T> {
        BySeat(values)
    }

    /// The value that `make` gives for each seat.
    #[must_use]
    pub fn from_fn(mut make: impl FnMut(Seat) -> T) -> BySeat<T> {
        BySeat(Seat::ALL.map(&mut make))
    }

    /// Every value changed by `change`.
    #[must_use]
    pub fn map<U>(self, change: impl FnMut(T) -> U) -> BySeat<U> {
        BySeat(self.0.map(change))
    }

    /// References to the values.
    #[must_use]
    pub const fn each_ref(&self) -> BySeat<&T> {
        BySeat(self.0.each_ref())
    }

    /// Seats with their values, from seat 0.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &T)> {
        Seat::ALL.into_iter().zip(&self.0)
    }

    /// Seats with their values, to be changed, from seat 0.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (Seat, &mut T)> {
        Seat::ALL.into_iter().zip(&mut self.0)
    }

    /// The values of seats 0 to 3.
    pub fn values(&self) -> impl Iterator<Item = &T> {
        self.0.iter()
    }

    /// The values as an array.
    #[must_use]
    pub fn into_array(self) -> [T; 4] {
        self.0
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}

/// One value for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BySide<T>([T; 2]);

impl<T> BySide<T> {
    /// The values of seats 0 and 2's side and of seats 1 and 3's.
    #[must_use]
    pub const fn new(values: [T; 2]) -> BySide<T> {
        BySide(values)
    }

    /// The value that `make` gives for each side.
    #[must_use]
    pub fn from_fn(mut make: impl FnMut(Side) -> T) -> BySide<T> {
        BySide(Side::ALL.map(&mut make))
    }

    /// Every value changed by `change`.
    #[must_use]
    pub fn map<U>(self, change: impl FnMut(T) -> U) -> BySide<U> {
        BySide(self.0.map(change))
    }

    /// Sides with their values.
    pub fn iter(&self) -> impl Iterator<Item = (Side, &T)> {
        Side::ALL.into_iter().zip(&self.0)
    }

    /// Sides with their values, to be changed.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (Side, &mut T)> {
        Side::ALL.into_iter().zip(&mut self.0)
    }

    /// Both values.
    pub fn values(&self) -> impl Iterator<Item = &T> {
        self.0.iter()
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;
    fn index(&self, side: Side) -> &T {
        &self.0[side.index()]
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        &mut self.0[side.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_go_round() {
        for seat in Seat::ALL {
            assert_eq!(seat.next().previous(), seat);
            assert_eq!(seat.next().next(), seat.partner());
            assert_eq!(seat.partner().side(), seat.side());
            assert_eq!(seat.next().side(), seat.side().other());
            assert!(seat.side().seats().contains(&seat));
            assert_eq!(seat.after(3).steps_from(seat), 3);
        }
    }

    #[test]
    fn only_four_numbers_are_seats() {
        assert_eq!(serde_json::from_str::<Seat>("3").ok(), Seat::new(3));
        assert!(serde_json::from_str::<Seat>("4").is_err());
    }
}
