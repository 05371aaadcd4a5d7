package laurel.job;

import jakarta.inject.Singleton;
import laurel.database.sql.Sql;
import laurel.request.erasure.ErasureSource;
import laurel.request.erasure.ErasureSubject;

/** Erases the reasons and the changes of jobs that remove entries of a participant, and its changes in backfills of windows. */
@Singleton
final class JobErasureRepository implements ErasureSource {
    private static final String REASONS = """
            UPDATE job
            SET parameters = parameters - 'reason',
                result = CASE WHEN result -> 'changes' IS NOT NULL THEN jsonb_set(result, '{changes}', '[]') ELSE result END
            WHERE app_id = :subject.app AND kind = 'REMOVE_ENTRIES'
              AND parameters -> 'participantId' = to_jsonb(:subject.participant::bigint)
            """;

    private static final String BACKFILLED = """
            UPDATE job
            SET result = jsonb_set(result, '{changes}', (
                SELECT coalesce(jsonb_agg(c.change ORDER BY c.n), '[]')
                FROM jsonb_array_elements(result -> 'changes') WITH ORDINALITY AS c (change, n)
                WHERE c.change #> '{change,participantId}' <> to_jsonb(:subject.participant::bigint)))
            WHERE app_id = :subject.app AND kind = 'BACKFILL_WINDOWS'
              AND jsonb_path_query_array(result, '$.changes[*].change.participantId')
                  @> to_jsonb(:subject.participant::bigint)
            """;

    private final Sql sql;

    JobErasureRepository(Sql sql) {
        this.sql = sql;
    }

    @Override
    public boolean eraseRows(ErasureSubject subject, int most) {
        sql.of(REASONS).bind("subject", subject).execute();
        sql.of(BACKFILLED).bind("subject", subject).execute();
        return false;
    }
}
