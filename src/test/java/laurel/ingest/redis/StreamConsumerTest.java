package laurel.ingest.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.lettuce.core.RedisException;
import io.lettuce.core.XAddArgs;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.database.Until;
import laurel.ingest.StreamFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Entries of streams, from Redis to standings. */
@Timeout(600)
class StreamConsumerTest {
    private static StreamFixture fixture;

    @BeforeAll
    static void start() throws IOException {
        fixture = StreamFixture.start(Map.of(
                "laurel.streams.batch-size", 10, "laurel.streams.claim-after", "2s", "laurel.streams.attempts", 3));
    }

    @AfterAll
    static void stop() throws IOException {
        fixture.close();
    }

    @BeforeEach
    void begin() {
        fixture.begin("INCREMENT");
    }

    @AfterEach
    void end() {
        fixture.end();
    }

    @Test
    void recordsAndAcknowledgesEntriesAddedBeforeAndAfterGroupWasCreated() {
        double before = processed();
        IntStream.range(0, 25).forEach(n -> fixture.score("ada", "1"));
        fixture.consume();
        fixture.score("ada", "100");
        fixture.consume();
        assertThat(fixture.standings("points")).containsExactly("ada 125");
        assertThat(fixture.redis.pending("scores")).isZero();
        assertThat(processed() - before).isEqualTo(26);
    }

    @Test
    void countsEventWithSameExternalIdOnce() {
        Map<String, String> entry = Map.of("id", "7", "type", "points", "participant", "ada", "score", "3");
        fixture.score(entry);
        fixture.score(entry);
        fixture.consume();
        fixture.score(entry);
        fixture.consume();
        assertThat(fixture.standings("points")).containsExactly("ada 3");
        assertThat(fixture.deadLetters()).isEmpty();
    }

    /** Redis has no null: a blank field or the text null stands for it. The third entry lacks the field. */
    @Test
    void removesEntryByNullScoreInReplaceMode() {
        fixture.board("form", "REPLACE");
        for (String participant : List.of("ada", "bea", "cleo")) {
            fixture.score(Map.of("leaderboard", "form", "participant", participant, "score", "3"));
        }
        fixture.score(Map.of("leaderboard", "form", "participant", "ada", "score", "null"));
        fixture.score(Map.of("leaderboard", "form", "participant", "bea", "score", ""));
        fixture.score(Map.of("leaderboard", "form", "participant", "cleo"));
        fixture.score(Map.of("leaderboard", "points", "participant", "ada", "score", "5"));
        fixture.score(Map.of("leaderboard", "points", "participant", "ada", "score", "null"));
        fixture.consume();
        assertThat(fixture.standings("form")).containsExactly("cleo 3");
        assertThat(fixture.standings("points")).containsExactly("ada 5");
        assertThat(fixture.deadLetters())
                .extracting(one -> one.text("reason"))
                .containsExactly("The entry has no {score}");
    }

    @Test
    void claimsIdleEntriesOfDeadConsumer() {
        fixture.consume();
        fixture.score("ada", "3");
        fixture.redis.readAs("dead", "scores");
        fixture.consume();
        assertThat(fixture.redis.pending("scores")).isEqualTo(1);
        Until.holds(() -> {
            fixture.consume();
            return fixture.redis.pending("scores") == 0;
        });
        assertThat(fixture.standings("points")).containsExactly("ada 3");
    }

    @Test
    void storesDeadLettersWithReasonsAndRecordsOtherEntries() {
        fixture.score("ada", "1");
        String noNumber = fixture.score("bea", "many");
        String withoutParticipant = fixture.score(Map.of("type", "points", "score", "4"));
        String nowhere = fixture.score(Map.of("type", "goals", "participant", "bea", "score", "4", "note", "a\0b"));
        fixture.score("ada", "1");
        fixture.consume();
        assertThat(fixture.standings("points")).containsExactly("ada 2");
        assertThat(fixture.deadLetters())
                .extracting(one -> one.text("entryId"), one -> one.text("reason"))
                .containsExactlyInAnyOrder(
                        tuple(noNumber, reason(noNumber)),
                        tuple(withoutParticipant, "The entry has no {participant}"),
                        tuple(
                                nowhere,
                                "LEADERBOARD_NOT_FOUND (scoreType): No leaderboard has the `scoreType` `goals` in its metadata."));
        assertThat(fixture.deadLetters())
                .extracting(one -> one.at("fields", "note"))
                .contains("a\uFFFDb");
        assertThat(fixture.redis.pending("scores")).isZero();
    }

    private String reason(String entry) {
        return fixture.deadLetters().stream()
                .filter(one -> one.text("entryId").equals(entry))
                .map(one -> one.text("reason"))
                .filter(reason -> reason.startsWith("SCORE_NOT_A_NUMBER (score): "))
                .findFirst()
                .orElse("another");
    }

    @Test
    void publishesEventOfEachDeadLetterOnce() {
        fixture.score("ada", "many");
        fixture.score("ada", "1");
        fixture.score("bea", "several");
        fixture.consume();
        fixture.consume();
        assertThat(fixture.server
                        .client()
                        .ask("{ events(filter: {eventTypes: [DEAD_LETTER_ADDED]}) { nodes {"
                                + " ... on DeadLetterAddedEvent { deadLetter { id } } } } }")
                        .list("data", "events", "nodes"))
                .extracting(event -> event.text("deadLetter", "id"))
                .containsExactlyElementsOf(fixture.deadLetters().stream()
                        .map(letter -> letter.text("id"))
                        .toList())
                .hasSize(2);
    }

