//! Hidden cards change nothing that others see: two deals that differ only in
//! the cards of the other seats look the same to everybody else.

use chaodipi::cards::Rank;
use chaodipi::cards::{Card, CardSet};
use chaodipi::discord::panel::{PanelOptions, own_plays, public_messages, seat_panel, status};
use chaodipi::discord::reply::Body;
use chaodipi::game::{Action, Ask, PublicPhase, Shuffle};
use chaodipi::i18n::Lang;
use chaodipi::players::{Act, bury_eight, suggest};
use chaodipi::rules::Seat;
use chaodipi::rules::auction::AuctionAct;
use chaodipi::table::Snapshot;

use crate::panel_game::{Table, chance, shuffle};
use crate::support::full;

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
        for direct in [false, true] {
            if direct && lang != Lang::En {
                continue;
            }
            let options = PanelOptions {
                direct,
                ..PanelOptions::default()
            };
            let panel = |s| seat_panel(s, watcher, lang, options.clone());
            assert!(panel(&a) == panel(&b), "the watcher's panel, {when}");
        }
    }
    let (a, b) = (a.game.seat(watcher), b.game.seat(watcher));
    assert_eq!(own_plays(&a, Lang::En), own_plays(&b, Lang::En), "{when}");
    assert!(
        suggest(&a) == suggest(&b),
        "what is suggested to the watcher, {when}"
    );
    assert!(
        bury_eight(&a, &CardSet::EMPTY) == bury_eight(&b, &CardSet::EMPTY),
        "{when}"
    );
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

/// Cards exchanged one for one among the two opponents and the bottom, of the
/// same suit each, no level cards, no jokers, no points, no pairs made or broken.
fn swapped_with_bottom(shuffle: &Shuffle, watcher: Seat) -> Shuffle {
    let mut other = shuffle.clone();
    let whose = |at: usize| (at < 100).then(|| Seat::ALL[0].after(at % 4));
    let hidden = |at: &usize| whose(*at) != Some(watcher);
    let plain = |card: Card| card.points() == 0 && card.rank().is_some_and(|r| r != Rank::Two);
    let places: Vec<usize> = (0..108)
        .filter(hidden)
        .filter(|&at| plain(shuffle.deck[at]))
        .collect();
    let held = |deck: &[Card], at: usize, card: Card| {
        (0..108)
            .filter(|&i| whose(i) == whose(at) && deck[i] == card)
            .count()
    };
    let mut changed = Vec::new();
    for &x in &places {
        for &y in &places {
            let (a, b) = (other.deck[x], other.deck[y]);
            let fits = whose(x) != whose(y) && a != b && a.suit() == b.suit();
            let once = held(&other.deck, x, a) == 1
                && held(&other.deck, y, b) == 1
                && held(&other.deck, x, b) == 0
                && held(&other.deck, y, a) == 0;
            if fits && once && changed.len() < 8 && !changed.contains(&x) && !changed.contains(&y) {
                other.deck.swap(x, y);
                changed.extend([x, y]);
            }
        }
    }
    other
}

/// Both tables at once.
struct Both {
    a: Table,
    b: Table,
}

impl Both {
    fn table(&mut self, action: &Action) {
        self.a.table(action.clone());
        self.b.table(action.clone());
    }

    /// One seat does the same at both; `false` where one of them refuses.
    fn same(&mut self, seat: Seat, action: &Action) -> bool {
        let (a, b) = (self.a.game.clone(), self.b.game.clone());
        if self.a.person(seat, action.clone()) && self.b.person(seat, action.clone()) {
            return true;
        }
        (self.a.game, self.b.game) = (a, b);
        false
    }

    /// The seat buries at each table what its own hand suggests there.
    fn bury(&mut self, seat: Seat) {
        for table in [&mut self.a, &mut self.b] {
            let cards = bury_eight(&table.game.seat(seat), &CardSet::EMPTY);
            assert!(table.person(seat, Action::Auction(AuctionAct::Bury { cards })));
        }
    }

    /// The seat plays what is suggested at one table, or some other card
    /// that both tables allow.
    fn play(&mut self, seat: Seat) -> bool {
        let view = self.a.game.seat(seat);
        let suggested = match suggest(&view) {
            Act::Play(cards) => Some(cards),
            Act::Auction(_) | Act::Nothing => None,
        };
        let singles = view.hand.iter().map(|c| vec![c]);
        let plays: Vec<Vec<Card>> = suggested.into_iter().chain(singles).collect();
        plays
            .into_iter()
            .any(|cards| self.same(seat, &Action::Play(cards)))
    }
}

