//! The stand-in for Discord, tested by itself and through the real library.

mod forms;
mod gone;
mod library;
mod refusals;

use chaodipi::sandbox::{ChannelId, MessageId, Outcome, Sandbox, SandboxOptions, UserId};
use serde_json::{Value, json};

use crate::support::openapi::check_calls;
use crate::support::puppet::Puppet;

const ANN: UserId = UserId(1);
const BEN: UserId = UserId(2);
const CHANNEL: ChannelId = SandboxOptions::CHANNEL;
const POST: &str = "/channels/2001/messages";
const NOTHING: Value = Value::Null;

async fn start() -> (Sandbox, Puppet) {
    let sandbox = Sandbox::start(SandboxOptions::default())
        .await
        .expect("starts");
    let commands = json!([{ "name": "act", "description": "Act" }]);
    let puppet = Puppet::connect(&sandbox, commands).await;
    (sandbox, puppet)
}

fn done(sandbox: &Sandbox) {
    assert_eq!(sandbox.errors(), Vec::<String>::new());
    check_calls(&sandbox.calls());
}

/// A slash command of a person, running; and where it is answered.
async fn act(
    sandbox: &Sandbox,
    puppet: &mut Puppet,
    user: UserId,
) -> (tokio::task::JoinHandle<Outcome>, String, String) {
    let person = sandbox.clone();
    let task = tokio::spawn(async move {
        person
            .slash(user, CHANNEL, &["act"], &[])
            .await
            .expect("offered")
    });
    let (callback, token) = puppet.interaction().await;
    (
        task,
        callback,
        format!("/webhooks/{}/{token}", sandbox.bot()),
    )
}

/// A click of a person, running; and where it is answered.
async fn click(
    sandbox: &Sandbox,
    puppet: &mut Puppet,
    user: UserId,
    message: MessageId,
    id: &str,
) -> (tokio::task::JoinHandle<Outcome>, String, String) {
    let (person, id) = (sandbox.clone(), id.to_owned());
    let task = tokio::spawn(async move { person.click(user, message, &id).await.expect("clicks") });
    let (callback, token) = puppet.interaction().await;
    (
        task,
        callback,
        format!("/webhooks/{}/{token}", sandbox.bot()),
    )
}

async fn code(puppet: &Puppet, method: &str, path: &str, body: Value) -> (u16, u64) {
    let (status, answer) = puppet.call(method, path, &body).await;
    (status, answer["code"].as_u64().unwrap_or(0))
}

fn button(id: &str, label: &str) -> Value {
    json!({ "type": 2, "style": 1, "custom_id": id, "label": label })
}

fn buttons(list: Vec<Value>) -> Value {
    json!({ "type": 1, "components": list })
}
