package laurel.database.sql;

import static java.util.Collections.singletonList;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.transaction.TransactionOperations;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import laurel.LaurelTest;
import laurel.leaderboard.Group;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

@LaurelTest
class SqlTest {
    @Inject
    Sql sql;

    @Inject
    TransactionOperations<Connection> transactions;

    @Introspected
    @SuppressWarnings("ArrayRecordComponent") // The test reads an array.
    record AllTypes(
            long id,
            @Nullable Long parentId,
            TimeUnit unit,
            Instant openedAt,
            LocalDate day,
            Duration grace,
            List<String> tags,
            Json extra,
            byte[] bytes) {}

    @Introspected
    record Pair(int first, String second) {}

    @Introspected
    record NumberedPair(long n, Pair pair) {}

    @Introspected
    record Lists(List<@Nullable Long> numbers, List<TimeUnit> units) {}

    @Introspected
    record InGroup(Group place) {}

    @Test
    void bindsAndReadsRecord() {
        Instant moment = Instant.parse("2024-02-29T23:59:59.123456Z");
        AllTypes row = sql.of("""
                        SELECT :id AS id, :parent::bigint AS parent_id, :unit AS unit, :moment AS opened_at, :day AS day,
                               :grace AS grace, :tags AS tags, :extra AS extra, :bytes AS bytes
                        """)
                .bind("id", Long.MIN_VALUE)
                .bind("parent", null)
                .bind("unit", TimeUnit.DAYS)
                .bind("moment", moment)
                .bind("day", LocalDate.of(2024, 3, 10))
                .bind("grace", Duration.ofHours(49).plusMillis(5))
                .bindEach("tags", String.class, List.of("a,b", "\"quoted\"", "ü"))
                .bind("extra", new Json("{\"a\": [1, 2]}"))
                .bind("bytes", new byte[] {0, -1})
                .one(AllTypes.class);
        assertThat(row.id).isEqualTo(Long.MIN_VALUE);
        assertThat(row.parentId).isNull();
        assertThat(row.unit).isEqualTo(TimeUnit.DAYS);
        assertThat(row.openedAt).isEqualTo(moment);
        assertThat(row.day).isEqualTo("2024-03-10");
        assertThat(row.grace).isEqualTo(Duration.ofHours(49).plusMillis(5));
        assertThat(row.tags).containsExactly("a,b", "\"quoted\"", "ü");
        assertThat(row.extra).isEqualTo(new Json("{\"a\": [1, 2]}"));
        assertThat(row.bytes).containsExactly(0, -1);
    }

    @Test
    void bindsAndReadsDatesOfAnyEra() {
        for (Instant moment : List.of(Instant.parse("0001-01-01T00:00:00Z"), Instant.parse("1500-03-01T12:00:00Z"))) {
            assertThat(sql.of("SELECT :v").bind("v", moment).one(Instant.class)).isEqualTo(moment);
            assertThat(sql.of("SELECT (:v)[1]")
                            .bindEach("v", Instant.class, List.of(moment))
                            .one(Instant.class))
                    .isEqualTo(moment);
        }
        for (LocalDate day : List.of(LocalDate.of(1, 1, 1), LocalDate.of(1899, 12, 31))) {
            assertThat(sql.of("SELECT :v").bind("v", day).one(LocalDate.class)).isEqualTo(day);
            assertThat(sql.of("SELECT (:v)[1]")
                            .bindEach("v", LocalDate.class, List.of(day))
                            .one(LocalDate.class))
                    .isEqualTo(day);
        }
    }

    @Test
    void keepsNullsInArrays() {
        Lists lists = sql.of("SELECT :numbers AS numbers, :units AS units")
                .bindEach("numbers", Long.class, Arrays.asList(1L, null, 3L))
                .bindEach("units", String.class, Arrays.asList("DAYS", null))
                .one(Lists.class);
        assertThat(lists.numbers).containsExactly(1L, null, 3L);
        assertThat(lists.units).containsExactly(TimeUnit.DAYS, null);
        assertThat(sql.of("SELECT (:v)[1]")
                        .bindEach("v", Json.class, Arrays.asList(new Json("[1]"), null))
                        .one(Json.class))
                .isEqualTo(new Json("[1]"));
    }

    @Test
    void bindsArraysOfBytesAndNumbers() {
        assertThat(sql.of("SELECT (:v)[2]")
                        .bindEach("v", byte[].class, List.of(new byte[] {1}, new byte[] {2, 3}))
                        .one(byte[].class))
                .containsExactly(2, 3);
        assertThat(sql.of("SELECT v FROM unnest(:v) AS v ORDER BY v")
                        .bindEach("v", Integer.class, List.of(2, 1))
                        .list(Integer.class))
                .containsExactly(1, 2);
    }

