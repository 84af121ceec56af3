//! The gateway: sessions that identify or resume, and the events sent to them.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::State;
use axum::extract::ws::{Message as Frame, WebSocket, WebSocketUpgrade};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::{mpsc, oneshot};

use super::Shared;
use super::ids::GuildId;
use super::model::{ChannelKind, Guild, World};

/// Which news a session asked for.
pub(crate) mod intents {
    /// Servers, channels and threads.
    pub(crate) const GUILDS: u64 = 1;
    /// Who joins and leaves (privileged).
    pub(crate) const GUILD_MEMBERS: u64 = 1 << 1;
    /// Messages in servers.
    pub(crate) const GUILD_MESSAGES: u64 = 1 << 9;
    /// Private messages.
    pub(crate) const DIRECT_MESSAGES: u64 = 1 << 12;
    /// Events that need no intent.
    pub(crate) const NONE: u64 = 0;
    /// The privileged ones; a fresh application may not ask for them.
    pub(crate) const PRIVILEGED: u64 = 1 << 1 | 1 << 8 | 1 << 15;
}

const HEARTBEAT_MS: u64 = 41_250;

/// What goes out on a connection.
#[derive(Debug)]
pub(crate) enum Out {
    Json(Value),
    Text(String),
    Ping(u64),
}

/// What the bot's side of a session is.
#[derive(Debug)]
struct Session {
    id: String,
    shard: u64,
    shards: u64,
    intents: u64,
    seq: u64,
    sent: Vec<(u64, Value)>,
    link: Option<(u64, mpsc::UnboundedSender<Out>)>,
}

/// All sessions and open connections.
#[derive(Debug, Default)]
pub(crate) struct Sessions {
    next: u64,
    sessions: Vec<Session>,
    pings: HashMap<u64, (u64, oneshot::Sender<()>)>,
    identifies: usize,
    resumes: usize,
}

impl Sessions {
    /// Sends an event to the session that is in charge, or keeps it for its resumption.
    pub(crate) fn dispatch(
        &mut self,
        guild: Option<GuildId>,
        intent: u64,
        name: &str,
        data: Value,
    ) {
        for session in &mut self.sessions {
            let shard = guild.map_or(0, |guild| (guild.0 >> 22) % session.shards);
            if shard == session.shard && session.intents & intent == intent {
                session.send(name, data.clone());
            }
        }
    }

    /// Of the events sent in a session the newest `count` stay for its resumption.
    pub(crate) fn forget(&mut self, count: usize) {
        for session in &mut self.sessions {
            if session.sent.len() > 2 * count {
                session.sent.drain(..session.sent.len() - count);
            }
        }
    }

    /// How many sessions have a live connection.
    pub(crate) fn connected(&self) -> usize {
        self.sessions
            .iter()
            .filter(|s| s.link.as_ref().is_some_and(|(_, l)| !l.is_closed()))
            .count()
    }

    /// How often bots identified and resumed.
    pub(crate) fn starts(&self) -> (usize, usize) {
        (self.identifies, self.resumes)
    }

    /// Cuts every connection; without `resumable` the sessions are forgotten too.
    pub(crate) fn cut(&mut self, resumable: bool) {
        for session in &mut self.sessions {
            session.link = None;
        }
        if !resumable {
            self.sessions.clear();
        }
        self.pings.clear();
    }

    /// An event gets lost: the next one's number is one too high.
    pub(crate) fn skip(&mut self) {
        for session in &mut self.sessions {
            session.seq += 1;
        }
    }

    /// Sends a frame that is no event.
    pub(crate) fn garbage(&mut self, text: &str) {
        for session in &self.sessions {
            if let Some((_, out)) = &session.link {
                // An error means that nobody listens.
                drop(out.send(Out::Text(text.to_owned())));
            }
        }
    }

    /// Asks each connection for a sign that it has read all sent so far.
    pub(crate) fn ping(&mut self) -> Vec<oneshot::Receiver<()>> {
        let mut signs = Vec::new();
        for session in &self.sessions {
            if let Some((link, out)) = &session.link {
                self.next += 1;
                let (told, sign) = oneshot::channel();
                if out.send(Out::Ping(self.next)).is_ok() {
                    self.pings.insert(self.next, (*link, told));
                    signs.push(sign);
                }
            }
        }
        signs
    }

    fn pong(&mut self, number: u64) {
        if let Some((_, told)) = self.pings.remove(&number) {
            // Whoever waited may have given up.
            let _ = told.send(());
        }
    }

