//! Seasons: how a server's standings are divided in time. A season is told by
//! its first month; which deals belong to it follows from when they ended.

use std::fmt;
use std::str::FromStr;

use crate::clock::Millis;

use super::Seasons;

const DAY: u64 = 24 * 60 * 60 * 1000;

/// A season, or all time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Season {
    /// All deals there are.
    Ever,
    /// So many months (1 or 3) from the first of that month on, UTC.
    Months {
        /// The year.
        year: u16,
        /// The first month, 1-12.
        month: u8,
        /// 1, or 3 for a quarter.
        length: u8,
    },
}

impl Season {
    /// The season at that time, where they are divided so.
    #[must_use]
    pub fn at(seasons: Seasons, at: Millis) -> Season {
        let (year, month) = month_of(at);
        match seasons {
            Seasons::Monthly => Season::Months {
                year,
                month,
                length: 1,
            },
            Seasons::Quarterly => Season::Months {
                year,
                month: (month - 1) / 3 * 3 + 1,
                length: 3,
            },
            Seasons::None => Season::Ever,
        }
    }

    /// From when (within) to when (not any more), in milliseconds of Unix time.
    #[must_use]
    pub fn range(self) -> (Millis, Millis) {
        match self {
            Season::Ever => (Millis(0), Millis(i64::MAX.cast_unsigned())),
            Season::Months {
                year,
                month,
                length,
            } => {
                let after = u32::from(month) - 1 + u32::from(length);
                let next = (u32::from(year) + after / 12, after % 12 + 1);
                let first = (u32::from(year), u32::from(month));
                (begin(first), begin(next))
            }
        }
    }

    /// The season before; `None` before the first time there is.
    #[must_use]
    pub fn before(self) -> Option<Season> {
        match self {
            Season::Ever => None,
            Season::Months {
                year,
                month,
                length,
            } => {
                let months = u32::from(year) * 12 + u32::from(month) - 1;
                let months = months.checked_sub(u32::from(length))?;
                (months >= 1970 * 12).then_some(Season::Months {
                    year: (months / 12) as u16,
                    month: (months % 12) as u8 + 1,
                    length,
                })
            }
        }
    }

    /// As a number that stands in ids: 0 for all time.
    #[must_use]
    pub fn number(self) -> i64 {
        match self {
            Season::Ever => 0,
            Season::Months {
                year,
                month,
                length,
            } => i64::from(year) * 1000 + i64::from(month) * 10 + i64::from(length),
        }
    }

    /// The season of that number.
    #[must_use]
    pub fn from_number(number: i64) -> Option<Season> {
        if number == 0 {
            return Some(Season::Ever);
        }
        let year = u16::try_from(number / 1000).ok()?;
        let month = u8::try_from(number % 1000 / 10).ok()?;
        let length = u8::try_from(number % 10).ok()?;
        let quarter = length == 3 && month % 3 == 1;
        let known = (1970..=9999).contains(&year) && (1..=12).contains(&month);
        (known && (length == 1 || quarter)).then_some(Season::Months {
            year,
            month,
            length,
        })
    }
}

/// `all`, `2026-11`, `2026-Q4`.
impl fmt::Display for Season {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Season::Ever => f.write_str("all"),
            Season::Months {
                year,
                month,
                length: 3,
            } => write!(f, "{year}-Q{}", month.div_ceil(3)),
            Season::Months { year, month, .. } => write!(f, "{year}-{month:02}"),
        }
    }
}

/// A text that is no season.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a season")]
pub struct SeasonError;

impl FromStr for Season {
    type Err = SeasonError;

    fn from_str(text: &str) -> Result<Season, SeasonError> {
        if text == "all" {
            return Ok(Season::Ever);
        }
        let (year, part) = text.split_once('-').ok_or(SeasonError)?;
        let year: i64 = year.parse().map_err(|_| SeasonError)?;
        let (month, length) = match part.strip_prefix(['Q', 'q']) {
            Some(quarter) => {
                let quarter: u8 = quarter.parse().map_err(|_| SeasonError)?;
                (i64::from(quarter) * 3 - 2, 3)
            }
            None => (part.parse().map_err(|_| SeasonError)?, 1),
        };
        if !(1..=12).contains(&month) {
            return Err(SeasonError);
        }
        Season::from_number(year * 1000 + month * 10 + length).ok_or(SeasonError)
    }
}

