package laurel.api.client;

import java.time.Clock;
import java.util.Map;
import laurel.LaurelServer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** The page of leaderboards in a browser. */
@Order(1)
final class PageBrowserTest {
    @Test
    void keepsPromisesOfPage() {
        Map<String, Object> settings = Map.of("laurel.demo", true, "laurel.background", true);
        try (LaurelServer laurel = LaurelServer.start(Clock.systemUTC(), settings)) {
            BrowserReport.of("page.mjs", laurel).assertKept();
        }
    }
}
