package laurel.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.RedisException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import laurel.CannotStartException;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.event.EventClient;
import laurel.event.EventSweeper;
import laurel.ingest.RedisServer;
import laurel.score.ScoreClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Events in a real Redis. */
class StreamPublisherTest {
    private static final Instant NOON = Instant.parse("2025-07-13T12:00:00Z");
    private static final TickingClock CLOCK = new TickingClock(NOON);
    private static RedisServer redis;
    private static LaurelServer service;
    private LaurelServer server;

    @BeforeAll
    static void start() throws IOException {
        redis = RedisServer.start();
        service = LaurelServer.shared(CLOCK);
    }

    @AfterAll
    static void stop() throws IOException {
        service.close();
        redis.close();
    }

    @BeforeEach
    void inNewApp() {
        CLOCK.set(NOON);
        server = service.inNewApp();
    }

    @Test
    void addsEventsInOrderWithTheMessagesOfWebhooks() {
        try (var publisher = PublisherFixture.start(server, redis)) {
            publisher.board("arena");
            publisher.submit("arena", "ann", 5);
            publisher.submit("arena", "bob", 9);
            publisher.publish();
            publisher.publish();
            List<Map<String, String>> entries = publisher.entries();
            assertThat(entries)
                    .extracting(entry -> entry.get("type"))
                    .containsExactly("entry.added", "entry.added", "rank.changed");
            assertThat(entries).allMatch(entry -> publisher.app.equals(entry.get("app")));
            assertThat(entries.stream().map(entry -> Long.parseLong(entry.get("id"))))
                    .isSorted()
                    .doesNotHaveDuplicates();
            assertThat(entries.getLast().get("payload"))
                    .isEqualTo("{\"type\":\"rank.changed\",\"timestamp\":\"2025-07-13T12:00:00Z\",\"sequence\":\""
                            + entries.getLast().get("id")
                            + "\",\"data\":{\"leaderboardKey\":\"arena\",\"window\":{\"name\":\"ALL-TIME\",\"kind\":\"ALL_TIME\","
                            + "\"windowDefinitionKey\":\"all-time\",\"startsAt\":null,\"endsAt\":null},\"group\":null,"
                            + "\"participant\":{\"entityType\":\"ACCOUNT\",\"externalId\":\"ann\",\"name\":null},"
                            + "\"previousRank\":1,\"rank\":2,\"previousScore\":\"5\",\"score\":\"5\"}}");
        }
    }

    @Test
    void startsWithFutureEvents() {
        server.client()
                .ask("mutation { createLeaderboard(input: {key: \"old\"}) { __typename }"
                        + " archiveLeaderboard(input: {leaderboardKey: \"old\"}) { __typename } }");
        try (var publisher = PublisherFixture.start(server, redis)) {
            publisher.publish();
            assertThat(publisher.entries()).isEmpty();
        }
    }

    @Test
    void writesEachValueInFieldOfItsOwn() {
        try (var publisher = PublisherFixture.start(server, redis, "{app}:events", "fields", "RANK_CHANGED", 65_536)) {
            publisher.board("arena");
            publisher.submit("arena", "ann", 5);
            publisher.submit("arena", "bob", 9);
            publisher.publish();
            assertThat(publisher.entries()).hasSize(1);
            assertThat(publisher.entries().getFirst())
                    .containsEntry("type", "rank.changed")
                    .containsEntry("timestamp", "2025-07-13T12:00:00Z")
                    .containsEntry("leaderboardKey", "arena")
                    .containsEntry("window.kind", "ALL_TIME")
                    .containsEntry("participant.externalId", "ann")
                    .containsEntry("previousRank", "1")
                    .containsEntry("rank", "2")
                    .containsEntry("score", "5")
                    .doesNotContainKeys("payload", "group", "participant.name", "window.endsAt");
        }
    }

