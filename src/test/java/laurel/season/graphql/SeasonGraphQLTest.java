package laurel.season.graphql;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import laurel.season.SeasonClient;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Mutations and queries of seasons over HTTP. The scheduler does not run here. */
@LaurelTest
class SeasonGraphQLTest {
    private static final Instant NOW = Instant.parse("2025-07-13T14:30:00Z");
    private static final String SEASONS = "windowDefinitions: [{kind: SEASON}, {kind: ALL_TIME}]";

    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    private SeasonClient client;

    @BeforeEach
    void start() {
        client = new SeasonClient(server);
    }

    private static String at(int hours) {
        return NOW.plus(Duration.ofHours(hours)).toString();
    }

    private static Map<String, String> achieved(Instant at) {
        return Map.of("achievedAt", at.toString());
    }

    @Test
    void opensSeasonThatStartsNow() {
        client.create("plain", SEASONS);
        assertThat(client.ask("plain", "currentSeason { number }").json()).isNull();
        assertThat(client.acceptingWindows("plain", "ann", 1, Map.of())).containsExactly("ALL-TIME");
        Answer season = client.start("plain", Map.of());
        assertThat(season.at("number")).isEqualTo(1);
        assertThat(season.text("name")).isEqualTo("Season 1");
        assertThat(season.text("startsAt")).isEqualTo("2025-07-13T14:30:00Z");
        assertThat(season.text("startedAt")).isEqualTo("2025-07-13T14:30:00Z");
        assertThat(season.at("endsAt")).isNull();
        assertThat(season.text("state")).isEqualTo("OPEN");
        assertThat(season.text("window", "name")).isEqualTo("SEASON-1");
        assertThat(season.at("leaderboard", "version")).isEqualTo(2);
        assertThat(client.acceptingWindows("plain", "ann", 2, Map.of()))
                .containsExactlyInAnyOrder("ALL-TIME", "SEASON-1");
        assertThat(client.ask("plain", "currentSeason { number }").at("number")).isEqualTo(1);
        assertThat(client.ask("plain", "window(select: {relative: {definitionKey: \"season\"}}) { name }")
                        .at("name"))
                .isEqualTo("SEASON-1");
        assertThat(client.scores("plain", "SEASON-1")).isEqualTo(Map.of("ann", "2"));
    }

    @Test
    void endsPreviousSeasonWhenNextOneStarts() {
        client.create("two", SEASONS);
        client.start("two", Map.of("name", "Spring"));
        client.submit("two", "ann", 5, Map.of());
        clock.advance(Duration.ofHours(1));
        Answer second = client.start("two", Map.of("name", "Summer", "endsAt", at(3)));
        assertThat(second.at("number")).isEqualTo(2);
        Answer first = client.season("two", 1);
        assertThat(first.text("endsAt")).isEqualTo("2025-07-13T15:30:00Z");
        assertThat(first.text("window", "endsAt")).isEqualTo("2025-07-13T15:30:00Z");
        assertThat(first.text("window", "finalizesAt")).isEqualTo("2025-07-13T15:35:00Z");
        assertThat(first.text("state")).isEqualTo("GRACE");
        assertThat(client.acceptingWindows("two", "ben", 3, achieved(NOW)))
                .contains("SEASON-1")
                .doesNotContain("SEASON-2");
        assertThat(client.acceptingWindows("two", "ben", 3, Map.of()))
                .contains("SEASON-2")
                .doesNotContain("SEASON-1");
        clock.advance(Duration.ofMinutes(5));
        assertThat(client.season("two", 1).text("state")).isEqualTo("FINAL");
        assertThat(client.scores("two", "SEASON-1")).isEqualTo(Map.of("ann", "5", "ben", "3"));
        assertThat(client.scores("two", "SEASON-2")).isEqualTo(Map.of("ben", "3"));
        clock.set(NOW.plus(Duration.ofHours(3)));
        assertThat(client.ask("two", "currentSeason { number }").json()).isNull();
    }

    @Test
    void listsSeasonsInPagesNewestFirst() {
        client.create("many", SEASONS);
        for (int n = 1; n <= 5; n++) {
            client.start("many", Map.of("startsAt", at(n), "endsAt", at(n + 1)));
        }
        Answer page = client.ask(
                "many", "seasons(first: 2) { edges { node { number state } } pageInfo { hasNextPage endCursor } }");
        assertThat(page.list("edges").stream().map(edge -> edge.at("node", "number")))
                .containsExactly(5, 4);
        assertThat(page.at("pageInfo", "hasNextPage")).isEqualTo(true);
        Answer rest = client.ask(
                "many",
                "seasons(first: 3, after: \"" + page.text("pageInfo", "endCursor")
                        + "\") { edges { node { number } } pageInfo { hasNextPage } }");
        assertThat(rest.list("edges").stream().map(edge -> edge.at("node", "number")))
                .containsExactly(3, 2, 1);
        assertThat(rest.at("pageInfo", "hasNextPage")).isEqualTo(false);
        assertThat(client.season("many", 6).json()).isNull();
        assertThat(client.season("many", 0).json()).isNull();
    }

