package laurel.api.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Map;
import laurel.CannotStartException;
import laurel.api.InMemorySocket;
import laurel.api.TestSchema;
import laurel.api.TestServer;
import laurel.api.TestServer.Answer;
import laurel.api.access.Caller;
import laurel.request.access.Identity;
import laurel.request.access.Role;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Introspection is turned off, or reserved for a role, on all transports. */
final class IntrospectionTest {
    private static final String SETTING = "laurel.introspection.role";
    private static TestServer off;
    private static TestServer readers;

    @BeforeAll
    static void start() {
        off = new TestServer(TestSchema.SDL, new TestSchema(), Map.of(SETTING, "NONE"));
        readers = new TestServer(TestSchema.SDL, new TestSchema(), Map.of(SETTING, "READER"));
    }

    @AfterAll
    static void stop() {
        off.close();
        readers.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{ __schema { queryType { name } } }",
                "{ hello types: __type(name: \"Tree\") { name } }",
                "{ ...F } fragment F on Query { ... { __schema { queryType { name } } } }"
            })
    void refusesIntrospection(String query) {
        Answer answer = off.query(query);
        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.code()).isEqualTo("FORBIDDEN");
        assertThat(answer.message()).isEqualTo("Introspection is turned off (`" + SETTING + "`).");
        assertThat(answer.at("data")).isNull();
    }

    @Test
    void refusesIntrospectionOnEventStream() {
        Answer answer = off.send(HttpRequest.newBuilder(off.uri("/graphql/stream"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"query\": \"{ __schema { queryType { name } } }\"}")));
        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.code()).isEqualTo("FORBIDDEN");
    }

    @Test
    void acceptsTypename() {
        assertThat(off.query("{ __typename tree { __typename } }").at("data", "tree", "__typename"))
                .isEqualTo("Tree");
    }

    @ParameterizedTest
    @EnumSource
    void requiresRole(Role role) {
        var identity = new Identity(role, "test", "default", null);
        var socket = new InMemorySocket(readers, init -> new Caller(1, identity, TestServer.IDS));
        socket.init();
        socket.subscribe("1", "{ __schema { queryType { name } } }");
        assertThat(socket.next())
                .contains(
                        role.includes(Role.READER)
                                ? "\"name\":\"Query\""
                                : "\"type\":\"error\",\"payload\":[{\"message\":\"Introspection requires the role READER");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            { sum }                       | Validation error (MissingFieldArgument@[sum]).
            { tree }                      | Validation error (SubselectionRequired@[tree]).
            { tree { c } }                | Validation error (FieldUndefined@[tree/c]).
            { a: sum(a: 1) a: tree { a } } | Validation error (FieldsConflict).
            { hello(x: 1) }               | Validation error (UnknownArgument@[hello]).
            """)
    void namesNothingOfTheSchemaInErrors(String query, String message) {
        Answer answer = off.query(query);
        assertThat(answer.code()).isEqualTo("GRAPHQL_VALIDATION_FAILED");
        assertThat(answer.message()).isEqualTo(message);
        assertThat(answer.at("errors", 0, "locations")).isNotNull();
        assertThat(readers.query(query).text())
                .as("administrators read the rest")
                .contains(") : ");
    }

    @Test
    void failsStartForUnknownRole() {
        assertThatThrownBy(() -> new TestServer(TestSchema.SDL, new TestSchema(), Map.of(SETTING, "guest")))
                .rootCause()
                .isInstanceOf(CannotStartException.class)
                .hasMessage("laurel.introspection.role is \"guest\"; it must be ANONYMOUS, PLAYER, READER, WRITER,"
                        + " ADMIN or NONE");
    }
}
