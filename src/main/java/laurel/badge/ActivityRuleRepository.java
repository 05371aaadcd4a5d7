package laurel.badge;

import static java.util.Objects.requireNonNull;
import static laurel.database.Columns.column;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import laurel.database.Sql;
import laurel.streak.StreakChange;
import org.jspecify.annotations.Nullable;

/** Who has done what badges are earned by. What was awarded already is not looked at again. */
@Singleton
class ActivityRuleRepository {
    /** A run that one was awarded for, whatever it looked like then. */
    private static final String RUN_AWARDED = """
            EXISTS (SELECT FROM badge_award AS a
                    WHERE a.badge_id = b.badge_id AND a.participant_id = r.participant_id
                      AND (a.period = '' OR a.day BETWEEN r.started_on AND r.last_active_on))
            """;

    private static final String RUNS = """
            SELECT DISTINCT b.badge_id, r.participant_id, r.started_on AS day
            FROM unnest(:streaks, :participants, :froms, :throughs) AS c (streak_id, participant_id, from_day, through_day)
            JOIN unnest(:badges, :badgeStreaks, :lengths) AS b (badge_id, streak_id, length) ON b.streak_id = c.streak_id
            CROSS JOIN LATERAL (
                SELECT * FROM streak_run AS q
                WHERE q.participant_id = c.participant_id AND q.streak_id = c.streak_id
                  AND q.started_on <= c.through_day AND q.last_active_on >= c.from_day AND q.length >= b.length
                OFFSET 0) AS r
            WHERE NOT <awarded>
            ORDER BY 1, 2, 3
            """.replace("<awarded>", RUN_AWARDED);

    private static final String ALL_RUNS = """
            SELECT b.badge_id, r.participant_id, r.started_on AS day
            FROM (VALUES (:badge)) AS b (badge_id)
            CROSS JOIN LATERAL (
                SELECT * FROM streak_run AS q
                WHERE q.streak_id = :streak AND q.length >= :length
                  AND (q.participant_id, q.started_on) > (:participant, :day)) AS r
            WHERE NOT <awarded>
            ORDER BY r.participant_id, r.started_on
            LIMIT :most
            """.replace("<awarded>", RUN_AWARDED);

    /** Days on which nothing was done end no stretch: what the one before has is all that they have. */
    private static final String LAST_DAYS = """
            SELECT DISTINCT c.badge_id, c.participant_id, l.day
            FROM unnest(:badges, :rules, :participants, :froms, :throughs)
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
            """;

    private static final String ALL_LAST_DAYS = """
            SELECT DISTINCT :badge::integer AS badge_id, q.participant_id, q.day
            FROM daily_tally AS q
            WHERE q.day_rule_id = :rule AND q.events > 0 AND q.day >= :day
              AND (q.day, q.participant_id) > (:day, :participant)
            ORDER BY q.day, q.participant_id
            LIMIT :most
            """;

    private static final String LINES = """
            q.participant_id = c.participant_id AND q.day_rule_id = c.day_rule_id
                      AND q.day BETWEEN c.last_day - c.length + 1 AND c.last_day AND q.events > 0
                      AND (c.types = '' OR q.type = ANY (string_to_array(c.types, ' ')))
                      AND q.part = ANY (string_to_array(c.parts, ' '))""";

    private static final String REACHED = """
            SELECT c.n
            FROM unnest(:rules, :participants, :days, :lengths, :types, :parts, :things, :numbers) WITH ORDINALITY
                 AS c (day_rule_id, participant_id, last_day, length, types, parts, thing, number, n)
            CROSS JOIN LATERAL (
                SELECT CASE c.thing
                    WHEN 'PEERS' THEN (SELECT count(DISTINCT q.peer_id) FROM daily_peer AS q
                                       WHERE <lines>)
                    WHEN 'EVENTS' THEN (SELECT coalesce(sum(q.events), 0) FROM daily_tally AS q
                                        WHERE <lines>)
                    ELSE (SELECT coalesce(sum(q.total), 0) FROM daily_tally AS q
                          WHERE <lines>)
                END AS number) AS found
            WHERE found.number >= c.number::numeric
            """.replace("<lines>", LINES);

    private final Sql sql;

    ActivityRuleRepository(Sql sql) {
        this.sql = sql;
    }

