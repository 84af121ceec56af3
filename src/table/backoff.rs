//! The wait before a table is taken up again after a panic: it ends at once
//! when the program stops, and whoever asks meanwhile is told to ask again.

use std::time::Duration;

use tokio::sync::mpsc;

use super::handle::{Mail, What};
use crate::clock::{Busy, Clock};
use crate::error::AppError;

/// Waits so long, refusing what is asked of the table. `None` when it is to
/// stop: it is told so, or nobody can speak to it any more.
pub(super) async fn back_off(
    clock: &Clock,
    wait: Duration,
    letters: &mut mpsc::UnboundedReceiver<Mail>,
) -> Option<Busy> {
    let until = clock.now() + wait;
    loop {
        tokio::select! {
            biased;
            mail = letters.recv() => refuse(mail?.what)?,
            busy = clock.sleep_until(until) => return Some(busy),
        }
    }
}

/// Answers a letter; `None` when it says that the table is to stop.
fn refuse(what: What) -> Option<()> {
    // Who asked may be gone: then nobody needs the answer.
    match what {
        What::Act { reply, .. } => {
            let _ = reply.send(Err(AppError::TakenUpAgain.into()));
        }
        What::Draft { reply, .. } => {
            let _ = reply.send(Err(AppError::TakenUpAgain.into()));
        }
        What::Move { reply, .. } | What::Forget { reply, .. } => {
            let _ = reply.send(Err(AppError::TakenUpAgain.into()));
        }
        // Reported and read anew once the table is there again.
        What::Shown(_) | What::Renamed | What::Repair => {}
        What::Stop => return None,
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use tokio::sync::oneshot;

    use super::*;
    use crate::clock::Millis;
    use crate::game::{Action, Actor};
    use crate::table::ActError;

    const WAIT: Duration = Duration::from_secs(32);

    fn act(
        clock: &Clock,
    ) -> (
        Mail,
        oneshot::Receiver<Result<super::super::Acted, ActError>>,
    ) {
        let (reply, answer) = oneshot::channel();
        let what = What::Act {
            actor: Actor::Table,
            step: None,
            action: Action::End,
            reply,
        };
        let busy = clock.busy();
        (Mail { busy, what }, answer)
    }

    #[tokio::test]
    async fn whoever_asks_is_answered_and_the_wait_goes_on() {
        let (clock, manual) = Clock::manual(Millis(1));
        let (mailbox, mut letters) = mpsc::unbounded_channel();
        let waiting = back_off(&clock, WAIT, &mut letters);
        tokio::pin!(waiting);
        let (mail, answer) = act(&clock);
        assert!(mailbox.send(mail).is_ok());
        let ask = async {
            let refused = answer.await.expect("answered");
            assert!(matches!(
                refused,
                Err(ActError::Store(AppError::TakenUpAgain))
            ));
            manual.settle().await;
            manual.advance(WAIT);
        };
        let (busy, ()) = tokio::join!(waiting, ask);
        assert!(busy.is_some(), "the table is taken up again");
        assert_eq!(clock.now(), Millis(1) + WAIT);
    }

    #[tokio::test]
    async fn a_stop_does_not_wait_and_what_lies_behind_it_is_not_lost_silently() {
        let (clock, _manual) = Clock::manual(Millis(1));
        let (mailbox, mut letters) = mpsc::unbounded_channel();
        let busy = clock.busy();
        let what = What::Stop;
        assert!(mailbox.send(Mail { busy, what }).is_ok());
        let (late, answer) = act(&clock);
        assert!(mailbox.send(late).is_ok());
        assert!(back_off(&clock, WAIT, &mut letters).await.is_none());
        assert_eq!(clock.now(), Millis(1), "no time has passed");
        drop(letters);
        assert!(answer.await.is_err(), "its sender reads that it is gone");
    }
}
