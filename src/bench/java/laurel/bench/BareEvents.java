package laurel.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import laurel.bench.bed.Bed;
import laurel.bench.measure.JdbcLoad;
import laurel.bench.measure.Load;

/** The alternative without Laurel for events: a table in the same PostgreSQL with a unique event ID. */
final class BareEvents {
    private static final String TABLE = """
            CREATE TABLE bare_events (
                event_id text PRIMARY KEY, type text NOT NULL, actor_id bigint NOT NULL, peer_id bigint, value numeric,
                occurred_at timestamptz NOT NULL, attributes jsonb NOT NULL)
            """;
    private static final String INSERT = """
            INSERT INTO bare_events (event_id, type, actor_id, peer_id, occurred_at, attributes)
            SELECT 'bare-' || n, 'dm.sent', n % ? + 1, (n * 31) % ? + 1, now(), '{}'
            FROM generate_series(?::bigint, ?::bigint) AS n
            ON CONFLICT DO NOTHING
            """;

    private final Bed bed;
    private final AtomicLong next = new AtomicLong();

    private BareEvents(Bed bed) {
        this.bed = bed;
    }

    /** Creates the table. */
    static BareEvents make(Bed bed) throws SQLException {
        bed.postgres().execute(List.of(TABLE, "CREATE INDEX ON bare_events (actor_id, occurred_at)"));
        return new BareEvents(bed);
    }

    /** Inserts a number of new rows in each transaction. */
    Load inserts(int size, int participants) {
        return new JdbcLoad(bed.postgres()::connect, 1, connection -> insert(connection, size, participants));
    }

    @SuppressWarnings("StatementNotClosed")
    private JdbcLoad.Operation insert(Connection connection, int size, int participants) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(INSERT);
        return () -> {
            long from = next.getAndAdd(size);
            statement.setInt(1, participants);
            statement.setInt(2, participants);
            statement.setLong(3, from);
            statement.setLong(4, from + size - 1);
            statement.executeUpdate();
        };
    }
}
