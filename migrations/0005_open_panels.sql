-- Ephemeral panels that are open: with these a bot that was killed can empty
-- them after its restart, while their tokens live (15 minutes). A row is erased
-- when its panel is closed, given up or too old.
CREATE TABLE open_panels (
    token TEXT PRIMARY KEY,
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seat INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 3),
    user INTEGER NOT NULL,
    language TEXT NOT NULL,
    at INTEGER NOT NULL
) STRICT;
CREATE INDEX open_panels_by_table ON open_panels (table_id);
