//! Forms of messages, files, modals and commands that the stand-in refuses with 50035.

use chaodipi::sandbox::{Sandbox, SandboxOptions};
use serde_json::{Value, json};

use super::{ANN, CHANNEL, POST, act, button, buttons, code, done, start};
use crate::support::puppet::Puppet;

fn select(options: Vec<Value>, change: Value) -> Value {
    let mut select = json!({ "type": 3, "custom_id": "s", "options": options });
    for (name, value) in change.as_object().expect("an object") {
        select[name] = value.clone();
    }
    json!({ "type": 1, "components": [select] })
}

fn options(count: usize) -> Vec<Value> {
    (0..count)
        .map(|n| json!({ "label": "♠A", "value": n.to_string() }))
        .collect()
}

#[tokio::test]
async fn ill_formed_messages_are_refused() {
    let mut limits = SandboxOptions::default();
    limits.limits.posts = None;
    let sandbox = Sandbox::start(limits).await.expect("starts");
    let puppet = Puppet::connect(&sandbox, json!([])).await;
    let row = |n: usize| buttons((0..n).map(|b| button(&b.to_string(), "x")).collect());
    let with = |components: Value| json!({ "content": "x", "components": components });
    let same_value = vec![
        json!({ "label": "a", "value": "1" }),
        json!({ "label": "b", "value": "1" }),
    ];
    let labelled = |n: usize| with(json!([buttons(vec![button("a", &"x".repeat(n))])]));
    let named = |n: usize| with(json!([buttons(vec![button(&"x".repeat(n), "x")])]));
    let embeds = |embed: Value| json!({ "embeds": [embed] });
    let bad = [
        json!({ "content": "x".repeat(2001) }),
        with(json!(
            (0..6)
                .map(|n| buttons(vec![button(&n.to_string(), "x")]))
                .collect::<Vec<_>>()
        )),
        with(json!([row(6)])),
        with(json!([row(0)])),
        with(json!([buttons(vec![button("a", "x"), button("a", "y")])])),
        with(json!([row(1), row(1)])),
        with(json!([button("a", "x")])),
        labelled(81),
        named(101),
        named(0),
        with(json!([select(options(26), json!({}))])),
        with(json!([select(options(0), json!({}))])),
        with(json!([select(same_value, json!({}))])),
        with(json!([select(
            options(2),
            json!({ "min_values": 2, "max_values": 1 })
        )])),
        with(json!([select(options(2), json!({ "max_values": 3 }))])),
        with(json!([select(
            options(2),
            json!({ "placeholder": "x".repeat(151) })
        )])),
        json!({ "embeds": vec![json!({ "title": "x" }); 11] }),
        embeds(json!({ "title": "x".repeat(257) })),
        embeds(json!({ "description": "x".repeat(4097) })),
        embeds(json!({ "fields": vec![json!({ "name": "a", "value": "b" }); 26] })),
        embeds(json!({ "fields": [{ "name": "a", "value": "x".repeat(1025) }] })),
        json!({ "embeds": vec![json!({ "description": "x".repeat(3001) }); 2] }),
        json!({ "content": "x", "nonce": "x".repeat(26) }),
        json!({ "content": "x", "allowed_mentions": { "parse": ["users"], "users": ["1"] } }),
        json!({ "content": "x", "attachments": [{ "id": 0, "filename": "a.png" }] }),
    ];
    for body in bad {
        assert_eq!(
            code(&puppet, "POST", POST, body.clone()).await,
            (400, 50035),
            "{body}"
        );
    }
    assert_eq!(
        code(&puppet, "POST", POST, json!({ "content": "" })).await,
        (400, 50006)
    );
    let good = [
        json!({ "content": "x".repeat(2000) }),
        with(json!(
            (0..5)
                .map(|r| buttons((0..5).map(|b| button(&format!("{r}{b}"), "x")).collect()))
                .collect::<Vec<_>>()
        )),
        labelled(80),
        named(100),
        with(json!([select(
            options(25),
            json!({ "min_values": 0, "max_values": 25 })
        )])),
        embeds(json!({ "description": "x".repeat(4096) })),
    ];
    for body in good {
        assert_eq!(
            code(&puppet, "POST", POST, body.clone()).await,
            (200, 0),
            "{body}"
        );
    }
    done(&sandbox);
}

