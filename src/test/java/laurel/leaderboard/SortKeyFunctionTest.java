package laurel.leaderboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import laurel.database.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The SQL functions of {@code R__sort.sql} return the same keys as {@link SortOrder} and {@link TieRule}. */
class SortKeyFunctionTest {
    private static final List<Long> SCORES = LongStream.of(
                    Long.MIN_VALUE,
                    Long.MIN_VALUE + 1,
                    -1_000_000,
                    -1,
                    0,
                    1,
                    1_000_000,
                    Long.MAX_VALUE - 1,
                    Long.MAX_VALUE)
            .boxed()
            .toList();
    private static final List<Instant> TIMES = Stream.of(
                    "1900-01-01T00:00:00Z",
                    "1969-12-31T23:59:59.999999Z",
                    "1970-01-01T00:00:00Z",
                    "2025-07-13T12:34:56.123456Z",
                    "9999-12-31T23:59:59.999999Z")
            .map(Instant::parse)
            .toList();

    private static TestDatabase database;

    @BeforeAll
    static void migrate() {
        database = TestDatabase.fresh();
    }

    @AfterAll
    static void close() {
        database.close();
    }

    @ParameterizedTest
    @EnumSource
    void returnsTheSameSortKeyInSql(SortOrder order) {
        List<Long> keys = SCORES.stream().map(order::key).toList();
        assertThat(longs("SELECT sort_key(v, :rule) FROM unnest(:values) AS v", order, SCORES))
                .isEqualTo(keys);
        assertThat(longs("SELECT sort_key(v::numeric, :rule)::bigint FROM unnest(:values) AS v", order, SCORES))
                .isEqualTo(keys);
        assertThat(longs("SELECT to_score(v, :rule) FROM unnest(:values) AS v", order, keys))
                .isEqualTo(SCORES);
        assertThat(keys.stream().map(order::score)).isEqualTo(SCORES);
    }

    @ParameterizedTest
    @EnumSource
    void ascendsFromTheBestScore(SortOrder order) {
        Comparator<Long> bestFirst =
                order == SortOrder.DESCENDING ? Comparator.reverseOrder() : Comparator.naturalOrder();
        assertThat(SCORES.stream().sorted(bestFirst).map(order::key)).isSorted();
    }

    @ParameterizedTest
    @EnumSource
    void returnsTheSameTieKeyInSql(TieRule rule) {
        assertThat(database.sql()
                        .of("SELECT tie_key(t, :rule) FROM unnest(:times) AS t")
                        .bind("rule", rule.name())
                        .bindEach("times", Instant.class, TIMES)
                        .list(Long.class))
                .isEqualTo(TIMES.stream().map(rule::key).toList());
    }

    @Test
    void rejectsUnknownTieRule() {
        assertThatThrownBy(() -> database.sql()
                        .of("SELECT tie_key(created, rule) FROM (VALUES (now(), 'NEWEST')) AS v (created, rule)")
                        .list(Long.class))
                .hasMessageContaining("unknown tie rule NEWEST");
    }

    /** A function that is not inlined costs a call per row. */
    @ParameterizedTest
    @EnumSource
    void inlinesFunctions(SortOrder order) {
        String plan = String.join(
                "\n",
                database.sql()
                        .of("EXPLAIN (VERBOSE) SELECT sort_key(id, 'DESCENDING'), to_score(id, '" + order
                                + "'), tie_key(created_at, 'LATEST') FROM participant")
                        .list(String.class));
        assertThat(plan).doesNotContain("sort_key(").doesNotContain("to_score(").doesNotContain("tie_key(");
    }

    private static List<Long> longs(String sql, SortOrder order, List<Long> values) {
        return database.sql()
                .of(sql)
                .bind("rule", order.name())
                .bindEach("values", Long.class, values)
                .list(Long.class);
    }
}
