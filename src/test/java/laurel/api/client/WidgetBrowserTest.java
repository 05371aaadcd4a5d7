package laurel.api.client;

import java.io.IOException;
import java.time.Clock;
import java.util.Map;
import laurel.FreePort;
import laurel.LaurelServer;
import org.junit.jupiter.api.Test;

/** The element of a leaderboard in pages of other origins, and embedded leaderboards in frames. */
final class WidgetBrowserTest {
    @Test
    void keepsPromisesOfWidget() throws IOException {
        // The script listens there, because the settings of the service name the origin before the script starts.
        String origin = "http://127.0.0.1:" + FreePort.next();
        Map<String, Object> settings =
                Map.of("laurel.cors.allowed-origins", origin, "laurel.web.frame-ancestors", origin);
        try (LaurelServer laurel = LaurelServer.start(Clock.systemUTC(), settings)) {
            BrowserReport.of("widget.mjs", laurel, origin).assertKept();
        }
    }
}
