//! The task that shows one table: lanes for its public messages, its pings
//! and each seat work side by side, each always towards the newest state.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use futures_util::future::BoxFuture;
use futures_util::stream::{FuturesUnordered, StreamExt};
use tokio::sync::{mpsc, watch};

use super::ephemeral::{Ephemeral, Opened};
use super::lane::{Pass, Tools, patience};
use super::member::MemberLane;
use super::ping::PingLane;
use super::public::PublicLane;
use super::rows::Rows;
use super::seat::{Clicked, Drawn, Needs, Reached, SeatLane, retry};
use super::warn::WarnLane;
use crate::clock::{Busy, Millis};
use crate::discord::drawing::beside;
use crate::discord::panel::{self, PanelOptions};
use crate::game::{PublicPhase, Revision};
use crate::rules::{BySeat, Seat};
use crate::shutdown::Shutdown;
use crate::store::OpenPanel;
use crate::table::{Shown, Snapshot, TableHandle};

/// What the task is told besides the state of the table.
#[expect(dead_code, reason = "guards are only held")]
pub(super) enum Signal {
    /// An answer showed a seat's panel in a new ephemeral message.
    Opened(Seat, Box<Opened>, Option<Busy>),
    /// A private panel was clicked and is to show the present state.
    Clicked(Seat, Box<Clicked>, Option<Busy>),
    /// A message came to stand below a seat's panel in private messages.
    Below(Seat),
    /// Look again at everything, whatever seems done.
    Recheck(Option<Busy>),
    /// The table is elsewhere now, or was set aside: another task shows it, if any.
    Retire,
}

/// What a seat's lane has found out, for those who answer clicks.
#[derive(Default)]
pub(super) struct Closed(BySeat<AtomicBool>);

impl Closed {
    /// Whether to tell a seat how to open private messages; true once.
    pub(super) fn take(&self, seat: Seat) -> bool {
        self.0[seat].swap(false, Ordering::Relaxed)
    }

    fn set(&self, seat: Seat) {
        self.0[seat].store(true, Ordering::Relaxed);
    }
}

/// Settings of a task.
pub(super) struct Start {
    pub(super) tools: Tools,
    pub(super) handle: TableHandle,
    pub(super) signals: mpsc::UnboundedReceiver<Signal>,
    pub(super) closed: Arc<Closed>,
    pub(super) shutdown: Shutdown,
    pub(super) buttons_only: bool,
    /// The table was there before the program started.
    pub(super) resumed: bool,
}

/// Shows a table until it is over.
pub(super) async fn run(start: Start, rows: Rows, panels: Vec<OpenPanel>, busy: Busy) {
    let mut shutdown = start.shutdown.clone();
    let mut task = Task::new(start, rows, panels);
    tokio::select! {
        () = task.run(busy) => {}
        () = shutdown.wait() => {}
    }
}

/// A lane with what is known about its work.
struct Slot<L> {
    /// `None` while it works.
    lane: Option<L>,
    /// Something has changed since it began to work last.
    dirty: bool,
    /// When to look again.
    again: Option<Millis>,
    clean: bool,
    /// How often in a row a permission was missing.
    denials: u32,
}

impl<L> Slot<L> {
    fn new(lane: L) -> Slot<L> {
        Slot {
            lane: Some(lane),
            dirty: true,
            again: None,
            clean: false,
            denials: 0,
        }
    }

    fn is_free(&self) -> bool {
        self.lane.is_some()
    }

    fn is_due(&self, now: Millis) -> bool {
        self.is_free() && (self.dirty || self.again.is_some_and(|at| at <= now))
    }

    fn take(&mut self) -> Option<L> {
        self.dirty = false;
        self.again = None;
        self.lane.take()
    }

    fn put_back(&mut self, lane: L, pass: Pass) {
        self.lane = Some(lane);
        self.denials = if pass.denied { self.denials + 1 } else { 0 };
        self.again = pass.again.map(|at| at + patience(self.denials));
        self.clean = pass.clean;
    }

    fn is_clean(&self) -> bool {
        self.lane.is_some() && !self.dirty && self.clean
    }

    fn wake(&self) -> Option<Millis> {
        self.lane.as_ref().and(self.again)
    }
}

