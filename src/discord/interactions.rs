//! From an interaction to its answer: within three seconds, private where it
//! must be, and never twice.

use std::sync::Arc;
use std::time::Duration;

use serenity::builder::CreateInteractionResponse;
use serenity::model::application::Interaction;

use crate::clock::{Busy, Clock, Millis};
use crate::commands::{self, Context};
use crate::discord::board::Board;
use crate::discord::build::{self, Private, Public};
use crate::discord::drawing;
use crate::discord::failure::SendError;
use crate::discord::incoming::{Incoming, Origin};
use crate::discord::opening::{Drawn, open_panel, with_hint};
use crate::discord::permissions::{Seen, SeenPermissions};
use crate::discord::reply::{Body, Reply};
use crate::discord::sender::Sender;
use crate::discord::survey::{self, Surveys};
use crate::discord::turns::{Turn, Turns};
use crate::error::AppError;
use crate::game::{Ask, TableId};
use crate::i18n::{Lang, tr};
use crate::metrics::{self, Held, Note};
use crate::rules::Seat;
use crate::store::Store;
use crate::table::{Person, Registry, TableHandle};

/// After so long without an answer the interaction is deferred.
const DEFER: Duration = Duration::from_secs(1);
/// After so long an interaction cannot be answered any more (P01), less a margin.
const DEAD: Duration = Duration::from_millis(2800);

/// All that answering takes.
#[derive(Clone)]
pub(super) struct Desk {
    pub(super) registry: Registry,
    pub(super) store: Store,
    pub(super) clock: Clock,
    pub(super) sender: Sender,
    pub(super) board: Board,
    /// What interactions have told of the bot's permissions.
    pub(super) permissions: Arc<SeenPermissions>,
    /// What `/server check` has found.
    pub(super) surveys: Arc<Surveys>,
    /// Commands are registered in one server only: private messages have none.
    pub(super) buttons_only: bool,
    /// What one person does happens in the order in which it was done.
    pub(super) turns: Turns,
}

/// What is left to do once it is known how to answer.
pub(super) enum Answer {
    /// Send this.
    Plain(Reply),
    /// Send this panel as a new ephemeral message.
    Panel(TableId, Seat, Drawn),
    /// The panel that was clicked shows the present state.
    Refresh(TableId, Seat, Option<String>),
}

impl Desk {
    /// Does what is asked and answers. `busy` was taken when it arrived.
    pub(super) async fn handle(&self, interaction: Interaction, busy: Busy) {
        let received = self.clock.now();
        let turn = self.turns.take(&interaction);
        let Some(incoming) = Incoming::read(interaction) else {
            return;
        };
        // At which table it was is known only once the person is.
        let held = Held::default();
        let handled = self.handle_read(&incoming, turn, received, &busy);
        let person = held.during(handled).await;
        let table = person.and_then(|p| self.registry.of_player(p.player));
        held.release(table.map(|handle| handle.id()));
    }

    /// The same, once it is read; who asked.
    async fn handle_read(
        &self,
        incoming: &Incoming,
        turn: Option<Turn>,
        received: Millis,
        busy: &Busy,
    ) -> Option<Person> {
        if let Some(step) = survey::step(incoming) {
            drop(turn);
            self.survey(step, incoming, received, busy).await;
            return None;
        }
        if let (Some(guild), Some(bits)) = (incoming.guild, incoming.app_permissions) {
            let seen = Seen { guild, bits };
            self.permissions.tell(incoming.channel, seen);
        }
        let work = self.work(incoming, turn, busy);
        tokio::pin!(work);
        let done = tokio::select! {
            biased;
            done = &mut work => Ok(done),
            late = self.clock.sleep_until(received + DEFER) => Err(late),
        };
        let answered = match done {
            Ok((person, answer)) => {
                let sent = self.answer(incoming, &person, answer, received, busy).await;
                (person, sent)
            }
            Err(_late) => {
                // Whatever the answer will be, it will be for this person only.
                self.first(incoming, &build::defer_private(), received, busy)
                    .await;
                let (person, answer) = work.await;
                let sent = self
                    .answer_late(incoming, &person, answer, received, busy)
                    .await;
                (person, sent)
            }
        };
        if let (_, Err(error)) = &answered {
            benign(*error);
        }
        self.board.sync(false);
        if incoming.direct()
            && incoming.origin != Origin::Typing
            && let Some(person) = &answered.0
        {
            self.after_direct(person, incoming, busy).await;
        }
        answered.0
    }

