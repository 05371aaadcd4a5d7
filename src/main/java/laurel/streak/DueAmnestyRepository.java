package laurel.streak;

import static laurel.database.Columns.column;

import jakarta.inject.Singleton;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;

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

    /**
     * A participant whose streak may change.
     *
     * @param lost whether the days are not forgiven any more
     */
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
    void add(Handle transaction, Streak streak, Collection<Long> participants, List<LocalDate> days, boolean lost) {
        transaction
                .createUpdate(ADD)
                .bind("app", streak.appId())
                .bind("streak", streak.id())
                .bindArray("participants", Long.class, participants)
                .bind("from", days.getFirst())
                .bind("through", days.getLast())
                .bind("lost", lost)
                .execute();
    }

    List<DueAmnesty> next(Handle transaction, int app, int most) {
        return transaction
                .createQuery(NEXT)
                .bind("app", app)
                .bind("most", most)
                .mapTo(DueAmnesty.class)
                .list();
    }

    void remove(Handle transaction, Collection<DueAmnesty> done) {
        transaction
                .createUpdate(DELETE)
                .bindArray("turns", Long.class, column(done, DueAmnesty::turn))
                .execute();
    }

    /** The apps in which streaks are left to be changed. */
    List<Integer> apps(Handle handle) {
        return handle.createQuery(APPS).mapTo(Integer.class).list();
    }

    /** How many participants are left, counted up to a limit. */
    long count(Handle handle, int most) {
        return handle.createQuery(COUNT).bind("most", most).mapTo(Long.class).one();
    }
}
