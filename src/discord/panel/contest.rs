//! What everybody reads of a match: its length, the score, the time left,
//! every deal, and how it ended.

use super::names::{self, team};
use super::parts::{TEXT, deadline, fit, lines};
use super::result;
use crate::clock::Millis;
use crate::discord::reply::Body;
use crate::game::{
    Contest, DealLine, Length, MatchBy, MatchEnd, PublicPhase, PublicView, StartTime,
};
use crate::i18n::{Lang, card, list, moment, seat, side, time_left, tr};
use crate::rules::{
    BySeat, BySide, MatchLimits, MatchTie, Prizes, Seat, Side, cut_sums, fund_points, fund_total,
};
use crate::store::FundRun;
use crate::table::{MatchTime, Snapshot};

/// Deals that stand in one message at most, beside other things.
const SHORT: usize = 24;

/// What the table plays for, where that is more than one game.
pub(super) fn length(lang: Lang, view: &PublicView) -> Option<String> {
    let limits = limits(view)?;
    let mut what = Vec::new();
    what.extend(limits.games.map(|n| tr!(lang, "length-games", games = n)));
    what.extend(limits.deals.map(|n| tr!(lang, "length-deals", deals = n)));
    what.extend(
        limits
            .minutes
            .map(|n| tr!(lang, "length-minutes", minutes = n)),
    );
    if limits.deals.is_some() || limits.minutes.is_some() {
        what.push(tr!(lang, "length-ahead"));
        what.push(match view.rules.match_rules.tie {
            MatchTie::OnStage => tr!(lang, "length-tie-stage"),
            MatchTie::GoldenCard => tr!(lang, "length-tie-card"),
            MatchTie::CutSum => tr!(lang, "length-tie-sum"),
        });
    }
    let between = match lang {
        Lang::ZhCn | Lang::ZhTw => "；",
        Lang::En => "; ",
    };
    Some(tr!(lang, "length-match", what = what.join(between)))
}

/// When the match is to start, and what lateness costs.
pub(super) fn starts(lang: Lang, view: &PublicView) -> Option<String> {
    let StartTime(at) = view.starts?;
    let at = Millis(at);
    Some(tr!(
        lang,
        "match-starts",
        time = moment(at),
        left = time_left(at),
        late = view.rules.match_rules.late.minutes()
    ))
}

fn limits(view: &PublicView) -> Option<MatchLimits> {
    view.length.limits(&view.rules.match_rules)
}

/// The score of the match in one line.
pub(super) fn score(snap: &Snapshot, lang: Lang) -> Option<String> {
    let view = &*snap.public;
    let limits = limits(view)?;
    let contest = &*view.contest;
    let several = limits.games != Some(1);
    let mut parts = vec![if several {
        games(lang, contest)
    } else {
        tr!(lang, "match-plain")
    }];
    parts.extend(limits.deals.map(|deals| {
        let done = contest.deals.len();
        tr!(lang, "match-deals", done = done, deals = deals)
    }));
    parts.extend(time(snap, lang));
    if view.length.is_own_match() && view.rules.match_rules.prizes == Prizes::FundAndBoard {
        parts.push(prizes(lang, contest));
    }
    Some(parts.join(" · "))
}

/// The games that the sides have won.
fn games(lang: Lang, contest: &Contest) -> String {
    let [east_west, south_north] = Side::ALL.map(|s| side(lang, s));
    let [one, other] = Side::ALL.map(|s| contest.games[s]);
    tr!(
        lang,
        "match-score",
        east_west = east_west,
        one = one,
        other = other,
        south_north = south_north
    )
}

/// The prizes that the sides have found on the board.
fn prizes(lang: Lang, contest: &Contest) -> String {
    let [east_west, south_north] = Side::ALL.map(|s| side(lang, s));
    let found = |side: Side| {
        let found = contest.boxes.iter().filter(|b| b.side == side && b.prize);
        found.count()
    };
    let [one, other] = Side::ALL.map(found);
    tr!(
        lang,
        "match-prizes",
        east_west = east_west,
        one = one,
        other = other,
        south_north = south_north
    )
}

