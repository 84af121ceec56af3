//! The stand-in's clock, and its word with the bot's: the time, and whether the bot is idle.

use std::collections::HashMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, oneshot, watch};

use super::options::ClockMode;
use crate::clock::{Clock, Idle, Millis, ToBot};

/// Owns the time.
#[derive(Debug)]
pub(crate) struct Owner {
    mode: ClockMode,
    real: Clock,
    now: watch::Sender<Millis>,
    links: Mutex<Links>,
    /// How many bots' clocks are connected.
    connected: watch::Sender<usize>,
    news: Mutex<News>,
}

/// Events to which the bot owes no answer, so that nothing but its clock shows that it heard them.
#[derive(Debug, Default)]
struct News {
    /// The bots' epochs when all was at rest the last time.
    rest: Vec<u64>,
    /// Such an event was sent after that.
    sent: bool,
}

#[derive(Debug, Default)]
struct Links {
    next: u64,
    open: HashMap<u64, Link>,
    ever: bool,
}

#[derive(Debug)]
struct Link {
    lines: mpsc::UnboundedSender<ToBot>,
    asked: HashMap<u64, oneshot::Sender<Idle>>,
}

impl Owner {
    pub(crate) fn new(mode: ClockMode) -> Self {
        let real = Clock::real();
        let start = match mode {
            ClockMode::Manual(start) => start,
            ClockMode::Real => real.now(),
        };
        Self {
            mode,
            real,
            now: watch::Sender::new(start),
            links: Mutex::default(),
            connected: watch::Sender::new(0),
            news: Mutex::default(),
        }
    }

    pub(crate) fn is_manual(&self) -> bool {
        matches!(self.mode, ClockMode::Manual(_))
    }

    pub(crate) fn now(&self) -> Millis {
        match self.mode {
            ClockMode::Manual(_) => *self.now.borrow(),
            ClockMode::Real => self.real.now(),
        }
    }

    /// Waits for a moment of this clock.
    pub(crate) async fn until(&self, at: Millis) {
        match self.mode {
            ClockMode::Manual(_) => {
                let mut now = self.now.subscribe();
                // The sender lives as long as this clock.
                drop(now.wait_for(|now| *now >= at).await);
            }
            ClockMode::Real => tokio::time::sleep(at.since(self.now())).await,
        }
    }

    /// Moves a manual clock on; never back.
    pub(crate) fn advance_to(&self, to: Millis) {
        if !self.is_manual() {
            return;
        }
        let links = self.lock();
        self.now.send_modify(|now| *now = (*now).max(to));
        let now = *self.now.borrow();
        for link in links.open.values() {
            drop(link.lines.send(ToBot::Now(now)));
        }
    }

    /// Waits until no bot's clock is connected any more, after one was.
    pub(crate) async fn abandoned(&self) {
        let mut connected = self.connected.subscribe();
        if !self.lock().ever {
            std::future::pending::<()>().await;
        }
        drop(connected.wait_for(|n| *n == 0).await);
    }

    /// How many bots' clocks are connected.
    pub(crate) fn connected(&self) -> watch::Receiver<usize> {
        self.connected.subscribe()
    }

    /// Asks every connected clock and waits until each says it is idle or is gone.
    pub(crate) async fn probe(&self) -> Vec<Idle> {
        let asked: Vec<_> = {
            let mut links = self.lock();
            links.next += 1;
            let number = links.next;
            links
                .open
                .values_mut()
                .map(|link| {
                    let (told, idle) = oneshot::channel();
                    link.asked.insert(number, told);
                    drop(link.lines.send(ToBot::Probe(number)));
                    idle
                })
                .collect()
        };
        let mut answers = Vec::new();
        for idle in asked {
            answers.extend(idle.await.ok());
        }
        answers
    }

    /// An event was sent to which the bot owes no answer, but of which its clock takes notice.
    pub(crate) fn news(&self) {
        self.lock_news().sent = true;
    }

    /// Whether the bots, whose epochs these are, have not heard the last event yet. One whose clock is its own shows
    /// nothing.
    pub(crate) fn unheard(&self, epochs: &[u64]) -> bool {
        let news = self.lock_news();
        news.sent && !epochs.is_empty() && news.rest == epochs
    }

    /// All is at rest, at these epochs of the bots.
    pub(crate) fn rests(&self, epochs: Vec<u64>) {
        *self.lock_news() = News {
            rest: epochs,
            sent: false,
        };
    }

    fn lock_news(&self) -> MutexGuard<'_, News> {
        self.news.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lock(&self) -> MutexGuard<'_, Links> {
        self.links.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn open(&self) -> (u64, mpsc::UnboundedReceiver<ToBot>) {
        let (lines, outbox) = mpsc::unbounded_channel();
        let mut links = self.lock();
        links.next += 1;
        links.ever = true;
        let number = links.next;
        drop(lines.send(ToBot::Now(self.now())));
        links.open.insert(
            number,
            Link {
                lines,
                asked: HashMap::new(),
            },
        );
        self.connected.send_modify(|n| *n += 1);
        (number, outbox)
    }

    fn close(&self, number: u64) {
        self.lock().open.remove(&number);
        self.connected.send_modify(|n| *n -= 1);
    }

    fn answered(&self, number: u64, idle: Idle) {
        let asked = self
            .lock()
            .open
            .get_mut(&number)
            .and_then(|link| link.asked.remove(&idle.probe));
        if let Some(asked) = asked {
            drop(asked.send(idle));
        }
    }
}

/// Lets bots' clocks connect; the address, once bound.
pub(crate) async fn serve(
    owner: Arc<Owner>,
) -> std::io::Result<(SocketAddr, tokio::task::JoinHandle<()>)> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
    let addr = listener.local_addr()?;
    let task = tokio::spawn(async move {
        let mut links = tokio::task::JoinSet::new();
        loop {
            match listener.accept().await {
                Ok((stream, _)) => drop(links.spawn(talk(stream, Arc::clone(&owner)))),
                Err(_) => tokio::time::sleep(Duration::from_millis(10)).await,
            }
        }
    });
    Ok((addr, task))
}

async fn talk(stream: TcpStream, owner: Arc<Owner>) {
    drop(stream.set_nodelay(true));
    let (number, mut outbox) = owner.open();
    let (read, mut write) = stream.into_split();
    let mut lines = BufReader::new(read).lines();
    loop {
        tokio::select! {
            line = lines.next_line() => {
                let Ok(Some(line)) = line else { break };
                let Ok(idle) = serde_json::from_str(&line) else { break };
                owner.answered(number, idle);
            }
            say = outbox.recv() => {
                let Some(mut line) = say.and_then(|say| serde_json::to_vec(&say).ok()) else { break };
                line.push(b'\n');
                if write.write_all(&line).await.is_err() {
                    break;
                }
            }
        }
    }
    owner.close(number);
}
