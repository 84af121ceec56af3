//! A headless Chromium, driven by WebDriver.

use std::path::PathBuf;
use std::time::Duration;

use axum::http::Method;
use fantoccini::actions::{InputSource, MOUSE_BUTTON_LEFT, MouseActions, PointerAction};
use fantoccini::elements::Element;
use fantoccini::wd::{Capabilities, WebDriverCompatibleCommand};
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tempfile::TempDir;
use url::{ParseError, Url};

use super::driver::Driver;

/// WebDriver's names of keys.
pub const ENTER: &str = "\u{e007}";
/// The Tab key.
pub const TAB: &str = "\u{e004}";
/// The Escape key.
pub const ESCAPE: &str = "\u{e00c}";
/// The right arrow key.
pub const RIGHT: &str = "\u{e014}";
/// The arrow key down.
pub const DOWN: &str = "\u{e015}";

/// So long is waited for something to show.
pub(super) const PATIENCE: Duration = Duration::from_secs(60);
/// How often it is looked for.
pub(super) const LOOKS: Duration = Duration::from_millis(20);
/// So often something is clicked whose answer does not come in time.
const TRIES: u32 = 20;
/// With this set a missing browser is an error.
const REQUIRED: &str = "CHAODIPI_BROWSER";

/// A command of the browser's own protocol.
#[derive(Debug)]
struct Cdp {
    method: String,
    parameters: Value,
}

impl WebDriverCompatibleCommand for Cdp {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        base.join(&format!(
            "session/{}/goog/cdp/execute",
            session.unwrap_or_default()
        ))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        let body = json!({ "cmd": self.method, "params": self.parameters });
        (Method::POST, Some(body.to_string()))
    }
}

/// Brings an element into sight; its middle, unless another one lies over it there.
const MIDDLE: &str = "
    const found = document.querySelector(arguments[0]);
    found?.scrollIntoView({ block: 'nearest' });
    const box = found?.getBoundingClientRect();
    const [x, y] = [box?.left + box?.width / 2, box?.top + box?.height / 2];
    return found?.contains(document.elementFromPoint(x, y)) ? [x, y] : [];
";

/// Notes whether the next click of the mouse is one on the element that a selector finds first then.
const AIM: &str = "
    window.hit = false;
    window.aim = arguments[0];
    window.aimed ??= addEventListener('click', (event) => {
        window.hit = document.querySelector(window.aim)?.contains(event.target) ?? false;
    }, { capture: true }) ?? true;
";

/// A browser; it ends with this.
pub struct Chrome {
    /// The WebDriver client.
    pub client: Client,
    // Ends before its folder does.
    pub(super) driver: Driver,
    _profile: TempDir,
}

fn program(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let all = names
        .iter()
        .flat_map(|name| folders.iter().map(move |f| f.join(name)));
    all.into_iter().find(|p| p.is_file())
}

impl Chrome {
    /// Starts one with a window of that size, as on a phone where it is narrow. `None`, said loudly, where there is no
    /// Chromium and none is required.
    pub async fn start(width: u32, height: u32) -> Option<Chrome> {
        let chromium = program(&["chromium", "chromium-browser", "google-chrome"]);
        let driver = program(&["chromedriver"]);
        let (Some(chromium), Some(driver)) = (chromium, driver) else {
            assert!(
                std::env::var_os(REQUIRED).is_none(),
                "chromium and chromedriver are required here and not installed"
            );
            eprintln!(
                "SKIPPED: no chromium and chromedriver (Debian: apt-get install chromium chromium-driver)"
            );
            return None;
        };
        let driver = Driver::start(&driver).await;
        let profile = tempfile::tempdir().expect("a folder");
        let mut client = ClientBuilder::new(HttpConnector::new());
        client.capabilities(capabilities(&chromium, &profile, width, height));
        let client = client.connect(&driver.address()).await.expect("a browser");
        Some(Chrome {
            client,
            driver,
            _profile: profile,
        })
    }

    /// Waits until something is there.
    pub async fn find(&self, css: &str) -> Element {
        let wait = self.client.wait().at_most(PATIENCE).every(LOOKS);
        match wait.for_element(Locator::Css(css)).await {
            Ok(found) => found,
            Err(error) => panic!("{css}: {error}\n{}", self.end().await),
        }
    }

    /// Goes to a page, until it says what it has to say and the bot is there.
    pub async fn visit(&self, address: &str) {
        self.client.goto(address).await.expect("the page");
        self.until("document.querySelector('.trouble')?.hidden")
            .await;
    }

    /// Clicks something with the mouse, once it is there and nothing lies over it, until the click has hit it.
    pub async fn click(&self, css: &str) {
        self.find(css).await;
        let clicked = tokio::time::timeout(PATIENCE, async {
            while !self.try_click(css).await {
                tokio::time::sleep(LOOKS).await;
            }
        });
        if clicked.await.is_err() {
            panic!("{css} cannot be clicked\n{}", self.end().await);
        }
    }

