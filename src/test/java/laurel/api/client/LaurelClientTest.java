package laurel.api.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import laurel.LaurelServer;
import laurel.request.StrictJson;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** laurel-client.js in node and in a browser, with a network that fails. The script fails if a promise does not hold. */
final class LaurelClientTest {
    private static final Map<String, Object> SETTINGS =
            Map.of("laurel.live.tick", "10ms", "laurel.tokens.clock-skew", "0s");

    private static Map<?, ?> seen;

    @BeforeAll
    static void runScript(@TempDir Path folder) throws Exception {
        String browser = Chromium.path();
        try (LaurelServer laurel = LaurelServer.start(Clock.systemUTC(), SETTINGS)) {
            String printed = NodeScript.run(
                    "client.mjs",
                    browser,
                    laurel.address().resolve("/").toString(),
                    folder.toString(),
                    LaurelServer.KEY,
                    "expiry");
            seen = (Map<?, ?>) requireNonNull(StrictJson.read(printed.getBytes(UTF_8), "The print"));
        }
    }

    @Test
    void appliesAllVectors() {
        assertThat(part("vectors")).containsEntry("randomUpToDate", true);
    }

    @Test
    void isPackageWithTypes() {
        assertThat(part("package"))
                .containsEntry("typesCompile", true)
                .containsEntry(
                        "exports",
                        List.of(
                                "LaurelError",
                                "applyAround",
                                "applyRanks",
                                "applyTop",
                                "createClient",
                                "movesBetween"));
    }

    @Test
    void countsRepeatedSubmissionsOnce() {
        assertThat(part("submissions"))
                .containsEntry("countedOnce", true)
                .containsEntry("waitsForRetryAfter", true)
                .containsEntry("refusalsAreFinal", true);
    }

    @Test
    void showsWhatQueriesReturn() {
        assertThat(List.of("top", "around", "participants"))
                .allSatisfy(list ->
                        assertThat(part(list).get("equalsQuery").toString()).isEqualTo("41"));
        assertThat(part("inBrowser")).containsEntry("followed", true);
    }

    @Test
    void showsPseudonymsOfFollowedParticipants() {
        assertThat(part("pseudonyms"))
                .containsEntry("shown", true)
                .containsEntry("notFoundLeaves", true)
                .containsEntry("timersEnd", true);
    }

    @Test
    void keepsListWhoseRenewalIsRefused() {
        assertThat(part("renewals")).containsEntry("staysIfRefused", true);
    }

    @Test
    void runsExamples() {
        assertThat(part("react")).containsEntry("followed", true).containsEntry("unsubscribes", true);
        assertThat(part("documentation")).containsEntry("clients", true).containsEntry("readme", true);
    }

    @Test
    void renewsTokens() {
        assertThat(part("tokens"))
                .containsEntry("renewedTogether", true)
                .containsEntry("renewedAfterClose", true)
                .containsEntry("expiry", true);
    }

    @Test
    void survivesInterruptions() {
        assertThat(part("interruptions"))
                .containsEntry("backsOff", true)
                .containsEntry("continuesOnline", true)
                .containsEntry("noticesDeadConnection", true)
                .containsEntry("answersPings", true);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> part(String name) {
        return (Map<String, Object>) requireNonNull(seen.get(name), name);
    }
}
