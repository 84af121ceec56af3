//! Trouble on demand: refused and lost calls, and calls held so that a test can act in between.

use std::fmt;

use tokio::sync::oneshot;

use super::api::Call;

/// Chooses calls.
pub(crate) type Chooser = Box<dyn Fn(&Call) -> bool + Send>;

/// What goes wrong with a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// 429, to be tried again after so many milliseconds; not carried out.
    TooMany(u64),
    /// This status, 500 to 599; not carried out.
    Server(u16),
    /// The connection ends before the request is carried out.
    LostRequest,
    /// The request is carried out, then the connection ends without an answer.
    LostAnswer,
}

/// On which side of the work a call is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Before it is carried out.
    Before,
    /// After it is carried out, before the answer is sent.
    After,
}

/// A call to be held: tells when it came, and holds it until released or dropped.
#[derive(Debug)]
pub struct Hold {
    reached: oneshot::Receiver<Call>,
    release: Option<oneshot::Sender<()>>,
}

impl Hold {
    /// Waits until the call came; `None` if the stand-in ended first.
    pub async fn reached(&mut self) -> Option<Call> {
        (&mut self.reached).await.ok()
    }

    /// Lets the call go on.
    pub fn release(mut self) {
        self.release.take();
    }
}

struct Rule {
    fault: Fault,
    /// Of 1000 calls that fit, so many are hit.
    share: u64,
    chooser: Chooser,
    random: Random,
}

struct Held {
    when: When,
    /// How many calls that fit are let through first.
    skip: usize,
    chooser: Chooser,
    reached: oneshot::Sender<Call>,
    release: oneshot::Receiver<()>,
}

/// All trouble asked for.
#[derive(Default)]
pub(crate) struct Faults {
    rules: Vec<Rule>,
    held: Vec<Held>,
    refuse_gateway: usize,
    asked: u64,
}

impl fmt::Debug for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Faults")
    }
}

impl Faults {
    pub(crate) fn inject(&mut self, fault: Fault, share: f64, seed: u64, chooser: Chooser) {
        self.asked += 1;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "clamped to 0..=1000"
        )]
        let share = (share * 1000.0).clamp(0.0, 1000.0) as u64;
        let random = Random(seed.wrapping_mul(1_000_003).wrapping_add(self.asked));
        self.rules.push(Rule {
            fault,
            share,
            chooser,
            random,
        });
    }

    pub(crate) fn clear(&mut self) {
        self.rules.clear();
        self.refuse_gateway = 0;
    }

    pub(crate) fn hit(&mut self, call: &Call) -> Option<Fault> {
        self.rules.iter_mut().find_map(|rule| {
            let hit = (rule.chooser)(call) && rule.random.next() % 1000 < rule.share;
            hit.then_some(rule.fault)
        })
    }

    pub(crate) fn hold(&mut self, when: When, nth: usize, chooser: Chooser) -> Hold {
        let (reached, told) = oneshot::channel();
        let (release, released) = oneshot::channel();
        let skip = nth.saturating_sub(1);
        self.held.push(Held {
            when,
            skip,
            chooser,
            reached,
            release: released,
        });
        Hold {
            reached: told,
            release: Some(release),
        }
    }

    /// Whether this call is to be held now: what to wait for.
    pub(crate) fn held(&mut self, when: When, call: &Call) -> Option<oneshot::Receiver<()>> {
        let mut found = None;
        for (at, held) in self.held.iter_mut().enumerate() {
            if held.when == when && (held.chooser)(call) {
                if held.skip == 0 {
                    found = Some(at);
                    break;
                }
                held.skip -= 1;
            }
        }
        let held = self.held.remove(found?);
        drop(held.reached.send(call.clone()));
        Some(held.release)
    }

    pub(crate) fn refuse_gateway(&mut self, times: usize) {
        self.refuse_gateway = times;
    }

    pub(crate) fn gateway_refused(&mut self) -> bool {
        let refused = self.refuse_gateway > 0;
        self.refuse_gateway = self.refuse_gateway.saturating_sub(1);
        refused
    }
}

/// A small reproducible source of numbers (splitmix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}
