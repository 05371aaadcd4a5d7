package laurel.activity.retention;

import static laurel.activity.ActivityClient.event;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.Together;
import laurel.activity.ActivityClient;
import laurel.database.OpenTransaction;
import laurel.database.Statements;
import laurel.database.partition.MonthDropper;
import laurel.database.partition.MonthPartitions;
import laurel.database.sql.Sql;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Months of events are dropped once they are not retained, by one node, and nothing is counted twice or differently. */
class ActivityDropperTest {
    private static final Duration RETENTION = Duration.ofDays(43);
    private static final Duration AGE = Duration.ofDays(40);
    private static final Map<String, Object> SETTINGS =
            Map.of("laurel.activity.retention", "43d", "laurel.limits.activity-age", "40d");
    private static final String PARTITIONS = """
            SELECT month % 12 + 1
            FROM (SELECT substring(inhrelid::regclass::text FROM '[0-9]+$')::bigint AS month FROM pg_inherits
                  WHERE inhparent = 'activity_event'::regclass AND NOT inhdetachpending) AS p
            WHERE month / 12 = :year
            ORDER BY month
            """;
    private static final String DROPPED = """
            SELECT month % 12 + 1 FROM activity_dropped_month WHERE month / 12 = :year AND dropped_at IS NOT NULL ORDER BY month
            """;

    private static final TickingClock CLOCK = new TickingClock(Instant.EPOCH);
    /** Each test uses another year, because a month that was dropped is not created again. */
    private static int year = 2024;

    private static LaurelServer server;
    private static ActivityDropper dropper;
    private LaurelServer app;
    private ActivityClient activity;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(CLOCK, SETTINGS);
        dropper = server.bean(ActivityDropper.class);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void useNextYear() {
        year++;
        app = server.inNewApp();
        activity = new ActivityClient(app.client());
        ask("mutation { createStreak(input: {key: \"daily\"}) { streak { key } errors { message } } }");
    }

    private static Instant at(String time) {
        return Instant.parse(year + "-" + time);
    }

    /** The first moment at which the month before a day may be dropped. */
    private static Instant dropOf(String nextMonth) {
        return at(nextMonth + "T00:00:00Z").plus(RETENTION);
    }

    private Answer ask(String document) {
        return app.client().ask(document);
    }

    /** Records an event of ann at this time, when it occurs. */
    private void record(String id, String time) {
        CLOCK.set(at(time));
        activity.recordAll(List.of(event(id, "seen", "ann", "ben", at(time).toString())));
    }

    private List<String> tallies() {
        return activity.tallies("ann", Map.of("kind", "FIXED", "timeZone", "UTC"), year + "-01-01", year + "-12-31");
    }

    private static List<Integer> months(String statement) {
        return sql().of(statement).bind("year", year).list(Integer.class);
    }

    private static Sql sql() {
        return server.database().sql();
    }

    private List<String> codes(Map<String, Object> event) {
        return activity.record(List.of(event)).list("results", 0, "errors").stream()
                .map(error -> error.text("code") + " " + error.at("path"))
                .toList();
    }

    @Test
    void dropsMonthsThatEndedLongerAgoThanRetention() {
        record("1", "01-31T23:59:59Z");
        record("2", "02-01T00:00:00Z");
        record("3", "03-15T12:00:00Z");
        List<String> tallies = tallies();
        dropper.drop(dropOf("02-01").minusMillis(1));
        assertThat(months(PARTITIONS)).containsExactly(1, 2, 3);
        try (Statements statements = Statements.of(server.bean(Sql.class))) {
            dropper.drop(dropOf("02-01"));
            assertThat(statements.take())
                    .extracting(Statements.Executed::named)
                    .noneMatch(text -> text.contains("DELETE"))
                    .anyMatch(text -> text.contains("DETACH PARTITION"))
                    .anyMatch(text -> text.startsWith("DROP TABLE"));
        }
        assertThat(months(PARTITIONS)).containsExactly(2, 3);
        assertThat(months(DROPPED)).containsExactly(1);
        assertThat(completeSince()).isEqualTo(at("02-01T00:00:00Z"));
        dropper.drop(at("12-31T00:00:00Z"));
        dropper.drop(at("12-31T00:00:00Z"));
        assertThat(months(PARTITIONS)).isEmpty();
        assertThat(months(DROPPED)).containsExactly(1, 2, 3);
        assertThat(completeSince()).isEqualTo(at("04-01T00:00:00Z"));
        assertThat(tallies()).isEqualTo(tallies).hasSize(3);
    }

