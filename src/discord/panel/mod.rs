//! What every message of a table says and offers: pure functions from a
//! snapshot to plain bodies, public and private.
//!
//! The public half reads `Snapshot::public`, the people and the deadline only;
//! the private half of a seat reads that seat's own view and draft besides.

mod bury;
mod choose;
mod contest;
mod deal;
mod follow;
mod game;
mod lead;
mod lobby;
mod names;
mod parts;
mod pause;
mod pictures;
mod private;
mod public;
mod result;
mod review;
mod speak;
mod status;
mod trick;
mod watch;

pub use bury::{BuryPoints, bury_points};
pub use choose::{bury_parts, cards_of_names, lead_part, option_cards, picked_cards};
pub use game::{Finished, game_page, game_summary};
pub use lead::{ThrowRisk, ready_plays, throw_risk};
pub use names::{computer_name, seat_name};
pub use parts::HAND_PICTURE;
pub use pause::{Call, calls};
pub use pictures::{descending, seat_order};
pub use private::{PanelOptions, asking_panel, closed_panel, ping, seat_panel};
pub use public::{PublicMessage, public_messages, public_messages_where};
pub use review::{Reviewed, review_page, review_pages};
pub use speak::{act_cards, placed_cards, said, serves};
pub use status::{last_trick, own_plays, status};
pub use watch::watch;
