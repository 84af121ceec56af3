//! What every request must bring and every answer carries: names of hosts, origins, and headers that keep a page to itself.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::{Door, Site};

/// Scripts, styles, pictures and connections of this page alone; nothing inline, nobody frames it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
    require-trusted-types-for 'script'; trusted-types 'none'";

const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    // A key stands in the address: it must not travel along with links.
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
];

/// Refuses requests that name another host than the open door's own: a page elsewhere whose name was made to lead here
/// must not reach it.
pub(super) async fn guard(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    let named = host(request.headers());
    let mut response = if site.door == Door::Open && !named.is_some_and(|h| is_own(&site, h)) {
        StatusCode::MISDIRECTED_REQUEST.into_response()
    } else {
        next.run(request).await
    };
    for (name, value) in HEADERS {
        let value = HeaderValue::from_static(value);
        response.headers_mut().insert(name, value);
    }
    response
}

/// Whether a request comes from a page of this site. Browsers always say so when they open a WebSocket.
pub(super) fn same_origin(headers: &HeaderMap) -> bool {
    let origin = headers.get(header::ORIGIN).and_then(|o| o.to_str().ok());
    let from = origin.and_then(|origin| {
        let plain = origin.strip_prefix("http://");
        plain.or_else(|| origin.strip_prefix("https://"))
    });
    from.is_some() && from == host(headers)
}

fn host(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::HOST).and_then(|h| h.to_str().ok())
}

fn is_own(site: &Site, host: &str) -> bool {
    let port = site.addr.port();
    let own = [site.addr.to_string(), format!("localhost:{port}")];
    own.iter().any(|name| name == host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pages_of_this_site_may_open_a_socket() {
        let headers = |origin: Option<&str>| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, HeaderValue::from_static("127.0.0.1:4000"));
            if let Some(origin) = origin {
                let value = HeaderValue::from_str(origin).expect("a plain text");
                headers.insert(header::ORIGIN, value);
            }
            headers
        };
        assert!(same_origin(&headers(Some("http://127.0.0.1:4000"))));
        assert!(same_origin(&headers(Some("https://127.0.0.1:4000"))));
        for wrong in [
            None,
            Some("null"),
            Some("http://127.0.0.1:4001"),
            Some("http://127.0.0.1:4000.example"),
            Some("http://example"),
            Some("file://127.0.0.1:4000"),
        ] {
            assert!(!same_origin(&headers(wrong)), "{wrong:?}");
        }
    }
}
