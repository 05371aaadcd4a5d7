package laurel.audit.graphql;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@LaurelTest
class AuditGraphQLTest {
    private static final String LIST = """
            query ($filter: AuditRecordFilter, $first: Int, $after: String) {
              auditRecords(filter: $filter, first: $first, after: $after) {
                nodes { id recordedAt actor role action subjectType subjectKey subjectId before after }
                pageInfo { hasNextPage endCursor } } }
            """;
    private static final String CREATE = """
            mutation { createLeaderboard(input: {key: "steps", name: "Steps", gracePeriod: "PT10M",
              windowDefinitions: [{kind: ALL_TIME}]}) { leaderboard { id } } }
            """;
    private static final String SCORE = """
            mutation { submitScore(input: {leaderboardKey: "steps", participant: {externalId: "ada"}, score: 7}) {
              receipt { status } } }
            """;

    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    private GraphQLClient client;
    private String board;

    @BeforeEach
    void createLeaderboard() {
        client = server.client();
        board = client.ask(CREATE).text("data", "createLeaderboard", "leaderboard", "id");
        clock.advance(Duration.ofMinutes(1));
    }

    private List<Answer> records(Map<String, ?> filter) {
        return client.ask(LIST, Map.of("filter", filter)).list("data", "auditRecords", "nodes");
    }

    private void rename(String name) {
        client.ask(
                "mutation ($name: String) { updateLeaderboard(input: {leaderboardKey: \"steps\", name: $name}) {"
                        + " leaderboard { id } } }",
                Map.of("name", name));
        clock.advance(Duration.ofMinutes(1));
    }

    @Test
    void showsChangedFieldsBeforeAndAfterAnUpdate() {
        rename("Daily steps");
        Answer record = records(Map.of("action", "updateLeaderboard")).getFirst();
        assertThat(record.at("before")).isEqualTo(Map.of("key", "steps", "name", "Steps", "version", 1));
        assertThat(record.at("after")).isEqualTo(Map.of("key", "steps", "name", "Daily steps", "version", 2));
        assertThat(record.at("recordedAt")).isEqualTo("2025-07-13T14:31:00Z");
        assertThat(record.at("actor")).isEqualTo("configured key 1");
        assertThat(record.at("role")).isEqualTo("ADMIN");
    }

    @Test
    void showsFieldsOfCreatedAndDeletedObjects() {
        client.ask("mutation { deleteLeaderboard(input: {leaderboardKey: \"steps\"}) { deletedLeaderboardId } }");
        List<Answer> records = records(Map.of("subjectType", "Leaderboard"));
        assertThat(records)
                .extracting(record -> record.at("action"))
                .containsExactly("deleteLeaderboard", "createLeaderboard");
        assertThat(records.getFirst().at("after")).isNull();
        assertThat(records.getLast().at("before")).isNull();
        assertThat(records.getFirst().at("before")).isEqualTo(records.getLast().at("after"));
        assertThat(records.getLast().at("after", "gracePeriod")).isEqualTo("PT10M");
        assertThat(records.getLast().at("after", "windowDefinitions", 0, "kind"))
                .isEqualTo("ALL_TIME");
    }

    @Test
    void namesReferencedObjectsByKey() {
        client.ask(SCORE);
        client.ask("""
                mutation { removeEntry(input: {leaderboardKey: "steps", reason: "cheats",
                  participant: {external: {externalId: "ada"}}}) { errors { code } } }
                """);
        assertThat(records(Map.of("subjectType", "EntryRemoval")).getFirst().at("after"))
                .isEqualTo(Map.of(
                        "leaderboardKey", "steps",
                        "participant", "ACCOUNT/ada",
                        "windowName", "ALL-TIME",
                        "reason", "cheats",
                        "removedAt", "2025-07-13T14:31:00+00:00"));
    }

    @Test
    void recordsDaysOfFreezeOnce() {
        client.ask("mutation { createStreak(input: {key: \"daily\"}) { streak { id } } }");
        client.ask("""
                mutation { freezeStreak(input: {streakKey: "daily", participant: {externalId: "ada"},
                  startDate: "2025-07-10", endDate: "2025-07-12"}) { errors { code } } }
                """);
        assertThat(records(Map.of("action", "freezeStreak")))
                .extracting(record -> record.at("after"))
                .containsExactly(Map.of(
                        "streakKey", "daily",
                        "participant", "ACCOUNT/ada",
                        "days", List.of("2025-07-10", "2025-07-11", "2025-07-12")));
    }

    @Test
    void leavesNoRecordOfRefusedMutationOrDryRun() {
        client.ask(SCORE);
        int before = records(Map.of()).size();
        client.ask(CREATE);
        client.ask("""
                mutation {
                  updateLeaderboard(input: {leaderboardKey: "steps", expectedVersion: 9, name: "x"}) { errors { code } }
                  removeEntry(input: {leaderboardKey: "steps", dryRun: true, participant: {external: {externalId: "ada"}}}) {
                    errors { code } }
                  awardBadge(input: {badgeKey: "none", participant: {externalId: "new"}}) { errors { code } } }
                """);
        assertThat(records(Map.of())).hasSize(before);
    }

