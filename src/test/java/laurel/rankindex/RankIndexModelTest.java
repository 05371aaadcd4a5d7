package laurel.rankindex;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import laurel.LaurelServer;
import laurel.Tries;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** After each random batch, the index agrees with the window functions. */
@Order(1)
class RankIndexModelTest {
    private static final int MAX_ENTRIES = 3_000;
    /** Enough for hundreds of tiny nodes on several levels. */
    private static final int MAX_TINY_ENTRIES = Tries.of(300, MAX_ENTRIES);

    private static final int MAX_BATCH_SIZE = 200;

    private static final AtomicInteger RANKINGS = new AtomicInteger();
    private static LaurelServer server;

    /** Distributions of scores and tie keys. */
    enum Distribution {
        WIDE(Long.MAX_VALUE, 3, 3),
        HEAVY_TIES(5, 2, 1_000_000),
        EQUAL_TIE_KEYS(5, 2, 1),
        ONE_SCORE(1, 1, 1_000_000),
        ONE_SCORE_AND_TIE_KEY(1, 1, 1),
        TWO_SCORES(2, 1, 3);

        private final long scores;
        private final int subscores;
        private final int ties;

        Distribution(long scores, int subscores, int ties) {
            this.scores = scores;
            this.subscores = subscores;
            this.ties = ties;
        }

        RankKey key(Random random, long participant) {
            long score = this == WIDE && random.nextInt(50) == 0
                    ? (random.nextBoolean() ? Long.MIN_VALUE : Long.MAX_VALUE)
                    : random.nextLong(scores) - scores / 2;
            return RankKeys.key(score, random.nextInt(subscores), random.nextInt(ties), participant);
        }
    }

    @BeforeAll
    static void start() {
        server = LaurelServer.start(Clock.systemUTC());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    static Stream<Arguments> rankings() {
        Stream<Arguments> tiny = Stream.of(Distribution.values())
                .map(distribution -> Arguments.of(distribution, IndexedRanking.TINY, MAX_TINY_ENTRIES));
        Stream<Distribution> usual = Tries.LONG ? Stream.of(Distribution.values()) : Stream.of(Distribution.HEAVY_TIES);
        return Stream.concat(
                tiny, usual.map(distribution -> Arguments.of(distribution, IndexedRanking.DEFAULT, MAX_ENTRIES)));
    }

    @ParameterizedTest
    @MethodSource("rankings")
    void agreesWithWindowFunctionsWhileGrowingAndShrinking(
            Distribution distribution, IndexSizes sizes, int maxEntries) {
        Random random = new Random(distribution.name().hashCode());
        IndexedRanking ranking = IndexedRanking.of(server, RANKINGS.incrementAndGet(), sizes);
        while (ranking.keys.size() < maxEntries) {
            applyBatch(ranking, distribution, random, 10, 1);
        }
        assertThat(ranking.check().nodeCount()).isPositive();
        for (int batch = 0; batch < Tries.of(10, 20); batch++) {
            applyBatch(ranking, distribution, random, 1, 1);
        }
        while (!ranking.keys.isEmpty()) {
            applyBatch(ranking, distribution, random, 1, 10);
        }
        assertThat(ranking.check()).isEqualTo(new IndexReport(0, 0, 0, List.of()));
    }

    /** Applies one batch of added or moved entries and removed ones, in this proportion. */
    private static void applyBatch(
            IndexedRanking ranking, Distribution distribution, Random random, int addWeight, int removeWeight) {
        Map<Long, @Nullable RankKey> changes = new HashMap<>();
        List<Long> present = new ArrayList<>(ranking.keys.keySet());
        int size = 1 + random.nextInt(MAX_BATCH_SIZE);
        for (int n = 0; n < size; n++) {
            boolean removes = !present.isEmpty() && random.nextInt(addWeight + removeWeight) < removeWeight;
            long participant =
                    removes ? present.get(random.nextInt(present.size())) : random.nextLong(2L * MAX_ENTRIES);
            changes.put(participant, removes ? null : distribution.key(random, participant));
        }
        ranking.update(changes);
        IndexReport report = ranking.check();
        assertThat(report.examples()).isEmpty();
        assertThat(report.entryCount()).isEqualTo(ranking.keys.size());
        if (random.nextInt(8) == 0) {
            compareWithOracle(ranking, distribution, random);
        }
    }

    private static void compareWithOracle(IndexedRanking ranking, Distribution distribution, Random random) {
        RankOracle oracle = new RankOracle(ranking);
        List<RankKey> keys = new ArrayList<>(List.of(RankKey.FIRST, RankKey.LAST));
        List<RankKey> present = List.copyOf(ranking.keys.values());
        for (int n = 0; n < 12; n++) {
            keys.add(distribution.key(random, random.nextLong(2L * MAX_ENTRIES)));
            keys.add(RankKey.firstOf(keys.getLast().sortKey()));
            keys.add(RankKey.lastOf(keys.getLast().sortKey()));
            if (!present.isEmpty()) {
                keys.add(present.get(random.nextInt(present.size())));
            }
        }
        assertThat(oracle.index(keys)).isEqualTo(oracle.expected(keys));
        long total = present.size();
        List<@Nullable Long> positions = new ArrayList<>();
        positions.add(null);
        positions.addAll(List.of(0L, -1L, 1L, total - 1, total, total + 1, 2 * total, (long) Integer.MAX_VALUE));
        random.longs(12, 1, total + 2).forEach(positions::add);
        assertThat(oracle.indexAt(positions)).isEqualTo(oracle.expectedAt(positions));
    }
}