    private static Instant completeSince() {
        return sql().of("SELECT activity_complete_since()").one(Instant.class);
    }

    @Test
    void keepsAllMonthsByDefault() {
        record("1", "01-31T12:00:00Z");
        LaurelServer other = LaurelServer.on(server.database(), CLOCK);
        try {
            other.bean(ActivityDropper.class).drop(at("12-31T00:00:00Z"));
        } finally {
            other.close();
        }
        assertThat(months(PARTITIONS)).containsExactly(1);
    }

    @Test
    void dropsEachMonthOnceOnTwoNodes() {
        for (int month = 1; month <= 6; month++) {
            record("of " + month, "%02d-20T12:00:00Z".formatted(month));
        }
        LaurelServer other = LaurelServer.on(server.database(), CLOCK, SETTINGS);
        try {
            List<ActivityDropper> droppers = List.of(dropper, other.bean(ActivityDropper.class));
            Together.all(8, n -> {
                droppers.get(n % 2).drop(dropOf("05-01"));
                return n;
            });
            dropper.drop(dropOf("05-01"));
        } finally {
            other.close();
        }
        assertThat(months(PARTITIONS)).containsExactly(5, 6);
        assertThat(months(DROPPED)).containsExactly(1, 2, 3, 4);
    }

    @Test
    void dropsNothingWhileAnotherNodeDrops() {
        record("1", "01-20T12:00:00Z");
        try (OpenTransaction other = server.database().transaction()) {
            other.execute("SELECT pg_advisory_xact_lock(hashtext('drop_activity_event'), 0)");
            dropper.drop(dropOf("02-01"));
            assertThat(months(PARTITIONS)).containsExactly(1);
            other.commit();
        }
        dropper.drop(dropOf("02-01"));
        assertThat(months(PARTITIONS)).isEmpty();
    }

    @Test
    void completesInterruptedDrop() {
        record("1", "01-20T12:00:00Z");
        record("2", "02-20T12:00:00Z");
        try (OpenTransaction reader = server.database().transaction()) {
            reader.execute("SELECT count(*) FROM activity_event");
            // The statement waits for the transaction of the reader.
            assertThatThrownBy(() -> sql().useConnected(() -> {
                        sql().execute("SET lock_timeout = '50ms'");
                        try {
                            sql().execute("ALTER TABLE activity_event DETACH PARTITION activity_event_"
                                    + MonthPartitions.month(at("01-20T12:00:00Z")) + " CONCURRENTLY");
                        } finally {
                            sql().execute("RESET lock_timeout");
                        }
                    }))
                    .hasMessageContaining("lock timeout");
            record("3", "02-20T13:00:00Z");
            reader.commit();
        }
        dropper.drop(dropOf("02-01"));
        assertThat(months(PARTITIONS)).containsExactly(2);
        assertThat(months(DROPPED)).containsExactly(1);
    }

    @Test
    void keepsMonthsWhileBurstRuleHasYetToEvaluateThem() {
        record("1", "01-20T12:00:00Z");
        ask("mutation { createScoringPolicy(input: {key: \"p\", counters: [{name: \"seen\", eventTypes: [\"seen\"]}],"
                        + " burst: {eventTypes: [\"seen\"], maxEventsPerSecond: \"5\", duration: \"PT10S\"},"
                        + " pillars: [{name: \"total\", terms: [{source: \"seen\"}]}]}) {"
                        + " scoringPolicy { key } errors { message } } }")
                .text("data", "createScoringPolicy", "scoringPolicy", "key");
        dropper.drop(dropOf("02-01"));
        assertThat(months(PARTITIONS)).containsExactly(1);
        app.drainActivity();
        dropper.drop(dropOf("02-01"));
        assertThat(months(PARTITIONS)).isEmpty();
    }