/// The watcher's partner declares and buries, others bury or fry if they can:
/// through the whole auction, whose trump is secret, and into the tricks the
/// watcher sees the same.
#[test]
fn what_others_hold_and_bury_changes_nothing_that_a_seat_sees() {
    let (mut fried, mut played) = (0, 0);
    for seed in 100..100 + full(10, 24) {
        let deal = shuffle(&mut chance(seed));
        let watcher = Seat::ALL[seed as usize % 4];
        let other = swapped_with_bottom(&deal, watcher);
        assert!(other.deck != deal.deck);
        let mut both = Both {
            a: Table::started(),
            b: Table::started(),
        };
        both.a.table(Action::Deal(Box::new(deal)));
        both.b.table(Action::Deal(Box::new(other)));
        both.table(&Action::Draw(100));
        both.table(&Action::OpenPlacing);
        let hand = both.a.game.seat(watcher.partner()).hand;
        let Some(level) = hand.iter().find(|c| c.rank() == Some(Rank::Two)) else {
            continue;
        };
        let cards = CardSet::from_cards(&[level]).expect("one");
        assert!(both.same(
            watcher.partner(),
            &Action::Auction(AuctionAct::Declare { cards })
        ));
        for _ in 0..60 {
            if !plays(&both.a) || played % 6 == 0 {
                compare(&both.a, &both.b, watcher, "with others' cards exchanged");
            }
            match both.a.game.public().phase {
                PublicPhase::Drawing { .. } => both.table(&Action::CloseWindow),
                PublicPhase::Overturning { asked } => {
                    for seat in asked {
                        both.same(seat, &Action::Auction(AuctionAct::Pass));
                    }
                    both.table(&Action::CloseWindow);
                }
                PublicPhase::Frying { asked } => {
                    for seat in asked {
                        let options = both.a.game.seat(seat).ask;
                        let fries = match options {
                            Ask::Fry { options, .. } if seat != watcher => {
                                options.into_iter().next()
                            }
                            _ => None,
                        };
                        let pass = Action::Auction(AuctionAct::Pass);
                        if fries.is_some_and(|fry| both.same(seat, &Action::Auction(fry))) {
                            fried += 1;
                        } else {
                            both.same(seat, &pass);
                        }
                        compare(&both.a, &both.b, watcher, "in a sealed round");
                    }
                    both.table(&Action::CloseWindow);
                }
                // It would see the cards that differ.
                PublicPhase::Burying { seat } if seat == watcher => break,
                PublicPhase::Burying { seat } => both.bury(seat),
                PublicPhase::Playing { seat } => {
                    if !both.play(seat) {
                        break;
                    }
                    played += 1;
                }
                _ => break,
            }
        }
    }
    assert!(fried > 0 && played > 60, "{fried} fried, {played} plays");
}

fn plays(table: &Table) -> bool {
    matches!(table.game.public().phase, PublicPhase::Playing { .. })
}

/// In a sealed round one's own auto-play is one's own business: the panel
/// tells it, the public learns it when the round closes.
#[test]
fn auto_play_in_a_sealed_round_is_told_to_its_own_seat_only() {
    let mut table = Table::started();
    table.table(Action::Deal(Box::new(shuffle(&mut chance(100)))));
    table.table(Action::Draw(100));
    table.table(Action::OpenPlacing);
    let declares = Seat::ALL.into_iter().find_map(|s| {
        let hand = table.game.seat(s).hand;
        let card = hand.iter().find(|c| c.rank() == Some(Rank::Two))?;
        Some((s, CardSet::from_cards(&[card])?))
    });
    let (declarer, cards) = declares.expect("a level card");
    assert!(table.person(declarer, Action::Auction(AuctionAct::Declare { cards })));
    table.table(Action::CloseWindow);
    let seat = declarer.next();
    let before = table.snapshot(Lang::En);
    assert!(matches!(
        before.public.phase,
        PublicPhase::Overturning { .. }
    ));
    assert!(table.person(seat, Action::Auto(true)));
    let after = table.snapshot(Lang::En);
    assert!(public(&before) == public(&after));
    assert_eq!(status(&before, Lang::En), status(&after, Lang::En));
    let panel = |s| seat_panel(s, seat, Lang::En, PanelOptions::default()).text;
    let told = chaodipi::i18n::text(Lang::En, "panel-auto", Vec::new());
    assert!(!panel(&before).contains(&told) && panel(&after).contains(&told));
}
