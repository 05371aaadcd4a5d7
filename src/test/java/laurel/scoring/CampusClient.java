package laurel.scoring;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient;
import laurel.activity.ActivityClient;
import laurel.leaderboard.WindowKind;
import org.jspecify.annotations.Nullable;

/** Counts what is seen on campuses that are a day apart, on a board with a ranking of each. */
record CampusClient(GraphQLClient graphQL, ActivityClient activity, PolicyClient policies) {
    /** Those of other zones than the board's. */
    private static final Map<String, String> ZONES =
            Map.of("east", "Pacific/Auckland", "west", "America/Los_Angeles", "middle", "Asia/Kathmandu");

    CampusClient(GraphQLClient graphQL) {
        this(graphQL, new ActivityClient(graphQL), new PolicyClient(graphQL));
    }

    /** Makes the board, and the policy that feeds it. */
    void define() {
        Map<String, Object> board = new HashMap<>();
        board.put("key", "board");
        board.put("updateMode", "INCREMENT");
        board.put("gracePeriod", "P7D");
        board.put("groupings", List.of(List.of(), List.of("campus")));
        board.put("groupOverrides", zones("timeZone"));
        board.put(
                "windowDefinitions",
                List.of(Map.of("kind", "DAILY"), Map.of("kind", "WEEKLY"), Map.of("kind", "ALL_TIME")));
        graphQL.ask(
                        "mutation ($input: CreateLeaderboardInput!) { createLeaderboard(input: $input) {"
                                + " leaderboard { id } } }",
                        Map.of("input", board))
                .text("data", "createLeaderboard", "leaderboard", "id");
        policies.define(Map.of(
                        "key", "seen",
                        "dayRule", Map.of("kind", "GROUP", "timeZone", "UTC", "groupTimeZones", zones("timeZone")),
                        "counters", List.of(Map.of("name", "seen", "eventTypes", List.of("seen"))),
                        "pillars",
                                List.of(Map.of(
                                        "name", "total",
                                        "leaderboardKey", "board",
                                        "terms", List.of(Map.of("source", "seen"))))))
                .text("key");
    }

    private static List<Map<String, Object>> zones(String field) {
        return ZONES.entrySet().stream()
                .map(one -> Map.<String, Object>of("group", group(one.getKey()), field, one.getValue()))
                .toList();
    }

    private static Map<String, String> group(String campus) {
        return Map.of("campus", campus);
    }

    private static ZoneId zone(@Nullable String campus) {
        return ZoneId.of(campus == null ? "UTC" : ZONES.getOrDefault(campus, "UTC"));
    }

    /** An hour of a campus' day. */
    static Instant at(@Nullable String campus, LocalDate day, int hour) {
        return day.atTime(hour, 0).atZone(zone(campus)).toInstant();
    }

    /** The day of a moment there. */
    static LocalDate day(String campus, Instant at) {
        return at.atZone(zone(campus)).toLocalDate();
    }

    /** That a participant is seen; on null, without a campus. */
    static Map<String, Object> event(String id, String who, @Nullable String campus, Instant at) {
        Map<String, Object> event = ActivityClient.event(id, "seen", who, at.toString());
        if (campus != null) {
            event.put("group", group(campus));
        }
        return event;
    }

    /** Records that a participant is seen at an hour of the campus' day. */
    void seen(String who, @Nullable String campus, LocalDate day, int hour) {
        Instant at = at(campus, day, hour);
        activity.accepted(List.of(event(who + at, who, campus, at)));
    }

    /** Who has which score on a campus, in the window of this day there; on null, in the ranking of everyone. */
    Map<String, String> stands(String kind, @Nullable String campus, LocalDate day) {
        return policies.stands(
                "board",
                Map.of(
                        "definition",
                        WindowKind.valueOf(kind).key(),
                        "at",
                        at(campus, day, 12).toString(),
                        "group",
                        campus == null ? Map.of() : group(campus)));
    }
}