    @Test
    void countsRepeatedEventOfDroppedMonthOnce() {
        CLOCK.set(at("01-20T12:00:00Z"));
        Map<String, Object> timed =
                event("timed", "seen", "ann", "ben", at("01-20T11:00:00Z").toString());
        Map<String, Object> untimed = event("untimed", "seen", "ann", "ben", "");
        untimed.remove("occurredAt");
        activity.recordAll(List.of(timed, untimed));
        assertThat(codes(untimed)).isEmpty();
        List<String> tallies = tallies();
        assertThat(tallies).containsExactly(year + "-01-20 seen ACTOR 2 0 1");

        CLOCK.set(dropOf("02-01"));
        dropper.drop(CLOCK.instant());

        assertThat(codes(timed)).containsExactly("OCCURRED_TOO_LONG_AGO [input, items, 0, occurredAt]");
        assertThat(codes(untimed)).containsExactly("OCCURRED_TOO_LONG_AGO [input, items, 0, externalId]");
        Map<String, Object> different =
                event("untimed", "seen", "ann", "ben", CLOCK.instant().toString());
        assertThat(codes(different)).containsExactly("EVENT_CONFLICT [input, items, 0, externalId]");
        assertThat(tallies()).isEqualTo(tallies);
    }

    @Test
    void acceptsOldestEventRightAfterMonthIsDropped() {
        record("1", "01-20T12:00:00Z");
        CLOCK.set(dropOf("02-01"));
        dropper.drop(CLOCK.instant());
        Instant oldest = CLOCK.instant().minus(AGE);
        assertThat(codes(event("2", "seen", "ann", oldest.minusMillis(1).toString())))
                .containsExactly("OCCURRED_TOO_LONG_AGO [input, items, 0, occurredAt]");
        assertThat(codes(event("3", "seen", "ann", oldest.toString()))).isEmpty();
        assertThat(months(PARTITIONS)).containsExactly(2);
    }

    /** No accepted event is less than three days after the end of a dropped month, at any time. */
    @Test
    void retainsAllMonthsOfAcceptedEvents() {
        Instant now = Instant.parse("2023-01-01T00:00:00Z");
        for (int hour = 0; hour < 24 * 1_500; hour++) {
            Instant oldest = now.minus(AGE);
            Instant completeSince = LocalDate.EPOCH
                    .with(ChronoField.PROLEPTIC_MONTH, MonthDropper.lastEnded(now.minus(RETENTION)) + 1)
                    .withDayOfMonth(1)
                    .atStartOfDay()
                    .toInstant(ZoneOffset.UTC);
            assertThat(oldest).isAfterOrEqualTo(completeSince.plus(Duration.ofDays(3)));
            now = now.plus(Duration.ofHours(1));
        }
    }

    /** A node whose settings accept older events than the database has. */
    @Test
    void refusesEventsOfDroppedMonthAfterChangeOfSettings() {
        record("1", "01-20T12:00:00Z");
        CLOCK.set(dropOf("02-01"));
        dropper.drop(CLOCK.instant());
        LaurelServer other = LaurelServer.on(server.database(), CLOCK, Map.of("laurel.limits.activity-age", "400d"));
        try {
            ActivityClient older = new ActivityClient(other.client());
            Answer results = older.record(List.of(
                    event("2", "seen", "ann", at("01-20T12:00:00Z").toString()),
                    event("3", "seen", "ann", at("02-03T23:59:59Z").toString()),
                    event("4", "seen", "ann", at("02-04T00:00:00Z").toString()),
                    event("5", "seen", "ann", (year - 1) + "-12-20T12:00:00Z")));
            assertThat(results.list("results"))
                    .extracting(result -> result.at("errors", 0, "code"))
                    .containsExactly("OCCURRED_TOO_LONG_AGO", "OCCURRED_TOO_LONG_AGO", null, "OCCURRED_TOO_LONG_AGO");
            assertThat(results.at("acceptedCount")).isEqualTo(1);
        } finally {
            other.close();
        }
        assertThat(months(PARTITIONS)).containsExactly(2);
    }
}
