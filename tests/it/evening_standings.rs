//! What the bot says of the standings, against a recount from records.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use chaodipi::game::PlayerId;
use chaodipi::sandbox::{ChannelId, Sandbox, SandboxOptions, SeenMessage, UserId};
use chaodipi::store::Store;
use serde_json::json;

use crate::evening_recount::{Counted, Deal, Did, Won, count, ordered, ratings};
use crate::support::en;

pub use crate::evening_recount::deals;

/// Where the standings are asked for: not where they played.
const LOUNGE: ChannelId = SandboxOptions::OTHER_CHANNEL;
/// What is ranked, by the names of the command's option.
const METRICS: [(&str, &str); 8] = [
    ("won", "by-won"),
    ("rating", "by-rating"),
    ("pairs", "by-pairs"),
    ("rate", "by-rate"),
    ("defended", "by-defended"),
    ("levels", "by-levels"),
    ("digs", "by-digs"),
    ("fries", "by-fries"),
];

/// Which number of a record is whom: people in the order in which they sat down.
pub fn names(record: &str, people: &[&str]) -> BTreeMap<i64, String> {
    let mut order: Vec<i64> = Vec::new();
    for line in record.lines() {
        let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let sat = line["occupant"]["person"].as_i64();
        if let Some(player) = sat.filter(|p| line["event"] == "sat" && !order.contains(p)) {
            order.push(player);
        }
    }
    assert_eq!(order.len(), people.len());
    let named = order.into_iter().zip(people);
    named
        .map(|(player, name)| (player, (*name).to_owned()))
        .collect()
}

/// A season as it is asked for, how it is called, and which deals are its.
struct Season {
    option: &'static str,
    name: String,
    deals: std::ops::Range<usize>,
}

/// The standings as they must be told.
pub struct Told {
    sandbox: Sandbox,
    deals: Vec<Deal>,
    names: BTreeMap<i64, String>,
    seasons: Vec<Season>,
}

