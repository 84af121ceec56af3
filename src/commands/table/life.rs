//! The parts of `/table` that are about people: breaks, seats that change
//! hands, invitations and the host.

use super::options::SEATS;
use super::{actor, answer, as_actor, as_manager_too, button, public};
use crate::commands::common::{at, refuse, say, unknown};
use crate::commands::{Context, Given, act_error, spec};
use crate::discord::custom_id::{CustomId, Verb};
use crate::discord::panel::{computer_name, seat_name};
use crate::discord::reply::{Body, Button, PeopleSelect, Reply, Row, Select, SelectOption, Style};
use crate::game::{Action, Actor, ComputerLevel, Occupant, PublicPhase};
use crate::i18n::{escape_name, plain_name, seat as seat_word, tr};
use crate::rules::{BySeat, Seat};
use crate::table::{Person, Snapshot, TableHandle};

/// The index of a select, beside those of the seats.
const CHOSEN: u16 = 9;

/// The subcommands.
pub(super) fn specs() -> Vec<serde_json::Value> {
    let seat = || {
        spec::must_be_one_of(
            "seat",
            |l| tr!(l, "opt-seat"),
            |l| tr!(l, "opt-seat-about"),
            &SEATS,
        )
    };
    let player = |required| {
        spec::user(
            "player",
            |l| tr!(l, "opt-player"),
            |l| tr!(l, "opt-whom-about"),
            required,
        )
    };
    vec![
        spec::subcommand(
            "unready",
            |l| tr!(l, "cmd-unready"),
            |l| tr!(l, "cmd-unready-about"),
            Vec::new(),
        ),
        spec::subcommand(
            "pause",
            |l| tr!(l, "cmd-pause"),
            |l| tr!(l, "cmd-pause-about"),
            Vec::new(),
        ),
        spec::subcommand(
            "longer",
            |l| tr!(l, "cmd-longer"),
            |l| tr!(l, "cmd-longer-about"),
            Vec::new(),
        ),
        spec::subcommand(
            "replace",
            |l| tr!(l, "cmd-replace"),
            |l| tr!(l, "cmd-replace-about"),
            vec![seat(), player(false)],
        ),
        spec::subcommand(
            "kick",
            |l| tr!(l, "cmd-kick"),
            |l| tr!(l, "cmd-kick-about"),
            vec![seat()],
        ),
        spec::subcommand(
            "swap",
            |l| tr!(l, "cmd-swap"),
            |l| tr!(l, "cmd-swap-about"),
            vec![seat()],
        ),
        spec::subcommand(
            "shuffle",
            |l| tr!(l, "cmd-shuffle"),
            |l| tr!(l, "cmd-shuffle-about"),
            Vec::new(),
        ),
        spec::subcommand(
            "invite",
            |l| tr!(l, "cmd-invite"),
            |l| tr!(l, "cmd-invite-about"),
            vec![player(false)],
        ),
        spec::subcommand(
            "host",
            |l| tr!(l, "cmd-host"),
            |l| tr!(l, "cmd-host-about"),
            vec![seat()],
        ),
        spec::subcommand(
            "again",
            |l| tr!(l, "cmd-again"),
            |l| tr!(l, "cmd-again-about"),
            Vec::new(),
        ),
    ]
}

/// Does what one of these subcommands asks; `None` for others.
pub(super) async fn run(
    ctx: &Context,
    given: &Given<'_>,
    table: &TableHandle,
    seat: Option<Seat>,
) -> Option<Reply> {
    Some(match (given.verb(), seat) {
        ("unready", _) => public(ctx, table, Action::Ready(false)).await,
        ("pause", _) => pause(ctx, table).await,
        ("longer", _) => public(ctx, table, Action::Longer).await,
        ("replace", Some(seat)) if given.is_bot("player") => to_computer(ctx, table, seat).await,
        ("replace", Some(seat)) => match given.user("player") {
            Some((discord, name)) => offer(ctx, table, seat, discord, name).await,
            None => whom_for(ctx, table, seat),
        },
        ("kick", Some(seat)) => kick(ctx, table, seat).await,
        ("swap", Some(seat)) => swap(ctx, table, seat).await,
        ("shuffle", _) => shuffle(ctx, table).await,
        ("invite", _) if given.is_bot("player") => refuse(&tr!(ctx.lang, "refused-bot")),
        ("invite", _) => match given.user("player") {
            Some((discord, name)) => invite(ctx, table, discord, name).await,
            None => invite_pressed(ctx, table),
        },
        ("host", Some(seat)) => as_whoever(ctx, table, Action::Host(seat)).await,
        _ => return None,
    })
}

