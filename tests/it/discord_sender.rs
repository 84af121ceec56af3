//! The sender and the connection against the stand-in: nothing is posted
//! twice, limits are kept, refusals are told apart, nothing goes elsewhere.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use chaodipi::clock::Clock;
use chaodipi::discord::budget::Priority;
use chaodipi::discord::build::{Private, Public};
use chaodipi::discord::connect;
use chaodipi::discord::failure::SendError;
use chaodipi::discord::reply::Body;
use chaodipi::discord::sender::{Posted, Posting, PublicChannel, Sender, nonce};
use chaodipi::sandbox::{Call, Fault, MessageId, Sandbox, SandboxOptions, UserId};
use serenity::client::EventHandler;

const CHANNEL: PublicChannel = PublicChannel(SandboxOptions::CHANNEL.0);

async fn start(options: SandboxOptions) -> (Sandbox, Clock, Sender) {
    let sandbox = Sandbox::start(options).await.expect("a free port");
    let clock = Clock::connect(sandbox.clock_addr())
        .await
        .expect("the stand-in has a clock");
    let http = connect::http(&sandbox.token(), Some(&sandbox.api_url())).expect("loopback");
    let sender = Sender::new(Arc::new(http), clock.clone());
    sender.set_me(sandbox.bot().0, sandbox.bot().0);
    (sandbox, clock, sender)
}

fn text(text: &str) -> Body {
    Body {
        text: text.to_owned(),
        ..Body::default()
    }
}

/// Runs some work while the stand-in moves time on to whatever it waits for.
async fn run<T: Send + 'static>(
    sandbox: &Sandbox,
    work: impl Future<Output = T> + Send + 'static,
) -> T {
    let task = tokio::spawn(work);
    while !task.is_finished() {
        sandbox.advance_to_next().await.expect("it comes to rest");
        tokio::task::yield_now().await;
    }
    task.await.expect("no panic")
}

async fn post(sandbox: &Sandbox, clock: &Clock, sender: &Sender) -> Result<Posted, SendError> {
    let (clock, sender) = (clock.clone(), sender.clone());
    run(sandbox, async move {
        let busy = clock.busy();
        let posting = Posting {
            nonce: &nonce(1, "deal.1", 0),
            doubt: false,
            known: &HashSet::new(),
            priority: Priority::Rest,
        };
        let message = Public::new(text("Deal 1"));
        sender.post(&busy, CHANNEL, &message, posting).await
    })
    .await
}

fn is_post(call: &Call) -> bool {
    call.method == "POST" && call.path.ends_with("/messages")
}

/// True for the first `count` posts.
fn first_posts(count: usize) -> impl Fn(&Call) -> bool + Send + 'static {
    let seen = AtomicUsize::new(0);
    move |call| is_post(call) && seen.fetch_add(1, Ordering::SeqCst) < count
}

