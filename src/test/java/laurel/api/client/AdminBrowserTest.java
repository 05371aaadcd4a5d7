package laurel.api.client;

import java.time.Clock;
import java.util.Map;
import laurel.LaurelServer;
import org.junit.jupiter.api.Test;

/** The page of administrators in a browser. */
final class AdminBrowserTest {
    @Test
    void keepsPromisesOfAdminPage() {
        Map<String, Object> settings = Map.of("laurel.demo", true, "laurel.background", true);
        try (LaurelServer laurel = LaurelServer.start(Clock.systemUTC(), settings)) {
            BrowserReport.of("admin.mjs", laurel).assertKept();
        }
    }
}
