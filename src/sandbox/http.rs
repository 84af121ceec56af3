//! The HTTP side: takes requests apart, records them, lets faults strike, and hands them to the routes.

use std::collections::HashMap;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::connect_info::Connected;
use axum::extract::{
    ConnectInfo, FromRequest, Multipart, Path, Query, Request as HttpRequest, State,
};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::serve::{IncomingStream, Listener};
use serde_json::Value;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};

use super::api::{Call, CallFile};
use super::faults::{Fault, When};
use super::ids::{AttachmentId, ChannelId, InteractionId, MessageId};
use super::model::{File, Message, World, answered_by};
use super::refusal::Refusal;
use super::routes::{Reply, Request, dispatch};
use super::{Shared, gateway};

/// The longest request body read, in bytes.
const LONGEST_BODY: usize = 128 << 20;

/// Binds to loopback.
pub(crate) async fn bind(port: u16) -> io::Result<Loopback> {
    Ok(Loopback(
        TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?,
    ))
}

/// Serves until the task is dropped.
pub(crate) async fn serve(listener: Loopback, shared: Arc<Shared>) -> io::Result<()> {
    let router = Router::new()
        .route("/", get(gateway::accept))
        .route("/attachments/{channel}/{id}/{name}", get(attachment))
        .fallback(api)
        .layer(axum::extract::DefaultBodyLimit::disable())
        .with_state(shared);
    axum::serve(
        listener,
        router.into_make_service_with_connect_info::<Cut>(),
    )
    .await
}

/// Accepts connections that can be cut before an answer is written.
#[derive(Debug)]
pub(crate) struct Loopback(TcpListener);

impl Loopback {
    pub(crate) fn addr(&self) -> io::Result<SocketAddr> {
        self.0.local_addr()
    }
}

impl Listener for Loopback {
    type Io = Wire;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Wire, SocketAddr) {
        let (stream, addr) = Listener::accept(&mut self.0).await;
        drop(stream.set_nodelay(true));
        (
            Wire {
                stream,
                cut: Cut::default(),
            },
            addr,
        )
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.0.local_addr()
    }
}

/// Cuts one connection: from then on nothing is written to it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cut(Arc<AtomicBool>);

impl Connected<IncomingStream<'_, Loopback>> for Cut {
    fn connect_info(stream: IncomingStream<'_, Loopback>) -> Self {
        stream.io().cut.clone()
    }
}

/// One connection.
#[derive(Debug)]
pub(crate) struct Wire {
    stream: TcpStream,
    cut: Cut,
}

impl Wire {
    fn alive(&self) -> io::Result<()> {
        if self.cut.0.load(Ordering::SeqCst) {
            Err(io::ErrorKind::BrokenPipe.into())
        } else {
            Ok(())
        }
    }
}

impl AsyncRead for Wire {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buf)
    }
}

impl AsyncWrite for Wire {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.alive()?;
        Pin::new(&mut self.stream).poll_write(cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.alive()?;
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

/// Counts a call as in flight while it lives, and wakes who waits for the end of it.
struct InFlight<'a> {
    shared: &'a Shared,
    number: u64,
    what: String,
    /// The interaction that it answers for the first time.
    answers: Option<InteractionId>,
}

impl InFlight<'_> {
    /// While held by a test a call does not count as in flight.
    async fn hold(&self, when: When, call: &Call) {
        let held = self.shared.faults().held(when, call);
        if let Some(release) = held {
            self.shared.world().in_flight.remove(&self.number);
            self.shared.changed();
            // Released, or the test has let go of it.
            drop(release.await);
            self.shared
                .world()
                .in_flight
                .insert(self.number, self.what.clone());
        }
    }
}

impl Drop for InFlight<'_> {
    fn drop(&mut self) {
        {
            let mut world = self.shared.world();
            world.in_flight.remove(&self.number);
            if let Some(interaction) = self.answers.and_then(|id| world.interactions.get_mut(&id)) {
                interaction.tried = true;
            }
        }
        self.shared.changed();
    }
}

