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
 * Some weeks of activity, told to one app in order, event by event, and to another late, out of order, in batches of any
 * size and partly twice: both come to the same tallies, streaks, day scores and entries of all windows, which are those
 * of {@link ModelTallies}. Days of groups; the long run tries all bases, ten times each.
 */
class SocialModelTest {
    private static final TickingClock CLOCK = new TickingClock(Instant.EPOCH);
    /** With the time that a batch waits for its last event, within the seven days of grace. */
    private static final Duration LATEST = Duration.ofDays(2);

    /** Events of a batch. */
    private static final int MOST = 40;
    /** After batches of a multiple of this what they left is done. */
    private static final int DRAINED = 3;

    private static final List<String> BASES =
            Tries.LONG ? List.of("FIXED", "GROUP", "PARTICIPANT", "EVENT") : List.of("GROUP");
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
                        "laurel.activity.part",
                        7));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** A batch and whom it is told to. */
    private record Told(ActivityClient app, SocialHistory.Sending sending) {}

    static Stream<Arguments> shapes() {
        return IntStream.range(0, Tries.of(1, 10)).boxed().flatMap(seed -> BASES.stream()
                .map(basis -> Arguments.of(basis, seed)));
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void whateverTheOrderTheSameFollows(String basis, int seed) {
        Random random = new Random(31L * seed + basis.hashCode());
        ModelDays days = SocialHistory.days(basis);
        List<ModelEvent> events = SocialHistory.of(random);
        CLOCK.set(events.stream()
                .map(ModelEvent::at)
                .min(Comparator.naturalOrder())
                .orElseThrow());
        ActivityClient inOrder = app(days);
        ActivityClient inNone = app(days);
        List<Told> all = new ArrayList<>();
        SocialHistory.sendings(events, Duration.ZERO, 1 + random.nextInt(MOST), random)
                .forEach(one -> all.add(new Told(inOrder, one)));
        SocialHistory.sendings(events, LATEST, 1 + random.nextInt(MOST), random)
                .forEach(one -> all.add(new Told(inNone, one)));
        tell(all, days);
        ModelTallies expected = new ModelTallies(events, days);
        assertThat(ModelBursts.counted(events).size()).isLessThan(events.size());
        check(inOrder, days, expected);
        check(inNone, days, expected);
    }

    private static void tell(List<Told> all, ModelDays days) {
        all.sort(Comparator.comparing(one -> one.sending.at()));
        for (Told one : all) {
            CLOCK.set(one.sending.at());
            one.app.record(one.sending.batch(), days);
            if (one.sending.batch().size() % DRAINED == 0) {
                server.drainActivity();
                server.runJobs();
            }
        }
        server.drainActivity();
        server.runJobs();
    }

    private static ActivityClient app(ModelDays days) {
        ActivityClient app = ActivityClient.make(server.client(), "social-" + APPS.incrementAndGet());
        new SocialClient(app.graphQL()).adopt(days);
        return app;
    }

    private static void check(ActivityClient app, ModelDays days, ModelTallies expected) {
        LocalDate before = SocialHistory.FIRST.minusDays(3);
        SocialCheck check = new SocialCheck(app.graphQL(), days, expected, before);
        check.tallies();
        check.streaks(CLOCK.instant());
        check.dayScores();
        check.entries();
        for (String region : days.regions().keySet()) {
            check.entries(region, who -> SocialHistory.region(who).equals(region));
        }
    }
}
