//! The record of a table's finished deals: its log, line by line, as it may be
//! handed out. `docs/record.md` tells how it is read.

use serde::Serialize;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::game::{Event, Game, TableId, commitment};
use crate::rules::Seat;

/// The number of the format that is written and read here.
pub const RECORD_FORMAT: u32 = 1;

/// What the first line says in `record`.
const HEAD: &str = "chaodipi";
/// What the last line says in `record`.
const END: &str = "end";
/// What stands between the text of a line and its sum.
const BEFORE_SUM: &str = ",\"sum\":\"";
/// Hexadecimal digits of a sum.
const SUM_DIGITS: usize = 16;

/// One line of a record, without its sum. `Debug` shows no card.
#[derive(Clone, PartialEq)]
pub enum RecordLine {
    /// The first one.
    Head {
        /// See [`RECORD_FORMAT`].
        format: u32,
        /// The table it is of.
        table: TableId,
    },
    /// Something that happened.
    Event {
        /// What.
        event: Box<Event>,
        /// Where cards were dealt: the hash that was posted before the first
        /// card was drawn.
        commitment: Option<String>,
    },
    /// The last one.
    End {
        /// How many finished deals the record holds.
        deals: u32,
        /// Whether the table was made void: none of them counts.
        void: bool,
    },
}

/// Why there is no record of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// The events are not those of a table.
    #[error("the log does not open a table")]
    NotATable,
    /// No deal is finished yet.
    #[error("no deal of this table is finished yet")]
    NothingFinished,
    /// The table has not come to that game yet.
    #[error("the table has not come to game {0} yet")]
    NoSuchGame(u32),
}

/// The part of a log that ends with a game of the table, counted from 1: with
/// the event that somebody won it, or, while it is being played, with the log.
///
/// # Errors
/// `NoSuchGame` when that game has not begun.
pub fn up_to_game(events: &[Event], game: u32) -> Result<&[Event], RecordError> {
    let mut ends: Vec<usize> = (1..=events.len())
        .filter(|&end| ends_game(&events[..end], events.get(end)))
        .collect();
    if ends.last() != Some(&events.len()) {
        ends.push(events.len());
    }
    let end = (game as usize).checked_sub(1).and_then(|at| ends.get(at));
    let end = end.filter(|&&end| end > 0);
    end.map(|&end| &events[..end])
        .ok_or(RecordError::NoSuchGame(game))
}

/// Whether a game ends with the last of these events, and not with the next:
/// the end of a match belongs to its last game.
fn ends_game(events: &[Event], next: Option<&Event>) -> bool {
    let match_ends = matches!(next, Some(Event::MatchWon { .. }));
    match events.last() {
        Some(Event::Won { .. } | Event::MatchWon { .. }) => true,
        Some(Event::GameWon { .. }) => !match_ends,
        Some(_) | None => false,
    }
}

/// Whether an event belongs to the deal that was settled just before it.
fn follows_from_deal(event: &Event) -> bool {
    matches!(
        event,
        Event::Won { .. }
            | Event::GameWon { .. }
            | Event::BoxOpened { .. }
            | Event::TimeUp
            | Event::MatchWon { .. }
    )
}

/// The record of a table as text, a line for each [`RecordLine`]. It stops at
/// the last finished deal and holds no sealed answer. Its end says whether the
/// table was made `void`, which a manager may do long after the last deal.
///
/// # Errors
/// When no deal is finished, or the events are no table's.
pub fn write_record(table: TableId, events: &[Event], void: bool) -> Result<String, RecordError> {
    let kept = finished(events)?;
    let settled = |e: &&Event| matches!(e, Event::Settled { .. });
    let deals = kept.iter().filter(settled).count() as u32;
    let head = RecordLine::Head {
        format: RECORD_FORMAT,
        table,
    };
    let events = kept.into_iter().map(|event| {
        let commitment = if let Event::Dealt { shuffle, .. } = &event {
            Some(commitment(shuffle))
        } else {
            None
        };
        let event = Box::new(event);
        RecordLine::Event { event, commitment }
    });
    let lines = std::iter::once(head)
        .chain(events)
        .chain([RecordLine::End { deals, void }]);
    let (mut text, mut sum) = (String::new(), String::new());
    for line in lines {
        let body = line.body();
        sum = record_sum(&sum, &body);
        text.push_str(&body);
        text.push_str(BEFORE_SUM);
        text.push_str(&sum);
        text.push_str("\"}\n");
    }
    Ok(text)
}

