//! The pages on which a finished deal is looked back at: the auction, every
//! bury, every trick with all four hands, the result.

use super::names::team;
use super::parts::{LABEL, TEXT, fit, lines};
use super::trick::failed;
use super::{pictures, result};
use crate::cards::CardSet;
use crate::clock::Millis;
use crate::discord::custom_id::{CustomId, Verb};
use crate::discord::limits::ALT;
use crate::discord::reply::{Body, Button, Picture, Row, Style};
use crate::game::{Bury, PublicTrick, Review, Step, TableId};
use crate::i18n::{Lang, cards, groups, list, moment, seat, tr, trump};
use crate::render::{OpenSeat, OpenSheet, Palette, Sheet};
use crate::rulebook::preset_name;
use crate::rules::auction::AuctionStep;
use crate::rules::{BySeat, Order, Seat};

/// A finished deal with what its pages need besides.
pub struct Reviewed<'a> {
    /// The deal.
    pub review: &'a Review,
    /// The table it was played at.
    pub table: TableId,
    /// When it ended.
    pub at: Millis,
    /// Who sat where, escaped.
    pub names: &'a BySeat<String>,
}

/// What a page shows.
#[derive(Clone, Copy)]
enum Page<'a> {
    Auction,
    Bury(&'a Bury),
    Trick(&'a PublicTrick),
    Result,
}

fn pages(review: &Review) -> Vec<Page<'_>> {
    let mut pages = vec![Page::Auction];
    pages.extend(review.buries.iter().map(Page::Bury));
    pages.extend(review.tricks.iter().map(Page::Trick));
    pages.push(Page::Result);
    pages
}

/// How many pages the deal has; 2 at least.
#[must_use]
pub fn review_pages(review: &Review) -> usize {
    pages(review).len()
}

/// A page of the deal, counted from 0; the last one where there is none of
/// that number.
#[must_use]
pub fn review_page(deal: &Reviewed<'_>, page: usize, lang: Lang) -> Body {
    let pages = pages(deal.review);
    let at = page.min(pages.len() - 1);
    let order = Order::new(&deal.review.rules.play, deal.review.result.trump);
    let (text, picture) = match pages[at] {
        Page::Auction => auction(deal, &order, lang),
        Page::Bury(one) => bury(deal, &order, one, lang),
        Page::Trick(one) => trick(deal, &order, one, lang),
        Page::Result => ended(deal, &order, lang),
    };
    Body {
        text: fit(&lines(text), TEXT),
        picture: Some(picture),
        rows: rows(deal, at, pages.len(), lang),
        ..Body::default()
    }
}

type Content = (Vec<Option<String>>, Picture);

fn seat_name(deal: &Reviewed<'_>, lang: Lang, at: Seat) -> String {
    format!("{} {}", seat(lang, at), deal.names[at])
}

fn title(deal: &Reviewed<'_>, lang: Lang) -> String {
    let result = &deal.review.result;
    tr!(
        lang,
        "review-title",
        table = deal.table.0,
        deal = result.deal.0,
        level = result.level.label(),
        trump = trump(lang, result.trump.suit)
    )
}

fn auction(deal: &Reviewed<'_>, order: &Order, lang: Lang) -> Content {
    let review = deal.review;
    let mut text = vec![
        Some(title(deal, lang)),
        Some(format!(
            "{} · {}",
            preset_name(lang, &review.rules),
            moment(deal.at)
        )),
    ];
    text.extend(Seat::ALL.map(|s| Some(format!("{} {}", team(s), seat_name(deal, lang, s)))));
    text.extend(told(deal, lang).into_iter().map(Some));
    let bottom = CardSet::from_cards(&review.dealt_bottom).unwrap_or_default();
    text.push(Some(tr!(
        lang,
        "review-dealt-bottom",
        cards = cards(lang, order.descending(&bottom))
    )));
    text.extend(hands(order, &review.drawn, lang));
    let picture = pictures::open_hands(order, &bottom, &review.drawn, lang);
    (text, picture)
}

/// Four hands, a line each.
fn hands(order: &Order, hands: &BySeat<CardSet>, lang: Lang) -> [Option<String>; 4] {
    Seat::ALL.map(|at| {
        let held = groups(lang, &pictures::hand_groups(order, &hands[at]));
        Some(format!("{} {held}", seat(lang, at)))
    })
}

