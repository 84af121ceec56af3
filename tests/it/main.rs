//! All integration tests, in one binary: one link step.

mod auctions;
mod discord_play;
mod discord_sender;
mod game_clock;
mod game_events;
mod game_lobby;
mod game_random;
mod game_rounds;
mod game_secrets;
mod game_support;
mod judge_cases;
mod levels;
mod pictures;
mod play_oracle;
mod play_properties;
mod preset_matrix;
mod sandbox;
mod store_files;
mod support;
mod table_clock;
mod table_crash;
mod table_play;
mod table_scene;
mod tidy;