/// Every call of the bot.
async fn api(
    State(shared): State<Arc<Shared>>,
    ConnectInfo(cut): ConnectInfo<Cut>,
    request: HttpRequest,
) -> Response {
    let (request, misread) = take_apart(&shared, request).await;
    let call = record(&shared, &request);
    let flight = InFlight {
        shared: &shared,
        number: call.number,
        what: format!("{} {}", call.method, call.path),
        answers: answered_by(&call.path),
    };
    begin(&shared, &flight);
    let fault = shared.faults().hit(&call);
    flight.hold(When::Before, &call).await;
    let answer = match (fault, misread) {
        (Some(Fault::TooMany(wait)), _) => Err(Refusal::too_many(wait, false)),
        (Some(Fault::Server(status)), _) => Err(Refusal::new(status, 0, "Internal Server Error")),
        (Some(Fault::LostRequest), _) => {
            close(&shared, &cut, call.number);
            return StatusCode::BAD_GATEWAY.into_response();
        }
        (Some(Fault::LostAnswer) | None, Some(refusal)) => Err(refusal),
        (Some(Fault::LostAnswer) | None, None) => {
            if let Some(id) = named_message(&request.path) {
                shared.recall(id).await;
            }
            let mut world = shared.world();
            world.now = shared.clock.now();
            dispatch(&mut world, &request)
        }
    };
    shared.keep().await;
    let (status, body) = match &answer {
        Ok(reply) => (reply.status, reply.body.clone()),
        Err(refusal) => (refusal.status, refusal.body()),
    };
    let call = finish(&shared, call, status, body, answer.as_ref().err());
    flight.hold(When::After, &call).await;
    if fault == Some(Fault::LostAnswer) {
        close(&shared, &cut, call.number);
    }
    respond(answer)
}

fn begin(shared: &Shared, flight: &InFlight<'_>) {
    let mut world = shared.world();
    world.in_flight.insert(flight.number, flight.what.clone());
    if let Some(interaction) = flight
        .answers
        .and_then(|id| world.interactions.get_mut(&id))
    {
        interaction.tried = false;
    }
}

/// The message a path is about: `channels/…/messages/ID`.
fn named_message(path: &str) -> Option<MessageId> {
    let (_, rest) = path.strip_prefix("channels/")?.split_once("/messages/")?;
    rest.split('/').next()?.parse().ok()
}

fn close(shared: &Shared, cut: &Cut, number: u64) {
    cut.0.store(true, Ordering::SeqCst);
    let mut world = shared.world();
    if let Some(call) = world
        .calls
        .iter_mut()
        .rev()
        .find(|call| call.number == number)
    {
        call.lost = true;
    }
}

fn record(shared: &Shared, request: &Request) -> Call {
    let mut world = shared.world();
    world.activity += 1;
    world.call_count += 1;
    let call = Call {
        number: world.call_count,
        at: shared.clock.now(),
        method: request.method.clone(),
        path: format!("/{}", request.path),
        query: request.query.clone().into_iter().collect(),
        body: request.body.clone(),
        files: request
            .files
            .iter()
            .map(|file| CallFile {
                field: file.field.clone(),
                name: file.name.clone(),
                size: file.bytes.len(),
            })
            .collect(),
        status: 0,
        answer: Value::Null,
        lost: false,
    };
    world.calls.push(call.clone());
    call
}

fn finish(
    shared: &Shared,
    mut call: Call,
    status: u16,
    answer: Value,
    refusal: Option<&Refusal>,
) -> Call {
    let mut world = shared.world();
    if let Some(refusal) = refusal.filter(|refusal| refusal.misuse) {
        let fields = &refusal.fields;
        let text = format!(
            "{} {}: {} {} {fields:?}",
            call.method, call.path, refusal.code, refusal.message
        );
        world.error(text);
    }
    call.status = status;
    call.answer = answer;
    if let Some(kept) = world
        .calls
        .iter_mut()
        .rev()
        .find(|kept| kept.number == call.number)
    {
        kept.clone_from(&call);
    }
    world.activity += 1;
    call
}

