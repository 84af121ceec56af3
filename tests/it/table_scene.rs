//! A table with a real store and a clock that the test moves: what the tests
//! of tables and of the store play on.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use chaodipi::clock::{Clock, ManualClock, Millis};
use chaodipi::game::{
    Action, Actor, Ask, ClockChoice, ComputerLevel, Pace, PlayerId, PublicPhase, Revision, Setup,
    TableId,
};
use chaodipi::i18n::Lang;
use chaodipi::players::{Act, player};
use chaodipi::rules::{RuleSet, Seat, preset};
use chaodipi::store::Store;
use chaodipi::table::{
    ActError, Acted, Chance, NewTable, Registry, Shown, Snapshot, TableHandle, Thinking,
};
use rand::SeedableRng;
use rand::rngs::StdRng;
use tempfile::TempDir;

pub const GUILD: u64 = 900;
pub const CHANNEL: u64 = 901;
const START: Millis = Millis(1_700_000_000_000);

/// The program without Discord: it can crash and be started again.
pub struct Scene {
    dir: TempDir,
    pub clock: Clock,
    pub manual: ManualClock,
    seed: u64,
    life: Option<Life>,
    /// What the board has shown of the table.
    shown: Revision,
    /// Whether Discord accepts anything.
    pub discord_away: bool,
}

struct Life {
    store: Store,
    registry: Registry,
}

impl Scene {
    pub async fn new(seed: u64) -> Scene {
        let (clock, manual) = Clock::manual(START);
        let mut scene = Scene {
            dir: tempfile::tempdir().expect("a folder"),
            clock,
            manual,
            seed,
            life: None,
            shown: Revision(0),
            discord_away: false,
        };
        scene.start().await;
        scene
    }

    pub fn database(&self) -> PathBuf {
        self.dir.path().join("scene.db")
    }

    pub async fn start(&mut self) {
        let store = Store::open(&self.database()).await.expect("opens");
        let chance = Chance::fixed(self.seed);
        let registry = Registry::restore(
            store.clone(),
            self.clock.clone(),
            chance,
            Thinking::default(),
        )
        .await
        .expect("restores");
        self.life = Some(Life { store, registry });
        self.shown = Revision(0);
        self.manual.settle().await;
    }

    /// Everything in memory is lost; what is on the disk stays.
    pub async fn crash(&mut self) {
        let life = self.life.take().expect("alive");
        life.registry.stop().await;
        life.store.close().await;
    }

    pub fn store(&self) -> &Store {
        &self.life.as_ref().expect("alive").store
    }

    pub fn registry(&self) -> &Registry {
        &self.life.as_ref().expect("alive").registry
    }

    pub async fn person(&self, number: u64) -> PlayerId {
        let name = format!("Person {number}");
        let person = self.store().upsert_person(1000 + number, &name, Lang::En);
        person.await.expect("stored").player
    }

    pub async fn open(&self, clock: ClockChoice, pace: Pace) -> TableHandle {
        self.open_with(tournament(), clock, pace).await
    }

    pub async fn open_with(&self, rules: RuleSet, clock: ClockChoice, pace: Pace) -> TableHandle {
        let setup = Setup {
            clock,
            pace,
            ..Setup::default()
        };
        self.open_as(rules, setup).await
    }

    pub async fn open_as(&self, rules: RuleSet, setup: Setup) -> TableHandle {
        self.open_at(CHANNEL, 0, rules, setup).await
    }

    /// A table of person `host` in another channel.
    pub async fn open_elsewhere(&self, channel: u64, host: u64) -> TableHandle {
        self.open_at(channel, host, tournament(), Setup::default())
            .await
    }

    async fn open_at(&self, channel: u64, host: u64, rules: RuleSet, setup: Setup) -> TableHandle {
        let host = self.person(host).await;
        let new = NewTable {
            guild: GUILD,
            channel,
            language: Lang::En,
            rules,
            setup,
            host,
        };
        self.registry().open(new).await.expect("opens")
    }

    /// A started game with people on the first seats and computers on the rest.
    pub async fn started(&self, people: u64, clock: ClockChoice, pace: Pace) -> TableHandle {
        let table = self.open(clock, pace).await;
        self.start_game(&table, people).await;
        table
    }