/// The events of a log that its record holds: how the table was seated when
/// the game began, and all from there to the end of the last finished deal
/// but the sealed answers (RULES.md 10.4: those that did not count are
/// dropped unseen; the others follow as steps of the auction).
///
/// # Errors
/// When no deal is finished, or the events are no table's.
pub fn finished(events: &[Event]) -> Result<Vec<Event>, RecordError> {
    let started = events.iter().position(|e| *e == Event::Started);
    let started = started.ok_or(RecordError::NothingFinished)?;
    let mut kept = seated(&events[..started])?;
    let settled = events
        .iter()
        .rposition(|e| matches!(e, Event::Settled { .. }));
    let settled = settled
        .filter(|&at| at > started)
        .ok_or(RecordError::NothingFinished)?;
    let more = events[settled + 1..].iter();
    let last = settled + more.take_while(|e| follows_from_deal(e)).count();
    let open = |e: &&Event| !e.is_sealed();
    kept.extend(events[started..=last].iter().filter(open).cloned());
    Ok(kept)
}

/// The table as it stood when the game began, in as few events as it takes:
/// who came and went before is nobody's business.
fn seated(lobby: &[Event]) -> Result<Vec<Event>, RecordError> {
    let (Some(opened), Some(game)) = (lobby.first(), Game::from_events(lobby)) else {
        return Err(RecordError::NotATable);
    };
    let mut kept = vec![opened.clone()];
    for seat in Seat::ALL {
        let occupant = game.seats[seat].occupant;
        kept.extend(occupant.map(|occupant| Event::Sat { seat, occupant }));
    }
    let opener = Game::from_events([opened]).and_then(|g| g.host);
    if game.host != opener {
        kept.push(Event::HostChanged { host: game.host });
    }
    Ok(kept)
}

/// The sum of a line: the first 16 hexadecimal digits of SHA-256 over the sum
/// of the line before it and its own text up to `,"sum":`.
#[must_use]
pub fn record_sum(previous: &str, body: &str) -> String {
    let mut hash = Sha256::new();
    hash.update(previous);
    hash.update(body);
    let digits = hash.finalize().iter().map(|b| format!("{b:02x}")).collect();
    let mut digits: String = digits;
    digits.truncate(SUM_DIGITS);
    digits
}

impl RecordLine {
    /// The text of a line up to its sum: a JSON object without its end.
    #[must_use]
    pub fn body(&self) -> String {
        #[derive(Serialize)]
        struct Head<'a> {
            record: &'a str,
            format: u32,
            table: TableId,
        }
        #[derive(Serialize)]
        struct End<'a> {
            record: &'a str,
            deals: u32,
            #[serde(skip_serializing_if = "std::ops::Not::not")]
            void: bool,
        }
        #[derive(Serialize)]
        struct Happened<'a> {
            #[serde(flatten)]
            event: &'a Event,
            #[serde(skip_serializing_if = "Option::is_none")]
            commitment: Option<&'a str>,
        }
        let text = match self {
            RecordLine::Head { format, table } => serde_json::to_string(&Head {
                record: HEAD,
                format: *format,
                table: *table,
            }),
            RecordLine::Event { event, commitment } => serde_json::to_string(&Happened {
                event,
                commitment: commitment.as_deref(),
            }),
            RecordLine::End { deals, void } => serde_json::to_string(&End {
                record: END,
                deals: *deals,
                void: *void,
            }),
        };
        let mut text = text.expect("events, numbers and texts serialise");
        text.pop();
        text
    }

    /// Reads a line: what it says, its text up to the sum, and the sum.
    ///
    /// # Errors
    /// Tells in words what is wrong with it.
    pub fn read(line: &str) -> Result<(RecordLine, &str, &str), String> {
        let line = line.trim_end();
        let (body, rest) = line
            .rsplit_once(BEFORE_SUM)
            .ok_or("the line does not end with its sum")?;
        let sum = rest
            .strip_suffix("\"}")
            .ok_or("the line does not end with its sum")?;
        let value: Value =
            serde_json::from_str(&format!("{body}}}")).map_err(|e| format!("not JSON: {e}"))?;
        Ok((RecordLine::from_json(value)?, body, sum))
    }

    fn from_json(mut value: Value) -> Result<RecordLine, String> {
        let fields = value.as_object_mut().ok_or("not a JSON object")?;
        let number = |fields: &serde_json::Map<String, Value>, name: &str| {
            let number = fields.get(name).and_then(Value::as_i64);
            number.ok_or_else(|| format!("`{name}` is missing"))
        };
        let small = |number: i64| u32::try_from(number).map_err(|e| e.to_string());
        match fields.get("record").and_then(Value::as_str) {
            Some(HEAD) => Ok(RecordLine::Head {
                format: small(number(fields, "format")?)?,
                table: TableId(number(fields, "table")?),
            }),
            Some(END) => Ok(RecordLine::End {
                deals: small(number(fields, "deals")?)?,
                void: match fields.get("void") {
                    None => false,
                    Some(Value::Bool(true)) => true,
                    Some(_) => return Err("`void` is `true` or absent".to_owned()),
                },
            }),
            Some(other) => Err(format!("`{other}` is no line of a record")),
            None => event_line(value),
        }
    }
}

