package laurel.api;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.util.Map;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Errors of arguments: each kind of mistake has a code, and the message names the argument and the valid values. */
@LaurelTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RequestErrorCodeTest {
    @Inject
    LaurelServer server;

    private GraphQLClient client;

    @BeforeAll
    void createBoard() {
        client = server.client();
        client.ask(
                "mutation { createLeaderboard(input: {key: \"codes\", windowDefinitions: [{kind: DAILY}]}) { __typename } }");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            leaderboards(first: 0) { edges { cursor } }     | INVALID_PAGE_SIZE | `first` must be between 1 and 1000.
            leaderboards(after: "x") { edges { cursor } }   | INVALID_CURSOR    | `after` is not a cursor; \
            use one that this list has returned.
            apps(first: 1001) { edges { cursor } }          | INVALID_PAGE_SIZE | `first` must be between 1 and 1000.
            """)
    void returnsCodeAndNameOfArgument(String field, String code, String message) {
        assertError(client.send("{ " + field + " }", Map.of()), code, message);
    }

    @Test
    void rejectsCursorOfAnotherList() {
        String cursor = client.ask("{ leaderboards { pageInfo { endCursor } } }")
                .text("data", "leaderboards", "pageInfo", "endCursor");
        assertError(
                client.send("query ($c: String) { apps(after: $c) { edges { cursor } } }", Map.of("c", cursor)),
                "INVALID_CURSOR",
                "`after` is a cursor of another list, or of other arguments of this list; use one that this list has"
                        + " returned for these arguments.");
    }

    @Test
    void listsCodesInSchema() {
        Answer type = client.ask("{ __type(name: \"RequestErrorCode\") { kind enumValues { name description } } }");
        assertThat(type.at("data", "__type", "kind")).isEqualTo("ENUM");
        assertThat(type.at("data", "__type", "enumValues", 0, "name")).isEqualTo("BAD_REQUEST");
    }

    private static void assertError(Answer answer, String code, String message) {
        assertThat(answer.at("errors", 0, "extensions", "code"))
                .as("%s", answer)
                .isEqualTo(code);
        assertThat(answer.at("errors", 0, "message")).isEqualTo(message);
    }
}