    /// The walk of `/server check`, and its select and form.
    async fn survey(
        &self,
        step: survey::Asking,
        incoming: &Incoming,
        received: Millis,
        busy: &Busy,
    ) {
        let lang = match self.person(incoming).await {
            Ok(person) => person.language,
            Err(_) => incoming.lang,
        };
        let first = match &step {
            survey::Asking::Walk => build::defer_private(),
            survey::Asking::Form => survey::form(lang),
            survey::Asking::Panel => survey::panel(busy).await,
            survey::Asking::Picked(_) | survey::Asking::Typed => build::acknowledge(),
        };
        if let Err(error) = self.first_or(incoming, &first, received, busy).await {
            return benign(error);
        }
        let asked = survey::Asked {
            user: incoming.user,
            lang,
            channel: incoming.channel,
            thread: incoming.thread,
            app_permissions: incoming.app_permissions,
            token: &incoming.token,
            received,
        };
        let with = (&self.sender, &self.clock, busy);
        self.surveys.go_on(step, &asked, with).await;
    }

    /// Runs the request and draws the panel it asks for, if it will be new.
    async fn work(
        &self,
        incoming: &Incoming,
        turn: Option<Turn>,
        busy: &Busy,
    ) -> (Option<Person>, Answer) {
        if let Some(turn) = &turn {
            turn.come().await;
        }
        let person = match self.person(incoming).await {
            Ok(person) => person,
            Err(error) => return (None, Answer::Plain(trouble(incoming, &error))),
        };
        let context = Context {
            registry: self.registry.clone(),
            store: self.store.clone(),
            clock: self.clock.clone(),
            lang: person.language,
            locale: incoming.lang,
            person: person.clone(),
            guild: incoming.guild,
            channel: incoming.channel,
            parent: incoming.parent,
            roles: incoming.roles.clone(),
            manager: incoming.manager,
            app_permissions: incoming.app_permissions,
            permissions: self.permissions.clone(),
            thread: incoming.thread,
            direct: incoming.direct(),
            buttons_only: self.buttons_only,
            sender: Some(self.sender.clone()),
        };
        let reply = commands::run(&context, incoming.request.clone()).await;
        drop(turn);
        let answer = match reply {
            Reply::Panel { table, seat, note } => {
                let lang = person.language;
                self.panel(incoming, lang, table, seat, note, busy).await
            }
            Reply::Private(_)
            | Reply::Public(_)
            | Reply::Edit(_)
            | Reply::Quiet
            | Reply::Choices(_)
            | Reply::Modal { .. } => Answer::Plain(reply),
        };
        (Some(person), answer)
    }

    /// Who asks; name and language are brought up to date. The name shown in
    /// a server stays the name in private messages too.
    async fn person(&self, incoming: &Incoming) -> Result<Person, AppError> {
        let known = self.store.person_by_discord(incoming.user).await?;
        let kept = known.as_ref().filter(|_| incoming.direct());
        let name = kept.map_or(&incoming.name, |person| &person.name);
        let person = self
            .store
            .upsert_person(incoming.user, name, incoming.lang)
            .await?;
        if known.is_some_and(|known| known != person)
            && let Some(handle) = self.registry.of_player(person.player)
        {
            handle.renamed();
        }
        Ok(person)
    }

