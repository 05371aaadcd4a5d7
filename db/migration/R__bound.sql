-- A bound is a place in the order of a ranking as bytes that sort alike: each column of the key big-endian, its sign bit
-- turned. It stops where it tells the entry that it was made of from the one before; what is left out is the least there is.

-- The n-th column of a bound, from 1: of sort_key, subscore_key, tie_key and participant_id. Not in LANGUAGE sql: written into
-- the statement its dozen operations would be prepared at each execution, of which mostly the first column alone needs them.
CREATE OR REPLACE FUNCTION bound_column(bound bytea, n integer) RETURNS bigint
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS
$$
BEGIN
    IF length(bound) < 8 * n THEN
        RETURN -9223372036854775808;
    END IF;
    RETURN ('x' || encode(substring(bound FROM 8 * n - 7 FOR 8), 'hex'))::bit(64)::bigint # (-9223372036854775808);
END
$$;

-- One column of a key as a part of a bound.
CREATE OR REPLACE FUNCTION bound_bytes(key bigint) RETURNS bytea
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$
SELECT int8send(key # (-9223372036854775808))
$$;