    fn closed(&mut self, link: u64) {
        self.pings.retain(|_, (of, _)| *of != link);
        for session in &mut self.sessions {
            if session.link.as_ref().is_some_and(|(own, _)| *own == link) {
                session.link = None;
            }
        }
    }

    fn identify(
        &mut self,
        body: &Identify,
        link: (u64, mpsc::UnboundedSender<Out>),
    ) -> &mut Session {
        self.identifies += 1;
        self.next += 1;
        let [shard, shards] = body.shard.unwrap_or([0, 1]);
        self.sessions.retain(|session| session.shard != shard);
        self.sessions.push(Session {
            id: format!("session{}", self.next),
            shard,
            shards: shards.max(1),
            intents: body.intents,
            seq: 0,
            sent: Vec::new(),
            link: Some(link),
        });
        let last = self.sessions.len() - 1;
        &mut self.sessions[last]
    }

    fn resume(&mut self, body: &Resume, link: (u64, mpsc::UnboundedSender<Out>)) -> bool {
        let Some(session) = self
            .sessions
            .iter_mut()
            .find(|session| session.id == body.session_id)
        else {
            return false;
        };
        for (seq, event) in &session.sent {
            if *seq > body.seq {
                drop(link.1.send(Out::Json(event.clone())));
            }
        }
        session.link = Some(link);
        session.send("RESUMED", json!({}));
        self.resumes += 1;
        true
    }
}

