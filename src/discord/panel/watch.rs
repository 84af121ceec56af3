//! What an onlooker sees: the public side of a table on one private panel.

use super::deal::spoken;
use super::names::seat_name;
use super::parts::{TEXT, fit, lasting, lines};
use super::status::state;
use super::{pictures, trick};
use crate::discord::custom_id::Verb;
use crate::discord::reply::{Body, Picture, Row, Style};
use crate::game::{PublicDeal, PublicTrick};
use crate::i18n::{Lang, tr};
use crate::rules::BySeat;
use crate::table::Snapshot;

/// The table for somebody who watches it. Made from the public view alone, so
/// that it shows nothing that is not in the channel, whoever asks.
#[must_use]
pub fn watch(snap: &Snapshot, lang: Lang) -> Body {
    let view = &*snap.public;
    let mut text = vec![tr!(lang, "watch-title")];
    text.extend(state(snap, lang));
    if let Some(deal) = &view.deal {
        text.extend(
            deal.dealer
                .map(|d| tr!(lang, "deal-dealer", seat = seat_name(snap, lang, d))),
        );
        text.extend(spoken(snap, lang, &deal.spoken));
        text.extend(last(snap, lang, deal));
    }
    let mut again = lasting(snap, Verb::Watch, 1, &tr!(lang, "button-watch-again"));
    again.style = Style::Primary;
    Body {
        text: fit(&lines(text.into_iter().map(Some)), TEXT),
        picture: picture(snap, lang),
        rows: vec![Row::Buttons(vec![
            again,
            lasting(snap, Verb::Last, 0, &tr!(lang, "button-last")),
            lasting(snap, Verb::Rules, 0, &tr!(lang, "button-rules")),
        ])],
        ..Body::default()
    }
}

/// The trick that lies on the table; before anybody has led to it, the last one.
fn shown(deal: &PublicDeal) -> Option<&PublicTrick> {
    let begun = |t: &&PublicTrick| t.plays.values().any(Option::is_some);
    let open = deal.trick.as_ref().filter(begun);
    open.or_else(|| deal.finished.last())
}

fn last(snap: &Snapshot, lang: Lang, deal: &PublicDeal) -> Vec<String> {
    let Some(one) = shown(deal) else {
        return Vec::new();
    };
    let mut text = vec![tr!(
        lang,
        "watch-trick",
        trick = one.number,
        points = one.points
    )];
    text.extend(trick::plays(snap, lang, one));
    text.extend(one.failed.as_ref().map(|f| trick::failed(lang, f)));
    text
}

/// Always one while a deal is there: a picture that stood before would stay
/// below a panel without one.
fn picture(snap: &Snapshot, lang: Lang) -> Option<Picture> {
    let view = &*snap.public;
    let deal = view.deal.as_ref()?;
    if let Some(result) = &view.result {
        return Some(pictures::deal(view, result, lang));
    }
    let empty = || PublicTrick {
        number: 1,
        leader: deal.dealer.unwrap_or(deal.starter),
        plays: BySeat::default(),
        standing: None,
        points: 0,
        failed: None,
    };
    let lies = shown(deal).cloned().unwrap_or_else(empty);
    Some(pictures::trick(view, &lies, lang))
}
