package laurel.api.client;

import java.time.Clock;
import java.util.Map;
import laurel.LaurelServer;
import org.junit.jupiter.api.Test;

/** {@code laurel-client.js} against a service, in Node and in a browser, with a network that fails. */
final class ClientConformanceTest {
    @Test
    void keepsPromisesOfClient() {
        // Tokens of one second expire in the script.
        Map<String, Object> settings = Map.of("laurel.tokens.clock-skew", "0s");
        try (LaurelServer laurel = LaurelServer.start(Clock.systemUTC(), settings)) {
            BrowserReport.of("client.mjs", laurel, "expiry").assertKept();
        }
    }
}
