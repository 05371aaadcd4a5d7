package laurel.api.client;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Clock;
import java.util.Map;
import laurel.LaurelServer;
import org.junit.jupiter.api.Test;

/** The element of a leaderboard in pages of other origins, and embedded leaderboards in frames. */
final class WidgetBrowserTest {
    @Test
    void keepsPromisesOfWidget() throws IOException {
        String origin = "http://127.0.0.1:" + freePort();
        Map<String, Object> settings =
                Map.of("laurel.cors.allowed-origins", origin, "laurel.web.frame-ancestors", origin);
        try (LaurelServer laurel = LaurelServer.start(Clock.systemUTC(), settings)) {
            BrowserReport.of("widget.mjs", laurel, origin).assertKept();
        }
    }

    /** The script listens there, because the settings of the service name the origin before the script starts. */
    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
