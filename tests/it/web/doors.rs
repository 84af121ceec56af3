//! Who may come in: hosts, origins, keys; and what each answer carries.

use std::net::SocketAddr;

use chaodipi::sandbox::web::Door;
use chaodipi::sandbox::{Sandbox, SandboxOptions, UserId};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::puppet::Puppet;

const LOOPBACK: [u8; 4] = [127, 0, 0, 1];

/// The status of an answer and all of it as text.
async fn get(addr: SocketAddr, path: &str, headers: &[(&str, &str)]) -> (u16, String) {
    let (status, text, _) = opened(addr, path, headers).await;
    (status, text)
}

/// The same, and the connection.
async fn opened(
    addr: SocketAddr,
    path: &str,
    headers: &[(&str, &str)],
) -> (u16, String, TcpStream) {
    let mut stream = TcpStream::connect(addr).await.expect("connects");
    let mut request = format!("GET {path} HTTP/1.1\r\n");
    for (name, value) in headers {
        request.push_str(&format!("{name}: {value}\r\n"));
    }
    request.push_str("\r\n");
    stream.write_all(request.as_bytes()).await.expect("asks");
    let mut answer = Vec::new();
    let mut part = [0; 4096];
    // An opened socket stays open: its head is enough.
    while !answer.windows(4).any(|four| four == b"\r\n\r\n") {
        let count = stream.read(&mut part).await.expect("answers");
        assert!(count > 0, "the connection ended");
        answer.extend_from_slice(&part[..count]);
    }
    let text = String::from_utf8_lossy(&answer).into_owned();
    let status = text.split(' ').nth(1).and_then(|s| s.parse().ok());
    (status.expect("a status"), text.to_lowercase(), stream)
}

async fn stand_in() -> Sandbox {
    Sandbox::start(SandboxOptions::default())
        .await
        .expect("starts")
}

fn upgrade<'a>(host: &'a str, origin: Option<&'a str>) -> Vec<(&'a str, &'a str)> {
    let mut headers = vec![
        ("Host", host),
        ("Connection", "Upgrade"),
        ("Upgrade", "websocket"),
        ("Sec-WebSocket-Version", "13"),
        ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
    ];
    headers.extend(origin.map(|origin| ("Origin", origin)));
    headers
}

#[tokio::test]
async fn the_open_door_is_for_its_own_host_and_its_own_page() {
    let sandbox = stand_in().await;
    let page = sandbox
        .serve_page((LOOPBACK, 0).into(), Door::Open)
        .await
        .expect("a page");
    let addr = page.addr();
    let host = addr.to_string();
    let (status, answer) = get(addr, "/", &[("Host", &host)]).await;
    assert_eq!(status, 200);
    for header in [
        "content-security-policy: default-src 'none'; script-src 'self'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
        "cross-origin-resource-policy: same-origin",
    ] {
        assert!(answer.contains(header), "{header}\n{answer}");
    }
    let named = format!("localhost:{}", addr.port());
    assert_eq!(get(addr, "/", &[("Host", &named)]).await.0, 200);
    // A name that was made to lead here.
    assert_eq!(get(addr, "/", &[("Host", "example.com")]).await.0, 421);
    assert_eq!(
        get(addr, "/assets/main.js", &[("Host", "example.com")])
            .await
            .0,
        421
    );

    let own = format!("http://{host}");
    assert_eq!(
        get(addr, "/ws?user=1", &upgrade(&host, Some(&own))).await.0,
        101
    );
    for origin in [None, Some("http://example.com"), Some("null")] {
        let status = get(addr, "/ws?user=1", &upgrade(&host, origin)).await.0;
        assert_eq!(status, 403, "{origin:?}");
    }
}

