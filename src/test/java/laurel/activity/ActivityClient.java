package laurel.activity;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;

/** Records activity over HTTP. */
public final class ActivityClient {
    private static final String RECORD = """
            mutation ($items: [RecordActivityInput!]!) { recordActivities(input: {items: $items}) {
              acceptedCount failedCount
              results { index receipt { duplicate activityEvent { id muted } } errors { code path } }
              errors { code path } } }
            """;
    private static final String TALLIES = """
            query ($participant: String!, $days: DayRuleInput!, $start: Date!, $end: Date!) {
              participant(ref: {external: {externalId: $participant}}) {
              dailyTallies(dayRule: $days, startDate: $start, endDate: $end) {
                date lines { eventType role eventCount valueSum peerCount } } } }
            """;

    private final GraphQLClient client;

    /** @param client of the app */
    public ActivityClient(GraphQLClient client) {
        this.client = client;
    }

    /** A modifiable event without a peer. */
    public static Map<String, Object> event(String id, String type, String actor, String occurredAt) {
        Map<String, Object> event = new HashMap<>();
        event.put("externalId", id);
        event.put("eventType", type);
        event.put("actor", Map.of("externalId", actor));
        event.put("occurredAt", occurredAt);
        return event;
    }

    /** A modifiable event with a peer. */
    public static Map<String, Object> event(String id, String type, String actor, String peer, String occurredAt) {
        Map<String, Object> event = event(id, type, actor, occurredAt);
        event.put("peer", Map.of("externalId", peer));
        return event;
    }

    /** Records events, and returns the payload. */
    public Answer record(List<Map<String, Object>> events) {
        return client.ask(RECORD, Map.of("items", events)).node("data", "recordActivities");
    }

    /** Records events, and requires that all are accepted. */
    public void recordAll(List<Map<String, Object>> events) {
        Answer answer = record(events);
        if (!Integer.valueOf(events.size()).equals(answer.at("acceptedCount"))) {
            throw new AssertionError("not all events were accepted: " + answer.json());
        }
    }

    /**
     * Returns tallies as lines of date, event type, role, number of events, sum of values and number of peers:
     * {@code 2025-07-13 dm.sent ACTOR 2 0 1}.
     */
    public List<String> tallies(String participant, Map<String, ?> dayRule, String startDate, String endDate) {
        Answer answer = client.ask(
                TALLIES, Map.of("participant", participant, "days", dayRule, "start", startDate, "end", endDate));
        return answer.list("data", "participant", "dailyTallies").stream()
                .flatMap(day -> day.list("lines").stream()
                        .map(line -> String.join(
                                " ",
                                day.text("date"),
                                line.text("eventType"),
                                line.text("role"),
                                String.valueOf(line.at("eventCount")),
                                line.text("valueSum"),
                                String.valueOf(line.at("peerCount")))))
                .toList();
    }
}
