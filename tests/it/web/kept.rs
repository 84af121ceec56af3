//! What the stand-in keeps in its file: everything, readable by its owner only, and little in memory.

use std::path::Path;

use chaodipi::sandbox::{ChannelId, MessageId, Sandbox, SandboxOptions, SeenMessage, UserId};
use serde_json::json;

use crate::support::puppet::Puppet;

const ANN: UserId = UserId(1);
const CHANNEL: ChannelId = SandboxOptions::CHANNEL;
const POST: &str = "/channels/2001/messages";

async fn start(file: &Path) -> (Sandbox, Puppet) {
    let options = SandboxOptions {
        keep: Some(file.to_owned()),
        ..SandboxOptions::default()
    };
    let sandbox = loop {
        match Sandbox::start(options.clone()).await {
            Ok(sandbox) => break sandbox,
            // Connections to the one before are still closing.
            Err(e) if e.kind() == std::io::ErrorKind::ResourceBusy => {
                tokio::time::sleep(std::time::Duration::from_millis(5)).await;
            }
            Err(e) => panic!("{e}"),
        }
    };
    let commands = json!([{ "name": "act", "description": "Act" }]);
    let puppet = Puppet::connect(&sandbox, commands).await;
    (sandbox, puppet)
}

fn texts(messages: &[SeenMessage]) -> Vec<&str> {
    messages.iter().map(|m| m.content.as_str()).collect()
}

#[tokio::test]
async fn everything_is_there_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("kept.db");
    let (before, thread) = {
        let (sandbox, puppet) = start(&file).await;
        puppet
            .call(
                "POST",
                POST,
                &json!({ "content": "one", "nonce": "n1", "enforce_nonce": true }),
            )
            .await;
        sandbox.say(ANN, CHANNEL, "two").expect("says");
        let thread = sandbox
            .open_thread(ANN, CHANNEL, "aside")
            .expect("a thread");
        assert!(sandbox.rename(ANN, "Anna").await);
        sandbox.set_locale(ANN, "zh-TW").await;
        let (_, posted) = puppet
            .call("POST", POST, &json!({ "content": "three" }))
            .await;
        let id = posted["id"].as_str().expect("an id").to_owned();
        puppet
            .call(
                "PATCH",
                &format!("{POST}/{id}"),
                &json!({ "content": "three, changed" }),
            )
            .await;
        let (_, gone) = puppet
            .call("POST", POST, &json!({ "content": "gone" }))
            .await;
        let id = gone["id"].as_str().expect("an id").to_owned();
        puppet
            .call("DELETE", &format!("{POST}/{id}"), &json!(null))
            .await;
        // Connections that stay would keep the stand-in alive.
        sandbox.drop_gateway(false);
        (sandbox.visible_to(ANN), thread)
    };
    assert_eq!(texts(&before), ["one", "two", "three, changed"]);

    let (sandbox, puppet) = start(&file).await;
    assert_eq!(sandbox.visible_to(ANN), before);
    assert_eq!(sandbox.threads(CHANNEL), [thread]);
    let ann = &sandbox.people()[0];
    assert_eq!((ann.name.as_str(), ann.locale.as_str()), ("Anna", "zh-TW"));
    // A post that was made before is not made again.
    let (_, again) = puppet
        .call(
            "POST",
            POST,
            &json!({ "content": "one", "nonce": "n1", "enforce_nonce": true }),
        )
        .await;
    assert_eq!(again["id"], json!(before[0].id));
    assert_eq!(sandbox.errors(), Vec::<String>::new());
    // New ids go on behind the old ones.
    let new = sandbox.say(ANN, CHANNEL, "four").expect("says");
    assert!(before.iter().all(|m| m.id < new));
}

#[tokio::test]
async fn what_is_old_leaves_memory_and_can_still_be_read_and_changed() {
    const MANY: usize = 400;
    let folder = tempfile::tempdir().expect("a folder");
    let (sandbox, puppet) = start(&folder.path().join("kept.db")).await;
    let mut ids = Vec::new();
    for n in 0..MANY {
        // The limits of a channel are not what this is about.
        sandbox.advance(std::time::Duration::from_secs(2));
        let (status, posted) = puppet
            .call("POST", POST, &json!({ "content": format!("m{n}") }))
            .await;
        assert_eq!(status, 200, "{posted}");
        let id: MessageId = posted["id"]
            .as_str()
            .and_then(|id| id.parse().ok())
            .expect("an id");
        ids.push(id);
    }
    assert!(
        sandbox.channel(CHANNEL).len() < MANY / 2,
        "the old ones are on the disk"
    );
    assert!(
        sandbox.calls().len() < MANY,
        "and the calls that made them are forgotten"
    );
    let mut all = Vec::new();
    let mut before = None;
    loop {
        let page = sandbox.history(ANN, &[CHANNEL], before, 60).await;
        before = page.messages.first().map(|m| m.id);
        all.splice(0..0, page.messages);
        if !page.more {
            break;
        }
    }
    let wanted: Vec<String> = (0..MANY).map(|n| format!("m{n}")).collect();
    assert_eq!(texts(&all), wanted);
    let (status, _) = puppet
        .call(
            "PATCH",
            &format!("{POST}/{}", ids[0]),
            &json!({ "content": "changed" }),
        )
        .await;
    assert_eq!(status, 200);
    let first = sandbox.history(ANN, &[CHANNEL], Some(ids[1]), 5).await;
    assert_eq!(texts(&first.messages), ["changed"]);
}

#[tokio::test]
async fn one_process_at_a_time_and_nobody_else_reads_the_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("kept.db");
    let (_sandbox, _puppet) = start(&file).await;
    let second = Sandbox::start(SandboxOptions {
        keep: Some(file.clone()),
        ..SandboxOptions::default()
    });
    let refused = second.await.expect_err("in use");
    assert_eq!(refused.kind(), std::io::ErrorKind::ResourceBusy);
    #[cfg(unix)]
    for entry in std::fs::read_dir(folder.path()).expect("a folder") {
        use std::os::unix::fs::PermissionsExt;
        let entry = entry.expect("an entry");
        let mode = entry.metadata().expect("there").permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{:?}", entry.file_name());
    }
}
