package laurel.erasure;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.SocketFollower;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The erasure of a participant, as clients see it. */
@LaurelTest(at = "2025-07-13T12:00:00Z")
class ErasureGraphQLTest {
    private static final String FOLLOW = "subscription { topStandingsChanged(ranking: {leaderboardKey: \"race\"}) {"
            + " standings { score participant { name } } } }";
    private static final Map<String, Object> ANN = Map.of("external", Map.of("externalId", "ann"));

    @Inject
    LaurelServer server;

    private GraphQLClient admin;
    private ErasureClient client;
    private String annId;

    @BeforeEach
    void start() {
        admin = server.client();
        client = new ErasureClient(server);
        client.change(
                "createLeaderboard(input: {key: \"race\", windowDefinitions: [{kind: ALL_TIME}, {kind: DAILY}]})");
        client.change("createParticipant(input: {externalId: \"ann\", name: \"Ann\", group: {team: \"red\"}})");
        client.submit("ann", 9);
        client.submit("ben", 5);
        client.submit("cho", 3);
        annId = admin.ask("{ participant(ref: {external: {externalId: \"ann\"}}) { id } }")
                .text("data", "participant", "id");
    }

    private void record(String event, String actor, String peer) {
        client.change(
                "recordActivity(input: {externalId: \"" + event + "\", eventType: \"dm.sent\", actor: {externalId: \""
                        + actor + "\"}, peer: {externalId: \"" + peer + "\"}})");
    }

    private String refusal(Map<String, Object> participant) {
        Answer refused = admin.ask(ErasureClient.ERASE, Map.of("input", Map.of("participant", participant)))
                .node("data", "eraseParticipant");
        assertThat(refused.at("job")).isNull();
        return refused.at("errors", 0, "code") + " " + refused.at("errors", 0, "path");
    }

