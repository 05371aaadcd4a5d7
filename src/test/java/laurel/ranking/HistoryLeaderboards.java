package laurel.ranking;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.Tries;
import laurel.lifecycle.Housekeeping;
import laurel.lifecycle.Lifecycle;

/** Leaderboards of many kinds with the windows of some weeks, and all standings of their participants. */
final class HistoryLeaderboards implements AutoCloseable {
    private static final String BOUND = "key-of-the-game-0123456789";
    static final Instant START = Instant.parse("2025-05-20T10:00:00Z");
    static final int DAYS = Tries.of(50, 75);
    static final List<String> PARTICIPANTS = List.of("ann", "ben", "cleo");
    private static final List<String> REGIONS = List.of("eu", "na");

    private static final String ROUND =
            "{kind: CUSTOM, key: \"round\", interval: \"P10D\", anchorTime: \"2025-05-20T00:00:00Z\", count: 4}";

    /** Definitions by leaderboard. */
    static final Map<String, String> BOARDS = new LinkedHashMap<>(Map.of(
            "days",
                    "windowDefinitions: [{kind: DAILY}, {kind: WEEKLY}, {kind: ALL_TIME}], groupings: [[], [\"region\"]]",
            "hours", "windowDefinitions: [{kind: HOURLY}, {kind: MONTHLY}], updateMode: INCREMENT",
            "kept", "windowDefinitions: [{kind: DAILY, retainCount: 3}, {kind: YEARLY}], gracePeriod: \"P3D\"",
            "rolling",
                    "windowDefinitions: [{kind: CUSTOM, key: \"three\", interval: \"P1D\", length: \"P3D\"}, " + ROUND
                            + "]",
            "secret", "windowDefinitions: [{kind: WEEKLY}], visibility: PRIVATE",
            "old", "windowDefinitions: [{kind: DAILY}]",
            "replay", "windowDefinitions: [{kind: DAILY}], clock: SUBMISSIONS",
            "tokyo", "windowDefinitions: [{kind: DAILY}], timeZone: \"Asia/Tokyo\""));

    private final TickingClock clock = new TickingClock(START);
    private final LaurelServer server;
    /** The client of an operator. */
    final GraphQLClient operator;
    /** A client with a key that is bound to the app. */
    final GraphQLClient bound;
    /** The rankings in which each participant has an entry, in the order of lists; those of expired windows are left out. */
    final Map<String, List<HistoryItem>> all = new HashMap<>();

    /** Submits some scores each day, and finalizes and expires windows. */
    HistoryLeaderboards() {
        server = LaurelServer.start(clock, Map.of("laurel.keys", LaurelServer.KEY + ",game:" + BOUND));
        server.client()
                .ask("mutation { createApp(input: {key: \"game\"}) { app { id } } }")
                .text("data", "createApp", "app", "id");
        operator = server.client().in("game");
        bound = server.client(BOUND);
        BOARDS.forEach((key, rest) -> operator.ask("mutation { createLeaderboard(input: {key: \"" + key + "\", " + rest
                        + "}) { leaderboard { id } errors { message } } }")
                .text("data", "createLeaderboard", "leaderboard", "id"));
        Random random = new Random(1);
        Map<String, Map<String, String>> rankings = new HashMap<>();
        PARTICIPANTS.forEach(who -> rankings.put(who, new LinkedHashMap<>()));
        for (int day = 0; day < DAYS; day++) {
            server.openAhead(clock.instant());
            for (int n = 0; n < 3; n++) {
                submit(random, rankings);
                clock.advance(Duration.ofMinutes(20));
            }
            clock.advance(Duration.ofHours(23));
            server.bean(Lifecycle.class).run(clock.instant());
            server.bean(Housekeeping.class).run(clock.instant());
        }
        operator.ask("mutation { archiveLeaderboard(input: {leaderboardKey: \"old\"}) { leaderboard { id } } }");
        rankings.forEach((who, found) -> all.put(who, items(who, List.copyOf(found.keySet()))));
    }

    /** Submits to a leaderboard, and notes the rankings in which the submission counts. */
    private void submit(Random random, Map<String, Map<String, String>> rankings) {
        String who = PARTICIPANTS.get(random.nextInt(PARTICIPANTS.size()));
        List<String> boards = BOARDS.keySet().stream().sorted().toList();
        String board = boards.get(random.nextInt(boards.size()));
        // Always the same region, because another one would move the entry.
        String region = REGIONS.get(PARTICIPANTS.indexOf(who) % 2);
        String rest =
                switch (board) {
                    case "days" -> ", group: {region: \"" + region + "\"}";
                    case "replay" -> ", achievedAt: \"" + clock.instant() + "\"";
                    default -> "";
                };
        Answer answer = operator.ask("mutation { submitScore(input: {leaderboardKey: \"" + board
                        + "\", participant: {externalId: \"" + who + "\"}, score: " + random.nextInt(9) + rest
                        + "}) { receipt { changes { window { id } group { values } } } errors { code } } }")
                .node("data", "submitScore");
        if (answer.at("receipt") != null) {
            answer.list("receipt", "changes").forEach(change -> requireNonNull(rankings.get(who))
                    .put(change.text("window", "id") + (change.at("group") == null ? "" : " " + region), ""));
        }
    }

    /** Reads each ranking by the ID of its window. */
    private List<HistoryItem> items(String who, List<String> rankings) {
        List<HistoryItem> items = new ArrayList<>();
        for (String ranking : rankings) {
            String[] parts = ranking.split(" ", -1);
            String group = parts.length == 1 ? "" : "(group: {region: \"" + parts[1] + "\"})";
            Answer window = operator.ask("{ node(id: \"" + parts[0] + "\") { ... on LeaderboardWindow { state ranking"
                            + group
                            + " { standing(participant: {external: {externalId: \"" + who + "\"}}) { "
                            + HistoryItem.FIELDS
                            + " } } } } }")
                    .node("data", "node");
            if (!window.text("state").equals("EXPIRED")) {
                items.add(HistoryItem.of(window.node("ranking", "standing")));
            }
        }
        return items.stream().sorted(HistoryItem.ORDER).toList();
    }

    @Override
    public void close() {
        server.close();
    }
}
