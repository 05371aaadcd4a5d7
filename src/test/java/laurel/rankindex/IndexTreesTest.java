package laurel.rankindex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import laurel.LaurelServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Trees in memory are used only as long as they are what the database stores. */
class IndexTreesTest {
    private static LaurelServer server;

    private final Random random = new Random(7);

    @BeforeAll
    static void start() {
        server = LaurelServer.start(Clock.systemUTC());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private Map<Long, @Nullable RankKey> scores(int count, long participants) {
        Map<Long, @Nullable RankKey> scores = new HashMap<>();
        random.longs(count, 1, participants + 1)
                .forEach(participant ->
                        scores.put(participant, RankKeys.key(random.nextLong(500), 0, random.nextInt(3), participant)));
        return scores;
    }

    @Test
    void readsATreeAgainAfterAnotherNodeHasChangedIt() {
        IndexedRanking first = IndexedRanking.of(server, 901, IndexedRanking.TINY);
        IndexedRanking second = first.onAnotherNode(server, 901, IndexedRanking.TINY);
        for (int n = 0; n < 30; n++) {
            List<IndexedRanking> nodes = List.of(first, second);
            nodes.get(random.nextInt(2)).update(scores(20, 400));
            if (n % 10 == 9) {
                second.sql.useTransaction(() -> second.indexes.rebuild(second.id));
            }
            assertThat(first.check().isCorrect())
                    .as(() -> first.check().toString())
                    .isTrue();
        }
    }

    @Test
    void dropsATreeWhoseTransactionIsRolledBack() {
        IndexedRanking ranking = IndexedRanking.of(server, 902, IndexedRanking.TINY);
        ranking.update(scores(200, 400));
        for (int n = 0; n < 10; n++) {
            Map<Long, RankKey> before = Map.copyOf(ranking.keys);
            Map<Long, @Nullable RankKey> changes = scores(20, 400);
            assertThatThrownBy(() -> ranking.update(changes, () -> {
                        throw new IllegalStateException("rolled back");
                    }))
                    .hasMessage("rolled back");
            ranking.keys.clear();
            ranking.keys.putAll(before);
            ranking.update(scores(20, 400));
            assertThat(ranking.check().isCorrect()).isTrue();
        }
    }

    /** A removal joins leaves and nodes, so the height and the root change. */
    @Test
    void followsATreeThatShrinks() {
        IndexedRanking ranking = IndexedRanking.of(server, 903, IndexedRanking.TINY);
        ranking.update(scores(400, 400));
        List<Long> participants = List.copyOf(ranking.keys.keySet());
        for (int from = 0; from < participants.size(); from += 25) {
            Map<Long, @Nullable RankKey> removed = new HashMap<>();
            LongStream.range(from, Math.min(from + 25, participants.size()))
                    .forEach(n -> removed.put(participants.get((int) n), null));
            ranking.update(removed);
            assertThat(ranking.check().isCorrect()).isTrue();
        }
        assertThat(ranking.keys).isEmpty();
    }
}
