package laurel.season;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import laurel.JobClient;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import laurel.score.DirectScoreClient;
import laurel.score.StoredEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A season ends early when the next one starts, and keeps what it has received. A backfill counts that in no other. */
@LaurelTest(at = "2025-07-13T14:30:00Z")
class SeasonBackfillTest {
    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    private DirectScoreClient scores;

    @BeforeEach
    void create() {
        scores = new DirectScoreClient(server, clock);
        server.client()
                .ask("mutation { createLeaderboard(input: {key: \"cup\", windowDefinitions: [{kind: SEASON}]})"
                        + " { __typename } }");
    }

    private void startSeason() {
        server.client()
                .ask("mutation { startSeason(input: {leaderboardKey: \"cup\"}) { season { number } } }")
                .text("data", "startSeason", "season", "number");
    }

    private void submit(String who, Instant achievedAt) {
        assertThat(scores.submit("cup", who, 1, Map.of(), achievedAt)).isNotNull();
    }

    @Test
    void countsNoSubmissionInTwoSeasons() {
        startSeason();
        clock.advance(Duration.ofMinutes(1));
        submit("ann", clock.instant().plusSeconds(60));
        clock.advance(Duration.ofSeconds(30));
        startSeason();
        clock.advance(Duration.ofMinutes(1));
        submit("ben", clock.instant());

        assertThat(new JobClient(server)
                        .result("backfillWindows", Map.of("leaderboardKey", "cup", "windowDefinitionKey", "season"))
                        .text("submissionCount"))
                .isEqualTo("0");
        List<String> entries = StoredEntry.of(server, "cup").stream()
                .map(entry -> entry.window() + " " + entry.participant())
                .sorted()
                .toList();
        assertThat(entries).containsExactly("SEASON-1 ann", "SEASON-2 ben");
    }
}
