//! A person's own settings change that person's panels and nothing public.

use chaodipi::cards::CardSet;
use chaodipi::discord::limits::{OPTIONS, faults};
use chaodipi::discord::panel::{PanelOptions, bury_parts, lead_part, ping, public_messages};
use chaodipi::discord::panel::{seat_panel, status};
use chaodipi::discord::reply::{Body, Row};
use chaodipi::game::Ask;
use chaodipi::i18n::{Lang, groups};
use chaodipi::render::{Palette, Sheet, WIDTH, hand_height};
use chaodipi::rules::Seat;
use chaodipi::table::{CardOrder, HandPlace, Personal, Snapshot};

use crate::panel_game::{each_state, some_draft};

/// Everything chosen otherwise than at first, in two ways.
fn unusual(text_only: bool) -> Personal {
    Personal {
        hand: HandPlace::Channel,
        language: Some(Lang::ZhTw),
        two_colours: true,
        large: true,
        text_only,
        order: CardOrder {
            trumps_right: true,
            low_first: true,
        },
        ping: false,
        suggestions: false,
    }
}

/// The same state, with those settings for everybody.
fn chosen(snap: &Snapshot, personal: Personal) -> Snapshot {
    let mut snap = snap.clone();
    for seat in Seat::ALL {
        if let Some(person) = &mut snap.people[seat] {
            person.personal = personal;
        }
    }
    snap
}

fn panel(snap: &Snapshot, seat: Seat) -> Body {
    seat_panel(snap, seat, Lang::En, PanelOptions::default())
}

fn ids(body: &Body) -> String {
    let mut ids = String::new();
    for row in &body.rows {
        match row {
            Row::Buttons(buttons) => buttons.iter().for_each(|b| ids += &b.id),
            Row::Select(select) => ids += &select.id,
            Row::People(select) => ids += &select.id,
        }
        ids.push('\n');
    }
    ids
}

#[test]
fn nothing_public_depends_on_what_somebody_has_chosen() {
    each_state(5, |number, table| {
        let before = table.snapshot(Lang::ZhCn);
        let after = chosen(&before, unusual(number % 2 == 0));
        assert!(public_messages(&before) == public_messages(&after));
        assert_eq!(status(&before, Lang::En), status(&after, Lang::En));
        for seat in Seat::ALL {
            let (before, after) = (ping(&before, seat), ping(&after, seat));
            // The post is the same at the same time; only Discord calls nobody.
            let text = |body: &Option<Body>| body.as_ref().map(|b| (b.text.clone(), b.rows.len()));
            assert_eq!(text(&before), text(&after));
            assert!(before.is_none_or(|b| b.pings.len() == 1));
            assert!(after.is_none_or(|b| b.pings.is_empty()));
        }
    });
}

#[test]
fn a_hand_is_shown_in_the_chosen_order_and_look() {
    each_state(6, |_, table| {
        let snap = table.snapshot(Lang::En);
        for seat in Seat::ALL {
            let Some(usual) = panel(&snap, seat).picture else {
                continue;
            };
            let other = chosen(&snap, unusual(false));
            let picture = panel(&other, seat).picture.expect("a picture");
            let (Sheet::Hand(before), Sheet::Hand(after)) = (usual.sheet(), picture.sheet()) else {
                panic!("a hand");
            };
            assert_eq!(after.palette, Palette::TwoColour);
            assert!(after.large && !before.large);
            let cards = |sheet: &chaodipi::render::HandSheet| -> Vec<Vec<_>> {
                let cards = |g: &Vec<chaodipi::render::Face>| g.iter().map(|f| f.card).collect();
                sheet.groups.iter().map(cards).collect()
            };
            let mut expected = cards(before);
            if before.groups[0].iter().all(|face| face.trump) {
                expected.rotate_left(1);
            }
            expected.iter_mut().for_each(|group| group.reverse());
            assert_eq!(cards(after), expected);
            assert_eq!(picture.alt, groups(Lang::En, &expected));
        }
    });
}

#[test]
fn a_large_hand_has_the_size_of_its_number_and_few_bytes() {
    let (mut seen, mut most) = (0, 0);
    for seed in 1..=4 {
        each_state(seed, |number, table| {
            if number % 9 != 0 {
                return;
            }
            let snap = chosen(&table.snapshot(Lang::En), unusual(false));
            for seat in Seat::ALL {
                let Some(picture) = panel(&snap, seat).picture else {
                    continue;
                };
                let png = picture.png();
                let number = |at: usize| u32::from_be_bytes([0, 1, 2, 3].map(|i| png[at + i]));
                let height = hand_height(snap.seats[seat].hand.len(), true);
                assert_eq!((number(16), number(20)), (WIDTH, height));
                most = most.max(png.len());
                seen += 1;
            }
        });
    }
    assert!(seen > 40, "{seen} hands");
    assert!(most <= 16_000, "{most} bytes");
}

#[test]
fn text_only_puts_the_hand_into_the_text_and_no_picture() {
    each_state(7, |number, table| {
        let snap = chosen(&table.snapshot(Lang::ZhCn), unusual(true));
        for seat in Seat::ALL {
            let body = panel(&snap, seat);
            assert!(body.picture.is_none());
            assert_eq!(faults(&body), Vec::<String>::new());
            let hand = &snap.seats[seat].hand;
            for card in hand.iter() {
                let named = chaodipi::i18n::card(Lang::En, card);
                assert!(body.text.contains(&named), "{number}: {named}");
            }
        }
    });
}

#[test]
fn without_suggestions_nothing_is_proposed_but_all_can_be_done() {
    let mut asked = 0;
    each_state(8, |_, table| {
        let snap = table.snapshot(Lang::En);
        let other = chosen(&snap, unusual(false));
        for seat in Seat::ALL {
            let (usual, plain) = (ids(&panel(&snap, seat)), ids(&panel(&other, seat)));
            for proposed in ["v1.suggest.", "v1.set."] {
                asked += usize::from(usual.contains(proposed));
                assert!(!plain.contains(proposed), "{plain}");
            }
            for verb in ["pick", "follow", "forced", "play", "bury", "type", "auto"] {
                let verb = format!("v1.{verb}.");
                assert_eq!(usual.contains(&verb), plain.contains(&verb), "{verb}");
            }
        }
    });
    assert!(asked > 20, "{asked} proposals");
}

#[test]
fn selects_offer_every_card_in_any_order() {
    each_state(9, |_, table| {
        let snap = table.snapshot(Lang::En);
        for seat in Seat::ALL {
            let view = &snap.seats[seat];
            if view.ask == Ask::Bury {
                let draft = some_draft(&snap, seat, 3);
                assert_eq!(draft.len(), 3);
            }
            for trumps_right in [false, true] {
                for low_first in [false, true] {
                    let by = CardOrder {
                        trumps_right,
                        low_first,
                    };
                    let parts = bury_parts(view, by);
                    assert!(parts.iter().all(|part| part.len() <= OPTIONS));
                    let all = CardSet::from_cards(&parts.concat());
                    assert_eq!(all, Some(view.hand));
                    assert!(parts.concat().starts_with(&lead_part(view, by)));
                }
            }
        }
    });
}
