package laurel.ranking;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import laurel.database.GivenRows;
import laurel.database.PartitionedQuery;
import laurel.database.Sql;
import laurel.ranking.Count.OfAll;
import laurel.ranking.Count.OfBetter;
import laurel.ranking.Count.OfStretch;

/** Counts entries: one statement for all that is asked, of which each part names the one partition that it reads. */
@Singleton
class CountRepository {
    private static final RankSql TOTAL = RankSql.of("""
            SELECT a.ask, <count total> AS number
            FROM <asked> CROSS JOIN LATERAL (SELECT a.ranking_id) AS k
            """);

    /** As many are better as stand before the first place of the score. */
    private static final RankSql OF_BETTER = RankSql.of("""
            SELECT a.ask, <count before key> AS number
            FROM <asked> CROSS JOIN LATERAL (
                SELECT a.ranking_id, a.sort_key, a.subscore_key, <min> AS tie_key, <min> AS participant_id) AS k
            """.replace("<min>", StretchBounds.MIN));

    /** Those before its end without those before its beginning. */
    private static final RankSql OF_STRETCH =
            RankSql.of("""
            SELECT a.ask, greatest(0, (SELECT <count before key> FROM (<high key>) AS k)
                                      - (SELECT <count before key> FROM (<low key>) AS k)) AS number
            FROM <asked>
            """.replace("<low key>", key("low")).replace("<high key>", key("high"))
                    + StretchBounds.LOW + "low\n" + StretchBounds.HIGH + "high\n");

    private final Sql sql;

    CountRepository(Sql sql) {
        this.sql = sql;
    }

    /** The numbers asked for, by their places in the list. */
    Map<Integer, Long> answer(List<Count> asks, PartitionedQuery query) {
        for (int ask = 0; ask < asks.size(); ask++) {
            switch (asks.get(ask)) {
                case OfAll all -> row(query, TOTAL, ask, all);
                case OfStretch of -> StretchBounds.add(row(query, OF_STRETCH, ask, of), of.stretch());
                case OfBetter of ->
                    row(query, OF_BETTER, ask, of)
                            .add("sort_key", Long.class, of.sortKey())
                            .add("subscore_key", Long.class, of.subscoreKey());
            }
        }
        return query.list(sql, Answer.class).stream().collect(Collectors.toMap(Answer::ask, Answer::number));
    }

    private static String key(String bound) {
        return """
                SELECT a.ranking_id, b.sort AS sort_key, b.subscore AS subscore_key, b.tie AS tie_key,
                       b.participant AS participant_id
                FROM (SELECT <bound>.*) AS b""".replace("<bound>", bound);
    }

    /** A row of any of these. */
    @Introspected
    record Answer(int ask, long number) {}

    private static GivenRows row(PartitionedQuery query, RankSql sql, int ask, Count count) {
        return query.part(sql.of(count.ranking()))
                .add("ask", Integer.class, ask)
                .add("ranking_id", Long.class, count.ranking().id());
    }
}
