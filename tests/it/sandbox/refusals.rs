//! What the stand-in refuses because of time, place, rights and pace, with Discord's status and code.

use std::time::Duration;

use chaodipi::sandbox::{
    Answer, BOT_PERMISSIONS, Call, ChannelId, EMBED_LINKS, Fault, PrivateMessages, SEND_MESSAGES,
    SandboxOptions, UserId, VIEW_CHANNEL,
};
use serde_json::json;

use super::{ANN, BEN, CHANNEL, NOTHING, POST, act, button, buttons, click, code, done, start};
use crate::support::openapi::{check_calls, misfits};

#[tokio::test]
async fn an_interaction_is_answered_once_and_in_time() {
    let (sandbox, mut puppet) = start().await;
    let (task, callback, hook) = act(&sandbox, &mut puppet, ANN).await;
    let message = json!({ "type": 4, "data": { "content": "hi", "flags": 64 } });
    assert_eq!(
        code(&puppet, "POST", &hook, json!({ "content": "early" })).await,
        (404, 10015)
    );
    let wrong = callback.replace("token-", "nekot-");
    assert_eq!(
        code(&puppet, "POST", &wrong, message.clone()).await,
        (404, 10062)
    );
    for kind in [6, 7, 8] {
        assert_eq!(
            code(
                &puppet,
                "POST",
                &callback,
                json!({ "type": kind, "data": {} })
            )
            .await,
            (400, 50035)
        );
    }
    assert_eq!(
        code(&puppet, "POST", &callback, message.clone()).await,
        (204, 0)
    );
    assert_eq!(
        code(&puppet, "POST", &callback, message.clone()).await,
        (400, 40060)
    );
    assert!(matches!(task.await.expect("ends").answer, Answer::Message(m) if m.ephemeral));
    let original = format!("{hook}/messages/@original");
    sandbox.advance(Duration::from_secs(15 * 60));
    assert_eq!(
        code(&puppet, "PATCH", &original, json!({ "content": "still" })).await,
        (200, 0)
    );
    sandbox.advance(Duration::from_millis(1));
    assert_eq!(
        code(&puppet, "PATCH", &original, json!({ "content": "late" })).await,
        (401, 50027)
    );
    let (task, callback, _) = act(&sandbox, &mut puppet, ANN).await;
    sandbox.advance(Duration::from_millis(3001));
    assert!(task.await.expect("ends").failed());
    assert_eq!(
        code(&puppet, "POST", &callback, message).await,
        (404, 10062)
    );
    done(&sandbox);
}

#[tokio::test]
async fn ephemeral_is_said_by_each_answer_anew() {
    let (sandbox, mut puppet) = start().await;
    let (task, callback, hook) = act(&sandbox, &mut puppet, ANN).await;
    let panel = json!({ "type": 4, "data": {
        "content": "hand", "flags": 64, "components": [buttons(vec![button("a", "x")])] } });
    puppet.call("POST", &callback, &panel).await;
    let hand = task.await.expect("ends").message().expect("a message").id;
    // By the bot's token an ephemeral message is not there.
    assert_eq!(
        code(
            &puppet,
            "PATCH",
            &format!("{POST}/{hand}"),
            json!({ "content": "x" })
        )
        .await,
        (404, 10008)
    );
    assert_eq!(
        code(
            &puppet,
            "GET",
            &format!("{hook}/messages/@original"),
            NOTHING
        )
        .await,
        (200, 0)
    );
    assert!(sandbox.message(BEN, hand).is_none());
    // Without the flag, the answer to a click on an ephemeral message is public.
    let (task, callback, _) = click(&sandbox, &mut puppet, ANN, hand, "a").await;
    puppet
        .call(
            "POST",
            &callback,
            &json!({ "type": 4, "data": { "content": "leak" } }),
        )
        .await;
    let leak = task.await.expect("ends").message().expect("a message").id;
    assert!(sandbox.message(BEN, leak).is_some());
    // A deferral fixes the state; the first follow-up fills it.
    let (task, callback, hook) = click(&sandbox, &mut puppet, ANN, hand, "a").await;
    puppet
        .call(
            "POST",
            &callback,
            &json!({ "type": 5, "data": { "flags": 64 } }),
        )
        .await;
    assert!(
        matches!(task.await.expect("ends").answer, Answer::Deferred(m) if m.loading && m.ephemeral)
    );
    puppet
        .call("POST", &hook, &json!({ "content": "first" }))
        .await;
    puppet
        .call("POST", &hook, &json!({ "content": "second" }))
        .await;
    let seen: Vec<_> = sandbox
        .visible_to(BEN)
        .into_iter()
        .map(|m| m.content)
        .collect();
    assert_eq!(seen, ["leak", "second"]);
    // An update keeps files unless it lists them.
    let (task, callback, _) = click(&sandbox, &mut puppet, ANN, hand, "a").await;
    puppet
        .call(
            "POST",
            &callback,
            &json!({ "type": 7, "data": { "content": "new" } }),
        )
        .await;
    assert!(
        task.await
            .expect("ends")
            .message()
            .expect("a message")
            .ephemeral
    );
    // On a channel message the flag means nothing.
    puppet
        .call("POST", POST, &json!({ "content": "public", "flags": 64 }))
        .await;
    assert!(
        sandbox
            .channel(CHANNEL)
            .iter()
            .any(|m| m.content == "public" && !m.ephemeral)
    );
    done(&sandbox);
}

