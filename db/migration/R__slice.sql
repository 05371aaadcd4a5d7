-- Returns the number of the slice with this name, and opens it if it does not exist. The lock serializes openers, so that
-- none waits for another's uncommitted row while it holds a lock on entry. The slice's row is locked until the
-- transaction ends, so that a slice is not retired while a window is opened in it.
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
