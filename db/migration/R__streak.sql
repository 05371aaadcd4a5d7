-- The last of the frozen days and days with amnesty that follow this day without a gap; the day itself if there are none.
CREATE OR REPLACE FUNCTION held_through(streak bigint, participant bigint, last_day date, step integer) RETURNS date
    LANGUAGE sql STABLE AS
$$
SELECT coalesce(max(numbered.day), last_day)
FROM (SELECT held.day, row_number() OVER (ORDER BY held.day) AS n
      FROM (SELECT f.day FROM frozen_day AS f
            WHERE f.participant_id = participant AND f.streak_id = streak AND f.day > last_day
            UNION
            SELECT f.day FROM amnesty_day AS f WHERE f.streak_id = streak AND f.day > last_day) AS held) AS numbered
WHERE numbered.day = last_day + (numbered.n * step)::integer
$$;
