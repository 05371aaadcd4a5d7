package laurel.graphql;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import graphql.schema.GraphQLInterfaceType;
import graphql.schema.GraphQLObjectType;
import graphql.schema.GraphQLSchema;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

@LaurelTest
final class NodesTest {
    @Inject
    LaurelServer server;

    @Inject
    GraphQLSchema schema;

    @Test
    void nodesOfEveryTypeAreLookedUp() {
        var node = (GraphQLInterfaceType) requireNonNull(schema.getType("Node"));
        List<GraphQLObjectType> types = schema.getImplementations(node);
        assertThat(types).hasSizeGreaterThan(10);
        types.forEach(type -> assertThat(node(type.getName())).isNull());
    }

    @Test
    void loadersThatAreNoNodesAreOutOfReach() {
        assertThat(node("leaderboards")).isNull();
        assertThat(node("Refusal")).isNull();
    }

    /** A node of this type that nobody has made; fails where the answer has errors. */
    private @Nullable Object node(String type) {
        Answer answer = server.client()
                .ask("query ($id: ID!) { node(id: $id) { id } }", Map.of("id", NodeId.of(type, 999_999_999)));
        return answer.at("data", "node");
    }
}
