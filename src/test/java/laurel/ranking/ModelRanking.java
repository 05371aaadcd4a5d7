package laurel.ranking;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import laurel.leaderboard.SortOrder;
import org.jdbi.v3.core.Jdbi;

/** Lists what stands in a window with PostgreSQL's own window functions over the whole of it. */
final class ModelRanking {
    private static final String RANKED = """
            SELECT stands.n, RANK() OVER scores AS rank, DENSE_RANK() OVER scores AS dense_rank,
                   PERCENT_RANK() OVER scores AS percent_rank, ROW_NUMBER() OVER list AS position,
                   count(*) OVER () AS total
            FROM unnest(:who, :scores, :subscores, :achieved) WITH ORDINALITY
                     AS stands (who, score, subscore, achieved, n)
            JOIN participant ON external_id = who
            WINDOW scores AS (ORDER BY score <way>, subscore <way>),
                   list AS (ORDER BY score <way>, subscore <way>, <ties> participant.id)
            ORDER BY position
            """;

    private final Jdbi jdbi;

    ModelRanking(Jdbi jdbi) {
        this.jdbi = jdbi;
    }

    record Row(int n, int rank, int denseRank, double percentRank, int position, int total) {}

    /** The standings of a window, best first. */
    List<ModelStanding> of(ModelRules rules, Map<String, ModelEntry> window) {
        List<Map.Entry<String, ModelEntry>> stand = List.copyOf(window.entrySet());
        List<ModelEntry> entries = stand.stream().map(Map.Entry::getValue).toList();
        List<Row> rows = jdbi.withHandle(handle -> handle.createQuery(RANKED)
                .define("way", rules.order() == SortOrder.DESCENDING ? "DESC" : "ASC")
                .define(
                        "ties",
                        switch (rules.tieRule()) {
                            case EARLIEST -> "achieved,";
                            case LATEST -> "achieved DESC,";
                            case ID -> "";
                        })
                .bindArray(
                        "who",
                        String.class,
                        stand.stream().map(Map.Entry::getKey).toArray())
                .bindArray(
                        "scores",
                        Long.class,
                        entries.stream().map(ModelEntry::score).toArray())
                .bindArray(
                        "subscores",
                        Long.class,
                        entries.stream().map(ModelEntry::subscore).toArray())
                .bindArray(
                        "achieved",
                        Instant.class,
                        entries.stream().map(ModelEntry::achievedAt).toArray())
                .mapTo(Row.class)
                .list());
        return rows.stream()
                .map(row -> {
                    var entry = stand.get(row.n - 1);
                    return standing(rules, entry.getKey(), entry.getValue(), row);
                })
                .toList();
    }

    private static ModelStanding standing(ModelRules rules, String who, ModelEntry entry, Row row) {
        return new ModelStanding(
                who,
                BigDecimal.valueOf(entry.score(), rules.decimals()).toPlainString(),
                Long.toString(entry.subscore()),
                entry.achievedAt().toString(),
                ModelStanding.metadata(entry.says()),
                row.rank,
                row.denseRank,
                row.position,
                row.percentRank,
                row.total == 1 ? 100 : (1 - row.rank / (double) row.total) * 100);
    }
}
