//! The state machine of a table: `decide` holds every rule and changes
//! nothing, `evolve` changes and holds none; views show what may be seen.

mod action;
mod event;
mod ids;
mod illegal;
mod result;
mod settings;
mod view;

pub use action::{Action, Actor, ComputerLevel, Reason, Shuffle};
pub use event::{Event, FailedThrow};
pub use ids::{DealNumber, PlayerId, Revision, TableId};
pub use illegal::Illegal;
pub use result::{DealResult, ScoreSum};
pub use settings::{ClockChoice, Pace};
pub use view::{
    Ask, Occupant, PublicDeal, PublicPhase, PublicTrick, PublicView, SeatInfo, SeatView, Speech,
    SpeechKind, Step,
};
