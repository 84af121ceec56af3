//! The WebSocket of one window: everything its person sees as it changes, and what it asks for.

use std::future::poll_fn;
use std::sync::Arc;
use std::task::Poll;

use axum::extract::ws::{Message as Frame, WebSocket, WebSocketUpgrade};
use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};
use tokio::sync::{Semaphore, mpsc};
use tokio::task::JoinSet;

use super::ask::{Packet, Window};
use super::guard::same_origin;
use super::{Door, Site, Who, json as told, language};
use crate::sandbox::api::seen;
use crate::sandbox::ids::MessageId;

/// The longest packet of a page, in bytes.
const LONGEST: usize = 64 << 10;
/// Requests of a window that may be under way at once.
const AT_ONCE: usize = 16;

/// Takes the connection of a window whose page is this site's own.
pub(super) async fn accept(
    State(site): State<Arc<Site>>,
    Query(who): Query<Who>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !same_origin(&headers) {
        return StatusCode::FORBIDDEN.into_response();
    }
    let Some(user) = site.person(&who) else {
        return StatusCode::FORBIDDEN.into_response();
    };
    if let Some(language) = who.language.as_deref().filter(|asked| !asked.is_empty()) {
        let locale = language::nearest(language);
        site.sandbox.offer_locale(user, locale).await;
    }
    upgrade
        .max_message_size(LONGEST)
        .on_upgrade(move |socket| run(socket, Window::new(site, user)))
}

async fn run(mut socket: WebSocket, window: Window) {
    let mut changed = window.site.sandbox.shared.changed.subscribe();
    let mut sight = Sight::default();
    let Ok(()) = send(&mut socket, sight.hello(&window).await).await else {
        return;
    };
    let (answers, mut answered) = mpsc::channel(AT_ONCE);
    let places = Arc::new(Semaphore::new(AT_ONCE));
    let mut asked = JoinSet::new();
    loop {
        let frames = tokio::select! {
            biased;
            answer = answered.recv() => answer.into_iter().collect(),
            _ = changed.changed() => sight.news(&window),
            frame = socket.recv() => match frame {
                Some(Ok(Frame::Text(text))) => {
                    let Ok(packet) = serde_json::from_str::<Packet>(&text) else { return };
                    // Without a free place the page waits with all else it wants.
                    let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
                    let (window, answers) = (window.clone(), answers.clone());
                    let mut answering = Box::pin(async move {
                        let answer = window.answer(packet.ask).await;
                        drop(place);
                        let frame = json!({ "t": "answer", "n": packet.n, "is": answer });
                        // The window may be gone.
                        drop(answers.send(frame).await);
                    });
                    // Begun here and not by a task of its own, so that what a window asks
                    // for reaches the bot in the order in which it was asked for.
                    let begun = poll_fn(|cx| Poll::Ready(answering.as_mut().poll(cx))).await;
                    if begun.is_pending() {
                        asked.spawn(answering);
                    }
                    Vec::new()
                }
                Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => Vec::new(),
                Some(Ok(Frame::Binary(_) | Frame::Close(_)) | Err(_)) | None => return,
            },
        };
        for frame in frames {
            if send(&mut socket, frame).await.is_err() {
                return;
            }
        }
        while asked.try_join_next().is_some() {}
    }
}

async fn send(socket: &mut WebSocket, frame: Value) -> Result<(), axum::Error> {
    socket.send(Frame::text(frame.to_string())).await
}

/// How much of the stand-in a window has been told.
#[derive(Default)]
struct Sight {
    change: u64,
    around: Value,
    /// The versions of the commands that were told.
    commands: Vec<u64>,
}

impl Sight {
    /// The first frame: people, places, and the newest messages of each place.
    async fn hello(&mut self, window: &Window) -> Value {
        let sandbox = &window.site.sandbox;
        self.change = sandbox.shared.world().changes.last();
        self.around = told::around(sandbox, window.user);
        let commands = {
            let world = sandbox.shared.world();
            self.commands = world.command_versions();
            told::commands(&world, window.user)
        };
        let mut pages = Map::new();
        for place in sandbox.places(window.user) {
            let page = window.page(window.user, &[place.id], None).await;
            pages.insert(place.id.to_string(), page);
        }
        json!({
            "t": "hello",
            "open": window.site.door == Door::Open,
            "now": sandbox.now(),
            "around": self.around,
            "commands": commands,
            "pages": pages,
        })
    }

    /// What has changed since: things around, messages that are new or different, messages that are gone.
    fn news(&mut self, window: &Window) -> Vec<Value> {
        let sandbox = &window.site.sandbox;
        let mut frames = Vec::new();
        let around = told::around(sandbox, window.user);
        if around != self.around {
            frames.push(json!({ "t": "around", "around": around }));
            self.around = around;
        }
        let world = sandbox.shared.world();
        let versions = world.command_versions();
        if versions != self.commands {
            let commands = told::commands(&world, window.user);
            frames.push(json!({ "t": "commands", "commands": commands }));
            self.commands = versions;
        }
        let changed = world.changes.after(self.change);
        self.change = world.changes.last();
        if changed.is_empty() {
            return frames;
        }
        let (mut messages, mut gone): (Vec<Value>, Vec<MessageId>) = (Vec::new(), Vec::new());
        for id in changed {
            match world.messages.get(&id) {
                Some(message) if world.sees(window.user, message) => {
                    messages.push(told::message(&seen(message)));
                }
                // Whether it was ever there for this person, its id says nothing.
                Some(message) if world.hides(window.user, message) => gone.push(id),
                Some(_) | None => {}
            }
        }
        if !messages.is_empty() || !gone.is_empty() {
            frames.push(json!({ "t": "messages", "messages": messages, "gone": gone }));
        }
        frames
    }
}
