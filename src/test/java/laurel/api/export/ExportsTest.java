package laurel.api.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.database.Until;
import laurel.request.export.ExportSubject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;

/** A node with three exports at a time: players leave one to administrators, and each has one. */
class ExportsTest {
    private static final Instant NOON = Instant.parse("2025-07-13T12:00:00Z");
    private static final String CREATE =
            "mutation ($id: String!) { createParticipant(input: {externalId: $id}) { participant { id } } }";

    private static LaurelServer server;
    private static ExportClient client;
    private static Exports exports;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(
                new TickingClock(NOON), Map.of("laurel.limits.exports", 3, "laurel.rates.player", 0));
        client = new ExportClient(server, "default");
        exports = server.bean(Exports.class);
        for (String name : new String[] {"ann", "bob", "eve"}) {
            server.client().ask(CREATE, Map.of("id", name));
        }
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @AfterEach
    void awaitEnd() {
        Until.holds(() -> exports.running() == 0);
    }

    /** The export of a client that reads nothing. */
    private static Flux<byte[]> unread(String externalId, boolean administrator) {
        long participant = server.database()
                .sql()
                .of("SELECT id FROM participant WHERE external_id = :name")
                .bind("name", externalId)
                .one(Long.class);
        return Flux.from(exports.start(new ExportSubject(server.appId(), participant, administrator, NOON)));
    }

    private static void disconnect(List<Flux<byte[]>> clients) {
        clients.forEach(one -> one.subscribe().dispose());
        Until.holds(() -> exports.running() == 0);
    }

    private static HttpResponse<String> own(String externalId) {
        return client.get("/participants/ACCOUNT/" + externalId + "/export", ExportClient.token(server, externalId));
    }

    private static void assertRefused(HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(503);
        assertThat(response.headers().firstValue("Retry-After")).isPresent();
    }

    private static void assertExported(HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    }

    @Test
    void runsOneExportOfPlayerAtATime() {
        Flux<byte[]> first = unread("ann", false);
        try {
            assertRefused(own("ann"));
            assertExported(own("bob"));
            assertExported(client.get(ExportClient.ANN, LaurelServer.KEY));
        } finally {
            disconnect(List.of(first));
        }
        assertExported(own("ann"));
    }

    @Test
    void keepsPlaceForAdministrators() {
        Flux<byte[]> ann = unread("ann", false);
        Flux<byte[]> bob = unread("bob", false);
        try {
            assertRefused(own("eve"));
            assertExported(client.get(ExportClient.ANN, LaurelServer.KEY));
        } finally {
            disconnect(List.of(ann, bob));
        }
    }

    @Test
    void letsAdministratorsUseAllPlaces() {
        Flux<byte[]> first = unread("ann", true);
        Flux<byte[]> second = unread("ann", true);
        Flux<byte[]> third = unread("bob", true);
        try {
            assertRefused(own("ann"));
            assertRefused(client.get(ExportClient.ANN, LaurelServer.KEY));
        } finally {
            disconnect(List.of(first, second, third));
        }
    }
}
