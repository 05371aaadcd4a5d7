package laurel.ranking;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import laurel.database.sql.PartitionedQuery;
import laurel.database.sql.Sql;
import laurel.ranking.CountRepository.CountQuery.AllEntries;
import laurel.ranking.CountRepository.CountQuery.BetterEntries;
import laurel.ranking.CountRepository.CountQuery.EntriesInRange;
import laurel.ranking.RankSource.RankSql;

/** Counts entries. One statement runs all queries; each of its parts reads one partition. */
@Singleton
public class CountRepository {
    private static final RankSql TOTAL = RankSql.of("""
            SELECT input.query_number, <entry count> AS count
            FROM unnest(:queryNumber, :input.ranking.id) AS input (query_number, ranking_id)
            CROSS JOIN LATERAL (SELECT input.ranking_id) AS k
            """);

    /** The entries with a better score are those before the first possible key of the score. */
    private static final RankSql BETTER = RankSql.of("""
            SELECT input.query_number, <entries before key> AS count
            FROM unnest(:queryNumber, :input.ranking.id, :input.sortKey, :input.subscoreKey)
                 AS input (query_number, ranking_id, sort_key, subscore_key)
            CROSS JOIN LATERAL (
                SELECT input.ranking_id, input.sort_key, input.subscore_key, <min> AS tie_key, ''::text AS id_key) AS k
            """.replace("<min>", KeyRangeBounds.MIN));

    /** The entries before the end of the range minus those before its start. */
    private static final RankSql IN_RANGE =
            RankSql.of(KeyRangeBounds.in("""
            SELECT input.query_number, greatest(0, (SELECT <entries before key> FROM (<high key>) AS k)
                                      - (SELECT <entries before key> FROM (<low key>) AS k)) AS count
            FROM unnest(:queryNumber, :input.ranking.id, <keys>, :input.keyRange.rankAtLeast, :input.keyRange.rankAtMost)
                 AS input (query_number, ranking_id, <key names>, rank_at_least, rank_at_most)
            CROSS JOIN LATERAL <low> AS low
            CROSS JOIN LATERAL <high> AS high
            """.replace("<low key>", key("low")).replace("<high key>", key("high"))));

    private final Sql sql;

    CountRepository(Sql sql) {
        this.sql = sql;
    }

    /** Returns the counts, by the index of the query in the list. */
    Map<Integer, Long> count(List<CountQuery> queries, PartitionedQuery query) {
        return query.add(queries, CountRepository::sql).list(sql, CountRow.class).stream()
                .collect(Collectors.toMap(CountRow::queryNumber, CountRow::count));
    }

    /** Returns the SQL of a query. */
    static String sql(CountQuery count) {
        return text(count).of(count.ranking());
    }

    private static RankSql text(CountQuery count) {
        return switch (count) {
            case AllEntries all -> TOTAL;
            case EntriesInRange of -> IN_RANGE;
            case BetterEntries of -> BETTER;
        };
    }

    private static String key(String bound) {
        return """
                SELECT input.ranking_id, b.sort AS sort_key, b.subscore AS subscore_key, b.tie AS tie_key,
                       b.id AS id_key
                FROM (SELECT <bound>.*) AS b""".replace("<bound>", bound);
    }

    /** A row of each of these statements. */
    @Introspected
    record CountRow(int queryNumber, long count) {}

    /** A query for a number of entries of one ranking. */
    public sealed interface CountQuery {
        Ranking ranking();

        /** All entries. */
        record AllEntries(Ranking ranking) implements CountQuery {}

        /** Entries in a range. */
        record EntriesInRange(Ranking ranking, KeyRange keyRange) implements CountQuery {}

        /** Entries with a better score: the rank that the score would have, minus 1. */
        record BetterEntries(Ranking ranking, long sortKey, long subscoreKey) implements CountQuery {}
    }
}
