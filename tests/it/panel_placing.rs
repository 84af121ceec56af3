//! What a seat is told of the card it places, of points it buries, of why it can
//! only pass, and how it comes back from auto-play.

use chaodipi::cards::CardSet;
use chaodipi::discord::panel::{PanelOptions, public_messages, seat_panel, status};
use chaodipi::discord::reply::{Body, Row, Style};
use chaodipi::game::{Action, Ask, ClockChoice, PublicPhase};
use chaodipi::i18n::Lang;
use chaodipi::rules::Seat;
use chaodipi::rules::auction::AuctionAct;
use chaodipi::table::Snapshot;

use crate::clauses_support::Layout;
use crate::game_support::{PASS, SEATS, Table, declare, person, set};
use crate::panel_game::{each_state, public, seen as snapshot};
use crate::support::tells;

fn panel(table: &Table, seat: usize) -> Body {
    of(&snapshot(table, Lang::En), seat)
}

fn of(snap: &Snapshot, seat: usize) -> Body {
    seat_panel(snap, SEATS[seat], Lang::En, PanelOptions::default())
}

/// The table after a sealed round in which that seat has placed in vain.
fn in_vain(table: &Table, seat: usize, cards: &str) -> Snapshot {
    let mut snap = snapshot(table, Lang::En);
    snap.outdone[SEATS[seat]] = Some(set(cards));
    snap
}

#[test]
fn without_a_clock_whoever_placed_hears_at_once_and_later_whether_it_counts() {
    // Seat 2 draws its level card first, seat 1 third.
    let hands = ["S3 S4 S5 S2", "S3 S4 H2", "C2", "S5"];
    let mut table = Table::drawn("tournament", ClockChoice::None, hands);
    tells(&panel(&table, 1).text, "drawn earliest");
    let open = public(&table);
    tells(&open, "All four are asked: East, South, West, North");
    tells(
        &status(&snapshot(&table, Lang::En), Lang::En),
        "whether anyone places",
    );

    table.ok(person(2), declare("H2"));
    tells(&panel(&table, 1).text, "You placed ♥2.");
    tells(&panel(&table, 1).text, "cannot be taken back");
    table.ok(person(1), PASS);
    tells(&panel(&table, 0).text, "You placed nothing");
    for seat in [0, 2, 3] {
        assert!(!panel(&table, seat).text.contains("♥2"), "{seat}");
    }
    assert_eq!(public(&table), open, "nobody else learns who has answered");
    table.ok(person(3), declare("C2"));
    table.ok(person(4), PASS);
    table.table(Action::CloseWindow);

    let closed = in_vain(&table, 1, "H2");
    tells(&of(&closed, 1).text, "Your ♥2 does not count: West");
    tells(&of(&closed, 2).text, "You placed ♣2 (trump: ♣)");
    for seat in [0, 2, 3] {
        let text = of(&closed, seat).text;
        assert!(!text.contains("does not count"), "{seat}: {text}");
    }
    let messages = public_messages(&closed);
    assert!(messages.iter().all(|m| !m.body.text.contains("♥2")));
}

#[test]
fn in_ranked_presets_the_lower_one_is_told_so() {
    let hands = ["S2", "H3 H2 H2", "C3", "D3"];
    let mut table = Table::drawn("flag", ClockChoice::None, hands);
    tells(&panel(&table, 0).text, "the highest counts");
    table.ok(person(1), declare("S2"));
    table.ok(person(2), declare("H2 H2"));
    table.ok(person(3), PASS);
    table.ok(person(4), PASS);
    table.table(Action::CloseWindow);
    let closed = in_vain(&table, 0, "S2");
    tells(&of(&closed, 0).text, "Your ♠2 does not count: what South");
}

#[test]
fn with_a_clock_the_first_one_counts_and_is_confirmed() {
    let layout = Layout::new(["S2", "H2", "", ""], "");
    let mut table = Table::first_deal("tournament", ClockChoice::Relaxed, &layout);
    tells(&panel(&table, 0).text, "Whoever places first decides");
    assert!(!public(&table).contains("All four are asked"));
    table.ok(person(2), declare("H2"));
    tells(
        &panel(&table, 1).text,
        "You placed ♥2 (trump: ♥). It counts",
    );
    assert!(!public(&table).contains("♥2"));
}

