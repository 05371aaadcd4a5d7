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

/** First and last events of bursts. A burst is more than 10 consecutive seconds with more than 5 events each. */
@LaurelTest(at = "2026-03-11T12:00:00Z")
class BurstGraphQLTest {
    private static final ModelDayRule DAYS = ModelDayRule.of("FIXED", ZoneId.of("Europe/Paris"));
    private static final Instant START = Instant.parse("2026-03-10T12:00:00Z");
    private static final int EVENTS_OF_BURST = 66;

    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    /** A pattern is a list of stretches of seconds: events per second, {@code x}, number of seconds. */
    @ParameterizedTest(name = "{0} from {1}: {2} muted, {3}")
    @CsvSource(textBlock = """
            5x30,               2026-03-10T12:00:00Z, 0,  five events per second are no burst
            6x10,               2026-03-10T12:00:00Z, 0,  ten seconds are not long enough
            6x11,               2026-03-10T12:00:00Z, 66, eleven seconds are a burst
            90x10,              2026-03-10T12:00:00Z, 0,  also with many events in each
            6x10 5x1 6x10,      2026-03-10T12:00:00Z, 0,  a second with five events interrupts a burst
            6x10 5x1 6x11,      2026-03-10T12:00:00Z, 66, after the interruption another burst can start
            6x10 0x1 6x10,      2026-03-10T12:00:00Z, 0,  a second without events interrupts a burst
            5x3 6x11 5x3,       2026-03-10T12:00:00Z, 66, events before and after a burst count
            6x11 0x1 6x11,      2026-03-10T12:00:00Z, 132, a participant can have two bursts
            7x6 6x6,            2026-03-10T12:00:55Z, 78, a minute ends during a burst
            6x11,               2026-03-31T21:59:55Z, 66, the month ends in Paris during a burst
            6x11,               2026-03-31T23:59:55Z, 66, the month ends in UTC during a burst
            6x11,               2026-12-31T23:59:55Z, 66, the year ends in UTC during a burst
            6x11,               2026-03-29T00:59:55Z, 66, clocks go forward during a burst
            """)
    void mutesEventsOfBurst(String pattern, Instant from, int muted, String why) {
        clock.set(from.plus(Duration.ofHours(1)));
        List<ModelEvent> events = events(pattern, from);
        Collections.shuffle(events, new Random(muted));
        ModelClient app = app();
        for (int n = 0; n < events.size(); n += 50) {
            app.record(events.subList(n, Math.min(events.size(), n + 50)), DAYS);
        }
        assertThat(app.muted("ann")).as(why).hasSize(muted);
        assertThat(tallies(app)).as(why).isEqualTo(expected(events));
        assertThat(ModelBursts.withoutBursts(events)).as(why).hasSize(events.size() - muted);
    }

    @Test
    void mutesBurstWhenLateEventCompletesIt() {
        List<ModelEvent> events = events("6x11", START);
        ModelEvent late = events.remove(30);
        ModelClient app = app();
        app.record(events, DAYS);
        assertThat(app.muted("ann")).isEmpty();
        app.record(List.of(late), DAYS);
        assertThat(app.muted("ann")).hasSize(EVENTS_OF_BURST);
        assertThat(tallies(app)).isEmpty();
        assertThat(app.streaks("ann").get("daily")).isEqualTo("now 0, best 0, null to null");
        assertThat(app.streaks("ben").get("daily")).isEqualTo("now 0, best 0, null to null");
    }

    @Test
    void mutesTwoRunsThatLateEventJoins() {
        List<ModelEvent> events = events("6x10 5x1 6x3", START);
        ModelClient app = app();
        app.record(events, DAYS);
        assertThat(app.muted("ann")).isEmpty();
        ModelEvent between = event("between", "ann", START.plusSeconds(10));
        app.record(List.of(between), DAYS);
        assertThat(app.muted("ann")).hasSize(events.size() + 1);
    }

