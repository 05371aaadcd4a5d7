package laurel.streak;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import laurel.database.Sql;

/** The streaks that do not have all that was counted before they were defined. */
@Singleton
class StreakFillRepository {
    private static final LocalDate BEFORE_ALL = LocalDate.of(1, 1, 1);

    private static final String ADD = """
            INSERT INTO streak_fill (streak_id, app_id, participant_id, day)
            SELECT s.id, s.app_id, 0, :day FROM streak AS s
            WHERE s.id = :streak AND EXISTS (SELECT FROM daily_tally AS t WHERE t.day_rule_id = s.day_rule_id)
            RETURNING *
            """;
    private static final String NEXT = "SELECT * FROM streak_fill WHERE app_id = :app ORDER BY streak_id LIMIT 1";
    private static final String ADVANCE =
            "UPDATE streak_fill SET participant_id = :participant, day = :day WHERE streak_id = :streak";
    private static final String REMOVE = "DELETE FROM streak_fill WHERE streak_id = :streak";

    private static final String PARTICIPANTS = """
            SELECT p.id FROM participant AS p WHERE p.app_id = :app AND p.id >= :participant ORDER BY p.id LIMIT :most
            """;
    /** Winners are counted besides their part. */
    private static final String DAYS = """
            SELECT next.participant_id, next.day, next.events - coalesce(d.events, 0) AS missing
            FROM (SELECT p.id AS participant_id, counted.day, counted.events
                  FROM participant AS p
                  CROSS JOIN LATERAL (
                      SELECT CASE :unit WHEN 'WEEK' THEN date_trunc('week', t.day)::date ELSE t.day END AS day,
                             sum(t.events)::integer AS events
                      FROM daily_tally AS t
                      WHERE t.participant_id = p.id AND t.day_rule_id = :rule AND t.part <> 'WINNER' AND t.events > 0
                        AND (cardinality(:types) = 0 OR t.type = ANY (:types))
                      GROUP BY 1
                      OFFSET 0) AS counted
                  WHERE p.app_id = :app AND p.id BETWEEN :participant AND :lastParticipant
                    AND (p.id, counted.day) > (:participant, :day)
                  ORDER BY p.id, counted.day
                  LIMIT :most) AS next
            LEFT JOIN streak_day AS d
                ON d.participant_id = next.participant_id AND d.streak_id = :streak AND d.day = next.day
            ORDER BY next.participant_id, next.day
            """;

    private static final String APPS = "SELECT DISTINCT app_id FROM streak_fill ORDER BY app_id";
    private static final String COUNT = "SELECT count(*) FROM (SELECT FROM streak_fill LIMIT :most) AS f";

    private final Sql sql;

    StreakFillRepository(Sql sql) {
        this.sql = sql;
    }

    /** A streak has all that was counted through this day of this participant. */
    @Introspected
    record Place(long streakId, long participantId, LocalDate day) {}

    /** How many events a day lacks. */
    @Introspected
    record MissingDay(long participantId, LocalDate day, int missing) {}

    /** Begins before everything that is counted by the streak's rule for days; empty if nothing is. */
    Optional<Place> add(long streak) {
        return sql.of(ADD).bind("streak", streak).bind("day", BEFORE_ALL).find(Place.class);
    }

    /** That of one of the app's streaks; empty if all are complete. */
    Optional<Place> next(int app) {
        return sql.of(NEXT).bind("app", app).find(Place.class);
    }

    void advance(Place place) {
        sql.of(ADVANCE)
                .bind("participant", place.participantId)
                .bind("day", place.day)
                .bind("streak", place.streakId)
                .execute();
    }

    void remove(long streak) {
        sql.of(REMOVE).bind("streak", streak).execute();
    }

    /** The next participants of an app in order of id, from this one. */
    List<Long> participants(int app, long from, int most) {
        return sql.of(PARTICIPANTS)
                .bind("app", app)
                .bind("participant", from)
                .bind("most", most)
                .list(Long.class);
    }

    /** The next days that were counted, in order of participant and day, those that lack nothing too. */
    List<MissingDay> days(Streak streak, Place after, long lastParticipant, int most) {
        return sql.of(DAYS)
                .bind("unit", streak.unit().name())
                .bind("rule", streak.dayRuleId())
                .bindArray("types", String.class, streak.eventTypes())
                .bind("app", streak.appId())
                .bind("participant", after.participantId)
                .bind("lastParticipant", lastParticipant)
                .bind("day", after.day)
                .bind("streak", streak.id())
                .bind("most", most)
                .list(MissingDay.class);
    }

    /** The apps with a streak that is not complete. */
    List<Integer> apps() {
        return sql.of(APPS).list(Integer.class);
    }

    /** How many streaks are not complete, counted up to a limit. */
    long count(int most) {
        return sql.of(COUNT).bind("most", most).one(Long.class);
    }
}
