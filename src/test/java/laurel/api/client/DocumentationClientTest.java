package laurel.api.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Clock;
import java.util.Map;
import laurel.LaurelServer;
import laurel.database.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The JavaScript of README.md and src/docs/live.md shows the current standings, also after restarts of the service. */
final class DocumentationClientTest {
    private static final Map<String, Object> SETTINGS = Map.of("laurel.live.tick", "10ms");

    private final TestDatabase database = TestDatabase.fresh();
    private LaurelServer laurel = LaurelServer.on(database, Clock.systemUTC(), SETTINGS);

    @AfterEach
    void close() {
        laurel.close();
        database.close();
    }

    @Test
    void showsPresentStandingsAfterRestarts() throws IOException {
        URI address = laurel.address();
        HttpServer control = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        control.createContext("/", exchange -> {
            laurel.close();
            laurel = LaurelServer.on(
                    database,
                    Clock.systemUTC(),
                    Map.of("laurel.live.tick", "10ms", "micronaut.server.port", address.getPort()));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        control.start();
        try {
            assertThat(NodeScript.run(
                            "docs.mjs",
                            address.toString(),
                            LaurelServer.KEY,
                            "http://127.0.0.1:" + control.getAddress().getPort()))
                    .contains("120 comparisons");
        } finally {
            control.stop(0);
        }
    }
}
