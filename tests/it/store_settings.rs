//! What managers and players have chosen is kept, and read with defaults for
//! what was not chosen.

use chaodipi::game::{ClockChoice, PlayerId};
use chaodipi::i18n::Lang;
use chaodipi::store::{Seasons, ServerSettings, Store};
use chaodipi::table::{HandPlace, Personal};

const GUILD: u64 = u64::MAX - 3;

#[tokio::test]
async fn what_a_server_has_decided_is_kept() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("a.db");
    let store = Store::open(&path).await.expect("opens");
    let server = store.server(GUILD).await.expect("read");
    assert_eq!(server, ServerSettings::default());
    assert!(server.threads);
    assert_eq!(server.seasons, Seasons::Monthly);
    let changed = store
        .change_server(GUILD, |server| {
            server.seasons = Seasons::Quarterly;
            server.channels = vec![u64::MAX, 7];
        })
        .await
        .expect("stored");
    let again = store
        .change_server(GUILD, |server| server.clock = ClockChoice::Preset)
        .await
        .expect("stored");
    assert_eq!(
        again,
        ServerSettings {
            clock: ClockChoice::Preset,
            ..changed
        }
    );
    store.close().await;
    let store = Store::open(&path).await.expect("opens again");
    assert_eq!(store.server(GUILD).await.expect("read"), again);
    let other = store.server(GUILD + 1).await.expect("read");
    assert_eq!(other, ServerSettings::default());
    store.close().await;
}

#[tokio::test]
async fn what_a_person_has_chosen_is_kept_and_its_language_is_theirs() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("a.db");
    let store = Store::open(&path).await.expect("opens");
    let person = store.upsert_person(7, "Anna", Lang::En).await;
    let person = person.expect("stored");
    assert_eq!(person.personal, Personal::default());
    let changed = store
        .change_personal(person.player, |personal| {
            personal.hand = HandPlace::Channel;
            personal.language = Some(Lang::ZhTw);
        })
        .await
        .expect("stored");
    assert_eq!(changed.language, Lang::ZhTw);
    // Discord's language is no longer asked.
    let seen = store.upsert_person(7, "Anna", Lang::En).await;
    assert_eq!(seen.expect("stored"), changed);
    store.close().await;
    let store = Store::open(&path).await.expect("opens again");
    let known = store.person_by_discord(7).await.expect("read");
    assert_eq!(known, Some(changed));
    let nobody = store.change_personal(PlayerId(99), |_| {}).await;
    assert!(nobody.is_err());
    store.close().await;
}
