package laurel.api.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.LinkedHashMap;
import java.util.Map;
import laurel.GraphQLClient.Answer;
import laurel.api.InMemorySocket;
import laurel.api.RawSocket;
import laurel.api.access.SchemaWalk.Operation;
import laurel.request.StrictJson;
import laurel.request.access.Role;

/** A caller that sends each operation over all transports except POST. */
final class Transports implements AutoCloseable {
    private static final String EVENTS = "eventOccurred {";

    private final HttpClient http = HttpClient.newHttpClient();
    private final URI address;
    private final String[] headers;
    private final RawSocket socket;
    private int sent;

    Transports(Callers callers, Role role) throws IOException {
        address = callers.server().address();
        headers = callers.headers(role);
        socket = RawSocket.acknowledged(address, headers);
    }

    /** The answers by transport. */
    Map<String, Answer> send(Operation operation) throws Exception {
        // Without a wrong argument, this subscription does not answer before an event.
        String document = operation.document().replace(EVENTS, EVENTS.replace(" ", "(after: \"x\") "));
        Map<String, Answer> answers = new LinkedHashMap<>();
        if (operation.at().startsWith("Query.")) {
            answers.put("GET", get(document));
        }
        answers.put("event stream", stream(document));
        answers.put("WebSocket", socket(document));
        return answers;
    }

    private Answer get(String document) throws Exception {
        URI uri = URI.create(address + "?query=" + URLEncoder.encode(document, UTF_8));
        return read(body(HttpRequest.newBuilder(uri)));
    }

    /** The first event of a stream, or the rejection of the request. */
    private Answer stream(String document) throws Exception {
        String body = body(HttpRequest.newBuilder(address.resolve("/graphql/stream"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"query\": \"" + escaped(document) + "\"}")));
        return read(body.lines()
                .filter(line -> line.startsWith("data: "))
                .findFirst()
                .map(line -> line.substring("data: ".length()))
                .orElse(body));
    }

    private String body(HttpRequest.Builder request) throws Exception {
        for (String header : headers) {
            String[] parts = header.split(": ", 2);
            request.header(parts[0], parts[1]);
        }
        return http.send(request.build(), BodyHandlers.ofString()).body();
    }

    private Answer socket(String document) throws IOException {
        socket.sendText(InMemorySocket.subscription(String.valueOf(++sent), escaped(document)));
        Answer result = new Answer(null);
        while (true) {
            Answer message = read(socket.readText());
            switch (message.text("type")) {
                case "error" -> {
                    return new Answer(Map.of(
                            "errors",
                            message.list("payload").stream().map(Answer::json).toList()));
                }
                case "next" -> result = message.node("payload");
                case "complete" -> {
                    return result;
                }
                default -> throw new AssertionError(message);
            }
        }
    }

    private static String escaped(String document) {
        return document.replace("\"", "\\\"");
    }

    private static Answer read(String json) {
        return new Answer(StrictJson.read(json.getBytes(UTF_8), "answer"));
    }

    @Override
    public void close() throws IOException {
        socket.close();
        http.close();
    }
}
