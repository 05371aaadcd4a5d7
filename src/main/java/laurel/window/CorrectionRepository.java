package laurel.window;

import jakarta.inject.Singleton;
import java.util.Collection;
import laurel.database.Sql;

/** Asks for another revision of what is final. */
@Singleton
class CorrectionRepository {
    /**
     * However many corrections come before one is stored, that is the next revision. The row is written each time: who is
     * storing ranks meanwhile fails by that and begins again.
     */
    private static final String WANT = """
            UPDATE leaderboard_window SET wanted_revision = revision + 1
            WHERE id = ANY (:windows) AND wanted_revision > 0
            """;

    private static final String COUNT_AGAIN =
            "UPDATE ranking SET revision = 0 WHERE id = ANY (:rankings) AND revision > 0";

    private final Sql sql;

    CorrectionRepository(Sql sql) {
        this.sql = sql;
    }

    /** How many of these windows are closed, each of which wants the revision after its last from now on. */
    int want(Collection<Long> windows) {
        return sql.of(WANT).bindArray("windows", Long.class, windows).execute();
    }

    /** Ranks in these are counted until they are stored anew. */
    void countAgain(Collection<Long> rankings) {
        sql.of(COUNT_AGAIN).bindArray("rankings", Long.class, rankings).execute();
    }
}