/// The time left, while a match clock is there.
fn time(snap: &Snapshot, lang: Lang) -> Option<String> {
    let view = &*snap.public;
    if view.contest.end.is_some() {
        return None;
    }
    if view.contest.time_up {
        let playing = !matches!(view.phase, PublicPhase::Between | PublicPhase::Shuffling);
        return Some(if playing {
            tr!(lang, "match-last-deal")
        } else {
            tr!(lang, "match-time-up")
        });
    }
    Some(match snap.match_time? {
        MatchTime::Ends(at) => tr!(lang, "match-left", left = time_left(at)),
        MatchTime::Left(left) => {
            let minutes = left.div_ceil(60_000);
            tr!(lang, "match-stands", minutes = minutes)
        }
    })
}

/// Every deal of the match, a line for each game, the newest `most` of them.
pub(super) fn deals(lang: Lang, view: &PublicView, most: usize) -> Vec<String> {
    if view.length == Length::Game || view.contest.deals.is_empty() {
        return Vec::new();
    }
    let skipped = view.contest.deals.len().saturating_sub(most);
    let mut text: Vec<String> = Vec::new();
    let newest = &view.contest.deals[skipped..];
    for game in newest.chunk_by(|a, b| a.game == b.game) {
        let shown: Vec<String> = game.iter().map(deal).collect();
        text.push(tr!(
            lang,
            "match-game",
            game = game[0].game,
            deals = shown.join(" · ")
        ));
    }
    text.push(tr!(lang, "match-legend"));
    text
}

/// The newest deals, for messages that say other things besides.
pub(super) fn newest_deals(lang: Lang, view: &PublicView) -> Vec<String> {
    deals(lang, view, SHORT)
}

fn deal(line: &DealLine) -> String {
    let change = if line.change { "⇄" } else { "" };
    format!(
        "{} {}{} {}{change}",
        line.deal.0,
        team(line.dealing.seats()[0]),
        line.level.label(),
        line.score
    )
}

/// The box that the winners of the last deal have opened.
pub(super) fn opened_box(lang: Lang, contest: &Contest) -> Option<String> {
    let opened = contest.boxes.last()?;
    let prize = if opened.prize { "yes" } else { "no" };
    Some(tr!(
        lang,
        "match-box",
        side = side(lang, opened.side),
        number = opened.number,
        prize = prize
    ))
}

/// How the match ended.
pub(super) fn end(snap: &Snapshot, lang: Lang, end: &MatchEnd) -> Vec<String> {
    let mut text = vec![
        tr!(
            lang,
            "match-won",
            side = side(lang, end.winner),
            names = names::both(snap, lang, end.winner)
        ),
        final_score(lang, end),
    ];
    match &end.by {
        MatchBy::Games => {}
        MatchBy::Ahead => text.push(tr!(lang, "match-by-ahead")),
        MatchBy::OnStage => text.push(tr!(lang, "match-by-stage")),
        MatchBy::Late => text.push(tr!(
            lang,
            "match-by-late",
            side = side(lang, end.winner.other()),
            late = snap.public.rules.match_rules.late.minutes()
        )),
        MatchBy::GoldenCard(cuts) => {
            let shown: Vec<String> = cuts.iter().map(|cut| golden(lang, cut)).collect();
            text.push(tr!(lang, "match-by-card", cuts = shown.join(" = ")));
        }
        MatchBy::CutSum(cuts) => {
            let shown: Vec<String> = cuts.iter().map(|cut| seats_cut(lang, cut)).collect();
            let sums = cuts.last().map_or_else(BySide::default, cut_sums);
            let [one, other] = Side::ALL.map(|s| sums[s]);
            text.push(tr!(
                lang,
                "match-by-sum",
                cuts = shown.join(" = "),
                one = one,
                other = other
            ));
        }
    }
    text.extend(fund(snap, lang, end.winner));
    text.extend(deals(lang, &snap.public, usize::MAX));
    text
}