async fn as_whoever(ctx: &Context, table: &TableHandle, action: Action) -> Reply {
    as_actor(ctx, table, actor(ctx, table), action).await
}

/// Leaves the seat: in a game it is said what becomes of it, else `done`.
pub(in crate::commands) async fn stand(ctx: &Context, table: &TableHandle, done: Reply) -> Reply {
    let player = ctx.person.player;
    let actor = Actor::Player(player);
    match table.act(actor, None, Action::Stand).await {
        Ok(acted) if acted.snapshot.seat_of(player).is_some() => say(tr!(ctx.lang, "stood")),
        Ok(_) => done,
        Err(error) => refuse(&act_error(ctx.lang, &error, &table.snapshot())),
    }
}

/// Asks for a break; a manager who does not sit there stops the table.
pub(super) async fn pause(ctx: &Context, table: &TableHandle) -> Reply {
    let before = table.snapshot();
    match table
        .act(seated_or_manager(ctx, table), None, Action::Pause)
        .await
    {
        Ok(acted) if acted.snapshot.public.paused.is_none() => {
            say(tr!(ctx.lang, "pause-begins-later"))
        }
        outcome => answer(ctx, table, &Action::Pause, &before, outcome),
    }
}

/// Who has a seat acts for it, a manager too; other managers act as such.
fn seated_or_manager(ctx: &Context, table: &TableHandle) -> Actor {
    let player = ctx.person.player;
    match table.snapshot().seat_of(player) {
        Some(_) => Actor::Player(player),
        None => actor(ctx, table),
    }
}

/// Goes on, or is ready to; a manager who does not sit there lets it go on at once.
pub(super) async fn resume(ctx: &Context, table: &TableHandle) -> Reply {
    let before = table.snapshot();
    let outcome = table
        .act(seated_or_manager(ctx, table), None, Action::Resume)
        .await;
    match outcome {
        Ok(acted) if acted.snapshot.public.paused.is_some() => say(tr!(ctx.lang, "resume-waits")),
        outcome => answer(ctx, table, &Action::Resume, &before, outcome),
    }
}

/// Seats everybody anew.
pub(super) async fn shuffle(ctx: &Context, table: &TableHandle) -> Reply {
    // The table puts its own chance in place of this.
    let seating = BySeat::new(Seat::ALL);
    as_whoever(ctx, table, Action::ShuffleSeats(seating)).await
}

async fn kick(ctx: &Context, table: &TableHandle, seat: Seat) -> Reply {
    let counted = tr!(ctx.lang, "voted-kick");
    as_manager_too(ctx, table, Action::Kick(seat), counted).await
}

/// Gives a seat to a computer player.
async fn to_computer(ctx: &Context, table: &TableHandle, seat: Seat) -> Reply {
    let free = || {
        let public = &table.snapshot().public;
        public.phase == PublicPhase::Lobby && public.seats[seat].occupant.is_none()
    };
    if !free() {
        let replaced = kick(ctx, table, seat).await;
        // Only before the first deal a seat stays free.
        if !free() {
            return replaced;
        }
    }
    let add = Action::AddComputer(Some(seat), ComputerLevel::default());
    as_whoever(ctx, table, add).await
}

/// The select of whom to replace, or the button that says it is meant.
pub(super) async fn kick_pressed(
    ctx: &Context,
    table: &TableHandle,
    index: u16,
    values: &[String],
) -> Reply {
    if index != CHOSEN {
        return match Seat::new(index.into()) {
            Some(seat) => kick(ctx, table, seat).await,
            None => unknown(ctx),
        };
    }
    let Some(seat) = chosen(values) else {
        return unknown(ctx);
    };
    whom_for(ctx, table, seat)
}

