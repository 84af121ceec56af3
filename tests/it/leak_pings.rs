//! Who is called by what stands in the channel, and when.

use std::collections::{BTreeSet, HashMap};

use chaodipi::rules::Seat;
use chaodipi::sandbox::{Sandbox, SandboxOptions, UserId};

use crate::leak_support::Truth;

/// A ping calls only somebody on whom the table publicly waits, once a turn;
/// those of a sealed round are posted all at one time. Nobody else's device is
/// called by what stands in the channel.
pub fn check_pings(sandbox: &Sandbox, truth: &Truth, seat_of: impl Fn(UserId) -> Option<Seat>) {
    let end = truth.0.last().expect("a deal").at;
    let mut turns = BTreeSet::new();
    let mut sealed: HashMap<usize, BTreeSet<_>> = HashMap::new();
    for user in (1..=5).map(UserId) {
        let calls = sandbox.notifications(user).into_iter();
        let loud = calls.filter(|c| c.channel == SandboxOptions::CHANNEL && !c.silent);
        for call in loud.filter(|c| c.at <= end) {
            let turn = seat_of(user).and_then(|seat| truth.waits_for(seat, call.at));
            let turn = turn.unwrap_or_else(|| panic!("{user} is called at {}", call.at.0));
            assert!(
                turns.insert((user, turn)),
                "{user} is called twice for a turn"
            );
            if truth.0[turn].sealed {
                sealed.entry(turn).or_default().insert(call.at);
            }
        }
    }
    assert!(turns.len() > 10, "{} pings", turns.len());
    for times in sealed.values() {
        assert_eq!(
            times.len(),
            1,
            "pings of a sealed round one after the other"
        );
    }
}
