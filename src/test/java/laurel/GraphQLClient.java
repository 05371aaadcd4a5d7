package laurel;

import static java.nio.charset.StandardCharsets.UTF_8;

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
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import laurel.contract.ListedErrors;
import org.jspecify.annotations.Nullable;

/** A client of GraphQL over HTTP. */
public final class GraphQLClient {
    private static final JsonMapper JSON = JsonMapper.createDefault();

    /** Maximum number of retries. On a busy machine, each attempt may have waited 8 s for a lock. */
    private static final int MAX_RETRIES = 20;

    /**
     * Shared, because each client has its own threads. HTTP/1.1, because otherwise each connection first tries to
     * upgrade to HTTP/2.
     */
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final URI endpoint;
    private final String key;
    private final @Nullable String app;

    GraphQLClient(URI endpoint, String key) {
        this(endpoint, key, null);
    }

    private GraphQLClient(URI endpoint, String key, @Nullable String app) {
        this.endpoint = endpoint;
        this.key = key;
        this.app = app;
    }

    /** A client that sends the header of an app with each request. */
    public GraphQLClient in(String other) {
        return new GraphQLClient(endpoint, key, other);
    }

    /** A client that sends no credentials. */
    public GraphQLClient withoutKey() {
        return new GraphQLClient(endpoint, "", app);
    }

    /** Sends a document, and requires a response without errors. */
    public Answer ask(String document, Map<String, ?> variables) {
        Answer answer = send(document, variables);
        if (answer.at("errors") != null) {
            throw new AssertionError("errors: " + answer.at("errors"));
        }
        return answer;
    }

    public Answer ask(String document) {
        return ask(document, Map.of());
    }

    /** Sends a document. The response may have errors. */
    public Answer send(String document, Map<String, ?> variables) {
        try {
            Answer answer = post(JSON.writeValueAsBytes(Map.of("query", document, "variables", variables)));
            ListedErrors.check(document, answer.at("data"));
            return answer;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Sends a document, and retries while the response asks for it, as it does if many writers compete. A failed
     * attempt changed nothing.
     */
    public Answer sendWithRetries(String document, Map<String, ?> variables) {
        Answer answer = send(document, variables);
        for (int again = 0; again < MAX_RETRIES && answer.isUnavailable(); again++) {
            answer = send(document, variables);
        }
        return answer;
    }

    /** Sends a document with variables as JSON text, which can contain what JSON libraries do not write. */
    public Answer sendRaw(String document, String variables) {
        try {
            String query = JSON.writeValueAsString(document);
            return post(("{\"query\": " + query + ", \"variables\": " + variables + "}").getBytes(UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Answer post(byte[] body) throws IOException {
        try {
            HttpRequest.Builder request = HttpRequest.newBuilder(endpoint)
                    .header("Content-Type", "application/json")
                    .timeout(Duration.ofMinutes(3))
                    .POST(BodyPublishers.ofByteArray(body));
            if (!key.isEmpty()) {
                request.header("Authorization", "Bearer " + key);
            }
            if (app != null) {
                request.header("Laurel-App", app);
            }
            HttpResponse<byte[]> response = HTTP.send(request.build(), BodyHandlers.ofByteArray());
            return new Answer(JSON.readValue(response.body(), Argument.mapOf(String.class, Object.class)));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The JSON of a response. */
    public record Answer(@Nullable Object json) {
        /** The value at this path of names and indexes. Null if there is none. */
        public @Nullable Object at(Object... path) {
            @Nullable Object found = json;
            for (Object step : path) {
                if (found instanceof Map<?, ?> map) {
                    found = map.get(step);
                } else if (found instanceof List<?> list && step instanceof Integer i && i < list.size()) {
                    found = list.get(i);
                } else {
                    return null;
                }
            }
            return found;
        }

        /** The receipt in this result of a submission, or the first error. */
        public Answer receipt() {
            return at("receipt") == null ? node("errors", 0) : node("receipt");
        }

        /** This payload, or the first error. */
        public Answer orError() {
            return at("errors", 0) == null ? this : node("errors", 0);
        }

        /** Whether the request failed and may be sent again. */
        boolean isUnavailable() {
            return "UNAVAILABLE".equals(at("errors", 0, "extensions", "code"));
        }

        /** The first error of a payload, or else the value of its first other field. */
        public Answer payload(String mutation) {
            Map<?, ?> payload = (Map<?, ?>) Objects.requireNonNull(at("data", mutation), () -> String.valueOf(json));
            return new Answer(payload).at("errors", 0) != null
                    ? new Answer(payload).node("errors", 0)
                    : new Answer(payload.entrySet().stream()
                            .filter(field -> !"errors".equals(field.getKey()))
                            .map(Map.Entry::getValue)
                            .findFirst()
                            .orElseThrow());
        }

        /** The node at this path, as {@link #at}. */
        public Answer node(Object... path) {
            return new Answer(at(path));
        }

        /** The value of this field of a payload, or the first error. */
        public Answer changed(String field) {
            return at("errors", 0) == null ? node(field) : node("errors", 0);
        }

        /** The list at this path, as {@link #at}. Fails if the value is not a list. */
        public List<Answer> list(Object... path) {
            if (at(path) instanceof List<?> list) {
                return list.stream().map(Answer::new).toList();
            }
            throw new AssertionError("no list at " + List.of(path) + " of " + json);
        }

        /** The text at this path, as {@link #at}. Fails if there is no value. */
        public String text(Object... path) {
            Object found = at(path);
            if (found == null) {
                throw new AssertionError("nothing at " + List.of(path) + " of " + json);
            }
            return found.toString();
        }
    }
}
