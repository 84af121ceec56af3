//! The whole adapter in one process against the stand-in: a table is opened,
//! people sit down, cards arrive in private messages, the public sees the table.

use std::time::Duration;

use chaodipi::clock::Clock;
use chaodipi::config::{DiscordConfig, Token};
use chaodipi::discord;
use chaodipi::metrics::Health;
use chaodipi::sandbox::{
    Answer, ChannelId, Fault, Outcome, Sandbox, SandboxOptions, SeenMessage, UserId,
};
use chaodipi::shutdown::{self, Stopper};
use chaodipi::store::Store;
use chaodipi::table::{Chance, Registry, Thinking};
use tempfile::TempDir;
use tokio::task::JoinHandle;

pub const CHANNEL: ChannelId = SandboxOptions::CHANNEL;
pub const PEOPLE: [UserId; 4] = [UserId(1), UserId(2), UserId(3), UserId(4)];

pub struct Bot {
    pub sandbox: Sandbox,
    folder: TempDir,
    stopper: Stopper,
    store: Store,
    registry: Registry,
    served: JoinHandle<Result<(), chaodipi::error::AppError>>,
}

async fn serve(sandbox: &Sandbox, folder: TempDir) -> Bot {
    let store = Store::open(&folder.path().join("test.db"))
        .await
        .expect("a new database");
    let clock = Clock::connect(sandbox.clock_addr()).await.expect("a clock");
    let registry = Registry::restore(
        store.clone(),
        clock.clone(),
        Chance::fixed(1),
        Thinking::default(),
    )
    .await
    .expect("restored");
    let config = DiscordConfig {
        api_url: Some(sandbox.api_url()),
        ..DiscordConfig::default()
    };
    let token = Token::parse(Some(&sandbox.token()), &config).expect("a token");
    let (stopper, shutdown) = shutdown::channel();
    let served = tokio::spawn({
        let (store, registry) = (store.clone(), registry.clone());
        async move {
            discord::serve(
                &config,
                &token,
                Health::default(),
                registry,
                store,
                clock,
                shutdown,
            )
            .await
        }
    });
    sandbox.wait_connected().await.expect("it connects");
    sandbox.settle().await.expect("it comes to rest");
    Bot {
        sandbox: sandbox.clone(),
        folder,
        stopper,
        store,
        registry,
        served,
    }
}

pub async fn start() -> Bot {
    let sandbox = Sandbox::start(SandboxOptions::default())
        .await
        .expect("a free port");
    serve(&sandbox, TempDir::new().expect("a folder")).await
}

impl Bot {
    pub async fn slash(&self, user: UserId, path: &[&str]) -> Outcome {
        let done = self.sandbox.slash(user, CHANNEL, path, &[]).await;
        let done = done.expect("the command is offered");
        self.sandbox.settle().await.expect("it comes to rest");
        done
    }

    pub async fn sits(&self, user: UserId, seat: &str) {
        let options = [("seat", seat.into())];
        let path = ["table", "sit"];
        let done = self.sandbox.slash(user, CHANNEL, &path, &options).await;
        done.expect("the command is offered");
        self.run_for(10).await;
    }

    /// Four people sit and the game starts.
    pub async fn begin(&self) {
        self.slash(PEOPLE[0], &["table", "new"]).await;
        for person in PEOPLE {
            self.slash(person, &["table", "sit"]).await;
        }
        for person in PEOPLE {
            self.slash(person, &["table", "ready"]).await;
        }
        self.slash(PEOPLE[0], &["table", "start"]).await;
    }

    pub async fn run_for(&self, seconds: u64) {
        self.sandbox
            .run_for(Duration::from_secs(seconds))
            .await
            .expect("it comes to rest");
    }

    /// Ends the program and starts it anew on the same database.
    async fn restart(self) -> Bot {
        let sandbox = self.sandbox.clone();
        let folder = self.stop().await;
        serve(&sandbox, folder).await
    }

    pub async fn stop(self) -> TempDir {
        self.stopper.stop();
        self.served.await.expect("no panic").expect("no error");
        self.registry.stop().await;
        self.store.close().await;
        self.sandbox.wait_disconnected().await.ok();
        self.folder
    }

