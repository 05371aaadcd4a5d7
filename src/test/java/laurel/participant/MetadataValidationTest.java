package laurel.participant;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.util.List;
import java.util.stream.Stream;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * JSON objects are checked when they are written, in literals and in variables. Stored objects are returned without checks.
 */
@LaurelTest(at = "2025-07-13T12:00:00Z")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MetadataValidationTest {
    private static final String LONG_NAME = "n".repeat(1_001);
    private static final List<String> REJECTED = List.of(
            LONG_NAME + ": 1",
            "list: [{" + LONG_NAME + ": 1}]",
            "deep: " + "[".repeat(64) + "]".repeat(64),
            "small: 1." + "1".repeat(171) + "e-30",
            "large: 1." + "1".repeat(171) + "e30, small: 1e-31",
            "text: \"\\u0000\"");
    private static final List<String> ACCEPTED = List.of(
            "n".repeat(1_000) + ": 1",
            "deep: " + "[".repeat(63) + "]".repeat(63),
            "number: 1." + "1".repeat(160) + "e-30",
            "number: -" + "9".repeat(199),
            "number: 1e30, least: 1E-30",
            "text: \"1e999 \\\\u0000\"");

    @Inject
    LaurelServer server;

    private GraphQLClient client;

    @BeforeAll
    void start() {
        client = server.client();
        client.ask("mutation { createLeaderboard(input: {key: \"one\"}) { __typename } }");
    }

    static Stream<Arguments> rejected() {
        return mutations().flatMap(mutation -> REJECTED.stream().map(json -> Arguments.of(mutation, json)));
    }

    static Stream<Arguments> accepted() {
        return mutations().flatMap(mutation -> ACCEPTED.stream().map(json -> Arguments.of(mutation, json)));
    }

    private static Stream<String> mutations() {
        return Stream.of(
                "createParticipant(input: {externalId: \"ann\", metadata: <json>})",
                "updateParticipant(input: {participant: {external: {externalId: \"ann\"}}, metadata: <json>})",
                "updateLeaderboard(input: {leaderboardKey: \"one\", expectedVersion: <version>, metadata: <json>})",
                "submitScore(input: {leaderboardKey: \"one\", participant: {externalId: \"ann\"}, score: 1, metadata: <json>})",
                "submitScore(input: {leaderboardKey: \"one\", participant: {externalId: \"ann\", metadata: <json>}, score: 1})",
                "recordActivity(input: {externalId: \"e\", eventType: \"t\", actor: {externalId: \"ann\"}, metadata: <json>})");
    }

    @ParameterizedTest
    @MethodSource("rejected")
    void rejectsMetadataThatCannotBeReturned(String mutation, String json) {
        Answer answer = write(mutation, json);
        assertThat(answer.at("code")).as("%s", answer).isEqualTo("INVALID_METADATA");
        assertThat(answer.text("message")).hasSizeLessThan(400);
    }

    @ParameterizedTest
    @MethodSource("accepted")
    void acceptsValidMetadata(String mutation, String json) {
        assertThat(write(mutation, json).at("code")).isNotEqualTo("INVALID_METADATA");
    }

    /** The same values in variables, at the maximum depth of an object. */
    @ParameterizedTest
    @MethodSource("all")
    void acceptsSameMetadataInVariables(String fields) {
        String json = "{" + fields.replaceAll("(\\w+): ", "\"$1\": ") + "}";
        Answer answer = client.sendRaw(
                "mutation ($input: [SubmitScoreInput!]!) { submitScores(input: {items: $input}) { acceptedCount } }",
                "{\"input\": [{\"leaderboardKey\": \"one\", \"score\": 1, \"participant\": {\"externalId\": \"ann\","
                        + " \"metadata\": " + json + "}}]}");
        assertThat(answer.at("data", "submitScores", "acceptedCount"))
                .as("%s", answer)
                .isEqualTo(1);
    }

    static Stream<String> all() {
        return ACCEPTED.stream();
    }

    private Answer write(String mutation, String json) {
        String version = client.ask("{ leaderboard(key: \"one\") { version } }").text("data", "leaderboard", "version");
        return client.ask("mutation { write: "
                        + mutation.replace("<version>", version).replace("<json>", "{" + json + "}")
                        + " { __typename errors { code message } } }")
                .node("data", "write")
                .orError();
    }

    @Test
    void returnsStoredMetadata() {
        client.ask("mutation { createParticipant(input: {externalId: \"old\"}) { __typename } }");
        String stored = "{\"" + LONG_NAME + "\": 1, \"deep\": " + "[".repeat(400) + "]".repeat(400) + ", \"number\": 1."
                + "1".repeat(171) + "e-30}";
        server.database()
                .sql()
                .of(
                        "UPDATE participant SET metadata = CAST(:stored AS jsonb) WHERE app_id = :app AND external_id = 'old'")
                .bind("stored", stored)
                .bind("app", server.appId())
                .execute();
        Answer attributes = client.ask("{ participant(ref: {external: {externalId: \"old\"}}) { metadata } }")
                .node("data", "participant", "metadata");
        assertThat(attributes.at(LONG_NAME)).isEqualTo(1);
        assertThat(attributes.at("deep")).isNotNull();
        assertThat(attributes.text("number")).startsWith("1.111");
    }
}
