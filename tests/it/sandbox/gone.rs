//! The stand-in when the bot's process ends in the middle of its work, and when places vanish.

use std::time::{Duration, Instant};

use chaodipi::sandbox::{Call, Sandbox, SandboxOptions, When};
use tokio::runtime::{Builder, Runtime};

use super::{ANN, BEN, CHANNEL, done, library};

/// A bot on threads of its own, so that it can be ended as a process would be.
async fn bot(sandbox: &Sandbox) -> Runtime {
    let runtime = Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("starts");
    runtime.spawn(library::serve(sandbox.clone()));
    sandbox.wait_connected().await.expect("connects");
    while sandbox.commands(None).is_empty() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    sandbox.settle().await.expect("settles");
    runtime
}

#[tokio::test]
async fn a_bot_that_dies_after_a_post_finds_it_again() {
    let sandbox = Sandbox::start(SandboxOptions::default())
        .await
        .expect("starts");
    let first = bot(&sandbox).await;
    sandbox
        .slash(ANN, CHANNEL, &["hand"], &[])
        .await
        .expect("offered");
    sandbox.settle().await.expect("settles");
    assert_eq!(sandbox.dms(ANN)[0].content, "Panel, again");
    let is_post = |call: &Call| call.method == "POST" && call.path.ends_with("/messages");
    let mut hold = sandbox.hold(When::After, 1, is_post);
    sandbox
        .slash(BEN, CHANNEL, &["hand"], &[])
        .await
        .expect("offered");
    hold.reached().await.expect("posts");
    first.shutdown_background();
    sandbox.wait_disconnected().await.expect("is gone");
    sandbox.settle().await.expect("nobody is left to wait for");
    assert_eq!(sandbox.dms(BEN)[0].content, "Panel");
    let before = Instant::now();
    assert!(
        sandbox
            .slash(BEN, CHANNEL, &["hand"], &[])
            .await
            .expect("offered")
            .failed()
    );
    assert!(
        before.elapsed() < Duration::from_secs(3),
        "nobody waits for the dead"
    );
    let second = bot(&sandbox).await;
    assert_eq!(sandbox.gateway_starts(), (2, 0));
    sandbox
        .slash(BEN, CHANNEL, &["hand"], &[])
        .await
        .expect("offered")
        .message()
        .expect("answered");
    sandbox.settle().await.expect("settles");
    assert_eq!(
        sandbox.dms(BEN).len(),
        1,
        "the nonce finds the first panel again"
    );
    assert_eq!(sandbox.dms(BEN)[0].content, "Panel, again");
    done(&sandbox);
    second.shutdown_background();
}

#[tokio::test]
async fn places_vanish_with_their_messages() {
    let sandbox = Sandbox::start(SandboxOptions::default())
        .await
        .expect("starts");
    let said = sandbox.say(ANN, CHANNEL, "hello").expect("sees it");
    let other = sandbox
        .say(ANN, SandboxOptions::OTHER_CHANNEL, "hello")
        .expect("sees it");
    sandbox.delete_channel(CHANNEL);
    assert!(sandbox.message(ANN, said).is_none() && sandbox.message(ANN, other).is_some());
    sandbox.delete_guild(SandboxOptions::GUILD);
    assert!(sandbox.visible_to(ANN).is_empty());
    assert!(
        sandbox
            .say(ANN, SandboxOptions::OTHER_CHANNEL, "hello")
            .is_err()
    );
}
