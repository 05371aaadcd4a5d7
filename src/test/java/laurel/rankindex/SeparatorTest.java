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
                       || separator_bytes(participant_id) = separator AS same,
                   ARRAY[separator_column(short, 1), separator_column(short, 2), separator_column(short, 3),
                         separator_column(short, 4)] AS columns
            FROM unnest(:keys1, :keys2, :keys3, :keys4, :separators, :shorts) WITH ORDINALITY
                 AS u (sort_key, subscore_key, tie_key, participant_id, separator, short, n)
            ORDER BY n
            """;

    @Provide
    static Arbitrary<RankKey> keys() {
        // Few values, so that keys share columns, and the smallest and largest.
        Arbitrary<Long> column = Arbitraries.oneOf(
                Arbitraries.longs().between(-2, 2),
                Arbitraries.longs(),
                Arbitraries.of(Long.MIN_VALUE, Long.MAX_VALUE));
        return Combinators.combine(column, column, column, column).as(RankKey::new);
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
        int shared = shared(first, second);
        if (shared < 4) {
            Separator between = Separator.between(second, shared);
            assertThat(between.key()).isGreaterThan(first).isLessThanOrEqualTo(second);
            assertThat(between).isGreaterThan(Separator.of(first)).isLessThanOrEqualTo(Separator.of(second));
        }
    }

    @Example
    void writesTheSameFormatInSql() {
        Random random = new Random(1);
        List<RankKey> keys = new ArrayList<>();
        for (int n = 0; n < 2_000; n++) {
            keys.add(new RankKey(column(random), column(random), column(random), column(random)));
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
                            Long.class,
                            keys.stream().map(RankKey::participantId).toList())
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
                assertThat(rows.get(n).columns)
                        .containsExactly(split.column(0), split.column(1), split.column(2), split.column(3));
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
    record SeparatorRow(long n, boolean same, long[] columns) {}

    /** Some with one column, some with more or none. */
    private static Separator shortened(RankKey key) {
        int columns = Math.floorMod(key.hashCode(), 5);
        return columns == 0 ? Separator.START : Separator.between(key, columns - 1);
    }

    private static long column(Random random) {
        return random.nextBoolean() ? EDGES[random.nextInt(EDGES.length)] : random.nextLong();
    }

    private static int shared(RankKey one, RankKey other) {
        if (one.sortKey() != other.sortKey()) {
            return 0;
        }
        if (one.subscoreKey() != other.subscoreKey()) {
            return 1;
        }
        if (one.tieKey() != other.tieKey()) {
            return 2;
        }
        return one.participantId() != other.participantId() ? 3 : 4;
    }
}
