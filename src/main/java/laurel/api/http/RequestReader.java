package laurel.api.http;

import graphql.language.OperationDefinition.Operation;
import io.micronaut.http.HttpParameters;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.MediaType;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.api.engine.GraphQLRequest;
import laurel.api.error.HttpRequestException;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import laurel.request.StrictJson;
import org.jspecify.annotations.Nullable;

/** Reads a GraphQL request from a body or a URL. Throws {@code BAD_REQUEST} with the name of the invalid parameter. */
public final class RequestReader {
    private static final int METHOD_NOT_ALLOWED = 405;
    private static final int UNSUPPORTED_MEDIA_TYPE = 415;

    private RequestReader() {}

    public static GraphQLRequest body(byte @Nullable [] body) {
        if (body == null || body.length == 0) {
            throw bad("The body is empty; send a JSON object with a `query`.");
        }
        if (StrictJson.read(body, "The body") instanceof Map<?, ?> parameters) {
            return request(parameters);
        }
        throw bad("The body is not a JSON object.");
    }

    public static GraphQLRequest url(HttpParameters url) {
        Map<String, @Nullable Object> parameters = new HashMap<>();
        parameters.put("query", single(url, "query"));
        parameters.put("documentId", single(url, "documentId"));
        parameters.put("operationName", single(url, "operationName"));
        parameters.put("variables", json(url, "variables"));
        parameters.put("extensions", json(url, "extensions"));
        return request(parameters);
    }

    /** Reads the parameters of a request. */
    public static GraphQLRequest request(Map<?, ?> parameters) {
        String query = text(parameters, "query");
        String documentId = text(parameters, "documentId");
        Map<String, @Nullable Object> extensions = object(parameters, "extensions");
        if (query == null && documentId == null && !extensions.containsKey(GraphQLRequest.PERSISTED_QUERY)) {
            throw bad("`query` is missing.");
        }
        String name = text(parameters, "operationName");
        return new GraphQLRequest(
                query == null ? "" : query,
                name == null || name.isEmpty() ? null : name,
                object(parameters, "variables"),
                extensions,
                documentId);
    }

    private static @Nullable String single(HttpParameters url, String name) {
        List<String> values = url.getAll(name);
        if (values.size() > 1) {
            throw bad("`" + name + "` is given more than once.");
        }
        return values.isEmpty() ? null : values.getFirst();
    }

    private static @Nullable Object json(HttpParameters url, String name) {
        String text = single(url, name);
        return text == null || text.isBlank() ? null : StrictJson.read(text.getBytes(StandardCharsets.UTF_8), name);
    }

    private static @Nullable String text(Map<?, ?> parameters, String name) {
        return switch (parameters.get(name)) {
            case null -> null;
            case String text -> text;
            default -> throw bad("`" + name + "` is not a string.");
        };
    }

    // All keys of objects from StrictJson are strings.
    @SuppressWarnings("unchecked")
    private static Map<String, @Nullable Object> object(Map<?, ?> parameters, String name) {
        return switch (parameters.get(name)) {
            case null -> Map.of();
            case Map<?, ?> object -> (Map<String, @Nullable Object>) object;
            default -> throw bad("`" + name + "` is not an object.");
        };
    }

    /** Throws 405 for a mutation that is not sent by POST. */
    public static void requirePost(HttpRequest<?> http, Operation operation) {
        if (operation == Operation.MUTATION && !"POST".equals(http.getMethodName())) {
            throw new HttpRequestException(
                    METHOD_NOT_ALLOWED,
                    RequestErrorCode.BAD_REQUEST,
                    "Mutations must be sent by POST.",
                    Map.of("Allow", "POST"));
        }
    }

    /** Throws 415 if the body is not JSON in UTF-8. */
    public static void requireJson(HttpRequest<?> http) {
        List<MediaRange> sent =
                MediaRange.list(http.getHeaders().findFirst("Content-Type").orElse(""));
        if (sent.size() != 1
                || !sent.getFirst().is(MediaType.APPLICATION_JSON)
                || !sent.getFirst().utf8()) {
            throw new HttpRequestException(
                    UNSUPPORTED_MEDIA_TYPE,
                    RequestErrorCode.BAD_REQUEST,
                    "`Content-Type` must be `application/json` in UTF-8.",
                    Map.of("Accept", MediaType.APPLICATION_JSON));
        }
    }

    private static RequestException bad(String message) {
        return new RequestException(RequestErrorCode.BAD_REQUEST, message);
    }
}