/// Work that has come to an end.
enum Finished {
    Public(PublicLane, Pass, Revision),
    Ping(PingLane, Pass),
    Member(MemberLane, Pass),
    Warn(WarnLane, Pass),
    Drawn(Vec<SeatLane>, Option<Box<BySeat<Drawn>>>, Arc<Snapshot>),
    Seat(SeatLane, Pass, Reached, Revision),
}

struct Task {
    tools: Tools,
    handle: TableHandle,
    snapshots: watch::Receiver<Arc<Snapshot>>,
    /// Tell of new states, each with a guard.
    pulses: mpsc::UnboundedReceiver<Busy>,
    signals: mpsc::UnboundedReceiver<Signal>,
    closed: Arc<Closed>,
    buttons_only: bool,
    public: Slot<PublicLane>,
    ping: Slot<PingLane>,
    member: Slot<MemberLane>,
    warn: Slot<WarnLane>,
    seats: BySeat<Slot<SeatLane>>,
    waiting: Vec<Signal>,
    /// Each gives its guard back: what comes of it is taken in hand under the same one.
    running: FuturesUnordered<BoxFuture<'static, (Finished, Busy)>>,
    /// Which seat is served first; moves on with each drawing step.
    first: usize,
    drawn: u8,
    /// The table's channel does not exist any more.
    gone: bool,
    retired: bool,
}

impl Task {
    fn new(start: Start, mut rows: Rows, panels: Vec<OpenPanel>) -> Task {
        let Start {
            tools,
            handle,
            signals,
            closed,
            shutdown: _,
            buttons_only,
            resumed,
        } = start;
        let pulses = handle.pulses();
        let snapshots = handle.watch();
        let channel = handle.snapshot().place.channel;
        let seats = BySeat::from_fn(|seat| {
            let rows = rows.split(&format!("seat.{seat}."));
            let own = panels.iter().filter(|panel| panel.seat == seat);
            let own = Ephemeral::new(tools.clone(), rows.table(), seat, own.cloned());
            Slot::new(SeatLane::new(tools.clone(), rows, own, resumed))
        });
        let pings = rows.split("ping.");
        let warnings = rows.split("warn.");
        Task {
            ping: Slot::new(PingLane::new(tools.clone(), pings, channel, resumed)),
            warn: Slot::new(WarnLane::new(tools.clone(), warnings)),
            member: Slot::new(MemberLane::new(tools.clone(), handle.clone())),
            public: Slot::new(PublicLane::new(tools.clone(), rows, channel, resumed)),
            seats,
            tools,
            handle,
            snapshots,
            pulses,
            signals,
            closed,
            buttons_only,
            waiting: Vec::new(),
            running: FuturesUnordered::new(),
            first: 0,
            drawn: 0,
            gone: false,
            retired: false,
        }
    }

    async fn run(&mut self, busy: Busy) {
        let mut busy = Some(busy);
        let mut open = true;
        loop {
            // Whoever starts work hands its own guard to it, so that there is
            // no moment in which nobody seems to work.
            let now_busy = busy.take().unwrap_or_else(|| self.tools.clock.busy());
            self.hear(&now_busy);
            self.start(&now_busy);
            drop(now_busy);
            if self.is_over(open) {
                return;
            }
            let wake = self.wake();
            let clock = self.tools.clock.clone();
            tokio::select! {
                pulse = self.pulses.recv(), if open => match pulse {
                    Some(pulse) => {
                        busy = Some(pulse);
                        // Only the newest state counts.
                        while self.pulses.try_recv().is_ok() {}
                        self.dirty();
                    }
                    None => open = false,
                },
                Some(signal) = self.signals.recv() => {
                    busy = Some(clock.busy());
                    self.waiting.push(signal);
                }
                Some((finished, guard)) = self.running.next(), if !self.running.is_empty() => {
                    self.finish(finished, &guard);
                    busy = Some(guard);
                }
                woken = clock.sleep_until(wake.unwrap_or(Millis(u64::MAX))), if wake.is_some() => {
                    busy = Some(woken);
                }
                else => return,
            }
        }
    }

    fn dirty(&mut self) {
        self.public.dirty = true;
        self.ping.dirty = true;
        self.member.dirty = true;
        self.warn.dirty = true;
        for (_, slot) in self.seats.iter_mut() {
            slot.dirty = true;
        }
    }

