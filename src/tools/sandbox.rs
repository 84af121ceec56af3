//! `chaodipi sandbox`: play without Discord. With `--auto`, one whole game against
//! the stand-in for Discord, played by four scripted users through the real bot.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};

use super::files::{self, out_folder};
use super::local::{self, LocalArgs};
use super::no_rules;
use crate::config::Config;
use crate::error::AppError;
use crate::game::Length;
use crate::i18n::{Lang, tr};
use crate::rules::{default_preset, preset};
use crate::sandbox::script::{Habit, Script, Trouble};
use crate::sandbox::{
    Bot, BotOptions, MessageId, Sandbox, SandboxOptions, SeenMessage, UserId, UserSpec,
};
use crate::store::Store;

/// Most moves of time in a game; a game takes a few thousand.
const LONGEST: usize = 100_000;
/// How long the bot may still edit after a game.
const LAST_EDITS: Duration = Duration::from_secs(10);

/// What `chaodipi sandbox` is told.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct SandboxArgs {
    #[command(flatten)]
    page: LocalArgs,
    /// A number that fixes the cards; with --auto also what the users do (1 unless given).
    #[arg(long)]
    seed: Option<u64>,
    /// No page: let four scripted users play one whole game.
    #[arg(long, conflicts_with_all = ["port", "players", "bind", "language", "clock", "fast"])]
    auto: bool,
    /// The ruleset, by its id, such as `tournament`.
    #[arg(long, value_name = "RULES")]
    rules: Option<String>,
    /// The level on which both sides start; A makes a game short.
    #[arg(long, value_name = "LEVEL")]
    level: Option<String>,
    /// How long to play: game, match, final, deals or minutes.
    #[arg(long, value_name = "LENGTH")]
    length: Option<String>,
    /// How many deals or minutes, where --length says so.
    #[arg(long, value_name = "N")]
    count: Option<u16>,
    /// The folder for what --auto writes: pictures, log and database.
    #[arg(long, default_value = "out", value_name = "FOLDER")]
    out: PathBuf,
}

impl SandboxArgs {
    /// Refuses what no table can be opened with, before anything is started.
    fn check(&self) -> Result<(), AppError> {
        let refused = |why: String| Err(AppError::Usage(why));
        let id = self.rules.as_deref().unwrap_or(default_preset().id);
        let Some(rules) = preset(id) else {
            return refused(no_rules(id));
        };
        let rungs = rules.scoring.ladder.rungs().iter();
        let rungs: Vec<&str> = rungs.map(|rung| rung.label()).collect();
        if let Some(level) = &self.level
            && !rungs.contains(&level.as_str())
        {
            let ladder = rungs.join(", ");
            return refused(format!("`{id}` has no level `{level}`; it has {ladder}"));
        }
        let length = self.length.as_deref().unwrap_or(LENGTHS[0]);
        if !LENGTHS.contains(&length) {
            let lengths = LENGTHS.join(", ");
            return refused(format!(
                "there is no length `{length}`; there are {lengths}"
            ));
        }
        let counted = COUNTED.contains(&length);
        match self.count {
            Some(n) if counted && (1..=Length::MOST).contains(&n) => Ok(()),
            None if !counted => Ok(()),
            Some(_) | None if counted => refused(format!(
                "--length {length} needs a --count from 1 to {}",
                Length::MOST
            )),
            Some(_) | None => refused(format!(
                "--count goes with --length {} only",
                COUNTED.join(" or ")
            )),
        }
    }

    /// The options of `/table new`.
    fn table(&self) -> Vec<(&str, Value)> {
        let texts = [
            ("rules", &self.rules),
            ("level", &self.level),
            ("length", &self.length),
        ];
        let mut options: Vec<(&str, Value)> = texts
            .into_iter()
            .filter_map(|(name, text)| Some((name, json!(text.as_ref()?))))
            .collect();
        options.extend(self.count.map(|n| ("count", json!(n))));
        options
    }
}

/// What a table may be played for; the first unless told otherwise.
const LENGTHS: [&str; 5] = ["game", "match", "final", "deals", "minutes"];
/// Those of them that are counted.
const COUNTED: [&str; 2] = ["deals", "minutes"];

/// The four users: what they are called and the language of their client.
const USERS: [(&str, &str); 4] = [
    ("甲", "en-US"),
    ("乙", "zh-CN"),
    ("丙", "zh-TW"),
    ("丁", "en-GB"),
];

/// Plays on a page, or lets a script play; whether all went well.
///
/// # Errors
/// When the stand-in or the bot cannot be started, or the game cannot go on.
pub async fn run(args: &SandboxArgs, config: &Config) -> Result<bool, AppError> {
    args.check()?;
    if args.auto {
        auto(args).await
    } else {
        local::run(&args.page, &args.table(), args.seed, config).await?;
        Ok(true)
    }
}

