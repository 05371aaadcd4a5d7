-- The number of the slice of this name, opened first where it is new. The lock makes two openers take turns, so that
-- neither waits on the other's uncommitted row while holding a lock on entry. The slice's row is held until the
-- transaction ends: a slice in which windows are being opened is not given up.
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
