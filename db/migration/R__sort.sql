-- Every order is ascending: these functions map scores and times to keys that ascend from the best to the worst. They are
-- inlined. laurel.leaderboard.SortOrder and laurel.leaderboard.TieRule are the same rules in Java.

-- The key of a score. Bit inversion reverses the order of all 64-bit integers; negation would overflow.
CREATE OR REPLACE FUNCTION sort_key(score bigint, sort_order text) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$
SELECT CASE sort_order WHEN 'DESCENDING' THEN ~score ELSE score END
$$;

-- The same for scores that may exceed 64 bits.
CREATE OR REPLACE FUNCTION sort_key(score numeric, sort_order text) RETURNS numeric
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$
SELECT CASE sort_order WHEN 'DESCENDING' THEN -score - 1 ELSE score END
$$;

-- The score of a key. sort_key is its own inverse.
CREATE OR REPLACE FUNCTION to_score(key bigint, sort_order text) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$
SELECT sort_key(key, sort_order)
$$;

-- The key that orders equal scores, in microseconds. STABLE, because extract is. SQL functions that are inlined cannot raise
-- exceptions: the cast of a text that is not a number fails instead, and its message has the text.
CREATE OR REPLACE FUNCTION tie_key(achieved_at timestamptz, tie_rule text) RETURNS bigint
    LANGUAGE sql STABLE PARALLEL SAFE AS
$$
SELECT CASE tie_rule WHEN 'EARLIEST' THEN (extract(epoch FROM achieved_at) * 1000000)::bigint
                     WHEN 'LATEST' THEN ~(extract(epoch FROM achieved_at) * 1000000)::bigint
                     WHEN 'ID' THEN 0
                     ELSE ('unknown tie rule ' || tie_rule)::bigint END
$$;

-- The last key of every order: type and external ID, by code points. Both never change, and have no control characters, so
-- U+0001 ends the type.
CREATE OR REPLACE FUNCTION id_key(entity_type text, external_id text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$
SELECT (entity_type || chr(1) || external_id) COLLATE "C"
$$;
