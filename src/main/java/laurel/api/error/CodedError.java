package laurel.api.error;

import graphql.ErrorClassification;
import graphql.GraphQLError;
import graphql.language.SourceLocation;
import java.util.List;
import java.util.Map;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import org.jspecify.annotations.Nullable;

/**
 * An error of a response: a message, a code, and a place in the query and in the response.
 *
 * @param input path in the variables, starting with the name of the variable; becomes {@code extensions.path}
 */
public record CodedError(
        RequestErrorCode code,
        String message,
        @Nullable List<SourceLocation> locations,
        @Nullable List<Object> path,
        @Nullable List<Object> input)
        implements GraphQLError {
    /** Longer messages are truncated: some repeat parts of the request. */
    static final int MAX_MESSAGE = 500;

    public CodedError {
        message = message.length() <= MAX_MESSAGE ? message : message.substring(0, MAX_MESSAGE) + "...";
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
        return new CodedError(e.code(), e.message());
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
        return input == null ? Map.of("code", code.name()) : Map.of("code", code.name(), "path", input);
    }
}
