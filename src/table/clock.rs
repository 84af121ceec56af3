//! What a table's clock does next, and when: a pure function of the game and
//! of its timing. Nothing in it depends on a card.

use std::ops::RangeInclusive;
use std::time::Duration;

use super::timing::{Panel, Timing};
use super::{Deadline, MatchTime, Place, Silence};
use crate::clock::Millis;
use crate::game::durations::{self, drawing};
use crate::game::{
    ClockChoice, DealNumber, Game, Motion, Mover, Pause, PublicView, SeatView, Wait,
};
use crate::players::{Moment, delay};
use crate::rules::{BySeat, Seat};

/// A lobby in which nobody does anything closes after this.
const LOBBY_IDLE: Duration = Duration::from_secs(30 * 60);
/// A table that paused because nobody was there, and to which nobody comes
/// back, ends after this.
const PAUSED_IDLE: Duration = Duration::from_secs(7 * 24 * 60 * 60);
/// Where Discord does not accept the announcing message, the clock of a phase
/// runs from this on all the same.
const DISCORD_AWAY: Duration = Duration::from_secs(10);
/// Where it does not accept the commitment, no card is drawn, and the table
/// pauses after this.
const COMMITMENT_AWAY: Duration = Duration::from_secs(10 * 60);
/// Between deals nobody is waited for where nobody is left to wait for; but
/// the result may be read.
const READ_RESULT: Duration = Duration::from_secs(10);
/// A table that is over is forgotten after this even if Discord did not show its end.
const OVER_AWAY: Duration = Duration::from_secs(60 * 60);

/// What the clock does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ring {
    /// Shuffles the cards of the next deal.
    Shuffle,
    /// Draws on, until so many cards of the 100 are drawn.
    Draw(u8),
    /// Lets the cards drawn be placed.
    OpenPlacing,
    /// Closes the window.
    Close,
    /// Moves for a seat.
    Move(Seat),
    /// Goes on to the next deal.
    Next,
    /// Says that the match's minutes are over.
    TimeUp,
    /// Waits no longer for those who were to be there.
    Late,
    /// Carries the vote that only silent people hold up.
    Silence,
    /// Pauses the table.
    Pause,
    /// Lets it go on.
    Resume,
    /// Ends the table.
    End,
    /// Forgets a table that is over.
    Forget,
}

/// When the clock does what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Alarm {
    /// When; at once, if that is past.
    pub at: Millis,
    /// What.
    pub ring: Ring,
}

/// What the clock of a table looks at.
pub(super) struct Face<'a> {
    /// Where the table is.
    pub place: &'a Place,
    /// The table.
    pub game: &'a Game,
    /// What everybody sees of it.
    pub public: &'a PublicView,
    /// What the seats see of it; their steps name the moment of a delay.
    pub seats: &'a BySeat<std::sync::Arc<SeatView>>,
    /// Its timing.
    pub timing: &'a Timing,
    /// The private seed of its delays.
    pub seed: &'a [u8; 32],
}

