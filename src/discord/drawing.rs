//! Work for the processor beside the tasks that answer people: making bodies
//! and drawing pictures.

use crate::clock::Busy;
use crate::discord::reply::Body;

/// Runs what takes the processor for a while on a thread of its own; `None`
/// if it panicked.
pub(super) async fn beside<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
    busy: &Busy,
) -> Option<T> {
    let held = busy.clone();
    let done = tokio::task::spawn_blocking(move || {
        let value = work();
        drop(held);
        value
    });
    done.await
        .inspect_err(|_| tracing::error!("making a message failed"))
        .ok()
}

/// Draws the picture of a message that is about to be sent.
pub(super) async fn picture(body: &Body, busy: &Busy) {
    if let Some(picture) = body.picture.clone().filter(|p| !p.is_drawn()) {
        beside(move || picture.png().len(), busy).await;
    }
}
