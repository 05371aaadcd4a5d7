package laurel.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.database.Emptying;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The replay of the demo: one race after the other, and from the start again after the last one. */
class LiveSeasonTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration RACE_TIME = Duration.ofSeconds(15);
    private static final String STANDINGS = """
            { leaderboard(key: "live-season") { createdAt visibility window { name ranking {
              standings(first: 100) { nodes { score participant { externalId } } } } } } }
            """;

    private static final TickingClock CLOCK = new TickingClock(NOW);

    private static LaurelServer server;
    private static GraphQLClient client;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(CLOCK);
        client = server.client();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void empty() {
        Emptying.empty(server.database());
        CLOCK.set(NOW);
    }

    private void replay() {
        server.bean(LiveSeason.class).replay(CLOCK.instant());
    }

    private Answer window() {
        return client.ask(STANDINGS).node("data", "leaderboard", "window");
    }

    private Map<String, BigDecimal> points() {
        Map<String, BigDecimal> points = new TreeMap<>();
        window().list("ranking", "standings", "nodes")
                .forEach(one -> points.put(one.text("participant", "externalId"), new BigDecimal(one.text("score"))));
        return points;
    }

    /** Points of the season of a race, up to this race. */
    private static Map<String, BigDecimal> pointsAfter(int races) {
        List<List<RaceResult>> rounds = List.copyOf(RaceResult.rounds().values());
        int season = rounds.get(races - 1).getFirst().season();
        Map<String, BigDecimal> points = new TreeMap<>();
        rounds.stream()
                .limit(races)
                .flatMap(List::stream)
                .filter(result -> result.season() == season)
                .forEach(result ->
                        points.merge(result.driverId(), new BigDecimal(result.points()).setScale(1), BigDecimal::add));
        return points;
    }

    private long submissions() {
        return server.database()
                .sql()
                .of("SELECT count(*) FROM score_submission")
                .one(Long.class);
    }

    @Test
    void submitsRacesAsTimePasses() {
        replay();
        assertThat(points()).isEqualTo(pointsAfter(1));
        assertThat(client.ask(STANDINGS).at("data", "leaderboard", "visibility"))
                .isEqualTo("PUBLIC");
        CLOCK.advance(RACE_TIME.minusMillis(1));
        replay();
        assertThat(points()).isEqualTo(pointsAfter(1));
        CLOCK.advance(Duration.ofMillis(1));
        replay();
        replay();
        assertThat(points()).isEqualTo(pointsAfter(2));
        // After a pause of the service, it continues where it would be.
        CLOCK.advance(RACE_TIME.multipliedBy(20));
        replay();
        assertThat(window().at("name")).isEqualTo("2011");
        assertThat(points()).isEqualTo(pointsAfter(22));
    }

    @Test
    void submitsEachRaceOnceFromConcurrentReplays() throws Exception {
        replay();
        CLOCK.advance(RACE_TIME.multipliedBy(3));
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<?> one : executor.invokeAll(Collections.nCopies(4, Executors.callable(this::replay)))) {
                one.get();
            }
        }
        assertThat(points()).isEqualTo(pointsAfter(4));
        assertThat(submissions())
                .isEqualTo(RaceResult.rounds().values().stream()
                        .limit(4)
                        .mapToLong(List::size)
                        .sum());
    }

    @Test
    void startsAgainAfterTheLastRace() {
        replay();
        Object created = client.ask(STANDINGS).at("data", "leaderboard", "createdAt");
        int races = RaceResult.rounds().size();
        CLOCK.advance(RACE_TIME.multipliedBy(races + 7));
        replay();
        assertThat(window().at("name")).isEqualTo("2019");
        assertThat(points()).isEqualTo(pointsAfter(races));
        assertThat(submissions()).isEqualTo(RaceResult.all().size());
        CLOCK.advance(RACE_TIME);
        replay();
        assertThat(client.ask(STANDINGS).at("data", "leaderboard", "createdAt")).isNotEqualTo(created);
        assertThat(points()).isEqualTo(pointsAfter(1));
    }

    @Test
    void leavesLeaderboardOfOperatorAlone() {
        client.ask(
                        "mutation { createLeaderboard(input: {key: \"live-season\"}) { leaderboard { id } errors { code } } }")
                .text("data", "createLeaderboard", "leaderboard", "id");
        CLOCK.advance(Duration.ofDays(1));
        replay();
        assertThat(submissions()).isZero();
        assertThat(points()).isEmpty();
    }
}
