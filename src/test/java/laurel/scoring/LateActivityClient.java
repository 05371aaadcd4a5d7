package laurel.scoring;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.activity.ActivityClient;
import laurel.lifecycle.Housekeeping;
import laurel.lifecycle.Lifecycle;
import laurel.window.WindowOpener;
import org.jspecify.annotations.Nullable;

/** Leaderboards that policies feed one point per event, and the windows in which late events count. */
record LateActivityClient(LaurelServer server, TickingClock clock) {
    private static final AtomicInteger EVENTS = new AtomicInteger();
    private static final String WINDOWS = """
            query ($board: String!, $definition: String!) { leaderboard(key: $board) {
              windows(definitionKey: $definition, first: 100) { nodes { name state revision
                ranking { standings(first: 100) { nodes { rank score participant { externalId } } } } } } } }
            """;

    /** A window as it is read. Standings are such as {@code 1 ann 3}, in order. */
    record ReadWindow(String state, int revision, List<String> standings) {}

    /** Creates a leaderboard and a policy with the same key that feeds it. */
    void create(String key, @Nullable String lateActivity, String windows) {
        server.client()
                .ask("mutation { createLeaderboard(input: {key: \"" + key
                        + "\", updateMode: INCREMENT, gracePeriod: \"PT5M\"," + " windowDefinitions: [" + windows
                        + "]}) { leaderboard { id } } }")
                .text("data", "createLeaderboard", "leaderboard", "id");
        Map<String, Object> policy = new HashMap<>(Map.of(
                "key",
                key,
                "counters",
                List.of(Map.of("name", "seen", "eventTypes", List.of("seen"))),
                "pillars",
                List.of(Map.of("name", "total", "leaderboardKey", key, "terms", List.of(Map.of("source", "seen"))))));
        policy.put("lateActivity", lateActivity);
        new PolicyClient(server.client()).define(policy).text("key");
    }

    /** Records events of a participant at an hour of a day. */
    void record(String who, LocalDate day, int hour, int count) {
        List<Map<String, Object>> events = new ArrayList<>();
        for (int n = 0; n < count; n++) {
            events.add(ActivityClient.event(
                    "e" + EVENTS.incrementAndGet(), "seen", who, "%sT%02d:00:00Z".formatted(day, hour)));
        }
        new ActivityClient(server.client()).recordAll(events);
    }

    /** Records an event of a participant in a time zone. */
    void recordIn(String timeZone, String who, Instant occurredAt) {
        Map<String, Object> event =
                ActivityClient.event("e" + EVENTS.incrementAndGet(), "seen", who, occurredAt.toString());
        event.put("timeZone", timeZone);
        new ActivityClient(server.client()).recordAll(List.of(event));
    }

    /** Moves the clock forward, a few hours at a time, and does what is due. */
    void advanceTo(Instant time) {
        while (clock.instant().isBefore(time)) {
            Instant next = clock.instant().plus(Duration.ofHours(6));
            clock.set(next.isBefore(time) ? next : time);
            server.bean(WindowOpener.class).openAhead(clock.instant());
            server.bean(Lifecycle.class).run(clock.instant());
        }
    }

    void finalizeWindows() {
        server.bean(Lifecycle.class).run(clock.instant());
    }

    void expireWindows() {
        server.bean(Housekeeping.class).run(clock.instant());
    }

    /** The standings of a window. */
    List<String> standings(String board, String definition, String name) {
        return requireNonNull(windows(board, definition).get(name)).standings();
    }

    /** Windows of a definition by name, without those without standings. */
    Map<String, ReadWindow> windows(String board, String definition) {
        Map<String, ReadWindow> windows = new HashMap<>();
        for (Answer window : server.client()
                .ask(WINDOWS, Map.of("board", board, "definition", definition))
                .list("data", "leaderboard", "windows", "nodes")) {
            if (window.at("ranking") != null
                    && !window.list("ranking", "standings", "nodes").isEmpty()) {
                List<String> standings = window.list("ranking", "standings", "nodes").stream()
                        .map(standing -> standing.text("rank") + " " + standing.text("participant", "externalId") + " "
                                + standing.text("score"))
                        .toList();
                windows.put(
                        window.text("name"),
                        new ReadWindow(window.text("state"), Integer.parseInt(window.text("revision")), standings));
            }
        }
        return windows;
    }
}
