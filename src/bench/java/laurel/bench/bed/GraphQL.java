package laurel.bench.bed;

import io.micronaut.core.type.Argument;
import io.micronaut.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A client for requests that must succeed, and whose time is not measured. */
public final class GraphQL {
    private static final JsonMapper JSON = JsonMapper.createDefault();

    private final HttpClient http = HttpClient.newHttpClient();
    private final URI address;

    GraphQL(URI address) {
        this.address = address;
    }

    /** The body of a request. */
    public static byte[] body(String document, Map<String, ?> variables) {
        try {
            return JSON.writeValueAsBytes(Map.of("query", document, "variables", variables));
        } catch (IOException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** Sends a request and returns {@code data}. Throws if there are errors. */
    public Answer ask(String document, Map<String, ?> variables) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(address)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(body(document, variables)))
                .build();
        HttpResponse<byte[]> response = http.send(request, BodyHandlers.ofByteArray());
        Map<String, Object> answer = JSON.readValue(response.body(), Argument.mapOf(String.class, Object.class));
        if (response.statusCode() != 200 || answer.containsKey("errors")) {
            throw new IOException("status " + response.statusCode() + ": " + answer);
        }
        return new Answer(answer.get("data"));
    }

    /**
     * A part of a response.
     *
     * @param value the JSON value
     */
    public record Answer(@Nullable Object value) {
        /** The part at this path of names. Null if a value on the path is null. */
        public Answer at(String... names) {
            Object part = value;
            for (String name : names) {
                part = part instanceof Map<?, ?> fields ? fields.get(name) : null;
            }
            return new Answer(part);
        }

        public long number() {
            return ((Number) present()).longValue();
        }

        public double decimal() {
            return ((Number) present()).doubleValue();
        }

        public String text() {
            return present().toString();
        }

        private Object present() {
            if (value == null) {
                throw new IllegalStateException("the response does not contain the value");
            }
            return value;
        }
    }
}
