//! Since when a table waits for what, and when Discord showed it. Kept in the
//! store with every commit, so that deadlines outlive the process.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::departed::Departed;
use super::{MatchTime, Shown};
use crate::clock::Millis;
use crate::game::{
    Ask, Game, HeldUp, Mover, Pause, Revision, SealedKind, SeatView, StartTime, Wait,
};
use crate::rules::{BySeat, Seat};

/// The state of a table's clock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Timing {
    /// What the table waits for, by name.
    wait: String,
    /// The revision that shows it.
    pub(super) revision: Revision,
    /// Since when it waits.
    pub(super) since: Millis,
    /// When Discord accepted the public messages that show it.
    pub(super) shown: Option<Millis>,
    /// How far the seats' panels are.
    pub(super) panels: BySeat<Panel>,
    /// Computer players that could place a card.
    pub(super) could: BySeat<Option<Could>>,
    /// When a person last did anything.
    pub(super) touched: Millis,
    /// A permission is known to be missing, whatever Discord accepts.
    #[serde(default)]
    pub(super) denied: bool,
    /// The clock of the match.
    #[serde(default)]
    pub(super) match_time: Option<MatchTime>,
    /// When nobody is waited for any longer before a match that has a starting
    /// time; `None` once it has begun.
    #[serde(default)]
    pub(super) late: Option<Millis>,
    /// The vote that only silent people hold up.
    #[serde(default)]
    pub(super) held: Option<Held>,
    /// Who saw hands of the deal being played and is forgotten.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) departed: Vec<Departed>,
}

/// A vote that only silent people hold up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Held {
    pub(super) vote: HeldUp,
    /// Since when they hold it up: names it.
    pub(super) began: Millis,
    /// Since when they are silent: since then, or when one of them last did anything.
    pub(super) since: Millis,
}

/// How far a seat's panel is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Panel {
    /// Not sent yet, or not accepted.
    #[default]
    Pending,
    /// The seat cannot be written to.
    Unreachable,
    /// Accepted by Discord.
    Shown(Millis),
}

/// A computer player that could place a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Could {
    /// Since when.
    pub(super) since: Millis,
    /// How many ways it has.
    pub(super) ways: usize,
    /// Whether it was asked and did not want to.
    pub(super) declined: bool,
}

impl Timing {
    /// The clock of a table that was opened at `now`.
    pub(super) fn new(game: &Game, revision: Revision, now: Millis) -> Timing {
        Timing {
            wait: name(&game.waits(), game.paused()),
            revision,
            since: now,
            shown: None,
            panels: BySeat::default(),
            could: BySeat::default(),
            touched: now,
            denied: false,
            match_time: None,
            late: late_at(game),
            held: None,
            departed: Vec::new(),
        }
    }

    /// The table has come to `revision`: if it waits for something else now,
    /// its clock begins anew.
    pub(super) fn advance(
        &mut self,
        game: &Game,
        seats: &BySeat<std::sync::Arc<SeatView>>,
        revision: Revision,
        now: Millis,
    ) {
        let wait = game.waits();
        let name = name(&wait, game.paused());
        if name != self.wait {
            self.wait = name;
            self.revision = revision;
            self.since = now;
            self.shown = None;
            self.panels = BySeat::default();
        }
        self.match_time = match_time(self.match_time, game, &wait, now);
        let vote = game.held_up();
        let known = self.held.filter(|held| Some(held.vote) == vote);
        self.held = known.or(vote.map(|vote| Held {
            vote,
            began: now,
            since: now,
        }));
        if wait != Wait::Lobby {
            self.late = None;
        }
        if !game.in_deal() {
            self.departed.clear();
        }
        let drawing = matches!(wait, Wait::DrawMore { .. } | Wait::Grace { .. });
        for seat in Seat::ALL {
            let ways = match (&seats[seat].ask, game.mover(seat)) {
                (Ask::Place { options }, Mover::Computer(_)) if drawing => options.len(),
                _ => 0,
            };
            let known = self.could[seat].filter(|c| c.ways == ways);
            self.could[seat] = known.or((ways > 0).then_some(Could {
                since: now,
                ways,
                declined: false,
            }));
        }
    }

    /// A computer player was asked and places nothing for now; `None` when it
    /// could not have placed anything.
    pub(super) fn declined(&mut self, seat: Seat) -> Option<()> {
        self.could[seat].as_mut().map(|could| could.declined = true)
    }

    /// The person on a seat has done something, or tried to; whether that
    /// matters to a vote. In a sealed round it does not: it would tell who answered.
    pub(super) fn heard(&mut self, seat: Option<Seat>, game: &Game, now: Millis) -> bool {
        let Some(held) = &mut self.held else {
            return false;
        };
        let matters = seat.is_some_and(|s| held.vote.silent[s]) && !game.in_sealed_round();
        if matters {
            held.since = now;
        }
        matters
    }

