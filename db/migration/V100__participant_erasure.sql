-- A participant that was erased keeps its row, without anything that names it: entries, final standings and events of others
-- still refer to its number. Its external ID is then U+0002 and the number, which no client can send. Null if it was not erased.
ALTER TABLE participant ADD COLUMN erased_at timestamptz;