#[tokio::test(flavor = "multi_thread")]
async fn a_post_is_made_once_whatever_goes_wrong() {
    for fault in [
        Fault::TooMany(700),
        Fault::Server(503),
        Fault::LostRequest,
        Fault::LostAnswer,
    ] {
        let (sandbox, clock, sender) = start(SandboxOptions::default()).await;
        sandbox.inject(fault, 1.0, first_posts(3));
        let posted = post(&sandbox, &clock, &sender).await.expect("posted");
        let shown = sandbox.channel(SandboxOptions::CHANNEL);
        assert_eq!(shown.len(), 1, "{fault:?}");
        assert_eq!(shown[0].id, MessageId(posted.message), "{fault:?}");
        assert_eq!(sandbox.calls().iter().filter(|c| is_post(c)).count(), 4);
        assert_eq!(sandbox.errors(), Vec::<String>::new());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn after_minutes_of_doubt_the_channel_is_read_before_posting_again() {
    let mut options = SandboxOptions::default();
    // So short that only reading the channel tells.
    options.limits.nonce_life = 1;
    let (sandbox, clock, sender) = start(options).await;
    sandbox.inject(Fault::LostAnswer, 1.0, first_posts(1));
    let began = sandbox.now();
    // The first post is hit by the fault before.
    sandbox.inject(Fault::Server(500), 1.0, is_post);
    let posted = post(&sandbox, &clock, &sender).await.expect("found");
    assert!(posted.found);
    assert!(sandbox.now().since(began) > Duration::from_secs(120));
    let shown = sandbox.channel(SandboxOptions::CHANNEL);
    assert_eq!(shown.len(), 1);
    assert_eq!(shown[0].id, MessageId(posted.message));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_post_in_doubt_from_before_is_looked_for_first() {
    let (sandbox, clock, sender) = start(SandboxOptions::default()).await;
    let first = post(&sandbox, &clock, &sender).await.expect("posted");
    let again = {
        let (clock, sender) = (clock.clone(), sender.clone());
        run(&sandbox, async move {
            let busy = clock.busy();
            let posting = Posting {
                nonce: &nonce(1, "deal.1", 0),
                doubt: true,
                known: &HashSet::new(),
                priority: Priority::Rest,
            };
            let message = Public::new(text("Deal 1"));
            sender.post(&busy, CHANNEL, &message, posting).await
        })
        .await
        .expect("found")
    };
    assert_eq!(again.message, first.message);
    assert!(again.found);
    assert_eq!(sandbox.calls().iter().filter(|c| is_post(c)).count(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_second_holds_more_calls_than_the_budget() {
    let (sandbox, clock, sender) = start(SandboxOptions::default()).await;
    let work = {
        let (clock, sender) = (clock.clone(), sender.clone());
        async move {
            let mut tasks = tokio::task::JoinSet::new();
            for _ in 0..100 {
                let (clock, sender) = (clock.clone(), sender.clone());
                tasks.spawn(async move {
                    let busy = clock.busy();
                    sender.open_direct(&busy, 1).await.map(drop)
                });
            }
            tasks.join_all().await
        }
    };
    let done = run(&sandbox, work).await;
    assert!(done.iter().all(Result::is_ok));
    let calls = sandbox.calls();
    assert_eq!(calls.len(), 100);
    for window in calls.windows(41) {
        assert!(window[40].at.since(window[0].at) >= Duration::from_secs(1));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn refusals_are_told_apart() {
    let (sandbox, clock, sender) = start(SandboxOptions::default()).await;
    let posted = post(&sandbox, &clock, &sender).await.expect("posted");
    sandbox.close_dms(UserId(1));
    sandbox.delete_message(MessageId(posted.message));
    let busy = clock.busy();
    let posting = Posting {
        nonce: "n",
        doubt: false,
        known: &HashSet::new(),
        priority: Priority::Private,
    };
    let direct = sender.open_direct(&busy, 1).await.expect("it opens");
    let hand = Private::new(text("hand"));
    let refused = sender.post_direct(&busy, direct, &hand, posting).await;
    assert_eq!(refused, Err(SendError::Unreachable));
    let body = Public::new(text("new"));
    let edit = |id| sender.edit(&busy, CHANNEL, id, &body, false, Priority::Rest);
    assert_eq!(edit(posted.message).await, Err(SendError::MessageGone));
    sandbox.set_permissions(SandboxOptions::CHANNEL, 0);
    assert_eq!(edit(posted.message).await, Err(SendError::Forbidden));
    sandbox.delete_channel(SandboxOptions::CHANNEL);
    assert_eq!(edit(posted.message).await, Err(SendError::ChannelGone));
    assert_eq!(sender.delete(&busy, direct.id(), 77).await, Ok(()));
    let guild = SandboxOptions::GUILD.0;
    assert_eq!(sender.is_member(&busy, guild, 2).await, Ok(true));
    sandbox.leave_guild(UserId(2), SandboxOptions::GUILD);
    assert_eq!(sender.is_member(&busy, guild, 2).await, Ok(false));
}

#[tokio::test(flavor = "multi_thread")]
async fn edits_keep_or_replace_the_picture() {
    use chaodipi::cards::two_decks;
    use chaodipi::discord::reply::Picture;
    use chaodipi::render::{Face, HandSheet, Labels, Palette, Sheet};
    let (sandbox, clock, sender) = start(SandboxOptions::default()).await;
    let picture = |cards| {
        let faces = two_decks().into_iter().take(cards).map(Face::plain);
        let sheet = HandSheet {
            groups: vec![faces.collect()],
            labels: Labels::Latin,
            palette: Palette::FourColour,
            large: false,
        };
        Picture::new("hand.png", Sheet::Hand(sheet), "BJ LJ".to_owned())
    };
    let with = |words: &str, cards| {
        Private::new(Body {
            picture: Some(picture(cards)),
            ..text(words)
        })
    };
    let busy = clock.busy();
    let direct = sender.open_direct(&busy, 1).await.expect("it opens");
    let posting = Posting {
        nonce: "n",
        doubt: false,
        known: &HashSet::new(),
        priority: Priority::Private,
    };
    let posted = sender
        .post_direct(&busy, direct, &with("one", 1), posting)
        .await
        .expect("posted");
    let shown = || sandbox.dms(UserId(1)).pop().expect("one message");
    let id = posted.message;
    let first = shown();
    sender
        .edit_direct(&busy, direct, id, &with("two", 1), true, Priority::Private)
        .await
        .expect("edited");
    assert_eq!(shown().content, "two");
    assert_eq!(shown().files, first.files, "kept");
    sender
        .edit_direct(
            &busy,
            direct,
            id,
            &with("three", 2),
            false,
            Priority::Private,
        )
        .await
        .expect("edited");
    assert_eq!(shown().files.len(), 1);
    assert_eq!(*shown().files[0].bytes, *picture(2).png());
    assert_eq!(shown().files[0].alt, "BJ LJ");
    let bare = Private::new(text("closed"));
    sender
        .edit_direct(&busy, direct, id, &bare, false, Priority::Private)
        .await
        .expect("edited");
    assert_eq!(shown().files, Vec::new());
    assert_eq!(sandbox.errors(), Vec::<String>::new());
}

struct Nothing;
impl EventHandler for Nothing {}

#[tokio::test(flavor = "multi_thread")]
async fn the_gateway_is_the_one_that_was_told_even_if_the_second_question_fails() {
    let (sandbox, clock, sender) = start(SandboxOptions::default()).await;
    let busy = clock.busy();
    let gateway = sender.gateway(&busy).await.expect("an address");
    drop(busy);
    sandbox.inject(Fault::Server(500), 1.0, |call| call.path == "/gateway");
    let http = connect::http(&sandbox.token(), Some(&sandbox.api_url())).expect("loopback");
    let mut client = connect::client(http, &gateway, Arc::new(Nothing))
        .await
        .expect("a client");
    let asked = sandbox.calls();
    assert!(
        asked
            .iter()
            .any(|c| c.path == "/gateway" && c.status == 500)
    );
    assert_eq!(*client.ws_url.lock().await, gateway.url);
    let shards = client.shard_manager.clone();
    let task = tokio::spawn(async move { client.start_shards(1).await });
    sandbox.wait_connected().await.expect("it connects here");
    shards.shutdown_all().await;
    task.abort();
}
