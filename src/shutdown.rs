//! The wish to stop, as everything that runs can wait for it.

use tokio::sync::watch;

/// Waits for the wish to stop; clones wait for the same one.
#[derive(Clone, Debug)]
pub struct Shutdown(watch::Receiver<bool>);

/// Tells every [`Shutdown`] to stop. Dropping it does so too.
#[derive(Debug)]
pub struct Stopper(watch::Sender<bool>);

/// A new wish, not made yet.
#[must_use]
pub fn channel() -> (Stopper, Shutdown) {
    let (send, receive) = watch::channel(false);
    (Stopper(send), Shutdown(receive))
}

impl Stopper {
    /// Makes the wish.
    pub fn stop(&self) {
        self.0.send_replace(true);
    }
}

impl Shutdown {
    /// Whether the program is to stop.
    #[must_use]
    pub fn wanted(&self) -> bool {
        *self.0.borrow() || self.0.has_changed().is_err()
    }

    /// Returns when the program is to stop.
    pub async fn wait(&mut self) {
        // An error means that the stopper is gone, which is the same wish.
        let _ = self.0.wait_for(|stop| *stop).await;
    }
}

/// Returns when the operating system asks the program to end: ctrl-c, or
/// SIGTERM where there are signals.
pub async fn signal() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        match signal(SignalKind::terminate()) {
            Ok(mut term) => {
                tokio::select! {
                    _ = term.recv() => {}
                    _ = tokio::signal::ctrl_c() => {}
                }
            }
            Err(_) => {
                let _ = tokio::signal::ctrl_c().await;
            }
        }
    }
    #[cfg(not(unix))]
    {
        let _ = tokio::signal::ctrl_c().await;
    }
}

/// Returns when standard input ends: whoever holds its other end is gone,
/// however that came.
pub async fn stdin_ends() {
    let (told, ended) = tokio::sync::oneshot::channel();
    // A thread of its own: the runtime would wait for its blocking tasks.
    std::thread::spawn(move || {
        // What comes in means nothing, and an error is an end, too.
        let _ = std::io::copy(&mut std::io::stdin().lock(), &mut std::io::sink());
        let _ = told.send(());
    });
    let _ = ended.await;
}
