//! Panels of the other presets: whatever a seat may say has its button, within
//! Discord's limits.

use chaodipi::discord::limits::faults;
use chaodipi::discord::panel::{PanelOptions, public_messages, seat_panel};
use chaodipi::discord::reply::{Body, Row};
use chaodipi::game::Ask;
use chaodipi::i18n::Lang;
use chaodipi::rules::auction::AuctionAct;
use chaodipi::rules::{PRESETS, Seat};

use crate::panel_game::{Table, chance, shuffle};

/// Buttons of that verb that can be pressed.
fn enabled(body: &Body, verb: &str) -> usize {
    let prefix = format!("v1.{verb}.");
    let buttons = body.rows.iter().flat_map(|row| match row {
        Row::Buttons(buttons) => buttons.clone(),
        Row::Select(_) | Row::People(_) => Vec::new(),
    });
    buttons
        .filter(|b| b.id.starts_with(&prefix) && !b.disabled)
        .count()
}

fn panel(table: &Table, seat: Seat) -> Body {
    let snap = table.snapshot(Lang::En);
    let body = seat_panel(&snap, seat, Lang::En, PanelOptions::default());
    assert_eq!(faults(&body), Vec::<String>::new());
    body
}

/// Every option has its button; how many options there were.
fn options_have_buttons(table: &Table, seat: Seat) -> usize {
    let (verb, options) = match table.game.seat(seat).ask {
        Ask::Place { options } => ("declare", options),
        Ask::Overturn {
            options,
            answered: None,
        } => ("overturn", options),
        Ask::Fry {
            options,
            answered: None,
        } => ("fry", options),
        _ => return 0,
    };
    let said = options.iter().filter(|o| !matches!(o, AuctionAct::Pass));
    let count = said.count();
    if count > 0 {
        let rules = &table.game.rules().base;
        assert_eq!(enabled(&panel(table, seat), verb), count, "{rules}: {verb}");
    }
    count
}

#[test]
fn every_preset_offers_all_that_may_be_said() {
    let mut offered = 0;
    for (at, preset) in PRESETS.iter().enumerate() {
        for seed in 0..2 {
            let mut random = chance(60 + 2 * at as u64 + seed);
            let mut table = Table::started_by(preset.id);
            let shuffled = shuffle(&mut random);
            for n in 0.. {
                for seat in Seat::ALL {
                    offered += options_have_buttons(&table, seat);
                }
                if n % 25 == 0 {
                    panel(&table, Seat::ALL[at % 4]);
                    for message in public_messages(&table.snapshot(Lang::ZhCn)) {
                        assert_eq!(faults(&message.body), Vec::<String>::new());
                    }
                }
                if !table.step(&shuffled, &mut random) {
                    break;
                }
            }
        }
    }
    assert!(offered > 60, "{offered}");
}