#[test]
fn points_in_the_bottom_are_a_warning_to_the_dealers_only() {
    let mut seen = [0, 0];
    for seed in 70..90 {
        each_state(seed, |_, table| {
            let mut snap = table.snapshot(Lang::En);
            let PublicPhase::Burying { seat } = snap.public.phase else {
                return;
            };
            let hand = snap.seats[seat].hand;
            let mut cards: Vec<_> = hand.iter().collect();
            cards.sort_by_key(|c| std::cmp::Reverse(c.points()));
            let draft = CardSet::from_cards(&cards[..8]).expect("of a hand");
            if draft.points() == 0 {
                return;
            }
            let deal = snap.public.deal.as_ref().expect("a deal");
            let attacks = deal.dealer.expect("settled").side() != seat.side();
            snap.drafts[seat] = draft;
            for suggested in [false, true] {
                snap.suggested[seat] = suggested;
                let body = seat_panel(&snap, seat, Lang::En, PanelOptions::default());
                let warns = body.text.contains("⚠️");
                assert_eq!(warns, !attacks && !suggested, "{}", body.text);
                let red = body.rows.iter().any(|row| match row {
                    Row::Buttons(buttons) => buttons.iter().any(|b| b.style == Style::Danger),
                    Row::Select(_) | Row::People(_) => false,
                });
                assert_eq!(red, warns);
                tells(&body.text, "points");
                assert_eq!(body.text.contains("count for you"), attacks);
            }
            seen[usize::from(attacks)] += 1;
        });
    }
    assert!(seen.into_iter().all(|times| times > 0), "{seen:?}");
}

#[test]
fn whoever_can_only_pass_reads_why_and_nobody_else() {
    let mut asked = [0, 0];
    for seed in 30..40 {
        each_state(seed, |_, table| {
            let snap = table.snapshot(Lang::En);
            for seat in Seat::ALL {
                let must_pass = match &snap.seats[seat].ask {
                    Ask::Overturn {
                        options,
                        answered: None,
                    }
                    | Ask::Fry {
                        options,
                        answered: None,
                    } => options.iter().all(|o| *o == AuctionAct::Pass),
                    _ => continue,
                };
                let body = seat_panel(&snap, seat, Lang::En, PanelOptions::default());
                let only_pass = body.text.contains("You can only pass");
                assert_eq!(only_pass, must_pass, "{}", body.text);
                asked[usize::from(only_pass)] += 1;
                for message in public_messages(&snap) {
                    assert!(!message.body.text.contains("only pass"));
                }
            }
        });
    }
    assert!(asked.into_iter().all(|times| times > 0), "{asked:?}");
}

#[test]
fn whoever_is_on_auto_play_finds_the_button_that_the_panel_names() {
    let mut empty = 0;
    for seed in 60..63 {
        each_state(seed, |_, table| {
            let mut snap = table.snapshot(Lang::En);
            for seat in Seat::ALL {
                let mut view = (*snap.seats[seat]).clone();
                view.auto = true;
                snap.seats[seat] = std::sync::Arc::new(view);
                let body = seat_panel(&snap, seat, Lang::En, PanelOptions::default());
                let labels: Vec<&str> = body
                    .rows
                    .iter()
                    .flat_map(|row| match row {
                        Row::Buttons(buttons) => buttons.iter().map(|b| b.label.as_str()).collect(),
                        Row::Select(_) | Row::People(_) => Vec::new(),
                    })
                    .collect();
                assert!(labels.contains(&"I'm back"), "{}: {labels:?}", body.text);
                assert!(!labels.contains(&"Auto-play"), "{labels:?}");
                assert!(body.rows.len() <= 5);
                empty += usize::from(labels.len() == 1);
            }
        });
    }
    assert!(empty > 0, "somewhere it is the only one");
}
