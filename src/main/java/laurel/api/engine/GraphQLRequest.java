package laurel.api.engine;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parameters of a well-formed GraphQL request. The query may be invalid. */
public record GraphQLRequest(
        String query,
        @Nullable String operationName,
        Map<String, @Nullable Object> variables,
        Map<String, @Nullable Object> extensions) {}