    /// What Discord has shown; whether that says anything new.
    pub(super) fn report(&mut self, shown: Shown, now: Millis) -> bool {
        match shown {
            Shown::Public(revision) => {
                let new = revision >= self.revision && self.shown.is_none();
                if new {
                    self.shown = Some(now);
                }
                new
            }
            Shown::Panel(seat, revision) => {
                let new = revision >= self.revision
                    && matches!(self.panels[seat], Panel::Pending | Panel::Unreachable);
                if new {
                    self.panels[seat] = Panel::Shown(now);
                }
                new
            }
            Shown::Unreachable(seat, revision) => {
                let new = revision >= self.revision && self.panels[seat] == Panel::Pending;
                if new {
                    self.panels[seat] = Panel::Unreachable;
                }
                new
            }
            // These are no matter of the clock's.
            Shown::Blocked { .. } | Shown::Denied(_) => false,
        }
    }

    /// When anything last happened that the clock knows of.
    pub(super) fn last_sign(&self) -> Millis {
        self.since.max(self.touched)
    }

    /// Moves everything on by a time, over at `now`, in which the program did
    /// not run.
    pub(super) fn add_downtime(&mut self, time: Duration, game: &Game, now: Millis) {
        // A starting time stays what it is; but nobody could come meanwhile.
        if let (Some(at), Some(StartTime(starts))) = (&mut self.late, game.starts()) {
            *at = *at + time.min(now.since(Millis(starts)));
        }
        let later = |at: &mut Millis| *at = *at + time;
        later(&mut self.since);
        later(&mut self.touched);
        if let Some(held) = &mut self.held {
            later(&mut held.since);
        }
        if let Some(MatchTime::Ends(at)) = &mut self.match_time {
            later(at);
        }
        if let Some(at) = &mut self.shown {
            later(at);
        }
        for (_, panel) in self.panels.iter_mut() {
            if let Panel::Shown(at) = panel {
                later(at);
            }
        }
        for (_, could) in self.could.iter_mut() {
            if let Some(could) = could {
                later(&mut could.since);
            }
        }
    }
}

/// When a pair that is not there yet is late (RULES.md §12).
fn late_at(game: &Game) -> Option<Millis> {
    let StartTime(starts) = game.starts()?;
    let grace = game.rules().match_rules.late.minutes();
    Some(Millis(starts) + Duration::from_secs(60 * u64::from(grace)))
}

/// The clock of the match as it goes on: it runs from the start of the match,
/// and stands still while the table is paused.
fn match_time(
    before: Option<MatchTime>,
    game: &Game,
    wait: &Wait,
    now: Millis,
) -> Option<MatchTime> {
    let minutes = game.match_minutes().filter(|_| !game.is_time_up())?;
    let all = Duration::from_secs(60 * u64::from(minutes));
    let left = match before {
        None => all,
        Some(MatchTime::Ends(at)) => at.since(now),
        Some(MatchTime::Left(left)) => Duration::from_millis(left),
    };
    match (wait, before) {
        (Wait::Lobby | Wait::Over, _) => None,
        (Wait::Paused, _) => {
            let left = u64::try_from(left.as_millis()).unwrap_or(u64::MAX);
            Some(MatchTime::Left(left))
        }
        (
            Wait::NeedDeal
            | Wait::DrawMore { .. }
            | Wait::Grace { .. }
            | Wait::Close
            | Wait::Sealed { .. }
            | Wait::Bury { .. }
            | Wait::Play { .. }
            | Wait::Between { .. },
            Some(MatchTime::Ends(at)),
        ) => Some(MatchTime::Ends(at)),
        (
            Wait::NeedDeal
            | Wait::DrawMore { .. }
            | Wait::Grace { .. }
            | Wait::Close
            | Wait::Sealed { .. }
            | Wait::Bury { .. }
            | Wait::Play { .. }
            | Wait::Between { .. },
            None | Some(MatchTime::Left(_)),
        ) => Some(MatchTime::Ends(now + left)),
    }
}

/// A name for what a table waits for; two waits in a row never share one.
fn name(wait: &Wait, paused: Option<Pause>) -> String {
    match wait {
        Wait::Lobby => "lobby".to_owned(),
        Wait::NeedDeal => "shuffle".to_owned(),
        Wait::DrawMore {
            drawn, placeable, ..
        } => format!("draw.{drawn}.{placeable}"),
        Wait::Grace { declared } => format!("grace.{declared}"),
        Wait::Close => "close".to_owned(),
        Wait::Sealed { kind, round, .. } => match kind {
            SealedKind::Declare => format!("declare.{round}"),
            SealedKind::Overturn => format!("overturn.{round}"),
            SealedKind::Fry => format!("fry.{round}"),
        },
        Wait::Bury { round, .. } => format!("bury.{round}"),
        Wait::Play { plays, .. } => format!("play.{plays}"),
        Wait::Between { .. } => "between".to_owned(),
        Wait::Paused => match paused {
            Some(Pause::Idle) | None => "paused".to_owned(),
            Some(Pause::Break) => "paused.break".to_owned(),
            Some(Pause::Agreed) => "paused.agreed".to_owned(),
            Some(Pause::Unshown) => "paused.unshown".to_owned(),
        },
        Wait::Over => "over".to_owned(),
    }
}
