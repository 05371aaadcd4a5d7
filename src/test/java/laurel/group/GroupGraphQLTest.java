package laurel.group;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.activity.ActivityClient;
import laurel.score.ScoreClient;
import laurel.score.StoredEntry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The directory of groups: what adds groups, how members are counted, and its limit. */
@LaurelTest
class GroupGraphQLTest {
    private static final String GROUP =
            "{ group { id attribute value name timeZone memberCount version } errors { __typename code path } }";

    @Inject
    LaurelServer server;

    private GraphQLClient client;

    @BeforeEach
    void start() {
        client = server.client();
    }

    private Answer change(String mutation, String fields) {
        return client.ask("mutation { " + mutation + "(input: {" + fields + "}) " + GROUP + " }")
                .node("data", mutation);
    }

    private Answer create(String value, String fields) {
        return change("createGroup", "attribute: \"campus\", value: \"" + value + "\"" + fields);
    }

    private Answer update(String value, String fields) {
        return change("updateGroup", "attribute: \"campus\", value: \"" + value + "\"" + fields);
    }

    private Answer delete(String attribute, String value) {
        return client.ask("mutation { deleteGroup(input: {attribute: \"" + attribute + "\", value: \"" + value
                        + "\"}) { deletedGroupId errors { code path } } }")
                .node("data", "deleteGroup");
    }

    /** Sets the own group values of a participant, and returns the error, if any. */
    private @Nullable Object join(String who, Map<String, String> group) {
        client.ask(
                "mutation ($id: String!) { createParticipant(input: {externalId: $id}) { errors { code } } }",
                Map.of("id", who));
        return client.ask(
                        "mutation ($id: String!, $group: GroupValues) { updateParticipant(input: {participant: {external:"
                                + " {externalId: $id}}, group: $group}) { errors { code path } } }",
                        Map.of("id", who, "group", group))
                .at("data", "updateParticipant", "errors", 0, "code");
    }

    /** Returns value and number of members of each group, page by page. */
    private List<String> groups(String attribute, String filter) {
        List<String> groups = new ArrayList<>();
        String after = null;
        do {
            Map<String, Object> variables = new HashMap<>(Map.of("attribute", attribute));
            variables.put("after", after);
            Answer page = client.ask(
                            "query ($attribute: String!, $after: String) { groups(attribute: $attribute, first: 2, after: $after"
                                    + filter + ") { nodes { value memberCount } pageInfo { hasNextPage endCursor } } }",
                            variables)
                    .node("data", "groups");
            page.list("nodes").forEach(node -> groups.add(node.text("value") + " " + node.text("memberCount")));
            after = Boolean.TRUE.equals(page.at("pageInfo", "hasNextPage")) ? page.text("pageInfo", "endCursor") : null;
        } while (after != null);
        return groups;
    }

    @Test
    void createsUpdatesAndDeletesGroup() {
        Answer created =
                create("north", ", name: \"North\", timeZone: \"Europe/Oslo\"").node("group");
        assertThat(created.at("name")).isEqualTo("North");
        assertThat(created.at("timeZone")).isEqualTo("Europe/Oslo");
        assertThat(created.at("memberCount")).isEqualTo("0");
        assertThat(create("south", "").at("group", "name")).isEqualTo("south");
        Answer updated = update("north", ", name: \"North Campus\", expectedVersion: 1");
        assertThat(updated.at("group", "name")).isEqualTo("North Campus");
        assertThat(updated.at("group", "timeZone")).isEqualTo("Europe/Oslo");
        assertThat(updated.at("group", "version")).isEqualTo(2);
        Answer cleared = update("north", ", name: null, timeZone: null");
        assertThat(cleared.at("group", "name")).isEqualTo("north");
        assertThat(cleared.at("group", "timeZone")).isNull();
        String node = "{ node(id: \"" + created.text("id") + "\") { ... on AppGroup { value } } }";
        assertThat(client.ask(node).at("data", "node", "value")).isEqualTo("north");
        assertThat(delete("campus", "north").at("deletedGroupId")).isEqualTo(created.text("id"));
        assertThat(client.ask(node).at("data", "node")).isNull();
        assertThat(groups("campus", "")).containsExactly("south 0");
        assertThat(client.ask("{ group(attribute: \"campus\", value: \"north\") { id } }")
                        .at("data", "group"))
                .isNull();
    }