    private int exportStatus(String path) {
        HttpRequest request = HttpRequest.newBuilder(server.ofApp(path))
                .header("Authorization", "Bearer " + LaurelServer.KEY)
                .build();
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(request, BodyHandlers.ofString()).statusCode();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void removesStandingsByDefault() {
        Answer payload = admin.ask(ErasureClient.ERASE, Map.of("input", Map.of("participant", ANN)))
                .node("data", "eraseParticipant");
        assertThat(payload.at("erasedParticipantId")).isEqualTo(annId);
        assertThat(payload.at("job", "kind")).isEqualTo("ERASE_PARTICIPANT");
        assertThat(payload.at("job", "cancellable")).isEqualTo(false);
        assertThat(client.standings("race", "ALL-TIME")).containsExactly("1 ben 5", "2 cho 3");
    }

    @Test
    void keepsAnonymousStandings() {
        client.erase("ann", ErasedStandings.ANONYMOUS);
        assertThat(client.standings("race", "ALL-TIME")).containsExactly("1 - 9", "2 ben 5", "3 cho 3");
        Answer standing = admin.ask("{ leaderboard(key: \"race\") { ranking { standings(first: 1) { nodes {"
                        + " id metadata score } } } } }")
                .node("data", "leaderboard", "ranking", "standings", "nodes", 0);
        assertThat(standing.at("metadata")).isNull();
        assertThat(admin.ask(
                                "query ($id: ID!) { node(id: $id) { ... on Standing { score participant { id } } } }",
                                Map.of("id", standing.text("id")))
                        .at("data", "node", "participant"))
                .isNull();
    }

    @ParameterizedTest
    @EnumSource
    void findsNoErasedParticipant(ErasedStandings standings) {
        client.start("ann", standings);
        Answer found = admin.ask("""
                query ($id: ID!) {
                  byName: participant(ref: {external: {externalId: "ann"}}) { id }
                  byId: participant(ref: {id: $id}) { id }
                  node(id: $id) { id }
                  participants { nodes { externalId } }
                  group(attribute: "team", value: "red") { memberCount }
                  leaderboard(key: "race") { ranking { standing(participant: {id: $id}) { rank }
                    around(participant: {id: $id}) { nodes { rank } } } }
                }
                """, Map.of("id", annId));
        assertThat(found.at("data"))
                .isEqualTo(admin.ask("""
                                query ($id: ID!) {
                                  byName: participant(ref: {external: {externalId: "unknown"}}) { id }
                                  byId: participant(ref: {id: $id}) { id }
                                  node(id: $id) { id }
                                  participants { nodes { externalId } }
                                  group(attribute: "team", value: "red") { memberCount }
                                  leaderboard(key: "race") { ranking { standing(participant: {id: $id}) { rank }
                                    around(participant: {id: $id}) { nodes { rank } } } }
                                }
                                """, Map.of("id", server.id("Participant", 0, 9_999)))
                        .at("data"));
        assertThat(found.at("data", "node")).isNull();
        assertThat(found.list("data", "participants", "nodes").stream().map(node -> node.text("externalId")))
                .containsExactly("ben", "cho");
        assertThat(found.at("data", "group", "memberCount")).isEqualTo("0");
        assertThat(exportStatus("/participants/ACCOUNT/ann/export")).isEqualTo(404);
        assertThat(exportStatus("/participants/" + annId + "/export")).isEqualTo(404);
        assertThat(exportStatus("/participants/ACCOUNT/ben/export")).isEqualTo(200);
    }

    @Test
    void rejectsUnknownAndErasedParticipant() {
        client.start("ann", ErasedStandings.ANONYMOUS);
        for (Map<String, Object> participant : List.of(
                ANN,
                Map.<String, Object>of("id", annId),
                Map.<String, Object>of("external", Map.of("externalId", "zoe")))) {
            assertThat(refusal(participant)).isEqualTo("PARTICIPANT_NOT_FOUND [input, participant]");
        }
        for (String mutation : List.of(
                "updateParticipant(input: {participant: {id: \"ID\"}, name: \"Ann\"})",
                "setPseudonym(input: {participant: {id: \"ID\"}, pseudonym: \"Ann\"})",
                "banParticipant(input: {participant: {id: \"ID\"}})",
                "removeEntries(input: {participant: {id: \"ID\"}})",
                "removeEntry(input: {leaderboardKey: \"race\", participant: {id: \"ID\"}})")) {
            assertThat(admin.ask("mutation { change: " + mutation.replace("ID", annId) + " { errors { code } } }")
                            .at("data", "change", "errors", 0, "code"))
                    .as(mutation)
                    .isEqualTo("PARTICIPANT_NOT_FOUND");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"READER", "WRITER"})
    void requiresAdministrator(String role) {
        String key = admin.ask("mutation { createApiKey(input: {name: \"k\", role: " + role + "}) { key } }")
                .text("data", "createApiKey", "key");
        assertThat(server.client(key)
                        .send(ErasureClient.ERASE, Map.of("input", Map.of("participant", ANN)))
                        .at("errors", 0, "extensions", "code"))
                .isEqualTo("FORBIDDEN");
    }

    @ParameterizedTest
    @EnumSource
    void createsNewParticipantWithSameExternalId(ErasedStandings standings) {
        record("before", "ann", "ben");
        client.start("ann", standings);
        record("after", "ann", "ben");
        client.submit("ann", 4);
        server.runJobs();
        assertThat(admin.ask("{ participant(ref: {external: {externalId: \"ann\"}}) { activityEvents {"
                                + " nodes { externalId } } } }")
                        .list("data", "participant", "activityEvents", "nodes"))
                .extracting(event -> event.text("externalId"))
                .containsExactly("after");
        String newId = admin.ask("{ participant(ref: {external: {externalId: \"ann\"}}) { id } }")
                .text("data", "participant", "id");
        assertThat(newId).isNotEqualTo(annId);
        assertThat(client.standings("race", "ALL-TIME"))
                .isEqualTo(
                        standings == ErasedStandings.REMOVED
                                ? List.of("1 ben 5", "2 ann 4", "3 cho 3")
                                : List.of("1 - 9", "2 ben 5", "3 ann 4", "4 cho 3"));
        assertThat(admin.ask(
                                "{ submissions(filter: {participant: {external: {externalId: \"ann\"}}}) { nodes { score } } }")
                        .list("data", "submissions", "nodes"))
                .hasSize(1);
        client.erase("ann", standings);
        assertThat(client.standings("race", "ALL-TIME"))
                .isEqualTo(
                        standings == ErasedStandings.REMOVED
                                ? List.of("1 ben 5", "2 cho 3")
                                : List.of("1 - 9", "2 ben 5", "3 - 4", "4 cho 3"));
    }

    @Test
    void removesWithheldEntriesInBothModes() {
        client.change("banParticipant(input: {participant: {external: {externalId: \"ann\"}}, reason: \"r\"})");
        client.erase("ann", ErasedStandings.ANONYMOUS);
        assertThat(client.standings("race", "ALL-TIME")).containsExactly("1 ben 5", "2 cho 3");
        client.change("checkRankings(input: {leaderboardKey: \"race\"})");
        client.change("backfillWindows(input: {leaderboardKey: \"race\"})");
        server.runJobs();
        assertThat(client.standings("race", "ALL-TIME")).containsExactly("1 ben 5", "2 cho 3");
    }

    @Test
    void recordsActWithoutPersonalValues() {
        client.change("updateParticipant(input: {participant: {external: {externalId: \"ann\"}}, name: \"Annabel\"})");
        client.change("banParticipant(input: {participant: {external: {externalId: \"ann\"}}, reason: \"about Ann\"})");
        client.erase("ann", ErasedStandings.REMOVED);
        List<Answer> records = admin.ask("{ auditRecords(first: 100) { nodes {"
                        + " action actor subjectType subjectKey subjectId before after } } }")
                .list("data", "auditRecords", "nodes");
        assertThat(records.stream().map(one -> one.text("action")))
                .contains("createParticipant", "updateParticipant", "banParticipant", "eraseParticipant");
        assertThat(records.toString()).doesNotContain("ann", "Ann");
        assertThat(records.stream()
                        .filter(one -> one.text("action").equals("eraseParticipant")
                                && one.text("subjectType").equals("Participant")))
                .singleElement()
                .satisfies(one -> assertThat(one.at("after")).isEqualTo(Map.of("standings", "REMOVED")));
    }

    @ParameterizedTest
    @EnumSource
    void showsChangeToSubscribers(ErasedStandings standings) {
        try (SocketFollower follower =
                SocketFollower.startAs(LaurelServer.KEY, server.ofApp("/graphql"), FOLLOW, Map.of())) {
            assertThat(top(follower)).containsExactly("9 {name=Ann}", "5 {name=null}", "3 {name=null}");
            client.start("ann", standings);
            assertThat(top(follower))
                    .isEqualTo(
                            standings == ErasedStandings.REMOVED
                                    ? List.of("5 {name=null}", "3 {name=null}")
                                    : List.of("9 null", "5 {name=null}", "3 {name=null}"));
        }
    }

    private static List<String> top(SocketFollower follower) {
        return follower.next("topStandingsChanged").orElseThrow().list("standings").stream()
                .map(one -> one.text("score") + " " + one.at("participant"))
                .toList();
    }
}
