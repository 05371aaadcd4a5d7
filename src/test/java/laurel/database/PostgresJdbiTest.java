package laurel.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PostgresJdbiTest {
    private static TestDatabase database;

    private Handle handle;

    @SuppressWarnings("ArrayRecordComponent") // Such a column is what is tested.
    record Row(
            long id,
            @Nullable Long parentId,
            TimeUnit unit,
            Instant openedAt,
            LocalDate day,
            List<String> tags,
            Json extra,
            byte[] bytes) {}

    record Box(List<Long> numbers) {}

    @BeforeAll
    static void open() {
        database = TestDatabase.fresh();
    }

    @AfterAll
    static void close() {
        database.close();
    }

    @BeforeEach
    void connect() {
        handle = database.jdbi().open();
    }

    @AfterEach
    void disconnect() {
        handle.close();
    }

    @Test
    void aRecordSurvivesTheRoundTrip() {
        Instant moment = Instant.parse("2024-02-29T23:59:59.123456Z");
        Row row = handle.createQuery("""
                        SELECT :id AS id, :parent AS parent_id, :unit AS unit, :moment AS opened_at, :day AS day,
                               :tags AS tags, :extra AS extra, :bytes AS bytes
                        """)
                .bind("id", Long.MIN_VALUE)
                .bindByType("parent", null, Long.class)
                .bind("unit", TimeUnit.DAYS)
                .bind("moment", moment)
                .bind("day", LocalDate.of(2024, 3, 10))
                .bind("tags", new String[] {"a,b", "\"quoted\"", "ü"})
                .bind("extra", new Json("{\"a\": [1, 2]}"))
                .bind("bytes", new byte[] {0, -1})
                .mapTo(Row.class)
                .one();
        assertThat(row.id).isEqualTo(Long.MIN_VALUE);
        assertThat(row.parentId).isNull();
        assertThat(row.unit).isEqualTo(TimeUnit.DAYS);
        assertThat(row.openedAt).isEqualTo(moment);
        assertThat(row.day).isEqualTo("2024-03-10");
        assertThat(row.tags).containsExactly("a,b", "\"quoted\"", "ü");
        assertThat(row.extra).isEqualTo(new Json("{\"a\": [1, 2]}"));
        assertThat(row.bytes).containsExactly(0, -1);
    }

    @Test
    void arraysTravelWithTheirNulls() {
        Instant moment = Instant.parse("2024-10-27T00:30:00Z");
        assertThat(one("cardinality(:v)", new long[] {1, 2}, Long.class)).isEqualTo(2);
        assertThat(one("(:v)[2]", new Long[] {1L, Long.MAX_VALUE}, Long.class)).isEqualTo(Long.MAX_VALUE);
        assertThat(one("(:v)[1] IS NULL", new Long[] {null}, Boolean.class)).isTrue();
        assertThat(one("(:v)[1]", new int[] {7}, Integer.class)).isEqualTo(7);
        assertThat(one("(:v)[1]", new Integer[] {8}, Integer.class)).isEqualTo(8);
        assertThat(one("(:v)[1]", new Instant[] {moment, null}, Instant.class)).isEqualTo(moment);
        assertThat(one("(:v)[2] IS NULL", new Instant[] {moment, null}, Boolean.class))
                .isTrue();
        assertThat(one("(:v)[2]", new byte[][] {{1}, {2, 3}}, byte[].class)).containsExactly(2, 3);
        assertThat(one("(:v)[2] IS NULL", new byte[][] {{1}, null}, Boolean.class))
                .isTrue();
        assertThat(one("(:v)[1]", new Json[] {new Json("[1]"), null}, Json.class))
                .isEqualTo(new Json("[1]"));
        assertThat(one("(:v)[1]", new TimeUnit[] {TimeUnit.HOURS}, TimeUnit.class))
                .isEqualTo(TimeUnit.HOURS);
        assertThat(one("(:v)[1]", new boolean[] {true}, Boolean.class)).isTrue();
        assertThat(one("(:v)[1]", new LocalDate[] {LocalDate.EPOCH}, LocalDate.class))
                .isEqualTo(LocalDate.EPOCH);
        assertThat(handle.createQuery("SELECT '{1,2}'::bigint[] AS numbers")
                        .mapTo(Box.class)
                        .one())
                .isEqualTo(new Box(List.of(1L, 2L)));
    }

    @Test
    void anInstantIsTheSameMomentInEveryZone() {
        Instant moment = Instant.parse("2024-04-06T13:45:00Z");
        assertThat(one("extract(epoch FROM :v)::bigint", moment, Long.class)).isEqualTo(moment.getEpochSecond());
        assertThat(one("(:v)::text", moment, String.class)).isEqualTo("2024-04-06 13:45:00+00");
        assertThat(one("(:v)::timestamptz", "2024-04-06T13:45:00Z", Instant.class))
                .isEqualTo(moment);
        handle.useTransaction(inKathmandu -> {
            inKathmandu.execute("SET LOCAL TimeZone = 'Asia/Kathmandu'");
            assertThat(one("(:v)", moment, Instant.class)).isEqualTo(moment);
        });
    }

    @Test
    void comparisonsAndTextsAreLeftAlone() {
        assertThat(handle.createQuery("""
                        -- isn't a value here: :nothing
                        SELECT count(*) FROM app WHERE id < 5 AND (id, key) < (:id, 'z') AND id <> 7 AND id <= 3
                          AND key > ':nothing' AND '{"a": 1}'::jsonb ?? 'a' AND ('{1,2}'::int[])[1 : 1] = '{1}' AND 1<2
                        """).bind("id", 2).mapTo(Long.class).one())
                .isEqualTo(1);
    }

    @Test
    void aNullForAPrimitiveIsAnError() {
        record Amount(long value) {}
        assertThatThrownBy(() -> handle.createQuery("SELECT NULL::bigint AS value")
                        .mapTo(Amount.class)
                        .one())
                .hasMessageContaining("null values are not allowed");
    }

    /** How a record is read is remembered: for these columns, in this order, and no others. */
    @Test
    void aRecordIsReadFromColumnsInAnyOrder() {
        record Pair(int first, String second) {}
        assertThat(read("SELECT 1 AS first, 'a' AS second", Pair.class)).isEqualTo(new Pair(1, "a"));
        assertThat(read("SELECT 'b' AS second, TRUE AS more, 2 AS first", Pair.class))
                .isEqualTo(new Pair(2, "b"));
        assertThat(read("SELECT 4 AS first, 'd' AS second", Pair.class)).isEqualTo(new Pair(4, "d"));
        assertThatThrownBy(() -> read("SELECT 'e' AS second", Pair.class)).hasMessageContaining("first");
    }

    @Test
    void aFailureDoesNotSayWhatWasBound() {
        assertThatThrownBy(() -> one("1 / (length(:v) - 6)", "hidden", Integer.class))
                .hasMessageContaining("division by zero")
                .hasMessageNotContaining("hidden");
    }

    private <T> T read(String sql, Class<T> row) {
        return handle.createQuery(sql).mapTo(row).one();
    }

    @Test
    void sessionsAreSetUp() {
        assertThat(show("TimeZone")).isEqualTo("UTC");
        assertThat(show("max_parallel_workers_per_gather")).isEqualTo("0");
        assertThat(show("jit")).isEqualTo("off");
        assertThat(show("plan_cache_mode")).isEqualTo("force_generic_plan");
        assertThat(show("application_name")).isEqualTo("laurel");
    }

    private String show(String setting) {
        return handle.createQuery("SHOW " + setting).mapTo(String.class).one();
    }

    private <T> T one(String expression, Object value, Class<T> type) {
        return handle.createQuery("SELECT " + expression)
                .bind("v", value)
                .mapTo(type)
                .one();
    }
}