    @Test
    void addsEachTypeToStreamOfItsOwn() {
        try (var publisher = PublisherFixture.start(server, redis, "{app}:{type}", "JSON", "", 65_536)) {
            publisher.board("arena");
            publisher.submit("arena", "ann", 5);
            publisher.submit("arena", "bob", 9);
            publisher.publish();
            assertThat(publisher.entries(publisher.app + ":entry.added")).hasSize(2);
            assertThat(publisher.entries(publisher.app + ":rank.changed")).hasSize(1);
        }
    }

    /** The maximum length is 10; Redis removes whole blocks of 100 entries. */
    @Test
    void trimsStreams() {
        try (var publisher = PublisherFixture.start(server, redis)) {
            publisher.board("arena");
            publisher.submitAll("arena", 0, 348);
            publisher.submit("arena", "p349", 651);
            publisher.publish();
            assertThat(publisher.entries()).hasSizeBetween(10, 200);
            assertThat(publisher.entries().getLast().get("payload")).contains("\"p349\"");
        }
    }

    /** A reader that has read some entries before the others were removed finds the rest in {@code events}. */
    @Test
    void leavesEventsOfRemovedEntriesToReaders() {
        try (var publisher = PublisherFixture.start(server, redis)) {
            publisher.board("arena");
            publisher.submit("arena", "p0", 1000);
            publisher.publish();
            List<String> read = new ArrayList<>(ids(publisher));
            publisher.submitAll("arena", 1, 349);
            publisher.publish();
            assertThat(ids(publisher)).doesNotContainAnyElementsOf(read);
            server.client()
                    .ask("{ events(first: 1000, afterSequence: " + read.getLast() + ") { nodes { sequence } } }")
                    .list("data", "events", "nodes")
                    .forEach(node -> read.add(node.text("sequence")));
            assertThat(read).hasSize(350).endsWith(ids(publisher).toArray(String[]::new));
        }
    }

    private static List<String> ids(PublisherFixture publisher) {
        return publisher.entries().stream().map(entry -> entry.get("id")).toList();
    }

    @Test
    void leavesOutDataOfLargeMessages() {
        try (var publisher = PublisherFixture.start(server, redis, "{app}:events", "JSON", "", 256)) {
            publisher.board("arena");
            publisher.submit("arena", "ann", 5);
            publisher.publish();
            Map<String, String> entry = publisher.entries().getFirst();
            assertThat(entry.get("payload"))
                    .isEqualTo("{\"type\":\"entry.added\",\"timestamp\":\"2025-07-13T12:00:00Z\",\"sequence\":\""
                            + entry.get("id") + "\",\"data\":null}");
            assertThat(publisher.meters.get("laurel.stream.truncated").counter().count())
                    .isEqualTo(1);
        }
    }

    @Test
    void addsEventsAgainWithTheSameIdsIfPositionWasNotStored() {
        try (var publisher = PublisherFixture.start(server, redis)) {
            publisher.board("arena");
            publisher.submit("arena", "ann", 5);
            publisher.publish();
            execute("UPDATE stream_position SET event_position = event_position - 1");
            publisher.publish();
            assertThat(publisher.entries()).hasSize(2);
            assertThat(publisher.entries().stream()
                            .map(entry -> entry.get("id"))
                            .distinct())
                    .hasSize(1);
        }
    }

    @Test
    void waitsForLeaseOfAnotherNode() {
        try (var publisher = PublisherFixture.start(server, redis)) {
            publisher.board("arena");
            publisher.submit("arena", "ann", 5);
            execute("UPDATE stream_position SET lease = gen_random_uuid(), leased_until = '2025-07-13T12:00:20Z'");
            publisher.publish();
            assertThat(publisher.entries()).isEmpty();
            assertThat(publisher.lag()).isZero();
            CLOCK.advance(Duration.ofSeconds(19));
            publisher.publish();
            assertThat(publisher.entries()).isEmpty();
            assertThat(publisher.lag()).isEqualTo(19);
            CLOCK.advance(Duration.ofSeconds(1));
            publisher.publish();
            assertThat(publisher.entries()).hasSize(1);
            assertThat(publisher.lag()).isZero();
        }
    }

