//! Playing up to a moment, and killing the bot there.

use std::sync::atomic::{AtomicBool, Ordering};

use chaodipi::sandbox::script::{Script, Trouble};
use chaodipi::sandbox::{Hold, Sandbox};

use super::world::{World, tail};

/// Plays on until `done` says so.
pub async fn play_until(world: &World, script: &mut Script, done: impl FnMut(&Sandbox) -> bool) {
    let played = script.play_until(5_000, done).await;
    if let Err(trouble) = played {
        let story = super::outcome::story(&world.sandbox);
        panic!("{trouble}\n{story:#?}\n{}", tail(&world.log()));
    }
}

/// Plays on until the held call comes, kills the bot while it waits for that
/// call's answer, and starts it again. No time passes meanwhile.
pub async fn kill_at(world: &mut World, script: &mut Script, hold: Hold) {
    end_at(world, script, hold, false).await;
}

/// The same; `asked`: the bot is asked to end (SIGTERM) and not killed.
pub async fn end_at(world: &mut World, script: &mut Script, mut hold: Hold, asked: bool) {
    script.strict = false;
    let killed = AtomicBool::new(false);
    let play = script.play_until(5_000, |_| killed.load(Ordering::SeqCst));
    let kill = async {
        let call = hold.reached().await.expect("a stand-in that runs");
        killed.store(true, Ordering::SeqCst);
        if asked {
            world.terminate().await;
        } else {
            world.kill().await;
        }
        call
    };
    let (played, call) = tokio::join!(play, kill);
    match played {
        // Without a bot nothing moves.
        Ok(()) | Err(Trouble::Dead) => {}
        Err(trouble) => panic!("{trouble}\n{}", tail(&world.log())),
    }
    eprintln!("ended at {} {}", call.method, call.path);
    world.settle().await;
    drop(hold);
    world.restart().await;
    script.strict = true;
}
