package laurel.rankindex;

import static org.assertj.core.api.Assertions.assertThat;

import io.micronaut.core.annotation.Introspected;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import laurel.database.TestDatabase;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Separators sort like their keys, in Java and in SQL. */
class SeparatorTest {
    private static final long[] EDGES = {
        Long.MIN_VALUE, Long.MIN_VALUE + 1, -256, -1, 0, 1, 255, Long.MAX_VALUE - 1, Long.MAX_VALUE
    };
    private static final String IN_SQL = """
            SELECT n,
                   separator_bytes(sort_key) || separator_bytes(subscore_key) || separator_bytes(tie_key)
                       || separator_bytes(id_key) = separator AS same,
                   ARRAY[separator_column(short, 1), separator_column(short, 2), separator_column(short, 3)] AS columns,
                   separator_id(short) AS id
            FROM unnest(:keys1, :keys2, :keys3, :keys4, :separators, :shorts) WITH ORDINALITY
                 AS u (sort_key, subscore_key, tie_key, id_key, separator, short, n)
            ORDER BY n
            """;

    @Provide
    static Arbitrary<RankKey> keys() {
        // Few values, so that keys share columns, and the smallest and largest.
        Arbitrary<Long> column = Arbitraries.oneOf(
                Arbitraries.longs().between(-2, 2),
                Arbitraries.longs(),
                Arbitraries.of(Long.MIN_VALUE, Long.MAX_VALUE));
        // With code points above U+FFFF, of one length or another.
        Arbitrary<String> id = Arbitraries.of(
                        "", "a", "aa", "\uD83D\uDE00", "\uD83D\uDE01", "\uE000", "\uFFFD", "\u00E9")
                .list()
                .ofMaxSize(3)
                .map(parts -> String.join("", parts));
        return Combinators.combine(column, column, column, id).as(SeparatorTest::key);
    }

    /** Results of jobs have descriptions, and an erasure does not change them. */
    @Example
    void describesItsNumbersWithoutTheExternalId() {
        assertThat(Separator.of(key(-5, 0, 7, "ACCOUNT\u0001ann")).describe()).isEqualTo("(-5, 0, 7, an ID)");
        assertThat(Separator.of(key(-5, 0, 7, "")).describe()).isEqualTo("(-5, 0, 7)");
    }

    @Property
    void sortsLikeItsKey(@ForAll("keys") RankKey one, @ForAll("keys") RankKey other) {
        assertThat(Integer.signum(Separator.of(one).compareTo(Separator.of(other))))
                .isEqualTo(Integer.signum(one.compareTo(other)));
        assertThat(Separator.of(one).key()).isEqualTo(one);
        assertThat(Separator.of(one)).isGreaterThanOrEqualTo(Separator.START);
        assertThat(Separator.START.key()).isEqualTo(RankKey.FIRST);
    }

    @Property
    void liesBetweenTwoEntries(@ForAll("keys") RankKey one, @ForAll("keys") RankKey other) {
        boolean inOrder = one.compareTo(other) < 0;
        RankKey first = inOrder ? one : other;
        RankKey second = inOrder ? other : one;
        if (!first.equals(second)) {
            Separator between = Separator.between(first, second);
            assertThat(between.isValid()).isTrue();
            assertThat(between.key()).isGreaterThan(first).isLessThanOrEqualTo(second);
            assertThat(between).isGreaterThan(Separator.of(first)).isLessThanOrEqualTo(Separator.of(second));
        }
    }

    @Example
    void writesTheSameFormatInSql() {
        Random random = new Random(1);
        List<RankKey> keys = new ArrayList<>();
        for (int n = 0; n < 2_000; n++) {
            keys.add(key(column(random), column(random), column(random), RankKeys.idKey(random.nextInt(5_000))));
        }
        try (var database = TestDatabase.fresh()) {
            List<SeparatorRow> rows = database.sql()
                    .of(IN_SQL)
                    .bindEach(
                            "keys1",
                            Long.class,
                            keys.stream().map(RankKey::sortKey).toList())
                    .bindEach(
                            "keys2",
                            Long.class,
                            keys.stream().map(RankKey::subscoreKey).toList())
                    .bindEach(
                            "keys3",
                            Long.class,
                            keys.stream().map(RankKey::tieKey).toList())
                    .bindEach(
                            "keys4",
                            String.class,
                            keys.stream().map(RankKey::idKey).toList())
                    .bindEach(
                            "separators",
                            byte[].class,
                            keys.stream().map(key -> Separator.of(key).bytes()).toList())
                    .bindEach(
                            "shorts",
                            byte[].class,
                            keys.stream().map(key -> shortened(key).bytes()).toList())
                    .list(SeparatorRow.class);
            for (int n = 0; n < keys.size(); n++) {
                Separator split = shortened(keys.get(n));
                assertThat(rows.get(n).same).isTrue();
                assertThat(rows.get(n).columns).containsExactly(split.column(0), split.column(1), split.column(2));
                assertThat(rows.get(n).id).isEqualTo(split.key().idKey());
            }
            List<byte[]> sorted = database.sql()
                    .of("SELECT separator FROM unnest(:separators) AS separator ORDER BY separator")
                    .bindEach(
                            "separators",
                            byte[].class,
                            keys.stream().map(key -> shortened(key).bytes()).toList())
                    .list(byte[].class);
            assertThat(sorted.stream().map(Separator::new)).isSorted();
        }
    }

    /** A row of {@link #IN_SQL}. */
    @Introspected
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    record SeparatorRow(long n, boolean same, long[] columns, String id) {}

    /** Some with one column, some with more or none. */
    private static Separator shortened(RankKey key) {
        return switch (Math.floorMod(key.hashCode(), 5)) {
            case 0 -> Separator.START;
            case 1 -> Separator.between(key(~key.sortKey(), 0, 0, ""), key);
            case 2 -> Separator.between(key(key.sortKey(), ~key.subscoreKey(), 0, ""), key);
            case 3 -> Separator.between(key(key.sortKey(), key.subscoreKey(), ~key.tieKey(), ""), key);
            default -> Separator.between(key(key.sortKey(), key.subscoreKey(), key.tieKey(), "player\u0001x"), key);
        };
    }

    private static RankKey key(long sortKey, long subscoreKey, long tieKey, String idKey) {
        return new RankKey(sortKey, subscoreKey, tieKey, idKey, 0);
    }

    private static long column(Random random) {
        return random.nextBoolean() ? EDGES[random.nextInt(EDGES.length)] : random.nextLong();
    }
}
