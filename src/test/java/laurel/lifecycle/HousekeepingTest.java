package laurel.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Map;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.change.Outbox;
import laurel.database.Emptying;
import laurel.leaderboard.Leaderboards;
import laurel.window.WindowOpener;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Idle leaderboards are archived, and metrics report due work and missing partitions. */
class HousekeepingTest {
    private static final Instant NOON = Instant.parse("2025-07-13T12:00:00Z");
    private static final Duration DAY = Duration.ofDays(1);

    private static final TickingClock CLOCK = new TickingClock(NOON);

    private static LaurelServer server;
    private static LifecycleClient client;
    private static Housekeeping housekeeping;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(CLOCK);
        client = new LifecycleClient(server);
        housekeeping = server.bean(Housekeeping.class);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void empty() {
        Emptying.empty(server.database());
        CLOCK.set(NOON);
        server.openAhead(NOON);
    }

    private HttpResponse<String> metrics(String key) throws IOException, InterruptedException {
        URI address = server.address().resolve("/prometheus");
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(
                    HttpRequest.newBuilder(address)
                            .header("Authorization", "Bearer " + key)
                            .build(),
                    BodyHandlers.ofString());
        }
    }

    private double metric(String name) throws IOException, InterruptedException {
        return metrics(LaurelServer.KEY)
                .body()
                .lines()
                .filter(line -> line.startsWith(name + " "))
                .map(line -> Double.valueOf(line.substring(name.length() + 1)))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void requiresKeyForMetrics() throws Exception {
        assertThat(metrics("unknown-key").statusCode()).isEqualTo(401);
        assertThat(metrics(LaurelServer.KEY).statusCode()).isEqualTo(200);
        assertThat(server.client().ask("{ app { key } }").at("errors")).isNull();
    }

    @Test
    void includesMetricsOfConnectionPool() throws Exception {
        assertThat(metrics(LaurelServer.KEY).body().lines())
                .anyMatch(line -> line.startsWith("hikaricp_connections_pending{pool=\"laurel\""));
    }

    @Test
    void reportsMissingPartition() throws Exception {
        client.create("days", "windowDefinitions: [{kind: DAILY}]");
        server.openAhead(NOON);
        housekeeping.run(NOON);
        assertThat(metric("laurel_partitions_missing")).isZero();
        client.execute(
                "DROP TABLE entry_" + client.one("SELECT id FROM window_slice WHERE name LIKE 'day-2025-07-14%'"));
        housekeeping.run(NOON);
        assertThat(metric("laurel_partitions_missing")).isEqualTo(1);
    }

    @Test
    void reportsPartitionsThatWereNotCreatedAhead() throws Exception {
        client.create("days", "windowDefinitions: [{kind: DAILY}]");
        server.openAhead(NOON);
        Instant later = NOON.plus(DAY.multipliedBy(3));
        housekeeping.run(later);
        // Three tables for each of two days, one of them the outbox.
        assertThat(metric("laurel_partitions_missing")).isEqualTo(6);
        CLOCK.set(later);
        assertThat(client.submit("days", "who", 1, later).list("changes")).hasSize(1);
        server.bean(WindowOpener.class).openAhead(later);
        server.bean(Outbox.class).openAhead(later);
        housekeeping.run(later);
        assertThat(metric("laurel_partitions_missing")).isZero();
    }

    /** A longer grace period would accept the score, but the window has expired. */
    @Test
    void refusesScoreInExpiredWindow() {
        client.create("days", "windowDefinitions: [{kind: DAILY}]");
        client.submit("days", "who", 1, NOON);
        runLifecycle(NOON.plus(DAY.multipliedBy(2)));
        update("days", "windowDefinitions: [{kind: DAILY, retainCount: 1}], gracePeriod: \"P3D\"");
        housekeeping.run(CLOCK.instant());
        assertThat(client.states("days")).contains("2025-07-13 1 1 expired");
        assertThat(client.submit("days", "who", 2, NOON).text("code")).isEqualTo("WINDOWS_CLOSED");
    }

    @Test
    void acceptsPastScoresAfterChangeOfClock() {
        client.create("days", "windowDefinitions: [{kind: DAILY}]");
        runLifecycle(NOON.plus(DAY));
        update("days", "clock: SUBMISSIONS");
        Instant past = NOON.minus(Duration.ofDays(3_000));
        assertThat(client.submit("days", "who", 1, past).list("changes")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2025-07-13T13:00:00Z", "2025-07-13T13:00:00.5Z", "2025-07-13T15:00:00+02:00"})
    void findsSeasonWhenItIsDue(String start) {
        client.create("seasons", "windowDefinitions: [{kind: SEASON}]");
        client.graphQL()
                .ask("mutation { startSeason(input: {leaderboardKey: \"seasons\", startsAt: \"" + start
                        + "\"}) { season { id } errors { code message } } }")
                .text("data", "startSeason", "season", "id");
        Instant due = OffsetDateTime.parse(start).toInstant();
        DueRepository repository = server.bean(DueRepository.class);
        assertThat(repository.starting(due.minusNanos(1_000), 10)).isEmpty();
        assertThat(repository.starting(due, 10)).hasSize(1);
        runLifecycle(due);
        assertThat(repository.starting(due, 10)).isEmpty();
    }

    private static void runLifecycle(Instant now) {
        CLOCK.set(now);
        server.bean(Lifecycle.class).run(now);
    }

    private static void update(String board, String fields) {
        client.graphQL()
                .ask("mutation { updateLeaderboard(input: {leaderboardKey: \"" + board + "\", " + fields
                        + "}) { leaderboard { id } errors { code message } } }")
                .text("data", "updateLeaderboard", "leaderboard", "id");
    }

    @Test
    void reportsDueWindowsWhileTheyCannotBeFinalized() throws Exception {
        client.create("days", "windowDefinitions: [{kind: DAILY}]");
        client.submit("days", "who", 1, NOON);
        double before = metric("laurel_finalize_seconds_count");
        client.execute("ALTER TABLE leaderboard_window ADD CONSTRAINT never CHECK (revision = 0)");
        try {
            server.bean(Lifecycle.class).run(NOON.plus(DAY));
            assertThat(metric("laurel_windows_due")).isEqualTo(1);
            assertThat(metric("laurel_finalize_seconds_count")).isEqualTo(before);
        } finally {
            client.execute("ALTER TABLE leaderboard_window DROP CONSTRAINT never");
        }
        server.bean(Lifecycle.class).run(NOON.plus(DAY));
        assertThat(metric("laurel_windows_due")).isZero();
        assertThat(metric("laurel_finalize_seconds_count")).isEqualTo(before + 1);
    }

    @Test
    void archivesIdleLeaderboardOnce() {
        client.create("idle", "windowDefinitions: [{kind: ALL_TIME}]");
        client.create("busy", "windowDefinitions: [{kind: ALL_TIME}]");
        client.execute("UPDATE leaderboard SET archive_after = '30 days'");
        Instant before = NOON.plus(DAY.multipliedBy(30)).plus(Duration.ofMinutes(59));
        client.execute("UPDATE leaderboard SET received_at = '2025-08-01T00:00:00Z' WHERE key = 'busy'");
        housekeeping.run(before);
        assertThat(client.events()).isEmpty();
        housekeeping.run(before.plus(Duration.ofMinutes(1)));
        housekeeping.run(before.plus(Duration.ofMinutes(2)));
        assertThat(client.events()).containsExactly("LEADERBOARD_ARCHIVED idle");
        // After it is unarchived, the period starts again.
        Instant back = before.plus(DAY);
        server.bean(Leaderboards.class).archive(1, "idle", null, false, back);
        housekeeping.run(back.plusSeconds(60));
        assertThat(client.one("SELECT count(*) FROM leaderboard WHERE archived_at IS NOT NULL"))
                .isZero();
    }

    @Test
    void doesNotArchiveLeaderboardThatPlansSeason() {
        client.create("league", "archiveAfter: \"P30D\", windowDefinitions: [{kind: SEASON}]");
        client.create("plain", "archiveAfter: \"P30D\"");
        String start = "startSeason(input: {leaderboardKey: \"league\", startsAt: \"" + NOON.plus(DAY.multipliedBy(45))
                + "\"})";
        client.graphQL()
                .ask("mutation { " + start + " { season { id } } }")
                .text("data", "startSeason", "season", "id");
        CLOCK.advance(DAY.multipliedBy(31));
        housekeeping.run(CLOCK.instant());
        CLOCK.advance(DAY.multipliedBy(14));
        server.bean(Lifecycle.class).run(CLOCK.instant());
        housekeeping.run(CLOCK.instant());
        assertThat(client.events()).containsExactly("LEADERBOARD_ARCHIVED plain", "SEASON_STARTED league SEASON-1 1");
        // From the start of its last season on, the leaderboard can be idle.
        CLOCK.advance(DAY.multipliedBy(31));
        housekeeping.run(CLOCK.instant());
        assertThat(client.events()).endsWith("LEADERBOARD_ARCHIVED league");
    }

    @Test
    void resumesEventsAfterTheLastOne() {
        client.create("days", "windowDefinitions: [{kind: DAILY}]");
        Instant now = NOON;
        for (int day = 0; day < 3; day++) {
            now = now.plus(DAY);
            server.bean(WindowOpener.class).openAhead(now);
            server.bean(Lifecycle.class).run(now);
        }
        Answer page = events(2, null);
        assertThat(page.list("edges").stream().map(edge -> edge.text("node", "window", "name")))
                .containsExactly("2025-07-13", "2025-07-14");
        assertThat(page.at("edges", 0, "node", "eventType")).isEqualTo("WINDOW_FINALIZED");
        assertThat(page.at("edges", 0, "node", "revision")).isEqualTo(1);
        assertThat(page.at("edges", 0, "node", "occurredAt"))
                .isEqualTo(NOON.plus(DAY).toString());
        assertThat(page.at("pageInfo", "hasNextPage")).isEqualTo(true);
        Answer rest = events(2, page.text("pageInfo", "endCursor"));
        assertThat(rest.list("edges").stream().map(edge -> edge.text("node", "window", "name")))
                .containsExactly("2025-07-15");
        String last = rest.text("pageInfo", "endCursor");
        assertThat(events(2, last).list("edges")).isEmpty();
        server.bean(Leaderboards.class).archive(1, "days", null, true, now);
        assertThat(events(2, last).at("edges", 0, "node", "eventType")).isEqualTo("LEADERBOARD_ARCHIVED");
        server.bean(Leaderboards.class).delete(1, "days", 2, now);
        assertThat(events(2, null).at("edges", 0, "node", "leaderboard")).isNull();
    }

    private Answer events(int first, @Nullable String after) {
        Map<String, Object> values = after == null ? Map.of("first", first) : Map.of("first", first, "after", after);
        return client.graphQL()
                .ask(
                        "query ($first: Int!, $after: String) { events(first: $first, after: $after) {"
                                + " edges { node { eventType occurredAt ... on LeaderboardArchivedEvent { leaderboard { key } }"
                                + " ... on WindowFinalizedEvent { revision window { name } } } }"
                                + " pageInfo { hasNextPage endCursor } } }",
                        values)
                .node("data", "events");
    }
}