    @Test
    void rejectsInvalidGroups() {
        create("north", "");
        assertThat(error(create("north", ""))).isEqualTo("GROUP_TAKEN [input, value]");
        assertThat(error(create(" ", ""))).isEqualTo("INVALID_GROUP_VALUE [input, value]");
        assertThat(error(create("x".repeat(65), ""))).isEqualTo("INVALID_GROUP_VALUE [input, value]");
        assertThat(error(change("createGroup", "attribute: \"_\", value: \"north\"")))
                .isEqualTo("INVALID_GROUP_ATTRIBUTE [input, attribute]");
        assertThat(error(create("south", ", name: \"\""))).isEqualTo("INVALID_TEXT [input, name]");
        assertThat(error(create("south", ", timeZone: \"Mars/Olympus\"")))
                .isEqualTo("INVALID_TIME_ZONE [input, timeZone]");
        assertThat(error(update("north", ", timeZone: \"Mars/Olympus\"")))
                .isEqualTo("INVALID_TIME_ZONE [input, timeZone]");
        assertThat(error(update("south", ""))).isEqualTo("GROUP_NOT_FOUND [input, value]");
        assertThat(error(update("north", ", expectedVersion: 2")))
                .isEqualTo("VERSION_CONFLICT [input, expectedVersion]");
        assertThat(error(delete("campus", "south"))).isEqualTo("GROUP_NOT_FOUND [input, value]");
        assertThat(groups("campus", "")).containsExactly("north 0");
        assertThat(client.send("{ groups(attribute: \"a b\") { nodes { id } } }", Map.of())
                        .at("errors", 0, "extensions", "code"))
                .isEqualTo("INVALID_ARGUMENT");
        assertThat(client.send(
                                "{ groups(attribute: \"a\", filter: {valuePrefix: \"" + "x".repeat(65)
                                        + "\"}) { nodes { id } } }",
                                Map.of())
                        .at("errors", 0, "extensions", "code"))
                .isEqualTo("INVALID_ARGUMENT");
    }

    private static String error(Answer payload) {
        return payload.at("errors", 0, "code") + " " + payload.at("errors", 0, "path");
    }

    @Test
    void listsGroupsInOrderOfCodePoints() {
        List<String> values = List.of("a", "a b", "aa", "b", "\u00e4", "\uffee", "\ud83d\ude00");
        values.reversed().forEach(value -> create(value, ""));
        change("createGroup", "attribute: \"house\", value: \"a\"");
        server.inNewApp()
                .client()
                .ask("mutation { createGroup(input: {attribute: \"campus\", value: \"c\"}) { errors { code } } }");
        assertThat(groups("campus", ""))
                .containsExactlyElementsOf(
                        values.stream().map(value -> value + " 0").toList());
        assertThat(groups("campus", ", filter: {valuePrefix: \"a\"}")).containsExactly("a 0", "a b 0", "aa 0");
        assertThat(groups("campus", ", filter: {valuePrefix: \"%\"}")).isEmpty();
        assertThat(groups("other", "")).isEmpty();
    }

    @Test
    void countsParticipantsWithOwnValue() {
        join("ann", Map.of("campus", "north", "house", "red"));
        join("bob", Map.of("campus", "north"));
        join("cleo", Map.of("campus", "south"));
        assertThat(groups("campus", "")).containsExactly("north 2", "south 1");
        assertThat(groups("house", "")).containsExactly("red 1");
        join("bob", Map.of("campus", "south"));
        join("ann", Map.of("house", "red"));
        assertThat(groups("campus", "")).containsExactly("north 0", "south 2");
        client.ask(
                "mutation { createParticipant(input: {externalId: \"dan\", group: {campus: \"north\"}}) { errors { code } }"
                        + " updateParticipant(input: {participant: {external: {externalId: \"cleo\"}}, group: null}) {"
                        + " errors { code } } }");
        assertThat(groups("campus", "")).containsExactly("north 1", "south 1");
    }

    @Test
    void addsGroupsOfSubmissionsAndEvents() {
        board("board", "");
        ScoreClient scores = new ScoreClient(client);
        scores.submit(score("ann", Map.of("campus", "north"), Map.of("campus", "north", "house", "red")));
        scores.submit(score("ann", Map.of("campus", "south"), Map.of("campus", "north", "house", "red")));
        assertThat(groups("campus", "")).containsExactly("north 1", "south 0");
        assertThat(groups("house", "")).containsExactly("red 1");
        Map<String, Object> event = ActivityClient.event("e1", "seen", "bob", "2025-07-13T12:00:00Z");
        event.put("actor", Map.of("externalId", "bob", "group", Map.of("campus", "west")));
        new ActivityClient(client).recordAll(List.of(event));
        new ActivityClient(client).recordAll(List.of(event));
        assertThat(groups("campus", "")).containsExactly("north 1", "south 0", "west 1");
    }