    /// Passes on what was told to lanes that are free.
    fn hear(&mut self, busy: &Busy) {
        for signal in std::mem::take(&mut self.waiting) {
            match signal {
                Signal::Recheck(_) => self.dirty(),
                Signal::Retire => self.retired = true,
                Signal::Below(seat) => match &mut self.seats[seat].lane {
                    Some(lane) => lane.message_below(),
                    None => self.waiting.push(Signal::Below(seat)),
                },
                // A signal that waits holds no guard: the lane it waits for
                // may itself be waiting for time to pass.
                Signal::Opened(seat, opened, _) => match self.seats[seat].take() {
                    Some(lane) => self.open(lane, *opened, busy.clone()),
                    None => self.waiting.push(Signal::Opened(seat, opened, None)),
                },
                Signal::Clicked(seat, clicked, _) => match self.seats[seat].take() {
                    Some(lane) => self.click(lane, *clicked, busy.clone()),
                    None => self.waiting.push(Signal::Clicked(seat, clicked, None)),
                },
            }
        }
    }

    fn open(&mut self, mut lane: SeatLane, opened: Opened, busy: Busy) {
        let snap = self.snapshots.borrow().clone();
        let now = self.tools.clock.now();
        self.running.push(Box::pin(async move {
            lane.opened(&snap, opened, &busy).await;
            // Looked at again at once: the state may have moved on meanwhile.
            (
                Finished::Seat(lane, Pass::later(now), Reached::Not, snap.revision),
                busy,
            )
        }));
    }

    fn click(&mut self, mut lane: SeatLane, clicked: Clicked, busy: Busy) {
        let snap = self.snapshots.borrow().clone();
        let now = self.tools.clock.now();
        let buttons_only = self.buttons_only;
        self.running.push(Box::pin(async move {
            lane.clicked(&snap, clicked, buttons_only, &busy).await;
            (
                Finished::Seat(lane, Pass::later(now), Reached::Not, snap.revision),
                busy,
            )
        }));
    }

    /// Lets every free lane that has something to do begin.
    fn start(&mut self, busy: &Busy) {
        if self.retired {
            return;
        }
        let now = self.tools.clock.now();
        let snap = self.snapshots.borrow_and_update().clone();
        if !snap.complete {
            return;
        }
        self.rotate(&snap);
        self.start_seats(&snap, now, busy);
        if self.public.is_due(now)
            && let Some(mut lane) = self.public.take()
        {
            let (snap, busy) = (snap.clone(), busy.clone());
            self.running.push(Box::pin(async move {
                let revision = snap.revision;
                let pass = lane.work(snap, &busy).await;
                (Finished::Public(lane, pass, revision), busy)
            }));
        }
        if self.member.is_due(now)
            && let Some(mut lane) = self.member.take()
        {
            let (snap, busy) = (snap.clone(), busy.clone());
            self.running.push(Box::pin(async move {
                let pass = lane.work(&snap, &busy).await;
                (Finished::Member(lane, pass), busy)
            }));
        }
        if self.warn.is_due(now)
            && let Some(mut lane) = self.warn.take()
        {
            let (snap, busy) = (snap.clone(), busy.clone());
            self.running.push(Box::pin(async move {
                let pass = lane.work(&snap, &busy).await;
                (Finished::Warn(lane, pass), busy)
            }));
        }
        // After the messages of the same state, which the pings leave room to: who finds
        // room first must not depend on how fast a picture is drawn.
        if self.public.is_free()
            && self.ping.is_due(now)
            && let Some(mut lane) = self.ping.take()
        {
            let busy = busy.clone();
            self.running.push(Box::pin(async move {
                let pass = lane.work(&snap, &busy).await;
                (Finished::Ping(lane, pass), busy)
            }));
        }
    }

    /// Moves on who is served first, once a drawing step.
    fn rotate(&mut self, snap: &Snapshot) {
        if let PublicPhase::Drawing { drawn, .. } = snap.public.phase
            && drawn != self.drawn
        {
            self.drawn = drawn;
            self.first = (self.first + 1) % 4;
        }
    }

