package laurel.ingest.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.AclSetuserArgs;
import io.lettuce.core.protocol.CommandType;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import laurel.database.Until;
import laurel.ingest.StreamFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A stream that waits for the limit of dead letters, or for Redis, does not repeat what it has done. */
@Timeout(600)
class StreamWaitTest {
    private static final String DEFAULT_USER = "default";

    /** Longer than idempotency keys are kept. */
    private static final Duration LATER = Duration.ofHours(25);

    private static StreamFixture fixture;

    @BeforeAll
    static void start() throws IOException {
        fixture = StreamFixture.start(
                Map.of("laurel.streams.batch-size", 10, "laurel.streams.attempts", 2, "laurel.limits.dead-letters", 1));
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
        acknowledge(true);
        fixture.end();
    }

    /** Sets whether Redis lets consumers acknowledge entries. */
    private static void acknowledge(boolean allowed) {
        fixture.commands.aclSetuser(
                DEFAULT_USER,
                allowed
                        ? AclSetuserArgs.Builder.addCommand(CommandType.XACK)
                        : AclSetuserArgs.Builder.removeCommand(CommandType.XACK));
    }

    /** Stores a dead letter, which is the maximum. */
    private static void reachLimit() {
        fixture.score("zoe", "many");
        fixture.consume();
        assertThat(fixture.deadLetters()).hasSize(1);
    }

    private static void discardDeadLetter() {
        fixture.server
                .client()
                .ask(
                        "mutation ($id: ID!) { deleteDeadLetter(input: {deadLetterId: $id}) { deletedDeadLetterId } }",
                        Map.of("id", fixture.deadLetters().getFirst().text("id")))
                .text("data", "deleteDeadLetter", "deletedDeadLetterId");
    }

    /** Consumes until all entries are acknowledged, however long the stream waits after its failures. */
    private static void consumeAll() {
        Until.holds(() -> {
            fixture.consume();
            return fixture.redis.pending("scores") == 0;
        });
    }

    @Test
    void recordsEntryOnceWhileDeadLetterWaits() {
        reachLimit();
        fixture.score("ann", "5");
        fixture.score("bob", "many");
        fixture.consume();
        fixture.clock.advance(LATER);
        fixture.consume();
        assertThat(fixture.standings("points")).containsExactly("ann 5");
        assertThat(fixture.redis.pending("scores")).isEqualTo(1);
        discardDeadLetter();
        consumeAll();
        assertThat(fixture.standings("points")).containsExactly("ann 5");
        assertThat(fixture.deadLetters())
                .extracting(one -> one.at("fields", "participant"))
                .containsExactly("bob");
    }

    @Test
    void doesNotBringErasedParticipantBackWhileDeadLetterWaits() {
        reachLimit();
        fixture.score("ann", "5");
        fixture.score("bob", "many");
        fixture.consume();
        fixture.server
                .client()
                .ask("mutation { eraseParticipant(input: {participant: {external: {externalId: \"ann\"}}}) {"
                        + " job { id } } }")
                .text("data", "eraseParticipant", "job", "id");
        fixture.server.runJobs();
        fixture.consume();
        assertThat(fixture.standings("points")).isEmpty();
    }

    @Test
    void recordsHalfOfBatchOnceWhileOtherHalfWaits() {
        reachLimit();
        fixture.failFor("666");
        fixture.score("ann", "5");
        fixture.score("bob", "many");
        fixture.score("cleo", "666");
        fixture.score("dan", "7");
        fixture.consume();
        assertThat(fixture.standings("points")).containsExactly("ann 5");
        fixture.clock.advance(LATER);
        fixture.consume();
        discardDeadLetter();
        Until.holds(() -> {
            fixture.consume();
            return fixture.standings("points").equals(List.of("dan 7", "ann 5"));
        });
    }

    @Test
    void recordsEntryOnceWhileItCannotBeAcknowledged() {
        fixture.consume();
        acknowledge(false);
        fixture.score("ann", "5");
        fixture.consume();
        assertThat(fixture.standings("points")).containsExactly("ann 5");
        fixture.clock.advance(LATER);
        fixture.consume();
        acknowledge(true);
        consumeAll();
        assertThat(fixture.standings("points")).containsExactly("ann 5");
    }

    @Test
    void recordsRetriedEntryOnceWhileItCannotBeAcknowledged() {
        fixture.consume();
        fixture.failFor("666");
        fixture.score("ann", "666");
        fixture.consume();
        fixture.server.database().sql().execute("DROP TRIGGER fail ON score_submission");
        acknowledge(false);
        Until.holds(() -> {
            fixture.consume();
            return !fixture.standings("points").isEmpty();
        });
        fixture.clock.advance(LATER);
        acknowledge(true);
        consumeAll();
        assertThat(fixture.standings("points")).containsExactly("ann 666");
    }

    @Test
    void doesNotStoreDeletedDeadLetterAgainWhileItsEntryCannotBeAcknowledged() {
        fixture.consume();
        acknowledge(false);
        fixture.score("bob", "many");
        fixture.consume();
        discardDeadLetter();
        fixture.consume();
        acknowledge(true);
        consumeAll();
        assertThat(fixture.deadLetters()).isEmpty();
    }
}
