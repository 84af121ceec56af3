//! The moves of team A that lose most, as a long search sees them.

use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

use rand::SeedableRng;
use rand::rngs::StdRng;
use serde::Serialize;

use super::pair::{mix, play_watched};
use super::{ArenaArgs, ArenaError, Kind, spread, usable};
use crate::cards::{Card, CardSet};
use crate::game::{Ask, PublicTrick, SeatView};
use crate::players::{Act, Limit, Search};
use crate::rules::Trump;
use crate::rules::auction::AuctionAct;

/// A move that loses something, and where it was made.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Worst {
    /// Value of the better move less that of the one made, in rungs.
    pub loss: f32,
    /// The standard error of that.
    pub doubt: f32,
    /// What was asked.
    pub ask: &'static str,
    /// The pair of deals.
    pub pair: u64,
    /// Its first or its second deal.
    pub deal: u8,
    /// Whose move it was, 0-3.
    pub seat: usize,
    /// The level and the trump, as far as the seat knew it.
    pub trump: String,
    /// The dealer, where it was settled.
    pub dealer: Option<usize>,
    /// Points of the attackers so far.
    pub points: u16,
    /// The seat's cards.
    pub hand: String,
    /// What it had buried, if the bottom was its own.
    pub buried: Option<String>,
    /// What lay in the trick.
    pub trick: String,
    /// What it did.
    pub made: String,
    /// What that is worth to its side, in rungs.
    pub value: f32,
    /// What the long search would have done.
    pub better: String,
    /// What that is worth.
    pub better_value: f32,
    /// The tricks before, for whoever wants to follow the deal.
    pub before: Vec<String>,
}

/// The worst moves of a match.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WorstReport {
    /// Whose moves were looked at.
    pub a: Kind,
    /// Against whom.
    pub b: Kind,
    /// The ruleset.
    pub rules: String,
    /// The seed.
    pub seed: u64,
    /// Pairs of deals.
    pub pairs: u64,
    /// Worlds in which every move was looked at first.
    pub worlds: u32,
    /// Worlds of the long search.
    pub long_worlds: u32,
    /// Moves with something to choose.
    pub looked_at: u64,
    /// Those of them at which the long search looked.
    pub looked_at_long: u64,
    /// The worst, from the greatest loss on.
    pub moves: Vec<Worst>,
}

/// Looks at the moves of a team in one pair of deals.
#[derive(Clone)]
pub(super) struct Watch {
    short: Search,
    long: Search,
    seed: u64,
    place: (u64, u8),
    seen: Arc<Mutex<Seen>>,
}

/// What was seen in a pair.
#[derive(Default)]
struct Seen {
    looked_at: u64,
    looked_at_long: u64,
    moves: Vec<Worst>,
}

impl Watch {
    fn new(args: &ArenaArgs, pair: u64) -> Watch {
        Watch {
            short: Search::new(Limit::Worlds(args.worlds)),
            long: Search::new(Limit::Worlds(args.long_worlds)),
            seed: mix(args.seed ^ 0x3a7c4, pair),
            place: (pair, 1),
            seen: Arc::default(),
        }
    }

    /// The same in the first or the second deal of the pair.
    pub(super) fn in_deal(&self, mirrored: bool) -> Watch {
        Watch {
            place: (self.place.0, 1 + u8::from(mirrored)),
            ..self.clone()
        }
    }

    /// Looks at a move: in a few worlds, and where another seems surely better, in
    /// many others.
    pub(super) fn look(&self, view: &SeatView, act: &Act) {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let mut chance = StdRng::seed_from_u64(mix(self.seed, seen.looked_at));
        let Some(short) = self.short.weigh(view, act, &mut chance) else {
            return;
        };
        seen.looked_at += 1;
        if short.best_value - short.value <= short.doubt {
            return;
        }
        seen.looked_at_long += 1;
        let Some(long) = self.long.weigh(view, act, &mut chance) else {
            return;
        };
        let loss = long.best_value - long.value;
        if loss > long.doubt {
            let deal = view.public.deal.as_ref();
            seen.moves.push(Worst {
                loss,
                doubt: long.doubt,
                ask: asked(&view.ask),
                pair: self.place.0,
                deal: self.place.1,
                seat: view.seat.index(),
                trump: trump(view),
                dealer: deal.and_then(|d| d.dealer).map(|s| s.index()),
                points: deal.map_or(0, |d| d.points),
                hand: names(&view.hand.to_vec()),
                buried: view.buried.map(|cards| names(&cards.to_vec())),
                trick: deal
                    .and_then(|d| d.trick.as_ref())
                    .map_or_else(String::new, told),
                made: said(act),
                value: long.value,
                better: said(&long.best),
                better_value: long.best_value,
                before: deal.map_or_else(Vec::new, |d| d.finished.iter().map(told).collect()),
            });
        }
    }
}

