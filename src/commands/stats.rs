//! `/stats`: what somebody has done in finished deals, in words and as a chart.

use futures_util::FutureExt;

use super::common::{aloud, as_wanted, refuse, shown_name, unknown};
use super::control::Control;
use super::leaderboard::name;
use super::season::{self, season_name};
use super::{Command, Context, Given, spec};
use crate::discord::custom_id::{CustomId, Verb};
use crate::discord::limits::{ALT, TEXT, cut};
use crate::discord::reply::{Body, Button, Picture, Reply, Row, Style};
use crate::error::AppError;
use crate::game::{PlayerId, Step, TableId};
use crate::i18n::{Lang, list, tr};
use crate::render::{CHART_DEALS, ChartDeal, ChartSheet, Palette, Sheet};
use crate::standings::{self, PROVISIONAL, Tie, Won};
use crate::store::Season;

pub(super) const COMMAND: Command = Command {
    name: "stats",
    spec: || {
        spec::command(
            "stats",
            |l| tr!(l, "cmd-stats"),
            |l| tr!(l, "cmd-stats-about"),
            vec![
                spec::user(
                    "player",
                    |l| tr!(l, "opt-player"),
                    |l| tr!(l, "opt-player-about"),
                    false,
                ),
                season::option(),
            ],
        )
    },
    run: |ctx, given| run(ctx, given).boxed(),
    complete: Some(|ctx, typed| season::complete(ctx, typed).boxed()),
};

/// Partners and opponents that are named.
const NAMED: usize = 3;

async fn run(ctx: &Context, given: Given<'_>) -> Reply {
    let lang = ctx.lang;
    let season = match given.text("season") {
        Some(text) => match season::given(ctx, Some(text), ctx.guild).await {
            Ok(season) => season,
            Err(refused) => return *refused,
        },
        None => Season::Ever,
    };
    if given.is_bot("player") {
        return refuse(&tr!(lang, "refused-bot"));
    }
    let player = match given.user("player") {
        None => ctx.person.player,
        Some((id, _)) if id == ctx.person.discord => ctx.person.player,
        // Elsewhere nobody looks at other people.
        Some(_) if ctx.guild.is_none() => return refuse(&tr!(lang, "refused-stats-place")),
        Some((id, _)) => match ctx.store.person_by_discord(id).await {
            Ok(Some(person)) => person.player,
            Ok(None) => return refuse(&tr!(lang, "refused-no-stats")),
            Err(_) => return refuse(&tr!(lang, "refused-store")),
        },
    };
    match told(ctx, player, season).await {
        Ok(Some(body)) => Reply::Private(with_rows(ctx, player, season, body).await),
        Ok(None) => refuse(&tr!(lang, "refused-no-stats")),
        Err(error) => trouble(ctx, &error),
    }
}

pub(super) const CONTROLS: &[Control] = &[
    Control::anywhere(Verb::ShareStats, |ctx, click| {
        clicked(ctx, click.id).boxed()
    }),
    Control::anywhere(Verb::Worldwide, |ctx, click| clicked(ctx, click.id).boxed()),
];

/// The same for all in the channel, or with the choice to be seen in the
/// standings of all servers changed.
async fn clicked(ctx: &Context, id: CustomId) -> Reply {
    let player = PlayerId(id.step.turn.into());
    let Some(season) = Season::from_number(id.table.0) else {
        return unknown(ctx);
    };
    let own = player == ctx.person.player;
    let world = id.verb == Verb::Worldwide;
    if (world || ctx.guild.is_none()) && !own {
        return refuse(&tr!(ctx.lang, "refused-stats-place"));
    }
    if world {
        let changed = ctx.store.set_worldwide(player, id.index == 1).await;
        if let Err(error) = changed {
            return trouble(ctx, &error);
        }
    }
    if world || ctx.direct {
        return match told(ctx, player, season).await {
            Ok(Some(body)) if world => Reply::Edit(with_rows(ctx, player, season, body).await),
            Ok(Some(body)) => Reply::Private(body),
            Ok(None) => refuse(&tr!(ctx.lang, "refused-no-stats")),
            Err(error) => trouble(ctx, &error),
        };
    }
    match told(&aloud(ctx).await, player, season).await {
        Ok(Some(body)) => Reply::Public(body),
        Ok(None) => refuse(&tr!(ctx.lang, "refused-no-stats")),
        Err(error) => trouble(ctx, &error),
    }
}

fn trouble(ctx: &Context, error: &AppError) -> Reply {
    tracing::error!(%error, "the standings could not be read");
    refuse(&tr!(ctx.lang, "refused-store"))
}