    /// Answers in time.
    async fn answer(
        &self,
        incoming: &Incoming,
        person: &Option<Person>,
        answer: Answer,
        received: Millis,
        busy: &Busy,
    ) -> Result<(), SendError> {
        let lang = reads(incoming, person);
        match answer {
            Answer::Refresh(table, seat, note) => {
                self.first(incoming, &build::acknowledge(), received, busy)
                    .await;
                self.refresh(incoming, lang, table, seat, note, received, busy);
                Ok(())
            }
            Answer::Panel(table, seat, mut drawn) => {
                if self.board.take_closed(table, seat) {
                    drawn.body = with_hint(drawn.body, lang);
                }
                let message = build::answer_private(&drawn.body);
                let panel = open_panel(incoming, lang, seat, received);
                self.keep(table, &panel).await;
                let shown = self.first_or(incoming, &message, received, busy).await;
                self.opened(table, panel, &drawn, shown, busy).await;
                shown
            }
            Answer::Plain(reply) => {
                self.answer_plain(incoming, person, reply, received, busy)
                    .await
            }
        }
    }

    async fn answer_plain(
        &self,
        incoming: &Incoming,
        person: &Option<Person>,
        reply: Reply,
        received: Millis,
        busy: &Busy,
    ) -> Result<(), SendError> {
        let message = match reply {
            Reply::Private(body) => {
                drawing::picture(&body, busy).await;
                let mut body = Private::new(body);
                if let Some((handle, seat)) = person.as_ref().and_then(|p| self.seat_of(p))
                    && self.board.take_closed(handle.id(), seat)
                {
                    body = with_hint(body, reads(incoming, person));
                }
                build::answer_private(&body)
            }
            Reply::Public(body) => {
                drawing::picture(&body, busy).await;
                build::answer_public(&Public::new(body))
            }
            Reply::Edit(body) => return self.edit(incoming, body, received, busy).await,
            Reply::Choices(choices) => build::choices(&choices),
            Reply::Modal {
                id,
                title,
                label,
                value,
            } => build::modal(&id, &title, &label, &value),
            Reply::Quiet | Reply::Panel { .. } => {
                return self.quiet(incoming, received, busy).await;
            }
        };
        self.first_or(incoming, &message, received, busy).await
    }

    /// Acknowledges without a word; a command cannot be, so its answer is
    /// taken back.
    async fn quiet(
        &self,
        incoming: &Incoming,
        received: Millis,
        busy: &Busy,
    ) -> Result<(), SendError> {
        let message = match incoming.origin {
            Origin::PublicMessage | Origin::PrivateMessage(_) => build::acknowledge(),
            Origin::Typing => build::choices(&[]),
            Origin::Command => build::defer_private(),
        };
        self.first_or(incoming, &message, received, busy).await?;
        if incoming.origin == Origin::Command {
            self.sender.delete_answer(busy, &incoming.token).await?;
        }
        Ok(())
    }

    async fn edit(
        &self,
        incoming: &Incoming,
        body: Body,
        received: Millis,
        busy: &Busy,
    ) -> Result<(), SendError> {
        let acknowledge = build::acknowledge();
        match incoming.origin {
            Origin::PrivateMessage(_) => {
                self.first_or(incoming, &acknowledge, received, busy)
                    .await?;
                let body = Private::new(body);
                let token = &incoming.token;
                // The picture of the hand stays where the panel only asks.
                let stays = body.body().picture.is_none();
                let edited = self.sender.edit_answer(busy, token, &body, stays).await;
                edited.map(drop)
            }
            // What everybody sees is never turned into what one person asked for.
            Origin::PublicMessage | Origin::Command | Origin::Typing => {
                drawing::picture(&body, busy).await;
                let message = build::answer_private(&Private::new(body));
                self.first_or(incoming, &message, received, busy).await
            }
        }
    }

