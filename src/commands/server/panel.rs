//! The panel of a server's settings.

use super::{CLOCKS, OPENER, clock_value, control, mentions, place, seasons_value};
use crate::commands::{Context, ruleset};
use crate::discord::custom_id::{CustomId, Verb};
use crate::discord::limits::{OPTION_TEXT, OPTIONS, cut};
use crate::discord::reply::{Body, Button, Row, Select, SelectOption, Style};
use crate::error::AppError;
use crate::game::{ClockChoice, TableId};
use crate::i18n::{Lang, tr};
use crate::rules::default_preset;
use crate::store::{Seasons, ServerSettings};

/// What the server has decided, and the controls to decide otherwise.
pub(super) async fn panel(
    ctx: &Context,
    guild: u64,
    note: Option<String>,
) -> Result<Body, AppError> {
    let server = ctx.store.server(guild).await?;
    let rulesets = ruleset::complete_all(ctx, "").await;
    let rules = server.rules.as_deref().unwrap_or(default_preset().id);
    let named = rulesets.iter().find(|(_, value)| value == rules);
    let named = named.map_or_else(|| tr!(ctx.lang, "server-rules-gone"), |(n, _)| n.clone());
    Ok(Body {
        text: text(ctx.lang, &server, &named, note),
        rows: vec![
            rules_select(ctx.lang, &server, &rulesets, rules),
            clock_select(ctx.lang, &server),
            language_select(ctx.lang, &server),
            seasons_select(ctx.lang, &server),
            buttons(ctx, &server),
        ],
        ..Body::default()
    })
}

fn text(lang: Lang, server: &ServerSettings, rules: &str, note: Option<String>) -> String {
    let mut lines: Vec<String> = note.into_iter().collect();
    lines.push(tr!(lang, "server-title"));
    lines.push(if server.channels.is_empty() {
        tr!(lang, "server-channels-all")
    } else {
        tr!(
            lang,
            "server-channels",
            channels = mentions(lang, "#", &server.channels)
        )
    });
    lines.push(if server.roles.is_empty() {
        tr!(lang, "server-roles-all")
    } else {
        tr!(
            lang,
            "server-roles",
            roles = mentions(lang, "@&", &server.roles)
        )
    });
    lines.push(if server.threads {
        tr!(lang, "server-threads")
    } else {
        tr!(lang, "server-no-threads")
    });
    lines.push(tr!(lang, "server-rules", value = rules.to_owned()));
    lines.push(tr!(
        lang,
        "server-clock",
        value = clock_name(lang, server.clock)
    ));
    lines.push(tr!(
        lang,
        "server-language",
        value = language_name(lang, server.language)
    ));
    lines.push(tr!(
        lang,
        "server-seasons",
        value = seasons_name(lang, server.seasons)
    ));
    lines.push(tr!(lang, "server-more"));
    lines.join("\n")
}

/// An id that changes with what is decided, so that a select comes back
/// without what was picked in it.
fn id(server: &ServerSettings, index: u16) -> String {
    let text = serde_json::to_string(server).unwrap_or_default();
    let fold = |hash: u32, byte: u8| hash.wrapping_mul(31).wrapping_add(byte.into());
    CustomId {
        redraw: text.bytes().fold(17, fold),
        ..CustomId::lasting(Verb::Server, TableId(0), index)
    }
    .to_string()
}

fn clock_name(lang: Lang, clock: ClockChoice) -> String {
    match clock {
        ClockChoice::Relaxed => tr!(lang, "opt-clock-relaxed"),
        ClockChoice::Preset => tr!(lang, "opt-clock-preset"),
        ClockChoice::None => tr!(lang, "opt-clock-none"),
    }
}

fn language_name(lang: Lang, chosen: Option<Lang>) -> String {
    match chosen {
        None => tr!(lang, "language-opener"),
        Some(Lang::ZhCn) => "简体中文".to_owned(),
        Some(Lang::ZhTw) => "繁體中文".to_owned(),
        Some(Lang::En) => "English".to_owned(),
    }
}

fn seasons_name(lang: Lang, seasons: Seasons) -> String {
    match seasons {
        Seasons::Monthly => tr!(lang, "seasons-monthly"),
        Seasons::Quarterly => tr!(lang, "seasons-quarterly"),
        Seasons::None => tr!(lang, "seasons-none"),
    }
}

fn select(id: String, placeholder: String, options: Vec<SelectOption>) -> Row {
    Row::Select(Select {
        id,
        placeholder,
        min: 1,
        max: 1,
        options,
    })
}

fn rules_select(
    lang: Lang,
    server: &ServerSettings,
    rulesets: &[(String, String)],
    rules: &str,
) -> Row {
    let option = |(label, value): &(String, String)| SelectOption {
        label: cut(label, OPTION_TEXT),
        value: value.clone(),
        picked: value == rules,
    };
    let options = rulesets.iter().take(OPTIONS).map(option).collect();
    let asked = tr!(lang, "opt-server-rules-about");
    select(id(server, control::RULES), asked, options)
}

fn clock_select(lang: Lang, server: &ServerSettings) -> Row {
    let option = |clock| SelectOption {
        label: tr!(lang, "server-clock-option", value = clock_name(lang, clock)),
        value: clock_value(clock).to_owned(),
        picked: server.clock == clock,
    };
    let asked = tr!(lang, "opt-clock-about");
    select(
        id(server, control::CLOCK),
        asked,
        CLOCKS.map(option).to_vec(),
    )
}

fn language_select(lang: Lang, server: &ServerSettings) -> Row {
    let option = |chosen: Option<Lang>| SelectOption {
        label: tr!(lang, "language-option", value = language_name(lang, chosen)),
        value: chosen.map_or(OPENER, Lang::tag).to_owned(),
        picked: server.language == chosen,
    };
    let all = std::iter::once(None).chain(Lang::ALL.map(Some));
    let asked = tr!(lang, "opt-language-about");
    select(
        id(server, control::LANGUAGE),
        asked,
        all.map(option).collect(),
    )
}

fn seasons_select(lang: Lang, server: &ServerSettings) -> Row {
    let option = |seasons| SelectOption {
        label: tr!(
            lang,
            "server-seasons-option",
            value = seasons_name(lang, seasons)
        ),
        value: seasons_value(seasons).to_owned(),
        picked: server.seasons == seasons,
    };
    let asked = tr!(lang, "opt-seasons-about");
    select(
        id(server, control::SEASONS),
        asked,
        Seasons::ALL.map(option).to_vec(),
    )
}

fn buttons(ctx: &Context, server: &ServerSettings) -> Row {
    let lang = ctx.lang;
    let button = |index, label| Button {
        id: id(server, index),
        label,
        style: Style::Secondary,
        disabled: false,
    };
    let threads = if server.threads {
        tr!(lang, "button-threads-off")
    } else {
        tr!(lang, "button-threads-on")
    };
    let here = server.channels.contains(&place(ctx));
    let channel = if here {
        tr!(lang, "button-channel-off")
    } else if server.channels.is_empty() {
        tr!(lang, "button-channel-only")
    } else {
        tr!(lang, "button-channel-too")
    };
    let mut everywhere = button(control::EVERYWHERE, tr!(lang, "button-everywhere"));
    everywhere.disabled = server.channels.is_empty() && server.roles.is_empty();
    Row::Buttons(vec![
        button(control::THREADS[usize::from(!server.threads)], threads),
        button(control::CHANNEL[usize::from(!here)], channel),
        everywhere,
        button(control::PERMISSIONS, tr!(lang, "button-permissions")),
    ])
}
