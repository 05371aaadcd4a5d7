package laurel.scoring.day;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.Together;
import laurel.Tries;
import laurel.activity.ActivityClient;
import laurel.database.TestDatabase;
import laurel.database.Until;
import laurel.database.sql.Sql;
import laurel.lifecycle.Lifecycle;
import laurel.scoring.PolicyClient;
import laurel.streak.DayRules;
import laurel.window.WindowOpener;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Days of large batches are scored in the background, once, and before windows that accept them are closed. */
class ChangedDayBacklogTest {
    private static final Instant NOON = Instant.parse("2026-03-10T12:00:00Z");
    private static final String TODAY = "2026-03-10";
    /** More than {@code laurel.activity.immediate-days}. */
    private static final int MANY = 50;
    /** Nothing runs in the background, and the days of a batch are scored in several parts. */
    private static final Map<String, Object> SETTINGS =
            Map.of("laurel.activity.every", "1h", "laurel.activity.batch-size", 20);

    private static final TickingClock CLOCK = new TickingClock(NOON);
    private static final AtomicInteger EVENTS = new AtomicInteger();
    private static final String BOARD = """
            mutation { createLeaderboard(input: {key: "board", updateMode: INCREMENT, gracePeriod: "PT5M",
              windowDefinitions: [{kind: DAILY}, {kind: ALL_TIME}]}) { leaderboard { id } } }
            """;
    private static final String WINDOW = """
            query ($name: String!) { leaderboard(key: "board") { window(select: {name: {name: $name}}) { state revision
              ranking { standings(first: 200) { nodes { score participant { externalId } } } } } } }
            """;

    private static TestDatabase database;
    private static LaurelServer node;
    private LaurelServer server;

    @BeforeAll
    static void start() {
        database = TestDatabase.fresh();
        node = LaurelServer.on(database, CLOCK, SETTINGS);
    }

    @AfterAll
    static void stop() {
        node.close();
        database.close();
    }

    @BeforeEach
    void inNewApp() {
        CLOCK.set(NOON);
        server = node.inNewApp();
        server.client().ask(BOARD).text("data", "createLeaderboard", "leaderboard", "id");
        new PolicyClient(server.client()).defineEventCount("policy", "board", 1).text("key");
    }

    @Test
    void scoresDaysOfLargeBatchInBackground() {
        record(MANY, TODAY + "T11:00:00Z");
        assertThat(scores("ALL-TIME")).isEmpty();
        node.drainActivity();
        assertThat(scores("ALL-TIME")).isEqualTo(all(MANY, 1));
        assertThat(scores(TODAY)).isEqualTo(all(MANY, 1));
        assertThat(waiting()).isZero();
    }

    @Test
    void respondsAfterScoresIfRequested() {
        record(MANY, TODAY + "T11:00:00Z");
        server.client()
                .ask(
                        "mutation ($items: [RecordActivityInput!]!) { recordActivities(input: {items: $items, awaitScores: true})"
                                + " { acceptedCount } }",
                        Map.of("items", events(MANY, TODAY + "T11:30:00Z")))
                .text("data", "recordActivities", "acceptedCount");
        assertThat(scores("ALL-TIME")).isEqualTo(all(MANY, 2));
        assertThat(waiting()).isZero();
    }

    @Test
    void scoresDaysOfSmallBatchAtOnce() {
        record(MANY, TODAY + "T11:00:00Z");
        record(2, TODAY + "T11:30:00Z");
        assertThat(scores("ALL-TIME")).isEqualTo(all(2, 2));
        node.drainActivity();
        assertThat(scores("ALL-TIME")).hasSize(MANY).containsAllEntriesOf(all(2, 2));
    }

    @Test
    void scoresDayOnceAfterSeveralChanges() {
        IntStream.range(0, 4).forEach(batch -> record(MANY, TODAY + "T11:0" + batch + ":00Z"));
        node.drainActivity();
        assertThat(scores("ALL-TIME")).isEqualTo(all(MANY, 4));
        assertThat(submissions()).isEqualTo(MANY);
    }

    /** Events do not wait for the days that are being scored, also not those of a small batch. */
    @Test
    void addsDaysOfSmallBatchWhileOthersAreScored() {
        AtomicBoolean locked = new AtomicBoolean();
        AtomicBoolean recorded = new AtomicBoolean();
        Together.all(2, task -> {
            if (task == 0) {
                node.bean(Sql.class).useTransaction(() -> {
                    node.bean(DayRules.class).lockScores(server.appId());
                    node.bean(Sql.class).send();
                    locked.set(true);
                    Until.holds(recorded::get);
                });
            } else {
                Until.holds(locked::get);
                record(1, TODAY + "T11:00:00Z");
                recorded.set(true);
            }
            return task;
        });
        assertThat(waiting()).isEqualTo(1);
        node.drainActivity();
        assertThat(scores("ALL-TIME")).isEqualTo(all(1, 1));
    }

    /** Events of the last second before the window is closed count in it, although it is due when they are scored. */
    @Test
    void closesWindowAfterAcceptedDaysAreScored() {
        CLOCK.set(Instant.parse("2026-03-11T00:04:59Z"));
        node.bean(WindowOpener.class).openAhead(CLOCK.instant());
        record(MANY, TODAY + "T23:59:59Z");
        CLOCK.set(Instant.parse("2026-03-11T00:06:00Z"));
        node.bean(Lifecycle.class).run(CLOCK.instant());
        assertThat(revision(TODAY)).isZero();
        node.drainActivity();
        node.bean(Lifecycle.class).run(CLOCK.instant());
        assertThat(revision(TODAY)).isOne();
        assertThat(scores(TODAY)).isEqualTo(all(MANY, 1));
    }