#[tokio::test]
async fn private_messages_may_be_refused() {
    let (sandbox, puppet) = start().await;
    let open = |user: UserId| json!({ "recipient_id": user });
    sandbox.close_dms(ANN);
    let (status, channel) = puppet.call("POST", "/users/@me/channels", &open(ANN)).await;
    assert_eq!(status, 200);
    let path = format!(
        "/channels/{}/messages",
        channel["id"].as_str().expect("an id")
    );
    assert_eq!(
        code(&puppet, "POST", &path, json!({ "content": "x" })).await,
        (403, 50007)
    );
    sandbox.open_dms(ANN);
    assert_eq!(
        code(&puppet, "POST", &path, json!({ "content": "x" })).await,
        (200, 0)
    );
    sandbox.leave_guild(ANN, SandboxOptions::GUILD);
    assert_eq!(
        code(&puppet, "POST", &path, json!({ "content": "x" })).await,
        (403, 50278)
    );
    assert_eq!(
        code(&puppet, "GET", "/guilds/1000/members/1", NOTHING).await,
        (404, 10007)
    );
    assert_eq!(
        code(&puppet, "GET", "/guilds/1000/members/2", NOTHING).await,
        (200, 0)
    );
    sandbox.set_private_messages(BEN, PrivateMessages::OpeningRefused);
    assert_eq!(
        code(&puppet, "POST", "/users/@me/channels", open(BEN)).await,
        (400, 40003)
    );
    assert_eq!(
        code(&puppet, "POST", "/users/@me/channels", open(UserId(77))).await,
        (400, 50033)
    );
    done(&sandbox);
}

