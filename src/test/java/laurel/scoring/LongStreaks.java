package laurel.scoring;

import static org.assertj.core.api.Assertions.assertThat;

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
 * Participants with an event on each of 398 consecutive days except for the second. The score of a day is the length of
 * the streak on that day, so the missing event changes the scores of all later days.
 */
public record LongStreaks(GraphQLClient client, LocalDate today) {
    public static final int DAYS = 398;

    private static final int BATCH = 1_000;
    private static final String BOARD = """
            mutation { createLeaderboard(input: {key: "lengths", updateMode: INCREMENT,
              windowDefinitions: [{kind: ALL_TIME}, {kind: MONTHLY}]}) { leaderboard { id } errors { code message \
                  } } }
            """;
    private static final String STREAK = """
            mutation { createStreak(input: {key: "daily"}) { streak { key } errors { code message } } }
            """;
    private static final String TOTALS = """
            { leaderboard(key: "lengths") { window(select: {relative: {definitionKey: "all-time"}}) { ranking { standings(first: \
                1000) {
              edges { node { score participant { externalId } } } } } } } }
            """;

    public void createPolicy() {
        client.ask(BOARD).text("data", "createLeaderboard", "leaderboard", "id");
        client.ask(STREAK).text("data", "createStreak", "streak", "key");
        new PolicyClient(client)
                .define(Map.of(
                        "key",
                        "lengths",
                        "counters",
                        List.of(Map.of("name", "seen", "eventTypes", List.of("seen"))),
                        "pillars",
                        List.of(Map.of(
                                "name",
                                "length",
                                "terms",
                                List.of(Map.of("source", "seen")),
                                "multiplier",
                                Map.of(
                                        "streakKey",
                                        "daily",
                                        "minDayCount",
                                        1,
                                        "maxDayCount",
                                        10_000,
                                        "minFactor",
                                        1,
                                        "maxFactor",
                                        10_000),
                                "leaderboardKey",
                                "lengths"))))
                .text("key");
    }

    /** Records one event per day of each participant, except for the second day. */
    public void recordAllButSecondDay(String prefix, int participants) {
        List<Map<String, Object>> events = new ArrayList<>();
        for (int day = 0; day < DAYS; day++) {
            int index = day;
            if (day != 1) {
                IntStream.range(0, participants).forEach(n -> events.add(event(prefix + n, index)));
            }
        }
        for (int from = 0; from < events.size(); from += BATCH) {
            new ActivityClient(client).recordAll(events.subList(from, Math.min(events.size(), from + BATCH)));
        }
    }

    /** Records the missing events of all participants in one batch. */
    public void recordSecondDay(String prefix, int participants) {
        new ActivityClient(client)
                .recordAll(IntStream.range(0, participants)
                        .mapToObj(n -> event(prefix + n, 1))
                        .toList());
    }

    /** Records the missing event of one participant. */
    public void recordSecondDayOf(String participant) {
        new ActivityClient(client).recordAll(List.of(event(participant, 1)));
    }

    /** Records an event of a participant on the last day. */
    public void recordToday(String participant) {
        new ActivityClient(client).recordAll(List.of(event(participant, DAYS - 1)));
    }

    private Map<String, Object> event(String participant, int day) {
        LocalDate date = today.minusDays(DAYS - 1L - day);
        return ActivityClient.event(participant + "-" + day, "seen", participant, date + "T10:00:00Z");
    }

    /** Scores of the participants with a prefix in the all-time window. */
    public Map<String, BigDecimal> totals(String prefix) {
        Map<String, BigDecimal> totals = new TreeMap<>();
        client.ask(TOTALS).list("data", "leaderboard", "window", "ranking", "standings", "edges").stream()
                .map(edge -> edge.node("node"))
                .filter(one -> one.text("participant", "externalId").startsWith(prefix))
                .forEach(one -> totals.put(one.text("participant", "externalId"), new BigDecimal(one.text("score"))));
        return totals;
    }

    /** Scores once no event is missing: 1 for the first day, 2 for the second and so on. */
    public static Map<String, BigDecimal> completeTotals(String prefix, int participants) {
        Map<String, BigDecimal> totals = new TreeMap<>();
        IntStream.range(0, participants)
                .forEach(n -> totals.put(prefix + n, BigDecimal.valueOf(DAYS * (DAYS + 1L) / 2)));
        assertThat(totals).hasSize(participants);
        return totals;
    }
}
