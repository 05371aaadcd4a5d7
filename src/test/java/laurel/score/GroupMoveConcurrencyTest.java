package laurel.score;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import laurel.Together;
import org.junit.jupiter.api.Test;

/** Participants that move between groups on two nodes at the same time have one entry per grouping, with all their points. */
@LaurelTest
class GroupMoveConcurrencyTest {
    private static final int WRITERS = 24;

    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    @Test
    void keepsOneEntryWithAllPointsPerParticipantAndGrouping() {
        server.client().ask("""
                mutation { createLeaderboard(input: {key: "moves", updateMode: INCREMENT,
                  groupings: [[], ["team"], ["team", "car"]], windowDefinitions: [{kind: HOURLY}, {kind: ALL_TIME}]}) {
                  leaderboard { id } } }
                """).text("data", "createLeaderboard", "leaderboard", "id");
        Map<String, Long> points = new ConcurrentHashMap<>();
        try (var secondNode = server.secondNode(clock)) {
            var nodes = List.of(new ScoreClient(server.client()), new ScoreClient(secondNode.client()));
            Together.all(WRITERS, writer -> {
                Random random = new Random(writer);
                for (int request = 0; request < 6; request++) {
                    List<Map<String, Object>> batch = new ArrayList<>();
                    for (int item = 0; item < 5; item++) {
                        String who = "who-" + random.nextInt(6);
                        points.merge(who, 1L, Long::sum);
                        batch.add(ScoreClient.with(ScoreClient.score("moves", who, 1), "group", group(random)));
                    }
                    Collections.shuffle(batch, random);
                    Answer answer = nodes.get(random.nextInt(2)).submitAll(batch);
                    assertThat(answer.at("failedCount")).isEqualTo(0);
                }
                return writer;
            });
        }
        var entries = StoredEntry.of(server, "moves");
        assertThat(entries).hasSize(points.size() * 2 * 3);
        for (String window : List.of("2025-07-13T14", "ALL-TIME")) {
            Map<String, List<StoredEntry>> byParticipant = entries.stream()
                    .filter(entry -> entry.window().equals(window))
                    .collect(Collectors.groupingBy(StoredEntry::participant));
            Map<String, Long> scores = new HashMap<>();
            byParticipant.forEach((participant, ofParticipant) -> {
                assertThat(ofParticipant.stream().map(StoredEntry::score).distinct())
                        .hasSize(1);
                assertThat(ofParticipant.stream()
                                .map(entry -> entry.grouping().split(",").length
                                        + (entry.grouping().equals("{}") ? 0 : 1)))
                        .containsExactlyInAnyOrder(1, 2, 3);
                scores.put(participant, ofParticipant.getFirst().score());
            });
            assertThat(scores).isEqualTo(points);
        }
    }

    private static Map<String, String> group(Random random) {
        return Map.of("team", "t" + random.nextInt(4), "car", "c" + random.nextInt(2));
    }
}
