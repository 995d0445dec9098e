//! Instants as RFC 3339 writes them, in UTC, with milliseconds.

use crate::game::Millis;

const MILLIS_A_DAY: Millis = 86_400_000;

/// The day after 9999-12-31, the last one that has four digits for its year.
const DAY_OUT_OF_RANGE: i64 = 2_932_897;

/// Whether the instant has a date here: 1970 to 9999.
pub(super) const fn is_in_range(at: Millis) -> bool {
    0 <= at && at < DAY_OUT_OF_RANGE * MILLIS_A_DAY
}

/// `2026-11-30T05:20:00.000Z`.
#[must_use]
pub fn write(at: Millis) -> String {
    let (year, month, day) = civil(at.div_euclid(MILLIS_A_DAY));
    let time = at.rem_euclid(MILLIS_A_DAY);
    let (seconds, millis) = (time / 1_000, time % 1_000);
    let (hour, minute, second) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{millis:03}Z")
}

/// Reads that; the milliseconds, or the whole time of day, may be left out.
pub(super) fn read(text: &str) -> Option<Millis> {
    let (date, time) = match text.split_once('T') {
        Some((date, time)) => (date, time.strip_suffix('Z')?),
        None => (text, "00:00:00"),
    };
    let (time, millis) = time.split_once('.').unwrap_or((time, "000"));
    let [year, month, day] = numbers(date, '-', [4, 2, 2])?;
    let [hour, minute, second] = numbers(time, ':', [2, 2, 2])?;
    let [millis] = numbers(millis, '.', [3])?;
    let day_number = day_number(year, month, day);
    // A day that does not exist comes back as another one.
    let exists = civil(day_number) == (year, month, day);
    let at = day_number * MILLIS_A_DAY + ((hour * 60 + minute) * 60 + second) * 1_000 + millis;
    (exists && hour < 24 && minute < 60 && second < 60 && is_in_range(at)).then_some(at)
}

/// Numbers of so many digits each, with a mark between them.
fn numbers<const N: usize>(text: &str, mark: char, digits: [usize; N]) -> Option<[i64; N]> {
    let mut numbers = [0; N];
    let mut parts = text.split(mark);
    for (number, digits) in numbers.iter_mut().zip(digits) {
        let part = parts.next().filter(|part| part.len() == digits)?;
        let plain = part.bytes().all(|byte| byte.is_ascii_digit());
        *number = plain.then(|| part.parse().ok())??;
    }
    parts.next().is_none().then_some(numbers)
}

/// Days from 1970-01-01 to a day of the Gregorian calendar.
///
/// Counts years from March, so that the day that may be missing is a year's last; 400 of them have
/// 146,097 days, and the 719,468 are those from 0000-03-01 to 1970-01-01.
const fn day_number(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// Year, month and day of a day's number: the inverse of [`day_number`].
const fn civil(number: i64) -> (i64, i64, i64) {
    let number = number + 719_468;
    let era = number.div_euclid(146_097);
    let day = number.rem_euclid(146_097);
    let of_era = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let of_year = day - (365 * of_era + of_era / 4 - of_era / 100);
    let from_march = (5 * of_year + 2) / 153;
    let month = (from_march + 2) % 12 + 1;
    let year = era * 400 + of_era + if month <= 2 { 1 } else { 0 };
    (year, month, of_year - (153 * from_march + 2) / 5 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instants_agree_with_dates_made_elsewhere() {
        // `date -u -d @SECONDS`
        for (at, text) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (951_782_399_999, "2000-02-28T23:59:59.999Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (1_796_000_000_000, "2026-11-30T00:53:20.000Z"),
            (4_107_542_400_001, "2100-03-01T00:00:00.001Z"),
            (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
        ] {
            assert_eq!(write(at), text);
            assert_eq!(read(text), Some(at));
            assert!(is_in_range(at));
        }
        assert!(!is_in_range(253_402_300_800_000));
        assert!(!is_in_range(-1));
    }

    #[test]
    fn every_day_comes_back() {
        let mut before = None;
        for number in 0..DAY_OUT_OF_RANGE {
            let (year, month, day) = civil(number);
            assert_eq!(day_number(year, month, day), number);
            assert!(before < Some((year, month, day)));
            before = Some((year, month, day));
        }
    }

    #[test]
    fn less_than_the_whole_is_read_and_nonsense_is_not() {
        assert_eq!(read("2026-11-30"), Some(1_795_996_800_000));
        assert_eq!(read("2026-11-30T00:53:20Z"), Some(1_796_000_000_000));
        for wrong in [
            "",
            "2026",
            "2026-11-31",
            "2026-13-01",
            "2026-1-1",
            "2025-02-29",
            "1969-12-31",
            "2026-11-30T24:00:00Z",
            "2026-11-30T00:60:00Z",
            "2026-11-30T00:00:00",
            "2026-11-30T00:00Z",
            "2026-11-30T00:00:00.5Z",
            "+026-11-30",
            "2026-11-30-01",
        ] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
