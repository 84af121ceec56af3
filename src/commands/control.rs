//! Buttons and selects. What each is and does is said by the file it belongs to,
//! in its `CONTROLS`; here they are found by their verb, and it is looked up
//! whether whoever used one may.

use futures_util::future::BoxFuture;

use super::aside::no_such;
use super::common::{At, at, refuse, unknown};
use super::{
    Context, auto, hand, help, house, last, leaderboard, lookback, panel, privacy, rules, server,
    settings, stats, table, watch,
};
use crate::discord::custom_id::{CustomId, Verb};
use crate::discord::reply::Reply;
use crate::i18n::tr;
use crate::table::TableHandle;

/// What was used.
#[derive(Clone, Copy)]
pub(super) struct Click<'a> {
    pub(super) id: CustomId,
    /// What was picked, in a select.
    pub(super) values: &'a [String],
}

impl<'a> Click<'a> {
    /// What was picked first; nothing in particular where nothing was.
    pub(super) fn first(self) -> &'a str {
        self.values.first().map_or("", String::as_str)
    }
}

/// Somebody chosen among the server's members.
#[derive(Clone, Copy)]
pub(super) struct Somebody<'a> {
    /// The Discord user id.
    pub(super) discord: u64,
    /// The name shown.
    pub(super) name: &'a str,
}

type Anywhere = for<'a> fn(&'a Context, Click<'a>) -> BoxFuture<'a, Reply>;
type AtTable = for<'a> fn(&'a Context, &'a TableHandle, Click<'a>) -> BoxFuture<'a, Reply>;
type OnSeat = for<'a> fn(&'a Context, &'a At, Click<'a>) -> BoxFuture<'a, Reply>;
type OfSomebody =
    for<'a> fn(&'a Context, &'a TableHandle, CustomId, Somebody<'a>) -> BoxFuture<'a, Reply>;

/// A button or a select, and what using it does.
pub(super) struct Control {
    verb: Verb,
    does: Does,
}

enum Does {
    Anywhere(Anywhere),
    AtTable(AtTable),
    OnSeat(OnSeat),
    OfSomebody(OfSomebody),
}

impl Control {
    /// It needs no table that is being played.
    pub(super) const fn anywhere(verb: Verb, does: Anywhere) -> Control {
        let does = Does::Anywhere(does);
        Control { verb, does }
    }

    /// It is about a table, and anybody may use it.
    pub(super) const fn at_table(verb: Verb, does: AtTable) -> Control {
        let does = Does::AtTable(does);
        Control { verb, does }
    }

    /// Somebody on a seat of the table may use it.
    pub(super) const fn on_seat(verb: Verb, does: OnSeat) -> Control {
        let does = Does::OnSeat(does);
        Control { verb, does }
    }

    /// A select of the server's members, about a table.
    pub(super) const fn of_somebody(verb: Verb, does: OfSomebody) -> Control {
        let does = Does::OfSomebody(does);
        Control { verb, does }
    }
}

/// Every control, by the file it belongs to.
const ALL: [&[Control]; 15] = [
    table::CONTROLS,
    panel::CONTROLS,
    hand::CONTROLS,
    auto::CONTROLS,
    last::CONTROLS,
    watch::CONTROLS,
    lookback::CONTROLS,
    stats::CONTROLS,
    leaderboard::CONTROLS,
    rules::CONTROLS,
    house::CONTROLS,
    settings::CONTROLS,
    server::CONTROLS,
    privacy::CONTROLS,
    help::CONTROLS,
];

fn find(verb: Verb) -> Option<&'static Does> {
    let mut all = ALL.into_iter().flatten();
    all.find(|control| control.verb == verb).map(|c| &c.does)
}

/// What a click does.
pub(super) async fn click(ctx: &Context, id: &str, values: &[String]) -> Reply {
    let Ok(id) = id.parse::<CustomId>() else {
        return unknown(ctx);
    };
    let click = Click { id, values };
    match find(id.verb) {
        Some(Does::Anywhere(does)) => does(ctx, click).await,
        Some(Does::AtTable(does)) => match ctx.registry.table(id.table) {
            Some(table) => does(ctx, &table, click).await,
            None => no_such(ctx, id.table),
        },
        Some(Does::OnSeat(does)) => match ctx.registry.table(id.table) {
            Some(table) => match at(ctx, table) {
                Some(at) => does(ctx, &at, click).await,
                None => refuse(&tr!(ctx.lang, "refused-not-your-seat")),
            },
            None => no_such(ctx, id.table),
        },
        Some(Does::OfSomebody(_)) | None => unknown(ctx),
    }
}

/// What choosing somebody in a select of the server's members does.
pub(super) async fn person(ctx: &Context, id: &str, person: Option<(u64, String)>) -> Reply {
    let Ok(id) = id.parse::<CustomId>() else {
        return unknown(ctx);
    };
    let Some((discord, name)) = person else {
        return refuse(&tr!(ctx.lang, "refused-bot"));
    };
    let somebody = Somebody {
        discord,
        name: &name,
    };
    match find(id.verb) {
        Some(Does::OfSomebody(does)) => match ctx.registry.table(id.table) {
            Some(table) => does(ctx, &table, id, somebody).await,
            None => no_such(ctx, id.table),
        },
        Some(Does::Anywhere(_) | Does::AtTable(_) | Does::OnSeat(_)) | None => unknown(ctx),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_verb_has_one_control() {
        for verb in Verb::ALL {
            let controls = ALL.into_iter().flatten().filter(|c| c.verb == *verb);
            assert_eq!(controls.count(), 1, "{verb:?}");
        }
    }
}
