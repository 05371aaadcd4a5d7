package laurel.live;

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
import laurel.graphql.NodeIds;
import laurel.graphql.RequestContext;
import laurel.graphql.RequestErrorCode;
import laurel.graphql.RequestException;
import laurel.graphql.Subscribed;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What of a ranking can be followed, and what cannot. */
class LiveGraphQLTest {
    private static final Instant NOON = Instant.parse("2025-07-13T12:00:00Z");
    private static final String PARTICIPANT = "{external: {externalId: \"ann\"}}";

    private static LaurelServer server;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(
                new TickingClock(NOON), Map.of("laurel.limits.watched", 3, "laurel.limits.page", 20));
        server.client().ask("""
                        mutation { createLeaderboard(input: {key: "board", groupings: [[], ["region"]], windows: [{kind: DAILY},
                          {kind: CUSTOM, name: "two", every: "P2D"}, {kind: CUSTOM, name: "three", every: "P3D"}]}) {
                          ... on Leaderboard { id } } }
                        """).text("data", "createLeaderboard", "id");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** "source" where there is one, else the error's code. */
    private static Object subscribe(String field) {
        var context = new HashMap<>(new RequestContext(1, true, NOON, server.bean(NodeIds.class)).entries());
        ExecutionInput input = ExecutionInput.newExecutionInput("subscription { " + field + " { cursor } }")
                .graphQLContext(context)
                .build();
        // Without what the service's own engine needs beside the schema.
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
            kind: DAILY
            kind: DAILY, first: 20
            kind: YEARLY
            window: "2025-07-13"
            window: "no such name"
            definition: "two"
            kind: DAILY, group: {region: "eu"}
            """)
    void canBeFollowed(String arguments) {
        assertThat(subscribe("topStandingsChanged(leaderboard: \"board\", " + arguments + ")"))
                .isEqualTo("source");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            leaderboard: "none", kind: DAILY | LEADERBOARD_NOT_FOUND
            leaderboard: "board" | INVALID_ARGUMENT
            leaderboard: "board", kind: CUSTOM | UNKNOWN_WINDOW_DEFINITION
            leaderboard: "board", kind: DAILY, first: 0 | INVALID_PAGE_SIZE
            leaderboard: "board", kind: DAILY, first: 21 | INVALID_PAGE_SIZE
            leaderboard: "board", kind: DAILY, after: "nonsense" | INVALID_CURSOR
            leaderboard: "board", kind: DAILY, group: {planet: "mars"} | UNKNOWN_GROUPING
            """)
    void cannotBeFollowed(String arguments, String code) {
        assertThat(subscribe("topStandingsChanged(" + arguments + ")")).hasToString(code);
    }

    private static Object watch(int participants) {
        String who = IntStream.range(0, participants)
                .mapToObj(n -> PARTICIPANT.replace("ann", "ann" + n))
                .reduce("", (a, b) -> a + " " + b);
        return subscribe("ranksChanged(leaderboard: \"board\", kind: DAILY, participants: [" + who + "])");
    }

    @Test
    void oneToTheLimitAreWatched() {
        assertThat(watch(0)).hasToString(RequestErrorCode.INVALID_ARGUMENT.name());
        assertThat(watch(1)).isEqualTo("source");
        assertThat(watch(3)).isEqualTo("source");
        assertThat(watch(4)).hasToString(RequestErrorCode.INVALID_ARGUMENT.name());
    }
}
