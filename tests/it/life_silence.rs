//! People who do not answer: nobody is outvoted in a hurry, and no table is
//! stuck for ever.

use std::time::Duration;

use chaodipi::game::{
    Action, Actor, ClockChoice, ComputerLevel, Event, Illegal, Motion, Mover, Occupant, Pace,
    PlayerId, PublicPhase, Reason, Wait,
};
use chaodipi::i18n::{Lang, text};
use chaodipi::rules::Seat;
use chaodipi::sandbox::script::{Habit, Script};
use chaodipi::sandbox::{Sandbox, SandboxOptions, UserId};
use serde_json::json;

use crate::game_support::{SEATS, Table, declare, person, rig};
use crate::support::crash::play_until;
use crate::support::outcome::{check_clean, said, says};
use crate::support::world::World;
use crate::table_scene::Scene;

const HANDS: [&str; 4] = ["S2", "H2 H2", "C2 C2", "D2"];
const TEN: Duration = Duration::from_secs(10 * 60);
const CHANNEL: chaodipi::sandbox::ChannelId = SandboxOptions::CHANNEL;

/// People on the first seats, computer players on the others, all cards drawn.
fn drawn(people: i64, clock: ClockChoice) -> Table {
    let mut table = Table::open("tournament", clock);
    for n in 1..=people {
        table.ok(person(n), Action::Sit(None));
        table.ok(person(n), Action::Ready(true));
    }
    for _ in people..4 {
        let add = Action::AddComputer(None, ComputerLevel::Easy);
        table.ok(person(1), add);
    }
    table.ok(person(1), Action::Start);
    table.table(Action::Deal(Box::new(rig(HANDS))));
    table.table(Action::Draw(100));
    table.table(Action::OpenPlacing);
    table
}

/// Everybody moves until `there`.
fn play(table: &mut Table, there: impl Fn(&Wait) -> bool) {
    loop {
        let wait = table.game.waits();
        if there(&wait) {
            return;
        }
        match wait {
            Wait::Sealed {
                asked, answered, ..
            } => {
                for seat in asked.into_iter().filter(|s| !answered.contains(s)) {
                    moves(table, seat);
                }
                table.table(Action::CloseWindow);
            }
            Wait::Bury { seat, .. } | Wait::Play { seat, .. } => moves(table, seat),
            Wait::Grace { .. } | Wait::Close => {
                table.table(Action::CloseWindow);
            }
            other => panic!("{other:?}"),
        }
    }
}

fn moves(table: &mut Table, seat: Seat) {
    match table.game.mover(seat) {
        Mover::Person => {
            table.plays(seat.index() as i64 + 1);
        }
        Mover::Computer(_) => {
            table.stand_in(seat, Reason::Computer);
        }
        Mover::Auto => {
            table.stand_in(seat, Reason::Auto);
        }
    }
}

/// That seat is to play.
fn turn_of(table: &mut Table, of: usize) {
    play(
        table,
        |w| matches!(w, Wait::Play { seat, .. } if *seat == SEATS[of]),
    );
}

fn held(table: &Table) -> Option<(Motion, Vec<Seat>)> {
    let held = table.game.held_up()?;
    Some((held.motion, held.seats().collect()))
}

#[test]
fn of_two_people_one_is_not_kept_waiting_for_ever() {
    let mut table = drawn(2, ClockChoice::None);
    turn_of(&mut table, 1);
    assert_eq!(held(&table), None, "nobody has asked for anything");
    let events = table.ok(person(1), Action::Force(false));
    assert_eq!(events.len(), 1, "a vote, and nothing seized");
    assert_eq!(held(&table), Some((Motion::Close, vec![SEATS[1]])));
    for who in [person(1), person(2), Actor::Manager(PlayerId(9))] {
        let refused = table.refused(who, Action::Silence);
        assert_eq!(refused, Illegal::WrongPhase, "only the clock says so");
    }
    let events = table.table(Action::Silence);
    let auto = Event::AutoChanged {
        seat: SEATS[1],
        auto: true,
        reason: Some(Reason::TimeOut),
    };
    assert_eq!(events, [auto]);
    table.stand_in(SEATS[1], Reason::Auto);
    assert_eq!(held(&table), None, "the vote is over with the step");
    table.ok(person(2), Action::Auto(false));
    assert_eq!(table.game.mover(SEATS[1]), Mover::Person, "and comes back");
}