    @Test
    void retriesAndDeletesDeadLetters() {
        fixture.score(Map.of("leaderboard", "goals", "participant", "bea", "score", "4"));
        fixture.score(Map.of("leaderboard", "goals", "participant", "bea", "score", "four"));
        fixture.consume();
        String first = fixture.deadLetters().getFirst().text("id");
        assertThat(retry(first).at("succeeded")).isEqualTo(false);
        fixture.board("goals", "REPLACE");
        assertThat(retry(first).at("succeeded")).isEqualTo(true);
        assertThat(fixture.standings("goals")).containsExactly("bea 4");
        assertThat(retry(first).text("errors", 0, "code")).isEqualTo("DEAD_LETTER_NOT_FOUND");
        String second = fixture.deadLetters().getFirst().text("id");
        assertThat(retry(second).text("deadLetter", "reason")).startsWith("SCORE_NOT_A_NUMBER");
        assertThat(discard(second).text("deletedDeadLetterId")).isEqualTo(second);
        assertThat(discard(second).text("errors", 0, "code")).isEqualTo("DEAD_LETTER_NOT_FOUND");
        assertThat(fixture.deadLetters()).isEmpty();
    }

    @Test
    void storesDeadLetterAfterAttemptsWhileOtherEntriesSucceed() {
        fixture.score("ada", "1");
        fixture.consume();
        fixture.failFor("666");
        fixture.score("ada", "666");
        fixture.score("bea", "2");
        fixture.consume();
        assertThat(fixture.standings("points")).containsExactly("bea 2", "ada 1");
        assertThat(fixture.redis.pending("scores")).isEqualTo(1);
        Until.holds(() -> {
            fixture.score("cleo", "1");
            fixture.consume();
            return !fixture.deadLetters().isEmpty();
        });
        assertThat(fixture.deadLetters().getFirst().text("reason"))
                .startsWith("The entry failed 3 times when it was processed alone: ")
                .contains("cannot be kept");
        assertThat(fixture.redis.pending("scores")).isZero();
    }

    @Test
    void keepsFailingEntryWhileNoOtherSucceeds() {
        fixture.failFor("666");
        fixture.score("ada", "666");
        long until = System.nanoTime() + Duration.ofSeconds(4).toNanos();
        while (System.nanoTime() < until) {
            fixture.consume();
        }
        assertThat(fixture.deadLetters()).isEmpty();
        fixture.server.database().sql().execute("DROP TRIGGER fail ON score_submission");
        Until.holds(() -> {
            fixture.consume();
            return fixture.redis.pending("scores") == 0;
        });
        assertThat(fixture.standings("points")).containsExactly("ada 666");
    }

    @Test
    void recreatesGroupAfterFlush() {
        fixture.score("ada", "3");
        fixture.consume();
        fixture.commands.flushall();
        fixture.score("ada", "4");
        Until.holds(() -> {
            try {
                fixture.consume();
            } catch (RedisException e) {
                // The consumer notices the missing group by this failure.
                assertThat(e).hasMessageContaining("NOGROUP");
            }
            return fixture.standings("points").equals(List.of("ada 7"));
        });
    }

    @Test
    void sharesStreamsAmongNodes() throws Exception {
        try (var other = LaurelServer.on(
                fixture.server.database(),
                fixture.clock,
                StreamFixture.settings(fixture.redis, Map.of("laurel.streams.batch-size", 3)))) {
            IntStream.range(0, 60).forEach(n -> fixture.score("p" + n % 4, "1"));
            var consumers = new HashSet<StreamConsumer>();
            consumers.add(fixture.consumer);
            consumers.add(fixture.consumerOn(other));
            consumers.parallelStream().forEach(consumer -> {
                boolean more = true;
                while (more) {
                    more = consumer.consume(StreamFixture.NOW);
                }
            });
        }
        assertThat(fixture.standings("points")).containsExactlyInAnyOrder("p0 15", "p1 15", "p2 15", "p3 15");
        assertThat(fixture.redis.pending("scores")).isZero();
    }

    @Test
    void reportsLagAsMetric() {
        double before = processed();
        fixture.consume();
        fixture.commands.xadd("scores", new XAddArgs().id("1752417000000-0"), "participant", "ada");
        fixture.clock.advance(Duration.ofSeconds(90));
        fixture.server.bean(StreamLag.class).measure(fixture.clock.instant());
        assertThat(metrics())
                .contains("lb_backlog_lag_seconds{stream=\"scores\"} 90.0", "laurel_stream_dead_letters 0.0");
        fixture.consume();
        fixture.server.bean(StreamLag.class).measure(fixture.clock.instant());
        assertThat(metrics())
                .contains(
                        "lb_backlog_lag_seconds{stream=\"scores\"} 0.0",
                        "laurel_stream_dead_letters 1.0",
                        "lb_events_processed_total{stream=\"scores\"} " + (before + 1));
    }

    private String metrics() {
        return fixture.server.bean(PrometheusMeterRegistry.class).scrape();
    }

    private double processed() {
        return fixture.server
                .bean(MeterRegistry.class)
                .counter("lb.events.processed", "stream", "scores")
                .count();
    }

    private Answer retry(String id) {
        return mutate("retryDeadLetter", "succeeded deadLetter { reason failedAt }", id);
    }

    private Answer discard(String id) {
        return mutate("deleteDeadLetter", "deletedDeadLetterId", id);
    }

    private Answer mutate(String field, String selection, String id) {
        return fixture.server
                .client()
                .ask(
                        "mutation ($id: ID!) { " + field + "(input: {deadLetterId: $id}) { " + selection
                                + " errors { code path } } }",
                        Map.of("id", id))
                .node("data", field);
    }
}