/// Plays the game, prints the public channel, writes the pictures; whether the
/// standings match the event log.
///
/// # Errors
/// When the stand-in or the bot cannot be started, or the game cannot go on.
async fn auto(args: &SandboxArgs) -> Result<bool, AppError> {
    let seed = args.seed.unwrap_or(1);
    let io = |what: &str, source| AppError::Io {
        what: what.to_owned(),
        source,
    };
    let old = ["sandbox.db", "sandbox.db-wal", "sandbox.db-shm", "bot.log"];
    let out = out_folder(&args.out, &old)?;
    let database = out.join("sandbox.db");
    let options = options(seed);
    let mode = options.clock;
    let users: Vec<UserId> = options.users.iter().map(|u| u.id).collect();
    let sandbox = Sandbox::start(options)
        .await
        .map_err(|e| io("the stand-in", e))?;
    let program = std::env::current_exe().map_err(|e| io("this program", e))?;
    let bot = BotOptions {
        program,
        database: database.clone(),
        log: out.join("bot.log"),
        seed: Some(seed),
        more: Vec::new(),
    };
    let mut bot = Bot::start(&sandbox, mode, &bot).map_err(|e| io("the bot", e))?;
    let mut pictures = Pictures::new(&out);
    let played = play(&sandbox, &users, args, seed, &mut pictures).await;
    pictures
        .keep(&sandbox, &users)
        .map_err(|e| io("a picture", e))?;
    let ended = bot.terminate().map_err(|e| io("the bot", e))?;
    played.map_err(|e| AppError::Usage(format!("{e}; see {}", out.join("bot.log").display())))?;
    print_channel(&sandbox).map_err(|e| io("standard output", e))?;
    let matches = standings_match(&database).await?;
    println!();
    println!(
        "pictures: {} in {}",
        pictures.written.len(),
        args.out.display()
    );
    println!(
        "standings match the event log: {}",
        if matches { "yes" } else { "NO" }
    );
    for error in sandbox.errors() {
        println!("the stand-in refused: {error}");
    }
    Ok(matches && ended.success() && sandbox.errors().is_empty())
}

fn options(seed: u64) -> SandboxOptions {
    let mut options = SandboxOptions::with_users(&USERS.map(|(name, _)| name));
    options.users = (1..)
        .zip(USERS)
        .map(|(id, (name, locale))| UserSpec::new(id, name).locale(locale))
        .collect();
    options.seed = seed;
    options
}

async fn play(
    sandbox: &Sandbox,
    users: &[UserId],
    args: &SandboxArgs,
    seed: u64,
    pictures: &mut Pictures,
) -> Result<(), Trouble> {
    sandbox.wait_connected().await?;
    sandbox.settle().await?;
    let channel = SandboxOptions::CHANNEL;
    let mut script = Script::new(sandbox, channel, users, Habit::Mixed, seed);
    script.begin(&args.table()).await?;
    let over = tr!(Lang::En, "end-next");
    let mut shown = 0;
    for _ in 0..LONGEST {
        let mut done = false;
        let played = script.play_until(1, |s| {
            done = s.channel(channel).iter().any(|m| m.content.contains(&over));
            done
        });
        let played = played.await;
        if !matches!(played, Err(Trouble::TooLong(_))) {
            played?;
        }
        // A picture that cannot be written is reported at the end.
        let _ = pictures.keep(sandbox, users);
        let messages = sandbox.channel(channel).len();
        if messages / 100 > shown {
            shown = messages / 100;
            eprintln!("{messages} public messages, {} actions …", script.deeds);
        }
        if done {
            // The last edits come once the channel may be edited again.
            sandbox.run_for(LAST_EDITS).await?;
            let _ = pictures.keep(sandbox, users);
            return Ok(());
        }
    }
    Err(Trouble::TooLong(LONGEST))
}

fn print_channel(sandbox: &Sandbox) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for message in sandbox.channel(SandboxOptions::CHANNEL) {
        if message.ephemeral {
            continue;
        }
        writeln!(out, "{}", message.content)?;
        for file in &message.files {
            writeln!(out, "[{}: {}]", file.name, file.alt)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Whether the standings counted while playing equal those counted anew.
async fn standings_match(database: &Path) -> Result<bool, AppError> {
    let store = Store::open(database).await?;
    let live = store.all_standings().await?;
    store.rebuild_standings().await?;
    let again = store.all_standings().await?;
    store.close().await;
    Ok(!live.is_empty() && live == again)
}

/// Writes each picture once it is whole: public ones as they are last, hands
/// as they are with most cards.
struct Pictures {
    out: PathBuf,
    /// For each message the cards in its alt text and how often it was edited.
    written: HashMap<MessageId, (usize, u32)>,
}

impl Pictures {
    fn new(out: &Path) -> Pictures {
        Pictures {
            out: out.to_owned(),
            written: HashMap::new(),
        }
    }

    fn keep(&mut self, sandbox: &Sandbox, users: &[UserId]) -> io::Result<()> {
        for message in sandbox.channel(SandboxOptions::CHANNEL) {
            self.write("channel", &message)?;
        }
        for (user, (name, _)) in users.iter().zip(USERS) {
            for message in sandbox.dms(*user) {
                self.write(name, &message)?;
            }
        }
        Ok(())
    }

    fn write(&mut self, folder: &str, message: &SeenMessage) -> io::Result<()> {
        let Some(file) = message.files.first() else {
            return Ok(());
        };
        let size = file.alt.split_whitespace().count();
        if let Some(&(cards, edits)) = self.written.get(&message.id)
            && (size < cards || edits == message.edits)
        {
            return Ok(());
        }
        let folder = self.out.join(folder);
        let path = folder.join(format!("{}-{}", message.id, file.name));
        fs::create_dir_all(&folder)
            .and_then(|()| fs::write(&path, &file.bytes))
            .map_err(|e| files::named(&path, &e))?;
        self.written.insert(message.id, (size, message.edits));
        Ok(())
    }
}
