package laurel.erasure;

import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import laurel.database.sql.Sql;
import laurel.database.sql.SqlRepository;
import laurel.request.erasure.ErasureSubject;

/** Deletes rows of participants, and records erasures in the audit. */
@JdbcRepository(dialect = Dialect.POSTGRES)
abstract class ErasureRepository implements SqlRepository {
    private static final String DELETE = "DELETE FROM <table> WHERE participant_id = :subject.participant";

    private final Sql sql;

    ErasureRepository(Sql sql) {
        this.sql = sql;
    }

    /** Deletes all rows of the participant in a table. */
    void deleteRows(String table, ErasureSubject subject) {
        sql.of(DELETE.replace("<table>", table)).bind("subject", subject).execute();
    }

    /** Records that an administrator has erased a participant: its number, and nothing that names it. */
    @Query("""
            SELECT count(audit_write(NULL, 'Participant', NULL, :participant, NULL, NULL,
                                     jsonb_build_object('standings', :standings::text)))
            WHERE current_setting('laurel.act', true) <> ''
            """)
    abstract long audit(long participant, ErasedStandings standings);

    /** The rest of the transaction is not audited: the records would have what is erased. */
    @Query("SELECT set_config('laurel.act', '', true)")
    abstract String endAct();
}
