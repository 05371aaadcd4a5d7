package laurel.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import laurel.bench.bed.Bed;
import laurel.bench.bed.Board;
import laurel.bench.bed.Postgres;
import laurel.bench.measure.Contestant;
import laurel.bench.measure.JdbcLoad;
import laurel.bench.measure.JdbcLoad.Operation;
import laurel.bench.measure.JdbcLoad.Preparation;
import laurel.bench.measure.Load;
import laurel.bench.measure.Result;
import laurel.bench.measure.Results;
import laurel.bench.report.Report;
import laurel.bench.report.Table;
import laurel.rankindex.RankIndexSql;

/** The rank of a random participant in SQL, computed in every known way, without the service. */
final class SqlRanks implements Benchmark {
    /** From this size, reading all entries takes so long that one round is enough. */
    private static final int LARGE = 1_000_000;

    /** A way to compute a rank, slowest first. */
    private enum Way {
        /** The textbook query. */
        RANK_OVER_ALL("RANK() over all", """
                SELECT rank
                FROM (SELECT participant_id, rank() OVER (ORDER BY sort_key, subscore_key) AS rank
                      FROM <entry> WHERE ranking_id = ?) AS ranked
                WHERE participant_id = ?
                """),
        COUNT("count(*) of better", """
                SELECT 1 + (SELECT count(*) FROM <entry> AS b
                            WHERE b.ranking_id = k.ranking_id
                              AND (b.sort_key, b.subscore_key) < (k.sort_key, k.subscore_key)) AS rank
                FROM <entry> AS k WHERE k.ranking_id = ? AND k.participant_id = ?
                """),
        LAUREL("Laurel", """
                SELECT 1 + <better> AS rank
                FROM (SELECT * FROM <entry> AS e WHERE e.ranking_id = ? AND e.participant_id = ? OFFSET 0) AS k
                """.replace("<better>", RankIndexSql.BETTER_ENTRIES)),
        /** Not a rank: the lower bound of the cost. */
        LOOK_UP("key look-up", "SELECT sort_key FROM <entry> WHERE ranking_id = ? AND participant_id = ?");

        private final String title;
        private final String sql;

        Way(String title, String sql) {
            this.title = title;
            this.sql = sql;
        }

        /** Whether the time grows with the number of entries. */
        boolean slow() {
            return this == RANK_OVER_ALL || this == COUNT;
        }

        Load load(Postgres postgres, Board board, int connections) {
            Preparation preparation = connection -> operation(connection, board);
            return this == RANK_OVER_ALL
                    ? new JdbcLoad(postgres::connect, connections, preparation)
                    : new JdbcLoad(postgres::connectAsService, connections, preparation);
        }

        @SuppressWarnings("StatementNotClosed")
        private Operation operation(Connection connection, Board board) throws SQLException {
            PreparedStatement statement = connection.prepareStatement(sql.replace("<entry>", board.entryTable()));
            SplittableRandom random = new SplittableRandom();
            statement.setLong(1, board.rankingId());
            return () -> {
                statement.setLong(2, random.nextLong(board.size()) + 1);
                try (var row = statement.executeQuery()) {
                    if (!row.next()) {
                        throw new SQLException("the ranking is empty");
                    }
                    row.getLong(1);
                }
            };
        }
    }

    /** Makes a contestant. */
    private record Turn(Board board, Way way, int connections) {
        Turn by(Way other) {
            return new Turn(board, other, connections);
        }

        Turn on(Board other) {
            return new Turn(other, way, connections);
        }

        Contestant contestant(Postgres postgres) {
            boolean once = way == Way.RANK_OVER_ALL && board.size() >= LARGE;
            return new Contestant(toString(), way.load(postgres, board, connections), once ? 1 : Integer.MAX_VALUE);
        }

        @Override
        public String toString() {
            return board.label() + ", " + way.title + ", from " + connections;
        }
    }

    @Override
    public String name() {
        return "sql";
    }

    @Override
    public void run(Bed bed, Report report) throws Exception {
        List<Turn> turns = turns(bed);
        Results results = bed.rounds()
                .run(
                        "rank in SQL",
                        turns.stream()
                                .map(turn -> turn.contestant(bed.postgres()))
                                .toList());
        Table table = new Table(
                "Rank of a random participant in SQL",
                "Prepared statements over JDBC. The look-up reads one entry by its key without its rank: the lower bound of"
                        + " the cost. `RANK()` over all entries of a large leaderboard runs once.",
                List.of("entries", "way", "connections"),
                Result.FIGURES,
                List.of("p50 / look-up's", "p50 / that of " + bed.smallest().label()));
        for (Turn turn : turns) {
            Result result = results.of(turn);
            double toLookUp = result.p50() / results.of(turn.by(Way.LOOK_UP)).p50();
            double toSmallest =
                    result.p50() / results.of(turn.on(bed.smallest())).p50();
            table.row(
                    List.of(turn.board.label(), turn.way.title, turn.connections),
                    result.figures(),
                    List.of(toLookUp, toSmallest));
            if (turn.way == Way.LAUREL && turn.board.equals(bed.largest())) {
                report.atMost("SQL, rank, " + turn + ": p50 / look-up's", 2, toLookUp);
                report.atMost(
                        "SQL, rank, " + turn + ": p50 / that of "
                                + bed.smallest().label(),
                        1.5,
                        toSmallest);
            }
        }
        report.add(table);
    }

    private static List<Turn> turns(Bed bed) {
        List<Turn> turns = new ArrayList<>();
        int fewest = bed.options().connections().getFirst();
        for (Board board : bed.boards()) {
            for (Way way : Way.values()) {
                for (int connections : bed.options().connections()) {
                    if (connections == fewest || !way.slow()) {
                        turns.add(new Turn(board, way, connections));
                    }
                }
            }
        }
        return turns;
    }
}