    /// Draws the panels of all seats that are due in one piece of work, so
    /// that they are sent in the rotating order whoever's takes longer.
    fn start_seats(&mut self, snap: &Arc<Snapshot>, now: Millis, busy: &Busy) {
        let order = Seat::ALL.map(|seat| seat.after(self.first));
        let due = order.into_iter().filter(|&s| self.seats[s].is_due(now));
        let due: Vec<Seat> = due.collect();
        let lanes: Vec<SeatLane> = due
            .into_iter()
            .filter_map(|seat| self.seats[seat].take())
            .collect();
        if lanes.is_empty() {
            return;
        }
        let needs: Vec<(Seat, Needs)> = lanes.iter().map(|l| (l.seat(), l.needs(snap))).collect();
        let (snap, busy, buttons_only) = (snap.clone(), busy.clone(), self.buttons_only);
        self.running.push(Box::pin(async move {
            let shown = snap.clone();
            let drawn = beside(move || draw_panels(&shown, &needs, buttons_only), &busy).await;
            (Finished::Drawn(lanes, drawn.map(Box::new), snap), busy)
        }));
    }

    fn finish(&mut self, finished: Finished, busy: &Busy) {
        match finished {
            Finished::Public(lane, pass, revision) => {
                if pass.clean {
                    self.handle.shown(Shown::Public(revision));
                }
                self.gone = pass.gone;
                if pass.gone || pass.denied {
                    self.handle.shown(Shown::Blocked { gone: pass.gone });
                }
                self.public.put_back(lane, pass);
            }
            Finished::Ping(lane, pass) => self.ping.put_back(lane, pass),
            Finished::Member(lane, pass) => self.member.put_back(lane, pass),
            Finished::Warn(lane, pass) => self.warn.put_back(lane, pass),
            Finished::Drawn(lanes, Some(mut drawn), snap) => {
                for mut lane in lanes {
                    let body = std::mem::take(&mut drawn[lane.seat()]);
                    let (snap, busy) = (snap.clone(), busy.clone());
                    self.running.push(Box::pin(async move {
                        let (pass, reached) = lane.work(&snap, body, &busy).await;
                        (Finished::Seat(lane, pass, reached, snap.revision), busy)
                    }));
                }
            }
            Finished::Drawn(lanes, None, ..) => {
                let now = self.tools.clock.now();
                for lane in lanes {
                    self.seats[lane.seat()].put_back(lane, retry(now));
                }
            }
            Finished::Seat(mut lane, pass, reached, revision) => {
                self.report(&mut lane, reached, revision);
                self.seats[lane.seat()].put_back(lane, pass);
            }
        }
    }

    fn report(&mut self, lane: &mut SeatLane, reached: Reached, revision: Revision) {
        let seat = lane.seat();
        match reached {
            Reached::Not => {}
            Reached::Panel => self.handle.shown(Shown::Panel(seat, revision)),
            Reached::Unreachable => self.handle.shown(Shown::Unreachable(seat, revision)),
        }
        if lane.found_closed() {
            self.closed.set(seat);
        }
    }

    fn wake(&self) -> Option<Millis> {
        let seats = self.seats.values().filter_map(Slot::wake);
        let ping = self.ping.wake().filter(|_| self.public.is_free());
        let others = [self.public.wake(), ping, self.warn.wake()];
        seats.chain(others.into_iter().flatten()).min()
    }

    /// Whether nothing will change any more and all of it is shown.
    fn is_over(&self, open: bool) -> bool {
        let phase = &self.snapshots.borrow().public.phase;
        if !self.running.is_empty() {
            return false;
        }
        if self.retired || (!open && self.wake().is_none()) {
            return true;
        }
        let over = !open || phase.is_over();
        // Nothing can be shown any more in a channel that is gone.
        over && (self.public.is_clean() || self.gone)
            && self.ping.is_clean()
            && self.warn.is_clean()
            && self.seats.values().all(Slot::is_clean)
    }
}

fn draw_panels(snap: &Snapshot, needs: &[(Seat, Needs)], buttons_only: bool) -> BySeat<Drawn> {
    let mut drawn: BySeat<Drawn> = BySeat::from_fn(|_| Drawn::default());
    for &(seat, needs) in needs {
        let lang = snap.people[seat].as_ref().map(|p| p.language);
        let Some(lang) = lang else { continue };
        let panel = |direct: bool, redraw: u32| {
            let options = PanelOptions {
                note: None,
                direct,
                buttons_only: buttons_only && direct,
                redraw,
            };
            panel::seat_panel(snap, seat, lang, options)
        };
        drawn[seat] = Drawn {
            direct: needs.direct.map(|redraw| panel(true, redraw)),
            ephemeral: needs.ephemeral.map(|redraw| panel(false, redraw)),
        };
    }
    drawn
}
