package laurel.graphql.node;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import graphql.schema.GraphQLInterfaceType;
import graphql.schema.GraphQLNamedType;
import graphql.schema.GraphQLObjectType;
import graphql.schema.GraphQLSchema;
import jakarta.inject.Inject;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import org.junit.jupiter.api.Test;

/** {@code node} and {@code nodes}, and IDs as arguments. */
@LaurelTest
final class NodesTest {
    @Inject
    LaurelServer server;

    @Inject
    GraphQLSchema schema;

    @Test
    void returnsNullForObjectsThatDoNotExist() {
        var node = (GraphQLInterfaceType) requireNonNull(schema.getType("Node"));
        List<GraphQLObjectType> types = schema.getImplementations(node);
        assertThat(types).hasSizeGreaterThan(10);
        for (GraphQLObjectType type : types) {
            // The app itself exists.
            Answer answer = node(server.id(idType(type), 999_999_999, 999_999_999, 999_999_999, 999_999_999));
            assertThat(answer.at("errors")).as(type.getName()).isNull();
            assertThat(answer.at("data", "node") == null)
                    .as(type.getName())
                    .isEqualTo(!type.getName().equals("App"));
        }
    }

    /** The name of the type, or of the interface whose objects share IDs. */
    private static String idType(GraphQLObjectType type) {
        return Stream.concat(Stream.of(type), type.getInterfaces().stream())
                .map(GraphQLNamedType::getName)
                .filter(name -> Arrays.stream(NodeType.values())
                        .anyMatch(known -> known.typeName().equals(name)))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void returnsNullForObjectsOfOtherApps() {
        LaurelServer other = server.inNewApp();
        String id = board(other);
        assertThat(other.client().ask("{ node(id: \"" + id + "\") { id } }").at("data", "node", "id"))
                .isEqualTo(id);
        assertThat(node(id).at("data", "node")).isNull();
        assertThat(node(id).at("errors")).isNull();
    }

    @Test
    void findsNothingByArgumentsWithIdsOfOtherApps() {
        String id = server.inNewApp().id("ScoreSubmission", 1, 1);
        String document = "mutation ($id: ID!) { removeSubmission(input: {submissionId: $id}) { errors { code } } }";
        assertThat(send(document, Map.of("id", id)).at("data", "removeSubmission", "errors", 0, "code"))
                .isEqualTo("SUBMISSION_NOT_FOUND");
    }

    @Test
    void rejectsInvalidIds() {
        String id = board(server);
        String changed = (id.charAt(9) == 'x' ? 'y' : 'x') + "";
        List<String> wrong = List.of(
                "",
                "1",
                "\u0000",
                "TGVhZGVyYm9hcmQ6MQ",
                id.substring(1),
                id + "A",
                id + "=",
                "B" + id.substring(1),
                id.substring(0, 9) + changed + id.substring(10),
                "x".repeat(10_000));
        for (String text : wrong) {
            assertInvalid(node(text), "`id` is not an ID.");
            assertInvalid(nodes(List.of(id, text)), "`ids[1]` is not an ID.");
        }
    }

    @Test
    void rejectsIdsOfOtherTypes() {
        String id = board(server);
        assertInvalid(
                send(
                        "mutation ($id: ID!) { removeSubmission(input: {submissionId: $id}) { __typename } }",
                        Map.of("id", id)),
                "`submissionId` must be the ID of a ScoreSubmission; it is the ID of a Leaderboard.");
        assertInvalid(
                send("query ($id: ID!) { webhook(id: $id) { id } }", Map.of("id", server.id("App", 0, 1))),
                "`id` must be the ID of a Webhook; it is the ID of an App.");
    }

    @Test
    void returnsSeveralObjectsInOrder() {
        String id = board(server);
        String none = server.id("LeaderboardWindow", 1, 999_999_999);
        Answer found = nodes(List.of(none, id, none, id));
        assertThat(found.at("errors")).isNull();
        assertThat(found.at("data", "nodes", 0)).isNull();
        assertThat(found.at("data", "nodes", 1, "id")).isEqualTo(id);
        assertThat(found.at("data", "nodes", 2)).isNull();
        assertThat(found.at("data", "nodes", 3, "id")).isEqualTo(id);
        assertThat(nodes(List.of()).list("data", "nodes")).isEmpty();
    }

    @Test
    void rejectsMoreThanAHundredIds() {
        String id = board(server);
        List<String> many = IntStream.range(0, 101).mapToObj(n -> id).toList();
        assertThat(nodes(many.subList(0, 100)).list("data", "nodes")).hasSize(100);
        assertThat(nodes(many).at("errors", 0, "extensions", "code")).isEqualTo("LIMIT_EXCEEDED");
    }

    private static String board(LaurelServer of) {
        of.client().send("mutation { createLeaderboard(input: {key: \"board\"}) { __typename } }", Map.of());
        return of.client().ask("{ leaderboard(key: \"board\") { id } }").text("data", "leaderboard", "id");
    }

    private Answer node(String id) {
        return send("query ($id: ID!) { node(id: $id) { id } }", Map.of("id", id));
    }

    private Answer nodes(List<String> ids) {
        return send("query ($ids: [ID!]!) { nodes(ids: $ids) { id } }", Map.of("ids", ids));
    }

    private Answer send(String document, Map<String, ?> variables) {
        return server.client().send(document, variables);
    }

    private static void assertInvalid(Answer answer, String message) {
        assertThat(answer.at("errors", 0, "extensions", "code"))
                .as("%s", answer)
                .isEqualTo("INVALID_ID");
        assertThat(answer.at("errors", 0, "message")).isEqualTo(message);
    }
}
