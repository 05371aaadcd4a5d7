-- Slices are retired, as partitions of the ledger and the outbox are.
ALTER TABLE window_slice RENAME COLUMN expired_at TO retired_at;
ALTER INDEX window_slice_given_up RENAME TO window_slice_retired;