    /// A game of four people who take no time, at the point where somebody
    /// buries; who.
    pub async fn burying(&mut self) -> (TableHandle, Arc<Snapshot>, Seat) {
        let table = self.started(4, ClockChoice::Relaxed, Pace::Instant).await;
        let burying = |s: &Snapshot| matches!(s.public.phase, PublicPhase::Burying { .. });
        let snap = self.play_until(&table, true, burying).await;
        let PublicPhase::Burying { seat } = snap.public.phase else {
            panic!("somebody buries");
        };
        (table, snap, seat)
    }

    pub async fn start_game(&self, table: &TableHandle, people: u64) {
        let host = Actor::Player(self.person(0).await);
        for number in 0..people {
            let who = Actor::Player(self.person(number).await);
            table.act(who, None, Action::Sit(None)).await.expect("sits");
            table
                .act(who, None, Action::Ready(true))
                .await
                .expect("ready");
        }
        for _ in people..4 {
            let add = Action::AddComputer(None, ComputerLevel::Easy);
            table.act(host, None, add).await.expect("a computer sits");
        }
        if !matches!(table.snapshot().public.phase, PublicPhase::Lobby) {
            return;
        }
        table.act(host, None, Action::Start).await.expect("starts");
        // The table moves on by itself: its cards are shuffled.
        self.manual.settle().await;
    }

    pub fn table(&self, id: TableId) -> TableHandle {
        self.registry().table(id).expect("a table")
    }

    /// What the board does: it shows the newest state, and says so.
    pub async fn show(&mut self, table: &TableHandle) {
        self.manual.settle().await;
        let revision = table.snapshot().revision;
        if self.discord_away || revision == self.shown {
            return;
        }
        self.shown = revision;
        table.shown(Shown::Public(revision));
        for seat in Seat::ALL {
            table.shown(Shown::Panel(seat, revision));
        }
        self.manual.settle().await;
    }

    /// Lets everybody who sits there in person do what is asked; whether
    /// anybody did anything.
    pub async fn people_act(&self, table: &TableHandle) -> bool {
        let snapshot = table.snapshot();
        for seat in Seat::ALL {
            let Some(person) = &snapshot.people[seat] else {
                continue;
            };
            let view = &snapshot.seats[seat];
            let ready = view.ask == Ask::Ready && !snapshot.public.seats[seat].ready;
            let action = if ready {
                Action::Ready(true)
            } else if let Some(action) = choose(&snapshot, seat).into_action() {
                action
            } else {
                continue;
            };
            let act = table.act(Actor::Player(person.player), Some(view.step), action);
            if let Err(refused) = act.await {
                let (ask, hand) = (&view.ask, view.hand.len());
                panic!(
                    "{refused:?} for {ask:?} with {hand} cards at {:?}",
                    view.step
                );
            }
            return true;
        }
        false
    }

    /// One step: show, then act, then let time pass until the next alarm.
    pub async fn step(&mut self, table: &TableHandle, people: bool) {
        self.show(table).await;
        if people && self.people_act(table).await {
            self.manual.settle().await;
        } else {
            self.manual.advance_to_next().await;
            self.manual.settle().await;
        }
    }

    /// Steps until `until` holds.
    ///
    /// # Panics
    /// When it does not hold after very many steps: something hangs.
    pub async fn play_until(
        &mut self,
        table: &TableHandle,
        people: bool,
        until: impl Fn(&Snapshot) -> bool,
    ) -> Arc<Snapshot> {
        for _ in 0..40_000 {
            let snapshot = table.snapshot();
            if until(&snapshot) {
                return snapshot;
            }
            self.step(table, people).await;
        }
        panic!("it hangs in {:?}", table.snapshot().public.phase);
    }

    pub async fn advance(&self, time: Duration) {
        self.manual.settle().await;
        self.manual.advance(time);
        self.manual.settle().await;
    }
}

pub fn tournament() -> RuleSet {
    preset("tournament").expect("a preset")
}

/// What a person does: the computer player's choice.
pub fn choose(snapshot: &Snapshot, seat: Seat) -> Act {
    let mut rng = StdRng::seed_from_u64(snapshot.revision.0);
    player(ComputerLevel::Easy).choose(&snapshot.seats[seat], &mut rng)
}

pub fn over(snapshot: &Snapshot) -> bool {
    matches!(
        snapshot.public.phase,
        PublicPhase::Finished | PublicPhase::Ended
    )
}

pub fn refusal(result: Result<Acted, ActError>) -> ActError {
    match result {
        Ok(_) => panic!("accepted"),
        Err(refused) => refused,
    }
}
