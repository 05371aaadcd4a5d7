package laurel.scoring.day;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import laurel.activity.ParticipantDay;
import laurel.database.sql.SqlRepository;
import laurel.scoring.day.ScoringContext.ReceivedChange;
import laurel.streak.run.StreakChange;
import org.jspecify.annotations.Nullable;

/**
 * Stores changed days that are still to be scored. Rows are only added and deleted, so the transactions that add them do not wait
 * for the one that scores others.
 */
@JdbcRepository(dialect = Dialect.POSTGRES)
interface ChangedDayRepository extends SqlRepository {
    /**
     * Days of a participant with changed tallies or a changed streak. Both dates are inclusive.
     *
     * @param dayRuleId  day rule of the tallies; null if a streak changed
     * @param streakId   null if tallies changed
     * @param endLength  {@link StreakChange#endLength}; 0 if tallies changed
     * @param receivedAt when the first of the changes was received
     */
    @Introspected
    record ChangedDay(
            long participantId,
            @Nullable Integer dayRuleId,
            @Nullable Long streakId,
            LocalDate startDate,
            LocalDate endDate,
            int endLength,
            Instant receivedAt) {
        ReceivedChange received() {
            return new ReceivedChange(participantId, startDate, endDate, receivedAt);
        }

        static ChangedDay of(ParticipantDay day, Instant receivedAt) {
            return new ChangedDay(day.participantId(), day.dayRuleId(), null, day.day(), day.day(), 0, receivedAt);
        }

        static ChangedDay of(StreakChange change, Instant receivedAt) {
            return new ChangedDay(
                    change.participantId(),
                    null,
                    change.streakId(),
                    change.startDate(),
                    change.endDate(),
                    change.endLength(),
                    receivedAt);
        }
    }

    /** Adds changes, except those of tallies that no policy of the app scores. */
    @Query("""
            INSERT INTO scoring_changed_day
                (app_id, participant_id, day_rule_id, streak_id, start_date, end_date, end_length, received_at)
            SELECT :app, c.*
            FROM unnest(:changes.participantId, :changes.dayRuleId, :changes.streakId, :changes.startDate, :changes.endDate,
                        :changes.endLength, :changes.receivedAt)
                 AS c (participant_id, day_rule_id, streak_id, start_date, end_date, end_length, received_at)
            WHERE EXISTS (SELECT FROM scoring_policy AS p
                          WHERE p.app_id = :app AND p.day_rule_id = coalesce(c.day_rule_id, p.day_rule_id))
            """)
    void add(int app, Collection<ChangedDay> changes);

    /**
     * Merges changes with the same start. The latest of the dates {@code end_date - end_length} is kept, so that {@link
     * StreakChange#endDate(int)} leaves out no day that one of the changes includes.
     */
    String MERGED = """
            SELECT participant_id, day_rule_id, streak_id, start_date, max(end_date) AS end_date,
                   max(end_date) - max(end_date - end_length) AS end_length, min(received_at) AS received_at
            FROM taken
            GROUP BY participant_id, day_rule_id, streak_id, start_date
            """;

    /**
     * Removes the first changes of an app, and all others of the same days, and returns them without duplicates.
     *
     * @param rows maximum number of changes, without the others of the same days
     * @param days maximum number of days of a participant on which changes start
     */
    @Query("""
            WITH next AS MATERIALIZED (
                SELECT f.participant_id, f.start_date
                FROM (SELECT * FROM scoring_changed_day WHERE app_id = :app ORDER BY received_at, id LIMIT :rows) AS f
                GROUP BY f.participant_id, f.start_date
                ORDER BY min(f.received_at), min(f.id)
                LIMIT :days
            ), taken AS (
                DELETE FROM scoring_changed_day WHERE ctid = ANY (ARRAY(
                    SELECT c.ctid
                    FROM next,
                         LATERAL (SELECT l.ctid FROM scoring_changed_day AS l
                                  WHERE l.participant_id = next.participant_id AND l.start_date = next.start_date
                                    AND l.app_id = :app
                                  OFFSET 0) AS c))
                RETURNING *
            )
            """ + MERGED)
    List<ChangedDay> take(int app, int rows, int days);

    /**
     * Removes changes of a participant, and returns them without duplicates.
     *
     * @param days maximum number of days on which they start
     */
    @Query("""
            WITH taken AS (
                DELETE FROM scoring_changed_day
                WHERE app_id = :app AND participant_id = :participant AND start_date IN (
                    SELECT DISTINCT c.start_date FROM scoring_changed_day AS c
                    WHERE c.app_id = :app AND c.participant_id = :participant
                    ORDER BY c.start_date LIMIT :days)
                RETURNING *
            )
            """ + MERGED)
    List<ChangedDay> takeOf(int app, long participant, int days);

    /** Returns whether a participant has changes. */
    @Query("SELECT EXISTS (SELECT FROM scoring_changed_day WHERE app_id = :app AND participant_id = :participant)")
    boolean hasOf(int app, long participant);

    /** Returns when the first of the remaining changes of days was received. Days without changes are absent. */
    @Query("""
            SELECT input.participant_id, input.day AS start_date, input.day AS end_date, c.received_at
            FROM unnest(:days.dayRuleId, :days.participantId, :days.day) AS input (day_rule_id, participant_id, day)
            CROSS JOIN LATERAL (
                SELECT min(l.received_at) AS received_at FROM scoring_changed_day AS l
                WHERE l.participant_id = input.participant_id AND l.start_date <= input.day AND l.end_date >= input.day
                  AND (l.streak_id IS NOT NULL OR l.day_rule_id = input.day_rule_id)) AS c
            WHERE c.received_at IS NOT NULL
            """)
    List<ReceivedChange> received(Collection<ParticipantDay> days);

    /** Returns the apps with changes. */
    @Query("""
            SELECT a.id FROM app AS a
            CROSS JOIN LATERAL (SELECT FROM scoring_changed_day AS c WHERE c.app_id = a.id LIMIT 1) AS changed
            ORDER BY a.id
            """)
    List<Integer> apps();

    /** Returns the number of changes, counted up to a limit. */
    @Query("SELECT count(*) FROM (SELECT FROM scoring_changed_day LIMIT :limit) AS c")
    long count(int limit);

    /** Returns when the first of the remaining changes was received; empty if none remains. */
    @Query("""
            SELECT c.received_at FROM app AS a
            CROSS JOIN LATERAL (
                SELECT l.received_at FROM scoring_changed_day AS l WHERE l.app_id = a.id ORDER BY l.received_at LIMIT 1) AS c
            ORDER BY c.received_at LIMIT 1
            """)
    Optional<Instant> oldest();

    /** Returns when the first of an app's remaining changes was received; empty if none remains. */
    @Query("SELECT received_at FROM scoring_changed_day WHERE app_id = :app ORDER BY received_at LIMIT 1")
    Optional<Instant> oldestOfApp(int app);

    /** Returns when the first of the remaining changes was received that a leaderboard's policy scores; empty if none remains. */
    @Query("""
            SELECT c.received_at FROM scoring_leaderboard AS l
            JOIN scoring_policy AS p ON p.id = l.policy_id
            CROSS JOIN LATERAL (
                SELECT d.received_at FROM scoring_changed_day AS d WHERE d.app_id = p.app_id
                ORDER BY d.received_at LIMIT 1) AS c
            WHERE l.leaderboard_id = :leaderboard
            ORDER BY c.received_at LIMIT 1
            """)
    Optional<Instant> oldestOf(int leaderboard);
}
