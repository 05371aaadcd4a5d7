package laurel.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import laurel.LaurelServer;
import laurel.graphql.StrictJson;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What subscribers may count on, by the clients that people use: the same cases over each transport. */
final class LiveContractTest {
    @ParameterizedTest
    @CsvSource({
        "ws, /graphql, 17",
        "sse, /graphql/stream, 16",
        "sse, /graphql, 16",
        "single, /graphql/stream, 14",
        "single, /graphql, 14"
    })
    void holdsOverEachTransport(String transport, String path, int expected) {
        try (var server = LaurelServer.start(Clock.systemUTC(), Map.of("laurel.live.tick", "10ms"))) {
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
}
