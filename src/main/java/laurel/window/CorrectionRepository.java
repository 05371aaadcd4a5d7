package laurel.window;

import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.util.Collection;
import laurel.database.SqlRepository;

/** Asks for another revision of what is final. */
@JdbcRepository(dialect = Dialect.POSTGRES)
interface CorrectionRepository extends SqlRepository {
    /**
     * How many of these windows are closed, each of which wants the revision after its last from now on. However many corrections
     * come before one is stored, that is the next revision. The row is written each time: who is storing ranks meanwhile fails by
     * that and begins again.
     */
    @Query(
            "UPDATE leaderboard_window SET wanted_revision = revision + 1 WHERE id = ANY (:windows) AND wanted_revision > 0")
    int want(Collection<Long> windows);

    /** Ranks in these are counted until they are stored anew. */
    @Query("UPDATE ranking SET revision = 0 WHERE id = ANY (:rankings) AND revision > 0")
    void countAgain(Collection<Long> rankings);
}
