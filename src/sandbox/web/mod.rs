//! A web page on which people sit down at the stand-in: it serves the files of the page, pictures, and one WebSocket a window.
//!
//! Two doors lead to it. Through the open one, on loopback only, whoever comes may be any person and may inspect what
//! each of them sees. Through the other one, on any address, everybody brings the key of one person.

mod ask;
mod assets;
mod files;
mod guard;
mod json;
mod key;
pub mod language;
mod port;
mod socket;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use axum::middleware::from_fn_with_state;
use axum::response::Response;
use axum::routing::get;
use serde::Deserialize;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::AbortHandle;

use super::Sandbox;
use super::ids::UserId;

/// Who may come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Door {
    /// Anybody, as any person. For loopback only.
    Open,
    /// Who has the key of a person, as that person.
    Keyed,
}

/// A page that is being served, until this is dropped.
#[derive(Debug)]
pub struct Served {
    addr: SocketAddr,
    task: AbortHandle,
    site: Arc<Site>,
}

impl Served {
    /// Where it listens.
    #[must_use]
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// Waits until a browser opens the page; the languages it asks for, as it names them (may be empty).
    pub async fn first_visitor(&self) -> String {
        let mut visitor = self.site.visitor.subscribe();
        let came = visitor.wait_for(Option::is_some).await;
        came.ok().and_then(|told| told.clone()).unwrap_or_default()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// What the handlers share.
#[derive(Clone, Debug)]
struct Site {
    sandbox: Sandbox,
    door: Door,
    addr: SocketAddr,
    /// The languages of the browser that opened the page first.
    visitor: watch::Sender<Option<String>>,
}

/// How a request says who it is for.
#[derive(Debug, Deserialize)]
struct Who {
    user: Option<UserId>,
    key: Option<String>,
    /// The language its browser asked for when it opened the page.
    language: Option<String>,
}

impl Site {
    /// Somebody opens the page: it comes in the language their browser asks for.
    fn visited(&self, headers: &HeaderMap) -> Response {
        let asked = headers.get(header::ACCEPT_LANGUAGE);
        let asked = asked.and_then(|value| value.to_str().ok());
        let asked = asked.unwrap_or_default();
        self.visitor.send_if_modified(|first| {
            let new = first.is_none();
            first.get_or_insert_with(|| asked.to_owned());
            new
        });
        assets::page(language::asked(asked))
    }

    /// The person a request may act as.
    fn person(&self, who: &Who) -> Option<UserId> {
        match self.door {
            Door::Open => {
                let people = self.sandbox.people();
                let first = people.first().map(|p| p.id);
                who.user
                    .filter(|id| people.iter().any(|p| p.id == *id))
                    .or(first)
            }
            Door::Keyed => self.sandbox.person_with_key(who.key.as_deref()?),
        }
    }
}

impl Sandbox {
    /// Serves the page.
    ///
    /// # Errors
    /// What binding the address reports; `InvalidInput` for an open door on an address that is not loopback.
    pub async fn serve_page(&self, addr: SocketAddr, door: Door) -> io::Result<Served> {
        if door == Door::Open && !addr.ip().is_loopback() {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        if door == Door::Keyed {
            self.make_keys().await?;
        }
        let listener = TcpListener::bind(addr).await?;
        let addr = listener.local_addr()?;
        let site = Arc::new(Site {
            sandbox: self.clone(),
            door,
            addr,
            visitor: watch::Sender::default(),
        });
        let router = router(Arc::clone(&site));
        let task = tokio::spawn(async move {
            if let Err(error) = axum::serve(listener, router).await {
                tracing::error!(%error, "the page's server ended");
            }
        });
        Ok(Served {
            addr,
            task: task.abort_handle(),
            site,
        })
    }
}

fn router(site: Arc<Site>) -> Router {
    Router::new()
        .route("/", get(home))
        .route("/p/{key}", get(own_home))
        .route("/assets/{name}", get(assets::asset))
        .route("/files/{id}", get(files::file))
        .route("/ws", get(socket::accept))
        .layer(from_fn_with_state(Arc::clone(&site), guard::guard))
        .with_state(site)
}

async fn home(State(site): State<Arc<Site>>, headers: HeaderMap) -> Response {
    match site.door {
        Door::Open => site.visited(&headers),
        Door::Keyed => assets::no_key(),
    }
}

/// The page of who has that key.
async fn own_home(
    State(site): State<Arc<Site>>,
    Path(key): Path<String>,
    headers: HeaderMap,
) -> Response {
    let known = site.door == Door::Keyed && site.sandbox.person_with_key(&key).is_some();
    if known {
        site.visited(&headers)
    } else {
        assets::no_key()
    }
}
