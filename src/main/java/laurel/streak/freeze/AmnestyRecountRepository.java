package laurel.streak.freeze;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import laurel.database.sql.SqlRepository;
import laurel.streak.Streak;
import laurel.streak.run.ChangedDays;

/** The participants whose streaks an amnesty, or its end, may change, and has not changed yet. */
@JdbcRepository(dialect = Dialect.POSTGRES)
public interface AmnestyRecountRepository extends SqlRepository {
    /**
     * A participant whose streak may change.
     *
     * @param lost whether the days are not forgiven any more
     */
    @Introspected
    record DueAmnesty(
            long turn, long streakId, long participantId, LocalDate fromDay, LocalDate throughDay, boolean lost) {
        /** What is stored now says which of the days are forgiven. */
        public ChangedDays touched(Streak streak) {
            TreeSet<LocalDate> days = new TreeSet<>(Stream.iterate(
                            fromDay,
                            day -> !day.isAfter(throughDay),
                            day -> day.plusDays(streak.unit().days()))
                    .toList());
            return lost ? ChangedDays.lost(streak, participantId, days) : ChangedDays.held(streak, participantId, days);
        }
    }

    @Query("""
            INSERT INTO amnesty_due (app_id, streak_id, participant_id, from_day, through_day, lost)
            SELECT :streak.appId, :streak.id, participant, :from, :through, :lost
            FROM unnest(:participants) WITH ORDINALITY AS added (participant, n) ORDER BY n
            """)
    void add(Streak streak, Collection<Long> participants, LocalDate from, LocalDate through, boolean lost);

    @Query("""
            SELECT turn, streak_id, participant_id, from_day, through_day, lost
            FROM amnesty_due WHERE app_id = :streak.appId AND streak_id = :streak.id ORDER BY turn LIMIT :most
            """)
    List<DueAmnesty> next(Streak streak, int most);

    @Query("DELETE FROM amnesty_due WHERE turn = ANY (:done.turn)")
    void remove(Collection<DueAmnesty> done);

    @Query("SELECT count(*) FROM amnesty_due WHERE app_id = :streak.appId AND streak_id = :streak.id")
    int count(Streak streak);
}
