package laurel.api.access;

import static org.assertj.core.api.Assertions.assertThat;

import graphql.schema.GraphQLSchema;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.Tries;
import laurel.api.access.SchemaWalk.Operation;
import laurel.request.access.Role;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each field of the schema is rejected for the roles, and for the apps, that may not read it, and for no others. */
class SchemaAccessTest {
    private static Callers callers;
    private static SchemaWalk walk;
    private static List<Operation> operations;

    @BeforeAll
    static void createCallers() {
        callers = new Callers();
        walk = new SchemaWalk(callers.server().bean(GraphQLSchema.class));
        operations = walk.operations();
    }

    @AfterAll
    static void stop() {
        callers.close();
    }

    @Test
    void reachesEveryType() {
        assertThat(walk.unreachable()).isEmpty();
        assertThat(operations).hasSizeGreaterThan(1_000);
    }

    /** In short runs an operation is sent by all roles that may not run it, and by the lowest one that may. */
    @ParameterizedTest
    @EnumSource(Role.class)
    void rejectsFieldsBeyondRole(Role role) {
        GraphQLClient client = callers.client(role);
        assertThat(operations)
                .filteredOn(operation -> !operation.document().startsWith("subscription"))
                .filteredOn(operation -> Tries.LONG || !operation.isAllowed(role) || operation.role() == role)
                .allSatisfy(operation -> assertThat(isForbidden(client.send(operation.document(), Map.of())))
                        .as("%s by %s: %s", operation.at(), role, operation.document())
                        .isEqualTo(!operation.isAllowed(role)));
    }

    /** The number of objects shows whether a participant was active. */
    @ParameterizedTest
    @EnumSource(
            value = Role.class,
            names = {"ANONYMOUS", "PLAYER"})
    void rejectsTypeNamesOfObjectsBeyondRole(Role role) {
        for (String field : new String[] {
            "dailyTallies(startDate: \"2025-07-13\", endDate: \"2025-07-13\")",
            "dayScores(scoringPolicyKey: \"social\", startDate: \"2025-07-13\", endDate: \"2025-07-13\")"
        }) {
            String query = "{ participant(ref: {external: {externalId: \"ann\"}}) { " + field + " { __typename } } }";
            assertThat(isForbidden(callers.client(role).send(query, Map.of()))).isTrue();
            assertThat(isForbidden(callers.client(Role.READER).send(query, Map.of())))
                    .isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource(Role.class)
    void rejectsRootFieldsOverEveryTransport(Role role) throws Exception {
        try (var transports = new Transports(callers, role)) {
            for (Operation operation : operations) {
                if (operation.isOfRoot()) {
                    transports.send(operation).forEach((transport, answer) -> assertThat(isForbidden(answer))
                            .as("%s by %s over %s: %s", operation.at(), role, transport, answer.json())
                            .isEqualTo(!operation.isAllowed(role)));
                }
            }
        }
    }

    @Test
    void grantsReaderNoMutation() {
        assertThat(operations)
                .filteredOn(operation -> operation.at().startsWith("Mutation."))
                .isNotEmpty()
                .noneMatch(operation -> operation.isAllowed(Role.READER));
    }

    @Test
    void rejectsKeyOfAnotherApp() {
        LaurelServer other = callers.server().inNewApp();
        String key = other.client()
                .ask(Callers.CREATE_KEY, Map.of("role", Role.ADMIN))
                .text("data", "createApiKey", "key");
        GraphQLClient stranger = callers.server().client(key).in("default");
        assertThat(operations)
                .filteredOn(operation -> !operation.document().startsWith("subscription"))
                .allMatch(operation -> isForbidden(stranger.send(operation.document(), Map.of())));
    }

    private static boolean isForbidden(Answer answer) {
        assertThat(answer.at("errors", 0, "extensions", "code"))
                .as(String.valueOf(answer.json()))
                .isNotIn("GRAPHQL_VALIDATION_FAILED", "GRAPHQL_PARSE_FAILED", "INTERNAL", "UNAUTHENTICATED");
        return "FORBIDDEN".equals(answer.at("errors", 0, "extensions", "code"));
    }
}
