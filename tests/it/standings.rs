//! Standings: live numbers against the log counted anew and against a recount
//! from exported records; seasons, pages, who is listed where.

use std::collections::BTreeMap;

use chaodipi::cards::Rank;
use chaodipi::discord::limits::faults;
use chaodipi::discord::reply::{Body, Reply, Row};
use chaodipi::game::{
    ClockChoice, DealResult, Event, Occupant, Pace, PlayerId, PublicPhase, RecordLine, SpeechKind,
    write_record,
};
use chaodipi::i18n::Lang;
use chaodipi::rules::{Seat, preset};
use chaodipi::standings::{Metric, board, person};
use chaodipi::store::{Season, Seasons, Store};
use chaodipi::table::{Snapshot, TableHandle};

use crate::commands_support::{is_private, says, slash};
use crate::house_support::clicks;
use crate::table_scene::{GUILD, Scene};

fn over(snap: &Snapshot) -> bool {
    snap.public.result.is_some()
}

/// Plays so many deals at a table to their end.
async fn deals(scene: &mut Scene, table: &TableHandle, count: usize) {
    for _ in 0..count {
        scene.play_until(table, true, |s| !over(s)).await;
        scene.play_until(table, true, over).await;
    }
}

async fn all(store: &Store) -> Vec<chaodipi::store::Tally> {
    store
        .tallies(None, Season::Ever.range())
        .await
        .expect("read")
}

/// What one person did: deals, won, levels, digs, fries, failed throws.
type Counts = BTreeMap<i64, [u32; 6]>;

/// Counts from the lines of a record alone, without the program's own facts.
fn recount(record: &str, computers: bool, counts: &mut Counts) {
    for line in record.lines() {
        let (line, _, _) = RecordLine::read(line).expect("a line");
        let RecordLine::Event { event, .. } = line else {
            continue;
        };
        if let Event::Settled { result } = *event {
            add(&result, computers, counts);
        }
    }
}

