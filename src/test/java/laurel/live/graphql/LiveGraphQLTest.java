package laurel.live.graphql;

import static org.assertj.core.api.Assertions.assertThat;

import graphql.ExceptionWhileDataFetching;
import graphql.ExecutionInput;
import graphql.ExecutionResult;
import graphql.GraphQL;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.graphql.RequestContext;
import laurel.graphql.Subscribed;
import laurel.graphql.node.NodeIds;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import laurel.request.access.Identity;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Arguments of subscriptions to rankings. */
class LiveGraphQLTest {
    private static final Instant NOON = Instant.parse("2025-07-13T12:00:00Z");
    private static final String PARTICIPANT = "{external: {externalId: \"ann\"}}";

    private static LaurelServer server;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(
                new TickingClock(NOON),
                Map.of("laurel.limits.watched-participants", 3, "laurel.limits.page-size", 200));
        server.client().ask("""
                        mutation { createLeaderboard(input: {key: "board", groupings: [[], ["region"]], windowDefinitions: \
                            [{kind: DAILY},
                          {kind: CUSTOM, key: "two", interval: "P2D"}, {kind: CUSTOM, key: "three", interval: "P3D"}]}) {
                          leaderboard { id } } }
                        """).text("data", "createLeaderboard", "leaderboard", "id");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** Returns "source" if the subscription has started, else the error's code. */
    private static Object subscribe(String field) {
        var context = new HashMap<>(
                new RequestContext(1, Identity.operator("test"), NOON, server.bean(NodeIds.class)).entries());
        ExecutionInput input = ExecutionInput.newExecutionInput("subscription { " + field + " { cursor } }")
                .graphQLContext(context)
                .build();
        // A plain engine with the schema of the service.
        ExecutionResult result = GraphQL.newGraphQL(server.bean(GraphQL.class).getGraphQLSchema())
                .build()
                .execute(input);
        return Subscribed.source(input.getGraphQLContext()).isPresent()
                ? "source"
                : result.getErrors().stream()
                        .filter(ExceptionWhileDataFetching.class::isInstance)
                        .map(error -> ((ExceptionWhileDataFetching) error).getException())
                        .map(failure -> ((RequestException) failure).code())
                        .findFirst()
                        .orElseThrow(() -> new AssertionError(result.getErrors()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            }
            window: null}
            window: {relative: {definitionKey: "daily"}}, group: null}
            window: {relative: {definitionKey: "daily"}}}, first: 200
            window: {relative: {definitionKey: "daily", offset: 1}}}
            window: {containing: {time: "2025-07-13T00:00:00Z"}}}
            window: {name: {name: "2025-07-13"}}}
            window: {name: {name: "no such name"}}}
            window: {relative: {definitionKey: "two"}}}
            group: {region: "eu"}}
            """)
    void acceptsRankingSelector(String arguments) {
        assertThat(subscribe("topStandingsChanged(ranking: {leaderboardKey: \"board\", " + arguments + ")"))
                .isEqualTo("source");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ranking: {leaderboardKey: "none"} | LEADERBOARD_NOT_FOUND
            ranking: {leaderboardKey: "board", window: {relative: {offset: -1}}} | INVALID_ARGUMENT
            ranking: {leaderboardKey: "board", window: {id: "nonsense"}} | INVALID_ID
            ranking: {leaderboardKey: "board"}, first: 0 | INVALID_PAGE_SIZE
            ranking: {leaderboardKey: "board"}, first: 201 | INVALID_PAGE_SIZE
            ranking: {leaderboardKey: "board"}, after: "nonsense" | INVALID_CURSOR
            ranking: {leaderboardKey: "board", group: {planet: "mars"}} | UNKNOWN_GROUPING
            ranking: {leaderboardKey: "board", group: {region: " "}} | INVALID_ARGUMENT
            ranking: {leaderboardKey: "board", window: {relative: {definitionKey: "yearly"}}} | UNKNOWN_WINDOW_DEFINITION
            ranking: {leaderboardKey: "board", window: {containing: {definitionKey: "x", time: "2025-07-13T00:00:00Z"}}} \
                | UNKNOWN_WINDOW_DEFINITION
            """)
    void rejectsInvalidArguments(String arguments, String code) {
        assertThat(subscribe("topStandingsChanged(" + arguments + ")")).hasToString(code);
    }

    private static Object watch(int participants) {
        String refs = IntStream.range(0, participants)
                .mapToObj(n -> PARTICIPANT.replace("ann", "ann" + n))
                .reduce("", (a, b) -> a + " " + b);
        return subscribe("ranksChanged(ranking: {leaderboardKey: \"board\"}, participants: [" + refs + "])");
    }

    @Test
    void rejectsZeroAndTooManyWatchedParticipants() {
        assertThat(watch(0)).hasToString(RequestErrorCode.INVALID_ARGUMENT.name());
        assertThat(watch(1)).isEqualTo("source");
        assertThat(watch(3)).isEqualTo("source");
        assertThat(watch(4)).hasToString(RequestErrorCode.INVALID_ARGUMENT.name());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            above: 100, below: 100       | source
            above: 0, below: 0           | source
            above: -1                    | INVALID_PAGE_SIZE
            above: 101                   | INVALID_PAGE_SIZE
            below: 101                   | INVALID_PAGE_SIZE
            after: "nonsense"            | INVALID_CURSOR
            """)
    void limitsNeighboursToHalfAPage(String arguments, String code) {
        String field = "aroundChanged(ranking: {leaderboardKey: \"board\"}, participant: " + PARTICIPANT + ", "
                + arguments + ")";
        assertThat(subscribe(field)).hasToString(code);
    }
}
