package laurel.activity.model;

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

/** Tells an app what was done, and asks what followed. */
record ActivityClient(GraphQLClient graphQL) {
    private static final String RECORD = """
            mutation ($items: [RecordActivityInput!]!) { recordActivities(input: {items: $items}) {
              acceptedCount results { receipt { duplicate activityEvent { externalId } } errors { code message path } }
              errors { code message } } }
            """;
    private static final String STREAK = """
            mutation ($key: String!, $unit: StreakPeriod!, $days: DayRuleInput!) {
              createStreak(input: {key: $key, period: $unit, dayRule: $days}) {
                streak { key } errors { code message path } } }
            """;
    private static final String TALLIES = """
            query ($who: String!, $days: DayRuleInput!, $start: Date!, $end: Date!) {
              participant(ref: {external: {externalId: $who}}) {
              dailyTallies(dayRule: $days, startDate: $start, endDate: $end) {
                date lines { eventType role eventCount peerCount } } } }
            """;
    private static final String STREAKS = """
            query ($who: String!) { participant(ref: {external: {externalId: $who}}) {
              streaks { streak { key } currentLength longestLength lastActiveDate startDate } } }
            """;
    private static final String MUTED = """
            query ($who: String!) { participant(ref: {external: {externalId: $who}}) {
              activityEvents(first: 1000) { nodes { externalId muted } } } }
            """;

    /** An app of its own, made by the operator. */
    static ActivityClient make(GraphQLClient operator, String app) {
        String document = "mutation { createApp(input: {key: \"%s\"}) { app { key } } }".formatted(app);
        assertThat(operator.ask(document).text("data", "createApp", "app", "key"))
                .isEqualTo(app);
        return new ActivityClient(operator.in(app));
    }

    /** Each of them must be taken; says of each whether it had been taken before. */
    List<Boolean> record(List<ModelEvent> events, ModelDays days) {
        Answer answer = send(events, days).node("data", "recordActivities");
        assertThat(answer.at("acceptedCount")).as("%s", answer).isEqualTo(events.size());
        List<Answer> results = answer.list("results");
        assertThat(results.stream().map(one -> one.text("receipt", "activityEvent", "externalId")))
                .containsExactlyElementsOf(events.stream().map(ModelEvent::id).toList());
        return results.stream()
                .map(one -> one.at("receipt", "duplicate") == (Object) true)
                .toList();
    }

    /** The same, whatever the answer. */
    Answer send(List<ModelEvent> events, ModelDays days) {
        return graphQL.send(
                RECORD,
                Map.of("items", events.stream().map(event -> input(event, days)).toList()));
    }

    void createStreak(String key, String unit, ModelDays days) {
        Answer answer = graphQL.ask(STREAK, Map.of("key", key, "unit", unit, "days", rule(days)));
        assertThat(answer.at("data", "createStreak", "streak", "key"))
                .as("%s", answer)
                .isEqualTo(key);
    }

    /** Lines as {@link ModelTallies#lines} writes them. */
    List<String> tallies(String who, ModelDays days, LocalDate from, LocalDate through) {
        Map<String, Object> asked =
                Map.of("who", who, "days", rule(days), "start", from.toString(), "end", through.toString());
        List<String> lines = new ArrayList<>();
        for (Answer day : graphQL.ask(TALLIES, asked).list("data", "participant", "dailyTallies")) {
            for (Answer line : day.list("lines")) {
                lines.add(String.join(
                        " ",
                        who,
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

    /** As {@link #told} writes them, by key. */
    Map<String, String> streaks(String who) {
        return graphQL.ask(STREAKS, Map.of("who", who)).list("data", "participant", "streaks").stream()
                .collect(Collectors.toMap(one -> one.text("streak", "key"), one -> told(one)));
    }

    /** A ParticipantStreak, likewise. */
    static String told(Answer streak) {
        return told(
                streak.at("currentLength"),
                streak.at("longestLength"),
                streak.at("lastActiveDate"),
                streak.at("startDate"));
    }

    /** Such as {@code now 3, best 5, 2026-03-01 to 2026-03-03}. */
    static String told(@Nullable Object current, @Nullable Object best, @Nullable Object last, @Nullable Object start) {
        return "now %s, best %s, %s to %s".formatted(current, best, start, last);
    }

    /** Ids of the events, at most 1,000, of this actor that are kept and do not count. */
    List<String> muted(String who) {
        return graphQL.ask(MUTED, Map.of("who", who)).list("data", "participant", "activityEvents", "nodes").stream()
                .filter(event -> event.at("muted") == (Object) true)
                .map(event -> event.text("externalId"))
                .toList();
    }

    private static Map<String, Object> input(ModelEvent event, ModelDays days) {
        Map<String, Object> input = new HashMap<>();
        input.put("externalId", event.id());
        input.put("eventType", event.type());
        input.put("actor", profile(event.actor(), days));
        input.put("occurredAt", event.at().toString());
        if (event.peer() != null) {
            input.put("peer", profile(event.peer(), days));
        }
        if (event.winner() != null) {
            input.put("winner", Map.of("externalId", event.winner()));
        }
        if (event.region() != null) {
            input.put("group", region(event.region()));
        }
        if (event.peerRegion() != null) {
            input.put("peerGroup", region(event.peerRegion()));
        }
        if (event.zone() != null) {
            input.put("timeZone", event.zone().getId());
        }
        return input;
    }

    private static Map<String, Object> profile(String who, ModelDays days) {
        Map<String, Object> profile = new HashMap<>(Map.of("externalId", who));
        if (days.homes().get(who) != null) {
            profile.put("timeZone", days.homes().get(who).getId());
        }
        return profile;
    }

    static Map<String, String> region(String region) {
        return Map.of("region", region);
    }

    /** A DayRuleInput. */
    static Map<String, Object> rule(ModelDays days) {
        List<Map<String, Object>> zones = days.regions().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(one -> Map.<String, Object>of(
                        "group",
                        region(one.getKey()),
                        "timeZone",
                        one.getValue().getId()))
                .toList();
        return Map.of("kind", days.kind(), "timeZone", days.zone().getId(), "groupTimeZones", zones);
    }
}
