//! What the operator uses: backup, check, and the pages with numbers and health.

use std::path::Path;

use chaodipi::config::{Config, DatabaseConfig};
use chaodipi::game::{ClockChoice, Pace};
use chaodipi::sandbox::script::Habit;
use chaodipi::sandbox::{BOT_PERMISSIONS, MANAGE_THREADS, Sandbox, SandboxOptions, SeenMessage};
use chaodipi::store::Store;
use chaodipi::tools::{backup, check};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::first_version::turn_back;
use crate::support::outcome::{check_clean, says};
use crate::support::tells;
use crate::support::world::World;
use crate::table_scene::Scene;

fn config(database: &Path) -> Config {
    Config {
        database: DatabaseConfig {
            path: database.to_owned(),
        },
        ..Config::default()
    }
}

fn to(file: &Path) -> backup::BackupArgs {
    backup::BackupArgs {
        file: file.to_owned(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_is_made_while_the_bot_plays_and_plays_on_where_it_was_made() {
    let mut scene = Scene::new(41).await;
    let table = scene.started(4, ClockChoice::Relaxed, Pace::Instant).await;
    for _ in 0..30 {
        scene.step(&table, true).await;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("copy.db");
    let database = config(&scene.database());
    let made = backup::run(&to(&file), &database).await;
    assert!(made.expect("a copy") > 0);
    let then = table.snapshot();
    // What is played afterwards is not in it.
    for _ in 0..30 {
        scene.step(&table, true).await;
    }
    assert!(table.snapshot().revision > then.revision);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(&file)
            .expect("there")
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    let names: Vec<_> = std::fs::read_dir(folder.path())
        .expect("a folder")
        .collect();
    assert_eq!(names.len(), 1, "nothing else is left");
    let log = scene.store().log(table.id()).await.expect("read");
    let copy = Store::open(&file).await.expect("opens");
    let kept = copy.log(table.id()).await.expect("read");
    assert!(!kept.is_empty() && kept.len() < log.len());
    copy.close().await;

    let again = backup::run(&to(&file), &database).await;
    assert_eq!(again.expect_err("refused").exit_code(), 2);
    let none = config(&folder.path().join("none.db"));
    let other = folder.path().join("other.db");
    assert!(backup::run(&to(&other), &none).await.is_err());
    assert!(!other.exists());
    let left = std::fs::read_dir(folder.path()).expect("a folder");
    let parts = left.filter(|f| {
        let name = f.as_ref().expect("a file").file_name();
        name.to_string_lossy().ends_with(".part")
    });
    assert_eq!(parts.count(), 0);
}

/// The lines of `check` and whether it found all well.
async fn looked(sandbox: &Sandbox, token: &str, database: &Path) -> (Vec<String>, bool) {
    let environment = vec![
        ("CHAODIPI_DISCORD_API_URL".to_owned(), sandbox.api_url()),
        (
            "CHAODIPI_DATABASE_PATH".to_owned(),
            database.display().to_string(),
        ),
    ];
    let mut out = Vec::new();
    let code = check::run(None, environment, Some(token), &mut out).await;
    let text = String::from_utf8(out).expect("text");
    (
        text.lines().map(str::to_owned).collect(),
        code.expect("written") == 0,
    )
}

/// A newer bot's `check` and `backup` come before its first start.
#[tokio::test(flavor = "multi_thread")]
async fn a_database_of_the_first_version_is_looked_at_and_copied_as_it_is() {
    let sandbox = Sandbox::start(SandboxOptions::default()).await;
    let sandbox = sandbox.expect("a stand-in");
    let mut scene = Scene::new(43).await;
    let table = scene.started(4, ClockChoice::Relaxed, Pace::Instant).await;
    let log = scene.store().log(table.id()).await.expect("read");
    let database = scene.database();
    scene.crash().await;
    turn_back(&database).await;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let own = std::fs::Permissions::from_mode(0o600);
        std::fs::set_permissions(&database, own).expect("set");
    }
    let copy = database.with_extension("copy");
    let made = backup::run(&to(&copy), &config(&database)).await;
    assert!(made.expect("a copy") > 0);
    for path in [&database, &copy] {
        let (lines, well) = looked(&sandbox, &sandbox.token(), path).await;
        assert!(well, "{lines:?}");
        tells(&lines[3], "1 open table(s), schema 1, not in use");
    }
    let copy = Store::open(&copy).await.expect("opens");
    assert!(copy.log(table.id()).await.expect("read") == log);
    copy.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_of_no_database_says_which_and_how_to_name_another() {
    let folder = tempfile::tempdir().expect("a folder");
    let none = config(&folder.path().join("bot.db"));
    let refused = async || {
        let copied = backup::run(&to(&folder.path().join("copy.db")), &none).await;
        copied.expect_err("there is none").line()
    };
    let said = refused().await;
    for part in ["bot.db", "CHAODIPI_DATABASE_PATH"] {
        tells(&said, part);
    }
    assert!(!said.contains("bot-local.db"), "{said}");
    std::fs::write(folder.path().join("bot-local.db"), "").expect("written");
    let said = refused().await;
    assert!(said.contains("bot-local.db"), "{said}");
    assert!(!folder.path().join("copy.db").exists());
}

#[tokio::test]
async fn check_has_its_lines_with_a_configuration_that_cannot_be_used() {
    let environment = vec![("CHAODIPI_LOG_FORMAT".to_owned(), "xml".to_owned())];
    let mut out = Vec::new();
    let code = check::run(None, environment, None, &mut out).await;
    assert_eq!(code.expect("written"), 2, "as `run` ends");
    let text = String::from_utf8(out).expect("text");
    let lines: Vec<&str> = text.lines().collect();
    let subjects = ["configuration", "token", "permissions", "database"];
    assert_eq!(lines.len(), subjects.len(), "{text}");
    for (line, subject) in lines.iter().zip(subjects) {
        assert!(line.starts_with(&format!("{subject}: FAILED, ")), "{line}");
        assert_eq!(
            line.matches("configuration: ").count(),
            usize::from(subject == "configuration")
        );
    }
    // Without a token the line says so once.
    let mut out = Vec::new();
    let code = check::run(None, Vec::new(), None, &mut out).await;
    assert_eq!(code.expect("written"), 2, "as `run` ends");
    let text = String::from_utf8(out).expect("text");
    assert!(
        text.contains("token: FAILED, DISCORD_TOKEN is not set"),
        "{text}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn check_has_a_line_for_each_thing_and_says_what_is_wrong() {
    let sandbox = Sandbox::start(SandboxOptions::default()).await;
    let sandbox = sandbox.expect("a stand-in");
    let folder = tempfile::tempdir().expect("a folder");
    let database = folder.path().join("bot.db");
    let token = sandbox.token();
    let (lines, well) = looked(&sandbox, &token, &database).await;
    assert!(well, "{lines:?}");
    let beginnings = [
        "configuration: ok",
        "token: ok",
        "permissions: ok",
        "database: ok",
    ];
    assert_eq!(lines.len(), 4);
    for (line, begins) in lines.iter().zip(beginnings) {
        assert!(line.starts_with(begins), "{line}");
        assert!(!line.contains(&token));
    }

    let store = Store::open(&database).await.expect("opens");
    let (lines, well) = looked(&sandbox, &token, &database).await;
    assert!(
        well && lines[3].contains("in use by a running bot"),
        "{lines:?}"
    );
    store.close().await;
    let (lines, _) = looked(&sandbox, &token, &database).await;
    assert!(lines[3].ends_with("not in use"), "{lines:?}");

    let (lines, well) = looked(&sandbox, "another.token.here", &database).await;
    assert!(!well && lines[1].starts_with("token: FAILED"), "{lines:?}");
    assert!(lines.iter().all(|line| !line.contains("another")));

    let attach = 1 << 15;
    for guild in &SandboxOptions::default().guilds {
        for (channel, _) in &guild.channels {
            sandbox.set_permissions(*channel, 309_238_025_216 & !attach);
        }
    }
    let more = sandbox.calls().len();
    let (lines, well) = looked(&sandbox, &token, &database).await;
    assert!(sandbox.calls().len() > more);
    assert!(!well && lines[2].contains("Attach Files"), "{lines:?}");

    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let open = std::fs::Permissions::from_mode(0o644);
        std::fs::set_permissions(&database, open).expect("set");
        let (lines, _) = looked(&sandbox, &token, &database).await;
        assert!(lines[3].contains("mode 644"), "{lines:?}");
    }
    std::fs::write(
        &database,
        "not a database at all, but long enough to look at",
    )
    .expect("written");
    let (lines, well) = looked(&sandbox, &token, &database).await;
    assert!(
        !well && lines[3].starts_with("database: FAILED"),
        "{lines:?}"
    );
}

/// What a page of the bot's answers: status line and text.
async fn page(address: &str, path: &str) -> (String, String) {
    let mut stream = TcpStream::connect(address).await.expect("listens");
    let asked = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(asked.as_bytes()).await.expect("sent");
    let mut text = String::new();
    stream.read_to_string(&mut text).await.expect("read");
    let (head, body) = text.split_once("\r\n\r\n").expect("a body");
    let status = head.lines().next().expect("a status").to_owned();
    (status, body.to_owned())
}

/// A world whose bot serves its numbers.
async fn watched(seed: u64) -> World {
    let listen = (
        "CHAODIPI_METRICS_LISTEN".to_owned(),
        "127.0.0.1:0".to_owned(),
    );
    World::with(SandboxOptions::default(), seed, vec![listen]).await
}

/// Where it serves them.
fn address(world: &World) -> String {
    let log = world.log();
    let line = log
        .lines()
        .find(|l| l.contains("metrics and health are served"));
    let line = line.expect("told");
    let port = line.split("127.0.0.1:").nth(1).expect("an address");
    let port: String = port.chars().take_while(char::is_ascii_digit).collect();
    format!("127.0.0.1:{port}")
}

/// Nobody who reads the numbers learns how many have placed in secret.
#[tokio::test(flavor = "multi_thread")]
async fn the_numbers_stand_still_while_cards_are_placed_in_secret() {
    let mut world = watched(52).await;
    let sandbox = world.sandbox.clone();
    let mut script = world.script(Habit::Clicks, 7);
    let none = [("clock", serde_json::json!("none"))];
    script.begin(&none).await.expect("a game that begins");
    let asked = |s: &Sandbox| says(s, "All four are asked");
    script.play_until(5_000, asked).await.expect("asked");
    world.settle().await;
    let address = address(&world);
    let told = async || {
        let (_, text) = page(&address, "/metrics").await;
        let lines = text.lines().filter(|l| !l.starts_with('#'));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let before = told().await;
    let passed = sandbox.slash(world.users[1], SandboxOptions::CHANNEL, &["pass"], &[]);
    assert!(!passed.await.expect("offered").failed());
    world.settle().await;
    assert!(asked(&sandbox), "the round is open");
    assert_eq!(told().await, before);
    check_clean(&mut world).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn metrics_and_health_are_served_where_they_are_wanted() {
    let mut world = watched(51).await;
    let mut script = world.script(Habit::Mixed, 7);
    script.begin(&[]).await.expect("a game that begins");
    let played = script.play_until(5_000, |s| says(s, "trick 2**")).await;
    played.expect("tricks");
    let address = address(&world);
    let (status, text) = page(&address, "/health").await;
    assert!(status.contains("200"), "{status} {text}");
    let (status, text) = page(&address, "/metrics").await;
    assert!(status.contains("200"), "{status}");
    assert!(text.contains("chaodipi_tables 1"), "{text}");
    for counted in [
        "chaodipi_actions_total",
        "chaodipi_acknowledgement_seconds_count",
        "chaodipi_discord_calls_total",
        "chaodipi_discord_queue_seconds_count",
    ] {
        let line = text.lines().find_map(|l| l.strip_prefix(counted));
        let count: u64 = line.expect(counted).trim().parse().expect("a number");
        assert!(count > 5, "{counted} {count}");
    }
    assert!(page(&address, "/else").await.0.contains("404"));
    world.pass(1).await;
    check_clean(&mut world).await;
}

/// The newest private answer with the report, and what stands in it.
fn report(world: &World) -> (SeenMessage, String) {
    let answers = world.sandbox.ephemerals(world.users[0]);
    let with_file = |m: &&SeenMessage| m.files.iter().any(|f| f.name.ends_with(".txt"));
    let message = answers
        .iter()
        .rev()
        .find(with_file)
        .expect("a report")
        .clone();
    let text = String::from_utf8(message.files[0].bytes.to_vec()).expect("text");
    (message, text)
}

/// The first person has the bot check the channel: the report.
async fn checked(world: &World) -> (SeenMessage, String) {
    let asked = world.sandbox.slash(
        world.users[0],
        SandboxOptions::CHANNEL,
        &["server", "check"],
        &[],
    );
    asked.await.expect("a command");
    world.pass(60).await;
    report(world)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_walk_tries_every_kind_of_call_and_reports_in_private() {
    let world = World::new(61).await;
    let (boss, channel) = (world.users[0], SandboxOptions::CHANNEL);
    world.sandbox.set_permissions(channel, BOT_PERMISSIONS);
    world.settle().await;
    let path = ["server", "check"];
    let asked = world
        .sandbox
        .slash(world.users[1], channel, &path, &[])
        .await;
    assert!(!asked.expect("a command").failed());
    world.settle().await;
    assert!(
        world.sandbox.dms(world.users[1]).is_empty(),
        "managers only"
    );

    let (message, text) = checked(&world).await;
    assert!(!text.contains("OTHERWISE"), "{text}");
    for step in [
        "private answer edited, with a picture",
        "private message with a picture",
        "private message read back",
        "message read back, with its call and picture",
        "message in a sleeping thread",
        "private message edited, with another picture",
        "the same nonce gives the same message",
        "thread opened",
        "permissions",
    ] {
        assert!(text.contains(step), "{step} in {text}");
    }
    // Nothing is left behind but the thread, which the bot may not delete.
    assert!(text.contains("thread archived: it stays there"), "{text}");
    let threads = world.sandbox.threads(channel).len();
    assert_eq!(threads, 1);
    assert!(world.sandbox.dms(boss).is_empty());
    let left = world.sandbox.channel(channel);
    assert!(left.is_empty(), "{left:#?}");

    let select = &message.selects[0];
    assert_eq!(select.options.len(), 25);
    let (id, third) = (select.custom_id.clone(), select.options[2].value.clone());
    let picked = world.sandbox.select(boss, message.id, &id, &[&third]).await;
    assert!(!picked.expect("a select").failed());
    let button = message.buttons[0].custom_id.clone();
    let form = world.sandbox.click(boss, message.id, &button).await;
    let form = form.expect("a click").form().expect("a form").clone();
    let field = form.fields[0].custom_id.clone();
    let sent = world
        .sandbox
        .submit_modal(boss, &form, &[(&field, "hello")])
        .await;
    assert!(!sent.expect("a form").failed());
    world.settle().await;
    let (_, text) = report(&world);
    assert!(text.contains("select of 25 options: 1 picked"), "{text}");
    assert!(text.contains("form opened and sent"), "{text}");
    assert!(!text.contains("hello"));
    let panel = message.buttons[1].custom_id.clone();
    let shown = world.sandbox.click(boss, message.id, &panel).await;
    assert!(!shown.expect("a click").failed());
    world.settle().await;
    let (newest, text) = report(&world);
    assert_ne!(newest.id, message.id, "a panel of its own");
    assert!(
        text.contains("private answer at once, with a picture"),
        "{text}"
    );
    assert!(text.contains("form opened and sent"), "{text}");
    assert!(!text.contains("OTHERWISE"), "{text}");

    // Where it may, that is gone as well.
    let rights = BOT_PERMISSIONS | MANAGE_THREADS;
    world.sandbox.set_permissions(channel, rights);
    let (_, text) = checked(&world).await;
    assert!(text.contains("thread deleted"), "{text}");
    assert!(
        !text.contains("OTHERWISE") && !text.contains("archived"),
        "{text}"
    );
    assert_eq!(world.sandbox.threads(channel).len(), threads);

    // What Discord refuses is told.
    let attach = 1 << 15;
    world
        .sandbox
        .set_permissions(channel, 309_238_025_216 & !attach);
    let (message, text) = checked(&world).await;
    assert!(text.contains("missing here: Attach Files"), "{text}");
    let odd = text.lines().filter(|line| line.starts_with("OTHERWISE"));
    let names = odd.map(|line| {
        line.split("ms  ")
            .nth(1)
            .and_then(|rest| rest.split(':').next())
    });
    for name in names {
        let named = format!("`{}`", name.expect("a step"));
        assert!(
            message.content.contains(&named),
            "{named} in {}",
            message.content
        );
    }
    assert!(
        message.content.contains("`permissions`"),
        "{}",
        message.content
    );
}

/// The unit is one that systemd understands. Its program is put in the place of
/// the installed one.
#[test]
fn systemd_understands_the_unit() {
    let unit = include_str!("../../contrib/chaodipi.service");
    let here = env!("CARGO_BIN_EXE_chaodipi");
    assert!(unit.contains("ExecStart=/usr/local/bin/chaodipi --config"));
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("chaodipi.service");
    let unit = unit.replace("/usr/local/bin/chaodipi", here);
    std::fs::write(&file, unit).expect("written");
    let mut verify = std::process::Command::new("systemd-analyze");
    match verify.arg("verify").arg(&file).output() {
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success() && said.is_empty(), "{said}");
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            eprintln!("SKIPPED: systemd-analyze is not there");
        }
        Err(error) => panic!("{error}"),
    }
}