    @Test
    void keepsEventsWhileKeyIsNoStream() {
        try (var publisher = PublisherFixture.start(server, redis)) {
            publisher.board("arena");
            publisher.submit("arena", "ann", 5);
            publisher.redis.set(publisher.app + ":events", "a text");
            assertThatThrownBy(publisher::publish).isInstanceOf(RedisException.class);
            publisher.redis.del(publisher.app + ":events");
            publisher.publish();
            assertThat(publisher.entries()).hasSize(1);
        }
    }

    @Test
    void publishesOtherAppsWhileKeyOfOneIsNoStream() {
        LaurelServer other = service.inNewApp();
        try (var publisher = PublisherFixture.start(server, other, redis)) {
            new EventClient(other.client()).create("arena", "{entryAdded: ALL}", "");
            new ScoreClient(other.client()).submit(ScoreClient.score("arena", "ann", 5));
            publisher.board("arena");
            publisher.submit("arena", "ann", 5);
            publisher.redis.set(publisher.app + ":events", "a text");
            assertThatThrownBy(publisher::publish).isInstanceOf(RedisException.class);
            assertThat(publisher.entries(PublisherFixture.app(other) + ":events"))
                    .hasSize(1);
        }
    }

    @Test
    void addsEventsOnceWhileKeyOfOtherTypeIsNoStream() {
        try (var publisher = PublisherFixture.start(server, redis, "{app}:{type}", "JSON", "", 65_536)) {
            publisher.board("arena");
            publisher.redis.set(publisher.app + ":rank.changed", "a text");
            publisher.submit("arena", "ann", 5);
            publisher.submit("arena", "bob", 9);
            publisher.submit("arena", "cat", 1);
            for (int n = 0; n < 3; n++) {
                assertThatThrownBy(publisher::publish).isInstanceOf(RedisException.class);
                assertThat(publisher.entries(publisher.app + ":entry.added")).hasSize(2);
            }
            publisher.redis.del(publisher.app + ":rank.changed");
            publisher.publish();
            assertThat(publisher.entries(publisher.app + ":entry.added")).hasSize(3);
            assertThat(publisher.entries(publisher.app + ":rank.changed")).hasSize(1);
        }
    }

    /** Submissions go on, the lag grows, and then nothing is missing. */
    @Test
    void addsEventsOfAnHourInWhichRedisFailed() {
        try (var publisher = PublisherFixture.start(server, redis)) {
            publisher.board("arena");
            publisher.redis.set(publisher.app + ":events", "a text");
            for (int n = 0; n < 10; n++) {
                publisher.submit("arena", "p" + n, 100 - n);
                assertThatThrownBy(publisher::publish).isInstanceOf(RedisException.class);
                CLOCK.advance(Duration.ofMinutes(6));
            }
            assertThat(publisher.lag()).isEqualTo(3600);
            server.bean(EventSweeper.class).sweep(CLOCK.instant());
            publisher.redis.del(publisher.app + ":events");
            publisher.publish();
            assertThat(ids(publisher)).hasSize(10).isEqualTo(sequences());
            assertThat(publisher.lag()).isZero();
        }
    }

    private List<String> sequences() {
        return new EventClient(server.client())
                .events().stream().map(event -> event.text("sequence")).toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            JSON | PING | event-types has PING
            JSON | ENTRIES_ADDED | event-types has ENTRIES_ADDED
            XML | '' | format must be JSON or FIELDS
            """)
    void refusesToStartWithInvalidSettings(String format, String type, String message) {
        assertThatThrownBy(() -> PublisherFixture.start(server, redis, "events", format, type, 65_536))
                .isInstanceOf(CannotStartException.class)
                .hasMessageContaining(message);
    }

    private void execute(String statement) {
        server.database()
                .sql()
                .of(statement + " WHERE app_id = :app")
                .bind("app", server.appId())
                .execute();
    }
}