/// Year and month (1-12) of a time, UTC, in the Gregorian calendar.
fn month_of(at: Millis) -> (u16, u8) {
    let of = |month: u64| ((month / 12) as u32, (month % 12) as u32 + 1);
    // No month is shorter than 28 days: the last guess is never too early.
    let first = 1970 * 12;
    let (mut low, mut high) = (first, first + at.0 / DAY / 28 + 1);
    while low + 1 < high {
        let middle = low.midpoint(high);
        if begin(of(middle)) <= at {
            low = middle;
        } else {
            high = middle;
        }
    }
    let (year, month) = of(low);
    (year.try_into().unwrap_or(u16::MAX), month as u8)
}

/// The first moment of a month (1-12), UTC.
fn begin((year, month): (u32, u32)) -> Millis {
    let year = u64::from(year);
    let before = year - 1;
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let leaps = |y: u64| y / 4 - y / 100 + y / 400;
    let years = (year - 1970) * 365 + leaps(before) - leaps(1969);
    const DAYS: [u64; 12] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];
    let months = DAYS[(month as usize).saturating_sub(1) % 12];
    let days = years + months + u64::from(leap && month > 2);
    Millis(days * DAY)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Seconds of Unix time.
    fn at(seconds: u64) -> Millis {
        Millis(seconds * 1000)
    }

    #[test]
    fn months_are_those_of_the_calendar() {
        for (seconds, season) in [
            (0, "1970-01"),
            (951_782_400, "2000-02"),   // 2000-02-29
            (951_868_800, "2000-03"),   // 2000-03-01
            (1_709_164_799, "2024-02"), // 2024-02-28 23:59:59
            (1_709_251_199, "2024-02"), // 2024-02-29 23:59:59
            (1_709_251_200, "2024-03"),
            (1_796_083_199, "2026-11"), // 2026-11-30 23:59:59
            (1_796_083_200, "2026-12"),
            (4_102_444_800, "2100-01"),
            (4_107_542_399, "2100-02"), // no leap year
            (4_107_542_400, "2100-03"),
        ] {
            let found = Season::at(Seasons::Monthly, at(seconds));
            assert_eq!(found.to_string(), season, "{seconds}");
            let (from, until) = found.range();
            assert!(from <= at(seconds) && at(seconds) < until);
            assert_eq!(Season::at(Seasons::Monthly, from), found);
            assert_ne!(Season::at(Seasons::Monthly, until), found);
        }
    }

    #[test]
    fn seasons_follow_each_other_without_a_gap() {
        for seasons in [Seasons::Monthly, Seasons::Quarterly] {
            let mut season = Season::at(seasons, at(1_796_083_199));
            for _ in 0..200 {
                assert_eq!(Season::from_number(season.number()), Some(season));
                assert_eq!(season.to_string().parse(), Ok(season));
                let before = season.before().expect("after 1970");
                assert_eq!(before.range().1, season.range().0);
                season = before;
            }
        }
        let quarter = Season::at(Seasons::Quarterly, at(1_796_083_199));
        assert_eq!(quarter.to_string(), "2026-Q4");
        assert_eq!(Season::at(Seasons::None, at(1)), Season::Ever);
        assert_eq!("all".parse(), Ok(Season::Ever));
        for wrong in [
            "", "2026", "2026-13", "2026-00", "2026-Q5", "Q4-2026", "x-1",
        ] {
            assert_eq!(wrong.parse::<Season>(), Err(SeasonError), "{wrong}");
        }
        for wrong in [1, -1, 2_026_022, 2_026_023, 2_026_131, i64::MAX] {
            assert_eq!(Season::from_number(wrong), None, "{wrong}");
        }
    }
}
