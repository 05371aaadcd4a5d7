package laurel.badge;

import static laurel.database.Columns.column;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import laurel.activity.ParticipantDay;
import laurel.database.Sql;

/** The days of participants by which badges may have been earned, and that are left to look at. */
@Singleton
class DueBadgeRepository {
    /** A day that is there already is looked at from the beginning. */
    private static final String ADD = """
            INSERT INTO badge_due AS due (app_id, day_rule_id, participant_id, day, last_badge_id, badge_id, next_day)
            SELECT :app, added.rule, added.participant, added.day, :lastBadge, 0, added.day
            FROM unnest(:rules, :participants, :days) AS added (rule, participant, day)
            ORDER BY added.participant, added.rule, added.day
            ON CONFLICT (participant_id, day_rule_id, day) DO UPDATE
            SET last_badge_id = greatest(due.last_badge_id, excluded.last_badge_id), badge_id = 0, next_day = excluded.next_day
            """;

    private static final String NEXT = "SELECT * FROM badge_due WHERE app_id = :app ORDER BY turn LIMIT :most";
    private static final String DELETE = """
            DELETE FROM badge_due AS d
            USING unnest(:rules, :participants, :days) AS done (rule, participant, day)
            WHERE d.participant_id = done.participant AND d.day_rule_id = done.rule AND d.day = done.day
            """;
    private static final String ADVANCE = """
            UPDATE badge_due SET badge_id = :badge, next_day = :nextDay, turn = DEFAULT
            WHERE participant_id = :participant AND day_rule_id = :rule AND day = :day
            """;

    private static final String APPS = """
            SELECT a.id FROM app AS a WHERE EXISTS (SELECT FROM badge_due AS d WHERE d.app_id = a.id) ORDER BY a.id
            """;
    private static final String COUNT = "SELECT count(*) FROM (SELECT FROM badge_due LIMIT :most) AS d";

    private final Sql sql;

    DueBadgeRepository(Sql sql) {
        this.sql = sql;
    }

    /**
     * A day that is to be looked at.
     *
     * @param lastBadgeId the last badge that is earned by it
     * @param badgeId     the badge to go on with
     * @param nextDay     its last day to go on with
     */
    @Introspected
    record DueDay(int dayRuleId, long participantId, LocalDate day, int lastBadgeId, int badgeId, LocalDate nextDay) {
        ParticipantDay participantDay() {
            return new ParticipantDay(dayRuleId, participantId, day);
        }

        DueDay at(LastDays next) {
            return new DueDay(dayRuleId, participantId, day, lastBadgeId, next.badgeId(), next.from());
        }
    }

    /** @param lastBadge the last badge that there is */
    void add(int app, Collection<ParticipantDay> days, int lastBadge) {
        sql.of(ADD)
                .bind("app", app)
                .bind("lastBadge", lastBadge)
                .bindArray("rules", Integer.class, column(days, ParticipantDay::dayRuleId))
                .bindArray("participants", Long.class, column(days, ParticipantDay::participantId))
                .bindArray("days", LocalDate.class, column(days, ParticipantDay::day))
                .execute();
    }

    List<DueDay> next(int app, int most) {
        return sql.of(NEXT).bind("app", app).bind("most", most).list(DueDay.class);
    }

    void remove(List<DueDay> done) {
        sql.of(DELETE)
                .bindArray("rules", Integer.class, column(done, DueDay::dayRuleId))
                .bindArray("participants", Long.class, column(done, DueDay::participantId))
                .bindArray("days", LocalDate.class, column(done, DueDay::day))
                .execute();
    }

    /** Keeps where to go on with a day. */
    void advance(DueDay place) {
        sql.of(ADVANCE)
                .bind("badge", place.badgeId)
                .bind("nextDay", place.nextDay)
                .bind("participant", place.participantId)
                .bind("rule", place.dayRuleId)
                .bind("day", place.day)
                .execute();
    }

    /** The apps in which days are left to look at. */
    List<Integer> apps() {
        return sql.of(APPS).list(Integer.class);
    }

    /** How many days are left to look at, counted up to a limit. */
    long count(int most) {
        return sql.of(COUNT).bind("most", most).one(Long.class);
    }
}
