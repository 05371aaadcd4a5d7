package laurel.service.graphql;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import java.util.stream.Collectors;
import laurel.GraphQLClient;
import laurel.LaurelServer;
import laurel.TickingClock;
import org.junit.jupiter.api.Test;

/** Limits of the service, as clients read them. */
class ServiceGraphQLTest {
    private static final TickingClock CLOCK = new TickingClock(Instant.parse("2025-07-13T14:30:00Z"));

    @Test
    void returnsDefaultLimits() {
        try (var server = LaurelServer.shared(CLOCK)) {
            Map<?, ?> limits = limits(server.client());
            assertThat(limits.get("pageSize")).isEqualTo(1_000);
            assertThat(limits.get("requestSize")).isEqualTo(1_048_576);
            assertThat(limits.get("liveTick")).isEqualTo("PT0.25S");
            assertThat(limits.get("activityAge")).isEqualTo("PT9600H");
            assertThat(limits.get("eventRetention")).isEqualTo("PT168H");
            assertThat(limits.get("submissionRetention")).isNull();
            assertThat(server.client().ask("{ service { version } }").text("data", "service", "version"))
                    .isEqualTo("development");
        }
    }

    @Test
    void returnsConfiguredLimits() {
        try (var server = LaurelServer.start(
                CLOCK,
                Map.of(
                        "laurel.limits.page-size",
                        "700",
                        "laurel.limits.query-fields",
                        "90",
                        "laurel.ledger.retention-months",
                        "18",
                        "laurel.events.retention",
                        "3d",
                        "micronaut.server.max-request-size",
                        "2KB",
                        "laurel.limits.request-time",
                        "9s",
                        "laurel.live.tick",
                        "1s"))) {
            GraphQLClient client = server.client();
            Map<?, ?> limits = limits(client);
            assertThat(limits.get("pageSize")).isEqualTo(700);
            assertThat(limits.get("queryFieldCount")).isEqualTo(90);
            assertThat(limits.get("submissionRetention")).isEqualTo("P18M");
            assertThat(limits.get("eventRetention")).isEqualTo("PT72H");
            assertThat(limits.get("requestSize")).isEqualTo(2_048);
            assertThat(limits.get("requestTime")).isEqualTo("PT9S");
            assertThat(limits.get("liveTick")).isEqualTo("PT1S");
            assertThat(client.ask("{ leaderboards(first: 700) { nodes { key } } }")
                            .at("errors"))
                    .isNull();
            assertThat(client.send("{ leaderboards(first: 701) { nodes { key } } }", Map.of())
                            .text("errors", 0, "extensions", "code"))
                    .isEqualTo("INVALID_PAGE_SIZE");
        }
    }

    private static Map<?, ?> limits(GraphQLClient client) {
        String names = client
                .ask("{ __type(name: \"ServiceLimits\") { fields { name } } }")
                .list("data", "__type", "fields")
                .stream()
                .map(field -> field.text("name"))
                .collect(Collectors.joining(" "));
        return (Map<?, ?>) requireNonNull(
                client.ask("{ service { limits { " + names + " } } }").at("data", "service", "limits"));
    }
}
