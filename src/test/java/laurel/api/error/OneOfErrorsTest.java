package laurel.api.error;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Exactly one field of a @oneOf input must be set. The error has the path and the names of the fields. */
@LaurelTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OneOfErrorsTest {
    private static final String PARTICIPANT = "must set exactly one of `id`, `external`, and not to null.";
    private static final String WINDOW =
            "must set exactly one of `id`, `name`, `relative`, `containing`, and not to null.";

    @Inject
    LaurelServer server;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {}
            {"id": "x", "external": {"externalId": "ann"}}
            {"id": null}
            {"id": null, "external": {"externalId": "ann"}}
            """)
    void rejectsVariableThatSetsNoneOrBothOrNull(String ref) {
        assertVariable(
                "query ($ref: ParticipantRef!) { participant(ref: $ref) { id } }", "{\"ref\": " + ref + "}", "ref");
        assertVariable(
                "mutation ($input: UpdateParticipantInput!) { updateParticipant(input: $input) { __typename } }",
                "{\"input\": {\"participant\": " + ref + "}}",
                "input.participant");
        assertVariable(
                "query ($refs: [ParticipantRef!]!) { leaderboard(key: \"board\") { ranking {"
                        + " standingsOf(participants: $refs) { rank } } } }",
                "{\"refs\": [{\"id\": \"x\"}, " + ref + "]}",
                "refs[1]");
    }

    private void assertVariable(String document, String variables, String place) {
        Answer answer = server.client().sendRaw(document, variables);
        assertThat(answer.at("errors", 0, "extensions", "code"))
                .as("%s", answer)
                .isEqualTo("INVALID_ARGUMENT");
        assertThat(answer.at("errors", 0, "message")).isEqualTo("Variable '" + place + "' " + PARTICIPANT);
        assertThat(answer.list("errors", 0, "extensions", "path").stream().map(Answer::json))
                .containsExactlyElementsOf(
                        Arrays.stream(place.replace("[1]", ".1").split("\\."))
                                .map(step -> step.equals("1") ? (Object) 1 : step)
                                .toList());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {}                                        | GRAPHQL_VALIDATION_FAILED
            {id: "x", external: {externalId: "ann"}}  | GRAPHQL_VALIDATION_FAILED
            {id: null}                                | INVALID_ARGUMENT
            """)
    void rejectsLiteralThatSetsNoneOrBothOrNull(String ref, String code) {
        for (String field : List.of(
                "query { participant(ref: REF) { id } }",
                "query { leaderboard(key: \"board\") { ranking { standing(participant: REF) { rank } } } }",
                "mutation { updateParticipant(input: {participant: REF}) { __typename } }")) {
            Answer answer = server.client().send(field.replace("REF", ref), Map.of());
            // The contents of an unknown field are not read.
            if (answer.at("errors") != null || !field.contains("leaderboard")) {
                assertThat(answer.at("errors", 0, "extensions", "code"))
                        .as("%s", answer)
                        .isEqualTo(code);
                assertThat(answer.text("errors", 0, "message"))
                        .endsWith("An argument of type ParticipantRef " + PARTICIPANT);
            }
        }
    }

    @Test
    void namesFieldsOfInput() {
        Answer window = server.client()
                .send(
                        "query ($w: WindowSelector) { leaderboard(key: \"board\") { window(select: $w) { id } } }",
                        Map.of("w", Map.of()));
        assertThat(window.at("errors", 0, "message")).isEqualTo("Variable 'w' " + WINDOW);
        Answer rule = server.client()
                .send("mutation { createBadge(input: {key: \"b\", name: \"B\", rule: {}}) { __typename } }", Map.of());
        assertThat(rule.text("errors", 0, "message"))
                .contains("An argument of type BadgeRuleInput must set exactly one of `rankAtClose`, `streak`,");
    }

    @Test
    void rejectsFieldWhoseVariableIsOmitted() {
        Answer answer = server.client().send("query ($id: ID) { participant(ref: {id: $id}) { id } }", Map.of());
        assertThat(answer.at("errors", 0, "extensions", "code")).isEqualTo("INVALID_ARGUMENT");
        assertThat(answer.at("errors", 0, "message")).isEqualTo("An argument of type ParticipantRef " + PARTICIPANT);
    }
}