    /** Events that arrive after the window is due do not delay it, and do not count in it. */
    @Test
    void closesWindowBeforeLaterDaysAreScored() {
        record(1, TODAY + "T11:00:00Z");
        CLOCK.set(Instant.parse("2026-03-11T00:05:00Z"));
        node.bean(WindowOpener.class).openAhead(CLOCK.instant());
        record(MANY, TODAY + "T23:59:59Z");
        node.bean(Lifecycle.class).run(CLOCK.instant());
        assertThat(revision(TODAY)).isOne();
        node.drainActivity();
        node.bean(Lifecycle.class).run(CLOCK.instant());
        assertThat(scores(TODAY)).isEqualTo(all(1, 1));
        assertThat(scores("ALL-TIME")).hasSize(MANY);
    }

    @Test
    void measuresAgeOfOldestDay() {
        record(MANY, TODAY + "T11:00:00Z");
        CLOCK.set(NOON.plusSeconds(7));
        node.bean(ChangedDayBacklog.class).size(1);
        assertThat(lag()).isEqualTo(7);
        node.drainActivity();
        assertThat(lag()).isZero();
    }

    @Test
    void skipsErasedParticipants() {
        record(MANY, TODAY + "T11:00:00Z");
        server.client()
                .ask(
                        "mutation { eraseParticipant(input: {participant: {external: {externalId: \"who-0\"}}}) { job { id } } }");
        // As if its rows were not deleted yet.
        database.sql().execute("""
                INSERT INTO scoring_changed_day (app_id, received_at, participant_id, day_rule_id, start_date, end_date)
                SELECT c.app_id, c.received_at, p.id, c.day_rule_id, c.start_date, c.end_date
                FROM participant AS p CROSS JOIN (SELECT * FROM scoring_changed_day ORDER BY id DESC LIMIT 1) AS c
                WHERE p.erased_at IS NOT NULL AND p.app_id = c.app_id
                """);
        node.drainActivity();
        Map<String, Integer> expected = all(MANY, 1);
        expected.remove("who-0");
        assertThat(scores("ALL-TIME")).isEqualTo(expected);
        assertThat(waiting()).isZero();
    }

    /** Two nodes score days while batches of several sizes change them again. */
    @Test
    void losesNothingWhileDaysChange() {
        int batches = Tries.of(8, 60);
        AtomicInteger done = new AtomicInteger();
        try (LaurelServer second = LaurelServer.on(database, CLOCK, SETTINGS)) {
            Together.all(5, task -> {
                if (task < 3) {
                    for (int n = 0; n < batches; n++) {
                        record(n % 2 == 0 ? MANY : 3, TODAY + "T11:00:00Z");
                    }
                    done.incrementAndGet();
                } else {
                    while (done.get() < 3) {
                        (task == 3 ? node : second).drainActivity();
                    }
                }
                return task;
            });
        }
        Until.holds(() -> {
            node.drainActivity();
            return waiting() == 0;
        });
        int few = 3 * batches;
        int many = 3 * ((batches + 1) / 2);
        Map<String, Integer> expected = all(MANY, many);
        expected.putAll(all(3, few));
        assertThat(scores("ALL-TIME")).isEqualTo(expected);
        assertThat(scores(TODAY)).isEqualTo(expected);
    }

    /** Records an event of each of a number of participants. */
    private void record(int participants, String occurredAt) {
        new ActivityClient(server.client()).recordAll(events(participants, occurredAt));
    }

    private static List<Map<String, Object>> events(int participants, String occurredAt) {
        List<Map<String, Object>> events = new ArrayList<>();
        for (int n = 0; n < participants; n++) {
            events.add(ActivityClient.event("e" + EVENTS.incrementAndGet(), "seen", "who-" + n, occurredAt));
        }
        return events;
    }

    private static Map<String, Integer> all(int participants, int score) {
        Map<String, Integer> scores = new TreeMap<>();
        IntStream.range(0, participants).forEach(n -> scores.put("who-" + n, score));
        return scores;
    }

    private Map<String, Integer> scores(String window) {
        Map<String, Integer> scores = new TreeMap<>();
        server.client()
                .ask(WINDOW, Map.of("name", window))
                .list("data", "leaderboard", "window", "ranking", "standings", "nodes")
                .forEach(one -> scores.put(one.text("participant", "externalId"), Integer.parseInt(one.text("score"))));
        return scores;
    }

    private int revision(String window) {
        return Integer.parseInt(
                server.client().ask(WINDOW, Map.of("name", window)).text("data", "leaderboard", "window", "revision"));
    }

    private long waiting() {
        return database.sql()
                .of("SELECT count(*) FROM scoring_changed_day WHERE app_id = :app")
                .bind("app", server.appId())
                .one(Long.class);
    }

    private long submissions() {
        return database.sql()
                .of("SELECT count(*) FROM score_submission WHERE app_id = :app")
                .bind("app", server.appId())
                .one(Long.class);
    }

    private static double lag() {
        return node.bean(MeterRegistry.class).get("laurel.scoring.lag").gauge().value();
    }
}