#[tokio::test]
async fn permissions_and_missing_things_are_refused() {
    let (sandbox, puppet) = start().await;
    let (_, made) = puppet.call("POST", POST, &json!({ "content": "x" })).await;
    let path = format!("{POST}/{}", made["id"].as_str().expect("an id"));
    sandbox.set_permissions(CHANNEL, BOT_PERMISSIONS & !SEND_MESSAGES);
    assert_eq!(
        code(&puppet, "POST", POST, json!({ "content": "x" })).await,
        (403, 50013)
    );
    sandbox.set_permissions(CHANNEL, BOT_PERMISSIONS & !EMBED_LINKS);
    assert_eq!(
        code(
            &puppet,
            "POST",
            POST,
            json!({ "embeds": [{ "title": "x" }] })
        )
        .await,
        (403, 50013)
    );
    sandbox.set_permissions(CHANNEL, BOT_PERMISSIONS & !VIEW_CHANNEL);
    assert_eq!(
        code(&puppet, "POST", POST, json!({ "content": "x" })).await,
        (403, 50001)
    );
    sandbox.set_permissions(CHANNEL, BOT_PERMISSIONS);
    let said = sandbox.say(BEN, CHANNEL, "hello").expect("sees it");
    assert_eq!(
        code(
            &puppet,
            "PATCH",
            &format!("{POST}/{said}"),
            json!({ "content": "x" })
        )
        .await,
        (403, 50005)
    );
    assert_eq!(
        code(&puppet, "DELETE", &format!("{POST}/{said}"), NOTHING).await,
        (403, 50013)
    );
    assert_eq!(code(&puppet, "DELETE", &path, NOTHING).await, (204, 0));
    assert_eq!(
        code(&puppet, "PATCH", &path, json!({ "content": "x" })).await,
        (404, 10008)
    );
    let threads = chaodipi::sandbox::CREATE_PUBLIC_THREADS;
    sandbox.set_permissions(CHANNEL, BOT_PERMISSIONS & !threads);
    let open = json!({ "name": "t", "type": 11 });
    let opened = code(&puppet, "POST", "/channels/2001/threads", open).await;
    assert_eq!(opened, (403, 50013), "that is a right of its own");
    sandbox.set_permissions(CHANNEL, BOT_PERMISSIONS);
    let (status, thread) = puppet
        .call(
            "POST",
            "/channels/2001/threads",
            &json!({ "name": "t", "type": 11 }),
        )
        .await;
    assert_eq!(status, 201);
    let thread: ChannelId = thread["id"]
        .as_str()
        .expect("an id")
        .parse()
        .expect("digits");
    assert_eq!(sandbox.threads(CHANNEL), [thread]);
    sandbox.archive_thread(thread, true);
    let in_thread = format!("/channels/{thread}/messages");
    assert_eq!(
        code(&puppet, "POST", &in_thread, json!({ "content": "x" })).await,
        (400, 50083)
    );
    sandbox.delete_channel(CHANNEL);
    assert_eq!(
        code(&puppet, "POST", POST, json!({ "content": "x" })).await,
        (404, 10003)
    );
    done(&sandbox);
}

#[tokio::test]
async fn the_pace_is_limited() {
    let (sandbox, puppet) = start().await;
    let post = json!({ "content": "x" });
    let (_, made) = puppet.call("POST", POST, &post).await;
    let path = format!("{POST}/{}", made["id"].as_str().expect("an id"));
    for _ in 1..5 {
        assert_eq!(code(&puppet, "POST", POST, post.clone()).await.0, 200);
    }
    let (status, answer) = puppet.call("POST", POST, &post).await;
    assert_eq!(
        (status, &answer["retry_after"], &answer["global"]),
        (429, &json!(5.0), &json!(false))
    );
    assert_eq!(
        code(&puppet, "POST", "/channels/2002/messages", post.clone())
            .await
            .0,
        200,
        "one bucket a channel"
    );
    for _ in 0..5 {
        assert_eq!(code(&puppet, "PATCH", &path, post.clone()).await.0, 200);
    }
    assert_eq!(code(&puppet, "PATCH", &path, post.clone()).await.0, 429);
    sandbox.advance(Duration::from_secs(5));
    assert_eq!(code(&puppet, "POST", POST, post.clone()).await.0, 200);
    sandbox.advance(Duration::from_secs(3600));
    for _ in 0..3 {
        assert_eq!(code(&puppet, "PATCH", &path, post.clone()).await.0, 200);
    }
    assert_eq!(
        code(&puppet, "PATCH", &path, post.clone()).await,
        (429, 30046)
    );
    sandbox.advance(Duration::from_secs(6));
    for n in 0..50 {
        assert_eq!(
            code(&puppet, "GET", "/users/@me", NOTHING).await.0,
            200,
            "call {n}"
        );
    }
    let (status, answer) = puppet.call("GET", "/users/@me", &NOTHING).await;
    assert_eq!((status, &answer["global"]), (429, &json!(true)));
    done(&sandbox);
}

