//! The finished deals of a table: a page that lists them, and a summary that
//! may be posted.

use std::collections::BTreeMap;

use super::names::team;
use super::parts::{LABEL, TEXT, fit, lines};
use super::pictures;
use crate::clock::Millis;
use crate::discord::custom_id::{CustomId, Verb};
use crate::discord::limits::{ALT, OPTION_TEXT};
use crate::discord::reply::{Body, Button, Picture, Row, Select, SelectOption, Style};
use crate::game::{DealResult, SpeechKind, TableId};
use crate::i18n::{Lang, channel_link, moment, seat, side, tr, trump};
use crate::render::{Palette, Sheet, SummaryDeal, SummarySeat, SummarySheet};
use crate::rulebook::preset_name;
use crate::rules::{BySeat, RuleSet, Seat, Side};

/// Deals on a page; a select holds no more than 25.
const ON_PAGE: usize = 15;

/// The finished deals of a table with what telling them needs besides.
pub struct Finished<'a> {
    /// The table.
    pub table: TableId,
    /// The server and the channel it was played in.
    pub place: (u64, u64),
    /// The rules.
    pub rules: &'a RuleSet,
    /// The deals, oldest first, with when they ended; at least one.
    pub deals: &'a [(Millis, DealResult)],
    /// Who sat where in these deals, escaped; several one after the other.
    pub names: &'a BySeat<String>,
}

impl Finished<'_> {
    fn pages(&self) -> usize {
        self.deals.len().div_ceil(ON_PAGE).max(1)
    }
}

/// What may be posted: the summary in words and as a picture.
#[must_use]
pub fn game_summary(game: &Finished<'_>, lang: Lang) -> Body {
    Body {
        text: fit(&lines(head(game, lang)), TEXT),
        picture: Some(picture(game, lang)),
        ..Body::default()
    }
}

/// A page of the deals, counted from 0, below the summary; the last page where
/// there is none of that number.
#[must_use]
pub fn game_page(game: &Finished<'_>, page: usize, lang: Lang) -> Body {
    let page = page.min(game.pages() - 1);
    let shown = game.deals.chunks(ON_PAGE).nth(page).unwrap_or_default();
    let mut text = head(game, lang);
    text.extend(shown.iter().map(|(_, deal)| Some(deal_line(lang, deal))));
    Body {
        rows: rows(game, shown, page, lang),
        text: fit(&lines(text), TEXT),
        ..game_summary(game, lang)
    }
}

fn head(game: &Finished<'_>, lang: Lang) -> Vec<Option<String>> {
    let (guild, channel) = game.place;
    let (Some((begun, first)), Some((_, last))) = (game.deals.first(), game.deals.last()) else {
        return Vec::new();
    };
    let mut text = vec![
        Some(tr!(
            lang,
            "game-title",
            table = game.table.0,
            deals = game.deals.len(),
            rules = preset_name(lang, game.rules)
        )),
        Some(format!(
            "{} · {}",
            moment(*begun),
            channel_link(guild, channel)
        )),
    ];
    for at in Side::ALL {
        let [one, other] = at
            .seats()
            .map(|s| format!("{} {}", seat(lang, s), game.names[s]));
        text.push(Some(tr!(
            lang,
            "game-side",
            team = team(at.seats()[0]),
            one = one,
            other = other,
            before = first.before[at].level.label(),
            after = last.after[at].level.label()
        )));
    }
    text.push(
        last.winner
            .map(|at| tr!(lang, "result-won", side = side(lang, at))),
    );
    text.push(Some(tr!(lang, "game-legend")));
    text
}

/// A deal in a line.
fn deal_line(lang: Lang, deal: &DealResult) -> String {
    tr!(
        lang,
        "game-deal",
        deal = deal.deal.0,
        level = deal.level.label(),
        trump = trump(lang, deal.trump.suit),
        dealer = seat(lang, deal.dealer),
        score = deal.sum.score,
        outcome = outcome(lang, deal)
    )
}

fn outcome(lang: Lang, deal: &DealResult) -> String {
    let stage = side(lang, deal.stage);
    match (deal.winner, deal.change) {
        (Some(winner), _) => tr!(lang, "game-deal-won", side = side(lang, winner)),
        (None, _) if deal.seize => tr!(lang, "game-deal-seize"),
        (None, true) => tr!(lang, "game-deal-change", side = stage),
        (None, false) => tr!(lang, "game-deal-stay", side = stage),
    }
}

