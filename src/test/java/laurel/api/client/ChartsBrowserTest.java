package laurel.api.client;

import java.time.Clock;
import java.util.Map;
import laurel.LaurelServer;
import org.junit.jupiter.api.Test;

/** The charts in a browser: what they show, by keyboard and for screen readers, also of the demo. */
final class ChartsBrowserTest {
    @Test
    void keepsPromisesOfCharts() {
        try (LaurelServer laurel = LaurelServer.start(Clock.systemUTC(), Map.of("laurel.demo", true))) {
            BrowserReport.of("charts.mjs", laurel).assertKept();
        }
    }
}
