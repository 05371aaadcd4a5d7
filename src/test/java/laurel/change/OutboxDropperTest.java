package laurel.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.database.ClockDrift;
import laurel.database.Emptying;
import laurel.database.OpenTransaction;
import laurel.database.WrongClock;
import laurel.database.sql.Sql;
import laurel.rankindex.EntryMove;
import laurel.rankindex.RankKeys;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Days of the outbox are dropped after their retention. The floor rises before a day is dropped. */
class OutboxDropperTest {
    private static final Instant MONDAY = Instant.parse("2025-07-14T23:00:00Z");
    private static final Instant TUESDAY = Instant.parse("2025-07-15T01:00:00Z");

    /** A day after Monday has ended. */
    private static final Instant OVER = Instant.parse("2025-07-16T00:00:00Z");

    private static final String PARTITIONS = """
            SELECT substring(inhrelid::regclass::text FROM '[0-9]+$') FROM pg_inherits
            WHERE inhparent = 'change_outbox'::regclass AND NOT inhdetachpending
            ORDER BY 1
            """;

    private static LaurelServer server;
    private static Sql sql;
    private static Outbox outbox;
    private static OutboxDropper dropper;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(new TickingClock(MONDAY), Map.of("laurel.outbox.max-moves", 3));
        sql = server.bean(Sql.class);
        outbox = server.bean(Outbox.class);
        dropper = server.bean(OutboxDropper.class);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void empty() {
        Emptying.empty(server.database());
        outbox.openAhead(MONDAY);
    }

    @Test
    void retiresDayAfterRetentionAndDropsItOneMinuteLater() {
        long first = append(1, MONDAY);
        long second = append(2, MONDAY);
        long third = append(1, TUESDAY);
        dropper.drop(OVER.minusSeconds(1));
        assertThat(floor()).isZero();
        dropper.drop(OVER);
        // New readers see that the day is retired; readers that started before still find its rows.
        assertThat(floor()).isEqualTo(second);
        dropper.drop(OVER.plusSeconds(59));
        assertThat(sequences()).containsExactly(first, second, third);
        dropper.drop(OVER.plusSeconds(60));
        assertThat(partitions()).containsExactly("20250715");
        assertThat(sequences()).containsExactly(third);
        assertThat(sql.<Map<Integer, Long>>connected(() -> outbox.positions(List.of(1, 2, 3))))
                .isEqualTo(Map.of(1, third, 2, second, 3, second));
    }

    @Test
    void keepsFloorIfDroppedDayHasNoChanges() {
        long last = append(1, MONDAY);
        drop(OVER);
        drop(OVER.plus(Duration.ofDays(1)));
        assertThat(partitions()).isEmpty();
        assertThat(floor()).isEqualTo(last);
        assertThat(sql.of("SELECT count(*) FROM change_dropped_day").one(Long.class))
                .isEqualTo(1);
    }

    @Test
    void createsPartitionIfItIsMissingOrWasDropped() {
        Instant thursday = Instant.parse("2025-07-17T12:00:00Z");
        assertThat(partitions()).doesNotContain("20250717");
        long of = append(1, thursday);
        assertThat(partitions()).contains("20250717");
        assertThat(sequences()).containsExactly(of);
        drop(OVER.plus(Duration.ofDays(3)));
        assertThat(partitions()).isEmpty();
        long late = append(1, thursday);
        assertThat(sequences()).containsExactly(late);
        // A change that was stored after its day was dropped is also dropped, and raises the floor.
        append(1, thursday.plus(Duration.ofDays(1)));
        drop(OVER.plus(Duration.ofDays(4)));
        drop(OVER.plus(Duration.ofDays(5)));
        assertThat(partitions()).isEmpty();
        assertThat(floor()).isGreaterThan(late);
    }

    @Test
    void finishesDropAfterInterruption() {
        try (OpenTransaction reader = server.database().transaction()) {
            reader.execute("SELECT count(*) FROM change_outbox");
            // The statement waits for the open transaction of the reader.
            assertThatThrownBy(() -> sql.useConnected(() -> {
                        sql.execute("SET lock_timeout = '50ms'");
                        try {
                            sql.execute(
                                    "ALTER TABLE change_outbox DETACH PARTITION change_outbox_20250714 CONCURRENTLY");
                        } finally {
                            sql.execute("RESET lock_timeout");
                        }
                    }))
                    .hasMessageContaining("lock timeout");
            // Changes are stored in the meantime.
            append(1, TUESDAY);
            reader.commit();
        }
        drop(OVER);
        assertThat(partitions()).containsExactly("20250715");
    }

    @Test
    void storesChangeWithoutMovesAboveMaximum() {
        assertThat(moves(3)).hasSize(3);
        assertThat(moves(4)).isNull();
    }

    @Test
    void dropsNothingIfTheClockIsWrong() {
        append(1, MONDAY);
        dropper(WrongClock.of(sql), Duration.ofHours(24)).run();
        assertThat(floor()).isZero();
        dropper(server.bean(ClockDrift.class), Duration.ofHours(24)).run();
        assertThat(floor()).isPositive();
    }

    private static OutboxDropper dropper(ClockDrift drift, Duration keep) {
        return new OutboxDropper(sql, server.bean(OutboxDayRepository.class), new TickingClock(OVER), drift, keep);
    }

    private @Nullable List<EntryMove> moves(int count) {
        List<EntryMove> moves = LongStream.range(0, count)
                .mapToObj(n -> new EntryMove(1L << 40, null, RankKeys.key(n, 0, 0, n)))
                .toList();
        sql.useTransaction(() -> outbox.append(Map.of(5, moves), TUESDAY));
        return sql.connected(() -> outbox.since(Map.of(5, 0L), 10, 10_000))
                .getLast()
                .moves();
    }

    private void drop(Instant now) {
        dropper.drop(now);
        dropper.drop(now.plusSeconds(60));
    }

    private long append(int board, Instant now) {
        sql.useTransaction(() -> outbox.appendWithoutMoves(board, now));
        return sql.connected(() -> outbox.positions(List.of(board)))
                .values()
                .iterator()
                .next();
    }

    private long floor() {
        return outbox.floor();
    }

    private List<Long> sequences() {
        return sql.connected(() -> outbox.since(Map.of(1, 0L, 2, 0L), 10, 10_000)).stream()
                .map(Change::sequence)
                .toList();
    }

    private List<String> partitions() {
        return sql.of(PARTITIONS).list(String.class);
    }
}
