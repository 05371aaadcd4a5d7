-- Returns the ID of a slice by name, and creates a missing slice. The advisory lock serializes creation, so that no
-- transaction waits for the uncommitted row of another while it holds a lock on entry. The lock on the slice's row lasts
-- until the end of the transaction, so that the slice is not retired while windows are added to it.
CREATE OR REPLACE FUNCTION open_slice(slice_name text, moment timestamptz) RETURNS integer
    LANGUAGE plpgsql AS
$$
DECLARE
    number integer;
BEGIN
    SELECT id INTO number FROM window_slice WHERE name = slice_name FOR KEY SHARE;
    IF FOUND THEN
        RETURN number;
    END IF;
    PERFORM pg_advisory_xact_lock(hashtext('open_slice'));
    SELECT id INTO number FROM window_slice WHERE name = slice_name FOR KEY SHARE;
    IF FOUND THEN
        RETURN number;
    END IF;
    INSERT INTO window_slice (name, opened_at) VALUES (slice_name, moment) RETURNING id INTO number;
    PERFORM add_partition('entry', number, 'entries of the windows of slice ' || slice_name);
    PERFORM add_partition('final_standing', number, 'final standings of the windows of slice ' || slice_name);
    RETURN number;
END
$$;