impl Face<'_> {
    /// What the clock does next if nothing else happens.
    pub(super) fn next(&self) -> Option<Alarm> {
        let match_ends = match self.timing.match_time {
            Some(MatchTime::Ends(ends)) => Some(at(ends, Ring::TimeUp)),
            Some(MatchTime::Left(_)) | None => None,
        };
        let silence = self.silence().map(|s| at(s.ends, Ring::Silence));
        earliest([self.step(), match_ends, silence])
    }

    /// The vote that is carried without those who hold it up.
    pub(super) fn silence(&self) -> Option<Silence> {
        let held = self.timing.held?;
        Some(Silence {
            vote: held.vote,
            began: held.began,
            ends: held.since + durations::SILENCE,
        })
    }

    /// What it does next in the deal.
    fn step(&self) -> Option<Alarm> {
        let timing = self.timing;
        let since = timing.since;
        match self.game.waits() {
            Wait::Lobby => Some(match timing.late {
                Some(late) => at(late, Ring::Late),
                None => at(timing.touched.max(since) + LOBBY_IDLE, Ring::End),
            }),
            // The next deal takes the result's place, so that must stand in the channel first.
            Wait::NeedDeal if self.public.result.is_some() => {
                let shown = timing.shown.unwrap_or(since + COMMITMENT_AWAY);
                Some(at(shown, Ring::Shuffle))
            }
            // Where nobody declares, and nobody is there to see it, as between deals.
            Wait::NeedDeal if self.game.is_redrawn_by_nobody() => {
                Some(at(since + READ_RESULT, Ring::Pause))
            }
            Wait::NeedDeal => Some(at(since, Ring::Shuffle)),
            Wait::DrawMore {
                drawn,
                placeable,
                open,
            } => self.draw_more(drawn, placeable, open),
            Wait::Grace { declared } => {
                let close = at(self.grace_ends(declared), Ring::Close);
                earliest([Some(close), self.placing()])
            }
            Wait::Close => Some(at(since, Ring::Close)),
            Wait::Sealed {
                asked, answered, ..
            } => self.sealed(&asked, &answered),
            Wait::Bury { seat, .. } | Wait::Play { seat, .. } => self.turn(seat),
            Wait::Between { waiting, human } => self.between(&waiting, human),
            Wait::Paused => {
                let (lasts, ring) = self.pause();
                Some(at(since + lasts, ring))
            }
            Wait::Over => Some(at(timing.shown.unwrap_or(since + OVER_AWAY), Ring::Forget)),
        }
    }

    /// The deadline that players see: that of the phase, or where none runs,
    /// the one after which a vote closes it.
    pub(super) fn deadline(&self) -> Option<Deadline> {
        self.phase_ends().or_else(|| {
            let silence = self.silence().filter(|s| s.vote.motion == Motion::Close)?;
            let warn = warning(durations::SILENCE);
            Some(Deadline {
                at: Some(silence.ends),
                warn_at: Some(Millis(silence.ends.0.saturating_sub(warn))),
            })
        })
    }

    fn phase_ends(&self) -> Option<Deadline> {
        let timing = self.timing;
        let (ends, lasts) = match self.game.waits() {
            Wait::Sealed { .. } => {
                let lasts = durations::ask(&self.public.rules, self.public.clock)?;
                (timing.shown.map(|t| t + lasts), lasts)
            }
            Wait::Bury { seat, .. } | Wait::Play { seat, .. } => {
                if self.game.mover(seat) != Mover::Person {
                    return None;
                }
                let lasts = self.turn_lasts()?;
                (self.turn_shown(seat).map(|t| t + lasts), lasts)
            }
            Wait::Between { .. } if self.public.clock != ClockChoice::None => {
                let lasts = durations::BETWEEN_DEALS;
                (Some(timing.since + lasts), lasts)
            }
            Wait::Grace { declared } => {
                let ends = self.grace_ends(declared);
                (Some(ends), ends.since(timing.since))
            }
            Wait::Between { .. }
            | Wait::Lobby
            | Wait::NeedDeal
            | Wait::DrawMore { .. }
            | Wait::Close
            | Wait::Over => return None,
            Wait::Paused => {
                let (lasts, _) = self.pause();
                (Some(timing.since + lasts), lasts)
            }
        };
        Some(Deadline {
            at: ends,
            warn_at: ends.map(|at| Millis(at.0.saturating_sub(warning(lasts)))),
        })
    }

    /// How long a pause lasts, and what comes then.
    fn pause(&self) -> (Duration, Ring) {
        match self.public.paused {
            Some(Pause::Break) => (durations::BREAK, Ring::Resume),
            Some(Pause::Agreed | Pause::Unshown) => (durations::KEPT, Ring::End),
            Some(Pause::Idle) | None => (PAUSED_IDLE, Ring::End),
        }
    }

    fn draw_more(&self, drawn: u8, placeable: u8, open: bool) -> Option<Alarm> {
        let since = self.timing.since;
        let pace = drawing(self.public.pace, self.public.clock);
        let next = Ring::Draw(drawn.saturating_add(pace.step).min(100));
        if drawn == 0 {
            return Some(match self.timing.shown {
                Some(shown) => at(self.hands_open(shown), next),
                // Not one card is drawn before its commitment stands in the channel.
                None => at(since + COMMITMENT_AWAY, Ring::Pause),
            });
        }
        if drawn < 100 && !open {
            return Some(at(since, Ring::Draw(100)));
        }
        let step = if placeable < drawn {
            at(self.panels_shown(), Ring::OpenPlacing)
        } else {
            at(since + pace.pause, next)
        };
        earliest([Some(step), self.placing()])
    }

    /// When the first card may be drawn: all panels are there, and who cannot
    /// be written to has opened the hand in the channel, or was waited for.
    fn hands_open(&self, shown: Millis) -> Millis {
        let open = |seat| match self.timing.panels[seat] {
            _ if self.game.mover(seat) != Mover::Person => shown,
            Panel::Shown(at) => at,
            Panel::Pending => shown + durations::PANELS_AT_MOST,
            Panel::Unreachable => shown + durations::OPEN_HAND_WAIT,
        };
        Seat::ALL.map(open).into_iter().fold(shown, Millis::max)
    }

    /// When all four panels of this step are there, or waited for.
    fn panels_shown(&self) -> Millis {
        let since = self.timing.since;
        let open = |seat| match self.timing.panels[seat] {
            _ if self.game.mover(seat) != Mover::Person => since,
            Panel::Shown(at) => at.min(since + durations::PANELS_AT_MOST),
            Panel::Pending => since + durations::PANELS_AT_MOST,
            Panel::Unreachable => since,
        };
        Seat::ALL.map(open).into_iter().fold(since, Millis::max)
    }

    fn grace_ends(&self, declared: u32) -> Millis {
        if declared == 0 {
            let pace = drawing(self.public.pace, self.public.clock);
            self.timing.since + pace.grace
        } else {
            self.panels_shown() + durations::DECLARED_GRACE
        }
    }

    /// The computer player that places next, if any could.
    fn placing(&self) -> Option<Alarm> {
        earliest(Seat::ALL.map(|seat| {
            let could = self.timing.could[seat].filter(|c| !c.declined)?;
            let wait = self.delay(seat, durations::COMPUTER_PLACES);
            Some(at(could.since + wait, Ring::Move(seat)))
        }))
    }

    fn sealed(&self, asked: &[Seat], answered: &[Seat]) -> Option<Alarm> {
        let begins = self.begins();
        let silent: Vec<Seat> = asked
            .iter()
            .copied()
            .filter(|s| !answered.contains(s))
            .collect();
        if silent.is_empty() {
            return Some(at(begins + durations::SEALED_MINIMUM, Ring::Close));
        }
        let lasts = durations::ask(&self.public.rules, self.public.clock);
        let mut next = lasts.map(|t| at(begins + t, Ring::Close));
        for seat in silent {
            if self.game.mover(seat) != Mover::Person {
                let answers = begins + self.delay(seat, durations::COMPUTER_ANSWERS);
                next = earliest([next, Some(at(answers, Ring::Move(seat)))]);
            }
        }
        next
    }

    fn turn(&self, seat: Seat) -> Option<Alarm> {
        let moves = match self.game.mover(seat) {
            Mover::Person => {
                let shown = self.turn_shown(seat);
                shown.unwrap_or(self.timing.since + DISCORD_AWAY) + self.turn_lasts()?
            }
            Mover::Computer(_) | Mover::Auto => {
                self.timing.since + self.delay(seat, durations::COMPUTER_PLAYS)
            }
        };
        Some(at(moves, Ring::Move(seat)))
    }

    fn turn_lasts(&self) -> Option<Duration> {
        let (rules, clock) = (&self.public.rules, self.public.clock);
        if matches!(self.game.waits(), Wait::Bury { .. }) {
            durations::bury(rules, clock)
        } else {
            durations::play(rules, clock)
        }
    }

    /// When the seat that is to act was told so: by its panel when it buries,
    /// because it must see the cards, else by the public message.
    fn turn_shown(&self, seat: Seat) -> Option<Millis> {
        if !matches!(self.game.waits(), Wait::Bury { .. }) {
            return self.timing.shown;
        }
        match self.timing.panels[seat] {
            Panel::Shown(at) => Some(at),
            Panel::Unreachable => self.timing.shown,
            Panel::Pending => None,
        }
    }

    fn between(&self, waiting: &[Seat], human: bool) -> Option<Alarm> {
        let since = self.timing.since;
        let ends = since + durations::BETWEEN_DEALS;
        if !human {
            Some(at(ends, Ring::Pause))
        } else if waiting.is_empty() {
            Some(at(since + READ_RESULT, Ring::Next))
        } else if self.public.clock == ClockChoice::None {
            None
        } else {
            Some(at(ends, Ring::Next))
        }
    }

    /// From when the window of the phase runs.
    fn begins(&self) -> Millis {
        let timing = self.timing;
        timing.shown.unwrap_or(timing.since + DISCORD_AWAY)
    }

    fn delay(&self, seat: Seat, range: RangeInclusive<Duration>) -> Duration {
        let step = self.seats[seat].step;
        let moment = Moment {
            table: self.place.table,
            deal: DealNumber(step.deal),
            seat,
            turn: (step.phase, step.turn),
        };
        delay(moment, self.seed, range)
    }
}

