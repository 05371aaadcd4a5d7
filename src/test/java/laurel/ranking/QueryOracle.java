package laurel.ranking;

import io.micronaut.core.annotation.Introspected;
import java.util.List;
import java.util.function.Predicate;
import laurel.LaurelServer;
import org.jspecify.annotations.Nullable;

/** Results of SQL's window functions over all entries of a leaderboard, {@code high} or {@code low}. */
final class QueryOracle {
    private static final String ALL = """
            SELECT p.external_id AS who, e.sort_key, e.subscore_key,
                   rank() OVER scores AS rank, dense_rank() OVER scores AS dense_rank, row_number() OVER list AS position,
                   percent_rank() OVER scores AS percent_rank, count(*) OVER () AS total,
                   max(e.sort_key) OVER (scores GROUPS BETWEEN 1 PRECEDING AND 1 PRECEDING) AS ahead
            FROM entry AS e JOIN participant AS p ON p.id = e.participant_id
                 JOIN ranking AS r ON r.id = e.ranking_id JOIN leaderboard AS l ON l.id = r.leaderboard_id
            WHERE l.key = :board AND l.app_id = :app
            WINDOW scores AS (ORDER BY e.sort_key, e.subscore_key),
                   list AS (ORDER BY e.sort_key, e.subscore_key, e.tie_key, p.entity_type, p.external_id)
            ORDER BY position
            """;

    private QueryOracle() {}

    /** A row of {@link #ALL}. */
    @Introspected
    record OracleRow(
            String who,
            long sortKey,
            long subscoreKey,
            int rank,
            int denseRank,
            int position,
            double percentRank,
            int total,
            @Nullable Long ahead) {
        long score(String board) {
            return board.equals("high") ? ~sortKey : sortKey;
        }

        double percentile() {
            return total == 1 ? 100 : (total - rank) * 100.0 / total;
        }
    }

    /** A filter as GraphQL text, and its condition. */
    record FilterCase(String text, Predicate<OracleRow> condition) {}

    static List<OracleRow> all(LaurelServer server, String board) {
        return server.database()
                .sql()
                .of(ALL)
                .bind("board", board)
                .bind("app", server.appId())
                .list(OracleRow.class);
    }

    static List<FilterCase> filters(String board) {
        return List.of(
                new FilterCase("{}", row -> true),
                new FilterCase("{scoreAbove: 0.3}", row -> row.score(board) > 3),
                new FilterCase("{scoreAtLeast: \"0.30\"}", row -> row.score(board) >= 3),
                new FilterCase("{scoreBelow: 0.3}", row -> row.score(board) < 3),
                new FilterCase("{scoreAtMost: 3e-1}", row -> row.score(board) <= 3),
                new FilterCase("{rankAtMost: 10}", row -> row.rank <= 10),
                new FilterCase("{rankAtLeast: 10}", row -> row.rank >= 10),
                new FilterCase("{rankAtMost: 40, rankAtLeast: 20}", row -> row.rank >= 20 && row.rank <= 40),
                new FilterCase("{rankAtMost: 20, rankAtLeast: 40}", row -> false),
                new FilterCase("{scoreAbove: 0.1, rankAtMost: 25}", row -> row.score(board) > 1 && row.rank <= 25),
                new FilterCase(
                        "{scoreAtMost: 0.5, rankAtLeast: 5, rankAtMost: 55}",
                        row -> row.score(board) <= 5 && row.rank >= 5 && row.rank <= 55),
                new FilterCase(
                        "{scoreAbove: -0.2, scoreBelow: 0.4, scoreAtLeast: 0, scoreAtMost: 9}",
                        row -> row.score(board) >= 0 && row.score(board) < 4),
                new FilterCase("{scoreAbove: 0.4, scoreBelow: 0.2}", row -> false),
                new FilterCase("{rankAtMost: 1}", row -> row.rank == 1),
                new FilterCase("{rankAtLeast: 1, scoreAtLeast: null}", row -> true),
                new FilterCase("{rankAtLeast: 60}", row -> row.rank >= 60),
                new FilterCase("{rankAtLeast: 61}", row -> false),
                new FilterCase("{rankAtLeast: 2147483647}", row -> false),
                new FilterCase("{rankAtMost: 2147483647}", row -> true),
                new FilterCase("{scoreAtLeast: \"-922337203685477580.8\"}", row -> true),
                new FilterCase("{scoreBelow: \"-922337203685477580.8\"}", row -> false),
                new FilterCase("{scoreAtMost: \"922337203685477580.7\"}", row -> true),
                new FilterCase("{scoreAbove: \"922337203685477580.7\"}", row -> false));
    }
}
