package laurel.activity.model;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import org.jspecify.annotations.Nullable;

/** Sends model events to an app over HTTP, and reads tallies and streaks. */
record ModelClient(GraphQLClient graphQL) {
    private static final String RECORD = """
            mutation ($items: [RecordActivityInput!]!) { recordActivities(input: {items: $items}) {
              acceptedCount results { receipt { duplicate activityEvent { externalId } } errors { code message path } }
              errors { code message } } }
            """;
    private static final String STREAK = """
            mutation ($key: String!, $period: StreakPeriod!, $days: DayRuleInput!) {
              createStreak(input: {key: $key, period: $period, dayRule: $days}) {
                streak { key } errors { code message path } } }
            """;
    private static final String CREATE_GROUP = """
            mutation ($region: String!, $timeZone: String!) {
              createGroup(input: {attribute: "region", value: $region, timeZone: $timeZone}) {
                group { timeZone } errors { code message } } }
            """;
    private static final String TALLIES = """
            query ($participant: String!, $days: DayRuleInput!, $start: Date!, $end: Date!) {
              participant(ref: {external: {externalId: $participant}}) {
              dailyTallies(dayRule: $days, startDate: $start, endDate: $end) {
                date lines { eventType role eventCount peerCount } } } }
            """;
    private static final String STREAKS = """
            query ($participant: String!) { participant(ref: {external: {externalId: $participant}}) {
              streaks { streak { key } currentLength longestLength lastActiveDate startDate } } }
            """;
    private static final String MUTED = """
            query ($participant: String!) { participant(ref: {external: {externalId: $participant}}) {
              activityEvents(first: 1000) { nodes { externalId muted } } } }
            """;

    /** Creates an app, and returns its client. */
    static ModelClient createApp(GraphQLClient operator, String app) {
        String document = "mutation { createApp(input: {key: \"%s\"}) { app { key } } }".formatted(app);
        assertThat(operator.ask(document).text("data", "createApp", "app", "key"))
                .isEqualTo(app);
        return new ModelClient(operator.in(app));
    }

    /** Adds the regions of a day rule with their time zones to the group directory. */
    void createRegions(ModelDayRule days) {
        days.regionTimeZones().forEach((region, timeZone) -> assertThat(
                        graphQL.ask(CREATE_GROUP, Map.of("region", region, "timeZone", timeZone.getId()))
                                .at("data", "createGroup", "group", "timeZone"))
                .isEqualTo(timeZone.getId()));
    }

    /** Records events, requires that all are accepted, and returns for each whether it was a duplicate. */
    List<Boolean> record(List<ModelEvent> events, ModelDayRule days) {
        Answer answer = send(events, days).node("data", "recordActivities");
        assertThat(answer.at("acceptedCount")).as("%s", answer).isEqualTo(events.size());
        List<Answer> results = answer.list("results");
        assertThat(results.stream().map(one -> one.text("receipt", "activityEvent", "externalId")))
                .containsExactlyElementsOf(events.stream().map(ModelEvent::id).toList());
        return results.stream()
                .map(one -> one.at("receipt", "duplicate") == (Object) true)
                .toList();
    }

    /** Sends events. The response may have errors. */
    Answer send(List<ModelEvent> events, ModelDayRule days) {
        return graphQL.send(
                RECORD,
                Map.of("items", events.stream().map(event -> input(event, days)).toList()));
    }

    void createStreak(String key, String period, ModelDayRule days) {
        Answer answer = graphQL.ask(STREAK, Map.of("key", key, "period", period, "days", dayRuleInput(days)));
        assertThat(answer.at("data", "createStreak", "streak", "key"))
                .as("%s", answer)
                .isEqualTo(key);
    }

