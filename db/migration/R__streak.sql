-- The last of the days without activity that a freeze or an amnesty covers and that follow a day without a gap. The
-- day itself if the next one is not covered.
CREATE OR REPLACE FUNCTION streak_covered_through(streak bigint, participant bigint, last_day date, step integer) RETURNS date
    LANGUAGE sql STABLE AS
$$
SELECT coalesce(max(numbered.day), last_day)
FROM (SELECT held.day, row_number() OVER (ORDER BY held.day) AS n
      FROM (SELECT f.day FROM streak_frozen_day AS f
            WHERE f.participant_id = participant AND f.streak_id = streak AND f.day > last_day
            UNION
            SELECT f.day FROM streak_amnesty_day AS f WHERE f.streak_id = streak AND f.day > last_day) AS held) AS numbered
WHERE numbered.day = last_day + (numbered.n * step)::integer
$$;