impl Session {
    fn send(&mut self, name: &str, data: Value) {
        self.seq += 1;
        let event = json!({ "op": 0, "t": name, "s": self.seq, "d": data });
        if let Some((_, link)) = &self.link {
            drop(link.send(Out::Json(event.clone())));
        }
        self.sent.push((self.seq, event));
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Packet {
    op: u8,
    #[serde(default)]
    d: Value,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Identify {
    token: String,
    intents: u64,
    shard: Option<[u64; 2]>,
    #[serde(rename = "properties")]
    _properties: Value,
    #[serde(rename = "compress")]
    _compress: Option<bool>,
    #[serde(rename = "large_threshold")]
    _large_threshold: Option<u32>,
    #[serde(rename = "presence")]
    _presence: Option<Value>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Resume {
    token: String,
    session_id: String,
    seq: u64,
}

/// Takes a connection to the gateway, or refuses it where a test asked so.
pub(crate) async fn accept(
    State(shared): State<Arc<Shared>>,
    upgrade: WebSocketUpgrade,
) -> Response {
    if shared.faults().gateway_refused() {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    }
    upgrade.on_upgrade(move |socket| async move {
        let link = {
            let mut world = shared.world();
            world.sessions.next += 1;
            world.sessions.next
        };
        run(socket, &shared, link).await;
        shared.world().sessions.closed(link);
        shared.changed();
    })
}

async fn run(mut socket: WebSocket, shared: &Shared, link: u64) {
    let (out, mut outbox) = mpsc::unbounded_channel();
    // Held until the session takes it over: when the session drops it, the connection is cut.
    let mut own = Some(out);
    let hello = json!({ "op": 10, "d": { "heartbeat_interval": HEARTBEAT_MS } });
    if socket.send(Frame::text(hello.to_string())).await.is_err() {
        return;
    }
    loop {
        tokio::select! {
            frame = socket.recv() => {
                let replies = match frame {
                    Some(Ok(Frame::Text(text))) => heard(shared, link, &mut own, &text),
                    Some(Ok(Frame::Pong(bytes))) => {
                        if let Ok(eight) = <[u8; 8]>::try_from(bytes.as_ref()) {
                            shared.world().sessions.pong(u64::from_be_bytes(eight));
                        }
                        Ok(None)
                    }
                    Some(Ok(Frame::Ping(_) | Frame::Binary(_))) => Ok(None),
                    Some(Ok(Frame::Close(_))) => {
                        // Going on reading sends the answer to it, for which the bot waits.
                        while let Some(Ok(_)) = socket.recv().await {}
                        return;
                    }
                    Some(Err(_)) | None => return,
                };
                match replies {
                    Ok(None) => {}
                    Ok(Some(reply)) => {
                        if socket.send(Frame::text(reply.to_string())).await.is_err() {
                            return;
                        }
                    }
                    Err(code) => {
                        let frame = axum::extract::ws::CloseFrame { code, reason: "".into() };
                        drop(socket.send(Frame::Close(Some(frame))).await);
                        return;
                    }
                }
            }
            say = outbox.recv() => {
                let frame = match say {
                    Some(Out::Json(event)) => Frame::text(event.to_string()),
                    Some(Out::Text(text)) => Frame::text(text),
                    Some(Out::Ping(number)) => Frame::Ping(number.to_be_bytes().to_vec().into()),
                    None => return,
                };
                if socket.send(frame).await.is_err() {
                    return;
                }
            }
        }
    }
}

/// Deals with one frame from the bot: an answer to send at once, or the code to close with.
fn heard(
    shared: &Shared,
    link: u64,
    own: &mut Option<mpsc::UnboundedSender<Out>>,
    text: &str,
) -> Result<Option<Value>, u16> {
    let mut world = shared.world();
    let wrong = |world: &mut World, what: String, code: u16| {
        world.error(format!("gateway: {what}"));
        Err(code)
    };
    let packet: Packet = match serde_json::from_str(text) {
        Ok(packet) => packet,
        Err(error) => return wrong(&mut world, error.to_string(), 4002),
    };
    match packet.op {
        1 => Ok(Some(json!({ "op": 11 }))),
        2 => {
            let body: Identify = match serde_json::from_value(packet.d) {
                Ok(body) => body,
                Err(error) => return wrong(&mut world, error.to_string(), 4002),
            };
            if body.token.trim_start_matches("Bot ") != shared.token {
                return Err(4004);
            }
            if body.intents & intents::PRIVILEGED != 0 {
                return wrong(&mut world, "a privileged intent".to_owned(), 4014);
            }
            let Some(out) = own.take() else {
                return wrong(&mut world, "identified twice".to_owned(), 4005);
            };
            ready(&mut world, &body, (link, out));
            drop(world);
            shared.changed();
            Ok(None)
        }
        3 | 4 | 8 => Ok(None),
        6 => {
            let body: Resume = match serde_json::from_value(packet.d) {
                Ok(body) => body,
                Err(error) => return wrong(&mut world, error.to_string(), 4002),
            };
            if body.token.trim_start_matches("Bot ") != shared.token {
                return Err(4004);
            }
            let Some(out) = own.clone() else {
                return wrong(&mut world, "resumed twice".to_owned(), 4005);
            };
            if world.sessions.resume(&body, (link, out)) {
                *own = None;
                drop(world);
                shared.changed();
                Ok(None)
            } else {
                Ok(Some(json!({ "op": 9, "d": false })))
            }
        }
        other => wrong(&mut world, format!("opcode {other}"), 4001),
    }
}

/// What the bot is told of a server it is a member of.
pub(crate) fn guild_created(world: &World, guild: &Guild) -> Value {
    let mut event = guild.json();
    let channels = world
        .channels
        .values()
        .filter(|channel| channel.guild() == Some(guild.id));
    let (threads, channels): (Vec<_>, Vec<_>) =
        channels.partition(|channel| matches!(channel.kind, ChannelKind::Thread { .. }));
    let list = |of: Vec<_>| {
        of.into_iter()
            .map(|channel| world.channel_json(channel))
            .collect::<Vec<_>>()
    };
    let extra = json!({
        "joined_at": "2025-01-01T00:00:00.000000+00:00", "large": false, "unavailable": false,
        "member_count": guild.members.len() + 1, "voice_states": [], "presences": [],
        "members": [world.member_json(guild.id, World::BOT)],
        "channels": list(channels), "threads": list(threads),
        "stage_instances": [], "guild_scheduled_events": [], "soundboard_sounds": [],
    });
    if let (Some(event), Some(extra)) = (event.as_object_mut(), extra.as_object()) {
        event.extend(extra.clone());
    }
    event
}

fn ready(world: &mut World, body: &Identify, link: (u64, mpsc::UnboundedSender<Out>)) {
    let mut unavailable = Vec::new();
    let mut created = Vec::new();
    let [shard, shards] = body.shard.unwrap_or([0, 1]);
    for guild in world
        .guilds
        .values()
        .filter(|guild| (guild.id.0 >> 22) % shards.max(1) == shard)
    {
        unavailable.push(json!({ "id": guild.id, "unavailable": true }));
        created.push(guild_created(world, guild));
    }
    let user = world.bot.own_json();
    let resume = world.base_url.replacen("http", "ws", 1);
    let session = world.sessions.identify(body, link);
    let data = json!({
        "v": 10, "user": user, "guilds": unavailable, "session_id": session.id,
        "resume_gateway_url": resume, "shard": [session.shard, session.shards],
        "application": { "id": World::BOT, "flags": 0 }, "private_channels": [], "relationships": [],
    });
    session.send("READY", data);
    if session.intents & intents::GUILDS != 0 {
        for event in created {
            session.send("GUILD_CREATE", event);
        }
    }
}