    /** A day of a participant by which a badge may be, or is, earned. */
    @Introspected
    record Candidate(int badgeId, long participantId, LocalDate day) {}

    /** A badge and the streak that it is about. */
    record OfStreak(Badge badge, long streakId) {
        int length() {
            return requireNonNull(badge.rule().atLeast()).intValueExact();
        }
    }

    /** Days in a row, and what is counted in them; without types, of all events. */
    record Stretch(
            Badge badge, int dayRuleId, long participantId, LocalDate last, String types, String parts, String thing) {
        int days() {
            return OfPolicy.days(badge);
        }
    }

    /** A badge and the rule for days that it counts by. */
    record OfPolicy(Badge badge, int dayRuleId) {
        static int days(Badge badge) {
            Integer days = badge.rule().days();
            return days == null ? 1 : days;
        }
    }

    /** The runs that have reached what these badges ask, where something changed; a day is that on which one started. */
    List<Candidate> runs(Collection<OfStreak> badges, Collection<StreakChange> changes) {
        return sql.of(RUNS)
                .bindArray("streaks", Long.class, column(changes, StreakChange::streakId))
                .bindArray("participants", Long.class, column(changes, StreakChange::participantId))
                .bindArray("froms", LocalDate.class, column(changes, StreakChange::from))
                .bindArray("throughs", LocalDate.class, column(changes, StreakChange::through))
                .bindArray("badges", Integer.class, column(badges, of -> of.badge.id()))
                .bindArray("badgeStreaks", Long.class, column(badges, OfStreak::streakId))
                .bindArray("lengths", Integer.class, column(badges, OfStreak::length))
                .list(Candidate.class);
    }

    /** The next of all runs that have reached what a badge asks, in order of participant and start. */
    List<Candidate> runs(OfStreak of, @Nullable Candidate after, int most) {
        return sql.of(ALL_RUNS)
                .bind("badge", of.badge.id())
                .bind("streak", of.streakId)
                .bind("length", of.length())
                .bind("participant", after == null ? 0 : after.participantId)
                .bind("day", after == null ? LocalDate.EPOCH : after.day)
                .bind("most", most)
                .list(Candidate.class);
    }

    /** Those of these days on which something was done. */
    List<Candidate> lastDays(Collection<LastDays> days) {
        return sql.of(LAST_DAYS)
                .bindArray("badges", Integer.class, column(days, LastDays::badgeId))
                .bindArray("rules", Integer.class, column(days, LastDays::dayRuleId))
                .bindArray("participants", Long.class, column(days, LastDays::participantId))
                .bindArray("froms", LocalDate.class, column(days, LastDays::from))
                .bindArray("throughs", LocalDate.class, column(days, LastDays::through))
                .list(Candidate.class);
    }

    /** The next of all days with which stretches end, in order of day and participant. */
    List<Candidate> lastDays(OfPolicy of, @Nullable Candidate after, int most) {
        return sql.of(ALL_LAST_DAYS)
                .bind("badge", of.badge.id())
                .bind("rule", of.dayRuleId)
                .bind("participant", after == null ? 0 : after.participantId)
                .bind("day", after == null ? LocalDate.of(0, 1, 1) : after.day)
                .bind("most", most)
                .list(Candidate.class);
    }

    /** Those of these stretches in which there is what their badges ask. */
    List<Stretch> reached(List<Stretch> stretches) {
        return sql
                .of(REACHED)
                .bindArray("rules", Integer.class, column(stretches, Stretch::dayRuleId))
                .bindArray("participants", Long.class, column(stretches, Stretch::participantId))
                .bindArray("days", LocalDate.class, column(stretches, Stretch::last))
                .bindArray("lengths", Integer.class, column(stretches, Stretch::days))
                .bindArray("types", String.class, column(stretches, Stretch::types))
                .bindArray("parts", String.class, column(stretches, Stretch::parts))
                .bindArray("things", String.class, column(stretches, Stretch::thing))
                .bindArray(
                        "numbers",
                        String.class,
                        column(stretches, one -> String.valueOf(one.badge.rule().atLeast())))
                .list(Long.class)
                .stream()
                .map(n -> stretches.get(Math.toIntExact(n) - 1))
                .toList();
    }
}
