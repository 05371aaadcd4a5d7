-- The directory of an app's groups: each value of an attribute that a participant or a ranking has had, or that was created.
CREATE TABLE group_value (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    app_id       integer     NOT NULL REFERENCES app,
    attribute    text        NOT NULL COLLATE "C",
    value        text        NOT NULL COLLATE "C",
    name         text,
    time_zone    text,
    -- Participants with this value of their own.
    member_count bigint      NOT NULL DEFAULT 0,
    version      integer     NOT NULL DEFAULT 1,
    created_at   timestamptz NOT NULL,
    UNIQUE (app_id, attribute, value)
);

INSERT INTO group_value (app_id, attribute, value, created_at)
SELECT v.app_id, v.key, v.value, min(v.created_at)
FROM (SELECT r.app_id, one.key, one.value, l.created_at
      FROM ranking AS r
      JOIN leaderboard AS l ON l.id = r.leaderboard_id
      CROSS JOIN LATERAL jsonb_each_text(r.group_values) AS one) AS v
GROUP BY v.app_id, v.key, v.value
ORDER BY v.app_id, v.key COLLATE "C", v.value COLLATE "C";
