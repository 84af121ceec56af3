//! Tables that cannot be played on: their log cannot be read, or they panic
//! again and again. Each is set aside, alone; the others go on.

use super::Place;
use super::registry::Registry;
use crate::game::TableId;

impl Registry {
    /// The tables that were set aside, by number.
    #[must_use]
    pub fn aside(&self) -> Vec<Place> {
        let mut aside: Vec<Place> = self.set_aside().iter().map(|p| p.clone()).collect();
        aside.sort_by_key(|place| place.table);
        aside
    }

    /// The table of that channel that was set aside.
    #[must_use]
    pub fn aside_in(&self, channel: u64) -> Option<Place> {
        let mut aside = self.aside().into_iter();
        aside.find(|place| place.channel == channel)
    }

    /// Whether that table was set aside.
    #[must_use]
    pub fn is_aside(&self, table: TableId) -> bool {
        self.set_aside().contains_key(&table)
    }

    /// Sets a table aside, with one line for the operator.
    pub(super) fn put_aside(&self, place: Place, why: &str) {
        tracing::error!(
            table = place.table.0,
            channel = place.channel,
            why,
            "a table is set aside; a manager may end it with /table end or, once what is \
             stored of it is mended, take it up again with /server repair"
        );
        self.set_aside().insert(place.table, place);
    }
}