/// A text of a page as it goes over the socket.
fn frame(text: &str) -> Vec<u8> {
    // Whole, masked with nothing, of a length that takes two bytes.
    let mut frame = vec![0x81, 0x80 | 126];
    let long = u16::try_from(text.len()).expect("short");
    frame.extend(long.to_be_bytes());
    frame.extend([0; 4]);
    frame.extend(text.as_bytes());
    frame
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_window_asks_for_happens_in_the_order_of_asking() {
    let sandbox = stand_in().await;
    let page = sandbox
        .serve_page((LOOPBACK, 0).into(), Door::Open)
        .await
        .expect("a page");
    let host = page.addr().to_string();
    let own = format!("http://{host}");
    let (_, _, mut socket) = opened(page.addr(), "/ws?user=1", &upgrade(&host, Some(&own))).await;
    let channel = SandboxOptions::CHANNEL;
    let said: Vec<String> = (0..200).map(|n| format!("word {n} {:120}.", "")).collect();
    let mut frames = Vec::new();
    for (n, text) in said.iter().enumerate() {
        let ask = json!({ "n": n, "do": "say", "channel": channel.0.to_string(), "text": text });
        frames.extend(frame(&ask.to_string()));
    }
    socket.write_all(&frames).await.expect("asks");
    sandbox
        .until(|| sandbox.channel(channel).len() == said.len())
        .await;
    let heard: Vec<String> = sandbox
        .channel(channel)
        .into_iter()
        .map(|m| m.content)
        .collect();
    assert_eq!(heard, said);
}

#[tokio::test]
async fn the_open_door_is_on_loopback_only() {
    let sandbox = stand_in().await;
    let everywhere = ([0, 0, 0, 0], 0).into();
    assert!(sandbox.serve_page(everywhere, Door::Open).await.is_err());
}

#[tokio::test]
async fn the_other_door_wants_a_key_and_gives_one_person() {
    let sandbox = stand_in().await;
    let page = sandbox
        .serve_page((LOOPBACK, 0).into(), Door::Keyed)
        .await
        .expect("a page");
    let addr = page.addr();
    let host = addr.to_string();
    let own = format!("http://{host}");
    let keys = sandbox.keys();
    assert_eq!(keys.len(), 4);
    let (user, key) = &keys[1];
    assert_eq!(*user, UserId(2));
    let link = format!("/p/{key}");
    assert_eq!(get(addr, &link, &[("Host", &host)]).await.0, 200);
    for path in ["/", "/p/0123456789abcdef", "/p/2"] {
        assert_eq!(get(addr, path, &[("Host", &host)]).await.0, 404, "{path}");
    }
    let socket = |query: String| {
        let (host, own) = (host.clone(), own.clone());
        async move {
            get(addr, &format!("/ws?{query}"), &upgrade(&host, Some(&own)))
                .await
                .0
        }
    };
    assert_eq!(socket(format!("key={key}")).await, 101);
    for query in ["", "user=2", "key=", "key=2"] {
        assert_eq!(socket(query.to_owned()).await, 403, "{query}");
    }
    // Made once, and kept.
    let again = sandbox
        .serve_page((LOOPBACK, 0).into(), Door::Keyed)
        .await
        .expect("a page");
    assert_ne!(again.addr(), addr);
    assert_eq!(sandbox.keys(), keys);
}

/// A file is a secret like the message it hangs on: its number is easy to guess.
#[tokio::test]
async fn a_file_is_for_who_sees_its_message() {
    const FILE: &[(&str, &[u8])] = &[("hand.png", b"a hand")];
    let sandbox = stand_in().await;
    let commands = json!([{ "name": "act", "description": "Act" }]);
    let mut puppet = Puppet::connect(&sandbox, commands).await;
    let (ann, ben) = (UserId(1), UserId(2));
    let public = format!("/channels/{}/messages", SandboxOptions::CHANNEL);
    puppet.upload("POST", &public, &json!({}), FILE).await;
    let to = json!({ "recipient_id": ann });
    let (_, private) = puppet.call("POST", "/users/@me/channels", &to).await;
    let private = private["id"].as_str().expect("a channel").to_owned();
    let private = format!("/channels/{private}/messages");
    puppet.upload("POST", &private, &json!({}), FILE).await;
    let person = sandbox.clone();
    let asked = tokio::spawn(async move {
        let typed = person.slash(ann, SandboxOptions::CHANNEL, &["act"], &[]);
        typed.await.map(|outcome| outcome.message().cloned())
    });
    let (callback, _) = puppet.interaction().await;
    let alone = json!({ "type": 4, "data": { "content": "yours", "flags": 64 } });
    puppet.upload("POST", &callback, &alone, FILE).await;
    let alone = asked.await.expect("ends").expect("offered");
    let alone = alone.expect("an answer").id;

    let open = sandbox.serve_page((LOOPBACK, 0).into(), Door::Open);
    let keyed = sandbox.serve_page((LOOPBACK, 0).into(), Door::Keyed);
    let (open, keyed) = (open.await.expect("a page"), keyed.await.expect("a page"));
    let keys = sandbox.keys();
    let key = |user| keys.iter().find(|(owner, _)| *owner == user);
    let status = async |user, file: &dyn std::fmt::Display| {
        let (_, key) = key(user).expect("a key");
        let [open, keyed] = [
            (open.addr(), format!("user={user}")),
            (keyed.addr(), format!("key={key}")),
        ]
        .map(|(addr, who)| async move {
            let host = addr.to_string();
            let path = format!("/files/{file}?{who}");
            get(addr, &path, &[("Host", &host)]).await.0
        });
        (open.await, keyed.await)
    };
    let files: Vec<_> = sandbox
        .visible_to(ann)
        .iter()
        .flat_map(|m| &m.files)
        .map(|f| f.id)
        .collect();
    assert_eq!(files.len(), 3, "in the channel, in private, for one alone");
    for (n, file) in files.iter().enumerate() {
        assert_eq!(status(ann, file).await, (200, 200), "file {n}");
        let theirs = if n == 0 { 200 } else { 404 };
        assert_eq!(status(ben, file).await, (theirs, theirs), "file {n}");
    }
    // Nobody, and what is out of sight.
    let host = keyed.addr().to_string();
    for who in ["", "?user=1", "?key=1"] {
        let path = format!("/files/{}{who}", files[1]);
        let (status, _) = get(keyed.addr(), &path, &[("Host", &host)]).await;
        assert_eq!(status, 403, "{who}");
    }
    assert_eq!(status(ann, &1).await, (404, 404));
    sandbox.dismiss(ann, alone).await;
    assert_eq!(status(ann, &files[2]).await, (404, 404));
}
