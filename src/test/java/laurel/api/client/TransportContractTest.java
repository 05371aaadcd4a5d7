package laurel.api.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import laurel.LaurelServer;
import laurel.Tries;
import laurel.request.StrictJson;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Guarantees for subscribers, checked with popular client libraries: the same cases over each transport, and in the long run at
 * each of its addresses.
 */
final class TransportContractTest {
    private static LaurelServer server;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(Clock.systemUTC(), Map.of("laurel.live.tick", "10ms"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    static Stream<Arguments> transports() {
        var usual = Stream.of(
                Arguments.of("ws", "/graphql", 17),
                Arguments.of("sse", "/graphql/stream", 16),
                Arguments.of("single", "/graphql", 14));
        var others = Stream.of(Arguments.of("sse", "/graphql", 16), Arguments.of("single", "/graphql/stream", 14));
        return Tries.LONG ? Stream.concat(usual, others) : usual;
    }

    @ParameterizedTest
    @MethodSource("transports")
    void passesAllCasesOverTransport(String transport, String path, int expected) {
        List<? extends Map<?, ?>> cases = NodeScript.run(
                        "live.mjs",
                        transport,
                        server.address().resolve(path).toString(),
                        server.address().toString(),
                        server.address().resolve("/prometheus").toString(),
                        LaurelServer.KEY)
                .lines()
                .map(line -> (Map<?, ?>) requireNonNull(StrictJson.read(line.getBytes(UTF_8), line)))
                .toList();
        assertThat(cases).hasSize(expected).allSatisfy(one -> assertThat(one.get("failed"))
                .as("%s over %s", one.get("name"), transport)
                .isEqualTo(""));
    }
}
