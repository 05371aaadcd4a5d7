package laurel.bench.bed;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Creates leaderboards with the API and fills them with SQL, because ten million submissions would take hours.
 * Participants and entries are the same as after submissions, without a ledger. Indexes are created after the rows,
 * which is several times as fast.
 */
final class BoardLoad {
    private static final int PART = 250_000;

    private static final String CREATE = """
            mutation ($key: String!) {
              createLeaderboard(input: {key: $key, updateMode: REPLACE}) {
                leaderboard { key }
                errors { message }
              }
            }
            """;

    private static final String FIND = """
            SELECT r.app_id, r.id FROM ranking AS r JOIN leaderboard AS l ON l.id = r.leaderboard_id WHERE l.key = ?
            """;

    private static final String KEYS = """
            SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint
            WHERE conrelid = 'participant'::regclass AND contype IN ('p', 'u')
            """;
    private static final String WORK_MEMORY = "SET maintenance_work_mem = '512MB'";

    /** Skips the check of foreign keys for every row. */
    private static final String WITHOUT_TRIGGERS = "SET session_replication_role = replica";

    private static final String PARTICIPANTS = """
            INSERT INTO participant (id, app_id, entity_type, external_id, created_at) OVERRIDING SYSTEM VALUE
            SELECT n, <app>, 'ACCOUNT', 'p' || lpad(n::text, 8, '0'), '2025-01-01Z' FROM generate_series(?, ?) AS n
            """;

    /**
     * Scores as in a game: most are small and frequent, so that one in twenty participants has the same score; a few
     * are very large. They are random, and the same in every run.
     */
    private static final String ENTRIES = """
            INSERT INTO <entry> (ranking_id, participant_id, sort_key, subscore_key, tie_key, id_key, achieved_at, submission_id)
            SELECT <ranking>, n, ~score, ~subscore, (extract(epoch FROM moment) * 1000000)::bigint,
                   id_key('ACCOUNT', 'p' || lpad(n::text, 8, '0')), moment, 0
            FROM (
                SELECT n,
                       floor(exp(14 * (hashint8extended(n, 1) & 1073741823) / 1073741824.0))::bigint AS score,
                       hashint8extended(n, 2) & 3 AS subscore,
                       '2025-01-01Z'::timestamptz + (hashint8extended(n, 3) & 4194303) * interval '1 second' AS moment
                FROM generate_series(?, ?) AS n) AS given
            """;

    private final Bed bed;

    BoardLoad(Bed bed) {
        this.bed = bed;
    }

    /** Creates an empty leaderboard. */
    Board create(String key, int size) throws IOException, InterruptedException, SQLException {
        bed.graphql()
                .ask(CREATE, Map.of("key", key))
                .at("createLeaderboard", "leaderboard", "key")
                .text();
        try (Connection connection = bed.postgres().connect();
                PreparedStatement find = connection.prepareStatement(FIND)) {
            find.setString(1, key);
            try (var row = find.executeQuery()) {
                row.next();
                return new Board(key, size, row.getInt(1), row.getLong(2));
            }
        }
    }

    /** Creates the participants with the numbers 1 to this, in a database without participants. */
    void participants(int app, int size) throws SQLException {
        bed.progress().begin("participants", size, "rows");
        List<String> keys = new ArrayList<>();
        List<String> dropped = new ArrayList<>();
        try (Connection connection = bed.postgres().connect();
                var statement = connection.createStatement();
                var rows = statement.executeQuery(KEYS)) {
            while (rows.next()) {
                dropped.add("ALTER TABLE participant DROP CONSTRAINT " + rows.getString(1));
                keys.add("ALTER TABLE participant ADD CONSTRAINT " + rows.getString(1) + " " + rows.getString(2));
            }
        }
        bed.postgres().execute(dropped);
        inParts(PARTICIPANTS.replace("<app>", Integer.toString(app)), size);
        keys.addFirst(WORK_MEMORY);
        keys.add("SELECT setval(pg_get_serial_sequence('participant', 'id'), " + size + ")");
        keys.add("VACUUM (ANALYZE) participant");
        bed.postgres().execute(keys);
        bed.progress().end();
    }

    /** Fills a leaderboard that has a partition alone. */
    void fill(Board board) throws IOException, InterruptedException, SQLException {
        String table = board.entryTable();
        bed.progress().begin("board of " + board.label(), board.size(), "entries");
        bed.postgres()
                .execute(List.of(
                        "ALTER TABLE entry DETACH PARTITION " + table,
                        "DROP TABLE " + table,
                        "CREATE TABLE " + table + " (LIKE entry INCLUDING DEFAULTS INCLUDING CONSTRAINTS)"));
        inParts(ENTRIES.replace("<entry>", table).replace("<ranking>", Long.toString(board.rankingId())), board.size());
        bed.postgres()
                .execute(List.of(
                        WORK_MEMORY,
                        "ALTER TABLE " + table + " OWNER TO laurel",
                        "ALTER TABLE entry ATTACH PARTITION " + table + " FOR VALUES FROM (" + (board.slice() << 40)
                                + ") TO (" + ((board.slice() + 1) << 40) + ")",
                        "VACUUM (ANALYZE) " + table,
                        "UPDATE leaderboard SET scored_at = '2025-03-01Z' WHERE key = '" + board.key() + "'"));
        bed.progress().end();
        RankIndexBuild.build(bed, board);
        bed.postgres().execute(List.of("CHECKPOINT"));
    }

    private void inParts(String sql, int size) throws SQLException {
        try (Connection connection = bed.postgres().connect();
                var session = connection.createStatement();
                PreparedStatement insert = connection.prepareStatement(sql)) {
            session.execute(WITHOUT_TRIGGERS);
            for (int from = 1; from <= size; from += PART) {
                int to = Math.min(size, from + PART - 1);
                insert.setInt(1, from);
                insert.setInt(2, to);
                insert.executeUpdate();
                bed.progress().advance(to - from + 1L);
            }
        }
    }
}
