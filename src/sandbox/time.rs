//! Moments as Discord writes them: ISO 8601 in UTC.

use crate::clock::Millis;

/// For example `2026-01-01T00:00:00.000000+00:00`.
pub(crate) fn iso(at: Millis) -> String {
    let (days, ms) = (at.0 / 86_400_000, at.0 % 86_400_000);
    let (year, month, day) = date(days);
    let (hour, minute, second) = (ms / 3_600_000, ms / 60_000 % 60, ms / 1000 % 60);
    format!(
        "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{:03}000+00:00",
        ms % 1000
    )
}

/// Year, month and day of a number of days since 1970-01-01, by counting from a first of March so that the leap day is
/// the last of its year.
fn date(days: u64) -> (u64, u64, u64) {
    let from_march_0 = days + 719_468;
    let era = from_march_0 / 146_097;
    let day_of_era = from_march_0 % 146_097;
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let march_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * march_month + 2) / 5 + 1;
    let month = if march_month < 10 {
        march_month + 3
    } else {
        march_month - 9
    };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    (year, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_written_as_iso() {
        assert_eq!(iso(Millis(0)), "1970-01-01T00:00:00.000000+00:00");
        assert_eq!(
            iso(Millis(1_709_210_096_789)),
            "2024-02-29T12:34:56.789000+00:00"
        );
        assert_eq!(
            iso(Millis(1_767_225_600_000)),
            "2026-01-01T00:00:00.000000+00:00"
        );
    }
}