#[tokio::test]
async fn a_nonce_posts_once() {
    let (sandbox, puppet) = start().await;
    let post = json!({ "content": "x", "nonce": "n1", "enforce_nonce": true });
    let (_, first) = puppet.call("POST", POST, &post).await;
    let (_, again) = puppet.call("POST", POST, &post).await;
    assert_eq!(first["id"], again["id"]);
    assert_eq!(sandbox.channel(CHANNEL).len(), 1);
    sandbox.advance(Duration::from_secs(300));
    let (_, later) = puppet.call("POST", POST, &post).await;
    assert_ne!(first["id"], later["id"]);
    let (_, list) = puppet
        .call("GET", &format!("{POST}?limit=2"), &NOTHING)
        .await;
    assert_eq!(list[0]["id"], later["id"]);
    let after = format!(
        "{POST}?limit=1&after={}",
        first["id"].as_str().expect("an id")
    );
    let (_, list) = puppet.call("GET", &after, &NOTHING).await;
    assert_eq!(list[0]["id"], later["id"]);
    done(&sandbox);
}

#[tokio::test]
async fn faults_strike_their_share() {
    let (sandbox, puppet) = start().await;
    sandbox.inject(Fault::Server(503), 1.0, |call: &Call| call.method == "POST");
    assert_eq!(
        puppet
            .call("POST", POST, &json!({ "content": "x" }))
            .await
            .0,
        503
    );
    assert!(sandbox.channel(CHANNEL).is_empty());
    sandbox.clear_faults();
    sandbox.inject(Fault::TooMany(1500), 1.0, |call: &Call| {
        call.method == "POST"
    });
    let (status, answer) = puppet.call("POST", POST, &json!({ "content": "x" })).await;
    assert_eq!((status, &answer["retry_after"]), (429, &json!(1.5)));
    sandbox.clear_faults();
    for (fault, posted) in [(Fault::LostRequest, 0), (Fault::LostAnswer, 1)] {
        sandbox.inject(fault, 1.0, |call: &Call| call.method == "POST");
        let body = json!({ "content": "x" }).to_string();
        assert!(
            puppet
                .send("POST", POST, "application/json", body.as_bytes())
                .await
                .is_err()
        );
        assert_eq!(sandbox.channel(CHANNEL).len(), posted);
        sandbox.clear_faults();
    }
    sandbox.inject(Fault::Server(500), 0.3, |_: &Call| true);
    let mut struck = 0;
    for _ in 0..40 {
        struck += usize::from(puppet.call("GET", "/users/@me", &NOTHING).await.0 == 500);
    }
    assert!((4..=20).contains(&struck), "{struck} of 40");
    done(&sandbox);
}

#[tokio::test]
async fn misuse_is_written_down() {
    let (sandbox, puppet) = start().await;
    assert_eq!(
        code(&puppet, "GET", "/users/@me/connections", NOTHING).await,
        (404, 0)
    );
    assert_eq!(
        code(
            &puppet,
            "POST",
            POST,
            json!({ "content": "x", "contents": "y" })
        )
        .await,
        (400, 50035)
    );
    let (status, _) = puppet
        .send("POST", POST, "application/json", b"{")
        .await
        .expect("an answer");
    assert_eq!(status, 400);
    assert_eq!(sandbox.errors().len(), 3, "{:?}", sandbox.errors());
}

#[tokio::test]
async fn the_description_finds_what_does_not_fit() {
    let (sandbox, puppet) = start().await;
    puppet.call("POST", POST, &json!({ "content": "x" })).await;
    let mut call = sandbox.calls().pop().expect("a call");
    if misfits(&[]).is_none() {
        check_calls(&[call]);
        return;
    }
    assert_eq!(
        misfits(std::slice::from_ref(&call)).map(|wrong| wrong.len()),
        Some(0)
    );
    call.answer["timestamp"] = json!(5);
    call.body["content"] = json!(5);
    let wrong = misfits(&[call]).expect("there is a description");
    assert_eq!(wrong.len(), 2, "{wrong:?}");
}
