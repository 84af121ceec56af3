-- Public threads that the bot has opened for a table: whoever sees the channel
-- sees them too.
CREATE TABLE threads (
    thread INTEGER PRIMARY KEY,
    channel INTEGER NOT NULL
) STRICT;
CREATE INDEX threads_by_channel ON threads (channel);