fn rows(game: &Finished<'_>, shown: &[(Millis, DealResult)], page: usize, lang: Lang) -> Vec<Row> {
    let id = |verb, page: usize, redraw| {
        let index = u16::try_from(page).unwrap_or(u16::MAX);
        let id = CustomId {
            redraw,
            ..CustomId::lasting(verb, game.table, index)
        };
        id.to_string()
    };
    let options = shown.iter().map(|(_, deal)| SelectOption {
        label: fit(&deal_line(lang, deal), OPTION_TEXT),
        value: deal.deal.0.to_string(),
        picked: false,
    });
    let select = Select {
        id: id(Verb::Replay, 0, 9),
        placeholder: tr!(lang, "pick-deal"),
        min: 1,
        max: 1,
        options: options.collect(),
    };
    let button = |id, label: &str| Button {
        id,
        label: fit(label, LABEL),
        style: Style::Secondary,
        disabled: false,
    };
    let mut rows = vec![Row::Select(select)];
    if game.pages() > 1 {
        let mut back = button(
            id(Verb::Game, page.saturating_sub(1), 1),
            &tr!(lang, "button-page-back"),
        );
        back.disabled = page == 0;
        let mut next = button(id(Verb::Game, page + 1, 2), &tr!(lang, "button-page-next"));
        next.disabled = page + 1 == game.pages();
        rows.push(Row::Buttons(vec![back, next]));
    }
    rows.push(Row::Buttons(vec![
        button(id(Verb::Share, 0, 0), &tr!(lang, "button-share")),
        button(id(Verb::Record, 0, 0), &tr!(lang, "button-record")),
        button(id(Verb::History, 0, 0), &tr!(lang, "button-history")),
    ]));
    rows
}

fn picture(game: &Finished<'_>, lang: Lang) -> Picture {
    let rungs = game.rules.scoring.ladder.rungs();
    let rung = |level| rungs.iter().position(|&r| r == level).unwrap_or(0);
    let first = game.deals.first().map(|(_, deal)| deal);
    let start = Side::ALL.map(|at| first.map_or(0, |deal| rung(deal.before[at].level)));
    let deals = game.deals.iter().map(|(_, deal)| SummaryDeal {
        after: Side::ALL.map(|at| {
            if deal.winner == Some(at) {
                rungs.len()
            } else {
                rung(deal.after[at].level)
            }
        }),
        dealer: deal.dealer.index(),
        won: won(deal).map(side_index),
        dug: deal.sum.multiplier > 0,
    });
    let did = did(game);
    let sheet = SummarySheet {
        rungs: rungs.to_vec(),
        start,
        deals: deals.collect(),
        seats: Seat::ALL.map(|at| did.get(&at).copied().unwrap_or_default()),
        labels: pictures::labels(lang),
        palette: Palette::TwoColour,
    };
    let alt: Vec<String> = game
        .deals
        .iter()
        .map(|(_, deal)| deal_line(lang, deal))
        .collect();
    let alt = fit(&alt.join("\n"), ALT);
    Picture::new("summary.png", Sheet::Summary(sheet), alt)
}

/// The side that won a deal; nobody where the next one is seized.
fn won(deal: &DealResult) -> Option<Side> {
    (!deal.seize).then_some(deal.stage)
}

const fn side_index(side: Side) -> usize {
    match side {
        Side::EastWest => 0,
        Side::SouthNorth => 1,
    }
}

/// How often each seat was dealer, fried and dug.
fn did(game: &Finished<'_>) -> BTreeMap<Seat, SummarySeat> {
    let mut did: BTreeMap<Seat, SummarySeat> = BTreeMap::new();
    for (_, deal) in game.deals {
        did.entry(deal.dealer).or_default().dealt += 1;
        for speech in &deal.spoken {
            if speech.kind == SpeechKind::Fried {
                did.entry(speech.seat).or_default().fries += 1;
            }
        }
        if deal.sum.multiplier > 0 {
            did.entry(deal.last_trick.0).or_default().digs += 1;
        }
    }
    did
}
