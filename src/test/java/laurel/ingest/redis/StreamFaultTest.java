package laurel.ingest.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.RedisException;
import io.lettuce.core.XAddArgs;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import laurel.CannotStartException;
import laurel.database.Until;
import laurel.ingest.StreamFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A failing entry or stream does not hold up others. One entry is read at a time. */
@Timeout(600)
class StreamFaultTest {
    private static StreamFixture fixture;

    @BeforeAll
    static void start(@TempDir Path directory) throws IOException {
        Path mapping = Files.writeString(directory.resolve("mapping.json"), """
                {"streams": [{"stream": "matches", "events": [
                  {"when": {"meta.kind": "chess"}, "eventType": "game.ended", "actor": "{user}"}]}]}
                """);
        fixture = StreamFixture.start(Map.of(
                "laurel.streams.mapping",
                "social,community,analytics," + mapping,
                "laurel.streams.batch-size",
                1,
                "laurel.streams.claim-after",
                "200ms",
                "laurel.streams.attempts",
                2,
                "laurel.limits.dead-letters",
                1));
    }

    @AfterAll
    static void stop() throws IOException {
        fixture.close();
    }

    @BeforeEach
    void begin() {
        fixture.begin("REPLACE");
    }

    @AfterEach
    void end() {
        fixture.end();
    }

    /** Entries that another consumer had read, and unread ones, are gone; later ones count. */
    @Test
    void continuesAfterStreamWasTrimmed() {
        fixture.consume();
        fixture.score("ada", "3");
        fixture.redis.readAs("dead", "scores");
        fixture.score("bea", "4");
        fixture.commands.xtrim("scores", 0);
        fixture.score("cleo", "5");
        Until.holds(() -> {
            fixture.consume();
            return fixture.redis.pending("scores") == 0;
        });
        assertThat(fixture.standings("points")).containsExactly("cleo 5");
        assertThat(fixture.deadLetters()).isEmpty();
    }

    @Test
    void continuesStreamAfterFailingEntry() {
        fixture.failFor("666");
        fixture.score("ada", "666");
        fixture.score("bea", "2");
        Until.holds(() -> {
            fixture.consume();
            return fixture.standings("points").contains("bea 2");
        });
        assertThat(fixture.deadLetters().getFirst().text("reason"))
                .startsWith("The entry failed 2 times when it was processed alone: ");
    }

    @Test
    void recreatesLostGroupWhileEntryFails() {
        fixture.failFor("666");
        fixture.score("ada", "666");
        fixture.consume();
        fixture.commands.flushall();
        Until.holds(() -> {
            try {
                fixture.score("bea", "2");
                fixture.consume();
            } catch (RedisException e) {
                // The group does not exist yet.
            }
            return fixture.standings("points").contains("bea 2");
        });
    }

    @Test
    void readsOtherStreamsWhileOneKeyIsNotAStream() {
        fixture.commands.set("invites", "no stream");
        fixture.score("ada", "nothing");
        fixture.consume();
        fixture.score("ada", "3");
        fixture.consume();
        assertThat(fixture.standings("points")).containsExactly("ada 3");
        assertThat(fixture.consumer.failingSince()).isNotNull();
        fixture.server.bean(StreamLag.class).measure(fixture.clock.instant());
        assertThat(fixture.server.bean(PrometheusMeterRegistry.class).scrape())
                .contains(
                        "lb_backlog_lag_seconds{stream=\"invites\"} NaN",
                        "lb_backlog_lag_seconds{stream=\"scores\"} 0.0",
                        "laurel_stream_dead_letters 1.0");
        fixture.commands.del("invites");
        Until.holds(() -> {
            fixture.consume();
            return fixture.consumer.failingSince() == null;
        });
    }

    @Test
    void continuesOtherStreamsAtLimitOfDeadLetters() {
        fixture.commands.xadd("chat", Map.of("id", "1", "from", "ada"));
        fixture.commands.xadd("invites", Map.of("id", "1", "status", "accepted"));
        fixture.commands.xadd("presence", Map.of("id", "1", "status", "accepted"));
        fixture.score("ada", "many");
        fixture.score("ada", "3");
        fixture.commands.xadd(
                "ratings",
                Map.of("type", "elo", "participant", "bea", "rating", "4", "at", StreamFixture.NOW.toString()));
        fixture.consume();
        assertThat(fixture.standings("points")).containsExactly("bea 4");
        assertThat(fixture.redis.pending("presence")).isZero();
        assertThat(fixture.redis.pending("scores")).isEqualTo(1);
        assertThat(fixture.deadLetters()).hasSize(1);
    }