    @Test
    void mutesLateEventsOfMutedSeconds() {
        ModelClient app = app();
        List<ModelEvent> events = events("6x11", START);
        app.record(events, DAYS);
        app.record(
                List.of(
                        event("first moment", "ann", START),
                        event("last moment", "ann", START.plusSeconds(11).minusNanos(1_000)),
                        event("before", "ann", START.minusNanos(1_000)),
                        event("after", "ann", START.plusSeconds(11))),
                DAYS);
        assertThat(app.muted("ann")).hasSize(EVENTS_OF_BURST + 2).contains("first moment", "last moment");
        assertThat(tallies(app))
                .containsExactly("ann 2026-03-10 dm.sent ACTOR 2 of 1", "ben 2026-03-10 dm.sent PEER 2 of 1");
    }

    @Test
    void doesNotCountDuplicatesTowardsBurst() {
        List<ModelEvent> events = events("5x20", START);
        List<ModelEvent> twice = new ArrayList<>(events);
        twice.addAll(events);
        ModelClient app = app();
        assertThat(app.record(twice, DAYS)).filteredOn(duplicate -> duplicate).hasSize(events.size());
        assertThat(app.record(events, DAYS)).doesNotContain(false);
        assertThat(app.muted("ann")).isEmpty();
        assertThat(tallies(app))
                .containsExactly("ann 2026-03-10 dm.sent ACTOR 100 of 1", "ben 2026-03-10 dm.sent PEER 100 of 1");
    }

    @Test
    void countsEventsPerActorTowardsBurst() {
        List<ModelEvent> events = events("3x11", START);
        events("3x11", START).forEach(one -> events.add(event("b" + one.id(), "ben", one.occurredAt())));
        ModelClient app = app();
        app.record(events, DAYS);
        assertThat(app.muted("ann")).isEmpty();
        assertThat(app.muted("ben")).isEmpty();
        events("3x11", START).forEach(one -> events.add(event("a" + one.id(), "ann", one.occurredAt())));
        app.record(events, DAYS);
        assertThat(app.muted("ann")).hasSize(EVENTS_OF_BURST);
        assertThat(tallies(app))
                .containsExactly("ann 2026-03-10 dm.sent PEER 33 of 1", "ben 2026-03-10 dm.sent ACTOR 33 of 1");
    }

    private ModelClient app() {
        ModelClient app = new ModelClient(server.client());
        app.createStreak("daily", "DAY", DAYS);
        return app;
    }

    /** Events of a pattern, spread over each second from its first to its last microsecond. */
    private static List<ModelEvent> events(String pattern, Instant from) {
        List<ModelEvent> events = new ArrayList<>();
        Instant second = from;
        for (String stretch : pattern.split(" ", -1)) {
            int cross = stretch.indexOf('x');
            int perSecond = Integer.parseInt(stretch.substring(0, cross));
            for (int n = Integer.parseInt(stretch.substring(cross + 1)); n > 0; n--) {
                for (int i = 0; i < perSecond; i++) {
                    Instant at = second.plusNanos(i == 0 ? 0 : 999_999_000L * i / (perSecond - 1) / 1_000 * 1_000);
                    events.add(event("e-" + events.size(), "ann", at));
                }
                second = second.plusSeconds(1);
            }
        }
        return events;
    }

    private static ModelEvent event(String id, String actor, Instant at) {
        return ModelEvent.of(id, "dm.sent", actor, at).withPeer(actor.equals("ann") ? "ben" : "ann");
    }

    private static List<String> expected(List<ModelEvent> events) {
        return new ModelTallies(events, DAYS).lines();
    }

    private List<String> tallies(ModelClient app) {
        LocalDate today = DAYS.today(clock.instant());
        List<String> lines = new ArrayList<>();
        for (String participant : List.of("ann", "ben")) {
            lines.addAll(app.tallies(participant, DAYS, today.minusDays(2), today.plusDays(1)));
        }
        return lines.stream().sorted().toList();
    }
}
