//! How seats, people and rulesets are called in messages.

use crate::game::{Occupant, PublicView};
use crate::i18n::{Lang, escape_name, seat, tr};
use crate::rules::{PRESETS, Preset, PresetLines, RuleSet, Seat, Side};
use crate::table::Snapshot;

/// Who sits there: an escaped name, the computer, or nobody.
pub(super) fn occupant(snap: &Snapshot, lang: Lang, at: Seat) -> String {
    match snap.public.seats[at].occupant {
        Some(Occupant::Person(_)) => snap.people[at]
            .as_ref()
            .map_or_else(|| "?".into(), |p| escape_name(&p.name)),
        Some(Occupant::Computer(_)) => tr!(lang, "computer"),
        None => tr!(lang, "free-seat"),
    }
}

/// Who sits on the two seats of a side.
pub(super) fn both(snap: &Snapshot, lang: Lang, side: Side) -> String {
    side.seats().map(|s| occupant(snap, lang, s)).join(" + ")
}

/// A seat with who sits there: `East Anna`.
#[must_use]
pub fn seat_name(snap: &Snapshot, lang: Lang, at: Seat) -> String {
    format!("{} {}", seat(lang, at), occupant(snap, lang, at))
}

/// The sign of a seat's side.
pub(super) const fn team(at: Seat) -> &'static str {
    match at.side() {
        Side::EastWest => "■",
        Side::SouthNorth => "□",
    }
}

/// What a seat is in the deal: dealer, dealing side, attacker.
pub(super) fn role(view: &PublicView, lang: Lang, at: Seat) -> Option<String> {
    let deal = view.deal.as_ref()?;
    if deal.dealer == Some(at) {
        return Some(tr!(lang, "role-dealer"));
    }
    let side = deal.dealer.map(Seat::side).or(view.stage)?;
    Some(if side == at.side() {
        tr!(lang, "role-dealing-side")
    } else {
        tr!(lang, "role-attacker")
    })
}

/// A preset in one language.
#[must_use]
pub const fn preset_lines(lang: Lang, preset: &Preset) -> &PresetLines {
    match lang {
        Lang::ZhCn => &preset.text.zh_cn,
        Lang::ZhTw => &preset.text.zh_tw,
        Lang::En => &preset.text.en,
    }
}

/// The name of the preset that rules come from, with a mark where a house
/// rule changes it.
#[must_use]
pub fn preset_name(lang: Lang, rules: &RuleSet) -> String {
    let name = PRESETS.iter().find(|p| p.id == rules.base).map_or_else(
        || rules.base.clone(),
        |p| preset_lines(lang, p).name.clone(),
    );
    if rules.house {
        tr!(lang, "house-rules", name = name)
    } else {
        name
    }
}
