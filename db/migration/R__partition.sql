-- Adds a partition to a table that is partitioned by ranges: it holds what lies from lower on and before upper.
-- Made apart and then attached, because attaching lets readers and writers of the other partitions go on, where
-- CREATE TABLE ... PARTITION OF locks them all out. The lock is the one that attaching takes: two who add take turns.
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

-- Of a table that is partitioned by ranges of 2^40 ids: partition n holds n << 40 .. (n + 1) << 40.
CREATE OR REPLACE FUNCTION add_partition(parent text, number bigint, story text) RETURNS void
    LANGUAGE plpgsql AS
$$
BEGIN
    PERFORM add_partition(parent, parent || '_' || number, (number << 40)::text, ((number + 1) << 40)::text, story);
END
$$;
