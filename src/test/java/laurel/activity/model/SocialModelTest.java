package laurel.activity.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.Tries;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Sends some weeks of activity to two apps: to one in order, to the other late, out of order and with duplicates. Both
 * must have the tallies, streaks, day scores and entries of {@link ModelTallies}. The short run uses days of groups
 * in the time zones of the group directory; the long run uses all kinds of day rules, ten times each.
 */
class SocialModelTest {
    private static final TickingClock CLOCK = new TickingClock(Instant.EPOCH);
    /** Maximum delay of an event. Including the wait for the last event of its batch, below the grace period of 7 days. */
    private static final Duration MAX_DELAY = Duration.ofDays(2);

    private static final int MAX_BATCH_SIZE = 40;
    /** Background work runs after each batch with a size that is a multiple of this. */
    private static final int DRAINED_BATCH_SIZES = 3;

    private static final List<String> DAY_RULE_KINDS =
            Tries.LONG ? List.of("FIXED", "GROUP", "PARTICIPANT", "EVENT", "DIRECTORY") : List.of("DIRECTORY");
    private static final AtomicInteger APPS = new AtomicInteger();
    private static LaurelServer server;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(
                CLOCK,
                Map.of(
                        "laurel.limits.response-values",
                        1_000_000,
                        "laurel.limits.rescored-days",
                        20,
                        "laurel.activity.batch-size",
                        7,
                        "laurel.activity.immediate-days",
                        10,
                        "laurel.activity.every",
                        "1h"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** A batch, and the app it is sent to. */
    private record AppSending(ModelClient app, RandomHistory.Sending sending) {}

    static Stream<Arguments> histories() {
        return IntStream.range(0, Tries.of(1, 10)).boxed().flatMap(seed -> DAY_RULE_KINDS.stream()
                .map(kind -> Arguments.of(kind, seed)));
    }

    @ParameterizedTest
    @MethodSource("histories")
    void computesSameResultsInAnyOrder(String kind, int seed) {
        Random random = new Random(31L * seed + kind.hashCode());
        ModelDayRule days = RandomHistory.dayRule(kind);
        List<ModelEvent> events = RandomHistory.of(random);
        CLOCK.set(events.stream()
                .map(ModelEvent::occurredAt)
                .min(Comparator.naturalOrder())
                .orElseThrow());
        ModelClient inOrder = app(days);
        ModelClient outOfOrder = app(days);
        List<AppSending> all = new ArrayList<>();
        RandomHistory.sendings(events, Duration.ZERO, 1 + random.nextInt(MAX_BATCH_SIZE), random)
                .forEach(one -> all.add(new AppSending(inOrder, one)));
        RandomHistory.sendings(events, MAX_DELAY, 1 + random.nextInt(MAX_BATCH_SIZE), random)
                .forEach(one -> all.add(new AppSending(outOfOrder, one)));
        send(all, days);
        ModelTallies expected = new ModelTallies(events, days);
        assertThat(ModelBursts.SOCIAL.withoutBursts(events).size()).isLessThan(events.size());
        check(inOrder, days, expected);
        check(outOfOrder, days, expected);
    }

    private static void send(List<AppSending> all, ModelDayRule days) {
        all.sort(Comparator.comparing(one -> one.sending.sentAt()));
        for (AppSending one : all) {
            CLOCK.set(one.sending.sentAt());
            one.app.record(one.sending.batch(), days);
            if (one.sending.batch().size() % DRAINED_BATCH_SIZES == 0) {
                server.drainActivity();
                server.runJobs();
            }
        }
        // Later windows receive the scores of a day after it.
        CLOCK.set(CLOCK.instant().plus(Duration.ofDays(2)));
        server.drainActivity();
        server.runJobs();
    }

    private static ModelClient app(ModelDayRule days) {
        ModelClient app = ModelClient.createApp(server.client(), "social-" + APPS.incrementAndGet());
        if (days.inDirectory()) {
            app.createRegions(days);
        }
        new SocialPolicyClient(app.graphQL()).install(days);
        return app;
    }

    private static void check(ModelClient app, ModelDayRule days, ModelTallies expected) {
        LocalDate before = RandomHistory.FIRST_DAY.minusDays(3);
        ModelComparison check = new ModelComparison(app.graphQL(), days, expected, before);
        check.tallies();
        check.streaks(CLOCK.instant());
        check.dayScores();
        check.entries();
        for (String region : days.regionTimeZones().keySet()) {
            check.entries(
                    region, participant -> RandomHistory.region(participant).equals(region));
        }
    }
}