/// How long before the end of a window its player is warned, in milliseconds.
fn warning(lasts: Duration) -> u64 {
    let quarter = u64::try_from(lasts.as_millis() / 4).unwrap_or(u64::MAX);
    quarter.clamp(5_000, 30_000)
}

fn at(at: Millis, ring: Ring) -> Alarm {
    Alarm { at, ring }
}

fn earliest(alarms: impl IntoIterator<Item = Option<Alarm>>) -> Option<Alarm> {
    alarms.into_iter().flatten().min_by_key(|a| a.at)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::cards::Card;
    use crate::game::{Event, Revision, TableId};
    use crate::i18n::Lang;
    use crate::players::Random;
    use crate::rules::preset;
    use crate::tools::simulate::Driver;

    /// When the clock rings next, a second after what the table waits for was shown.
    fn rings(game: &Game) -> Option<Alarm> {
        let place = Place {
            table: TableId(7),
            guild: 1,
            channel: 2,
            language: Lang::En,
        };
        let seats = BySeat::from_fn(|seat| Arc::new(game.seat(seat)));
        let begin = Millis(1_000_000);
        let mut timing = Timing::new(game, Revision(1), begin);
        timing.advance(game, &seats, Revision(1), begin);
        timing.shown = Some(begin + Duration::from_secs(1));
        let face = Face {
            place: &place,
            game,
            public: &game.public(),
            seats: &seats,
            timing: &timing,
            seed: &[9; 32],
        };
        face.next()
    }

    /// The table as it were if two seats had each drawn the other's first card of
    /// those that differ and both still hold.
    fn twin(driver: &Driver, one: Seat, two: Seat) -> Option<Game> {
        let hands = [one, two].map(|seat| driver.game.seat(seat).hand);
        let mut log = driver.log.clone();
        let (shuffle, starter) = log.iter_mut().rev().find_map(|event| {
            if let Event::Dealt {
                shuffle, starter, ..
            } = event
            {
                Some((shuffle, *starter))
            } else {
                None
            }
        })?;
        let place = |seat: Seat, card: Card| {
            let mut drawn = (seat.steps_from(starter)..100).step_by(4);
            drawn.find(|&at| shuffle.deck[at] == card)
        };
        let of_one = hands[0].minus(&hands[1]).iter().next()?;
        let of_two = hands[1].minus(&hands[0]).iter().next()?;
        let (from, to) = (place(one, of_one)?, place(two, of_two)?);
        shuffle.deck.swap(from, to);
        let twin = Game::from_events(&log).expect("the log opens a table");
        (twin.seat(one).hand != hands[0]).then_some(twin)
    }

    #[test]
    fn when_a_computer_player_answers_does_not_follow_from_its_cards() {
        let mut compared = std::collections::BTreeMap::new();
        for (rules, seed) in [("tournament", 8), ("red-five", 9), ("double-dig", 10)] {
            let rules = preset(rules).expect("a preset");
            let players = BySeat::from_fn(|_| Box::new(Random) as Box<_>);
            let mut driver = Driver::new(rules, ClockChoice::Relaxed, players, seed);
            for _ in 0..250 {
                let mover = match driver.game.waits() {
                    Wait::Sealed {
                        asked, answered, ..
                    } => asked.into_iter().find(|seat| !answered.contains(seat)),
                    Wait::Bury { seat, .. } | Wait::Play { seat, .. } => Some(seat),
                    Wait::Lobby
                    | Wait::NeedDeal
                    | Wait::DrawMore { .. }
                    | Wait::Grace { .. }
                    | Wait::Close
                    | Wait::Between { .. }
                    | Wait::Paused
                    | Wait::Over => None,
                };
                let moved = mover.and_then(|seat| Some((seat, twin(&driver, seat, seat.next())?)));
                if let Some((seat, twin)) = moved {
                    let alarm = rings(&driver.game).expect("the seat moves by itself");
                    assert_eq!(rings(&twin), Some(alarm));
                    let phase = driver.game.seat(seat).step.phase;
                    *compared.entry(phase).or_insert(0) += 1;
                    let waited = alarm.at.since(Millis(1_000_000));
                    assert!(waited >= Duration::from_secs(1), "{alarm:?}");
                }
                assert!(driver.step().expect("the table goes on"));
            }
        }
        for phase in "obfp".chars() {
            assert!(compared.contains_key(&phase), "{phase}: {compared:?}");
        }
    }
}
