package laurel.badge.rule;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import laurel.badge.Badge;
import laurel.database.sql.SqlRepository;
import laurel.streak.run.StreakChange;

/** Who has done what badges are earned by. What was awarded already is not looked at again. */
@JdbcRepository(dialect = Dialect.POSTGRES)
interface ActivityRuleRepository extends SqlRepository {
    /** No award was made for any day of the run, which may have been shorter or longer then. */
    String NOT_AWARDED = """
            NOT EXISTS (SELECT FROM badge_award AS a
                        WHERE a.badge_id = b.badge_id AND a.participant_id = r.participant_id
                          AND (a.period = '' OR a.day BETWEEN r.start_date AND r.end_date))
            """;

    /** A day of a participant by which a badge may be, or is, earned. */
    @Introspected
    record Candidate(int badgeId, long participantId, LocalDate day) {}

    /** A badge and the streak that it is about. */
    record OfStreak(Badge badge, long streakId) {}

    /** The runs that have reached what these badges ask, where something changed; a day is that on which one started. */
    @Query("""
            SELECT DISTINCT b.badge_id, r.participant_id, r.start_date AS day
            FROM unnest(:changes.streakId, :changes.participantId, :changes.from, :changes.through)
                 AS c (streak_id, participant_id, from_day, through_day)
            JOIN unnest(:badges.badge.id, :badges.streakId, :badges.badge.rule.atLeast::integer[])
                 AS b (badge_id, streak_id, length) ON b.streak_id = c.streak_id
            CROSS JOIN LATERAL (
                SELECT * FROM streak_run AS q
                WHERE q.participant_id = c.participant_id AND q.streak_id = c.streak_id
                  AND q.start_date <= c.through_day AND q.end_date >= c.from_day AND q.length >= b.length
                OFFSET 0) AS r
            WHERE\s""" + NOT_AWARDED + "ORDER BY 1, 2, 3")
    List<Candidate> runs(Collection<OfStreak> badges, Collection<StreakChange> changes);

    /** The next of all runs of a streak that have reached what a badge asks, in order of participant and start. */
    @Query("""
            SELECT b.badge_id, r.participant_id, r.start_date AS day
            FROM (VALUES (:badge.id)) AS b (badge_id)
            CROSS JOIN LATERAL (
                SELECT * FROM streak_run AS q
                WHERE q.streak_id = :streak AND q.length >= :badge.rule.atLeast::integer
                  AND (q.participant_id, q.start_date) > (:after.participantId, :after.day)) AS r
            WHERE\s""" + NOT_AWARDED + "ORDER BY r.participant_id, r.start_date LIMIT :most")
    List<Candidate> runs(Badge badge, long streak, Candidate after, int most);

    /**
     * Those of these days on which something was done. Days on which nothing was done end no stretch: what the one before
     * has is all that they have.
     */
    @Query("""
            SELECT DISTINCT c.badge_id, c.participant_id, l.day
            FROM unnest(:days.badgeId, :days.dayRuleId, :days.participantId, :days.from, :days.through)
                 AS c (badge_id, day_rule_id, participant_id, from_day, through_day)
            CROSS JOIN LATERAL (
                SELECT q.day FROM daily_tally AS q
                WHERE q.participant_id = c.participant_id AND q.day_rule_id = c.day_rule_id AND q.events > 0
                  AND q.day BETWEEN c.from_day AND c.through_day
                OFFSET 0) AS l
            WHERE NOT EXISTS (SELECT FROM badge_award AS a
                              WHERE a.badge_id = c.badge_id AND a.participant_id = c.participant_id
                                AND a.period IN ('', l.day::text))
            ORDER BY 1, 2, 3
            """)
    List<Candidate> lastDays(Collection<TrailingDays> days);

    /** The next of all days with which stretches end, in order of day and participant. */
    @Query("""
            SELECT DISTINCT :badge.id::integer AS badge_id, q.participant_id, q.day
            FROM daily_tally AS q
            WHERE q.day_rule_id = :dayRule AND q.events > 0 AND q.day >= :after.day
              AND (q.day, q.participant_id) > (:after.day, :after.participantId)
            ORDER BY q.day, q.participant_id
            LIMIT :most
            """)
    List<Candidate> lastDays(Badge badge, int dayRule, Candidate after, int most);

    /** Days in a row, and what is counted in them; without types, of all events. */
    record Stretch(
            Badge badge, int dayRuleId, long participantId, LocalDate last, String types, String parts, String thing) {}

    /** What is counted in the stretch {@code c}. */
    String LINES = """
            q.participant_id = c.participant_id AND q.day_rule_id = c.day_rule_id
                      AND q.day BETWEEN c.day - c.length + 1 AND c.day AND q.events > 0
                      AND (c.types = '' OR q.type = ANY (string_to_array(c.types, ' ')))
                      AND q.part = ANY (string_to_array(c.parts, ' '))""";

    /** The last days of those of these stretches in which there is what their badges ask. */
    @Query("""
            SELECT c.badge_id, c.participant_id, c.day
            FROM unnest(:stretches.badge.id, :stretches.dayRuleId, :stretches.participantId, :stretches.last,
                        :stretches.badge.rule.daysCounted, :stretches.types, :stretches.parts, :stretches.thing,
                        :stretches.badge.rule.atLeast)
                 AS c (badge_id, day_rule_id, participant_id, day, length, types, parts, thing, number)
            CROSS JOIN LATERAL (
                SELECT CASE c.thing
                    WHEN 'PEERS' THEN (SELECT count(DISTINCT q.peer_id) FROM daily_peer AS q WHERE\s""" + LINES + """
                    )
                    WHEN 'EVENTS' THEN (SELECT coalesce(sum(q.events), 0) FROM daily_tally AS q WHERE\s""" + LINES + """
                    )
                    ELSE (SELECT coalesce(sum(q.total), 0) FROM daily_tally AS q WHERE\s""" + LINES + """
                    )
                END AS number) AS found
            WHERE found.number >= c.number
            """)
    List<Candidate> reached(List<Stretch> stretches);
}
