-- A table's name begins with the name of its package.
ALTER TABLE dropped_month RENAME TO ledger_dropped_month;
ALTER TABLE ledger_dropped_month RENAME COLUMN given_up_at TO retired_at;
ALTER TABLE ledger_dropped_month RENAME CONSTRAINT dropped_month_pkey TO ledger_dropped_month_pkey;
ALTER TABLE ledger_dropped_month RENAME CONSTRAINT dropped_month_check TO ledger_dropped_month_check;

ALTER TABLE dropped_outbox RENAME TO change_dropped_day;
ALTER TABLE change_dropped_day RENAME COLUMN given_up_at TO retired_at;
ALTER TABLE change_dropped_day RENAME CONSTRAINT dropped_outbox_pkey TO change_dropped_day_pkey;
ALTER TABLE change_dropped_day RENAME CONSTRAINT dropped_outbox_check TO change_dropped_day_check;

ALTER SEQUENCE outbox_sequence RENAME TO change_outbox_sequence;
ALTER TABLE outbox RENAME TO change_outbox;
ALTER INDEX outbox_of_board RENAME TO change_outbox_of_board;

-- Partitions are named after their table, also those that are detached and not dropped yet.
DO
$$
DECLARE
    partition regclass;
BEGIN
    FOR partition IN
        SELECT oid FROM pg_class
        WHERE relname ~ '^outbox_[0-9]{8}$' AND relkind = 'r' AND relnamespace = current_schema()::regnamespace
    LOOP
        EXECUTE format('ALTER TABLE %s RENAME TO %I', partition, 'change_' || partition);
    END LOOP;
END
$$;
