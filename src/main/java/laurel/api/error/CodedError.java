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
 * An error as it is answered: a message, a code, and where in the query and in the answer it belongs.
 *
 * @param input where in the variables it belongs, from the variable's name down: answered as {@code extensions.path}
 */
public record CodedError(
        RequestErrorCode code,
        String message,
        @Nullable List<SourceLocation> locations,
        @Nullable List<Object> path,
        @Nullable List<Object> input)
        implements GraphQLError {
    /** Longer messages are cut: some repeat what the request held. */
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

    /** None: the code says more, and a classification would be written beside it. */
    @Override
    public @Nullable ErrorClassification getErrorType() {
        return null;
    }

    @Override
    public Map<String, Object> getExtensions() {
        return input == null ? Map.of("code", code.name()) : Map.of("code", code.name(), "path", input);
    }
}
