package laurel.api.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.Map;
import laurel.LaurelServer;
import laurel.TickingClock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The participants that a caller may export. */
class ExportAccessTest {
    private static LaurelServer server;
    private static ExportClient exports;
    private static String annsToken;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(
                new TickingClock(Instant.parse("2025-07-13T14:30:00Z")),
                Map.of("laurel.cors.allowed-origins", "https://play.example", "laurel.rates.player", 6_000));
        exports = new ExportClient(server, "default");
        for (String name : new String[] {"ann", "bob"}) {
            server.client()
                    .ask("mutation { createParticipant(input: {externalId: \"" + name
                            + "\"}) { participant { id } } }");
        }
        annsToken = ExportClient.token(server, "ann");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static void assertError(HttpResponse<String> response, int status, String code) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(response.body()).startsWith("{\"errors\":[{\"message\":").contains("\"code\":\"" + code + "\"");
    }

    private static void assertExported(HttpResponse<String> response, String externalId) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        assertThat(response.body())
                .startsWith("{\"formatVersion\":1,")
                .contains("\"externalId\":\"" + externalId + "\"");
        assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(response.headers().firstValue("Content-Disposition"))
                .contains("attachment; filename=\"participant.json\"");
        assertThat(response.headers().firstValue("Cache-Control")).contains("no-store");
    }

    @Test
    void exportsAnyParticipantForAdministrators() {
        String admin = ExportClient.key(server, "ADMIN");
        assertExported(exports.get("/participants/ACCOUNT/bob/export", admin), "bob");
        String id = server.client()
                .ask("{ participant(ref: {external: {externalId: \"bob\"}}) { id } }")
                .text("data", "participant", "id");
        assertExported(exports.get("/participants/" + id + "/export", admin), "bob");
        assertExported(exports.get("/participants/" + id + "/export", ExportClient.token(server, "bob")), "bob");
        assertError(exports.get("/participants/" + id + "/export", annsToken), 404, "PARTICIPANT_NOT_FOUND");
    }

    @Test
    void exportsOnlyOwnParticipantForPlayers() {
        HttpResponse<String> other = exports.get("/participants/ACCOUNT/bob/export", annsToken);
        HttpResponse<String> unknown = exports.get("/participants/ACCOUNT/unknown/export", annsToken);
        assertError(unknown, 404, "PARTICIPANT_NOT_FOUND");
        assertThat(other.statusCode()).isEqualTo(404);
        assertThat(other.body()).isEqualTo(unknown.body());
        assertExported(exports.get(ExportClient.ANN, ExportClient.token(server, "ann")), "ann");
        assertError(
                exports.get("/participants/ACCOUNT/new/export", ExportClient.token(server, "new")),
                404,
                "PARTICIPANT_NOT_FOUND");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/participants/ACCOUNT/unknown/export",
                "/participants/GUILD/ann/export",
                "/participants/ACCOUNT/%01/export",
                "/participants/unknown/export"
            })
    void answersUnknownParticipantWithNotFound(String path) {
        assertError(exports.get(path, LaurelServer.KEY), 404, "PARTICIPANT_NOT_FOUND");
    }

    @ParameterizedTest
    @ValueSource(strings = {"READER", "WRITER"})
    void forbidsKeysOfServers(String role) {
        assertError(exports.get(ExportClient.ANN, ExportClient.key(server, role)), 403, "FORBIDDEN");
    }

    /** An app with anonymous reading does not export either. */
    @Test
    void rejectsCallersWithoutCredentials() {
        assertUnauthenticated(exports.get(ExportClient.ANN, null));
        server.client()
                .ask("mutation { updateApp(input: {appKey: \"default\", anonymousReading: true}) { app { id } } }");
        assertUnauthenticated(exports.get(ExportClient.ANN, null));
        assertError(exports.get(ExportClient.ANN, "a-wrong-key-0123456789"), 401, "UNAUTHENTICATED");
    }

    private static void assertUnauthenticated(HttpResponse<String> response) {
        assertError(response, 401, "UNAUTHENTICATED");
        assertThat(response.headers().firstValue("WWW-Authenticate")).contains("Bearer");
    }

    @Test
    void rejectsKeysAndTokensOfOtherApps() {
        LaurelServer other = server.inNewApp();
        String admin = ExportClient.key(other, "ADMIN");
        assertError(exports.get(ExportClient.ANN, admin), 403, "FORBIDDEN");
        assertError(exports.get(ExportClient.ANN, ExportClient.token(other, "ann")), 403, "FORBIDDEN");
        // Without an app in the path, the key determines it.
        ExportClient inOwnApp = new ExportClient(server, "");
        assertError(inOwnApp.get(ExportClient.ANN, admin), 404, "PARTICIPANT_NOT_FOUND");
        String id = server.client()
                .ask("{ participant(ref: {external: {externalId: \"ann\"}}) { id } }")
                .text("data", "participant", "id");
        assertError(inOwnApp.get("/participants/" + id + "/export", admin), 404, "PARTICIPANT_NOT_FOUND");
    }

    @Test
    void answersHeadAndPreflightLikeOtherPaths() {
        HttpResponse<String> head = exports.send("HEAD", ExportClient.ANN, LaurelServer.KEY);
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        assertThat(exports.send("HEAD", "/participants/ACCOUNT/unknown/export", LaurelServer.KEY)
                        .statusCode())
                .isEqualTo(404);
        assertThat(exports.send("POST", ExportClient.ANN, LaurelServer.KEY).statusCode())
                .isEqualTo(405);
        HttpResponse<String> preflight = exports.send(
                "OPTIONS",
                ExportClient.ANN,
                null,
                "Origin",
                "https://play.example",
                "Access-Control-Request-Method",
                "GET");
        assertThat(preflight.statusCode()).isEqualTo(204);
        @Nullable
        String origin = exports.send("GET", ExportClient.ANN, LaurelServer.KEY, "Origin", "https://play.example")
                .headers()
                .firstValue("Access-Control-Allow-Origin")
                .orElse(null);
        assertThat(origin).isEqualTo("https://play.example");
    }

    @Test
    void chargesPlayers() {
        String token = ExportClient.token(server, "charged");
        server.client().ask("mutation { createParticipant(input: {externalId: \"charged\"}) { participant { id } } }");
        String path = "/participants/ACCOUNT/charged/export";
        assertExported(exports.get(path, token), "charged");
        assertExported(exports.get(path, token), "charged");
        assertError(exports.get(path, token), 429, "RATE_LIMITED");
    }
}
