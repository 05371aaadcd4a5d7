package laurel;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import laurel.database.Until;
import org.junit.jupiter.api.Test;

/** Periodic work runs unless {@code laurel.background} is off, as it is in most tests. */
class PeriodicTest {
    @Test
    void closesWindowsPeriodically() {
        var clock = new TickingClock(Instant.parse("2025-07-13T12:00:00Z"));
        try (var server =
                LaurelServer.start(clock, Map.of("laurel.background", true, "laurel.lifecycle.every", "20ms"))) {
            GraphQLClient client = server.client();
            client.ask("mutation { createLeaderboard(input: {key: \"runs\", windowDefinitions: [{kind: DAILY}]}) {"
                            + " leaderboard { id } } }")
                    .text("data", "createLeaderboard", "leaderboard", "id");
            client.ask("mutation { submitScore(input: {leaderboardKey: \"runs\", participant:"
                            + " {externalId: \"ann\"}, score: 1}) {"
                            + " receipt { submission { id } } } }")
                    .text("data", "submitScore", "receipt", "submission", "id");
            clock.advance(Duration.ofDays(2));
            Until.holds(() -> client.ask("{ leaderboard(key: \"runs\") { window(select: {name: {name:"
                            + " \"2025-07-13\"}}) { state } } }")
                    .text("data", "leaderboard", "window", "state")
                    .equals("FINAL"));
        }
    }
}
