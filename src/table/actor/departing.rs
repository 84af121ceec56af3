//! People whose data is deleted while the table is open.

use super::TableActor;
use crate::game::{Action, Event, Occupant, PlayerId};
use crate::table::{ActError, Person};

impl TableActor {
    /// Takes a person away whose data is about to be deleted. Which hands of this
    /// deal they have seen is on the disk before.
    pub(super) async fn forget_person(&mut self, person: &Person) -> Result<(), ActError> {
        let table = self.shared.place.table;
        let salt = self.registry.chance().salt(table, self.next_seq)?;
        let mut timing = self.timing.clone();
        if timing.departs(person, &self.game, salt) {
            let mut write = self.nothing_happened();
            write.timing = Some(timing.clone());
            self.registry.store().commit(write).await?;
            self.timing = timing;
        }
        self.table_does(Action::Forget(person.player)).await
    }

    /// Whether whoever sits down by these events may: not if they have seen
    /// another hand of this deal before their data was deleted.
    pub(super) async fn may_sit(
        &self,
        person: Option<PlayerId>,
        events: &[Event],
    ) -> Result<(), ActError> {
        let Some(player) = person else {
            return Ok(());
        };
        let sat = events.iter().find_map(|event| {
            let Event::Sat { seat, occupant } = event else {
                return None;
            };
            (*occupant == Occupant::Person(player)).then_some(*seat)
        });
        let Some(seat) = sat else {
            return Ok(());
        };
        if self.timing.departed.is_empty() {
            return Ok(());
        }
        let person = self.registry.store().person(player).await?;
        match person {
            Some(person) => Ok(self.timing.may_sit(seat, person.discord)?),
            None => Ok(()),
        }
    }
}
