//! The next table of the same people.

use crate::game::{Event, Game, Occupant, PlayerId, Setup};
use crate::rules::Seat;

impl Game {
    /// The events that open a table with the same rules for the same seats:
    /// whoever asks sits and hosts, computer players sit, and the seats of the
    /// others are kept until they take them. `None` for somebody who does not
    /// sit here.
    #[must_use]
    pub fn again(&self, player: PlayerId) -> Option<Vec<Event>> {
        let own = self.seat_of(player)?;
        let rules = self.rules.as_ref().clone();
        // The hour of the last match was for that one.
        let setup = Setup {
            starts: None,
            ..self.setup()
        };
        let mut events = vec![Game::open(rules, setup, player)];
        for seat in Seat::ALL {
            events.extend(self.seats[seat].occupant.map(|occupant| match occupant {
                Occupant::Person(other) if seat != own => Event::SeatOffered {
                    seat,
                    player: Some(other),
                },
                Occupant::Person(_) | Occupant::Computer(_) => Event::Sat { seat, occupant },
            }));
        }
        Some(events)
    }
}
