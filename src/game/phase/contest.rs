//! Games and matches (RULES.md §12): what a game that is won brings, when a
//! match ends, and who wins it.

use crate::game::phase::Steps;
use crate::game::state::Stage;
use crate::game::{Event, Game, Illegal, Length, MatchBy, MatchEnd, Occupant};
use crate::rules::{
    BySeat, BySide, MatchTie, Prizes, Progress, Seat, Side, ahead, cut_sum, golden_card, open_box,
};

/// The match's time is over: between deals it ends, else with the deal.
pub(super) fn time_up(game: &Game) -> Result<Vec<Event>, Illegal> {
    let timed = game.match_minutes().is_some();
    if !timed || game.contest.time_up || game.stage == Stage::Lobby {
        return Err(Illegal::WrongPhase);
    }
    let mut steps = Steps::new(game);
    steps.push(Event::TimeUp);
    steps.end_match();
    Ok(steps.events)
}

/// Nobody is waited for any longer: the match begins where all are there, a
/// pair that is there wins it without a card where the other is not, and where
/// neither is it does not take place (RULES.md §12).
pub(super) fn late(game: &Game) -> Result<Vec<Event>, Illegal> {
    if game.starts.is_none() || game.stage != Stage::Lobby {
        return Err(Illegal::WrongPhase);
    }
    let [one, other] = Side::ALL;
    Ok(vec![match (is_there(game, one), is_there(game, other)) {
        (true, true) => Event::Started,
        (true, false) => forfeited(game, one),
        (false, true) => forfeited(game, other),
        (false, false) => super::ENDED,
    }])
}

/// Whether both seats of a side are taken and ready.
fn is_there(game: &Game, side: Side) -> bool {
    let ready = |seat: Seat| match game.seats[seat].occupant {
        Some(Occupant::Person(_)) => game.seats[seat].ready,
        Some(Occupant::Computer(_)) => true,
        None => false,
    };
    side.seats().into_iter().all(ready)
}

fn forfeited(game: &Game, winner: Side) -> Event {
    Event::MatchWon {
        end: ended(game, winner, MatchBy::Late),
    }
}

impl Steps {
    /// A side has won a game: the table is done, or the match goes on.
    pub(super) fn win_game(&mut self, side: Side) {
        if self.game.length == Length::Game {
            self.push(Event::Won { side });
        } else {
            self.push(Event::GameWon { side });
        }
    }

    /// The winners of a deal open a box of the prize board.
    pub(super) fn open_box(&mut self, side: Side) {
        let game = &self.game;
        let board = match game.rules.match_rules.prizes {
            Prizes::None => false,
            Prizes::FundAndBoard => game.length.is_own_match(),
        };
        let Some(deal) = game.deal.as_deref().filter(|_| board) else {
            return;
        };
        let mut nth = 0;
        let opened = open_box(&game.contest.boxes, side, |below| {
            nth += 1;
            deal.shuffle.lot(nth, below)
        });
        self.extend(opened.map(|opened| Event::BoxOpened { opened }));
    }

    /// Ends the match if it is over; nothing while somebody holds cards.
    pub(super) fn end_match(&mut self) {
        let game = &self.game;
        let Some(limits) = game.length.limits(&game.rules.match_rules) else {
            return;
        };
        let contest = &game.contest;
        // Cuts need the chance of a deal.
        if game.is_over()
            || game.deal.is_none()
            || game.cards_are_out()
            || !limits.reached(&contest.games, contest.deals.len(), contest.time_up)
        {
            return;
        }
        let end = match limits.winner(&contest.games) {
            Some(winner) => ended(game, winner, MatchBy::Games),
            None => by_standing(game),
        };
        self.push(Event::MatchWon { end });
    }
}

/// Who wins a match whose time or whose deals are over.
fn by_standing(game: &Game) -> MatchEnd {
    let ladder = game.rules.scoring.ladder;
    let progress = BySide::from_fn(|side| {
        Progress::new(ladder, game.contest.games[side], &game.standings[side])
    });
    if let Some(winner) = ahead(&progress) {
        return ended(game, winner, MatchBy::Ahead);
    }
    match (game.rules.match_rules.tie, game.contest.on_stage) {
        (MatchTie::OnStage, Some(side)) => ended(game, side, MatchBy::OnStage),
        // Where no deal was finished nobody was on stage: a golden card, too.
        (MatchTie::OnStage, None) | (MatchTie::GoldenCard, _) => {
            let (winner, cuts) = cut(game, Side::ALL.len(), |at| {
                let cards = BySide::from_fn(|side| at(side.index()));
                (golden_card(&cards), cards)
            });
            ended(game, winner, MatchBy::GoldenCard(cuts))
        }
        (MatchTie::CutSum, _) => {
            let (winner, cuts) = cut(game, Seat::ALL.len(), |at| {
                let cards = BySeat::from_fn(|seat: Seat| at(seat.index()));
                (cut_sum(&cards), cards)
            });
            ended(game, winner, MatchBy::CutSum(cuts))
        }
    }
}

/// Cuts, `each` cards a time, until the cards decide.
fn cut<C>(
    game: &Game,
    each: usize,
    decide: impl Fn(&dyn Fn(usize) -> crate::cards::Card) -> (Option<Side>, C),
) -> (Side, Vec<C>) {
    let mut cuts = Vec::new();
    let cards = game.deal.as_deref().map(|d| d.shuffle.cuts());
    let cards = cards.unwrap_or_else(crate::cards::two_decks);
    for one in cards.chunks_exact(each) {
        let (winner, shown) = decide(&|at| one[at]);
        cuts.push(shown);
        if let Some(winner) = winner {
            return (winner, cuts);
        }
    }
    // All 108 cards were cut in equal pairs: then the first side has it.
    (Side::ALL[0], cuts)
}

fn ended(game: &Game, winner: Side, by: MatchBy) -> MatchEnd {
    MatchEnd {
        winner,
        by,
        games: game.contest.games,
        levels: BySide::from_fn(|side| game.standings[side].level),
    }
}

impl Game {
    /// The minutes of the match; `None` where no match clock runs.
    #[must_use]
    pub fn match_minutes(&self) -> Option<u16> {
        self.length.limits(&self.rules.match_rules)?.minutes
    }

    /// Whether the table plays the match of its own ruleset.
    #[must_use]
    pub fn is_own_match(&self) -> bool {
        self.length.is_own_match()
    }

    /// Whether the match's minutes are known to be over.
    #[must_use]
    pub fn is_time_up(&self) -> bool {
        self.contest.time_up
    }

    /// Whether a deal has begun whose cards somebody holds.
    fn cards_are_out(&self) -> bool {
        self.dealing_now().is_some_and(|deal| deal.drawn > 0)
    }
}
