package laurel.activity;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;

/** Records activity over HTTP. */
public final class ActivityClient {
    private static final String RECORD = """
            mutation ($input: [ActivityEventInput!]!) { recordActivities(input: $input) {
              ... on ActivityBatch { accepted refused results {
                ... on ActivityReceipt { repeated event { id muted } }
                ... on Refusal { code path } } }
              ... on Refusal { code path } } }
            """;
    private static final String TALLIES = """
            query ($who: String!, $days: DayRuleInput!, $from: Date!, $through: Date!) { participant(ref: {external: \
                {externalId: $who}}) {
              dailyTallies(days: $days, from: $from, through: $through) {
                day lines { type part events total peers } } } }
            """;

    private final GraphQLClient client;

    /** @param client of the app */
    public ActivityClient(GraphQLClient client) {
        this.client = client;
    }

    /** An event of an actor, to add to. */
    public static Map<String, Object> event(String id, String type, String actor, String occurredAt) {
        Map<String, Object> event = new HashMap<>();
        event.put("id", id);
        event.put("type", type);
        event.put("actor", Map.of("externalId", actor));
        event.put("occurredAt", occurredAt);
        return event;
    }

    /** An event of two. */
    public static Map<String, Object> event(String id, String type, String actor, String peer, String occurredAt) {
        Map<String, Object> event = event(id, type, actor, occurredAt);
        event.put("peer", Map.of("externalId", peer));
        return event;
    }

    /** What became of these. */
    public Answer record(List<Map<String, Object>> events) {
        return client.ask(RECORD, Map.of("input", events)).node("data", "recordActivities");
    }

    /** Records these, all of which are accepted. */
    public void accepted(List<Map<String, Object>> events) {
        Answer answer = record(events);
        if (!Integer.valueOf(events.size()).equals(answer.at("accepted"))) {
            throw new AssertionError("not all were accepted: " + answer.json());
        }
    }

    /** The tallies of a participant's days, a line each: {@code 2025-07-13 dm.sent ACTOR 2 0 1}. */
    public List<String> tallies(String who, Map<String, ?> days, String from, String through) {
        Answer answer = client.ask(TALLIES, Map.of("who", who, "days", days, "from", from, "through", through));
        return answer.list("data", "participant", "dailyTallies").stream()
                .flatMap(day -> day.list("lines").stream()
                        .map(line -> String.join(
                                " ",
                                day.text("day"),
                                line.text("type"),
                                line.text("part"),
                                String.valueOf(line.at("events")),
                                line.text("total"),
                                String.valueOf(line.at("peers")))))
                .toList();
    }
}
