package laurel.graphql;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import graphql.schema.GraphQLArgument;
import graphql.schema.GraphQLFieldDefinition;
import graphql.schema.GraphQLInputObjectField;
import graphql.schema.GraphQLInputObjectType;
import graphql.schema.GraphQLInputType;
import graphql.schema.GraphQLSchema;
import graphql.schema.GraphQLTypeUtil;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Every argument of type ID rejects other texts and IDs of other types. The error names the argument. */
@LaurelTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BadIdTest {
    private static final String RANKING = "query ($id: ID!) { leaderboard(key: \"board\") { ranking { %s } } }";

    /** IDs in fields of objects, and in references. */
    private static final Map<String, String> NESTED = Map.of(
            "query ($id: ID!) { participant(ref: {id: $id}) { id } }",
            "ref.id",
            RANKING.formatted("standing(participant: {id: $id}) { rank }"),
            "participant.id",
            RANKING.formatted("around(participant: {id: $id}) { nodes { rank } }"),
            "participant.id",
            RANKING.formatted("standingsOf(participants: [{id: $id}]) { rank }"),
            "participants[0].id",
            "query ($id: ID!) { leaderboard(key: \"board\") { rankHistory(participant: {id: $id}) { nodes {"
                    + " standing { rank } } } } }",
            "participant.id",
            "query ($id: ID!) { leaderboard(key: \"board\") { window(select: {id: $id}) { id } } }",
            "select.id",
            "query ($id: ID!) { leaderboard(key: \"board\") { ranking(window: {id: $id}) { id } } }",
            "window.id",
            "mutation ($id: ID!) { updateParticipant(input: {participant: {id: $id}}) { __typename } }",
            "participant.id");

    @Inject
    LaurelServer server;

    @Inject
    GraphQLSchema schema;

    private record Place(String document, String argument, boolean anyType) {}

    @BeforeEach
    void createBoard() {
        server.client().send("mutation { createLeaderboard(input: {key: \"board\"}) { __typename } }", Map.of());
    }

    @Test
    void rejectsTamperedOldAndLongIds() {
        String id =
                server.client().ask("{ leaderboard(key: \"board\") { id } }").text("data", "leaderboard", "id");
        List<String> wrong = List.of(
                "",
                "\u0000",
                // A changed character.
                id.substring(0, 12) + (id.charAt(12) == 'x' ? 'y' : 'x') + id.substring(13),
                id.substring(1),
                // Another version, and the format without a version.
                "B" + id.substring(1),
                "TGVhZGVyYm9hcmQ6MQ",
                "x".repeat(10_000));
        for (Place place : places()) {
            for (String text : wrong) {
                assertInvalid(place, text, "`" + place.argument + "` is not an ID.");
            }
        }
    }

    @Test
    void rejectsIdsOfAnotherType() {
        String app = server.id("App", 0, 1);
        for (Place place : places()) {
            if (!place.anyType) {
                assertInvalid(place, app, "`" + place.argument + "` must be the ID of a");
            }
        }
    }

    @Test
    void findsNothingByIdsOfAnotherApp() {
        LaurelServer other = server.inNewApp();
        other.client().ask("mutation { createParticipant(input: {externalId: \"ann\"}) { __typename } }");
        String ann = other.client()
                .ask("{ participant(ref: {external: {externalId: \"ann\"}}) { id } }")
                .text("data", "participant", "id");
        NESTED.keySet().stream()
                .filter(document -> document.contains("articipant"))
                .forEach(document -> {
                    Answer answer = server.client().ask(document, Map.of("id", ann));
                    assertThat(String.valueOf(answer.json())).doesNotContain("ann");
                });
        assertThat(server.client()
                        .ask(
                                "mutation ($id: ID!) { updateParticipant(input: {participant: {id: $id}}) { errors { code } } }",
                                Map.of("id", ann))
                        .at("data", "updateParticipant", "errors", 0, "code"))
                .isEqualTo("PARTICIPANT_NOT_FOUND");
    }

    private void assertInvalid(Place place, String id, String message) {
        Answer answer = server.client().send(place.document, Map.of("id", id));
        assertThat(answer.at("errors", 0, "extensions", "code"))
                .as("%s: %s", place, answer)
                .isEqualTo("INVALID_ID");
        assertThat(answer.text("errors", 0, "message")).as("%s", place).startsWith(message);
    }

    /** All arguments of type ID in the schema, and the nested ones. */
    private List<Place> places() {
        List<Place> places = new ArrayList<>();
        NESTED.forEach((document, argument) -> places.add(new Place(document, argument, false)));
        schema.getQueryType().getFieldDefinitions().forEach(query -> query.getArguments().stream()
                .filter(argument -> isId(argument.getType()))
                .forEach(argument -> places.add(ofQuery(query, argument))));
        schema.getMutationType().getFieldDefinitions().forEach(mutation -> {
            var input = (GraphQLInputObjectType)
                    GraphQLTypeUtil.unwrapAll(mutation.getArgument("input").getType());
            input.getFields().stream()
                    .filter(field -> isId(field.getType()))
                    .forEach(field -> places.add(ofMutation(mutation, input, field)));
        });
        assertThat(places).hasSizeGreaterThan(NESTED.size() + 18);
        return places;
    }

    private static Place ofQuery(GraphQLFieldDefinition query, GraphQLArgument argument) {
        boolean list = GraphQLTypeUtil.isList(GraphQLTypeUtil.unwrapNonNull(argument.getType()));
        return new Place(
                "query ($id: ID!) { " + query.getName() + "(" + argument.getName() + ": " + (list ? "[$id]" : "$id")
                        + ") { __typename } }",
                argument.getName() + (list ? "[0]" : ""),
                query.getName().startsWith("node"));
    }

    private static Place ofMutation(
            GraphQLFieldDefinition mutation, GraphQLInputObjectType input, GraphQLInputObjectField id) {
        String others = input.getFields().stream()
                .filter(field -> !field.getName().equals(id.getName())
                        && GraphQLTypeUtil.isNonNull(field.getType())
                        && !field.hasSetDefaultValue())
                .map(field -> ", " + field.getName() + ": \"x\"")
                .collect(joining());
        return new Place(
                "mutation ($id: ID!) { " + mutation.getName() + "(input: {" + id.getName() + ": $id" + others
                        + "}) { __typename } }",
                id.getName(),
                false);
    }

    private static boolean isId(GraphQLInputType type) {
        return GraphQLTypeUtil.unwrapAll(type).getName().equals("ID");
    }
}
