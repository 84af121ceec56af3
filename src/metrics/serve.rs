//! The page with the numbers and the one that says whether the bot is well,
//! on loopback.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::net::TcpListener;

use super::Metrics;
use crate::error::AppError;
use crate::shutdown::Shutdown;
use crate::store::Store;
use crate::table::Registry;

/// What Prometheus calls the form of the page.
const FORM: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Whether the bot is connected; shared with whoever finds out.
#[derive(Clone, Debug, Default)]
pub struct Health(Arc<AtomicBool>);

impl Health {
    /// Discord has accepted the connection, or it is lost for good.
    pub fn connected(&self, is: bool) {
        self.0.store(is, Ordering::Relaxed);
    }

    fn is_connected(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

#[derive(Clone)]
struct Pages {
    registry: Registry,
    store: Store,
    health: Health,
}

/// Serves `/metrics` and `/health` until the program is to stop.
///
/// # Errors
/// The address cannot be listened on.
pub async fn serve(
    address: SocketAddr,
    registry: Registry,
    store: Store,
    health: Health,
    mut shutdown: Shutdown,
) -> Result<(), AppError> {
    let failed = |source| AppError::Io {
        what: format!("metrics.listen {address}"),
        source,
    };
    let listener = TcpListener::bind(address).await.map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    tracing::info!(%address, "metrics and health are served");
    let pages = Pages {
        registry,
        store,
        health,
    };
    let router = Router::new()
        .route("/metrics", get(metrics))
        .route("/health", get(health_page))
        .with_state(pages);
    tokio::spawn(async move {
        let served = axum::serve(listener, router)
            .with_graceful_shutdown(async move { shutdown.wait().await });
        if let Err(error) = served.await {
            tracing::warn!(%error, "metrics are not served any more");
        }
    });
    Ok(())
}

async fn metrics(State(pages): State<Pages>) -> Response {
    let page = Metrics::all().page(pages.registry.all().len());
    ([(header::CONTENT_TYPE, FORM)], page).into_response()
}

async fn health_page(State(pages): State<Pages>) -> Response {
    if !pages.health.is_connected() {
        return (
            StatusCode::SERVICE_UNAVAILABLE,
            "not connected to Discord\n",
        )
            .into_response();
    }
    match pages.store.ping().await {
        Ok(()) => (StatusCode::OK, "ok\n").into_response(),
        Err(error) => {
            tracing::warn!(%error, "the database does not answer");
            let why = "the database does not answer\n";
            (StatusCode::SERVICE_UNAVAILABLE, why).into_response()
        }
    }
}