/// What the match has done to the champions' fund (`tv` 四).
fn fund(snap: &Snapshot, lang: Lang, winner: Side) -> Vec<String> {
    let Some(FundRun { wins, ended }) = snap.fund else {
        return Vec::new();
    };
    let mut text = vec![tr!(
        lang,
        "match-fund",
        names = names::both(snap, lang, winner),
        wins = wins,
        points = fund_points(wins),
        total = fund_total(wins)
    )];
    if ended > 0 {
        text.push(tr!(
            lang,
            "match-fund-ended",
            names = names::both(snap, lang, winner.other()),
            wins = ended,
            total = fund_total(ended)
        ));
    }
    text
}

fn final_score(lang: Lang, end: &MatchEnd) -> String {
    let [east_west, south_north] = Side::ALL.map(|s| side(lang, s));
    let [one, other] = Side::ALL.map(|s| end.games[s]);
    let [one_level, other_level] = Side::ALL.map(|s| end.levels[s].label());
    tr!(
        lang,
        "match-end-games",
        east_west = east_west,
        one = one,
        other = other,
        south_north = south_north,
        one_level = one_level,
        other_level = other_level
    )
}

fn golden(lang: Lang, cut: &BySide<crate::cards::Card>) -> String {
    let shown = cut
        .iter()
        .map(|(s, &c)| format!("{} {}", side(lang, s), card(lang, c)));
    list(lang, &shown.collect::<Vec<_>>())
}

fn seats_cut(lang: Lang, cut: &BySeat<crate::cards::Card>) -> String {
    let shown = cut
        .iter()
        .map(|(s, &c)| format!("{} {}", seat(lang, s), card(lang, c)));
    list(lang, &shown.collect::<Vec<_>>())
}

/// The message of a deal that was broken off because a side has won the game.
pub(super) fn broken(snap: &Snapshot, lang: Lang, winner: Side) -> Body {
    let view = &*snap.public;
    let between = view.phase == PublicPhase::Between;
    let number = view.deal.as_ref().map_or(0, |d| d.number.0);
    let mut text = vec![
        Some(tr!(
            lang,
            "match-broken",
            deal = number,
            side = side(lang, winner)
        )),
        score(snap, lang),
    ];
    text.extend(newest_deals(lang, view).into_iter().map(Some));
    if between {
        text.push(result::ready(snap, lang));
        text.push(deadline(snap));
    }
    Body {
        text: fit(&lines(text), TEXT),
        rows: if between {
            result::rows(snap, lang)
        } else {
            Vec::new()
        },
        ..Body::default()
    }
}

/// Who has checked the plays while that trick was being played: a line a seat,
/// whoever asked first above.
pub(super) fn checks(snap: &Snapshot, lang: Lang, trick: u8) -> Vec<String> {
    let deal = snap.public.deal.as_ref();
    let checks = deal.map_or(&[][..], |d| &d.checks);
    let mut sums: Vec<(Seat, u32, u32)> = Vec::new();
    for check in checks.iter().filter(|c| c.trick == trick) {
        let penalty = u32::from(check.penalty);
        match sums.iter_mut().find(|(seat, ..)| *seat == check.seat) {
            Some((_, times, sum)) => {
                *times += 1;
                *sum += penalty;
            }
            None => sums.push((check.seat, 1, penalty)),
        }
    }
    let line = |(who, times, penalty): (Seat, u32, u32)| {
        tr!(
            lang,
            "checked",
            seat = names::seat_name(snap, lang, who),
            times = times,
            penalty = penalty
        )
    };
    sums.into_iter().map(line).collect()
}