/// Asks to whom a seat goes: one of the server's members, or a computer player.
fn whom_for(ctx: &Context, table: &TableHandle, seat: Seat) -> Reply {
    let (snap, lang) = (table.snapshot(), ctx.lang);
    let index = u16::from(u8::from(seat));
    let named = seat_word(lang, seat);
    let sits = snap.public.seats[seat].occupant.is_some();
    let free = !sits && snap.public.offers[seat].is_none();
    let text = match (free, ctx.direct) {
        (true, true) => return refuse(&tr!(lang, "refused-offer-place", seat = named)),
        (true, false) => tr!(lang, "ask-offer", seat = named),
        (false, true) => tr!(lang, "ask-kick-direct", seat = named),
        (false, false) if sits => tr!(lang, "ask-kick", seat = seat_name(&snap, lang, seat)),
        (false, false) => tr!(lang, "ask-kick", seat = named),
    };
    let mut rows = Vec::new();
    // In private messages Discord offers nobody else.
    if !ctx.direct {
        let words = tr!(lang, "pick-offer");
        rows.push(people(table, Verb::Offer, index, words));
    }
    if !free {
        let label = tr!(lang, "button-kick");
        let kick = button(table, Verb::Kick, index, label, Style::Danger);
        rows.push(Row::Buttons(vec![kick]));
    }
    Reply::Private(Body {
        text,
        rows,
        ..Body::default()
    })
}

/// Asks whom to invite.
pub(super) fn invite_pressed(ctx: &Context, table: &TableHandle) -> Reply {
    if ctx.direct {
        return refuse(&tr!(ctx.lang, "refused-invite-place"));
    }
    let words = tr!(ctx.lang, "pick-invite");
    Reply::Private(Body {
        text: tr!(ctx.lang, "ask-invite", table = table.id().0),
        rows: vec![people(table, Verb::Guest, 0, words)],
        ..Body::default()
    })
}

fn people(table: &TableHandle, verb: Verb, index: u16, placeholder: String) -> Row {
    Row::People(PeopleSelect {
        id: CustomId::lasting(verb, table.id(), index).to_string(),
        placeholder,
    })
}

/// Makes the person on the seat chosen the host.
pub(super) async fn host_chosen(ctx: &Context, table: &TableHandle, values: &[String]) -> Reply {
    match chosen(values) {
        Some(seat) => as_whoever(ctx, table, Action::Host(seat)).await,
        None => unknown(ctx),
    }
}

/// Agrees to swap with the seat of the button, which has asked for it, or asks
/// the one chosen.
pub(super) async fn swap_pressed(
    ctx: &Context,
    table: &TableHandle,
    index: u16,
    values: &[String],
) -> Reply {
    let seat = if index == CHOSEN {
        chosen(values)
    } else {
        Seat::new(index.into())
    };
    let Some(seat) = seat else {
        return unknown(ctx);
    };
    let snap = table.snapshot();
    let asked = snap.public.swaps[seat].is_some_and(|s| snap.seat_of(ctx.person.player) == Some(s));
    if index != CHOSEN && !asked {
        return refuse(&tr!(ctx.lang, "refused-swap-of-others"));
    }
    swap(ctx, table, seat).await
}

fn chosen(values: &[String]) -> Option<Seat> {
    Seat::new(values.first()?.parse().ok()?)
}

async fn swap(ctx: &Context, table: &TableHandle, with: Seat) -> Reply {
    let before = table.snapshot();
    let own = before.seat_of(ctx.person.player);
    let who = Actor::Player(ctx.person.player);
    match table.act(who, None, Action::Swap(with)).await {
        Ok(acted) if own.is_some_and(|own| acted.snapshot.public.swaps[own] == Some(with)) => {
            let seat = seat_name(&acted.snapshot, ctx.lang, with);
            say(tr!(ctx.lang, "swap-asked", seat = seat))
        }
        outcome => answer(ctx, table, &Action::Swap(with), &before, outcome),
    }
}

/// Keeps a seat for somebody, who is called in the channel.
pub(super) async fn offer(
    ctx: &Context,
    table: &TableHandle,
    seat: Seat,
    discord: u64,
    name: &str,
) -> Reply {
    let person = match named(ctx, table, discord, name).await {
        Ok(person) => person,
        Err(refused) => return *refused,
    };
    let action = Action::Offer(seat, person.player);
    match table.act(actor(ctx, table), None, action).await {
        Ok(acted) if acted.only_voted => say(tr!(ctx.lang, "voted-kick")),
        Ok(_) => say(tr!(
            ctx.lang,
            "offered",
            seat = seat_word(ctx.lang, seat),
            name = escape_name(&person.name)
        )),
        Err(error) => refuse(&act_error(ctx.lang, &error, &table.snapshot())),
    }
}