#[tokio::test]
async fn files_have_limits_and_lists_that_keep_them() {
    let mut options = SandboxOptions::default();
    options.limits.file_bytes = 100;
    let sandbox = Sandbox::start(options).await.expect("starts");
    let puppet = Puppet::connect(&sandbox, json!([])).await;
    let alt = |n: usize| json!({ "attachments": [{ "id": 0, "filename": "a.png", "description": "x".repeat(n) }] });
    let (status, answer) = puppet
        .upload("POST", POST, &alt(1025), &[("a.png", b"a")])
        .await;
    assert_eq!((status, &answer["code"]), (400, &json!(50035)));
    let (status, answer) = puppet
        .upload("POST", POST, &json!({}), &[("a.png", &[0; 101])])
        .await;
    assert_eq!((status, &answer["code"]), (413, &json!(40005)));
    let many = vec![("a.png", &b"a"[..]); 11];
    assert_eq!(puppet.upload("POST", POST, &json!({}), &many).await.0, 400);
    let two = [("a.png", &b"a"[..]), ("b.png", &b"b"[..])];
    let (status, answer) = puppet.upload("POST", POST, &alt(1024), &two).await;
    assert_eq!(status, 200);
    let path = format!("{POST}/{}", answer["id"].as_str().expect("an id"));
    let first = answer["attachments"][0]["id"].clone();
    let names = |answer: &Value| {
        let list = answer["attachments"].as_array().expect("a list");
        list.iter()
            .map(|file| file["filename"].as_str().expect("a name").to_owned())
            .collect::<Vec<_>>()
    };
    let (_, answer) = puppet
        .call("PATCH", &path, &json!({ "content": "x" }))
        .await;
    assert_eq!(names(&answer), ["a.png", "b.png"]);
    let (_, answer) = puppet
        .upload("PATCH", &path, &json!({}), &[("c.png", b"c")])
        .await;
    assert_eq!(names(&answer), ["a.png", "b.png", "c.png"]);
    let keep = json!({ "attachments": [{ "id": first, "description": "new" }, { "id": 0, "filename": "d.png" }] });
    let (_, answer) = puppet
        .upload("PATCH", &path, &keep, &[("d.png", b"d")])
        .await;
    assert_eq!(names(&answer), ["a.png", "d.png"]);
    assert_eq!(sandbox.channel(CHANNEL)[0].files[0].alt, "new");
    let (_, answer) = puppet
        .call(
            "PATCH",
            &path,
            &json!({ "attachments": [], "content": "y" }),
        )
        .await;
    assert_eq!(names(&answer), Vec::<String>::new());
    done(&sandbox);
}

#[tokio::test]
async fn forms_and_commands_have_limits() {
    let (sandbox, mut puppet) = start().await;
    let (task, callback, _) = act(&sandbox, &mut puppet, ANN).await;
    let form = |title: usize, label: usize, kind: u8| {
        json!({ "type": 9, "data": { "custom_id": "f", "title": "x".repeat(title), "components": [
            { "type": 1, "components": [{ "type": kind, "custom_id": "t", "label": "x".repeat(label), "style": 1 }] }] } })
    };
    for bad in [form(46, 1, 4), form(0, 1, 4), form(1, 46, 4), form(1, 1, 2)] {
        assert_eq!(code(&puppet, "POST", &callback, bad).await, (400, 50035));
    }
    assert_eq!(
        code(&puppet, "POST", &callback, form(45, 45, 4)).await,
        (204, 0)
    );
    let outcome = task.await.expect("ends");
    let person = sandbox.clone();
    let opened = outcome.form().expect("a form").clone();
    let task = tokio::spawn(async move { person.submit_modal(ANN, &opened, &[("t", "x")]).await });
    let (callback, _) = puppet.interaction().await;
    assert_eq!(
        code(&puppet, "POST", &callback, form(1, 1, 4)).await,
        (400, 50035),
        "no form after a form"
    );
    puppet
        .call(
            "POST",
            &callback,
            &json!({ "type": 4, "data": { "content": "x" } }),
        )
        .await;
    assert!(task.await.expect("ends").is_ok());
    let path = "/applications/999/commands";
    let option = |name: &str, required: bool| json!({ "type": 3, "name": name, "description": "x", "required": required });
    let bad = [
        json!([{ "name": "Act", "description": "x" }]),
        json!([{ "name": "a b", "description": "x" }]),
        json!([{ "name": "act", "description": "" }]),
        json!([{ "name": "act", "description": "x" }, { "name": "act", "description": "x" }]),
        json!([{ "name": "act", "description": "x", "name_localizations": { "zh": "做" } }]),
        json!([{ "name": "act", "description": "x", "options": [option("a", false), option("b", true)] }]),
    ];
    for body in bad {
        assert_eq!(
            code(&puppet, "PUT", path, body.clone()).await,
            (400, 50035),
            "{body}"
        );
    }
    let good =
        json!([{ "name": "act", "description": "x", "name_localizations": { "zh-CN": "做" } }]);
    assert_eq!(code(&puppet, "PUT", path, good).await, (200, 0));
    assert_eq!(
        code(
            &puppet,
            "PUT",
            "/applications/999/guilds/1000/commands",
            json!([])
        )
        .await,
        (200, 0)
    );
    done(&sandbox);
}
