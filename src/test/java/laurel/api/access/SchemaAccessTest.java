package laurel.api.access;

import static org.assertj.core.api.Assertions.assertThat;

import graphql.schema.GraphQLSchema;
import jakarta.inject.Inject;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.api.access.SchemaWalk.Operation;
import laurel.request.Role;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each field of the schema is rejected for the roles, and for the apps, that may not read it, and for no others. */
@LaurelTest
@TestInstance(Lifecycle.PER_CLASS)
class SchemaAccessTest {
    private static final String CREATE = """
            mutation ($role: Role!) { createApiKey(input: {name: "walker", role: $role}) { key } }
            """;

    @Inject
    LaurelServer server;

    @Inject
    GraphQLSchema schema;

    private final Map<Role, GraphQLClient> clients = new EnumMap<>(Role.class);
    private List<Operation> operations = List.of();

    @BeforeAll
    void createCallers() {
        operations = new SchemaWalk(schema).operations();
        for (Role role : List.of(Role.READER, Role.WRITER, Role.ADMIN)) {
            String key = server.client().ask(CREATE, Map.of("role", role)).text("data", "createApiKey", "key");
            clients.put(role, server.client(key));
        }
    }

    @Test
    void reachesEveryType() {
        assertThat(new SchemaWalk(schema).unreachable()).isEmpty();
        assertThat(operations).hasSizeGreaterThan(1_000);
    }

    @ParameterizedTest
    @EnumSource(
            value = Role.class,
            names = {"READER", "WRITER", "ADMIN"})
    void rejectsFieldsBeyondRole(Role role) {
        GraphQLClient client = Objects.requireNonNull(clients.get(role));
        assertThat(operations)
                .filteredOn(operation -> !operation.document().startsWith("subscription"))
                .allSatisfy(operation -> {
                    boolean allowed = role.includes(operation.role()) && !operation.allApps();
                    assertThat(isForbidden(client.send(operation.document(), Map.of())))
                            .as("%s by %s: %s", operation.at(), role, operation.document())
                            .isEqualTo(!allowed);
                });
    }

    @Test
    void rejectsKeyOfAnotherApp() {
        try (LaurelServer other = server.inNewApp()) {
            String key = other.client().ask(CREATE, Map.of("role", Role.ADMIN)).text("data", "createApiKey", "key");
            GraphQLClient stranger = server.client(key);
            assertThat(operations)
                    .filteredOn(operation -> !operation.document().startsWith("subscription"))
                    .allMatch(operation -> isForbidden(stranger.send(operation.document(), Map.of())));
        }
    }

    private static boolean isForbidden(Answer answer) {
        assertThat(answer.at("errors", 0, "extensions", "code"))
                .as(String.valueOf(answer.json()))
                .isNotIn("GRAPHQL_VALIDATION_FAILED", "GRAPHQL_PARSE_FAILED", "INTERNAL");
        return "FORBIDDEN".equals(answer.at("errors", 0, "extensions", "code"));
    }
}
