package laurel.live;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.database.Sql;
import laurel.participant.ParticipantRef;

@Singleton
class WatchedRepository {
    private static final String IDS = """
            SELECT wanted.n, p.id
            FROM unnest(:watched.app, :watched.who.type, :watched.who.externalId) WITH ORDINALITY
                 AS wanted (app_id, type, external_id, n)
            -- Lateral and with OFFSET, so that it is index look-ups whatever the planner believes of a new table.
            CROSS JOIN LATERAL (
                SELECT * FROM participant AS q
                WHERE q.app_id = wanted.app_id AND q.type = wanted.type AND q.external_id = wanted.external_id
                OFFSET 0) AS p
            """;

    private static final String HURRY = "SET LOCAL lock_timeout = '1s'";

    private final Sql sql;

    WatchedRepository(Sql sql) {
        this.sql = sql;
    }

    /** Who is watched in which app. */
    record Watched(int app, ParticipantRef who) {}

    /** A row of {@link #IDS}: for the n-th of those wanted, from 1. */
    @Introspected
    record Row(long n, long id) {}

    /** The ids of those of these whom Laurel has met. */
    Map<Watched, Long> ids(List<Watched> watched) {
        Map<Watched, Long> ids = new HashMap<>();
        sql.of(IDS)
                .bindEach("watched", Watched.class, watched)
                .list(Row.class)
                .forEach(row -> ids.put(watched.get((int) row.n - 1), row.id));
        return ids;
    }

    /** From here to its end the transaction waits no longer than a second for a lock. */
    void hurry() {
        sql.execute(HURRY);
    }
}
