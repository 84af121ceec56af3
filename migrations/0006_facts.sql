-- What each person did in a finished deal, so that everything about somebody
-- can be told from here. All of it follows from the log; the rows of older
-- versions are counted anew at the next start.
ALTER TABLE deal_players ADD COLUMN seat INTEGER NOT NULL DEFAULT 0;
ALTER TABLE deal_players ADD COLUMN role INTEGER NOT NULL DEFAULT 2;
ALTER TABLE deal_players ADD COLUMN drawn INTEGER NOT NULL DEFAULT 0;
ALTER TABLE deal_players ADD COLUMN stood INTEGER NOT NULL DEFAULT 0;
ALTER TABLE deal_players ADD COLUMN failed_throws INTEGER NOT NULL DEFAULT 0;
CREATE INDEX deal_players_by_player ON deal_players (player);
CREATE INDEX deals_by_time ON deals (guild, at);

-- The sums follow from the rows above.
DROP TABLE standings;

-- Who lets themselves be seen in the standings of all servers.
CREATE TABLE worldwide (
    player INTEGER PRIMARY KEY REFERENCES players (id)
) STRICT;

-- Under which it is kept how the facts were made.
DELETE FROM single_values WHERE key = 'facts';
