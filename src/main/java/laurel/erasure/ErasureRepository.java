package laurel.erasure;

import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import laurel.database.sql.SqlRepository;

/** Records erasures in the audit. */
@JdbcRepository(dialect = Dialect.POSTGRES)
interface ErasureRepository extends SqlRepository {
    /** Records that an administrator has erased a participant: its number, and nothing that names it. */
    @Query("""
            SELECT count(audit_write(NULL, 'Participant', NULL, :participant, NULL, NULL,
                                     jsonb_build_object('standings', :standings::text)))
            WHERE current_setting('laurel.act', true) <> ''
            """)
    long audit(long participant, ErasedStandings standings);

    /** The rest of the transaction is not audited: the records would have what is erased. */
    @Query("SELECT set_config('laurel.act', '', true)")
    String endAct();
}
