//! Files of messages: pictures to be shown, and all others to be saved.

use std::fmt::Write as _;
use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::{Site, Who};
use crate::sandbox::ids::{AttachmentId, UserId};
use crate::sandbox::model::{Message, World};
use crate::sandbox::{Handed, Sandbox};

/// A file of a message that the person sees.
pub(super) async fn file(
    State(site): State<Arc<Site>>,
    Path(id): Path<AttachmentId>,
    Query(who): Query<Who>,
) -> Response {
    let Some(user) = site.person(&who) else {
        return StatusCode::FORBIDDEN.into_response();
    };
    let Some(file) = site.sandbox.file_for(user, id).await else {
        return StatusCode::NOT_FOUND.into_response();
    };
    // Anything but a picture would be more than a page wants to run.
    let (kind, shown) = match file.kind.as_str() {
        "image/png" => ("image/png", "inline"),
        _ => ("application/octet-stream", "attachment"),
    };
    let headers = [
        (header::CONTENT_TYPE, kind.to_owned()),
        (header::CONTENT_DISPOSITION, disposition(shown, &file.name)),
        (
            header::CACHE_CONTROL,
            "private, max-age=604800, immutable".to_owned(),
        ),
    ];
    (headers, file.bytes).into_response()
}

/// How a file is meant, and its name: in plain letters for old programs, whole for all others.
fn disposition(shown: &str, name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    let safe: String = name
        .chars()
        .map(|c| if plain(c) { c } else { '_' })
        .collect();
    let mut whole = String::with_capacity(name.len());
    for byte in name.bytes() {
        if plain(char::from(byte)) {
            whole.push(char::from(byte));
        } else {
            // Writing to a text cannot fail.
            let _ = write!(whole, "%{byte:02X}");
        }
    }
    format!("{shown}; filename=\"{safe}\"; filename*=UTF-8''{whole}")
}

impl Sandbox {
    /// A file of a message that a person sees.
    pub async fn file_for(&self, user: UserId, id: AttachmentId) -> Option<Handed> {
        let seen = |world: &World, message: &Message| world.sees(user, message);
        self.shared.file(id, seen).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_leave_its_header() {
        assert_eq!(
            disposition("attachment", "table-1.jsonl"),
            "attachment; filename=\"table-1.jsonl\"; filename*=UTF-8''table-1.jsonl"
        );
        assert_eq!(
            disposition("inline", "a\"\r\n牌"),
            "inline; filename=\"a____\"; filename*=UTF-8''a%22%0D%0A%E7%89%8C"
        );
    }
}