fn respond(answer: Result<Reply, Refusal>) -> Response {
    let (status, body, standing, retry_after) = match answer {
        Ok(reply) => (reply.status, reply.body, reply.standing, None),
        Err(refusal) => (
            refusal.status,
            refusal.body(),
            None,
            refusal.retry_after.map(|s| (s, refusal.global)),
        ),
    };
    let mut response = Response::builder().status(status);
    if let Some(standing) = standing {
        let seconds = |ms: u64| format!("{}.{:03}", ms / 1000, ms % 1000);
        response = response
            .header("x-ratelimit-limit", standing.bucket.requests)
            .header("x-ratelimit-remaining", standing.remaining)
            .header("x-ratelimit-reset-after", seconds(standing.reset_after))
            .header("x-ratelimit-bucket", standing.name);
    }
    if let Some((seconds, global)) = retry_after {
        response = response
            .header("retry-after", format!("{:.0}", seconds.ceil()))
            .header("x-ratelimit-scope", if global { "global" } else { "user" });
        if global {
            response = response.header("x-ratelimit-global", "true");
        }
    }
    let body = if body.is_null() {
        Body::empty()
    } else {
        response = response.header(header::CONTENT_TYPE, "application/json");
        Body::from(body.to_string())
    };
    response
        .body(body)
        .unwrap_or_else(|_| StatusCode::INTERNAL_SERVER_ERROR.into_response())
}

/// Reads path, query, body and files; what cannot be read comes back as a refusal.
async fn take_apart(shared: &Shared, request: HttpRequest) -> (Request, Option<Refusal>) {
    let path = request.uri().path().to_owned();
    let mut misread = None;
    let inner = path.strip_prefix("/api/v10/").unwrap_or_else(|| {
        misread = Some(Refusal::misuse(404, 0, "404: Not Found"));
        path.trim_start_matches('/')
    });
    let query = Query::<HashMap<String, String>>::try_from_uri(request.uri())
        .map(|q| q.0)
        .unwrap_or_default();
    let mut taken = Request {
        method: request.method().to_string(),
        path: inner.to_owned(),
        query,
        body: Value::Null,
        files: Vec::new(),
        authorized: authorized(request.headers(), &shared.token),
    };
    let kind = request
        .headers()
        .get(header::CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok())
        .unwrap_or_default();
    let read = if kind.starts_with("multipart/") {
        read_parts(request, &mut taken).await
    } else {
        read_json(request, &mut taken).await
    };
    let misread = misread.or_else(|| {
        read.err().map(|why| {
            Refusal::misuse(
                400,
                50109,
                &format!("The request body contains invalid JSON. {why}"),
            )
        })
    });
    (taken, misread)
}

fn authorized(headers: &HeaderMap, token: &str) -> bool {
    headers
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.strip_prefix("Bot "))
        .is_some_and(|sent| sent == token)
}

async fn read_json(request: HttpRequest, taken: &mut Request) -> Result<(), String> {
    let bytes = to_bytes(request.into_body(), LONGEST_BODY)
        .await
        .map_err(|error| error.to_string())?;
    if !bytes.is_empty() {
        taken.body = serde_json::from_slice(&bytes).map_err(|error| error.to_string())?;
    }
    Ok(())
}

async fn read_parts(request: HttpRequest, taken: &mut Request) -> Result<(), String> {
    let mut parts = Multipart::from_request(request, &())
        .await
        .map_err(|error| error.to_string())?;
    while let Some(part) = parts
        .next_field()
        .await
        .map_err(|error| error.to_string())?
    {
        let field = part.name().unwrap_or_default().to_owned();
        let name = part.file_name().map(str::to_owned);
        let content_type = part.content_type().map(str::to_owned);
        let bytes = part.bytes().await.map_err(|error| error.to_string())?;
        match name {
            None if field == "payload_json" => {
                taken.body = serde_json::from_slice(&bytes).map_err(|error| error.to_string())?;
            }
            None => return Err(format!("form field {field}")),
            Some(name) => {
                let number = field
                    .strip_prefix("files[")
                    .and_then(|n| n.strip_suffix(']'));
                let number = number.and_then(|n| n.parse().ok());
                taken.files.push(File {
                    number,
                    field,
                    name,
                    content_type,
                    bytes: bytes.as_ref().into(),
                });
            }
        }
    }
    Ok(())
}

/// A file of a message, as its link says.
async fn attachment(
    State(shared): State<Arc<Shared>>,
    Path((channel, id, _name)): Path<(ChannelId, AttachmentId, String)>,
) -> Response {
    let here = |_: &World, message: &Message| message.channel == channel && !message.deleted;
    match shared.file(id, here).await {
        Some(file) => ([(header::CONTENT_TYPE, file.kind)], file.bytes).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}