    /** An open-ended season ends at the start of the next planned one, until that is cancelled. */
    @Test
    void changesAndCancelsPlannedSeason() {
        client.create("planned", SEASONS);
        client.start("planned", Map.of());
        Answer planned = client.start("planned", Map.of("startsAt", at(24), "carryOver", 0.5));
        assertThat(planned.text("state")).isEqualTo("PLANNED");
        assertThat(planned.at("window")).isNull();
        assertThat(planned.at("startedAt")).isNull();
        assertThat(planned.at("carryOver")).isEqualTo("0.5");
        assertThat(client.season("planned", 1).text("endsAt")).isEqualTo("2025-07-14T14:30:00Z");
        assertThat(client.season("planned", 1).text("window", "endsAt")).isEqualTo("2025-07-14T14:30:00Z");
        Answer changed = client.update("planned", 2, Map.of("startsAt", at(48), "endsAt", at(72), "name", "Autumn"));
        assertThat(changed.text("name")).isEqualTo("Autumn");
        assertThat(changed.text("endsAt")).isEqualTo("2025-07-16T14:30:00Z");
        assertThat(client.season("planned", 1).text("window", "endsAt")).isEqualTo("2025-07-15T14:30:00Z");
        String cancelled = client.season("planned", 2).text("id");
        assertThat(client.cancel("planned", 2)).isNull();
        assertThat(client.season("planned", 2).json()).isNull();
        assertThat(client.season("planned", 1).at("endsAt")).isNull();
        assertThat(client.season("planned", 1).at("window", "endsAt")).isNull();
        Answer next = client.start("planned", Map.of("startsAt", at(2)));
        assertThat(next.at("number")).isEqualTo(2);
        assertThat(next.text("id")).as("is never reused").isNotEqualTo(cancelled);
        assertThat(server.client()
                        .ask("{ node(id: \"" + cancelled + "\") { id } }")
                        .at("data", "node"))
                .isNull();
        assertThat(server.client()
                        .ask("{ node(id: \"" + next.text("id") + "\") { ... on Season { number } } }")
                        .at("data", "node", "number"))
                .isEqualTo(2);
        assertThat(client.cancel("planned", cancelled)).isEqualTo("SEASON_NOT_FOUND");
    }

    /** The next season is due but not started when the request arrives: the request is for the previous one. */
    @Test
    void rejectsEndOfSeasonWithVersionFromBeforeItsStart() {
        client.create("meant", SEASONS);
        client.start("meant", Map.of());
        client.start("meant", Map.of("startsAt", at(1)));
        int read = client.version("meant");
        clock.advance(Duration.ofHours(1).plusMillis(500));
        assertThat(client.end("meant", read, Map.of()).text("code")).isEqualTo("VERSION_CONFLICT");
        assertThat(client.season("meant", 2).text("state")).isEqualTo("OPEN");
        assertThat(client.season("meant", 2).at("endsAt")).isNull();
    }

    @Test
    void startsPlannedSeasonByFirstSubmission() {
        client.create("due", SEASONS);
        client.start("due", Map.of());
        client.submit("due", "ann", 5, Map.of());
        client.start("due", Map.of("startsAt", at(24)));
        client.start("due", Map.of("startsAt", at(48), "endsAt", at(72)));
        clock.set(NOW.plus(Duration.ofHours(49)));
        assertThat(client.season("due", 2).text("state")).isEqualTo("PLANNED");
        assertThat(client.acceptingWindows("due", "ben", 3, Map.of()))
                .containsExactlyInAnyOrder("ALL-TIME", "SEASON-3");
        assertThat(client.season("due", 1).text("endsAt")).isEqualTo("2025-07-14T14:30:00Z");
        assertThat(client.season("due", 2).text("endsAt")).isEqualTo("2025-07-15T14:30:00Z");
        assertThat(client.season("due", 2).text("state")).isEqualTo("FINAL");
        assertThat(client.season("due", 3).text("state")).isEqualTo("OPEN");
        assertThat(client.scores("due", "SEASON-3")).isEqualTo(Map.of("ben", "3"));
        assertThat(client.scores("due", "SEASON-1")).isEqualTo(Map.of("ann", "5"));
    }

    /** A client's clock may be fast: its submission does not count in a season that has not started. */
    @Test
    void doesNotStartSeasonBySubmissionFromTheFuture() {
        client.create("ahead", SEASONS);
        client.start("ahead", Map.of());
        client.start("ahead", Map.of("startsAt", NOW.plusSeconds(60).toString()));
        assertThat(client.acceptingWindows("ahead", "ann", 5, achieved(NOW.plusSeconds(120))))
                .containsExactly("ALL-TIME");
        assertThat(client.season("ahead", 2).text("state")).isEqualTo("PLANNED");
        clock.advance(Duration.ofSeconds(60));
        assertThat(client.acceptingWindows("ahead", "ann", 6, achieved(NOW.plusSeconds(120))))
                .contains("SEASON-2");
    }