fn add(result: &DealResult, computers: bool, counts: &mut Counts) {
    // Whoever held the hands when play began.
    let held = result.held.unwrap_or(result.occupants);
    let computer = |seat: &Seat| matches!(held[*seat], Some(Occupant::Computer(_)));
    if Seat::ALL.iter().any(computer) != computers {
        return;
    }
    for seat in Seat::ALL {
        let there = (held[seat], result.occupants[seat]);
        let ((Some(Occupant::Person(player)), _) | (_, Some(Occupant::Person(player)))) = there
        else {
            continue;
        };
        let side = seat.side();
        let attacker = side != result.dealing_side;
        let won = !result.seize && attacker == result.change;
        let place = |rank: Rank| Rank::ALL.iter().position(|r| *r == rank).expect("a rank");
        let (before, after) = (result.before[side].level, result.after[side].level);
        let risen = place(after).saturating_sub(place(before));
        let passed = usize::from(result.winner == Some(side));
        let fried = |s: &&chaodipi::game::Speech| s.seat == seat && s.kind == SpeechKind::Fried;
        let did = [
            1,
            u32::from(won),
            (risen + passed) as u32,
            u32::from(attacker && result.last_trick.0 == seat),
            result.spoken.iter().filter(fried).count() as u32,
            u32::from(result.failed_throws[seat]),
        ];
        let sums = counts.entry(player.0).or_default();
        for (sum, one) in sums.iter_mut().zip(did) {
            *sum += one;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn live_numbers_equal_the_log_counted_anew_and_the_records() {
    for (seed, rules, people) in [
        (41, "tournament", 4),
        (42, "double-dig", 4),
        (43, "dark", 2),
    ] {
        let mut scene = Scene::new(seed).await;
        let rules = preset(rules).expect("a preset");
        let table = scene
            .open_with(rules, ClockChoice::Relaxed, Pace::Instant)
            .await;
        scene.start_game(&table, people).await;
        deals(&mut scene, &table, 4).await;
        let live = all(scene.store()).await;
        assert_eq!(live.len(), 4);
        let again = scene.store().rebuild_standings().await.expect("counted");
        assert_eq!(again, 4);
        assert_eq!(all(scene.store()).await, live, "seed {seed}");

        let log = scene.store().log(table.id()).await.expect("read");
        let events: Vec<Event> = log.into_iter().map(|l| l.event).collect();
        let record = write_record(table.id(), &events, false).expect("finished");
        for computers in [false, true] {
            let mut counts = Counts::new();
            recount(&record, computers, &mut counts);
            assert_eq!(counts.is_empty(), computers == (people == 4));
            for (metric, at) in [
                (Metric::Won, 1),
                (Metric::Levels, 2),
                (Metric::Digs, 3),
                (Metric::Fries, 4),
            ] {
                let lines = board(&live, metric, computers);
                assert_eq!(lines.len(), counts.len());
                for line in lines {
                    let expected = counts[&line.who[0].0];
                    assert_eq!(line.value, i64::from(expected[at]), "{metric:?}");
                    assert_eq!(line.deals, expected[0]);
                }
            }
            for (&player, expected) in counts.iter().filter(|_| !computers) {
                let told = person(&live, PlayerId(player)).totals;
                let has = [
                    told.all.deals,
                    told.all.won,
                    told.levels,
                    told.digs,
                    told.fries,
                    told.failed_throws,
                ];
                assert_eq!(has, *expected);
                assert_eq!(told.dealing.deals + told.attacker.deals, told.all.deals);
                assert!(told.dealer.deals <= told.dealing.deals && told.stood <= told.fries);
            }
        }
    }
}

/// Who goes once play has begun keeps the deal, and so do the others: at the
/// last card it would be easy to spoil.
#[tokio::test(flavor = "multi_thread")]
async fn a_deal_among_four_people_stays_one_when_somebody_goes_in_mid_play() {
    let mut scene = Scene::new(45).await;
    let table = scene.started(4, ClockChoice::Relaxed, Pace::Instant).await;
    let playing = |s: &Snapshot| matches!(s.public.phase, PublicPhase::Playing { .. });
    let last = |s: &Snapshot| playing(s) && s.seats[Seat::ALL[3]].hand.len() <= 1;
    scene.play_until(&table, true, last).await;
    let gone = scene.context(3, Lang::En).await;
    clicks(&gone, "v1.privacy.0.0l0.2", &[]).await;
    // Somebody else takes the seat of another person: it counts for who played.
    let heir = format!("{}", 1000 + 8);
    let given = [("seat", "2"), ("player", heir.as_str())];
    scene.types(2, "table replace", &given).await;
    scene.types(8, "table sit", &[("seat", "2")]).await;
    let heir = scene.person(8).await;
    assert_eq!(table.snapshot().seat_of(heir), Some(Seat::ALL[2]));
    scene.play_until(&table, true, over).await;

    let live = all(scene.store()).await;
    assert_eq!(live.len(), 1);
    assert!(!live[0].computer);
    let mut expected = Vec::new();
    for number in 0..3 {
        expected.push(scene.person(number).await);
    }
    expected.push(gone.person.player);
    let counted: Vec<PlayerId> = live[0].people.iter().map(|f| f.player).collect();
    assert_eq!(counted, expected);
    assert_eq!(live[0].people.iter().filter(|f| f.won).count() % 2, 0);
    scene.store().rebuild_standings().await.expect("counted");
    assert_eq!(all(scene.store()).await, live);

    // The next deal is one with a computer player from its beginning.
    scene.play_until(&table, true, |s| !over(s)).await;
    scene.play_until(&table, true, over).await;
    let live = all(scene.store()).await;
    assert!(live[1].computer);
    assert!(live[1].people.iter().any(|f| f.player == heir));
    assert_eq!(live[1].people.len(), 3);
    scene.store().rebuild_standings().await.expect("counted");
    assert_eq!(all(scene.store()).await, live);
}

/// A deal that is not finished counts for nobody, nor does a table that was
/// ended in it; one with a computer player counts apart.
#[tokio::test(flavor = "multi_thread")]
async fn unfinished_deals_count_for_nobody() {
    let mut scene = Scene::new(44).await;
    let table = scene.started(4, ClockChoice::Relaxed, Pace::Instant).await;
    deals(&mut scene, &table, 1).await;
    scene.play_until(&table, true, |s| !over(s)).await;
    for _ in 0..60 {
        scene.step(&table, true).await;
    }
    let live = all(scene.store()).await;
    assert_eq!(live.len(), 1);
    for number in 0..3 {
        let who = chaodipi::game::Actor::Player(scene.person(number).await);
        // Once the table is over there is nothing more to vote.
        let _ = table.act(who, None, chaodipi::game::Action::End).await;
    }
    drop(table);
    assert_eq!(all(scene.store()).await, live);
    scene.store().rebuild_standings().await.expect("counted");
    assert_eq!(all(scene.store()).await, live);
    scene.crash().await;
    scene.start().await;
    assert_eq!(all(scene.store()).await, live);
}

fn body(reply: Reply) -> Body {
    match reply {
        Reply::Private(body) | Reply::Public(body) | Reply::Edit(body) => body,
        Reply::Panel { .. } | Reply::Quiet | Reply::Choices(_) | Reply::Modal { .. } => {
            panic!("no message")
        }
    }
}

fn check(body: &Body) {
    assert_eq!(faults(body), Vec::<String>::new());
    assert!(body.text.encode_utf16().count() <= 2000);
    for key in ["stats-", "leaderboard-", "season-", "by-"] {
        assert!(!body.text.contains(key), "{}", body.text);
    }
}

fn button(body: &Body, label: &str) -> Option<String> {
    let rows = body.rows.iter().flat_map(|row| match row {
        Row::Buttons(buttons) => buttons.clone(),
        Row::Select(_) | Row::People(_) => Vec::new(),
    });
    let mut open = rows.filter(|b| !b.disabled && b.label == label);
    open.next().map(|b| b.id)
}

#[tokio::test(flavor = "multi_thread")]
async fn seasons_part_the_standings_and_stay_to_be_seen() {
    let mut scene = Scene::new(45).await;
    let table = scene.started(4, ClockChoice::None, Pace::Instant).await;
    deals(&mut scene, &table, 1).await;
    let first = Season::at(Seasons::Monthly, scene.clock.now());
    scene
        .manual
        .advance(std::time::Duration::from_secs(40 * 86_400));
    scene.manual.settle().await;
    deals(&mut scene, &table, 1).await;
    let second = Season::at(Seasons::Monthly, scene.clock.now());
    assert_ne!(first, second);
    let now = body(scene.types(7, "leaderboard", &[]).await);
    let old = first.to_string();
    let before = body(scene.types(7, "leaderboard", &[("season", &old)]).await);
    let ever = body(scene.types(7, "leaderboard", &[("season", "all")]).await);
    for (board, deals) in [(&now, 1), (&before, 1), (&ever, 2)] {
        check(board);
        let count = format!("(deals: {deals})");
        assert_eq!(board.text.matches(&count).count(), 4, "{}", board.text);
    }
    assert_ne!(now.text, before.text);
    let wrong = scene
        .types(7, "leaderboard", &[("season", "2026-13")])
        .await;
    assert!(says(&wrong).starts_with('❗'));
    // The seasons there are, the present one first.
    let context = scene.context(7, Lang::ZhCn).await;
    let request = chaodipi::commands::Request::Complete {
        name: "leaderboard".to_owned(),
        path: Vec::new(),
        options: vec![(
            "season".to_owned(),
            chaodipi::commands::OptionValue::Text(String::new()),
        )],
        focused: "season".to_owned(),
    };
    let Reply::Choices(choices) = chaodipi::commands::run(&context, request).await else {
        panic!("no choices");
    };
    let values: Vec<&str> = choices.iter().map(|(_, v)| v.as_str()).collect();
    assert_eq!(values, [second.to_string().as_str(), "all", old.as_str()]);
}

#[tokio::test(flavor = "multi_thread")]
async fn stats_are_told_in_every_language_and_within_their_server() {
    let mut scene = Scene::new(46).await;
    let none = scene.types(0, "stats", &[]).await;
    assert!(says(&none).starts_with('❗'), "{}", says(&none));
    let table = scene.started(4, ClockChoice::Relaxed, Pace::Instant).await;
    deals(&mut scene, &table, 2).await;
    for lang in Lang::ALL {
        let context = scene.context(0, lang).await;
        let reply = slash(&context, "stats", &[]).await;
        assert!(is_private(&reply));
        let told = body(reply);
        check(&told);
        assert!(told.text.contains("Person 0") && told.text.contains("Person 2"));
        let picture = told.picture.as_ref().expect("a chart");
        assert!(picture.png().starts_with(b"\x89PNG"));
        for metric in Metric::ALL {
            let options = [("by", metric.id())];
            check(&body(slash(&context, "leaderboard", &options).await));
        }
    }
    // Somebody else, by name; then for all in the channel.
    let other = scene.types(7, "stats", &[("player", "1001")]).await;
    assert!(is_private(&other));
    let other = body(other);
    assert!(other.text.contains("Person 1"));
    assert_eq!(button(&other, "Join the all-servers board"), None);
    let share = button(&other, "Post in the channel").expect("a button");
    let posted = scene.presses(7, &share).await;
    assert!(matches!(&posted, Reply::Public(_)));
    assert!(body(posted).rows.is_empty());
    // Another server knows nothing; in private messages one sees oneself alone.
    let mut elsewhere = scene.context(1, Lang::En).await;
    (elsewhere.guild, elsewhere.channel) = (Some(GUILD + 1), 5);
    let there = slash(&elsewhere, "stats", &[]).await;
    assert!(says(&there).starts_with('❗'));
    let direct = scene.direct(1, Lang::En).await;
    let own = slash(&direct, "stats", &[]).await;
    assert!(says(&own).contains("Person 1"));
    let other = slash(&direct, "stats", &[("player", "1002")]).await;
    assert!(says(&other).starts_with('❗'));
}

#[tokio::test(flavor = "multi_thread")]
async fn beyond_the_server_only_those_are_listed_who_want_to_be() {
    let mut scene = Scene::new(47).await;
    let table = scene.started(4, ClockChoice::Relaxed, Pace::Instant).await;
    deals(&mut scene, &table, 1).await;
    let world = [("scope", "all"), ("by", "rating")];
    let listed = async |scene: &Scene| body(scene.types(7, "leaderboard", &world).await).text;
    assert!(!listed(&scene).await.contains("Person"));
    let own = body(scene.types(2, "stats", &[]).await);
    let join = button(&own, "Join the all-servers board").expect("a button");
    // Nobody joins for somebody else.
    let refused = scene.presses(3, &join).await;
    assert!(says(&refused).starts_with('❗'));
    assert!(!listed(&scene).await.contains("Person"));
    let joined = body(scene.presses(2, &join).await);
    let text = listed(&scene).await;
    assert!(
        text.contains("Person 2") && !text.contains("Person 1"),
        "{text}"
    );
    assert!(text.contains("provisional"), "{text}");
    let leave = button(&joined, "Leave the all-servers board").expect("a button");
    scene.presses(2, &leave).await;
    assert!(!listed(&scene).await.contains("Person"));
    let here = body(scene.types(7, "leaderboard", &[("by", "pairs")]).await).text;
    assert!(here.contains("Person 0 + Person 2"), "{here}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_all_in_the_channel_read_is_in_its_language() {
    let mut scene = Scene::new(48).await;
    let table = scene.started(4, ClockChoice::Relaxed, Pace::Instant).await;
    deals(&mut scene, &table, 1).await;
    let mut reader = scene.context(0, Lang::ZhTw).await;
    let title = |lang| {
        let title = chaodipi::i18n::text(lang, "by-won", vec![]);
        move |body: &Body| body.text.contains(&title)
    };
    // At a table: in that table's language.
    let posted = slash(&reader, "leaderboard", &[]).await;
    assert!(matches!(&posted, Reply::Public(_)));
    let posted = body(posted);
    assert!(title(Lang::En)(&posted), "{}", posted.text);
    // Another page is for who turned to it, in their own language.
    let turned = body(clicks(&reader, "v1.board.0.0x0.0", &[]).await);
    assert!(title(Lang::ZhTw)(&turned), "{}", turned.text);
    let own = body(slash(&reader, "stats", &[]).await);
    let label = chaodipi::i18n::text(Lang::ZhTw, "button-share", vec![]);
    let share = button(&own, &label).expect("a button");
    let computer = chaodipi::i18n::text(Lang::En, "scope-server", vec![]);
    let shared = body(clicks(&reader, &share, &[]).await);
    assert!(shared.text.contains(&computer), "{}", shared.text);
    // Elsewhere: in the one that the server has chosen, else in the asker's.
    reader.channel += 1;
    let posted = body(slash(&reader, "leaderboard", &[]).await);
    assert!(title(Lang::ZhTw)(&posted), "{}", posted.text);
    let chosen = scene.store().change_server(GUILD, |server| {
        server.language = Some(Lang::ZhCn);
    });
    chosen.await.expect("stored");
    let posted = body(slash(&reader, "leaderboard", &[]).await);
    assert!(title(Lang::ZhCn)(&posted), "{}", posted.text);
}