    @Test
    void bindsArraysOfEveryType() {
        assertThat(element(Long.class, Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
        assertThat(element(Integer.class, 8)).isEqualTo(8);
        assertThat(element(Short.class, (short) 3)).isEqualTo((short) 3);
        assertThat(element(Boolean.class, true)).isTrue();
        assertThat(element(Double.class, 0.5)).isEqualTo(0.5);
        assertThat(element(BigDecimal.class, new BigDecimal("1.50"))).isEqualTo("1.50");
        assertThat(element(UUID.class, new UUID(1, 2))).isEqualTo(new UUID(1, 2));
        assertThat(element(String.class, "a,\"b\"")).isEqualTo("a,\"b\"");
    }

    private <T> T element(Class<T> type, T value) {
        assertThat(sql.of("SELECT (:v)[1] IS NULL")
                        .bindEach("v", type, singletonList(null))
                        .one(Boolean.class))
                .isTrue();
        return sql.of("SELECT (:v)[1]").bindEach("v", type, List.of(value)).one(type);
    }

    @Test
    void bindsTheSameInstantInEveryTimeZone() {
        Instant moment = Instant.parse("2024-04-06T13:45:00Z");
        assertThat(sql.of("SELECT extract(epoch FROM :v)::bigint")
                        .bind("v", moment)
                        .one(Long.class))
                .isEqualTo(moment.getEpochSecond());
        assertThat(sql.of("SELECT (:v)::text").bind("v", moment).one(String.class))
                .isEqualTo("2024-04-06 13:45:00+00");
        sql.useTransaction(() -> {
            sql.execute("SET LOCAL TimeZone = 'Asia/Kathmandu'");
            assertThat(sql.of("SELECT :v").bind("v", moment).one(Instant.class)).isEqualTo(moment);
        });
    }

    @Test
    void readsRecordFromColumnsInAnyOrder() {
        assertThat(sql.of("SELECT 1 AS first, 'a' AS second").one(Pair.class)).isEqualTo(new Pair(1, "a"));
        assertThat(sql.of("SELECT 'b' AS second, TRUE AS more, 2 AS first").one(Pair.class))
                .isEqualTo(new Pair(2, "b"));
        assertThat(sql.of("SELECT 3 AS first, 7 AS n, 'c' AS second").one(NumberedPair.class))
                .isEqualTo(new NumberedPair(7, new Pair(3, "c")));
        assertThatThrownBy(() -> sql.of("SELECT 'e' AS second").one(Pair.class)).hasMessageContaining("first");
    }

    @Test
    void readsComponentFromJson() {
        assertThat(sql.of("SELECT '{\"region\": \"eu\"}'::jsonb AS place")
                        .one(InGroup.class)
                        .place
                        .toString())
                .contains("region", "eu");
    }

    @Test
    void rejectsNullForPrimitive() {
        assertThatThrownBy(
                        () -> sql.of("SELECT NULL::int AS first, 'a' AS second").one(Pair.class))
                .hasMessageContaining("null");
    }

    @Test
    void ignoresColonsInTextsCastsCommentsAndOperators() {
        assertThat(sql.of("""
                        -- isn't a value here: :nothing
                        SELECT count(*) FROM app /* nor :here */ WHERE id <= 1 AND (id, key) < (:id, 'z') AND id <> 7
                          AND key > ':nothing' AND '{"a": 1}'::jsonb ? 'a' AND ('{1,2}'::int[])[1 : 1] = '{1}'
                        """).bind("id", 2).one(Long.class)).isEqualTo(1);
    }

    @Test
    void failsForAParameterWithoutValue() {
        assertThatThrownBy(() -> sql.of("SELECT :missing").one(Long.class)).hasMessageContaining("missing");
    }

    @Test
    void doesNotShowBoundValuesInFailures() {
        assertThatThrownBy(() -> sql.of("SELECT 1 / (length(:v) - 6)")
                        .bind("v", "hidden")
                        .one(Integer.class))
                .hasStackTraceContaining("division by zero")
                .hasMessageNotContaining("hidden");
    }

    @Test
    void sharesTheTransactionOfTheThread() {
        assertThatThrownBy(() -> transactions.executeWrite(status -> {
                    sql.of("CREATE TABLE of_a_test (id int)").execute();
                    assertThat(sql.of("SELECT count(*) FROM of_a_test").one(Long.class))
                            .isZero();
                    List<Integer> read = new ArrayList<>();
                    sql.of("SELECT n FROM generate_series(1, 2500) AS n ORDER BY n")
                            .each(Integer.class, read::add);
                    assertThat(read).hasSize(2_500).startsWith(1, 2, 3);
                    throw new IllegalStateException("rolled back");
                }))
                .hasMessage("rolled back");
        assertThat(sql.of("SELECT to_regclass('of_a_test') IS NULL").one(Boolean.class))
                .isTrue();
    }

    @Test
    void configuresSessions() {
        assertThat(show("TimeZone")).isEqualTo("UTC");
        assertThat(show("max_parallel_workers_per_gather")).isEqualTo("0");
        assertThat(show("jit")).isEqualTo("off");
        assertThat(show("plan_cache_mode")).isEqualTo("force_generic_plan");
        assertThat(show("application_name")).isEqualTo("laurel");
        assertThat(show("tcp_keepalives_idle")).isEqualTo("10");
        assertThat(show("tcp_keepalives_interval")).isEqualTo("5");
        assertThat(show("tcp_keepalives_count")).isEqualTo("4");
        assertThat(show("tcp_user_timeout")).isEqualTo("30000");
    }

    private String show(String setting) {
        return sql.of("SHOW " + setting).one(String.class);
    }
}
