//! Hidden cards change nothing that others see: two deals that differ only in
//! the cards of the other seats look the same to everybody else.

use chaodipi::cards::Rank;
use chaodipi::discord::panel::{PanelOptions, public_messages, seat_panel, status};
use chaodipi::discord::reply::Body;
use chaodipi::game::{Action, PublicPhase, Shuffle};
use chaodipi::i18n::Lang;
use chaodipi::players::bury_eight;
use chaodipi::rules::Seat;
use chaodipi::rules::auction::AuctionAct;
use chaodipi::table::Snapshot;

use crate::panel_game::{Table, chance, shuffle};

/// Everything that is public, without the commitment, which binds all cards.
fn public(snap: &Snapshot) -> Vec<(String, Body)> {
    let commitment = snap.public.deal.as_ref().map(|d| d.commitment.clone());
    let mut messages: Vec<(String, Body)> = public_messages(snap)
        .into_iter()
        .map(|m| (m.key, m.body))
        .collect();
    if let Some(hash) = commitment {
        for (_, body) in &mut messages {
            body.text = body.text.replace(&hash, "");
        }
    }
    messages
}

fn compare(a: &Table, b: &Table, watcher: Seat, when: &str) {
    for lang in Lang::ALL {
        let (a, b) = (a.snapshot(lang), b.snapshot(lang));
        assert!(public(&a) == public(&b), "public, {when}");
        assert_eq!(status(&a, lang), status(&b, lang), "{when}");
        let panel = |s| seat_panel(s, watcher, lang, PanelOptions::default());
        assert!(panel(&a) == panel(&b), "the watcher's panel, {when}");
    }
}

/// The deck with two cards changed over that neither the watcher drew, nor
/// lie in the bottom, nor are level cards, nor points the suggestion looks at.
fn swapped(shuffle: &Shuffle, starter: Seat, watcher: Seat) -> Shuffle {
    let drawn_by = |at: usize| starter.after(at % 4);
    let plain = |at: &usize| shuffle.deck[*at].rank().is_some_and(|r| r != Rank::Two);
    let of = |seat: Seat| {
        (0..100)
            .filter(|&at| drawn_by(at) == seat)
            .filter(plain)
            .collect::<Vec<_>>()
    };
    let (next, previous) = (of(watcher.next()), of(watcher.previous()));
    let mut other = shuffle.clone();
    for (&x, &y) in next.iter().zip(&previous) {
        other.deck.swap(x, y);
    }
    other
}

#[test]
fn swapped_hidden_cards_leave_panels_and_messages_as_they_are() {
    let mut compared = 0;
    for seed in 0..6 {
        let mut random = chance(seed);
        let deal = shuffle(&mut random);
        // The ace of spades is flipped on seat 0, which starts.
        let starter = Seat::ALL[0];
        for watcher in Seat::ALL {
            let mut a = Table::started();
            let mut b = Table::started();
            let other = swapped(&deal, starter, watcher);
            assert!(other.deck != deal.deck);
            a.table(Action::Deal(Box::new(deal.clone())));
            b.table(Action::Deal(Box::new(other)));
            for upto in [20, 60, 100] {
                for table in [&mut a, &mut b] {
                    table.table(Action::Draw(upto));
                    table.table(Action::OpenPlacing);
                }
                compare(&a, &b, watcher, "while drawing");
            }
            let hand = a.game.seat(watcher).hand;
            let level = hand.iter().find(|c| c.rank() == Some(Rank::Two));
            let Some(level) = level else { continue };
            let cards = [level].into_iter().collect::<Vec<_>>();
            let cards = chaodipi::cards::CardSet::from_cards(&cards).expect("one");
            for table in [&mut a, &mut b] {
                let placed = Action::Auction(AuctionAct::Declare { cards });
                assert!(table.person(watcher, placed));
            }
            compare(&a, &b, watcher, "after placing");
            compared += until_lead(&mut a, &mut b, watcher);
        }
    }
    assert!(compared > 10, "{compared} deals went on to the lead");
}

/// Everybody passes, the watcher buries and leads.
fn until_lead(a: &mut Table, b: &mut Table, watcher: Seat) -> usize {
    for _ in 0..20 {
        match a.game.public().phase {
            PublicPhase::Drawing { .. } => {
                a.table(Action::CloseWindow);
                b.table(Action::CloseWindow);
            }
            PublicPhase::Overturning { ref asked } | PublicPhase::Frying { ref asked } => {
                for seat in asked.clone() {
                    for table in [&mut *a, &mut *b] {
                        let pass = Action::Auction(AuctionAct::Pass);
                        table.person(seat, pass);
                    }
                    compare(a, b, watcher, "in a sealed round");
                }
                a.table(Action::CloseWindow);
                b.table(Action::CloseWindow);
            }
            PublicPhase::Burying { seat } if seat == watcher => {
                compare(a, b, watcher, "while burying");
                let cards = bury_eight(&a.game.seat(seat), &Default::default());
                for table in [&mut *a, &mut *b] {
                    let bury = Action::Auction(AuctionAct::Bury { cards });
                    assert!(table.person(seat, bury));
                }
            }
            PublicPhase::Playing { seat } => {
                assert_eq!(seat, watcher);
                compare(a, b, watcher, "before the lead");
                let lead = vec![a.game.seat(seat).hand.iter().next().expect("a card")];
                for table in [&mut *a, &mut *b] {
                    assert!(table.person(seat, Action::Play(lead.clone())));
                }
                compare(a, b, watcher, "after the lead");
                return 1;
            }
            _ => return 0,
        }
        compare(a, b, watcher, "in the auction");
    }
    0
}