    @Test
    void deletesOnlyUnusedGroup() {
        board("board", "");
        new ScoreClient(client).submit(score("ann", Map.of("campus", "north"), Map.of()));
        join("bob", Map.of("campus", "south"));
        assertThat(error(delete("campus", "north"))).isEqualTo("GROUP_IN_USE [input, value]");
        assertThat(error(delete("campus", "south"))).isEqualTo("GROUP_IN_USE [input, value]");
        join("bob", Map.of());
        assertThat(delete("campus", "south").at("errors")).isEqualTo(List.of());
        client.ask("mutation { deleteLeaderboard(input: {leaderboardKey: \"board\"}) { errors { code } } }");
        assertThat(delete("campus", "north").at("errors")).isEqualTo(List.of());
        assertThat(groups("campus", "")).isEmpty();
        join("bob", Map.of("campus", "north"));
        assertThat(groups("campus", "")).containsExactly("north 1");
    }

    @Test
    void neverCountsFewerThanNoMembers() {
        join("ann", Map.of("campus", "north"));
        join("bob", Map.of("campus", "south"));
        server.database().sql().execute("UPDATE group_value SET member_count = 0 WHERE value = 'north'");
        server.database().sql().execute("DELETE FROM group_value WHERE value = 'south'");
        join("ann", Map.of());
        join("bob", Map.of("campus", "west"));
        assertThat(groups("campus", "")).containsExactly("north 0", "west 1");
    }

    /** An attribute has at most 10,000 groups: the next one is an error of the item that would add it. */
    @Test
    void rejectsMoreThanTenThousandGroups() {
        board("board", ", maxScore: 100");
        fill(9_999);
        assertThat(create("north", "").at("errors")).isEqualTo(List.of());
        assertThat(error(create("south", ""))).isEqualTo("LIMIT_REACHED [input, value]");
        assertThat(join("ann", Map.of("campus", "south"))).isEqualTo("LIMIT_REACHED");
        assertThat(join("ann", Map.of("campus", "north", "house", "red"))).isNull();
        Answer results = new ScoreClient(client)
                .submitAll(List.of(
                        score("ann", Map.of("campus", "south"), Map.of()),
                        score("ann", Map.of("campus", "north"), Map.of()),
                        score("bob", Map.of("campus", "north"), Map.of("campus", "south")),
                        score("bob", Map.of("campus", "g17"), Map.of()),
                        score("cleo", Map.of(), Map.of("campus", "south"))));
        assertThat(results.list("results").stream()
                        .map(result -> result.at("errors", 0, "code") + " " + result.at("errors", 0, "path")))
                .containsExactly(
                        "LIMIT_REACHED [input, items, 0, group, campus]",
                        "null null",
                        "LIMIT_REACHED [input, items, 2, participant, group, campus]",
                        "null null",
                        "LIMIT_REACHED [input, items, 4, participant, group, campus]");
        Map<String, Object> event = ActivityClient.event("e1", "seen", "bob", "2025-07-13T12:00:00Z");
        event.put("actor", Map.of("externalId", "bob", "group", Map.of("campus", "south")));
        Answer recorded = new ActivityClient(client).record(List.of(event));
        assertThat(recorded.at("results", 0, "errors", 0, "code")).isEqualTo("LIMIT_REACHED");
        assertThat(recorded.at("results", 0, "errors", 0, "path"))
                .isEqualTo(List.of("input", "items", "0", "actor", "group", "campus"));
        assertThat(client.ask("{ group(attribute: \"campus\", value: \"south\") { id } }")
                        .at("data", "group"))
                .isNull();
        assertThat(StoredEntry.of(server, "board")).hasSize(4);
        assertThat(delete("campus", "g3").at("errors")).isEqualTo(List.of());
        assertThat(create("south", "").at("errors")).isEqualTo(List.of());
        assertThat(error(create("g3", ""))).isEqualTo("LIMIT_REACHED [input, value]");
    }

    private void fill(int count) {
        server.database()
                .sql()
                .of("INSERT INTO group_value (app_id, attribute, value, created_at)"
                        + " SELECT :app, 'campus', 'g' || n, '2025-01-01Z' FROM generate_series(1, :count) AS n")
                .bind("app", server.appId())
                .bind("count", count)
                .execute();
    }

    private void board(String key, String fields) {
        client.ask("mutation { createLeaderboard(input: {key: \"" + key + "\", groupings: [[], [\"campus\"]]" + fields
                        + "}) { leaderboard { id } } }")
                .text("data", "createLeaderboard", "leaderboard", "id");
    }

    private static Map<String, Object> score(String who, Map<String, String> group, Map<String, String> own) {
        Map<String, Object> input = new HashMap<>(ScoreClient.score("board", who, 1));
        input.put("group", group);
        input.put("participant", own.isEmpty() ? Map.of("externalId", who) : Map.of("externalId", who, "group", own));
        return input;
    }
}
