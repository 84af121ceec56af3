//! `/verify`: check that the cards of a finished deal are those that the
//! commitment bound before the first one was drawn.

use futures_util::FutureExt;

use super::common::{here, refuse, say};
use super::{Command, Context, Given, spec};
use crate::cards::Card;
use crate::discord::limits::{TEXT, cut};
use crate::discord::reply::Reply;
use crate::game::{DealResult, Event, TableId, commitment_of};
use crate::i18n::tr;

pub(super) const COMMAND: Command = Command {
    name: "verify",
    spec: || {
        spec::command(
            "verify",
            |l| tr!(l, "cmd-verify"),
            |l| tr!(l, "cmd-verify-about"),
            vec![spec::text(
                "deal",
                |l| tr!(l, "opt-deal"),
                |l| tr!(l, "opt-deal-about"),
                true,
            )],
        )
    },
    run: |ctx, given| run(ctx, given).boxed(),
    complete: None,
};

async fn run(ctx: &Context, given: Given<'_>) -> Reply {
    let lang = ctx.lang;
    let wanted = given.text("deal").unwrap_or_default();
    let Some((table, deal)) = number(wanted) else {
        return refuse(&tr!(lang, "refused-deal-number"));
    };
    let table = match table {
        Some(table) => table,
        None => match here(ctx) {
            Ok(table) => table.id(),
            Err(refused) => return *refused,
        },
    };
    let unknown = || refuse(&tr!(lang, "refused-deal-unknown", deal = deal));
    // Asked first: a long log is not read for whoever may not look at it.
    if !open_to(ctx, table, deal).await {
        return unknown();
    }
    let Ok(log) = ctx.store.log(table).await else {
        return refuse(&tr!(lang, "refused-store"));
    };
    let settled = log.iter().find_map(|logged| {
        if let Event::Settled { result } = &logged.event
            && result.deal.0 == deal
        {
            Some(result)
        } else {
            None
        }
    });
    match settled {
        Some(result) => say(checked(ctx, table, result)),
        None => unknown(),
    }
}

/// As looking back at it ([`crate::store::Reader`]).
async fn open_to(ctx: &Context, table: TableId, deal: u32) -> bool {
    let reader = ctx.reader();
    let asking = ctx.store.deal_is_open_to(&reader, table, deal);
    asking.await.unwrap_or(false)
}

/// `3`, or `12.3` for a deal of table 12.
fn number(text: &str) -> Option<(Option<TableId>, u32)> {
    let text = text.trim();
    match text.split_once('.') {
        Some((table, deal)) => Some((Some(TableId(table.parse().ok()?)), deal.parse().ok()?)),
        None => Some((None, text.parse().ok()?)),
    }
}

fn checked(ctx: &Context, table: TableId, result: &DealResult) -> String {
    let names: Vec<String> = result.deck.iter().copied().map(Card::name).collect();
    let salt: String = result.salt.iter().map(|b| format!("{b:02x}")).collect();
    let text = tr!(
        ctx.lang,
        "verified",
        table = table.0,
        deal = result.deal.0,
        hash = commitment_of(&result.salt, &result.deck),
        salt = salt,
        cards = names.join(" ")
    );
    cut(&text, TEXT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deals_are_named_with_or_without_their_table() {
        assert_eq!(number("3"), Some((None, 3)));
        assert_eq!(number(" 12.3 "), Some((Some(TableId(12)), 3)));
        for wrong in ["", "x", "1.2.3", "-1", "1."] {
            assert_eq!(number(wrong), None, "{wrong}");
        }
    }
}
