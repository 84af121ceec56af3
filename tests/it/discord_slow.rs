//! Answers that take their time, and actions that come back to back.

use chaodipi::cards::{Card, CardSet};
use chaodipi::sandbox::{Call, When};

use crate::discord_play::{Bot, CHANNEL, PEOPLE, start};
use crate::leak_support::cards_in;

fn callback(call: &Call) -> bool {
    call.path.ends_with("/callback")
}

/// Whoever opens a hand while the answer is slow, and leaves the seat: the
/// next one's cards never get into that panel.
#[tokio::test(flavor = "multi_thread")]
async fn a_panel_whose_answer_is_slow_never_shows_the_next_ones_hand() {
    for when in [When::Before, When::After] {
        let bot = start().await;
        bot.slash(PEOPLE[0], &["table", "new"]).await;
        bot.sits(PEOPLE[0], "0").await;
        let public = bot.sandbox.channel(CHANNEL);
        let hand = public
            .iter()
            .find_map(|m| Some((m.id, m.button("v1.hand.")?)));
        let (message, hand) = hand.expect("a button that opens the own hand");
        let mut hold = bot.sandbox.hold(when, 1, callback);
        let opens = bot.sandbox.click(PEOPLE[0], message, &hand.custom_id);
        let others = async {
            hold.reached().await.expect("the answer is under way");
            // The seat changes hands meanwhile.
            for (person, path) in [(0, "stand"), (1, "sit"), (2, "sit"), (3, "sit"), (0, "sit")] {
                let path = ["table", path];
                let done = bot.sandbox.slash(PEOPLE[person], CHANNEL, &path, &[]);
                done.await.expect("the command is offered");
            }
            hold.release();
        };
        let (opened, ()) = tokio::join!(opens, others);
        opened.expect("the button is there");
        bot.run_for(10).await;
        for person in PEOPLE {
            bot.slash(person, &["table", "ready"]).await;
        }
        bot.slash(PEOPLE[0], &["table", "start"]).await;
        bot.run_for(40).await;
        let own = bot.newest_panel(PEOPLE[0]).files[0].alt.clone();
        let seen = bot.sandbox.visible_to(PEOPLE[0]);
        let hands = seen.iter().flat_map(|m| &m.files);
        let hands: Vec<_> = hands.filter(|f| f.name == "hand.png").collect();
        assert!(!hands.is_empty());
        assert!(
            hands.iter().all(|f| f.alt == own),
            "{when:?}: a foreign hand"
        );
        bot.stop().await;
    }
}

/// The cards of a person's newest panel.
fn hand(bot: &Bot, person: usize) -> CardSet {
    let panel = bot.newest_panel(PEOPLE[person]);
    let alts = panel.files.iter().flat_map(|f| f.alt.split_whitespace());
    let cards: Vec<Card> = alts.flat_map(cards_in).collect();
    CardSet::from_cards(&cards).expect("a hand")
}

/// Who buries, once somebody does.
async fn burier(bot: &Bot) -> usize {
    for _ in 0..120 {
        let buries = |p: &usize| {
            let panels = bot.sandbox.dms(PEOPLE[*p]);
            panels.iter().any(|m| m.button("v1.bury.").is_some())
        };
        if let Some(person) = (0..4).find(buries) {
            return person;
        }
        bot.sandbox.advance_to_next().await.expect("at rest");
    }
    panic!("nobody buries");
}

/// What is confirmed is what was picked last, however soon after.
#[tokio::test(flavor = "multi_thread")]
async fn cards_picked_and_confirmed_at_once_are_the_cards_buried() {
    let bot = start().await;
    bot.begin().await;
    let person = burier(&bot).await;
    let user = PEOPLE[person];
    let before = hand(&bot, person);
    assert_eq!(before.len(), 33);
    let panel = bot.newest_panel(user);
    let select = panel.select("v1.pick.").expect("cards can be picked");
    let card = |value: &str| -> Card {
        let name = value.split_once('.').map_or(value, |(name, _)| name);
        name.parse().expect("a card")
    };
    // Without points, so that nothing has to be confirmed twice.
    let values = select.options.iter().map(|o| o.value.as_str());
    let plain: Vec<&str> = values.filter(|v| card(v).points() == 0).collect();
    assert!(plain.len() > 8, "{plain:?}");
    let first = bot
        .sandbox
        .select(user, panel.id, &select.custom_id, &plain[..8]);
    first.await.expect("they are offered");
    bot.run_for(2).await;

    let panel = bot.newest_panel(user);
    let select = panel.select("v1.pick.").expect("cards can be picked");
    let bury = panel.button("v1.bury.").expect("eight are picked");
    let other = &plain[1..9];
    let (picked, buried) = tokio::join!(
        bot.sandbox.select(user, panel.id, &select.custom_id, other),
        bot.sandbox.click(user, panel.id, &bury.custom_id),
    );
    picked.expect("they are offered");
    buried.expect("the button is there");
    bot.run_for(3).await;
    let after = hand(&bot, person);
    let wanted: Vec<Card> = other.iter().map(|v| card(v)).collect();
    let wanted = CardSet::from_cards(&wanted).expect("eight cards");
    assert!(
        before.minus(&after) == wanted,
        "{}",
        bot.newest_panel(user).content
    );
    bot.stop().await;
}