/// The auction, a line for each step that says something; passes together.
fn told(deal: &Reviewed<'_>, lang: Lang) -> Vec<String> {
    let mut told = Vec::new();
    let mut passed: Vec<String> = Vec::new();
    for step in &deal.review.auction {
        if let AuctionStep::Passed { seat: at } = step {
            passed.push(seat(lang, *at));
            continue;
        }
        let line = line(deal, lang, step);
        if line.is_some() && !passed.is_empty() {
            told.push(tr!(lang, "review-passed", seats = list(lang, &passed)));
            passed.clear();
        }
        told.extend(line);
    }
    if !passed.is_empty() {
        told.push(tr!(lang, "review-passed", seats = list(lang, &passed)));
    }
    told
}

fn line(deal: &Reviewed<'_>, lang: Lang, step: &AuctionStep) -> Option<String> {
    let who = |at: &Seat| seat_name(deal, lang, *at);
    Some(match step {
        AuctionStep::Placed {
            seat,
            cards: with,
            trump: made,
        } => tr!(
            lang,
            "spoken-declared-with",
            seat = who(seat),
            cards = cards(lang, with.iter()),
            trump = trump(lang, made.suit)
        ),
        AuctionStep::Overturned {
            seat,
            cards: with,
            trump: made,
        } => tr!(
            lang,
            "spoken-overturned-with",
            seat = who(seat),
            cards = cards(lang, with.iter()),
            trump = trump(lang, made.suit)
        ),
        AuctionStep::Fried {
            seat,
            cards: with,
            trump: made,
            hook_back: false,
        } => tr!(
            lang,
            "spoken-fried-with",
            seat = who(seat),
            cards = cards(lang, with.iter()),
            trump = trump(lang, made.suit)
        ),
        AuctionStep::Fried {
            seat,
            cards: with,
            trump: made,
            hook_back: true,
        } => tr!(
            lang,
            "spoken-hooked-back-with",
            seat = who(seat),
            cards = cards(lang, with.iter()),
            trump = trump(lang, made.suit)
        ),
        AuctionStep::BottomCardTurned { card, .. } => {
            tr!(lang, "deal-turned", cards = cards(lang, [*card]))
        }
        AuctionStep::Undeclared => tr!(lang, "result-nobody-spoke"),
        AuctionStep::LotNeeded => tr!(lang, "review-lot"),
        AuctionStep::DealerSettled { seat } => tr!(lang, "deal-dealer", seat = who(seat)),
        AuctionStep::Buried { seat, cards } => tr!(
            lang,
            "review-buried",
            seat = who(seat),
            points = cards.points()
        ),
        AuctionStep::TrumpSettled { trump: made, .. } => {
            tr!(lang, "deal-trump", trump = trump(lang, made.suit))
        }
        AuctionStep::Passed { .. }
        | AuctionStep::Closed
        | AuctionStep::Asked { .. }
        | AuctionStep::BottomTaken { .. }
        | AuctionStep::PlayBegins
        | AuctionStep::Redeal { .. } => return None,
    })
}

fn bury(deal: &Reviewed<'_>, order: &Order, bury: &Bury, lang: Lang) -> Content {
    let shown = |set: &CardSet| cards(lang, order.descending(set));
    let text = vec![
        Some(title(deal, lang)),
        Some(tr!(
            lang,
            "review-took",
            seat = seat_name(deal, lang, bury.seat),
            cards = shown(&bury.taken),
            points = bury.taken.points()
        )),
        Some(tr!(
            lang,
            "review-buries",
            cards = shown(&bury.buried),
            points = bury.buried.points()
        )),
        Some(tr!(
            lang,
            "review-keeps",
            cards = groups(lang, &pictures::hand_groups(order, &bury.hands[bury.seat]))
        )),
    ];
    let picture = pictures::open_hands(order, &bury.buried, &bury.hands, lang);
    (text, picture)
}

