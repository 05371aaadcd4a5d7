package laurel.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.Consumer;
import java.io.IOException;
import java.util.Map;
import java.util.stream.IntStream;
import laurel.database.Until;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Entries of consumers that died are recorded one at a time, to find the one that kills consumers. */
@Timeout(600)
class StreamDeathTest {
    private static StreamFixture fixture;

    @BeforeAll
    static void start() throws IOException {
        fixture = StreamFixture.start(Map.of(
                "laurel.streams.batch-size", 10, "laurel.streams.claim-after", "200ms", "laurel.streams.attempts", 3));
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
    void storesDeadLetterOfEntryThatKillsConsumers() {
        fixture.consume();
        String entry = fixture.score("ada", "3");
        fixture.redis.readAs("dead", "scores");
        IntStream.range(0, 5)
                .forEach(n -> fixture.commands.xclaim("scores", Consumer.from("laurel", "dead" + n), 0, entry));
        Until.holds(() -> {
            fixture.consume();
            return fixture.redis.pending("scores") == 0;
        });
        assertThat(fixture.deadLetters().getFirst().text("reason"))
                .isEqualTo("The entry was delivered 7 times without being acknowledged.");
        assertThat(fixture.standings("points")).isEmpty();
    }

    @Test
    void recordsEntryThatWasDeliveredTogetherWithDeadlyEntry() {
        fixture.consume();
        String first = fixture.score("ada", "3");
        String second = fixture.score("bea", "4");
        fixture.redis.readAs("dead", "scores");
        IntStream.range(0, 5)
                .forEach(n -> fixture.commands.xclaim("scores", Consumer.from("laurel", "dead" + n), 0, first, second));
        Until.holds(() -> {
            fixture.consume();
            return fixture.redis.pending("scores") == 0;
        });
        assertThat(fixture.deadLetters().stream().map(one -> one.text("entryId")))
                .containsExactly(first);
        assertThat(fixture.standings("points")).containsExactly("bea 4");
    }

    @Test
    void recordsEntryAloneAfterTooManyDeliveries() {
        fixture.consume();
        String entry = fixture.score("ada", "3");
        fixture.redis.readAs("dead", "scores");
        IntStream.range(0, 3)
                .forEach(n -> fixture.commands.xclaim("scores", Consumer.from("laurel", "dead" + n), 0, entry));
        Until.holds(() -> {
            fixture.consume();
            return fixture.redis.pending("scores") == 0;
        });
        assertThat(fixture.deadLetters()).isEmpty();
        assertThat(fixture.standings("points")).containsExactly("ada 3");
    }
}
