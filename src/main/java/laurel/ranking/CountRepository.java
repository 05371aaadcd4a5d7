package laurel.ranking;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import laurel.database.sql.PartitionedQuery;
import laurel.database.sql.Sql;
import laurel.ranking.CountRepository.Count.OfAll;
import laurel.ranking.CountRepository.Count.OfBetter;
import laurel.ranking.CountRepository.Count.OfStretch;
import laurel.ranking.RankSource.RankSql;

/** Counts entries: one statement for all that is asked, of which each part names the one partition that it reads. */
@Singleton
public class CountRepository {
    private static final RankSql TOTAL = RankSql.of("""
            SELECT a.ask, <entry count> AS number
            FROM unnest(:ask, :asked.ranking.id) AS a (ask, ranking_id)
            CROSS JOIN LATERAL (SELECT a.ranking_id) AS k
            """);

    /** As many are better as stand before the first place of the score. */
    private static final RankSql OF_BETTER = RankSql.of("""
            SELECT a.ask, <entries before key> AS number
            FROM unnest(:ask, :asked.ranking.id, :asked.sortKey, :asked.subscoreKey) AS a (ask, ranking_id, sort_key, subscore_key)
            CROSS JOIN LATERAL (
                SELECT a.ranking_id, a.sort_key, a.subscore_key, <min> AS tie_key, <min> AS participant_id) AS k
            """.replace("<min>", KeyRangeBounds.MIN));

    /** Those before its end without those before its beginning. */
    private static final RankSql OF_STRETCH =
            RankSql.of(KeyRangeBounds.in("""
            SELECT a.ask, greatest(0, (SELECT <entries before key> FROM (<high key>) AS k)
                                      - (SELECT <entries before key> FROM (<low key>) AS k)) AS number
            FROM unnest(:ask, :asked.ranking.id, <places>, :asked.stretch.rankAtLeast, :asked.stretch.rankAtMost)
                 AS a (ask, ranking_id, <place names>, rank_at_least, rank_at_most)
            CROSS JOIN LATERAL <low> AS low
            CROSS JOIN LATERAL <high> AS high
            """.replace("<low key>", key("low")).replace("<high key>", key("high"))));

    private final Sql sql;

    CountRepository(Sql sql) {
        this.sql = sql;
    }

    /** The numbers asked for, by their places in the list. */
    Map<Integer, Long> answer(List<Count> asks, PartitionedQuery query) {
        return query.ask(asks, count -> text(count).of(count.ranking())).list(sql, Answer.class).stream()
                .collect(Collectors.toMap(Answer::ask, Answer::number));
    }

    private static RankSql text(Count count) {
        return switch (count) {
            case OfAll all -> TOTAL;
            case OfStretch of -> OF_STRETCH;
            case OfBetter of -> OF_BETTER;
        };
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

    /** A question about how many there are in one ranking. All that a request asks are answered by one statement. */
    public sealed interface Count {
        Ranking ranking();

        /** How many stand in it. */
        record OfAll(Ranking ranking) implements Count {}

        /** How many stand in this part of it. */
        record OfStretch(Ranking ranking, KeyRange stretch) implements Count {}

        /** How many scores stand better than this one would: one less than its rank. */
        record OfBetter(Ranking ranking, long sortKey, long subscoreKey) implements Count {}
    }
}
