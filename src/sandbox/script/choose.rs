//! What a scripted person does, from its panel alone.

use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, SliceRandom};

use super::panel::Panel;
use crate::sandbox::SeenSelect;

/// Something a person does.
pub(crate) enum Deed {
    /// Clicks the button with that id.
    Click(String),
    /// Chooses these values in the select with that id.
    Select(String, Vec<String>),
    /// Types that command, with these cards if it has any.
    Type(&'static str, Option<String>),
    /// Types `/play` with one of the suggestions.
    Complete,
}

/// So often a step is tried as planned; then what is suggested is done.
const PLANNED: u32 = 6;

/// What to do; `None`: wait. It follows from what the panel shows and from
/// `chance`, which is the same each time, so that a panel that is late, or an
/// answer that is lost, changes nothing but the time it takes. `tries` says how
/// often this step was tried before; beyond [`PLANNED`] what is suggested is done.
pub(crate) fn deed(panel: &Panel, typed: bool, tries: u32, chance: &mut StdRng) -> Option<Deed> {
    sealed(panel, typed, chance)
        .or_else(|| bury(panel, typed, tries, chance))
        .or_else(|| play(panel, typed, tries, chance))
        .or_else(|| ready(panel, typed))
}

fn click(panel: &Panel, verb: &str) -> Option<Deed> {
    panel.button(verb).map(|b| Deed::Click(b.custom_id.clone()))
}

/// Overturning and frying: mostly passes.
fn sealed(panel: &Panel, typed: bool, chance: &mut StdRng) -> Option<Deed> {
    if let Some(sure) = click(panel, "sure") {
        return Some(sure);
    }
    panel.button("pass")?;
    for (verb, command) in [("overturn", "overturn"), ("fry", "fry")] {
        let Some(button) = panel.button(verb).filter(|_| chance.random_bool(0.4)) else {
            continue;
        };
        return Some(if typed {
            Deed::Type(command, Some(cards(&button.label)))
        } else {
            Deed::Click(button.custom_id.clone())
        });
    }
    if typed {
        Some(Deed::Type("pass", None))
    } else {
        click(panel, "pass")
    }
}

/// The cards in a label such as `Hook back: ♠2 ♠2 → ♠`.
fn cards(label: &str) -> String {
    let from = label.rsplit([':', '：']).next().unwrap_or(label);
    let cards = from.split('→').next().unwrap_or(from);
    cards.trim().to_owned()
}

/// The question whether to place a card: asked once for each number of cards
/// that could be placed. `None`: something else is asked.
pub(crate) fn place_key(panel: &Panel) -> Option<String> {
    let options = panel.buttons("declare").count();
    (options > 0).then(|| format!("{} with {options}", panel.step))
}

/// Placing a card, or not; where that is a sealed question, not to is to pass.
pub(crate) fn place(panel: &Panel, typed: bool, chance: &mut StdRng) -> Option<Deed> {
    let options: Vec<_> = panel.buttons("declare").collect();
    if !chance.random_bool(0.6) {
        let pass = click(panel, "pass")?;
        return Some(if typed {
            Deed::Type("pass", None)
        } else {
            pass
        });
    }
    let option = options.choose(chance)?;
    Some(if typed {
        Deed::Type("declare", Some(cards(&option.label)))
    } else {
        Deed::Click(option.custom_id.clone())
    })
}

/// Burying: eight of the lowest group by hand, or what is suggested.
fn bury(panel: &Panel, typed: bool, tries: u32, chance: &mut StdRng) -> Option<Deed> {
    if !panel.has("bury") && !panel.has("burypoints") {
        return None;
    }
    if typed {
        let from = panel.hand.len().checked_sub(8)?;
        return Some(Deed::Type("bury", Some(panel.hand[from..].join(" "))));
    }
    if let Some(confirm) = click(panel, "bury").or_else(|| click(panel, "burypoints")) {
        return Some(confirm);
    }
    match panel.select("pick") {
        Some(select) if tries < PLANNED && select.options.len() >= 8 && select.max >= 8 => {
            let mut values: Vec<String> = select.options.iter().map(|o| o.value.clone()).collect();
            values.shuffle(chance);
            values.truncate(8);
            Some(Deed::Select(select.custom_id.clone(), values))
        }
        Some(_) | None => click(panel, "suggest"),
    }
}

/// Leading and following.
fn play(panel: &Panel, typed: bool, tries: u32, chance: &mut StdRng) -> Option<Deed> {
    let forced = click(panel, "forced");
    let follow = panel.select("follow");
    let pick = panel.select("pick");
    if forced.is_none() && follow.is_none() && pick.is_none() {
        return None;
    }
    if typed && tries < 4 {
        return Some(Deed::Complete);
    }
    if forced.is_some() {
        return forced;
    }
    // The suggestion is legal, whatever was wrong with the first choice.
    let wrong = tries > 0 && panel.refused;
    if wrong || tries == PLANNED {
        return click(panel, "suggest");
    }
    if let Some(go) = click(panel, "play").or_else(|| click(panel, "throw")) {
        return Some(go);
    }
    if let Some(select) = follow {
        return Some(pick_values(select, select.min, chance));
    }
    if let Some(set) = panel.select("set").filter(|_| chance.random_bool(0.5)) {
        return Some(pick_values(set, 1, chance));
    }
    let select = pick?;
    // Now and then a throw, which may well fail.
    let count = if select.options.len() > 3 && chance.random_bool(0.1) {
        2
    } else {
        1
    };
    Some(pick_values(select, count, chance))
}

/// That many values: those already chosen first, the others at random.
fn pick_values(select: &SeenSelect, count: usize, chance: &mut StdRng) -> Deed {
    let mut rest: Vec<&str> = select
        .options
        .iter()
        .filter(|o| !o.default)
        .map(|o| o.value.as_str())
        .collect();
    rest.shuffle(chance);
    let chosen = select
        .options
        .iter()
        .filter(|o| o.default)
        .map(|o| o.value.as_str())
        .chain(rest)
        .take(count)
        .map(str::to_owned)
        .collect();
    Deed::Select(select.custom_id.clone(), chosen)
}

fn ready(panel: &Panel, typed: bool) -> Option<Deed> {
    let button = panel
        .buttons("ready")
        .find(|b| b.custom_id.split('.').nth(4) == Some("1"))?;
    Some(if typed {
        Deed::Type("table ready", None)
    } else {
        Deed::Click(button.custom_id.clone())
    })
}