    pub fn newest_panel(&self, user: UserId) -> SeenMessage {
        let panels = self.sandbox.dms(user);
        let panel = panels.into_iter().rfind(|m| !m.files.is_empty());
        panel.expect("a panel with a hand")
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn hands_arrive_in_private_messages_and_the_table_in_public() {
    let bot = start().await;
    bot.begin().await;
    for person in PEOPLE {
        assert!(!bot.sandbox.dms(person).is_empty(), "a seat card at Sit");
    }
    bot.run_for(40).await;
    for person in PEOPLE {
        let panel = bot.newest_panel(person);
        assert_eq!(panel.files[0].name, "hand.png");
        assert!(!panel.files[0].alt.is_empty());
    }
    let public = bot.sandbox.channel(CHANNEL);
    assert!(public.len() >= 2, "lobby and deal: {}", public.len());
    assert_eq!(bot.sandbox.errors(), Vec::<String>::new());
    bot.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deal_without_any_move_is_played_to_its_end() {
    let bot = start().await;
    bot.begin().await;
    for _ in 0..60 {
        bot.run_for(60).await;
        if bot
            .registry
            .all()
            .iter()
            .all(|t| t.snapshot().public.paused.is_some())
        {
            break;
        }
    }
    let public = bot.sandbox.channel(CHANNEL);
    let table = bot.registry.in_channel(CHANNEL.0).expect("a table");
    let deal = table.snapshot().public.deal.clone().expect("a deal");
    // Lobby, deal, the tricks, result: each once, no ping left.
    assert_eq!(deal.counts.into_array(), [0; 4]);
    assert_eq!(
        public.len(),
        deal.finished.len() + 3,
        "{:#?}",
        texts(&public)
    );
    let mut edits: Vec<_> = bot.sandbox.calls();
    let channel = format!("/channels/{CHANNEL}/messages/");
    edits.retain(|c| c.method == "PATCH" && c.path.starts_with(&channel) && c.status == 200);
    for pair in edits.windows(2) {
        assert!(pair[1].at.since(pair[0].at) >= Duration::from_millis(1200));
    }
    assert_eq!(bot.sandbox.errors(), Vec::<String>::new());
    bot.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_posts_nothing_again() {
    let bot = start().await;
    bot.begin().await;
    bot.run_for(45).await;
    let posts = |bot: &Bot| {
        let calls = bot.sandbox.calls();
        let posts = calls.iter().filter(|c| c.method == "POST");
        posts.filter(|c| c.path.ends_with("/messages")).count()
    };
    let public = bot.sandbox.channel(CHANNEL).len();
    let before = posts(&bot);
    let bot = bot.restart().await;
    bot.sandbox.settle().await.expect("it comes to rest");
    let calls = bot.sandbox.calls();
    let again = calls
        .iter()
        .filter(|c| c.method == "POST" && c.path.ends_with("/messages"))
        .skip(before)
        .map(|c| c.body.to_string())
        .collect::<Vec<_>>();
    assert_eq!(again, Vec::<String>::new());
    assert_eq!(bot.sandbox.channel(CHANNEL).len(), public);
    bot.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn trouble_on_a_tenth_of_the_calls_changes_nothing_that_is_seen() {
    let bot = start().await;
    for fault in [Fault::TooMany(300), Fault::Server(502), Fault::LostAnswer] {
        bot.sandbox
            .inject(fault, 0.1, |call| !call.path.starts_with("/interactions/"));
    }
    bot.begin().await;
    bot.run_for(60).await;
    bot.sandbox.clear_faults();
    bot.run_for(60).await;
    for person in PEOPLE {
        let hands = bot.sandbox.dms(person);
        let hands = hands.iter().filter(|m| !m.files.is_empty()).count();
        assert_eq!(hands, 1, "one panel a deal");
    }
    let public = bot.sandbox.channel(CHANNEL);
    let deals = public.iter().filter(|m| m.content.contains("ommitment"));
    assert_eq!(deals.count(), 1, "{:#?}", texts(&public));
    bot.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn with_closed_private_messages_the_hand_is_opened_in_the_channel() {
    let bot = start().await;
    bot.sandbox.close_dms(PEOPLE[2]);
    bot.begin().await;
    bot.run_for(30).await;
    assert_eq!(bot.sandbox.dms(PEOPLE[2]).len(), 0);
    let opened = bot.slash(PEOPLE[2], &["hand"]).await;
    let Answer::Message(panel) = &opened.answer else {
        panic!("no panel: {:?}", opened.answer)
    };
    assert!(panel.ephemeral);
    assert_eq!(panel.files.len(), 1, "the hand");
    let alt = panel.files[0].alt.clone();
    for other in [PEOPLE[0], PEOPLE[1], PEOPLE[3]] {
        let seen = bot.sandbox.visible_to(other);
        assert!(seen.iter().all(|m| !m.text().contains(&alt)));
    }
    // Long enough for the dealer's time to bury to run out.
    bot.run_for(240).await;
    let mut kept = bot.sandbox.ephemerals(PEOPLE[2]);
    kept.retain(|m| !m.files.is_empty());
    assert_eq!(kept.len(), 1, "the same panel, kept up to date");
    assert!(kept[0].edits > 0);
    bot.stop().await;
}

/// What was said before a hand came, or of an earlier hand, is not left above it.
#[tokio::test(flavor = "multi_thread")]
async fn one_panel_stands_in_private_messages_and_buttons_say_nothing() {
    let bot = start().await;
    bot.slash(PEOPLE[0], &["table", "new"]).await;
    let button = |verb: &str| {
        let lobby = bot.sandbox.channel(SandboxOptions::CHANNEL);
        let found = lobby.into_iter().rev().find_map(|m| {
            let id = m.button(&format!("v1.{verb}."))?.custom_id.clone();
            Some((m.id, id))
        });
        found.expect("a button")
    };
    for verb in ["sit", "ready", "fill"] {
        let (message, id) = button(verb);
        let pressed = bot.sandbox.click(PEOPLE[0], message, &id).await;
        let pressed = pressed.expect("can be pressed");
        match &pressed.answer {
            Answer::Message(said) => {
                assert!(verb == "sit" && said.buttons.is_empty(), "{}", said.content);
            }
            Answer::Acknowledged => assert_ne!(verb, "sit"),
            other => panic!("{verb}: {other:?}"),
        }
        bot.run_for(5).await;
        assert_eq!(bot.sandbox.dms(PEOPLE[0]).len(), 1, "after {verb}");
    }
    bot.run_for(30).await;
    let panels = bot.sandbox.dms(PEOPLE[0]);
    assert_eq!(panels.len(), 1);
    assert_eq!(panels[0].files.len(), 1, "the hand");
    bot.stop().await;
}

/// A panel belongs to whoever opened it, whoever sits on the seat later, even
/// where the answer to the one who sits down there is lost.
#[tokio::test(flavor = "multi_thread")]
async fn a_panel_of_whoever_sat_there_before_never_shows_the_next_ones_hand() {
    let bot = start().await;
    bot.slash(PEOPLE[0], &["table", "new"]).await;
    bot.sits(PEOPLE[0], "0").await;
    bot.sits(PEOPLE[0], "1").await;
    let callback = |c: &chaodipi::sandbox::Call| c.path.ends_with("/callback");
    bot.sandbox.inject(Fault::LostRequest, 1.0, callback);
    bot.sits(PEOPLE[1], "0").await;
    bot.sandbox.clear_faults();
    for person in [PEOPLE[2], PEOPLE[3]] {
        bot.slash(person, &["table", "sit"]).await;
    }
    for person in PEOPLE {
        bot.slash(person, &["table", "ready"]).await;
    }
    bot.slash(PEOPLE[0], &["table", "start"]).await;
    bot.run_for(40).await;
    let alt = |user| bot.newest_panel(user).files[0].alt.clone();
    let (own, other) = (alt(PEOPLE[0]), alt(PEOPLE[1]));
    assert_ne!(own, other);
    let seen = bot.sandbox.visible_to(PEOPLE[0]);
    let hands: Vec<_> = seen.iter().flat_map(|m| &m.files).collect();
    assert!(hands.iter().any(|f| f.alt == own));
    assert!(hands.iter().all(|f| f.alt != other), "a foreign hand");
    bot.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_that_shows_a_hand_is_ephemeral() {
    let bot = start().await;
    bot.begin().await;
    bot.run_for(40).await;
    for person in PEOPLE {
        bot.slash(person, &["hand"]).await;
    }
    let calls = bot.sandbox.calls();
    let answers = calls.iter().filter(|c| c.path.ends_with("/callback"));
    for call in answers.filter(|c| !c.files.is_empty()) {
        let flags = call.body["data"]["flags"].as_u64().unwrap_or(0);
        assert_eq!(flags & 64, 64, "{}", call.path);
    }
    for call in calls.iter().filter(|c| !c.body.is_null()) {
        let data = if call.path.ends_with("/callback") {
            &call.body["data"]
        } else {
            &call.body
        };
        if data.get("content").is_some() {
            assert!(data.get("allowed_mentions").is_some(), "{}", call.path);
        }
    }
    bot.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_message_is_posted_anew_and_a_deleted_channel_ends_the_table() {
    let bot = start().await;
    bot.slash(PEOPLE[0], &["table", "new"]).await;
    let lobby = bot.sandbox.channel(CHANNEL);
    assert_eq!(lobby.len(), 1, "{:#?}", texts(&lobby));
    bot.sandbox.delete_message(lobby[0].id);
    bot.slash(PEOPLE[1], &["table", "sit"]).await;
    bot.run_for(5).await;
    let again = bot.sandbox.channel(CHANNEL);
    assert_eq!(again.len(), 1);
    assert_ne!(again[0].id, lobby[0].id);
    bot.sandbox.delete_channel(CHANNEL);
    bot.run_for(5).await;
    assert!(bot.registry.in_channel(CHANNEL.0).is_none());
    bot.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_are_registered_once() {
    let bot = start().await;
    assert!(!bot.sandbox.commands(None).is_empty());
    let bot = bot.restart().await;
    let puts = bot.sandbox.calls();
    let puts = puts.iter().filter(|c| c.method == "PUT").count();
    assert_eq!(puts, 1);
    bot.stop().await;
}

fn texts(messages: &[SeenMessage]) -> Vec<&str> {
    messages.iter().map(|m| m.content.as_str()).collect()
}
