//! All integration tests, in one binary: one link step.

// A test looks only at the variants it is about; the program itself may not.
#![allow(clippy::wildcard_enum_match_arm)]

mod auctions;
mod clauses_breaches;
mod clauses_games;
mod clauses_persons;
mod clauses_presets;
mod clauses_sealed;
mod clauses_support;
mod clauses_tournament;
mod clauses_tournament_play;
mod clauses_whole_deals;
mod commands_bad_input;
mod commands_refusals;
mod commands_replies;
mod commands_specs;
mod commands_support;
mod commands_table;
mod discord_play;
mod discord_sender;
mod e2e_crash;
mod e2e_trouble;
mod e2e_ways;
mod game_clock;
mod game_events;
mod game_lobby;
mod game_random;
mod game_rounds;
mod game_secrets;
mod game_support;
mod judge_cases;
mod leak_support;
mod leak_twins;
mod leak_walk;
mod levels;
mod panel_game;
mod panel_limits;
mod panel_presets;
mod panel_secrets;
mod pictures;
mod play_oracle;
mod play_properties;
mod preset_matrix;
mod rules_coverage;
mod rules_sources;
mod sandbox;
mod store_files;
mod support;
mod table_clock;
mod table_crash;
mod table_play;
mod table_scene;
mod tidy;
