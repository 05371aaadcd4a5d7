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
import laurel.streak.run.ParticipantStreakId;

/** Stores the participants whose streaks must be counted again after an amnesty was granted or revoked. */
@JdbcRepository(dialect = Dialect.POSTGRES)
public interface AmnestyRecountRepository extends SqlRepository {
    /**
     * A participant's streak to count again.
     *
     * @param revoked whether the amnesty of the days was revoked
     */
    @Introspected
    record AmnestyRecount(
            long turn, long streakId, long participantId, LocalDate startDate, LocalDate endDate, boolean revoked) {
        /** Returns the days. Which of them have amnesty is read from the stored days. */
        ChangedDays changedDays(Streak streak) {
            TreeSet<LocalDate> days = new TreeSet<>(Stream.iterate(
                            startDate,
                            day -> !day.isAfter(endDate),
                            day -> day.plusDays(streak.period().days()))
                    .toList());
            var id = new ParticipantStreakId(streakId, participantId);
            return revoked
                    ? ChangedDays.lost(id, streak.period(), days)
                    : ChangedDays.covered(id, streak.period(), days);
        }
    }

    @Query("""
            INSERT INTO streak_amnesty_recount (app_id, streak_id, participant_id, start_date, end_date, revoked)
            SELECT :streak.appId, :streak.id, participant, :startDate, :endDate, :revoked
            FROM unnest(:participants) WITH ORDINALITY AS added (participant, n) ORDER BY n
            """)
    void add(Streak streak, Collection<Long> participants, LocalDate startDate, LocalDate endDate, boolean revoked);

    @Query("""
            SELECT turn, streak_id, participant_id, start_date, end_date, revoked
            FROM streak_amnesty_recount WHERE app_id = :streak.appId AND streak_id = :streak.id ORDER BY turn LIMIT :limit
            """)
    List<AmnestyRecount> next(Streak streak, int limit);

    @Query("DELETE FROM streak_amnesty_recount WHERE turn = ANY (:done.turn)")
    void remove(Collection<AmnestyRecount> done);

    @Query("SELECT count(*) FROM streak_amnesty_recount WHERE app_id = :streak.appId AND streak_id = :streak.id")
    int count(Streak streak);
}
