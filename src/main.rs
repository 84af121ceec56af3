//! The command line: which part of the program runs, and how it logs.

use std::io::{self, IsTerminal as _};
use std::path::PathBuf;
use std::process::ExitCode;

use chaodipi::config::{Config, LogConfig, LogFormat, TOKEN_VARIABLE, Token, environment};
use chaodipi::error::AppError;
use chaodipi::tools;
use chaodipi::tools::arena::ArenaError;
use chaodipi::tools::simulate::SimulateError;
use clap::{Args, Parser, Subcommand};
use tracing_subscriber::filter::{FilterExt as _, filter_fn};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, Layer as _, fmt};

/// Play 炒地皮 (Chao Di Pi) in a Discord server.
#[derive(Parser)]
#[command(version, about)]
struct Arguments {
    /// The configuration file [default: config.toml, where there is one].
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Run the bot on Discord, with the token from DISCORD_TOKEN.
    ///
    /// This is also what happens without a subcommand when DISCORD_TOKEN is set.
    /// When it is not set, the bare command plays on this machine, as `sandbox` does.
    Run(RunArgs),
    /// Look at configuration, token, permissions and database: a line each.
    Check,
    /// Write a whole copy of the database, while the bot runs or not.
    Backup(tools::backup::BackupArgs),
    /// Answer questions about the rules: one JSON object a line.
    ///
    /// Each line asks one thing, such as
    /// {"ask":"trick","rules":"tournament","level":"8","trump":"S","plays":[["HK"],["H3"],["HA"],["S2"]]}
    ///
    /// `ask` is one of parts, lead, follow, options, trick, dig, score or auction; docs/judge.md tells what each of
    /// them wants and answers.
    Judge(tools::judge::JudgeArgs),
    /// Let computer players play whole games and count what happens.
    Simulate(tools::simulate::SimulateArgs),
    /// Match computer players against each other over mirrored deals.
    Arena(tools::arena::ArenaArgs),
    /// Play an exported record again and check every step of it.
    Replay(tools::replay::ReplayArgs),
    /// Write the record of a table's finished deals to standard output.
    Export(tools::export::ExportArgs),
    /// Check that a deal was played with the cards that were bound before it.
    Verify(tools::verify::VerifyArgs),
    /// Repair the standings that `/leaderboard` shows.
    #[command(subcommand)]
    Standings(Standings),
    /// Play on this machine without Discord: opens a page for your browser.
    Sandbox(tools::sandbox::SandboxArgs),
    Load(tools::load::LoadArgs),
}

/// How the bot is run.
#[derive(Args)]
struct RunArgs {
    /// Also stop when standard input ends: who started the bot is gone then.
    #[arg(long, hide = true)]
    while_stdin: bool,
}

#[derive(Subcommand)]
enum Standings {
    /// Count every finished deal in the database again and replace the standings.
    Rebuild,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match start(arguments) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("chaodipi: {}", error.line());
            ExitCode::from(error.exit_code())
        }
    }
}

