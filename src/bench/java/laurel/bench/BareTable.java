package laurel.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import laurel.bench.bed.Bed;
import laurel.bench.measure.JdbcLoad;
import laurel.bench.measure.Load;
import org.postgresql.PGConnection;

/**
 * The alternative without Laurel: a table in the same PostgreSQL with the key and the order of entries, and nothing
 * else.
 */
final class BareTable {
    private static final String TABLE = """
            CREATE TABLE <table> (
                ranking_id bigint NOT NULL, participant_id bigint NOT NULL, sort_key bigint NOT NULL,
                subscore_key bigint NOT NULL, tie_key bigint NOT NULL, achieved_at timestamptz NOT NULL,
                PRIMARY KEY (participant_id, ranking_id))
            """;
    private static final String ORDER =
            "CREATE INDEX ON <table> (ranking_id, sort_key, subscore_key, tie_key, participant_id)";
    private static final String UPSERT = """
            INSERT INTO <table> (ranking_id, participant_id, sort_key, subscore_key, tie_key, achieved_at)
            VALUES (1, ?, ?, 0, 0, '2025-01-01Z')
            ON CONFLICT (participant_id, ranking_id) DO UPDATE SET sort_key = excluded.sort_key
            """;

    private final Bed bed;
    private final String name;
    private final AtomicLong next = new AtomicLong();

    private BareTable(Bed bed, String name) {
        this.bed = bed;
        this.name = name;
    }

    /** Creates the table. */
    static BareTable make(Bed bed, String name) throws SQLException {
        bed.postgres().execute(List.of(TABLE.replace("<table>", name), ORDER.replace("<table>", name)));
        return new BareTable(bed, name);
    }

    /** Upserts one row per transaction, for one participant after the other. */
    Load upserts(int connections, int participants) {
        return new JdbcLoad(bed.postgres()::connect, connections, connection -> upsert(connection, participants));
    }

    @SuppressWarnings("StatementNotClosed")
    private JdbcLoad.Operation upsert(Connection connection, int participants) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(UPSERT.replace("<table>", name));
        SplittableRandom random = new SplittableRandom();
        return () -> {
            statement.setLong(1, next.getAndIncrement() % participants + 1);
            statement.setLong(2, ~(long) Submitted.score(random));
            statement.executeUpdate();
        };
    }

    /** Inserts a number of new rows in each transaction. */
    Load copies(int size) {
        return new JdbcLoad(bed.postgres()::connect, 1, connection -> {
            var copy = connection.unwrap(PGConnection.class).getCopyAPI();
            SplittableRandom random = new SplittableRandom();
            return () -> {
                var rows = copy.copyIn("COPY " + name + " FROM STDIN");
                byte[] text = rows(size, random).getBytes(US_ASCII);
                rows.writeToCopy(text, 0, text.length);
                rows.endCopy();
            };
        });
    }

    private String rows(int size, SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        for (int row = 0; row < size; row++) {
            text.append("1\t")
                    .append(next.incrementAndGet())
                    .append('\t')
                    .append(~(long) Submitted.score(random))
                    .append("\t0\t0\t2025-01-01Z\n");
        }
        return text.toString();
    }
}