/// Invites somebody, who is called in the channel.
pub(super) async fn invite(ctx: &Context, table: &TableHandle, discord: u64, name: &str) -> Reply {
    let person = match named(ctx, table, discord, name).await {
        Ok(person) => person,
        Err(refused) => return *refused,
    };
    let action = Action::Invite(person.player);
    match table.act(actor(ctx, table), None, action).await {
        Ok(_) => say(tr!(ctx.lang, "invited", name = escape_name(&person.name))),
        Err(error) => refuse(&act_error(ctx.lang, &error, &table.snapshot())),
    }
}

/// The person that an option names; seen here for the first time, perhaps.
async fn named(
    ctx: &Context,
    table: &TableHandle,
    discord: u64,
    name: &str,
) -> Result<Person, Box<Reply>> {
    let refused = |_| Box::new(refuse(&tr!(ctx.lang, "refused-store")));
    let known = ctx.store.person_by_discord(discord).await;
    if let Some(person) = known.map_err(refused)? {
        return Ok(person);
    }
    let language = table.place().language;
    let made = ctx.store.upsert_person(discord, name, language).await;
    made.map_err(refused)
}

/// What the status offers to press: breaks, going on, ending.
pub(super) fn buttons(ctx: &Context, table: &TableHandle, snap: &Snapshot) -> Vec<Button> {
    let (view, lang) = (&*snap.public, ctx.lang);
    let mut buttons = Vec::new();
    let in_game = !matches!(
        view.phase,
        PublicPhase::Lobby | PublicPhase::Finished | PublicPhase::Ended
    );
    if view.paused.is_some() {
        let label = tr!(lang, "button-resume");
        buttons.push(button(table, Verb::Resume, 0, label, Style::Success));
    } else if in_game && view.pause_asked.is_none() && at(ctx, table.clone()).is_some() {
        let label = tr!(lang, "button-pause");
        buttons.push(button(table, Verb::Pause, 0, label, Style::Secondary));
    }
    if view.pause_asked.is_some_and(|asked| !asked.agreed) {
        let label = tr!(lang, "button-longer");
        buttons.push(button(table, Verb::Longer, 0, label, Style::Secondary));
    }
    if in_game {
        let label = tr!(lang, "button-end");
        buttons.push(button(table, Verb::End, 0, label, Style::Danger));
    }
    buttons
}

/// What it offers to choose: with whom to swap, whom to replace, who is host.
pub(super) fn selects(ctx: &Context, snap: &Snapshot) -> Vec<Row> {
    let view = &*snap.public;
    let player = ctx.person.player;
    let own = snap.seat_of(player);
    let others: Vec<Seat> = Seat::ALL
        .into_iter()
        .filter(|&s| own != Some(s) && view.seats[s].occupant.is_some())
        .collect();
    let persons: Vec<Seat> = others
        .iter()
        .copied()
        .filter(|&s| matches!(view.seats[s].occupant, Some(Occupant::Person(_))))
        .collect();
    let over = view.phase.is_over();
    let apart = matches!(view.phase, PublicPhase::Lobby | PublicPhase::Between);
    let mut rows = Vec::new();
    if own.is_some() && apart && !others.is_empty() {
        let words = tr!(ctx.lang, "pick-swap");
        rows.push(select(ctx, snap, Verb::Swap, words, &others));
    }
    let may_kick = own.is_some() || view.host == Some(player) || ctx.manager;
    if may_kick && !over && !persons.is_empty() {
        let words = tr!(ctx.lang, "pick-kick");
        rows.push(select(ctx, snap, Verb::Kick, words, &persons));
    }
    if (view.host == Some(player) || ctx.manager) && !over && !persons.is_empty() {
        let words = tr!(ctx.lang, "pick-host");
        rows.push(select(ctx, snap, Verb::Host, words, &persons));
    }
    rows
}

fn select(ctx: &Context, snap: &Snapshot, verb: Verb, words: String, seats: &[Seat]) -> Row {
    let name = |seat: Seat| match &snap.people[seat] {
        Some(person) => plain_name(&person.name),
        None => match snap.public.seats[seat].occupant {
            Some(Occupant::Computer(level)) => computer_name(ctx.lang, level),
            Some(Occupant::Person(_)) | None => tr!(ctx.lang, "free-seat"),
        },
    };
    let option = |&seat: &Seat| SelectOption {
        label: format!("{} {}", seat_word(ctx.lang, seat), name(seat)),
        value: u8::from(seat).to_string(),
        picked: false,
    };
    Row::Select(Select {
        id: CustomId::lasting(verb, snap.place.table, CHOSEN).to_string(),
        placeholder: words,
        min: 1,
        max: 1,
        options: seats.iter().map(option).collect(),
    })
}