fn event_line(mut value: Value) -> Result<RecordLine, String> {
    let commitment = match value.as_object_mut().and_then(|f| f.remove("commitment")) {
        Some(Value::String(text)) => Some(text),
        Some(_) => return Err("`commitment` is not a text".to_owned()),
        None => None,
    };
    let event: Event = serde_json::from_value(value.clone()).map_err(|e| e.to_string())?;
    if event.is_sealed() {
        return Err("a sealed answer has no place in a record".to_owned());
    }
    let known = serde_json::to_value(&event).map_err(|e| e.to_string())?;
    let fields = value.as_object().into_iter().flatten();
    for (name, _) in fields {
        if known.get(name).is_none() {
            return Err(format!("`{name}` is no part of such a line"));
        }
    }
    let event = Box::new(event);
    Ok(RecordLine::Event { event, commitment })
}

impl std::fmt::Debug for RecordLine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            RecordLine::Head { table, .. } => write!(f, "Head({})", table.0),
            RecordLine::Event { event, .. } => write!(f, "{event:?}"),
            RecordLine::End { deals, .. } => write!(f, "End({deals})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{PlayerId, Setup};
    use crate::rules::RuleSet;

    fn opened() -> Event {
        Game::open(RuleSet::default(), Setup::default(), PlayerId(1))
    }

    #[test]
    fn a_line_comes_back_as_it_was_written() {
        let lines = [
            RecordLine::Head {
                format: RECORD_FORMAT,
                table: TableId(7),
            },
            RecordLine::Event {
                event: Box::new(Event::Started),
                commitment: None,
            },
            RecordLine::Event {
                event: Box::new(opened()),
                commitment: Some("00".to_owned()),
            },
            RecordLine::End {
                deals: 3,
                void: false,
            },
        ];
        for line in lines {
            let body = line.body();
            let text = format!("{body},\"sum\":\"{}\"}}\n", record_sum("", &body));
            let read = RecordLine::read(&text);
            assert_eq!(read, Ok((line, &body[..], &record_sum("", &body)[..])));
        }
    }

    #[test]
    fn what_is_no_line_is_named() {
        for (text, why) in [
            ("", "the line does not end with its sum"),
            (
                "{\"event\":\"started\"}",
                "the line does not end with its sum",
            ),
            (
                "[,\"sum\":\"\"}",
                "not JSON: expected value at line 1 column 2",
            ),
            (
                "{\"record\":\"x\",\"sum\":\"\"}",
                "`x` is no line of a record",
            ),
            ("{\"record\":\"end\",\"sum\":\"\"}", "`deals` is missing"),
            (
                "{\"event\":\"started\",\"at\":1,\"sum\":\"\"}",
                "`at` is no part of such a line",
            ),
            (
                "{\"event\":\"answered\",\"seat\":0,\"act\":{\"do\":\"pass\"},\
                 \"person\":true,\"sum\":\"\"}",
                "a sealed answer has no place in a record",
            ),
        ] {
            assert_eq!(RecordLine::read(text), Err(why.to_owned()), "{text}");
        }
    }

    #[test]
    fn a_game_ends_where_somebody_won_it() {
        let won = Event::Won {
            side: crate::rules::Side::EastWest,
        };
        let log = [opened(), Event::Started, won, Event::NextDeal];
        assert_eq!(up_to_game(&log, 0), Err(RecordError::NoSuchGame(0)));
        assert_eq!(up_to_game(&log, 1), Ok(&log[..3]));
        assert_eq!(up_to_game(&log, 2), Ok(&log[..]));
        assert_eq!(up_to_game(&log, 3), Err(RecordError::NoSuchGame(3)));
        assert_eq!(up_to_game(&log[..3], 2), Err(RecordError::NoSuchGame(2)));
    }

    #[test]
    fn the_end_of_a_match_belongs_to_its_last_game() {
        let side = crate::rules::Side::EastWest;
        let won = Event::GameWon { side };
        let end = Event::MatchWon {
            end: crate::game::MatchEnd {
                winner: side,
                by: crate::game::MatchBy::Games,
                games: crate::rules::BySide::new([2, 0]),
                levels: crate::rules::BySide::new([crate::cards::Rank::Two; 2]),
            },
        };
        let log = [opened(), Event::Started, won.clone(), won, end];
        assert_eq!(up_to_game(&log, 1), Ok(&log[..3]));
        assert_eq!(up_to_game(&log, 2), Ok(&log[..]));
        assert_eq!(up_to_game(&log, 3), Err(RecordError::NoSuchGame(3)));
    }

    #[test]
    fn without_a_finished_deal_there_is_no_record() {
        let table = TableId(1);
        let write = |events: &[Event]| write_record(table, events, false);
        assert_eq!(write(&[]), Err(RecordError::NothingFinished));
        assert_eq!(write(&[opened()]), Err(RecordError::NothingFinished));
        let begun = [opened(), Event::Started];
        assert_eq!(write(&begun), Err(RecordError::NothingFinished));
    }
}