#[test]
fn nobody_is_silent_whose_turn_it_is_not() {
    let mut table = drawn(2, ClockChoice::None);
    turn_of(&mut table, 0);
    table.ok(person(1), Action::Force(false));
    table.ok(person(1), Action::End);
    table.ok(person(1), Action::Kick(SEATS[1]));
    assert_eq!(held(&table), None);
    assert_eq!(
        table.refused(Actor::Table, Action::Silence),
        Illegal::WrongPhase
    );
    // With its turn the others' patience begins; closing the step was for the one before.
    turn_of(&mut table, 1);
    let replace = Motion::Replace(SEATS[1]);
    assert_eq!(held(&table), Some((replace, vec![SEATS[1]])));
    table.table(Action::Silence);
    let computer = Some(Occupant::Computer(ComputerLevel::Good));
    assert_eq!(table.game.public().seats[SEATS[1]].occupant, computer);
}

#[test]
fn among_more_people_one_alone_carries_nothing() {
    let mut table = drawn(4, ClockChoice::None);
    turn_of(&mut table, 3);
    table.ok(person(1), Action::Force(false));
    assert_eq!(held(&table), None);
    table.ok(person(2), Action::Force(false));
    assert_eq!(held(&table), None, "two may still vote");
    table.ok(person(3), Action::Force(false));
    assert_eq!(table.game.mover(SEATS[3]), Mover::Auto, "three are enough");
    let mut table = drawn(3, ClockChoice::None);
    turn_of(&mut table, 2);
    table.ok(person(1), Action::Force(false));
    assert_eq!(held(&table), None);
    table.ok(person(2), Action::Force(false));
    assert_eq!(held(&table), Some((Motion::Close, vec![SEATS[2]])));
    // Who is on auto-play is away, whoever put it there.
    let mut table = drawn(3, ClockChoice::None);
    turn_of(&mut table, 2);
    table.ok(person(2), Action::Auto(true));
    table.ok(person(1), Action::Force(false));
    let away = vec![SEATS[1], SEATS[2]];
    assert_eq!(held(&table), Some((Motion::Close, away)));
}

#[test]
fn in_a_sealed_round_it_says_nothing_of_who_has_answered() {
    let open = || drawn(2, ClockChoice::None);
    let (mut silent, mut answered) = (open(), open());
    answered.ok(
        person(2),
        Action::Auction(chaodipi::rules::auction::AuctionAct::Pass),
    );
    for table in [&mut silent, &mut answered] {
        assert!(table.game.in_sealed_round());
        table.ok(person(1), declare("S2"));
        // Ending and replacing wait until the round is closed.
        table.ok(person(1), Action::End);
        assert_eq!(held(table), None);
        table.ok(person(1), Action::Force(false));
        assert_eq!(held(table), Some((Motion::Close, vec![SEATS[1]])));
        table.table(Action::Silence);
    }
    assert_eq!(silent.game.public().phase, answered.game.public().phase);
}

#[test]
fn in_a_sealed_round_it_says_nothing_of_who_has_left() {
    for people in [2, 3] {
        let open = || {
            let mut table = drawn(people, ClockChoice::None);
            table.ok(person(1), Action::Force(false));
            table
        };
        let (stays, mut leaves) = (open(), open());
        leaves.ok(person(2), Action::Stand);
        assert!(leaves.game.in_sealed_round());
        assert_eq!(held(&leaves), held(&stays), "{people} people");
        // Nor can whoever left hold it up for longer than others do.
        if people == 2 {
            leaves.table(Action::Silence);
            assert!(!leaves.game.in_sealed_round());
        }
    }
}

