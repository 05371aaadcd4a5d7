package laurel.api.engine;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A well-formed GraphQL-over-HTTP request; whether its query is any good is another matter. */
public record GraphQLRequest(
        String query,
        @Nullable String operationName,
        Map<String, @Nullable Object> variables,
        Map<String, @Nullable Object> extensions) {}
