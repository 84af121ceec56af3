//! The browser's driver: it and all that it starts end with their owner, however that ends.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use tokio::sync::oneshot;

/// Starts the driver in a group of processes of its own, which is killed when nobody holds the other end of its input.
const GROUP: &str = r#""$0" --port=0 & exec >/dev/null; cat; kill -KILL 0"#;

/// A running driver.
pub struct Driver {
    group: Child,
    port: u16,
}

impl Driver {
    /// Starts one; it listens on a free port.
    pub async fn start(program: &Path) -> Driver {
        let mut command = Command::new("sh");
        command.arg("-c").arg(GROUP).arg(program);
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut group = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("a shell");
        let out = BufReader::new(group.stdout.take().expect("piped"));
        let mut driver = Driver { group, port: 0 };
        let (told, port) = oneshot::channel();
        std::thread::spawn(move || {
            let mut told = Some(told);
            // Read to its end, or the driver would stop at a full pipe.
            for line in out.lines().map_while(Result::ok) {
                if let Some(port) = named(&line)
                    && let Some(told) = told.take()
                {
                    // The test may be over.
                    let _ = told.send(port);
                }
            }
        });
        let port = tokio::time::timeout(super::chrome::PATIENCE, port).await;
        let port = port.expect("chromedriver names its port in time");
        driver.port = port.expect("chromedriver names its port");
        driver
    }

    /// Where it listens.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        drop(self.group.stdin.take());
        // What it has to say is that it was killed.
        drop(self.group.wait());
    }
}

/// The port that the driver names when it has started.
fn named(line: &str) -> Option<u16> {
    let port = line.split_once("started successfully on port ")?.1;
    port.trim_end_matches('.').parse().ok()
}

/// Processes of a group that have not ended.
#[cfg(target_os = "linux")]
fn living(group: u32) -> usize {
    let of_group = |stat: &String| {
        // Behind the name, in which anything may stand.
        let mut fields = stat.rsplit(") ").next()?.split(' ');
        let state = fields.next()?;
        let own: u32 = fields.nth(1)?.parse().ok()?;
        (own == group && !matches!(state, "Z" | "X")).then_some(())
    };
    let processes = std::fs::read_dir("/proc").expect("processes");
    processes
        .filter_map(|entry| std::fs::read_to_string(entry.ok()?.path().join("stat")).ok())
        .filter_map(|stat| of_group(&stat))
        .count()
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn nothing_of_a_browser_outlives_its_test() {
    let Some(chrome) = super::chrome::Chrome::start(1280, 900).await else {
        return;
    };
    let group = chrome.driver.group.id();
    assert!(living(group) > 2, "shell, driver and browser");
    // As a test that panics leaves it.
    drop(chrome);
    let ended = tokio::time::timeout(super::chrome::PATIENCE, async {
        while living(group) > 0 {
            tokio::time::sleep(super::chrome::LOOKS).await;
        }
    });
    ended.await.expect("all of it ends");
}
