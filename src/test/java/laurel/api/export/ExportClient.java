package laurel.api.export;

import io.micronaut.core.type.Argument;
import io.micronaut.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import org.jspecify.annotations.Nullable;

/**
 * Requests exports over HTTP.
 *
 * @param app key of the app in the path; empty for none
 */
record ExportClient(LaurelServer server, String app) {
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final JsonMapper JSON = JsonMapper.createDefault();

    static final String ANN = "/participants/ACCOUNT/ann/export";

    /**
     * Sends a request.
     *
     * @param key a key or a token; null for none
     */
    HttpResponse<String> send(String method, String path, @Nullable String key, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(path)).method(method, BodyPublishers.noBody());
        if (key != null) {
            request.header("Authorization", "Bearer " + key);
        }
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            return HTTP.send(request.build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    URI uri(String path) {
        return server.address().resolve(app.isEmpty() ? path : "/apps/" + app + path);
    }

    HttpResponse<String> get(String path, @Nullable String key) {
        return send("GET", path, key);
    }

    /** The document of an export. Fails if the status is not 200. */
    Answer export(String path, String key) {
        HttpResponse<String> response = get(path, key);
        if (response.statusCode() != 200) {
            throw new AssertionError(response.statusCode() + " " + response.body());
        }
        return parsed(response.body());
    }

    static Answer parsed(String json) {
        try {
            return new Answer(JSON.readValue(json, Argument.mapOf(String.class, Object.class)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The token of a player of the app. */
    static String token(LaurelServer server, String externalId) {
        return server.client()
                .ask(
                        "mutation ($id: String!) { createPlayerToken(input: {participant: {externalId: $id}}) { token } }",
                        Map.of("id", externalId))
                .text("data", "createPlayerToken", "token");
    }

    /** A key of the app. */
    static String key(LaurelServer server, String role) {
        return server.client()
                .ask("mutation { createApiKey(input: {name: \"" + role + "\", role: " + role + "}) { key } }")
                .text("data", "createApiKey", "key");
    }
}