fn trick(deal: &Reviewed<'_>, order: &Order, trick: &PublicTrick, lang: Lang) -> Content {
    let result = &deal.review.result;
    let number = usize::from(trick.number);
    let kept = deal.review.hands_before(number + 1);
    let mut text = vec![Some(tr!(
        lang,
        "trick-title",
        deal = result.deal.0,
        trick = trick.number,
        level = result.level.label(),
        trump = trump(lang, result.trump.suit)
    ))];
    for at in trick.leader.round() {
        let star = if trick.standing == Some(at) {
            " ★"
        } else {
            ""
        };
        let crown = if result.dealer == at { "♛" } else { "" };
        let play = trick.plays[at].iter().flatten().copied();
        text.push(Some(tr!(
            lang,
            "trick-play",
            who = format!("{}{crown} {}", team(at), seat_name(deal, lang, at)),
            cards = cards(lang, play),
            star = star.to_owned()
        )));
    }
    text.push(trick.failed.as_ref().map(|f| failed(lang, f)));
    let won = |t: &&PublicTrick| {
        let by = t.standing.map(Seat::side);
        t.number <= trick.number && by.is_some_and(|s| s != result.dealing_side)
    };
    let total: u16 = deal
        .review
        .tricks
        .iter()
        .filter(won)
        .map(|t| t.points)
        .sum();
    text.push(Some(tr!(
        lang,
        "trick-points",
        points = trick.points,
        total = total
    )));
    if kept.values().any(|hand| !hand.is_empty()) {
        text.push(Some(tr!(lang, "review-kept")));
        text.extend(hands(order, &kept, lang));
    }
    (text, open_trick(order, trick, &kept, lang))
}

fn open_trick(order: &Order, trick: &PublicTrick, kept: &BySeat<CardSet>, lang: Lang) -> Picture {
    let sheet = OpenSheet {
        seats: Seat::ALL.map(|at| OpenSeat {
            played: pictures::faces(order, trick.plays[at].iter().flatten().copied()),
            kept: pictures::faces(order, order.descending(&kept[at])),
        }),
        leader: trick.leader.index(),
        winner: trick.standing.map(Seat::index),
        labels: pictures::labels(lang),
        palette: Palette::FourColour,
    };
    let alt: Vec<String> = Seat::ALL
        .into_iter()
        .map(|at| {
            let play = trick.plays[at].iter().flatten().copied();
            let held = groups(lang, &pictures::hand_groups(order, &kept[at]));
            format!("{} {} | {held}", seat(lang, at), cards(lang, play))
        })
        .collect();
    Picture::new("open.png", Sheet::Open(sheet), fit(&alt.join("\n"), ALT))
}

fn ended(deal: &Reviewed<'_>, order: &Order, lang: Lang) -> Content {
    let review = deal.review;
    let end = &review.result;
    let mut text = result::outcome(lang, &review.rules.scoring, end);
    let dealer = seat_name(deal, lang, end.dealer);
    text.push(Some(result::deal(lang, end, dealer, &review.rules)));
    text.push(Some(result::last_trick(lang, end)));
    text.push(Some(result::bottom(lang, order, end)));
    text.push(Some(tr!(
        lang,
        "result-commitment",
        salt = result::hex(&end.salt),
        table = deal.table.0,
        deal = end.deal.0
    )));
    text.extend(hands(order, &end.hands, lang));
    let picture = pictures::open_hands(order, &end.bottom, &end.hands, lang);
    (text, picture)
}

/// The id of a page: it works as long as the log is there.
fn page_id(deal: &Reviewed<'_>, page: usize, redraw: u32) -> String {
    CustomId {
        verb: Verb::Replay,
        table: deal.table,
        step: Step {
            deal: deal.review.result.deal.0,
            phase: 'x',
            turn: 0,
        },
        index: u16::try_from(page).unwrap_or(u16::MAX),
        redraw,
    }
    .to_string()
}

fn rows(deal: &Reviewed<'_>, at: usize, count: usize, lang: Lang) -> Vec<Row> {
    let last = count - 1;
    let button = |id, label: &str, disabled| Button {
        id,
        label: fit(label, LABEL),
        style: Style::Secondary,
        disabled,
    };
    // Two buttons may lead to the same page; their ids must differ all the same.
    let to = |page: usize, nth: u32, label: &str, disabled: bool| {
        button(page_id(deal, page, nth), label, disabled)
    };
    let next = (at + 1).min(last);
    let mut forward = to(next, 4, &tr!(lang, "button-page-next"), at == last);
    forward.style = Style::Primary;
    let place = format!("{} / {count}", at + 1);
    let turn = vec![
        to(0, 1, "⏮", at == 0),
        to(
            at.saturating_sub(1),
            2,
            &tr!(lang, "button-page-back"),
            at == 0,
        ),
        to(at, 3, &place, true),
        forward,
        to(last, 5, "⏭", at == last),
    ];
    let lasting = |verb| CustomId::lasting(verb, deal.table, 0).to_string();
    let more = vec![
        button(lasting(Verb::Game), &tr!(lang, "button-game"), false),
        button(lasting(Verb::Record), &tr!(lang, "button-record"), false),
    ];
    vec![Row::Buttons(turn), Row::Buttons(more)]
}
