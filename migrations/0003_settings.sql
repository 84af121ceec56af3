-- What the managers of a server have decided, and what people have chosen for
-- themselves; both as JSON, in which what is missing is as the program has it.
CREATE TABLE server_settings (
    guild INTEGER PRIMARY KEY,
    settings TEXT NOT NULL
) STRICT;
CREATE TABLE player_settings (
    player INTEGER PRIMARY KEY REFERENCES players (id),
    settings TEXT NOT NULL
) STRICT;