    /// Clicks something that asks the bot, until an expression is true; again where the bot did not answer in the
    /// three seconds it has.
    pub async fn click_until(&self, css: &str, expression: &str) {
        let holds = format!("return Boolean({expression})");
        self.click(css).await;
        for _ in 0..TRIES {
            self.until(&format!(
                "({expression}) || document.querySelector('.message .failed')"
            ))
            .await;
            // What was late may have come nevertheless.
            if self.run(&holds, &[]).await == json!(true) {
                return;
            }
            self.try_click(css).await;
        }
        panic!("{css} is not answered\n{}", self.end().await);
    }

    /// Clicks something with the mouse; whether it was there, nothing lay over it, and the click has hit it: what
    /// comes above may have moved it from under the pointer.
    pub async fn try_click(&self, css: &str) -> bool {
        let place = self.run(MIDDLE, &[json!(css)]).await;
        let (Some(x), Some(y)) = (place[0].as_f64(), place[1].as_f64()) else {
            return false;
        };
        self.run(AIM, &[json!(css)]).await;
        let press = MouseActions::new("mouse".to_owned())
            .then(PointerAction::MoveTo {
                duration: None,
                x,
                y,
            })
            .then(PointerAction::Down {
                button: MOUSE_BUTTON_LEFT,
            })
            .then(PointerAction::Up {
                button: MOUSE_BUTTON_LEFT,
            });
        self.client.perform_actions(press).await.expect("a click");
        self.run("return window.hit", &[]).await == json!(true)
    }

    /// Presses something without a pointer; whether it was there.
    pub async fn press(&self, css: &str) -> bool {
        const PRESS: &str = "
            const found = document.querySelector(arguments[0]);
            found?.click();
            return found !== null;
        ";
        self.run(PRESS, &[json!(css)]).await == json!(true)
    }

    /// The last of what both columns say.
    async fn end(&self) -> String {
        let mut ends = String::new();
        for pane in [".pane.table", ".pane.hand"] {
            let text = self.text(pane).await;
            let from = text.char_indices().rev().nth(1500).map_or(0, |(at, _)| at);
            ends.push_str(&text[from..]);
            ends.push('\n');
        }
        ends
    }

    /// The text of the first element that fits; empty without one.
    pub async fn text(&self, css: &str) -> String {
        let text = self
            .run(
                "return document.querySelector(arguments[0])?.innerText ?? ''",
                &[json!(css)],
            )
            .await;
        text.as_str().unwrap_or_default().to_owned()
    }

    /// Runs a script in the page.
    pub async fn run(&self, script: &str, arguments: &[Value]) -> Value {
        let ran = self.client.execute(script, arguments.to_vec()).await;
        ran.unwrap_or_else(|e| panic!("{script}: {e}"))
    }

    /// Waits until an expression is true in the page.
    pub async fn until(&self, expression: &str) {
        let script = format!("return Boolean({expression})");
        let holds = tokio::time::timeout(PATIENCE, async {
            while self.run(&script, &[]).await != json!(true) {
                tokio::time::sleep(LOOKS).await;
            }
        });
        if holds.await.is_err() {
            panic!("never: {expression}\n{}", self.end().await);
        }
    }

    /// Waits until the first element that fits says something.
    pub async fn says(&self, css: &str, text: &str) {
        let (css, text) = (json!(css), json!(text));
        self.until(&format!(
            "document.querySelector({css})?.innerText.includes({text})"
        ))
        .await;
    }

    /// Asks the browser something by its own protocol.
    pub async fn ask(&self, method: &str, parameters: Value) -> Value {
        let command = Cdp {
            method: method.to_owned(),
            parameters,
        };
        let answered = self.client.issue_cmd(command).await;
        answered.unwrap_or_else(|e| panic!("{method}: {e}"))
    }

    /// Presses keys wherever the page's focus is.
    pub async fn keys(&self, keys: &str) {
        let pressed = tokio::time::timeout(PATIENCE, async {
            loop {
                let focused = self.client.active_element().await.expect("a focus");
                match focused.send_keys(keys).await {
                    Ok(()) => return,
                    // Drawn anew since it was asked for: nothing was pressed yet.
                    Err(e) if e.is_element_not_interactable() => {}
                    Err(e) if e.is_stale_element_reference() => {}
                    Err(error) => panic!("{keys}: {error}"),
                }
                tokio::time::sleep(LOOKS).await;
            }
        });
        if pressed.await.is_err() {
            panic!("{keys} cannot be pressed\n{}", self.end().await);
        }
    }

    /// The window as a PNG picture.
    pub async fn photograph(&self) -> Vec<u8> {
        self.client.screenshot().await.expect("a picture")
    }

    /// Closes the browser.
    pub async fn close(self) {
        self.client.clone().close().await.expect("closes");
    }
}

fn capabilities(
    chromium: &std::path::Path,
    profile: &TempDir,
    width: u32,
    height: u32,
) -> Capabilities {
    let mut options = json!({
        "binary": chromium,
        "args": [
            "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync",
            "--disable-dev-shm-usage", "--hide-scrollbars", "--lang=en-US",
            format!("--window-size={width},{height}"),
            format!("--user-data-dir={}", profile.path().display()),
        ],
    });
    if width < 500 {
        options["mobileEmulation"] = json!({
            "deviceMetrics": { "width": width, "height": height, "pixelRatio": 2.0, "touch": true },
        });
    }
    let mut all = Capabilities::new();
    all.insert("goog:chromeOptions".to_owned(), options);
    all
}
