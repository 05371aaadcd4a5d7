package laurel.event;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;

/** Creates leaderboards that publish events, and reads these as lines. */
public record EventClient(GraphQLClient graphQL) {
    private static final String PAGE = """
            query ($after: String, $types: [EventType!]) { events(filter: {eventTypes: $types}, first: 100, after: $after) {
              pageInfo { endCursor hasNextPage }
              nodes { eventType sequence
                ... on EntryAddedEvent {
                  window { kind } group { name } participant { externalId } rank score }
                ... on RankChangedEvent {
                  window { kind } group { name } participant { externalId } previousRank rank previousScore score } } } }
            """;

    /**
     * Creates a leaderboard in which the last score counts.
     *
     * @param rules the items of {@code eventRules}
     * @param rest  of the input
     */
    public void create(String board, String rules, String rest) {
        graphQL.ask("mutation { createLeaderboard(input: {key: \"" + board + "\", updateMode: REPLACE, eventRules: ["
                        + rules + "] " + rest + "}) { leaderboard { id } errors { code path } } }")
                .text("data", "createLeaderboard", "leaderboard", "id");
    }

    /** All events about entries, oldest first. */
    public List<Answer> events() {
        List<Answer> events = new ArrayList<>();
        String after = null;
        boolean more = true;
        while (more) {
            Map<String, Object> variables = new HashMap<>();
            variables.put("after", after);
            variables.put("types", List.of("ENTRY_ADDED", "RANK_CHANGED"));
            Answer page = graphQL.ask(PAGE, variables).node("data", "events");
            events.addAll(page.list("nodes"));
            after = page.at("pageInfo", "endCursor") == null ? after : page.text("pageInfo", "endCursor");
            more = Boolean.TRUE.equals(page.at("pageInfo", "hasNextPage"));
        }
        return events;
    }

    /** All events about entries as lines, such as {@code RANK_CHANGED ALL_TIME null ann 2->1 5->9}. */
    public List<String> lines() {
        return events().stream().map(EventClient::line).toList();
    }

    /** An event as a line. */
    public static String line(Answer event) {
        boolean added = event.text("eventType").equals("ENTRY_ADDED");
        return String.join(
                " ",
                event.text("eventType"),
                event.text("window", "kind"),
                event.at("group") == null ? "null" : event.text("group", "name"),
                event.text("participant", "externalId"),
                added ? String.valueOf(event.at("rank")) : event.at("previousRank") + "->" + event.at("rank"),
                added ? event.text("score") : event.at("previousScore") + "->" + event.at("score"));
    }
}