#[test]
fn in_a_sealed_round_no_vote_and_no_break_say_who_left_before() {
    let actions = [Action::Force(false), Action::End, Action::Pause];
    for (people, action) in [2, 3]
        .into_iter()
        .flat_map(|n| actions.clone().map(|a| (n, a)))
    {
        let (mut stays, mut leaves) = (
            drawn(people, ClockChoice::None),
            drawn(people, ClockChoice::None),
        );
        leaves.ok(person(2), Action::Stand);
        for _ in 0..2 {
            let told = |table: &mut Table| format!("{:?}", table.try_it(person(1), &action));
            assert_eq!(told(&mut leaves), told(&mut stays), "{people} people");
        }
        assert!(leaves.game.in_sealed_round(), "{action:?}");
        assert_eq!(leaves.game.public().paused, stays.game.public().paused);
    }
}

#[test]
fn a_break_before_a_sealed_round_waits_for_nobody_who_leaves_in_it() {
    for agreed in [false, true] {
        let mut table = Table::drawn("tournament", ClockChoice::Relaxed, HANDS);
        table.declare(1, "S2");
        table.ok(person(1), Action::Pause);
        if agreed {
            table.ok(person(2), Action::Longer);
        }
        table.table(Action::CloseWindow);
        assert!(table.game.in_sealed_round() && table.game.public().paused.is_some());
        // Nobody can have answered yet: it may be told.
        table.ok(person(2), Action::Stand);
        assert!(table.game.public().seats[SEATS[1]].auto, "{agreed}");
        for n in [1, 3] {
            table.ok(person(n), Action::Resume);
        }
        assert!(table.game.public().paused.is_some(), "{agreed}");
        table.ok(person(4), Action::Resume);
        assert_eq!(table.game.public().paused, None, "{agreed}");
        // Once the round goes on nobody is told any more who leaves.
        assert!(table.game.in_sealed_round());
        table.ok(person(4), Action::Stand);
        assert!(!table.game.public().seats[SEATS[3]].auto, "{agreed}");
    }
}

#[test]
fn a_table_with_a_clock_is_ended_and_left_by_who_is_still_there() {
    let mut table = drawn(2, ClockChoice::Relaxed);
    turn_of(&mut table, 0);
    table.ok(person(1), Action::End);
    assert_eq!(held(&table), None);
    table.ok(person(2), Action::Auto(true));
    assert_eq!(held(&table), Some((Motion::End, vec![SEATS[1]])));
    // By agreement nobody needs to be there.
    table.ok(person(1), Action::Pause);
    table.ok(Actor::Manager(PlayerId(9)), Action::Pause);
    assert_eq!(held(&table), None);
    table.ok(Actor::Manager(PlayerId(9)), Action::Resume);
    table.table(Action::Silence);
    assert_eq!(table.game.public().phase, PublicPhase::Ended);
}

/// Ten minutes without anything, and a sign of life begins them anew; a
/// restart takes nothing away.
#[tokio::test]
async fn the_clock_of_silence_runs_from_the_last_sign_of_life() {
    let mut scene = Scene::new(6).await;
    let table = scene.started(2, ClockChoice::None, Pace::Brisk).await;
    let id = table.id();
    let playing =
        |s: &chaodipi::table::Snapshot| s.public.phase == PublicPhase::Playing { seat: SEATS[1] };
    scene.play_until(&table, true, playing).await;
    let (anna, ben) = (scene.person(0).await, scene.person(1).await);
    let (anna, ben) = (Actor::Player(anna), Actor::Player(ben));
    let auto = |scene: &Scene| scene.table(id).snapshot().public.seats[SEATS[1]].auto;
    scene.advance(TEN * 6).await;
    let voted = table.act(anna, None, Action::Force(false)).await;
    assert!(voted.expect("accepted").only_voted);
    let silence = table.snapshot().silence.expect("a vote held up");
    assert_eq!(silence.ends, scene.clock.now() + TEN);
    let deadline = table.snapshot().deadline.expect("all see it");
    assert_eq!(deadline.at, Some(silence.ends));
    scene.advance(Duration::from_secs(9 * 60)).await;
    // Even what is refused is a sign of life.
    let refused = table.act(ben, None, Action::Ready(true)).await;
    assert!(refused.is_err());
    let later = table.snapshot().silence.expect("still");
    assert_eq!(later.ends, scene.clock.now() + TEN);
    assert_eq!(later.began, silence.began);
    scene.advance(Duration::from_secs(9 * 60)).await;
    assert!(!auto(&scene));
    scene.crash().await;
    scene.manual.advance(Duration::from_secs(24 * 60 * 60));
    scene.start().await;
    assert!(
        !auto(&scene),
        "what the program slept through counts for nobody"
    );
    scene.advance(TEN).await;
    assert!(auto(&scene));
}

