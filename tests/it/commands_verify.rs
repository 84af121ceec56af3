//! `/verify`: who may look at a deal is asked before anything of it is read.

use chaodipi::game::{ClockChoice, Pace};
use chaodipi::i18n::{Lang, text};

use crate::commands_support::{says, slash};
use crate::support::damage;
use crate::table_scene::Scene;

fn en(key: &str, deal: u32) -> String {
    format!("❗ {}", text(Lang::En, key, vec![("deal", deal.into())]))
}

/// What cannot be read tells whether it was read.
#[tokio::test(flavor = "multi_thread")]
async fn the_log_is_not_read_for_whoever_may_not_look_at_the_deal() {
    let mut scene = Scene::new(11).await;
    let table = scene.started(4, ClockChoice::Relaxed, Pace::Instant).await;
    let ended = |s: &chaodipi::table::Snapshot| s.public.result.is_some();
    scene.play_until(&table, true, ended).await;
    let sql = "UPDATE events SET event = '{' WHERE seq = 1";
    damage::run(&scene.database(), sql).await;
    let deal = format!("{}.1", table.id().0);
    let mut stranger = scene.context(7, Lang::En).await;
    (stranger.guild, stranger.channel) = (Some(77), 78);
    let refused = slash(&stranger, "verify", &[("deal", &deal)]).await;
    assert_eq!(says(&refused), en("refused-deal-unknown", 1));
    let allowed = scene.types(0, "verify", &[("deal", &deal)]).await;
    assert_eq!(says(&allowed), en("refused-store", 1));
}
