package laurel.streak;

import static laurel.database.Columns.column;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import laurel.database.Sql;

/** The participants whose streaks an amnesty, or its end, may change, and has not changed yet. */
@Singleton
class DueAmnestyRepository {
    private static final String ADD = """
            INSERT INTO amnesty_due (app_id, streak_id, participant_id, from_day, through_day, lost)
            SELECT :app, :streak, participant, :from, :through, :lost
            FROM unnest(:participants) WITH ORDINALITY AS added (participant, n) ORDER BY n
            """;
    private static final String NEXT = """
            SELECT turn, streak_id, participant_id, from_day, through_day, lost
            FROM amnesty_due WHERE app_id = :app ORDER BY turn LIMIT :most
            """;
    private static final String DELETE = "DELETE FROM amnesty_due WHERE turn = ANY (:turns)";
    private static final String APPS = """
            SELECT a.id FROM app AS a WHERE EXISTS (SELECT FROM amnesty_due AS d WHERE d.app_id = a.id) ORDER BY a.id
            """;
    private static final String COUNT = "SELECT count(*) FROM (SELECT FROM amnesty_due LIMIT :most) AS d";

    private final Sql sql;

    DueAmnestyRepository(Sql sql) {
        this.sql = sql;
    }

    /**
     * A participant whose streak may change.
     *
     * @param lost whether the days are not forgiven any more
     */
    @Introspected
    record DueAmnesty(
            long turn, long streakId, long participantId, LocalDate fromDay, LocalDate throughDay, boolean lost) {
        StreakOf streakOf() {
            return new StreakOf(streakId, participantId);
        }

        /** What is stored now says which of the days are forgiven. */
        Touched touched(Streak streak) {
            TreeSet<LocalDate> days = new TreeSet<>(Stream.iterate(
                            fromDay,
                            day -> !day.isAfter(throughDay),
                            day -> day.plusDays(streak.unit().days()))
                    .toList());
            return lost ? Touched.lost(streak, participantId, days) : Touched.held(streak, participantId, days);
        }
    }

    /** @param days that were forgiven, or are not any more, in their order */
    void add(Streak streak, Collection<Long> participants, List<LocalDate> days, boolean lost) {
        sql.of(ADD)
                .bind("app", streak.appId())
                .bind("streak", streak.id())
                .bindArray("participants", Long.class, participants)
                .bind("from", days.getFirst())
                .bind("through", days.getLast())
                .bind("lost", lost)
                .execute();
    }

    List<DueAmnesty> next(int app, int most) {
        return sql.of(NEXT).bind("app", app).bind("most", most).list(DueAmnesty.class);
    }

    void remove(Collection<DueAmnesty> done) {
        sql.of(DELETE)
                .bindArray("turns", Long.class, column(done, DueAmnesty::turn))
                .execute();
    }

    /** The apps in which streaks are left to be changed. */
    List<Integer> apps() {
        return sql.of(APPS).list(Integer.class);
    }

    /** How many participants are left, counted up to a limit. */
    long count(int most) {
        return sql.of(COUNT).bind("most", most).one(Long.class);
    }
}
