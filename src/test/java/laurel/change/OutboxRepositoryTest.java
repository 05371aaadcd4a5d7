package laurel.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.change.OutboxRepository.NewChange;
import laurel.database.Emptying;
import laurel.database.sql.Sql;
import laurel.rankindex.EntryMove;
import laurel.rankindex.RankKey;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class OutboxRepositoryTest {
    private static final Instant NOW = Instant.parse("2025-07-14T09:00:00Z");

    private static LaurelServer server;
    private static Sql sql;
    private static OutboxRepository outbox;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(new TickingClock(NOW));
        sql = server.bean(Sql.class);
        outbox = server.bean(OutboxRepository.class);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void open() {
        Emptying.empty(server.database());
        sql.useTransaction(() -> server.bean(OutboxDayRepository.class).open(OutboxDay.of(NOW)));
    }

    private void append(NewChange... boards) {
        assertThat(sql.<Integer>inTransaction(
                        () -> outbox.insert(List.of(boards), NOW).get()))
                .isEqualTo(boards.length);
    }

    @Test
    void returnsStoredChangesInOrder() {
        EntryMove added = new EntryMove(1L << 40 | 1, null, new RankKey(-5, 2, 3, "", 77));
        EntryMove removed = new EntryMove(1L << 40 | 2, new RankKey(1, 2, 3, "", 78), null);
        append(
                new NewChange(1, true, List.of(added)),
                new NewChange(3, true, null),
                new NewChange(4, false, List.of()),
                new NewChange(2, true, List.of(removed, added)));
        append(new NewChange(1, true, null));

        List<Change> changes = sql.connected(() -> outbox.since(Map.of(1, 0L, 2, 0L, 3, 0L, 4, 0L), 10, 10_000));

        assertThat(changes)
                .filteredOn(change -> change.leaderboardId() == 1)
                .extracting(Change::moves)
                .containsExactly(List.of(added), null);
        assertThat(changes)
                .filteredOn(change -> change.leaderboardId() == 2)
                .extracting(Change::moves)
                .containsExactly(List.of(removed, added));
        assertThat(changes)
                .filteredOn(change -> change.leaderboardId() > 2)
                .extracting(Change::leaderboardId, Change::newScores, Change::moves)
                .containsExactlyInAnyOrder(tuple(3, true, null), tuple(4, false, List.of()));
        Map<Integer, Long> positions = sql.connected(() -> outbox.positions(List.of(1, 5)));
        assertThat(positions).isEqualTo(Map.of(1, changes.getLast().sequence(), 5, 0L));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 12, 13, 14, 15, 16, 17, 200, 1_500})
    void returnsChangesUpToMaxMoves(int moves) {
        append(new NewChange(1, true, moves(moves)));
        append(new NewChange(1, true, moves(moves)));
        append(new NewChange(1, true, null));
        append(new NewChange(1, true, moves(1)));

        assertThat(read(2 * moves + 1)).containsExactly(moves, moves, 0, 1);
        assertThat(read(2 * moves)).containsExactly(moves, moves, 0);
        assertThat(read(2 * moves - 1)).containsExactly(moves);
        assertThat(read(0)).containsExactly(moves);
    }

    private static List<EntryMove> moves(int number) {
        return LongStream.range(0, number)
                .mapToObj(n -> new EntryMove(1L << 40 | 1, null, new RankKey(n, 0, 0, "", n)))
                .toList();
    }

    /** Number of moves of each change that is read; 0 for a change without moves. */
    private List<Integer> read(int maxMoves) {
        return sql.connected(() -> outbox.since(Map.of(1, 0L), 10, maxMoves)).stream()
                .map(change -> Objects.requireNonNullElse(change.moves(), List.<EntryMove>of())
                        .size())
                .toList();
    }
}