fn start(arguments: Arguments) -> Result<ExitCode, AppError> {
    let load = || Config::load(arguments.config.as_deref(), environment()?);
    match arguments.command {
        None if std::env::var_os(TOKEN_VARIABLE).is_none() => {
            sandbox(&load()?, &tools::sandbox::SandboxArgs::default())
        }
        None => bot(load()?, false),
        Some(Command::Run(given)) => bot(load()?, given.while_stdin),
        Some(Command::Check) => {
            let (file, token) = (arguments.config.as_deref(), token());
            let mut out = io::stdout().lock();
            let looked = tools::check::run(file, environment()?, token.as_deref(), &mut out);
            let code = runtime()?.block_on(looked);
            Ok(ExitCode::from(code.map_err(|e| input_output("check", e))?))
        }
        Some(Command::Backup(given)) => {
            let config = load()?;
            let bytes = runtime()?.block_on(tools::backup::run(&given, &config))?;
            println!("{}: {bytes} bytes", given.file.display());
            Ok(ExitCode::SUCCESS)
        }
        Some(Command::Judge(given)) => {
            let understood = tools::judge::answer_all(&given, io::stdout().lock());
            Ok(code(understood.map_err(|e| input_output("judge", e))?))
        }
        Some(Command::Simulate(given)) => {
            let report = tools::simulate::run(&given, &mut io::stdout().lock())
                .map_err(|e| simulation("simulate", e))?;
            Ok(code(report.illegal == 0))
        }
        Some(Command::Arena(given)) => {
            let legal =
                tools::arena::run(&given, &mut io::stdout().lock()).map_err(|e| match e {
                    ArenaError::Simulate(e) => simulation("arena", e),
                    ArenaError::File(e) => input_output("arena", e),
                    e @ (ArenaError::Number { .. }
                    | ArenaError::Level { .. }
                    | ArenaError::OtherMatch(_)) => AppError::Usage(e.to_string()),
                })?;
            Ok(code(legal))
        }
        Some(Command::Replay(given)) => {
            let fits = tools::replay::run(&given, &mut io::stdout().lock());
            Ok(code(fits.map_err(|e| input_output("replay", e))?))
        }
        Some(Command::Export(given)) => {
            let mut out = io::stdout().lock();
            runtime()?.block_on(tools::export::run(&given, &mut out))?;
            Ok(ExitCode::SUCCESS)
        }
        Some(Command::Verify(given)) => {
            match tools::verify::run(&given, &mut io::stdout().lock()) {
                Ok(holds) => Ok(code(holds)),
                Err(e) if e.kind() == io::ErrorKind::InvalidInput => {
                    Err(AppError::Usage(e.to_string()))
                }
                Err(e) => Err(input_output("verify", e)),
            }
        }
        Some(Command::Sandbox(given)) => sandbox(&load()?, &given),
        Some(Command::Load(given)) => {
            let config = load()?;
            log(&config.log)?;
            Ok(code(runtime()?.block_on(tools::load::run(&given))?))
        }
        Some(Command::Standings(Standings::Rebuild)) => {
            let config = load()?;
            log(&config.log)?;
            tools::need_database(&config)?;
            let deals = runtime()?.block_on(chaodipi::rebuild_standings(&config))?;
            println!("{deals} finished deals counted");
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// What stands where the token belongs, as far as it is text.
fn token() -> Option<String> {
    let token = std::env::var_os(TOKEN_VARIABLE)?;
    Some(token.to_string_lossy().into_owned())
}

/// Runs the bot on Discord.
fn bot(config: Config, while_stdin: bool) -> Result<ExitCode, AppError> {
    let token = token();
    let token = Token::parse(token.as_deref(), &config.discord)?;
    log(&config.log)?;
    runtime()?.block_on(chaodipi::run(config, token, while_stdin))?;
    Ok(ExitCode::SUCCESS)
}

/// Plays without Discord. What is logged beside the page is what went wrong,
/// unless the configuration says otherwise.
fn sandbox(config: &Config, given: &tools::sandbox::SandboxArgs) -> Result<ExitCode, AppError> {
    let mut logged = config.log.clone();
    if logged.filter == LogConfig::default().filter {
        "warn".clone_into(&mut logged.filter);
    }
    log(&logged)?;
    Ok(code(
        runtime()?.block_on(tools::sandbox::run(given, config))?,
    ))
}

fn code(good: bool) -> ExitCode {
    ExitCode::from(u8::from(!good))
}

fn simulation(what: &str, error: SimulateError) -> AppError {
    match error {
        SimulateError::Write(e) => input_output(what, e),
        e @ (SimulateError::UnknownRules(_) | SimulateError::Seats(_) | SimulateError::Stuck) => {
            AppError::Usage(e.to_string())
        }
    }
}

fn input_output(what: &str, source: io::Error) -> AppError {
    AppError::Io {
        what: what.to_owned(),
        source,
    }
}

fn runtime() -> Result<tokio::runtime::Runtime, AppError> {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|e| input_output("the runtime", e))
}

/// Logs to standard error. Libraries are heard from `info` up only, whatever
/// the filter says, and their spans never: both print what passes through
/// them, and that may be cards. The gateway's connection does so even in its
/// warnings.
fn log(config: &LogConfig) -> Result<(), AppError> {
    let filter = EnvFilter::try_new(&config.filter)
        .map_err(|e| AppError::Config(format!("log.filter: {e}")))?;
    let own = filter_fn(|line| {
        line.target().starts_with("chaodipi")
            || line.is_event()
                && *line.level() <= tracing::Level::INFO
                && !line.target().starts_with("serenity::gateway::ws")
    });
    let lines = match config.format {
        // Colours are for people's eyes, not for files.
        LogFormat::Text => fmt::layer()
            .with_ansi(io::stderr().is_terminal())
            .with_writer(io::stderr)
            .boxed(),
        LogFormat::Json => fmt::layer().json().with_writer(io::stderr).boxed(),
    };
    tracing_subscriber::registry()
        .with(lines.with_filter(filter.and(own)))
        .init();
    Ok(())
}