const fn asked(ask: &Ask) -> &'static str {
    match ask {
        Ask::Nothing | Ask::Ready => "nothing",
        Ask::Place { .. } => "declare",
        Ask::Overturn { .. } => "overturn",
        Ask::Bury => "bury",
        Ask::Fry { .. } => "fry",
        Ask::Lead => "lead",
        Ask::Follow { .. } => "follow",
    }
}

/// The level, with the suit or `-` for no trump, `?` where it is not known.
fn trump(view: &SeatView) -> String {
    let level = view.public.deal.as_ref().and_then(|d| d.level);
    match (view.trump, level) {
        (Some(Trump { suit, level }), _) => {
            format!("{}{}", level.letter(), suit.map_or('-', |s| s.letter()))
        }
        (None, Some(level)) => format!("{}?", level.letter()),
        (None, None) => "?".into(),
    }
}

fn names(cards: &[Card]) -> String {
    let names: Vec<String> = cards.iter().map(|c| c.name()).collect();
    names.join(" ")
}

/// A trick, each play with its seat.
fn told(trick: &PublicTrick) -> String {
    let plays = trick.leader.round().into_iter().filter_map(|seat| {
        let cards = trick.plays[seat].as_ref()?;
        Some(format!("{}: {}", seat.index(), names(cards)))
    });
    plays.collect::<Vec<_>>().join(", ")
}

fn said(act: &Act) -> String {
    let set = |cards: &CardSet| names(&cards.to_vec());
    match act {
        Act::Nothing | Act::Auction(AuctionAct::Pass) => "nothing".into(),
        Act::Play(cards) => names(cards),
        Act::Auction(AuctionAct::Declare { cards } | AuctionAct::Bury { cards }) => set(cards),
        Act::Auction(AuctionAct::Overturn { cards, name } | AuctionAct::Fry { cards, name }) => {
            match name {
                Some(name) => {
                    let suit = name
                        .suit()
                        .map_or("no trump".into(), |s| s.letter().to_string());
                    format!("{} for {suit}", set(cards))
                }
                None => set(cards),
            }
        }
    }
}

/// Plays a match and lists the worst moves of team A.
///
/// # Errors
/// As [`super::play`].
pub fn worst(
    args: &ArenaArgs,
    moves: usize,
    progress: &mut dyn Write,
) -> Result<WorstReport, ArenaError> {
    let rules = usable::rules(args)?;
    let mut report = WorstReport {
        a: args.a,
        b: args.b,
        rules: args.rules.clone(),
        seed: args.seed,
        pairs: args.pairs,
        worlds: args.worlds,
        long_worlds: args.long_worlds,
        looked_at: 0,
        looked_at_long: 0,
        moves: Vec::new(),
    };
    let look = |pair| {
        let watch = Watch::new(args, pair);
        play_watched(args, &rules, pair, Some(&watch))?;
        let mut seen = watch.seen.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(std::mem::take(&mut *seen))
    };
    let pairs: Vec<u64> = (0..args.pairs).collect();
    let mut done = 0;
    spread(args, &pairs, look, |seen: Seen| {
        report.looked_at += seen.looked_at;
        report.looked_at_long += seen.looked_at_long;
        report.moves.extend(seen.moves);
        done += 1;
        writeln!(progress, "{done} of {} pairs", args.pairs)?;
        Ok(())
    })?;
    let place = |m: &Worst| (m.pair, m.deal, m.before.len(), m.seat);
    let moves_made = &mut report.moves;
    moves_made.sort_by(|a, b| b.loss.total_cmp(&a.loss).then(place(a).cmp(&place(b))));
    moves_made.truncate(moves);
    Ok(report)
}

impl WorstReport {
    /// Writes it for people.
    ///
    /// # Errors
    /// When `out` cannot be written.
    pub fn write(&self, out: &mut dyn Write) -> std::io::Result<()> {
        writeln!(
            out,
            "moves of {} against {}, {}, seed {}: {} in {} worlds, of these {} in {}",
            self.a.name(),
            self.b.name(),
            self.rules,
            self.seed,
            self.looked_at,
            self.worlds,
            self.looked_at_long,
            self.long_worlds
        )?;
        for (n, m) in self.moves.iter().enumerate() {
            writeln!(
                out,
                "\n{}. loses {:.2} (standard error {:.2}): {}, pair {}, deal {}, trick {}, seat {}",
                n + 1,
                m.loss,
                m.doubt,
                m.ask,
                m.pair,
                m.deal,
                m.before.len() + 1,
                m.seat
            )?;
            let dealer = m.dealer.map_or_else(|| "?".into(), |d| d.to_string());
            writeln!(
                out,
                "   trump {}, dealer {dealer}, attackers {} points",
                m.trump, m.points
            )?;
            writeln!(out, "   hand    {}", m.hand)?;
            if let Some(buried) = &m.buried {
                writeln!(out, "   buried  {buried}")?;
            }
            if !m.trick.is_empty() {
                writeln!(out, "   trick   {}", m.trick)?;
            }
            writeln!(out, "   made    {} ({:.2})", m.made, m.value)?;
            writeln!(out, "   better  {} ({:.2})", m.better, m.better_value)?;
        }
        Ok(())
    }
}
