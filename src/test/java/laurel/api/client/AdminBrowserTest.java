package laurel.api.client;

import java.io.IOException;
import java.time.Clock;
import java.util.Map;
import laurel.LaurelServer;
import laurel.ingest.RedisServer;
import org.junit.jupiter.api.Test;

/** The page of administrators in a browser: the script carries out every act, also on dead letters of a stream. */
final class AdminBrowserTest {
    @Test
    void keepsPromisesOfAdminPage() throws IOException {
        try (RedisServer redis = RedisServer.start();
                LaurelServer laurel = LaurelServer.start(Clock.systemUTC(), settings(redis))) {
            BrowserReport.of("admin.mjs", laurel, redis.uri()).assertKept();
        }
    }

    private static Map<String, Object> settings(RedisServer redis) {
        return Map.of(
                "laurel.background", true, "laurel.streams.redis", redis.uri(), "laurel.streams.mapping", "analytics");
    }
}