    @Test
    void treatsRepeatedEntryWithoutTimeAsDuplicate() {
        event("chat", "7", "1752416990000-0");
        event("chat", "7", "1752416990500-0");
        score("8", "1752416990000-0");
        score("8", "1752416990500-0");
        fixture.consume();
        assertThat(fixture.deadLetters()).isEmpty();
        assertThat(fixture.redis.pending("chat")).isZero();
        assertThat(fixture.standings("points")).containsExactly("ada 5");
    }

    @Test
    void storesDeadLetterOfEntrySentAgainWithAnotherTime() {
        fixture.score(Map.of("id", "8", "type", "points", "participant", "ada", "score", "5"));
        fixture.score(
                Map.of("id", "8", "type", "points", "participant", "ada", "score", "5", "at", "2025-07-13T14:29:00Z"));
        fixture.consume();
        assertThat(fixture.deadLetters().getFirst().text("reason")).startsWith("IDEMPOTENCY_CONFLICT");
    }

    private void event(String stream, String id, String entry) {
        fixture.commands.xadd(stream, new XAddArgs().id(entry), Map.of("id", id, "from", "ada", "to", "bea"));
    }

    private void score(String id, String entry) {
        fixture.commands.xadd(
                "scores",
                new XAddArgs().id(entry),
                Map.of("id", id, "type", "points", "participant", "ada", "score", "5"));
    }

    @Test
    void failsRetryOfTruncatedOrUnmatchedDeadLetter() {
        fixture.commands.xadd("scores", Map.of("participant", "ada", "score", "x".repeat(70_000)));
        fixture.consume();
        assertThat(retried()).startsWith("The fields were too large");
        fixture.server
                .database()
                .sql()
                .of("UPDATE dead_letter SET stream = 'presence', fields = '{\"status\": \"offline\"}'"
                        + " WHERE app_id = :app")
                .bind("app", fixture.server.appId())
                .execute();
        assertThat(retried()).startsWith("No event or score in the mapping");
        assertThat(fixture.deadLetters()).hasSize(1);
    }

    @Test
    void failsRetryOfDeadLetterWhoseConditionCannotBeRead() {
        fixture.commands.xadd("matches", Map.of("user", "ada", "meta", "chess"));
        fixture.consume();
        assertThat(fixture.deadLetters().getFirst().text("reason")).isEqualTo("meta is not a JSON object");
        assertThat(retried()).isEqualTo("meta is not a JSON object");
    }

    @Test
    void updatesReasonOfDeadLetterWhoseRetryFails() {
        fixture.score("ada", "many");
        fixture.consume();
        fixture.failFor("666");
        fixture.server
                .database()
                .sql()
                .of("UPDATE dead_letter SET fields = jsonb_set(fields, '{score}', '\"666\"') WHERE app_id = :app")
                .bind("app", fixture.server.appId())
                .execute();
        assertThat(retried()).isEqualTo("The entry failed when it was retried: ERROR: this cannot be kept");
        assertThat(fixture.deadLetters())
                .extracting(one -> one.text("reason"))
                .containsExactly("The entry failed when it was retried: ERROR: this cannot be kept");
    }

    /** IDs in Redis have 64 bits without a sign. */
    @Test
    void storesDeadLetterOfEntryWithoutTimeWhoseIdIsNoTime() {
        XAddArgs id = new XAddArgs().id("9223372036854775808-0");
        fixture.commands.xadd("x:presence.heartbeats", id, Map.of("user_id", "ada"));
        fixture.commands.xadd(
                "scores",
                id,
                Map.of("type", "points", "participant", "ada", "score", "3", "at", StreamFixture.NOW.toString()));
        fixture.consume();
        assertThat(fixture.standings("points")).containsExactly("ada 3");
        String reason =
                "The entry has no time, and its ID 9223372036854775808-0 is not a time in the years 1970 to 9999";
        assertThat(fixture.deadLetters().getFirst().text("reason")).isEqualTo(reason);
        assertThat(retried()).isEqualTo(reason);
    }

    private String retried() {
        String id = fixture.deadLetters().getFirst().text("id");
        return fixture.server
                .client()
                .ask(
                        "mutation ($id: ID!) { retryDeadLetter(input: {deadLetterId: $id}) { deadLetter { reason } } }",
                        Map.of("id", id))
                .text("data", "retryDeadLetter", "deadLetter", "reason");
    }

    @Test
    void rejectsSettingsOutOfRange() {
        String redis = fixture.redis.uri();
        assertThatThrownBy(() -> new RedisStreams(new StreamSettings(redis, 1, Duration.ZERO, 1)))
                .isInstanceOf(CannotStartException.class)
                .hasMessageContaining("claim-after");
        assertThatThrownBy(() -> new RedisStreams(new StreamSettings(redis, 1, Duration.ofSeconds(1), 0)))
                .isInstanceOf(CannotStartException.class)
                .hasMessageContaining("attempts");
    }
}