    @Test
    void rejectsChangesOfEndedSeason() {
        client.create("ended", SEASONS);
        client.start("ended", Map.of());
        clock.advance(Duration.ofHours(1));
        Answer ended = client.end("ended", Map.of());
        assertThat(ended.text("endsAt")).isEqualTo("2025-07-13T15:30:00Z");
        assertThat(ended.text("state")).isEqualTo("GRACE");
        assertThat(client.end("ended", Map.of()).text("code")).isEqualTo("SEASON_ENDED");
        assertThat(client.update("ended", 1, Map.of("name", "No")).text("code")).isEqualTo("SEASON_ENDED");
        assertThat(client.cancel("ended", 1)).isEqualTo("SEASON_ENDED");
        assertThat(client.acceptingWindows("ended", "ann", 5, Map.of())).containsExactly("ALL-TIME");
    }

    @Test
    void movesFutureEnd() {
        client.create("moves", SEASONS);
        client.start("moves", Map.of("endsAt", at(5)));
        assertThat(client.end("moves", Map.of("endsAt", at(3))).text("window", "finalizesAt"))
                .isEqualTo("2025-07-13T17:35:00Z");
        assertThat(client.update("moves", 1, Map.of("endsAt", at(9), "name", "Long"))
                        .text("window", "endsAt"))
                .isEqualTo("2025-07-13T23:30:00Z");
        Map<String, Object> never = new HashMap<>();
        never.put("endsAt", null);
        assertThat(client.update("moves", 1, never).at("endsAt")).isNull();
        assertThat(client.season("moves", 1).at("window", "endsAt")).isNull();
        assertThat(client.season("moves", 1).text("name")).isEqualTo("Long");
    }

    /** Both scores had counted in the season before it was ended at an earlier time. */
    @Test
    void keepsScoresAchievedAfterEarlierEnd() {
        client.create("counted", "updateMode: INCREMENT, " + SEASONS);
        client.start("counted", Map.of());
        clock.advance(Duration.ofHours(1));
        client.submit("counted", "ann", 5, Map.of());
        String wrong = client.submit(
                        "counted", "ann", 7, achieved(clock.instant().plusSeconds(200)))
                .text("submission", "id");
        client.submit("counted", "ann", 11, achieved(clock.instant().plusSeconds(200)));
        client.end("counted", Map.of());
        assertThat(client.scores("counted", "SEASON-1")).isEqualTo(Map.of("ann", "23"));
        client.graphQL()
                .ask(
                        "mutation ($id: ID!) { removeSubmission(input: {submissionId: $id}) { errors { code } } }",
                        Map.of("id", wrong));
        assertThat(client.scores("counted", "SEASON-1")).isEqualTo(Map.of("ann", "16"));
    }

    @Test
    void startsNoSeasonOfArchivedLeaderboard() {
        client.create("archived", SEASONS);
        client.start("archived", Map.of("startsAt", at(1)));
        client.graphQL()
                .ask("mutation { archiveLeaderboard(input: {leaderboardKey: \"archived\"}) { errors { code } } }");
        clock.advance(Duration.ofHours(2));
        assertThat(client.start("archived", Map.of()).text("code")).isEqualTo("LEADERBOARD_ARCHIVED");
        assertThat(client.submit("archived", "ann", 1, Map.of("idempotencyKey", "k"))
                        .text("code"))
                .isEqualTo("LEADERBOARD_ARCHIVED");
        client.graphQL()
                .ask("mutation { unarchiveLeaderboard(input: {leaderboardKey: \"archived\"}) { errors { code } } }");
        assertThat(client.acceptingWindows("archived", "ann", 1, Map.of())).contains("SEASON-1");
    }

    /** The start of the first season closes nothing. */
    @Test
    void acceptsEarlierScoresAfterStartOfFirstSeason() {
        client.create("replay", "clock: SUBMISSIONS, windowDefinitions: [{kind: SEASON}, {kind: DAILY}]");
        client.start("replay", Map.of("retainPrevious", false));
        assertThat(client.acceptingWindows("replay", "ann", 1, Map.of("achievedAt", "2015-03-01T12:00:00Z")))
                .containsExactly("2015-03-01");
    }

    @Test
    void publishesEventsOfSeasons() {
        client.create("events", SEASONS);
        client.start("events", Map.of());
        client.submit("events", "ann", 5, Map.of());
        clock.advance(Duration.ofHours(1));
        client.start("events", Map.of("retainPrevious", false));
        List<String> events =
                server.database().sql().of("""
                        SELECT e.event_type || ' ' || w.name || coalesce(' ' || e.number, '')
                        FROM event AS e JOIN leaderboard_window AS w ON w.id = e.window_id
                        WHERE e.leaderboard_id = (SELECT id FROM leaderboard WHERE key = 'events' AND app_id = :app) ORDER BY e.id
                        """).bind("app", server.appId()).list(String.class);
        assertThat(events)
                .containsExactly(
                        "SEASON_STARTED SEASON-1 1",
                        "SEASON_STARTED SEASON-2 2",
                        "SEASON_ENDED SEASON-1 1",
                        "WINDOW_EXPIRED SEASON-1");
    }
}
