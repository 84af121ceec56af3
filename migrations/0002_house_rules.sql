-- House rules: a server's own variations on a preset. folded is the name as
-- names are compared; changes are the new values by path, as JSON; revision
-- counts how often they were saved.
CREATE TABLE house_rules (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER NOT NULL,
    name TEXT NOT NULL,
    folded TEXT NOT NULL,
    base TEXT NOT NULL,
    changes TEXT NOT NULL,
    revision INTEGER NOT NULL DEFAULT 0,
    UNIQUE (guild, folded)
) STRICT;

-- House rules that somebody is working on and has not saved yet. house and
-- revision are what they change, without them they are new.
CREATE TABLE house_drafts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER NOT NULL,
    player INTEGER NOT NULL REFERENCES players (id),
    name TEXT NOT NULL,
    folded TEXT NOT NULL,
    house INTEGER,
    revision INTEGER,
    base TEXT NOT NULL,
    changes TEXT NOT NULL,
    UNIQUE (guild, player, folded)
) STRICT;
