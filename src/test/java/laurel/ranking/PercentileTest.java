package laurel.ranking;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The percentile of a standing is the share of entries that rank the same or lower. */
@LaurelTest
class PercentileTest {
    private static final String FIELDS = """
            standings { nodes { percentile } }
            p0: standingAt(place: {percentile: 0}) { position } p25: standingAt(place: {percentile: 25}) { position }
            p26: standingAt(place: {percentile: 26}) { position } p50: standingAt(place: {percentile: 50}) { position }
            p51: standingAt(place: {percentile: 51}) { position } p75: standingAt(place: {percentile: 75}) { position }
            p76: standingAt(place: {percentile: 76}) { position } p100: standingAt(place: {percentile: 100}) { position }
            """;

    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    /** Scores, percentiles, and the positions found at 0, 25, 26, 50, 51, 75, 76 and 100. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            9         | 100.0               | 1 1 1 1 1 1 1 1
            9 8       | 50.0 0.0            | 2 1 1 1 - - - -
            9 9       | 50.0 50.0           | 2 2 2 2 - - - -
            9 8 8 7   | 75.0 50.0 50.0 0.0  | 4 3 3 3 1 1 - -
            9 9 9 9   | 75.0 75.0 75.0 75.0 | 4 4 4 4 4 4 - -
            9 9 8 8   | 75.0 75.0 25.0 25.0 | 4 4 2 2 2 2 - -
            """)
    void countsOthersThatRankTheSameOrLower(String scores, String percentiles, String positions) {
        create(scores.split(" "));
        new FinalWindows(server).store("board", "2025-07-13", clock.instant());
        Answer ranking = server.client()
                .ask("{ leaderboard(key: \"board\") { window(select: {name: {name: \"2025-07-13\"}}) { ranking { "
                        + FIELDS + " finalRanking { " + FIELDS + " } asOf(time: \"" + Instant.now(clock) + "\") { "
                        + FIELDS + " } } } } }")
                .node("data", "leaderboard", "window", "ranking");
        for (Answer view : List.of(ranking, ranking.node("finalRanking"), ranking.node("asOf"))) {
            assertThat(view.list("standings", "nodes").stream().map(node -> node.at("percentile") + ""))
                    .containsExactly(percentiles.split(" "));
            assertThat(List.of("p0", "p25", "p26", "p50", "p51", "p75", "p76", "p100").stream()
                            .map(at -> view.at(at) == null ? "-" : view.at(at, "position") + ""))
                    .containsExactly(positions.split(" "));
        }
    }

    private void create(String... scores) {
        server.client()
                .ask("mutation { createLeaderboard(input: {key: \"board\", windowDefinitions: [{kind: DAILY}]})"
                        + " { leaderboard { id } } }");
        List<Map<String, Object>> items = IntStream.range(0, scores.length)
                .<Map<String, Object>>mapToObj(n -> Map.of(
                        "leaderboardKey", "board", "participant", Map.of("externalId", "p" + n), "score", scores[n]))
                .toList();
        server.client()
                .ask(
                        "mutation ($items: [SubmitScoreInput!]!) { submitScores(input: {items: $items}) { acceptedCount } }",
                        Map.of("items", items))
                .text("data", "submitScores", "acceptedCount");
    }
}