/// Two people at a table without a clock, one of whom says nothing: called in
/// the channel, and ten minutes later played for.
#[tokio::test(flavor = "multi_thread")]
async fn who_says_nothing_is_called_and_then_played_for() {
    let mut world = World::new(71).await;
    let sandbox = world.sandbox.clone();
    let mut script = Script::new(&sandbox, CHANNEL, &world.users[..2], Habit::Clicks, 3);
    let none = [("clock", json!("none"))];
    script.begin(&none).await.expect("a game that begins");
    // Not the host, who manages the server in the stand-in.
    let (anna, ben) = (world.users[1], world.users[0]);
    let turn = format!("<@{ben}>, your turn to play.");
    play_until(&world, &mut script, |s| says(s, &turn)).await;
    votes_to_close(&world, anna).await;
    world.settle().await;
    sandbox
        .run_for(Duration::from_secs(10))
        .await
        .expect("at rest");
    let calls = |s: &Sandbox| {
        let all = s.channel(CHANNEL).into_iter();
        all.filter(|m| m.content.contains("go on without you"))
            .count()
    };
    assert_eq!(calls(&sandbox), 1, "he is called once");
    let minutes = |n: u64| Duration::from_secs(60 * n);
    sandbox.run_for(minutes(9)).await.expect("at rest");
    assert!(!says(&sandbox, "(auto-play)"), "nothing is seized");
    sandbox.run_for(minutes(1)).await.expect("at rest");
    assert!(says(&sandbox, "(auto-play)"), "{}", world.log());
    sandbox
        .run_for(Duration::from_secs(10))
        .await
        .expect("at rest");
    assert_eq!(calls(&sandbox), 0, "the call is taken away");
    check_clean(&mut world).await;
}

/// A person votes to close the step, by the button under the table's status.
async fn votes_to_close(world: &World, who: UserId) {
    let sandbox = &world.sandbox;
    let status = sandbox.slash(who, CHANNEL, &["table", "status"], &[]).await;
    let status = status.expect("offered").message().cloned();
    let status = status.expect("a status");
    let close = status.button("v1.close.").expect("a vote");
    let close = close.custom_id.clone();
    let voted = sandbox.click(who, status.id, &close).await;
    let voted = voted.expect("a button");
    assert_eq!(said(&voted), text(Lang::En, "voted-close", Vec::new()));
}

/// In a sealed round the call comes as well, and whatever is answered meanwhile
/// neither hastens nor delays its end.
#[tokio::test(flavor = "multi_thread")]
async fn a_sealed_round_that_is_held_up_closes_ten_minutes_after_the_vote() {
    let mut closed = Vec::new();
    for answers in [false, true] {
        let mut world = World::new(71).await;
        let sandbox = world.sandbox.clone();
        let mut script = Script::new(&sandbox, CHANNEL, &world.users[..2], Habit::Clicks, 3);
        let none = [("clock", json!("none"))];
        script.begin(&none).await.expect("a game that begins");
        let asks = "The answers open together.";
        play_until(&world, &mut script, |s| says(s, asks)).await;
        let (anna, ben) = (world.users[1], world.users[0]);
        votes_to_close(&world, anna).await;
        world.settle().await;
        world.pass(300).await;
        let call = format!("<@{ben}>, there is a vote to close this round.");
        assert!(says(&sandbox, &call), "{}", world.log());
        if answers {
            let passed = sandbox.slash(ben, CHANNEL, &["pass"], &[]).await;
            assert!(!passed.expect("offered").failed());
        }
        world.pass(290).await;
        assert!(says(&sandbox, &call) && says(&sandbox, asks));
        world.pass(20).await;
        assert!(!says(&sandbox, &call), "{}", world.log());
        let story = crate::support::outcome::story(&sandbox);
        closed.push(story.last().cloned());
        check_clean(&mut world).await;
    }
    assert!(closed[0] == closed[1], "{closed:#?}");
}
