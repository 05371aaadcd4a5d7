package laurel.score.restriction;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import laurel.JobClient;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.Tries;
import laurel.lifecycle.Lifecycle;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * After any sequence of changes, rankings have the participants that are not restricted, with the ranks of RANK(); and once all
 * restrictions have ended, all participants, as if none had been restricted.
 */
class RestrictionModelTest {
    private static final Instant NOW = Instant.parse("2025-07-13T14:30:00Z");
    private static final TickingClock CLOCK = new TickingClock(NOW);
    private static final String WINDOWS =
            "[{\"kind\": \"ALL_TIME\", \"key\": \"all-time\"}, {\"kind\": \"DAILY\", \"key\": \"daily\"}]";
    private static final String MORE_WINDOWS = WINDOWS.replace("]", ", {\"kind\": \"HOURLY\", \"key\": \"hourly\"}]");
    private static final int STEPS = Tries.of(45, 70);
    private static final List<RestrictionKind> KINDS = List.of(RestrictionKind.values());

    private static LaurelServer server;

    @BeforeAll
    static void start() {
        // Small rank indexes.
        server = LaurelServer.start(
                CLOCK,
                Map.of(
                        "laurel.rankindex.threshold", 2,
                        "laurel.rankindex.leaf-size", 2,
                        "laurel.rankindex.fanout", 2,
                        "laurel.limits.backfill-windows", 400));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    static Stream<Arguments> histories() {
        return Stream.of("MAX", "MIN", "REPLACE", "INCREMENT")
                .flatMap(mode -> IntStream.range(0, Tries.of(1, 25)).mapToObj(seed -> Arguments.of(mode, seed)));
    }

    /** A restriction of a participant, of the app or of the leaderboard. */
    private record Restricted(String who, RestrictionKind kind, boolean app) {}

    /** A random history, and the restrictions in force. */
    private static final class History {
        private final Random random;
        private final TwinBoards boards;
        /** With the time at which each expires. */
        private final Map<Restricted, Instant> inForce = new HashMap<>();

        private final String prefix;
        private boolean backfilled;

        History(String mode, int seed) {
            this.random = new Random(31L * seed + mode.hashCode());
            this.prefix = mode.toLowerCase(java.util.Locale.ROOT) + seed + "-";
            this.boards = new TwinBoards(server, CLOCK, prefix + "board");
            boards.create(mode, WINDOWS);
        }

        void step() {
            String who = prefix + random.nextInt(5);
            switch (random.nextInt(20)) {
                case 0 -> boards.removeSubmission(random.nextInt(1_000));
                case 1 -> boards.removeEntry(who, List.of("ALL-TIME"));
                case 2 -> boards.restoreEntry(who);
                case 3, 4, 5 -> restrict(restricted(who));
                case 6, 7 -> end(restricted(who));
                case 8 -> pass(Duration.ofMinutes(random.nextInt(900)));
                case 9 -> backfill();
                default -> submit(who);
            }
        }

        private void submit(String who) {
            Instant achievedAt = CLOCK.instant().minus(Duration.ofMinutes(random.nextInt(40)));
            boolean banned = isRestricted(who, RestrictionKind.BAN);
            boards.submit(who, random.nextInt(9), "r" + random.nextInt(2), achievedAt, banned);
        }

        private Restricted restricted(String who) {
            RestrictionKind kind = KINDS.get(random.nextInt(KINDS.size()));
            return new Restricted(who, kind, random.nextBoolean());
        }

        private void restrict(Restricted one) {
            boolean expires = one.kind != RestrictionKind.OPT_OUT && random.nextInt(3) == 0;
            Instant expiresAt = expires ? CLOCK.instant().plusSeconds(1 + random.nextInt(40_000)) : null;
            boolean accepted = boards.change(true, one.kind, one.who, one.app, expiresAt);
            if (accepted) {
                assertThat(inForce).doesNotContainKey(one);
                inForce.put(one, expiresAt == null ? Instant.MAX : expiresAt);
            }
        }

        private void end(Restricted one) {
            boolean accepted = boards.change(false, one.kind, one.who, one.app, null);
            assertThat(accepted).isEqualTo(inForce.remove(one) != null);
        }

        /** Windows become final, and restrictions expire. */
        private void pass(Duration time) {
            CLOCK.advance(time);
            server.bean(RestrictionWork.class).run(CLOCK.instant());
            server.bean(Lifecycle.class).run(CLOCK.instant());
            inForce.values().removeIf(expiresAt -> !expiresAt.isAfter(CLOCK.instant()));
        }

        private void backfill() {
            if (!backfilled) {
                backfilled = true;
                boards.backfill(MORE_WINDOWS, "hourly");
            }
        }

        private boolean isRestricted(String who, RestrictionKind kind) {
            return inForce.containsKey(new Restricted(who, kind, true))
                    || inForce.containsKey(new Restricted(who, kind, false));
        }

        void check() {
            boards.check(inForce.keySet().stream().map(Restricted::who).toList());
        }

        void endAll() {
            List.copyOf(inForce.keySet()).forEach(this::end);
        }
    }

    @ParameterizedTest
    @MethodSource("histories")
    void ranksAllParticipantsThatAreNotRestricted(String mode, int seed) {
        CLOCK.set(NOW);
        History history = new History(mode, seed);
        for (int n = 0; n < STEPS; n++) {
            history.step();
            history.check();
        }
        history.endAll();
        history.check();
        assertThat(server.database()
                        .sql()
                        .of("SELECT participant_id FROM restriction_entry")
                        .list(Long.class))
                .isEmpty();
        assertThat(new JobClient(server).result("checkRankings", Map.of()).at("wrongCount"))
                .isEqualTo(0);
    }
}
