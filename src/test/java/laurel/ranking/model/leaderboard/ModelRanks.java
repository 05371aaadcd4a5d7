package laurel.ranking.model.leaderboard;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import laurel.database.sql.Sql;
import laurel.database.sql.Statement;
import laurel.leaderboard.SortOrder;

/** Ranks all entries with PostgreSQL's window functions. */
public final class ModelRanks {
    private static final String RANKED = """
            SELECT entries.n, RANK() OVER scores AS rank, DENSE_RANK() OVER scores AS dense_rank,
                   PERCENT_RANK() OVER scores AS percent_rank, ROW_NUMBER() OVER list AS position,
                   count(*) OVER () AS total
            FROM unnest(:participants, :scores::numeric[], :subscores::numeric[], :achieved) WITH ORDINALITY
                     AS entries (external_id, score, subscore, achieved, n)
            JOIN participant USING (external_id)
            WINDOW scores AS (ORDER BY score <direction>, subscore <direction>),
                   list AS (ORDER BY score <direction>, subscore <direction>, <ties> participant.entity_type COLLATE "C",
                                  participant.external_id COLLATE "C")
            ORDER BY position
            """;

    private final Sql sql;

    public ModelRanks(Sql sql) {
        this.sql = sql;
    }

    public Sql sql() {
        return sql;
    }

    /** The ranks of the entries. */
    @Introspected
    record RankRow(int n, int rank, int denseRank, double percentRank, int position, int total) {}

    /** The standings of a group, best first. */
    public List<ModelStanding> of(ModelRules rules, ModelGroup group, Map<String, ModelEntry> entries) {
        List<Map.Entry<String, ModelEntry>> list = List.copyOf(entries.entrySet());
        List<ModelStanding> standings = new ArrayList<>();
        for (RankRow row : rows(rules, rules.order(group), list)) {
            var one = list.get(row.n - 1);
            standings.add(ModelStanding.of(rules, group, one.getKey(), one.getValue(), row, standings));
        }
        return standings;
    }

    private List<RankRow> rows(ModelRules rules, SortOrder order, List<Map.Entry<String, ModelEntry>> list) {
        return sql.connected(() -> {
            String ties =
                    switch (rules.tieRule()) {
                        case EARLIEST -> "achieved,";
                        case LATEST -> "achieved DESC,";
                        case ID -> "";
                    };
            Statement query = sql.of(RANKED.replace("<direction>", order == SortOrder.DESCENDING ? "DESC" : "ASC")
                    .replace("<ties>", ties));
            bind(query, "participants", String.class, list, Map.Entry::getKey);
            bind(query, "scores", String.class, list, one -> one.getValue()
                    .score()
                    .toString());
            bind(query, "subscores", String.class, list, one -> one.getValue()
                    .subscore()
                    .toString());
            bind(query, "achieved", Instant.class, list, one -> one.getValue().achievedAt());
            return query.list(RankRow.class);
        });
    }

    private static <T> void bind(
            Statement query,
            String name,
            Class<T> type,
            List<Map.Entry<String, ModelEntry>> list,
            Function<Map.Entry<String, ModelEntry>, T> value) {
        query.bindEach(name, type, list.stream().map(value).toList());
    }
}