/// What is told of somebody; `None` where no deal of theirs is finished.
async fn told(ctx: &Context, player: PlayerId, season: Season) -> Result<Option<Body>, AppError> {
    let lang = ctx.lang;
    let deals = ctx.store.tallies(ctx.guild, season.range()).await?;
    let person = standings::person(&deals, player);
    if person.totals.all.deals + person.computer.deals == 0 {
        return Ok(None);
    }
    let who = ctx.store.person(player).await?;
    let among = match ctx.guild {
        Some(_) => tr!(lang, "scope-server"),
        None => tr!(lang, "scope-all"),
    };
    let mut text = vec![tr!(
        lang,
        "stats-title",
        name = shown_name(lang, who.as_ref()),
        scope = among,
        season = season_name(lang, season)
    )];
    if person.totals.all.deals > 0 {
        text.extend(did(lang, &person));
        text.extend(ties(ctx, &person.partners, true).await);
        text.extend(ties(ctx, &person.opponents, false).await);
    }
    let (deals, won) = (person.computer.deals, person.computer.won);
    if deals > 0 && person.totals.all.deals > 0 {
        text.push(tr!(lang, "stats-computer", deals = deals, won = won));
    } else if deals > 0 {
        text.push(tr!(lang, "stats-computer-only", deals = deals, won = won));
    }
    let picture = chart(lang, &person);
    if picture.is_some() {
        text.push(tr!(lang, "stats-legend"));
    }
    Ok(Some(Body {
        text: cut(&text.join("\n"), TEXT),
        picture,
        ..Body::default()
    }))
}

fn did(lang: Lang, person: &standings::Person) -> Vec<String> {
    let did = &person.totals;
    let role = |won: Won| (won.deals, won.won, won.percent());
    let (deals, won, rate) = role(did.all);
    let mut text = vec![tr!(
        lang,
        "stats-all",
        deals = deals,
        won = won,
        rate = rate
    )];
    let (deals, won, rate) = role(did.dealer);
    text.push(tr!(
        lang,
        "stats-dealer",
        deals = deals,
        won = won,
        rate = rate
    ));
    let (deals, won, rate) = role(did.dealing);
    text.push(tr!(
        lang,
        "stats-dealing",
        deals = deals,
        won = won,
        rate = rate
    ));
    let (deals, won, rate) = role(did.attacker);
    text.push(tr!(
        lang,
        "stats-attacker",
        deals = deals,
        won = won,
        rate = rate
    ));
    text.push(tr!(
        lang,
        "stats-did",
        levels = did.levels,
        digs = did.digs,
        fries = did.fries,
        stood = did.stood,
        throws = did.failed_throws
    ));
    text.push(tr!(
        lang,
        "stats-streak",
        now = person.streak,
        longest = person.longest
    ));
    if let Some(rating) = person.rating {
        text.push(if rating.provisional() {
            tr!(
                lang,
                "stats-rating-provisional",
                points = rating.points(),
                deals = rating.deals,
                least = PROVISIONAL
            )
        } else {
            tr!(lang, "stats-rating", points = rating.points())
        });
    }
    text
}

/// With or against whom most.
async fn ties(ctx: &Context, ties: &[Tie], with: bool) -> Option<String> {
    let mut told = Vec::with_capacity(NAMED);
    for tie in ties.iter().take(NAMED) {
        let name = name(ctx, tie.player).await;
        told.push(tr!(
            ctx.lang,
            "stats-tie",
            name = name,
            deals = tie.won.deals,
            won = tie.won.won
        ));
    }
    if told.is_empty() {
        return None;
    }
    let people = list(ctx.lang, &told);
    Some(if with {
        tr!(ctx.lang, "stats-with", people = people)
    } else {
        tr!(ctx.lang, "stats-against", people = people)
    })
}

fn chart(lang: Lang, person: &standings::Person) -> Option<Picture> {
    if person.form.is_empty() {
        return None;
    }
    let skipped = person.form.len().saturating_sub(CHART_DEALS);
    let form = &person.form[skipped..];
    let deals = form.iter().map(|deal| ChartDeal {
        won: deal.won,
        dealing: deal.dealing,
        levels: deal.levels,
    });
    let sheet = ChartSheet {
        deals: deals.collect(),
        palette: Palette::TwoColour,
    };
    let signs: String = form
        .iter()
        .map(|deal| match deal.won {
            Some(true) => '+',
            Some(false) => '-',
            None => '=',
        })
        .collect();
    let alt = tr!(lang, "stats-alt", deals = form.len(), signs = signs);
    Some(Picture::new(
        "stats.png",
        Sheet::Chart(sheet),
        cut(&alt, ALT),
    ))
}

async fn with_rows(ctx: &Context, player: PlayerId, season: Season, body: Body) -> Body {
    let button = |verb, index, label: String| Button {
        id: CustomId {
            verb,
            table: TableId(season.number()),
            step: Step {
                deal: 0,
                phase: 'x',
                turn: u32::try_from(player.0).unwrap_or(0),
            },
            index,
            redraw: 0,
        }
        .to_string(),
        label,
        style: Style::Secondary,
        disabled: false,
    };
    let mut buttons = Vec::new();
    if !ctx.direct {
        let label = tr!(ctx.lang, "button-share");
        buttons.push(button(Verb::ShareStats, 0, label));
    }
    if player == ctx.person.player {
        let seen = ctx.store.worldwide().await.unwrap_or_default();
        buttons.push(if seen.contains(&player) {
            button(Verb::Worldwide, 0, tr!(ctx.lang, "button-worldwide-leave"))
        } else {
            button(Verb::Worldwide, 1, tr!(ctx.lang, "button-worldwide-join"))
        });
    }
    Body {
        rows: vec![Row::Buttons(buttons)],
        ..as_wanted(ctx, body)
    }
}
