package laurel.request.cache;

import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.util.List;
import laurel.database.sql.SqlRepository;
import laurel.database.sql.Versioned;

/** Compares versions of rows with the stored ones. */
@JdbcRepository(dialect = Dialect.POSTGRES)
public interface RowVersionRepository extends SqlRepository {
    String CURRENT = " WHERE r.id = input.id AND " + Versioned.ROW_VERSION + " = input.version OFFSET 0)\n";

    /**
     * Returns the numbers of the rows that are stored in the same version, from 1. Some rankings remain when their windows
     * expire, but are not found any more.
     */
    @Query("""
            SELECT input.n
            FROM unnest(:rows.table, :rows.id, :rows.version) WITH ORDINALITY AS input (kind, id, version, n)
            WHERE CASE input.kind
                  WHEN 'LEADERBOARD' THEN EXISTS (SELECT FROM leaderboard AS r""" + CURRENT + """
                  WHEN 'LEADERBOARD_WINDOW' THEN EXISTS (SELECT FROM leaderboard_window AS r""" + CURRENT + """
                  ELSE EXISTS (
                      SELECT FROM ranking AS r
                      JOIN leaderboard_window AS w ON w.id = r.window_id AND w.expired_at IS NULL""" + CURRENT + """
                  END
            """)
    List<Integer> current(List<StoredRow> rows);
}
