//! A bot on the real library that does nothing by itself: it hands each interaction to the test, which answers with
//! plain HTTP.

use chaodipi::sandbox::Sandbox;
use serde_json::{Value, json};
use serenity::all::{
    ClientBuilder, Context, EventHandler, GatewayIntents, Http, HttpBuilder, Interaction,
};
use serenity::async_trait;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::mpsc;

/// The connected bot; it ends with the value.
pub struct Puppet {
    base: String,
    token: String,
    task: tokio::task::JoinHandle<()>,
    interactions: mpsc::UnboundedReceiver<Value>,
}

impl Drop for Puppet {
    fn drop(&mut self) {
        self.task.abort();
    }
}

struct Forward(mpsc::UnboundedSender<Value>);

#[async_trait]
impl EventHandler for Forward {
    async fn interaction_create(&self, _: Context, interaction: Interaction) {
        let (id, token) = match &interaction {
            Interaction::Command(i) | Interaction::Autocomplete(i) => (i.id, i.token.clone()),
            Interaction::Component(i) => (i.id, i.token.clone()),
            Interaction::Modal(i) => (i.id, i.token.clone()),
            Interaction::Ping(_) | _ => return,
        };
        drop(self.0.send(json!({ "id": id.to_string(), "token": token })));
    }
}

/// The real library's settings for the stand-in.
pub fn http(sandbox: &Sandbox) -> Http {
    HttpBuilder::new(sandbox.token())
        .proxy(sandbox.api_url())
        .ratelimiter_disabled(true)
        .build()
}

impl Puppet {
    /// Connects and registers the commands given.
    pub async fn connect(sandbox: &Sandbox, commands: Value) -> Self {
        let (forward, interactions) = mpsc::unbounded_channel();
        let mut client = ClientBuilder::new_with_http(http(sandbox), GatewayIntents::GUILDS)
            .event_handler(Forward(forward))
            .await
            .expect("a client");
        let task = tokio::spawn(async move {
            if let Err(error) = client.start().await {
                eprintln!("the puppet's client ended: {error}");
            }
        });
        sandbox.wait_connected().await.expect("the puppet connects");
        let puppet = Self {
            base: sandbox.api_url(),
            token: sandbox.token(),
            task,
            interactions,
        };
        let path = format!("/applications/{}/commands", sandbox.bot());
        let (status, answer) = puppet.call("PUT", &path, &commands).await;
        assert_eq!(status, 200, "{answer}");
        puppet
    }

    /// The path behind which the next interaction is answered, and its token.
    pub async fn interaction(&mut self) -> (String, String) {
        let got = self
            .interactions
            .recv()
            .await
            .expect("an interaction arrives");
        let text = |name: &str| got[name].as_str().expect("text").to_owned();
        (
            format!("/interactions/{}/{}/callback", text("id"), text("token")),
            text("token"),
        )
    }

    /// Sends JSON with the bot's token; status and JSON answered, null for none.
    pub async fn call(&self, method: &str, path: &str, body: &Value) -> (u16, Value) {
        let body = if body.is_null() {
            String::new()
        } else {
            body.to_string()
        };
        self.send(method, path, "application/json", body.as_bytes())
            .await
            .expect("an answer")
    }

    /// Sends JSON with files `(name, bytes)` as form fields `files[0]`, …
    pub async fn upload(
        &self,
        method: &str,
        path: &str,
        body: &Value,
        files: &[(&str, &[u8])],
    ) -> (u16, Value) {
        let mut form = Vec::new();
        let mut part = |head: String, bytes: &[u8]| {
            form.extend_from_slice(
                format!("--frontier\r\nContent-Disposition: form-data; {head}\r\n\r\n").as_bytes(),
            );
            form.extend_from_slice(bytes);
            form.extend_from_slice(b"\r\n");
        };
        part(
            "name=\"payload_json\"".to_owned(),
            body.to_string().as_bytes(),
        );
        for (at, (name, bytes)) in files.iter().enumerate() {
            part(format!("name=\"files[{at}]\"; filename=\"{name}\""), bytes);
        }
        form.extend_from_slice(b"--frontier--\r\n");
        self.send(
            method,
            path,
            "multipart/form-data; boundary=frontier",
            &form,
        )
        .await
        .expect("an answer")
    }

    /// Sends one request; an error if the connection ended without an answer.
    pub async fn send(
        &self,
        method: &str,
        path: &str,
        kind: &str,
        body: &[u8],
    ) -> std::io::Result<(u16, Value)> {
        let host = self.base.trim_start_matches("http://");
        let mut stream = TcpStream::connect(host).await?;
        let head = format!(
            "{method} /api/v10{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nAuthorization: Bot {}\r\n\
             Content-Type: {kind}\r\nContent-Length: {}\r\n\r\n",
            self.token,
            body.len()
        );
        stream.write_all(head.as_bytes()).await?;
        stream.write_all(body).await?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await?;
        let (head, body) = answer
            .split_once("\r\n\r\n")
            .ok_or(std::io::ErrorKind::UnexpectedEof)?;
        let status = head
            .split(' ')
            .nth(1)
            .and_then(|code| code.parse().ok())
            .expect("a status");
        Ok((status, serde_json::from_str(body).unwrap_or_default()))
    }
}
