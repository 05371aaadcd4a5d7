package laurel.event;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import laurel.Together;
import laurel.Tries;
import laurel.score.ScoreClient;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Events about entries, compared with RANK() over all entries in memory; and applied one after another. */
@LaurelTest
class EntryEventModelTest {
    private static final String EVERYTHING = "{entryAdded: ALL, rankChanged: true, rankChangedTopCount: 1000}";

    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    /** A score in a group. */
    private record Placed(String team, int score) {}

    @Test
    void equalTheDifferencesOfAllRanks() {
        var events = new EventClient(server.client());
        var scores = new ScoreClient(server.client());
        events.create("model", EVERYTHING, ", groupings: [[], [\"team\"]]");
        Random random = new Random(7);
        Map<String, Placed> entries = new TreeMap<>();
        Map<String, List<List<String>>> expected = new TreeMap<>();
        for (int request = 0; request < Tries.of(40, 400); request++) {
            clock.advance(Duration.ofSeconds(1));
            Map<String, Placed> before = new TreeMap<>(entries);
            List<Map<String, Object>> batch = new ArrayList<>();
            for (int item = 0; item <= random.nextInt(4); item++) {
                String who = "p" + random.nextInt(9);
                Placed placed = new Placed("t" + random.nextInt(2), random.nextInt(6));
                entries.put(who, placed);
                batch.add(ScoreClient.with(
                        ScoreClient.score("model", who, placed.score), "group", Map.of("team", placed.team)));
            }
            assertThat(scores.submitAll(batch).at("failedCount")).isEqualTo(0);
            for (String group : List.of("null", "t0", "t1")) {
                expected.computeIfAbsent(group, any -> new ArrayList<>()).add(differences(group, before, entries));
            }
        }
        List<String> lines = events.lines();
        expected.forEach((group, changes) -> checkChanges(
                lines.stream()
                        .filter(line -> line.split(" ", -1)[2].equals(group))
                        .toList(),
                changes));
    }

    /** Each change is in the order of ranks; equal ranks have no order that a client can know. */
    private static void checkChanges(List<String> lines, List<List<String>> changes) {
        int from = 0;
        for (List<String> change : changes) {
            List<String> own = lines.subList(from, from + change.size());
            assertThat(own).containsExactlyInAnyOrderElementsOf(change);
            assertThat(own.stream().map(EntryEventModelTest::rank)).isSorted();
            from += change.size();
        }
        assertThat(from).isEqualTo(lines.size());
    }

    private static List<String> differences(String group, Map<String, Placed> before, Map<String, Placed> after) {
        Map<String, Integer> previous = ranks(group, before);
        Map<String, Integer> ranks = ranks(group, after);
        Map<String, Integer> all = new HashMap<>(previous);
        all.putAll(ranks);
        return all.keySet().stream()
                .filter(who -> !Objects.equals(previous.get(who), ranks.get(who)))
                .map(who -> line(group, who, previous.get(who), ranks.get(who), before.get(who), after.get(who)))
                .toList();
    }

    private static int rank(String line) {
        String rank = line.split(" ", -1)[4].replaceAll(".*>", "");
        return rank.equals("null") ? Integer.MAX_VALUE : Integer.parseInt(rank);
    }

    private static String line(
            String group,
            String who,
            @Nullable Integer from,
            @Nullable Integer to,
            @Nullable Placed before,
            @Nullable Placed after) {
        Integer score = to == null ? null : (Integer) Objects.requireNonNull(after).score;
        return from == null
                ? "ENTRY_ADDED ALL_TIME %s %s %d %d".formatted(group, who, to, score)
                : "RANK_CHANGED ALL_TIME %s %s %d->%s %d->%s"
                        .formatted(group, who, from, to, Objects.requireNonNull(before).score, score);
    }

    private static Map<String, Integer> ranks(String group, Map<String, Placed> entries) {
        Map<String, Integer> ranks = new HashMap<>();
        entries.forEach((who, own) -> {
            if (in(group, own)) {
                long better = entries.values().stream()
                        .filter(other -> in(group, other) && other.score > own.score)
                        .count();
                ranks.put(who, 1 + (int) better);
            }
        });
        return ranks;
    }

    private static boolean in(String group, Placed placed) {
        return group.equals("null") || group.equals(placed.team);
    }

    /** Each event continues where the previous one of its participant ended, whichever node wrote it. */
    @Test
    void leadFromOneRankToTheNextWithConcurrentWriters() {
        var events = new EventClient(server.client());
        events.create("race", EVERYTHING, "");
        try (var secondNode = server.secondNode(clock)) {
            var nodes = List.of(new ScoreClient(server.client()), new ScoreClient(secondNode.client()));
            Together.all(12, writer -> {
                Random random = new Random(writer);
                for (int request = 0; request < 8; request++) {
                    nodes.get(writer % 2)
                            .submit(ScoreClient.score("race", "p" + random.nextInt(10), random.nextInt(50)));
                }
                return writer;
            });
        }
        Map<String, String> ranks = new TreeMap<>();
        for (String line : events.lines()) {
            String[] parts = line.split(" ", -1);
            String[] step = ("null->" + parts[4]).split("->", -1);
            String previous = step.length == 3 ? step[1] : null;
            assertThat(ranks.put(parts[3], step[step.length - 1])).as(line).isEqualTo(previous);
        }
        assertThat(ranks).isEqualTo(standings());
    }

    private Map<String, String> standings() {
        Map<String, String> ranks = new TreeMap<>();
        server.client()
                .ask(
                        "{ leaderboard(key: \"race\") { window(select: {relative: {definitionKey: \"all-time\"}}) { ranking {"
                                + " standings(first: 100) { nodes { rank participant { externalId } } } } } } }")
                .list("data", "leaderboard", "window", "ranking", "standings", "nodes")
                .forEach(node -> ranks.put(node.text("participant", "externalId"), node.text("rank")));
        return ranks;
    }
}
