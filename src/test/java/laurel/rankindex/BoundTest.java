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

/** A bound sorts as the key that it was made of does, in Java and in SQL, whatever the key. */
class BoundTest {
    private static final long[] EDGES = {
        Long.MIN_VALUE, Long.MIN_VALUE + 1, -256, -1, 0, 1, 255, Long.MAX_VALUE - 1, Long.MAX_VALUE
    };
    private static final String IN_SQL = """
            SELECT n, bound_bytes(sort_key) || bound_bytes(subscore_key) || bound_bytes(tie_key) || bound_bytes(participant_id)
                       = bound AS same,
                   ARRAY[bound_column(short, 1), bound_column(short, 2), bound_column(short, 3), bound_column(short, 4)]
                       AS columns
            FROM unnest(:keys1, :keys2, :keys3, :keys4, :bounds, :shorts) WITH ORDINALITY
                 AS u (sort_key, subscore_key, tie_key, participant_id, bound, short, n)
            ORDER BY n
            """;

    @Provide
    static Arbitrary<RankKey> places() {
        // Few values, so that keys share columns; and the ends.
        Arbitrary<Long> column = Arbitraries.oneOf(
                Arbitraries.longs().between(-2, 2),
                Arbitraries.longs(),
                Arbitraries.of(Long.MIN_VALUE, Long.MAX_VALUE));
        return Combinators.combine(column, column, column, column).as(RankKey::new);
    }

    @Property
    void sortsAsItsKeyDoes(@ForAll("places") RankKey one, @ForAll("places") RankKey other) {
        assertThat(Integer.signum(Bound.of(one).compareTo(Bound.of(other))))
                .isEqualTo(Integer.signum(one.compareTo(other)));
        assertThat(Bound.of(one).place()).isEqualTo(one);
        assertThat(Bound.of(one)).isGreaterThanOrEqualTo(Bound.START);
        assertThat(Bound.START.place()).isEqualTo(RankKey.FIRST);
    }

    @Property
    void tellsAnEntryFromTheOneBefore(@ForAll("places") RankKey one, @ForAll("places") RankKey other) {
        boolean inOrder = one.compareTo(other) < 0;
        RankKey first = inOrder ? one : other;
        RankKey second = inOrder ? other : one;
        int shared = shared(first, second);
        if (shared < 4) {
            Bound between = Bound.between(second, shared);
            assertThat(between.place()).isGreaterThan(first).isLessThanOrEqualTo(second);
            assertThat(between).isGreaterThan(Bound.of(first)).isLessThanOrEqualTo(Bound.of(second));
        }
    }

    @Example
    void sqlReadsItAlike() {
        Random random = new Random(1);
        List<RankKey> places = new ArrayList<>();
        for (int n = 0; n < 2_000; n++) {
            places.add(new RankKey(column(random), column(random), column(random), column(random)));
        }
        try (var database = TestDatabase.fresh()) {
            List<Row> rows = database.sql()
                    .of(IN_SQL)
                    .bindEach(
                            "keys1",
                            Long.class,
                            places.stream().map(RankKey::sortKey).toList())
                    .bindEach(
                            "keys2",
                            Long.class,
                            places.stream().map(RankKey::subscoreKey).toList())
                    .bindEach(
                            "keys3",
                            Long.class,
                            places.stream().map(RankKey::tieKey).toList())
                    .bindEach(
                            "keys4",
                            Long.class,
                            places.stream().map(RankKey::participantId).toList())
                    .bindEach(
                            "bounds",
                            byte[].class,
                            places.stream()
                                    .map(place -> Bound.of(place).bytes())
                                    .toList())
                    .bindEach(
                            "shorts",
                            byte[].class,
                            places.stream()
                                    .map(place -> shortened(place).bytes())
                                    .toList())
                    .list(Row.class);
            for (int n = 0; n < places.size(); n++) {
                Bound cut = shortened(places.get(n));
                assertThat(rows.get(n).same).isTrue();
                assertThat(rows.get(n).columns)
                        .containsExactly(cut.column(0), cut.column(1), cut.column(2), cut.column(3));
            }
            List<byte[]> sorted = database.sql()
                    .of("SELECT bound FROM unnest(:bounds) AS bound ORDER BY bound")
                    .bindEach(
                            "bounds",
                            byte[].class,
                            places.stream()
                                    .map(place -> shortened(place).bytes())
                                    .toList())
                    .list(byte[].class);
            assertThat(sorted.stream().map(Bound::new)).isSorted();
        }
    }

    /** A row of {@link #IN_SQL}. */
    @Introspected
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    record Row(long n, boolean same, long[] columns) {}

    /** Of some the first column alone, of others two or three, or none. */
    private static Bound shortened(RankKey place) {
        int columns = Math.floorMod(place.hashCode(), 5);
        return columns == 0 ? Bound.START : Bound.between(place, columns - 1);
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
