package laurel.scoring;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import laurel.GraphQLClient;
import laurel.activity.ActivityClient;

/**
 * Participants with two streaks and one day without activity in between, and the social policy. A late event on that day makes one
 * streak of 399 days, so all days after it have the largest multiplier. Events before it have no score.
 *
 * @param prefix of the external IDs of the participants
 */
public record JoinedStreaks(GraphQLClient client, LocalDate missingDay, String prefix, int participants) {
    public static final int DAYS_BEFORE = 200;
    public static final int DAYS_AFTER = 198;
    /** Days after the missing day on which the multiplier is not yet the largest before the streaks are joined. */
    public static final int CHANGED_DAYS = 29;

    private static final int BATCH = 1_000;
    private static final String TOTALS = """
            { leaderboard(key: "overall") { window(select: {relative: {definitionKey: "all-time"}}) { ranking {
              standings(first: 1000) { nodes { score participant { externalId } } } } } } }
            """;

    /** Records all events except those of the missing day. */
    public void recordOthers() {
        List<Map<String, Object>> events = new ArrayList<>();
        for (int day = -DAYS_BEFORE; day <= DAYS_AFTER; day++) {
            if (day != 0) {
                events.addAll(events(day < 0 ? "heartbeat" : "room.joined", day));
            }
        }
        for (int from = 0; from < events.size(); from += BATCH) {
            new ActivityClient(client).recordAll(events.subList(from, Math.min(events.size(), from + BATCH)));
        }
    }

    /** Records the events of the missing day of all participants in one request. */
    public void join() {
        new ActivityClient(client).recordAll(events("heartbeat", 0));
    }

    private List<Map<String, Object>> events(String type, int day) {
        return IntStream.range(0, participants)
                .mapToObj(n -> ActivityClient.event(
                        prefix + n + " " + day, type, prefix + n, missingDay.plusDays(day) + "T12:00:00Z"))
                .toList();
    }

    /** Scores of the participants in the all-time window. */
    public Map<String, BigDecimal> totals() {
        Map<String, BigDecimal> totals = new TreeMap<>();
        client.ask(TOTALS).list("data", "leaderboard", "window", "ranking", "standings", "nodes").stream()
                .filter(one -> one.text("participant", "externalId").startsWith(prefix))
                .forEach(one -> totals.put(one.text("participant", "externalId"), new BigDecimal(one.text("score"))));
        return totals;
    }

    /** Scores after all days with the largest multiplier are scored: 1.5 each. */
    public Map<String, BigDecimal> joinedTotals() {
        Map<String, BigDecimal> totals = new TreeMap<>();
        IntStream.range(0, participants)
                .forEach(n -> totals.put(prefix + n, new BigDecimal("1.50").multiply(BigDecimal.valueOf(DAYS_AFTER))));
        return totals;
    }
}
