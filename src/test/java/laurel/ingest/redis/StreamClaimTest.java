package laurel.ingest.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.Consumer;
import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import io.lettuce.core.XClaimArgs;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import laurel.LaurelServer;
import laurel.ingest.StreamFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A node waits for the limit of dead letters, and another node, which has a higher limit, claims its entries. */
@Timeout(600)
class StreamClaimTest {
    private static StreamFixture fixture;
    private static LaurelServer otherNode;

    private StreamConsumer other;

    @BeforeAll
    static void start() throws IOException {
        fixture = StreamFixture.start(Map.of("laurel.streams.batch-size", 10, "laurel.limits.dead-letters", 1));
        otherNode = LaurelServer.on(
                fixture.server.database(), fixture.clock, StreamFixture.settings(fixture.redis, Map.of()));
    }

    @AfterAll
    static void stop() throws IOException {
        otherNode.close();
        fixture.close();
    }

    @BeforeEach
    void begin() {
        fixture.begin("INCREMENT");
        other = fixture.consumerOn(otherNode);
        fixture.score("zoe", "many");
        fixture.consume();
        assertThat(fixture.deadLetters()).hasSize(1);
    }

    @AfterEach
    void end() {
        fixture.end();
    }

    /** Sets the idle time of all pending entries to an hour, so that other consumers claim them. */
    private static void age() {
        fixture.commands
                .xpending("scores", RedisStreams.GROUP, Range.unbounded(), Limit.from(100))
                .forEach(entry -> fixture.commands.xclaim(
                        "scores",
                        Consumer.from(RedisStreams.GROUP, entry.getConsumer()),
                        new XClaimArgs().justid().minIdleTime(0).idle(Duration.ofHours(1)),
                        entry.getId()));
    }

    private void claimByOther() {
        age();
        other.consume(fixture.clock.instant());
        assertThat(fixture.redis.pending("scores")).isZero();
    }

    private static void deleteDeadLetters() {
        fixture.server.database().sql().execute("DELETE FROM dead_letter");
    }

    @Test
    void doesNotStoreDeadLetterThatAnotherNodeStored() {
        fixture.score("bob", "many");
        fixture.consume();
        claimByOther();
        assertThat(fixture.deadLetters()).hasSize(2);
        deleteDeadLetters();
        fixture.consume();
        assertThat(fixture.deadLetters()).isEmpty();
    }

    @Test
    void doesNotRecordEntriesThatAnotherNodeRecorded() {
        fixture.failFor("666");
        fixture.score("bob", "many");
        fixture.score("cleo", "666");
        fixture.score("dan", "7");
        fixture.consume();
        assertThat(fixture.standings("points")).isEmpty();
        fixture.server.database().sql().execute("DROP TRIGGER fail ON score_submission");
        claimByOther();
        assertThat(fixture.standings("points")).containsExactly("cleo 666", "dan 7");
        deleteDeadLetters();
        fixture.clock.advance(Duration.ofHours(25));
        fixture.consume();
        assertThat(fixture.standings("points")).containsExactly("cleo 666", "dan 7");
    }

    @Test
    void keepsEntriesThatWaitForLimit() {
        fixture.score("bob", "many");
        fixture.consume();
        age();
        fixture.consume();
        other.consume(fixture.clock.instant());
        assertThat(fixture.deadLetters()).hasSize(1);
        assertThat(fixture.redis.pending("scores")).isEqualTo(1);
    }
}
