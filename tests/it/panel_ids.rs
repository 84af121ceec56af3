//! The ids of controls in every phase of every preset: each comes back as what
//! it was made from.

use std::collections::BTreeSet;

use chaodipi::discord::custom_id::CustomId;
use chaodipi::discord::panel::{PanelOptions, public_messages, seat_panel};
use chaodipi::discord::reply::{Body, Row};
use chaodipi::game::{Action, Actor, Step};
use chaodipi::i18n::Lang;
use chaodipi::rules::{PRESETS, Seat};

use crate::panel_game::{Table, chance, player, shuffle};

fn ids(body: &Body) -> Vec<&str> {
    let mut ids = Vec::new();
    for row in &body.rows {
        match row {
            Row::Buttons(buttons) => ids.extend(buttons.iter().map(|b| b.id.as_str())),
            Row::Select(select) => ids.push(select.id.as_str()),
            Row::People(select) => ids.push(select.id.as_str()),
        }
    }
    ids
}

/// Every control of the table as it is reads as it was written.
fn walk(table: &Table, seen: &mut BTreeSet<char>) {
    let snap = table.snapshot(Lang::En);
    let panels = Seat::ALL.map(|s| seat_panel(&snap, s, Lang::En, PanelOptions::default()));
    let public = public_messages(&snap).into_iter().map(|m| m.body);
    for body in panels.into_iter().chain(public) {
        for id in ids(&body) {
            let read: CustomId = id.parse().unwrap_or_else(|_| panic!("{id} is no id"));
            assert_eq!(read.to_string(), id);
        }
    }
    for (_, view) in snap.seats.iter() {
        let phase = view.step.phase;
        seen.insert(phase);
        assert!(Step::PHASES.contains(phase), "{phase} is no phase");
        let id = format!("v1.auto.12.{}{phase}{}.1", view.step.deal, view.step.turn);
        let read: CustomId = id.parse().unwrap_or_else(|_| panic!("{id} is no id"));
        assert_eq!(read.step, view.step);
    }
}

#[test]
fn controls_of_every_phase_come_back() {
    let mut seen = BTreeSet::new();
    for (at, preset) in PRESETS.iter().enumerate() {
        let mut chance = chance(at as u64);
        let shuffle = shuffle(&mut chance);
        walk(&Table::open_by(preset.id), &mut seen);
        let mut table = Table::started_by(preset.id);
        walk(&table, &mut seen);
        while table.step(&shuffle, &mut chance) {
            walk(&table, &mut seen);
        }
        walk(&table, &mut seen);
        let host = Actor::Manager(player(Seat::ALL[0]));
        table.act(host, &Action::End);
        walk(&table, &mut seen);
    }
    let all: BTreeSet<char> = Step::PHASES.chars().collect();
    assert_eq!(seen, all, "a phase was never seen");
}
