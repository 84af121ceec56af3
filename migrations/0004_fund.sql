-- The champions' fund: matches between four persons under rules that have one,
-- and how many in a row the winning pair has won by then. ended is the losers'
-- row of wins that ended there. The numbers of a pair are in order.
CREATE TABLE fund_matches (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id INTEGER NOT NULL UNIQUE REFERENCES tables (id),
    guild INTEGER NOT NULL,
    at INTEGER NOT NULL,
    winner_one INTEGER NOT NULL REFERENCES players (id),
    winner_two INTEGER NOT NULL REFERENCES players (id),
    loser_one INTEGER NOT NULL REFERENCES players (id),
    loser_two INTEGER NOT NULL REFERENCES players (id),
    wins INTEGER NOT NULL,
    ended INTEGER NOT NULL
) STRICT;
CREATE INDEX fund_by_winners ON fund_matches (guild, winner_one, winner_two);
CREATE INDEX fund_by_losers ON fund_matches (guild, loser_one, loser_two);