    /** Lines as {@link ModelTallies#lines} writes them. */
    List<String> tallies(String participant, ModelDayRule days, LocalDate startDate, LocalDate endDate) {
        Map<String, Object> variables = Map.of(
                "participant",
                participant,
                "days",
                dayRuleInput(days),
                "start",
                startDate.toString(),
                "end",
                endDate.toString());
        List<String> lines = new ArrayList<>();
        for (Answer day : graphQL.ask(TALLIES, variables).list("data", "participant", "dailyTallies")) {
            for (Answer line : day.list("lines")) {
                lines.add(String.join(
                        " ",
                        participant,
                        day.text("date"),
                        line.text("eventType"),
                        line.text("role"),
                        line.text("eventCount"),
                        "of",
                        line.text("peerCount")));
            }
        }
        return lines.stream().sorted().toList();
    }

    /** A participant's streaks by key, each as {@link #describe} writes it. */
    Map<String, String> streaks(String participant) {
        return graphQL.ask(STREAKS, Map.of("participant", participant)).list("data", "participant", "streaks").stream()
                .collect(Collectors.toMap(one -> one.text("streak", "key"), one -> describe(one)));
    }

    /** A participant's streak, as {@link #describe(Object, Object, Object, Object)} writes it. */
    static String describe(Answer streak) {
        return describe(
                streak.at("currentLength"),
                streak.at("longestLength"),
                streak.at("lastActiveDate"),
                streak.at("startDate"));
    }

    /** Such as {@code now 3, best 5, 2026-03-01 to 2026-03-03}. */
    static String describe(
            @Nullable Object currentLength,
            @Nullable Object longestLength,
            @Nullable Object lastActiveDate,
            @Nullable Object startDate) {
        return "now %s, best %s, %s to %s".formatted(currentLength, longestLength, startDate, lastActiveDate);
    }

    /** External IDs of an actor's muted events among the latest 1,000. */
    List<String> muted(String participant) {
        return graphQL
                .ask(MUTED, Map.of("participant", participant))
                .list("data", "participant", "activityEvents", "nodes")
                .stream()
                .filter(event -> event.at("muted") == (Object) true)
                .map(event -> event.text("externalId"))
                .toList();
    }

    private static Map<String, Object> input(ModelEvent event, ModelDayRule days) {
        Map<String, Object> input = new HashMap<>();
        input.put("externalId", event.id());
        input.put("eventType", event.eventType());
        input.put("actor", profile(event.actor(), event.region(), days));
        input.put("occurredAt", event.occurredAt().toString());
        if (event.peer() != null) {
            input.put("peer", profile(event.peer(), event.peerRegion(), days));
        }
        if (event.winner() != null) {
            input.put("winner", Map.of("externalId", event.winner()));
        }
        if (event.region() != null && !days.inDirectory()) {
            input.put("group", group(event.region()));
        }
        if (event.peerRegion() != null && !days.inDirectory()) {
            input.put("peerGroup", group(event.peerRegion()));
        }
        if (event.timeZone() != null) {
            input.put("timeZone", event.timeZone().getId());
        }
        return input;
    }

    private static Map<String, Object> profile(String participant, @Nullable String region, ModelDayRule days) {
        Map<String, Object> profile = new HashMap<>(Map.of("externalId", participant));
        if (days.inDirectory()) {
            profile.put("group", group(requireNonNull(region)));
        } else if (days.participantTimeZones().get(participant) != null) {
            profile.put("timeZone", days.participantTimeZones().get(participant).getId());
        }
        return profile;
    }

    static Map<String, String> group(String region) {
        return Map.of("region", region);
    }

    /** A day rule as a {@code DayRuleInput}. */
    static Map<String, Object> dayRuleInput(ModelDayRule days) {
        if (days.inDirectory()) {
            return Map.of("kind", "GROUP", "timeZone", days.timeZone().getId(), "timeZoneAttribute", "region");
        }
        List<Map<String, Object>> groupTimeZones = days.regionTimeZones().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(one -> Map.<String, Object>of(
                        "group", group(one.getKey()), "timeZone", one.getValue().getId()))
                .toList();
        return Map.of("kind", days.kind(), "timeZone", days.timeZone().getId(), "groupTimeZones", groupTimeZones);
    }
}
