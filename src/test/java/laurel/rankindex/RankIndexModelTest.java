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

/** However entries come, move and go, the index is right after every batch, and says what the window functions say. */
@Order(1)
class RankIndexModelTest {
    private static final int MOST = 3_000;
    /** Of tiny blocks, hundreds of them on several levels. */
    private static final int TINY_MOST = Tries.of(400, MOST);

    private static final int MOST_IN_A_BATCH = 200;

    private static final AtomicInteger RANKINGS = new AtomicInteger();
    private static LaurelServer server;

    /** How scores, and the times that tell equals apart, are spread. */
    enum Spread {
        WIDE(Long.MAX_VALUE, 3, 3),
        HEAVY_TIES(5, 2, 1_000_000),
        EQUAL_TIE_KEYS(5, 2, 1),
        ONE_SCORE(1, 1, 1_000_000),
        ONE_SCORE_AND_TIE_KEY(1, 1, 1),
        TWO_SCORES(2, 1, 3);

        private final long scores;
        private final int subscores;
        private final int ties;

        Spread(long scores, int subscores, int ties) {
            this.scores = scores;
            this.subscores = subscores;
            this.ties = ties;
        }

        RankKey place(Random random, long participant) {
            long score = this == WIDE && random.nextInt(50) == 0
                    ? (random.nextBoolean() ? Long.MIN_VALUE : Long.MAX_VALUE)
                    : random.nextLong(scores) - scores / 2;
            return new RankKey(score, random.nextInt(subscores), random.nextInt(ties), participant);
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
        Stream<Arguments> tiny =
                Stream.of(Spread.values()).map(spread -> Arguments.of(spread, IndexedRanking.TINY, TINY_MOST));
        Stream<Spread> usual = Tries.LONG ? Stream.of(Spread.values()) : Stream.of(Spread.HEAVY_TIES);
        return Stream.concat(tiny, usual.map(spread -> Arguments.of(spread, IndexedRanking.DEFAULT, MOST)));
    }

    @ParameterizedTest
    @MethodSource("rankings")
    void growsMovesAndShrinks(Spread spread, BlockSizes sizes, int most) {
        Random random = new Random(spread.name().hashCode());
        IndexedRanking ranking = IndexedRanking.of(server, RANKINGS.incrementAndGet(), sizes);
        while (ranking.standing.size() < most) {
            shift(ranking, spread, random, 10, 1);
        }
        assertThat(ranking.check().blocks()).isPositive();
        for (int batch = 0; batch < 20; batch++) {
            shift(ranking, spread, random, 1, 1);
        }
        while (!ranking.standing.isEmpty()) {
            shift(ranking, spread, random, 1, 10);
        }
        assertThat(ranking.check()).isEqualTo(new IndexReport(0, 0, 0, List.of()));
    }

    /** One batch: some come or move, others go, in this proportion. */
    private static void shift(IndexedRanking ranking, Spread spread, Random random, int come, int go) {
        Map<Long, @Nullable RankKey> changes = new HashMap<>();
        List<Long> there = new ArrayList<>(ranking.standing.keySet());
        int size = 1 + random.nextInt(MOST_IN_A_BATCH);
        for (int n = 0; n < size; n++) {
            boolean leaves = !there.isEmpty() && random.nextInt(come + go) < go;
            long who = leaves ? there.get(random.nextInt(there.size())) : random.nextLong(2L * MOST);
            changes.put(who, leaves ? null : spread.place(random, who));
        }
        ranking.shift(changes);
        IndexReport report = ranking.check();
        assertThat(report.examples()).isEmpty();
        assertThat(report.entries()).isEqualTo(ranking.standing.size());
        if (random.nextInt(8) == 0) {
            ask(ranking, spread, random);
        }
    }

    private static void ask(IndexedRanking ranking, Spread spread, Random random) {
        RankOracle oracle = new RankOracle(ranking);
        List<RankKey> keys = new ArrayList<>(List.of(RankKey.FIRST, RankKey.LAST));
        List<RankKey> standing = List.copyOf(ranking.standing.values());
        for (int n = 0; n < 12; n++) {
            keys.add(spread.place(random, random.nextLong(2L * MOST)));
            keys.add(RankKey.firstOf(keys.getLast().sortKey()));
            keys.add(RankKey.lastOf(keys.getLast().sortKey()));
            if (!standing.isEmpty()) {
                keys.add(standing.get(random.nextInt(standing.size())));
            }
        }
        assertThat(oracle.index(keys)).isEqualTo(oracle.truth(keys));
        long total = standing.size();
        List<@Nullable Long> positions = new ArrayList<>();
        positions.add(null);
        positions.addAll(List.of(0L, -1L, 1L, total - 1, total, total + 1, 2 * total, (long) Integer.MAX_VALUE));
        random.longs(12, 1, total + 2).forEach(positions::add);
        assertThat(oracle.indexAt(positions)).isEqualTo(oracle.truthAt(positions));
    }
}
