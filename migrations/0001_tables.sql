-- People: the only place where an internal number meets a Discord id and a name.
CREATE TABLE players (
    id INTEGER PRIMARY KEY,
    discord_id INTEGER NOT NULL UNIQUE,
    name TEXT NOT NULL,
    language TEXT NOT NULL
) STRICT;

-- Tables. state: 0 being played, 1 over but not all shown, 2 closed.
CREATE TABLE tables (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    language TEXT NOT NULL,
    state INTEGER NOT NULL DEFAULT 0 CHECK (state IN (0, 1, 2)),
    next_seq INTEGER NOT NULL DEFAULT 0,
    timing TEXT
) STRICT;
CREATE UNIQUE INDEX one_table_a_channel ON tables (channel) WHERE state = 0;
CREATE INDEX tables_by_state ON tables (state);

-- The event log: what happened at a table, in order, for good.
CREATE TABLE events (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    event TEXT NOT NULL,
    PRIMARY KEY (table_id, seq)
) STRICT;

-- Sealed answers of the running round; erased when it closes. A table of its
-- own and always nearly empty, so that nothing of them stays on other pages.
CREATE TABLE sealed (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    event TEXT NOT NULL,
    PRIMARY KEY (table_id, seq)
) STRICT;

-- What a seat has picked for the step it is asked.
CREATE TABLE drafts (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seat INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 3),
    step TEXT NOT NULL,
    cards TEXT NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT;

-- The messages on Discord that show a table.
CREATE TABLE surface (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    key TEXT NOT NULL,
    channel INTEGER NOT NULL,
    message INTEGER NOT NULL,
    hash INTEGER NOT NULL,
    posted_at INTEGER NOT NULL,
    closed INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (table_id, key)
) STRICT;

-- Finished deals, each once, and what each person did in them.
CREATE TABLE deals (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    deal INTEGER NOT NULL,
    guild INTEGER NOT NULL,
    at INTEGER NOT NULL,
    computer INTEGER NOT NULL,
    PRIMARY KEY (table_id, deal)
) STRICT;
CREATE TABLE deal_players (
    table_id INTEGER NOT NULL,
    deal INTEGER NOT NULL,
    player INTEGER NOT NULL REFERENCES players (id),
    won INTEGER NOT NULL,
    levels INTEGER NOT NULL,
    digs INTEGER NOT NULL,
    fries INTEGER NOT NULL,
    PRIMARY KEY (table_id, deal, player),
    FOREIGN KEY (table_id, deal) REFERENCES deals (table_id, deal) ON DELETE CASCADE
) STRICT;

-- The sum of the above by person, server and kind of deal: what the
-- leaderboard reads.
CREATE TABLE standings (
    player INTEGER NOT NULL REFERENCES players (id),
    guild INTEGER NOT NULL,
    computer INTEGER NOT NULL,
    deals INTEGER NOT NULL,
    won INTEGER NOT NULL,
    levels INTEGER NOT NULL,
    digs INTEGER NOT NULL,
    fries INTEGER NOT NULL,
    PRIMARY KEY (player, guild, computer)
) STRICT;
CREATE INDEX standings_by_guild ON standings (guild, computer);

-- Single values: the hash of the registered commands, when the program last lived.
CREATE TABLE single_values (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;
