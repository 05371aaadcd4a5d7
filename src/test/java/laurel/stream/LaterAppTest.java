package laurel.stream;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.io.IOException;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.event.EventClient;
import laurel.ingest.RedisServer;
import laurel.score.ScoreClient;
import org.junit.jupiter.api.Test;

/** An app of {@code laurel.streams.publish.apps} that is created after the start of the service. */
@LaurelTest
class LaterAppTest {
    @Inject
    LaurelServer server;

    @Test
    void publishesAllItsEvents() throws IOException {
        String later = PublisherFixture.app(server) + "-later";
        try (var redis = RedisServer.start();
                var publisher = PublisherFixture.start(server, later, redis)) {
            server.client()
                    .ask("mutation { createApp(input: {key: \"" + later + "\"}) { app { id } } }")
                    .text("data", "createApp", "app", "id");
            var client = server.client().in(later);
            new EventClient(client).create("arena", "{entryAdded: ALL}", "");
            new ScoreClient(client).submit(ScoreClient.score("arena", "ann", 5));
            publisher.publish();
            assertThat(publisher.entries())
                    .extracting(entry -> entry.get("type"))
                    .containsExactly("entry.added");
        }
    }
}
