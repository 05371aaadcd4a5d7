package laurel.participant;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.database.Statements;
import laurel.database.sql.Sql;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** References by global ID and by external ID return equal responses with equally many statements. */
@LaurelTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ParticipantRefTest {
    private static final String BOARD = "{ leaderboard(key: \"refs\") { window(select: {relative:"
            + " {definitionKey: \"daily\"}}) { ranking { %s } } } }";

    @Inject
    LaurelServer server;

    private GraphQLClient client;

    @BeforeAll
    void submit() {
        client = server.client();
        client.ask(
                "mutation { createLeaderboard(input: {key: \"refs\", windowDefinitions: [{kind: DAILY}]}) { __typename } }");
        for (String who : List.of("ann", "bob", "cem")) {
            client.ask("mutation { submitScore(input: {leaderboardKey: \"refs\", participant: {externalId: \"" + who
                    + "\"}, score: 1}) { __typename } }");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{ participant(ref: REF) { externalId metadata } }",
                "{ participant(ref: REF) { currentStandings { nodes { rank } } } }",
                "{ leaderboard(key: \"refs\") { window(select: {relative: {definitionKey: \"daily\"}}) {"
                        + " ranking { standing(participant: REF) { rank } } } } }",
                "{ leaderboard(key: \"refs\") { window(select: {relative: {definitionKey: \"daily\"}}) { ranking {"
                        + " around(participant: REF) { nodes { participant { externalId } } }"
                        + " standingsOf(participants: [REF]) { rank } } } } }",
                "{ leaderboard(key: \"refs\") { rankHistory(participant: REF) { edges { node { standing"
                        + " { rank } } } } } }",
            })
    void returnsSameResultForIdAndExternalId(String document) {
        Sql sql = server.bean(Sql.class);
        String byExternalId = document.replace("REF", "{external: {externalId: \"bob\"}}");
        // From now on, leaderboards, windows and rankings are in memory.
        client.ask(byExternalId);
        try (var recorded = Statements.of(sql)) {
            Answer external = client.ask(byExternalId);
            int statements = recorded.take().size();
            Answer own = client.ask(document.replace("REF", "{id: \"" + id("bob") + "\"}"));
            assertThat(own.json()).isEqualTo(external.json());
            // One statement looks up the ID.
            assertThat(recorded.take()).hasSize(statements + 1);
        }
    }

    @Test
    void listsParticipantOnceIfNamedTwice() {
        String both =
                "standingsOf(participants: [{id: \"" + id("ann") + "\"}, {external: {externalId: \"ann\"}}]) { rank }";
        assertThat((List<?>)
                        client.ask(BOARD.formatted(both)).at("data", "leaderboard", "window", "ranking", "standingsOf"))
                .hasSize(1);
    }

    @Test
    void returnsNullForUnknownId() {
        String unknown = server.id("Participant", 0, 999_999_999);
        assertThat(client.ask("{ participant(ref: {id: \"" + unknown + "\"}) { id } }")
                        .at("data", "participant"))
                .isNull();
        assertThat(client.ask(BOARD.formatted("standing(participant: {id: \"" + unknown + "\"}) { rank }"))
                        .at("data", "leaderboard", "window", "ranking", "standing"))
                .isNull();
    }

    @Test
    void rejectsIdOfAnotherType() {
        String board = client.ask("{ leaderboard(key: \"refs\") { id } }").text("data", "leaderboard", "id");
        assertInvalid("participant(ref: {id: \"x\"}) { id }", "`ref.id` is not an ID.");
        assertInvalid(
                "participant(ref: {id: \"" + board + "\"}) { id }",
                "`ref.id` must be the ID of a Participant; it is the ID of a Leaderboard.");
        assertInvalid(
                "leaderboard(key: \"refs\") { window(select: {relative: {definitionKey: \"daily\"}}) { ranking {"
                        + " standingsOf(participants: [{external: {externalId: \"ann\"}}, {id: \"\"}]) { rank } } } }",
                "`participants[1].id` is not an ID.");
    }

    @Test
    void requiresEitherIdOrExternalId() {
        for (String ref : List.of("{}", "{id: \"x\", external: {externalId: \"ann\"}}", "{id: null}")) {
            Answer answer = client.send("{ participant(ref: " + ref + ") { id } }", Map.of());
            assertThat(answer.at("errors", 0, "extensions", "code"))
                    .as(ref)
                    .isIn("INVALID_ARGUMENT", "GRAPHQL_VALIDATION_FAILED");
        }
    }

    /** Null for an argument or input field with a default means the default. */
    @Test
    void appliesDefaultToExplicitNull() {
        String document = "query ($ref: ParticipantRef!) { participant(ref: $ref) { entityType } }";
        for (Map<String, @Nullable Object> external : List.of(
                named("ann", "ACCOUNT"), named("ann", null), Map.<String, @Nullable Object>of("externalId", "ann"))) {
            Answer answer = client.ask(document, Map.of("ref", Map.of("external", external)));
            assertThat(answer.at("data", "participant", "entityType")).isEqualTo("ACCOUNT");
        }
        assertThat(client.ask(
                                "{ participant(ref: {external: {entityType: null, externalId: \"ann\"}}) { externalId } }")
                        .at("data", "participant", "externalId"))
                .isEqualTo("ann");
    }

    private static Map<String, @Nullable Object> named(String externalId, @Nullable String entityType) {
        Map<String, @Nullable Object> name = new HashMap<>();
        name.put("externalId", externalId);
        name.put("entityType", entityType);
        return name;
    }

    private void assertInvalid(String field, String message) {
        Answer answer = client.send("{ " + field + " }", Map.of());
        assertThat(answer.at("errors", 0, "extensions", "code")).isEqualTo("INVALID_ID");
        assertThat(answer.at("errors", 0, "message")).isEqualTo(message);
    }

    private String id(String externalId) {
        return client.ask("{ participant(ref: {external: {externalId: \"" + externalId + "\"}}) { id } }")
                .text("data", "participant", "id");
    }
}
