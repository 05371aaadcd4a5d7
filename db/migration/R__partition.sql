-- Creates the partition from lower (inclusive) to upper (exclusive) of a table that is partitioned by ranges. Creates it as
-- a table and attaches it, because CREATE TABLE ... PARTITION OF would block readers and writers of other partitions.
-- Takes the lock of ATTACH PARTITION first, which serializes concurrent calls.
CREATE OR REPLACE FUNCTION add_partition(parent text, partition text, lower text, upper text, story text) RETURNS void
    LANGUAGE plpgsql AS
$$
BEGIN
    IF to_regclass(partition) IS NOT NULL THEN
        RETURN;
    END IF;
    EXECUTE format('LOCK TABLE ONLY %I IN SHARE UPDATE EXCLUSIVE MODE', parent);
    IF to_regclass(partition) IS NOT NULL THEN
        RETURN;
    END IF;
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE)', partition, parent);
    EXECUTE format('COMMENT ON TABLE %I IS %L', partition, story);
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, partition, lower, upper);
END
$$;

-- Creates partition n of a table that is partitioned by ranges of 2^40 IDs: from n << 40 to (n + 1) << 40.
CREATE OR REPLACE FUNCTION add_partition(parent text, number bigint, story text) RETURNS void
    LANGUAGE plpgsql AS
$$
BEGIN
    PERFORM add_partition(parent, parent || '_' || number, (number << 40)::text, ((number + 1) << 40)::text, story);
END
$$;
