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

/** Records participants seen on campuses in time zones far apart, and reads a leaderboard with a ranking per campus. */
record CampusClient(GraphQLClient graphQL, ActivityClient activity, PolicyClient policies, Campuses kind) {
    /** Time zones of the campuses that do not use the leaderboard's. */
    private static final Map<String, String> TIME_ZONES =
            Map.of("east", "Pacific/Auckland", "west", "America/Los_Angeles", "middle", "Asia/Kathmandu");

    /** Where the service finds the time zones of campuses, and the campus of a participant. */
    enum Campuses {
        /** Overrides of the leaderboard and the day rule; events name campuses. */
        OVERRIDES,
        /** The group directory; events name campuses. */
        DIRECTORY,
        /** The group directory; participants have campuses of their own, which they send with events. */
        OWN
    }

    CampusClient(GraphQLClient graphQL) {
        this(graphQL, Campuses.OVERRIDES);
    }

    CampusClient(GraphQLClient graphQL, Campuses kind) {
        this(graphQL, new ActivityClient(graphQL), new PolicyClient(graphQL), kind);
    }

    /** Creates the leaderboard, and the policy that scores it. */
    void createLeaderboardAndPolicy() {
        createLeaderboardAndPolicy("board", "seen");
    }

    void createLeaderboardAndPolicy(String leaderboardKey, String policyKey) {
        Map<String, Object> leaderboard = new HashMap<>();
        leaderboard.put("key", leaderboardKey);
        leaderboard.put("updateMode", "INCREMENT");
        leaderboard.put("gracePeriod", "P7D");
        leaderboard.put("groupings", List.of(List.of(), List.of("campus")));
        if (kind == Campuses.OVERRIDES) {
            leaderboard.put("groupOverrides", groupTimeZones());
        } else {
            TIME_ZONES.forEach(this::createCampus);
            leaderboard.put("timeZoneAttribute", "campus");
        }
        leaderboard.put(
                "windowDefinitions",
                List.of(Map.of("kind", "DAILY"), Map.of("kind", "WEEKLY"), Map.of("kind", "ALL_TIME")));
        graphQL.ask(
                        "mutation ($input: CreateLeaderboardInput!) { createLeaderboard(input: $input) {"
                                + " leaderboard { id } } }",
                        Map.of("input", leaderboard))
                .text("data", "createLeaderboard", "leaderboard", "id");
        policies.define(Map.of(
                        "key", policyKey,
                        "dayRule", dayRule(),
                        "counters", List.of(Map.of("name", "seen", "eventTypes", List.of("seen"))),
                        "burst", Map.of("eventTypes", List.of("seen")),
                        "pillars",
                                List.of(Map.of(
                                        "name",
                                        "total",
                                        "leaderboardKey",
                                        leaderboardKey,
                                        "terms",
                                        List.of(Map.of("source", "seen"))))))
                .text("key");
    }

    private void createCampus(String campus, String timeZone) {
        graphQL.ask(
                        "mutation ($campus: String!, $timeZone: String!) { createGroup(input: {attribute: \"campus\","
                                + " value: $campus, timeZone: $timeZone}) { group { id } errors { code } } }",
                        Map.of("campus", campus, "timeZone", timeZone))
                .text("data", "createGroup", "group", "id");
    }

    private Map<String, Object> dayRule() {
        return kind == Campuses.OVERRIDES
                ? Map.of("kind", "GROUP", "timeZone", "UTC", "groupTimeZones", groupTimeZones())
                : Map.of("kind", "GROUP", "timeZone", "UTC", "timeZoneAttribute", "campus");
    }

    private static List<Map<String, Object>> groupTimeZones() {
        return TIME_ZONES.entrySet().stream()
                .map(one -> Map.<String, Object>of("group", group(one.getKey()), "timeZone", one.getValue()))
                .toList();
    }

    private static Map<String, String> group(String campus) {
        return Map.of("campus", campus);
    }

    private static ZoneId timeZone(@Nullable String campus) {
        return ZoneId.of(campus == null ? "UTC" : TIME_ZONES.getOrDefault(campus, "UTC"));
    }

    /** The instant of an hour of a day, in the time zone of a campus. */
    static Instant at(@Nullable String campus, LocalDate day, int hour) {
        return day.atTime(hour, 0).atZone(timeZone(campus)).toInstant();
    }

    /** The day of an instant, in the time zone of a campus. */
    static LocalDate day(String campus, Instant instant) {
        return instant.atZone(timeZone(campus)).toLocalDate();
    }

    /** An event of a participant on a campus; null is an event without a campus. */
    Map<String, Object> event(String id, String participant, @Nullable String campus, Instant occurredAt) {
        Map<String, Object> event = ActivityClient.event(id, "seen", participant, occurredAt.toString());
        if (campus != null && kind == Campuses.OWN) {
            event.put("actor", Map.of("externalId", participant, "group", group(campus)));
        } else if (campus != null) {
            event.put("group", group(campus));
        }
        return event;
    }

    /** Records an event of a participant at an hour of a day on a campus; null is an event without a campus. */
    void record(String participant, @Nullable String campus, LocalDate day, int hour) {
        Instant at = at(campus, day, hour);
        activity.recordAll(List.of(event(participant + at, participant, campus, at)));
    }

    /** Scores by participant on a campus, in the window of a day; null is the ranking of all participants. */
    Map<String, String> scores(String kind, @Nullable String campus, LocalDate day) {
        return policies.windowScores(
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
