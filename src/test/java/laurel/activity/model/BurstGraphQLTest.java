package laurel.activity.model;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where a burst begins and where it ends: more than 5 events in each of more than 10 seconds in a row. */
@LaurelTest(at = "2026-03-11T12:00:00Z")
class BurstGraphQLTest {
    private static final ModelDays DAYS = ModelDays.of("FIXED", ZoneId.of("Europe/Paris"));
    private static final Instant START = Instant.parse("2026-03-10T12:00:00Z");
    private static final int BURST = 66;

    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    /** Seconds are written as events times seconds, one after the other. */
    @ParameterizedTest(name = "{0} from {1}: {2} muted, {3}")
    @CsvSource(textBlock = """
            5x30,               2026-03-10T12:00:00Z, 0,  nobody is that slow in a burst
            6x10,               2026-03-10T12:00:00Z, 0,  ten seconds are not more than ten
            6x11,               2026-03-10T12:00:00Z, 66, eleven are
            90x10,              2026-03-10T12:00:00Z, 0,  however much was done in each
            6x10 5x1 6x10,      2026-03-10T12:00:00Z, 0,  a second of five ends a run
            6x10 5x1 6x11,      2026-03-10T12:00:00Z, 66, and what comes after it is a run of its own
            6x10 0x1 6x10,      2026-03-10T12:00:00Z, 0,  so does a second of none
            5x3 6x11 5x3,       2026-03-10T12:00:00Z, 66, what lies around a run counts
            6x11 0x1 6x11,      2026-03-10T12:00:00Z, 132, there may be two
            7x6 6x6,            2026-03-10T12:00:55Z, 78, a minute ends in a run
            6x11,               2026-03-31T21:59:55Z, 66, the month ends in a run in Paris
            6x11,               2026-03-31T23:59:55Z, 66, the month ends in a run in Greenwich
            6x11,               2026-12-31T23:59:55Z, 66, the year does
            6x11,               2026-03-29T00:59:55Z, 66, clocks go forward in a run
            """)
    void aRunOfBusySecondsIsMuted(String pattern, Instant from, int muted, String why) {
        clock.set(from.plus(Duration.ofHours(1)));
        List<ModelEvent> events = events(pattern, from);
        Collections.shuffle(events, new Random(muted));
        ActivityClient app = app();
        for (int n = 0; n < events.size(); n += 50) {
            app.record(events.subList(n, Math.min(events.size(), n + 50)), DAYS);
        }
        assertThat(app.muted("ann")).as(why).hasSize(muted);
        assertThat(tallies(app)).as(why).isEqualTo(expected(events));
        assertThat(ModelBursts.counted(events)).as(why).hasSize(events.size() - muted);
    }

    @Test
    void aLateEventMayMakeARunLongEnough() {
        List<ModelEvent> events = events("6x11", START);
        ModelEvent late = events.remove(30);
        ActivityClient app = app();
        app.record(events, DAYS);
        assertThat(app.muted("ann")).isEmpty();
        app.record(List.of(late), DAYS);
        assertThat(app.muted("ann")).hasSize(BURST);
        assertThat(tallies(app)).isEmpty();
        assertThat(app.streaks("ann").get("daily")).isEqualTo("now 0, best 0, null to null");
        assertThat(app.streaks("ben").get("daily")).isEqualTo("now 0, best 0, null to null");
    }

    @Test
    void twoRunsBecomeOneByTheSecondBetweenThem() {
        List<ModelEvent> events = events("6x10 5x1 6x3", START);
        ActivityClient app = app();
        app.record(events, DAYS);
        assertThat(app.muted("ann")).isEmpty();
        ModelEvent between = event("between", "ann", START.plusSeconds(10));
        app.record(List.of(between), DAYS);
        assertThat(app.muted("ann")).hasSize(events.size() + 1);
    }

    @Test
    void eventsOfAMutedSecondThatComeLateAreMuted() {
        ActivityClient app = app();
        List<ModelEvent> events = events("6x11", START);
        app.record(events, DAYS);
        app.record(
                List.of(
                        event("first moment", "ann", START),
                        event("last moment", "ann", START.plusSeconds(11).minusNanos(1_000)),
                        event("before", "ann", START.minusNanos(1_000)),
                        event("after", "ann", START.plusSeconds(11))),
                DAYS);
        assertThat(app.muted("ann")).hasSize(BURST + 2).contains("first moment", "last moment");
        assertThat(tallies(app))
                .containsExactly("ann 2026-03-10 dm.sent ACTOR 2 of 1", "ben 2026-03-10 dm.sent PEER 2 of 1");
    }

    @Test
    void whatIsSentAgainIsNotMore() {
        List<ModelEvent> events = events("5x20", START);
        List<ModelEvent> twice = new ArrayList<>(events);
        twice.addAll(events);
        ActivityClient app = app();
        assertThat(app.record(twice, DAYS)).filteredOn(again -> again).hasSize(events.size());
        assertThat(app.record(events, DAYS)).doesNotContain(false);
        assertThat(app.muted("ann")).isEmpty();
        assertThat(tallies(app))
                .containsExactly("ann 2026-03-10 dm.sent ACTOR 100 of 1", "ben 2026-03-10 dm.sent PEER 100 of 1");
    }

    @Test
    void whoIsSpokenToAndWhoSpeaksBesidesAreNotMuted() {
        List<ModelEvent> events = events("3x11", START);
        events("3x11", START).forEach(one -> events.add(event("b" + one.id(), "ben", one.at())));
        ActivityClient app = app();
        app.record(events, DAYS);
        assertThat(app.muted("ann")).isEmpty();
        assertThat(app.muted("ben")).isEmpty();
        events("3x11", START).forEach(one -> events.add(event("a" + one.id(), "ann", one.at())));
        app.record(events, DAYS);
        assertThat(app.muted("ann")).hasSize(BURST);
        assertThat(tallies(app))
                .containsExactly("ann 2026-03-10 dm.sent PEER 33 of 1", "ben 2026-03-10 dm.sent ACTOR 33 of 1");
    }

    private ActivityClient app() {
        ActivityClient app = new ActivityClient(server.client());
        app.createStreak("daily", "DAY", DAYS);
        return app;
    }

    /** Spread over each second, from its first moment to its last. */
    private static List<ModelEvent> events(String pattern, Instant from) {
        List<ModelEvent> events = new ArrayList<>();
        Instant second = from;
        for (String part : pattern.split(" ", -1)) {
            int cross = part.indexOf('x');
            int each = Integer.parseInt(part.substring(0, cross));
            for (int n = Integer.parseInt(part.substring(cross + 1)); n > 0; n--) {
                for (int i = 0; i < each; i++) {
                    Instant at = second.plusNanos(i == 0 ? 0 : 999_999_000L * i / (each - 1) / 1_000 * 1_000);
                    events.add(event("e-" + events.size(), "ann", at));
                }
                second = second.plusSeconds(1);
            }
        }
        return events;
    }

    private static ModelEvent event(String id, String actor, Instant at) {
        return ModelEvent.of(id, "dm.sent", actor, at).with(actor.equals("ann") ? "ben" : "ann");
    }

    private static List<String> expected(List<ModelEvent> events) {
        return new ModelTallies(events, DAYS).lines();
    }

    private List<String> tallies(ActivityClient app) {
        LocalDate today = DAYS.today(clock.instant());
        List<String> lines = new ArrayList<>();
        for (String who : List.of("ann", "ben")) {
            lines.addAll(app.tallies(who, DAYS, today.minusDays(2), today.plusDays(1)));
        }
        return lines.stream().sorted().toList();
    }
}
