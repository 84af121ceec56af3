//! What a strong player would do on somebody's seat, and why.

use super::Context;
use super::common::{At, draft, refuse};
use super::panel::stale;
use crate::cards::CardSet;
use crate::discord::panel::{act_cards, descending};
use crate::discord::reply::Reply;
use crate::game::Step;
use crate::i18n::{Lang, cards as names, tr};
use crate::players::{Act, Why, why, why_buried};
use crate::table::DraftChange;

/// Fills the draft with what a computer player would do on that seat, from its own
/// view alone, and says why in a sentence.
pub(super) async fn suggested(ctx: &Context, at: &At, step: Step) -> Reply {
    let view = &at.snap.seats[at.seat];
    if view.step != step {
        return stale(ctx, at);
    }
    if view.public.unaided {
        return refuse(&tr!(ctx.lang, "refused-unaided"));
    }
    let (cards, why) = match ctx.registry.suggest(&at.handle, view).await {
        Act::Play(cards) => {
            let cards = CardSet::from_cards(&cards).unwrap_or_default();
            (cards, why(view, &cards))
        }
        Act::Auction(action) => {
            let cards = act_cards(&action);
            (cards, Some(why_buried(view, &cards)))
        }
        Act::Nothing => return stale(ctx, at),
    };
    let named = names(ctx.lang, descending(view, &cards));
    let note = why.map(|why| sentence(ctx.lang, why, &named));
    draft(ctx, at, step, DraftChange::Suggested(cards), note).await
}

/// The reason for a move, as a sentence.
#[must_use]
pub fn sentence(lang: Lang, why: Why, cards: &str) -> String {
    let cards = cards.to_owned();
    match why {
        Why::Only => tr!(lang, "why-only", cards = cards),
        Why::Boss => tr!(lang, "why-boss", cards = cards),
        Why::BossPartnerVoid => tr!(lang, "why-boss-partner-void", cards = cards),
        Why::SafeThrow => tr!(lang, "why-safe-throw", cards = cards),
        Why::Draw => tr!(lang, "why-draw", cards = cards),
        Why::PartnerRuffs => tr!(lang, "why-partner-ruffs", cards = cards),
        Why::Opens => tr!(lang, "why-opens", cards = cards),
        Why::LowLead => tr!(lang, "why-low-lead", cards = cards),
        Why::Ruffs => tr!(lang, "why-ruffs", cards = cards),
        Why::Takes => tr!(lang, "why-takes", cards = cards),
        Why::Over => tr!(lang, "why-over", cards = cards),
        Why::Feeds => tr!(lang, "why-feeds", cards = cards),
        Why::LetsStand => tr!(lang, "why-lets-stand", cards = cards),
        Why::FeedsRuff => tr!(lang, "why-feeds-ruff", cards = cards),
        Why::Beaten => tr!(lang, "why-beaten", cards = cards),
        Why::Ducks => tr!(lang, "why-ducks", cards = cards),
        Why::BuriesVoid => tr!(lang, "why-buries-void", cards = cards),
        Why::BuriesLow => tr!(lang, "why-buries-low", cards = cards),
    }
}
