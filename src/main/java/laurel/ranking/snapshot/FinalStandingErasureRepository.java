package laurel.ranking.snapshot;

import jakarta.inject.Singleton;
import laurel.database.sql.Sql;
import laurel.request.erasure.ErasureSource;
import laurel.request.erasure.ErasureSubject;

/** Erases the metadata of final standings. The standings stay, without a participant: published revisions do not change. */
@Singleton
final class FinalStandingErasureRepository implements ErasureSource {
    private static final String METADATA = """
            WITH part AS MATERIALIZED (
                SELECT f.ranking_id FROM final_standing AS f
                WHERE f.participant_id = :subject.participant AND f.metadata IS NOT NULL
                LIMIT :most
            )
            UPDATE final_standing AS f SET metadata = NULL
            WHERE f.participant_id = :subject.participant AND f.metadata IS NOT NULL
              AND f.ranking_id = ANY (ARRAY(SELECT s.ranking_id FROM part AS s))
            """;

    private final Sql sql;

    FinalStandingErasureRepository(Sql sql) {
        this.sql = sql;
    }

    @Override
    public boolean eraseRows(ErasureSubject subject, int most) {
        return sql.of(METADATA).bind("subject", subject).bind("most", most).execute() >= most;
    }
}
