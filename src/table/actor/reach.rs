//! Whether the table can be shown, where, and who besides the four has to do
//! with it.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::TableActor;
use crate::game::{Action, Pause, PlayerId, PublicPhase, Revision};
use crate::rules::{BySeat, Seat};
use crate::table::{ActError, Person, Place, Shown, Snapshot};

impl TableActor {
    /// The table stops where it cannot be shown, and goes on once it can.
    pub(super) async fn reach(&mut self, shown: Shown) -> Result<(), ActError> {
        let waits = self.game.paused() == Some(Pause::Unshown);
        match shown {
            Shown::Blocked { gone: true } if self.public.phase == PublicPhase::Lobby => {
                self.table_does(Action::End).await
            }
            Shown::Blocked { .. } => self.hold().await,
            Shown::Denied(denied) => {
                self.timing.denied = denied;
                if denied {
                    self.hold().await
                } else if waits {
                    self.table_does(Action::Resume).await
                } else {
                    Ok(())
                }
            }
            Shown::Public(revision) if waits && !self.timing.denied => {
                if revision >= self.timing.revision {
                    self.table_does(Action::Resume).await
                } else {
                    Ok(())
                }
            }
            Shown::Public(_) | Shown::Panel(..) | Shown::Unreachable(..) => Ok(()),
        }
    }

    async fn hold(&mut self) -> Result<(), ActError> {
        if self.game.is_over() {
            return Ok(());
        }
        self.table_does(Action::Hold).await
    }

    /// Takes the table to another channel, where it goes on.
    pub(super) async fn move_to(&mut self, channel: u64) -> Result<(), ActError> {
        let table = self.shared.place.table;
        self.registry.store().move_table(table, channel).await?;
        let place = Place {
            channel,
            ..self.shared.place.clone()
        };
        let before = self.shared.place.clone();
        self.shared = self.registry.relocate(&self.shared, &before, place);
        self.timing.denied = false;
        if self.game.paused() == Some(Pause::Unshown) {
            self.table_does(Action::Resume).await?;
        }
        self.publish().await;
        Ok(())
    }

    /// The host, and people who were asked to come, where they do not sit there.
    pub(super) async fn guests(&self) -> Vec<Person> {
        let offered = self.public.offers.values().flatten();
        let mut players: Vec<PlayerId> = offered.copied().collect();
        if self.public.phase == PublicPhase::Lobby {
            players.extend(&self.public.invited);
        }
        players.extend(self.public.host);
        players.retain(|&p| self.game.seat_of(p).is_none());
        players.sort();
        players.dedup();
        let mut guests = Vec::new();
        for player in players {
            guests.extend(self.person(player).await);
        }
        guests
    }

    pub(super) async fn person(&self, player: PlayerId) -> Option<Person> {
        match self.registry.store().person(player).await {
            Ok(person) => person,
            Err(error) => {
                tracing::warn!(%error, "a person could not be looked up");
                None
            }
        }
    }

    /// Its person shows that they are there, even where nothing comes of it.
    pub(super) async fn heard(&mut self, seat: Option<Seat>) {
        let mut timing = self.timing.clone();
        if !timing.heard(seat, &self.game, self.now()) {
            return;
        }
        let mut write = self.nothing_happened();
        write.timing = Some(timing.clone());
        if let Err(error) = self.registry.store().commit(write).await {
            // After a restart it may be taken to be silent a little longer.
            let table = self.shared.place.table.0;
            tracing::warn!(table, %error, "a sign of life was not stored");
        }
        self.timing = timing;
        self.publish().await;
    }

    /// The table as the outside may read it.
    pub(super) async fn snapshot(&self) -> Snapshot {
        let mut people = BySeat::default();
        for seat in Seat::ALL {
            if let Some(player) = self.game.person(seat) {
                people[seat] = self.person(player).await;
            }
        }
        Snapshot {
            place: self.shared.place.clone(),
            revision: Revision(self.next_seq),
            public: Arc::clone(&self.public),
            seats: self.seats.clone(),
            people,
            guests: self.guests().await,
            drafts: BySeat::from_fn(|seat| self.drafts.cards(seat)),
            suggested: BySeat::from_fn(|seat| self.drafts.is_suggested(seat)),
            outdone: BySeat::from_fn(|seat| self.drafts.outdone(seat)),
            deadline: self.face().deadline(),
            silence: self.face().silence(),
            match_time: self.timing.match_time,
            fund: self.fund().await,
            repairs: self.shared.repairs.load(Ordering::Relaxed),
            complete: true,
        }
    }
}
