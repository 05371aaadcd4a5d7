-- The rules of policies are written by the names that the API has for them.
UPDATE scoring_version SET rules = rules || jsonb_build_object(
    'counters', (
        SELECT coalesce(jsonb_agg(
            c.counter - 'part' - 'count'
                || jsonb_build_object('role', c.counter -> 'part', 'aggregation', c.counter -> 'count')
            ORDER BY c.n), '[]')
        FROM jsonb_array_elements(rules -> 'counters') WITH ORDINALITY AS c (counter, n)),
    'pillars', (
        SELECT jsonb_agg(
            p.pillar - 'leaderboard'
                || jsonb_build_object(
                    'leaderboardKey', p.pillar -> 'leaderboard',
                    'terms', (
                        SELECT jsonb_agg(t.term - 'of' || jsonb_build_object('source', t.term -> 'of') ORDER BY t.n)
                        FROM jsonb_array_elements(p.pillar -> 'terms') WITH ORDINALITY AS t (term, n)),
                    'multiplier', CASE WHEN jsonb_typeof(p.pillar -> 'multiplier') = 'object' THEN jsonb_build_object(
                        'streakKey', p.pillar -> 'multiplier' -> 'streak',
                        'minDayCount', p.pillar -> 'multiplier' -> 'from',
                        'maxDayCount', p.pillar -> 'multiplier' -> 'to',
                        'minFactor', p.pillar -> 'multiplier' -> 'least',
                        'maxFactor', p.pillar -> 'multiplier' -> 'most') END)
            ORDER BY p.n)
        FROM jsonb_array_elements(rules -> 'pillars') WITH ORDINALITY AS p (pillar, n)));
