//! People who play in the browser: by mouse, by keyboard, four at once, and one with a bad name.

use chaodipi::i18n::{Lang, text};
use chaodipi::sandbox::{SandboxOptions, UserId};
use serde_json::json;

use super::chrome::{Chrome, DOWN, ENTER};
use super::room::{Means, Player, Room, entered};

const ANN: UserId = UserId(1);
/// Most moves of time in a deal; it takes a few hundred.
const LONGEST: usize = 6000;

fn sign(verb: &str) -> String {
    format!(".pane.table [data-key^='v1.{verb}.']:not(:disabled)")
}

/// Plays on until something holds of the room.
async fn play(room: &Room, player: &mut Player<'_>, user: UserId, done: impl Fn(&Room) -> bool) {
    for _ in 0..LONGEST {
        room.shown(player.chrome, user).await;
        if done(room) {
            return;
        }
        if !player.act().await && !room.step().await {
            panic!("nothing moves: {}", player.chrome.text("main").await);
        }
    }
    panic!("the deal does not end");
}

fn deal_over(room: &Room) -> bool {
    // The words before the first number, which the title goes on with.
    let title = text(Lang::En, "result-next", Vec::new());
    let begins = title.split('{').next().unwrap_or_default().to_owned();
    room.says(&begins)
}

async fn whole_deal(means: Means) {
    let Some((chrome, room)) = entered(7).await else {
        return;
    };
    let mut player = Player::new(&chrome, means);
    // Two clicks.
    for verb in ["sit", "fill"] {
        match means {
            Means::Mouse => chrome.click(&sign(verb)).await,
            Means::Script => assert!(chrome.press(&sign(verb)).await, "{verb}"),
            Means::Keyboard => {
                player.reach(&sign(verb)).await;
                chrome.keys(ENTER).await;
            }
        }
        room.shown(&chrome, ANN).await;
    }
    play(&room, &mut player, ANN, deal_over).await;
    // A pair or a tractor is one play of several cards.
    assert!(player.plays > 10, "{} plays", player.plays);
    assert!(!room.says("(auto-play)"), "nobody played for the person");
    // This seed deals what is needed for both.
    assert!(player.declared, "a card was placed");
    assert!(player.buried, "cards were buried");
    room.shown(&chrome, ANN).await;
    let table = chrome.text(".pane.table").await;
    assert!(table.contains("Deal 1 is over"), "{table}");
    leaderboard(&chrome, &room, means).await;
    chrome.close().await;
}

