package laurel.event;

import jakarta.inject.Singleton;
import laurel.database.sql.Sql;
import laurel.request.erasure.ErasureSource;
import laurel.request.erasure.ErasureSubject;

/** Erases the events about entries and awards of a participant. */
@Singleton
final class EventErasureRepository implements ErasureSource {
    private static final String DELETE = """
            DELETE FROM event WHERE id = ANY (ARRAY(
                SELECT e.id FROM event AS e WHERE e.participant_id = :subject.participant ORDER BY e.id LIMIT :most))
            """;

    private final Sql sql;

    EventErasureRepository(Sql sql) {
        this.sql = sql;
    }

    @Override
    public boolean eraseRows(ErasureSubject subject, int most) {
        return sql.of(DELETE).bind("subject", subject).bind("most", most).execute() == most;
    }
}
