package laurel.api.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import laurel.api.TestSchema;
import laurel.api.TestServer;
import laurel.request.StrictJson;
import org.junit.jupiter.api.Test;

/** The audits of the GraphQL-over-HTTP specification. */
final class ServerAuditsTest {
    @Test
    void passesEveryAudit() {
        try (var server = new TestServer(TestSchema.SDL, new TestSchema(), Map.of())) {
            List<? extends Map<?, ?>> audits = NodeScript.run(
                            "audits.mjs", server.uri("/graphql").toString())
                    .lines()
                    .map(line -> (Map<?, ?>) StrictJson.read(line.getBytes(UTF_8), line))
                    .toList();
            assertThat(audits).hasSize(61).allSatisfy(audit -> assertThat(audit.get("status"))
                    .as("%s: %s", audit.get("name"), audit.get("reason"))
                    .isEqualTo("ok"));
        }
    }
}