    @Test
    void leavesNoRecordOfUnchangedObject() {
        rename("Steps");
        assertThat(records(Map.of("action", "updateLeaderboard"))).isEmpty();
    }

    @Test
    void containsNoSecretOfWebhook() {
        String hook = "webhook { id } secret";
        Answer created =
                client.ask("mutation { createWebhook(input: {url: \"https://example.com\"}) { " + hook + " } }");
        String id = created.text("data", "createWebhook", "webhook", "id");
        Answer rotated = client.ask(
                "mutation ($id: ID!) { rotateWebhookSecret(input: {webhookId: $id}) { " + hook + " } }",
                Map.of("id", id));
        List<Answer> records = records(Map.of("subjectId", id));
        assertThat(records).hasSize(2);
        assertThat(records.toString())
                .doesNotContain(created.text("data", "createWebhook", "secret"))
                .doesNotContain(rotated.text("data", "rotateWebhookSecret", "secret"))
                .contains("oldUntil");
    }

    @Test
    void filtersByEachCondition() {
        rename("Daily steps");
        String id = records(Map.of("action", "updateLeaderboard")).getFirst().text("id");
        String later = "2025-07-13T14:31:00Z";
        assertThat(ids(Map.of("actor", "configured key 1", "startTime", later))).containsExactly(id);
        assertThat(ids(Map.of("actor", "other key"))).isEmpty();
        assertThat(ids(Map.of("subjectKey", "steps", "subjectType", "Leaderboard", "startTime", later)))
                .containsExactly(id);
        assertThat(ids(Map.of("subjectId", board, "endTime", later))).hasSize(1).doesNotContain(id);
        assertThat(ids(Map.of("subjectId", board))).hasSize(2).startsWith(id);
        assertThat(ids(Map.of("subjectType", "Badge"))).isEmpty();
    }

    @Test
    void listsNothingForIdOfAnObjectWithoutRecords() {
        String definition = client.ask("{ leaderboard(key: \"steps\") { windowDefinition(key: \"all-time\") { id } } }")
                .text("data", "leaderboard", "windowDefinition", "id");
        assertThat(ids(Map.of("subjectId", definition))).isEmpty();
    }

    private List<String> ids(Map<String, ?> filter) {
        return records(filter).stream().map(record -> record.text("id")).toList();
    }

    @Test
    void pagesFromNewestToOldest() {
        for (int n = 0; n < 5; n++) {
            rename("Steps " + n);
        }
        Map<String, ?> filter = Map.of("action", "updateLeaderboard");
        Answer first = client.ask(LIST, Map.of("filter", filter, "first", 3));
        rename("Steps 5");
        Answer second = client.ask(
                LIST,
                Map.of(
                        "filter",
                        filter,
                        "first",
                        3,
                        "after",
                        first.text("data", "auditRecords", "pageInfo", "endCursor")));
        assertThat(names(first)).containsExactly("Steps 4", "Steps 3", "Steps 2");
        assertThat(names(second)).containsExactly("Steps 1", "Steps 0");
        assertThat(second.at("data", "auditRecords", "pageInfo", "hasNextPage")).isEqualTo(false);
    }

    private static List<Object> names(Answer page) {
        return page.list("data", "auditRecords", "nodes").stream()
                .map(record -> record.at("after", "name"))
                .toList();
    }

    @Test
    void rejectsPageOfMoreThan100Records() {
        assertThat(client.send(LIST, Map.of("first", 101)).text("errors", 0, "extensions", "code"))
                .isEqualTo("INVALID_PAGE_SIZE");
    }

    @Test
    void listsOnlyRecordsOfTheApp() {
        try (LaurelServer other = server.inNewApp()) {
            List<Answer> records = other.client().ask(LIST).list("data", "auditRecords", "nodes");
            assertThat(records).extracting(record -> record.at("action")).containsExactly("createApp");
            assertThat(records.getFirst().at("subjectType")).isEqualTo("App");
        }
    }

    @Test
    void findsRecordByIdForAdministratorsOnly() {
        String id = records(Map.of()).getFirst().text("id");
        String document = "query ($id: ID!) { auditRecord(id: $id) { action } node(id: $id) { id } }";
        assertThat(client.ask(document, Map.of("id", id)).text("data", "auditRecord", "action"))
                .isEqualTo("createLeaderboard");
        String key = client.ask("mutation { createApiKey(input: {name: \"reader\", role: READER}) { key } }")
                .text("data", "createApiKey", "key");
        Answer node = server.client(key).send("query ($id: ID!) { node(id: $id) { id } }", Map.of("id", id));
        assertThat(node.at("data", "node")).isNull();
        assertThat(node.at("errors", 0, "extensions", "code")).isEqualTo("FORBIDDEN");
    }
}
