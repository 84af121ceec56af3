-- A table that was made void: none of its deals counts.
ALTER TABLE tables ADD COLUMN voided INTEGER NOT NULL DEFAULT 0 CHECK (voided IN (0, 1));