/// Types `/leaderboard` and sees the standings.
async fn leaderboard(chrome: &Chrome, room: &Room, means: Means) {
    match means {
        Means::Mouse | Means::Script => chrome.click("#table-write").await,
        Means::Keyboard => chrome.keys("/").await,
    }
    chrome
        .until("document.activeElement.id === 'table-write'")
        .await;
    chrome
        .run("document.getElementById('table-write').value = ''", &[])
        .await;
    chrome.keys("/leader").await;
    chrome.find("#table-suggestions [role=option]").await;
    chrome.keys(DOWN).await;
    chrome.keys(ENTER).await;
    chrome
        .until("document.getElementById('table-write').value.startsWith('/leaderboard')")
        .await;
    // No option is wanted.
    chrome.keys(ENTER).await;
    room.shown(chrome, ANN).await;
    chrome.says(".pane.table", "Leaderboard").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_deal_is_played_with_the_mouse_alone() {
    whole_deal(Means::Mouse).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_deal_is_played_with_the_keyboard_alone() {
    whole_deal(Means::Keyboard).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn four_windows_play_a_trick_each() {
    let Some(chrome) = Chrome::start(1280, 900).await else {
        return;
    };
    let room = Room::open(11).await;
    let mut windows = Vec::new();
    for n in 1..=4 {
        if n > 1 {
            let new = chrome.client.new_window(true).await.expect("a window");
            chrome
                .client
                .switch_to_window(new.handle)
                .await
                .expect("goes there");
        }
        chrome.visit(&room.address(UserId(n))).await;
        // The seats taken show with the table's next edit.
        while room.step().await {}
        room.shown(&chrome, UserId(n)).await;
        chrome.click(&sign("sit")).await;
        room.shown(&chrome, UserId(n)).await;
        chrome.click(&sign("ready")).await;
        room.shown(&chrome, UserId(n)).await;
        windows.push(chrome.client.window().await.expect("a window"));
    }
    while room.step().await {}
    chrome.click(&sign("start")).await;
    let mut players: Vec<Player> = (0..4).map(|_| Player::new(&chrome, Means::Mouse)).collect();
    let over = |room: &Room| room.says("trick 2**");
    'play: for _ in 0..LONGEST {
        let mut acted = false;
        for (n, player) in (1..).zip(&mut players) {
            let window = windows[usize::try_from(n - 1).expect("small")].clone();
            chrome
                .client
                .switch_to_window(window)
                .await
                .expect("goes there");
            room.shown(&chrome, UserId(n)).await;
            if over(&room) {
                break 'play;
            }
            acted |= player.act().await;
        }
        if !acted && !room.step().await {
            let seen = |n| {
                let last = room.sandbox().dms(UserId(n)).into_iter().next_back();
                last.map(|m| m.text()).unwrap_or_default()
            };
            panic!("nothing moves:\n{}", [1, 2, 3, 4].map(seen).join("\n\n"));
        }
    }
    assert!(over(&room), "the trick was played");
    let played: Vec<u32> = players.iter().map(|p| p.plays).collect();
    assert!(played.iter().all(|&n| n > 0), "{played:?}");
    // None of the four pages has anything of another one's hand.
    for n in 1..=4_u64 {
        let window = windows[usize::try_from(n - 1).expect("small")].clone();
        chrome
            .client
            .switch_to_window(window)
            .await
            .expect("goes there");
        let shown = chrome
            .run(
                "return [...document.querySelectorAll('.pane.hand img')].map((i) => i.alt)",
                &[],
            )
            .await;
        let own: Vec<String> = room
            .sandbox()
            .dms(UserId(n))
            .iter()
            .flat_map(|m| &m.files)
            .map(|f| f.alt.clone())
            .collect();
        for alt in shown.as_array().into_iter().flatten() {
            assert!(own.iter().any(|a| json!(a) == *alt), "{alt} in window {n}");
        }
        assert!(!own.is_empty());
    }
    chrome.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_malicious_name_stays_text() {
    const NAME: &str = "<img src=x onerror=alert(1)>";
    let Some((chrome, room)) = entered(3).await else {
        return;
    };
    chrome.click("#settings").await;
    let field = chrome.find("#own-name").await;
    field.clear().await.expect("clears");
    field.send_keys(NAME).await.expect("types");
    chrome.click("dialog button[type=submit]").await;
    chrome.says("#self-name", "onerror").await;
    chrome.click(&sign("sit")).await;
    room.shown(&chrome, ANN).await;
    chrome.click("#table-write").await;
    chrome
        .keys("**bold** <b>not</b> <script>alert(2)</script>")
        .await;
    chrome.keys(ENTER).await;
    room.shown(&chrome, ANN).await;
    let table = chrome.text(".pane.table").await;
    // Named by the bot, as an author, and by the page itself.
    assert!(table.matches(NAME).count() >= 2, "{table}");
    assert!(
        table.contains("bold <b>not</b> <script>alert(2)</script>"),
        "{table}"
    );
    let strange = chrome
        .run(
            "return document.querySelectorAll('img[src=x], .message script, .message b').length",
            &[],
        )
        .await;
    assert_eq!(strange, json!(0));
    assert!(chrome.client.get_alert_text().await.is_err(), "nothing ran");
    chrome.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_user_sees_is_all_of_it_and_nothing_else() {
    let Some(chrome) = Chrome::start(1280, 900).await else {
        return;
    };
    let room = Room::open(5).await;
    for (user, seat) in [(1, "0"), (2, "1")] {
        let seat = [("seat", json!(seat))];
        let path = ["table", "sit"];
        let sat = room
            .sandbox()
            .slash(UserId(user), SandboxOptions::CHANNEL, &path, &seat);
        sat.await.expect("offered");
    }
    room.world.settle().await;
    room.enter(&chrome, ANN).await;
    chrome.click("[data-key=sees]").await;
    for user in [1, 2, 3] {
        chrome
            .run(
                "const s = document.querySelector('.inspect select'); s.value = arguments[0]; \
                 s.dispatchEvent(new Event('change'))",
                &[json!(user.to_string())],
            )
            .await;
        let mut wanted: Vec<String> = room
            .sandbox()
            .visible_to(UserId(user))
            .iter()
            .map(|m| format!("seen-{}", m.id))
            .collect();
        wanted.sort();
        let shown = "[...document.querySelectorAll('.inspect .message')].map((m) => m.id).sort()";
        chrome
            .until(&format!(
                "JSON.stringify({shown}) === {}",
                json!(json!(wanted).to_string())
            ))
            .await;
    }
    chrome.close().await;
}

/// Somebody is named by name: in a select of people, and in a command's option.
#[tokio::test(flavor = "multi_thread")]
async fn people_are_chosen_by_name() {
    let Some(chrome) = Chrome::start(1280, 900).await else {
        return;
    };
    let room = Room::open(5).await;
    let people = room.sandbox().people();
    let (ben, cat) = (&people[1], &people[2]);
    room.enter(&chrome, ANN).await;
    chrome.click(&sign("sit")).await;
    room.shown(&chrome, ANN).await;
    chrome.click(&sign("invite")).await;
    room.shown(&chrome, ANN).await;
    let choose = ".pane.table .ephemeral [aria-haspopup=listbox]";
    chrome.click(choose).await;
    let entry = format!(".pane.table .options [data-value='{}']", ben.id);
    assert_eq!(chrome.text(&entry).await, ben.name);
    chrome.click(&entry).await;
    let invited = |person: &chaodipi::sandbox::SeenPerson| format!("{} is invited", person.name);
    chrome.says(".pane.table", &invited(ben)).await;
    // Half a name brings the rest.
    let half: String = cat.name.chars().take(2).collect();
    chrome.click("#table-write").await;
    chrome.keys(&format!("/table invite player:{half}")).await;
    chrome.find("#table-suggestions [role=option]").await;
    chrome.keys(DOWN).await;
    chrome.keys(ENTER).await;
    let line = format!("/table invite player:{}", cat.name);
    chrome
        .until(&format!(
            "document.getElementById('table-write').value === {}",
            json!(line)
        ))
        .await;
    chrome.keys(ENTER).await;
    chrome.says(".pane.table", &invited(cat)).await;
    chrome.close().await;
}
