package laurel.api.error;

import graphql.ErrorClassification;
import graphql.GraphQLError;
import graphql.language.SourceLocation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import org.jspecify.annotations.Nullable;

/**
 * An error of a response: a message, a code, and a place in the query and in the response.
 *
 * @param input      path in the variables, starting with the name of the variable; becomes {@code extensions.path}
 * @param retryAfter seconds to wait before the request is sent again; becomes {@code extensions.retryAfter}
 * @param more       further extensions of some codes, by name
 */
public record CodedError(
        RequestErrorCode code,
        String message,
        @Nullable List<SourceLocation> locations,
        @Nullable List<Object> path,
        @Nullable List<Object> input,
        @Nullable Long retryAfter,
        Map<String, String> more)
        implements GraphQLError {
    /** Longer messages are truncated: some repeat parts of the request. */
    static final int MAX_MESSAGE = 500;

    public CodedError {
        message = message.length() <= MAX_MESSAGE ? message : message.substring(0, MAX_MESSAGE) + "...";
    }

    CodedError(
            RequestErrorCode code,
            String message,
            @Nullable List<SourceLocation> locations,
            @Nullable List<Object> path,
            @Nullable List<Object> input) {
        this(code, message, locations, path, input, null, Map.of());
    }

    public CodedError(RequestErrorCode code, String message) {
        this(code, message, null, null);
    }

    public CodedError(
            RequestErrorCode code,
            String message,
            @Nullable List<SourceLocation> locations,
            @Nullable List<Object> path) {
        this(code, message, locations, path, null);
    }

    public static CodedError of(RequestException e) {
        Long wait = e instanceof RateLimitedException limited ? limited.retryAfter() : null;
        return new CodedError(e.code(), e.message(), null, null, null, wait, e.extensions());
    }

    /** The error of a field. */
    public static CodedError of(RequestException e, List<SourceLocation> locations, List<Object> path) {
        return new CodedError(e.code(), e.message(), locations, path, null, null, e.extensions());
    }

    @Override
    public String getMessage() {
        return message;
    }

    @Override
    public @Nullable List<SourceLocation> getLocations() {
        return locations;
    }

    @Override
    public @Nullable List<Object> getPath() {
        return path;
    }

    /** Null, because graphql-java would add the classification to the response. The code is more specific. */
    @Override
    public @Nullable ErrorClassification getErrorType() {
        return null;
    }

    @Override
    public Map<String, Object> getExtensions() {
        Map<String, Object> extensions = new LinkedHashMap<>();
        extensions.put("code", code.name());
        if (input != null) {
            extensions.put("path", input);
        }
        if (retryAfter != null) {
            extensions.put("retryAfter", retryAfter);
        }
        extensions.putAll(more);
        return extensions;
    }
}
