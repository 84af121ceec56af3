//! The state machine of a table: `decide` holds every rule and changes
//! nothing, `evolve` changes and holds none; views show what may be seen.

mod action;
mod again;
mod contest;
pub mod durations;
mod event;
mod evolve;
mod ids;
mod illegal;
mod pause;
mod phase;
mod record;
mod result;
mod review;
mod settings;
mod show;
mod shuffle;
mod silence;
mod state;
mod view;
mod wait;

pub use action::{Action, Actor, ComputerLevel, Reason};
pub use contest::{Contest, DealLine, Length, MatchBy, MatchEnd};
pub use event::{Event, FailedThrow};
pub use evolve::evolve;
pub use ids::{DealNumber, PlayerId, Revision, TableId};
pub use illegal::Illegal;
pub use pause::{AskedPause, Pause};
pub use phase::decide;
pub use record::{
    RECORD_FORMAT, RecordError, RecordLine, finished, record_sum, up_to_game, write_record,
};
pub use result::{DealResult, ScoreSum};
pub use review::{Bury, Review, review};
pub use settings::{ClockChoice, Entry, Pace, Setup, StartTime};
pub use shuffle::{Shuffle, commitment, commitment_of};
pub use silence::{HeldUp, Motion};
pub use state::Game;
pub use view::{
    Ask, Check, Occupant, PublicDeal, PublicPhase, PublicTrick, PublicView, SeatInfo, SeatView,
    Speech, SpeechKind, Step,
};
pub use wait::{Mover, SealedKind, Wait};