impl Told {
    /// The first two deals were played in November, the third in December.
    pub fn new(sandbox: &Sandbox, deals: Vec<Deal>, names: BTreeMap<i64, String>) -> Told {
        let month = |month: &'static str| {
            let named = vec![("year", "2026".into()), ("month", month.into())];
            en("season-month", named)
        };
        let season = |option, name, deals| Season {
            option,
            name,
            deals,
        };
        Told {
            sandbox: sandbox.clone(),
            deals,
            names,
            seasons: vec![
                season("", month("12"), 2..3),
                season("2026-12", month("12"), 2..3),
                season("2026-11", month("11"), 0..2),
                season("2026-10", month("10"), 0..0),
                season("all", en("season-ever", vec![]), 0..3),
            ],
        }
    }

    /// Asks the bot for everything and compares.
    pub async fn check(&self) {
        let user = UserId(4);
        let offered = self
            .sandbox
            .autocomplete(
                user,
                LOUNGE,
                &["leaderboard"],
                &[("season", json!(""))],
                "season",
            )
            .await
            .expect("offered");
        let offered: Vec<_> = offered.iter().map(|c| c.value.clone()).collect();
        assert_eq!(offered, [json!("2026-12"), json!("all"), json!("2026-11")]);
        let mut said = 0;
        for season in &self.seasons {
            for (metric, words) in METRICS {
                let mut options = vec![("by", json!(metric))];
                options.extend(season.option().map(|o| ("season", o)));
                let told = self.ask(user, &["leaderboard"], &options).await;
                assert!(!told.ephemeral, "the standings are for all");
                assert_eq!(told.content, self.board(season, metric, words));
                said += told.content.lines().count();
            }
        }
        assert!(said > 100, "{said} lines");
        for (&player, name) in &self.names {
            let who = ["Alice", "Bob", "Carol", "Dave"]
                .iter()
                .position(|n| n == name);
            let who = UserId(who.expect("a name") as u64 + 1);
            for season in &self.seasons[1..] {
                let mut options = vec![("player", json!(who.0.to_string()))];
                options.extend(season.option().map(|o| ("season", o)));
                let told = self.ask(UserId(4), &["stats"], &options).await;
                assert!(told.ephemeral, "stats are for who asks");
                self.check_stats(season, player, &told);
            }
        }
    }

    async fn ask(
        &self,
        who: UserId,
        path: &[&str],
        options: &[(&str, serde_json::Value)],
    ) -> SeenMessage {
        let done = self.sandbox.slash(who, LOUNGE, path, options).await;
        self.sandbox.settle().await.expect("at rest");
        let done = done.expect("offered");
        done.message().expect("an answer").clone()
    }

    fn counted(&self, season: &Season) -> Counted {
        count(&self.deals[season.deals.clone()])
    }

    fn name(&self, player: i64) -> String {
        self.names[&player].clone()
    }

    /// A leaderboard, line by line.
    fn board(&self, season: &Season, metric: &str, words: &str) -> String {
        let title = vec![
            ("by", en(words, vec![]).into()),
            ("scope", en("scope-server", vec![]).into()),
            ("season", season.name.clone().into()),
        ];
        let mut lines = vec![en("leaderboard-title", title)];
        let [people, computers] = self.counted(season);
        let played = &self.deals[season.deals.clone()];
        let rated = matches!(metric, "rating" | "pairs");
        let line = |rank: usize, name: String, value: i64, deals: u32| {
            let mut args = vec![
                ("name", name.into()),
                ("value", value.into()),
                ("deals", deals.into()),
            ];
            if rated {
                return en("leaderboard-provisional", args);
            }
            args.push(("rank", rank.into()));
            en("leaderboard-line", args)
        };
        let ranked = |all: Vec<(i64, u32, Vec<i64>)>| -> Vec<String> {
            let mut all = all;
            all.sort_by_key(|(value, deals, who)| (Reverse(*value), *deals, who.clone()));
            (1..)
                .zip(all)
                .map(|(rank, (value, deals, who))| {
                    let names: Vec<String> = who.into_iter().map(|p| self.name(p)).collect();
                    line(rank, names.join(" + "), value, deals)
                })
                .collect()
        };
        let of = |counted: &BTreeMap<i64, Did>| -> Vec<(i64, u32, Vec<i64>)> {
            let value = |did: &Did| match metric {
                "won" => Some(did.all.1),
                "levels" => Some(did.levels),
                "digs" => Some(did.digs),
                "fries" => Some(did.fries),
                // Rates count from more deals on than an evening has.
                _ => None,
            };
            let line = |(player, did): (&i64, &Did)| {
                Some((i64::from(value(did)?), did.all.0, vec![*player]))
            };
            counted.iter().filter_map(line).collect()
        };
        let main = match metric {
            "rating" => ratings(played, |pair| pair.to_vec())
                .into_iter()
                .map(|(player, r)| (r.points(), r.2, vec![player]))
                .collect(),
            "pairs" => ratings(played, |[one, other]| {
                vec![(one.min(other), one.max(other))]
            })
            .into_iter()
            .map(|((one, other), r)| (r.points(), r.2, vec![one, other]))
            .collect(),
            _ => of(&people),
        };
        let apart = if rated { Vec::new() } else { of(&computers) };
        if main.is_empty() {
            lines.push(if apart.is_empty() {
                en("leaderboard-empty", vec![("least", 20.into())])
            } else {
                en("leaderboard-computers-only", vec![])
            });
        }
        lines.extend(ranked(main));
        if !apart.is_empty() {
            lines.push(en("leaderboard-computer", vec![]));
            lines.extend(ranked(apart));
        }
        if rated {
            lines.push(en("leaderboard-rated", vec![("least", 20.into())]));
        }
        lines.join("\n")
    }

    fn check_stats(&self, season: &Season, player: i64, told: &SeenMessage) {
        let [people, computers] = self.counted(season);
        let did = people.get(&player);
        let apart = computers.get(&player).map_or(Won(0, 0), |d| d.all);
        if did.is_none() && apart.0 == 0 {
            assert_eq!(
                told.content,
                format!("❗ {}", en("refused-no-stats", vec![]))
            );
            return;
        }
        let title = vec![
            ("name", self.name(player).into()),
            ("scope", en("scope-server", vec![]).into()),
            ("season", season.name.clone().into()),
        ];
        let mut lines = vec![en("stats-title", title)];
        if let Some(did) = did {
            lines.extend(self.stats(season, player, did));
        }
        if apart.0 > 0 {
            let args = vec![("deals", apart.0.into()), ("won", apart.1.into())];
            lines.push(en("stats-computer", args));
        }
        if let Some(did) = did {
            lines.push(en("stats-legend", vec![]));
            let signs = vec![
                ("deals", did.signs.len().into()),
                ("signs", did.signs.clone().into()),
            ];
            assert_eq!(told.files[0].alt, en("stats-alt", signs));
        }
        assert_eq!(told.content, lines.join("\n"));
    }

    fn stats(&self, season: &Season, player: i64, did: &Did) -> Vec<String> {
        let role = |key: &str, won: Won| {
            let args = vec![
                ("deals", won.0.into()),
                ("won", won.1.into()),
                ("rate", won.percent().into()),
            ];
            en(key, args)
        };
        let args = vec![
            ("levels", did.levels.into()),
            ("digs", did.digs.into()),
            ("fries", did.fries.into()),
            ("stood", did.stood.into()),
            ("throws", did.throws.into()),
        ];
        let row = vec![("now", did.streak.into()), ("longest", did.longest.into())];
        let played = &self.deals[season.deals.clone()];
        let rating = ratings(played, |pair| pair.to_vec())[&player];
        let rated = vec![
            ("points", rating.points().into()),
            ("deals", rating.2.into()),
            ("least", 20.into()),
        ];
        let ties = |ties: &BTreeMap<i64, Won>| {
            let told: Vec<String> = ordered(ties)
                .into_iter()
                .map(|(who, won)| {
                    let args = vec![
                        ("name", self.name(who).into()),
                        ("deals", won.0.into()),
                        ("won", won.1.into()),
                    ];
                    en("stats-tie", args)
                })
                .collect();
            vec![("people", told.join(", ").into())]
        };
        vec![
            role("stats-all", did.all),
            role("stats-dealer", did.dealer),
            role("stats-dealing", did.dealing),
            role("stats-attacker", did.attacker),
            en("stats-did", args),
            en("stats-streak", row),
            en("stats-rating-provisional", rated),
            en("stats-with", ties(&did.with)),
            en("stats-against", ties(&did.against)),
        ]
    }

    /// The facts in the database, and these counted anew.
    pub async fn check_store(&self, store: &Store) {
        for _ in 0..2 {
            let kept = store.all_standings().await.expect("read");
            let kept: Vec<_> = kept
                .into_iter()
                .map(|(player, guild, computer, s)| {
                    assert_eq!(guild, SandboxOptions::GUILD.0);
                    (
                        player,
                        computer,
                        [s.deals, s.won, s.levels, s.digs, s.fries],
                    )
                })
                .collect();
            let mut expected = Vec::new();
            for (computer, counted) in [false, true].into_iter().zip(count(&self.deals)) {
                for (player, did) in counted {
                    let sums = [did.all.0, did.all.1, did.levels, did.digs, did.fries];
                    expected.push((PlayerId(player), computer, sums));
                }
            }
            expected.sort();
            assert_eq!(kept, expected);
            assert_eq!(store.rebuild_standings().await.expect("counted"), 3);
        }
    }
}

impl Season {
    fn option(&self) -> Option<serde_json::Value> {
        (!self.option.is_empty()).then(|| json!(self.option))
    }
}
