package laurel.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.Map;
import laurel.api.TestSchema;
import laurel.api.TestServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

/** The URLs in the log after the start. */
@Isolated("reads the log, which all other tests write to")
final class StartupLogTest {
    private final ListAppender<ILoggingEvent> logged = new ListAppender<>();

    @Test
    void logsUrlsOfPageAndGraphiQLAndApi() {
        Logger logger = (Logger) LoggerFactory.getLogger("laurel");
        logged.start();
        logger.addAppender(logged);
        try (var server = new TestServer(TestSchema.SDL, new TestSchema(), Map.of())) {
            assertThat(logged.list.stream().map(ILoggingEvent::getFormattedMessage))
                    .contains(
                            "Page      " + server.uri("/"),
                            "GraphiQL  " + server.uri("/graphiql"),
                            "GraphQL   " + server.uri("/graphql"));
        } finally {
            logger.detachAppender(logged);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "http, 0.0.0.0, 8080, http://localhost:8080",
        "http, ::, 8080, http://localhost:8080",
        "http, [::], 8080, http://localhost:8080",
        "http, ::1, 18436, http://[::1]:18436",
        "http, [::1], 80, http://[::1]:80",
        "https, laurel.example, 443, https://laurel.example:443"
    })
    void logsUrlsForBrowsers(String scheme, String host, int port, String root) {
        assertThat(StartupLog.root(scheme, host, port)).isEqualTo(root);
    }
}
