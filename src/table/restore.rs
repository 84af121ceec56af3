//! Taking a table up from the store: a log that is damaged makes no game at all,
//! rather than a wrong one.

use std::cmp::Ordering;
use std::time::Duration;

use super::actor::{Start, views};
use super::drafts::Drafts;
use super::registry::Registry;
use super::timing::Timing;
use crate::clock::Millis;
use crate::error::AppError;
use crate::game::{Event, Game, Revision, TableId, evolve};
use crate::rules::Seat;
use crate::store::{Logged, StoredTable};

/// Each seat answers a sealed question once.
const MOST_ANSWERS: u64 = Seat::ALL.len() as u64;

impl Registry {
    pub(super) async fn load(
        &self,
        stored: StoredTable,
        downtime: Duration,
        now: Millis,
    ) -> Result<Start, AppError> {
        let table = stored.place.table;
        let log = self.store().log(table).await?;
        let game = fold(table, &log, stored.next_seq)?;
        self.knows_all_at(table, &game).await?;
        if !game.in_sealed_round() && log.iter().any(|l| l.event.is_sealed()) {
            self.store().erase_answers(table).await?;
        }
        let revision = Revision(stored.next_seq);
        let mut timing = match stored.timing {
            Some(timing) => timing,
            None => {
                let at = log.last().map_or(Millis::default(), |l| l.at);
                Timing::new(&game, revision, at)
            }
        };
        timing.add_downtime(downtime, &game, now);
        let (_, seats) = views(&game);
        let drafts = Drafts::restore(self.store().drafts(table).await?, &seats);
        Ok(Start {
            game,
            next_seq: stored.next_seq,
            timing,
            drafts,
        })
    }

    /// Nobody can play with, or be shown to, somebody who is not known.
    async fn knows_all_at(&self, table: TableId, game: &Game) -> Result<(), AppError> {
        let seated = Seat::ALL.into_iter().filter_map(|seat| game.person(seat));
        for player in seated.chain(game.public().host) {
            if self.store().person(player).await?.is_none() {
                let (player, table) = (player.0, table.0);
                return Err(AppError::Corrupt(format!(
                    "person {player}, who belongs to table {table}, is missing"
                )));
            }
        }
        Ok(())
    }
}

/// The game that a log makes, of which `next_seq` is the number after the last.
///
/// # Errors
/// Which of the events is missing or cannot be.
pub(super) fn fold(table: TableId, log: &[Logged], next_seq: u64) -> Result<Game, AppError> {
    let corrupt = |why: String| AppError::Corrupt(format!("the log of table {}: {why}", table.0));
    let missing = |seq| corrupt(format!("event {seq} is missing"));
    let (first, rest) = log.split_first().ok_or_else(|| missing(0))?;
    if first.seq != 0 {
        return Err(missing(0));
    }
    let unopened = || corrupt("it does not begin with the opening of the table".to_owned());
    let mut game = Game::from_events([&first.event]).ok_or_else(unopened)?;
    let mut expected = 1;
    // Answers erased from the round that is open.
    let mut erased = 0;
    for Logged { seq, event, .. } in rest {
        let Some(gap) = seq.checked_sub(expected) else {
            return Err(corrupt(format!("event {seq} is there twice")));
        };
        erased += gap;
        if gap > 0 && !(game.in_sealed_round() && erased <= MOST_ANSWERS) {
            return Err(missing(expected));
        }
        if let Event::Dealt { shuffle, deal, .. } = event
            && !shuffle.is_two_decks()
        {
            let deal = deal.0;
            return Err(corrupt(format!(
                "the cards of deal {deal} are not two decks"
            )));
        }
        evolve(&mut game, event);
        expected = seq + 1;
        if !game.in_sealed_round() {
            erased = 0;
        }
    }
    match expected.cmp(&next_seq) {
        Ordering::Less => Err(missing(expected)),
        Ordering::Equal => Ok(game),
        Ordering::Greater => Err(corrupt(format!("event {next_seq} is one too many"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{PlayerId, Setup};
    use crate::rules::preset;

    /// What is said of a log of so many events of which `next_seq` are counted.
    fn told(events: u64, next_seq: u64) -> String {
        let rules = preset("tournament").expect("a preset");
        let opened = Game::open(rules, Setup::default(), PlayerId(1));
        let invited = |n| Event::Invited {
            player: PlayerId(n),
        };
        let log: Vec<Logged> = (0..events)
            .map(|seq| Logged {
                seq,
                at: Millis::default(),
                event: if seq == 0 {
                    opened.clone()
                } else {
                    invited(seq as i64)
                },
            })
            .collect();
        match fold(TableId(7), &log, next_seq) {
            Ok(_) => String::new(),
            Err(error) => error.line(),
        }
    }

    #[test]
    fn a_log_that_is_too_short_or_too_long_is_told_apart() {
        assert_eq!(told(3, 3), "");
        let short = told(3, 5);
        assert!(short.ends_with("event 3 is missing"), "{short}");
        let long = told(3, 2);
        assert!(long.ends_with("event 2 is one too many"), "{long}");
    }
}