    /// Answers what has been deferred: in the ephemeral message that waits.
    async fn answer_late(
        &self,
        incoming: &Incoming,
        person: &Option<Person>,
        answer: Answer,
        received: Millis,
        busy: &Busy,
    ) -> Result<(), SendError> {
        let token = &incoming.token;
        let lang = reads(incoming, person);
        let body = match answer {
            Answer::Panel(table, seat, drawn) => {
                let panel = open_panel(incoming, lang, seat, received);
                self.keep(table, &panel).await;
                let edit = self.sender.edit_answer(busy, token, &drawn.body, false);
                let shown = edit.await.map(drop);
                self.opened(table, panel, &drawn, shown, busy).await;
                return shown;
            }
            // Words about cards to be buried must not stay where nobody empties them.
            Answer::Refresh(table, seat, Some(_)) if self.buries(table, seat) => None,
            // The panel that was clicked is brought up to date by the board.
            Answer::Refresh(_, _, None) => None,
            Answer::Refresh(_, _, Some(text)) => Some(Body {
                text,
                ..Body::default()
            }),
            Answer::Plain(Reply::Private(body) | Reply::Public(body) | Reply::Edit(body)) => {
                Some(body)
            }
            Answer::Plain(
                Reply::Quiet | Reply::Choices(_) | Reply::Modal { .. } | Reply::Panel { .. },
            ) => None,
        };
        let Some(body) = body else {
            return self.sender.delete_answer(busy, token).await;
        };
        let body = Private::new(body);
        let edited = self.sender.edit_answer(busy, token, &body, false).await;
        edited.map(drop)
    }

    /// A first answer whose failure changes nothing of what follows.
    async fn first(
        &self,
        incoming: &Incoming,
        answer: &CreateInteractionResponse,
        received: Millis,
        busy: &Busy,
    ) {
        if let Err(error) = self.first_or(incoming, answer, received, busy).await {
            benign(error);
        }
    }

    async fn first_or(
        &self,
        incoming: &Incoming,
        answer: &CreateInteractionResponse,
        received: Millis,
        busy: &Busy,
    ) -> Result<(), SendError> {
        let until = received + DEAD;
        let token = &incoming.token;
        let answered = self
            .sender
            .answer(busy, incoming.id, token, answer, until)
            .await;
        if answered.is_ok() {
            let time = self.clock.now().since(received);
            metrics::note(Note::Acknowledged(time));
        }
        answered
    }

    /// After something was asked in private messages: an answer may stand
    /// below the panel now, and whoever asked may have left the server.
    async fn after_direct(&self, person: &Person, incoming: &Incoming, busy: &Busy) {
        let Some((handle, seat)) = self.seat_of(person) else {
            return;
        };
        if incoming.origin == Origin::Command {
            self.board.message_below(handle.id(), seat);
        }
        self.board
            .check_member(&handle, seat, person.discord, busy)
            .await;
    }

    fn buries(&self, table: TableId, seat: Seat) -> bool {
        let table = self.registry.table(table);
        table.is_some_and(|t| matches!(t.snapshot().seats[seat].ask, Ask::Bury))
    }

    fn seat_of(&self, person: &Person) -> Option<(TableHandle, Seat)> {
        let handle = self.registry.of_player(person.player)?;
        let seat = handle.snapshot().seat_of(person.player)?;
        Some((handle, seat))
    }
}

/// The language that whoever asks reads: the one chosen, else Discord's.
fn reads(incoming: &Incoming, person: &Option<Person>) -> Lang {
    person.as_ref().map_or(incoming.lang, |p| p.language)
}

/// What somebody is told when the program itself fails.
fn trouble(incoming: &Incoming, error: &AppError) -> Reply {
    tracing::error!(%error, "an interaction could not be handled");
    if incoming.origin == Origin::Typing {
        return Reply::Choices(Vec::new());
    }
    Reply::Private(Body {
        text: tr!(incoming.lang, "refused-store"),
        ..Body::default()
    })
}

/// An interaction that died or was answered already changes nothing: what it
/// did is committed, and the next view shows it.
fn benign(error: SendError) {
    match error {
        SendError::TokenDead | SendError::Answered | SendError::MessageGone => {
            tracing::debug!(%error, "an interaction came too late");
        }
        SendError::Unreachable
        | SendError::ChannelGone
        | SendError::NoMember
        | SendError::Forbidden
        | SendError::TooOld
        | SendError::Unauthorized
        | SendError::TooMany
        | SendError::Unsure
        | SendError::Refused { .. } => {
            tracing::warn!(%error, "an interaction was not answered");
        }
    }
}
