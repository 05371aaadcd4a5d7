-- A separator is the lower bound of a child in the rank index: the first columns of a key as bytes with the same order. Each
-- column is big-endian with its sign bit inverted, except for the last, the ID key, which is UTF-8. Omitted columns count as
-- the smallest value.
-- This file keeps its first name, because Flyway identifies it by that.

-- Returns the n-th column of a separator, from 1: sort_key, subscore_key, tie_key. Not in LANGUAGE sql: inlined,
-- its dozen operations would be prepared at each execution of a statement, although mostly only the first column is needed.
CREATE OR REPLACE FUNCTION separator_column(separator bytea, n integer) RETURNS bigint
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS
$$
BEGIN
    IF length(separator) < 8 * n THEN
        RETURN -9223372036854775808;
    END IF;
    RETURN ('x' || encode(substring(separator FROM 8 * n - 7 FOR 8), 'hex'))::bit(64)::bigint # (-9223372036854775808);
END
$$;

-- Returns one column of a key as a part of a separator.
CREATE OR REPLACE FUNCTION separator_bytes(key bigint) RETURNS bytea
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$
SELECT int8send(key # (-9223372036854775808))
$$;

-- Returns the last column of a separator, the ID key.
CREATE OR REPLACE FUNCTION separator_id(separator bytea) RETURNS text
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS
$$
BEGIN
    RETURN convert_from(substring(separator FROM 25), 'UTF8');
END
$$;

-- Returns an ID key as the last part of a separator. STABLE, because convert_to is.
CREATE OR REPLACE FUNCTION separator_bytes(key text) RETURNS bytea
    LANGUAGE sql STABLE PARALLEL SAFE AS
$$
SELECT convert_to(key, 'UTF8')
$$;
